//! Turns the spec of what is read and written into types.

fn main() {
    asmx_codegen::build::compile("spec/orders.xml");
}
