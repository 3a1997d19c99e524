//! Finds credentials and other secrets among parameters, headers and members, by their names.
//!
//! A value gets a role only if its place confirms its name: request headers, structures named after credentials, and parameters that most operations
//! take. Elsewhere it may be data, such as the password of a new user: it becomes secret and gets no role. The report lists all of them for a person
//! to decide.

use std::collections::{BTreeMap, BTreeSet};

use asmx_codegen::model::{Member, NamedType, Operation, Place, Role, Service, Style, Type, Walk, kinds};
use asmx_types::xml_name::encode_local_name;

use crate::name_hints::{
    Credential, credential_behind, is_secret, shared_beginning, sounds_like_credentials, sounds_like_session,
};

/// Marks secrets, and gives credentials and sessions their roles. Credentials that lead the parameters of every operation become common.
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
        // A header of both messages is one header.
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
    let names_outputs: Vec<bool> =
        service.operations.iter().map(|operation| names_outputs(service, operation)).collect();
    let of_types =
        service.types.iter_mut().filter_map(NamedType::structure_mut).flat_map(|structure| &mut structure.members);
    let of_operations = service.operations.iter_mut().zip(names_outputs).flat_map(|(operation, names_outputs)| {
        let Operation { parameters, outputs, messages, .. } = operation;
        let headers = messages.request_headers.iter_mut().chain(&mut messages.response_headers);
        parameters.iter_mut().chain(outputs.iter_mut().filter(move |_| names_outputs)).chain(headers)
    });
    let mut waiting: Vec<&mut Member> = service.common.iter_mut().chain(of_types).chain(of_operations).collect();
    while let Some(member) = waiting.pop() {
        member.secret |= is_secret(member);
        if let Place::Choice(alternatives) = &mut member.place {
            waiting.extend(alternatives);
        }
    }
}

/// Whether its outputs are named for their values. A usual result is called after its operation, so its name tells little of its value.
fn names_outputs(service: &Service, operation: &Operation) -> bool {
    operation.usual_result(|kind| kind.kind(kinds(&service.types)).is_value()).is_none()
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

/// The owner's name for headers, which several operations may share.
pub const HEADER: &str = "header";

/// Every value with the name of its owner; `common` names the owner of common parameters.
pub fn owned<'a>(service: &'a Service, common: &'a str) -> Vec<(&'a str, &'a Member)> {
    let mut all: Vec<(&str, &Member)> = service.common.iter().map(|member| (common, member)).collect();
    for operation in &service.operations {
        let outputs = Some(&operation.outputs).filter(|_| names_outputs(service, operation));
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

/// One sentence per role, and one for secrets without a role, with the places of each.
pub fn sentences<'a>(all: impl IntoIterator<Item = (&'a str, &'a Member)>) -> Vec<String> {
    let mut by_role: Vec<(Option<Role>, Vec<String>)> =
        Role::ALL.iter().map(|(_, role)| Some(*role)).chain([None]).map(|role| (role, Vec::new())).collect();
    for (owner, member) in all.into_iter().filter(|(_, member)| member.role.is_some() || member.secret) {
        let paths = by_role.iter_mut().find(|(role, _)| *role == member.role).map(|(_, paths)| paths);
        let path = format!("{owner}.{}", encode_local_name(&member.name));
        // Several messages may share a header.
        if let Some(paths) = paths.filter(|paths| !paths.contains(&path)) {
            paths.push(path);
        }
    }
    let sentences = by_role.into_iter().filter(|(_, paths)| !paths.is_empty()).map(|(role, paths)| {
        let (name, it_is) = if paths.len() == 1 { ("its name", "it is") } else { ("their names", "they are") };
        let list = gathered(&paths).join(", ");
        match role {
            Some(role) => format!("role=\"{}\" because of {name}: {list}", role.name()),
            None => format!("hidden in logs because of {name}; if {it_is} your sign-in, add a role: {list}"),
        }
    });
    sentences.collect()
}

/// More places of one name are one item: `*.Pin (13)`.
const MOST_PLACES: usize = 3;

/// The places, with those of a name that has many as one item where its first place stood.
fn gathered(paths: &[String]) -> Vec<String> {
    let name = |path: &'_ String| path.rsplit_once('.').map_or_else(|| path.clone(), |(_, name)| name.to_owned());
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for path in paths {
        *counts.entry(name(path)).or_default() += 1;
    }
    let mut items = Vec::new();
    for path in paths {
        match counts.get_mut(&name(path)) {
            Some(count) if *count > MOST_PLACES => {
                items.push(format!("*.{} ({count})", name(path)));
                *count = 0;
            }
            Some(0) => {}
            _ => items.push(path.clone()),
        }
    }
    items
}

/// Gives the role that a name suggests, each role once, to the members that `is_one` accepts. `assigned` are roles that others have. A user name alone
/// and a password alone get no role.
fn give(members: &mut [Member], assigned: &[Role], is_one: impl Fn(&Member) -> bool) {
    let beginning = shared_beginning(members.iter().filter(|member| is_one(member)));
    let role = |member: &Member| {
        Some(member)
            .filter(|_| is_one(member))
            .and_then(|member| credential_behind(beginning.as_deref(), member)?.role())
    };
    let found: Vec<Role> = members.iter().filter_map(role).chain(assigned.iter().copied()).collect();
    let has = |wanted: Role| found.contains(&wanted);
    let mut assigned = assigned.to_vec();
    for member in members.iter_mut().filter(|member| member.role.is_none()) {
        let Some(role) = role(member) else { continue };
        let is_complete = match role {
            Role::Username => has(Role::Password) || has(Role::Key) || has(Role::Token),
            Role::Password => has(Role::Username),
            _ => true,
        };
        if is_complete && !assigned.contains(&role) {
            assigned.push(role);
            member.role = Some(role);
            member.secret |= role.is_secret();
        }
    }
}

const fn are_most(count: usize, operations: usize) -> bool {
    count > 1 && count * 2 > operations
}

/// Structures whose members are credentials: those of request headers, those named after credentials, and those that most operations take. Structures
/// of responses, and structures that may repeat, are data.
fn structures_of_credentials(service: &Service) -> BTreeSet<usize> {
    let types = &service.types;
    let is_called_so =
        |index: usize| types.get(index).is_some_and(|named: &NamedType| sounds_like_credentials(&named.name));
    let (mut data, mut unnamed, mut called_so) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut of_headers, mut counts) = (BTreeSet::new(), BTreeMap::<usize, usize>::new());
    for operation in &service.operations {
        operation.outputs.iter().for_each(|output| reach_all(types, output, &mut data));
        let mut requested = BTreeSet::new();
        for parameter in &operation.parameters {
            let mut reached = BTreeSet::new();
            reach_one(types, parameter, &mut reached, &mut data);
            requested.extend(&reached);
            let is_all_so = sounds_like_credentials(&parameter.name)
                || matches!(&parameter.kind, Type::Named(index) if is_called_so(*index));
            for index in reached {
                if is_all_so || is_called_so(index) {
                    called_so.insert(index)
                } else {
                    unnamed.insert(index)
                };
            }
        }
        for index in requested {
            *counts.entry(index).or_default() += 1;
        }
        let headers = &operation.messages.request_headers;
        for header in headers.iter().filter(|header| header.role != Some(Role::Session)) {
            reach_one(types, header, &mut of_headers, &mut data);
        }
    }
    let of_most = counts.into_iter().filter(|(_, count)| are_most(*count, service.operations.len()));
    let mut all: BTreeSet<usize> = of_headers.difference(&unnamed).copied().collect();
    all.extend(called_so);
    all.extend(of_most.map(|(index, _)| index));
    all.difference(&data).copied().collect()
}

