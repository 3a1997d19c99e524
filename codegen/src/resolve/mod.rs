//! From a spec as written to the model: looks up every name, and reports every mistake.
//!
//! Knows nothing of XML. Each submodule resolves one kind of item. After a mistake it continues with a harmless value, so that all mistakes
//! of a file are reported at once. A model exists only if there was no mistake.

mod arrays;
mod columns;
mod data_sets;
mod declared;
mod groups;
mod items;
mod locations;
mod messages;
mod operations;
mod parameters;
mod results;
mod roles;
mod rows;
mod rust_names;
mod service;
mod type_names;
mod types;
mod wildcards;

pub use groups::needed_roles;
pub use messages::usual_namespace;
pub use parameters::misfit;
pub use results::{free_field, outputs_of, word_for};
pub use roles::{PARTNERS, lose_sessions};

use asmx_types::xml_name;

use self::declared::{Unique, plain_name};
use self::locations::Notes;
use crate::diagnostic::{Code, Diagnostic};
use crate::locations::Locations;
use crate::model;
use crate::read::ast;

/// The model of a spec, and the places of its items. It is complete only if no mistake was added.
pub fn resolve(spec: &ast::Service, locations: &mut Locations, mistakes: &mut Vec<Diagnostic>) -> model::Service {
    let mut notes = Notes { locations };
    notes.service(spec);
    service::check(spec, mistakes);
    let ports = messages::ports(spec, mistakes);
    let index = arrays::index(spec, mistakes);
    let types = types::types(spec, &index, mistakes);
    notes.types(spec, &types);
    let groups = groups::Groups::new(spec, &index, &mut notes, mistakes);
    let common = groups.gather(&spec.common, &index, mistakes);
    notes.parameters("common", common.iter().map(|occurrence| &*occurrence.parameter));

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
        notes,
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
    operations::link_variants(&sources, &mut operations, mistakes);
    let names = model::ServiceNames::of(&spec.name.value).unwrap_or_default();
    items::check(spec, &names, &sources, &operations, &types, mistakes);

    let mut service = model::Service {
        name: xml_name::decode_local_name(&spec.name.value).into_owned(),
        names,
        path: spec.path.value.clone(),
        namespace: spec.namespace.as_ref().map(|namespace| namespace.value.clone()),
        doc: spec.doc.clone(),
        undocumented: spec.undocumented.clone(),
        common: common.iter().map(|occurrence| occurrence.parameter.model.clone()).collect(),
        areas,
        types,
        standalone_arrays: Vec::new(),
        operations,
        ports,
    };
    service.set_standalone_arrays(&index.into_arrays());
    service.usual_wildcards();
    service.name_outputs();
    rows::check(&sources, &service, mistakes);
    service
}

/// The arrays that a spec without mistakes declares, in order.
pub fn arrays(spec: &ast::Service) -> Vec<model::ArrayType> {
    arrays::index(spec, &mut Vec::new()).into_arrays()
}
