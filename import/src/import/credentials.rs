//! Credentials and other secrets among parameters, headers and members of structures. They are recognised by their names.
//!
//! A value gets a role only if its place confirms its name: in headers of requests, in structures that are called after credentials, in parameters
//! that most operations take. Elsewhere it may be data, such as the password of a user who is created: it is secret and has no role. The
//! report lists all of them, so that a person decides.

use std::collections::{BTreeMap, BTreeSet};

use asmx_codegen::model::{Member, NamedType, Operation, Place, ResultForm, Role, Service, Style, Type, Walk};
use asmx_types::xml_name::encode_local_name;

use crate::name_hints::{Credential, credential, is_secret, sounds_like_credentials, sounds_like_session};

/// Marks what is secret, and gives credentials and sessions their roles. What every operation takes first becomes common.
pub(super) fn mark(service: &mut Service) {
    hide(service);
    give_sessions(service);
    let structures = structures_of_credentials(service);
    for (index, named) in service.types.iter_mut().enumerate() {
        if let Some(structure) = named.structure_mut().filter(|_| structures.contains(&index)) {
            give(&mut structure.members, &[], |_| true);
        }
    }
    for operation in &mut service.operations {
        let messages = &mut operation.messages;
        give(&mut messages.request_headers, &[], |_| true);
        // One of both messages is one header.
        for header in &mut messages.response_headers {
            if let Some(request) = messages.request_headers.iter().find(|request| is_same(request, header)) {
                (header.role, header.secret) = (request.role, request.secret);
            }
        }
    }
    service.common = common(&mut service.operations);
    give(&mut service.common, &[], |_| true);
    give_what_most_take(service);
}

fn hide(service: &mut Service) {
    let of_types = service.types.iter_mut().filter_map(NamedType::structure_mut).flat_map(|one| &mut one.members);
    let of_operations = service.operations.iter_mut().flat_map(Operation::members_mut);
    let mut waiting: Vec<&mut Member> = service.common.iter_mut().chain(of_types).chain(of_operations).collect();
    while let Some(member) = waiting.pop() {
        member.secret |= is_secret(member);
        if let Place::Choice(alternatives) = &mut member.place {
            waiting.extend(alternatives);
        }
    }
    // A lone result is called after its operation, so its name tells little of its value.
    let lone = service.operations.iter_mut().filter(|operation| operation.result != ResultForm::Parts);
    lone.flat_map(|operation| &mut operation.outputs).for_each(|result| result.secret = false);
}

fn with_alternatives(members: &[Member]) -> Vec<&Member> {
    let mut all: Vec<&Member> = members.iter().collect();
    let mut at = 0;
    while let Some(member) = all.get(at) {
        if let Place::Choice(alternatives) = &member.place {
            all.extend(alternatives);
        }
        at += 1;
    }
    all
}

/// What stands for the name of an operation that has a header.
pub const HEADER: &str = "header";

/// Everything that has a value, with the name of what it belongs to: `common` stands for that of every operation.
pub fn owned<'a>(service: &'a Service, common: &'a str) -> Vec<(&'a str, &'a Member)> {
    let mut all: Vec<(&str, &Member)> = service.common.iter().map(|member| (common, member)).collect();
    for operation in &service.operations {
        let outputs = Some(&operation.outputs).filter(|_| operation.result == ResultForm::Parts);
        let parts =
            [Some(&operation.parameters), outputs].into_iter().flatten().flat_map(|parts| with_alternatives(parts));
        all.extend(parts.map(|member| (operation.name.as_str(), member)));
        let headers = operation.messages.request_headers.iter().chain(&operation.messages.response_headers);
        all.extend(headers.map(|header| (HEADER, header)));
    }
    for (named, structure) in service.types.iter().filter_map(|named| Some((named, named.structure()?))) {
        all.extend(with_alternatives(&structure.members).into_iter().map(|member| (named.name.as_str(), member)));
    }
    all
}

