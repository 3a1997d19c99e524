//! Rows that are sent on as they arrive.

use asmx_runtime::results::table::Table;
use axum::body::{Body, Bytes};
use futures_util::stream::unfold;
use http::{Response, StatusCode};

use super::accept::Form;
use super::reply;
use crate::aside::aside;
use crate::audit::{Caller, Watched};
use crate::gateway::{Arguments, Exposed, Gateway, Held};
use crate::refusal::Refusal;
use crate::row_stream::{RowStream, RowStreamError};
use crate::row_writer::{RowForm, RowWriter, RowWriterError};
use crate::rows::RowsError;
use crate::tables::{self, TableShape};

/// Rows on their way.
struct Passing {
    /// The first piece, until it is sent.
    first: Option<Bytes>,
    rows: RowStream,
    writer: RowWriter,
    /// The batch that is being written, and its next row.
    batch: Option<(Table, usize)>,
    is_over: bool,
    has_table: bool,
    /// The columns that are declared, for a response without their table.
    declared: Option<TableShape>,
    watched: Watched,
    /// Held until the last row was sent.
    _held: Held,
}

#[derive(Debug, thiserror::Error)]
enum Stopped {
    #[error(transparent)]
    Rows(#[from] RowStreamError),
    #[error(transparent)]
    Writer(#[from] RowWriterError),
    /// No table came, and the response contradicts its description.
    #[error("the response has not what the document says: {0}")]
    Unrecognised(String),
}

/// The response to a call whose result has rows. Its status is that of the first batch: if the response of the service breaks off later, the
/// connection ends.
pub(super) async fn streamed(
    gateway: &Gateway,
    exposed: &Exposed,
    arguments: Arguments,
    (form, rows): (Form, RowForm),
    table: Option<&str>,
) -> Response<Body> {
    let (watched, operation) = (gateway.watched(exposed, Caller::Rest), exposed.operation.name);
    let writer = RowWriter::new(rows).cells_per_byte(gateway.cells_per_byte());
    let mut passing = match gateway.rows(exposed, arguments, table).await {
        Ok((rows, held)) => {
            let declared = gateway.tables(exposed).iter().find(|shape| !shape.columns.is_empty()).cloned();
            let (batch, is_over, has_table) = (None, false, false);
            Passing { first: None, rows, writer, batch, is_over, has_table, declared, watched, _held: held }
        }
        Err(refusal) => {
            watched.end(Some(&refusal));
            return reply::refused(&refusal, operation);
        }
    };
    match passing.piece().await {
        Ok(first) => {
            passing.first = first;
            let notes = passing.rows.notes().to_vec();
            let mut response = reply::plain(StatusCode::OK, form.media_type(), passing.into_body());
            for note in &notes {
                reply::add_note(&mut response, note);
            }
            response
        }
        Err(stopped) => {
            let text = stopped.to_string();
            if let Stopped::Unrecognised(deviation) = &stopped {
                passing.watched.end(None);
                return reply::unrecognised(deviation, operation);
            }
            let refusal = stopped.into_refusal();
            passing.watched.end(refusal.as_ref());
            refusal.map_or_else(|| reply::unfit(&text, operation), |refusal| reply::refused(&refusal, operation))
        }
    }
}

impl Stopped {
    /// The refusal, unless the call was carried out and its rows have no such form.
    fn into_refusal(self) -> Option<Refusal> {
        match self {
            Self::Rows(RowStreamError::Failed(error)) => Some(Refusal::Call(error.into())),
            _ => None,
        }
    }
}

impl Passing {
    fn into_body(self) -> Body {
        let pieces = unfold(Some(self), |passing| async {
            let mut passing = passing?;
            let piece = match passing.first.take() {
                Some(first) => Ok(Some(first)),
                None => passing.piece().await,
            };
            match piece {
                Ok(Some(piece)) => Some((Ok(piece), Some(passing))),
                Ok(None) => {
                    passing.watched.end(None);
                    None
                }
                Err(stopped) => {
                    let text = stopped.to_string();
                    passing.watched.end(stopped.into_refusal().as_ref());
                    Some((Err(text), None))
                }
            }
        });
        Body::from_stream(pieces)
    }

    /// The next rows in their form, some 64 KiB of them; `None` after the last ones.
    async fn piece(&mut self) -> Result<Option<Bytes>, Stopped> {
        let mut piece = Vec::new();
        while piece.is_empty() && !self.is_over {
            self.write(&mut piece).await?;
        }
        Ok(Some(piece).filter(|piece| !piece.is_empty()).map(Bytes::from))
    }

    /// Writes what follows the last row. Of a response without a table a form with columns has the declared ones, or none at all.
    fn end(&mut self, piece: &mut Vec<u8>) -> Result<(), Stopped> {
        if let (false, Some(deviation)) = (self.has_table, self.rows.deviations().first()) {
            return Err(Stopped::Unrecognised(deviation.clone()));
        }
        if !self.has_table && self.writer.form() != RowForm::JsonLines {
            let Some(declared) = &self.declared else { return Err(RowWriterError::from(RowsError::NoColumns).into()) };
            piece.extend(tables::written_by(&tables::FoundTable::without_rows(declared), &mut self.writer)?);
            return Ok(());
        }
        Ok(self.writer.finish(piece)?)
    }

    async fn write(&mut self, piece: &mut Vec<u8>) -> Result<(), Stopped> {
        let (batch, next) = if let Some((batch, row)) = self.batch.take() {
            let next = self.writer.write_rows(&batch, row, piece)?;
            (batch, next)
        } else {
            let Some(batch) = self.rows.next().await.transpose()? else {
                self.is_over = true;
                return self.end(piece);
            };
            self.has_table = true;
            let progress = self.rows.progress();
            let next = aside(|| self.writer.begin(&batch, progress, piece)).await?;
            (batch, next)
        };
        match next {
            Some(row) => self.batch = Some((batch, row)),
            None => self.rows.recycle(batch),
        }
        Ok(())
    }
}
