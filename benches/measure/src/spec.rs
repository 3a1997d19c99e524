//! The made-up service as a spec for asmx-codegen.

use crate::synthetic::{AREAS, Entry, GROUPS, Kind, Operation, Parameter, Service};

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
        out.extend(group.parameters.iter().map(|one| parameter("    ", one)));
        out.push_str("  </group>\n");
    }
    out.push_str("  <common><use group=\"Credentials\"/></common>\n");
    for (index, (name, title)) in AREAS.into_iter().enumerate() {
        out.push_str(&format!("  <area name=\"{name}\" title=\"{title}\">\n    <doc>{title} of an account.</doc>\n"));
        out.extend(service.operations.iter().filter(|one| one.area == index).map(operation));
        out.push_str("  </area>\n");
    }
    out.push_str("</service>\n");
    out
}

fn operation(operation: &Operation) -> String {
    let (name, result) = (&operation.name, operation.result.spec_name());
    let mut out = format!("    <operation name=\"{name}\" result=\"{result}\" effect=\"read\">\n");
    out.push_str(&format!("      <doc>{}</doc>\n", operation.doc));
    out.extend(operation.entries.iter().map(|entry| match entry {
        Entry::Parameter(one) => parameter("      ", one),
        Entry::Group(group) => format!("      <use group=\"{}\"/>\n", group.name),
    }));
    out.push_str("    </operation>\n");
    out
}

fn parameter(indent: &str, parameter: &Parameter) -> String {
    let kind = match parameter.kind {
        Kind::Text => "type=\"string\"",
        Kind::Int => "type=\"int\"",
        Kind::Long => "type=\"long\"",
        Kind::Texts => "type=\"string\" array=\"true\"",
    };
    let role = parameter.role.map(|role| format!(" role=\"{role}\"")).unwrap_or_default();
    format!("{indent}<param name=\"{}\" {kind}{role}><doc>{}</doc></param>\n", parameter.name, parameter.doc)
}
