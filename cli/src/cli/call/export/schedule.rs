//! The parts of a range, and which of them are over. A part that is fetched before is not complete.

use asmx_gateway::date_ranges::{Each, InvalidPlan, Moment, Part, Plan};
use asmx_types::{EndDate, Resolution};

use super::days::Days;
use crate::cli::failure::Failure;

pub(super) struct Schedule {
    pub(super) plan: Plan,
    today: Option<Moment>,
}

impl Schedule {
    /// The whole parts of these days; `None` if the range moves on with the clock and its first part is not over yet.
    pub(super) fn of(days: Days, each: Each, end: EndDate, resolution: Resolution) -> Result<Option<Self>, Failure> {
        let usage = |why: InvalidPlan| Failure::usage(format!("`--range`: {why}"));
        let plan = |first, last| Plan::new(first, last, each, end, resolution);
        let Days { first, last, is_open, today } = days;
        let last_complete = each.last_whole(last).filter(|_| is_open).unwrap_or(last);
        if is_open && last_complete < first && today.is_none_or(|today| first <= today) {
            let over = match plan(first, first) {
                Ok(_) => first,
                Err(InvalidPlan::End { later, .. }) => later,
                Err(why) => return Err(usage(why)),
            };
            let (first, over) = (day(first), day(over));
            anstream::eprintln!("note: nothing is exported: the first {each}, from {first} to {over}, is not over yet");
            return Ok(None);
        }
        if let Some(next) = last_complete.plus_milliseconds(DAY).filter(|_| last_complete < last) {
            anstream::eprintln!("note: the {each} from {} on is not over, and is left out until it is", day(next));
        }
        Ok(Some(Self { plan: plan(first, last_complete).map_err(usage)?, today }))
    }

    /// The parts that have begun.
    pub(super) fn begun(&self) -> Result<Vec<Part>, Failure> {
        let Some(today) = self.today.map(day) else { return Ok(self.plan.parts().collect()) };
        let begun: Vec<Part> = self.plan.parts().take_while(|part| part.first_day() <= today).collect();
        match self.plan.parts().nth(begun.len()).map(|part| part.first_day()) {
            Some(first) if begun.is_empty() => {
                return Err(Failure::usage(format!("`--range`: {first} is later than today, {today}")));
            }
            Some(first) => {
                let each = self.plan.each();
                anstream::eprintln!("note: today is {today}: each {each} from {first} on is left out until it begins");
            }
            None => {}
        }
        if let Some(part) = begun.last().filter(|part| !self.is_over(part)) {
            let (each, name) = (self.plan.each(), part.name());
            anstream::eprintln!("note: the {each} {name} is not over: the next run fetches its part anew");
        }
        Ok(begun)
    }

    pub(super) fn is_over(&self, part: &Part) -> bool {
        self.today.is_none_or(|today| part.last_day() < day(today))
    }
}

const DAY: i64 = 86_400_000;

/// As the name of a part has it: an earlier day is an earlier text.
fn day(moment: Moment) -> String {
    moment.written(Resolution::DAY)
}
