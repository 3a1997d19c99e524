//! Requests of a gateway, as it judges them.

use std::sync::LazyLock;

use asmx_gateway::{Checks, Document, Gateway, Offer, Setup, Target};
use serde_json::{Map, Value as Json};

/// A tree of a type with two derived types, a choice, lists, an enumeration and `anyType`.
const DOCUMENT: &str = r#"<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
 xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:trees" targetNamespace="urn:trees">
<wsdl:types><xs:schema elementFormDefault="qualified" targetNamespace="urn:trees">
<xs:element name="Put"><xs:complexType><xs:sequence>
<xs:element name="Root" type="t:Tree" minOccurs="0"/><xs:element name="All" type="t:ArrayOfTree" minOccurs="0"/>
<xs:element name="Any" minOccurs="0"/><xs:element name="Count" type="xs:int"/>
</xs:sequence></xs:complexType></xs:element>
<xs:complexType name="ArrayOfTree"><xs:sequence>
<xs:element name="Tree" type="t:Tree" nillable="true" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
<xs:complexType name="Tree"><xs:sequence><xs:element name="N" type="xs:int" minOccurs="0"/>
<xs:element name="Next" type="t:Tree" minOccurs="0"/></xs:sequence></xs:complexType>
<xs:complexType name="Leaf"><xs:complexContent><xs:extension base="t:Tree"><xs:sequence>
<xs:element name="Color" type="t:Color" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Twig"><xs:complexContent><xs:extension base="t:Tree"><xs:choice minOccurs="0">
<xs:element name="One" type="t:Tree"/><xs:element name="Many" type="t:ArrayOfTree"/></xs:choice></xs:extension></xs:complexContent>
</xs:complexType>
<xs:simpleType name="Color"><xs:restriction base="xs:string"><xs:enumeration value="Green"/><xs:enumeration value="Red"/>
</xs:restriction></xs:simpleType>
<xs:element name="PutResponse"><xs:complexType/></xs:element></xs:schema></wsdl:types>
<wsdl:message name="PutSoapIn"><wsdl:part name="parameters" element="t:Put"/></wsdl:message>
<wsdl:message name="PutSoapOut"><wsdl:part name="parameters" element="t:PutResponse"/></wsdl:message>
<wsdl:portType name="TreesSoap"><wsdl:operation name="Put"><wsdl:input message="t:PutSoapIn"/><wsdl:output message="t:PutSoapOut"/>
</wsdl:operation></wsdl:portType>
<wsdl:binding name="TreesSoap" type="t:TreesSoap"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<wsdl:operation name="Put"><soap:operation soapAction="urn:trees/Put" style="document"/>
<wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation></wsdl:binding>
<wsdl:service name="Trees"><wsdl:port name="TreesSoap" binding="t:TreesSoap"><soap:address location="http://localhost/trees.asmx"/>
</wsdl:port></wsdl:service></wsdl:definitions>"#;

static GATEWAY: LazyLock<Gateway> = LazyLock::new(|| {
    let document = match Document::read("trees.wsdl", DOCUMENT.as_bytes()) {
        Ok(document) => document,
        Err(error) => panic!("the document of trees: {error}"),
    };
    let setup = Setup::of_document(document).checks(Checks::None);
    match Target::new(setup).map(|target| Gateway::new(target, Offer::default().write())) {
        Ok(Ok(gateway)) => gateway,
        other => panic!("the gateway of trees: {other:?}"),
    }
});

/// A request of a tree.
pub fn compared_request(input: &[u8]) {
    let Ok(object) = serde_json::from_slice::<Map<String, Json>>(input) else { return };
    let Some(misfits) = GATEWAY.misfits("Put", object) else { panic!("the gateway offers the operation") };
    // The last one says that there are more.
    assert!(misfits.len() <= 21 && misfits.iter().all(|misfit| !misfit.is_empty()), "{misfits:?}");
}
