//! The spec of the e-mail service against the list of its operations.
//!
//! The spec is a file of the workspace, not of this package: in an unpacked package there is nothing to compare.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use asmx_codegen::load;
use asmx_codegen::model::{Effect, Parameter, Presence, ResultKind, Role, Scalar, Service, Type};

fn spec() -> Option<Service> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/email-campaign.xml");
    let Ok(bytes) = fs::read(&path) else {
        println!("skipped: {} is not here", path.display());
        return None;
    };
    Some(load("email-campaign.xml", &bytes).unwrap_or_else(|mistakes| panic!("{mistakes}")))
}

/// One line an operation: name, result letter, parameters with their types.
fn line(name: &str, result: &str, parameters: impl Iterator<Item = String>) -> String {
    format!("{name} {result} {}", parameters.collect::<Vec<_>>().join(" "))
}

/// The list of operations as recorded, read with nothing but the order of its strings.
fn recorded() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/operations.json");
    let json = fs::read_to_string(path).unwrap();
    let strings: Vec<&str> = json.split('"').skip(1).step_by(2).collect();
    let operations = strings.iter().position(|text| *text == "operations").unwrap();
    let mut lines: Vec<String> = Vec::new();
    let mut pairs = strings.get(operations + 1..).unwrap().iter();
    let mut name = "";
    while let Some(key) = pairs.next() {
        if *key == "params" {
            continue;
        }
        let value = pairs.next().unwrap();
        match *key {
            "name" => name = value,
            "result" => lines.push(format!("{name} {value} ")),
            "type" => {
                let last = lines.last_mut().unwrap();
                let gap = if last.ends_with(' ') { "" } else { " " };
                write!(last, "{gap}{name}:{value}").unwrap();
            }
            other => panic!("unexpected key {other}"),
        }
    }
    lines
}

fn stated(service: &Service) -> Vec<String> {
    let parameter = |parameter: &Parameter| {
        let kind = match &parameter.kind {
            Type::Scalar(scalar) => scalar.name().to_owned(),
            Type::Array(array) => match &array.item {
                Type::Scalar(scalar) => format!("{}[]", scalar.name()),
                other => panic!("{other:?}"),
            },
            Type::Named(_) => panic!("no named types in this service"),
        };
        format!("{}:{kind}", parameter.name)
    };
    service
        .operations
        .iter()
        .map(|operation| {
            let result = match operation.result.kind {
                ResultKind::String | ResultKind::Delimited => "S",
                ResultKind::DataSet => "DS",
                ResultKind::Xml => "X",
                ResultKind::Integers => "AI",
                ResultKind::None => "V",
                ResultKind::Typed(_) => panic!("no typed results in this service"),
            };
            line(&operation.name, result, service.common.iter().chain(&operation.parameters).map(parameter))
        })
        .collect()
}

#[test]
fn it_states_the_recorded_operations() {
    let Some(service) = spec() else { return };
    let (stated, mut recorded) = (stated(&service), recorded());
    assert_eq!(recorded.len(), 38);
    // The documentation leaves the parameters after SortBy open, so the spec does.
    let open = recorded.iter_mut().find(|line| line.starts_with("Reports_Transactional_GetClicks_XML ")).unwrap();
    *open = open.replace(" SortOrder:string BeginDate:string EndDate:string", "");
    assert_eq!(stated, recorded);
}

#[test]
fn integers_are_required_and_everything_else_is_a_string_that_may_be_left_out() {
    let Some(service) = spec() else { return };
    for parameter in service.operations.iter().flat_map(|operation| &operation.parameters) {
        let expected = match &parameter.kind {
            Type::Scalar(Scalar::Int | Scalar::Long) => Presence::Required,
            _ => Presence::Optional,
        };
        assert_eq!(parameter.presence, expected, "{}", parameter.name);
    }
}

#[test]
fn roles_are_where_the_delimiters_are_those_of_the_answer() {
    let Some(service) = spec() else { return };
    let delimited: Vec<&str> = service
        .operations
        .iter()
        .filter(|operation| operation.result.kind == ResultKind::Delimited)
        .map(|operation| operation.name.as_str())
        .collect();
    let triple = ["RowDelimiter", "ColDelimiter", "TextQualifier"];
    let expected: Vec<&str> = service
        .operations
        .iter()
        .filter(|operation| {
            let names: Vec<&str> = operation.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            names.ends_with(&triple)
        })
        .map(|operation| operation.name.as_str())
        .collect();
    assert_eq!(delimited, expected);
    assert_eq!(delimited.len(), 10);
    let roles: Vec<Option<Role>> = service.common.iter().map(|parameter| parameter.role).collect();
    assert_eq!(roles, [Some(Role::Username), Some(Role::Password)]);
    let secrets: Vec<bool> = service.common.iter().map(|parameter| parameter.secret).collect();
    assert_eq!(secrets, [false, true]);
}

#[test]
fn effects_limits_and_areas_are_those_of_the_documentation() {
    let Some(service) = spec() else { return };
    let with = |effect: Effect| -> Vec<&str> {
        let operations = service.operations.iter().filter(|operation| operation.effect == effect);
        operations.map(|operation| operation.name.as_str()).collect()
    };
    assert_eq!(with(Effect::Send), ["SendMassEmailRaw", "SendMassEmailPrevious2"]);
    assert_eq!(
        with(Effect::Write),
        [
            "AddGroupMember",
            "AddGroupMemberString",
            "Groups_EditMember_ByID",
            "Lists_EditMember_ByAddress",
            "ImportGroupMembersFromData2",
            "CreateSubAccount",
            "TransactionalGroups_Rename",
        ]
    );
    let limited: Vec<(&str, Option<u64>)> = service
        .operations
        .iter()
        .flat_map(|operation| operation.limits.iter().map(|limit| (operation.name.as_str(), limit.records)))
        .collect();
    assert_eq!(
        limited,
        [
            ("GetBounceListNormal_IncludePast", None),
            ("GetBounceListNormal_IncludePast2", None),
            ("Reports_GetBlocks", Some(20_000)),
        ]
    );
    let sizes: Vec<(&str, usize)> = service
        .areas
        .iter()
        .enumerate()
        .map(|(number, area)| {
            (area.name.as_str(), service.operations.iter().filter(|operation| operation.area == number).count())
        })
        .collect();
    assert_eq!(sizes, [("campaigns", 15), ("delivery", 8), ("transactional", 15)]);
    assert_eq!(service.namespace, None, "the namespace is a setting of the client");
    let open: Vec<&str> =
        service.operations.iter().filter(|operation| operation.open).map(|operation| operation.name.as_str()).collect();
    assert_eq!(open, ["Reports_Transactional_GetClicks_XML"]);
}

#[test]
fn everything_is_documented_and_every_transport_is_open() {
    let Some(service) = spec() else { return };
    for operation in &service.operations {
        assert!(!operation.doc.is_empty(), "{}", operation.name);
        let transports = operation.transports;
        assert!(transports.soap11 && transports.soap12 && transports.get && transports.post, "{}", operation.name);
        for parameter in &operation.parameters {
            let says_something = !parameter.doc.is_empty() || !parameter.undocumented.is_empty();
            assert!(says_something, "{} of {}", parameter.name, operation.name);
        }
    }
}

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    let Some(service) = spec() else { return };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/email-campaign.xml");
    let text = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    for other in [text.clone(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
        assert_eq!(load("other.xml", other.as_bytes()).unwrap(), service);
    }
}
