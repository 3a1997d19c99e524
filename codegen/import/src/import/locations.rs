//! The table of locations, from the model and the elements of its items.

use std::collections::HashMap;

use asmx_codegen::locations::{Locations, array_path, member_label, operation_path, path_inside, type_paths};
use asmx_codegen::model::{Member, NamedType, NamedTypeKind, Place as MemberPlace, Service, naming};
use asmx_types::xml_name::decode_local_name;

use super::element::Element;
use super::operations::Draft;
use super::origins::{MessageOrigins, Origins, TypeOrigins};
use super::restrictions::Restricted;
use super::types::Types;

/// The elements outside of types and operations.
pub(super) struct ServiceOrigins<'a> {
    pub(super) main: Element<'a>,
    /// The address of the first port.
    pub(super) address: Option<Element<'a>>,
    /// In the order of the model's ports.
    pub(super) ports: Vec<Element<'a>>,
}

/// Fills the tables from the model and the elements of its items.
pub(super) struct Writer<'t, 'a> {
    pub(super) types: &'t Types<'a>,
    pub(super) locations: Locations,
    pub(super) restricted: Restricted<'t, 'a>,
}

impl<'a> Writer<'_, 'a> {
    pub(super) fn write(&mut self, service: &Service, origins: &ServiceOrigins<'a>, drafts: &[Draft<'a>]) {
        self.add("service", origins.main);
        self.add("service/path", origins.address.unwrap_or(origins.main));
        self.add("service/namespace", origins.main);
        for (port, element) in service.ports.iter().zip(&origins.ports) {
            self.add(format!("ports/{}", port.name), *element);
        }
        for (index, (named, path)) in service.types.iter().zip(type_paths(&service.types)).enumerate() {
            self.named(index, named, &path);
        }
        self.standalone_arrays(service);
        let by_name: HashMap<&str, &Draft<'a>> = drafts.iter().map(|draft| (draft.name.as_str(), draft)).collect();
        for operation in &service.operations {
            let Some(draft) = by_name.get(operation.name.as_str()) else { continue };
            let path = operation_path(&operation.name);
            self.add(path.clone(), draft.element);
            let MessageOrigins { request, response, request_headers, response_headers } = &draft.origins;
            self.members(&format!("{path}/parameters"), &operation.parameters, request);
            self.members(&format!("{path}/outputs"), &operation.outputs, response);
            if let Some(element) = operation.outputs.first().and_then(|result| response.get(&result.name)) {
                self.add(format!("{path}/result"), element);
            }
            let headers = &operation.messages;
            self.members(&format!("{path}/request-headers"), &headers.request_headers, request_headers);
            self.members(&format!("{path}/response-headers"), &headers.response_headers, response_headers);
        }
    }

    fn standalone_arrays(&mut self, service: &Service) {
        if service.standalone_arrays.is_empty() {
            return;
        }
        let types = self.types;
        let all = types.schemas.types_in_order.iter();
        let key = |namespace: &str, local: &str| (types.namespace(namespace), decode_local_name(local).into_owned());
        let by_name: HashMap<_, _> =
            all.map(|((namespace, local), element)| (key(namespace, local), *element)).collect();
        let naming = naming::decoded(&service.types);
        for array in &service.standalone_arrays {
            let key = (array.namespace.clone(), naming.of_array(array));
            if let Some(element) = by_name.get(&key) {
                self.add(array_path(&key.1), *element);
            }
        }
    }

    fn named(&mut self, index: usize, named: &NamedType, path: &str) {
        let types = self.types;
        let Some(TypeOrigins { element, parts }) = types.declared.get(index) else { return };
        self.add(path, *element);
        match &named.kind {
            NamedTypeKind::Structure(structure) => self.members(&format!("{path}/members"), &structure.members, parts),
            NamedTypeKind::Enumeration(_) | NamedTypeKind::DataSet(_) => {
                for (part, element) in parts.iter() {
                    let Some(path) = path_inside(path, part) else { return };
                    self.value(path, element);
                }
            }
        }
    }

    fn members(&mut self, path: &str, members: &[Member], origins: &Origins<'a>) {
        for member in members {
            let Some(path) = path_inside(path, member_label(member)) else { return };
            if let MemberPlace::Choice(alternatives) = &member.place {
                self.members(&format!("{path}/alternatives"), alternatives, origins);
            } else if let Some(element) = origins.get(&member.name) {
                self.value(path, element);
            }
        }
    }

    /// An item with values, which may be restricted.
    fn value(&mut self, path: String, element: Element<'a>) {
        self.restricted.add(&path, element);
        self.add(path, element);
    }

    fn add(&mut self, path: impl Into<String>, element: Element<'a>) {
        self.locations.add(path, element.location());
    }
}
