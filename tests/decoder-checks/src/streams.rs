//! Responses read as they arrive, compared with responses read whole.

use std::collections::BTreeSet;

use asmx_runtime::__private::ExpectedResult;
use asmx_runtime::descriptors::XmlKind;
use asmx_runtime::protocol::{self, DataSetDecoder, DelimitedDecoder, ResponseContext, XmlRowsDecoder};
use asmx_runtime::results::table::{Row, Table};
use asmx_runtime::values::SinglePart;
use asmx_runtime::{DataSet, DelimitedText, Delimiters, Error, Message, Transport, Type, XmlDocument};
use bytes::Bytes;

use crate::selector::Selector;

/// A response with rows over any transport, in chunks whose lengths its bytes choose: it has the rows of the whole
/// response, or both are refused. The plain reader reads a small whole DataSet, the fast reader a streamed one, so
/// this compares the two readers.
pub fn streamed_response(input: &[u8]) {
    let Some((selector, body)) = Selector::of(input) else { return };
    let Some((first, body)) = body.split_first() else { return };
    let transport = match selector.variant % 4 {
        0 => Transport::HttpGet,
        1 => Transport::HttpPost,
        2 => Transport::Soap11,
        _ => Transport::Soap12,
    };
    let context = selector.context(transport);
    let media_type = if transport == Transport::Soap12 { "application/soap+xml" } else { "text/xml" };
    let response = http::Response::builder().header("content-type", format!("{media_type}; charset=utf-8"));
    let Ok(response) = response.body(Bytes::copy_from_slice(body)) else { return };
    let (parts, _) = response.clone().into_parts();
    // Short chunks are slow: long documents are cut into longer ones.
    let chunk = usize::from(*first) + 1 + body.len() / 256;
    let delimiters = Delimiters::new("\n", "|").qualifier("\"");
    let expected = ExpectedResult::new(delimiters.clone());
    let buffered = protocol::decode_response(&context, response);
    match context.operation.value().map(|result| result.kind) {
        Some(kind) if kind.is_data_set() => {
            let decoder = DataSetDecoder::new(context.clone(), parts, &expected);
            let read = batches(decoder, body, chunk);
            let buffered = buffered.and_then(|message| part::<DataSet>(&context, message));
            if let (Ok(buffered), Ok(batches)) = (&buffered, &read) {
                assert_eq!(names(buffered.tables()), names(batches), "each table comes, also without rows");
            }
            compare(&buffered.map(|buffered| rows_of(buffered.tables())), &read.map(|batches| rows_of(&batches)));
        }
        Some(Type::Scalar(_)) if context.operation.is_delimited() => {
            let Ok(decoder) = DelimitedDecoder::new(context.clone(), parts, &expected, Vec::<&str>::new()) else {
                return;
            };
            let buffered = buffered.and_then(|message| {
                let text = part::<DelimitedText>(&context, message)?.with_delimiters(delimiters);
                text.table().map(|table| rows_of(&[table])).map_err(|_| unreadable(&context))
            });
            compare(&buffered, &streamed(decoder, body, chunk));
        }
        Some(Type::Xml(XmlKind::Content)) => {
            let decoder = XmlRowsDecoder::new(context.clone(), parts, &expected, Vec::new());
            let buffered = buffered.and_then(|message| match part::<XmlDocument>(&context, message)? {
                document if document.is_null() => Ok(Vec::new()),
                document => document.table().map(|table| rows_of(&[table])).map_err(|_| unreadable(&context)),
            });
            compare(&buffered, &streamed(decoder, body, chunk));
        }
        _ => {}
    }
}

fn part<T: SinglePart>(context: &ResponseContext, message: Message) -> Result<T, Error> {
    message.single().map_err(|_| unreadable(context))
}

/// Each row as its table and its columns with their texts. Columns without a value are left out, because a stream may
/// not know of a column yet.
type Rows = Vec<(String, Vec<(String, String)>)>;

fn unreadable(context: &ResponseContext) -> Error {
    match protocol::decode_response(context, http::Response::new(Bytes::new())) {
        Err(error) => error,
        Ok(_) => panic!("an empty response is a result"),
    }
}

fn rows_of(tables: &[Table]) -> Rows {
    let cells = |row: Row<'_>| {
        let cells = row.cells().filter_map(|(column, cell)| Some((column.name.clone(), cell.text()?.to_owned())));
        cells.collect::<Vec<_>>()
    };
    tables.iter().flat_map(|table| table.iter().map(move |row| (table.name().to_owned(), cells(row)))).collect()
}

/// Rows of several tables may arrive in another order than that of the tables, and those of a DataSet in another one than the server states.
fn compare(buffered: &Result<Rows, Error>, streamed: &Result<Rows, Error>) {
    match (buffered, streamed) {
        (Ok(buffered), Ok(streamed)) => {
            let (mut buffered, mut streamed) = (buffered.clone(), streamed.clone());
            buffered.sort();
            streamed.sort();
            assert_eq!(buffered, streamed);
        }
        (Err(_), Err(_)) => {}
        (Ok(_), Err(error)) => panic!("only the stream is refused: {error}"),
        (Err(error), Ok(_)) => panic!("only the whole response is refused: {error}"),
    }
}

trait Streamed {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Error>;
    fn finish(&mut self) -> Result<(), Error>;
    fn take(&mut self, is_last: bool) -> Option<Table>;
}

fn streamed(decoder: impl Streamed, body: &[u8], chunk: usize) -> Result<Rows, Error> {
    batches(decoder, body, chunk).map(|batches| rows_of(&batches))
}

fn names(tables: &[Table]) -> BTreeSet<&str> {
    tables.iter().map(Table::name).collect()
}

fn batches(mut decoder: impl Streamed, body: &[u8], chunk: usize) -> Result<Vec<Table>, Error> {
    let mut tables = Vec::new();
    for chunk in body.chunks(chunk) {
        decoder.push(chunk)?;
        tables.extend(std::iter::from_fn(|| decoder.take(false)));
    }
    decoder.finish()?;
    tables.extend(std::iter::from_fn(|| decoder.take(true)));
    Ok(tables)
}

impl Streamed for DataSetDecoder {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        DataSetDecoder::push(self, bytes)
    }

    fn finish(&mut self) -> Result<(), Error> {
        DataSetDecoder::finish(self)
    }

    fn take(&mut self, is_last: bool) -> Option<Table> {
        DataSetDecoder::take(self, is_last)
    }
}

macro_rules! one_table {
    ($($result:ident)*) => {$(
        impl Streamed for $result {
            fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
                $result::push(self, bytes)
            }
            fn finish(&mut self) -> Result<(), Error> {
                $result::finish(self)
            }
            fn take(&mut self, _: bool) -> Option<Table> {
                (self.row_count() > 0).then(|| $result::take(self))
            }
        }
    )*};
}

one_table! { DelimitedDecoder XmlRowsDecoder }