/// Sentences for those that have a role or are secret; each comes with the name of what has it.
pub fn sentences<'a>(all: impl IntoIterator<Item = (&'a str, &'a Member)>) -> Vec<String> {
    let mut told: Vec<(Option<Role>, Vec<String>)> =
        Role::ALL.iter().map(|(_, role)| Some(*role)).chain([None]).map(|role| (role, Vec::new())).collect();
    for (owner, member) in all.into_iter().filter(|(_, member)| member.role.is_some() || member.secret) {
        let places = told.iter_mut().find(|(role, _)| *role == member.role).map(|(_, places)| places);
        let place = format!("{owner}.{}", encode_local_name(&member.name));
        // A header may be one of several messages.
        if let Some(places) = places.filter(|places| !places.contains(&place)) {
            places.push(place);
        }
    }
    let told = told.into_iter().filter(|(_, places)| !places.is_empty()).map(|(role, places)| {
        let (by, they) = if places.len() == 1 { ("by its name", "it") } else { ("by their names", "they") };
        let places = places.join(", ");
        match role {
            Some(role) => format!("role=\"{}\" {by}: {places}", role.name()),
            None => format!("secret {by}, without a role because {they} may be data: {places}"),
        }
    });
    told.collect()
}

/// Gives members the roles that their names tell, each once, if `is_one` says so; `others` has the roles that are given elsewhere. A user
/// name alone says nothing, and of a password without a user name nobody knows whose it is.
fn give(members: &mut [Member], others: &[Role], is_one: impl Fn(&Member) -> bool) {
    let role = |member: &Member| credential(member).filter(|_| is_one(member)).and_then(Credential::role);
    let found: Vec<Role> = members.iter().filter_map(role).chain(others.iter().copied()).collect();
    let has = |wanted: Role| found.contains(&wanted);
    let mut given = others.to_vec();
    for member in members.iter_mut().filter(|member| member.role.is_none()) {
        let Some(role) = role(member) else { continue };
        let is_complete = match role {
            Role::Username => has(Role::Password) || has(Role::Key) || has(Role::Token),
            Role::Password => has(Role::Username),
            _ => true,
        };
        if is_complete && !given.contains(&role) {
            given.push(role);
            member.role = Some(role);
            member.secret |= role.is_secret();
        }
    }
}

const fn are_most(count: usize, operations: usize) -> bool {
    count > 1 && count * 2 > operations
}

/// The structures whose members are credentials, if they are called so: those of headers, those that are called so themselves, and those
/// that most operations take. What a response has, and of what there may be several, is data.
fn structures_of_credentials(service: &Service) -> BTreeSet<usize> {
    let types = &service.types;
    let is_called_so =
        |index: usize| types.get(index).is_some_and(|named: &NamedType| sounds_like_credentials(&named.name));
    let (mut data, mut plain, mut called_so) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut of_headers, mut counts) = (BTreeSet::new(), BTreeMap::<usize, usize>::new());
    for operation in &service.operations {
        operation.outputs.iter().for_each(|output| reach_all(types, output, &mut data));
        let mut taken = BTreeSet::new();
        for parameter in &operation.parameters {
            let mut reached = BTreeSet::new();
            reach_one(types, parameter, &mut reached, &mut data);
            taken.extend(&reached);
            let is_all_so = sounds_like_credentials(&parameter.name)
                || matches!(&parameter.kind, Type::Named(index) if is_called_so(*index));
            for index in reached {
                if is_all_so || is_called_so(index) {
                    called_so.insert(index)
                } else {
                    plain.insert(index)
                };
            }
        }
        for index in taken {
            *counts.entry(index).or_default() += 1;
        }
        let headers = &operation.messages.request_headers;
        for header in headers.iter().filter(|header| header.role != Some(Role::Session)) {
            reach_one(types, header, &mut of_headers, &mut data);
        }
    }
    let of_most = counts.into_iter().filter(|(_, count)| are_most(*count, service.operations.len()));
    let mut all: BTreeSet<usize> = of_headers.difference(&plain).copied().collect();
    all.extend(called_so);
    all.extend(of_most.map(|(index, _)| index));
    all.difference(&data).copied().collect()
}

