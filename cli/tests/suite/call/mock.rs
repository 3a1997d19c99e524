//! `asmx mock`: a service that a document describes.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::{ends, fails, folder, folder_with, quiet, run};

/// A mock or a gateway that is served until the end of the test, and its base URL.
pub struct Served(Child, pub String);

impl Served {
    /// A mock of the shop.
    pub fn start(folder: &Path, arguments: &[&str]) -> Self {
        Self::run(folder, &[&["mock", "shop.xml"], arguments].concat())
    }

    pub fn run(folder: &Path, arguments: &[&str]) -> Self {
        Self::logged(folder, arguments, Stdio::null())
    }

    /// As [`run`](Self::run), with the log there.
    pub fn logged(folder: &Path, arguments: &[&str], log: Stdio) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
        command.current_dir(folder).args(arguments).args(["--listen", "127.0.0.1:0"]);
        command.env("ASMX_PROFILES", folder.join("profiles.toml")).env("XDG_CACHE_HOME", folder.join("cache"));
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split(['/', ' ']).take(3).collect::<Vec<_>>().join("/");
        Self(child, url)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[test]
fn a_mock_has_samples_and_the_document_of_the_service() {
    let folder = folder("mock");
    let mock = Served::start(&folder, &[]);
    for transport in ["soap11", "soap12", "get", "post"] {
        let call = ["call", "shop.xml", "Ring", "--yes", "--base-url", &mock.1, "--transport", transport];
        let (code, _, err) = run(&folder, &call);
        assert_eq!(code, 0, "{transport}: {err}");
    }
    let (code, out, _) = run(&folder, &["call", "shop.xml", "FindOrders", "--base-url", &mock.1]);
    let result: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(code == 0 && result["FindOrdersResult"][0]["Id"] == 1, "{out}");
    quiet(run(&folder, &["fetch", &format!("{}/shop.asmx", mock.1), "docs"]));
    let (code, out, _) = run(&folder, &["operations", "docs/shop.wsdl", "--format", "csv"]);
    assert!(code == 0 && out.contains("FindOrders,"), "{out}");
}

/// A service writes delimited text with the delimiters that a request states.
#[test]
fn a_sample_of_delimited_text_has_the_delimiters_of_the_request() {
    const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">
      <operation name="Lines" result="delimited" effect="read"><doc>Lines.</doc>
        <param name="RowEnd" type="string" role="row-delimiter"/><param name="CellEnd" type="string" role="column-delimiter"/>
        <param name="Quote" type="string" role="text-qualifier"/></operation></area></service>"#;
    let folder = folder_with("mock_lines", &[("shop.xml", SPEC)]);
    let mock = Served::start(&folder, &[]);
    let called =
        |arguments: &[&str]| run(&folder, &[&["call", "shop.xml", "Lines", "--base-url", &mock.1], arguments].concat());
    for marks in [&[][..], &["--CellEnd", "+"], &["--CellEnd", "+", "--Quote", "a"], &["--RowEnd", "-", "--Quote", "'"]]
    {
        let (code, out, err) = called(&[marks, &["--format", "csv"]].concat());
        assert!(code == 0 && out.ends_with("\r\na,b\r\nc,d\r\n") && err.is_empty(), "{marks:?}: {code} {out} {err}");
    }
    let (_, out, _) = called(&["--RowEnd", "-", "--CellEnd", "+", "--Quote", "a"]);
    assert_eq!(out, "{\"LinesResult\":\"aaaa+aba-aca+ada\"}\n");
    // A dry run has the delimiters that the rows are asked for with.
    for (form, has_delimiters) in [("csv", true), ("jsonl", true), ("table", true), ("json", false)] {
        let (_, out, _) = called(&["--format", form, "--dry-run"]);
        assert_eq!(out.contains("<RowEnd>~"), has_delimiters, "{form}: {out}");
    }
    // Equal delimiters, and one that is too long, are not taken.
    for mark in ["+", &"x".repeat(101)] {
        let (_, out, _) = called(&["--RowEnd", mark, "--CellEnd", "+"]);
        assert_eq!(out, "{\"LinesResult\":\"'a'|'b';'c'|'d'\"}\n");
    }
}

#[test]
fn a_mock_responds_with_the_results_of_a_file() {
    let folder = folder("mock_answers");
    let order = r#"{"Id": 7, "CustomerID": "東京", "State": "Open", "Tags": null}"#;
    let answers =
        format!(r#"{{"FindOrders": {{"FindOrdersResult": [{order}]}}, "AddOrder": {{"$fault": "sold out"}}}}"#);
    fs::write(folder.join("answers.json"), answers).unwrap();
    let mock = Served::start(&folder, &["--answers", "answers.json"]);
    let (code, out, _) = run(&folder, &["call", "shop.xml", "FindOrders", "--base-url", &mock.1]);
    let order = r#"{"FindOrdersResult":[{"Id":7,"CustomerID":"東京","State":"Open"}]}"#;
    assert_eq!((code, out.trim_end()), (0, order));
    let refusal = "error: the service refused AddOrder: sold out\n  code: Server\n";
    ends(run(&folder, &["call", "shop.xml", "AddOrder", "--yes", "--base-url", &mock.1]), (3, "", refusal));
}

#[test]
fn an_address_without_a_host_is_refused_with_the_one_of_this_machine() {
    let folder = folder("mock_address");
    for command in ["mock", "gateway"] {
        for (address, why) in [("18391", "write 127.0.0.1:18391"), (":81", "write 127.0.0.1:81"), ("x", "write an IP")]
        {
            fails(2, run(&folder, &[command, "shop.xml", "--listen", address]), why);
        }
    }
}

#[test]
fn results_that_do_not_fit_are_refused_with_their_place() {
    let folder = folder("mock_unfit");
    for (answers, why) in [
        (r#"{"FindOrder": {}}"#, "`Shop` has no operation `FindOrder`; did you mean `FindOrders` or `AddOrder`?"),
        (
            r#"{"AddOrder": {"AddOrderResult": "x"}}"#,
            "the result of AddOrder: `AddOrderResult`: `x` is not a valid int",
        ),
        (r#"{"AddOrder": {"Result": 1}}"#, "the result of AddOrder has no `Result`; did you mean `AddOrderResult`?"),
        (
            r#"{"FindOrders": {"FindOrdersResult": [{"CustomerId": "7"}]}}"#,
            "the result of FindOrders: `FindOrdersResult[0]`: `CustomerId` is not a valid member of Order; did you mean `CustomerID`?",
        ),
        (r#"{"AddOrder": {}}"#, "`AddOrder`: the result cannot be sent: AddOrderResult is required and was not given"),
    ] {
        fs::write(folder.join("answers.json"), answers).unwrap();
        let refusal = format!("error: answers.json: {why}\n");
        ends(run(&folder, &["mock", "shop.xml", "--answers", "answers.json"]), (2, "", &refusal));
    }
}

/// A profile of the name `shop`.
fn profile(folder: &Path, text: &str) {
    fs::write(folder.join("profiles.toml"), format!("[shop]\n{text}\n")).unwrap();
}

#[test]
fn a_mock_that_demands_basic_takes_its_user_only() {
    let folder = folder("mock_basic");
    let mock = Served::start(&folder, &["--sign-in", "basic"]);
    let call = || run(&folder, &["call", "shop.xml", "FindOrders", "--base-url", &mock.1, "--profile", "shop"]);
    profile(&folder, "basic = { username = \"mock\", password = \"mock\" }");
    assert_eq!(call().0, 0);
    profile(&folder, "basic = { username = \"mock\", password = \"another\" }");
    fails(3, call(), "it offers Basic; Basic was sent, and was not accepted");
    profile(&folder, "");
    fails(3, call(), "it offers Basic; give Basic with `basic` in a profile");
}

#[test]
fn a_mock_that_demands_a_cookie_gives_it_for_the_sign_in_operation() {
    let folder = folder("mock_cookie");
    let spec = fs::read_to_string(folder.join("shop.xml")).unwrap();
    let (begin, end) = spec.split_once("<operation").unwrap();
    let login = "<operation name=\"LogonUser\" effect=\"write\" result=\"none\"><doc>Signs in.</doc></operation>";
    fs::write(folder.join("login.xml"), format!("{begin}{login}\n<operation{end}")).unwrap();
    let mock = Served::run(&folder, &["mock", "login.xml", "--sign-in", "cookie"]);
    let call = |operation: &str, transport: &str| {
        let fixed =
            ["call", "login.xml", operation, "--yes", "--base-url", &mock.1, "--profile", "shop", "--transport"];
        run(&folder, &[fixed.as_slice(), &[transport]].concat())
    };
    for transport in ["soap11", "soap12", "post"] {
        let jar = format!("jar-{transport}");
        profile(&folder, &format!("cookies = \"{jar}\""));
        fails(3, call("Ring", transport), "points to `/login.aspx`, a page for signing in");
        for operation in ["LogonUser", "Ring"] {
            let (code, _, err) = call(operation, transport);
            assert_eq!(code, 0, "{operation} {transport}: {err}");
            assert!(fs::read_to_string(folder.join(&jar)).unwrap().contains(".ASPXAUTH"));
        }
    }
    // The operation that is called counts, whatever the address and the headers say.
    let body = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><Ring xmlns=\"urn:shop\"/></s:Body></s:Envelope>";
    for (query, headers) in [
        ("?wsdl", "Content-Type: text/xml\r\nSOAPAction: \"urn:shop/Ring\""),
        ("", "Content-Type: text/xml; action=\"x/LogonUser\"\r\nSOAPAction: \"urn:shop/Ring\""),
        ("/LogonUser", "Content-Type: text/xml\r\nSOAPAction: \"urn:shop/Ring\""),
    ] {
        let address = mock.1.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).unwrap();
        let head = format!("POST /shop.asmx{query} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}");
        write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        assert!(
            response.starts_with("HTTP/1.1 302 ") && !response.contains("set-cookie"),
            "{query} {headers}: {response}"
        );
    }
    let why = "needs an operation that signs in, such as `Login`";
    fails(2, run(&folder, &["mock", "shop.xml", "--sign-in", "cookie"]), why);
}

/// No member has the arrays of this document: a value of any type may be one.
#[test]
fn a_mock_declares_takes_and_returns_arrays_that_no_member_has() {
    let library = include_str!("../../../../codegen/import/tests/fixtures/wsdl/any-arrays.wsdl");
    let folder = folder_with("mock_any_arrays", &[("library.wsdl", library)]);
    let days = r#"{"$type":"{http://tempuri.org/}ArrayOfDay","$value":["2024-02-29","2025-01-01"]}"#;
    let found = r#"{"$type":"{http://tempuri.org/}ArrayOfFind","$value":[{"Shelf":7},{"Volume":{"Title":"A"}},{"Volume":null}]}"#;
    let loans = r#"{"$type":"{urn:other}ArrayOfLoan","$value":[{"Until":"2024-02-29"},null]}"#;
    for value in [days, found, loans] {
        fs::write(folder.join("answers.json"), format!(r#"{{"Read": {{"ReadResult": {value}}}}}"#)).unwrap();
        let mock = Served::run(&folder, &["mock", "library.wsdl", "--answers", "answers.json"]);
        let (_, _, err) = run(&folder, &["fetch", &format!("{}/library.asmx", mock.1), "served"]);
        assert_eq!(err, "");
        for document in ["library.wsdl", "served/library.wsdl"] {
            let asked = format!("--asked={value}");
            let call = ["call", document, "Read", &asked, "--base-url", &mock.1, "--yes"];
            assert_eq!(quiet(run(&folder, &call)).trim_end(), format!(r#"{{"ReadResult":{value}}}"#));
        }
    }
    let served = fs::read_to_string(folder.join("served/library.wsdl")).unwrap();
    for name in ["ArrayOfDay", "ArrayOfFind", "ArrayOfLoan", "ArrayOfArrayOfBook"] {
        assert_eq!(served.matches(&format!("complexType name=\"{name}\"")).count(), 1, "{name}\n{served}");
    }
}
