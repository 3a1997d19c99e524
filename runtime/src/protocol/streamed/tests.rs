use bytes::Bytes;
use http::Response;

use super::{DataSetDecoder, DelimitedDecoder, XmlRowsDecoder};
use crate::Transport;
use crate::error::Error;
use crate::operation::{Effect, Member, OnContradiction, Operation, Role, Service, Type, XmlKind};
use crate::protocol::{self, ResponseContext};
use crate::results::table::{Column, ColumnType, Table};
use crate::results::{DelimitedLayout, DelimitedText, Delimiters, XmlDocument};
use crate::value::deviation::Deviation;
use crate::value::message::Message;
use crate::value::output::ExpectedResult;
use crate::value::result::ResultType;
use crate::xml::ParseOptions;

const fn report(result: &'static [Member]) -> Operation {
    Operation::new("Report", "", "", &[], Effect::Read).outputs(result).on_contradiction(OnContradiction::Error)
}

static SET: [Member; 1] = [Member::new("ReportResult", Type::Xml(XmlKind::DataSet))];
static TEXT: Operation = report(&[Member::new("ReportResult", Type::STRING).role(Role::Records)]).record_limit(3);
static XML: Operation = report(&[Member::new("ReportResult", Type::Xml(XmlKind::Content))]).record_limit(3);
static DATA_SET: Operation = report(&SET);
static LOOSE_DATA_SET: Operation = report(&SET).on_contradiction(OnContradiction::Note);
static SERVICE: Service = Service::new("S", "/s.asmx", "", &[], &[], &[&TEXT]);

fn context(operation: &'static Operation, transport: Transport) -> ResponseContext {
    ResponseContext {
        service: &SERVICE,
        operation,
        transport,
        namespace: "urn:s".into(),
        limits: ParseOptions::keeping_forbidden_references(),
    }
}

fn expected_result() -> ExpectedResult {
    let expected = ExpectedResult::new(Delimiters::new("\n", ",").qualifier("\""));
    ExpectedResult { record_limit: Some(3), ..expected }
}

fn response(body: &str) -> Response<Bytes> {
    Response::builder().header("Content-Type", "text/xml; charset=utf-8").body(Bytes::from(body.to_owned())).unwrap()
}

const ENVELOPE: &str = "<?xml version='1.0' encoding='utf-8'?>\n<soap:Envelope xmlns:soap='http://schemas.xmlsoap.org/soap/envelope/' \
                        xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><soap:Header><a><b><c/></b></a></soap:Header><soap:Body>\
                        <ReportResponse xmlns='urn:s'><ReportResult>";
const ENVELOPE_END: &str = "</ReportResult></ReportResponse></soap:Body></soap:Envelope>\n<!-- end -->";

fn bodies(content: &str) -> [(Transport, String); 2] {
    [
        (Transport::Soap11, format!("{ENVELOPE}{content}{ENVELOPE_END}")),
        (Transport::HttpPost, format!("<string xmlns='urn:s'>{content}</string >\n")),
    ]
}

type Rows = Vec<Vec<Option<String>>>;

/// Column names and rows, with cells for all columns.
fn dump(tables: &[Table]) -> (Vec<String>, Rows) {
    let names = tables.last().unwrap().columns().iter().map(|column| column.name.clone()).collect::<Vec<_>>();
    let cells = |table: &Table| -> Rows {
        table.iter().map(|row| row.cells().map(|(_, cell)| cell.text().map(str::to_owned)).collect()).collect()
    };
    let mut rows: Rows = tables.iter().flat_map(cells).collect();
    for row in &mut rows {
        row.resize(names.len(), None);
    }
    (names, rows)
}

/// A reader of streamed responses.
trait Reader {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Error>;
    fn finish(&mut self) -> Result<(), Error>;
    fn take(&mut self) -> Table;
}

macro_rules! readers {
    ($($reader:ident)*) => {$(
        impl Reader for $reader {
            fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
                Self::push(self, bytes)
            }
            fn finish(&mut self) -> Result<(), Error> {
                Self::finish(self)
            }
            fn take(&mut self) -> Table {
                Self::take(self)
            }
        }
    )*};
}

readers! { DelimitedDecoder XmlRowsDecoder }

