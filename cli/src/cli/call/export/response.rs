//! One response: its rows, and the words beside them. Files of parts and the search for the end of a range read it by this.

use asmx_gateway::rows::Outside;
use asmx_gateway::tables::{self, Chosen, FoundTable, RowsNote};
use asmx_gateway::{Call, Deviation, Progress, RowWriterError, Table};

use super::super::Arguments;
use super::super::prepared::Prepared;
use super::super::row_copy::Stopped;

pub(super) trait Receiver {
    /// Takes a batch. Returns it to be filled again, or `None` to keep it.
    fn batch(&mut self, batch: Table, before: Progress, now: Progress) -> Result<Option<Table>, Stopped>;

    /// Takes the table of a result whose rows are known when the whole response has come.
    fn table(&mut self, table: &FoundTable<'_>) -> Result<(), Stopped>;

    fn deviations(&mut self, deviations: &[Deviation]);

    fn notes(&mut self, notes: &[RowsNote]);
}

impl Prepared {
    /// Makes the call, and returns the number of its records.
    pub(super) async fn received(
        &self,
        arguments: &Arguments,
        call: Call<'_>,
        receiver: &mut impl Receiver,
    ) -> Result<u64, Stopped> {
        let name = arguments.table.as_deref();
        if !self.has_rows(arguments) {
            let answer = self.target.answer(call.with_schema_facts()).await.map_err(Stopped::Call)?;
            if answer.is_unrecognised {
                return Err(Stopped::Unrecognised);
            }
            receiver.deviations(&answer.deviations);
            let chosen = tables::choose(&self.shapes, &answer.output, name);
            let Chosen { table, notes, .. } = chosen.map_err(|why| Stopped::Text(RowWriterError::Form(why)))?;
            receiver.notes(&notes);
            receiver.notes(answer.lost_facts.as_slice());
            receiver.table(&table)?;
            self.outside(arguments, &Outside::of(&self.shapes, &answer.output)).map_err(Stopped::Failed)?;
            return Ok(table.row_count() as u64);
        }
        let stream = self.target.rows(call, name).await.map_err(Stopped::Call)?;
        let mut stream = if arguments.columns.ignore_undeclared { stream.ignore_undeclared() } else { stream };
        let (mut records, mut before) = (0, Progress::default());
        while let Some(batch) = stream.next().await {
            let (batch, now) = (batch.map_err(Stopped::Rows)?, stream.progress());
            records += batch.row_count() as u64;
            if let Some(batch) = receiver.batch(batch, before, now)? {
                stream.recycle(batch);
            }
            before = now;
        }
        if stream.is_unrecognised() {
            return Err(Stopped::Unrecognised);
        }
        receiver.deviations(stream.deviations());
        receiver.notes(stream.notes());
        self.outside(arguments, &stream.outside()).map_err(Stopped::Failed)?;
        Ok(records)
    }
}
