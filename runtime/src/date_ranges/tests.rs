mod plan;

use std::cell::Cell;
use std::future::ready;

use proptest::prelude::*;

use super::*;
use crate::error::{Error, ErrorKind};
use crate::results::{DelimitedText, Delimiters};

/// A service whose records are times in milliseconds, the latest first.
struct Records {
    times: Vec<i64>,
    cap: usize,
    end_date: EndDate,
    step: Step,
    calls: Cell<usize>,
}

impl Records {
    fn new(times: &[i64], cap: usize, end_date: EndDate, step: Step) -> Self {
        let mut times = times.to_vec();
        times.sort_unstable_by(|one, other| other.cmp(one));
        Self { times, cap, end_date, step, calls: Cell::new(0) }
    }

    /// Reads the dates from the texts that would be sent.
    fn response(&self, range: DateRange) -> DelimitedText {
        self.calls.set(self.calls.get() + 1);
        let read = |text: String| text.parse::<Moment>().unwrap().milliseconds();
        let (begin, mut end) = (read(range.begin_date()), read(range.end_date()));
        if self.end_date == EndDate::Included {
            end += milliseconds_of(self.step);
        }
        let found = self.times.iter().filter(|time| (begin..end).contains(*time)).take(self.cap);
        DelimitedText::from_rows(&Delimiters::new("\n", "|"), found.map(|time| [time.to_string()])).unwrap()
    }
}

fn times_of(part: &ReportPart<DelimitedText>) -> Vec<i64> {
    part.result.cells().unwrap().iter().map(|row| row[0].parse().unwrap()).collect()
}

fn moment(text: &str) -> Moment {
    text.parse().unwrap()
}

fn at(milliseconds: i64) -> Moment {
    Moment::from_milliseconds(milliseconds).unwrap()
}

/// All records of a report, and the ranges that reached the cap.
async fn gather(records: &Records, ranges: DateRanges) -> (Vec<i64>, Vec<DateRange>) {
    let cap = u64::try_from(records.cap).unwrap();
    let mut report = RangedReport::new(ranges, cap, |range| ready(Ok::<_, Error>(records.response(range))));
    let (mut times, mut capped) = (Vec::new(), Vec::new());
    while let Some(part) = report.next().await {
        match part {
            Ok(part) => times.extend(times_of(&part)),
            Err(RangedReportError::CapReached(part)) => {
                times.extend(times_of(&part));
                capped.push(part.range);
            }
            Err(error) => panic!("{error}"),
        }
    }
    (times, capped)
}

