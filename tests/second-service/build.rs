//! Turns the specs into this crate's source.

fn main() {
    asmx_codegen::build::compile_all([
        "spec/library-catalogue.xml",
        "spec/stock.xml",
        "spec/depot.xml",
        "spec/tables.xml",
        "spec/typed-svc.xml",
        "spec/parcels.xml",
        "spec/everything.xml",
        "spec/zoo.xml",
        "spec/circle-line.xml",
        "spec/same-names.xml",
    ]);
}
