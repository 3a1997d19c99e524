//! Responses are written byte for byte as recorded.

use super::*;
use crate::fault::{Fault, FaultCode};
use crate::protocol::{encode_fault, encode_response};
use crate::results::table::{Cell, ColumnType, RowData, Table};
use crate::results::{DataSet, Integers, Text, XmlDocument};
use crate::xml::Document;

fn response(operation: &'static Operation, transport: Transport, content: &Message) -> Response<Bytes> {
    encode_response(&context(operation, transport), content).unwrap()
}

/// The body over SOAP without the envelope, and the body over GET without the declaration. SOAP 1.2 and POST must equal them.
fn both(operation: &'static Operation, content: &Message) -> (String, String) {
    let enveloped = SOAP.map(|transport| {
        let response = response(operation, transport, content);
        assert_eq!(response.status(), 200);
        assert_eq!(header(&response, "content-type"), Some(content_type(transport)));
        assert_eq!(header(&response, "content-length"), Some(response.body().len().to_string().as_str()));
        let (envelope, body) = (response_envelope(transport, "|"), text(&response));
        let (before, after) = envelope.split_once('|').unwrap();
        body.strip_prefix(before).unwrap().strip_suffix(after).unwrap().to_owned()
    });
    assert_eq!(enveloped[0], enveloped[1]);
    let bare = HTTP.map(|transport| {
        let response = response(operation, transport, content);
        assert_eq!(response.status(), 200);
        assert_eq!(header(&response, "content-length"), Some(response.body().len().to_string().as_str()));
        let is_empty = response.body().is_empty();
        assert_eq!(header(&response, "content-type"), (!is_empty).then_some("text/xml; charset=utf-8"));
        text(&response)
    });
    assert_eq!(bare[0], bare[1]);
    let [soap, _] = enveloped;
    let [get, _] = bare;
    (soap, get)
}

const DECLARED: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
const TYPES: &str =
    "xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"";
const NS: &str = "xmlns=\"http://example.test/ws/\"";

#[track_caller]
fn check(operation: &'static Operation, content: &Message, expected_content: Option<&str>, get: &str) {
    let name = operation.name;
    let expected = match expected_content {
        None => format!("<{name}Response {NS} />"),
        Some("") => format!("<{name}Response {NS}><{name}Result /></{name}Response>"),
        Some(expected_content) => {
            format!("<{name}Response {NS}><{name}Result>{expected_content}</{name}Result></{name}Response>")
        }
    };
    let actual = both(operation, content);
    assert_eq!(actual.0, expected);
    assert_eq!(actual.1, get);
}

fn null_root(name: &str) -> String {
    format!("{DECLARED}<{name} {TYPES} xsi:nil=\"true\" {NS} />")
}

#[test]
fn strings() {
    let content = |text: &str| Message::from(Text::new(text));
    check(&FIND_BOOKS, &Message::from(Text::null()), None, &null_root("string"));
    check(&FIND_BOOKS, &content(""), Some(""), &format!("{DECLARED}<string {NS} />"));
    let (value, escaped) = ("a<b>&\"' é😀 ]]>\t\n\r\u{1}\0", "a&lt;b&gt;&amp;\"' é😀 ]]&gt;\t\n&#xD;&#x1;&#x0;");
    check(&FIND_BOOKS, &content(value), Some(escaped), &format!("{DECLARED}<string {NS}>{escaped}</string>"));
}

#[test]
fn integers() {
    check(&COUNT_BOOKS, &Message::from(Integers::null()), None, &null_root("ArrayOfInt"));
    let content = |numbers: &[i32]| Message::from(Integers::new(numbers));
    check(&COUNT_BOOKS, &content(&[]), Some(""), &format!("{DECLARED}<ArrayOfInt {TYPES} {NS} />"));
    let get = format!("{DECLARED}<ArrayOfInt {TYPES} {NS}>\n  <int>5</int>\n  <int>-2147483648</int>\n</ArrayOfInt>");
    check(&COUNT_BOOKS, &content(&[5, i32::MIN]), Some("<int>5</int><int>-2147483648</int>"), &get);
}

