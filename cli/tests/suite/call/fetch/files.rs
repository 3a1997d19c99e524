//! The files after a fetch, also after an interrupted one, and the files that an import finds there.

use std::fs;
use std::path::Path;

use super::super::server::{http, serve_by};
use super::super::{ends, folder, quiet, run};
use super::fetch;
use super::hostile::importing;

const SCHEMA: &str = "<schema xmlns=\"http://www.w3.org/2001/XMLSchema\"/>";
const NEWER: &str = "<schema xmlns=\"http://www.w3.org/2001/XMLSchema\"><annotation/></schema>";

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join("docs").join(name)).unwrap()
}

/// Serves a document with two schemas. The second version has another document and other schemas.
fn versions() -> (String, impl Fn(&str) -> String) {
    let (url, _) = serve_by(|request| {
        let is_newer = request.contains(" /2/");
        let (imports, schema) = if is_newer { (3, NEWER) } else { (2, SCHEMA) };
        let main = importing(["a.xsd", "b.xsd", "?new"].into_iter().take(imports));
        http("200 OK", "text/xml", if request.contains("?WSDL") { &main } else { schema })
    });
    (url.clone(), move |version| format!("{url}/{version}/shop.asmx?WSDL"))
}

fn sha256(text: &str) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(text).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[test]
fn a_run_after_one_that_was_killed_goes_on_and_claims_no_file_of_a_person() {
    let folder = folder("fetch_killed");
    let (_, address) = versions();
    assert_eq!(fetch(&folder, &[&address("1"), "docs"]).0, 0);
    // Killed after the first of the new contents got its name: notes of version 1, and one file of version 2.
    let temporary = folder.join("docs/.asmx-fetch");
    fs::create_dir(&temporary).unwrap();
    let journal = format!(
        "{{\"documents\":[{{\"file\":\"a.xsd\",\"url\":\"\",\"sha256\":\"{0}\"}},{{\"file\":\"b.xsd\",\"url\":\"\",\"sha256\":\"{0}\"}}]}}",
        sha256(NEWER)
    );
    fs::write(temporary.join("journal.json"), journal).unwrap();
    fs::write(temporary.join("b.xsd"), &NEWER[..20]).unwrap();
    fs::write(folder.join("docs/a.xsd"), NEWER).unwrap();
    fs::write(folder.join("docs/b.xsd"), "<mine/>").unwrap();
    let (code, out, err) = fetch(&folder, &[&address("1"), "docs"]);
    assert!((code, out.as_str()) == (2, "") && err.contains("b.xsd has other content"), "{err}");
    assert_eq!((read(&folder, "a.xsd").as_str(), read(&folder, "b.xsd").as_str()), (NEWER, "<mine/>"));
    // Back to a version that neither the notes nor the interrupted run have written last.
    fs::write(folder.join("docs/b.xsd"), SCHEMA).unwrap();
    let out = quiet(fetch(&folder, &[&address("1"), "docs"]));
    let words: Vec<_> = out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(words, ["same", "changed", "same"]);
    assert!(!temporary.exists() && read(&folder, "a.xsd") == SCHEMA);
    let (code, out, _) = fetch(&folder, &[&address("2"), "docs"]);
    assert!(code == 0 && out.lines().count() == 4 && !temporary.exists(), "{out}");
}

#[test]
fn a_temporary_folder_with_other_content_is_reported_and_its_content_stays() {
    let folder = folder("fetch_temporary");
    let (_, address) = versions();
    fs::create_dir_all(folder.join("docs/.asmx-fetch")).unwrap();
    fs::write(folder.join("docs/.asmx-fetch/mine.txt"), "mine").unwrap();
    let (code, _, err) = fetch(&folder, &[&address("1"), "docs"]);
    assert!(code == 1 && err.contains(".asmx-fetch: ") && err.ends_with(". All documents are saved\n"), "{err}");
    assert_eq!(read(&folder, ".asmx-fetch/mine.txt"), "mine");
    assert_eq!(read(&folder, "a.xsd"), SCHEMA);
}

#[cfg(unix)]
#[test]
fn where_no_byte_can_be_written_nothing_changes_and_the_exit_code_is_1() {
    let folder = folder("fetch_full");
    let large = format!("<schema xmlns=\"http://www.w3.org/2001/XMLSchema\"><!--{}--></schema>", "x".repeat(100_000));
    let main = importing(["a.xsd"]);
    let (url, _) =
        serve_by(move |request| http("200 OK", "text/xml", if request.contains("?WSDL") { &main } else { &large }));
    let mut command = std::process::Command::new("sh");
    // Writing beyond 32 kB fails, as on a full disk.
    let script = "trap '' XFSZ; ulimit -f 64; exec \"$0\" fetch \"$1\" docs";
    command.current_dir(&folder).args(["-c", script, env!("CARGO_BIN_EXE_asmx"), &format!("{url}/shop.asmx?WSDL")]);
    let output = command.output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]), "{err}");
    assert!(err.contains("error: cannot write docs/a.xsd: ") && err.ends_with(". Nothing was changed\n"), "{err}");
    assert_eq!(fs::read_dir(folder.join("docs")).unwrap().count(), 0);
}

