//! A report over a date range, one call per part.

use std::fmt;
use std::future::IntoFuture;
use std::sync::Arc;

use asmx_types::Resolution;

use super::ranges::{DateRange, DateRanges, FewerRecords, PartStatus};
use crate::client::prepared::Prepared;
use crate::error::{Error, ErrorKind};
use crate::operation::{Effect, Operation, Role, Scalar, Type};
use crate::results::{RecordCount, Uncountable};
use crate::value::Value;
use crate::value::by_role;
use crate::value::request::FilledRequest;

/// A report in parts: each [`RangedReport::next`] makes the calls that the next part needs. The response of a part is the result of the
/// operation.
///
/// Use it only for operations that read: a range whose response reaches the cap is requested again in halves.
#[derive(Debug)]
#[must_use = "a report makes no call until `next` is called"]
pub struct RangedReport<F> {
    ranges: DateRanges,
    cap: u64,
    ask: F,
    has_failed: bool,
    fewer: Option<FewerRecords>,
}

/// A part of a report.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportPart<T> {
    /// The range of the part.
    pub range: DateRange,
    /// The number of its records.
    pub records: u64,
    /// The response.
    pub result: T,
}

/// The error of a part.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum RangedReportError<T> {
    /// The call failed. The report ends here; [`RangedReport::ask_again`] resumes it at this range.
    #[error("{range}: {error}")]
    Call {
        /// The range of the part.
        range: DateRange,
        /// The error of the call.
        #[source]
        error: Error,
    },
    /// The records of a response cannot be counted, so it is unknown whether the response is complete. The report ends here, as after a failed
    /// call.
    #[error("{range}: {reason}")]
    Uncountable {
        /// The range of the part.
        range: DateRange,
        /// The reason.
        #[source]
        reason: Uncountable,
        /// The response.
        result: T,
    },
    /// The shortest possible range reaches the cap: the part may lack records, which no other range returns. The report continues after it.
    #[error("{}: {} records came, which is as many as the operation returns: others may be missing", .0.range, .0.records)]
    CapReached(
        /// The part with the returned records.
        ReportPart<T>,
    ),
    /// The parts of a range have fewer records than the range had: some are missing. The report continues.
    #[error("{0}")]
    FewerRecords(
        /// The range.
        #[source]
        FewerRecords,
    ),
}

impl<F> RangedReport<F> {
    /// A report over `ranges` of an operation that returns at most `cap` records
    /// ([`Operation::record_limit`](crate::Operation::record_limit)). `ask` makes the call for a range: a request with its dates.
    pub const fn new(ranges: DateRanges, cap: u64, ask: F) -> Self {
        Self { ranges, cap, ask, has_failed: false, fewer: None }
    }

    /// Sets another cap, for operations that return fewer records than documented, or whose cap is not documented.
    pub const fn cap(mut self, records: u64) -> Self {
        self.cap = records;
        self
    }

    /// Resumes the report after a failed call: the next [`RangedReport::next`] requests that range again.
    pub const fn ask_again(&mut self) {
        self.has_failed = false;
    }
}

impl<F, P, T> RangedReport<F>
where
    F: FnMut(DateRange) -> P,
    P: IntoFuture<Output = Result<T, Error>>,
    T: RecordCount,
{
    /// The next part, by default the latest first; `None` after the last part, or after a failed call. If the future is dropped, the next call
    /// requests the range again.
    ///
    /// # Errors
    ///
    /// See [`RangedReportError`]. Only a report that ended without any error has every record once.
    pub async fn next(&mut self) -> Option<Result<ReportPart<T>, RangedReportError<T>>> {
        if let Some(fewer) = self.fewer.take() {
            return Some(Err(RangedReportError::FewerRecords(fewer)));
        }
        while !self.has_failed {
            let range = self.ranges.next_range()?;
            let result = match (self.ask)(range).await {
                Ok(result) => result,
                Err(error) => {
                    self.has_failed = true;
                    return Some(Err(RangedReportError::Call { range, error }));
                }
            };
            let records = match result.record_count() {
                Ok(records) => records,
                Err(reason) => {
                    self.has_failed = true;
                    return Some(Err(RangedReportError::Uncountable { range, reason, result }));
                }
            };
            let status = self.ranges.returned(records, self.cap).unwrap_or_else(|(status, fewer)| {
                self.fewer = Some(fewer);
                status
            });
            let part = ReportPart { range, records, result };
            match status {
                PartStatus::Complete => return Some(Ok(part)),
                PartStatus::CapReached => return Some(Err(RangedReportError::CapReached(part))),
                PartStatus::Halved => {}
            }
        }
        None
    }

    /// Collects all parts.
    ///
    /// # Errors
    ///
    /// The first error; earlier parts are dropped.
    pub async fn all(mut self) -> Result<Vec<ReportPart<T>>, RangedReportError<T>> {
        let mut parts = Vec::new();
        while let Some(part) = self.next().await {
            parts.push(part?);
        }
        Ok(parts)
    }
}

impl<T> fmt::Debug for RangedReportError<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        asmx_types::display::write_sentence(self, out)
    }
}

impl<T: RecordCount> Prepared<T> {
    /// Makes a report over more records than one response can have: the range is requested in parts, each with at most the documented number of
    /// records. Begin and end are set by their roles (`begin-date`, `end-date`); everything else of the call applies to every part. See
    /// [`date_ranges`](crate::date_ranges), and [`RangedReport`] for other ways of calling.
    ///
    /// An operation without a documented cap is called once, unless [`RangedReport::cap`] states one. Do not use it for reports that compute
    /// totals over the whole range.
    ///
    /// # Errors
    ///
    /// The operation takes no time frame, or not with this step; or it does more than read, so that it cannot be repeated.
    pub fn by_date(
        self,
        ranges: DateRanges,
    ) -> Result<RangedReport<impl FnMut(DateRange) -> Self + Send + use<T>>, Error> {
        let operation = self.operation();
        let refused = |why: &str| {
            let message = format!("{} cannot be asked for by date: {why}", operation.name);
            Error::new(ErrorKind::InvalidRequest, message).with_operation(operation)
        };
        let (Some(begin), Some(end)) =
            (by_role::position(operation, Role::BeginDate), by_role::position(operation, Role::EndDate))
        else {
            return Err(refused("none of its parameters are begin and end of a time frame"));
        };
        if operation.effect != Effect::Read {
            return Err(refused("it does more than read, and parts may be asked for again"));
        }
        let is_of = |index: usize, scalar| kind_of(operation, index) == Some(Type::Scalar(scalar));
        if ranges.step() != Resolution::DAY && (is_of(begin, Scalar::Date) || is_of(end, Scalar::Date)) {
            return Err(refused("its dates have no time, so that the step must be a day"));
        }
        let kinds = [begin, end].map(|index| kind_of(operation, index).unwrap_or(Type::STRING));
        let cap = operation.record_limit.unwrap_or(u64::MAX);
        let ask = move |range: DateRange| {
            let [from, to] = range.dates_for(kinds);
            let dates = vec![(begin, Value::from(from)), (end, Value::from(to))];
            self.again_with(|request| Arc::new(FilledRequest::new(request, dates)))
        };
        Ok(RangedReport::new(ranges, cap, ask))
    }
}

fn kind_of(operation: &'static Operation, index: usize) -> Option<Type> {
    operation.parameters.get(index).map(|parameter| parameter.kind)
}
