//! `export`: a year of a report as one file a day, a week or a month.

mod columns;
mod days;
mod files;
mod frame;
mod log;
mod part;
mod plan_lines;
mod probe;
mod response;
mod schedule;

use std::cell::{Cell, RefCell};
use std::num::NonZeroUsize;

use asmx_gateway::date_ranges::{Each, Part};
use asmx_gateway::wait_unless_interrupted;
use asmx_types::display::shown_line;
use asmx_types::{Effect, EndDate, Resolution};
use clap::builder::TypedValueParser;
use futures_util::stream::{self, StreamExt as _};

use super::form::Form;
use super::prepared::{Prepared, prepared};
use super::split::Parameters;
use crate::cli::failure::{Failure, NOT_UNDERSTOOD};
use columns::Columns;
use days::Days;
use files::Files;
use frame::Frame;
use log::Log;
use part::{Export, PartEnd};
use probe::Probe;
use schedule::Schedule;

const AFTER_HELP: &str = "Parts:
  A part is a whole day, week from Monday, or month, and its name is its first day. {from} and {to} in FILE are its first and last day.
  A file has its name when it is complete. Parts whose files are there are left alone, so that a run that was stopped is run again. A part
  that was fetched before it was over is fetched again, and one that has not begun is left out.
  A response with as many records as the operation returns at most is asked for again in halves.

Parameters are those of `asmx call`, without begin and end. Exit codes are those of `asmx call`:
  0  all parts are there
  1  a file cannot be written: no further part was begun
  2  wrong usage: nothing was sent
  3, 4, 5  a call failed as in `asmx call`: no further part was begun
  6  a response was not understood, or may lack records: its part has no file, and the others were tried";

#[derive(clap::Args)]
// The arguments of `call` are the group of that name.
#[group(skip)]
#[command(
    after_help = AFTER_HELP,
    override_usage = "asmx export [OPTIONS] <DOCUMENT> <OPERATION> --each <LENGTH> --range <FIRST..LAST> -o <FILE> [--<parameter> <VALUE>]...\n       \
                      asmx export [OPTIONS] <DOCUMENT> <OPERATION> --probe --range <FIRST..LAST> [--<parameter> <VALUE>]...",
    mut_arg("yes", |argument| argument.hide(true)),
    mut_arg("full", |argument| argument.hide(true)),
    mut_arg("format", |argument| argument.value_parser(form_of_rows()).help("The form of the files [default: that of FILE's ending]")),
    mut_arg("dry_run", |argument| argument.hide(true))
)]
pub(in crate::cli) struct Arguments {
    #[command(flatten)]
    call: super::Arguments,
    /// The length of a part
    #[arg(long, value_enum, value_name = "LENGTH", help_heading = PARTS, required_unless_present = "probe")]
    each: Option<Length>,
    /// The first and the last day, both included: 2026-01-01..2026-03-31. `yesterday` and `today` are those of this machine, in the time zone `TZ`
    #[arg(long, value_name = "FIRST..LAST", help_heading = PARTS)]
    range: Days,
    /// The parameters that take begin and end, if the spec gives no roles: From,To or Filter.From,Filter.To
    #[arg(long, value_name = "BEGIN,END", help_heading = PARTS)]
    range_in: Option<String>,
    /// Whether records at the end date belong to a response: inclusive or exclusive [default: that of the spec]
    #[arg(long, value_name = "KIND", value_parser = end_date, help_heading = PARTS)]
    end: Option<EndDate>,
    /// The smallest step of the service's times, by which an inclusive part ends before the next: 1d, 1h, 1m, 1s, 3ms for SQL Server's datetime, 1ms
    /// [default: that of the spec]
    #[arg(long, value_name = "STEP", value_parser = resolution, help_heading = PARTS)]
    resolution: Option<Resolution>,
    /// The most records of a response [default: that of the spec]
    #[arg(long, value_name = "RECORDS", value_parser = number, help_heading = PARTS)]
    limit: Option<NonZeroUsize>,
    /// Fetch the last N parts anew, for records that came late
    #[arg(long, value_name = "N", default_value = "0", value_parser = number_or_none, help_heading = PARTS)]
    again: usize,
    /// Fetch so many parts at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = number, help_heading = PARTS)]
    jobs: NonZeroUsize,
    /// Call nothing; print the parts as lines of JSON, each with its complete parameters without secrets
    #[arg(long, help_heading = PARTS)]
    plan: bool,
    /// Find out `--end` and `--resolution`: calls the first day of the range, the next, and the moment of a record
    #[arg(long, help_heading = PARTS, conflicts_with_all = ["plan", "end", "resolution", "each"])]
    probe: bool,
}

