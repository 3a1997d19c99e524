//! `call`: calls an operation of a service that a document describes.

mod arguments;
mod column_arguments;
mod confirm;
mod connection;
mod csv_arguments;
mod destination;
mod export;
mod files;
mod form;
mod mistakes;
mod options;
mod output;
mod prepared;
mod progress;
mod raw;
mod request;
mod row_copy;
#[cfg(feature = "xlsx")]
mod sheets;
mod split;
mod streamed;
mod supplied;
mod table;
mod table_files;

use std::io::Write as _;

use asmx_gateway::rows::Outside;
use asmx_gateway::tables::{self, LeftOut, remove_schema_facts};
use asmx_gateway::{Answer, Call, CallError, Deviation, Secrets, raw_headers, wait, wait_unless_interrupted};
use asmx_types::Effect;
use asmx_types::display::{listed, shown_line};
use serde_json::{Map, Value as Json, json};

use super::failure::Failure;
use destination::Sink;
use prepared::{Prepared, prepared};
use table_files::TableFiles;

pub(super) use arguments::Arguments;
pub(super) use connection::{Address, Connection, seconds};
pub(super) use destination::Destination;
pub(super) use export::Arguments as ExportArguments;
pub(super) use files::{first_line_of, next_line_of_input, object};
pub(super) use form::Form;
pub(super) use options::{flat, is_secret, members_of};
pub(super) use output::{print, print_to, text};
pub(super) use split::{Parameters, own_names, split, takes_parameters};
pub(super) use supplied::supplied;

/// The most deviations that are shown without `-v`: a response may have one in each row.
const DEVIATIONS: usize = 3;

/// Calls, and prints. Returns the exit code.
pub(super) fn run(arguments: &Arguments, parameters: &Parameters, own: &clap::Command) -> Result<u8, Failure> {
    let prepared = prepared(arguments, parameters, own)?;
    let ended = prepared.destination.check_words().and_then(|()| prepared.run(arguments));
    let request = ended.map_err(|failure| failure.without_secrets(&prepared.secrets))?;
    Ok(request.map_or(Ok(0), |request| print(&request))?)
}

impl Prepared {
    /// Makes the call, and writes its result. Returns the text of a dry run.
    fn run(&self, arguments: &Arguments) -> Result<Option<Vec<u8>>, Failure> {
        let mut call = self.call(arguments, &self.parameters, &self.secrets)?;
        let failed = |error| self.failed(&error);
        if let Some(form) = arguments.dry_run {
            call = if self.is_streamed(arguments) { call.for_rows() } else { call };
            let request =
                wait(self.target.dry_run(call)).map_err(|error| Failure::of_machine(&error))?.map_err(failed)?;
            for note in request::unseen(&request, form) {
                anstream::eprintln!("note: {note}");
            }
            return Ok(Some(request::dry_run(&request, form).into_bytes()));
        }
        if let Some(pattern) = self.destination.of_tables() {
            let files = TableFiles::new(&self.destination, pattern);
            return self.tables_in_files(arguments, call, files).map(|()| None);
        }
        let (form, sink) = (self.destination.form, self.destination.open()?);
        if form == Form::Raw {
            return self.raw(arguments, call, sink).map(|()| None);
        }
        let sink = match self.streamed(arguments, call.clone(), sink) {
            Ok(written) => return written.map(|()| None),
            Err(sink) => sink,
        };
        if arguments.full {
            call = call.as_it_came();
        } else if !matches!(form, Form::Json | Form::Table) {
            call = call.with_schema_facts();
        }
        let Answer { output, headers, .. } = self.answer(arguments, call)?;
        let (result, shapes) = if arguments.full {
            self.print_notes(&tables::notes(&self.shapes, &output));
            (json!({ "output": output, "headers": headers }), &[][..])
        } else {
            (output, self.shapes.as_slice())
        };
        #[cfg(feature = "xlsx")]
        if form == Form::Xlsx {
            return self.sheets(&result, arguments, sink).map(|()| None);
        }
        let text = output::text(shapes, &result, &self.destination, arguments.table.as_deref())
            .map_err(|why| self.not_in_form(&result, &why))?;
        self.print_notes(&text.notes);
        self.deliver(sink, &text.bytes)?;
        self.left_out(arguments, &text.left_out)?;
        self.outside(arguments, &Outside::of(shapes, &result)).map(|()| None)
    }

