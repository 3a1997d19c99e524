//! A figure, and the line that tells it.

use std::fmt;

/// Begins the line of a figure.
pub(crate) const MARK: &str = "figure";

/// The goal of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Goal {
    /// It is this or more.
    AtLeast(f64),
    /// It is this or less.
    AtMost(f64),
}

/// Something that was measured. `Display` writes the line that [`Document::record`](crate::Document::record) reads: `figure`, its
/// name, its goal and what was measured, with tabs between them.
#[must_use = "a figure is to be printed"]
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    what: String,
    goal: Option<Goal>,
    measured: f64,
    spread: Option<(f64, f64)>,
    unit: &'static str,
    decimals: usize,
}

impl Figure {
    /// A number without a unit and without a goal, to be told with two decimals. `what` names it in the table.
    pub fn new(what: impl Into<String>, measured: f64) -> Self {
        Self { what: what.into(), goal: None, measured, spread: None, unit: "", decimals: 2 }
    }

    /// States the goal, in the same unit.
    pub const fn goal(mut self, goal: Goal) -> Self {
        self.goal = Some(goal);
        self
    }

    /// States the unit.
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }

    /// States what the rounds gave, or their quartiles.
    pub const fn spread(mut self, lower: f64, upper: f64) -> Self {
        self.spread = Some((lower, upper));
        self
    }

    /// With how many decimals it is told.
    pub const fn decimals(mut self, decimals: usize) -> Self {
        self.decimals = decimals;
        self
    }

    fn number(&self, number: f64) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        format!("{number:.*}{unit}", self.decimals)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goal = match self.goal {
            Some(Goal::AtLeast(goal)) => format!("at least {}", self.number(goal)),
            Some(Goal::AtMost(goal)) => format!("at most {}", self.number(goal)),
            None => "-".to_owned(),
        };
        write!(formatter, "{MARK}\t{}\t{goal}\t{}", self.what, self.number(self.measured))?;
        let decimals = self.decimals;
        self.spread.map_or(Ok(()), |(lower, upper)| write!(formatter, " ({lower:.decimals$} to {upper:.decimals$})"))
    }
}