const PARTS: &str = "Parts";

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Length {
    /// A day
    Day,
    /// A week from Monday to Sunday
    Week,
    /// A month of the calendar
    Month,
}

impl Length {
    const fn each(self) -> Each {
        match self {
            Self::Day => Each::Day,
            Self::Week => Each::Week,
            Self::Month => Each::Month,
        }
    }
}

fn end_date(text: &str) -> Result<EndDate, String> {
    EndDate::named(text).ok_or_else(|| "write inclusive or exclusive".to_owned())
}

fn number(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "write a whole number from 1 on".to_owned())
}

fn number_or_none(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "write a whole number".to_owned())
}

fn form_of_rows() -> impl TypedValueParser<Value = Form> {
    Form::parser(|form| form.rows().is_some())
}

fn resolution(text: &str) -> Result<Resolution, String> {
    let help = "write a part of a day, such as 1d, 1h, 1m, 1s, 3ms or 1ms, of which a day is a whole number";
    Resolution::named(text).ok_or_else(|| help.to_owned())
}

impl Arguments {
    /// Exports, and returns the exit code.
    pub(in crate::cli) fn run(mut self, parameters: &Parameters, own: &clap::Command) -> Result<u8, Failure> {
        if self.call.full || self.call.dry_run.is_some() {
            return Err(Failure::usage(
                "`--full` and `--dry-run` are options of `asmx call`: `--plan` shows the requests",
            ));
        }
        // Only reads are exported, and those need no person.
        self.call.yes = true;
        if self.plan {
            self.call.without_address();
        }
        let prepared = prepared(&self.call, parameters, own)?;
        self.check_effect(&prepared)?;
        let frame = Frame::of(&prepared, self.range_in.as_deref())?;
        let limit = self.limit.map(|limit| limit.get() as u64).or(prepared.operation.record_limit);
        if self.probe {
            let probe = Probe { prepared: &prepared, arguments: &self.call, frame: &frame, limit };
            return probe.run(self.range.first);
        }
        let each = self.each.map_or(Each::Day, Length::each);
        let (end, resolution) = frame.reading(self.end, self.resolution, prepared.operation)?;
        let Some(schedule) = Schedule::of(self.range, each, end, resolution)? else { return Ok(0) };
        let plan = &schedule.plan;
        frame.check(&prepared, plan.parts().next())?;
        if self.plan {
            return plan_lines::print_plan(&prepared, &frame, plan, self.call.to.path());
        }
        let Some(pattern) = self.call.to.path() else {
            return Err(Failure::usage(
                "parts need names: add `-o FILE` with `{from}` in its name, such as `-o 'parts/{from}.csv'`",
            ));
        };
        if prepared.destination.rows().is_none() {
            return Err(Failure::usage("parts are files of rows: end the name in .csv, .jsonl, .arrow or .parquet"));
        }
        let (files, parts) = (Files::of(pattern)?, schedule.begun()?);
        files.check_origin(&parts)?;
        // A part without rows has no line.
        let may_be_empty = prepared.destination.form == Form::Jsonl && files.has_plan();
        files.begin(&frame.identity(&prepared, plan, &self.call))?;
        let outstanding = self.outstanding(&files, &parts, may_be_empty)?;
        let log = Log::new(outstanding.len());
        let export = Export {
            prepared: &prepared,
            arguments: &self.call,
            frame: &frame,
            files: &files,
            schedule: &schedule,
            columns: Columns::of(&files),
            limit,
            log,
        };
        self.export(&export, &outstanding, parts.len())
    }

