//! `.ci/release/packages`: the archives, wheels, npm packages and .NET tools of the command, read back.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::cli::folder;

mod archives;
mod platforms;

use archives::{Member, members};
use platforms::{Platform, elf, mach_o, platforms};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The script, with the cargo that it asks for the crates of the command.
struct Script {
    path: PathBuf,
    cargo: PathBuf,
}

impl Script {
    fn command(&self, arguments: &[&str], out: &Path) -> Command {
        let mut command = Command::new(&self.path);
        command.args(arguments).arg("--out").arg(out).env("CARGO", &self.cargo).env_remove("SOURCE_DATE_EPOCH");
        command
    }

    fn platform(&self, target: &str, program: &Path, out: &Path) -> Command {
        self.command(&["platform", target, program.to_str().unwrap()], out)
    }
}

/// The path of the script. `None`, with the reason printed, if the script or its Python is missing.
fn path() -> Option<PathBuf> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.ci/release/packages");
    if !script.exists() {
        println!("skipped: {} is not here", script.display());
        return None;
    }
    let probe = Command::new("python3").args(["-c", "import tomllib, zlib"]).output();
    if !probe.is_ok_and(|output| output.status.success()) {
        println!("skipped: python3, 3.11 or newer, is not installed");
        return None;
    }
    Some(script)
}

/// The name of the packages, from where the script takes it.
fn name() -> String {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("pyproject.toml")).unwrap();
    manifest.parse::<toml::Table>().unwrap()["project"]["name"].as_str().unwrap().to_owned()
}

