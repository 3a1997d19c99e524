//! The share of callers in a message: what they see of it, and what they must give.

use std::collections::HashSet;

use asmx_runtime::json;
use asmx_types::{Member, Role};
use serde_json::{Map, Value as Json};

/// The share of callers in messages: they see and give the parts that the gateway does not fill in.
#[derive(Clone, Default)]
pub(crate) struct Callers {
    with_secrets: bool,
    /// Whether the target fills in the members that have the role of a credential.
    fills_credentials: bool,
    /// Parameters that the gateway gives, by name.
    parameters: Map<String, Json>,
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
    pub(crate) fn given(mut self, parameters: &Map<String, Json>, headers: &Map<String, Json>) -> Self {
        self.parameters.clone_from(parameters);
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

    /// Whether the gateway gives the parameter of that name, all of it. A part of a structure may be given, and the rest be the caller's.
    pub(crate) fn lack_parameter(&self, name: &str) -> bool {
        self.parameters.get(name).is_some_and(|value| !value.is_object())
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
