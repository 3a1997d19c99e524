//! Namespaces and prefixes that data sets travel with.

/// XML Schema.
pub(crate) const XS: &str = "http://www.w3.org/2001/XMLSchema";
/// Annotations of columns, tables and the data set itself.
pub(super) const MSDATA: &str = "urn:schemas-microsoft-com:xml-msdata";
/// The marks of changed rows.
pub(super) const DIFFGR: &str = "urn:schemas-microsoft-com:xml-diffgram-v1";
/// `xsi:nil` and `xsi:type`.
pub(super) const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// The name of a data set that was given none.
pub(super) const DEFAULT_NAME: &str = "NewDataSet";
