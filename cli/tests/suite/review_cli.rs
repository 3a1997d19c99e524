//! `fmt`, `lint` and `check`, as people and editors run them.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use goldens::examples::DOCUMENT;
use goldens::mistakes::OF_DOCUMENTS;
use serde_json::{Value, json};

use crate::cli::{ends, err, exits, folder, folder_with, out, run};

const GOOD: &str = r#"<service name="Small" path="/small.asmx">
  <doc>A small service.</doc>
  <area name="all" title="All">
    <operation name="Ping" result="string" effect="read">
      <doc>Responds.</doc>
    </operation>
  </area>
</service>
"#;

#[test]
fn fmt_writes_what_changes() {
    let (bad, other) = (GOOD.replace("</service>", ""), format!("\u{FEFF}{}", GOOD.replace("  ", "\t")));
    let folder = folder_with("fmt", &[("good.xml", GOOD), ("other.xml", &other), ("bad.xml", &bad)]);
    let stamp = |name: &str| fs::metadata(folder.join(name)).unwrap().modified().unwrap();
    let before = ["good.xml", "other.xml", "bad.xml"].map(stamp);

    ends(1, &folder, "fmt --check good.xml other.xml", ("not formatted: other.xml\n", ""));
    assert_eq!(["good.xml", "other.xml", "bad.xml"].map(stamp), before);

    let output = exits(1, &folder, "fmt good.xml bad.xml missing.xml other.xml");
    assert_eq!(out(&output), "formatted other.xml\n");
    let errors = err(&output);
    assert!(errors.contains("error[ASMX0005]") && errors.contains("--> bad.xml:7:10"), "{errors}");
    assert!(errors.contains("error: cannot read missing.xml: "), "{errors}");
    assert_eq!(fs::read_to_string(folder.join("other.xml")).unwrap(), format!("\u{FEFF}{GOOD}"));
    assert_eq!(fs::read_to_string(folder.join("bad.xml")).unwrap(), bad);
    assert_eq!((stamp("good.xml"), stamp("bad.xml")), (before[0], before[2]));

    assert_eq!(out(&exits(0, &folder, "fmt --check good.xml other.xml")), "");
}

/// Editors lay out unsaved text this way.
#[test]
fn fmt_lays_out_standard_input() {
    let with_input = |arguments: &[&str], input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    let output = with_input(&["fmt", "-"], &GOOD.replace("\n    ", " ").replace('"', "'"));
    assert_eq!(out(&output), GOOD);
    assert_eq!(output.status.code(), Some(0));
    let output = with_input(&["fmt", "-"], "<service");
    assert_eq!((out(&output).as_str(), output.status.code()), ("", Some(1)));
    assert!(err(&output).contains("--> standard input:1:"), "{}", err(&output));
    let output = with_input(&["fmt", "--check", "-"], &GOOD.replace("  ", ""));
    assert_eq!((out(&output).as_str(), output.status.code()), ("not formatted: standard input\n", Some(1)));
}

const SUSPICIOUS: &str = r#"<service name="Small" path="/small.asmx">
  <doc>A small service.</doc>
  <area name="all" title="All">
    <operation name="Ping" result="string" effect="read">
      <doc>Responds.</doc>
      <param name="Token" type="string"/>
    </operation>
    <operation name="AddPing" result="string" effect="read">
      <doc>Adds one.</doc>
    </operation>
  </area>
</service>
"#;

#[test]
fn lint_tells_findings_and_mistakes() {
    let bad = GOOD.replace("read", "reed");
    let folder = folder_with("lint", &[("good.xml", GOOD), ("odd.xml", SUSPICIOUS), ("bad.xml", &bad)]);

    ends(0, &folder, "lint good.xml", ("good.xml: nothing found\n", ""));

    let output = exits(1, &folder, "lint good.xml odd.xml bad.xml");
    assert_eq!(out(&output), "good.xml: nothing found\nodd.xml: 1 secret-not-marked, 1 read-named-like-write\n");
    let errors = err(&output);
    for expected in [
        "warning[secret-not-marked]: the name `Token`",
        "--> odd.xml:6:20",
        "warning[read-named-like-write]: the name `AddPing`",
        "error[ASMX0113]",
        "<!-- lint: allow CODE: REASON -->",
    ] {
        assert!(errors.contains(expected), "{expected}: {errors}");
    }

    let (parameter, operation) = ("<param", "<operation name=\"Add");
    let allowed = SUSPICIOUS
        .replace(parameter, "<!-- lint: allow secret-not-marked: everybody knows it -->\n<param")
        .replace(operation, &format!("<!-- lint: allow read-named-like-write: it adds two numbers -->\n{operation}"));
    fs::write(folder.join("odd.xml"), allowed).unwrap();
    assert_eq!(out(&exits(0, &folder, "lint odd.xml")), "odd.xml: nothing found\n");
}

