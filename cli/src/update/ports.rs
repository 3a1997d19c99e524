//! Ports, and which of them offer an operation.

use std::collections::{HashMap, HashSet};

use asmx_codegen::model::{Operation, Port, Service, Transport};

pub(super) struct Ports {
    pub(super) all: Vec<Port>,
    /// Whether the spec's ports stay because the document has just one per transport.
    are_old: bool,
    /// The new index of each port of the document.
    numbers: HashMap<usize, usize>,
}

impl Ports {
    /// The document's ports in the order of the spec. A spec that declares one per transport may keep doing so.
    pub(super) fn new(old: &Service, new: &Service) -> Self {
        let is_one_each = |ports: &[Port]| {
            let transports: HashSet<Transport> = ports.iter().map(|port| port.transport).collect();
            transports.len() == ports.len() && ports.iter().all(|port| port.path == new.path)
        };
        if new.ports.is_empty() {
            let all = if is_one_each(&old.ports) { old.ports.clone() } else { Vec::new() };
            return Self { are_old: !all.is_empty(), all, numbers: HashMap::new() };
        }
        let known: HashMap<&str, usize> =
            old.ports.iter().enumerate().map(|(number, port)| (port.name.as_str(), number)).collect();
        let mut numbered: Vec<(usize, &Port)> = new.ports.iter().enumerate().collect();
        numbered.sort_by_key(|(_, port)| known.get(port.name.as_str()).copied().unwrap_or(usize::MAX));
        Self {
            are_old: false,
            numbers: numbered.iter().enumerate().map(|(position, (number, _))| (*number, position)).collect(),
            all: numbered.into_iter().map(|(_, port)| port.clone()).collect(),
        }
    }

    /// The ports that offer an operation. `before` is its old version.
    pub(super) fn of(&self, operation: &Operation, before: Option<&Operation>) -> Vec<usize> {
        let Some(before) = before.filter(|_| self.are_old) else {
            return operation.ports.iter().filter_map(|port| self.numbers.get(port).copied()).collect();
        };
        let transports = before.ports.iter().filter_map(|port| Some(self.all.get(*port)?.transport));
        if transports.eq(operation.transports.iter()) { before.ports.clone() } else { Vec::new() }
    }
}