fn streamed(mut reader: impl Reader, body: &[u8], borders: &[usize]) -> Result<Vec<Table>, Error> {
    let mut tables = Vec::new();
    let mut from = 0;
    for border in borders.iter().copied().chain([body.len()]) {
        reader.push(&body[from..border])?;
        from = border;
        tables.push(reader.take());
    }
    reader.finish()?;
    tables.push(reader.take());
    Ok(tables)
}

/// A reader of delimited text in a response with that status.
fn decoder(context: ResponseContext, status: u16, columns: impl Into<DelimitedLayout>) -> DelimitedDecoder {
    let (mut parts, _) = response("").into_parts();
    parts.status = http::StatusCode::from_u16(status).unwrap();
    DelimitedDecoder::new(context, parts, &expected_result(), columns).unwrap()
}

fn delimited(transport: Transport, body: &str, borders: &[usize]) -> Result<Vec<Table>, Error> {
    let reader = decoder(context(&TEXT, transport), 200, [Column::new("Id", ColumnType::Int)]);
    streamed(reader, body.as_bytes(), borders)
}

fn plain_delimited(transport: Transport, body: &str) -> Result<Table, Error> {
    let content = protocol::decode_response(&context(&TEXT, transport), response(body))?;
    let text = DelimitedText::from_message(content, &expected_result()).unwrap();
    Ok(text.table_with([Column::new("Id", ColumnType::Int)]).unwrap())
}

fn xml_rows(transport: Transport, body: &str, borders: &[usize]) -> Result<Vec<Table>, Error> {
    let (parts, ()) = response("").map(|_| ()).into_parts();
    let reader =
        XmlRowsDecoder::new(context(&XML, transport), parts, &expected_result(), [Column::new("Id", ColumnType::Int)]);
    streamed(reader, body.as_bytes(), borders)
}

fn plain_xml(transport: Transport, body: &str) -> Result<Table, Error> {
    let content = protocol::decode_response(&context(&XML, transport), response(body))?;
    let document = XmlDocument::from_message(content, &expected_result()).unwrap();
    Ok(document.table_with([Column::new("Id", ColumnType::Int)]).unwrap())
}

#[test]
fn batches_of_text_equal_the_complete_text_for_every_border() {
    let content = "1,\"a &amp; \u{fc}\"\r\n2,<![CDATA[<b>,\r\n]]>\n3,c]&gt;&#xA;,\u{1F600}";
    for (transport, body) in bodies(content) {
        let expected = plain_delimited(transport, &body).unwrap();
        assert_eq!(expected.row_count(), 5);
        for border in 0..=body.len() {
            let tables = delimited(transport, &body, &[border]).unwrap();
            assert_eq!(dump(&tables), dump(std::slice::from_ref(&expected)), "{transport} {border}");
            let last = tables.last().unwrap();
            assert!(last.is_at_record_limit() && last.ragged_row() == expected.ragged_row());
        }
        let every: Vec<usize> = (0..body.len()).collect();
        let tables = delimited(transport, &body, &every).unwrap();
        assert_eq!(dump(&tables), dump(std::slice::from_ref(&expected)));
        // The response was not kept until the end.
        assert!(tables[..tables.len() - 2].iter().any(|table| table.row_count() > 0));
    }
}

