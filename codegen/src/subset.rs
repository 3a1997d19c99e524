//! A subset of a service: chosen operations, and the types that they need.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::str::Chars;

use crate::diagnostic::{did_you_mean, nearest, quoted, similar};
use crate::model::{Operation, Service, Transport, Walk as _};
use crate::reachability::{Bases, Reach};
use crate::resolve::lose_sessions;

const MOST_NAMES: usize = 3;

/// A pattern that matches no operation. `Display` suggests similar names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSuchOperation {
    pattern: String,
    service: String,
    nearest: Vec<String>,
}

impl NoSuchOperation {
    /// The error for a pattern that matches none of these operations.
    #[must_use]
    pub fn among<'a>(service: &str, operations: impl IntoIterator<Item = &'a str>, pattern: &str) -> Self {
        let nearest = near(operations.into_iter().collect(), pattern).into_iter().map(str::to_owned).collect();
        Self { pattern: pattern.to_owned(), service: service.to_owned(), nearest }
    }

    #[doc(hidden)]
    pub fn pattern(&self) -> &str {
        &self.pattern
    }

    /// The error for a name that several operations share. `operations` are their own names.
    #[must_use]
    pub fn shared<'a>(service: &str, operations: impl IntoIterator<Item = &'a str>, name: &str) -> Self {
        let nearest = operations.into_iter().take(MOST_NAMES).map(str::to_owned).collect();
        Self { pattern: name.to_owned(), service: service.to_owned(), nearest }
    }
}

impl fmt::Display for NoSuchOperation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pattern, service, nearest } = self;
        write!(formatter, "{} has no operation {}", quoted(service), quoted(pattern))?;
        let names: Vec<&str> = nearest.iter().map(String::as_str).collect();
        match names.as_slice() {
            [] => Ok(()),
            names => write!(formatter, "; {}", did_you_mean(names)),
        }
    }
}

impl Error for NoSuchOperation {}

/// Keeps the operations whose names match a pattern, and the types, areas and ports that they need. Rust names do not change. In a pattern
/// `*` is any text and `?` any character; a pattern without them must equal the name. A pattern that matches no name may be an operation's
/// Rust name or its request element. Without patterns, everything is kept.
///
/// Types are kept if the operations reach them: by parameters, results, headers and common parameters, with their bases and with the derived
/// types that may stand for them. A value of any type (`anyType`) reaches no types, so standalone arrays are left out.
///
/// # Errors
///
/// A pattern matches no operation.
pub fn only<P: AsRef<str>>(
    mut service: Service,
    patterns: impl IntoIterator<Item = P>,
) -> Result<Service, NoSuchOperation> {
    let Some(chosen) = chosen(&service, patterns)? else { return Ok(service) };
    let number = retain(&mut service.operations, &chosen);
    for operation in &mut service.operations {
        operation.variant_of = operation.variant_of.and_then(&number);
    }
    retain_areas(&mut service);
    retain_ports(&mut service);
    retain_types(&mut service);
    // A session needs operations that begin it and operations that use it.
    lose_sessions(service.operations.iter_mut());
    Ok(service)
}

/// The numbers of the operations whose names match a pattern; `None` without patterns.
#[doc(hidden)]
pub fn chosen<P: AsRef<str>>(
    service: &Service,
    patterns: impl IntoIterator<Item = P>,
) -> Result<Option<BTreeSet<usize>>, NoSuchOperation> {
    let mut chosen = None;
    for pattern in patterns {
        let pattern = pattern.as_ref();
        let found = |is_meant: &dyn Fn(&Operation) -> bool| -> Vec<usize> {
            let all = service.operations.iter().enumerate();
            all.filter(|(_, operation)| is_meant(operation)).map(|(index, _)| index).collect()
        };
        let mut matching = found(&|operation| name_matches(pattern, &operation.name));
        if matching.is_empty() {
            matching = found(&|operation| is_other_name(operation, pattern));
            if matching.len() != 1 {
                let names = service.operations.iter().map(|operation| operation.name.as_str());
                return Err(NoSuchOperation::among(&service.name, names, pattern));
            }
        }
        chosen.get_or_insert_with(BTreeSet::new).extend(matching);
    }
    Ok(chosen)
}

/// Whether a pattern matches a name. `*` is any text and `?` any character.
#[doc(hidden)]
#[must_use]
pub fn name_matches(pattern: &str, name: &str) -> bool {
    let (mut patterns, mut names) = (pattern.chars(), name.chars());
    // The pattern after the last star, and the part of the name where it is tried next.
    let mut star: Option<(Chars<'_>, Chars<'_>)> = None;
    loop {
        match (patterns.next(), names.clone().next()) {
            (None, None) => return true,
            (Some('*'), _) => star = Some((patterns.clone(), names.clone())),
            (Some(wanted), Some(found)) if wanted == '?' || wanted == found => {
                names.next();
            }
            _ => {
                // Let the star match one more character.
                let Some((after_star, tried)) = star.as_mut().filter(|(_, tried)| !tried.as_str().is_empty()) else {
                    return false;
                };
                tried.next();
                (patterns, names) = (after_star.clone(), tried.clone());
            }
        }
    }
}

