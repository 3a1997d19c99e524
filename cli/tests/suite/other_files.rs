//! Files that are neither specs nor WSDL documents, given to every command that takes one.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::cli;

/// Every command that takes a document, without the document.
const COMMANDS: &[&[&str]] = &[
    &["operations", "FILE"],
    &["describe", "FILE"],
    &["call", "FILE", "Find"],
    &["mock", "FILE", "--listen", "127.0.0.1:0"],
    &["gateway", "FILE", "--listen", "127.0.0.1:0"],
    &["mcp", "FILE"],
    &["openapi", "FILE"],
    &["check", "FILE"],
    &["lint", "FILE"],
    &["fmt", "FILE"],
    &["generate", "--out-dir", "out", "FILE"],
    &["wsdl", "--out-dir", "out", "FILE"],
    &["new", "FILE", "shop"],
    &["import", "FILE"],
    &["diff", "FILE", "FILE"],
];

/// Exit code and standard error of each command.
fn errors(folder: &Path, file: &str) -> Vec<(&'static str, i32, String)> {
    let run = |command: &&'static [&'static str]| {
        let arguments = command.iter().map(|argument| if *argument == "FILE" { file } else { argument });
        let mut process = Command::new(env!("CARGO_BIN_EXE_asmx"));
        process.current_dir(folder).args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
        let output = process.output().unwrap();
        (command[0], output.status.code().unwrap(), cli::err(&output))
    };
    COMMANDS.iter().map(run).collect()
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_by_every_command() {
    let folder = cli::folder("other_files_pipes");
    assert!(Command::new("mkfifo").arg(folder.join("pipe.xml")).status().unwrap().success());
    for file in ["pipe.xml", "/dev/zero"] {
        for (command, code, err) in errors(&folder, file) {
            assert!(
                code != 0 && err.contains("it is a pipe or a device, not a file"),
                "{command} {file}: {code} {err}"
            );
        }
    }
    assert!(!folder.join("out").exists() && !folder.join("shop").exists());
    fs::remove_file(folder.join("pipe.xml")).unwrap();
}

#[test]
fn every_command_says_the_same_of_a_file_that_is_no_document() {
    let folder = cli::folder("other_files_kinds");
    let fault = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><s:Fault><faultcode>s:Server</faultcode>\
        <faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>";
    let latin_1 = b"<!DOCTYPE html><html><body><p>Anmeldung f\xfcr Kunden<br></body></html>";
    let (doctor, save) = ("`asmx doctor URL`", "save what the service returns for `?WSDL`");
    for (content, sentence, help) in [
        (&b""[..], "this is an empty file, not a WSDL document or a spec", doctor),
        (
            b"<!DOCTYPE html>\n<html><body><br></body></html>",
            "this is an HTML page, not a WSDL document or a spec",
            doctor,
        ),
        (b"<html><body>Sign in</body></html>", "this is an HTML page, not a WSDL document or a spec", doctor),
        (latin_1, "this is an HTML page, not a WSDL document or a spec", doctor),
        (fault.as_bytes(), "this is a SOAP fault, not a WSDL document or a spec", doctor),
        (b"{\"Message\":\"Authorization has been denied\"}", "this is JSON, not a WSDL document or a spec", doctor),
        (b"Not found", "this is text that is not XML, not a WSDL document or a spec", doctor),
        (
            b"<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"/>",
            "this is an XML Schema, not a WSDL document or a spec",
            "name the WSDL document that imports this schema",
        ),
        (
            b"<feed><title/></feed>",
            "this is an XML document with the root `<feed>`, not a WSDL document or a spec",
            save,
        ),
    ] {
        fs::write(folder.join("shop.wsdl"), content).unwrap();
        let mut reports: Vec<String> = Vec::new();
        for (command, code, err) in errors(&folder, "shop.wsdl") {
            assert!(code != 0 && err.contains(sentence) && err.contains(help), "{command}: {code} {err}");
            let report = err.lines().skip_while(|line| !line.starts_with("error[")).collect::<Vec<_>>().join("\n");
            reports.push(report.trim_end().to_owned());
        }
        reports.dedup();
        assert_eq!(reports.len(), 1, "{reports:#?}");
    }
}