#[test]
fn unusual_responses_equal_complete_ones() {
    let usual = bodies("1,a\n");
    let changed = |from: &str, to: &str| usual.clone().map(|(transport, body)| (transport, body.replace(from, to)));
    let cases = [
        bodies(""),
        bodies("1,a\n<!-- c -->2,b"),
        bodies("1,a\n]]>"),
        bodies("1,a\n&nbsp;"),
        bodies("1,a\n<b/>"),
        bodies("1,a\n\u{1}"),
        bodies("1,a\n&#1;,b"),
        bodies("1,a\n</ReportResult><ReportResult>2,b\n"),
        changed("<ReportResult>", "<ReportResult xsi:nil='true'>"),
        changed("<ReportResult>1,a\n</ReportResult>", "<ReportResult/>"),
        changed("<ReportResult>1,a\n</ReportResult>", ""),
        changed("urn:s", "urn:other"),
        changed("ReportResponse", "OtherResponse"),
        changed("</soap:Body>", ""),
        changed("</string >", ""),
        changed("utf-8", "iso-8859-1"),
        changed("<string", "<!DOCTYPE string><string"),
        changed("</string >", "</string ><x/>"),
        changed("1,a\n", ""),
        usual.clone(),
    ];
    for (transport, body) in cases.into_iter().flatten() {
        let expected = plain_delimited(transport, &body);
        for border in [0, 1, body.len() / 2, body.len() - 1] {
            let border = if body.is_char_boundary(border) { border } else { border - 1 };
            let tables = delimited(transport, &body, &[border]);
            match (&tables, &expected) {
                (Ok(tables), Ok(expected)) => assert_eq!(dump(tables), dump(std::slice::from_ref(expected)), "{body}"),
                (Err(error), Err(expected)) => assert_eq!(error.kind(), expected.kind(), "{body}"),
                _ => panic!("{tables:?} is not {expected:?} for {body}"),
            }
        }
    }
}

#[test]
fn faults_and_other_responses_are_kept_and_read() {
    let fault = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><s:Fault><faultcode>s:Server</faultcode>\
                 <faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>";
    let error = delimited(Transport::Soap11, fault, &[50]).unwrap_err();
    assert_eq!(error.fault().map(crate::Fault::message).as_deref(), Some("no"));
    let reader = decoder(context(&TEXT, Transport::Soap11), 500, ["Id"]);
    let error = streamed(reader, fault.as_bytes(), &[]).unwrap_err();
    assert_eq!((error.kind(), error.operation()), (crate::ErrorKind::Fault, Some("Report")));
}

#[test]
fn kept_responses_are_bounded_while_they_arrive() {
    let mut bounded = context(&TEXT, Transport::Soap11);
    bounded.limits.max_bytes = 100;
    let mut reader = decoder(bounded, 500, ["Id"]);
    reader.push(&[b'a'; 60]).unwrap();
    reader.push(&[b'a'; 40]).unwrap();
    let error = reader.push(b"a").unwrap_err();
    assert_eq!((error.kind(), error.operation()), (crate::ErrorKind::ResponseTooLarge, Some("Report")));
}

#[test]
fn counting_gives_no_batches_even_for_kept_responses() {
    let data_set = crate::DataSet::new("Set").table(
        Table::new("Opens").column("Id", ColumnType::Int).row(crate::results::cells![1]).row(crate::results::cells![2]),
    );
    let context = context(&DATA_SET, Transport::Soap11);
    let response = protocol::encode_response(&context, &Message::from(data_set)).unwrap();
    let text = String::from_utf8(response.body().to_vec()).unwrap();
    // Other encodings are kept until the end.
    for encoding in ["utf-8", "utf-16"] {
        let (parts, body) = in_encoding(&text, encoding).into_parts();
        let mut reader = DataSetDecoder::counting(context.clone(), parts);
        reader.push(&body).unwrap();
        reader.finish().unwrap();
        assert_eq!(reader.row_counts(), [("Opens".to_owned(), 2)], "{encoding}");
        assert_eq!(reader.take(true).map(|batch| batch.row_count()), None, "{encoding}");
    }
}

/// A response in UTF-8 or UTF-16.
fn in_encoding(body: &str, encoding: &str) -> Response<Vec<u8>> {
    let (charset, body) = match encoding {
        "utf-8" => (encoding, body.as_bytes().to_vec()),
        _ => ("utf-16le", body.replace("utf-8", "utf-16").encode_utf16().flat_map(u16::to_le_bytes).collect()),
    };
    Response::builder().header("Content-Type", format!("text/xml; charset={charset}")).body(body).unwrap()
}

