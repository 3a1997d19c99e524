//! Arrays of XML over GET and POST: the document and the response have the same names, which are .NET's.

use asmx_document::Document;
use asmx_runtime::protocol::{ResponseContext, encode_response};
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{Message, Transport, Value};

const SPEC: &str = r#"<service name="Nodes" path="/nodes.asmx" namespace="urn:nodes"><doc>Nodes.</doc><area name="all" title="All">
  <operation name="List" effect="read"><doc>Lists.</doc><result type="xml" array="true"/></operation>
</area></service>"#;

#[test]
fn an_array_of_xml_is_an_array_of_nodes() {
    let document = Document::read("nodes.xml", SPEC.as_bytes()).unwrap();
    let service = document.service();
    let wsdl = service.wsdl.text();
    assert!(
        wsdl.contains("<s:element name=\"ArrayOfXmlNode\" nillable=\"true\" type=\"tns:ArrayOfXmlNode\" />"),
        "{wsdl}"
    );
    let spec = asmx_import::spec_text(&asmx_import::open(&written(wsdl)).unwrap());
    assert!(spec.contains("<result type=\"xml\" array=\"true\"/>"), "{spec}");
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
        let body = std::str::from_utf8(response.body()).unwrap();
        let expected = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<ArrayOfXmlNode \
             xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns=\"urn:nodes\">\n  \
             <XmlNode>\n    <a xmlns=\"\" />\n  </XmlNode>\n  <XmlNode xsi:nil=\"true\" />\n</ArrayOfXmlNode>";
        assert_eq!(body.replace("<a xmlns=\"\"/>", "<a xmlns=\"\" />"), expected);
    }
}

/// A file with the document, whose address and namespace are filled in.
fn written(wsdl: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("nodes.wsdl");
    std::fs::write(&path, wsdl.replace("urn:asmx-codegen:address", "http://127.0.0.1/nodes.asmx")).unwrap();
    path
}
