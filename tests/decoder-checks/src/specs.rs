//! Specs: reading, generating, laying out.

use asmx_codegen::load;
use asmx_review::format::format;
use asmx_review::lint::lint;

/// A spec: resolved and generated from, or its mistakes shown with their places. Layout does not change its meaning.
pub fn spec(input: &[u8]) {
    let loaded = load("spec.xml", input);
    let linted = lint("spec.xml", input);
    assert_eq!(linted.is_ok(), loaded.is_ok());
    match &loaded {
        Ok(service) => assert!(!asmx_codegen::generate(service, "spec.xml").is_empty()),
        Err(mistakes) => {
            assert!(mistakes.to_string().starts_with("error[ASMX"), "{mistakes}");
        }
    }
    match format("spec.xml", input) {
        Ok(text) => {
            let again = format("spec.xml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"));
            assert_eq!(again, text, "laid out again");
            assert_eq!(load("spec.xml", text.as_bytes()).ok(), loaded.ok(), "another meaning: {text}");
        }
        Err(_) => assert!(loaded.is_err(), "a spec without mistakes is not laid out"),
    }
}
