//! Prints a model as readable text for snapshots.

use std::fmt::Write as _;

use asmx_codegen::model::{
    DataSetTable, Mapping, Member, Name, NamedTypeKind, Namespace, Operation, Place, Presence, Service, Style,
    Transport, Type, Wildcard, kinds,
};
use asmx_codegen::names;
use asmx_codegen::resolve::word_for;

pub(super) fn outline(service: &Service) -> String {
    let mut text = format!("service {} at {}\nnamespace {:?}\n", service.name, service.path, service.namespace);
    lines(&mut text, "doc", &service.doc);
    for port in &service.ports {
        let _ = writeln!(text, "port {}: {} at {}", port.name, port.transport.name(), port.path);
    }
    members(&mut text, service, "common", &service.common);
    for operation in &service.operations {
        self::operation(&mut text, service, operation);
    }
    for array in &service.standalone_arrays {
        let _ = writeln!(
            text,
            "\narray {}{}",
            space(&array.namespace),
            kind(service, &Type::Array(Box::new(array.clone())))
        );
    }
    for named in &service.types {
        let anonymous = if named.anonymous { " (without a name)" } else { "" };
        let _ = write!(text, "\ntype {}{}{anonymous} as {}", space(&named.namespace), named.name, named.rust_name);
        match &named.kind {
            NamedTypeKind::Enumeration(enumeration) => {
                let _ = writeln!(text, ": {}", if enumeration.flags { "set" } else { "enumeration" });
                for value in &enumeration.values {
                    let _ = writeln!(text, "  {:?} {} {}", value.name, value.variant, value.doc.join(" / "));
                }
            }
            NamedTypeKind::Structure(structure) => {
                let base =
                    structure.base.and_then(|base| service.types.get(base)).map(|base| format!(" from {}", base.name));
                let is_abstract = if structure.is_abstract { " abstract" } else { "" };
                let _ = writeln!(text, ":{is_abstract} structure{}", base.unwrap_or_default());
                members(&mut text, service, "", &structure.members);
            }
            NamedTypeKind::DataSet(data_set) => {
                text.push_str(": data set\n");
                data_set.tables.iter().for_each(|data_table| table(&mut text, data_table));
            }
        }
        lines(&mut text, "  doc", &named.doc);
    }
    text
}

fn table(text: &mut String, table: &DataSetTable) {
    let _ = writeln!(text, "  table {} [{}] of {}", table.name(), table.method, table.table.row);
    lines(text, "    doc", &table.doc);
    for column in &table.table.columns {
        let required = if column.required { "!" } else { "" };
        let mapping = if column.mapping == Mapping::Element { "" } else { column.mapping.name() };
        let _ = write!(text, "    {}: {}{required} {mapping}", column.name, column.kind.name());
        let _ = writeln!(text, "[{}] {}", column.field, column.doc.join(" / "));
    }
}

fn operation(text: &mut String, service: &Service, operation: &Operation) {
    let over: Vec<&str> = operation.transports.iter().map(Transport::name).collect();
    let _ = write!(text, "\noperation {} as {} over {}", operation.name, operation.names.method, over.join(" "));
    let ports: Vec<&str> =
        operation.ports.iter().filter_map(|port| service.ports.get(*port)).map(|port| port.name.as_str()).collect();
    if !ports.is_empty() {
        let _ = write!(text, " at {}", ports.join(" "));
    }
    let _ = writeln!(text);
    lines(text, "  doc", &operation.doc);
    let messages = &operation.messages;
    match messages.style {
        Style::Wrapped => {}
        Style::Bare => text.push_str("  bare\n"),
        Style::Rpc => text.push_str("  rpc\n"),
    }
    for (label, name) in [("request", &messages.request), ("response", &messages.response)] {
        if let Some(Name { name, namespace }) = name {
            let _ = writeln!(text, "  {label} {}{name}", space(namespace));
        }
    }
    for (label, value) in [("action", &messages.action), ("location", &messages.location)] {
        if let Some(value) = value {
            let _ = writeln!(text, "  {label} {value:?}");
        }
    }
    if messages.one_way {
        text.push_str("  one way\n");
    }
    if operation.open {
        let _ = writeln!(text, "  open to {:?}", operation.open_namespaces);
    }
    members(text, service, "in", &operation.parameters);
    members(text, service, "header in", &messages.request_headers);
    let usual_result = operation.usual_result(|kind| kind.kind(kinds(&service.types)).is_value());
    let result = match (word_for(&operation.outputs), usual_result) {
        (Some("dataset"), _) => Some("DataSet".to_owned()),
        (Some(word), _) => Some(names::type_name(word).unwrap().trim_end_matches('_').to_owned()),
        (None, usual_result) => usual_result.map(|result| self::kind(service, &result.kind)),
    };
    if result.is_none() {
        members(text, service, "out", &operation.outputs);
    }
    members(text, service, "header out", &messages.response_headers);
    let Some(result) = result else { return };
    let default_name = format!("{}Result", operation.name);
    let element = operation.outputs.first().filter(|result| result.name != default_name);
    let element = element.map(|result| format!(" in {}", result.name));
    let _ = writeln!(text, "  result {result}{}", element.unwrap_or_default());
}

