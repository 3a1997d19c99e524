//! Turns the spec into this crate's source.

fn main() {
    asmx_codegen::build::compile("spec/library-catalogue.xml");
}
