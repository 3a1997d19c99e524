//! Mistakes of documents are reported with place and advice.

use std::collections::BTreeSet;

use asmx_codegen::{Code, Diagnostic};
use asmx_import::{Folder, import};

use super::{assert_snapshot, files, stem, tests};

/// The diagnostics of a bad document.
fn told(name: &str) -> Vec<Diagnostic> {
    match import(&Folder::new(tests().join("bad-wsdls")), name) {
        Ok(import) => import.warnings,
        Err(mistakes) => mistakes.iter().cloned().collect(),
    }
}

fn bad_documents() -> Vec<String> {
    files(&tests().join("bad-wsdls"), "wsdl").iter().map(|path| stem(path)).collect()
}

/// The codes in a file name: `ASMX0711-0901-only-encoded`.
fn codes(name: &str) -> BTreeSet<String> {
    let numbers = name.trim_start_matches("ASMX").split('-');
    numbers.take_while(|part| part.parse::<u16>().is_ok()).map(|number| format!("ASMX{number}")).collect()
}

#[test]
fn everything_that_is_told_is_as_it_was_approved() {
    let documents = bad_documents();
    assert!(documents.len() >= 60);
    for name in documents {
        let all: Vec<String> = told(&format!("{name}.wsdl")).iter().map(ToString::to_string).collect();
        assert_snapshot(&format!("bad-{name}"), &all.join("\n\n"));
    }
}

#[test]
fn every_code_of_the_importer_is_told_of_a_document_and_nothing_else_is() {
    let mut shown = BTreeSet::new();
    for name in bad_documents() {
        let found: BTreeSet<String> =
            told(&format!("{name}.wsdl")).iter().map(|one| one.code().as_str().to_owned()).collect();
        assert_eq!(found, codes(&name), "{name}");
        shown.extend(found);
    }
    // Shown in hostile.rs with generated documents.
    shown.insert(Code::TooManyDocuments.as_str().to_owned());
    let of_importer = |code: &&Code| ("ASMX0700".."ASMX1000").contains(&code.as_str());
    let all: BTreeSet<String> = Code::ALL.iter().filter(of_importer).map(|code| code.as_str().to_owned()).collect();
    let missing: Vec<&String> = all.difference(&shown).collect();
    assert!(missing.is_empty(), "no document shows {missing:?}");
}

#[test]
fn everything_that_is_told_has_a_place_and_says_what_to_do() {
    for name in bad_documents() {
        for one in told(&format!("{name}.wsdl")) {
            assert!(one.line() > 0 && one.column() > 0 && !one.file().is_empty(), "{name}: {}", one.message());
            let has_help = one.help_lines().next().is_some();
            assert!(has_help || one.code() == Code::MalformedXml, "{name}: {} has no help", one.message());
        }
    }
}

#[test]
fn strict_takes_every_warning_for_a_mistake() {
    let folder = Folder::new(tests().join("bad-wsdls"));
    let import = import(&folder, "ASMX0812-union.wsdl").unwrap();
    assert!(import.warnings.iter().all(Diagnostic::is_warning));
    let mistakes = import.strict().unwrap_err();
    assert_eq!(mistakes.len(), 1);
    assert!(mistakes.to_string().starts_with("error[ASMX0812]"), "{mistakes}");
    for name in ["ASMX0808-mixed.wsdl", "ASMX0817-qualified.wsdl", "ASMX0820-everything.wsdl"] {
        assert!(asmx_import::import(&folder, name).unwrap().strict().is_err(), "{name}");
    }
    let folder = Folder::new(tests().join("fixtures/types"));
    assert!(asmx_import::import(&folder, "poly.wsdl").unwrap().strict().is_ok());
}
