//! Members: parameters, headers, parts of results, and the content of structures.

use asmx_types::outline::{self, Line};
use asmx_types::{DeclaredColumn, EndDate, Member, Role, plain_text};
use serde::Serialize;

use super::layout::Row;

/// A member or a column in the words of its document.
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
    outline::of_members(members).into_iter().map(Described::from).collect()
}

pub(super) fn columns(columns: &'static [DeclaredColumn]) -> Vec<Described> {
    outline::of_columns(columns).into_iter().map(Described::from).collect()
}

impl From<Line> for Described {
    fn from(Line { key, type_words, presence, facets, doc, .. }: Line) -> Self {
        Self {
            name: key.into_owned(),
            kind: type_words,
            presence,
            default: facets.default,
            scale: facets.scale,
            end: facets.end.map(EndDate::name),
            resolution: facets.resolution.map(|step| step.to_string()),
            role: facets.role.map(Role::name),
            secret: facets.secret,
            documentation: plain_text(doc),
        }
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
