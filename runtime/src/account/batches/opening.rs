//! From a prepared call to a stream of batches.

use std::future::{Future, IntoFuture};
use std::pin::Pin;

use super::batch_stream::BatchStream;
use super::decoding::{DecodeBatches, OneTable};
use super::progress::{Progress, ProgressHook};
use super::whole;
use crate::account::prepared::Prepared;
use crate::call::handler::RawOutput;
use crate::error::{Error, ErrorKind};
use crate::operation::{Scalar, Type, XmlKind};
use crate::protocol::ResponseContext;
use crate::protocol::{DataSetDecoder, DelimitedDecoder, XmlRowsDecoder};
use crate::results::{DelimitedLayout, IntoTable};
use crate::value::output::ExpectedResult;
use crate::value::result::ResultType;

/// A prepared call whose rows are read as they arrive. Await it to make the call; or first set something.
#[must_use = "a prepared call does nothing until it is awaited"]
pub struct PreparedStream<T> {
    prepared: Prepared<T>,
    layout: DelimitedLayout,
    hook: Option<ProgressHook>,
}

impl<T: IntoTable + ResultType> Prepared<T> {
    /// Reads the rows of the response as they arrive, over any transport, in memory that does not grow with the response. A service in
    /// process gives its whole result, table by table; so does an operation with headers or with messages of its own style, whose
    /// response is read whole.
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
    /// How rows of delimited text become a table: its header, names and types of its columns. Of an XML document only the columns
    /// count; a data set has a schema of its own.
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
        if call.operation().described {
            whole::check(call.operation()).map_err(|error| error.with_operation(call.operation()))?;
            output = output.gathered().await.map_err(|error| error.without_secrets(&call.redaction()))?;
        }
        let of_call = |error: Error| error.with_operation(call.operation()).with_transport(call.transport);
        match output {
            RawOutput::Streaming { parts, body, context } => {
                let decoder = decoder(context, parts, &expected, self.layout).map_err(of_call)?;
                Ok(BatchStream::arriving(body, decoder, call, self.hook))
            }
            whole => {
                let message = whole.into_message().map_err(|error| error.without_secrets(&call.redaction()))?;
                let tables = whole::tables(message, call.operation(), &expected, self.layout).map_err(of_call)?;
                Ok(BatchStream::there(tables, call, self.hook))
            }
        }
    }
}

/// The decoder of a response's rows, by the type of the result.
fn decoder(
    context: ResponseContext,
    parts: http::response::Parts,
    expected: &ExpectedResult,
    layout: DelimitedLayout,
) -> Result<Box<dyn DecodeBatches>, Error> {
    Ok(match context.operation.value().map(|result| result.kind) {
        Some(kind) if kind.is_data_set() => Box::new(DataSetDecoder::new(context, parts, expected)),
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
        _ => return Err(whole::no_rows()),
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