    /// The call with these parameters. It adds its secrets to those given.
    fn call<'a>(
        &'a self,
        arguments: &'a Arguments,
        parameters: &'a Map<String, Json>,
        secrets: &'a Secrets,
    ) -> Result<Call<'a>, Failure> {
        let mut call = Call::new(&arguments.operation, parameters).hiding(secrets);
        if !self.headers.is_empty() {
            call = call.headers(&self.headers);
        }
        if let Some(file) = &arguments.raw_headers {
            let transport = self.target.transport_of(self.operation);
            let headers = raw_headers(&files::read(file)?, transport);
            call =
                call.soap_headers(headers.map_err(|error| Failure::usage(format!("{}: {error}", shown_line(file))))?);
        }
        Ok(call)
    }

    /// The secrets of one of several calls: a service that gives each response other cookies does not fill those of all.
    fn secrets_of_call(&self) -> Secrets {
        let secrets = Secrets::new();
        secrets.hide_all(&self.secrets);
        secrets
    }

    /// Makes the call, and waits for its whole response.
    fn answer(&self, arguments: &Arguments, call: Call<'_>) -> Result<Answer, Failure> {
        let answer = wait_unless_interrupted(self.target.answer(call)).map_err(|error| Failure::of_machine(&error))?;
        self.ended(arguments);
        let answer = answer.ok_or_else(|| Failure::interrupted(self.operation))?;
        let answer = answer.map_err(|error| self.failed(&error))?;
        self.note(arguments, &answer.deviations, &output::noted(answer.lost_facts.as_slice()));
        if !arguments.full && answer.headers.as_object().is_some_and(|headers| !headers.is_empty()) {
            self.print_notes(&["the response has SOAP headers: `--full` shows them"]);
        }
        if answer.is_unrecognised { Err(Failure::unrecognised(self.operation)) } else { Ok(answer) }
    }

    /// The failure of a result that has not the form that was asked for. A call that is no read cannot be repeated for its result, which goes to
    /// standard error.
    fn not_in_form(&self, result: &Json, why: &str) -> Failure {
        if self.operation.effect != Effect::Read {
            let mut result = result.clone();
            remove_schema_facts(&self.shapes, &mut result);
            row_copy::print_result(self.operation, &result);
        }
        Failure::unfit(why, self.operation)
    }

    /// Fails if a result was written without undeclared content, unless that is accepted.
    fn left_out(&self, arguments: &Arguments, left_out: &LeftOut) -> Result<(), Failure> {
        if left_out.is_empty() || arguments.columns.ignore_undeclared {
            return Ok(());
        }
        let names = listed(&left_out.paths, DEVIATIONS);
        let form = if left_out.is_in_lines { Form::Jsonl } else { Form::Json }.name();
        let why = format!(
            "the response has content that nothing declares, and the rows are without it: {names}. `--ignore-undeclared` accepts \
             it, `--format {form}` has it"
        );
        Err(Failure::unfit(&why, self.operation))
    }

    /// Fails if rows were written without undeclared content beside them, unless that is accepted. Lines are rows, so that only rows are missed in
    /// them.
    fn outside(&self, arguments: &Arguments, outside: &Outside) -> Result<(), Failure> {
        let is_whole = match self.destination.form {
            Form::Json | Form::Raw => true,
            Form::Jsonl => !outside.may_have_rows,
            _ => outside.names.is_empty(),
        };
        if is_whole || arguments.columns.ignore_undeclared {
            return Ok(());
        }
        let names = listed(&outside.names, DEVIATIONS);
        let why = format!(
            "the response has content beside the declared result that nothing declares, and the rows are without it: {names}. \
             `--ignore-undeclared` accepts it, `--format json` has it"
        );
        Err(Failure::unfit(&why, self.operation))
    }

    /// Says on standard error what a reader should know of the result.
    fn note(&self, arguments: &Arguments, deviations: &[Deviation], notes: &[impl std::fmt::Display]) {
        let most = if arguments.verbose > 0 { usize::MAX } else { DEVIATIONS };
        for deviation in deviations.iter().take(most) {
            anstream::eprintln!("note: the response deviates from the document: {}", shown_line(deviation.as_str()));
        }
        if let Some(more) = deviations.len().checked_sub(most).filter(|more| *more > 0) {
            let places = if more == 1 { "place" } else { "places" };
            anstream::eprintln!("note: and in {more} more {places}, which -v shows");
        }
        self.print_notes(notes);
    }

    /// Notes may name what only the response has.
    fn print_notes(&self, notes: &[impl std::fmt::Display]) {
        for note in notes {
            anstream::eprintln!("note: {}", self.secrets.redacted(&note.to_string()));
        }
    }

    fn deliver(&self, mut sink: Sink, bytes: &[u8]) -> Result<(), Failure> {
        let written = sink.write_all(bytes).and_then(|()| sink.complete());
        written.or_else(|error| self.destination.failure(&error).map_or(Ok(()), Err))
    }

    pub(super) fn failed(&self, error: &CallError) -> Failure {
        Failure::of(error, self.operation).noting_if_refused(self.unsent_credentials().as_deref())
    }

    fn ended(&self, arguments: &Arguments) {
        if let Err(error) = self.profile.keep_cookies() {
            anstream::eprintln!("warning: the cookies cannot be kept: {error}");
        }
        if arguments.verbose > 0 {
            let text = request::exchanges(&self.target.exchanges(), arguments.verbose > 1);
            anstream::eprint!("{text}");
        }
    }
}
