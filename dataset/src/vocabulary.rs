//! Namespaces and prefixes that data sets travel with.

/// XML Schema.
pub(crate) const XS: &str = "http://www.w3.org/2001/XMLSchema";
/// Annotations of columns, tables and the data set itself.
pub(crate) const MSDATA: &str = "urn:schemas-microsoft-com:xml-msdata";
/// The marks of changed rows.
pub(crate) const DIFFGR: &str = "urn:schemas-microsoft-com:xml-diffgram-v1";
/// `xsi:nil` and `xsi:type`.
pub(crate) const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// The name of a data set that was given none.
pub(crate) const DEFAULT_NAME: &str = "NewDataSet";
