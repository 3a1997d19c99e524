//! Roles: suggests some for new parameters, and removes those that no longer fit.

use std::collections::{BTreeSet, HashMap, HashSet};

use asmx_codegen::model::{Member, NamedType, NamedTypeKind, Operation, Role, Service, Type};
use asmx_codegen::resolve::{PARTNERS, lose_sessions, misfit};
use asmx_import::import::credentials::HEADER;
use asmx_import::write::keys::encoded;

use super::members::Indexed;

/// The roles that the spec gives to parameters of each name.
pub(super) struct Known<'a>(HashMap<&'a str, HashSet<Option<Role>>>);

impl<'a> Known<'a> {
    pub(super) fn new(old: &'a Service) -> Self {
        let mut known: HashMap<&str, HashSet<Option<Role>>> = HashMap::new();
        for member in old.common.iter().chain(old.operations.iter().flat_map(|operation| &operation.parameters)) {
            known.entry(&member.name).or_default().insert(member.role);
        }
        Self(known)
    }

    /// Removes suggested roles of new parameters that another parameter has, or that the spec withholds from parameters of that name. `has` are the
    /// roles given elsewhere.
    pub(super) fn settle(&self, parameters: &mut [Indexed], mut has: HashSet<Role>) {
        has.extend(parameters.iter().filter(|(_, from)| from.is_some()).filter_map(|(member, _)| member.role));
        for (member, _) in parameters.iter_mut().filter(|(_, from)| from.is_none()) {
            let is_known = |role| self.0.get(member.name.as_str()).is_none_or(|roles| roles.contains(&Some(role)));
            member.role = member.role.filter(|role| is_known(*role) && has.insert(*role));
        }
    }
}

fn removal(name: &str, role: Role, why: &str) -> String {
    format!("{name} lost the role `{}`: {why}", role.name())
}

/// Removes roles that no longer fit the types. Returns sentences about them.
pub(super) fn fit<'a>(parameters: impl Iterator<Item = &'a mut Member>) -> Vec<String> {
    let mut notes = Vec::new();
    for member in parameters {
        if let Some(role) = member.role.filter(|role| misfit(*role, member).is_some()) {
            member.role = None;
            notes.push(removal(&member.name, role, "its type does not fit"));
        }
    }
    notes
}

/// Removes roles that no longer fit. `parameters` are all that the operation takes. Returns sentences about them.
pub(super) fn settle(operation: &mut Operation, parameters: &mut [&mut Member]) -> Vec<String> {
    let mut notes = fit(parameters.iter_mut().map(|member| &mut **member));
    let mut lose = |member: &mut Member, why: &str| {
        if let Some(role) = member.role.take() {
            notes.push(removal(&member.name, role, why));
        }
    };
    let mut forms: HashMap<Role, bool> = HashMap::new();
    for member in parameters.iter() {
        if let Some(role @ (Role::FieldNames | Role::FieldValues)) = member.role {
            forms.insert(role, matches!(member.kind, Type::Array(_)));
        }
    }
    if forms.get(&Role::FieldNames).zip(forms.get(&Role::FieldValues)).is_some_and(|(one, two)| one != two) {
        for member in parameters.iter_mut().filter(|member| member.role.is_some_and(|role| forms.contains_key(&role))) {
            lose(member, "only one of the field names and values is an array");
        }
    }
    let delimiters = [Role::RowDelimiter, Role::ColumnDelimiter, Role::TextQualifier];
    let has = |parameters: &[&mut Member], role: Role| parameters.iter().any(|member| member.role == Some(role));
    let is_delimited = operation.is_delimited();
    let can_be = delimiters.iter().take(2).all(|role| has(parameters, *role));
    if !is_delimited || !can_be {
        for member in parameters.iter_mut().filter(|member| member.role.is_some_and(|role| delimiters.contains(&role)))
        {
            lose(member, "the result is not delimited");
        }
    }
    // Removing one role may invalidate another.
    loop {
        let lacking = PARTNERS.iter().find(|(role, partners)| {
            has(parameters, *role) && !partners.iter().any(|partner| has(parameters, *partner))
        });
        let Some((role, partners)) = lacking else { break };
        let partners: Vec<String> = partners.iter().map(|partner| format!("`{}`", partner.name())).collect();
        let why = format!("no parameter has the role {}", partners.join(" or "));
        for member in parameters.iter_mut().filter(|member| member.role == Some(*role)) {
            lose(member, &why);
        }
    }
    if is_delimited && !can_be {
        operation.outputs.iter_mut().for_each(|result| result.role = None);
        let columns = operation.table.take().map_or("", |_| ", and its columns were removed");
        notes.push(format!("its result is now `string`, because no parameter sets the delimiters{columns}"));
    }
    notes
}

/// Removes roles of members that no longer fit the types. Returns sentences with the names of the types.
pub(super) fn fit_members(types: &mut [NamedType]) -> Vec<String> {
    let mut notes = Vec::new();
    for named in types {
        if let NamedTypeKind::Structure(structure) = &mut named.kind {
            let misfits = fit(structure.members.iter_mut());
            notes.extend(misfits.into_iter().map(|note| format!("{}: {note}", encoded(&named.name))));
        }
    }
    notes
}

/// Does so for headers, and removes session roles that only requests or only responses still have.
pub(super) fn fit_headers<'a>(operations: impl Iterator<Item = &'a mut Operation>) -> Vec<String> {
    let mut all: Vec<&mut Operation> = operations.collect();
    let mut notes = BTreeSet::new();
    for operation in &mut all {
        let messages = &mut operation.messages;
        notes.extend(fit(messages.request_headers.iter_mut().chain(&mut messages.response_headers)));
    }
    let sessions = lose_sessions(all.into_iter());
    notes.extend(sessions.iter().map(|(name, lacking)| removal(name, Role::Session, &format!("no {lacking} has it"))));
    notes.into_iter().map(|note| format!("{HEADER}: {note}")).collect()
}
