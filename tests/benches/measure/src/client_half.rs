//! The client half of generated files: everything but the module with the trait for implementors and what leads to it.

use asmx_codegen::RustFile;

/// The module of the other half.
const OTHER: &str = "service_trait";

/// Keeps the client half of generated Rust.
pub(crate) fn keep(files: Vec<RustFile>) -> Vec<RustFile> {
    let mut kept: Vec<RustFile> =
        files.into_iter().filter(|file| !file.path.ends_with(&format!("/{OTHER}.rs"))).collect();
    for file in &mut kept {
        let lines = file.text.lines().filter(|line| !line.contains(OTHER));
        file.text = lines.flat_map(|line| [line, "\n"]).collect();
    }
    kept
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;
    use crate::synthetic::{Service, Size};
    use crate::{generators, spec};

    #[test]
    fn every_method_stays_and_nothing_of_implementors() {
        let service = Service::of(Size { operations: 38, types: 0 });
        let both = generators::asmx(&spec::text(&service)).unwrap();
        let text = |files: &[RustFile]| files.iter().map(|file| file.text.as_str()).collect::<String>();
        let (whole, client) = (text(&both), text(&keep(both)));
        for operation in &service.operations {
            let declared = format!("#[method(Synthetic::{}, ", operation.method());
            assert_eq!(client.matches(&declared).count(), 1, "{declared}");
        }
        for gone in ["trait SyntheticService", "SyntheticDispatch"] {
            assert!(whole.contains(gone) && !client.contains(gone), "{gone}");
        }
    }
}
