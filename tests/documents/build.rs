//! Generates the service that the guide makes, and collects the guide's pages, whose examples are documentation tests. A call of every operation
//! of the first service is one more.

mod calls;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    asmx_codegen::build::compile_all(["spec/library.xml", "spec/park.xml"]);
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("calls.md"), all_calls()?)?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide");
    // An unpacked package has no guide beside it.
    let (folder, pages) = match folder.canonicalize() {
        Ok(folder) => (folder.clone(), pages(&folder)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => (folder, Vec::new()),
        Err(error) => return Err(error),
    };
    let mut modules = String::new();
    for page in pages.iter().filter(|page| !page.ends_with("SUMMARY.md")) {
        if fs::read_to_string(page)?.contains("```rust") {
            let name = page.strip_prefix(&folder).unwrap_or(page).with_extension("").to_string_lossy().to_string();
            let module: String =
                name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect();
            // Writing to a String cannot fail.
            let _ =
                writeln!(modules, "#[doc = include_str!(\"{}\")]\nmod {} {{}}", page.display(), module.to_lowercase());
        }
    }
    fs::write(out.join("guide.rs"), modules)
}

/// One program with a call of each operation.
fn all_calls() -> io::Result<String> {
    const SPEC: &str = "../../spec/email-campaign.xml";
    println!("cargo::rerun-if-changed={SPEC}");
    let spec = match fs::read(SPEC) {
        Ok(spec) => spec,
        // An unpacked package has no spec beside it.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
        Err(error) => return Err(error),
    };
    let service = asmx_codegen::load(SPEC, &spec).map_err(io::Error::other)?;
    let modules = service.operations.iter().enumerate();
    let modules = modules.map(|(number, operation)| format!("mod call_{number} {{\n{}}}\n", calls::call(operation)));
    Ok(format!("```no_run\n{}fn main() {{}}\n```\n", modules.collect::<String>()))
}

/// The pages of a folder and of the folders in it, in order. A new one makes a new build.
fn pages(folder: &Path) -> io::Result<Vec<PathBuf>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            pages.extend(self::pages(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    pages.sort();
    Ok(pages)
}
