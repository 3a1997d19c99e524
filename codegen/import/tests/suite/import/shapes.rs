//! Models of documents from a genuine stack, and of one document for each feature.

use asmx_codegen::load;
use asmx_codegen::model::Service;
use asmx_import::{Folder, import};

use super::outline::outline;
use super::{InMemory, assert_snapshot, files, stem, tests};

fn assert_outlines(folder: &str) {
    let folder = tests().join(folder);
    let documents = files(&folder, "wsdl");
    assert!(!documents.is_empty());
    for path in documents {
        let name = stem(&path);
        let import = import(&Folder::new(&folder), &format!("{name}.wsdl")).unwrap();
        let warnings: Vec<String> = import.warnings.iter().map(ToString::to_string).collect();
        let folder = stem(&folder);
        assert_snapshot(&format!("{folder}-{name}"), &format!("{}{}", outline(&import.service), warnings.join("\n\n")));
    }
}

#[test]
fn documents_of_a_genuine_stack_are_imported_whole() {
    assert_outlines("fixtures/types");
}

#[test]
fn every_feature_is_imported() {
    assert_outlines("fixtures/wsdl");
}

#[test]
fn only_encoded_operations_of_a_genuine_stack_are_left_out() {
    let folder = tests().join("fixtures/types");
    for path in files(&folder, "wsdl") {
        let import = import(&Folder::new(&folder), &format!("{}.wsdl", stem(&path))).unwrap();
        for warning in &import.warnings {
            assert_eq!(warning.code().as_str(), "ASMX0901", "{warning}");
        }
        assert_eq!(import.warnings.is_empty(), stem(&path) != "rpcenc", "{}", path.display());
    }
}

/// The types that .NET names itself are known, whether the document declares them or not.
#[test]
fn types_of_dotnet_are_known_without_a_declaration() {
    let names = ["guid", "char", "TimeSpan", "dateTimeOffset", "dateOnly", "timeOnly"];
    let members: String = names.map(|name| format!("<param name=\"P{name}\" type=\"{name}\"/>")).concat();
    let spec = format!(
        "<service name=\"S\" path=\"/s.asmx\" namespace=\"urn:s\"><doc>S.</doc><area name=\"a\" title=\"A\">\
         <operation name=\"Get\" effect=\"read\"><doc>G.</doc>{members}<result type=\"TimeSpan\" array=\"true\"/></operation></area></service>"
    );
    let service = load("s.xml", spec.as_bytes()).unwrap();
    let document = asmx_codegen::wsdl_at(&service, None, "http://h/s.asmx").unwrap();
    let start = document.find("<s:schema elementFormDefault=\"qualified\" targetNamespace=\"http://microsoft").unwrap();
    let (before, schema) = document.split_at(start);
    let (declared, after) = schema.split_once("</s:schema>").unwrap();
    assert!(declared.contains("name=\"dateTimeOffset\"") && declared.contains("base=\"s:dateTime\""), "{declared}");
    for text in [document.clone(), format!("{before}{after}")] {
        let imported = import(&InMemory::of([("s.wsdl", text.as_str())]), "s.wsdl").unwrap();
        let kinds = |service: &Service| {
            let operation = &service.operations[0];
            let kinds = operation
                .parameters
                .iter()
                .chain(&operation.outputs)
                .map(|member| (member.kind.clone(), member.presence));
            kinds.collect::<Vec<_>>()
        };
        assert_eq!(kinds(&imported.service), kinds(&service), "{text}");
        assert!(imported.service.types.is_empty());
    }
}
