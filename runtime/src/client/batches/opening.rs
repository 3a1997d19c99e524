//! From a prepared call to a stream of batches.

use std::collections::VecDeque;
use std::future::{Future, IntoFuture};
use std::pin::Pin;

use super::batch_stream::{BatchStream, Progress, ProgressHook};
use super::decoding::{DecodeBatches, Facts, OneTable};
use crate::call::handler::RawOutput;
use crate::client::prepared::Prepared;
use crate::error::{Error, ErrorKind};
use crate::operation::{OnContradiction, Operation, Scalar, Type, XmlKind};
use crate::protocol::ResponseContext;
use crate::protocol::{DataSetDecoder, DelimitedDecoder, XmlRowsDecoder};
use crate::results::table::Table;
use crate::results::{DataSet, DelimitedLayout, DelimitedText, IntoTable, XmlDocument};
use crate::value::Rest;
use crate::value::message::{Message, UnexpectedResult};
use crate::value::output::ExpectedResult;
use crate::value::result::ResultType;

/// A prepared call whose rows are read as they arrive. Await it to make the call.
#[must_use = "a prepared call does nothing until it is awaited"]
pub struct PreparedStream<T> {
    prepared: Prepared<T>,
    layout: DelimitedLayout,
    hook: Option<ProgressHook>,
}

impl<T: IntoTable + ResultType> Prepared<T> {
    /// Reads the rows of the response as they arrive, over any transport, in memory that does not grow with the response. Two kinds of responses
    /// are read completely first, and come table by table: those of a service in process, and texts and documents of an operation that
    /// [notes contradictions](crate::descriptors::OnContradiction::Note).
    ///
    /// ```no_run
    /// # async fn report<T: asmx_runtime::results::IntoTable + asmx_runtime::values::ResultType>(prepared: asmx_runtime::Prepared<T>) -> Result<(), asmx_runtime::Error> {
    /// let mut batches = prepared.stream().await?;
    /// while let Some(batch) = batches.next().await {
    ///     println!("{} rows more", batch?.row_count());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn stream(self) -> PreparedStream<T> {
        PreparedStream { prepared: self, layout: DelimitedLayout::default(), hook: None }
    }
}

impl<T: IntoTable + ResultType> PreparedStream<T> {
    /// Sets how delimited text becomes a table: its header, the names and types of its columns. For an XML document only the columns count; a
    /// data set has its own schema.
    pub fn layout(mut self, layout: impl Into<DelimitedLayout>) -> Self {
        self.layout = layout.into();
        self
    }

    /// Calls `hook` after each chunk and each batch.
    pub fn progress(mut self, hook: impl FnMut(Progress) + Send + 'static) -> Self {
        self.hook = Some(Box::new(hook));
        self
    }

    pub(super) async fn open(self) -> Result<BatchStream, Error> {
        let (mut output, call) = self.prepared.open().await?;
        let expected = ExpectedResult::of(call.request.as_ref());
        let operation = call.operation();
        check(operation).map_err(|error| error.with_operation(operation).with_transport(call.transport))?;
        let is_table = operation.value().is_some_and(|result| result.kind.is_table());
        if operation.on_contradiction == OnContradiction::Note && !is_table {
            output = output.gathered().await.map_err(|error| error.without_secrets(&call.redaction()))?;
        }
        let of_call = |error: Error| error.with_operation(call.operation()).with_transport(call.transport);
        match output {
            RawOutput::Streaming { parts, body, context } => {
                let decoder = decoder(context, parts, &expected, self.layout).map_err(of_call)?;
                Ok(BatchStream::arriving(body, decoder, call, self.hook))
            }
            complete => {
                let mut message = complete.into_message().map_err(|error| error.without_secrets(&call.redaction()))?;
                call.redact(&mut message.deviations);
                let (tables, facts) =
                    whole_response(message, call.operation(), &expected, self.layout).map_err(of_call)?;
                Ok(BatchStream::complete(tables, facts, call, self.hook))
            }
        }
    }
}

