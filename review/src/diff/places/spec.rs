//! Places in a spec: those of the names. The place of a parameter of a group is in the group.

use std::collections::{HashMap, HashSet};

use asmx_types::xml_name::decode_local_name;

use super::{Places, array_path, member_label, operation_path, type_paths};
use asmx_codegen::diagnostic::{Source, Span};
use asmx_codegen::model::{Member, NamedTypeKind, Place, Service};
use asmx_codegen::read::ast::{self, Entry, Param, Text, TypeBody};

pub(in crate::diff) fn of_spec(source: Source, spec: &ast::Service, service: &Service) -> Places {
    let groups = spec.groups.iter().map(|group| (group.name.value.as_str(), group.entries.as_slice())).collect();
    let mut writer = Writer { places: Places::new(vec![source]), groups };
    for group in &spec.groups {
        let mut names = HashSet::new();
        for entry in &group.entries {
            if let Entry::Param(param) = entry {
                writer.places.groups.insert((0, param.name.span.start), group.name.value.clone());
                names.insert(decode_local_name(&param.name.value).into_owned());
            }
        }
        writer.places.parameters.insert(group.name.value.clone(), names);
    }
    writer.at("service", spec.tag);
    writer.text("service/path", Some(&spec.path));
    writer.text("service/namespace", spec.namespace.as_ref());
    for port in &spec.ports {
        writer.at(format!("ports/{}", port.name.value), port.name.span);
    }
    let common = writer.params(&spec.common);
    writer.members("common", &common, &service.common);
    for area in &spec.areas {
        writer.at(format!("areas/{}", area.name.value), area.name.span);
    }
    let paths = type_paths(service);
    for ((definition, named), path) in spec.types.iter().zip(&service.types).zip(paths) {
        writer.at(path.clone(), definition.name.span);
        writer.type_body(&path, &definition.body, &named.kind);
    }
    for array in &spec.arrays {
        let name = array.wire_name.as_ref().unwrap_or(&array.name);
        writer.at(array_path(&decode_local_name(&name.value)), array.name.span);
    }
    let operations = spec.areas.iter().flat_map(|area| &area.operations);
    for (operation, model) in operations.zip(&service.operations) {
        writer.operation(operation, model, &spec.headers);
    }
    writer.places
}

struct Writer<'a> {
    places: Places,
    groups: HashMap<&'a str, &'a [Entry]>,
}

impl<'a> Writer<'a> {
    fn at(&mut self, path: impl Into<String>, span: Span) {
        // An item that is not written in the spec has no place.
        if span != Span::default() {
            self.places.add(path.into(), 0, span.start);
        }
    }

    fn text(&mut self, path: impl Into<String>, text: Option<&Text>) {
        if let Some(text) = text {
            self.at(path, text.span);
        }
    }

    /// The parameters of entries, including those of groups.
    fn params(&self, entries: &'a [Entry]) -> Vec<&'a Param> {
        let mut params = Vec::new();
        for entry in entries {
            match entry {
                Entry::Param(param) => params.push(param.as_ref()),
                Entry::Use(name) => {
                    let group = self.groups.get(name.value.as_str()).copied().unwrap_or_default();
                    params.extend(self.params(group));
                }
            }
        }
        params
    }

    /// Adds the places of members and of their alternatives.
    fn members(&mut self, path: &str, params: &[&'a Param], members: &[Member]) {
        for (param, member) in params.iter().zip(members) {
            let path = format!("{path}/{}", member_label(member));
            self.at(path.clone(), param.name.span);
            if let (ast::Place::Choice(params), Place::Choice(members)) = (&param.place, &member.place) {
                self.members(&format!("{path}/alternatives"), &params.iter().collect::<Vec<_>>(), members);
            }
        }
    }

    fn type_body(&mut self, path: &str, body: &'a TypeBody, kind: &NamedTypeKind) {
        match (body, kind) {
            (TypeBody::Enumeration { values, .. }, _) => {
                for name in values.iter().filter_map(|value| value.name.as_ref()) {
                    self.at(format!("{path}/values/{}", name.value), name.span);
                }
            }
            (TypeBody::Structure { members, .. }, NamedTypeKind::Structure(structure)) => {
                let params: Vec<&Param> = members.iter().collect();
                self.members(&format!("{path}/members"), &params, &structure.members);
            }
            (TypeBody::DataSet { tables }, NamedTypeKind::DataSet(data_set)) => {
                for (table, model) in tables.iter().zip(&data_set.tables) {
                    let path = format!("{path}/tables/{}", model.name());
                    self.at(path.clone(), table.name.span);
                    for (column, model) in table.columns.iter().zip(&model.table.columns) {
                        self.at(format!("{path}/columns/{}", model.name), column.name.span);
                    }
                }
            }
            _ => {}
        }
    }

    fn operation(
        &mut self,
        spec: &'a ast::Operation,
        model: &asmx_codegen::model::Operation,
        headers: &'a [ast::Header],
    ) {
        let path = operation_path(&model.name);
        self.at(path.clone(), spec.name.span);
        self.text(format!("{path}/effect"), Some(&spec.effect));
        self.text(format!("{path}/variant-of"), spec.variant_of.as_ref());
        self.text(format!("{path}/deprecated"), spec.deprecated.as_ref());
        self.text(format!("{path}/transports"), spec.transports.as_ref().and_then(|all| all.first()));
        if let Some(open) = spec.open {
            self.at(format!("{path}/open"), open.span);
        }
        // Common parameters are not among the parameters of the model.
        let params = self.params(&spec.entries);
        let own = |param: &&&Param| {
            let is_it =
                |member: &&Member| member.name == decode_local_name(&param.name.value) || param.name.is_missing();
            model.parameters.iter().any(|member| is_it(&member))
        };
        let params: Vec<&Param> = params.iter().filter(own).copied().collect();
        self.members(&format!("{path}/parameters"), &params, &model.parameters);
        for header in headers.iter().chain(&spec.headers) {
            let name = decode_local_name(&header.param.name.value).into_owned();
            for folder in ["request-headers", "response-headers"] {
                self.at(format!("{path}/{folder}/{name}"), header.param.name.span);
            }
        }
        let outputs: Vec<&Param> = spec.outputs.iter().collect();
        // The result, if any, is the first output.
        let own = model.outputs.len().saturating_sub(outputs.len());
        self.members(&format!("{path}/outputs"), &outputs, model.outputs.get(own..).unwrap_or_default());
        self.text(format!("{path}/result"), spec.result.as_ref());
        let Some(result) = &spec.result_element else { return };
        self.at(format!("{path}/result"), result.tag);
        if let Some(first) = model.outputs.first().filter(|_| own > 0) {
            self.at(format!("{path}/outputs/{}", member_label(first)), result.tag);
        }
        if let (Some(columns), Some(table)) = (&result.columns, &model.table) {
            self.at(format!("{path}/result/columns"), columns.tag);
            for (column, model) in columns.all.iter().zip(&table.columns) {
                self.at(format!("{path}/result/columns/{}", model.name), column.name.span);
            }
        }
    }
}