    fn check_effect(&self, prepared: &Prepared) -> Result<(), Failure> {
        let operation = prepared.operation;
        if operation.effect == Effect::Read {
            return Ok(());
        }
        let (name, document) = (operation.name, self.call.document.to_string_lossy());
        let is_wsdl = prepared.target.is_of_wsdl();
        let state = if is_wsdl {
            format!("state it in a spec: `asmx import {} --reads {name} -o spec.xml`", shown_line(&document))
        } else {
            "write `effect=\"read\"` at it in the spec".to_owned()
        };
        Err(Failure::usage(format!(
            "{name} may change something, and `export` repeats calls: it takes only operations with the effect `read`. If {name} only reads, {state}"
        )))
    }

    /// Fetches the parts that are due of so many.
    fn export(&self, export: &Export<'_>, outstanding: &[Part], all: usize) -> Result<u8, Failure> {
        let (code, written, without_columns) = (Cell::new(0), Cell::new(0), RefCell::new(Vec::new()));
        // The next response may be right where this one is not understood. After any other failure no further part is begun.
        let goes_on = || [0, NOT_UNDERSTOOD].contains(&code.get());
        let count = |part: Part, end: Result<PartEnd, Failure>| match end {
            Ok(PartEnd::Written) => written.set(written.get() + 1),
            Ok(PartEnd::WithoutColumns) => without_columns.borrow_mut().push(part),
            Err(failure) => {
                export.log.line_of_failure(&part, &failure.text);
                code.set(if goes_on() { failure.code } else { code.get() });
            }
        };
        let (goes_on, count) = (&goes_on, &count);
        let export_part = |part: Part| async move {
            if goes_on() {
                count(part, export.part(&part).await);
            }
        };
        let parts = stream::iter(outstanding.iter().copied()).map(export_part).buffer_unordered(self.jobs.get());
        let ended = wait_unless_interrupted(parts.for_each(|()| std::future::ready(())));
        // Later parts show the columns of earlier ones, too.
        let mut late = without_columns.take();
        late.sort_by_key(Part::name);
        for part in late {
            if matches!(ended, Ok(Some(()))) && goes_on() {
                count(part, export.without_rows(&part).map(|()| PartEnd::Written));
            } else {
                export.put_off(&part);
            }
        }
        export.prepared.ended(&self.call);
        export.files.end();
        export.log.repeated_notes();
        if ended.map_err(|error| Failure::of_machine(&error))?.is_none() {
            return Err(Failure::interrupted(export.prepared.operation));
        }
        let present = all - outstanding.len();
        let missing = outstanding.len() - written.get();
        let missing = if missing > 0 { format!(", {missing} are missing") } else { String::new() };
        export.log.line(&format!("{all} parts: {} written, {present} were there{missing}", written.get()))?;
        Ok(code.get())
    }

    /// The parts to fetch: those without a file, those fetched before they were over, and the last ones of `--again`.
    fn outstanding(&self, files: &Files, all: &[Part], may_be_empty: bool) -> Result<Vec<Part>, Failure> {
        let mut early = files.early()?;
        let old = all.len().saturating_sub(self.again);
        let is_due = |(number, part): (usize, &Part)| {
            let is_early = early.remove(&part.name());
            (number >= old || is_early || !files.has(part, may_be_empty)).then_some(*part)
        };
        let outstanding = all.iter().enumerate().filter_map(is_due).collect();
        if let (Some(first), Some(last)) = (early.first(), early.last()) {
            let parts = if first == last { first.clone() } else { format!("{first} to {last}") };
            anstream::eprintln!(
                "note: parts were fetched before they were over, and the range lacks them: {parts}. A range with them fetches them anew"
            );
        }
        Ok(outstanding)
    }
}
