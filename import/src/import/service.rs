//! The service as a whole: its name, ports, operations and types, and the report.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use asmx_codegen::diagnostic::Source;
use asmx_codegen::emit::said_in_words;
use asmx_codegen::model::{
    self, Area, Effect, NamedType, NamedTypeKind, Operation, OperationNames, Service, ServiceNames, Transport,
    Transports, Type,
};
use asmx_codegen::scope::Scope;
use asmx_types::xml_name::{decode_local_name, is_name};

use super::contract::Contract;
use super::element::Element;
use super::keys::Keys;
use super::operations::{Draft, Operations, Refused};
use super::origins::{Origins, proposals};
use super::ports::{self, Port};
use super::problems::Problems;
use super::report::{Entry, Report};
use super::results;
use super::schemas::Schemas;
use super::types::Types;
use super::vocabulary::WSDL;
use super::{areas, credentials, rust_names};

pub(super) struct Read {
    pub(super) service: Service,
    pub(super) report: Report,
    pub(super) ports: Vec<model::Port>,
    pub(super) origins: Origins,
}

pub(super) fn read<'a>(
    file: &str,
    main: Element<'a>,
    contract: &Contract<'a>,
    schemas: &'a Schemas<'a>,
    problems: &'a Problems,
    sources: &[Source],
) -> Option<Read> {
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
        names: ServiceNames { client: String::new(), service_trait: String::new(), dispatch: String::new() },
        path: ports.first().map(|port| port.path.clone()).unwrap_or_default(),
        namespace: Some(namespace.to_owned()),
        doc: doc.unwrap_or_else(|| main.documentation()),
        undocumented: Vec::new(),
        common: Vec::new(),
        areas: vec![Area { name: "operations".to_owned(), title: "Operations".to_owned(), doc: Vec::new() }],
        types: std::mem::take(&mut types.named),
        operations: Vec::new(),
        ports: Vec::new(),
    };
    let (numbers, stated) = state_ports(&mut service, &ports, &drafts, problems);
    service.operations = drafts.iter().map(|draft| operation(draft, &ports, &numbers, &service.types)).collect();
    areas::divide(&mut service, &drafts, &ports);
    credentials::mark(&mut service);
    rust_names::name(&mut service);
    let report = Report {
        service: service.name.clone(),
        documents: sources.iter().map(|source| source.name.clone()).collect(),
        host: ports::host(&ports),
        ports: port_entries(contract, &ports, &drafts, &refused),
        operations: operation_entries(contract, &keys, (&drafts, &refused), &ports),
        types: type_entries(&mut types, &service),
        proposals: proposals(&service),
    };
    let operations = drafts.into_iter().map(|draft| draft.name).collect();
    let known = types.known().into_iter().chain(types.known_data_sets());
    let types = known.map(|(_, kind)| kind).collect();
    Some(Read { service, report, ports: stated, origins: Origins { operations, types } })
}

/// The name of the service; without what a spec's name cannot have.
fn service_name(main: Element<'_>, contract: &Contract<'_>, stem: &str) -> String {
    let stated = contract.services.first().and_then(|service| service.word("name"));
    let name = decode_local_name(stated.or_else(|| main.word("name")).unwrap_or(stem)).into_owned();
    let is_fit = |name: &String| is_name(name) && asmx_codegen::names::type_name(name).is_some();
    let letters: String = name.chars().filter(|one| one.is_alphanumeric() || *one == '_').collect();
    let behind_service = format!("Service{letters}");
    [name, letters, behind_service].into_iter().find(is_fit).unwrap_or_else(|| "Service".to_owned())
}

