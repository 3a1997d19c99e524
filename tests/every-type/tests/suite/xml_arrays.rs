//! Arrays of XML over GET and POST: the document and the response have the same names, which are .NET's.

use asmx_document::Document;
use asmx_runtime::protocol::{ResponseContext, encode_response};
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{Message, Transport, Value};
use recordings::infoset;

/// An import of .NET's document writes the array so.
const SPEC: &str = r#"<service name="Nodes" path="/nodes.asmx" namespace="urn:nodes"><doc>Nodes.</doc>
  <array name="ArrayOfXmlNode" type="xml"/>
  <area name="all" title="All">
    <operation name="List" effect="read"><doc>Lists.</doc><result type="ArrayOfXmlNode"/></operation>
  </area>
</service>"#;

#[test]
fn an_array_of_xml_is_an_array_of_nodes() {
    let document = Document::read("nodes.xml", SPEC.as_bytes()).unwrap();
    let service = document.service();
    let wsdl = service.wsdl.text();
    assert!(wsdl.contains("name=\"ArrayOfXmlNode\" nillable=\"true\" type=\"tns:ArrayOfXmlNode\""), "{wsdl}");
    assert!(wsdl.contains("minOccurs=\"0\" name=\"XmlNode\""), "{wsdl}");
    for transport in [Transport::HttpGet, Transport::HttpPost] {
        let context = ResponseContext {
            service,
            operation: document.operation("List", None).unwrap(),
            transport,
            namespace: "urn:nodes".into(),
            limits: ParseOptions::default(),
        };
        let nodes = Value::Array(vec![Value::Xml("<a xmlns=\"\"/>".into()), Value::Nil]);
        let response = encode_response(&context, &Message::new(vec![nodes])).unwrap();
        let body = infoset::canonical(std::str::from_utf8(response.body()).unwrap()).unwrap();
        let expected = "<{urn:nodes}ArrayOfXmlNode><{urn:nodes}XmlNode><a></a></{urn:nodes}XmlNode><{urn:nodes}XmlNode \
             {http://www.w3.org/2001/XMLSchema-instance}nil=\"true\"></{urn:nodes}XmlNode></{urn:nodes}ArrayOfXmlNode>";
        assert_eq!(crate::normal::without_blank_text(&body), expected);
    }
}