/// A cargo that knows three crates: one is compiled in, one is reached through a macro only.
fn known_cargo(folder: &Path) -> PathBuf {
    let lines = [
        "0 asmx vVERSION (/x/cli)|MIT OR Apache-2.0",
        "1 asmx-types vVERSION (/x/types)|MIT/Apache-2.0",
        "1 asmx-review vVERSION (/x/review) (proc-macro)|MIT",
        "2 asmx-codegen vVERSION (/x/codegen)|MIT",
        "2 asmx-types vVERSION (/x/types)|MIT/Apache-2.0 (*)",
    ];
    let path = folder.join("cargo");
    let lines = lines.join("\n").replace("VERSION", VERSION);
    fs::write(&path, format!("#!/bin/sh\ncat <<'END'\n{lines}\nEND\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn sha256(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        write!(text, "{byte:02x}").unwrap();
    }
    text
}

fn names(members: &BTreeMap<String, Member>) -> Vec<&str> {
    members.keys().map(String::as_str).collect()
}

/// The program and nothing else is executable.
fn assert_program(members: &BTreeMap<String, Member>, path: &str, program: &[u8]) {
    for (name, member) in members {
        assert_eq!(member.is_executable, name == path, "{name}");
    }
    assert_eq!(members[path].content, program, "{path}");
}

fn assert_archive(members: &BTreeMap<String, Member>, base: &str, program: &str, bytes: &[u8]) {
    let expected = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", program].map(|file| format!("{base}/{file}"));
    assert_eq!(names(members), expected);
    assert_program(members, &expected[3], bytes);
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    assert_eq!(members[&expected[2]].text(), readme);
}

fn assert_wheel(members: &BTreeMap<String, Member>, platform: &Platform, program: &str, bill: &[u8]) {
    let base = format!("{}-{VERSION}", name().replace('-', "_"));
    let info = format!("{base}.dist-info");
    let files =
        ["METADATA", "RECORD", "WHEEL", "licenses/LICENSE-APACHE", "licenses/LICENSE-MIT", "sboms/asmx.cdx.json"];
    let mut expected = vec![format!("{base}.data/scripts/{program}")];
    expected.extend(files.map(|file| format!("{info}/{file}")));
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/asmx_cli");
    let is_packed = |file: &String| matches!(file.rsplit_once('.'), Some((_, "py" | "typed")));
    for file in file_names(&sources).into_iter().filter(is_packed) {
        let path = format!("asmx_cli/{file}");
        assert_eq!(members[&path].text(), fs::read_to_string(sources.join(file)).unwrap(), "{path}");
        expected.push(path);
    }
    assert_eq!(names(members), expected);
    assert_program(members, &expected[0], &platform.program);
    assert_eq!(members[&expected[6]].content, bill);
    let metadata = members[&expected[1]].text();
    let head = format!("Metadata-Version: 2.4\nName: {}\nVersion: {VERSION}\nSummary: ", name());
    assert!(metadata.starts_with(&head) && metadata.contains("\n\n# asmx\n"), "{metadata}");
    let extra = "\nRequires-Python: >=3.10\nProvides-Extra: arrow\nRequires-Dist: pyarrow>=14 ; extra == \"arrow\"\n";
    assert!(metadata.contains(extra), "{metadata}");
    for extra in ["spark", "dlt"] {
        assert!(metadata.contains(&format!("\nProvides-Extra: {extra}\n")), "{metadata}");
    }
    assert!(metadata.contains("\nLicense-Expression: MIT OR Apache-2.0\nLicense-File: LICENSE-APACHE\n"), "{metadata}");
    let tags: Vec<String> = platform.wheel_tag.split('.').map(|tag| format!("Tag: py3-none-{tag}\n")).collect();
    let described =
        format!("Wheel-Version: 1.0\nGenerator: {} {VERSION}\nRoot-Is-Purelib: false\n{}", name(), tags.concat());
    assert_eq!(members[&expected[3]].text(), described);
    let rows = members.iter().filter(|(name, _)| **name != expected[2]).map(|(name, member)| {
        let digest = URL_SAFE_NO_PAD.encode(Sha256::digest(&member.content));
        format!("{name},sha256={digest},{}\n", member.content.len())
    });
    let record: String = rows.chain([format!("{},,\n", expected[2])]).collect();
    assert_eq!(members[&expected[2]].text(), record);
}

fn assert_npm(members: &BTreeMap<String, Member>, platform: &Platform, program: &str) {
    let files = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"].map(|file| format!("package/{file}"));
    let path = format!("package/bin/{program}");
    let mut expected = [files.as_slice(), &[path.clone(), "package/package.json".to_owned()]].concat();
    expected.sort();
    assert_eq!(names(members), expected);
    assert_program(members, &path, &platform.program);
    let manifest: Value = serde_json::from_slice(&members["package/package.json"].content).unwrap();
    let [system, processor] = platform.npm;
    assert_eq!(manifest["name"], format!("{}-{system}-{processor}", name()));
    let facts = ["version", "os", "cpu"].map(|name| manifest[name].clone());
    assert_eq!(facts, [json!(VERSION), json!([system]), json!([processor])]);
    assert_eq!(manifest.get("libc"), None, "a static program runs beside every C library");
}

/// The parts that every .NET package has, and its manifest.
fn assert_package(members: &BTreeMap<String, Member>, identifier: &str, kind: &str, tools: &[String]) {
    let mut expected = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "[Content_Types].xml", "_rels/.rels"]
        .map(str::to_owned)
        .to_vec();
    expected.push(format!("{identifier}.nuspec"));
    expected.extend(tools.iter().cloned());
    expected.sort();
    assert_eq!(names(members), expected);
    let manifest = roxmltree::Document::parse(members[&format!("{identifier}.nuspec")].text()).unwrap();
    let text = |name| manifest.descendants().find(|node| node.has_tag_name((MANIFEST, name))).unwrap().text();
    assert_eq!((text("id"), text("version")), (Some(identifier), Some(VERSION)));
    let kinds: Vec<_> = manifest.descendants().filter_map(|node| node.attribute("name")).collect();
    assert_eq!(kinds, [kind]);
    let relation = roxmltree::Document::parse(members["_rels/.rels"].text()).unwrap();
    let relation = relation.root_element().first_element_child().unwrap();
    assert_eq!(relation.attribute("Type"), Some("http://schemas.microsoft.com/packaging/2010/07/manifest"));
    assert_eq!(relation.attribute("Target"), Some(format!("/{identifier}.nuspec").as_str()));
    let types = roxmltree::Document::parse(members["[Content_Types].xml"].text()).unwrap();
    for path in expected.iter().filter(|path| *path != "[Content_Types].xml") {
        let file = path.rsplit('/').next().unwrap();
        let has_type = types.root_element().children().any(|node| match file.rsplit_once('.') {
            Some((_, extension)) => node.attribute("Extension") == Some(extension),
            None => node.attribute("PartName") == Some(format!("/{path}").as_str()),
        });
        assert!(has_type, "{path} has no content type");
    }
}

const MANIFEST: &str = "http://schemas.microsoft.com/packaging/2012/06/nuspec.xsd";

fn assert_tool(members: &BTreeMap<String, Member>, identifier: &str, program: &str, bytes: &[u8]) {
    let folder = format!("tools/any/{identifier}");
    let tools = [format!("{folder}/DotnetToolSettings.xml"), format!("{folder}/{program}")];
    assert_package(members, &format!("{}.{identifier}", name()), "DotnetToolRidPackage", &tools);
    assert_program(members, &tools[1], bytes);
    let settings = format!(
        "<DotNetCliTool Version=\"2\"><Commands><Command Name=\"asmx\" EntryPoint=\"{program}\" Runner=\"executable\" /></Commands></DotNetCliTool>\n"
    );
    assert_eq!(members[&tools[0]].text(), settings);
}

