//! Compares the e-mail spec with the recorded interface: recorded operations must not change, additions are allowed.
//!
//! The spec is a file of the workspace, so an unpacked package skips these tests.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use asmx_codegen::load;
use asmx_codegen::model::{Effect, Member, Operation, Presence, Role, Scalar, Service, Transports, Type};
use asmx_codegen::resolve::word_for;

fn spec() -> Option<Service> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/email-campaign.xml");
    let Ok(bytes) = fs::read(&path) else {
        println!("skipped: {} is not here", path.display());
        return None;
    };
    Some(load("email-campaign.xml", &bytes).unwrap_or_else(|mistakes| panic!("{mistakes}")))
}

/// One line per operation: name, result letter, parameters with their types.
fn line(name: &str, result: &str, parameters: impl Iterator<Item = String>) -> String {
    format!("{name} {result} {}", parameters.collect::<Vec<_>>().join(" "))
}

/// Reads the recorded list of operations by the order of its strings.
fn recorded() -> Vec<String> {
    let json = fs::read_to_string(goldens::repository("tests/fixtures/operations.json")).unwrap();
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

/// A type as the recorded list writes it. Types that the recorded interface lacks have the text of their model.
fn type_name(kind: &Type) -> String {
    match kind {
        Type::Scalar(scalar) => scalar.name().to_owned(),
        Type::Array(array) => format!("{}[]", type_name(&array.item)),
        Type::Named(_) | Type::List(_) | Type::Any | Type::Xml(_) => format!("{kind:?}"),
    }
}

fn declared_operations(service: &Service) -> Vec<String> {
    let parameter = |parameter: &Member| format!("{}:{}", parameter.name, type_name(&parameter.kind));
    let line = |operation: &Operation| {
        let result = match (word_for(&operation.outputs), operation.outputs.as_slice()) {
            (Some("string" | "delimited"), _) => "S".to_owned(),
            (Some("dataset"), _) => "DS".to_owned(),
            (Some("xml"), _) => "X".to_owned(),
            (Some("integers"), _) => "AI".to_owned(),
            (Some("none"), _) => "V".to_owned(),
            (_, [only]) => type_name(&only.kind),
            (_, outputs) => format!("{outputs:?}"),
        };
        let parameters = service.common.iter().chain(&operation.parameters).map(parameter);
        self::line(&operation.name, &result, parameters)
    };
    service.operations.iter().map(line).collect()
}

/// The operations that were recorded.
fn of_the_record(service: &Service) -> Vec<&Operation> {
    let recorded = recorded();
    let is_recorded =
        |operation: &&Operation| recorded.iter().any(|line| line.split(' ').next() == Some(operation.name.as_str()));
    service.operations.iter().filter(is_recorded).collect()
}

/// Whether an operation equals the recorded one, apart from added parameters.
fn includes(declared: &str, recorded: &str) -> bool {
    let (mut words, recorded) = (declared.split_whitespace(), recorded.split_whitespace());
    let (head, rest): (Vec<_>, Vec<_>) = recorded.enumerate().partition(|(index, _)| *index < 2);
    head.iter().all(|(_, word)| words.next() == Some(word))
        && rest.iter().all(|(_, parameter)| words.any(|word| word == *parameter))
}

#[test]
fn the_spec_has_the_recorded_operations() {
    let Some(service) = spec() else { return };
    let (declared, mut recorded) = (declared_operations(&service), recorded());
    assert_eq!(recorded.len(), 38);
    // The documentation does not list the parameters after SortBy, so neither does the spec.
    let open = recorded.iter_mut().find(|line| line.starts_with("Reports_Transactional_GetClicks_XML ")).unwrap();
    *open = open.replace(" SortOrder:string BeginDate:string EndDate:string", "");
    let missing: Vec<_> =
        recorded.iter().filter(|recorded| !declared.iter().any(|line| includes(line, recorded))).collect();
    assert!(missing.is_empty(), "recorded, and not stated: {missing:#?}");
}

#[test]
fn recorded_integers_are_required_and_everything_else_is_a_string_that_may_be_left_out() {
    let Some(service) = spec() else { return };
    for parameter in of_the_record(&service).into_iter().flat_map(|operation| &operation.parameters) {
        let expected = match &parameter.kind {
            Type::Scalar(Scalar::Int | Scalar::Long) => Presence::Required,
            _ => Presence::Optional,
        };
        assert_eq!(parameter.presence, expected, "{}", parameter.name);
    }
}

#[test]
fn roles_are_where_the_delimiters_are_those_of_the_response() {
    let Some(service) = spec() else { return };
    let triple = ["RowDelimiter", "ColDelimiter", "TextQualifier"];
    let mut delimited = 0;
    for operation in of_the_record(&service) {
        let is_delimited = operation.is_delimited();
        let has = |name: &&str| operation.parameters.iter().any(|parameter| parameter.name == **name);
        assert_eq!(is_delimited, triple.iter().all(has), "{}", operation.name);
        delimited += usize::from(is_delimited);
    }
    assert_eq!(delimited, 10, "as the record has them");
    let roles: Vec<Option<Role>> = service.common.iter().map(|parameter| parameter.role).collect();
    assert_eq!(roles, [Some(Role::Username), Some(Role::Password)]);
    let secrets: Vec<bool> = service.common.iter().map(|parameter| parameter.secret).collect();
    assert_eq!(secrets, [false, true]);
}

#[test]
fn effects_limits_and_areas_are_those_of_the_documentation() {
    let Some(service) = spec() else { return };
    let recorded = of_the_record(&service);
    let with = |effect: Effect| -> Vec<&str> {
        recorded
            .iter()
            .filter(|operation| operation.effect == effect)
            .map(|operation| operation.name.as_str())
            .collect()
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
    let limits = recorded
        .iter()
        .flat_map(|operation| operation.limits.iter().map(|limit| (operation.name.as_str(), limit.records)));
    assert_eq!(
        limits.collect::<Vec<_>>(),
        [
            ("GetBounceListNormal_IncludePast", None),
            ("GetBounceListNormal_IncludePast2", None),
            ("Reports_GetBlocks", Some(20_000)),
        ]
    );
    let sizes = ["campaigns", "delivery", "transactional"].map(|area| {
        recorded
            .iter()
            .filter(|operation| service.areas.get(operation.area).is_some_and(|declared| declared.name == area))
            .count()
    });
    assert_eq!(sizes, [15, 8, 15], "as the record has them");
    assert_eq!(service.namespace, None, "the namespace is a setting of the client");
    let open: Vec<&str> =
        recorded.iter().filter(|operation| operation.open).map(|operation| operation.name.as_str()).collect();
    assert_eq!(open, ["Reports_Transactional_GetClicks_XML"]);
}

#[test]
fn everything_recorded_is_documented_and_every_transport_is_open() {
    let Some(service) = spec() else { return };
    for operation in of_the_record(&service) {
        assert!(!operation.doc.is_empty(), "{}", operation.name);
        let transports = operation.transports;
        assert_eq!(transports, Transports::ALL, "{}", operation.name);
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
