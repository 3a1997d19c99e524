//! Any input is imported or refused; nothing panics or hangs.

use std::fs;
use std::ops::Range;
use std::time::Duration;

use asmx_import::{Folder, import};
use goldens::mistakes::OF_DOCUMENTS;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use roxmltree::{Document, Node};

use super::{InMemory, files, tests};
use crate::edited_bytes::edited;

fn survives(bytes: Vec<u8>) {
    let started = cases::processor::Stopwatch::start();
    let mut documents = InMemory::default();
    let length = bytes.len();
    documents.0.insert("mutated.wsdl".to_owned(), bytes);
    match import(&documents, "mutated.wsdl") {
        Ok(import) => {
            assert!(!import.service.operations.is_empty());
            super::passes_check(&import.service);
            assert!(!import.report.to_string().is_empty());
            for warning in import.warnings.iter().take(50) {
                assert!(warning.line() > 0 && warning.to_string().starts_with("warning[ASMX"), "{warning}");
            }
        }
        Err(mistakes) => {
            let report = mistakes.to_string();
            assert!(report.starts_with("error[ASMX") || report.starts_with("warning[ASMX"), "{report}");
            assert!(!report.contains("this document cannot become a spec"), "{report}");
        }
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{length} bytes took too long");
}

/// Small documents, so that many edits have an effect.
fn seeds() -> Vec<Vec<u8>> {
    let of_features = files(&tests().join("fixtures/wsdl"), "wsdl");
    let mut seeds: Vec<Vec<u8>> = of_features.iter().map(|path| fs::read(path).unwrap()).collect();
    seeds.extend(OF_DOCUMENTS.all().iter().map(|example| example.wrong.documents("a.wsdl")["a.wsdl"].clone()));
    seeds
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

/// The quoted text at a position, or the next one after it.
fn quoted_text(bytes: &[u8], at: usize) -> Range<usize> {
    let quotes: Vec<usize> = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'"').map(|(at, _)| at).collect();
    let found = quotes.chunks_exact(2).find(|pair| pair[1] >= at);
    found.map_or(at..at, |pair| pair[0] + 1..pair[1])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases::of(400), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_mutated_document_never_panics(bytes in edited(seeds(), FRAGMENTS, quoted_text)) {
        survives(bytes);
    }
}

/// Invalid names, and names that are in use.
const VALUES: &[&str] = &[
    "",
    " ",
    "a b",
    "1x",
    "tns:",
    ":x",
    "x:y:z",
    "no:X",
    "_",
    "-",
    "Self",
    "new",
    "_x0020_",
    "a.b",
    "string",
    "any",
    "true",
    "0",
    "2",
    "unbounded",
    "rpc",
    "encoded",
    "http://h",
    "http://h/",
    "/",
    "/a/?b=c#d",
    "http://h/a.asmx?b=&c",
    "mailto:x",
    "A",
    "tns:A",
    "s:int",
    "s:string",
    "s:anyType",
];

/// An edit that keeps the document well-formed.
#[derive(Debug, Clone)]
enum Edit {
    /// Repeats an element.
    Repeat(Index),
    Remove(Index),
    /// Replaces an element by another one with its name.
    Replace(Index, Index),
    /// Replaces an attribute's value by another one of that attribute.
    Swap(Index, Index),
    Value(Index, &'static str),
    RemoveAttribute(Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    let index = any::<Index>;
    prop_oneof![
        2 => index().prop_map(Edit::Repeat),
        1 => index().prop_map(Edit::Remove),
        1 => (index(), index()).prop_map(|(from, to)| Edit::Replace(from, to)),
        3 => (index(), index()).prop_map(|(from, to)| Edit::Swap(from, to)),
        2 => (index(), select(VALUES)).prop_map(|(at, value)| Edit::Value(at, value)),
        1 => index().prop_map(Edit::RemoveAttribute),
    ]
}

fn after(text: &str, edit: &Edit) -> String {
    let tree = Document::parse(text).unwrap();
    let elements: Vec<Node<'_, '_>> = tree.root_element().descendants().filter(Node::is_element).skip(1).collect();
    let attributes: Vec<_> = elements.iter().flat_map(Node::attributes).collect();
    if attributes.is_empty() {
        return text.to_owned();
    }
    let mut edited = text.to_owned();
    match edit {
        Edit::Repeat(at) => {
            let range = at.get(&elements).range();
            edited.insert_str(range.end, &text[range]);
        }
        Edit::Remove(at) => edited.replace_range(at.get(&elements).range(), ""),
        Edit::Replace(from, to) => {
            let to = to.get(&elements);
            let alike: Vec<_> = elements.iter().filter(|element| element.tag_name() == to.tag_name()).collect();
            edited.replace_range(to.range(), &text[from.get(&alike).range()]);
        }
        Edit::Swap(from, to) => {
            let to = to.get(&attributes);
            let alike: Vec<_> = attributes.iter().filter(|attribute| attribute.name() == to.name()).collect();
            edited.replace_range(to.range_value(), &text[from.get(&alike).range_value()]);
        }
        Edit::Value(at, value) => edited.replace_range(at.get(&attributes).range_value(), value),
        Edit::RemoveAttribute(at) => edited.replace_range(at.get(&attributes).range(), " "),
    }
    // The edit may remove declarations of prefixes.
    if Document::parse(&edited).is_ok() { edited } else { text.to_owned() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases::of(300), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_imported_of_a_document_with_other_names_and_values_passes_check(
        seed in select(seeds()),
        edits in prop::collection::vec(edit(), 1..8),
    ) {
        if let Some(text) = String::from_utf8(seed).ok().filter(|text| Document::parse(text).is_ok()) {
            survives(edits.iter().fold(text, |text, edit| after(&text, edit)).into_bytes());
        }
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