/// The components of a bill, with their scopes and licences.
fn assert_bill(bill: &[u8], platform: &Platform) {
    let bill: Value = serde_json::from_slice(bill).unwrap();
    assert_eq!((&bill["bomFormat"], &bill["specVersion"]), (&json!("CycloneDX"), &json!("1.5")));
    let program = &bill["metadata"]["component"];
    let digest = sha256(&platform.program);
    assert_eq!(program["hashes"], json!([{ "alg": "SHA-256", "content": digest }]));
    assert_eq!(bill["metadata"]["timestamp"], "1980-01-01T00:00:00Z");
    assert_eq!(bill["metadata"]["properties"], json!([{ "name": "target", "value": platform.target }]));
    let components = bill["components"].as_array().unwrap().iter();
    let components = components.map(|component| {
        let license = component["licenses"][0]["expression"].as_str().unwrap();
        (component["name"].as_str().unwrap(), component["scope"].as_str().unwrap(), license)
    });
    let components: Vec<_> = components.collect();
    let expected = [
        ("asmx-codegen", "excluded", "MIT"),
        ("asmx-review", "excluded", "MIT"),
        ("asmx-types", "required", "MIT OR Apache-2.0"),
    ];
    assert_eq!(components, expected);
    let reference = |name: &str| json!(format!("pkg:cargo/{name}@{VERSION}"));
    let dependencies = [reference("asmx-review"), reference("asmx-types")];
    assert_eq!(bill["dependencies"][0], json!({ "ref": reference("asmx"), "dependsOn": dependencies }));
}

fn assert_launcher(folder: &Path) {
    let launcher = members(&folder.join(format!("{}-{VERSION}.tgz", name())));
    let path = "package/bin/asmx.js";
    assert!(launcher[path].is_executable && launcher[path].text().starts_with("#!/usr/bin/env node\n"));
    let manifest: Value = serde_json::from_slice(&launcher["package/package.json"].content).unwrap();
    assert_eq!((&manifest["name"], &manifest["bin"]), (&json!(name()), &json!({ "asmx": "bin/asmx.js" })));
    let packages = platforms().into_iter().map(|platform| {
        let [system, processor] = platform.npm;
        (format!("{}-{system}-{processor}", name()), json!(VERSION))
    });
    assert_eq!(manifest["optionalDependencies"], Value::Object(packages.collect()));
}

