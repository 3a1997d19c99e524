//! How long it takes to import a made-up WSDL document.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use asmx_import::Documents;
use figures::{Figure, Goal};

use crate::{cpu, table};

/// Most seconds that the document of 1,500 operations may take.
const GOAL: f64 = 2.0;

/// The number of operations that the goal is for.
const OPERATIONS_OF_GOAL: usize = 1_500;

/// One document in memory.
struct One(Vec<u8>);

impl Documents for One {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        Some(self.0.clone())
    }
}

/// Measures every size and prints a table.
pub(crate) fn run(sizes: &[usize], runs: usize, scratch: &Path) -> Result<()> {
    std::fs::create_dir_all(scratch).with_context(|| format!("cannot make {}", scratch.display()))?;
    let mut rows = Vec::new();
    let mut figure = None;
    for size in sizes {
        let text = document(*size);
        std::fs::write(scratch.join(format!("import-{size}.wsdl")), &text)?;
        let bytes = text.len();
        let one = One(text.into_bytes());
        let mut seconds = Vec::new();
        for run in 0..=runs {
            let (spent, import) = cpu::of_this_process(|| Ok(asmx_import::import(&one, "import.wsdl")?))?;
            ensure!(
                import.service.operations.len() == *size && import.warnings.is_empty(),
                "not everything is imported"
            );
            // The first run warms caches up.
            if run > 0 {
                seconds.push(spent);
            }
        }
        let median = cpu::median(seconds).context("no runs")?;
        #[allow(clippy::cast_precision_loss, reason = "sizes are far below 2^52")]
        let megabytes = bytes as f64 / 1e6;
        if *size == OPERATIONS_OF_GOAL {
            figure =
                Some(Figure::new(format!("importing {size} operations"), median).goal(Goal::AtMost(GOAL)).unit("s"));
        }
        rows.push(vec![
            size.to_string(),
            format!("{megabytes:.2}"),
            format!("{median:.3}"),
            format!("{:.3}", median / megabytes),
        ]);
    }
    println!("Importing a WSDL document, CPU s, median of {runs} runs in one process.\n");
    table::print(&["operations", "MB", "s", "s/MB"], &rows);
    if let Some(figure) = figure {
        println!("\n{figure}");
    }
    Ok(())
}