/// Milliseconds of a step.
fn milliseconds_of(step: Step) -> i64 {
    Resolution::from(step).milliseconds().into()
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

const STEPS: [Step; 4] = [Step::Day, Step::Minute, Step::Second, Step::Millisecond];
const END_DATES: [EndDate; 2] = [EndDate::Excluded, EndDate::Included];

proptest! {
    #[test]
    fn every_record_once_in_order(
        times in proptest::collection::vec(0_i64..100_000, 0..80), cap in 1_usize..12,
        step in 0_usize..4, end_date in 0_usize..2, first in 0_i64..40, length in 1_i64..80,
    ) {
        let (step, end_date) = (STEPS[step], END_DATES[end_date]);
        // About one record per step, and several in some steps.
        let times: Vec<i64> = times.iter().map(|time| time * milliseconds_of(step) / 1000).collect();
        let records = Records::new(&times, cap, end_date, step);
        let (begin, end) = (first * milliseconds_of(step), (first + length) * milliseconds_of(step));
        let ranges = DateRanges::new(at(begin), at(end), end_date, step).unwrap();
        let (found, capped) = block_on(gather(&records, ranges));

        let after_end = if end_date == EndDate::Included { end + milliseconds_of(step) } else { end };
        let mut expected: Vec<i64> = Vec::new();
        let mut expected_capped: Vec<i64> = Vec::new();
        for index in (first..after_end / milliseconds_of(step)).rev() {
            let start = index * milliseconds_of(step);
            let of_step: Vec<_> =
                records.times.iter().filter(|time| (start..start + milliseconds_of(step)).contains(*time)).collect();
            if of_step.len() >= cap {
                expected_capped.push(start);
            }
            expected.extend(of_step.into_iter().take(cap));
        }
        prop_assert_eq!(found, expected);
        let capped: Vec<_> = capped.iter().map(|range| range.begin().milliseconds()).collect();
        prop_assert_eq!(capped, expected_capped);
    }

    #[test]
    fn moments_are_written_and_read(milliseconds in -62_135_596_800_000_i64..=253_402_300_799_999) {
        let moment = at(milliseconds);
        prop_assert_eq!(moment.written(Step::Millisecond).parse::<Moment>().unwrap(), moment);
        prop_assert_eq!(moment.to_string().parse::<Moment>().unwrap(), moment);
        let (year, month, day) = moment.year_month_day();
        let midnight = Moment::date(year, month, day).unwrap();
        prop_assert_eq!(midnight.milliseconds(), milliseconds - milliseconds.rem_euclid(86_400_000));
    }
}

#[test]
fn moments_as_texts() {
    for (text, milliseconds) in [
        ("1970-01-01", 0),
        ("2000-02-29T12:00:00", 951_825_600_000),
        ("2026-01-31T09:30:05.120", 1_769_851_805_120),
        ("0001-01-01", -62_135_596_800_000),
        ("9999-12-31T23:59:59.999", 253_402_300_799_999),
    ] {
        assert_eq!(moment(text).milliseconds(), milliseconds, "{text}");
    }
    assert_eq!(moment("2026-01-31").written(Step::Day), "2026-01-31");
    assert_eq!(moment("2026-01-31").written(Step::Minute), "2026-01-31T00:00:00");
    assert_eq!(moment("2026-01-31T09:30:05.12").to_string(), "2026-01-31T09:30:05.120");
    assert_eq!(Moment::date(2026, 2, 29), None);
    assert_eq!(moment("9999-12-31").plus_milliseconds(86_400_000), None);
    for text in ["2026-01-31Z", "2026-01-31T09:30:05+02:00", "2026-01-31T09:30:05.1234", "1/31/2026", ""] {
        assert!(text.parse::<Moment>().is_err(), "{text}");
    }
}

#[test]
fn dates_that_are_not_a_range() {
    let range = |begin: &str, end: &str, end_date, step| DateRanges::new(moment(begin), moment(end), end_date, step);
    for day in ["2026-01-31", "9999-12-31"] {
        let ranges = range(day, day, EndDate::Included, Step::Day).unwrap();
        assert_eq!(ranges.next_range().unwrap().to_string(), format!("{day} to {day}"));
    }
    let (begin, end) = (moment("2026-01-31"), moment("2026-01-31"));
    let error = range("2026-01-31", "2026-01-31", EndDate::Excluded, Step::Day).unwrap_err();
    assert_eq!(error, InvalidRange::Empty { begin, end });
    assert!(range("2026-02-01", "2026-01-31", EndDate::Included, Step::Day).is_err());
    let error = range("2026-01-31T00:00:01", "2026-02-01", EndDate::Included, Step::Minute).unwrap_err();
    assert_eq!(error, InvalidRange::NotOnStep(moment("2026-01-31T00:00:01"), Step::Minute.into()));
}

#[test]
fn a_range_below_the_cap_is_one_call() {
    let records = Records::new(&[1, 2, 3], 4, EndDate::Excluded, Step::Millisecond);
    let ranges = DateRanges::new(at(0), at(1000), EndDate::Excluded, Step::Millisecond).unwrap();
    assert_eq!(block_on(gather(&records, ranges)), (vec![3, 2, 1], vec![]));
    assert_eq!(records.calls.get(), 1);
}

#[test]
fn the_earliest_parts_first() {
    let records = Records::new(&[1, 2, 3, 4], 2, EndDate::Included, Step::Millisecond);
    let ranges = DateRanges::new(at(1), at(4), EndDate::Included, Step::Millisecond).unwrap().oldest_first();
    assert_eq!(block_on(gather(&records, ranges)).0, [1, 2, 3, 4]);
}

#[test]
fn an_end_date_that_is_stated_wrongly_can_be_noticed() {
    // The service excludes the end date, and the caller states that it is included.
    let day = milliseconds_of(Step::Day);
    let records = Records::new(&[day, day, day], 3, EndDate::Excluded, Step::Day);
    let ranges = DateRanges::new(at(0), at(3 * day), EndDate::Included, Step::Day).unwrap();
    let mut report = RangedReport::new(ranges, 3, |range| ready(Ok::<_, Error>(records.response(range))));
    let results = block_on(async {
        let mut results = Vec::new();
        while let Some(part) = report.next().await {
            results.push(part.map(|part| part.records).map_err(|error| error.to_string()));
        }
        results
    });
    let message = "1970-01-01 to 1970-01-04 had 3 records or more, but its parts have 0: check whether records at the end date belong to a response";
    assert_eq!(results, [Ok(0), Ok(0), Err(message.to_owned())]);
}

#[test]
fn a_failed_call_ends_the_report_until_it_is_asked_again() {
    let records = Records::new(&[1, 2, 3, 4], 3, EndDate::Excluded, Step::Millisecond);
    let ranges = DateRanges::new(at(0), at(6), EndDate::Excluded, Step::Millisecond).unwrap();
    let fails = Cell::new(false);
    let mut report = RangedReport::new(ranges, 3, |range| {
        ready(if fails.take() { Err(Error::new(ErrorKind::Timeout, "late")) } else { Ok(records.response(range)) })
    });
    block_on(async {
        assert_eq!(times_of(&report.next().await.unwrap().unwrap()), [4, 3]);
        fails.set(true);
        let error = report.next().await.unwrap().unwrap_err();
        assert!(matches!(&error, RangedReportError::Call { range, .. } if range.begin() == at(0)), "{error:?}");
        assert!(report.next().await.is_none());
        report.ask_again();
        assert_eq!(times_of(&report.next().await.unwrap().unwrap()), [2, 1]);
        assert!(report.next().await.is_none());
    });
}

#[test]
fn a_response_that_cannot_be_counted_is_handed_over() {
    let ranges = DateRanges::new(at(0), at(6), EndDate::Excluded, Step::Millisecond).unwrap();
    let report = RangedReport::new(ranges, 3, |_| ready(Ok::<_, Error>(DelimitedText::new("a|b"))));
    let Err(RangedReportError::Uncountable { result, .. }) = block_on(report.all()) else { panic!("it was counted") };
    assert_eq!(result.as_str(), "a|b");
}

#[test]
fn a_range_has_days() {
    let days = |begin: &str, end: &str, end_date, step| -> Vec<String> {
        let ranges = DateRanges::new(begin.parse().unwrap(), end.parse().unwrap(), end_date, step).unwrap();
        ranges.days().map(|day| day.to_string()).collect()
    };
    assert_eq!(
        days("2024-02-28", "2024-03-01", EndDate::Included, Step::Day),
        ["2024-02-28 to 2024-02-28", "2024-02-29 to 2024-02-29", "2024-03-01 to 2024-03-01"]
    );
    assert_eq!(days("1969-12-31", "1970-01-01", EndDate::Excluded, Step::Day), ["1969-12-31 to 1970-01-01"]);
    assert_eq!(
        days("2026-01-01T22:00:00", "2026-01-03T01:00:00", EndDate::Included, Step::Second),
        [
            "2026-01-01T22:00:00 to 2026-01-01T23:59:59",
            "2026-01-02T00:00:00 to 2026-01-02T23:59:59",
            "2026-01-03T00:00:00 to 2026-01-03T01:00:00"
        ]
    );
    // The last day of the year 9999 has no next day.
    assert_eq!(days("9999-12-31", "9999-12-31", EndDate::Included, Step::Day), ["9999-12-31 to 9999-12-31"]);
}