fn assert_tool_of_all(folder: &Path) {
    let tool = members(&folder.join(format!("{}.{VERSION}.nupkg", name())));
    let path = "tools/net8.0/any/DotnetToolSettings.xml";
    assert_package(&tool, &name(), "DotnetTool", &[path.to_owned()]);
    let settings = roxmltree::Document::parse(tool[path].text()).unwrap();
    let named = settings.descendants().filter(|node| node.has_tag_name("RuntimeIdentifierPackage"));
    let named = named.map(|node| ["RuntimeIdentifier", "Id"].map(|name| node.attribute(name).unwrap().to_owned()));
    let platforms = platforms();
    let identifiers = platforms.iter().flat_map(|platform| platform.runtime_identifiers);
    let expected = identifiers.map(|identifier| [(*identifier).to_owned(), format!("{}.{identifier}", name())]);
    assert_eq!(named.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    let command = settings.descendants().find(|node| node.has_tag_name("Command")).unwrap();
    assert_eq!((command.attribute("Name"), command.attribute("EntryPoint")), (Some("asmx"), None));
}

#[test]
fn packages_of_every_platform_have_their_names_modes_and_identifiers() {
    let Some(path) = path() else { return };
    let folder = folder("release-packages");
    let script = Script { path, cargo: known_cargo(&folder) };
    for platform in platforms() {
        let (program, out) = (folder.join("program"), folder.join(platform.target));
        fs::write(&program, &platform.program).unwrap();
        run(&mut script.platform(platform.target, &program, &out));
        let is_windows = platform.npm[0] == "win32";
        let program = if is_windows { "asmx.exe" } else { "asmx" };
        let base = format!("{}-{VERSION}-{}", name(), platform.target);
        let archive = format!("{base}.{}", if is_windows { "zip" } else { "tar.gz" });
        let wheel = format!("{}-{VERSION}-py3-none-{}.whl", name().replace('-', "_"), platform.wheel_tag);
        let [system, processor] = platform.npm;
        let npm = format!("{}-{system}-{processor}-{VERSION}.tgz", name());
        let tools = platform.runtime_identifiers.iter();
        let tools: Vec<String> = tools.map(|identifier| format!("{}.{identifier}.{VERSION}.nupkg", name())).collect();
        let bill = format!("{base}.cdx.json");
        let mut expected = [vec![archive.clone(), wheel.clone(), npm.clone(), bill.clone()], tools.clone()].concat();
        expected.sort();
        assert_eq!(file_names(&out), expected);
        let bill = fs::read(out.join(bill)).unwrap();
        assert_bill(&bill, &platform);
        assert_archive(&members(&out.join(archive)), &base, program, &platform.program);
        assert_wheel(&members(&out.join(wheel)), &platform, program, &bill);
        assert_npm(&members(&out.join(npm)), &platform, program);
        for (identifier, tool) in platform.runtime_identifiers.iter().zip(tools) {
            assert_tool(&members(&out.join(tool)), identifier, program, &platform.program);
        }
    }
    let common = folder.join("common");
    run(&mut script.command(&["common"], &common));
    assert_launcher(&common);
    assert_tool_of_all(&common);
}

#[test]
fn the_same_program_gives_the_same_bytes_and_checksums() {
    let Some(path) = path() else { return };
    let folder = folder("release-bytes");
    let script = Script { path, cargo: known_cargo(&folder) };
    let platform = &platforms()[0];
    let (program, first, second) = (folder.join("program"), folder.join("first"), folder.join("second"));
    fs::write(&program, &platform.program).unwrap();
    for out in [&first, &second] {
        run(&mut script.platform(platform.target, &program, out));
    }
    run(Command::new(&script.path).arg("checksums").arg(&second));
    let mut lines = String::new();
    for name in file_names(&first) {
        let bytes = fs::read(second.join(&name)).unwrap();
        assert!(bytes == fs::read(first.join(&name)).unwrap(), "{name}");
        writeln!(lines, "{}  {name}", sha256(&bytes)).unwrap();
    }
    assert_eq!(fs::read_to_string(second.join("SHA256SUMS")).unwrap(), lines);
}

fn file_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_program_for_another_platform_never_gets_into_a_package() {
    let Some(path) = path() else { return };
    let folder = folder("release-refused");
    let script = Script { path, cargo: known_cargo(&folder) };
    let (program, out) = (folder.join("program"), folder.join("out"));
    for (target, bytes, reason) in [
        ("x86_64-unknown-linux-musl", elf(62, true), "is a dynamic program for Linux on x86-64, and"),
        ("aarch64-apple-darwin", mach_o(7), "is a dynamic program for macOS on x86-64, and"),
        ("x86_64-pc-windows-msvc", b"MZ".to_vec(), "is not a program that is known here, and"),
        ("riscv64gc-unknown-linux-musl", elf(243, false), "unknown target riscv64gc-unknown-linux-musl: choose one of"),
    ] {
        fs::write(&program, bytes).unwrap();
        let output = script.platform(target, &program, &out).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && message.contains(reason), "{target}: {message}");
        assert!(!out.exists(), "{target}");
    }
}

/// The program that the tests built, as its users would install it.
#[cfg(all(target_os = "linux", target_env = "gnu", any(target_arch = "x86_64", target_arch = "aarch64")))]
#[test]
fn the_command_is_installed_from_its_packages() {
    if !cases::are_all() {
        println!("skipped: EVERY_CASE=1 installs the packages");
        return;
    }
    let Some(path) = path() else { return };
    let folder = folder("release-installed");
    let script = Script { path, cargo: env!("CARGO").into() };
    // A program that uses the C library of the machine.
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    // Stored, not compressed: the program of the tests is large.
    run(script.platform(&target, Path::new(env!("CARGO_BIN_EXE_asmx")), &folder).args(["--level", "0"]));
    let bill = fs::read(folder.join(format!("{}-{VERSION}-{target}.cdx.json", name()))).unwrap();
    let bill: Value = serde_json::from_slice(&bill).unwrap();
    let clap = bill["components"].as_array().unwrap().iter().find(|component| component["name"] == "clap").unwrap();
    assert_eq!((&clap["scope"], clap["hashes"][0]["content"].as_str().unwrap().len()), (&json!("required"), 64));
    run(&mut script.command(&["common"], &folder));
    let output = Command::new(script.path.with_file_name("try")).arg(&folder).arg(&target).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    print!("{printed}");
    assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    assert!(printed.starts_with("right: archive\n"), "{printed}");
    fs::remove_dir_all(folder).unwrap();
}
