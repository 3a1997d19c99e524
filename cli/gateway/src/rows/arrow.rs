//! Batches as Arrow and Parquet.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use asmx_arrow::arrow_array::RecordBatch;
use asmx_arrow::arrow_schema::SchemaRef;
use asmx_arrow::{Converter, Error, Note, Options, ipc, parquet};
use asmx_runtime::results::table::Table;

/// The conversion to Arrow, and the writer once its first batch has come.
#[derive(Debug)]
pub(crate) struct Arrow {
    begin: Begin,
    options: Options,
    /// Whether options of columns that the first batch lacks are for other tables.
    is_one_of_several: bool,
    converter: Option<Converter>,
    writer: Option<Writer>,
    written: Bytes,
}

/// Begins to write batches of a schema.
type Begin = fn(Bytes, SchemaRef) -> Result<Writer, Error>;

#[derive(Debug)]
pub(crate) enum Writer {
    Stream(ipc::Writer<Bytes>),
    File(ipc::FileWriter<Bytes>),
    Parquet(parquet::Writer<Bytes>),
}

/// The bytes that a writer, which owns its output, has written and that nobody has taken.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bytes(Arc<Mutex<Vec<u8>>>);

impl Arrow {
    pub(crate) fn new(begin: Begin) -> Self {
        Self {
            begin,
            options: Options::new(),
            is_one_of_several: false,
            converter: None,
            writer: None,
            written: Bytes::default(),
        }
    }

    /// Sets the options of the conversion, before the first batch.
    pub(crate) fn options(&mut self, options: Options) {
        self.options = options;
    }

    pub(crate) const fn one_of_several(&mut self) {
        self.is_one_of_several = true;
    }

    pub(crate) fn notes(&self) -> &[Note] {
        self.converter.as_ref().map(Converter::notes).unwrap_or_default()
    }

    /// The bytes of a batch, or of its rows before the first cell that does not fit, and the error. Parquet returns those of a row group with
    /// its last batch.
    pub(crate) fn batch(&mut self, batch: &Table) -> (Vec<u8>, Option<Error>) {
        let options = || {
            let options = self.options.clone();
            if self.is_one_of_several { options.only_for(batch.columns()) } else { options }
        };
        let converter = self.converter.get_or_insert_with(|| Converter::new(options()));
        let (rows, error) = match converter.convert_copy(batch) {
            Ok(rows) => (rows, None),
            Err(Error::Cell(cell)) => (cell.rows_before().clone(), Some(Error::Cell(cell))),
            Err(error) => return (Vec::new(), Some(error)),
        };
        match self.rows(&rows) {
            Ok(bytes) => (bytes, error),
            Err(error) => (Vec::new(), Some(error)),
        }
    }

    fn rows(&mut self, batch: &RecordBatch) -> Result<Vec<u8>, Error> {
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => none.insert((self.begin)(self.written.clone(), batch.schema())?),
        };
        writer.write(batch)?;
        Ok(self.written.take())
    }

    /// The bytes behind the last batch.
    pub(crate) fn end(&mut self) -> Result<Vec<u8>, Error> {
        self.writer.take().map_or(Ok(()), Writer::finish)?;
        Ok(self.written.take())
    }
}

impl Writer {
    pub(crate) fn stream(out: Bytes, schema: SchemaRef) -> Result<Self, Error> {
        ipc::Writer::new(out, schema).map(Self::Stream)
    }

    pub(crate) fn file(out: Bytes, schema: SchemaRef) -> Result<Self, Error> {
        ipc::FileWriter::new(out, schema).map(Self::File)
    }

    pub(crate) fn parquet(out: Bytes, schema: SchemaRef) -> Result<Self, Error> {
        parquet::Writer::new(out, schema).map(Self::Parquet)
    }

    fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        match self {
            Self::Stream(writer) => writer.write(batch),
            Self::File(writer) => writer.write(batch),
            Self::Parquet(writer) => writer.write(batch),
        }
    }

    fn finish(self) -> Result<(), Error> {
        match self {
            Self::Stream(writer) => writer.finish().map(drop),
            Self::File(writer) => writer.finish().map(drop),
            Self::Parquet(writer) => writer.finish(),
        }
    }
}

impl Bytes {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
