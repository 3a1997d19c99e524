//! Names of files for documents that a server names, and the notes about them.

use std::collections::HashSet;

use asmx_import::saved::{Extension, FileNames, Notes};

/// Addresses, each in a line; the first is that of the main document. Every address gets a name that no program obeys, each another one, also
/// where case does not count, and the same in the next run. Notes that can be read come back as they are.
pub fn fetched_names(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let main = text.lines().next().unwrap_or_default();
    let run = || {
        let mut names = FileNames::default();
        let extension = |number: usize| if number.is_multiple_of(3) { Extension::Wsdl } else { Extension::Xsd };
        let addresses = text.lines().take(64).enumerate();
        addresses.map(|(number, address)| names.next(main, address, extension(number))).collect::<Vec<_>>()
    };
    let names = run();
    let mut seen = HashSet::new();
    for name in &names {
        let ends = name.rsplit_once('.').is_some_and(|(_, end)| matches!(end, "wsdl" | "xsd"));
        let begins = name.starts_with(|one: char| one.is_ascii_alphanumeric() || one == '_');
        let letters = name.bytes().all(|one| one.is_ascii_alphanumeric() || b"._-".contains(&one));
        assert!(ends && begins && letters && name.len() <= 110 && FileNames::is_one(name), "{name}");
        assert!(seen.insert(name.to_ascii_lowercase()), "{name} twice");
    }
    assert_eq!(run(), names, "a second run names otherwise");
    if let Some(notes) = Notes::from_json(input) {
        assert_eq!(Notes::from_json(notes.to_json().as_bytes()), Some(notes), "notes differ");
    }
}
