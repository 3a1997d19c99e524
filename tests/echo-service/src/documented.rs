//! What the recorded service is known to do that its interface does not tell, by operation: the echo contract.

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
    /// Nothing but the parameters, with comments around the root that do not travel.
    Parameters,
    /// Everything that XML has, its white space kept.
    Report,
    /// The same without the text that is white space only.
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
