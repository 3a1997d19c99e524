//! Whatever the bytes, a document is imported or it is told why not: nothing panics or hangs.

use std::fs;
use std::ops::Range;
use std::time::{Duration, Instant};

use asmx_codegen::{Folder, import};
use proptest::prelude::*;

use super::{InMemory, files, tests};
use crate::edited_bytes::edited;

fn survives(bytes: Vec<u8>) {
    let started = Instant::now();
    let mut documents = InMemory::default();
    let length = bytes.len();
    documents.0.insert("mutated.wsdl".to_owned(), bytes);
    match import(&documents, "mutated.wsdl") {
        Ok(import) => {
            assert!(!import.service.operations.is_empty());
            assert!(!import.report.to_string().is_empty());
            for warning in import.warnings.iter().take(50) {
                assert!(warning.line() > 0 && warning.to_string().starts_with("warning[ASMX"), "{warning}");
            }
        }
        Err(mistakes) => assert!(mistakes.to_string().starts_with("error[ASMX"), "{mistakes}"),
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{length} bytes took too long");
}

/// Small documents, so that many changes hit something.
fn seeds() -> Vec<Vec<u8>> {
    let of_features = files(&tests().join("fixtures/wsdl"), "wsdl");
    let bad = files(&tests().join("bad-wsdls"), "wsdl");
    of_features.iter().chain(&bad).map(|path| fs::read(path).unwrap()).collect()
}

const FRAGMENTS: &[&str] = &[
    "<",
    ">",
    "/>",
    "\"",
    "&",
    "\0",
    "\u{feff}",
    "€",
    "𝄞",
    "tns:",
    "s:",
    "unbounded",
    "nillable=\"true\"",
    "mixed=\"true\"",
    "abstract=\"true\"",
    "ref=\"tns:Item\"",
    "type=\"tns:Item\"",
    "<s:any/>",
    "<s:choice>",
    "</s:choice>",
    "<s:sequence/>",
    "use=\"encoded\"",
    "style=\"rpc\"",
    "name=\"\"",
    "namespace=\"\"",
    "ArrayOf",
    "_x0041_",
    "minOccurs=\"0\"",
    "maxOccurs=\"9\"",
];

/// The text between quotes that a place is in, or else the first one behind it.
fn quoted_text(bytes: &[u8], at: usize) -> Range<usize> {
    let quotes: Vec<usize> = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'"').map(|(at, _)| at).collect();
    let found = quotes.chunks_exact(2).find(|pair| pair[1] >= at);
    found.map_or(at..at, |pair| pair[0] + 1..pair[1])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_mutated_document_never_panics(bytes in edited(seeds(), FRAGMENTS, quoted_text)) {
        survives(bytes);
    }
}

#[test]
fn every_document_cut_anywhere_survives() {
    for seed in seeds().into_iter().take(8) {
        for end in (0..seed.len()).step_by(97) {
            survives(seed[..end].to_vec());
        }
    }
}

#[test]
fn importing_twice_gives_the_same() {
    let folder = Folder::new(tests().join("fixtures/wsdl"));
    for name in ["all.wsdl", "collisions.wsdl", "imports.wsdl"] {
        let once = import(&folder, name).unwrap();
        let twice = import(&folder, name).unwrap();
        assert_eq!(once.service, twice.service);
        assert_eq!(once.report, twice.report);
    }
}
