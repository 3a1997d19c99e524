//! The next range to request, from the number of records in each response.

use std::fmt;

use asmx_types::{EndDate, Resolution};

use super::moment::{DAY, Moment};
use crate::operation::{Scalar, Type};

/// Lengths at whose borders a range is halved: times that people read, and that no service rounds.
const ROUND: [i64; 4] = [DAY, 3_600_000, 60_000, 1000];

/// A range to request: its dates are sent unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DateRange {
    begin: Moment,
    end: Moment,
    step: Resolution,
}

impl DateRange {
    /// The begin date.
    pub const fn begin(&self) -> Moment {
        self.begin
    }

    /// The end date.
    pub const fn end(&self) -> Moment {
        self.end
    }

    /// The begin date in ISO 8601: `2026-01-31` if the step is a day, else with a time.
    pub fn begin_date(&self) -> String {
        self.begin.written(self.step)
    }

    /// The end date in the same form.
    pub fn end_date(&self) -> String {
        self.end.written(self.step)
    }

    /// The begin and end date as parameters of these types take them: a `dateTime` always has a time.
    pub fn dates_for(&self, kinds: [Type; 2]) -> [String; 2] {
        let [begin, end] = kinds.map(|kind| kind == Type::Scalar(Scalar::DateTime));
        [(self.begin_date(), begin), (self.end_date(), end)]
            .map(|(date, has_time)| if has_time && !date.contains('T') { date + "T00:00:00" } else { date })
    }
}

impl fmt::Display for DateRange {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} to {}", self.begin_date(), self.end_date())
    }
}

/// The error of dates that are not a range.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidRange {
    /// The begin date is not earlier than the end date.
    #[error("no time lies between {begin} and {end}: the begin date must be earlier than the end date")]
    Empty {
        /// The begin date.
        begin: Moment,
        /// The end date.
        end: Moment,
    },
    /// A date is finer than the step.
    #[error("{0} is more precise than the step {1}")]
    NotOnStep(Moment, Resolution),
}

asmx_types::debug_is_a_sentence!(InvalidRange, FewerRecords);

/// The parts of a date range, computed from the counts of their responses. Request [`DateRanges::next_range`], report the count by
/// [`DateRanges::returned`], and repeat until there is no next range.
#[derive(Clone, Debug)]
pub struct DateRanges {
    step: Resolution,
    end_date: EndDate,
    oldest_first: bool,
    /// The ranges that are left; the next is at the end.
    pending: Vec<Pending>,
    /// The number of records in parts that are done.
    records: u64,
}

#[derive(Clone, Copy, Debug)]
enum Pending {
    /// The range in milliseconds since 1970, the end excluded.
    Ask { begin: i64, end: i64 },
    /// A halved range. Its parts must have at least `total` records; `before` were counted when it was halved.
    Check { begin: i64, end: i64, total: u64, before: u64 },
}

/// The state of a range after its response.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartStatus {
    /// All its records are in the response.
    Complete,
    /// There may be more: the halves of the range are next, and their responses replace this one.
    Halved,
    /// There may be more, but the range cannot be halved.
    CapReached,
}

/// The parts of a range have fewer records than the range had: the stated [`EndDate`] is wrong, or records were deleted meanwhile.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "{range} had {total} records or more, but its parts have {parts}: check whether records at the end date belong to a response"
)]
pub struct FewerRecords {
    /// The range.
    pub range: DateRange,
    /// The number of records in the response to the range.
    pub total: u64,
    /// The number of records in the responses to its parts.
    pub parts: u64,
}

impl DateRanges {
    pub(crate) const fn step(&self) -> Resolution {
        self.step
    }

    /// The range from `begin` to `end`, as in a single request; `end_date` states whether the end belongs to it. The range should end in the
    /// past: a record that appears while parts are requested may be in none of them.
    ///
    /// # Errors
    ///
    /// `begin` is not earlier than `end`, or a date is more precise than `step`.
    pub fn new(
        begin: Moment,
        end: Moment,
        end_date: EndDate,
        step: impl Into<Resolution>,
    ) -> Result<Self, InvalidRange> {
        let step = step.into();
        let last_step = if end_date == EndDate::Included { i64::from(step.milliseconds()) } else { 0 };
        let (first, last) = (begin.milliseconds(), end.milliseconds() + last_step);
        for (moment, border) in [(begin, first), (end, last)] {
            if border.rem_euclid(step.shortest_range().into()) != 0 {
                return Err(InvalidRange::NotOnStep(moment, step));
            }
        }
        if last <= first {
            return Err(InvalidRange::Empty { begin, end });
        }
        Ok(Self::between(first, last, end_date, step))
    }

