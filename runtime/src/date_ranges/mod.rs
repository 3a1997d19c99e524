//! Reports that take a date range and return only so many records: the range is asked for in parts that are small enough, each
//! record once.
//!
//! A part whose response reaches the cap is halved, down to the smallest step that its dates can be written with. Parts neither
//! overlap nor leave a gap. That rests on one thing that only the service knows: whether what happened at the end date belongs to
//! the response. [`EndDate`] states it; a wrong statement loses or doubles records at the borders of parts. Records that are lost
//! this way are noticed where the parts of a range hold fewer records than the range as a whole did
//! ([`RangedReportError::FewerRecords`]); that is a help, not a proof.
//!
//! [`DateRanges`] only computes, for any way of calling; [`RangedReport`] drives it with calls, and
//! [`Prepared::by_date`](crate::Prepared::by_date) makes one of a call.

mod moment;
mod ranges;
mod report;
#[cfg(test)]
mod tests;

pub use moment::{InvalidMoment, Moment, Step};
pub use ranges::{DateRange, DateRanges, EndDate, FewerRecords, InvalidRange, PartStatus};
pub use report::{RangedReport, RangedReportError, ReportPart};
