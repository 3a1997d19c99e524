//! Measures a build of the product.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Instant, SystemTime};

use anyhow::{Context as _, Result};
use figures::{Figure, Goal};

use crate::{cargo, cpu, generators, table};

/// The product's own spec, from the product's folder.
const SPEC: &str = "spec/email-campaign.xml";

/// Builds the product cold and after a touch of its spec, and counts the generated lines.
pub(crate) fn run(runs: usize, scratch: &Path) -> Result<()> {
    let product = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let spec = product.join(SPEC);
    let target = scratch.join("product");
    let (mut cold, mut warm) = (Costs::default(), Costs::default());
    for _ in 0..runs {
        if target.exists() {
            fs::remove_dir_all(&target).with_context(|| format!("cannot empty {}", target.display()))?;
        }
        cold.add(|| cargo::run(&product, &target, &["build"]))?;
        File::options().append(true).open(&spec)?.set_modified(SystemTime::now())?;
        warm.add(|| cargo::run(&product, &target, &["build"]))?;
    }
    println!("Building the product, median of {runs} runs, seconds; nothing downloaded, not incremental.\n");
    let rows = [("cold: an empty target folder", cold), ("warm: after a touch of the spec", warm)];
    for (name, costs) in &rows {
        let cpu = cpu::median(costs.cpu.clone()).context("no runs")?;
        println!("{}", Figure::new(format!("`cargo build`, {name}, CPU"), cpu).unit("s").decimals(1));
    }
    println!();
    let rows = rows.into_iter().map(|(name, costs)| costs.row(name)).collect::<Result<Vec<_>>>()?;
    table::print(&["cargo build", "wall s", "CPU s"], &rows);
    lines_of_spec(&spec)
}

/// Wall and CPU seconds of several runs.
#[derive(Default)]
struct Costs {
    wall: Vec<f64>,
    cpu: Vec<f64>,
}

impl Costs {
    fn add(&mut self, work: impl FnOnce() -> Result<()>) -> Result<()> {
        let start = Instant::now();
        let (cpu, ()) = cpu::of_children(work)?;
        self.wall.push(start.elapsed().as_secs_f64());
        self.cpu.push(cpu);
        Ok(())
    }

    fn row(self, name: &str) -> Result<Vec<String>> {
        let (wall, cpu) = (cpu::median(self.wall).context("no runs")?, cpu::median(self.cpu).context("no runs")?);
        Ok(vec![name.to_owned(), format!("{wall:.1}"), format!("{cpu:.1}")])
    }
}

#[allow(clippy::cast_precision_loss, reason = "numbers of lines and operations are far below 2^52")]
fn lines_of_spec(spec: &Path) -> Result<()> {
    let bytes = fs::read(spec).with_context(|| format!("cannot read {}", spec.display()))?;
    let operations = asmx_codegen::load(SPEC, &bytes)?.operations.len();
    let generated = generators::asmx_named(SPEC, &bytes)?;
    let lines = generators::lines(&generated);
    let documentation =
        generated.iter().flat_map(|file| file.text.lines()).filter(|line| line.trim_start().starts_with("///")).count();
    let per_operation = lines as f64 / operations as f64;
    println!(
        "\n{SPEC}: {operations} operations, {} spec lines, {lines} generated lines ({documentation} of documentation): {per_operation:.1} per operation.",
        String::from_utf8_lossy(&bytes).lines().count()
    );
    let figure = Figure::new("lines generated for an operation of the product", per_operation).decimals(1);
    println!("{}", figure.goal(Goal::AtMost(50.0)));
    Ok(())
}
