//! Rows of a result while it arrives.

use std::collections::{BTreeSet, HashSet, VecDeque};

use asmx_runtime::batches::{BatchStream, Progress};
use asmx_runtime::json::{key as part_key, undeclared};
use asmx_runtime::results::table::{HiddenFacts, ShortRows, Table};
use asmx_runtime::{Deviation, Error, Operation};

use crate::calls::call::{Call, is_cut};
use crate::calls::error::CallError;
use crate::calls::target::Target;
use crate::calls::words::Words;
use crate::rows::declared_tables::DeclaredTables;
use crate::rows::outside::Outside;
use crate::rows::tables::RowsNote;
use crate::rows::tables_text::TablesEnd;
use crate::rows::texts::{RowsError, is_main_table, is_named};

/// The rows of a DataSet, batch by batch, while the response arrives. It holds one batch, however large the response is, and reads
/// from the connection only when a batch is asked for; dropping it cancels the rest.
///
/// The SOAP headers of the response are not read.
#[must_use = "rows are read when they are asked for"]
pub struct RowStream {
    batches: BatchStream,
    declared: DeclaredTables,
    table: Option<String>,
    wanted: Wanted,
    /// The names of tables beside the first, which are noted.
    other_tables: HashSet<String>,
    /// The undeclared ones of them that have rows.
    undeclared_tables: BTreeSet<String>,
    is_checked: bool,
    has_given: bool,
    notes: Vec<RowsNote>,
    cut: CutText,
    hidden: HiddenFacts,
    /// A batch that was read and not taken, and whether its facts are counted.
    unread: Option<(Table, bool)>,
    /// Declared tables that the response lacks, behind its end.
    lacking: VecDeque<Table>,
    is_over: bool,
    words: Words,
    /// The name of the part that has the rows.
    part: String,
}

/// The tables whose rows are given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// The first, with a note if there are others.
    First,
    Named,
    All,
}

