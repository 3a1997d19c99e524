//! Proxies in C# that Mono generates from the documents that we serve.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cases::Set;

use super::{Served, judge, limits, plan, run, serve_all};

/// Services whose proxies differ from those of the genuine document, and why.
const OTHER: [(&str, &[&str]); 6] = [
    ("Operations of one name have the names of their messages.", &["family", "http", "ops", "routing"]),
    ("Content of text alone is mixed content of anything.", &["choice", "shapes"]),
    ("An element of no namespace is a member without one, and not a reference to it.", &["ns"]),
    ("An action is percent-encoded.", &["names"]),
    ("A member that keeps declarations of namespaces is none.", &["edges"]),
    ("There are no operations of rpc/encoded.", &["mixedstyle"]),
];

/// Documents that are several, which the generator takes only from the network.
const IN_PARTS: [&str; 2] = ["bindings", "typed"];

/// The compiler of C#.
fn compiler(program: &Path, sources: &[PathBuf]) -> Command {
    let mut command = Command::new("mcs");
    command.arg("-nologo").arg("-warn:0").arg(format!("-out:{}", program.display()));
    command.args(["-r:System.Web.Services", "-r:System.Xml", "-r:System.Data"]).args(sources);
    command
}

/// Generates the proxies of documents, which are told by name and address, into a folder.
async fn generate(generator: &Path, folder: &Path, documents: impl Iterator<Item = (&str, String)>) {
    std::fs::create_dir_all(folder).unwrap();
    let mut command = Command::new("mono");
    command.arg(generator).arg(folder);
    for (name, address) in documents {
        command.arg(name).arg(address);
    }
    run(command).await;
}

/// The proxies of a service, without its address.
fn read(folder: &Path, name: &str) -> String {
    let text = std::fs::read_to_string(folder.join(format!("{name}.cs"))).unwrap();
    text.lines().filter(|line| !line.trim_start().starts_with("this.Url =")).collect::<Vec<_>>().join("\n")
}

/// The file of the genuine document.
fn genuine(name: &str) -> PathBuf {
    let files = Set::BY_MONO.into_iter().map(|set| set.documents().join(format!("{name}.wsdl")));
    files.into_iter().find(|file| file.exists()).unwrap().canonicalize().unwrap()
}

/// The proxies are those that the genuine documents give, but for those in the list.
async fn compare(generator: &Path, ours: &Path, services: &[Served]) {
    let names = || services.iter().map(|served| served.name).filter(|name| !IN_PARTS.contains(name));
    let theirs = ours.join("genuine");
    generate(generator, &theirs, names().map(|name| (name, format!("file://{}", genuine(name).display())))).await;
    let mut differ: Vec<_> = names().filter(|name| read(ours, name) != read(&theirs, name)).collect();
    let mut listed: Vec<_> = OTHER.iter().flat_map(|(_, names)| *names).copied().collect();
    differ.sort_unstable();
    listed.sort_unstable();
    assert_eq!(differ, listed, "compare {} with {}", ours.display(), theirs.display());
}

#[tokio::test(flavor = "multi_thread")]
async fn proxies_of_the_generator_of_mono_echo_values_of_every_type() {
    let tool = limits::mono();
    if !tool.is_installed() {
        return;
    }
    let services = serve_all().await;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("proxies");
    std::fs::create_dir_all(&folder).unwrap();
    let generator = folder.join("proxies.exe");
    run(compiler(&generator, &[tool.script().with_file_name("proxies.cs")])).await;
    let served = services.iter().map(|served| (served.name, format!("{}?wsdl", served.address)));
    generate(&generator, &folder, served).await;
    let mut sources = vec![tool.script()];
    sources.extend(services.iter().map(|served| folder.join(format!("{}.cs", served.name))));
    let program = folder.join("echo.exe");
    run(compiler(&program, &sources)).await;
    let mut command = Command::new("mono");
    command.arg(&program).arg(plan(&tool, &services).await);
    let output = run(command).await;
    assert_eq!(judge(&tool, &services, &output), 216);
    compare(&generator, &folder, &services).await;
}
