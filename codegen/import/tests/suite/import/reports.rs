//! The report lists everything.

use std::path::PathBuf;

use asmx_import::import::{Entry, Report};
use asmx_import::{Folder, import, import_file};
use goldens::mistakes::OF_DOCUMENTS;

use super::{InMemory, assert_snapshot, files, tests};

#[test]
fn the_report_is_as_it_was_approved() {
    for (folder, name) in [("fixtures/types", "rpcenc"), ("fixtures/wsdl", "all"), ("fixtures/wsdl", "simple")] {
        let import = import(&Folder::new(tests().join(folder)), &format!("{name}.wsdl")).unwrap();
        assert_snapshot(&format!("report-{name}"), &import.report.to_string());
    }
}

/// The report of each document.
fn all_reports() -> impl Iterator<Item = (PathBuf, Report)> {
    let paths = ["fixtures/types", "fixtures/wsdl"].into_iter().flat_map(|folder| files(&tests().join(folder), "wsdl"));
    paths.map(|path| (path.clone(), import_file(&path).unwrap().report))
}

/// Of thousands of operations nobody reads a line each.
#[test]
fn the_summary_is_a_screen_with_what_was_left_out() {
    for (_, report) in all_reports() {
        let summary = report.summary().to_string();
        assert!(summary.lines().count() < 35 && summary.lines().all(|line| line.len() < 1_000), "{summary}");
        let is_complete = report.operations.iter().all(|entry| entry.is_imported);
        assert!(is_complete || summary.contains("\nLeft out\n"), "{summary}");
        assert!(summary.starts_with(report.to_string().lines().next().unwrap()), "{summary}");
        assert!(report.proposals.is_empty() || summary.contains("\nTo review\n"), "{summary}");
    }
    let rpcenc = import(&Folder::new(tests().join("fixtures/types")), "rpcenc.wsdl").unwrap().report;
    assert_snapshot("report-summary-rpcenc", &rpcenc.summary().to_string());
}

#[test]
fn every_operation_type_and_port_is_in_the_report() {
    for (path, report) in all_reports() {
        let text = std::fs::read_to_string(&path).unwrap();
        // The schema of a DataSet defines tables, not types.
        let of_data_sets = |schema: &&str| schema.contains("msdata:IsDataSet");
        let text = text.split_inclusive("</s:schema>").filter(|schema| !of_data_sets(schema)).collect::<String>();
        let named = |start: &str| -> Vec<String> {
            let pieces = text.split(start).skip(1);
            pieces.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
        };
        for port in named("<wsdl:port name=\"") {
            assert!(report.ports.iter().any(|entry| entry.name == port), "{port} in {}", path.display());
        }
        for name in named("<s:complexType name=\"").into_iter().chain(named("<s:simpleType name=\"")) {
            let is_built_in = matches!(name.as_str(), "guid" | "char");
            let is_there = is_built_in || report.types.iter().any(|entry| entry.name == name);
            assert!(is_there, "{name} in {}", path.display());
        }
        for name in named("<wsdl:input name=\"").into_iter().chain(named("<wsdl:operation name=\"")) {
            let decoded = asmx_types::xml_name::decode_local_name(&name).into_owned();
            let is_it = |entry: &Entry| entry.name == decoded || entry.alias.as_ref() == Some(&decoded);
            assert!(report.operations.iter().any(is_it), "{name} in {}", path.display());
        }
    }
}

#[test]
fn what_a_document_says_twice_is_told_once() {
    let documents = OF_DOCUMENTS.named("ASMX0801-affects-three").wrong.documents("a.wsdl");
    let import = import(&InMemory(documents), "a.wsdl").unwrap();
    assert_eq!(import.warnings.len(), 1);
}

#[test]
fn what_a_spec_cannot_say_is_told_in_one_warning_of_its_kind_however_often_it_is_said() {
    let documents = OF_DOCUMENTS.named("ASMX0812-union").wrong.documents("a.wsdl");
    let text = String::from_utf8(documents["a.wsdl"].clone()).unwrap();
    let (before, after) = text.split_once("<s:simpleType name=\"Size\">").unwrap();
    let (_, after) = after.split_once("</s:simpleType>").unwrap();
    let restricted = |name: &str| {
        format!(
            "<s:simpleType name=\"{name}\"><s:restriction base=\"s:string\"><s:maxLength value=\"8\"/></s:restriction></s:simpleType>"
        )
    };
    let name = |number| if number == 0 { "Size".to_owned() } else { format!("Size{number}") };
    let types: Vec<String> = (0..500).map(|number| restricted(&name(number))).collect();
    let document = format!("{before}{}{after}", types.concat());
    let imported = import(&InMemory::of([("a.wsdl", &document)]), "a.wsdl").unwrap();
    let [warning] = imported.warnings.as_slice() else { panic!("{} warnings", imported.warnings.len()) };
    assert!(warning.message().ends_with("`Size`, `Size1` and 498 more"), "{}", warning.message());
    assert!(warning.to_string().contains("it affects the operation `Ping`"), "{warning}");
    assert!(imported.strict().is_err());
}
