//! WSDL documents from specs that use every feature: references resolve, names are valid XML, and placeholders stand only where a server fills
//! them in.

use std::collections::BTreeSet;

use asmx_codegen::model::Service;
use roxmltree::{Document, Node};

const SECOND_SERVICE: &str = include_str!("../../../tests/second-service/spec/library-catalogue.xml");

/// Each unusual feature, once.
const ODD: &str = r#"<service name="Odd-one" path="/odd.asmx">
  <doc>An odd service: &lt;&amp;&gt; "urn:asmx-codegen:address".</doc>
  <enum name="Färbe2"><value name="" rust="Unset"/><value name="a &lt;b&gt;"/></enum>
  <structure name="ArrayOfInt"><param name="Next" type="ArrayOfInt" array="true"/><param name="When" type="time"/></structure>
  <group name="Credentials" role="credentials"><param name="User" type="string" role="username" required="true"/><param name="Key" type="string" role="password" secret="true"/></group>
  <common><use group="Credentials"/></common>
  <area name="all" title="All">
    <operation name="Été" result="integers" effect="read" open="true"><doc>First.</doc>
      <param name="Numbers" type="int" array="true"/><param name="Färbe" type="Färbe2"/>
    </operation>
    <operation name="Soap_Only" result="none" effect="write"><doc>Second.</doc>
      <param name="Guid" type="guid" nullable="true"/><param name="Char" type="char"/><param name="Deep" type="ArrayOfInt"/>
      <param name="Ints" type="int" array="true" nullable="true"/><param name="Other" type="int" array="true" item="item"/>
    </operation>
    <operation name="Old" result="xml" effect="read" transports="soap11 post" deprecated="use another"><doc>Third.</doc></operation>
    <operation name="Data" result="dataset" effect="read"><doc>Fourth.</doc></operation>
    <operation name="Flag" effect="read"><doc>Fifth.</doc><result type="boolean" element="TheFlag"/></operation>
  </area>
</service>
"#;

fn load(text: &str) -> Service {
    asmx_codegen::load("spec.xml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn check(text: &str) {
    let document = Document::parse(text).unwrap();
    let target = document.root_element().attribute("targetNamespace").unwrap();
    let mut defined: BTreeSet<(&str, &str)> = BTreeSet::new();
    let is_global = |node: &Node<'_, '_>| {
        node.parent_element().is_some_and(|parent| matches!(parent.tag_name().name(), "schema" | "definitions"))
    };
    let kind_of = |node: &Node<'_, '_>| match node.tag_name().name() {
        "complexType" | "simpleType" => "type",
        "element" => "element",
        "message" => "message",
        "portType" => "portType",
        "binding" => "binding",
        _ => "",
    };
    for node in document.descendants().filter(is_global).filter(|node| !kind_of(node).is_empty()) {
        let name = node.attribute("name").unwrap();
        assert!(asmx_types::xml_name::is_name(name), "{name}");
        assert!(defined.insert((kind_of(&node), name)), "{} {name} twice", kind_of(&node));
    }
    for node in document.descendants().filter(Node::is_element) {
        for attribute in node.attributes() {
            let kind = match (node.tag_name().name(), attribute.name()) {
                ("binding", "type") => "portType",
                (_, "type" | "base") => "type",
                (_, name @ ("element" | "message" | "binding")) => name,
                _ => continue,
            };
            if let Some((prefix @ ("tns" | "mst"), name)) = attribute.value().split_once(':') {
                assert!(defined.contains(&(kind, name)), "no {kind} {prefix}:{name}");
                assert!(node.lookup_namespace_uri(Some(prefix)).is_some());
            }
        }
        let names = ["part", "operation", "port", "service", "element"];
        if let (true, Some(name)) = (names.contains(&node.tag_name().name()), node.attribute("name")) {
            assert!(asmx_types::xml_name::is_name(name), "{name}");
        }
    }
    assert!(!target.is_empty());
}

#[test]
fn every_reference_leads_somewhere() {
    // Read while the test runs: an edit of the spec compiles no test again.
    let offered = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/email-campaign.xml");
    let offered = std::fs::read_to_string(offered).unwrap();
    for spec in [SECOND_SERVICE, ODD, &offered] {
        let service = load(spec);
        check(&asmx_codegen::wsdl(&service));
        check(&asmx_codegen::wsdl_at(&service, Some("urn:other"), "http://h/").unwrap());
    }
}

#[test]
fn the_odd_service_is_described_as_its_snapshot_shows() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let name = "wsdl__the_odd_service_is_described_as_its_snapshot_shows";
    settings.bind(|| insta::assert_snapshot!(name, asmx_codegen::wsdl(&load(ODD))));
}