/// The structures that a member holds one of; those of which there may be several, or which are chosen, are data.
fn reach_one(types: &[NamedType], member: &Member, reached: &mut BTreeSet<usize>, data: &mut BTreeSet<usize>) {
    let mut waiting: Vec<&Member> = vec![member];
    while let Some(member) = waiting.pop() {
        match (&member.place, &member.kind) {
            (Place::Element, Type::Named(index)) if !member.repeated => {
                // Of one that is derived the members of its base are members too.
                let mut next = Some(*index);
                while let Some(structure) =
                    next.filter(|index| reached.insert(*index)).and_then(|index| types.get(index)?.structure())
                {
                    waiting.extend(&structure.members);
                    next = structure.base;
                }
            }
            _ => reach_all(types, member, data),
        }
    }
}

/// The named types that values hold, in whatever way.
fn reach_all(types: &[NamedType], values: &impl Walk, reached: &mut BTreeSet<usize>) {
    let mut waiting = Vec::new();
    values.each_named(&mut |number| waiting.push(number));
    while let Some(number) = waiting.pop() {
        if reached.insert(number)
            && let Some(structure) = types.get(number).and_then(NamedType::structure)
        {
            waiting.extend(structure.base);
            structure.members.each_named(&mut |number| waiting.push(number));
        }
    }
}

/// Takes the credentials that every operation takes first out of all of them.
fn common(operations: &mut [Operation]) -> Vec<Member> {
    let takes_all = |operation: &Operation| operation.messages.style == Style::Wrapped;
    let Some((first, rest)) = operations.split_first() else { return Vec::new() };
    if rest.is_empty() || !takes_all(first) || !rest.iter().all(takes_all) {
        return Vec::new();
    }
    let is_common = |(place, member): &(usize, &Member)| {
        credential(member).is_some() && rest.iter().all(|operation| operation.parameters.get(*place) == Some(*member))
    };
    let common: Vec<Member> =
        first.parameters.iter().enumerate().take_while(is_common).map(|(_, member)| member.clone()).collect();
    // An account or the like alone does not say who calls.
    let says_who = common.iter().any(|member| credential(member) != Some(Credential::Account));
    if !says_who {
        return Vec::new();
    }
    for operation in operations {
        operation.parameters.drain(..common.len().min(operation.parameters.len()));
    }
    common
}

fn give_what_most_take(service: &mut Service) {
    let all = service.operations.len();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for operation in &service.operations {
        let credentials = operation.parameters.iter().filter(|member| credential(member).is_some());
        let names: BTreeSet<&String> = credentials.map(|member| &member.name).collect();
        for name in names {
            *counts.entry(name.clone()).or_default() += 1;
        }
    }
    let common: Vec<Role> = service.common.iter().filter_map(|member| member.role).collect();
    for operation in &mut service.operations {
        give(&mut operation.parameters, &common, |member| {
            counts.get(&member.name).is_some_and(|count| are_most(*count, all))
        });
    }
}

fn is_same(one: &Member, other: &Member) -> bool {
    one.name == other.name && one.namespace == other.namespace
}

/// Gives headers of a session their role: those that some operation only answers, that others take, and that are called so.
fn give_sessions(service: &mut Service) {
    let has = |headers: &[Member], header: &Member| headers.iter().any(|other| is_same(other, header));
    let messages = || service.operations.iter().map(|operation| &operation.messages);
    let only_answered =
        messages().flat_map(|one| one.response_headers.iter().filter(|header| !has(&one.request_headers, header)));
    let is_taken = |header: &&Member| messages().any(|one| has(&one.request_headers, header));
    let of_session: Vec<Member> =
        only_answered.filter(is_taken).filter(|header| sounds_like_session(&header.name)).cloned().collect();
    for operation in &mut service.operations {
        let messages = &mut operation.messages;
        for header in messages.request_headers.iter_mut().chain(&mut messages.response_headers) {
            if of_session.iter().any(|one| is_same(one, header)) {
                header.secret = true;
                header.role = Some(Role::Session);
            }
        }
    }
}
