//! Members: parameters, headers, parts of results, and the content of structures.

use asmx_gateway::type_name;
use asmx_types::{DeclaredColumn, EndDate, Member, Place, Presence, Role, plain_text};
use serde::Serialize;

use super::layout::Row;
use crate::cli::call;

/// A member in the words of its document.
#[derive(Serialize)]
pub(super) struct Described {
    /// The key in JSON.
    name: String,
    #[serde(rename = "type")]
    kind: String,
    /// `required`, `optional`, `nullable` or `choice`: one of the choices beside it.
    presence: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'static str>,
    /// The most digits behind the point of decimals.
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<u8>,
    /// Whether records at an end date belong to a response.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'static str>,
    /// The step of the times that are compared with an end date.
    #[serde(skip_serializing_if = "Option::is_none")]
    resolution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    secret: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    documentation: String,
}

pub(super) fn all(members: &'static [Member]) -> Vec<Described> {
    members.iter().flat_map(|member| of(member, false)).collect()
}

/// A choice has an entry for each alternative.
fn of(member: &'static Member, is_chosen: bool) -> Vec<Described> {
    let alternatives: Vec<Described> = match member.place {
        Place::Choice(alternatives) => alternatives.iter().flat_map(|one| of(one, true)).collect(),
        _ => Vec::new(),
    };
    if !alternatives.is_empty() && !member.repeated {
        return alternatives;
    }
    let one = match member.place {
        Place::Choice(_) => {
            let names: Vec<&str> = alternatives.iter().map(|one| one.name.as_str()).collect();
            format!("one of {}", names.join(", "))
        }
        Place::AnyElements => "undeclared elements".to_owned(),
        Place::AnyAttributes => "undeclared attributes".to_owned(),
        Place::Mixed => "text and elements".to_owned(),
        Place::Element | Place::Attribute | Place::Text => match member.content {
            Some(content) => format!("string of {}", content.title()),
            None => type_name(member.kind),
        },
    };
    vec![Described {
        name: call::key(member),
        kind: if member.repeated { format!("array of {one}") } else { one },
        presence: if is_chosen { "choice" } else { presence(member) },
        default: member.default,
        scale: member.scale,
        end: member.end.map(EndDate::name),
        resolution: member.resolution.map(|step| step.to_string()),
        role: member.role.map(Role::name),
        secret: member.secret,
        documentation: plain_text(member.doc),
    }]
}

pub(super) fn columns(columns: &'static [DeclaredColumn]) -> Vec<Described> {
    let of = |column: &DeclaredColumn| Described {
        name: column.name.to_owned(),
        kind: column.kind.name().to_owned(),
        presence: if column.required { "required" } else { "optional" },
        default: None,
        scale: column.scale,
        end: None,
        resolution: None,
        role: None,
        secret: false,
        documentation: plain_text(column.doc),
    };
    columns.iter().map(of).collect()
}

/// A member with a default may be left out, although a complete message has it.
fn presence(member: &Member) -> &'static str {
    match member.presence {
        Presence::Required if member.default.is_some() => "optional",
        Presence::Required => "required",
        Presence::Optional => "optional",
        Presence::Nullable => "nullable",
        Presence::OptionalNullable => "optional, nullable",
    }
}

impl Described {
    fn annotations(&self) -> String {
        let default = self.default.map(|text| format!("default `{text}`"));
        let scale = self.scale.map(|digits| format!("scale {digits}"));
        let secret = self.secret.then(|| "secret".to_owned());
        let role = self.role.map(|role| format!("role {role}"));
        let end = self.end.map(|end| format!("end {end}"));
        let resolution = self.resolution.as_ref().map(|step| format!("resolution {step}"));
        let all = [Some(self.presence.to_owned()), default, scale, end, resolution, secret, role];
        all.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

pub(super) fn rows(members: &[Described]) -> Vec<Row> {
    let row = |member: &Described| Row {
        cells: vec![member.name.clone(), member.kind.clone(), member.annotations()],
        words: member.documentation.clone(),
    };
    members.iter().map(row).collect()
}
