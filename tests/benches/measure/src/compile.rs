//! Measures the compilation of a generated client, and of tonic's client for as many rpcs.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use figures::{Figure, Goal};

use crate::generators::Halves;
use crate::maker::Maker;
use crate::subject::Subject;
use crate::synthetic::Size;
use crate::{cargo, cpu, table};

/// Size at which the goals hold, and how many times as much checking and a release build of tonic's client half are to cost.
const GOAL_OPERATIONS: usize = 400;
const GOALS: [(Step, f64); 2] = [(Step::Check, 3.0), (Step::Release, 8.0)];
/// Goals for services whose operations take and return types of their own, of any size.
const GOALS_OF_TYPES: [(Step, f64); 2] = [(Step::Check, 1.0), (Step::Release, 1.0)];

/// The sizes and crates to measure.
pub(crate) struct Plan {
    pub(crate) sizes: Vec<Size>,
    pub(crate) runs: usize,
    pub(crate) makers: Vec<Maker>,
    pub(crate) calls_per_function: usize,
}

/// A command of cargo.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Check,
    Release,
}

impl Step {
    const fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Check => &["check"],
            Self::Release => &["build", "--release"],
        }
    }
}

/// The measurements of one crate.
struct Sample {
    subject: Subject,
    lines: usize,
    check: f64,
    release: f64,
}

impl Sample {
    const fn seconds(&self, step: Step) -> f64 {
        match step {
            Step::Check => self.check,
            Step::Release => self.release,
        }
    }
}

/// Measures every crate of the plan and prints a table.
pub(crate) fn run(plan: &Plan, scratch: &Path) -> Result<()> {
    let bench = Bench::new(plan, scratch.join("compile"))?;
    let samples =
        bench.subjects.iter().map(|(subject, lines)| bench.sample(*subject, *lines)).collect::<Result<Vec<_>>>()?;
    print(plan, &samples);
    Ok(())
}

/// A workspace of the crates to be compiled.
struct Bench {
    workspace: PathBuf,
    runs: usize,
    /// The crates, with their lines of generated code.
    subjects: Vec<(Subject, usize)>,
}

impl Bench {
    fn new(plan: &Plan, workspace: PathBuf) -> Result<Self> {
        fs::create_dir_all(&workspace).with_context(|| format!("cannot make {}", workspace.display()))?;
        let mut subjects = Vec::new();
        for size in plan.sizes.iter().copied() {
            for halves in Halves::ALL {
                for maker in plan.makers.iter().copied() {
                    let subject = Subject { maker, halves, size };
                    subjects.push((subject, subject.write(&workspace, plan.calls_per_function)?));
                }
            }
        }
        let members: Vec<String> = subjects.iter().map(|(subject, _)| format!("{:?}", subject.package())).collect();
        let manifest = format!("[workspace]\nmembers = [{}]\nresolver = \"3\"\n", members.join(", "));
        fs::write(workspace.join("Cargo.toml"), manifest)?;
        cargo::copy_lock(&workspace)?;
        Ok(Self { workspace, runs: plan.runs, subjects })
    }

    fn sample(&self, subject: Subject, lines: usize) -> Result<Sample> {
        Ok(Sample {
            subject,
            lines,
            check: self.measure(subject, Step::Check)?,
            release: self.measure(subject, Step::Release)?,
        })
    }

    /// CPU seconds of compiling the crate alone.
    fn measure(&self, subject: Subject, step: Step) -> Result<f64> {
        let main_file = subject.main_file(&self.workspace);
        let samples = cargo::costs(&main_file, self.runs, || self.cargo(subject, step))?;
        let median = cpu::median(samples.clone()).context("no runs")?;
        eprintln!("{} cargo {}: {samples:.2?}", subject.package(), step.arguments().join(" "));
        Ok(median)
    }

    fn cargo(&self, subject: Subject, step: Step) -> Result<()> {
        let package = subject.package();
        let arguments = [step.arguments(), &["--package", &package]].concat();
        cargo::run(&self.workspace, &self.workspace.join("target"), &arguments)
    }
}

#[allow(clippy::cast_precision_loss, reason = "numbers of lines and operations are far below 2^52")]
fn print(plan: &Plan, samples: &[Sample]) {
    println!("Compiling one crate, CPU s (user and system), median of {} runs, not incremental.", plan.runs);
    println!("Counted: the generated code and one caller of every method ({} per function),", plan.calls_per_function);
    println!("without dependencies and without what cargo costs when there is nothing to do.\n");
    let rows = samples.iter().map(|sample| {
        vec![
            sample.subject.size.to_string(),
            sample.subject.halves.name().to_owned(),
            sample.subject.maker.name().to_owned(),
            format!("{:.1}", sample.lines as f64 / sample.subject.size.operations as f64),
            format!("{:.2}", sample.check),
            ratio(samples, sample, Step::Check),
            format!("{:.2}", sample.release),
            ratio(samples, sample, Step::Release),
        ]
    });
    let header = ["operations", "halves", "maker", "lines/op", "check s", "tonic is x", "release s", "tonic is x"];
    table::print(&header, &rows.collect::<Vec<_>>());
    println!();
    let is_goal = |sample: &&Sample| {
        let subject = sample.subject;
        let has_goal = subject.size.types > 0 || subject.size.operations == GOAL_OPERATIONS;
        has_goal && subject.halves == Halves::Client && subject.maker == Maker::Asmx
    };
    for sample in samples.iter().filter(is_goal) {
        let goals = if sample.subject.size.types == 0 { GOALS } else { GOALS_OF_TYPES };
        let size = sample.subject.size;
        let size = if size.types == 0 { format!("{size} operations") } else { size.to_string() };
        for (step, goal) in goals {
            if let Some(ratio) = ratio_to_tonic(samples, sample, step) {
                let command = step.arguments().join(" ");
                let what = format!("`cargo {command}` of {size}, client half: tonic's time beside ours");
                println!("{}", Figure::new(what, ratio).decimals(1).goal(Goal::AtLeast(goal)));
            }
        }
    }
}

fn ratio(samples: &[Sample], sample: &Sample, step: Step) -> String {
    ratio_to_tonic(samples, sample, step).map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.1}"))
}

/// How many times as much tonic's crate of the same size costs.
fn ratio_to_tonic(samples: &[Sample], sample: &Sample, step: Step) -> Option<f64> {
    let tonic = samples.iter().find(|other| {
        let (one, two) = (other.subject, sample.subject);
        one.maker == Maker::Tonic && one.size == two.size && one.halves == two.halves
    })?;
    (sample.subject.maker == Maker::Asmx).then(|| tonic.seconds(step) / sample.seconds(step))
}
