//! From a spec as it is written to the model: looks up every name, and reports every mistake.
//!
//! Knows nothing of XML. Each submodule resolves one kind of item. After a mistake all go on with a harmless value in its place, so that a
//! person sees all mistakes of a file at once. There is a model only if there was no mistake.

mod arrays;
mod columns;
mod data_sets;
mod graph;
mod groups;
mod items;
mod messages;
mod nesting;
mod operations;
mod parameters;
mod results;
mod roles;
mod rust_names;
mod service;
mod transports;
mod type_names;
mod types;
mod variants;

pub use groups::needed_roles;
pub use messages::usual_namespace;
pub use parameters::misfit;
pub use results::free_field;
pub use roles::{PARTNERS, lose_sessions};

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::model;
use crate::read::ast::{self, Text};
use asmx_types::xml_name;

/// The deepest that groups, arrays, structures or restrictions may be nested within one another.
pub const DEEPEST: usize = 16;

/// The most parameters that an operation may have, the common ones included.
const MOST_PARAMETERS: usize = 256;

/// The model of a spec. What it returns is whole only if no mistake was added.
pub fn resolve(spec: &ast::Service, mistakes: &mut Vec<Diagnostic>) -> model::Service {
    service::check(spec, mistakes);
    let ports = messages::ports(spec, mistakes);
    let index = type_names::Index::new(spec, mistakes);
    let types = types::types(spec, &index, mistakes);
    let groups = groups::Groups::new(spec, &index, mistakes);
    let common = groups.gather(&spec.common, &index, mistakes);

    messages::check_headers(&spec.headers, &index, mistakes);

    let mut areas: Vec<model::Area> = Vec::new();
    let mut area_names = Unique::new(Code::DuplicateArea, "area");
    let mut sources: Vec<&ast::Operation> = Vec::new();
    let mut operations: Vec<model::Operation> = Vec::new();
    let mut resolver = operations::Resolver {
        index: &index,
        groups: &groups,
        common: &common,
        ports: &ports,
        headers: &spec.headers,
        common_is_whole: groups.are_whole(&spec.common),
        reported: rust_names::Reported::default(),
    };
    for area in &spec.areas {
        plain_name(&area.name, "an area", mistakes);
        area_names.add(&area.name, mistakes);
        for operation in &area.operations {
            operations.push(resolver.operation(operation, areas.len(), mistakes));
            sources.push(operation);
        }
        areas.push(model::Area {
            name: area.name.value.clone(),
            title: area.title.value.clone(),
            doc: area.doc.clone(),
        });
    }
    roles::check_sessions(spec, mistakes);
    operations::check_names(&sources, spec.imported, mistakes);
    variants::link(&sources, &mut operations, mistakes);
    let names = rust_names::service_names(&spec.name.value);
    items::check(spec, &names, &sources, &operations, &types, mistakes);

    let mut service = model::Service {
        name: xml_name::decode_local_name(&spec.name.value).into_owned(),
        names,
        path: spec.path.value.clone(),
        namespace: spec.namespace.as_ref().map(|namespace| namespace.value.clone()),
        doc: spec.doc.clone(),
        undocumented: spec.undocumented.clone(),
        common: common.iter().map(|taken| taken.parameter.model.clone()).collect(),
        areas,
        types,
        operations,
        ports,
    };
    service.name_outputs();
    service
}

/// The arrays that a spec without mistakes declares, in its order.
pub fn arrays(spec: &ast::Service) -> Vec<model::ArrayType> {
    type_names::Index::new(spec, &mut Vec::new()).into_arrays()
}

/// Names of which each may be there once.
struct Unique<'a> {
    code: Code,
    what: &'static str,
    first: BTreeMap<&'a str, Span>,
}

impl<'a> Unique<'a> {
    fn new(code: Code, what: &'static str) -> Self {
        Self { code, what, first: BTreeMap::new() }
    }

    /// Takes a name, or reports that it is taken and returns `false`.
    fn add(&mut self, name: &'a Text, mistakes: &mut Vec<Diagnostic>) -> bool {
        if name.is_missing() {
            return true;
        }
        self.add_even_empty(name, mistakes)
    }

    /// The same for names that may be empty.
    fn add_even_empty(&mut self, name: &'a Text, mistakes: &mut Vec<Diagnostic>) -> bool {
        let Some(first) = self.first.get(name.value.as_str()) else {
            self.first.insert(&name.value, name.span);
            return true;
        };
        mistakes.push(second(self.code, self.what, name, *first));
        false
    }
}

/// The mistake of a name that is there already.
fn second(code: Code, what: &str, name: &Text, first: Span) -> Diagnostic {
    Diagnostic::new(code, name.span, format!("a second {what} {}", quoted(&name.value)))
        .label("named again")
        .also(first, "first named here")
        .help("give one of the two another name, or remove it")
}

/// Reports a name on the wire that no XML element can have. Names are as on the wire: with .NET's escapes.
fn wire_name(name: &Text, what: &str, mistakes: &mut Vec<Diagnostic>) {
    if let Some(mistake) = not_a_name(name, what) {
        let encoded = quoted(&xml_name::encode_local_name(&name.value));
        mistakes.push(
            mistake.help(format!("write {encoded} if that is what the service calls it: names are as on the wire")),
        );
    }
}

/// Reports a name of the spec's own that has characters that names have not.
fn plain_name(name: &Text, what: &str, mistakes: &mut Vec<Diagnostic>) {
    if let Some(mistake) = not_a_name(name, what) {
        mistakes.push(mistake.help("begin with a letter; letters, digits, `_`, `-` and `.` may follow"));
    }
}

fn not_a_name(name: &Text, what: &str) -> Option<Diagnostic> {
    // Forbidden characters have been reported.
    let wrong = !name.is_missing() && !xml_name::is_name(&name.value) && crate::names::forbidden(&name.value).is_none();
    let message = || format!("{} cannot be the name of {what}", quoted(&name.value));
    wrong.then(|| Diagnostic::new(Code::InvalidName, name.span, message()).label("not a name in XML"))
}
