//! Whatever the bytes, a document is imported or it is told why not: nothing panics or hangs.

use std::fs;
use std::time::{Duration, Instant};

use asmx_codegen::{Folder, import};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{InMemory, files, tests};

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

#[derive(Debug, Clone)]
enum Change {
    Flip(Index, u8),
    Delete(Index, Index),
    Duplicate(Index, Index),
    Truncate(Index),
    Insert(Index, &'static str),
    /// What stands between quotes at one place, written between those at another.
    Swap(Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        (any::<Index>(), 1..=255_u8).prop_map(|(at, bits)| Change::Flip(at, bits)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Change::Delete(from, to)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Change::Duplicate(from, to)),
        any::<Index>().prop_map(Change::Truncate),
        (any::<Index>(), select(FRAGMENTS)).prop_map(|(at, text)| Change::Insert(at, text)),
        (any::<Index>(), any::<Index>()).prop_map(|(one, two)| Change::Swap(one, two)),
        (any::<Index>(), any::<Index>()).prop_map(|(one, two)| Change::Swap(one, two)),
        (any::<Index>(), any::<Index>()).prop_map(|(one, two)| Change::Swap(one, two)),
    ]
}

/// Where each text between quotes begins and ends.
fn values(bytes: &[u8]) -> Vec<(usize, usize)> {
    let quotes: Vec<usize> = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'"').map(|(at, _)| at).collect();
    quotes.chunks_exact(2).map(|pair| (pair[0] + 1, pair[1])).collect()
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    if bytes.is_empty() {
        return;
    }
    let length = bytes.len();
    let range = |from: &Index, to: &Index| {
        let (from, to) = (from.index(length), to.index(length));
        from.min(to)..from.max(to).min(from.min(to) + 2_000)
    };
    match change {
        Change::Flip(at, bits) => bytes[at.index(length)] ^= bits,
        Change::Delete(from, to) => drop(bytes.drain(range(from, to))),
        Change::Duplicate(from, to) => {
            let range = range(from, to);
            let piece = bytes[range.clone()].to_vec();
            bytes.splice(range.end..range.end, piece);
        }
        Change::Truncate(at) => bytes.truncate(at.index(length)),
        Change::Insert(at, text) => {
            let at = at.index(length);
            bytes.splice(at..at, text.bytes());
        }
        Change::Swap(one, two) => {
            let values = values(bytes);
            if values.is_empty() {
                return;
            }
            let (from, to) = (values[one.index(values.len())], values[two.index(values.len())]);
            let value = bytes[from.0..from.1].to_vec();
            bytes.splice(to.0..to.1, value);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_mutated_document_never_panics(seed in any::<Index>(), changes in proptest::collection::vec(change(), 1..6)) {
        let seeds = seeds();
        let mut bytes = seeds[seed.index(seeds.len())].clone();
        for change in &changes {
            apply(&mut bytes, change);
        }
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