/// Small and large responses, and those that are kept until they have ended.
#[test]
fn rows_of_a_stream_have_the_order_of_the_response() {
    for (rows, encoding) in [(2, "utf-8"), (40_000, "utf-8"), (2, "utf-16"), (3_000, "utf-16")] {
        let table = Table::new("T").column("A", ColumnType::Int);
        let data_set = crate::DataSet::new("Set")
            .table(table.with_rows((0..rows).map(|number: u32| [crate::results::table::Cell::from(number)])));
        let mut content = String::new();
        data_set.write_content(&mut content);
        // The last row is the first of the server's count.
        let rows_of = |count: u32| {
            (0..count).map(move |number| {
                format!("<T diffgr:id=\"R{number}\" msdata:rowOrder=\"{}\"><A>{number}</A></T>", count - 1 - number)
            })
        };
        let (head, tail) = content.split_at(content.find("<T diffgr:").unwrap());
        content = [head, &rows_of(rows).collect::<String>(), &tail[tail.find("</Set>").unwrap()..]].concat();
        let (transport, body) = &bodies(&content)[0];
        let (parts, body) = in_encoding(body, encoding).into_parts();
        let mut reader = DataSetDecoder::new(context(&DATA_SET, *transport), parts, &expected_result());
        let (mut values, mut orders) = (Vec::new(), Vec::new());
        let mut take = |reader: &mut DataSetDecoder, is_last| {
            while let Some(batch) = reader.take(is_last) {
                values.extend(batch.iter().map(|row| row.value::<u32>("A").unwrap()));
                orders.extend(batch.iter().map(crate::results::table::Row::order));
            }
        };
        for piece in body.chunks(100_000) {
            reader.push(piece).unwrap();
            take(&mut reader, false);
        }
        reader.finish().unwrap();
        take(&mut reader, true);
        assert!(values.iter().copied().eq(0..rows) && orders.iter().copied().eq((0..rows).rev()), "{rows} {encoding}");
    }
}

/// The deviations of a response that is read whole, and of one that is read in pieces of this length.
fn deviations(
    operation: &'static Operation,
    (transport, body): (Transport, &str),
    piece: usize,
) -> [Vec<Deviation>; 2] {
    let context = context(operation, transport);
    let complete = protocol::decode_response(&context, response(body)).unwrap().deviations;
    let (parts, _) = response(body).into_parts();
    let mut reader = DataSetDecoder::new(context, parts, &expected_result());
    body.as_bytes().chunks(piece).for_each(|piece| reader.push(piece).unwrap());
    reader.finish().unwrap();
    assert_eq!(reader.rest().is_empty(), reader.deviations().is_empty(), "{body}");
    [complete, reader.deviations().to_vec()]
}

#[test]
fn content_beside_the_rows_of_a_data_set_is_noted_by_all_readers() {
    let row = |number: i32| [crate::results::table::Cell::from(number)];
    for rows in [1, 2_000] {
        let table = Table::new("T").column("A", ColumnType::Int).with_rows((0..rows).map(row));
        let data_set = crate::DataSet::new("Set").table(table);
        let mut content = String::new();
        data_set.write_content(&mut content);
        let begin = content.find("<diffgr:diffgram").unwrap();
        let (diffgram, declared) = (content[begin..].to_owned(), "xmlns:d='urn:schemas-microsoft-com:xml-diffgram-v1'");
        for (other, places) in [
            (content.clone(), &[][..]),
            (content.replacen("<T diffgr", "text<T diffgr", 1), &[]),
            (content.replace("</Set>", "text</Set>"), &["diffgram/Set` holds text"]),
            (format!("{content}text"), &["` holds text"]),
            (format!("{content}<More xmlns='urn:m'>1</More>"), &["/More` of namespace `urn:m` is not described"]),
            (format!("{content}{diffgram}"), &["/diffgram` is there more than once"]),
            (content.replace("</Set>", "</Set><Set/>"), &["/diffgram/Set` of namespace"]),
            (
                content.replace("</Set>", &format!("</Set><d:before {declared}/><d:other {declared}/>")),
                &["/diffgram/other`"],
            ),
        ] {
            for (transport, body) in bodies(&other) {
                let body = if transport == Transport::Soap11 { body } else { body.replace("string", "DataSet") };
                for operation in [&DATA_SET, &LOOSE_DATA_SET] {
                    for found in [7, 100_000].map(|piece| deviations(operation, (transport, &body), piece)).concat() {
                        let has_place = |(found, part): (&Deviation, &&str)| found.as_str().contains(part);
                        let has_places = found.len() == places.len() && found.iter().zip(places).all(has_place);
                        let start = &other[..other.len().min(3_000)];
                        assert!(has_places, "{transport:?} {found:?} {places:?} {start}");
                    }
                }
            }
        }
    }
}

