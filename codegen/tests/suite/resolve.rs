//! Resolved specs, beyond their words.

use asmx_codegen::load;
use asmx_codegen::model::{
    ArrayType, Limit, Member, NamedTypeKind, Operation, Presence, Role, Scalar, Service, Transport, Transports, Type,
    XmlKind,
};

const SPEC: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!-- a comment --><?a processing instruction?>
<service name="weather-station" path="/ws/station.asmx" namespace="urn:example:station"
         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="service.xsd">
  <doc>
    First   paragraph,
    over two lines.

    <![CDATA[Second & last.]]>
  </doc>
  <undocumented>One thing.</undocumented>
  <undocumented>Another.

  And more of it.</undocumented>
  <enum name="Sky"><value name="clear sky"/><value name="" rust="Unknown"/><value name="type"/><value name="Self"/></enum>
  <structure name="Place">
    <param name="Name" type="string" required="true"/>
    <param name="Height" type="double" nullable="true"/>
    <param name="Within" type="Place" array="true"/>
    <param name="with_x0020_space" type="Sky"/>
  </structure>
  <group name="Outer"><param name="First" type="string"/><use group="Inner"/><param name="Last" type="string"/></group>
  <group name="Inner"><param name="Middle" type="string"/></group>
  <common><param name="Key" type="string" secret="true"/></common>
  <area name="one" title="One"><doc>The first area.</doc>
    <operation name="GetWeather" result="string" effect="read"><doc>D.</doc><use group="Outer"/></operation>
    <operation name="GetWeather2" effect="send" variant-of="GetWeather" open="true" rust="forecast" deprecated="Old.">
      <doc>D.</doc>
      <result type="Place" array="true" element="Places"><doc>Places.</doc></result>
      <limit records="5">Words.</limit><limit records="7"/><limit>Only words.</limit>
      <undocumented>O.</undocumented>
    </operation>
  </area>
  <area name="two" title="Two">
    <operation name="Put" effect="write" transports="soap12 post"><doc>D.</doc>
      <param name="type" type="int"/>
      <param name="Skies" type="Sky" array="true"/>
      <param name="Days" type="int" array="true" required="true" item="Day"/>
      <result kind="dataset"><columns><column name="Send Date" type="dateTime"><doc>C.</doc></column></columns></result>
    </operation>
    <operation name="PutPlace" result="none" effect="write"><doc>D.</doc><param name="Where" type="Place"/></operation>
    <operation name="PutNull" result="none" effect="write"><doc>D.</doc><param name="Day" type="int" nullable="true"/></operation>
    <operation name="PutNulls" result="none" effect="write"><doc>D.</doc><param name="Days" type="int" array="true" nullable="true"/></operation>
    <operation name="PutNames" result="none" effect="write"><doc>D.</doc><param name="Names" type="string" array="true"/></operation>
  </area>
</service>"#;

