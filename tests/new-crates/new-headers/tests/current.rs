//! The code in `src/generated` matches the spec.

use std::path::Path;

use asmx_codegen::output::{GenerateOptions, outdated};

#[test]
fn the_generated_code_is_current() {
    let options = GenerateOptions::default();
    let spec = "spec/new-headers.xml";
    let files = outdated(Path::new("src/generated"), &[spec], &options)
        .unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    let command = "asmx generate spec/new-headers.xml --out-dir src/generated";
    assert!(files.is_empty(), "{files:?}: run `{command}`");
}
