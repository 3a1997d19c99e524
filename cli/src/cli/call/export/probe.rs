//! `--probe`: finds out how the service reads the end, by calls for two neighbouring days and for the moment of a record. It never guesses.

use std::io::{self, Write as _};

use asmx_gateway::date_ranges::{DateRanges, Moment};
use asmx_gateway::tables::{FoundTable, RowsNote};
use asmx_gateway::{Deviation, Progress, Table, wait_unless_interrupted};
use asmx_types::{EndDate, Resolution};

use super::super::Arguments;
use super::super::prepared::Prepared;
use super::super::row_copy::Stopped;
use super::frame::Frame;
use super::response::Receiver;
use crate::cli::failure::{Failure, REFUSED};

const SECOND: i64 = 1000;
const DAY: i64 = 86_400_000;

pub(super) struct Probe<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) arguments: &'a Arguments,
    pub(super) frame: &'a Frame,
    pub(super) limit: Option<u64>,
}

impl Probe<'_> {
    /// Calls, and prints what was seen and the options that follow.
    pub(super) fn run(&self, first: Moment) -> Result<u8, Failure> {
        let ended = wait_unless_interrupted(self.reading(first)).map_err(|error| Failure::of_machine(&error));
        self.prepared.ended(self.arguments);
        let (end, resolution) = ended?.ok_or_else(|| Failure::interrupted(self.prepared.operation))??;
        say(&format!("it follows: --end {} --resolution {resolution}", end.name()))?;
        Ok(0)
    }

    async fn reading(&self, first: Moment) -> Result<(EndDate, Resolution), Failure> {
        let next = later(first, DAY)?;
        let single_day = self.reported(first, first, DAY).await?;
        let other = self.reported(next, next, DAY).await?;
        let both = self.reported(first, next, DAY).await?;
        if single_day + other > both {
            return Err(Self::unknown(
                "two days have more records alone than together: the service does not look at these dates, or returns only so many records, which \
                 `--limit` states",
            ));
        }
        // A service of whole days and one that does not look at the end respond alike if only one day has records.
        let without_records = if both == other {
            Some(first)
        } else {
            (!self.has_records(next, [single_day, other]).await?).then_some(next)
        };
        if let Some(day) = without_records {
            let day = day.written(Resolution::DAY);
            return Err(Self::unknown(&format!("{day} has no records: name two days that have some")));
        }
        if single_day > 0 && other > 0 && single_day + other == both {
            // Those may be the records at midnight alone.
            let is_less = self.frame.takes_times()
                && (self.has_more(first, single_day).await? || self.has_more(next, other).await?);
            if !is_less {
                return Ok((EndDate::Included, Resolution::DAY));
            }
        }
        if !self.frame.takes_times() {
            return Err(Self::unknown(
                "the end may be exclusive, or inclusive without a record at midnight: choose days with a record at midnight",
            ));
        }
        let (begin, end) = self.around_a_record(first, next, SECOND).await?;
        for moment in [begin, end] {
            if self.reads_seconds(moment).await? {
                return Ok((EndDate::Included, step(SECOND)));
            }
        }
        let (begin, end) = self.around_a_record(begin, later(end, SECOND)?, 1).await?;
        for moment in [begin, end] {
            if self.reported(moment, moment, 1).await? > 0 {
                // SQL Server rounds the moments beside a `datetime` to it.
                let before = self.reported(later(moment, -1)?, later(moment, -1)?, 1).await?;
                let after = self.reported(later(moment, 1)?, later(moment, 1)?, 1).await?;
                return Ok((EndDate::Included, step(if before > 0 || after > 0 { 3 } else { 1 })));
            }
        }
        say("an end at the moment of a record leaves it out, unless times are finer than a millisecond")?;
        Ok((EndDate::Excluded, step(SECOND)))
    }

    /// Whether the second day has records, beside these of the days alone.
    async fn has_records(&self, day: Moment, [single_day, other]: [u64; 2]) -> Result<bool, Failure> {
        if other > 0 || self.frame.takes_times() && self.has_by_times(day).await? {
            return Ok(true);
        }
        // The end of a service of whole days may be exclusive.
        Ok(single_day == 0 && self.reported(day, later(day, DAY)?, DAY).await? > 0)
    }

    async fn has_by_times(&self, day: Moment) -> Result<bool, Failure> {
        match self.reported(day, later(day, DAY - SECOND)?, SECOND).await {
            Err(failure) if failure.code == REFUSED => Ok(false),
            records => Ok(records? > 0),
        }
    }

    /// Whether a day has more records than these by its times. A service of whole days has some for a second of it, or none for its times; one
    /// that refuses times reads dates.
    async fn has_more(&self, day: Moment, records: u64) -> Result<bool, Failure> {
        let by_times = async {
            let second = later(day, SECOND)?;
            let is_by_day = self.reported(second, second, SECOND).await? > 0;
            Ok(!is_by_day && self.reported(day, later(day, DAY - SECOND)?, SECOND).await? > records)
        };
        by_times.await.or_else(|failure: Failure| if failure.code == REFUSED { Ok(false) } else { Err(failure) })
    }

    /// Whether the service counts the record of a whole second where the end is its second, and has none of a fraction, or reads none: it then
    /// counts the record by a range behind it, and no other by a range with both.
    async fn reads_seconds(&self, moment: Moment) -> Result<bool, Failure> {
        let at = self.reported(moment, moment, SECOND).await?;
        if at == 0 {
            return Ok(false);
        }
        if self.reported(later(moment, 1)?, later(moment, 999)?, 1).await? == 0 {
            return Ok(true);
        }
        // SQL Server rounds nearer moments to that of the record.
        let (near, far) = (later(moment, 5)?, later(moment, 400)?);
        if self.reported(near, far, 1).await? == 0 || self.reported(moment, far, 1).await? != at {
            return Ok(false);
        }
        let after = later(moment, SECOND)?;
        if self.reported(after, after, SECOND).await? == self.reported(moment, after, SECOND).await? {
            return Err(Self::unknown(
                "the service returns the records of a second for the next one, too: it does not look at times of begin and end",
            ));
        }
        Ok(true)
    }

    /// The shortest range of this step between two moments that has a record.
    async fn around_a_record(
        &self,
        mut begin: Moment,
        mut end: Moment,
        step: i64,
    ) -> Result<(Moment, Moment), Failure> {
        loop {
            let length = end.since(begin);
            let Some(half) = Some(length / 2 / step * step).filter(|half| *half > 0) else { break };
            let middle = later(begin, half)?;
            if self.count(begin, middle, step).await? > 0 { end = middle } else { begin = middle }
        }
        if self.reported(begin, end, step).await? == 0 {
            return Err(Self::unknown(
                "the service found no record by times, though these days have some: it may read only dates",
            ));
        }
        Ok((begin, end))
    }

    /// The number of records between two moments, which is printed.
    async fn reported(&self, begin: Moment, end: Moment, step: i64) -> Result<u64, Failure> {
        let records = self.count(begin, end, step).await?;
        let step = self::step(step);
        say(&format!("{} to {}: {records} records", begin.written(step), end.written(step)))?;
        Ok(records)
    }

    async fn count(&self, begin: Moment, end: Moment, step: i64) -> Result<u64, Failure> {
        let range = DateRanges::new(begin, end, EndDate::Included, self::step(step))
            .ok()
            .and_then(|ranges| ranges.next_range());
        let range = range.ok_or_else(|| Failure::usage(format!("`--probe` cannot ask for {begin} to {end}")))?;
        let parameters = self.frame.parameters(&self.prepared.parameters, &range)?;
        let secrets = self.prepared.secrets_of_call();
        let call = self.prepared.call(self.arguments, &parameters, &secrets)?;
        let counted = self.prepared.received(self.arguments, call, &mut Counted).await;
        let records = counted.map_err(|stopped| {
            let failure = self.prepared.failure(stopped, 0);
            let failure = failure.unwrap_or_else(|| Failure::unwritten_file("the output ended"));
            failure.without_secrets(&secrets)
        })?;
        if self.limit.is_some_and(|limit| records >= limit) {
            return Err(Self::unknown(&format!(
                "{range} has as many records as the operation returns: choose days with fewer"
            )));
        }
        Ok(records)
    }

    fn unknown(why: &str) -> Failure {
        Failure::not_understood(format!("the end is still unknown: {why}"))
    }
}

/// The receiver of a response whose records are only counted.
struct Counted;

impl Receiver for Counted {
    fn batch(&mut self, batch: Table, _: Progress, _: Progress) -> Result<Option<Table>, Stopped> {
        Ok(Some(batch))
    }

    fn table(&mut self, _: &FoundTable<'_>) -> Result<(), Stopped> {
        Ok(())
    }

    fn deviations(&mut self, _: &[Deviation]) {}

    fn notes(&mut self, _: &[RowsNote]) {}
}

fn later(moment: Moment, milliseconds: i64) -> Result<Moment, Failure> {
    moment
        .plus_milliseconds(milliseconds)
        .ok_or_else(|| Failure::usage("`--range`: a date lies outside the years 1 to 9999"))
}

fn step(milliseconds: i64) -> Resolution {
    u32::try_from(milliseconds).ok().and_then(Resolution::of_milliseconds).unwrap_or(Resolution::DAY)
}

fn say(text: &str) -> Result<(), Failure> {
    writeln!(io::stdout(), "{text}").map_err(|error| Failure::unwritten(&error))
}
