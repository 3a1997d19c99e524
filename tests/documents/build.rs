//! Generates the service that the guide makes.

fn main() {
    asmx_codegen::build::compile("spec/library.xml");
}
