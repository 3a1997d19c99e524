//! Deeply nested documents and specs do not overflow a small stack: depth is limited, or the walk uses a list.

use std::thread;

use asmx::update;
use asmx::update::Missing;
use asmx_codegen::{generate, load, wsdl};
use asmx_import::{Documents, import, spec_text};
use asmx_review::diff::{Version, diff};

const STACK: usize = 512 << 10;

struct OneDocument(String);

impl Documents for OneDocument {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        (name == "a.wsdl").then(|| self.0.clone().into_bytes())
    }
}

/// A document with one operation, whose parameter has the type `tns:T0`.
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

fn nested(open: &str, inner: &str, close: &str, depth: usize) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

const DEPTH: usize = 500;

/// A text for each depth, with its number for `#` and the next one for `^`.
fn chain(text: &str) -> String {
    let at = |number: usize| text.replace('#', &number.to_string()).replace('^', &(number + 1).to_string());
    (0..DEPTH).map(at).collect()
}

fn on_a_small_stack(name: &'static str, test: impl FnOnce() + Send + 'static) {
    // A stack overflow message shows the thread's name.
    thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(test).unwrap().join().unwrap();
}

/// Imports a document, and runs every tool on its spec.
fn everything(name: &'static str, definitions: String) {
    on_a_small_stack(name, move || {
        let text = document(&definitions);
        let Ok(imported) = import(&OneDocument(text), "a.wsdl") else { return };
        let spec = spec_text(&imported.service);
        load("a.xml", spec.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        every_tool(&spec);
    });
}

/// Runs every tool on a spec, which may have mistakes.
fn every_tool(spec: &str) {
    let bytes = spec.as_bytes();
    let _ = asmx_review::format::format("a.xml", bytes);
    let _ = asmx_review::lint::lint("a.xml", bytes);
    let Ok(service) = load("a.xml", bytes) else { return };
    for file in generate(&service, "a.xml") {
        assert!(!file.text.contains("compile_error!"), "{}", file.text);
    }
    let document = wsdl(&service);
    let imported = import(&OneDocument(document), "a.wsdl").unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let _ = update("a.xml", bytes, &imported, Missing::Remove);
    let empty = "<service name='S' path='/s.asmx'><doc>S.</doc><area name='a' title='A'>\
                 <operation name='O' effect='read' result='none'><doc>O.</doc></operation></area></service>";
    let (old, new) = (Version::read("a.xml", empty.as_bytes()).unwrap(), Version::read("a.xml", bytes).unwrap());
    let _ = (diff(&old, &new), diff(&new, &old), diff(&new, &new));
}

#[test]
fn documents_that_nest_deeply() {
    let open = "<s:element name='e'><s:complexType><s:sequence>";
    let close = "</s:sequence></s:complexType></s:element>";
    let structure = |content: &str| format!("<s:complexType name='T0'>{content}</s:complexType>");
    let anonymous = nested(open, "<s:element name='e' type='s:int'/>", close, DEPTH);
    everything("anonymous types", structure(&format!("<s:sequence>{anonymous}</s:sequence>")));
    let open = "<s:element name='e' maxOccurs='unbounded' nillable='true'><s:complexType><s:sequence>";
    let anonymous = nested(open, "<s:element name='e' type='s:int'/>", close, DEPTH);
    everything("anonymous arrays", structure(&format!("<s:sequence>{anonymous}</s:sequence>")));
    let (open, close) = ("<s:choice><s:element name='a' type='s:int'/>", "</s:choice>");
    everything("choices", structure(&nested(open, "", close, DEPTH)));
    everything("sequences", structure(&nested("<s:sequence>", "<s:any/>", "</s:sequence>", DEPTH)));
    let lists = nested("<s:list><s:simpleType>", "<s:list itemType='s:int'/>", "</s:simpleType></s:list>", DEPTH);
    everything("lists", format!("<s:simpleType name='T0'>{lists}</s:simpleType>"));
    let restriction = "<s:restriction><s:simpleType>";
    let simple = nested(restriction, "<s:restriction base='s:int'/>", "</s:simpleType></s:restriction>", DEPTH);
    everything("restrictions", format!("<s:simpleType name='T0'>{simple}</s:simpleType>"));
    let member =
        "<s:complexType name='T#'><s:sequence><s:element name='m' type='tns:T^'/></s:sequence></s:complexType>";
    let circle = chain(member).replace("tns:T500'", "tns:T0'");
    everything("members", circle);
    let base =
        "<s:complexType name='T#'><s:complexContent><s:extension base='tns:T^'/></s:complexContent></s:complexType>";
    everything("bases", chain(base) + "<s:complexType name='T500'/>");
    let group = "<s:group name='G#'><s:sequence><s:group ref='tns:G^'/></s:sequence></s:group>";
    everything("groups", format!("{}{}", structure("<s:group ref='tns:G0'/>"), chain(group)));
    let array = "<s:complexType name='ArrayOf#'><s:sequence><s:element minOccurs='0' maxOccurs='unbounded' name='i' type='tns:ArrayOf^'/>\
                 </s:sequence></s:complexType>";
    let arrays = chain(array).replacen("'ArrayOf0'", "'T0'", 1);
    everything("arrays", arrays + "<s:complexType name='ArrayOf500'/>");
    let words = nested("<s:b>", "deep", "</s:b>", DEPTH);
    let documentation = format!("<s:annotation><s:documentation>{words}</s:documentation></s:annotation>");
    everything("words", structure(&documentation));
}

#[test]
fn specs_that_nest_deeply() {
    let spec = |types: &str, content: &str| {
        format!(
            "<service name='S' path='/s.asmx' imported='true'><doc>S.</doc>{types}<area name='a' title='A'>\
             <operation name='O' effect='read' result='none'><doc>O.</doc>{content}</operation></area></service>"
        )
    };
    let param = "<param name='P' type='T0'/>";
    let last = "<structure name='T500'><param name='x' type='int'/></structure>";
    let structures = |text: &str| chain(text) + last;
    let anonymous = structures("<structure name='T#' anonymous='true'><param name='m' type='T^'/></structure>");
    let required = structures("<structure name='T#'><param name='m' type='T^' required='true'/></structure>");
    let groups = chain("<group name='G#'><use group='G^'/></group>");
    for (name, text) in [
        ("anonymous", spec(&anonymous, param)),
        ("required", spec(&required, param)),
        ("derived", spec(&structures("<structure name='T#' base='T^'/>"), param)),
        ("arrays", spec(&format!("{last}{}", chain("<array name='T#' type='T^'/>")), param)),
        ("groups", spec(&groups, "<use group='G0'/>")),
        ("choices", spec("", &nested("<choice><param name='a' type='int'/>", "", "</choice>", DEPTH))),
        ("unknown", spec("", &nested("<x>", "", "</x>", DEPTH))),
        ("words", spec("", &nested("<doc>", "deep", "</doc>", DEPTH))),
    ] {
        on_a_small_stack(name, move || every_tool(&text));
    }
}
