//! Reports over a date range whose responses have a maximum number of records. The range is divided into parts that are small enough, so that
//! each record is returned once.
//!
//! A part whose response reaches the cap is halved, down to the smallest step of its dates. Parts do not overlap, and leave no gap. For that
//! you must state whether records at the end date belong to a response ([`EndDate`]). A wrong statement loses or doubles records at the
//! borders of parts. Lost records are noticed if the parts of a range have fewer records than the range had
//! ([`RangedReportError::FewerRecords`]), but not always.
//!
//! [`Plan`] divides a range into days, weeks or months with names that never change, without calls: for files that together hold each record
//! once. [`DateRanges`] computes the parts of one range from the counts of responses; [`RangedReport`] makes the calls; [`Prepared::by_date`](crate::Prepared::by_date) turns a
//! call into such a report.

mod moment;
mod plan;
mod ranges;
mod report;
#[cfg(test)]
mod tests;

pub use asmx_types::{EndDate, Resolution};
pub use moment::{InvalidMoment, Moment, Step};
pub use plan::{Each, InvalidPlan, Part, Plan};
pub use ranges::{DateRange, DateRanges, FewerRecords, InvalidRange, PartStatus};
pub use report::{RangedReport, RangedReportError, ReportPart};
