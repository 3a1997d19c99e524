//! A file for each table of a result: `-o 'folder/{table}.csv'`.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use asmx_gateway::rows::{Outside, RowsError};
use asmx_gateway::tables::{self, LeftOut, RowsNote};
use asmx_gateway::{Call, Progress, RowStream, RowWriter, Table};
use asmx_import::saved::FileNames;
use asmx_types::display::shown_line;

use super::super::failure::Failure;
use super::Arguments;
use super::destination::{Destination, Sink, TABLE};
use super::form::{COMMAND_LINE, Form};
use super::prepared::Prepared;
use super::row_copy::{Copied, RowReceiver, Stopped};

/// The files of tables that are being written. They get their names together.
pub(super) struct TableFiles {
    destination: Destination,
    pattern: PathBuf,
    names: FileNames,
    files: Vec<TableFile>,
    /// The places of files, by table.
    indices: HashMap<String, usize>,
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
            indices: HashMap::new(),
        }
    }

    /// The file of a table, which is begun when its name first comes.
    fn file(&mut self, table: &str) -> Result<&mut TableFile, Failure> {
        let index = if let Some(index) = self.indices.get(table) {
            *index
        } else {
            let file = self.begun(table)?;
            self.indices.insert(table.to_owned(), self.files.len());
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

impl TableFiles {
    /// The files of the pattern that no table of the result has: an earlier result may have had it. In the order of their names.
    fn older(&self) -> Vec<PathBuf> {
        let pattern = self.pattern.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let Some((before, after)) = pattern.split_once(TABLE) else { return Vec::new() };
        let folder = self.pattern.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let is_of_pattern = |name: &str| {
            let table = name.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
            table.is_some_and(|table| !table.is_empty() && !table.starts_with('.'))
        };
        // Some systems do not tell capital letters from small ones.
        let names = self.files.iter().filter_map(|file| file.path.file_name());
        let written: HashSet<String> = names.map(|name| name.to_string_lossy().to_ascii_lowercase()).collect();
        let is_written = |name: &str| written.contains(&name.to_ascii_lowercase());
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let names =
            entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file())).map(|entry| entry.file_name());
        let names =
            names.filter_map(|name| name.into_string().ok()).filter(|name| is_of_pattern(name) && !is_written(name));
        let mut older: Vec<PathBuf> = names.map(|name| self.pattern.with_file_name(name)).collect();
        older.sort();
        older
    }
}

impl RowReceiver for TableFiles {
    fn write(&mut self, batch: &Table, progress: Progress) -> Result<(), Stopped> {
        let TableFile { writer, sink, .. } = self.file(batch.full_name()).map_err(Stopped::Failed)?;
        writer.write(batch, progress, sink).map_err(Stopped::Text)
    }

    fn finish(&mut self, _: &mut RowStream) -> Result<(), Stopped> {
        self.files.iter_mut().try_for_each(|file| file.writer.finish(&mut file.sink)).map_err(Stopped::Text)
    }

    fn repeats(&self, note: &RowsNote) -> bool {
        let has_table = |file: &&TableFile| matches!(note, RowsNote::NotOfType { table, .. } if *table == file.table);
        self.files.iter().find(has_table).is_some_and(|file| note.is_repeated_by(&file.writer))
    }
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
        if self.has_rows(arguments) {
            let wanted = |rows: RowStream| if arguments.table.is_none() { rows.all_tables() } else { rows };
            return match self.copy_rows(arguments, call, wanted, &mut files)? {
                Copied::Complete { outside, .. } => {
                    self.name(files, arguments).and_then(|()| self.outside(arguments, &outside))
                }
                Copied::Enough => Ok(()),
            };
        }
        let result = self.answer(arguments, call.with_schema_facts())?.output;
        let (all, notes) = tables::all_or_named(&self.shapes, &result, arguments.table.as_deref())
            .map_err(|why| self.not_in_form(&result, &why.in_words(COMMAND_LINE)))?;
        self.print_notes(&notes);
        for table in &all {
            if files.indices.contains_key(&table.name) {
                let name = shown_line(&table.name);
                return Err(
                    self.not_in_form(&result, &format!("several tables have the name `{name}`, and so one file"))
                );
            }
            let file = files.file(&table.name)?;
            let bytes = tables::written_by(table, &mut file.writer);
            let bytes = bytes.map_err(|error| self.not_in_form(&result, &error.in_words(COMMAND_LINE)))?;
            file.sink.write_all(&bytes).or_else(|error| file.destination.failure(&error).map_or(Ok(()), Err))?;
        }
        let is_lines = files.destination.form == Form::Jsonl;
        let left_out: LeftOut = all.iter().map(|table| table.left_out(is_lines)).collect();
        self.name(files, arguments)?;
        self.left_out(arguments, &left_out)?;
        self.outside(arguments, &Outside::of(&self.shapes, &result))
    }

    /// Gives the files their names, and prints which is which table.
    fn name(&self, files: TableFiles, arguments: &Arguments) -> Result<(), Failure> {
        if files.files.is_empty() {
            return Err(Failure::unfit(&RowsError::NoColumns.to_string(), self.operation));
        }
        let older = if arguments.table.is_none() { files.older() } else { Vec::new() };
        let mut noted = Ok(());
        for TableFile { table, destination, path, sink, writer } in files.files {
            sink.complete().or_else(|error| destination.failure(&error).map_or(Ok(()), Err))?;
            noted = noted.and(self.noted(&writer, arguments));
            let (table, path) = (shown_line(&table).into_owned(), path.to_string_lossy().into_owned());
            let written = writeln!(io::stdout(), "wrote {}: {table}", shown_line(&path));
            written.map_err(|error| Failure::unwritten(&error))?;
        }
        if let Some((first, rest)) = older.split_first() {
            let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
            let first = shown_line(&first.to_string_lossy()).into_owned();
            self.print_notes(&[format!("of no table of this result, and left as it was: {first}{more}")]);
        }
        noted
    }
}
