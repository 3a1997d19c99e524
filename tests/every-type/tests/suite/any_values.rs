//! Types that nothing but the value of an `anyType` may be of: each that a document declares is known, and so are arrays of them.

use asmx_document::Document;
use asmx_runtime::protocol::{ResponseContext, decode_response};
use asmx_runtime::{Service, Transport, Value, json, xml};
use serde_json::json;

const DOCUMENT: &str = r#"<wsdl:definitions xmlns:s="http://www.w3.org/2001/XMLSchema"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="urn:t" xmlns:o="urn:o" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
    targetNamespace="urn:t">
  <wsdl:types>
    <s:schema elementFormDefault="qualified" targetNamespace="urn:t">
      <s:element name="Put"><s:complexType><s:sequence><s:element minOccurs="0" name="value"/></s:sequence></s:complexType></s:element>
      <s:element name="PutResponse"><s:complexType><s:sequence><s:element minOccurs="0" name="PutResult"/></s:sequence></s:complexType></s:element>
      <s:simpleType name="Colour"><s:restriction base="s:string"><s:enumeration value="Red"/></s:restriction></s:simpleType>
      <s:simpleType name="Marks"><s:list><s:simpleType>
        <s:restriction base="s:string"><s:enumeration value="A"/><s:enumeration value="B"/></s:restriction>
      </s:simpleType></s:list></s:simpleType>
      <s:complexType name="ArrayOfColour"><s:sequence>
        <s:element minOccurs="0" maxOccurs="unbounded" name="Colour" type="tns:Colour"/>
      </s:sequence></s:complexType>
    </s:schema>
    <s:schema elementFormDefault="qualified" targetNamespace="urn:o">
      <s:simpleType name="Shade"><s:restriction base="s:string"><s:enumeration value="Dark"/></s:restriction></s:simpleType>
      <s:complexType name="ArrayOfShade"><s:sequence>
        <s:element minOccurs="0" maxOccurs="unbounded" name="Shade" type="o:Shade"/>
      </s:sequence></s:complexType>
    </s:schema>
  </wsdl:types>
  <wsdl:message name="In"><wsdl:part name="parameters" element="tns:Put"/></wsdl:message>
  <wsdl:message name="Out"><wsdl:part name="parameters" element="tns:PutResponse"/></wsdl:message>
  <wsdl:portType name="P"><wsdl:operation name="Put">
    <wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/>
  </wsdl:operation></wsdl:portType>
  <wsdl:binding name="P" type="tns:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="Put"><soap:operation soapAction="urn:t/Put" style="document"/>
      <wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output>
    </wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="T"><wsdl:port name="P" binding="tns:P"><soap:address location="http://localhost/t.asmx"/></wsdl:port></wsdl:service>
</wsdl:definitions>"#;

fn service() -> &'static Service {
    let path = std::env::temp_dir().join(format!("any-values-{}.wsdl", std::process::id()));
    std::fs::write(&path, DOCUMENT).unwrap();
    let service = Document::open(&path).unwrap().service();
    std::fs::remove_file(&path).unwrap();
    service
}

#[test]
fn every_declared_type_is_known_in_requests_and_responses() {
    let service = service();
    let operation = service.operation("Put").unwrap();
    for (kind, value, content) in [
        ("{urn:t}Colour", json!("Red"), "Red"),
        ("{urn:t}Marks", json!(["A", "B"]), "A B"),
        ("{urn:o}Shade", json!("Dark"), "Dark"),
        ("{urn:t}ArrayOfColour", json!(["Red", "Red"]), "<Colour>Red</Colour><Colour>Red</Colour>"),
        ("{urn:o}ArrayOfShade", json!(["Dark"]), "<k:Shade>Dark</k:Shade>"),
    ] {
        let typed = json!({"$type": kind, "$value": value});
        let parameters = json!({"value": typed});
        let parsed = json::parameters(service, operation, parameters.as_object().unwrap()).unwrap();
        assert!(matches!(parsed.request.values(), [Value::OfType(_)]), "{kind}: {:?}", parsed.request.values());
        let (namespace, name) = kind[1..].split_once('}').unwrap();
        let body = format!(
            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' \
             xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><s:Body><PutResponse xmlns='urn:t'>\
             <PutResult xmlns:k='{namespace}' i:type='k:{name}'>{content}</PutResult></PutResponse></s:Body></s:Envelope>"
        );
        let response = http::Response::builder().header("Content-Type", "text/xml; charset=utf-8");
        let limits = xml::ParseOptions::default();
        let context =
            ResponseContext { service, operation, transport: Transport::Soap11, namespace: "urn:t".into(), limits };
        let read = decode_response(&context, response.body(body.into()).unwrap()).unwrap();
        assert_eq!(json::result(service, operation, &read), json!({"PutResult": typed}));
    }
}
