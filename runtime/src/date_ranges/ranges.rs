//! Which ranges to ask for next, given how many records each response held.

use std::fmt;

use super::moment::{Moment, Step};

/// Whether what happened at the end date belongs to a response. Services seldom document it: ask yours for one day, and for the
/// day before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndDate {
    /// The response ends before the end date. Ranges that share a border then fit without gap and overlap, however finely the
    /// service distinguishes its records.
    Excluded,
    /// The whole step that the end date names belongs to the response: all of that day, or all of that second. The next range
    /// begins one step later. Where a service compares with the instant instead, and keeps its records more finely than the
    /// step, take a finer step.
    Included,
}

/// A range to ask for: its dates are to be sent as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DateRange {
    begin: Moment,
    end: Moment,
    step: Step,
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

    /// The begin date as ISO 8601 has it: `2026-01-31` where the step is a day, else with a time.
    pub fn begin_date(&self) -> String {
        self.begin.written(self.step)
    }

    /// The end date in the same form.
    pub fn end_date(&self) -> String {
        self.end.written(self.step)
    }
}

impl fmt::Display for DateRange {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} to {}", self.begin_date(), self.end_date())
    }
}

/// Why dates make no range.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidRange {
    /// Nothing lies between the dates.
    #[error("no time lies between {begin} and {end}: the begin date must be earlier than the end date")]
    Empty {
        /// The begin date.
        begin: Moment,
        /// The end date.
        end: Moment,
    },
    /// A date is finer than the step.
    #[error("{0} cannot be stated in steps of a {1:?}")]
    NotOnStep(Moment, Step),
}

asmx_types::debug_is_a_sentence!(InvalidRange, FewerRecords);

/// The parts of a date range, computed as their responses are counted: ask for [`DateRanges::next_range`], tell
/// [`DateRanges::returned`], and so on until there is none.
#[derive(Clone, Debug)]
pub struct DateRanges {
    step: Step,
    end_date: EndDate,
    oldest_first: bool,
    /// The next is the last.
    pending: Vec<Pending>,
    /// Records in parts that are done.
    records: u64,
}

#[derive(Clone, Copy, Debug)]
enum Pending {
    /// To be asked for: steps since 1970, the end excluded.
    Ask { begin: i64, end: i64 },
    /// When the parts of this range are done, they must have so many records more than there were before.
    Check { begin: i64, end: i64, whole: u64, before: u64 },
}

/// What became of a range whose response came.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartStatus {
    /// All its records are in the response.
    Complete,
    /// There may be more: its halves are next. Their responses take the place of this one.
    Halved,
    /// There may be more, and it is as short as a range can be.
    CapReached,
}

/// The parts of a range held fewer records than the range did: the end date is not what it was stated to be, or records have
/// gone in the meantime.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{range} held {whole} records or more, its parts hold {parts}: is the end date in or out of a response?")]
pub struct FewerRecords {
    /// The range.
    pub range: DateRange,
    /// Records of its own response.
    pub whole: u64,
    /// Records of its parts.
    pub parts: u64,
}

impl DateRanges {
    /// The smallest difference between two dates.
    pub(crate) const fn step(&self) -> Step {
        self.step
    }

    /// The range from `begin` to `end`, dates as they would be sent in one request; `end_date` says whether the end belongs to it.
    /// Let it end in the past: what happens while parts are asked for is in none or one of them.
    ///
    /// # Errors
    ///
    /// Nothing lies between the dates, or one is finer than `step`.
    pub fn new(begin: Moment, end: Moment, end_date: EndDate, step: Step) -> Result<Self, InvalidRange> {
        let steps = |moment: Moment| {
            let (steps, rest) = (
                moment.milliseconds().div_euclid(step.milliseconds()),
                moment.milliseconds().rem_euclid(step.milliseconds()),
            );
            if rest == 0 { Ok(steps) } else { Err(InvalidRange::NotOnStep(moment, step)) }
        };
        let first = steps(begin)?;
        let last = steps(end)? + i64::from(end_date == EndDate::Included);
        if last <= first {
            return Err(InvalidRange::Empty { begin, end });
        }
        let pending = vec![Pending::Ask { begin: first, end: last }];
        Ok(Self { step, end_date, oldest_first: false, pending, records: 0 })
    }

    /// Lets the earliest parts come first. Without this the latest do, as in reports that have the most recent records first.
    #[must_use]
    pub const fn oldest_first(mut self) -> Self {
        self.oldest_first = true;
        self
    }

    /// The days of what is still to be asked for, the earliest first: for reports that are asked for day by day. The first and the last
    /// day are as short as the range makes them.
    pub fn days(&self) -> impl Iterator<Item = DateRange> + '_ {
        let ends = self.pending.iter().map(|pending| match pending {
            Pending::Ask { begin, end } | Pending::Check { begin, end, .. } => (*begin, *end),
        });
        let all = ends.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
        let (mut begin, end) = all.unwrap_or_default();
        let day = Step::Day.milliseconds() / self.step.milliseconds();
        std::iter::from_fn(move || {
            let next = end.min((begin.div_euclid(day) + 1) * day);
            let range = (begin < end).then(|| self.range(begin, next));
            begin = next;
            range
        })
    }

    /// The range to ask for. It stays the same until [`DateRanges::returned`] is called.
    pub fn next_range(&self) -> Option<DateRange> {
        match self.pending.last()? {
            Pending::Ask { begin, end } | Pending::Check { begin, end, .. } => Some(self.range(*begin, *end)),
        }
    }

    /// The range as it is sent.
    fn range(&self, begin: i64, end: i64) -> DateRange {
        let end = end - i64::from(self.end_date == EndDate::Included);
        let moment = |steps: i64| Moment::from_milliseconds(steps * self.step.milliseconds());
        // Both lie between dates that were moments.
        let begin = moment(begin).unwrap_or(Moment::FIRST);
        DateRange { begin, end: moment(end).unwrap_or(begin), step: self.step }
    }

    /// Takes note that [`DateRanges::next_range`] got so many records by an operation that returns at most `cap`
    /// (0 is taken as 1).
    ///
    /// # Errors
    ///
    /// With this response a range that was halved is done, and its parts have fewer records than it had. The response counts all the
    /// same: it is complete, or its cap reached, as the length of the range says.
    pub fn returned(&mut self, records: u64, cap: u64) -> Result<PartStatus, (PartStatus, FewerRecords)> {
        let Some(Pending::Ask { begin, end }) = self.pending.pop() else { return Ok(PartStatus::Complete) };
        let reached = records >= cap.max(1);
        if reached && end - begin > 1 {
            let middle = begin + (end - begin) / 2;
            self.pending.push(Pending::Check { begin, end, whole: records, before: self.records });
            let (older, newer) = (Pending::Ask { begin, end: middle }, Pending::Ask { begin: middle, end });
            self.pending.extend(if self.oldest_first { [newer, older] } else { [older, newer] });
            return Ok(PartStatus::Halved);
        }
        self.records = self.records.saturating_add(records);
        let status = if reached { PartStatus::CapReached } else { PartStatus::Complete };
        let mut fewer = None;
        while let Some(Pending::Check { begin, end, whole, before }) = self.pending.last().copied() {
            self.pending.pop();
            let parts = self.records.saturating_sub(before);
            if parts < whole {
                fewer.get_or_insert(FewerRecords { range: self.range(begin, end), whole, parts });
            }
        }
        fewer.map_or(Ok(status), |fewer| Err((status, fewer)))
    }
}
