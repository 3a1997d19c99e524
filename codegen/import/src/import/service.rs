//! The service as a whole: its name, ports, areas and operations.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use asmx_codegen::diagnostic::Source;
use asmx_codegen::emit::said_in_words;
use asmx_codegen::locations::Locations;
use asmx_codegen::model::{
    self, Area, Effect, Operation, OperationNames, Service, ServiceNames, Transport, Transports,
};
use asmx_codegen::names;
use asmx_codegen::scope::Scope;
use asmx_types::xml_name::{decode_local_name, is_name};

use super::contract::Contract;
use super::element::Element;
use super::locations::{ServiceOrigins, Writer};
use super::operations::{Draft, Operations};
use super::ports::{self, Port};
use super::problems::Problems;
use super::proposals::proposals;
use super::report::{Report, operation_entries, port_entries, type_entries};
use super::restrictions::{Restricted, Restrictions};
use super::schemas::Schemas;
use super::types::Types;
use super::{credentials, rust_names};
use crate::name_hints::sends;

pub(super) fn read<'a>(
    file: &str,
    main: Element<'a>,
    contract: &Contract<'a>,
    schemas: &'a Schemas<'a>,
    problems: &'a Problems,
    sources: &[Arc<Source>],
) -> Option<Imported> {
    let stem = file.rsplit('/').next().unwrap_or_default();
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    let namespace = main.word("targetNamespace").unwrap_or_default();
    let ports = ports::read(contract, stem, problems);
    let mut types = Types::new(schemas, problems, namespace, sources.iter().map(|source| source.text.len()).sum());
    types.take_all();
    types.read_waiting();
    let mut operations = Operations::new(contract, &mut types, problems);
    operations.read(&ports);
    let Operations { drafts, refused, keys, .. } = operations;
    types.read_waiting();
    types.settle_lines();
    if drafts.is_empty() {
        return None;
    }
    let doc = contract.services.first().map(|service| service.documentation()).filter(|doc| !doc.is_empty());
    let mut service = Service {
        name: service_name(main, contract, stem),
        names: ServiceNames::default(),
        path: ports.first().map(|port| port.path.clone()).unwrap_or_default(),
        namespace: Some(namespace.to_owned()),
        doc: doc.unwrap_or_else(|| main.documentation()),
        undocumented: Vec::new(),
        common: Vec::new(),
        areas: vec![Area { name: "operations".to_owned(), title: "Operations".to_owned(), doc: Vec::new() }],
        types: std::mem::take(&mut types.named),
        standalone_arrays: Vec::new(),
        operations: Vec::new(),
        ports: Vec::new(),
    };
    let (numbers, declared_ports) = state_ports(&mut service, &ports, &drafts, problems);
    service.operations = drafts.iter().map(|draft| operation(draft, &ports, &numbers)).collect();
    divide(&mut service, &drafts, &ports);
    service.set_standalone_arrays(&types.declared_arrays());
    service.usual_wildcards();
    credentials::mark(&mut service);
    rust_names::name(&mut service);
    let origins = ServiceOrigins {
        main,
        address: drafts
            .iter()
            .filter_map(|draft| draft.ports.first())
            .min()
            .and_then(|port| ports::address(ports.get(*port)?.element)),
        ports: numbers.keys().filter_map(|port| Some(ports.get(*port)?.element)).collect(),
    };
    let restricted = Restricted::new(schemas);
    let mut writer = Writer { types: &types, locations: Locations::new(sources.to_vec()), restricted };
    writer.write(&service, &origins, &drafts);
    let Writer { locations, restricted, .. } = writer;
    let restrictions = restricted.restrictions;
    let report = Report {
        service: service.name.clone(),
        documents: sources.iter().map(|source| source.name.clone()).collect(),
        host: ports::host(&ports),
        ports: port_entries(contract, &ports, &drafts, &refused),
        operations: operation_entries(contract, &keys, (&drafts, &refused), &ports),
        types: type_entries(&types, &service),
        proposals: proposals(&service),
    };
    Some(Imported { service, report, ports: declared_ports, locations, restrictions })
}

/// The results of an import, except its warnings.
pub(super) struct Imported {
    pub(super) service: Service,
    pub(super) report: Report,
    pub(super) ports: Vec<model::Port>,
    pub(super) locations: Locations,
    pub(super) restrictions: Restrictions,
}

/// The service's name, made valid for a spec.
fn service_name(main: Element<'_>, contract: &Contract<'_>, stem: &str) -> String {
    let service_name = contract.services.first().and_then(|service| service.word("name"));
    let name = decode_local_name(service_name.or_else(|| main.word("name")).unwrap_or(stem)).into_owned();
    let is_fit = |name: &String| is_name(name) && asmx_codegen::names::type_name(name).is_some();
    let letters: String = name.chars().filter(|character| character.is_alphanumeric() || *character == '_').collect();
    let behind_service = format!("Service{letters}");
    [name, letters, behind_service].into_iter().find(is_fit).unwrap_or_else(|| "Service".to_owned())
}

