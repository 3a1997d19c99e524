//! Import of WSDL documents.

use asmx_import::{Documents, import};

/// One document under every name: it may import itself.
struct One<'a>(&'a [u8]);

impl Documents for One<'_> {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        Some(self.0.to_vec())
    }
}

/// A WSDL document: imported, with places of skipped parts, or its mistakes shown with their places. The result is
/// always the same.
pub fn wsdl_document(input: &[u8]) {
    match import(&One(input), "service.wsdl") {
        Ok(imported) => {
            assert!(!imported.service.operations.is_empty(), "nothing was imported");
            for warning in imported.warnings.iter().take(20) {
                assert!(warning.line() > 0 && warning.to_string().starts_with("warning[ASMX"), "{warning}");
            }
            let again = import(&One(input), "service.wsdl").map(|again| again.service);
            assert!(again.is_ok_and(|again| again == imported.service), "a second import differs");
        }
        Err(mistakes) => assert!(mistakes.to_string().starts_with("error[ASMX"), "{mistakes}"),
    }
}
