//! Hostile documents are handled in bounded time and memory.

use std::fmt::Write as _;
use std::time::Duration;

use asmx_codegen::Code;
use asmx_codegen::model::{NamedTypeKind, Service};
use asmx_import::{Import, import};

use super::InMemory;

/// A document with one operation, whose parameter has the type `tns:T0`, and definitions.
fn document(definitions: &str) -> String {
    format!(
        "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/' xmlns:p='http://schemas.xmlsoap.org/wsdl/soap/' \
         xmlns:s='http://www.w3.org/2001/XMLSchema' xmlns:tns='urn:t' targetNamespace='urn:t'><w:types>\
         <s:schema elementFormDefault='qualified' targetNamespace='urn:t'>\
         <s:element name='Op'><s:complexType><s:sequence><s:element name='v' type='tns:T0'/></s:sequence></s:complexType></s:element>\
         <s:element name='OpResponse'><s:complexType/></s:element>{definitions}</s:schema></w:types>\
         <w:message name='In'><w:part name='parameters' element='tns:Op'/></w:message>\
         <w:message name='Out'><w:part name='parameters' element='tns:OpResponse'/></w:message>\
         <w:portType name='P'><w:operation name='Op'><w:input message='tns:In'/><w:output message='tns:Out'/></w:operation></w:portType>\
         <w:binding name='B' type='tns:P'><p:binding transport='http://schemas.xmlsoap.org/soap/http'/>\
         <w:operation name='Op'><p:operation soapAction='urn:t/Op'/><w:input><p:body use='literal'/></w:input>\
         <w:output><p:body use='literal'/></w:output></w:operation></w:binding>\
         <w:service name='S'><w:port name='B' binding='tns:B'><p:address location='http://h/s.asmx'/></w:port></w:service></w:definitions>"
    )
}

