//! Servers that choose what is saved, and where.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::super::server::{http, serve_by};
use super::super::{folder, notes, quiet};
use super::fetch;

const SCHEMA: &str = "<schema xmlns=\"http://www.w3.org/2001/XMLSchema\"/>";

/// A WSDL document that imports schemas from these locations.
pub fn importing<'a>(locations: impl IntoIterator<Item = &'a str>) -> String {
    let imports = locations.into_iter().fold(String::new(), |mut text, location| {
        let location = location.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
        let _ = write!(text, "<s:import schemaLocation=\"{location}\"/>");
        text
    });
    format!(
        "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\" xmlns:s=\"http://www.w3.org/2001/XMLSchema\">\
         <types><s:schema>{imports}</s:schema></types></definitions>"
    )
}

/// Serves a document, and this content for all that it imports.
fn serving(main: String, content: &'static str) -> String {
    let respond =
        move |request: &str| http("200 OK", "text/xml", if request.contains("/shop.asmx") { &main } else { content });
    serve_by(respond).0
}

/// Files that programs read as their configuration, or run.
const OBEYED: &[&str] = &[
    ".cargo/config.toml",
    ".cargo/config",
    "build.rs",
    "Cargo.toml",
    "rust-toolchain",
    "rust-toolchain.toml",
    "Makefile",
    "GNUmakefile",
    ".envrc",
    ".env",
    ".git/config",
    ".git/hooks/post-checkout",
    ".gitattributes",
    ".gitmodules",
    ".mvn/jvm.config",
    ".mvn/extensions.xml",
    ".mvn/settings.xml",
    "pom.xml",
    "build.xml",
    ".vscode/tasks.json",
    ".vscode/settings.json",
    ".idea/workspace.xml",
    ".idea/runConfigurations/x.xml",
    ".editorconfig",
    ".vimrc",
    ".exrc",
    ".dir-locals.el",
    "package.json",
    ".npmrc",
    "Directory.Build.props",
    "Directory.Build.targets",
    "nuget.config",
    "web.config",
    "x.csproj",
    "x.sln",
    "conftest.py",
    "setup.py",
    "x.sh",
    "fetched.json",
    "Reference.map",
    "Reference.svcmap",
    "results.discomap",
    ".asmx-fetch/journal.json",
    "asmx.toml",
    "%2ecargo%2fconfig.toml",
    "sub/../.cargo/config.toml",
    "..%2f.cargo%2fconfig.toml",
    "con.xsd",
    "NUL",
    "-rf.xsd",
];

/// The names of everything in a folder. Folders end with `/`.
fn listing(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let name = |entry: fs::DirEntry| {
        let end = if entry.file_type().unwrap().is_dir() { "/" } else { "" };
        format!("{}{end}", entry.file_name().to_str().unwrap())
    };
    entries.map(name).collect()
}

#[test]
fn no_file_that_a_program_obeys_is_saved_whatever_a_server_names() {
    let folder = folder("fetch_names");
    for (kind, content) in [("xml", SCHEMA), ("toml", "[target.x86_64-unknown-linux-gnu]\nrunner = \"sh\"\n")] {
        let main = importing(OBEYED.iter().copied());
        let url = serving(main, content);
        let (code, _, err) = fetch(&folder, &[&format!("{url}/on/shop.asmx?WSDL"), kind]);
        let found = listing(&folder.join(kind));
        if kind == "toml" {
            assert!(code == 4 && err.contains(" is not XML, neither a WSDL document nor a schema\n"), "{err}");
            assert_eq!(found, BTreeSet::from(["fetched.json".to_owned(), "shop.wsdl".to_owned()]));
            continue;
        }
        assert_eq!((code, err.as_str()), (0, ""));
        // Some addresses are equal when they are resolved.
        assert!(found.len() > OBEYED.len() - 4, "{found:?}");
        let is_harmless = |name: &str| {
            let stem = name.strip_suffix(".xsd").or_else(|| name.strip_suffix(".wsdl")).unwrap_or_default();
            let letters = |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
            let device = stem.split('.').next().unwrap().to_lowercase();
            !stem.is_empty()
                && !name.starts_with(['.', '-'])
                && stem.chars().all(letters)
                && !["con", "nul"].contains(&device.as_str())
        };
        for name in &found {
            assert!(name == "fetched.json" || is_harmless(name) && !OBEYED.contains(&name.as_str()), "{name}");
        }
        let lower: BTreeSet<_> = found.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(lower.len(), found.len());
    }
    assert_eq!(listing(&folder), BTreeSet::from(["shop.xml", "toml/", "xml/"].map(str::to_owned)));
}