fn service() -> Service {
    load("station.xml", SPEC.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn operation(service: &Service, name: &str) -> Operation {
    service.operations.iter().find(|operation| operation.name == name).unwrap().clone()
}

fn parameter(operation: &Operation, name: &str) -> Member {
    operation.parameters.iter().find(|parameter| parameter.name == name).unwrap().clone()
}

#[test]
fn the_service_has_its_name_path_and_documentation() {
    let service = service();
    let names = &service.names;
    assert_eq!(
        [&service.name, &names.client, &names.service_trait, &names.dispatch, &service.path],
        ["weather-station", "WeatherStation", "WeatherStationService", "WeatherStationDispatch", "/ws/station.asmx"]
    );
    assert_eq!(service.namespace.as_deref(), Some("urn:example:station"));
    assert_eq!(service.doc, ["First paragraph, over two lines.", "Second & last."]);
    assert_eq!(service.undocumented, ["One thing.", "Another. And more of it."]);
    assert!(matches!(service.common.as_slice(), [common] if common.secret));
    assert_eq!(service.areas[0].doc, ["The first area."]);
    let areas: Vec<usize> = service.operations.iter().map(|operation| operation.area).collect();
    assert_eq!(areas, [0, 0, 1, 1, 1, 1, 1]);
}

#[test]
fn groups_give_their_parameters_in_their_place() {
    let operation = operation(&service(), "GetWeather");
    let names: Vec<&str> = operation.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    assert_eq!(names, ["First", "Middle", "Last"]);
}

#[test]
fn types_keep_their_order_and_names() {
    let service = service();
    let NamedTypeKind::Enumeration(enumeration) = &service.types[0].kind else { panic!("an enumeration") };
    let variants: Vec<(&str, &str)> =
        enumeration.values.iter().map(|value| (value.name.as_str(), value.variant.as_str())).collect();
    assert_eq!(variants, [("clear sky", "ClearSky"), ("", "Unknown"), ("type", "Type"), ("Self", "Self_")]);
    let NamedTypeKind::Structure(structure) = &service.types[1].kind else { panic!("a structure") };
    let members: Vec<(&str, Presence, &Type)> =
        structure.members.iter().map(|member| (member.field.as_str(), member.presence, &member.kind)).collect();
    let array = Type::Array(Box::new(ArrayType::of(Type::Named(1), "Place", true)));
    assert_eq!(
        members,
        [
            ("name", Presence::Required, &Type::Scalar(Scalar::String)),
            ("height", Presence::Nullable, &Type::Scalar(Scalar::Double)),
            ("within", Presence::Optional, &array),
            ("with_space", Presence::Required, &Type::Named(0)),
        ]
    );
}

#[test]
fn an_operation_has_all_its_facts() {
    let service = service();
    let operation = operation(&service, "GetWeather2");
    let names = &operation.names;
    assert_eq!([&names.request, &names.method, &names.descriptor], ["Forecast", "forecast", "FORECAST"]);
    let facts = (operation.variant_of, operation.open, operation.deprecated.as_deref());
    assert_eq!(facts, (Some(0), true, Some("Old.")));
    assert_eq!(operation.undocumented, ["O."]);
    assert_eq!(
        operation.limits,
        [
            Limit { records: Some(5), doc: vec!["Words.".to_owned()] },
            Limit { records: Some(7), doc: Vec::new() },
            Limit { records: None, doc: vec!["Only words.".to_owned()] },
        ]
    );
    let array = ArrayType::of(Type::Named(1), "Place", true);
    let output = Member::element("Places", Type::Array(Box::new(array)), Presence::Optional);
    assert_eq!(operation.outputs, [Member { doc: vec!["Places.".to_owned()], ..output }]);
}

#[test]
fn arrays_and_columns_are_as_written() {
    let operation = operation(&service(), "Put");
    let days = parameter(&operation, "Days");
    assert_eq!(days.presence, Presence::Required);
    let expected = ArrayType::of(Type::Scalar(Scalar::Int), "Day", false);
    assert_eq!(days.kind, Type::Array(Box::new(expected)));
    assert_eq!(parameter(&operation, "type").field, "type");
    let columns: Vec<(&str, Scalar)> = operation
        .table
        .iter()
        .flat_map(|table| &table.columns)
        .map(|column| (column.name.as_str(), column.kind))
        .collect();
    assert_eq!(columns, [("Send Date", Scalar::DateTime)]);
}

#[test]
fn transports_are_as_stated_or_as_the_parameters_allow() {
    let service = service();
    let of = |name: &str| operation(&service, name).transports;
    let (soap, all) = (Transports::SOAP, Transports::ALL);
    assert_eq!(of("Put"), Transports::only(Transport::Soap12).with(Transport::HttpPost, true));
    assert_eq!(["GetWeather", "PutNames"].map(of), [all; 2]);
    assert_eq!(["PutPlace", "PutNull", "PutNulls"].map(of), [soap; 3]);
}

#[test]
fn a_scalar_is_carried_by_get_and_post_as_its_binding_allows() {
    for scalar in Scalar::ALL {
        for array in ["", " array='true'"] {
            let service = of_operation("result='none'", &format!("<param name='P' type='{}'{array}/>", scalar.name()));
            assert_eq!(service.operations[0].transports.over_http(), scalar.carried_by_http(), "{}", scalar.name());
            let expected =
                if scalar.is_reference() || !array.is_empty() { Presence::Optional } else { Presence::Required };
            assert_eq!(service.operations[0].parameters[0].presence, expected);
        }
    }
}

#[test]
fn every_role_effect_and_result_kind_is_understood() {
    let credentials =
        "<param name='A' type='string' role='username'/><param name='B' type='string' role='password' secret='true'/>";
    let delimiters = "<param name='C' type='string' role='row-delimiter'/><param name='D' type='string' role='column-delimiter'/>\
                      <param name='E' type='string' role='text-qualifier'/>";
    let service = of_operation("result='delimited'", &format!("{credentials}{delimiters}"));
    let roles: Vec<Option<Role>> = service.operations[0].parameters.iter().map(|parameter| parameter.role).collect();
    let expected =
        [Role::Username, Role::Password, Role::RowDelimiter, Role::ColumnDelimiter, Role::TextQualifier].map(Some);
    assert_eq!(roles, expected);
    let result = |kind: Type| vec![Member::element("OResult", kind, Presence::Optional)];
    for (word, outputs) in [
        ("string", result(Type::Scalar(Scalar::String))),
        ("dataset", result(Type::Xml(XmlKind::DataSet))),
        ("xml", result(Type::Xml(XmlKind::Content))),
        ("integers", result(Type::Array(Box::new(ArrayType::integers())))),
        ("none", Vec::new()),
    ] {
        let service = of_operation(&format!("result='{word}'"), credentials);
        assert_eq!(service.operations[0].outputs, outputs);
    }
}

#[test]
fn a_result_has_one_meaning_in_every_form() {
    let by_word = |word: &str, more: &str| {
        [(format!("result='{word}' {more}"), String::new()), (String::new(), format!("<result kind='{word}' {more}/>"))]
    };
    let by_type = |kind: &str| {
        [
            (String::new(), format!("<result type='{kind}/>")),
            (String::new(), format!("<output name='OResult' type='{kind}/>")),
        ]
    };
    let json = by_word("string", "content='json'").into_iter().chain(by_type("string' content='json'"));
    for forms in [
        by_word("string", "").into_iter().chain(by_type("string'")).collect::<Vec<_>>(),
        json.collect(),
        by_word("xml", "").into_iter().chain(by_type("xml'")).collect(),
        by_word("dataset", "").into_iter().chain(by_type("DataSet'")).collect(),
        by_word("integers", "").into_iter().chain(by_type("int' array='true'")).collect(),
        by_type("token'").into(),
    ] {
        let services: Vec<_> = forms.iter().map(|(attributes, element)| of_operation(attributes, element)).collect();
        assert!(services[0].operations[0].lone_output().is_some_and(|result| result.field.is_empty()), "{forms:?}");
        for (service, form) in services.iter().zip(&forms) {
            assert_eq!(service, &services[0], "{form:?}");
        }
    }
}

/// Every word of specs for types, and its meaning.
mod everything {
    use asmx_codegen::model::{
        Member, Name, NamedType, NamedTypeKind, Namespace, Operation, Place, Presence, Scalar, Service, Structure,
        Style, Transport, Type, XmlKind,
    };

    fn service() -> Service {
        asmx_codegen::load("everything.xml", include_bytes!("../../../tests/second-service/spec/everything.xml"))
            .unwrap()
    }

    fn named<'a>(service: &'a Service, rust_name: &str) -> &'a NamedType {
        service.types.iter().find(|named| named.rust_name == rust_name).unwrap()
    }

    fn structure<'a>(service: &'a Service, rust_name: &str) -> &'a Structure {
        let NamedTypeKind::Structure(structure) = &named(service, rust_name).kind else { panic!("{rust_name}") };
        structure
    }

    fn operation<'a>(service: &'a Service, name: &str) -> &'a Operation {
        service.operations.iter().find(|operation| operation.name == name).unwrap()
    }

    #[test]
    fn members_may_be_absent_or_null_as_stated() {
        let service = service();
        let found: Vec<(&str, Presence, bool, Option<&str>, &Place)> = structure(&service, "Animal")
            .members
            .iter()
            .map(|member| {
                (member.field.as_str(), member.presence, member.repeated, member.default.as_deref(), &member.place)
            })
            .collect();
        assert_eq!(
            found,
            [
                ("name", Presence::Nullable, false, None, &Place::Element),
                ("born", Presence::Optional, false, None, &Place::Element),
                ("legs", Presence::Optional, false, Some("4"), &Place::Element),
                ("parent", Presence::Optional, false, None, &Place::Element),
                ("call", Presence::Optional, true, None, &Place::Element),
                ("id", Presence::Required, false, None, &Place::Attribute),
                ("lang", Presence::Optional, false, None, &Place::Attribute),
            ]
        );
        assert_eq!(structure(&service, "Cat").members[0].presence, Presence::OptionalNullable);
    }

    #[test]
    fn members_without_a_name_have_a_place() {
        let service = service();
        let cat = structure(&service, "Cat");
        let animal = service.types.iter().position(|named| named.name == "Animal");
        assert_eq!((cat.base, structure(&service, "Animal").is_abstract), (animal, true));
        let Place::Choice(alternatives) = &cat.members[1].place else { panic!("a choice") };
        let names: Vec<&str> = alternatives.iter().map(|alternative| alternative.name.as_str()).collect();
        assert_eq!((names, cat.members[1].presence), (vec!["Mouse", "Tins"], Presence::Required));
        let any = &cat.members[2];
        assert_eq!((&any.place, any.repeated, any.presence), (&Place::AnyElements, true, Presence::Optional));
        assert_eq!(cat.members[3].place, Place::AnyAttributes);
        let money = &structure(&service, "Money").members;
        assert_eq!((&money[0].place, &money[0].kind), (&Place::Text, &Type::Scalar(Scalar::Decimal)));
        assert_eq!(money[1].presence, Presence::Required);
        assert_eq!(structure(&service, "Story").members, [Member::unnamed(Place::Mixed)]);
        assert!(structure(&service, "Empty").members.is_empty());
        let NamedTypeKind::Enumeration(rights) = &named(&service, "Rights").kind else { panic!("an enumeration") };
        assert!(rights.flags);
    }

    #[test]
    fn names_have_the_stated_namespace_or_that_of_their_parent() {
        let service = service();
        let (a, b) = (Namespace::Of("urn:zoo:a".to_owned()), Namespace::Of("urn:zoo:b".to_owned()));
        let namespaces: Vec<&Namespace> =
            structure(&service, "Item").members.iter().map(|member| &member.namespace).collect();
        assert_eq!(namespaces, [&a, &b, &Namespace::Service, &Namespace::None]);
        let second = named(&service, "Item2");
        assert_eq!((second.name.as_str(), &second.namespace), ("Item", &b));
        let kinds = &structure(&service, "Item2").members[0];
        assert!(matches!(&kinds.kind, Type::List(item) if matches!(**item, Type::Named(_))));
        assert!(named(&service, "Inner").anonymous);
        let attributes: Vec<&Namespace> =
            structure(&service, "Animal").members[5..].iter().map(|member| &member.namespace).collect();
        assert_eq!(attributes, [&Namespace::None, &Namespace::Of("http://www.w3.org/XML/1998/namespace".to_owned())]);
        let find = operation(&service, "Find");
        assert_eq!(find.messages.request, Some(Name { name: "Search".to_owned(), namespace: a.clone() }));
        assert!(find.parameters.iter().all(|parameter| parameter.namespace == a));
        assert_eq!(operation(&service, "Ring").parameters[0].namespace, Namespace::None);
    }

    #[test]
    fn arrays_are_as_declared() {
        let service = service();
        let feed = operation(&service, "Feed");
        let array = |name: &str| {
            let parameter = feed.parameters.iter().find(|parameter| parameter.name == name).unwrap();
            let Type::Array(array) = &parameter.kind else { panic!("{name} is no array") };
            (array.as_ref(), parameter.presence)
        };
        let (grid, _) = array("Grid");
        // The default name follows from the items.
        assert_eq!((grid.name.as_deref(), grid.item_name.as_str()), (None, "ArrayOfInt2"));
        let Type::Array(rows) = &grid.item else { panic!("an array of arrays") };
        let found = (rows.name.as_deref(), rows.item_name.as_str(), rows.nullable_items);
        assert_eq!(found, (Some("ArrayOfInt2"), "int", false));
        let (things, _) = array("Things");
        let alternatives: Vec<(&str, Presence)> =
            things.alternatives.iter().map(|alternative| (alternative.name.as_str(), alternative.presence)).collect();
        assert_eq!(alternatives, [("Number", Presence::Required), ("Word", Presence::Nullable)]);
        let (words, _) = array("Words");
        let found = (words.item_name.as_str(), &words.item_namespace, words.nullable_items);
        assert_eq!(found, ("w", &Namespace::None, false));
        assert_eq!(words.namespace, Namespace::Of("urn:zoo:b".to_owned()));
        let (days, presence) = array("Days");
        assert_eq!((days.name.as_deref(), days.nullable_items, presence), (None, false, Presence::Nullable));
    }

    #[test]
    fn messages_are_as_stated() {
        let service = service();
        let ports: Vec<(&str, Transport, &str)> =
            service.ports.iter().map(|port| (port.name.as_str(), port.transport, port.path.as_str())).collect();
        let [soap11, soap12, get, post] = Transport::ALL;
        assert_eq!(
            ports,
            [
                ("ZooSoap", soap11, "/zoo.asmx"),
                ("ZooSoap12", soap12, "/zoo.asmx"),
                ("ZooHttpGet", get, "/zoo.asmx"),
                ("ZooHttpPost", post, "/zoo.asmx"),
                ("OtherSoap", soap11, "/other.asmx"),
            ]
        );
        let feed = operation(&service, "Feed");
        assert_eq!(feed.ports, [4]);
        let outputs: Vec<&str> = feed.outputs.iter().map(|output| output.name.as_str()).collect();
        assert_eq!(outputs, ["FeedResult", "Left", ""]);
        assert!(matches!(feed.outputs[2].place, Place::Choice(_)) && feed.outputs[2].presence == Presence::Optional);
        let find = operation(&service, "Find");
        // GET and POST do not carry its parameters.
        assert_eq!(find.transports, super::Transports::SOAP);
        let names = |headers: &[Member]| headers.iter().map(|header| header.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&feed.messages.request_headers), ["Keeper", "Trace"]);
        assert_eq!(names(&feed.messages.response_headers), ["Trace"]);
        assert!(feed.messages.request_headers[0].secret);
        assert_eq!(feed.parameters[1].kind, Type::Any);
        assert_eq!(feed.parameters[2].kind, Type::Xml(XmlKind::DataSet));

        assert_eq!(find.messages.action.as_deref(), Some("urn:find"));
        assert_eq!((find.outputs[0].name.as_str(), find.outputs[0].presence), ("FindResult", Presence::Nullable));
        let weigh = operation(&service, "Weigh");
        assert_eq!((weigh.messages.style, weigh.parameters[0].part.as_deref()), (Style::Bare, Some("scale")));
        assert_eq!(weigh.outputs[0].kind, Type::Xml(XmlKind::DataTable));
        let ring = operation(&service, "Ring");
        assert_eq!((ring.messages.style, ring.messages.location.as_deref()), (Style::Rpc, Some("ring")));
        let forget = operation(&service, "Forget");
        assert!(forget.messages.one_way && forget.outputs.is_empty());
    }
}

