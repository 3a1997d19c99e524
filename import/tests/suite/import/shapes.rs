//! Models of documents from a genuine stack, and of one document for each feature.

use asmx_import::{Folder, import};

use super::outline::outline;
use super::{assert_snapshot, files, stem, tests};

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