fn parsed(output: &std::process::Output) -> Value {
    serde_json::from_str(&out(output)).unwrap()
}

#[test]
fn lint_tells_findings_as_json() {
    let folder = folder_with("lint_json", &[("good.xml", GOOD), ("odd.xml", &SUSPICIOUS.replace("AddPing", "Pong"))]);
    let output = exits(1, &folder, "lint --format json good.xml odd.xml");
    let finding = json!({
        "code": "secret-not-marked",
        "severity": "warning",
        "message": "the name `Token` suggests a secret, but the value is not marked as secret",
        "file": "odd.xml",
        "line": 6,
        "column": 20,
        "help": ["if it is secret, add `secret=\"true\"`"],
    });
    let files = json!([{"file": "good.xml", "diagnostics": []}, {"file": "odd.xml", "diagnostics": [finding]}]);
    assert_eq!(parsed(&output), json!({ "files": files }));
    assert_eq!(err(&output), "");
    exits(0, &folder, "lint --format json good.xml");
}

#[test]
fn check_tells_mistakes_as_json() {
    let bad = GOOD.replace("effect=\"read\"", "effect=\"reed\"");
    let folder = folder_with("check_json", &[("good.xml", GOOD), ("bad.xml", &bad)]);
    let output = exits(2, &folder, "check --format json good.xml bad.xml missing.xml");
    let mut files = parsed(&output);
    let missing = files["files"][2]["diagnostics"][0]["message"].take();
    let mistake = json!({
        "code": "ASMX0113",
        "severity": "error",
        "message": "`reed` is not a value of the attribute `effect`",
        "file": "bad.xml",
        "line": 4,
        "column": 52,
        "help": ["did you mean `read`?"],
    });
    let unreadable = json!({
        "code": null, "severity": "error", "message": null, "file": "missing.xml", "line": null, "column": null, "help": [],
    });
    let expected = json!({"files": [
        {"file": "good.xml", "service": "Small", "operations": 1, "diagnostics": []},
        {"file": "bad.xml", "service": null, "operations": null, "diagnostics": [mistake]},
        {"file": "missing.xml", "service": null, "operations": null, "diagnostics": [unreadable]},
    ]});
    assert_eq!(files, expected);
    assert!(missing.as_str().unwrap().starts_with("cannot read missing.xml: "), "{missing}");
    assert_eq!(err(&output), "");

    // Losses of an import are warnings, not errors.
    let document = OF_DOCUMENTS.named("ASMX0812-union").wrong.documents(DOCUMENT);
    fs::write(folder.join(DOCUMENT), &document[DOCUMENT]).unwrap();
    let output = run(&folder, &["check", "--format", "json", DOCUMENT]);
    let file = parsed(&output)["files"][0].take();
    assert_eq!((&file["diagnostics"][0]["severity"], output.status.code()), (&json!("warning"), Some(0)));
    assert!(file["service"].is_string(), "{file}");
}

