//! Specs, as the generator reads them.

/// A spec: resolved and generated from, or its mistakes shown with their places.
pub fn spec(input: &[u8]) {
    match asmx_codegen::load("spec.xml", input) {
        Ok(service) => assert!(!asmx_codegen::generate(&service, "spec.xml").is_empty()),
        Err(mistakes) => {
            assert!(mistakes.to_string().starts_with("error[ASMX"), "{mistakes}");
        }
    }
}
