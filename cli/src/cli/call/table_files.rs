//! A file for each table of a result: `-o 'folder/{table}.csv'`.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use asmx_gateway::rows::RowsError;
use asmx_gateway::tables::{self, FoundTable, TableShape};
use asmx_gateway::{Call, Progress, RowStream, RowWriter, Table, wait_unless_interrupted};
use asmx_import::saved::FileNames;
use asmx_types::display::shown_line;

use super::Arguments;
use super::destination::{Destination, Sink, TABLE};
use super::failure::Failure;
use super::form::Form;
use super::output::{unfit, unwritable};
use super::prepared::Prepared;
use super::streamed::{ProgressLine, Stopped};

/// The files of tables that are being written. They get their names together.
pub(super) struct TableFiles {
    destination: Destination,
    pattern: PathBuf,
    names: FileNames,
    files: Vec<TableFile>,
}

struct TableFile {
    table: String,
    destination: Destination,
    path: PathBuf,
    sink: Sink,
    writer: RowWriter,
}

impl TableFiles {
    pub(super) fn new(destination: &Destination, pattern: &Path) -> Self {
        Self {
            destination: destination.clone(),
            pattern: pattern.to_owned(),
            names: FileNames::default(),
            files: Vec::new(),
        }
    }

    /// The file of a table, which is begun when its name first comes.
    fn file(&mut self, table: &str) -> Result<&mut TableFile, Failure> {
        let index = if let Some(index) = self.files.iter().position(|file| file.table == table) {
            index
        } else {
            let file = self.begun(table)?;
            self.files.push(file);
            self.files.len() - 1
        };
        self.files.get_mut(index).ok_or_else(|| Failure::usage("a file was lost"))
    }

    fn begun(&mut self, table: &str) -> Result<TableFile, Failure> {
        let name = self.names.of_table(table);
        let pattern = self.pattern.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let path = self.pattern.with_file_name(pattern.replace(TABLE, &name));
        let destination = self.destination.at(path.clone());
        let sink = destination.open().map_err(Failure::after_the_call)?;
        let writer = destination.rows().ok_or_else(|| Failure::usage("the form has no rows"))?.one_of_several();
        Ok(TableFile { table: table.to_owned(), destination, path, sink, writer })
    }
}

enum Ended {
    Stopped(Stopped),
    /// A file cannot be written.
    Failure(Failure),
}

