//! What a spec without mistakes resolves to, where it is more than its words.

use asmx_codegen::load;
use asmx_codegen::model::{
    ArrayType, Limit, Member, NamedTypeKind, Operation, Presence, ResultKind, Role, Scalar, Service, Transports, Type,
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
fn the_service_says_what_it_is() {
    let service = service();
    assert_eq!(service.name, "weather-station");
    assert_eq!(service.names.client, "WeatherStation");
    assert_eq!(service.names.service_trait, "WeatherStationService");
    assert_eq!(service.names.dispatch, "WeatherStationDispatch");
    assert_eq!(service.path, "/ws/station.asmx");
    assert_eq!(service.namespace.as_deref(), Some("urn:example:station"));
    assert_eq!(service.doc, ["First paragraph, over two lines.", "Second & last."]);
    assert_eq!(service.undocumented, ["One thing.", "Another. And more of it."]);
    assert_eq!(service.common.len(), 1);
    assert!(service.common[0].secret);
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
    let places = Type::Array(Box::new(ArrayType::of(Type::Named(1), "Place", true)));
    assert_eq!(
        members,
        [
            ("name", Presence::Required, &Type::Scalar(Scalar::String)),
            ("height", Presence::Nullable, &Type::Scalar(Scalar::Double)),
            ("within", Presence::Optional, &places),
            ("with_space", Presence::Required, &Type::Named(0)),
        ]
    );
}

#[test]
fn an_operation_says_all_that_is_known_of_it() {
    let service = service();
    let operation = operation(&service, "GetWeather2");
    assert_eq!(operation.names.request, "Forecast");
    assert_eq!(operation.names.method, "forecast");
    assert_eq!(operation.names.descriptor, "FORECAST");
    assert_eq!(operation.variant_of, Some(0));
    assert!(operation.open);
    assert_eq!(operation.deprecated.as_deref(), Some("Old."));
    assert_eq!(operation.undocumented, ["O."]);
    assert_eq!(
        operation.limits,
        [
            Limit { records: Some(5), doc: vec!["Words.".to_owned()] },
            Limit { records: Some(7), doc: Vec::new() },
            Limit { records: None, doc: vec!["Only words.".to_owned()] },
        ]
    );
    let places = ArrayType::of(Type::Named(1), "Place", true);
    assert_eq!(operation.result.kind, ResultKind::Typed(Type::Array(Box::new(places))));
    assert_eq!(operation.result.element.as_deref(), Some("Places"));
    assert_eq!(operation.result.doc, ["Places."]);
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
        .result
        .table
        .iter()
        .flat_map(|table| &table.columns)
        .map(|column| (column.name.as_str(), column.kind))
        .collect();
    assert_eq!(columns, [("Send Date", Scalar::DateTime)]);
}

#[test]
fn transports_are_those_named_or_those_that_can_carry_the_parameters() {
    let service = service();
    let of = |name: &str| operation(&service, name).transports;
    let soap = Transports { soap11: true, soap12: true, get: false, post: false };
    let all = Transports { get: true, post: true, ..soap };
    assert_eq!(of("GetWeather"), all);
    assert_eq!(of("Put"), Transports { soap11: false, soap12: true, get: false, post: true });
    assert_eq!(of("PutPlace"), soap);
    assert_eq!(of("PutNull"), soap);
    assert_eq!(of("PutNulls"), soap);
    assert_eq!(of("PutNames"), all);
}

#[test]
fn a_scalar_is_carried_by_get_and_post_as_its_binding_allows() {
    for scalar in Scalar::ALL {
        for array in ["", " array='true'"] {
            let spec = format!(
                "<service name='S' path='/s.asmx'><doc>D.</doc><area name='a' title='A'>\
                 <operation name='O' result='none' effect='read'><doc>D.</doc><param name='P' type='{}'{array}/>\
                 </operation></area></service>",
                scalar.name()
            );
            let service = load("s.xml", spec.as_bytes()).unwrap();
            assert_eq!(service.operations[0].transports.get, scalar.carried_by_http(), "{}", scalar.name());
            let expected =
                if scalar.is_reference() || !array.is_empty() { Presence::Optional } else { Presence::Required };
            assert_eq!(service.operations[0].parameters[0].presence, expected);
        }
    }
}

#[test]
fn every_role_effect_and_result_kind_is_understood() {
    let spec = "<service name='S' path='/s.asmx'><doc>D.</doc><area name='a' title='A'>\
                <operation name='O' result='delimited' effect='read'><doc>D.</doc>\
                <param name='A' type='string' role='username'/><param name='B' type='string' role='password' secret='true'/>\
                <param name='C' type='string' role='row-delimiter'/><param name='D' type='string' role='column-delimiter'/>\
                <param name='E' type='string' role='text-qualifier'/></operation></area></service>";
    let service = load("s.xml", spec.as_bytes()).unwrap();
    let roles: Vec<Option<Role>> = service.operations[0].parameters.iter().map(|parameter| parameter.role).collect();
    let expected =
        [Role::Username, Role::Password, Role::RowDelimiter, Role::ColumnDelimiter, Role::TextQualifier].map(Some);
    assert_eq!(roles, expected);
    for (word, kind) in [
        ("string", ResultKind::String),
        ("dataset", ResultKind::DataSet),
        ("xml", ResultKind::Xml),
        ("integers", ResultKind::Integers),
        ("none", ResultKind::None),
    ] {
        let spec = spec.replace("result='delimited'", &format!("result='{word}'"));
        let spec = ["row-delimiter", "column-delimiter", "text-qualifier"]
            .iter()
            .fold(spec, |spec, role| spec.replace(&format!(" role='{role}'"), ""));
        assert_eq!(load("s.xml", spec.as_bytes()).unwrap().operations[0].result.kind, kind);
    }
}
