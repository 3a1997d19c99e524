//! Retains operations that the import does not have.

use std::collections::{HashMap, HashSet};

use asmx_codegen::model::{Service, Walk as _};
use asmx_review::matching;

use super::trees::apart;

/// The import, plus the operations of the spec that it lacks and that `is_retained` accepts, with the types that they need. Also returns their names.
pub(super) fn with_retained(
    old: &Service,
    new: &Service,
    is_retained: impl Fn(&str) -> bool,
) -> (Service, Vec<String>) {
    let known: HashSet<&str> = new.operations.iter().map(|operation| operation.name.as_str()).collect();
    let is_one = |name: &str| !known.contains(name) && is_retained(name);
    let mut retained = apart(old).operations;
    retained.retain(|operation| is_one(&operation.name));
    let names: Vec<String> = retained.iter().map(|operation| operation.name.clone()).collect();
    if names.is_empty() {
        return (new.clone(), names);
    }
    // The retained operations may not take the common parameters.
    let mut new = apart(new);
    for operation in &mut retained {
        operation.variant_of = None;
        let ports = operation.ports.iter().filter_map(|port| old.ports.get(*port));
        operation.ports = ports.filter_map(|port| new.ports.iter().position(|one| one.name == port.name)).collect();
    }
    let mut numbers: HashMap<usize, usize> = matching::types(old, &new).pairs().collect();
    let first = new.types.len();
    let mut needed = Vec::new();
    retained.each_named(&mut |number| needed.push(number));
    while let Some(number) = needed.pop() {
        let Some(one) = old.types.get(number).filter(|_| !numbers.contains_key(&number)) else { continue };
        numbers.insert(number, new.types.len());
        needed.extend(one.structure().and_then(|structure| structure.base));
        one.each_named(&mut |number| needed.push(number));
        new.types.push(one.clone());
    }
    let in_new = |number: usize| numbers.get(&number).copied().unwrap_or_default();
    new.types.get_mut(first..).unwrap_or_default().renumber(&in_new);
    retained.renumber(&in_new);
    new.operations.extend(retained);
    (new, names)
}
