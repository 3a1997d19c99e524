//! Namespaces and names of data sets.

pub(crate) const XS: &str = "http://www.w3.org/2001/XMLSchema";
/// Annotations of columns, tables and the data set itself.
pub(crate) const MSDATA: &str = "urn:schemas-microsoft-com:xml-msdata";
/// Annotations of changed rows.
pub(crate) const DIFFGR: &str = "urn:schemas-microsoft-com:xml-diffgram-v1";
/// `xsi:nil` and `xsi:type`.
pub(crate) const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// The default name of a data set.
pub(crate) const DEFAULT_NAME: &str = "NewDataSet";
