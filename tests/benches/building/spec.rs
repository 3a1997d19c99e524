//! The made-up service as a spec for asmx-codegen.

use crate::synthetic::{AREAS, Entry, GROUPS, Kind, NamedType, Operation, Parameter, ResultKind, Service, VALUES};

/// The file name that the spec goes by.
pub(crate) const NAME: &str = "synthetic.xml";

/// The name of the service, which the client struct has too.
pub(crate) const SERVICE: &str = "Synthetic";

/// The spec's text.
pub(crate) fn text(service: &Service) -> String {
    let mut out =
        format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<service name=\"{SERVICE}\" path=\"/api.asmx\">\n");
    out.push_str("  <doc>A service of any size, for measuring.</doc>\n");
    out.push_str("  <group name=\"Credentials\" role=\"credentials\">\n");
    out.push_str(
        "    <param name=\"Username\" type=\"string\" role=\"username\"><doc>User name of the account.</doc></param>\n",
    );
    out.push_str("    <param name=\"Password\" type=\"string\" role=\"password\" secret=\"true\"><doc>Its password.</doc></param>\n");
    out.push_str("  </group>\n");
    for group in GROUPS {
        let role = group.role.map(|role| format!(" role=\"{role}\"")).unwrap_or_default();
        out.push_str(&format!("  <group name=\"{}\"{role}>\n", group.name));
        out.extend(group.parameters.iter().map(|one| parameter(service, "    ", one)));
        out.push_str("  </group>\n");
    }
    out.extend(service.types.iter().map(|named| named_type(service, named)));
    out.push_str("  <common><use group=\"Credentials\"/></common>\n");
    for (index, (name, title)) in AREAS.into_iter().enumerate() {
        out.push_str(&format!("  <area name=\"{name}\" title=\"{title}\">\n    <doc>{title} of an account.</doc>\n"));
        out.extend(service.operations.iter().filter(|one| one.area == index).map(|one| operation(service, one)));
        out.push_str("  </area>\n");
    }
    out.push_str("</service>\n");
    out
}

fn named_type(service: &Service, named: &NamedType) -> String {
    let name = &named.name;
    let Some(members) = &named.members else {
        let values: String = VALUES.iter().map(|value| format!("<value name=\"{value}\"/>")).collect();
        return format!("  <enum name=\"{name}\"><doc>A choice of {name}.</doc>{values}</enum>\n");
    };
    let members: String = members.iter().map(|member| parameter(service, "    ", member)).collect();
    format!("  <structure name=\"{name}\">\n    <doc>An item of {name}.</doc>\n{members}  </structure>\n")
}

fn operation(service: &Service, operation: &Operation) -> String {
    let (name, result) = (&operation.name, operation.result.spec_name(service));
    let is_type = matches!(operation.result, ResultKind::Type(_));
    let word = if is_type { String::new() } else { format!(" result=\"{result}\"") };
    let mut out = format!("    <operation name=\"{name}\"{word} effect=\"read\">\n");
    out.push_str(&format!("      <doc>{}</doc>\n", operation.doc));
    out.extend(operation.entries.iter().map(|entry| match entry {
        Entry::Parameter(one) => parameter(service, "      ", one),
        Entry::Group(group) => format!("      <use group=\"{}\"/>\n", group.name),
    }));
    if is_type {
        out.push_str(&format!("      <result type=\"{result}\"/>\n"));
    }
    out.push_str("    </operation>\n");
    out
}

fn parameter(service: &Service, indent: &str, parameter: &Parameter) -> String {
    let kind = match parameter.kind {
        Kind::Text => "type=\"string\"".to_owned(),
        Kind::Int => "type=\"int\"".to_owned(),
        Kind::Long => "type=\"long\"".to_owned(),
        Kind::Texts => "type=\"string\" array=\"true\"".to_owned(),
        Kind::Type(index) => format!("type=\"{}\"", service.name_of(index)),
        Kind::Types(index) => format!("type=\"{}\" array=\"true\"", service.name_of(index)),
    };
    let role = parameter.role.map(|role| format!(" role=\"{role}\"")).unwrap_or_default();
    format!("{indent}<param name=\"{}\" {kind}{role}><doc>{}</doc></param>\n", parameter.name, parameter.doc)
}