fn lines(text: &mut String, label: &str, doc: &[String]) {
    for line in doc {
        let _ = writeln!(text, "{label} {line}");
    }
}

fn members(text: &mut String, service: &Service, label: &str, members: &[Member]) {
    for member in members {
        let _ = writeln!(text, "  {label}{}{}", if label.is_empty() { "" } else { " " }, self::member(service, member));
    }
}

fn member(service: &Service, member: &Member) -> String {
    let mut text = match &member.place {
        Place::Element => format!("{}{}: {}", space(&member.namespace), member.name, kind(service, &member.kind)),
        Place::Attribute => format!("{}@{}: {}", space(&member.namespace), member.name, kind(service, &member.kind)),
        Place::Text => format!("text: {}", kind(service, &member.kind)),
        Place::Mixed => "mixed content".to_owned(),
        Place::AnyElements => "any elements".to_owned(),
        Place::AnyAttributes => "any attributes".to_owned(),
        Place::Choice(alternatives) => {
            let all: Vec<String> = alternatives.iter().map(|member| self::member(service, member)).collect();
            format!("one of ({})", all.join(" | "))
        }
    };
    text.push_str(match member.presence {
        Presence::Required => "!",
        Presence::Optional => "",
        Presence::Nullable => "! or nil",
        Presence::OptionalNullable => " or nil",
    });
    if member.repeated {
        text.push('*');
    }
    if member.wildcard != Wildcard::default() {
        let Wildcard { namespaces, process } = &member.wildcard;
        let _ = write!(text, " of {namespaces:?} {}", process.name());
    }
    if let Some(default) = &member.default {
        let _ = write!(text, " = {default:?}");
    }
    if let Some(part) = &member.part {
        let _ = write!(text, " part {part}");
    }
    if !member.field.is_empty() {
        let _ = write!(text, " [{}]", member.field);
    }
    if member.secret {
        text.push_str(" secret");
    }
    if let Some(role) = member.role {
        let _ = write!(text, " role {}", role.name());
    }
    if !member.doc.is_empty() {
        let _ = write!(text, " -- {}", member.doc.join(" / "));
    }
    text
}

fn kind(service: &Service, kind: &Type) -> String {
    match kind {
        Type::Scalar(scalar) => scalar.name().to_owned(),
        Type::Named(index) => service.types.get(*index).map_or("?".to_owned(), |named| named.rust_name.clone()),
        Type::Array(array) => {
            let nil = if array.nullable_items { " or nil" } else { "" };
            let name = array.name.as_ref().map(|name| format!("{}{name} ", space(&array.namespace)));
            let items = if array.alternatives.is_empty() {
                format!("{}{}: {}", space(&array.item_namespace), array.item_name, self::kind(service, &array.item))
            } else {
                let all: Vec<String> = array.alternatives.iter().map(|member| self::member(service, member)).collect();
                all.join(" | ")
            };
            format!("{}[{items}{nil}]", name.unwrap_or_default())
        }
        Type::List(item) => format!("list of {}", self::kind(service, item)),
        Type::Any => "anyType".to_owned(),
        Type::Xml(kind) => kind.name().to_owned(),
    }
}

/// A namespace in braces; empty for the service's.
fn space(namespace: &Namespace) -> String {
    match namespace {
        Namespace::Service => String::new(),
        Namespace::None => "{}".to_owned(),
        Namespace::Of(uri) => format!("{{{uri}}}"),
    }
}