fn decoder(
    context: ResponseContext,
    parts: http::response::Parts,
    expected: &ExpectedResult,
    layout: DelimitedLayout,
) -> Result<Box<dyn DecodeBatches>, Error> {
    Ok(match context.operation.value().map(|result| result.kind) {
        Some(kind) if kind.is_table() => Box::new(DataSetDecoder::new(context, parts, expected)),
        Some(Type::Scalar(Scalar::String)) => {
            let response = DelimitedDecoder::new(context, parts, expected, layout).map_err(|error| {
                let message = format!("the result cannot be cut into rows: {error}");
                Error::new(ErrorKind::InvalidRequest, message).with_source(error)
            })?;
            Box::new(OneTable::new(response))
        }
        Some(Type::Xml(XmlKind::Content)) => {
            Box::new(OneTable::new(XmlRowsDecoder::new(context, parts, expected, layout.into_columns())))
        }
        _ => return Err(no_rows()),
    })
}

impl<T: IntoTable + ResultType> IntoFuture for PreparedStream<T> {
    type Output = Result<BatchStream, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.open())
    }
}

impl<T> std::fmt::Debug for PreparedStream<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("PreparedStream").field(&self.prepared).finish()
    }
}

/// The tables that a result has, and its facts: all of a data set, one of a delimited text or a document; none of null.
fn whole_response(
    mut message: Message,
    operation: &Operation,
    expected: &ExpectedResult,
    layout: DelimitedLayout,
) -> Result<(Option<VecDeque<Table>>, Facts), Error> {
    let mut facts = Facts {
        deviations: std::mem::take(&mut message.deviations),
        is_unrecognised: message.is_unrecognised(),
        rest: Rest { type_name: None, content: std::mem::take(&mut message.rest) },
        ..Facts::default()
    };
    let unreadable = |message: String| Error::new(ErrorKind::UnexpectedResponse, message).with_carried_out();
    let unexpected = |error: UnexpectedResult| unreadable(error.to_string());
    let kind = kind_of_rows(operation).ok_or_else(no_rows)?;
    if message.is_null() {
        return Ok((None, facts));
    }
    let table = match kind {
        Type::Scalar(_) => DelimitedText::from_message(message, expected)
            .map_err(unexpected)?
            .table_with(layout)
            .map_err(|error| unreadable(format!("the result cannot be cut into rows: {error}")).with_source(error))?,
        Type::Xml(XmlKind::Content) => XmlDocument::from_message(message, expected)
            .map_err(unexpected)?
            .table_with(layout.into_columns())
            .map_err(|error| unreadable(format!("the result cannot be read as rows: {error}")).with_source(error))?,
        _ => {
            let data_set = DataSet::from_message(message, expected).map_err(unexpected)?;
            facts.main_table = data_set.main_table_name().map(str::to_owned);
            if data_set.tables().is_empty() {
                facts.late.unplaced = data_set.hidden_facts().unplaced;
            }
            let tables = (!data_set.is_null()).then(|| data_set.into_tables().into());
            return Ok((tables, facts));
        }
    };
    let tables = [table].into_iter().filter(|table| table.row_count() > 0 || !table.columns().is_empty());
    Ok((Some(tables.collect()), facts))
}

fn kind_of_rows(operation: &Operation) -> Option<Type> {
    let kind = operation.value().filter(|result| !result.repeated)?.kind;
    let has_rows = matches!(kind, Type::Scalar(Scalar::String) | Type::Xml(XmlKind::Content)) || kind.is_table();
    has_rows.then_some(kind)
}

pub(super) fn check(operation: &Operation) -> Result<(), Error> {
    kind_of_rows(operation).map(|_| ()).ok_or_else(no_rows)
}

pub(crate) fn no_rows() -> Error {
    let message = "the operation's result has no rows: it cannot be read as a stream of batches";
    Error::new(ErrorKind::InvalidRequest, message)
}
