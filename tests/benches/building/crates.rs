//! Compiling a generated client and a caller of each of its methods, beside tonic's.
//!
//! The dependencies are built first and do not count. Then the crate alone is compiled, not incrementally: the CPU time of cargo and all its
//! children, less that of cargo with nothing to do. The service trait is taken out of our client; tonic generates no server.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use asmx_codegen::RustFile;

use crate::synthetic::{Service, Size};
use crate::{calls, cpu, generated, proto, spec, write};

/// Whose generated code it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Maker {
    Asmx,
    Tonic,
}

const STEPS: [&[&str]; 2] = [&["check"], &["build", "--release"]];
const ROUNDS: usize = 3;

pub(crate) fn run() {
    for size in [Size { operations: 400, types: 0 }, Size { operations: 60, types: 60 }] {
        let [ours, tonics] = [Maker::Asmx, Maker::Tonic].map(|maker| write_crate(maker, size));
        for step in STEPS {
            let [ours, tonics] = compare([&ours, &tonics].map(|folder| (folder, step.to_vec())));
            let ratio = tonics / ours;
            println!(
                "cargo {} of {size}: {ours:.2} s, tonic's {tonics:.2} s; tonic's beside ours: {ratio:.1}",
                step.join(" ")
            );
        }
    }
}

/// CPU seconds of two commands in turns.
fn compare([one, other]: [(&PathBuf, Vec<&str>); 2]) -> [f64; 2] {
    let [mut one, mut other] = [one, other].map(|(folder, arguments)| move || cost(folder, &arguments));
    cpu::in_turns(ROUNDS, [&mut one, &mut other])
}

fn cost(folder: &Path, arguments: &[&str]) -> f64 {
    let main_file = File::options().append(true).open(folder.join("src/lib.rs")).unwrap();
    // The dependencies are built first.
    cargo(folder, arguments);
    main_file.set_modified(SystemTime::now()).unwrap();
    let all = cpu::of_children(|| cargo(folder, arguments));
    all - cpu::of_children(|| cargo(folder, arguments))
}

fn cargo(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("cargo");
    command.args(arguments).arg("--quiet").current_dir(folder).stdin(Stdio::null());
    command.env("CARGO_TARGET_DIR", scratch().join("target")).env("CARGO_INCREMENTAL", "0");
    for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTC_WRAPPER"] {
        command.env_remove(variable);
    }
    assert!(command.status().unwrap().success(), "cargo {} in {}", arguments.join(" "), folder.display());
}

fn scratch() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("crates")
}

/// Writes the crate of a client and its callers, and gives its folder.
fn write_crate(maker: Maker, size: Size) -> PathBuf {
    let service = Service::of(size);
    let name = format!("{}-{}-{}", if maker == Maker::Asmx { "asmx" } else { "tonic" }, size.operations, size.types);
    let folder = scratch().join(&name);
    let source = folder.join("src");
    fs::create_dir_all(&source).unwrap();
    let dependencies = match maker {
        Maker::Asmx => {
            let text = spec::text(&service);
            write_service(&text, client_half(generated(spec::NAME, text.as_bytes())), &source);
            runtime()
        }
        Maker::Tonic => {
            proto::generate(proto::descriptor_set(&service), false, &source);
            fs::rename(source.join(format!("{}.rs", proto::PACKAGE)), source.join("service.rs")).unwrap();
            "prost = \"0.14\"\ntonic = \"0.14\"\ntonic-prost = \"0.14\"\n".to_owned()
        }
    };
    fs::write(source.join("calls.rs"), calls::text(maker, &service)).unwrap();
    fs::write(source.join("lib.rs"), "//! Compiled to be measured.\npub mod calls;\npub mod service;\n").unwrap();
    write_manifest(&folder, &name, &dependencies);
    folder
}

/// Writes the module `service`, and the WSDL document that it includes.
fn write_service(text: &str, mut files: Vec<RustFile>, source: &Path) {
    "service.rs".clone_into(&mut files[0].path);
    write(&files, source);
    let service = asmx_codegen::load(spec::NAME, text.as_bytes()).unwrap();
    fs::write(source.join(asmx_codegen::wsdl_file(spec::NAME)), asmx_codegen::wsdl(&service)).unwrap();
}

/// Everything but the module with the trait for implementors, and the lines that lead to it.
fn client_half(files: Vec<RustFile>) -> Vec<RustFile> {
    const OTHER: &str = "service_trait";
    let count = files.len();
    let mut client: Vec<RustFile> =
        files.into_iter().filter(|file| !file.path.ends_with(&format!("/{OTHER}.rs"))).collect();
    assert_eq!(client.len(), count - 1, "the module of the other half has another name");
    for file in &mut client {
        let lines = file.text.lines().filter(|line| !line.contains(OTHER));
        file.text = lines.flat_map(|line| [line, "\n"]).collect();
    }
    client
}

fn runtime() -> String {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime");
    format!(
        "asmx-runtime = {{ path = \"{}\", default-features = false, features = [\"client\"] }}\n",
        runtime.display()
    )
}

/// Writes the manifest, and a lock file with the versions of these benches.
fn write_manifest(folder: &Path, name: &str, dependencies: &str) {
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n[workspace]\n\n\
         [dependencies]\n{dependencies}"
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
}