#[test]
fn nothing() {
    check(&DROP, &Message::default(), None, "");
}

#[test]
fn documents() {
    let document = |xml: &str| {
        let parsed = Document::parse(xml, &ParseOptions::default()).unwrap();
        Message::from(XmlDocument::from_element(parsed.root()))
    };
    check(&DOCUMENT, &Message::from(XmlDocument::null()), None, DECLARED.trim_end());
    check(&DOCUMENT, &document("<empty />"), Some("<empty xmlns=\"\" />"), &format!("{DECLARED}<empty />"));
    let unchanged = "<r:report xmlns:r=\"urn:r\" xmlns=\"urn:d\" a=\"1&#xA;\">\n <!--c--><b> </b>\n</r:report>";
    check(&DOCUMENT, &document(unchanged), Some(unchanged), &format!("{DECLARED}{unchanged}"));
    let compact = "<a x=\">\"><b>1</b><c><d/></c></a>";
    let in_envelope = "<a x=\">\" xmlns=\"\"><b>1</b><c><d/></c></a>";
    let get = format!("{DECLARED}<a x=\">\">\n  <b>1</b>\n  <c>\n    <d/>\n  </c>\n</a>");
    check(&DOCUMENT, &document(compact), Some(in_envelope), &get);
}

#[test]
fn data_sets() {
    check(&TABLE, &Message::from(DataSet::null()), None, &null_root("DataSet"));
    let schema = |choice: &str| {
        format!(
            "<xs:schema id=\"NewDataSet\" xmlns=\"\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" \
             xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\"><xs:element name=\"NewDataSet\" msdata:IsDataSet=\"true\" \
             msdata:UseCurrentLocale=\"true\"><xs:complexType>{choice}</xs:complexType></xs:element></xs:schema>"
        )
    };
    let diffgram = "<diffgr:diffgram xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\" \
                    xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\"";
    let (soap, bare) = both(&TABLE, &Message::from(DataSet::new("")));
    let empty = schema("<xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\" />");
    let result = format!("<Books_TableResult>{empty}{diffgram} /></Books_TableResult>");
    assert_eq!(soap, format!("<Books_TableResponse {NS}>{result}</Books_TableResponse>"));
    let lines: Vec<_> = bare.lines().map(str::trim_start).collect();
    assert_eq!(lines.join(""), format!("{}<DataSet {NS}>{empty}{diffgram} /></DataSet>", DECLARED.trim_end()));

    let table = Table::new("Table").column("Id", ColumnType::Int).column("S", ColumnType::String);
    let table =
        table.row(RowData::new([Cell::from(1), Cell::from("a<")])).row(RowData::new([Cell::DbNull, Cell::from("  ")]));
    let (soap, bare) = both(&TABLE, &Message::from(DataSet::new("").table(table)));
    let rows = "<NewDataSet xmlns=\"\"><Table diffgr:id=\"Table1\" msdata:rowOrder=\"0\"><Id>1</Id><S>a&lt;</S></Table>\
                <Table diffgr:id=\"Table2\" msdata:rowOrder=\"1\"><S xml:space=\"preserve\">  </S></Table></NewDataSet></diffgr:diffgram>";
    assert!(soap.contains(&format!("{diffgram}>{rows}</Books_TableResult>")), "{soap}");
    let end = "\n    <NewDataSet xmlns=\"\">\n      <Table diffgr:id=\"Table1\" msdata:rowOrder=\"0\">\n        <Id>1</Id>\n        <S>a&lt;</S>\n      \
               </Table>\n      <Table diffgr:id=\"Table2\" msdata:rowOrder=\"1\">\n        <S xml:space=\"preserve\">  </S>\n      </Table>\n    \
               </NewDataSet>\n  </diffgr:diffgram>\n</DataSet>";
    assert!(bare.ends_with(end), "{bare}");
    let twice = DataSet::new("").table(Table::new("T")).table(Table::new("T"));
    assert!(encode_response(&context(&TABLE, Transport::HttpGet), &Message::from(twice)).is_err());
}

