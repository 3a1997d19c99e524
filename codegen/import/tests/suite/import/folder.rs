//! Imports every document of a folder that an environment variable names; real documents are not part of this repository.

use std::env;
use std::path::Path;

use asmx_codegen::Code;
use asmx_import::{Folder, import};

use super::{files, stem};

#[test]
fn documents_of_the_named_folder_are_imported_whole() {
    let Some(folder) = env::var_os("ASMX_WSDL_FOLDER") else { return };
    let folder = Path::new(&folder);
    for path in files(folder, "wsdl") {
        let import = import(&Folder::new(folder), &format!("{}.wsdl", stem(&path))).unwrap();
        println!("{}", import.report);
        for warning in &import.warnings {
            println!("{warning}\n");
            assert_eq!(warning.code(), Code::EncodedOperation, "{warning}");
        }
        let left_out: Vec<_> = import.report.operations.iter().filter(|entry| !entry.is_imported).collect();
        assert!(left_out.is_empty() || !import.warnings.is_empty(), "{left_out:?}");
    }
}
