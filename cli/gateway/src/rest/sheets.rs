//! Results as spreadsheets: files that are complete before their first byte is sent. They are nameless, so none is left when a process ends.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::sync::Arc;

use asmx_runtime::Deviation;
use asmx_runtime::results::table::{Row, Table};
use asmx_runtime::stack::Secrets;
use axum::body::{Body, Bytes};
use futures_util::stream::unfold;
use http::Response;
use http::header::CONTENT_LENGTH;

use super::accept::Form;
use super::query::Choices;
use super::reply::{self, Facts};
use super::stopped::Stopped;
use crate::calls::memory::Share;
use crate::calls::row_stream::RowStream;
use crate::offer::audit::{Caller, Watched};
use crate::offer::gateway::{Arguments, Exposed, Gateway};
use crate::offer::offload::offload;
use crate::offer::refusal::Refusal;
use crate::rows::cells::Cells;
use crate::rows::outside::Outside;
use crate::rows::row_writer::{NO_SCHEMA, left_out_note};
use crate::rows::spreadsheet::{Spreadsheet, SpreadsheetError};
use crate::rows::tables::{self, TableShape};

/// The bytes of a cell in the file of its sheet, beside its text.
const CELL: usize = 48;
const PIECE: usize = 64 * 1024;

/// A spreadsheet that is being made, and what its reader should hear.
struct Making<'a> {
    gateway: &'a Gateway,
    exposed: &'a Exposed,
    shapes: &'a [TableShape],
    table: Option<&'a str>,
    book: Spreadsheet,
    /// An empty cell takes time, too.
    cells: Cells,
    notes: Vec<String>,
    deviations: Vec<Deviation>,
    /// The number of columns that are left out.
    left_out: usize,
    /// The names of content that the sheets are without.
    missing: Vec<String>,
    /// The room that its files take.
    room: Arc<Share>,
    secrets: Secrets,
}

/// The response to a call for a spreadsheet.
pub(super) async fn response(
    gateway: &Gateway,
    exposed: &Exposed,
    (arguments, has_rows): (Arguments, bool),
    (choices, shapes): (&Choices, &[TableShape]),
) -> Response<Body> {
    let mut making = Making {
        gateway,
        exposed,
        shapes,
        table: choices.table.as_deref(),
        book: Spreadsheet::new(),
        cells: Cells::new(gateway.cells_per_byte()),
        notes: Vec::new(),
        deviations: Vec::new(),
        left_out: 0,
        missing: Vec::new(),
        room: gateway.files().share(),
        secrets: arguments.secrets.clone(),
    };
    let operation = exposed.operation.name;
    if has_rows {
        let watched = gateway.watched(exposed, Caller::Rest);
        match gateway.rows(exposed, arguments, (making.table, 0)).await {
            Ok((rows, _held)) => {
                let mut rows = if making.table.is_none() { rows.all_tables() } else { rows };
                let outcome = making.streamed(&mut rows).await;
                making.ended(outcome, watched, Some(rows)).await
            }
            Err(refusal) => {
                watched.end(Some(&refusal));
                reply::refused(&refusal, operation)
            }
        }
    } else {
        match gateway.call(exposed, arguments, Caller::Rest).await {
            Ok((answer, watched)) => {
                making.deviations.clone_from(&answer.deviations);
                let outcome = making.added(&answer.output).await;
                making.notes.extend(answer.lost_facts.iter().map(ToString::to_string));
                making.notes.extend(gateway.hidden_note(&answer.hidden));
                making.notes.extend(reply::headers_note(&answer.headers));
                match outcome {
                    Err(stopped) => {
                        let reason = stopped.reason();
                        let refusal = Refusal::without_form(
                            making.secrets.redacted(&stopped.in_words()),
                            (operation, exposed.effect_of_retries),
                            shapes,
                            answer.output,
                        );
                        let refusal = reason.into_iter().fold(refusal, Refusal::because);
                        watched.end(Some(&refusal));
                        reply::refused(&refusal, operation)
                    }
                    made => making.ended(made, watched, None).await,
                }
            }
            Err(refusal) => reply::refused(&refusal, operation),
        }
    }
}

