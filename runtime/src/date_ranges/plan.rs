//! A range in whole days, weeks or months.

use std::fmt;

use asmx_types::{EndDate, Resolution};

use super::moment::{DAY, Moment, date_of, days_since_1970};
use super::ranges::{DateRange, DateRanges};

/// The length of the parts of a [`Plan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Each {
    /// A day.
    Day,
    /// A week from Monday to Sunday.
    Week,
    /// A month of the calendar.
    Month,
}

impl Each {
    /// The name of the length: `day`, `week`, `month`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
        }
    }

    /// The last day of the latest part that is over by the end of this day.
    pub fn last_whole(self, day: Moment) -> Option<Moment> {
        let next = day.milliseconds().div_euclid(DAY) + 1;
        midnight(self.first_day(next) - 1)
    }

    /// The first day of the part that has this day. Days are numbered from 1970-01-01, a Thursday.
    fn first_day(self, day: i64) -> i64 {
        match self {
            Self::Day => day,
            Self::Week => day - (day + 3).rem_euclid(7),
            Self::Month => {
                let (year, month, _) = date_of(day);
                days_since_1970(year, month, 1)
            }
        }
    }

    /// The first day of the next part, from the first of this one.
    fn next(self, first: i64) -> i64 {
        match self {
            Self::Day => first + 1,
            Self::Week => first + 7,
            // No month has more than 31 days, and no two months fewer than 59.
            Self::Month => self.first_day(first + 31),
        }
    }
}

impl fmt::Display for Each {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// A range of days in parts, without calls: a pure function of its arguments.
///
/// Parts are whole: a plan begins and ends where parts of its length do. Two plans of one length therefore have equal parts or disjoint ones,
/// whatever their ranges, and a part has the same [name](Part::name) in each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    first: i64,
    end: i64,
    each: Each,
    end_date: EndDate,
    resolution: Resolution,
}

/// The error of dates that are no plan.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidPlan {
    /// The first day is later than the last one.
    #[error("{} is later than {}", day_of(*first), day_of(*last))]
    Empty {
        /// The first day.
        first: Moment,
        /// The last day.
        last: Moment,
    },
    /// A date has a time of day.
    #[error("{0} has a time: a plan has whole days")]
    Time(Moment),
    /// The first day is within a part.
    #[error("{} is within a {each}, and parts are whole: begin with {} or {}", day_of(*date), day_of(*earlier), day_of(*later))]
    Begin {
        /// The first day.
        date: Moment,
        /// The length of parts.
        each: Each,
        /// The first day of the part that has it.
        earlier: Moment,
        /// The first day of the next part.
        later: Moment,
    },
    /// The last day is within a part.
    #[error("{} is within a {each}, and parts are whole: end with {} or {}", day_of(*date), day_of(*earlier), day_of(*later))]
    End {
        /// The last day.
        date: Moment,
        /// The length of parts.
        each: Each,
        /// The last day of the part before.
        earlier: Moment,
        /// The last day of the part that has it.
        later: Moment,
    },
    /// A date before the year 1 or after the year 9999 would be needed.
    #[error("a part at {} needs a date outside the years 1 to 9999", day_of(*.0))]
    Outside(Moment),
}

asmx_types::debug_is_a_sentence!(InvalidPlan);

/// A part of a [`Plan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    first: i64,
    end: i64,
    end_date: EndDate,
    resolution: Resolution,
}

impl Plan {
    /// The days from `first` to `last`, both included, in parts of this length. A service whose end date is
    /// [excluded](EndDate::Excluded) is asked for the first moment of the next part, another one for the moment that is `resolution` earlier.
    ///
    /// # Errors
    ///
    /// The days are no whole parts.
    pub fn new(
        first: Moment,
        last: Moment,
        each: Each,
        end_date: EndDate,
        resolution: impl Into<Resolution>,
    ) -> Result<Self, InvalidPlan> {
        if let Some(with_time) = [first, last].into_iter().find(|date| date.milliseconds().rem_euclid(DAY) != 0) {
            return Err(InvalidPlan::Time(with_time));
        }
        if last < first {
            return Err(InvalidPlan::Empty { first, last });
        }
        let date = |day: i64, near: Moment| midnight(day).ok_or(InvalidPlan::Outside(near));
        let (begin, end) = (first.milliseconds().div_euclid(DAY), last.milliseconds().div_euclid(DAY) + 1);
        let earlier = each.first_day(begin);
        if earlier != begin {
            let (earlier, later) = (date(earlier, first)?, date(each.next(earlier), first)?);
            return Err(InvalidPlan::Begin { date: first, each, earlier, later });
        }
        let start = each.first_day(end);
        if start != end {
            let (earlier, later) = (date(start - 1, last)?, date(each.next(start) - 1, last)?);
            return Err(InvalidPlan::End { date: last, each, earlier, later });
        }
        if end_date == EndDate::Excluded {
            date(end, last)?;
        }
        Ok(Self { first: begin, end, each, end_date, resolution: resolution.into() })
    }

    /// The length of its parts.
    pub const fn each(&self) -> Each {
        self.each
    }

    /// Whether the service counts records at the end date.
    pub const fn end_date(&self) -> EndDate {
        self.end_date
    }

    /// The smallest step of the service's times.
    pub const fn resolution(&self) -> Resolution {
        self.resolution
    }

    /// The parts, the earliest first.
    pub fn parts(&self) -> impl Iterator<Item = Part> + use<> {
        let Self { first, end, each, end_date, resolution } = *self;
        let firsts = std::iter::successors(Some(first), move |first| Some(each.next(*first)));
        firsts.take_while(move |first| *first < end).map(move |first| Part {
            first,
            end: each.next(first),
            end_date,
            resolution,
        })
    }
}

impl Part {
    /// Its name, which never changes: the first day. Plans of one length have no two parts of one name.
    pub fn name(&self) -> String {
        self.first_day()
    }

    /// The first day: `2026-01-01`.
    pub fn first_day(&self) -> String {
        midnight(self.first).map(day_of).unwrap_or_default()
    }

    /// The last day, which belongs to the part.
    pub fn last_day(&self) -> String {
        midnight(self.end - 1).map(day_of).unwrap_or_default()
    }

    /// The dates to request.
    pub fn range(&self) -> Option<DateRange> {
        self.ranges().next_range()
    }

    /// The ranges to request if responses have a maximum number of records.
    pub fn ranges(&self) -> DateRanges {
        DateRanges::between(self.first * DAY, self.end * DAY, self.end_date, self.resolution)
    }
}

fn midnight(day: i64) -> Option<Moment> {
    Moment::from_milliseconds(day.checked_mul(DAY)?)
}

fn day_of(date: Moment) -> String {
    date.written(Resolution::DAY)
}