/// A document of so many operations, each over four transports and with types of its own: a structure with attributes, one that is
/// derived from it, an array and an enumeration.
fn document(operations: usize) -> String {
    let (mut types, mut messages, mut soap, mut http) = (String::new(), String::new(), String::new(), String::new());
    let mut bindings = [const { String::new() }; 4];
    // Writing to a String cannot fail.
    for n in 0..operations {
        let _ = write!(
            types,
            r#"<s:element name="Op{n}"><s:complexType><s:sequence><s:element minOccurs="1" maxOccurs="1" name="number" type="s:int" /><s:element minOccurs="0" maxOccurs="1" name="text" type="s:string" /><s:element minOccurs="1" maxOccurs="1" name="kind" type="tns:Kind{n}" /></s:sequence></s:complexType></s:element>
<s:element name="Op{n}Response"><s:complexType><s:sequence><s:element minOccurs="0" maxOccurs="1" name="Op{n}Result" type="tns:ArrayOfItem{n}" /></s:sequence></s:complexType></s:element>
<s:complexType name="ArrayOfItem{n}"><s:sequence><s:element minOccurs="0" maxOccurs="unbounded" name="Item{n}" nillable="true" type="tns:Item{n}" /></s:sequence></s:complexType>
<s:complexType name="Item{n}"><s:sequence><s:element minOccurs="0" maxOccurs="1" name="Name" type="s:string" /><s:element minOccurs="1" maxOccurs="1" name="When" nillable="true" type="s:dateTime" /><s:element minOccurs="0" maxOccurs="unbounded" name="Next" type="tns:Item{n}" /></s:sequence><s:attribute name="Id" type="s:int" use="required" /></s:complexType>
<s:complexType name="More{n}"><s:complexContent mixed="false"><s:extension base="tns:Item{n}"><s:sequence><s:element minOccurs="0" maxOccurs="1" name="Extra" type="s:decimal" /></s:sequence></s:extension></s:complexContent></s:complexType>
<s:simpleType name="Kind{n}"><s:restriction base="s:string"><s:enumeration value="One" /><s:enumeration value="Two" /></s:restriction></s:simpleType>
<s:element name="ArrayOfItem{n}" nillable="true" type="tns:ArrayOfItem{n}" />
"#
        );
        let _ = writeln!(
            messages,
            r#"<wsdl:message name="Op{n}SoapIn"><wsdl:part name="parameters" element="tns:Op{n}" /></wsdl:message><wsdl:message name="Op{n}SoapOut"><wsdl:part name="parameters" element="tns:Op{n}Response" /></wsdl:message><wsdl:message name="Op{n}HttpIn"><wsdl:part name="number" type="s:string" /><wsdl:part name="text" type="s:string" /><wsdl:part name="kind" type="s:string" /></wsdl:message><wsdl:message name="Op{n}HttpOut"><wsdl:part name="Body" element="tns:ArrayOfItem{n}" /></wsdl:message>"#
        );
        for (name, operations) in [("Soap", &mut soap), ("Http", &mut http)] {
            let _ = writeln!(
                operations,
                r#"<wsdl:operation name="Op{n}"><wsdl:documentation>Does the thing with the number {n}.</wsdl:documentation><wsdl:input message="tns:Op{n}{name}In" /><wsdl:output message="tns:Op{n}{name}Out" /></wsdl:operation>"#
            );
        }
        for (prefix, binding) in ["soap", "soap12"].into_iter().zip(&mut bindings) {
            let _ = writeln!(
                binding,
                r#"<wsdl:operation name="Op{n}"><{prefix}:operation soapAction="urn:example:large/Op{n}" style="document" /><wsdl:input><{prefix}:body use="literal" /></wsdl:input><wsdl:output><{prefix}:body use="literal" /></wsdl:output></wsdl:operation>"#
            );
        }
        for binding in bindings.iter_mut().skip(2) {
            let _ = writeln!(
                binding,
                r#"<wsdl:operation name="Op{n}"><http:operation location="/Op{n}" /><wsdl:input><http:urlEncoded /></wsdl:input><wsdl:output /></wsdl:operation>"#
            );
        }
    }
    let [soap11, soap12, get, post] = bindings;
    let mut text = format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:example:large" targetNamespace="urn:example:large">
<wsdl:types><s:schema elementFormDefault="qualified" targetNamespace="urn:example:large">
{types}</s:schema></wsdl:types>
{messages}<wsdl:portType name="Soap">{soap}</wsdl:portType><wsdl:portType name="Http">{http}</wsdl:portType>
"#
    );
    let kinds = [
        ("Soap11", "Soap", r#"<soap:binding transport="http://schemas.xmlsoap.org/soap/http" />"#, soap11, "soap"),
        ("Soap12", "Soap", r#"<soap12:binding transport="http://schemas.xmlsoap.org/soap/http" />"#, soap12, "soap12"),
        ("Get", "Http", r#"<http:binding verb="GET" />"#, get, "http"),
        ("Post", "Http", r#"<http:binding verb="POST" />"#, post, "http"),
    ];
    let mut ports = String::new();
    for (name, kind, binding, operations, prefix) in kinds {
        let _ = writeln!(text, r#"<wsdl:binding name="{name}" type="tns:{kind}">{binding}{operations}</wsdl:binding>"#);
        let address = r#"address location="http://localhost/large.asmx""#;
        let _ = write!(ports, r#"<wsdl:port name="{name}" binding="tns:{name}"><{prefix}:{address} /></wsdl:port>"#);
    }
    let _ = write!(text, r#"<wsdl:service name="Large">{ports}</wsdl:service></wsdl:definitions>"#);
    text
}