#[test]
fn long_names_are_cut_and_names_that_differ_by_case_are_numbered() {
    let folder = folder("fetch_long");
    let long = format!("{}.xsd", "n".repeat(300));
    let main = importing([long.as_str(), "Types.xsd", "types.xsd", "TYPES.xsd?", "a\u{202e}b.xsd"]);
    let url = serving(main, SCHEMA);
    quiet(fetch(&folder, &[&format!("{url}/shop.asmx?WSDL"), "docs"]));
    let cut = format!("{}.xsd", "n".repeat(96));
    let expected = ["fetched.json", "shop.wsdl", &cut, "Types.xsd", "types-2.xsd", "TYPES-3.xsd", "a_b.xsd"];
    assert_eq!(listing(&folder.join("docs")), expected.map(str::to_owned).into());
}

#[test]
fn files_of_a_person_stay_also_if_the_server_knows_their_content() {
    let folder = folder("fetch_planted");
    let docs = folder.join("docs");
    fs::create_dir(&docs).unwrap();
    fs::write(docs.join("types.xsd"), "<mine/>").unwrap();
    fs::write(docs.join("Makefile"), "all:\n").unwrap();
    // Notes that claim both files, and a name that would end the run before true notes are written.
    let planted = "<schema xmlns=\"http://www.w3.org/2001/XMLSchema\"><annotation><documentation>{\"documents\":[]}</documentation></annotation></schema>";
    let main = importing(["fetched.json", ".asmx-fetch/journal.json", "Makefile", "types.xsd", &"n".repeat(300)]);
    let url = serving(main, planted);
    let before = listing(&docs);
    for _ in 0..2 {
        let why = "types.xsd has other content than was fetched: move it away first";
        notes(fetch(&folder, &[&format!("{url}/shop.asmx?WSDL"), "docs"]), (2, ""), why);
        // All or nothing.
        assert_eq!(listing(&docs), before);
    }
    assert_eq!(fs::read_to_string(docs.join("types.xsd")).unwrap(), "<mine/>");
    fs::remove_file(docs.join("types.xsd")).unwrap();
    assert_eq!(fetch(&folder, &[&format!("{url}/shop.asmx?WSDL"), "docs"]).0, 0);
    assert_eq!(fs::read_to_string(docs.join("Makefile")).unwrap(), "all:\n");
    let notes = fs::read_to_string(docs.join("fetched.json")).unwrap();
    assert!(!notes.contains("\"Makefile\"") || notes.contains("\"Makefile\": \"Makefile.xsd\""), "{notes}");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let folder = folder("fetch_links");
    let main = importing(["types.xsd"]);
    let url = serving(main, SCHEMA);
    let address = format!("{url}/shop.asmx?WSDL");
    for (name, target) in [
        ("types.xsd", "../elsewhere"),
        ("shop.wsdl", "../shop.xml"),
        ("fetched.json", "../elsewhere"),
        (".asmx-fetch", ".."),
    ] {
        let docs = folder.join("docs");
        fs::create_dir(&docs).unwrap();
        std::os::unix::fs::symlink(target, docs.join(name)).unwrap();
        let before = listing(&folder);
        let (code, out, err) = fetch(&folder, &[&address, "docs"]);
        assert_eq!((code, out.as_str()), (2, ""), "{name}: {err}");
        assert!(err.contains(&format!("{name} is not a f")) && err.contains("move it away first"), "{err}");
        assert_eq!((listing(&folder), listing(&docs).len()), (before, 1));
        fs::remove_dir_all(docs).unwrap();
    }
}

#[test]
fn imports_without_end_and_addresses_without_end_are_counted_and_named() {
    let folder = folder("fetch_many");
    let many: Vec<String> = (0..5_000).map(|number| format!("http://other.example/{number}")).collect();
    let long = format!("{}.xsd", "n".repeat(3_000));
    let main = importing(std::iter::once(long.as_str()).chain(many.iter().map(String::as_str)));
    let (url, requests) = serve_by(move |_| http("200 OK", "text/xml", &main));
    let (code, _, err) = fetch(&folder, &[&format!("{url}/shop.asmx?WSDL"), "docs"]);
    assert!(code == 4 && err.contains(" is too long an address\n"), "{err}");
    assert_eq!(err.lines().count(), 4_097);
    assert!(err.ends_with("warning: the documents have more than 4096 imports\n"));
    drop(requests.recv().unwrap());
    assert!(requests.try_recv().is_err());
}