#[test]
fn imports_are_relative_to_the_address_behind_a_redirect() {
    let folder = folder("fetch_redirect");
    let main = importing(["Common.xsd", "../up.xsd"]);
    let (url, requests) = serve_by(move |request| match request.split(' ').nth(1).unwrap() {
        "/shop.asmx?WSDL" => http("302 Found\r\nLocation: /sub/folder/shop.asmx?WSDL", "text/html", ""),
        "/sub/folder/shop.asmx?WSDL" => http("200 OK", "text/xml", &main),
        "/sub/folder/Common.xsd" | "/sub/up.xsd" => http("200 OK", "text/xml", SCHEMA),
        _ => http("404 Not Found", "text/html", ""),
    });
    let out = quiet(fetch(&folder, &[&format!("{url}/shop.asmx?WSDL"), "docs"]));
    let expected = "new     docs/shop.wsdl  URL/sub/folder/shop.asmx?WSDL\nnew     docs/Common.xsd  URL/sub/folder/Common.xsd\n\
        new     docs/up.xsd  URL/sub/up.xsd\n";
    assert_eq!(out.replace(&url, "URL").replace('\\', "/"), expected);
    assert_eq!(requests.iter().take(4).count(), 4);
}

/// A service whose types are in a schema in a folder, and in one of a query.
const SHOP: &str = r#"<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:shop" xmlns:a="urn:a" xmlns:b="urn:b" targetNamespace="urn:shop">
<types><s:schema targetNamespace="urn:shop" elementFormDefault="qualified">
<s:import namespace="urn:a" schemaLocation="types/v1.0/all.xsd"/><s:import namespace="urn:b" schemaLocation="/ws/other.asmx?schema=b"/>
<s:element name="Find"><s:complexType/></s:element>
<s:element name="FindResponse"><s:complexType><s:sequence><s:element name="A" type="a:Order"/><s:element name="B" type="b:Order"/></s:sequence></s:complexType></s:element>
</s:schema></types>
<message name="In"><part name="parameters" element="tns:Find"/></message><message name="Out"><part name="parameters" element="tns:FindResponse"/></message>
<portType name="P"><operation name="Find"><input message="tns:In"/><output message="tns:Out"/></operation></portType>
<binding name="B" type="tns:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Find">
<soap:operation soapAction="urn:shop/Find" style="document"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="Shop"><port name="P" binding="tns:B"><soap:address location="https://shop.example/ws/shop.asmx"/></port></service></definitions>"#;

#[test]
fn an_import_finds_the_files_by_the_notes() {
    let folder = folder("fetch_import");
    let schema = |namespace: &str, member: &str| {
        format!(
            "<schema xmlns=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"{namespace}\" elementFormDefault=\"qualified\">\
             <complexType name=\"Order\"><sequence><element name=\"{member}\" type=\"string\"/></sequence></complexType></schema>"
        )
    };
    let (a, b) = (schema("urn:a", "FromFolder"), schema("urn:b", "FromQuery"));
    let (url, _) = serve_by(move |request| match request.split(' ').nth(1).unwrap() {
        "/ws/shop.asmx?WSDL" => http("200 OK", "text/xml", SHOP),
        "/ws/types/v1.0/all.xsd" => http("200 OK", "text/xml", &a),
        "/ws/other.asmx?schema=b" => http("200 OK", "text/xml", &b),
        _ => http("404 Not Found", "text/html", ""),
    });
    let (code, out, err) = fetch(&folder, &[&format!("{url}/ws/shop.asmx?WSDL"), "docs"]);
    assert_eq!((code, err.as_str(), out.lines().count()), (0, "", 3));
    assert!(out.contains("types-v1.0-all.xsd") && out.contains("other.b.xsd"), "{out}");
    let (code, spec, err) = run(&folder, &["import", "docs/shop.wsdl"]);
    assert!(code == 0 && !err.contains("ASMX0702"), "{err}");
    assert!(spec.contains("FromFolder") && spec.contains("FromQuery"), "{spec}");
    let (code, out, _) = run(&folder, &["describe", "docs/shop.wsdl", "Find"]);
    assert!(code == 0 && out.contains("FromFolder") && out.contains("FromQuery"), "{out}");
    // The notes name a file that is gone.
    fs::remove_file(folder.join("docs/types-v1.0-all.xsd")).unwrap();
    let (_, _, err) = run(&folder, &["import", "docs/shop.wsdl"]);
    assert!(err.contains("ASMX0702") && err.contains("save it beside this one as `types-v1.0-all.xsd` or"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_second_fetch_into_a_folder_waits_for_the_end_of_the_first() {
    use rustix::fs::{FlockOperation, flock};

    let folder = folder("fetch_locked");
    let (_, address) = versions();
    let temporary = folder.join("docs/.asmx-fetch");
    fs::create_dir_all(&temporary).unwrap();
    let first = fs::File::create(temporary.join("lock")).unwrap();
    flock(&first, FlockOperation::LockExclusive).unwrap();
    let expected = "error: another fetch saves documents into docs: run the command again when it has ended. Nothing was changed\n";
    ends(fetch(&folder, &[&address("1"), "docs"]), (2, "", expected));
    assert_eq!(fs::read_dir(folder.join("docs")).unwrap().count(), 1);
    // The lock of a process that was killed is open.
    drop(first);
    assert_eq!(fetch(&folder, &[&address("1"), "docs"]).0, 0);
    assert!(!temporary.exists());
}
