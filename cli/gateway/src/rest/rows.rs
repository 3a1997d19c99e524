//! Rows that are sent on as they arrive.

use asmx_runtime::results::table::Table;
use asmx_runtime::stack::Secrets;
use asmx_types::Effect;
use axum::body::{Body, Bytes};
use futures_util::stream::unfold;
use http::header::TRAILER;
use http::{HeaderMap, HeaderValue, Response};
use http_body::Frame;
use http_body_util::StreamBody;

use super::accept::Form;
use super::broken_off::Slot;
use super::query::Choices;
use super::reply::{self, Facts, ReportedFacts};
use super::stopped::Stopped;
use crate::calls::row_stream::RowStream;
use crate::offer::audit::{Caller, Watched};
use crate::offer::gateway::{Arguments, Exposed, Gateway, Reservation};
use crate::offer::offload::offload;
use crate::rows::row_writer::{RowForm, RowWriter};
use crate::rows::texts::RowsError;

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
    reported: ReportedFacts,
    operation: &'static str,
    /// The effect that decides about retries.
    effect: Effect,
    watched: Watched,
    /// For the problem of rows that break off behind the first ones.
    slot: Slot,
    secrets: Secrets,
    /// Held until the last row was sent.
    _reservation: Reservation,
}

/// The response to a call whose result has rows. Its status is that of the first batch: if the response of the service breaks off later, the
/// connection ends.
pub(super) async fn streamed(
    gateway: &Gateway,
    exposed: &Exposed,
    arguments: Arguments,
    (form, rows): (Form, RowForm),
    (choices, slot): (&Choices, Slot),
) -> Response<Body> {
    let (watched, operation) = (gateway.watched(exposed, Caller::Rest), exposed.operation.name);
    let effect = exposed.effect_of_retries;
    let secrets = arguments.secrets.clone();
    let writer = choices.writer(rows).cells_per_byte(gateway.cells_per_byte());
    let mut passing = match gateway.rows(exposed, arguments, (choices.table.as_deref(), held_by(rows))).await {
        Ok((rows, reservation)) => {
            let (first, batch, is_over, has_table, reported) = (None, None, false, false, ReportedFacts::default());
            Passing {
                first,
                rows,
                writer,
                batch,
                is_over,
                has_table,
                reported,
                operation,
                effect,
                watched,
                slot,
                secrets,
                _reservation: reservation,
            }
        }
        Err(refusal) => {
            watched.end(Some(&refusal));
            return reply::refused(&refusal, operation);
        }
    };
    match passing.piece().await {
        Ok(first) => {
            passing.first = first;
            passing.into_response(form)
        }
        Err(stopped) => {
            let Passing { watched, rows, secrets, .. } = passing;
            stopped.response(watched, exposed, Some(rows), &secrets).await
        }
    }
}

/// The memory that a form holds beside a batch: Parquet the columns of a row group.
const fn held_by(rows: RowForm) -> usize {
    match rows {
        #[cfg(feature = "arrow")]
        RowForm::Parquet => 2 * asmx_arrow::parquet::ROW_GROUP_BYTES,
        _ => 0,
    }
}

impl Passing {
    /// The head has the facts that are known before the first row. Later ones are trailers.
    fn into_response(mut self, form: Form) -> Response<Body> {
        let facts = self.news();
        let (is_over, operation) = (self.is_over, self.operation);
        let mut response = reply::file(form, operation, self.into_body());
        response.headers_mut().extend(facts);
        if !is_over {
            response.headers_mut().insert(TRAILER, HeaderValue::from_static(reply::FACTS));
        }
        response
    }

    /// The notes and deviations that were not told yet.
    fn news(&mut self) -> HeaderMap {
        let notes = self.rows.notes().iter().filter(|note| !note.is_repeated_by(&self.writer));
        let notes = notes.map(ToString::to_string).chain(self.writer.notes()).collect();
        let mut missing = self.writer.columns_left_out();
        let (deviations, left_out) = (self.rows.deviations(), missing.len());
        missing.extend(self.rows.outside().missing_in(self.writer.form()));
        self.reported.news(&Facts { secrets: &self.secrets, notes, deviations, left_out, missing: &missing })
    }

    fn into_body(self) -> Body {
        let frames = unfold(Some(self), |passing| async {
            let mut passing = passing?;
            let piece = match passing.first.take() {
                Some(first) => Ok(Some(first)),
                None => passing.piece().await,
            };
            match piece {
                Ok(Some(piece)) => Some((Ok(Frame::data(piece)), Some(passing))),
                Ok(None) => {
                    let late = passing.news();
                    passing.watched.deviating(passing.rows.deviations());
                    passing.watched.end(None);
                    Some(late).filter(|late| !late.is_empty()).map(|late| (Ok(Frame::trailers(late)), None))
                }
                Err(stopped) => {
                    let text = passing.secrets.redacted(&stopped.to_string());
                    // The connection is cut at once. What was written before is sent first.
                    tokio::task::yield_now().await;
                    let refusal = stopped.into_refusal((passing.operation, passing.effect), None, &passing.secrets);
                    passing.slot.put(|| refusal.to_json(passing.operation));
                    passing.watched.end(Some(&refusal));
                    Some((Err(text), None))
                }
            }
        });
        Body::new(StreamBody::new(frames))
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
        Stopped::if_unrecognised(&self.rows)?;
        if !self.has_table && self.writer.form() != RowForm::JsonLines {
            return Err(RowsError::NoColumns.into());
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
            match offload(|| self.writer.begin(&batch, progress, piece)).await {
                Ok(next) => (batch, next),
                Err(error) => {
                    self.rows.put_back(batch);
                    return Err(error.into());
                }
            }
        };
        match next {
            Some(row) => self.batch = Some((batch, row)),
            None => self.rows.recycle(batch),
        }
        Ok(())
    }
}
