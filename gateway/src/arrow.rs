//! Batches as a stream of the Arrow IPC format.

use asmx_arrow::ipc::Writer;
use asmx_arrow::{Converter, Error, InvalidCells, Options};
use asmx_runtime::results::table::Table;

/// The conversion to Arrow, and the stream once its first batch has come.
#[derive(Debug)]
pub(crate) struct Arrow {
    converter: Converter,
    stream: Option<Writer<Vec<u8>>>,
}

impl Arrow {
    pub(crate) fn new() -> Self {
        let options = Options::new().invalid_cells(InvalidCells::AsText);
        Self { converter: Converter::new(options), stream: None }
    }

    /// The bytes of a batch.
    pub(crate) fn batch(&mut self, batch: &Table) -> Result<Vec<u8>, Error> {
        let batch = self.converter.convert_copy(batch)?;
        let stream = match &mut self.stream {
            Some(stream) => stream,
            none => none.insert(Writer::new(Vec::new(), batch.schema())?),
        };
        stream.write(&batch)?;
        Ok(std::mem::take(stream.get_mut()))
    }

    /// The bytes behind the last batch.
    pub(crate) fn end(&mut self) -> Result<Vec<u8>, Error> {
        self.stream.take().map_or_else(|| Ok(Vec::new()), Writer::finish)
    }
}