impl Making<'_> {
    /// Adds the tables of a DataSet as they arrive.
    async fn streamed(&mut self, rows: &mut RowStream) -> Result<(), Stopped> {
        while let Some(batch) = rows.next().await {
            let batch = batch?;
            let permitted = self.cells.add_whole(&batch, rows.progress());
            let written = match permitted {
                Ok(()) => self.write(&batch).await,
                Err(why) => Err(why.into()),
            };
            if let Err(stopped) = written {
                rows.put_back(batch);
                return Err(stopped);
            }
            rows.recycle(batch);
        }
        Stopped::if_unrecognised(rows)?;
        self.notes.extend(rows.notes().iter().map(ToString::to_string));
        self.deviations = rows.deviations().to_vec();
        self.missing.extend(rows.outside().names);
        Ok(())
    }

    /// Adds all tables of a result, or the one that is chosen.
    async fn added(&mut self, output: &serde_json::Value) -> Result<(), Stopped> {
        let (all, notes) = tables::all_or_named(self.shapes, output, self.table)?;
        self.notes.extend(notes.iter().map(ToString::to_string));
        for table in &all {
            table.check_rows()?;
            self.write(&table.table(self.gateway.cells_per_byte())?).await?;
            let left_out = table.columns_left_out();
            self.notes.extend(left_out.iter().map(|column| left_out_note(column, NO_SCHEMA)));
            self.left_out += left_out.len();
            self.missing.extend(table.left_out(false).paths);
        }
        self.missing.extend(Outside::of(self.shapes, output).names);
        Ok(())
    }

    async fn write(&mut self, batch: &Table) -> Result<(), Stopped> {
        self.room.take(size(batch)).await.map_err(|_| Stopped::Files)?;
        Ok(offload(|| self.book.write(batch)).await?)
    }

    /// Sends the file. `rows` are those that are left of the result.
    async fn ended(
        self,
        outcome: Result<(), Stopped>,
        mut watched: Watched,
        rows: Option<RowStream>,
    ) -> Response<Body> {
        let saved = match outcome {
            Ok(()) => {
                let notes = self.notes.into_iter().chain(self.book.notes().iter().map(ToString::to_string)).collect();
                let mut missing = self.book.columns_left_out();
                let left_out = self.left_out + missing.len();
                missing.extend(self.missing);
                let (secrets, deviations) = (&self.secrets, &self.deviations);
                let facts = reply::facts(&Facts { secrets, notes, deviations, left_out, missing: &missing });
                offload(|| saved(self.book)).await.map(|(file, length)| (file, length, facts))
            }
            Err(stopped) => Err(stopped),
        };
        match saved {
            Ok((file, length, facts)) => {
                watched.deviating(&self.deviations);
                watched.end(None);
                let mut response = reply::file(Form::Sheets, self.exposed.operation.name, sent(file, self.room));
                response.headers_mut().insert(CONTENT_LENGTH, length.into());
                response.headers_mut().extend(facts);
                response
            }
            Err(stopped) => stopped.response(watched, self.exposed, rows, &self.secrets).await,
        }
    }
}

/// The bytes that the rows of a batch take in the file of a sheet, about.
fn size(batch: &Table) -> usize {
    let cells = (0..batch.row_count()).filter_map(|row| batch.row_at(row)).flat_map(Row::cells);
    cells.map(|(_, cell)| cell.text().map_or(0, |text| text.len().saturating_add(CELL))).sum()
}

fn saved(book: Spreadsheet) -> Result<(File, u64), Stopped> {
    let mut file = tempfile::tempfile().map_err(SpreadsheetError::from)?;
    book.save(&mut file)?;
    let length = file.stream_position().map_err(SpreadsheetError::from)?;
    file.rewind().map_err(SpreadsheetError::from)?;
    Ok((file, length))
}

fn sent(file: File, room: Arc<Share>) -> Body {
    let pieces = unfold(Some((file, room)), |open| async {
        let (mut file, room) = open?;
        let read = || -> io::Result<Vec<u8>> {
            let mut piece = vec![0; PIECE];
            let length = file.read(&mut piece)?;
            piece.truncate(length);
            Ok(piece)
        };
        match offload(read).await {
            Ok(piece) if piece.is_empty() => None,
            Ok(piece) => Some((Ok(Bytes::from(piece)), Some((file, room)))),
            Err(error) => Some((Err(error), None)),
        }
    });
    Body::from_stream(pieces)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use asmx_document::Document;
    use asmx_runtime::results::table::ColumnType;

    use super::*;
    use crate::calls::memory::Memory;
    use crate::calls::setup::Setup;
    use crate::calls::target::Target;
    use crate::offer::choice::Offer;

    const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">
      <operation name="Report" result="dataset" effect="read"><doc>Reports.</doc></operation></area></service>"#;

    #[tokio::test]
    async fn files_take_no_more_than_all_calls_may_have() {
        let setup = Setup::of_document(Document::read("shop.xml", SPEC.as_bytes()).unwrap());
        let gateway =
            Gateway::new(Target::new(setup.base_url("http://127.0.0.1:9")).unwrap(), Offer::default()).unwrap();
        let files = Memory::new(1024 * 1024);
        let mut making = Making {
            gateway: &gateway,
            exposed: &gateway.exposed()[0],
            shapes: &[],
            table: None,
            cells: Cells::new(gateway.cells_per_byte()),
            book: Spreadsheet::new(),
            notes: Vec::new(),
            deviations: Vec::new(),
            left_out: 0,
            missing: Vec::new(),
            room: files.share(),
            secrets: Secrets::new(),
        };
        let rows = (0..1000).map(|number| [format!("{number:0500}")]);
        let batch = Table::new("Rows").column("Text", ColumnType::String).with_rows(rows);
        making.write(&batch).await.unwrap();
        making.write(&batch).await.unwrap();
        assert!(matches!(making.write(&batch).await, Err(Stopped::Files)));
        let watched = gateway.watched(&gateway.exposed()[0], Caller::Rest);
        let response = making.ended(Err(Stopped::Files), watched, None).await;
        assert_eq!(response.status(), 406);
        // The room is free again.
        files.share().take(1024 * 1024).await.unwrap();
    }
}
