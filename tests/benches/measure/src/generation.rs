//! How long generating takes, beside tonic-prost-build for as many rpcs.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use figures::{Figure, Goal};

use crate::generators::{self, Halves};
use crate::synthetic::{Service, Size};
use crate::{cpu, proto, spec, table};

/// Most of tonic-prost-build's time that generating may take.
const GOAL: f64 = 0.5;

/// The measurements of one size.
struct Sample {
    size: Size,
    asmx: f64,
    tonic: f64,
    asmx_lines: usize,
    tonic_lines: usize,
}

/// Measures every size and prints a table.
pub(crate) fn run(sizes: &[Size], runs: usize, scratch: &Path) -> Result<()> {
    let folder = scratch.join("generation");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let samples = sizes.iter().map(|size| sample(*size, runs, &folder)).collect::<Result<Vec<_>>>()?;
    print(&samples, runs);
    Ok(())
}

/// Both generators in turn, so that whatever else the machine does meets both alike.
fn sample(size: Size, runs: usize, folder: &Path) -> Result<Sample> {
    let service = Service::of(size);
    let (text, set) = (spec::text(&service), proto::descriptor_set(&service)?);
    fs::write(folder.join(format!("{}-{}-{}", size.operations, size.types, spec::NAME)), &text)?;
    let tonic_file = folder.join(generators::tonic_file());
    let (mut asmx, mut tonic) = (Vec::new(), Vec::new());
    for run in 0..=runs {
        let (asmx_seconds, ()) = cpu::of_this_process(|| generators::write(&generators::asmx(&text)?, folder))?;
        let set = set.clone();
        let (tonic_seconds, ()) = cpu::of_this_process(|| generators::tonic(set, Halves::Both, folder))?;
        // The first run warms caches up.
        if run > 0 {
            asmx.push(asmx_seconds);
            tonic.push(tonic_seconds);
        }
    }
    Ok(Sample {
        size,
        asmx: cpu::median(asmx).context("no runs")?,
        tonic: cpu::median(tonic).context("no runs")?,
        asmx_lines: generators::lines(&generators::asmx(&text)?),
        tonic_lines: fs::read_to_string(&tonic_file)?.lines().count(),
    })
}

#[allow(clippy::cast_precision_loss, reason = "numbers of lines and operations are far below 2^52")]
fn print(samples: &[Sample], runs: usize) {
    println!(
        "Generating, CPU s, median of {runs} runs in one process; both halves, documented; writing the file included."
    );
    println!(
        "asmx-codegen: from the text of a spec. tonic-prost-build: from a decoded descriptor set, so without protoc.\n"
    );
    let header = [
        "operations",
        "asmx-codegen s",
        "tonic-prost-build s",
        "ratio",
        "asmx lines/op",
        "tonic lines/op",
        "asmx ms/op",
    ];
    let rows = samples.iter().map(|sample| {
        let size = sample.size.operations as f64;
        vec![
            sample.size.to_string(),
            format!("{:.4}", sample.asmx),
            format!("{:.4}", sample.tonic),
            format!("{:.2}", sample.asmx / sample.tonic),
            format!("{:.1}", sample.asmx_lines as f64 / size),
            format!("{:.1}", sample.tonic_lines as f64 / size),
            format!("{:.3}", sample.asmx / size * 1e3),
        ]
    });
    table::print(&header, &rows.collect::<Vec<_>>());
    let worst = samples.iter().map(|sample| sample.asmx / sample.tonic).fold(0.0, f64::max);
    for pair in samples.windows(2) {
        if let [small, large] = pair {
            let growth = (large.asmx / small.asmx) / (large.size.operations as f64 / small.size.operations as f64);
            println!("Growth from {} to {} operations: {growth:.2} of linear.", small.size, large.size);
        }
    }
    let sizes: Vec<String> = samples.iter().map(|sample| sample.size.to_string()).collect();
    let operations = if samples.iter().all(|sample| sample.size.types == 0) { " operations" } else { "" };
    let what = format!("generating {}{operations}, time beside tonic-prost-build, the worst", sizes.join(", "));
    println!("\n{}", Figure::new(what, worst).goal(Goal::AtMost(GOAL)));
}
