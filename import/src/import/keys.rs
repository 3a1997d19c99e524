//! Unique names of operations: their own, or those of their messages where several operations share one.

use std::collections::{HashMap, HashSet};

use asmx_types::xml_name::decode_local_name;
use roxmltree::NodeId;

use super::contract::Contract;
use super::element::Element;
use super::vocabulary::WSDL;

/// For each operation of a port type the name that tells it from others, and another name that it has in the document.
pub(super) struct Keys {
    by_operation: HashMap<(usize, NodeId), (String, Option<String>)>,
}

impl Keys {
    pub(super) fn new(contract: &Contract<'_>) -> Self {
        let mut all = Vec::new();
        let mut overloaded = HashSet::new();
        // The input's name for each operation's name; where ports disagree, the input's name tells.
        let mut inputs: HashMap<&str, &str> = HashMap::new();
        for port_type in &contract.port_types_in_order {
            let mut seen = HashSet::new();
            for operation in port_type.all(WSDL, "operation") {
                let own = operation.word("name").unwrap_or_default();
                let input = input_name(operation).unwrap_or(own);
                if !seen.insert(own) || *inputs.entry(own).or_insert(input) != input {
                    overloaded.insert(own);
                }
                all.push((operation.key(), own, input));
            }
        }
        let by_operation = all.into_iter().map(|(operation, own, input)| {
            // A port may call an operation by the name of another port's message.
            let is_shared = overloaded.contains(own) || (own != input && inputs.contains_key(input));
            let (key, alias) = if is_shared { (input, own) } else { (own, input) };
            let decoded = |name| decode_local_name(name).into_owned();
            (operation, (decoded(key), (alias != key).then(|| decoded(alias))))
        });
        Self { by_operation: by_operation.collect() }
    }

    /// The name that tells an operation from others, and another name that it has.
    pub(super) fn of(&self, operation: Element<'_>) -> (String, Option<String>) {
        self.by_operation.get(&operation.key()).cloned().unwrap_or_default()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.by_operation.values().map(|(key, _)| key.as_str())
    }
}

fn input_name(operation: Element<'_>) -> Option<&str> {
    let own = operation.word("name").unwrap_or_default();
    let input = operation.first(WSDL, "input").and_then(|input| input.word("name"));
    // `OpRequest` is what WSDL calls an input that is not named; some tools write it out.
    input.filter(|input| input.strip_suffix("Request") != Some(own))
}
