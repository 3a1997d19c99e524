//! Specs, as the generator reads them.

/// A spec: resolved and generated from, or its mistakes shown with their places.
pub fn spec(input: &[u8]) {
    match asmx_codegen::load("spec.xml", input) {
        Ok(service) => {
            // What has no typed Rust yet is refused with words, and nothing is written.
            match asmx_codegen::generate(&service, "spec.xml") {
                Ok(rust) => assert!(!rust.is_empty()),
                Err(refused) => assert!(!refused.to_string().is_empty()),
            }
        }
        Err(mistakes) => {
            assert!(mistakes.to_string().starts_with("error[ASMX"), "{mistakes}");
        }
    }
}
