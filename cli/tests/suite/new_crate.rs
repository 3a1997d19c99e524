//! Contents of new crates, and reasons to refuse one. The root package's tests build them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use asmx::new::{Crate, Options};
use asmx_import::import_file;

use crate::{cli, models};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/import/tests/fixtures/wsdl").join(name)
}

fn folder(test: &str) -> PathBuf {
    cli::folder(&format!("new_{test}"))
}

/// Plans the crate of a simple document.
fn plan(path: &Path, options: &Options) -> Result<Crate, String> {
    Crate::plan(&fixture("simple.wsdl"), path, options).map_err(|error| error.to_string())
}

/// Options with the name of a crate.
fn named(name: &str) -> Options {
    Options { name: Some(name.to_owned()), ..Options::default() }
}

/// File contents by path.
fn files(planned: &Crate) -> BTreeMap<&str, &str> {
    planned.files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect()
}

fn assert_files(name: &str, planned: &Crate, is_shown: impl Fn(&str) -> bool) {
    let files = files(planned).into_iter().filter(|(path, _)| is_shown(path));
    let text = files.map(|(path, text)| format!("===== {path}\n{text}")).collect::<Vec<_>>().concat();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(format!("new__{name}"), text));
}

#[test]
fn a_crate_with_a_build_script() {
    let planned = plan(&folder("build_script").join("shop"), &Options::default()).unwrap();
    assert_eq!((planned.name.as_str(), planned.operations), ("shop", 5));
    assert_files("build_script", &planned, |path| !path.starts_with("spec/"));
    let spec = asmx_codegen::load("shop.xml", files(&planned)["spec/shop.xml"].as_bytes()).unwrap();
    assert_eq!(spec.operations.len(), 5);
}

#[test]
fn a_crate_with_generated_code() {
    let spec = folder("committed").join("small.xml");
    let text = r#"<service name="Mail" path="/mail.asmx">
  <!-- Kept, as all of a spec is. -->
  <doc>Letters.</doc>
  <common>
    <param name="User" type="string" role="username"/>
    <param name="Pass" type="string" role="password" secret="true"/>
    <param name="Key" type="string" secret="true"/>
  </common>
  <area name="letters" title="Letters">
    <operation name="Write" result="none" effect="write"><doc>Writes.</doc><param name="To" type="string"/></operation>
    <operation name="type" result="none" effect="read"><doc>Reads.</doc><param name="Since" type="dateTime"/><param name="Long Name" rust="self_" type="string"/></operation>
  </area>
  <area name="stamps" title="Stamps"><operation name="Stamp" result="string" effect="write"><doc>Stamps.</doc></operation></area>
</service>
"#;
    let text = text.replace("Long Name", "Name").replace("self_", "match");
    fs::write(&spec, &text).unwrap();
    let options = Options { committed: true, ..named("mail-client") };
    let planned = Crate::plan(&spec, &folder("committed_crate"), &options).unwrap();
    assert!(planned.import.is_none());
    assert_eq!(files(&planned)["spec/mail-client.xml"], text);
    assert!(!files(&planned).contains_key("build.rs"));
    let service = asmx_codegen::load("mail-client.xml", text.as_bytes()).unwrap();
    for file in asmx_codegen::generate(&service, "mail-client.xml") {
        assert_eq!(files(&planned)[format!("src/generated/{}", file.path).as_str()], file.text);
    }
    assert_eq!(files(&planned)["src/generated/mail-client.wsdl"], asmx_codegen::wsdl(&service));
    assert_files("committed", &planned, |path| !path.starts_with("spec/") && !path.starts_with("src/generated/"));
}

/// The files of each crate are valid Rust, and name only operations of its document.
#[test]
fn every_document_gives_a_crate() {
    let mut count = 0;
    let step = cases::step(4);
    for path in models::documents().into_iter().step_by(step) {
        let service = import_file(&path).unwrap().service;
        let operations = service.operations.len();
        for committed in [false, true] {
            let options = Options { committed, ..Options::default() };
            let planned = Crate::plan(&path, Path::new("not-there/client"), &options)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(planned.operations, operations, "{}", path.display());
            assert!(service.operations.iter().any(|operation| operation.name == planned.example));
            let is_rust = |name: &str| Path::new(name).extension().is_some_and(|extension| extension == "rs");
            for (name, text) in planned.files.iter().filter(|(name, _)| is_rust(name)) {
                syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {name}: {error}\n{text}", path.display()));
            }
            let report = planned.import.unwrap().report;
            assert_eq!(report.operations.iter().filter(|entry| entry.is_imported).count(), operations);
        }
        count += 1;
    }
    assert!(count * step > 30, "{count}");
}