#[test]
fn a_complete_document_has_no_placeholders_or_marks() {
    let service = load(ODD);
    assert_eq!(asmx_codegen::wsdl_at(&service, None, "http://h/odd.asmx"), None, "nobody names a namespace");
    let document = asmx_codegen::wsdl_at(&service, Some("http://a.test/?<&\""), "http://h/odd.asmx?<&\"").unwrap();
    assert!(!document.contains("<!--"));
    assert_eq!(document.matches("asmx-codegen").count(), 2, "the service's own words, and no others");
    let parsed = Document::parse(&document).unwrap();
    assert_eq!(parsed.root_element().attribute("targetNamespace"), Some("http://a.test/?<&\""));
    let action = parsed.descendants().find_map(|node| node.attribute("soapAction")).unwrap();
    assert_eq!(action, "http://a.test/?<&\"/%C3%89t%C3%A9");
    let service = load(SECOND_SERVICE);
    let of_namespace = |namespace| asmx_codegen::wsdl_at(&service, namespace, "x");
    assert_eq!(of_namespace(None), of_namespace(Some("http://library.example/catalogue/")));
}

/// A type without a name that several members have is written once, with a name that nothing else has. One of a single member is written in
/// place.
#[test]
fn a_shared_type_without_a_name_is_written_once() {
    let level = |level: usize| {
        let next = level + 1;
        let members = ["A", "B", "C", "D"].map(|name| format!(r#"<param name="{name}" type="T{next}"/>"#));
        format!(r#"<structure name="T{level}" wire-name="T" anonymous="true">{}</structure>"#, members.concat())
    };
    let levels = (0..12).map(level).collect::<Vec<_>>().concat();
    let spec = format!(
        r#"<service name="S" path="/s.asmx" namespace="urn:s"><doc>S.</doc><structure name="Named" wire-name="T1"><param name="N" type="int"/></structure>
        {levels}<structure name="T12" anonymous="true"><param name="Inside" type="Alone"/></structure>
        <structure name="Alone" anonymous="true"><param name="Leaf" type="string"/><param name="More" type="T0" array="true" item="T"/></structure>
        <area name="a" title="A"><operation name="Get" effect="read"><doc>Gets.</doc><result type="T0"/></operation></area></service>"#
    );
    let text = asmx_codegen::wsdl(&load(&spec));
    check(&text);
    let document = Document::parse(&text).unwrap();
    let is_type = |node: &Node<'_, '_>| node.tag_name().name() == "complexType";
    let mut names: Vec<&str> =
        document.descendants().filter(is_type).filter_map(|node| node.attribute("name")).collect();
    names.sort_unstable();
    let other_types = (2..=12).map(|number| format!("T{number}"));
    let mut expected: Vec<String> =
        ["ArrayOfT", "T", "T1", "T121"].map(str::to_owned).into_iter().chain(other_types).collect();
    expected.sort_unstable();
    assert_eq!(names, expected);
    let leaf = document.descendants().find(|node| node.attribute("name") == Some("Leaf")).unwrap();
    assert!(leaf.ancestors().any(|node| node.attribute("name") == Some("Inside")), "{text}");
}

#[test]
fn the_same_spec_gives_the_same_bytes() {
    assert_eq!(asmx_codegen::wsdl(&load(SECOND_SERVICE)), asmx_codegen::wsdl(&load(SECOND_SERVICE)));
}

#[test]
fn an_operation_has_the_ports_that_carry_it() {
    let text = asmx_codegen::wsdl(&load(ODD));
    let document = Document::parse(&text).unwrap();
    let bindings =
        document.descendants().filter(|node| node.tag_name().name() == "binding" && node.has_attribute("name"));
    let found: Vec<(String, Vec<&str>)> = bindings
        .map(|binding| {
            let operations = binding.children().filter(|node| node.tag_name().name() == "operation");
            let name = binding.attribute("name").unwrap().to_owned();
            (name, operations.map(|operation| operation.attribute("name").unwrap()).collect())
        })
        .collect();
    let expected = [
        ("Odd-oneSoap", vec!["Été", "Soap_Only", "Old", "Data", "Flag"]),
        ("Odd-oneSoap12", vec!["Été", "Soap_Only", "Data", "Flag"]),
        ("Odd-oneHttpGet", vec!["Été", "Data", "Flag"]),
        ("Odd-oneHttpPost", vec!["Été", "Old", "Data", "Flag"]),
    ];
    assert_eq!(found, expected.map(|(name, operations)| (name.to_owned(), operations)));
}

/// Two arrays of one item type: the second gets a digit, and so does the root of a result of that type.
#[test]
fn the_root_of_an_array_has_its_types_name() {
    let spec = r#"<service name="Two" path="/two.asmx"><doc>Two arrays.</doc><area name="all" title="All">
      <operation name="Find" effect="read"><doc>First.</doc><param name="Ids" type="long" array="true" item="Id"/><result type="long" array="true"/></operation>
    </area></service>"#;
    let service = load(spec);
    let text = asmx_codegen::wsdl(&service);
    let document = Document::parse(&text).unwrap();
    let element = |name: &str| {
        let is_it = |node: &Node<'_, '_>| node.tag_name().name() == "element" && node.attribute("name") == Some(name);
        document.descendants().find(is_it).and_then(|node| node.attribute("type"))
    };
    assert_eq!(element("ArrayOfLong1"), Some("tns:ArrayOfLong1"));
    assert_eq!((element("ArrayOfLong"), element("Ids")), (None, Some("tns:ArrayOfLong")));
    assert_eq!(element("FindResult"), Some("tns:ArrayOfLong1"));
    let files = asmx_codegen::generate(&service, "two.xml").into_iter();
    let generated: String = files.map(|file| file.text).collect();
    // Line breaks are the formatter's choice.
    let joined: String = generated.split_whitespace().collect();
    let named = r#"::new(rt::Type::Scalar(rt::Scalar::Long),"long").named("ArrayOfLong1")"#;
    assert!(joined.contains(named), "{generated}");
    assert_eq!(generated.matches(".named(").count(), 1);
}

/// Names are written as genuine servers write them, by the fourth edition of XML.
#[test]
fn names_are_those_of_the_wire() {
    let spec = r#"<service name="S" path="/s.asmx"><doc>S.</doc><area name="all" title="All">
      <operation name="Județ" result="string" effect="read"><doc>First.</doc></operation>
      <operation name="_X0041_" result="string" effect="read"><doc>Second.</doc></operation>
    </area></service>"#;
    let service = load(spec);
    assert_eq!(service.operations.iter().map(|operation| operation.name.as_str()).collect::<Vec<_>>(), ["Județ", "A"]);
    let text = asmx_codegen::wsdl(&service);
    assert!(text.contains("<s:element name=\"Jude_x021B_\">") && !text.contains("Județ"), "{text}");
}

#[test]
fn a_template_has_the_stated_namespace() {
    let service = load(SECOND_SERVICE);
    let template = asmx_codegen::wsdl(&service);
    let document = Document::parse(&template).unwrap();
    assert_eq!(document.root_element().attribute("targetNamespace"), Some("http://library.example/catalogue/"));
    let mut actions = document.descendants().filter_map(|node| node.attribute("soapAction"));
    assert!(actions.all(|action| action.starts_with("http://library.example/catalogue/")));
    assert!(!template.contains("urn:asmx-codegen:namespace") && !template.contains("urn:asmx-codegen:action:"));
    // A server could not find an escaped namespace, so the template leaves a placeholder for it.
    let odd = ODD.replace("path=", "namespace=\"http://a.test/?a=1&amp;b\" path=");
    assert!(asmx_codegen::wsdl(&load(&odd)).contains("targetNamespace=\"urn:asmx-codegen:namespace\""));
}

/// A base with wildcards in all types that derive from it: each needs the elements of the whole family.
fn family(types: usize) -> Service {
    let derived = |number: usize| {
        format!(r#"<structure name="T{number}" base="Base"><param name="P{number}" type="int"/><any/></structure>"#)
    };
    let derived = (0..types).map(derived).collect::<Vec<_>>().concat();
    load(&format!(
        r#"<service name="S" path="/s.asmx" namespace="urn:s"><doc>S.</doc><structure name="Base"><param name="B" type="int"/></structure>
        {derived}<area name="a" title="A"><operation name="Get" effect="read"><doc>Gets.</doc><result type="Base"/></operation></area></service>"#
    ))
}

#[test]
fn the_wildcard_of_a_derived_type_is_limited_to_other_namespaces() {
    let text = asmx_codegen::wsdl(&family(2));
    let document = Document::parse(&text).unwrap();
    let is_any = |node: &Node<'_, '_>| node.tag_name().name() == "any";
    let limits: Vec<_> = document.descendants().filter(is_any).map(|any| any.attribute("namespace")).collect();
    assert_eq!(limits, [Some("##other"); 2]);
}

#[test]
fn the_time_for_a_family_of_types_grows_with_its_size() {
    let time = |types: usize| {
        let service = family(types);
        let best = |_| {
            let start = std::time::Instant::now();
            let text = asmx_codegen::wsdl(&service);
            assert!(text.contains(&format!("name=\"T{}\"", types - 1)));
            start.elapsed()
        };
        (0..3).map(best).min().unwrap()
    };
    let (small, large) = (time(250), time(2_000));
    // Eight times as many types: eight times as long, or 64 times if each were compared with all others.
    assert!(large < small * 32, "{small:?} for 250 types, {large:?} for 2,000");
}
