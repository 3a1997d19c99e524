//! Written specs are read as equal models, and look handwritten.

use std::fs;
use std::path::Path;

use asmx_codegen::model::{Member, NamedTypeKind, Role, Service};
use asmx_import::spec_text;
use proptest::prelude::*;

use crate::as_document::{SPECS, loaded};
use crate::models::{self, same};
use crate::xmllint::validates;

#[test]
fn specs_of_the_repository_are_written_as_they_are_read() {
    for spec in SPECS.iter() {
        let text = assert_read_as_written(&loaded(spec));
        assert!(!text.contains("imported="), "a spec of one's own stays one");
    }
}

/// The text of the spec.
fn assert_read_as_written(service: &Service) -> String {
    let text = spec_text(service);
    same(&loaded(&text), service, &text);
    assert_eq!(spec_text(&loaded(&text)), text);
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases::of(300)))]

    #[test]
    fn any_model_is_read_as_it_is_written(seed in any::<u64>()) {
        let service = models::service(seed);
        let text = spec_text(&service);
        same(&loaded(&text), &service, &text);
        prop_assert!(text.lines().all(|line| line.chars().count() < 400), "{}", text);
    }
}

/// Holds every type once; written before specs could express them.
const EVERYTHING: &str = include_str!("../../../../tests/second-service/spec/everything.xml");

#[test]
fn a_spec_with_everything_is_read_and_written() {
    let service = loaded(EVERYTHING);
    assert_eq!(spec_text(&service), EVERYTHING);
}

#[test]
fn a_lone_output_whose_name_is_no_field_states_a_rust_name() {
    for name in ["_", "new"] {
        let output = |rust: &str| format!("<output name=\"{name}\" type=\"xml\" part=\"all\" rust=\"{rust}\"/>");
        let spec = format!(
            "<service name='Zoo' path='/zoo.asmx'><doc>Z.</doc><area name='a' title='A'>\
             <operation name='Feed' effect='read'><doc>F.</doc>{}</operation></area></service>",
            output("anything")
        );
        let text = assert_read_as_written(&loaded(&spec));
        assert!(text.contains(&output("value")), "{text}");
    }
}

/// Every role in every place.
const ROLES: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<service name="Zoo" path="/zoo.asmx" namespace="http://zoo.test/">
  <doc>Asks who calls.</doc>

  <structure name="Login">
    <param name="User" type="string" role="username"/>
    <param name="Password" type="string" secret="true" role="password"/>
    <attribute name="Key" type="guid" secret="true" role="key"/>
  </structure>
  <structure name="Token"><text type="base64Binary" secret="true" role="token"/></structure>

  <common>
    <param name="LicenseKey" type="int" secret="true" role="key"/>
    <header name="Login" type="Login"/>
    <header name="Execution" type="Token" direction="both" secret="true" role="session"/>
  </common>

  <area name="all" title="All">
    <operation name="Feed" result="none" effect="write" transports="soap11">
      <doc>Feeds an animal.</doc>
      <param name="Ticket" type="string" secret="true" role="token"/>
      <header name="User" type="string" role="username"/>
    </operation>

    <operation name="Ring" result="none" effect="write" transports="soap11">
      <doc>Rings the bell.</doc>
    </operation>
  </area>
</service>
"#;

#[test]
fn roles_are_read_and_written_wherever_they_stand() {
    let service = loaded(ROLES);
    assert_eq!(spec_text(&service), ROLES);
    let [feed, ring] = service.operations.as_slice() else { panic!("{:?}", service.operations) };
    let roles = |members: &[Member]| members.iter().map(|member| member.role).collect::<Vec<_>>();
    assert_eq!(roles(&service.common), [Some(Role::Key)]);
    assert_eq!(roles(&feed.parameters), [Some(Role::Token)]);
    assert_eq!(roles(&feed.messages.request_headers), [None, Some(Role::Session), Some(Role::Username)]);
    assert_eq!(roles(&ring.messages.response_headers), [Some(Role::Session)]);
    let members = service.types.iter().map(|named| match &named.kind {
        NamedTypeKind::Structure(structure) => roles(&structure.members),
        NamedTypeKind::Enumeration(_) | NamedTypeKind::DataSet(_) => Vec::new(),
    });
    let expected = [vec![Some(Role::Username), Some(Role::Password), Some(Role::Key)], vec![Some(Role::Token)]];
    assert_eq!(members.collect::<Vec<_>>(), expected);
}

/// Specs of imported genuine documents are read as equal models.
#[test]
fn imported_services_are_read_as_they_are_written() {
    for path in models::documents() {
        let service = asmx_import::import_file(&path).unwrap_or_else(|error| panic!("{error}")).service;
        assert_read_as_written(&service);
    }
}

#[test]
fn what_the_writer_writes_is_valid() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/service.xsd");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("written.xml");
    for seed in 0..60 {
        let text = spec_text(&models::service(seed));
        fs::write(&file, &text).unwrap();
        match validates(&schema, &file) {
            Some(Err(words)) => panic!("{words}\n{text}"),
            Some(Ok(())) => {}
            None => return,
        }
    }
}