#[test]
fn rows_before_an_error_can_be_taken() {
    let (transport, body) = &bodies("1,a\n2,b\n&bad;")[0];
    let mut reader = decoder(context(&TEXT, *transport), 200, ["Id"]);
    let error = reader.push(body.as_bytes()).unwrap_err();
    assert!(error.to_string().contains("bad"), "{error}");
    assert_eq!(reader.take().row_count(), 2);
    assert!(reader.push(b"").is_err() && reader.finish().is_err());
}

fn documents(rows: &str) -> [(Transport, String); 2] {
    let document = format!("<r:Opens xmlns:r='urn:r' xmlns='urn:d' x='1'>{rows}</r:Opens>");
    let envelope = format!("{ENVELOPE}\n{document} {ENVELOPE_END}");
    let envelope =
        envelope.replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
    [(Transport::Soap12, envelope), (Transport::HttpGet, format!("<?xml version='1.0'?>{document}\n"))]
}

#[test]
fn batches_of_rows_equal_the_complete_document_for_every_border() {
    let rows = " <!-- > --><Open Id2='a'><Id>1</Id><r:E>\u{fc}&amp;</r:E></Open><Open/>\n<Open><Id>x</Id><E><![CDATA[</Open>]]></E></Open>\
                <Open><More><b/></More></Open> ";
    for (transport, body) in documents(rows) {
        let expected = plain_xml(transport, &body).unwrap();
        assert_eq!((expected.row_count(), expected.name(), expected.is_at_record_limit()), (4, "Open", true));
        for border in 0..=body.len() {
            let tables = xml_rows(transport, &body, &[border]).unwrap();
            assert_eq!(dump(&tables), dump(std::slice::from_ref(&expected)), "{transport} {border}");
            assert!(tables.last().unwrap().is_at_record_limit());
        }
        let every: Vec<usize> = (0..body.len()).collect();
        assert_eq!(dump(&xml_rows(transport, &body, &every).unwrap()), dump(std::slice::from_ref(&expected)));
    }
}

#[test]
fn documents_without_rows_are_also_refused_when_streamed() {
    for rows in ["text", "<a/>text", "<a/><b/>", "<a/><![CDATA[ ]]>", "<a></b>", "<a>&bad;</a>", "<a/>"] {
        for (transport, body) in documents(rows) {
            let expected = protocol::decode_response(&context(&XML, transport), response(&body))
                .ok()
                .and_then(|content| XmlDocument::from_message(content, &expected_result()).unwrap().table().ok());
            for border in [0, body.len() / 2, body.len() - 1] {
                assert_eq!(xml_rows(transport, &body, &[border]).is_ok(), expected.is_some(), "{body}");
            }
        }
    }
    for body in [format!("{ENVELOPE}{ENVELOPE_END}"), format!("{ENVELOPE}<Opens/>{ENVELOPE_END}")] {
        let tables = xml_rows(Transport::Soap11, &body, &[]).unwrap();
        assert_eq!(dump(&tables).1.len(), 0);
    }
    let two = format!("{ENVELOPE}<a><r/></a><b/>{ENVELOPE_END}");
    assert!(xml_rows(Transport::Soap11, &two, &[two.len() - 40]).is_err());
    assert!(Message::null(&XML).single::<XmlDocument>().unwrap().is_null());
}

#[test]
fn single_bytes_cost_little_more_than_pieces() {
    // Each byte may end the head, or end the row.
    let (head, row) = ("<a/>".repeat(10_000), "x".repeat(10_000));
    let begun = cases::processor::Stopwatch::start();
    let body = format!("{}{row}\n{row}{ENVELOPE_END}", ENVELOPE.replace("<a><b><c/></b></a>", &head));
    let mut reader = decoder(context(&TEXT, Transport::Soap11), 200, ["Id"]);
    body.bytes().for_each(|byte| reader.push(&[byte]).unwrap());
    reader.finish().unwrap();
    assert!(begun.elapsed() < std::time::Duration::from_secs(10), "{:?}", begun.elapsed());
}