    /// The range between these milliseconds since 1970, the end excluded. Both are borders of shortest ranges, in this order.
    pub(super) fn between(begin: i64, end: i64, end_date: EndDate, step: Resolution) -> Self {
        Self { step, end_date, oldest_first: false, pending: vec![Pending::Ask { begin, end }], records: 0 }
    }

    /// Requests the earliest parts first. The default is the latest first, as in reports that begin with the most recent records.
    #[must_use]
    pub const fn oldest_first(mut self) -> Self {
        self.oldest_first = true;
        self
    }

    /// Divides the remaining range into days, the earliest first, for reports day by day. The first and the last day may be incomplete.
    pub fn days(&self) -> impl Iterator<Item = DateRange> + '_ {
        let ends = self.pending.iter().map(|pending| match pending {
            Pending::Ask { begin, end } | Pending::Check { begin, end, .. } => (*begin, *end),
        });
        let all = ends.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
        let (mut begin, end) = all.unwrap_or_default();
        std::iter::from_fn(move || {
            let next = end.min((begin.div_euclid(DAY) + 1) * DAY);
            let range = (begin < end).then(|| self.range(begin, next));
            begin = next;
            range
        })
    }

    /// The range to request. It does not change until [`DateRanges::returned`] is called.
    pub fn next_range(&self) -> Option<DateRange> {
        match self.pending.last()? {
            Pending::Ask { begin, end } | Pending::Check { begin, end, .. } => Some(self.range(*begin, *end)),
        }
    }

    fn range(&self, begin: i64, end: i64) -> DateRange {
        let end = if self.end_date == EndDate::Included { end - i64::from(self.step.milliseconds()) } else { end };
        // Both lie between valid moments.
        let begin = Moment::from_milliseconds(begin).unwrap_or(Moment::FIRST);
        DateRange { begin, end: Moment::from_milliseconds(end).unwrap_or(begin), step: self.step }
    }

    /// The border in the middle of a range; `None` if the range cannot be halved.
    fn middle(&self, begin: i64, end: i64) -> Option<i64> {
        let middle = begin + (end - begin) / 2;
        let shortest = i64::from(self.step.shortest_range());
        let lengths = ROUND.into_iter().filter(|length| length % shortest == 0).chain([shortest]);
        lengths.map(|length| middle - middle.rem_euclid(length)).find(|border| *border > begin)
    }

    /// Reports the number of records in the response to [`DateRanges::next_range`], from an operation that returns at most `cap` records (0
    /// counts as 1).
    ///
    /// # Errors
    ///
    /// With this response a halved range is done, and its parts have fewer records than the range had. The response itself is still counted: it
    /// is complete or reaches the cap.
    pub fn returned(&mut self, records: u64, cap: u64) -> Result<PartStatus, (PartStatus, FewerRecords)> {
        let Some(Pending::Ask { begin, end }) = self.pending.pop() else { return Ok(PartStatus::Complete) };
        let reached = records >= cap.max(1);
        if reached && let Some(middle) = self.middle(begin, end) {
            self.pending.push(Pending::Check { begin, end, total: records, before: self.records });
            let (older, newer) = (Pending::Ask { begin, end: middle }, Pending::Ask { begin: middle, end });
            self.pending.extend(if self.oldest_first { [newer, older] } else { [older, newer] });
            return Ok(PartStatus::Halved);
        }
        self.records = self.records.saturating_add(records);
        let status = if reached { PartStatus::CapReached } else { PartStatus::Complete };
        let mut fewer = None;
        while let Some(Pending::Check { begin, end, total, before }) = self.pending.last().copied() {
            self.pending.pop();
            let parts = self.records.saturating_sub(before);
            if parts < total {
                fewer.get_or_insert(FewerRecords { range: self.range(begin, end), total, parts });
            }
        }
        fewer.map_or(Ok(status), |fewer| Err((status, fewer)))
    }
}