/// A command that is killed when the test ends.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn start(folder: &Path, files: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
        command.current_dir(folder).args(["check", "--watch"]).args(files);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = channel();
        let streams: [Box<dyn Read + Send>; 2] =
            [Box::new(child.stdout.take().unwrap()), Box::new(child.stderr.take().unwrap())];
        for stream in streams {
            let sender = sender.clone();
            thread::spawn(move || {
                BufReader::new(stream).lines().map_while(Result::ok).all(|line| sender.send(line).is_ok())
            });
        }
        Self { child, lines }
    }

    /// The lines up to the summary of a round, per stream.
    fn round(&self) -> Vec<String> {
        let mut round = Vec::new();
        loop {
            let line =
                self.lines.recv_timeout(Duration::from_secs(20)).unwrap_or_else(|_| panic!("nothing after {round:?}"));
            let is_last = line.ends_with("; waiting for changes");
            round.push(line);
            if is_last {
                // Earlier output on the other stream may arrive late.
                while let Ok(line) = self.lines.recv_timeout(Duration::from_millis(50)) {
                    round.push(line);
                }
                return round;
            }
        }
    }

    /// Asserts the output of a round.
    fn assert_round(&self, expected: &[&str]) {
        let round = self.round();
        for line in expected {
            assert!(round.iter().any(|message| message.contains(line)), "{line}: {round:?}");
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // The process may have ended already; the test has reported that.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn check_watches_files_that_are_written_replaced_and_removed() {
    let folder = folder("watch");
    let (first_file, second_file) = (folder.join("one.xml"), folder.join("two.xml"));
    fs::write(&first_file, GOOD).unwrap();
    fs::write(&second_file, GOOD.replace("Small", "Tiny")).unwrap();
    let mut watch = Watch::start(&folder, &["one.xml", "two.xml"]);
    let all = ["one.xml: Small, 1 operation", "two.xml: Tiny, 1 operation", "no mistakes; waiting for changes"];
    assert_eq!(watch.round(), all);

    // Overwritten in place.
    fs::write(&first_file, GOOD.replace("effect=\"read\"", "effect=\"reed\"")).unwrap();
    watch.assert_round(&["error[ASMX0113]", "--> one.xml:4:52", "mistakes in one.xml; waiting"]);

    // Replaced by another file, as many editors save. Only changes are reported.
    let replacement = folder.join(".one.xml.new");
    fs::write(&replacement, GOOD.replace("Ping", "Pong")).unwrap();
    fs::rename(&replacement, &first_file).unwrap();
    assert_eq!(watch.round(), ["", "one.xml: Small, 1 operation", "no mistakes; waiting for changes"]);

    fs::remove_file(&second_file).unwrap();
    watch.assert_round(&["error: cannot read two.xml", "mistakes in two.xml; waiting"]);
    fs::write(&second_file, GOOD).unwrap();
    watch.assert_round(&["two.xml: Small, 1 operation", "no mistakes; waiting"]);
    assert!(watch.child.try_wait().unwrap().is_none(), "it goes on");
}

/// A document is checked again when a document that it imports changes or appears.
#[test]
fn check_watches_the_documents_beside_a_document() {
    let folder = folder("watch_wsdl");
    let schema = |member: &str| {
        format!(
            "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:s' elementFormDefault='qualified'>\
             <xs:element name='Ping'><xs:complexType/></xs:element><xs:element name='PingResponse'><xs:complexType><xs:sequence>\
             {member}</xs:sequence></xs:complexType></xs:element></xs:schema>"
        )
    };
    let document = "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/' xmlns:soap='http://schemas.xmlsoap.org/wsdl/soap/' xmlns:t='urn:s' \
                    targetNamespace='urn:s'><types><xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:s'>\
                    <xs:include schemaLocation='parts.xsd'/></xs:schema></types>\
                    <message name='In'><part name='parameters' element='t:Ping'/></message>\
                    <message name='Out'><part name='parameters' element='t:PingResponse'/></message>\
                    <portType name='P'><operation name='Ping'><input message='t:In'/><output message='t:Out'/></operation></portType>\
                    <binding name='B' type='t:P'><soap:binding transport='http://schemas.xmlsoap.org/soap/http'/><operation name='Ping'>\
                    <soap:operation soapAction='urn:s/Ping'/><input><soap:body use='literal'/></input><output><soap:body use='literal'/></output>\
                    </operation></binding><service name='S'><port name='Q' binding='t:B'><soap:address location='http://localhost/s.asmx'/></port>\
                    </service></definitions>";
    fs::write(folder.join("s.wsdl"), document).unwrap();
    let watch = Watch::start(&folder, &["s.wsdl"]);
    watch.assert_round(&["ASMX0702", "s.wsdl: S, 1 operation", "no mistakes; waiting"]);
    fs::write(folder.join("parts.xsd"), schema("<xs:element name='PingResult' type='xs:int'/>")).unwrap();
    assert_eq!(watch.round(), ["", "s.wsdl: S, 1 operation", "no mistakes; waiting for changes"]);
    fs::write(folder.join("parts.xsd"), "<xs:schema").unwrap();
    watch.assert_round(&["ASMX0005", "--> parts.xsd:1:"]);
}