/// The structures that `member` holds exactly once. Repeated and alternative ones go to `data`.
fn reach_one(types: &[NamedType], member: &Member, reached: &mut BTreeSet<usize>, data: &mut BTreeSet<usize>) {
    let mut waiting: Vec<&Member> = vec![member];
    while let Some(member) = waiting.pop() {
        match (&member.place, &member.kind) {
            (Place::Element, Type::Named(index)) if !member.repeated => {
                // A derived structure also has the members of its base.
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

/// Every named type that the values can hold.
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

/// Removes the leading credentials that all operations share, and returns them.
fn common(operations: &mut [Operation]) -> Vec<Member> {
    let takes_all = |operation: &Operation| operation.messages.style == Style::Wrapped;
    let Some((first, rest)) = operations.split_first() else { return Vec::new() };
    if rest.is_empty() || !takes_all(first) || !rest.iter().all(takes_all) {
        return Vec::new();
    }
    let beginning = shared_beginning(&first.parameters);
    let credential = |member: &Member| credential_behind(beginning.as_deref(), member);
    let is_common = |(index, member): &(usize, &Member)| {
        credential(member).is_some() && rest.iter().all(|operation| operation.parameters.get(*index) == Some(*member))
    };
    let common: Vec<Member> =
        first.parameters.iter().enumerate().take_while(is_common).map(|(_, member)| member.clone()).collect();
    // An account number alone does not identify the caller.
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
        let names: BTreeSet<&String> = operation.parameters.iter().map(|member| &member.name).collect();
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

fn is_same(left: &Member, right: &Member) -> bool {
    left.name == right.name && left.namespace == right.namespace
}

/// Gives session headers their role: headers with a session-like name that some operation only returns and others take.
fn give_sessions(service: &mut Service) {
    let has = |headers: &[Member], header: &Member| headers.iter().any(|other| is_same(other, header));
    let messages = || service.operations.iter().map(|operation| &operation.messages);
    let only_answered = messages()
        .flat_map(|messages| messages.response_headers.iter().filter(|header| !has(&messages.request_headers, header)));
    let is_taken = |header: &&Member| messages().any(|messages| has(&messages.request_headers, header));
    let of_session: Vec<Member> =
        only_answered.filter(is_taken).filter(|header| sounds_like_session(&header.name)).cloned().collect();
    for operation in &mut service.operations {
        let messages = &mut operation.messages;
        for header in messages.request_headers.iter_mut().chain(&mut messages.response_headers) {
            if of_session.iter().any(|known| is_same(known, header)) {
                header.secret = true;
                header.role = Some(Role::Session);
            }
        }
    }
}