/// Imports within a time limit that allows for unoptimised builds and parallel tests.
fn quickly(definitions: &str) -> Import {
    let text = document(definitions);
    let documents = InMemory::of([("a.wsdl", &text)]);
    let started = cases::processor::Stopwatch::start();
    let import = import(&documents, "a.wsdl").unwrap();
    for warning in import.warnings.iter().take(20) {
        assert!(warning.to_string().starts_with("warning[ASMX"), "{warning}");
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{} bytes took {:?}", text.len(), started.elapsed());
    assert!(size(&import.service) < 3_000_000, "the model has {} members", size(&import.service));
    import
}

fn size(service: &Service) -> usize {
    let members = service.types.iter().map(|named| match &named.kind {
        NamedTypeKind::Structure(structure) => structure.members.len(),
        NamedTypeKind::Enumeration(enumeration) => enumeration.values.len(),
        NamedTypeKind::DataSet(data_set) => data_set.tables.iter().map(|table| table.table.columns.len() + 1).sum(),
    });
    members.sum()
}

/// Imports definitions of which a part is too deep.
fn cut(definitions: &str) -> Import {
    let import = quickly(definitions);
    assert!(has(&import, Code::DefinitionTooDeep));
    import
}

/// The type of the parameter, with these members.
fn of_members(members: &str) -> String {
    format!("<s:complexType name='T0'><s:sequence>{members}</s:sequence></s:complexType>")
}

fn many(count: usize, definition: impl Fn(usize) -> String) -> String {
    (0..count).map(definition).collect()
}

fn has(import: &Import, code: Code) -> bool {
    import.warnings.iter().any(|warning| warning.code() == code)
}

#[test]
fn long_chains_of_types() {
    let chain = |definition: &str, last: &str| {
        let of_number = |n: usize| definition.replace("NEXT", &(n + 1).to_string()).replace('#', &n.to_string());
        many(4_000, of_number) + last
    };
    // Members of each other may nest without limit.
    let element =
        "<s:complexType name='T#'><s:sequence><s:element name='m' type='tns:TNEXT'/></s:sequence></s:complexType>";
    let import = quickly(&chain(element, "<s:complexType name='T4000'/>"));
    assert_eq!((import.warnings.len(), import.service.types.len()), (0, 4_001));
    // Bases are cut.
    let base = "<s:complexType name='T#'><s:complexContent><s:extension base='tns:TNEXT'><s:sequence><s:element name='m#' type='s:int'/>\
                </s:sequence></s:extension></s:complexContent></s:complexType>";
    cut(&chain(base, "<s:complexType name='T4000'/>"));
    // Simple types are cut.
    let simple = "<s:simpleType name='T#'><s:restriction base='tns:TNEXT'/></s:simpleType>";
    cut(&chain(simple, "<s:simpleType name='T4000'><s:restriction base='s:int'/></s:simpleType>"));
    // Arrays of arrays are cut.
    let array = |n: usize| {
        let next = (n + 1) % 4_000;
        format!(
            "<s:complexType name='ArrayOf{n}'><s:sequence><s:element name='i' maxOccurs='unbounded' type='tns:ArrayOf{next}'/></s:sequence></s:complexType>"
        )
    };
    cut(&(of_members("<s:element name='a' type='tns:ArrayOf0'/>") + &many(4_000, array)));
}

#[test]
fn what_doubles_with_every_level() {
    let doubled =
        |definition: &str| many(60, |n| definition.replace("NEXT", &(n + 1).to_string()).replace('#', &n.to_string()));
    // Each group contains the next one twice.
    let groups = doubled(
        "<s:group name='G#'><s:sequence><s:group ref='tns:GNEXT'/><s:group ref='tns:GNEXT'/><s:element name='e#' type='s:int'/></s:sequence></s:group>",
    );
    let first = "<s:complexType name='T0'><s:group ref='tns:G0'/></s:complexType>";
    cut(&format!("{first}{groups}<s:group name='G60'><s:sequence/></s:group>"));
    // Attribute groups.
    let groups = doubled(
        "<s:attributeGroup name='G#'><s:attributeGroup ref='tns:GNEXT'/><s:attributeGroup ref='tns:GNEXT'/></s:attributeGroup>",
    );
    let first = "<s:complexType name='T0'><s:attributeGroup ref='tns:G0'/></s:complexType>";
    cut(&format!("{first}{groups}<s:attributeGroup name='G60'/>"));
    // Arrays of two alternatives, each an array of two.
    let arrays = doubled(
        "<s:complexType name='ArrayOf#'><s:choice maxOccurs='unbounded'><s:element name='a' type='tns:ArrayOfNEXT'/>\
         <s:element name='b' type='tns:ArrayOfNEXT'/></s:choice></s:complexType>",
    );
    let first = of_members("<s:element name='a' type='tns:ArrayOf0'/>");
    quickly(&format!("{first}{arrays}<s:complexType name='ArrayOf60'/>"));
}

#[test]
fn types_in_circles() {
    let circles = [
        "<s:complexType name='T0'><s:sequence><s:element name='m' type='tns:T0'/></s:sequence></s:complexType>",
        "<s:complexType name='T0'><s:complexContent><s:extension base='tns:T0'/></s:complexContent></s:complexType>",
        "<s:complexType name='T0'><s:complexContent><s:restriction base='tns:T1'/></s:complexContent></s:complexType><s:complexType name='T1'><s:complexContent><s:extension base='tns:T0'/></s:complexContent></s:complexType>",
        "<s:simpleType name='T0'><s:restriction base='tns:T0'/></s:simpleType>",
        "<s:simpleType name='T0'><s:list itemType='tns:T1'/></s:simpleType><s:simpleType name='T1'><s:list itemType='tns:T0'/></s:simpleType>",
        "<s:complexType name='T0'><s:simpleContent><s:extension base='tns:T0'/></s:simpleContent></s:complexType>",
        "<s:complexType name='T0'><s:sequence><s:element name='a' type='tns:ArrayOfA'/></s:sequence></s:complexType><s:complexType name='ArrayOfA'><s:sequence><s:element name='i' maxOccurs='unbounded' type='tns:ArrayOfA'/></s:sequence></s:complexType>",
        "<s:complexType name='T0'><s:group ref='tns:G'/></s:complexType><s:group name='G'><s:choice><s:group ref='tns:G'/></s:choice></s:group>",
        "<s:complexType name='T0'><s:attributeGroup ref='tns:G'/></s:complexType><s:attributeGroup name='G'><s:attributeGroup ref='tns:G'/></s:attributeGroup>",
    ];
    for circle in circles {
        let import = quickly(circle);
        assert_eq!(import.service.operations.len(), 1, "{circle}");
    }
}

#[test]
fn deep_elements_and_wide_types() {
    let depth = if cases::are_all() { 5_000 } else { 2_000 };
    let deep = format!("{}<s:any/>{}", "<s:sequence>".repeat(depth), "</s:sequence>".repeat(depth));
    cut(&format!("<s:complexType name='T0'>{deep}</s:complexType>"));
    let open = "<s:element name='e'><s:complexType><s:sequence>".repeat(depth);
    let close = "</s:sequence></s:complexType></s:element>".repeat(depth);
    quickly(&of_members(&format!("{open}{close}")));
    let open = "<s:list><s:simpleType>".repeat(depth);
    let close = "</s:simpleType></s:list>".repeat(depth);
    quickly(&format!("<s:simpleType name='T0'>{open}<s:list itemType='s:int'/>{close}</s:simpleType>"));
    quickly(&of_members(&many(10_000, |n| format!("<s:element name='e{n}' type='s:int'/>"))));
    let same = "<s:element name='e' type='s:int'/>".repeat(10_000);
    assert!(has(&quickly(&of_members(&same)), Code::MemberTwice));
    let names = many(5_000, |n| format!("<s:complexType name='A{0}'/><s:complexType name='a{0}'/>", n % 3));
    quickly(&format!("<s:complexType name='T0'/>{names}"));
    let unknown = many(5_000, |n| format!("<s:element name='e{n}' type='tns:U{n}'/>"));
    assert!(has(&quickly(&of_members(&unknown)), Code::UndefinedType));
}

#[test]
fn names_that_all_collide() {
    let types = many(1_000, |n| format!("<s:complexType name='a{}b'/>", "_".repeat(n % 500 + 1)));
    let fields = many(500, |n| format!("<s:element name='a{}b' type='s:int'/>", "_".repeat(n + 1)));
    let import = quickly(&(of_members(&fields) + &types));
    let mut names: Vec<&str> = import.service.types.iter().map(|named| named.rust_name.as_str()).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

/// Like [`quickly`], for a whole document.
fn quickly_whole(text: &str) -> Import {
    let started = cases::processor::Stopwatch::start();
    let import = import(&InMemory::of([("a.wsdl", text)]), "a.wsdl").unwrap();
    assert!(started.elapsed() < Duration::from_secs(20), "{} bytes took {:?}", text.len(), started.elapsed());
    import
}

#[test]
fn ports_overloads_headers_and_parts_without_end() {
    let base = document("<s:complexType name='T0'/>");
    let port =
        |n: usize| format!("<w:port name='P{n}' binding='tns:B'><p:address location='http://h/s{n}.asmx'/></w:port>");
    let ports = base.replace("<w:service name='S'>", &format!("<w:service name='S'>{}", many(5_000, port)));
    let offered = "<w:operation name='Op'><w:input message='tns:In'/><w:output message='tns:Out'/></w:operation>";
    let start = base.find("<w:operation name='Op'><p:").unwrap();
    let bound = &base[start..base.find("</w:binding>").unwrap()];
    let overloads = ports.replace(offered, &offered.repeat(5_000)).replace(bound, &bound.repeat(5_000));
    let import = quickly_whole(&overloads);
    assert!(has(&import, Code::DefinitionTooDeep));
    assert_eq!(import.report.ports.iter().filter(|port| port.is_imported).count(), 100);
    let headers = many(5_000, |n| format!("<p:header message='tns:H' part='p{n}' use='literal'/>"));
    let of_headers = many(5_000, |n| format!("<w:part name='p{n}' type='s:string'/>"));
    let names = many(5_000, |n| format!("p{n} "));
    let text = base
        .replace(
            "<w:input><p:body use='literal'/>",
            &format!("<w:input><p:body use='literal' parts='parameters {names}'/>{headers}"),
        )
        .replace("<w:portType", &format!("<w:message name='H'>{of_headers}</w:message><w:portType"));
    let import = quickly_whole(&text);
    assert!(has(&import, Code::DefinitionTooDeep));
    assert_eq!(import.service.operations[0].messages.request_headers.len(), 256);
}

#[test]
fn attributes_and_namespaces_without_end() {
    let nested = format!("{}{}", many(3_000, |n| format!("<x xmlns:a{n}='u'>")), "</x>".repeat(3_000));
    let wide = format!("<x{}/>", many(50_000, |n| format!(" a{n}=''")));
    let declaring = format!("<x{}>{}</x>", many(250, |n| format!(" xmlns:a{n}='u'")), "<y xmlns='v'/>".repeat(100_000));
    for content in [nested, wide, declaring] {
        let text = document("").replace("<w:message name='In'", &format!("{content}<w:message name='In'"));
        let started = cases::processor::Stopwatch::start();
        let mistakes = import(&InMemory::of([("a.wsdl", &text)]), "a.wsdl").unwrap_err();
        assert_eq!(mistakes.iter().next().unwrap().code(), Code::TooMuchMarkup);
        assert!(asmx_import::load_any(&InMemory::of([("a.wsdl", &text)]), "a.wsdl").is_err());
        assert!(started.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn documents_without_end() {
    /// Every document imports two others.
    struct Endless;
    impl asmx_import::Documents for Endless {
        fn read(&self, name: &str) -> Option<Vec<u8>> {
            let Some(number) = name.strip_suffix(".xsd").and_then(|number| number.parse::<u32>().ok()) else {
                let import = "<s:include schemaLocation='1.xsd'/><s:complexType name='T0'/>";
                return Some(document(import).into_bytes());
            };
            let mut text = String::from("<s:schema xmlns:s='http://www.w3.org/2001/XMLSchema'>");
            for next in [number * 2, number * 2 + 1] {
                let _ = write!(text, "<s:include schemaLocation='{next}.xsd'/>");
            }
            text.push_str("</s:schema>");
            Some(text.into_bytes())
        }
    }
    let import = import(&Endless, "main.wsdl").unwrap();
    assert!(has(&import, Code::TooManyDocuments));
    assert_eq!(import.report.documents.len(), 256);
}

#[test]
fn tables_of_data_sets() {
    let data_set = |tables: &str, more_elements: &str| {
        quickly(&format!(
            "<s:complexType name='T0'><s:sequence><s:any namespace='urn:t'/></s:sequence></s:complexType>\
             <s:element name='D' m:IsDataSet='true' xmlns:m='urn:schemas-microsoft-com:xml-msdata'><s:complexType>\
             <s:choice maxOccurs='unbounded'>{tables}</s:choice></s:complexType></s:element>{more_elements}"
        ))
    };
    let sizes = |import: &Import| -> Vec<usize> {
        let tables = import.service.types.iter().flat_map(|named| match &named.kind {
            NamedTypeKind::DataSet(data_set) => data_set.tables.as_slice(),
            _ => &[],
        });
        tables.map(|table| table.table.columns.len()).collect()
    };
    // Nested tables are cut.
    let begin =
        many(60, |n| format!("<s:element name='N{n}'><s:complexType><s:sequence><s:element name='C' type='s:int'/>"));
    let end = "</s:sequence></s:complexType></s:element>".repeat(60);
    let import = data_set(&format!("{begin}{end}"), "");
    assert!(has(&import, Code::DefinitionTooDeep));
    assert_eq!(sizes(&import), [1; 17]);
    // Tables that contain themselves, by element and by type.
    let import = data_set(
        "<s:element ref='tns:A'/><s:element name='B' type='tns:C'/>",
        "<s:element name='A'><s:complexType><s:sequence><s:element name='X' type='s:int'/><s:element ref='tns:A'/>\
         </s:sequence></s:complexType></s:element><s:complexType name='C'><s:sequence><s:element name='Y' type='s:int'/>\
         <s:element name='B' type='tns:C'/></s:sequence></s:complexType>",
    );
    assert_eq!(sizes(&import), [1, 1]);
    // Simple types that restrict each other.
    let import = data_set(
        "<s:element name='A'><s:complexType><s:sequence><s:element name='X' type='tns:One'/></s:sequence></s:complexType></s:element>",
        "<s:simpleType name='One'><s:restriction base='tns:Two'/></s:simpleType>\
         <s:simpleType name='Two'><s:restriction base='tns:One'/></s:simpleType>",
    );
    assert_eq!(sizes(&import), [1]);
    // Many tables of a type with many columns are cut.
    let tables = many(2_000, |n| format!("<s:element name='T{n}' type='tns:Wide'/>"));
    let columns = many(2_000, |n| format!("<s:element name='C{n}' type='s:int'/>"));
    let wide = of_members(&columns).replace("'T0'", "'Wide'");
    let import = data_set(&tables, &wide);
    assert!(has(&import, Code::DefinitionTooDeep));
    assert!(sizes(&import).iter().sum::<usize>() < 200_000);
}

/// Names that would be code, markup or direction marks in generated files are refused everywhere, encoded or not.
#[test]
fn names_with_characters_that_are_obeyed() {
    let base = document(&of_members("<s:element name='m' type='s:string'/>"));
    assert!(import(&InMemory::of([("a.wsdl", &base)]), "a.wsdl").is_ok());
    let positions = [
        ("<w:operation name='Op'>", "<w:operation name='Op%'>"),
        ("<s:element name='Op'>", "<s:element name='Op%'>"),
        ("name='v'", "name='v%'"),
        ("name='m'", "name='m%'"),
        ("name='T0'", "name='T0%'"),
        ("type='tns:T0'", "type='tns:T0%'"),
        ("<w:message name='In'>", "<w:message name='In%'>"),
        ("<w:portType name='P'>", "<w:portType name='P%'>"),
        ("<w:service name='S'>", "<w:service name='S%'>"),
        ("<w:port name='B'", "<w:port name='B%'"),
    ];
    let hostile = [
        "&#10;*/",
        "&#13;",
        "&#9;x",
        "_x000A_",
        "_x000a_",
        "_x0000_",
        "`",
        "_x0060_",
        "&#x202E;",
        "_x202E_",
        "&#x2066;",
        "&#x200F;",
        "&#x61C;",
        "&#x2028;",
        "_x2029_",
        "&#x85;",
        "&#x9b;",
        "_x0000001B_",
    ];
    for (from, to) in positions {
        for character in hostile {
            let text = base.replace(from, &to.replace('%', character));
            assert_ne!(text, base, "{from}");
            let refused = import(&InMemory::of([("a.wsdl", &text)]), "a.wsdl").unwrap_err();
            let offset = text.find(&to.replace('%', character)).unwrap() + to.find("='").unwrap() + 3;
            for mistake in &refused {
                assert_eq!(mistake.code(), Code::InvalidName, "{refused}");
            }
            assert_eq!(refused.iter().next().unwrap().column(), offset, "{refused}");
        }
    }
    // Unusual names are still names.
    for odd in ["_x0020_", "_x0024_", "_x003C_", "_x0022_", "_x005C_", "_x002F_x", "é", "_x200D_"] {
        let text = base.replace("name='m'", &format!("name='m{odd}'"));
        assert!(import(&InMemory::of([("a.wsdl", &text)]), "a.wsdl").is_ok(), "{odd}");
    }
}
