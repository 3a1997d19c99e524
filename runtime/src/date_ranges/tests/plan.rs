//! Plans: parts that cover their range once, and names that never change.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::*;
use super::{at, moment};

const DAY: i64 = 86_400_000;
const EACH: [Each; 3] = [Each::Day, Each::Week, Each::Month];
const RESOLUTIONS: [&str; 6] = ["1d", "1h", "1m", "1s", "3ms", "1ms"];

/// The days of whole parts around two days.
fn full_parts(each: Each, day: i64, days: i64) -> (Moment, Moment) {
    let is_whole =
        |first: i64, last: i64| Plan::new(at(first * DAY), at(last * DAY), each, EndDate::Included, Step::Day);
    let first = (0..31)
        .map(|before| day - before)
        .find(|first| !matches!(is_whole(*first, first + 40), Err(InvalidPlan::Begin { .. })));
    let first = first.unwrap();
    let last = (0..31).map(|more| day + days + more).find(|last| is_whole(first, *last).is_ok()).unwrap();
    (at(first * DAY), at(last * DAY))
}

fn dates(part: &Part) -> (Moment, Moment) {
    let range = part.range().unwrap();
    // The texts that would be sent.
    (range.begin_date().parse().unwrap(), range.end_date().parse().unwrap())
}

proptest! {
    /// A service that compares a record with the dates as they are sent finds it in one part.
    #[test]
    fn parts_cover_the_range_once(
        day in -1000_i64..30_000, days in 0_i64..100, each in 0_usize..3, resolution in 0_usize..6, end in 0_usize..2,
        places in proptest::collection::vec(0.0_f64..1.0, 1..30),
    ) {
        let (each, end_date) = (EACH[each], EndDate::ALL[end]);
        let resolution = Resolution::named(RESOLUTIONS[resolution]).unwrap();
        let (first, last) = full_parts(each, day, days);
        let plan = Plan::new(first, last, each, end_date, resolution).unwrap();
        let parts: Vec<Part> = plan.parts().collect();
        let borders = parts.iter().flat_map(|part| {
            let (begin, end) = dates(part);
            [begin.milliseconds(), end.milliseconds()]
        });
        let step = i64::from(resolution.milliseconds());
        let length = last.milliseconds() + DAY - first.milliseconds();
        #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "any place in the range")]
        let inner = places.iter().map(|position| first.milliseconds() + (position * (length / step) as f64) as i64 * step);
        for record in borders.chain(inner).filter(|time| (0..length).contains(&(time - first.milliseconds()))) {
            let has = |part: &&Part| {
                let (begin, end) = dates(part);
                let end = end.milliseconds() + i64::from(end_date == EndDate::Included);
                (begin.milliseconds()..end).contains(&record)
            };
            prop_assert_eq!(parts.iter().filter(has).count(), 1, "{} in {:?}", at(record), plan);
        }
        prop_assert_eq!(parts[0].first_day(), first.written(Step::Day));
        prop_assert_eq!(parts[parts.len() - 1].last_day(), last.written(Step::Day));
    }

    #[test]
    fn a_name_is_the_same_part_in_every_range(
        day in -1000_i64..30_000, days in 0_i64..100, later in 0_i64..60, each in 0_usize..3,
    ) {
        let each = EACH[each];
        let mut by_name: BTreeMap<String, Part> = BTreeMap::new();
        for (first, last) in [full_parts(each, day, days), full_parts(each, day + later, days)] {
            for part in Plan::new(first, last, each, EndDate::Excluded, Step::Second).unwrap().parts() {
                prop_assert_eq!(*by_name.entry(part.name()).or_insert(part), part);
            }
        }
        let parts: Vec<&Part> = by_name.values().collect();
        for pair in parts.windows(2) {
            prop_assert!(dates(pair[0]).1 <= dates(pair[1]).0, "{pair:?} overlap");
        }
    }
}

fn texts(first: &str, last: &str, each: Each, end_date: EndDate, resolution: &str) -> Vec<String> {
    let resolution = Resolution::named(resolution).unwrap();
    let plan = Plan::new(moment(first), moment(last), each, end_date, resolution).unwrap();
    plan.parts().map(|part| format!("{}: {}", part.name(), part.range().unwrap())).collect()
}

#[test]
fn parts_as_texts() {
    assert_eq!(
        texts("2026-01-01", "2026-01-02", Each::Day, EndDate::Included, "1d"),
        ["2026-01-01: 2026-01-01 to 2026-01-01", "2026-01-02: 2026-01-02 to 2026-01-02"]
    );
    assert_eq!(
        texts("2026-01-01", "2026-01-02", Each::Day, EndDate::Excluded, "1d"),
        ["2026-01-01: 2026-01-01 to 2026-01-02", "2026-01-02: 2026-01-02 to 2026-01-03"]
    );
    assert_eq!(
        texts("2026-01-05", "2026-01-11", Each::Week, EndDate::Included, "3ms"),
        ["2026-01-05: 2026-01-05T00:00:00.000 to 2026-01-11T23:59:59.997"]
    );
    assert_eq!(
        texts("2024-02-01", "2024-03-31", Each::Month, EndDate::Included, "1s"),
        [
            "2024-02-01: 2024-02-01T00:00:00 to 2024-02-29T23:59:59",
            "2024-03-01: 2024-03-01T00:00:00 to 2024-03-31T23:59:59"
        ]
    );
    assert_eq!(
        texts("9999-12-01", "9999-12-31", Each::Month, EndDate::Included, "1d"),
        ["9999-12-01: 9999-12-01 to 9999-12-31"]
    );
}

#[test]
fn days_that_are_no_plan_say_what_to_write() {
    let error = |first, last, each, end| Plan::new(moment(first), moment(last), each, end, Step::Day).unwrap_err();
    let included = EndDate::Included;
    for (error, text) in [
        (error("2026-01-02", "2026-01-01", Each::Day, included), "2026-01-02 is later than 2026-01-01"),
        (
            error("2026-01-15", "2026-02-28", Each::Month, included),
            "2026-01-15 is within a month, and parts are whole: begin with 2026-01-01 or 2026-02-01",
        ),
        (
            error("2026-01-05", "2026-01-12", Each::Week, included),
            "2026-01-12 is within a week, and parts are whole: end with 2026-01-11 or 2026-01-18",
        ),
        (
            error("2026-01-01T00:00:01", "2026-01-12", Each::Day, included),
            "2026-01-01T00:00:01 has a time: a plan has whole days",
        ),
        (
            error("9999-12-31", "9999-12-31", Each::Day, EndDate::Excluded),
            "a part at 9999-12-31 needs a date outside the years 1 to 9999",
        ),
    ] {
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn the_last_whole_part_by_a_day() {
    for (each, day, last) in [
        (Each::Day, "2026-01-10", "2026-01-10"),
        (Each::Week, "2026-01-10", "2026-01-04"),
        (Each::Week, "2026-01-11", "2026-01-11"),
        (Each::Month, "2026-03-30", "2026-02-28"),
        (Each::Month, "2026-03-31", "2026-03-31"),
    ] {
        assert_eq!(each.last_whole(moment(day)), Some(moment(last)), "{each} {day}");
    }
}
