//! Measures the compilation of one area of a large service, and of the complete service: each area has a feature.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use figures::{Figure, Goal};

use crate::synthetic::{Service, Size};
use crate::{cargo, cpu, generators, spec, table};

/// The most of the whole that one of its five areas may cost.
const GOAL: f64 = 0.5;

/// Compiles the client of one area and of all areas, and prints a table.
pub(crate) fn run(size: Size, runs: usize, scratch: &Path) -> Result<()> {
    let folder = scratch.join(format!("parts-{}-{}", size.operations, size.types));
    let areas = write(size, &folder)?;
    let one = areas.first().context("the service has areas")?;
    let parts = [("one area", one.clone()), ("all areas", areas.join(","))];
    let mut rows = Vec::new();
    for (command, arguments) in [("check", &["check"][..]), ("build --release", &["build", "--release"])] {
        let mut seconds = Vec::new();
        for (part, features) in &parts {
            let cost = measure(&folder, &[arguments, &["--features", features]].concat(), runs)?;
            rows.push(vec![command.to_owned(), (*part).to_owned(), format!("{cost:.2}")]);
            seconds.push(cost);
        }
        if let [one, whole] = *seconds.as_slice() {
            let what = format!("`cargo {command}` of one of {} areas of {size}: time beside all", areas.len());
            println!("{}", Figure::new(what, one / whole).goal(Goal::AtMost(GOAL)));
        }
    }
    println!();
    table::print(&["cargo", "part", "CPU s"], &rows);
    Ok(())
}

/// Writes the crate, and gives the features of its areas.
fn write(size: Size, folder: &Path) -> Result<Vec<String>> {
    let text = spec::text(&Service::of(size));
    let service = asmx_codegen::load(spec::NAME, text.as_bytes())?;
    let features = asmx_codegen::features(&service);
    let source = folder.join("src");
    let mut files = asmx_codegen::generate_with_features(&service, spec::NAME);
    "service.rs".clone_into(&mut files.first_mut().context("nothing was generated")?.path);
    generators::write(&files, &source)?;
    fs::write(source.join(generators::asmx_wsdl_file()), generators::asmx_wsdl(&text)?)?;
    fs::write(source.join("lib.rs"), "//! Compiled to be measured.\npub mod service;\n")?;
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../runtime");
    let listed: String = features.iter().map(|feature| format!("{feature} = []\n")).collect();
    let manifest = format!(
        "[package]\nname = \"parts\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n[workspace]\n\n[features]\n{listed}\n\
         [dependencies]\nasmx-runtime = {{ path = \"{}\", default-features = false, features = [\"client\"] }}\n",
        runtime.display()
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    cargo::copy_lock(folder)?;
    Ok(features)
}

/// CPU seconds of compiling the crate alone.
fn measure(folder: &Path, arguments: &[&str], runs: usize) -> Result<f64> {
    let cargo = || cargo::run(folder, &folder.join("target"), arguments);
    cpu::median(cargo::costs(&folder.join("src/lib.rs"), runs, cargo)?).context("no runs")
}
