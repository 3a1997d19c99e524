//! Generates the Rust of the service when the spec changes.

fn main() {
    asmx_codegen::build::compile("spec/new-rpc.xml");
}
