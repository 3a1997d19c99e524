//! How long it takes to tell what edits of a made-up spec do, to lay it out, and to find what reads like a mistake.

use anyhow::{Context as _, Result, ensure};
use asmx_review::diff::{Bump, Comparison, Report, Rules, Version, diff, render};
use figures::{Figure, Goal};

use crate::synthetic::{Service, Size};
use crate::{cpu, spec, table};

/// Most seconds that one of them may take.
const GOAL: f64 = 1.0;

/// The number of operations that the goal is for.
const OPERATIONS_OF_GOAL: usize = 4_000;

/// An edit of every operation, and the version bump that it must need. This guards against measuring an edit without effect.
struct Edit {
    name: &'static str,
    from: &'static str,
    to: &'static str,
    bump: Bump,
}

const EDITS: [Edit; 6] = [
    Edit { name: "nothing", from: "", to: "", bump: Bump::None },
    Edit { name: "other words", from: "      <doc>", to: "      <doc>Now ", bump: Bump::Patch },
    Edit {
        name: "a parameter more",
        from: "</doc>\n      <",
        to: "</doc>\n      <param name=\"Extra\" type=\"string\"/>\n      <",
        bump: Bump::Minor,
    },
    Edit { name: "another type", from: "type=\"int\"", to: "type=\"long\"", bump: Bump::Major },
    Edit { name: "another effect", from: "effect=\"read\"", to: "effect=\"write\"", bump: Bump::Minor },
    Edit { name: "another name", from: "<operation name=\"", to: "<operation name=\"New", bump: Bump::Major },
];

/// Measures every size and prints a table.
pub(crate) fn run(sizes: &[Size], runs: usize) -> Result<()> {
    let (mut rows, mut figures) = (Vec::new(), Vec::new());
    for size in sizes {
        let old = spec::text(&Service::of(*size));
        let mut worst: f64 = 0.0;
        for edit in &EDITS {
            let new = if edit.from.is_empty() { old.clone() } else { old.replace(edit.from, edit.to) };
            let (seconds, changes) = measured(runs, || compare(&old, &new, edit.bump)).context(edit.name)?;
            worst = worst.max(seconds);
            rows.push(vec![size.to_string(), edit.name.to_owned(), changes.to_string(), format!("{seconds:.3}")]);
        }
        let what = format!("comparing two specs of {size} operations, the worst of {} edits", EDITS.len());
        figures.push(figure(what, worst, *size));
        for (name, work) in [("laying out", lay_out as fn(&str) -> Result<usize>), ("linting", lint)] {
            let (seconds, count) = measured(runs, || work(&old)).context(name)?;
            rows.push(vec![size.to_string(), name.to_owned(), count.to_string(), format!("{seconds:.3}")]);
            figures.push(figure(format!("{name} a spec of {size} operations"), seconds, *size));
        }
    }
    println!("From the texts of specs to the text for people, CPU s, median of {runs} runs in one process.\n");
    table::print(&["operations", "edit of each operation, or other work", "changes, lines, findings", "s"], &rows);
    println!();
    for figure in figures {
        println!("{figure}");
    }
    Ok(())
}

fn figure(what: String, seconds: f64, size: Size) -> Figure {
    let figure = Figure::new(what, seconds).unit("s");
    if size.operations == OPERATIONS_OF_GOAL { figure.goal(Goal::AtMost(GOAL)) } else { figure }
}

/// Writes the report of two specs and returns the number of changes.
fn compare(old: &str, new: &str, bump: Bump) -> Result<usize> {
    let (before, after) = (Version::read("old.xml", old.as_bytes())?, Version::read("new.xml", new.as_bytes())?);
    let comparison = Comparison::new("old.xml", "new.xml", diff(&before, &after));
    let comparison = comparison.with_text("old.xml", old).with_text("new.xml", new);
    let report = Report::new(vec![comparison], &Rules::default());
    ensure!(!render::text(&report).is_empty(), "nothing is told");
    ensure!(report.bump() == bump, "the bump is {:?}", report.bump());
    Ok(report.changes().count())
}

/// A spec that was on one line; the number of lines that it gets.
fn lay_out(spec: &str) -> Result<usize> {
    let text = asmx_review::format::format("spec.xml", spec.replace(">\n", ">").as_bytes())?;
    Ok(text.lines().count())
}

/// The number of findings.
fn lint(spec: &str) -> Result<usize> {
    Ok(asmx_review::lint::lint("spec.xml", spec.as_bytes())?.len())
}

/// The median of the seconds, and what the work counted.
fn measured(runs: usize, work: impl Fn() -> Result<usize>) -> Result<(f64, usize)> {
    let mut seconds = Vec::new();
    let mut count = 0;
    for run in 0..=runs {
        let (spent, counted) = cpu::of_this_process(&work)?;
        count = counted;
        // The first run warms caches up.
        if run > 0 {
            seconds.push(spent);
        }
    }
    Ok((cpu::median(seconds).context("no runs")?, count))
}
