//! Keeps operations that the import does not have.

use std::collections::{HashMap, HashSet, VecDeque};

use asmx_codegen::model::{NamedType, Operation, Service, Walk as _};
use asmx_review::matching;

/// The import, plus the operations of the spec that it lacks and that `is_kept` accepts, with the types that they need. Also returns their names.
pub(super) fn with_carried(old: &Service, new: &Service, is_kept: impl Fn(&str) -> bool) -> (Service, Vec<String>) {
    let known: HashSet<&str> = new.operations.iter().map(|operation| operation.name.as_str()).collect();
    let is_carried = |operation: &&Operation| !known.contains(operation.name.as_str()) && is_kept(&operation.name);
    let carried: Vec<&Operation> = old.operations.iter().filter(is_carried).collect();
    let mut new = new.clone();
    if carried.is_empty() {
        return (new, Vec::new());
    }
    // The kept operations may not take the common parameters.
    let common = std::mem::take(&mut new.common);
    for operation in &mut new.operations {
        operation.parameters.splice(..0, common.iter().cloned());
    }
    let found = matching::types(old, &new).old_of;
    let mut numbers: HashMap<usize, usize> =
        found.iter().enumerate().filter_map(|(number, old)| Some(((*old)?, number))).collect();
    let names = carried.iter().map(|operation| operation.name.clone()).collect();
    for operation in carried {
        let mut carried = operation.clone();
        carried.parameters.splice(..0, old.common.iter().cloned());
        carried.variant_of = None;
        let ports = carried.ports.iter().filter_map(|port| old.ports.get(*port));
        carried.ports = ports.filter_map(|port| new.ports.iter().position(|one| one.name == port.name)).collect();
        let mut needed = VecDeque::new();
        carried.each_named(&mut |number| needed.push_back(number));
        take_types(old, &mut new.types, &mut numbers, needed);
        carried.renumber(&|number| numbers.get(&number).copied().unwrap_or_default());
        new.operations.push(carried);
    }
    (new, names)
}

fn take_types(
    old: &Service,
    types: &mut Vec<NamedType>,
    numbers: &mut HashMap<usize, usize>,
    mut needed: VecDeque<usize>,
) {
    let mut added = Vec::new();
    while let Some(number) = needed.pop_front() {
        if numbers.contains_key(&number) {
            continue;
        }
        let Some(named) = old.types.get(number) else { continue };
        numbers.insert(number, types.len());
        added.push(types.len());
        needed.extend(named.structure().and_then(|structure| structure.base));
        named.each_named(&mut |number| needed.push_back(number));
        types.push(named.clone());
    }
    for place in added {
        if let Some(named) = types.get_mut(place) {
            named.renumber(&|number| numbers.get(&number).copied().unwrap_or_default());
        }
    }
}