/// A spec of one operation, with these attributes and elements.
fn of_operation(attributes: &str, elements: &str) -> Service {
    let spec = format!(
        "<service name='S' path='/s.asmx'><doc>D.</doc><area name='a' title='A'><operation name='O' effect='read' {attributes}>\
         <doc>D.</doc>{elements}</operation></area></service>"
    );
    load("s.xml", spec.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// An imported spec is accepted with the facts of its document; a written spec needs more.
#[test]
fn an_imported_spec_may_lack_facts_that_a_document_lacks() {
    let spec = "<service name='S' path='/a//s.asmx' namespace='no/uri' imported='true'>\
                <structure name='Loop'><param name='Next' type='Loop' required='true'/></structure>\
                <area name='a' title='A'><operation name='Op' result='none' effect='read' transports='get'>\
                <param name='P' type='guid'/></operation></area></service>";
    let service = asmx_codegen::load("s.xml", spec.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert_eq!(service.namespace.as_deref(), Some("no/uri"));
    let mistakes = load("s.xml", spec.replace(" imported='true'", "").as_bytes()).unwrap_err();
    let codes: Vec<String> = mistakes.iter().map(|mistake| mistake.code().to_string()).collect();
    assert_eq!(codes, ["ASMX0119", "ASMX0203", "ASMX0202", "ASMX0303", "ASMX0119", "ASMX0510"]);
}
