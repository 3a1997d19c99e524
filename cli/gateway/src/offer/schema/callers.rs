//! The share of callers in a message: what they see of it, and what they must give.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use asmx_runtime::json::{self, MemberOf, RequestRules};
use asmx_types::xml_name::encode_local_name;
use asmx_types::{Member, Place, Role, Type};
use serde_json::{Map, Value as Json};

/// The share of callers in messages: they see and give the parts that the gateway does not fill in.
#[derive(Clone, Default)]
pub(crate) struct Callers {
    with_secrets: bool,
    /// Whether the target fills in the members that have the role of a credential.
    fills_credentials: bool,
    /// Parameters that the gateway gives, by name: whether it gives all of them. A part of a structure may be given, and the rest be the caller's.
    parameters: HashMap<String, bool>,
    /// Members of structures that the gateway gives a value, by key, whatever structure has them.
    members: HashSet<String>,
}

impl Callers {
    /// Lets callers see and give secrets.
    pub(crate) const fn with_secrets(mut self, on: bool) -> Self {
        self.with_secrets = on;
        self
    }

    /// Requires no member that the target's credentials fill in.
    pub(crate) const fn filling_credentials(mut self, on: bool) -> Self {
        self.fills_credentials = on;
        self
    }

    /// Requires nothing that these parameters and headers give.
    pub(crate) fn filling_values(mut self, parameters: &Map<String, Json>, headers: &Map<String, Json>) -> Self {
        self.parameters = parameters.iter().map(|(name, value)| (name.clone(), !value.is_object())).collect();
        let mut waiting: Vec<&Json> = parameters.values().chain(headers.values()).collect();
        while let Some(value) = waiting.pop() {
            for (key, member) in value.as_object().into_iter().flatten() {
                self.members.insert(key.clone());
                waiting.push(member);
            }
        }
        self
    }

    /// Whether callers see and give secrets.
    pub(crate) const fn see_secrets(&self) -> bool {
        self.with_secrets
    }

    /// Whether callers see the member.
    pub(crate) fn see(&self, member: &Member) -> bool {
        self.with_secrets || !member.holds_secret()
    }

    /// Whether callers see the SOAP header. One without visible members is for the service's credentials.
    pub(crate) fn see_header(&self, header: &Member) -> bool {
        let is_session = header.role == Some(Role::Session) && !self.with_secrets;
        let is_visible = |member: &Member| self.see(member) && member.place != Place::AnyAttributes;
        let has_visible = match header.kind {
            Type::Structure(structure) => structure.members().iter().any(is_visible),
            _ => true,
        };
        !is_session && self.see(header) && has_visible
    }

    /// Whether the gateway gives the parameter of that name, all of it.
    pub(crate) fn lack_parameter(&self, name: &str) -> bool {
        self.parameters.get(name).is_some_and(|is_whole| *is_whole)
    }

    /// Whether callers must give the parameter of that name.
    pub(crate) fn must_give_parameter(&self, name: &str, parameter: &Member) -> bool {
        self.must_give(parameter) && !self.parameters.contains_key(name)
    }

    /// Whether callers must give the member of a structure.
    pub(crate) fn must_give_member(&self, member: &Member) -> bool {
        self.must_give(member) && !self.members.contains(json::key(member).as_ref())
    }

    /// Whether a request lacks something without the member, whoever gives it.
    pub(crate) fn must_give(&self, member: &Member) -> bool {
        let is_filled = self.fills_credentials && member.role.is_some_and(Role::is_credential);
        member.must_be_given() && !is_filled && self.see(member)
    }
}

impl RequestRules for Callers {
    fn may_give(&self, of: MemberOf, member: &Member) -> bool {
        match of {
            MemberOf::Headers => self.see_header(member),
            MemberOf::Common if !self.with_secrets => false,
            MemberOf::Common | MemberOf::Operation => {
                self.see(member) && !names(member).iter().any(|name| self.lack_parameter(name))
            }
            _ => self.see(member),
        }
    }

    fn must_give(&self, of: MemberOf, member: &Member) -> bool {
        match of {
            MemberOf::Headers => false,
            MemberOf::Common if !self.with_secrets => false,
            MemberOf::Common | MemberOf::Operation => {
                names(member).iter().all(|name| self.must_give_parameter(name, member))
            }
            _ => self.must_give_member(member),
        }
    }
}

/// The names of a parameter: it may be called as its element or its part, with characters that names in XML cannot have or without.
pub(crate) fn names(parameter: &Member) -> [Cow<'static, str>; 4] {
    let part = parameter.part_name();
    [json::key(parameter), encode_local_name(part), Cow::Borrowed(parameter.name), Cow::Borrowed(part)]
}