impl Prepared {
    /// Makes the call, and writes each table into its file.
    pub(super) fn tables_in_files(
        &self,
        arguments: &Arguments,
        call: Call<'_>,
        mut files: TableFiles,
    ) -> Result<(), Failure> {
        let folder = files.pattern.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            let folder = shown_line(&folder.to_string_lossy()).into_owned();
            return Err(Failure::usage(format!(
                "there is no folder {folder} for the files of the tables: make it first"
            )));
        }
        let unreachable = |error| Failure::not_sent(format!("this machine refuses what a call needs: {error}"));
        if self.has_rows(arguments) {
            let table = arguments.table.as_deref();
            let mut rows = None;
            let ended = wait_unless_interrupted(async {
                let stream =
                    self.target.rows(call, table).await.map_err(|error| Ended::Stopped(Stopped::Call(error)))?;
                copied(rows.insert(if table.is_none() { stream.all_tables() } else { stream }), &mut files).await
            });
            let count = rows.as_ref().map_or(0, |rows: &RowStream| rows.progress().rows);
            self.ended(arguments);
            if let Some(rows) = &rows {
                Self::note(arguments, rows.deviations(), rows.notes());
            }
            match ended.map_err(unreachable)? {
                None => return Err(Failure::interrupted(self.operation).after_rows(count)),
                Some(Err(Ended::Failure(failure))) => return Err(failure),
                Some(Err(Ended::Stopped(stopped))) => return self.failure(stopped, count).map_or(Ok(()), Err),
                Some(Ok(())) => {}
            }
            // A table that the response lacks has a file with its columns. Columns without the name of a table are those of the first.
            let is_lacking = |shape: &&TableShape| match shape.declared_name() {
                Some(name) => table.is_none() && !files.files.iter().any(|file| file.table == name),
                None => files.files.is_empty(),
            };
            let declared = self.shapes.iter().filter(|shape| !shape.columns.is_empty()).filter(is_lacking);
            let declared: Vec<FoundTable<'_>> = declared.map(FoundTable::without_rows).collect();
            self.add(&mut files, &declared)?;
        } else {
            let answer = wait_unless_interrupted(self.target.answer(call)).map_err(unreachable)?;
            self.ended(arguments);
            let answer = answer.ok_or_else(|| Failure::interrupted(self.operation))?;
            let output = answer.map_err(|error| self.failed(&error))?;
            Self::note(arguments, &output.deviations, &[] as &[String]);
            if output.is_unrecognised {
                return Err(Failure::unrecognised(self.operation));
            }
            let output = output.output;
            let all = match arguments.table.as_deref() {
                None => tables::all(&self.shapes, &output),
                Some(table) => {
                    let chosen = tables::choose(&self.shapes, &output, Some(table));
                    vec![chosen.map_err(|why| Failure::unfit(&unfit(why), self.operation))?.table]
                }
            };
            let is_fixed = files.destination.form != Form::Jsonl;
            let left_out: Vec<String> = all.iter().filter(|_| is_fixed).flat_map(FoundTable::undeclared).collect();
            self.add(&mut files, &all)?;
            self.name(files, arguments)?;
            return self.left_out(arguments, &left_out);
        }
        self.name(files, arguments)
    }

    fn add(&self, files: &mut TableFiles, all: &[FoundTable<'_>]) -> Result<(), Failure> {
        for table in all.iter().filter(|table| !table.columns.is_empty()) {
            let file = files.file(&table.name)?;
            let bytes = tables::written_by(table, &mut file.writer);
            let bytes = bytes.map_err(|error| Failure::unfit(&unwritable(error), self.operation))?;
            file.sink.write_all(&bytes).or_else(|error| file.destination.failure(&error).map_or(Ok(()), Err))?;
        }
        Ok(())
    }

    /// Gives the files their names, and prints which is which table.
    fn name(&self, files: TableFiles, arguments: &Arguments) -> Result<(), Failure> {
        if files.files.is_empty() {
            return Err(Failure::unfit(&unfit(RowsError::NoColumns), self.operation));
        }
        let mut noted = Ok(());
        for TableFile { table, destination, path, sink, writer } in files.files {
            sink.complete().or_else(|error| destination.failure(&error).map_or(Ok(()), Err))?;
            noted = noted.and(self.noted(&writer, arguments));
            let (table, path) = (shown_line(&table).into_owned(), path.to_string_lossy().into_owned());
            let told = writeln!(io::stdout(), "wrote {}: {table}", shown_line(&path));
            told.map_err(|error| Failure::unwritten(&error))?;
        }
        noted
    }
}

async fn copied(rows: &mut RowStream, files: &mut TableFiles) -> Result<(), Ended> {
    let mut line = ProgressLine::new(true);
    while let Some(batch) = rows.next().await {
        let batch = batch.map_err(|error| Ended::Stopped(Stopped::Rows(error)))?;
        write(files, &batch, rows.progress())?;
        rows.recycle(batch);
        line.show(rows.progress());
    }
    if rows.is_unrecognised() {
        return Err(Ended::Stopped(Stopped::Unrecognised));
    }
    for file in &mut files.files {
        file.writer.finish(&mut file.sink).map_err(|error| Ended::Stopped(Stopped::Text(error)))?;
    }
    Ok(())
}

fn write(files: &mut TableFiles, batch: &Table, progress: Progress) -> Result<(), Ended> {
    let TableFile { writer, sink, .. } = files.file(batch.full_name()).map_err(Ended::Failure)?;
    writer.write(batch, progress, sink).map_err(|error| Ended::Stopped(Stopped::Text(error)))
}
