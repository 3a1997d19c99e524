//! The bound of forms that have a cell for every column of every row.

use asmx_runtime::batches::Progress;
use asmx_runtime::results::table::Table;

use crate::rows::texts::{RowsError, permit_cells};

/// The cells so far.
#[derive(Debug)]
pub(crate) struct Cells {
    per_byte: u32,
    count: u64,
}

impl Cells {
    pub(crate) const fn new(per_byte: u32) -> Self {
        Self { per_byte, count: 0 }
    }

    pub(crate) const fn per_byte(&self) -> u32 {
        self.per_byte
    }

    /// Counts from 0 again: a bound is that of one response.
    pub(crate) const fn restart(&mut self) {
        self.count = 0;
    }

    /// Counts the cells of a batch. A service in this process sends no bytes, and is trusted.
    pub(crate) fn add(&mut self, batch: &Table, progress: Progress) -> Result<(), RowsError> {
        self.count = self.count.saturating_add(cells_of(batch));
        if progress.bytes == 0 { Ok(()) } else { permit_cells(self.per_byte, self.count, progress.bytes) }
    }

    /// As [`add`](Self::add), for a form that holds a whole batch in memory.
    #[cfg(any(feature = "arrow", all(feature = "server", feature = "xlsx")))]
    pub(crate) fn add_whole(&mut self, batch: &Table, progress: Progress) -> Result<(), RowsError> {
        /// An empty cell takes up to 8 bytes in Arrow: these are 16 MB, and 32 times the bytes received.
        const FREE: u64 = 2 * 1024 * 1024;
        const HELD_PER_BYTE: u32 = 4;
        self.add(batch, progress)?;
        let cells = cells_of(batch).saturating_sub(FREE);
        if progress.bytes == 0 { Ok(()) } else { permit_cells(self.per_byte.min(HELD_PER_BYTE), cells, progress.bytes) }
    }
}

fn cells_of(batch: &Table) -> u64 {
    (batch.row_count() as u64).saturating_mul(batch.columns().len() as u64)
}