/// States ports where paths or transports are not one each. Returns the number in the model of each port, and all ports that offer an operation.
fn state_ports(
    service: &mut Service,
    ports: &[Port<'_>],
    drafts: &[Draft],
    problems: &Problems,
) -> (BTreeMap<usize, usize>, Vec<model::Port>) {
    let used: BTreeSet<usize> = drafts.iter().flat_map(|draft| draft.ports.iter().copied()).collect();
    let used: Vec<(usize, &Port<'_>)> = ports.iter().enumerate().filter(|(number, _)| used.contains(number)).collect();
    if let Some((_, first)) = used.first() {
        service.path.clone_from(&first.path);
    }
    let stated =
        |port: &Port<'_>, name: String| model::Port { name, transport: port.transport, path: port.path.clone() };
    let transports: BTreeSet<Transport> = used.iter().map(|(_, port)| port.transport).collect();
    if transports.len() == used.len() && used.iter().all(|(_, port)| port.path == service.path) {
        return (BTreeMap::new(), used.iter().map(|(_, port)| stated(port, port.name.clone())).collect());
    }
    let mut names = Scope::default();
    service.ports = used.iter().map(|(_, port)| stated(port, ports::name(port, &mut names, problems))).collect();
    let numbers = used.into_iter().enumerate().map(|(stated, (number, _))| (number, stated)).collect();
    (numbers, service.ports.clone())
}

fn operation(draft: &Draft, ports: &[Port<'_>], numbers: &BTreeMap<usize, usize>, types: &[NamedType]) -> Operation {
    let over = |transport: Transport| {
        draft.ports.iter().any(|port| ports.get(*port).is_some_and(|port| port.transport == transport))
    };
    let transports = Transports {
        soap11: over(Transport::Soap11),
        soap12: over(Transport::Soap12),
        get: over(Transport::HttpGet),
        post: over(Transport::HttpPost),
    };
    let of_its_transports = numbers.keys().filter(|port| ports.get(**port).is_some_and(|port| over(port.transport)));
    let is_at_all = of_its_transports.clone().all(|port| draft.ports.contains(port));
    let at =
        if is_at_all { Vec::new() } else { draft.ports.iter().filter_map(|port| numbers.get(port).copied()).collect() };
    let (result, outputs) = results::result(types, &draft.name, &draft.parts);
    let mut messages = draft.parts.messages.clone();
    messages.location.clone_from(&draft.location);
    // A name that is not the document's own is not sent.
    if messages.location.is_none() && draft.name != draft.key && (transports.over_http()) {
        messages.location = Some(draft.key.clone());
    }
    let mut operation = Operation {
        name: draft.name.clone(),
        names: OperationNames {
            request: String::new(),
            method: String::new(),
            descriptor: String::new(),
            output: None,
        },
        area: 0,
        doc: draft.doc.clone(),
        parameters: draft.parts.parameters.clone(),
        open: draft.parts.open,
        result,
        effect: Effect::Write,
        limits: Vec::new(),
        variant_of: None,
        undocumented: Vec::new(),
        deprecated: None,
        transports,
        outputs,
        messages,
        ports: at,
    };
    // Our own documents state this in words.
    let ours = said_in_words(&operation);
    operation.doc.retain(|paragraph| !ours.contains(paragraph));
    operation
}

fn port_entries(contract: &Contract<'_>, ports: &[Port<'_>], drafts: &[Draft], refused: &[Refused]) -> Vec<Entry> {
    let mut entries = Vec::new();
    let stated = contract.services.iter().flat_map(|service| service.all(WSDL, "port"));
    let mut seen = HashSet::new();
    for (number, port) in ports.iter().enumerate() {
        seen.insert(port.element.key());
        let count = drafts.iter().filter(|draft| draft.ports.contains(&number)).count();
        let text = format!("{} at {}, {}", port.transport, port.path, counted(count, "operation"));
        let left_out = refused.iter().filter(|one| one.transport == port.transport).count();
        let entry = if count == 0 && left_out > 0 {
            Entry::left_out(port.name.clone(), format!("{}: none of its operations can be imported", port.transport))
        } else {
            Entry::imported(port.name.clone(), text)
        };
        entries.push(entry);
    }
    for port in stated.filter(|port| !seen.contains(&port.key())) {
        entries.push(Entry::left_out(port.word("name").unwrap_or_default(), "left out: its binding cannot be called"));
    }
    let bound: HashSet<_> = ports.iter().map(|port| port.binding.key()).collect();
    for binding in contract.bindings_in_order.iter().filter(|binding| !bound.contains(&binding.key())) {
        entries.push(Entry::left_out(binding.word("name").unwrap_or_default(), "binding left out: no port has it"));
    }
    entries
}

/// So many of what one is called.
fn counted(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

fn operation_entries(
    contract: &Contract<'_>,
    keys: &Keys,
    (drafts, refused): (&[Draft], &[Refused]),
    ports: &[Port<'_>],
) -> Vec<Entry> {
    let mut reasons: BTreeMap<&str, Vec<&Refused>> = BTreeMap::new();
    for one in refused {
        reasons.entry(&one.key).or_default().push(one);
    }
    let mut entries = Vec::new();
    let mut told = BTreeSet::new();
    for draft in drafts {
        told.insert(draft.key.clone());
        let over: BTreeSet<Transport> =
            draft.ports.iter().filter_map(|port| ports.get(*port)).map(|port| port.transport).collect();
        let over: Vec<&str> = over.into_iter().map(Transport::name).collect();
        let renamed = if draft.name == draft.key { String::new() } else { format!("as {}, ", draft.name) };
        let mut notes = draft.notes.clone();
        for refused in reasons.get(draft.key.as_str()).into_iter().flatten() {
            notes.push(format!("not over {}: {}", refused.transport.name(), refused.why));
        }
        notes.dedup();
        let entry = Entry::imported(draft.key.clone(), format!("{renamed}over {}", over.join(" ")));
        entries.push(Entry { notes, alias: draft.alias.clone(), ..entry });
    }
    for port_type in &contract.port_types_in_order {
        for operation in port_type.all(WSDL, "operation") {
            let (key, alias) = keys.of(operation);
            if !told.insert(key.clone()) {
                continue;
            }
            let why = reasons.get(key.as_str()).and_then(|reasons| reasons.first());
            let why = why.map_or("no port offers it", |refused| refused.why.as_str());
            entries.push(Entry { alias, ..Entry::left_out(key, format!("left out: {why}")) });
        }
    }
    entries
}

fn type_entries(types: &mut Types<'_>, service: &Service) -> Vec<Entry> {
    let known = types.known().into_iter().chain(types.known_data_sets());
    known.map(|(name, kind)| Entry::imported(name, became(&kind, service))).collect()
}

fn became(kind: &Type, service: &Service) -> String {
    match kind {
        Type::Scalar(scalar) => format!("{}, facets are not checked", scalar.name()),
        Type::Named(index) => service.types.get(*index).map_or_else(String::new, |named| {
            let (what, count, one) = match &named.kind {
                NamedTypeKind::Enumeration(one) if one.flags => ("set", one.values.len(), "value"),
                NamedTypeKind::Enumeration(one) => ("enumeration", one.values.len(), "value"),
                NamedTypeKind::Structure(one) => ("structure", one.members.len(), "member"),
                NamedTypeKind::DataSet(one) => ("DataSet", one.tables.len(), "table"),
            };
            format!("{what} of {}, {}", counted(count, one), named.rust_name)
        }),
        Type::Array(array) if !array.alternatives.is_empty() => {
            format!("array of {}", counted(array.alternatives.len(), "alternative"))
        }
        Type::Array(array) => format!("array of {}", became_short(&array.item, service)),
        Type::List(item) => format!("list of {}", became_short(item, service)),
        Type::Any | Type::Xml(_) => became_short(kind, service),
    }
}

fn became_short(kind: &Type, service: &Service) -> String {
    match kind {
        Type::Scalar(scalar) => scalar.name().to_owned(),
        Type::Named(index) => service.types.get(*index).map(|named| named.name.clone()).unwrap_or_default(),
        Type::Array(array) => format!("arrays of {}", became_short(&array.item, service)),
        Type::List(item) => became_short(item, service),
        Type::Any => "any type".to_owned(),
        Type::Xml(kind) => kind.name().to_owned(),
    }
}