/// The error of rows that were being read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RowStreamError {
    /// The result has no table of the name that was given.
    #[error(transparent)]
    Table(#[from] RowsError),
    /// The response cannot be read any further. The batches before it are valid.
    #[error(transparent)]
    Failed(#[from] Error),
}

impl Target {
    /// Whether the result of the operation is a single DataSet or DataTable, or a delimited text whose delimiters a request states:
    /// [`rows`](Self::rows) can read it.
    #[must_use]
    pub fn has_rows(&self, operation: &Operation) -> bool {
        self.has_tables(operation) || is_cut(operation)
    }

    /// Whether the result of the operation is a single DataSet or DataTable.
    #[must_use]
    pub fn has_tables(&self, operation: &Operation) -> bool {
        operation.value().is_some_and(|result| result.kind.is_table() && !result.repeated && !result.holds_secret())
    }

    /// Makes a call, and gives the rows of its result as they arrive: those of the table, if it is named, or of the first. Columns that the
    /// description declares come first, in its order, whether the response has them or not. A request for delimited text that leaves the
    /// delimiters open gets ones that no data holds.
    ///
    /// # Errors
    ///
    /// Those of [`call`](Self::call), or the result [has no rows](Self::has_rows).
    pub async fn rows(&self, call: Call<'_>, table: Option<&str>) -> Result<RowStream, CallError> {
        let (route, hidden) = (self.route(call.operation)?, call.hidden);
        let prepared = self.prepared(&route, call.for_rows(), Self::client)?.0;
        let of_call = prepared.secrets();
        let declared = DeclaredTables::of(route.operation);
        let stream = prepared.stream().layout(declared.layout(route.operation));
        let batches = stream.await;
        hidden.inspect(|hidden| hidden.hide_all(&of_call));
        let batches = batches.map_err(|error| error.in_words(self.words()))?;
        Ok(RowStream {
            batches,
            declared,
            table: table.map(str::to_owned),
            wanted: if table.is_some() { Wanted::Named } else { Wanted::First },
            other_tables: HashSet::new(),
            undeclared_tables: BTreeSet::new(),
            is_checked: false,
            has_given: false,
            notes: Vec::new(),
            cut: CutText::default(),
            hidden: HiddenFacts::default(),
            unread: None,
            lacking: VecDeque::new(),
            is_over: false,
            words: self.words(),
            part: route.operation.value().map(|part| part_key(part).into_owned()).unwrap_or_default(),
        })
    }
}

impl RowStream {
    /// Waits for the next batch: a table with its columns, and the rows since the last one. `None` after the last one. A table without
    /// rows comes as an empty batch, and so does a declared table that the response lacks.
    ///
    /// # Errors
    ///
    /// The table is unknown: before the first batch, unless the schema leaves a table out; [`all_tables`](Self::all_tables) gives those that came.
    /// Or the response breaks off or is malformed, which is the last item.
    pub async fn next(&mut self) -> Option<Result<Table, RowStreamError>> {
        loop {
            let (mut batch, is_counted) = match self.unread.take() {
                Some(unread) => unread,
                None => match self.batches.next().await {
                    Some(Ok(batch)) => (batch, false),
                    Some(Err(error)) => return Some(Err(error.in_words(self.words).into())),
                    None => return self.ended(),
                },
            };
            if let Err(error) = self.check(&batch) {
                self.unread = Some((batch, is_counted));
                return Some(Err(error.into()));
            }
            if !is_counted {
                self.hidden += batch.hidden_facts();
            }
            if self.table.as_deref().is_none_or(|table| table == batch.full_name()) {
                self.has_given = true;
                if !is_counted {
                    self.cut.add(&batch, self.declared.first_width());
                    self.declared.count(&batch);
                }
                self.declared.complete(&mut batch, &mut self.notes);
                return Some(Ok(batch));
            }
            if self.wanted == Wanted::First {
                self.note_other(&batch);
            }
            self.batches.recycle(batch);
        }
    }

    /// Notes for readers of the rows, complete after the last batch.
    #[must_use]
    pub fn notes(&self) -> &[RowsNote] {
        &self.notes
    }

    /// The contradictions of the response to its description. They are complete after the last batch.
    #[must_use]
    pub fn deviations(&self) -> &[Deviation] {
        self.batches.deviations()
    }

    /// Whether the response has not what the description promises. Complete after the last batch.
    #[must_use]
    pub fn is_unrecognised(&self) -> bool {
        self.batches.is_unrecognised()
    }

    /// Gives the batches of all tables, and notes nothing of there being several.
    pub fn all_tables(mut self) -> Self {
        (self.wanted, self.is_checked, self.table) = (Wanted::All, true, None);
        self
    }

    /// Takes columns that the description lacks for undeclared ones, so that forms with fixed columns leave them out. Notes name those that the
    /// schema of the response has.
    pub fn ignore_undeclared(mut self) -> Self {
        self.declared.leave_out_others();
        self
    }

    /// Leaves the columns as the response has them.
    pub fn as_they_came(mut self) -> Self {
        self.declared.leave_as_they_came();
        self
    }

    /// The facts that are complete behind the last batch.
    #[must_use]
    pub fn end(&mut self) -> TablesEnd {
        let tables = (!self.batches.is_null_data_set()).then(|| self.batches.tables());
        TablesEnd { tables, undeclared: undeclared(self.batches.rest()) }
    }

    /// The undeclared content beside the rows, and the undeclared tables whose rows are not taken. Complete after the last batch.
    #[must_use]
    pub fn outside(&self) -> Outside {
        let outside = Outside::of_rest(undeclared(self.batches.rest()).as_ref(), |name| name == self.part);
        outside.with_rows(self.undeclared_tables.iter().map(|table| format!("{}.{table}", self.part)))
    }

    /// Takes back a batch that could not be written: it is the next one again.
    pub fn put_back(&mut self, batch: Table) {
        self.unread = Some((batch, true));
    }

    /// Takes back a batch that is no longer needed, to use its memory for the next ones.
    pub fn recycle(&mut self, used: Table) {
        self.batches.recycle(used);
    }

    /// The bytes and rows that were read so far, rows of other tables included.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.batches.progress()
    }

    /// Takes the main table of several, or the first, or the first of those that have the name in different namespaces.
    fn check(&mut self, batch: &Table) -> Result<(), RowsError> {
        if self.is_checked {
            return Ok(());
        }
        self.is_checked = true;
        let mut all = self.batches.tables();
        if !all.iter().any(|name| name == batch.full_name()) {
            all.push(batch.full_name().to_owned());
        }
        let mut named: Vec<String> = match &self.table {
            Some(table) => all.iter().filter(|full| is_named(full, table)).cloned().collect(),
            None => all.clone(),
        };
        let main = self.batches.main_table().filter(|_| self.table.is_none());
        if let Some(index) = main.and_then(|main| named.iter().position(|full| is_main_table(full, &main))) {
            let main = named.remove(index);
            named.insert(0, main);
        }
        if let Some(described) =
            self.declared.first_name().filter(|_| self.wanted == Wanted::First && self.declared.lacks(batch))
        {
            named.retain(|full| full != described);
            named.insert(0, described.to_owned());
        }
        match (named.split_first(), &self.table) {
            (None, Some(table)) if self.declared.has(table) => {}
            (None, table) => return Err(RowsError::unknown(table.as_deref().unwrap_or_default(), &all)),
            (Some((first, rest)), _) => {
                self.other_tables.extend(rest.iter().cloned());
                if !rest.is_empty() {
                    self.notes.push(RowsNote::OtherTables { first: first.clone(), rest: rest.to_vec() });
                }
                self.table = Some(first.clone());
                // Without a schema declared tables may come later.
                if self.wanted == Wanted::First && batch.is_declared() {
                    self.declared.note_lacking(&all, &mut self.notes);
                }
            }
        }
        Ok(())
    }

    /// Notes a table that no schema declares and that is not the one that is taken.
    fn note_other(&mut self, batch: &Table) {
        let (Some(first), name) = (&self.table, batch.full_name()) else { return };
        if batch.row_count() > 0 && self.declared.lacks(batch) {
            self.undeclared_tables.insert(name.to_owned());
        }
        if self.other_tables.contains(name) {
            return;
        }
        self.other_tables.insert(name.to_owned());
        let noted = self.notes.iter_mut().find_map(|note| match note {
            RowsNote::OtherTables { rest, .. } => Some(rest),
            _ => None,
        });
        match noted {
            Some(rest) => rest.push(name.to_owned()),
            None => self.notes.push(RowsNote::OtherTables { first: first.clone(), rest: vec![name.to_owned()] }),
        }
    }

    /// A declared table that never came is empty. Any other is an error, even if the result has no rows at all.
    fn ended(&mut self) -> Option<Result<Table, RowStreamError>> {
        if std::mem::replace(&mut self.is_over, true) || self.is_unrecognised() {
            return self.lacking.pop_front().map(Ok);
        }
        if self.batches.is_at_record_limit() {
            self.notes.push(RowsNote::AtRecordLimit(self.batches.progress().rows));
        }
        self.declared.note_required(&mut self.notes);
        self.hidden += self.batches.late_changes().hidden_facts();
        if !self.hidden.is_empty() {
            self.notes.push(RowsNote::Hidden(self.hidden));
        }
        match self.cut.note() {
            Ok(note) => self.notes.extend(note),
            Err(error) => return Some(Err(error.into())),
        }
        if self.wanted != Wanted::Named {
            self.declared.note_lacking(&self.batches.tables(), &mut self.notes);
        }
        if self.wanted == Wanted::All {
            self.lacking = self.declared.lacking(self.has_given).collect();
        } else if !self.has_given {
            self.lacking.extend(self.declared.without_rows(self.table.as_deref()));
        }
        if let Some(empty) = self.lacking.pop_front() {
            return Some(Ok(empty));
        }
        let table = self.table.take().filter(|_| !self.is_checked)?;
        Some(Err(RowsError::unknown(&table, &self.batches.tables()).into()))
    }
}

