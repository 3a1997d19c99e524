//! The locations of a spec's items: those of their names. The location of a parameter of a group is in the group.

use asmx_types::xml_name::decode_local_name;

use super::parameters::Resolved;
use crate::diagnostic::Span;
use crate::locations::{Location, Locations, array_path, member_label, operation_path, path_inside, type_paths};
use crate::model::{Member, NamedType, NamedTypeKind, Operation, Place::Choice};
use crate::read::ast::{self, Group, Param, Text, TypeBody};

/// Adds locations of a spec, which is the only source.
pub(super) struct Notes<'p> {
    pub(super) locations: &'p mut Locations,
}

impl Notes<'_> {
    fn add(&mut self, path: impl Into<String>, span: Span) {
        // An item that is not written in the spec has no location.
        if span != Span::default() {
            self.locations.add(path, Location { source: 0, span });
        }
    }

    fn add_below(&mut self, parent: &str, label: &str, span: Span) {
        if let Some(path) = path_inside(parent, label) {
            self.add(path, span);
        }
    }

    fn text(&mut self, path: impl Into<String>, text: Option<&Text>) {
        if let Some(text) = text {
            self.add(path, text.span);
        }
    }

    pub(super) fn service(&mut self, spec: &ast::Service) {
        self.add("service", spec.tag);
        self.text("service/path", Some(&spec.path));
        self.text("service/namespace", spec.namespace.as_ref());
        for port in &spec.ports {
            self.add(format!("ports/{}", port.name.value), port.name.span);
        }
        for area in &spec.areas {
            self.add(format!("areas/{}", area.name.value), area.name.span);
        }
        for array in &spec.arrays {
            let name = array.wire_name.as_ref().unwrap_or(&array.name);
            self.add(array_path(&decode_local_name(&name.value)), array.name.span);
        }
    }

    /// A group and its own parameters.
    pub(super) fn group<'a>(&mut self, group: &Group, own: impl Iterator<Item = &'a Resolved<'a>>) {
        let location = |span: Span| Location { source: 0, span };
        self.locations.add_group(&group.name.value, location(group.name.span));
        for Resolved { spec, model, .. } in own {
            self.locations.add_to_group(&group.name.value, member_label(model), location(spec.name.span));
        }
    }

    /// The parameters of all operations, or of one.
    pub(super) fn parameters<'a>(&mut self, path: &str, parameters: impl Iterator<Item = &'a Resolved<'a>>) {
        self.members(path, parameters.map(|parameter| (parameter.spec, &parameter.model)));
    }

    fn members<'a>(&mut self, path: &str, members: impl Iterator<Item = (&'a Param, &'a Member)>) {
        for (param, member) in members {
            let Some(path) = path_inside(path, member_label(member)) else { return };
            self.add(path.clone(), param.name.span);
            if let (ast::Place::Choice(params), Choice(members)) = (&param.place, &member.place) {
                self.members(&format!("{path}/alternatives"), params.iter().zip(members));
            }
        }
    }

    pub(super) fn types(&mut self, spec: &ast::Service, types: &[NamedType]) {
        for ((definition, named), path) in spec.types.iter().zip(types).zip(type_paths(types)) {
            self.add(path.clone(), definition.name.span);
            match (&definition.body, &named.kind) {
                (TypeBody::Enumeration { values, .. }, _) => {
                    for name in values.iter().filter_map(|value| value.name.as_ref()) {
                        self.add_below(&format!("{path}/values"), &name.value, name.span);
                    }
                }
                (TypeBody::Structure { members, .. }, NamedTypeKind::Structure(structure)) => {
                    self.members(&format!("{path}/members"), members.iter().zip(&structure.members));
                }
                (TypeBody::DataSet { tables }, NamedTypeKind::DataSet(data_set)) => {
                    for (table, model) in tables.iter().zip(&data_set.tables) {
                        let Some(path) = path_inside(&format!("{path}/tables"), model.name()) else { break };
                        self.add(path.clone(), table.name.span);
                        self.columns(&path, &table.columns);
                    }
                }
                _ => {}
            }
        }
    }

    fn columns(&mut self, path: &str, columns: &[ast::Column]) {
        let path = format!("{path}/columns");
        for column in columns {
            self.add_below(&path, &column.name.value, column.name.span);
        }
    }

    /// An operation and everything in it but its parameters.
    pub(super) fn operation(&mut self, spec: &ast::Operation, common_headers: &[ast::Header], model: &Operation) {
        let path = operation_path(&model.name);
        self.add(path.clone(), spec.name.span);
        self.text(format!("{path}/effect"), Some(&spec.effect));
        self.text(format!("{path}/variant-of"), spec.variant_of.as_ref());
        self.text(format!("{path}/deprecated"), spec.deprecated.as_ref());
        self.text(format!("{path}/transports"), spec.transports.as_ref().and_then(|all| all.first()));
        if let Some(open) = spec.open {
            self.add(format!("{path}/open"), open.span);
        }
        for header in common_headers.iter().chain(&spec.headers) {
            let name = decode_local_name(&header.param.name.value);
            for folder in ["request-headers", "response-headers"] {
                self.add_below(&format!("{path}/{folder}"), &name, header.param.name.span);
            }
        }
        // The result, if any, is the first output.
        let own = model.outputs.len().saturating_sub(spec.outputs.len());
        let (results, outputs) = model.outputs.split_at(own);
        self.members(&format!("{path}/outputs"), spec.outputs.iter().zip(outputs));
        self.text(format!("{path}/result"), spec.result.as_ref());
        let Some(result) = &spec.result_element else { return };
        self.add(format!("{path}/result"), result.tag);
        if let Some(first) = results.first() {
            self.add(format!("{path}/outputs/{}", member_label(first)), result.tag);
        }
        if let Some(columns) = &result.columns {
            self.add(format!("{path}/result/columns"), columns.tag);
            self.columns(&format!("{path}/result"), &columns.all);
        }
    }
}
