//! A small document costs little, whatever its types multiply to.

use std::fmt::Write as _;

use asmx_gateway::Document;
use asmx_import::import;

use super::mock::Served;
use super::{ended, ends, folder_with, run};
use crate::as_document::OneDocument;

/// Global elements with types of their own, each of which refers to all of the next level: 4 to the power of `levels` places. Nothing refers
/// to three of the first level.
fn document(levels: usize) -> String {
    let mut elements = String::new();
    for level in 0..levels {
        for letter in ["A", "B", "C", "D"] {
            let next = level + 1;
            let inner = if next == levels {
                "<s:element name='Leaf' type='s:string' minOccurs='0'/>".to_owned()
            } else {
                ["A", "B", "C", "D"].map(|inner| format!("<s:element ref='tns:{inner}{next}' minOccurs='0'/>")).concat()
            };
            let _ = write!(
                elements,
                "<s:element name='{letter}{level}'><s:complexType><s:sequence>{inner}</s:sequence></s:complexType></s:element>"
            );
        }
    }
    format!(
        "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/' xmlns:p='http://schemas.xmlsoap.org/wsdl/soap/' \
         xmlns:s='http://www.w3.org/2001/XMLSchema' xmlns:tns='urn:t' targetNamespace='urn:t'><w:types>\
         <s:schema elementFormDefault='qualified' targetNamespace='urn:t'><s:element name='Find'><s:complexType/></s:element>\
         <s:element name='FindResponse'><s:complexType><s:sequence><s:element ref='tns:A0' minOccurs='0'/></s:sequence></s:complexType></s:element>\
         {elements}</s:schema></w:types>\
         <w:message name='In'><w:part name='parameters' element='tns:Find'/></w:message>\
         <w:message name='Out'><w:part name='parameters' element='tns:FindResponse'/></w:message>\
         <w:portType name='P'><w:operation name='Find'><w:input message='tns:In'/><w:output message='tns:Out'/></w:operation></w:portType>\
         <w:binding name='B' type='tns:P'><p:binding transport='http://schemas.xmlsoap.org/soap/http'/>\
         <w:operation name='Find'><p:operation soapAction='urn:t/Find'/><w:input><p:body use='literal'/></w:input>\
         <w:output><p:body use='literal'/></w:output></w:operation></w:binding>\
         <w:service name='S'><w:port name='B' binding='tns:B'><p:address location='http://h/s.asmx'/></w:port></w:service></w:definitions>"
    )
}

/// The published document of a service is as long as the document that it came from, and has the same types.
#[test]
fn a_document_of_shared_types_stays_small() {
    let text = document(40);
    let service = import(&OneDocument(text.clone()), "service.wsdl").unwrap().service;
    let published = asmx_codegen::wsdl(&service);
    assert!(published.len() < 3 * text.len(), "{} bytes of {}", published.len(), text.len());
    let again = import(&OneDocument(published), "service.wsdl").unwrap().service;
    assert_eq!((again.types.len(), service.types.len()), (157, 157));
    let folder = folder_with("shared_types", &[("levels.wsdl", &text)]);
    for command in ["operations", "describe", "openapi"] {
        let (code, out, err) = run(&folder, &[command, "levels.wsdl"]);
        assert!(code == 0 && out.len() < 10 * text.len(), "{command}: {err}");
    }
}

/// Only a program that publishes the document writes it.
#[test]
fn the_published_document_is_written_when_it_is_asked_for() {
    let service = Document::read("levels.wsdl", document(3).as_bytes()).unwrap().service();
    assert!(format!("{:?}", service.wsdl).contains("<uninit>"), "{:?}", service.wsdl);
    assert!(!service.wsdl.is_empty() && service.wsdl.text().contains("\"Leaf\""));
}

/// A structure of 60 required members of a structure of 60 required members, and so on for five levels: 777 million values.
const MULTIPLYING: &str = "<service name='S' path='/s.asmx' namespace='urn:s'><doc>S.</doc>TYPES<area name='a' title='A'>\
     <operation name='Get' effect='read'><doc>Gets.</doc><param name='Tree' type='T0'/><param name='Word' type='string'/>\
     <result type='T0'/></operation></area></service>";

fn multiplying() -> String {
    let structure = |level: usize| {
        let kind = if level == 4 { "int".to_owned() } else { format!("T{}", level + 1) };
        let members = (0..60).map(|member| format!("<param name='M{member}' type='{kind}' required='true'/>"));
        format!("<structure name='T{level}'>{}</structure>", members.collect::<String>())
    };
    MULTIPLYING.replace("TYPES", &(0..5).map(structure).collect::<String>())
}

/// A template and a mock name what no sample can show.
#[test]
fn values_that_multiply_have_no_sample() {
    let folder = folder_with("multiplying", &[("s.xml", &multiplying())]);
    let note = |name: &str| format!("note: the sample lacks {name}: it would have more than 10,000 values\n");
    let template = run(&folder, &["describe", "s.xml", "Get", "--template"]);
    ends(template, (0, "{\n  \"Word\": \"text\"\n}\n", &note("Tree")));
    assert_eq!(ended(0, run(&folder, &["describe", "s.xml", "Get"])).1, note("GetResult"));

    let mock = Served::run(&folder, &["mock", "s.xml"]);
    let (code, _, err) = run(&folder, &["call", "s.xml", "Get", "--base-url", &mock.1]);
    let reason = "a sample of the result of Get would have more than 10,000 values: state a result";
    assert!(code != 0 && err.contains(reason), "{code} {err}");
}
