//! The echo contract: by operation, the known behaviour of the recorded service that its interface does not describe.

use asmx_runtime::Operation;

/// Names of the parameters that the service takes beyond those its documentation shows.
pub fn undeclared_of(operation: &Operation) -> &'static [&'static str] {
    match operation.name {
        "Reports_Transactional_GetClicks_XML" => &["SortOrder", "BeginDate", "EndDate"],
        _ => &[],
    }
}

/// The documents that XML results are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// The parameters alone, with comments around the root that do not travel.
    Parameters,
    /// Everything that XML has, its white space kept.
    Report,
    /// Like `Report`, without texts that are white space only.
    ReportWithoutBlanks,
    /// The rows of tables as plain elements.
    Rows,
}

/// Which document an operation returns.
pub fn document_of(operation: &str) -> Document {
    match operation {
        "Reports_GetSoftBouncesByCount_XML" => Document::Report,
        "Reports_Transactional_GetClicks_XML" => Document::ReportWithoutBlanks,
        "Reports_Transactional_GetOpens_XML" => Document::Rows,
        _ => Document::Parameters,
    }
}