#[test]
fn typed_values() {
    let text = |text: &str| Value::from(text.to_owned());
    let get = format!("{DECLARED}<Color {NS}>&lt;&amp;&gt;</Color>");
    check(&PAINT, &message(text("<&>")), Some("&lt;&amp;&gt;"), &get);
    check(&PAINT, &message(Value::Null), None, &format!("{DECLARED}<Color {TYPES} {NS} />"));
    check(&NOTHING, &message(Value::Null), None, &null_root("base64Binary"));
    check(&NOTHING, &message(text("")), Some(""), &format!("{DECLARED}<base64Binary {NS} />"));
    check(&NUMBER, &message(text("5")), Some("5"), &format!("{DECLARED}<int {NS}>5</int>"));
    let place = Value::Structure(vec![text("1"), text(""), Value::Null, Value::Null, Value::Null]);
    let get = format!(
        "{DECLARED}<Place {TYPES} {NS}>\n  <Shelf>1</Shelf>\n  <Note />\n  <Since xsi:nil=\"true\" />\n</Place>"
    );
    check(&SHELVE, &message(place.clone()), Some("<Shelf>1</Shelf><Note /><Since xsi:nil=\"true\" />"), &get);
    check(&SHELVE, &message(Value::Null), None, &null_root("Place"));
    let items = "<Place><Shelf>1</Shelf><Note /><Since xsi:nil=\"true\" /></Place><Place xsi:nil=\"true\" />";
    let get = format!(
        "{DECLARED}<ArrayOfPlace {TYPES} {NS}>\n  <Place>\n    <Shelf>1</Shelf>\n    <Note />\n    <Since xsi:nil=\"true\" />\n  </Place>\n  \
         <Place xsi:nil=\"true\" />\n</ArrayOfPlace>"
    );
    check(&SCALARS, &message(Value::Array(vec![place, Value::Null])), Some(items), &get);
}

#[test]
fn odd_names() {
    let (soap, _) = both(&ODD, &Message::from(Text::new("x")));
    let result = "<Été_x0020_2Result>x</Été_x0020_2Result>";
    assert_eq!(soap, format!("<Été_x0020_2Response {NS}>{result}</Été_x0020_2Response>"));
    let soap = text(&response(&SOAP_ONLY, Transport::Soap11, &Message::from(Text::new("x"))));
    assert!(soap.contains("<OddName>x</OddName>"));
}

#[test]
fn a_result_of_another_kind_is_a_failure_of_the_service() {
    for transport in Transport::ALL {
        assert!(encode_response(&context(&FIND_BOOKS, transport), &Message::default()).is_err());
        assert!(encode_response(&context(&DROP, transport), &Message::from(Text::null())).is_err());
        assert!(encode_response(&context(&SHELVE, transport), &message(Value::from("x"))).is_err());
    }
}

fn fault_body(style: ErrorStyle, transport: Transport, fault: &Fault) -> String {
    let response = encode_fault(style, transport, NAMESPACE, fault);
    assert_eq!(response.status(), 500);
    let expected = if transport.is_soap() { content_type(transport) } else { "text/plain; charset=utf-8" };
    assert_eq!(header(&response, "content-type"), Some(expected));
    assert_eq!(header(&response, "content-length"), Some(response.body().len().to_string().as_str()));
    text(&response)
}

#[test]
fn a_failing_service_in_production() {
    let fault = Fault::server("Outer failure in Op").type_name("System.InvalidOperationException");
    let fault = fault.caused_by("Inner failure <&>\"' é 😀").type_name("System.ArgumentException");
    let message =
        "Server was unable to process request. ---&gt; Outer failure in Op ---&gt; Inner failure &lt;&amp;&gt;\"' é 😀";
    let production = |transport| fault_body(ErrorStyle::Production, transport, &fault);
    let expected = format!(
        "<soap:Fault><faultcode>soap:Server</faultcode><faultstring>{message}</faultstring><detail /></soap:Fault>"
    );
    assert_eq!(production(Transport::Soap11), response_envelope(Transport::Soap11, &expected));
    let expected = format!(
        "<soap:Fault><soap:Code><soap:Value>soap:Receiver</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang=\"en\">{message}\
         </soap:Text></soap:Reason><soap:Detail /></soap:Fault>"
    );
    assert_eq!(production(Transport::Soap12), response_envelope(Transport::Soap12, &expected));
    for transport in HTTP {
        let expected = "Outer failure in Op ---> Inner failure &lt;&amp;&gt;&quot;&#39; &#233; 😀\n";
        assert_eq!(production(transport), expected);
    }
}