/// Declares ports in the model unless there is exactly one path and at most one port per transport. Returns the model number of each port, and all
/// ports that offer an operation.
fn state_ports(
    service: &mut Service,
    ports: &[Port<'_>],
    drafts: &[Draft<'_>],
    problems: &Problems,
) -> (BTreeMap<usize, usize>, Vec<model::Port>) {
    let used: BTreeSet<usize> = drafts.iter().flat_map(|draft| draft.ports.iter().copied()).collect();
    let used: Vec<(usize, &Port<'_>)> = ports.iter().enumerate().filter(|(number, _)| used.contains(number)).collect();
    if let Some((_, first)) = used.first() {
        service.path.clone_from(&first.path);
    }
    let declared =
        |port: &Port<'_>, name: String| model::Port { name, transport: port.transport, path: port.path.clone() };
    let transports: BTreeSet<Transport> = used.iter().map(|(_, port)| port.transport).collect();
    if transports.len() == used.len() && used.iter().all(|(_, port)| port.path == service.path) {
        return (BTreeMap::new(), used.iter().map(|(_, port)| declared(port, port.name.clone())).collect());
    }
    let mut names = Scope::default();
    service.ports = used.iter().map(|(_, port)| declared(port, ports::name(port, &mut names, problems))).collect();
    let numbers = used.into_iter().enumerate().map(|(index, (number, _))| (number, index)).collect();
    (numbers, service.ports.clone())
}

fn operation(draft: &Draft<'_>, ports: &[Port<'_>], numbers: &BTreeMap<usize, usize>) -> Operation {
    let over = |transport: Transport| {
        draft.ports.iter().any(|port| ports.get(*port).is_some_and(|port| port.transport == transport))
    };
    let transports = Transports::of(over);
    let of_its_transports = numbers.keys().filter(|port| ports.get(**port).is_some_and(|port| over(port.transport)));
    let is_at_all = of_its_transports.clone().all(|port| draft.ports.contains(port));
    let at =
        if is_at_all { Vec::new() } else { draft.ports.iter().filter_map(|port| numbers.get(port).copied()).collect() };
    let mut messages = draft.parts.messages.clone();
    // The address must keep the document's name.
    if messages.location.is_none() && draft.name != draft.key && transports.over_http() {
        messages.location = Some(draft.key.clone());
    }
    let mut operation = Operation {
        name: draft.name.clone(),
        names: OperationNames::default(),
        area: 0,
        doc: draft.doc.clone(),
        parameters: draft.parts.parameters.clone(),
        open: draft.parts.open,
        open_namespaces: draft.parts.open_namespaces.clone(),
        outputs: draft.parts.outputs.clone(),
        result_doc: Vec::new(),
        on_contradiction: None,
        table: None,
        rows: None,
        effect: if sends(&draft.name) { Effect::Send } else { Effect::Write },
        limits: Vec::new(),
        variant_of: None,
        undocumented: Vec::new(),
        deprecated: None,
        transports,
        messages,
        ports: at,
    };
    // Our own exports write these facts as sentences.
    let ours = said_in_words(&operation);
    operation.doc.retain(|paragraph| !ours.contains(paragraph));
    operation
}

/// Endings of port names that ASMX adds for the transport.
const ENDINGS: &[&str] = &["HttpGet", "HttpPost", "Soap12", "Soap"];

/// Gives each operation the area of the first port that offers it. Ports that differ only in their transport are one area; a single area keeps its
/// name. `drafts` are in the order of the operations; operations are sorted by area.
fn divide(service: &mut Service, drafts: &[Draft<'_>], ports: &[Port<'_>]) {
    let of = |draft: &Draft<'_>| ports.get(*draft.ports.first()?).map(|port| title(&port.name));
    let titles: Vec<Option<&str>> = drafts.iter().map(of).collect();
    if titles.iter().all(|title| titles.first() == Some(title)) {
        return;
    }
    let mut names = Scope::default();
    service.areas.clear();
    for title in ports.iter().map(|port| title(&port.name)).filter(|title| titles.contains(&Some(title))) {
        if service.areas.iter().any(|area| area.title == title) {
            continue;
        }
        for (operation, _) in service.operations.iter_mut().zip(&titles).filter(|(_, of)| **of == Some(title)) {
            operation.area = service.areas.len();
        }
        let name = names::member_name(title).unwrap_or_else(|| "port".to_owned());
        let name = names.give(&name, "_", |_| true);
        service.areas.push(Area { name, title: title.to_owned(), doc: Vec::new() });
    }
    service.operations.sort_by_key(|operation| operation.area);
}

/// The common part of port names: `Shop` of `ShopSoap12`.
fn title(port: &str) -> &str {
    let short = ENDINGS.iter().find_map(|ending| port.strip_suffix(ending));
    short.filter(|short| !short.is_empty()).unwrap_or(port)
}
