//! The destination of a result and its form: `--format FORM` and `-o FILE`.

use std::fs::File;
use std::io::{self, IsTerminal as _, Seek as _, Write};
use std::path::{Path, PathBuf};

#[cfg(feature = "arrow")]
use asmx_gateway::{ArrowOptions, ColumnForms, RowForm};
use asmx_gateway::{CsvOptions, RowWriter};
use asmx_types::display::{shown_line, shown_lines};
use clap::ValueEnum as _;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::super::failure::Failure;
use super::form::Form;
use crate::cli::to_file::{ResultFile, open};

/// Stands for the name of a table in that of a file.
pub(super) const TABLE: &str = "{table}";

fn has_table(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().contains(TABLE))
}

/// The file and the form of a result.
#[derive(Debug, Clone)]
pub(in crate::cli) struct Destination {
    pub(in crate::cli) form: Form,
    /// `None` is standard output.
    file: Option<PathBuf>,
    is_compressed: bool,
    /// Whether Arrow is a file, not a stream.
    #[cfg(feature = "arrow")]
    is_arrow_file: bool,
    csv: CsvOptions,
    #[cfg(feature = "arrow")]
    arrow: ArrowOptions,
}

/// The form that the ending of a file name states: `.csv.gz` is CSV, compressed.
struct Ending {
    form: Option<Form>,
    #[cfg(feature = "arrow")]
    is_arrow_stream: bool,
    is_compressed: bool,
}

impl Ending {
    fn of(path: &Path) -> Self {
        let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        let (name, is_compressed) = name.strip_suffix(".gz").map_or((name.as_str(), false), |name| (name, true));
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let form = Form::value_variants().iter().copied().find(|form| form.endings().contains(&ending));
        Self {
            form,
            #[cfg(feature = "arrow")]
            is_arrow_stream: ending == "arrows",
            is_compressed,
        }
    }
}

impl Destination {
    /// The end of the file's name chooses the form, unless it says none.
    pub(in crate::cli) fn of(format: Option<Form>, file: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = file else {
            return Ok(Self::to(format.unwrap_or_else(Form::default_form), None));
        };
        let name = shown_line(&path.to_string_lossy()).into_owned();
        let ending = Ending::of(path);
        let form = match (format, ending.form) {
            (None, None) => {
                let endings: Vec<_> = Form::value_variants().iter().flat_map(|form| form.endings()).collect();
                let endings = endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(" ");
                let why =
                    format!("the name `{name}` does not say the form: add `--format FORM`, or end the name in one of");
                return Err(Failure::usage(format!("{why} {endings}")));
            }
            // The service decides what the response is.
            (Some(Form::Raw), Some(ending)) if ending.is_text() => Form::Raw,
            (Some(form), Some(ending)) if form != ending => {
                let (form, ending) = (form.name(), ending.name());
                return Err(Failure::usage(format!(
                    "`--format {form}` and the name `{name}` disagree: write `--format {ending}`, or end the name in another way"
                )));
            }
            (Some(form), _) | (None, Some(form)) => form,
        };
        if has_table(path) && form.rows().is_none() {
            let form = form.name();
            return Err(Failure::usage(format!(
                "`{TABLE}` in `{name}` is for forms with a table a file, such as csv and parquet, and `{form}` has all tables in one: leave it out"
            )));
        }
        if path.parent().is_some_and(|folder| folder.to_string_lossy().contains(TABLE)) {
            return Err(Failure::usage(format!(
                "`{TABLE}` stands in the name of a file, and not in that of a folder: `{name}`"
            )));
        }
        if ending.is_compressed && !form.is_text() {
            let form = form.name();
            return Err(Failure::usage(format!(
                "files of the form `{form}` have no `.gz`: end the name `{name}` before it"
            )));
        }
        Ok(Self {
            is_compressed: ending.is_compressed,
            #[cfg(feature = "arrow")]
            is_arrow_file: !ending.is_arrow_stream,
            ..Self::to(form, Some(path))
        })
    }

