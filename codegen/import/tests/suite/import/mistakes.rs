//! Mistakes of documents are reported with place and advice.

use std::collections::BTreeSet;

use asmx_codegen::{Code, Diagnostic};
use asmx_import::{Folder, Import, import};
use goldens::examples::Example;
use goldens::mistakes::{Mistake, OF_DOCUMENTS};

use super::{InMemory, tests};

/// Imports an example of that name.
fn imported(name: &str, example: &Example) -> Result<Import, asmx_codegen::Diagnostics> {
    let document = format!("{name}.wsdl");
    import(&InMemory(example.documents(&document)), &document)
}

/// The diagnostics of a wrong document.
fn reported(mistake: &Mistake) -> Vec<Diagnostic> {
    match imported(&mistake.name, &mistake.wrong) {
        Ok(import) => import.warnings,
        Err(mistakes) => mistakes.iter().cloned().collect(),
    }
}

#[test]
fn every_mistake_is_reported_as_its_page_shows() {
    OF_DOCUMENTS.assert_reports(|mistake| {
        let all: Vec<String> = reported(mistake).iter().map(ToString::to_string).collect();
        all.join("\n\n")
    });
}

#[test]
fn every_code_of_the_importer_has_a_document_that_is_reported_with_it_alone() {
    let mut all_found = BTreeSet::new();
    for mistake in OF_DOCUMENTS.all() {
        let found: BTreeSet<String> =
            reported(&mistake).iter().map(|diagnostic| diagnostic.code().as_str().to_owned()).collect();
        // The example of a page may lack a document that its schema names.
        let codes: BTreeSet<String> = mistake.codes().into_iter().collect();
        let is_as_named = if mistake.is_of_page() { found.is_superset(&codes) } else { found == codes };
        assert!(is_as_named, "{}: {found:?}", mistake.name);
        if let Some(right) = mistake.right {
            let right = imported(&mistake.name, &right).unwrap_or_else(|mistakes| panic!("{mistakes}"));
            assert!(right.warnings.is_empty(), "{}: the right example: {:?}", mistake.name, right.warnings);
        }
        all_found.extend(found);
    }
    let of_importer = |code: &&Code| ("ASMX0700".."ASMX1000").contains(&code.as_str());
    let all: BTreeSet<String> = Code::ALL.iter().filter(of_importer).map(|code| code.as_str().to_owned()).collect();
    let missing: Vec<&String> = all.difference(&all_found).collect();
    assert!(missing.is_empty(), "no document shows {missing:?}");
}

#[test]
fn every_report_has_a_place_and_says_what_to_do() {
    for mistake in OF_DOCUMENTS.all() {
        for diagnostic in reported(&mistake) {
            let label = format!("{}: {}", mistake.name, diagnostic.message());
            assert!(diagnostic.line() > 0 && diagnostic.column() > 0 && !diagnostic.file().is_empty(), "{label}");
            let has_help = diagnostic.help_lines().next().is_some();
            assert!(has_help || diagnostic.code() == Code::MalformedXml, "{label} has no help");
        }
    }
}

#[test]
fn strict_takes_every_warning_for_a_mistake() {
    let imported = |name: &str| imported(name, &OF_DOCUMENTS.named(name).wrong).unwrap();
    let import = imported("ASMX0812-union");
    assert!(import.warnings.iter().all(Diagnostic::is_warning));
    let mistakes = import.strict().unwrap_err();
    assert_eq!(mistakes.len(), 1);
    assert!(mistakes.to_string().starts_with("error[ASMX0812]"), "{mistakes}");
    for name in ["ASMX0808-mixed", "ASMX0817-qualified", "ASMX0820-everything"] {
        assert!(imported(name).strict().is_err(), "{name}");
    }
    let folder = Folder::new(tests().join("fixtures/types"));
    assert!(asmx_import::import(&folder, "poly.wsdl").unwrap().strict().is_ok());
}