#[test]
fn a_failing_service_in_development() {
    let fault = Fault::server("Broken").type_name("System.IO.IOException");
    let development = |transport| fault_body(ErrorStyle::Development, transport, &fault);
    let message = "System.Web.Services.Protocols.SoapException: Server was unable to process request. ---&gt; System.IO.IOException: Broken";
    for transport in SOAP {
        assert!(development(transport).contains(&format!(">{message}<")), "{}", development(transport));
    }
    for transport in HTTP {
        assert_eq!(development(transport), "System.IO.IOException: Broken\n");
    }
}

#[test]
fn a_soap_exception() {
    let detail = "<e:code severity=\"high &lt;&amp;&gt;&quot;\" xmlns:e=\"http://example.test/err\">42</e:code><message>detail text &amp; more</message>";
    let fault = Fault::client("Client error in Op <&>").with_actor("http://example.test/actor").with_detail(detail);
    let expected = format!(
        "<soap:Fault><faultcode>soap:Client</faultcode><faultstring>Client error in Op &lt;&amp;&gt;</faultstring>\
         <faultactor>http://example.test/actor</faultactor><detail>{detail}</detail></soap:Fault>"
    );
    assert_eq!(
        fault_body(ErrorStyle::Production, Transport::Soap11, &fault),
        response_envelope(Transport::Soap11, &expected)
    );
    let expected = format!(
        "<soap:Fault><soap:Code><soap:Value>soap:Sender</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang=\"en\">\
         Client error in Op &lt;&amp;&gt;</soap:Text></soap:Reason><soap:Node>http://example.test/actor</soap:Node><detail>{detail}</detail></soap:Fault>"
    );
    assert_eq!(
        fault_body(ErrorStyle::Production, Transport::Soap12, &fault),
        response_envelope(Transport::Soap12, &expected)
    );
    for transport in HTTP {
        assert_eq!(fault_body(ErrorStyle::Production, transport, &fault), "Client error in Op &lt;&amp;&gt;\n");
    }
}

#[test]
fn custom_fault_codes() {
    let fault = Fault::new(FaultCode::Other("Billing.Overdue".to_owned()), "Pay first");
    assert!(
        fault_body(ErrorStyle::Production, Transport::Soap11, &fault)
            .contains("<faultcode>Billing.Overdue</faultcode>")
    );
    let expected =
        "<soap:Value>soap:Receiver</soap:Value><soap:Subcode><soap:Value>Billing.Overdue</soap:Value></soap:Subcode>";
    assert!(fault_body(ErrorStyle::Production, Transport::Soap12, &fault).contains(expected));
}

#[test]
fn subcodes() {
    let subcode = |name: &str| format!("<soap:Subcode><soap:Value>{name}</soap:Value>");
    for (fault, expected) in [
        (Fault::client("Pay first").with_subcode("Overdue"), subcode("Overdue") + "</soap:Subcode></soap:Code>"),
        (
            Fault::new(FaultCode::Other("Billing".to_owned()), "Pay first").with_subcode("Overdue"),
            subcode("Billing") + &subcode("Overdue") + "</soap:Subcode></soap:Subcode></soap:Code>",
        ),
    ] {
        let text = fault_body(ErrorStyle::Production, Transport::Soap12, &fault);
        assert!(text.contains(&expected), "{text}");
        assert!(!fault_body(ErrorStyle::Production, Transport::Soap11, &fault).contains("Overdue"));
    }
}
