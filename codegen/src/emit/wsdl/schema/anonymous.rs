//! Types without a name. One that the document needs at a single place is written there. Any other gets a name and is written once, so that
//! the document is as long as the model.

use std::collections::{HashMap, HashSet};

use crate::emit::wsdl::arrays::Arrays;
use crate::emit::wsdl::element::{NamesInUse, encode, free_name};
use crate::model::{ArrayType, Member, NamedType, Namespace, Place, Service, Style, Type};

pub(super) struct AnonymousTypes {
    shared: HashSet<usize>,
    names: HashMap<usize, String>,
    names_in_use: NamesInUse,
}

impl AnonymousTypes {
    pub(super) fn of(service: &Service, arrays: &Arrays<'_>) -> Self {
        let mut names_in_use = arrays.names_in_use().clone();
        // The type of parts that hold any elements.
        names_in_use.insert((Namespace::Service, "any".to_owned()));
        Self { shared: Uses::of(service).shared(), names: HashMap::new(), names_in_use }
    }

    /// Whether the document needs the type at several places.
    pub(super) fn is_shared(&self, index: usize) -> bool {
        self.shared.contains(&index)
    }

    /// The encoded name of an anonymous type that is not written in place: its own, with a digit if another type has that name.
    pub(super) fn name(&mut self, index: usize, named: &NamedType) -> &str {
        let in_use = &mut self.names_in_use;
        self.names.entry(index).or_insert_with(|| free_name(&encode(&named.name), &named.namespace, in_use))
    }
}

/// The number of places of each type in the document. Arrays and global elements are written once.
struct Uses<'a> {
    counts: Vec<usize>,
    arrays: HashSet<&'a ArrayType>,
    elements: HashSet<(&'a Namespace, &'a str)>,
}

impl<'a> Uses<'a> {
    fn of(service: &'a Service) -> Self {
        let mut uses = Self { counts: vec![0; service.types.len()], arrays: HashSet::new(), elements: HashSet::new() };
        for named in &service.types {
            let Some(structure) = named.structure() else { continue };
            structure.base.iter().for_each(|base| uses.add(*base));
            structure.members.iter().for_each(|member| uses.add_member(member, &named.namespace));
        }
        for operation in &service.operations {
            let messages = &operation.messages;
            let (request, response) = (operation.request_element(), operation.response_element());
            for (parts, element) in [(&operation.parameters, &request), (&operation.outputs, &response)] {
                for part in parts {
                    match messages.style {
                        Style::Bare if part.place == Place::Element => uses.add_element(part),
                        _ => uses.add_member(part, &element.namespace),
                    }
                }
            }
            service.common.iter().for_each(|part| uses.add_member(part, &request.namespace));
            let headers = messages.request_headers.iter().chain(&messages.response_headers);
            headers.for_each(|header| uses.add_element(header));
        }
        service.standalone_arrays.iter().for_each(|array| uses.add_array(array));
        uses
    }

    fn shared(self) -> HashSet<usize> {
        self.counts.iter().enumerate().filter(|(_, count)| **count > 1).map(|(index, _)| index).collect()
    }

    fn add(&mut self, index: usize) {
        if let Some(count) = self.counts.get_mut(index) {
            *count += 1;
        }
    }

    fn add_element(&mut self, member: &'a Member) {
        if self.elements.insert((&member.namespace, &member.name)) {
            self.add_type(&member.kind);
        }
    }

    /// Adds a member of a type or a message in the namespace `home`. A member in another namespace refers to a global element.
    fn add_member(&mut self, member: &'a Member, home: &Namespace) {
        match &member.place {
            Place::Choice(alternatives) => {
                for alternative in alternatives {
                    self.add_member(alternative, home);
                }
            }
            Place::Element if member.namespace != *home && member.namespace != Namespace::None => {
                self.add_element(member);
            }
            Place::Element | Place::Attribute | Place::Text => self.add_type(&member.kind),
            Place::Mixed | Place::AnyElements | Place::AnyAttributes => {}
        }
    }

    fn add_type(&mut self, kind: &'a Type) {
        match kind {
            Type::Named(index) => self.add(*index),
            Type::Array(array) => self.add_array(array),
            Type::List(item) => self.add_type(item),
            Type::Scalar(_) | Type::Any | Type::Xml(_) => {}
        }
    }

    fn add_array(&mut self, array: &'a ArrayType) {
        if self.arrays.insert(array) {
            if array.alternatives.is_empty() {
                self.add_type(&array.item);
            }
            array.alternatives.iter().for_each(|alternative| self.add_member(alternative, &array.namespace));
        }
    }
}
