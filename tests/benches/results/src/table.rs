//! The table of results: one line per comparison, Markdown.

use figures::{Figure, Goal};

/// One comparison.
pub(crate) struct Comparison {
    /// The task, equal for ours and the peer.
    pub(crate) what: String,
    /// Bytes of input: both columns of speed are of these.
    pub(crate) bytes: usize,
    /// CPU seconds of this crate.
    pub(crate) ours: f64,
    /// The name of the peer.
    pub(crate) peer: String,
    /// CPU seconds of the peer.
    pub(crate) peers: f64,
    /// The least ratio of the peer's CPU time to ours that is wanted; `None` where there is no goal.
    pub(crate) goal: Option<f64>,
}

impl Comparison {
    fn ratio(&self) -> f64 {
        self.peers / self.ours
    }

    fn cells(&self) -> [String; 7] {
        let (goal, verdict) = match self.goal {
            None => ("-".to_owned(), "-"),
            Some(goal) => (format!("{goal:.1}"), if self.ratio() >= goal { "met" } else { "MISSED" }),
        };
        [
            self.what.clone(),
            format!("{:.0}", speed(self.bytes, self.ours)),
            self.peer.clone(),
            format!("{:.0}", speed(self.bytes, self.peers)),
            format!("{:.2}", self.ratio()),
            goal,
            verdict.to_owned(),
        ]
    }
}

/// Megabytes a second.
#[allow(clippy::cast_precision_loss, reason = "sizes of inputs are far below 2^52")]
fn speed(bytes: usize, seconds: f64) -> f64 {
    bytes as f64 / 1e6 / seconds
}

const HEADER: [&str; 7] = ["what", "ours MB/s", "peer", "peer's MB/s", "ratio", "goal", ""];

/// Prints the comparisons as a Markdown table whose columns are as wide as they need, and the figures for `measure record`.
pub(crate) fn print(comparisons: &[Comparison]) {
    let rows: Vec<[String; 7]> = comparisons.iter().map(Comparison::cells).collect();
    let widths: [usize; 7] = std::array::from_fn(|column| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain(HEADER.get(column).map(|name| name.len())).max().unwrap_or_default().max(3)
    });
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        println!("| {} |", cells.join(" | "));
    };
    line(&HEADER.map(str::to_owned));
    // Numbers stand to the right.
    let rule = |(column, width): (usize, &usize)| {
        if matches!(column, 1 | 3 | 4 | 5) { format!("{}:", "-".repeat(width - 1)) } else { "-".repeat(*width) }
    };
    line(&widths.iter().enumerate().map(rule).collect::<Vec<_>>());
    for row in &rows {
        line(row);
    }
    println!();
    for comparison in comparisons {
        let figure = Figure::new(format!("{}, speed beside {}", comparison.what, comparison.peer), comparison.ratio());
        println!("{}", comparison.goal.map_or(figure.clone(), |goal| figure.goal(Goal::AtLeast(goal))));
    }
}