/// Whether the name is the operation's Rust name or its request element.
fn is_other_name(operation: &Operation, name: &str) -> bool {
    let request = operation.messages.request.as_ref().map(|request| request.name.as_str());
    request == Some(name) || operation.names.request == name || operation.names.method == name
}

fn near<'n>(mut names: Vec<&'n str>, pattern: &str) -> Vec<&'n str> {
    let folded = pattern.to_lowercase();
    // Names that differ in case first, then similar names.
    let mut near: Vec<&str> =
        names.iter().copied().filter(|name| name_matches(&folded, &name.to_lowercase())).collect();
    let literal: String = pattern.chars().filter(|character| !matches!(character, '*' | '?')).collect();
    if literal == pattern {
        if near.is_empty() {
            near = similar(pattern, names);
        }
        near.truncate(MOST_NAMES);
        return near;
    }
    while near.len() < MOST_NAMES {
        names.retain(|name| !near.contains(name));
        let candidates: BTreeMap<&str, &str> = names
            .iter()
            .rev()
            .flat_map(|name| compared(pattern, &literal, name).map(move |part| (part, *name)))
            .collect();
        let Some(name) = nearest(&literal, candidates.keys().copied()).and_then(|part| candidates.get(part)) else {
            break;
        };
        near.push(name);
    }
    near.truncate(MOST_NAMES);
    near
}

/// The parts of a name to compare with a pattern's literal text: beginnings of about its length, or ends if the pattern starts with a
/// wildcard.
fn compared<'n>(pattern: &str, literal: &str, name: &'n str) -> impl Iterator<Item = &'n str> + use<'n> {
    let (length, all) = (literal.chars().count(), name.chars().count());
    let lengths = length.saturating_sub(1)..=(length + 1).min(all);
    let is_end = pattern.starts_with(['*', '?']);
    lengths.filter_map(move |length| {
        let at = if is_end { all - length.min(all) } else { length };
        let at = name.char_indices().nth(at).map_or(name.len(), |(at, _)| at);
        if is_end { name.get(at..) } else { name.get(..at) }
    })
}

/// Keeps the items with these numbers; the result maps old numbers to new ones.
fn retain<T>(items: &mut Vec<T>, retained: &BTreeSet<usize>) -> impl Fn(usize) -> Option<usize> + use<T> {
    let mut numbers = 0..;
    items.retain(|_| numbers.next().is_some_and(|number| retained.contains(&number)));
    let new: BTreeMap<usize, usize> = retained.iter().copied().zip(0..).collect();
    move |number| new.get(&number).copied()
}

fn retain_areas(service: &mut Service) {
    let used: BTreeSet<usize> = service.operations.iter().map(|operation| operation.area).collect();
    let number = retain(&mut service.areas, &used);
    for operation in &mut service.operations {
        operation.area = number(operation.area).unwrap_or_default();
    }
}

/// Keeps the ports that operations use. An operation without stated ports uses all ports of its transports.
fn retain_ports(service: &mut Service) {
    let is_called_at = |operation: &Operation, index: usize, transport: Transport| {
        if operation.ports.is_empty() {
            operation.transports.offers(transport)
        } else {
            operation.ports.contains(&index)
        }
    };
    let ports = service.ports.iter().enumerate();
    let used = ports.filter(|(index, port)| {
        service.operations.iter().any(|operation| is_called_at(operation, *index, port.transport))
    });
    let used: BTreeSet<usize> = used.map(|(index, _)| index).collect();
    let number = retain(&mut service.ports, &used);
    for port in service.operations.iter_mut().flat_map(|operation| &mut operation.ports) {
        *port = number(*port).unwrap_or_default();
    }
}

fn retain_types(service: &mut Service) {
    let used = Reach::new(service, Bases::Alone).of(&service.operations);
    let number = retain(&mut service.types, &used);
    service.standalone_arrays.clear();
    service.renumber(&|index| number(index).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::name_matches;

    #[test]
    fn patterns_fit_whole_names() {
        for (pattern, name, fits) in [
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            ("*", "anything", true),
            ("Get*", "GetLoans", true),
            ("Get*", "Get", true),
            ("Get*", "Forget", false),
            ("*Loans", "GetLoansLoans", true),
            ("*Loans", "GetLoansOf", false),
            ("G*t*s", "GetLoans", true),
            ("G*t*s", "GetLoan", false),
            ("a*b*c", "aXbXbXc", true),
            ("a*bc", "abcabc", true),
            ("**a**", "bab", true),
            ("?", "ü", true),
            ("?", "", false),
            ("??", "a", false),
            ("?et?oans", "GetLoans", true),
            ("*?", "a", true),
            ("*?", "", false),
            ("[a]", "a", false),
            ("get", "Get", false),
        ] {
            assert_eq!(name_matches(pattern, name), fits, "{pattern} {name}");
        }
    }
}