#[test]
fn a_folder_with_something_in_it_is_refused_and_left_as_it_is() {
    let folder = folder("occupied");
    let (full, file) = (folder.join("full"), folder.join("file"));
    fs::create_dir(&full).unwrap();
    fs::write(full.join(".hidden"), "mine").unwrap();
    fs::write(&file, "mine").unwrap();
    for path in [&full, &file] {
        let expected = format!("error: {} exists and is not an empty folder; name a new folder", path.display());
        assert_eq!(plan(path, &named("shop")).map(drop).unwrap_err(), expected);
    }
    assert_eq!(fs::read_dir(&full).unwrap().count(), 1);
    // Another process may fill the folder meanwhile.
    let late = folder.join("late");
    let planned = plan(&late, &Options::default()).unwrap();
    fs::create_dir(&late).unwrap();
    fs::write(late.join("mine"), "mine").unwrap();
    assert!(planned.write().is_err());
    assert_eq!(fs::read_dir(&late).unwrap().count(), 1);
}

#[test]
fn all_files_are_written_or_none() {
    let folder = folder("all_or_none");
    let crate_folder = folder.join("deep/er/shop");
    let mut planned = plan(&crate_folder, &Options::default()).unwrap();
    // A folder blocks the last file.
    planned.files.push(("src".to_owned(), "no folder".to_owned()));
    let error = planned.write().unwrap_err().to_string();
    assert!(error.starts_with(&format!("error: cannot write {}", crate_folder.join("src").display())), "{error}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "something stayed");
    // The empty folder from before stays.
    fs::create_dir_all(&crate_folder).unwrap();
    assert!(planned.write().is_err());
    assert_eq!(fs::read_dir(&crate_folder).unwrap().count(), 0);
    planned.files.pop();
    planned.write().unwrap();
    for (path, text) in &planned.files {
        assert_eq!(fs::read_to_string(crate_folder.join(path)).unwrap(), *text);
    }
}

#[test]
fn wrong_options_are_told() {
    let shop = Path::new("not-there/shop");
    let workspace = Options { workspace: Some(PathBuf::from("src")), ..Options::default() };
    let only = Options { only: vec!["GetNothing".to_owned()], ..Options::default() };
    for (path, options, words) in [
        (Path::new("not-there/my shop"), Options::default(), &["`my shop`", "--name"][..]),
        (shop, named("tokio"), &["`tokio`"]),
        (shop, only, &["has no operation `GetNothing`"]),
    ] {
        let error = plan(path, &options).map(drop).unwrap_err();
        assert!(words.iter().all(|words| error.contains(words)), "{error}");
    }
    let error = plan(shop, &workspace).map(drop).unwrap_err();
    assert!(error.starts_with("error: src is not a checkout of these crates"), "{error}");
    let missing = Crate::plan(Path::new("none.wsdl"), Path::new("not-there/shop"), &Options::default()).unwrap_err();
    assert!(missing.to_string().starts_with("error: cannot read none.wsdl"), "{missing}");
}

/// The current folder is this package's.
#[test]
fn a_path_from_the_current_folder_becomes_one_from_the_crate() {
    let planned_files = |workspace: &Path| {
        let options = Options { workspace: Some(workspace.to_owned()), ..Options::default() };
        let planned = plan(Path::new("src/../not-there/shop"), &options).unwrap();
        let [manifest, readme] = ["Cargo.toml", "README.md"].map(|file| files(&planned)[file].to_owned());
        (manifest, readme)
    };
    let (manifest, readme) = planned_files(Path::new("../codegen/.."));
    assert!(manifest.contains("asmx-runtime = { path = '../../../runtime' }"), "{manifest}");
    assert!(readme.contains("cargo install --path '../../../cli'"), "{readme}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let (manifest, _) = planned_files(root);
    assert!(manifest.contains(&format!("asmx-runtime = {{ path = '{}/runtime' }}", root.display())), "{manifest}");
}

#[test]
fn the_readme_tells_where_the_document_says_that_the_service_is() {
    let folder = folder("host");
    let document = fs::read_to_string(fixture("simple.wsdl")).unwrap();
    let readme = |host: &str| {
        let input = folder.join("shop.wsdl");
        fs::write(&input, document.replace("http://localhost", host)).unwrap();
        let planned = Crate::plan(&input, &folder.join("shop"), &Options::default()).unwrap();
        files(&planned)["README.md"].to_owned()
    };
    assert!(readme("https://api.example.com:444").contains("states\n  `https://api.example.com:444`.\n"));
    let http_note = "`http://api.example.com`; `http://` to another machine needs `allow_plain_http()` too.\n";
    assert!(readme("HTTP://api.example.com").contains(http_note));
    for other in ["https://ann:s3cret@api.example.com", "jms://api.example.com", "", "https://a`b"] {
        let readme = readme(other);
        assert!(!readme.contains("document states") && !readme.contains("s3cret"), "{readme}");
    }
}

/// Most people have a WSDL document and saved something else.
#[test]
fn what_is_neither_a_document_nor_a_spec_is_told_in_words_of_documents() {
    let folder = folder("neither");
    let refusal = |text: &[u8]| {
        let input = folder.join("service.wsdl");
        fs::write(&input, text).unwrap();
        let error = Crate::plan(&input, &folder.join("shop"), &Options::default()).unwrap_err().to_string();
        assert!(!folder.join("shop").exists());
        error
    };
    for (text, code, message) in [
        (&b""[..], "ASMX0001", "this is an empty file, not a WSDL document or a spec"),
        (b"<!DOCTYPE html><html><body><br></body></html>", "ASMX0701", "this is an HTML page, not a WSDL document"),
        (b"<html><body>Log in</body></html>", "ASMX0701", "this is an HTML page, not a WSDL document or a spec"),
        (b"<root/>", "ASMX0701", "this is an XML document with the root `<root>`, not a WSDL document or a spec"),
    ] {
        let error = refusal(text);
        assert!(error.starts_with(&format!("error[{code}]: {message}")), "{error}");
        assert!(error.contains("save what the service returns for `?WSDL`"), "{error}");
    }
    assert!(refusal(b"\x7fELF\xd0\x00").starts_with("error[ASMX0002]"), "a binary file");
    assert!(refusal(b"<service nam=\"Shop\"/>").contains("`nam`"), "a spec with a mistake");
    assert!(refusal(b"<servcie name=\"Shop\"/>").contains("did you mean `<service>`?"), "a spec that is misspelt");
}

#[test]
fn a_token_of_bytes_is_asked_for_in_its_form() {
    let folder = folder("forms");
    for (kind, form) in [
        ("string", "the token"),
        ("base64Binary", "the token in Base64, such as `dG9rZW4=`"),
        ("hexBinary", "the token in hexadecimal digits, such as `746F6B656E`"),
    ] {
        let path = folder.join(format!("{kind}.xml"));
        let spec = format!(
            "<service name=\"S\" path=\"/s.asmx\" namespace=\"urn:s\"><doc>S.</doc><common>\
             <param name=\"Pass\" type=\"{kind}\" secret=\"true\" role=\"token\"/></common>\
             <area name=\"all\" title=\"All\"><operation name=\"Ping\" result=\"none\" effect=\"read\"><doc>Responds.</doc>\
             </operation></area></service>"
        );
        fs::write(&path, spec).unwrap();
        let planned = Crate::plan(&path, &folder.join("crate"), &named("s")).unwrap();
        let example = &files(&planned)["examples/call-s.rs"];
        assert!(example.contains(form), "{form}: {example}");
    }
}

/// The README asks for every credential, wherever requests take it.
#[test]
fn credentials_of_headers_parameters_and_structures_are_asked_for() {
    let folder = folder("roles");
    let key = "<param name=\"Licence\" type=\"string\" secret=\"true\" role=\"key\"/>";
    let spec = |own: &str, header: &str| {
        format!(
            "<service name=\"S\" path=\"/s.asmx\" namespace=\"urn:s\"><doc>S.</doc>\
             <structure name=\"Login\"><param name=\"User\" type=\"string\" role=\"username\"/>\
             <attribute name=\"Word\" type=\"string\" secret=\"true\" role=\"password\"/>\
             <param name=\"Token\" type=\"string\" secret=\"true\" role=\"token\"/></structure>\
             <area name=\"all\" title=\"All\"><operation name=\"Ping\" result=\"none\" effect=\"read\"><doc>Responds.</doc>\
             {own}{header}</operation></area></service>"
        )
    };
    let (header, token) = (
        "<header name=\"Login\" type=\"Login\"/>",
        "<header name=\"Pass\" type=\"string\" secret=\"true\" role=\"token\"/>",
    );
    for (name, text, expected) in [
        (
            "both",
            spec(key, header),
            &["let builder = builder.credentials(s_username, s_password);", "let builder = builder.key(s_key);"][..],
        ),
        ("token", spec("", token), &["s_token => builder.token(s_token?),"][..]),
        ("list", spec("<param name=\"Logins\" type=\"Login\" array=\"true\"/>", ""), &[][..]),
    ] {
        let path = folder.join(format!("{name}.xml"));
        fs::write(&path, text).unwrap();
        let planned = Crate::plan(&path, &folder.join("crate"), &named("s")).unwrap();
        let example = files(&planned)["examples/call-s.rs"];
        let calls =
            example.lines().map(str::trim).filter(|line| line.contains("builder.") && !line.contains(".build()"));
        let set: Vec<&str> = calls.collect();
        assert_eq!(set, expected, "{example}");
    }
}

/// A client is built without them, so the example does not demand them.
#[test]
fn an_optional_token_or_parameter_is_not_demanded() {
    let folder = folder("optional");
    let spec = |required: &str| {
        format!(
            "<service name=\"S\" path=\"/s.asmx\" namespace=\"urn:s\"><doc>S.</doc><common>\
             <param name=\"Pass\" type=\"string\" secret=\"true\" role=\"token\" {required}/>\
             <param name=\"Language\" type=\"string\" {required}/></common>\
             <area name=\"all\" title=\"All\"><operation name=\"Ping\" result=\"none\" effect=\"read\"><doc>Responds.</doc>\
             </operation></area></service>"
        )
    };
    for (required, is_demanded) in [("", false), ("required=\"true\"", true)] {
        let path = folder.join(format!("{is_demanded}.xml"));
        fs::write(&path, spec(required)).unwrap();
        let planned = Crate::plan(&path, &folder.join("crate"), &named("s")).unwrap();
        let (example, readme) = (files(&planned)["examples/call-s.rs"], files(&planned)["README.md"]);
        for (name, call) in [("S_TOKEN", ".token("), ("S_LANGUAGE", ".common(\"Language\", ")] {
            assert_eq!(example.contains(&format!("variable(\"{name}\")?")), is_demanded, "{example}");
            assert_eq!(example.contains(&format!("match std::env::var(\"{name}\")")), !is_demanded, "{example}");
            assert!(example.contains(&format!("builder{call}")), "{example}");
            assert_eq!(readme.contains(call), is_demanded, "{readme}");
            assert_eq!(readme.contains(&format!("| `{name}` | optional: the ")), !is_demanded, "{readme}");
        }
    }
}

#[test]
fn a_client_has_the_name_that_is_given_or_one_that_says_something() {
    let folder = folder("client_names");
    let simple = fs::read_to_string(fixture("simple.wsdl")).unwrap();
    let named = |service: &str, client: Option<&str>| {
        let document = folder.join(format!("{service}.wsdl"));
        let text = simple.replace("<wsdl:service name=\"Shop\"", &format!("<wsdl:service name=\"{service}\""));
        fs::write(&document, text).unwrap();
        let options = Options { client: client.map(str::to_owned), ..Options::default() };
        let planned = Crate::plan(&document, &folder.join("tool-shop"), &options).unwrap();
        let spec = files(&planned)["spec/tool-shop.xml"].to_owned();
        asmx_codegen::load("shop.xml", spec.as_bytes()).unwrap().name
    };
    assert_eq!(named("Shop", None), "Shop");
    assert_eq!(named("Service1", None), "ToolShop");
    assert_eq!(named("Service1", Some("Tools")), "Tools");
    let spec = folder.join("spec.xml");
    fs::write(&spec, "<service name=\"A\" path=\"/a.asmx\"/>").unwrap();
    let options = Options { client: Some("B".to_owned()), ..Options::default() };
    let error = Crate::plan(&spec, &folder.join("b"), &options).unwrap_err().to_string();
    let expected = "spec.xml states the name: `<service name=\"…\">`";
    assert!(error.starts_with("error: `--client` is for documents; ") && error.ends_with(expected), "{error}");
}

#[test]
fn the_readme_names_an_operation_that_may_sign_in_by_a_cookie() {
    let folder = folder("sign_in");
    let spec = folder.join("desk.xml");
    let text = "<service name=\"Desk\" path=\"/d.asmx\"><doc>A desk.</doc><area name=\"all\" title=\"All\">\
                <operation name=\"LogonUser\" result=\"none\" effect=\"write\"><doc>Signs in.</doc></operation></area></service>";
    fs::write(&spec, text).unwrap();
    let planned = Crate::plan(&spec, &folder.join("desk"), &Options::default()).unwrap();
    let readme = files(&planned)["README.md"];
    assert!(
        readme.contains("`LogonUser` may sign a caller in.") && readme.contains("the feature `cookies`"),
        "{readme}"
    );
}
