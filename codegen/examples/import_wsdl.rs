//! Imports WSDL documents and prints the report, the warnings and, with `--model`, the model.

use std::path::Path;

fn main() {
    let mut model = false;
    for argument in std::env::args().skip(1) {
        if argument == "--model" {
            model = true;
            continue;
        }
        match asmx_codegen::import_file(Path::new(&argument)) {
            Ok(import) => {
                println!("{}", import.report);
                for warning in &import.warnings {
                    println!("{warning}\n");
                }
                if model {
                    println!("{:#?}", import.service);
                }
            }
            Err(error) => println!("{error}\n"),
        }
    }
}