    /// Refuses a name with words in braces that stand for nothing.
    pub(super) fn check_words(&self) -> Result<(), Failure> {
        let Some(name) = self.file_name() else { return Ok(()) };
        let ends = |part: &str| part.split_once('}').map(|(word, _)| word.to_owned());
        let is_word = |word: &String| !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_alphabetic());
        let mut words = name.split('{').skip(1).filter_map(ends).filter(is_word);
        match words.find(|word| TABLE.trim_matches(['{', '}']) != word) {
            None => Ok(()),
            Some(word) => Err(Failure::usage(format!("`{{{word}}}` in `{name}`: only `{TABLE}` stands for something"))),
        }
    }

    fn to(form: Form, file: Option<&Path>) -> Self {
        Self {
            form,
            file: file.map(Path::to_owned),
            is_compressed: false,
            #[cfg(feature = "arrow")]
            is_arrow_file: false,
            csv: CsvOptions::default(),
            #[cfg(feature = "arrow")]
            arrow: ArrowOptions::new(),
        }
    }

    /// With the options of CSV, and of columns in Arrow and Parquet.
    pub(super) fn with(mut self, csv: CsvOptions, #[cfg(feature = "arrow")] columns: &ColumnForms) -> Self {
        self.csv = csv;
        #[cfg(feature = "arrow")]
        {
            self.arrow = columns.options();
        }
        self
    }

    /// The writer of rows, if the form has those of one table.
    pub(super) fn rows(&self) -> Option<RowWriter> {
        let form = match self.form.rows()? {
            #[cfg(feature = "arrow")]
            RowForm::Arrow if self.is_arrow_file => RowForm::ArrowFile,
            form => form,
        };
        let writer = RowWriter::new(form).csv(self.csv);
        #[cfg(feature = "arrow")]
        let writer = writer.arrow(self.arrow.clone());
        Some(writer)
    }

    /// The name of the file of each table, if it has `{table}` in its place.
    pub(super) fn of_tables(&self) -> Option<&Path> {
        self.file.as_deref().filter(|path| has_table(path))
    }

    /// This destination with another file.
    pub(super) fn at(&self, path: PathBuf) -> Self {
        Self { file: Some(path), ..self.clone() }
    }

    /// Whether a person sees the result at once.
    pub(in crate::cli) fn is_terminal(&self) -> bool {
        self.file.is_none() && io::stdout().is_terminal()
    }

    /// Opens it, before the call: a file that cannot be written is reported while nothing is sent.
    pub(super) fn open(&self) -> Result<Sink, Failure> {
        let cannot = |error: io::Error| {
            let has_no_folder = error.kind() == io::ErrorKind::NotFound;
            let advice = if has_no_folder { ": make its folder first" } else { "" };
            Failure::usage(format!("cannot write {}: {error}{advice}", self.display_name()))
        };
        let Some(path) = &self.file else {
            // A half file of such a form cannot be read.
            return if self.form.is_complete_only() {
                tempfile::tempfile().map(Sink::Temporary).map_err(cannot)
            } else {
                Ok(Sink::Output(io::stdout()))
            };
        };
        let file = open(path).map_err(cannot)?;
        Ok(if self.is_compressed {
            Sink::Compressed(Box::new(GzEncoder::new(file, Compression::default())))
        } else {
            Sink::File(file)
        })
    }

    /// Writes a result and ends it.
    pub(in crate::cli) fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let mut sink = self.open()?;
        sink.write_all(bytes).and_then(|()| sink.complete()).or_else(|error| self.failure(&error).map_or(Ok(()), Err))
    }

    /// A result that cannot be written; `None` for a reader of standard output that has seen enough.
    pub(super) fn failure(&self, error: &io::Error) -> Option<Failure> {
        if self.file.is_some() {
            return Some(Failure::unwritten_file(format!("cannot write {}: {error}", self.display_name())));
        }
        Some(Failure::unwritten(error)).filter(|_| error.kind() != io::ErrorKind::BrokenPipe)
    }

    fn display_name(&self) -> String {
        self.file_name().unwrap_or_else(|| "standard output".to_owned())
    }

    /// The name of the file for people; `None` is standard output.
    pub(super) fn file_name(&self) -> Option<String> {
        self.file.as_deref().map(|path| shown_line(&path.to_string_lossy()).into_owned())
    }
}

/// A result that is being written. Dropped before [`complete`](Self::complete), a file vanishes.
pub(super) enum Sink {
    /// No terminal obeys what a service sends.
    Output(io::Stdout),
    /// A nameless file, copied to standard output when it is complete.
    Temporary(File),
    File(ResultFile),
    Compressed(Box<GzEncoder<ResultFile>>),
}

impl Sink {
    pub(super) fn complete(mut self) -> io::Result<()> {
        self.flush()?;
        match self {
            Self::Output(_) => Ok(()),
            Self::Temporary(mut file) => {
                file.rewind()?;
                let mut out = io::stdout().lock();
                io::copy(&mut file, &mut out)?;
                out.flush()
            }
            Self::File(file) => file.complete(),
            Self::Compressed(encoder) => encoder.finish()?.complete(),
        }
    }

    /// Whether rows go to the terminal.
    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Self::Output(out) if out.is_terminal())
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Output(out) if out.is_terminal() => {
                out.lock().write_all(shown_lines(&String::from_utf8_lossy(bytes)).as_bytes())
            }
            Self::Output(out) => out.lock().write_all(bytes),
            Self::Temporary(file) => file.write_all(bytes),
            Self::File(file) => file.write_all(bytes),
            Self::Compressed(encoder) => encoder.write_all(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Output(out) => out.flush(),
            Self::Temporary(file) => file.flush(),
            Self::File(file) => file.flush(),
            Self::Compressed(encoder) => encoder.flush(),
        }
    }
}
