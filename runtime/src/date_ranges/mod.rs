//! Reports over a date range whose responses have a maximum number of records. The range is divided into parts that are small enough, so that
//! each record is returned once.
//!
//! A part whose response reaches the cap is halved, down to the smallest step of its dates. Parts do not overlap, and leave no gap. For that
//! you must state whether records at the end date belong to a response ([`EndDate`]). A wrong statement loses or doubles records at the
//! borders of parts. Lost records are noticed if the parts of a range have fewer records than the range had
//! ([`RangedReportError::FewerRecords`]), but not always.
//!
//! [`DateRanges`] computes the parts without calls; [`RangedReport`] makes the calls; [`Prepared::by_date`](crate::Prepared::by_date) turns a
//! call into such a report.

mod moment;
mod ranges;
mod report;
#[cfg(test)]
mod tests;

pub use moment::{InvalidMoment, Moment, Step};
pub use ranges::{DateRange, DateRanges, EndDate, FewerRecords, InvalidRange, PartStatus};
pub use report::{RangedReport, RangedReportError, ReportPart};