/// How the rows of a delimited text were cut.
#[derive(Debug, Default)]
struct CutText {
    short: Option<ShortRows>,
    rows: u64,
    widest: usize,
    columns: usize,
    /// Whether the first cell has several lines.
    has_lines: bool,
}

impl CutText {
    fn add(&mut self, batch: &Table, columns: usize) {
        if self.rows == 0 {
            let cell = batch.row_at(0).and_then(|row| row.text_at(0).map(|text| text.trim_end().contains('\n')));
            self.has_lines = cell.unwrap_or_default();
            self.columns = columns;
        }
        self.rows += batch.row_count() as u64;
        (self.short, self.widest) = (batch.short_rows(), batch.widest_row());
    }

    /// A note of rows without all cells.
    fn note(&self) -> Result<Option<RowsNote>, RowsError> {
        let Some(short) = self.short else {
            let is_one_cell = self.rows == 1 && self.widest == 1 && (self.columns != 1 || self.has_lines);
            return Ok(is_one_cell.then_some(RowsNote::OneCell));
        };
        if self.widest == 1 {
            return Err(RowsError::OneCellRows(short.expected));
        }
        let (rows, first) = (short.rows, short.first + 1);
        Ok(Some(RowsNote::ShortRows { rows, first, cells: short.cells, columns: short.expected }))
    }
}

debug_only!(RowStream: batches);
