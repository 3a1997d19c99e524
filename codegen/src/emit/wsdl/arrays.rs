//! The names of array types. If two have the same name, the second gets a digit, as in ASMX.

use std::collections::{BTreeSet, HashMap};

use asmx_types::rules::array_name;
use asmx_types::xml_name::decode_local_name;

use super::element::{NamesInUse, encode, free_name};
use crate::model::{ArrayType, Service, Type, Walk, naming};

/// The arrays of a service with their names, in the order in which operations need them.
#[derive(Debug)]
pub struct Arrays<'a> {
    service: &'a Service,
    names: HashMap<&'a ArrayType, String>,
    order: Vec<&'a ArrayType>,
    visited: BTreeSet<usize>,
    /// The type of array parts over HTTP, if the service has an array of that name.
    parts: Option<&'a ArrayType>,
    /// The encoded names of named types and arrays.
    names_in_use: NamesInUse,
}

/// The name of the type of array parts over HTTP.
const PARTS: &str = "ArrayOfString";

fn strings() -> &'static ArrayType {
    static STRINGS: std::sync::OnceLock<ArrayType> = std::sync::OnceLock::new();
    STRINGS.get_or_init(ArrayType::strings)
}

impl<'a> Arrays<'a> {
    /// Reads the whole service once.
    #[must_use]
    pub fn new(service: &'a Service) -> Self {
        let mut arrays = Self {
            service,
            names: HashMap::new(),
            order: Vec::new(),
            visited: BTreeSet::new(),
            parts: None,
            names_in_use: BTreeSet::new(),
        };
        for operation in &service.operations {
            arrays.add(service.common.as_slice());
            arrays.add(operation);
        }
        for index in 0..service.types.len() {
            arrays.add_named(index);
        }
        for array in &service.standalone_arrays {
            arrays.add_array(array);
            arrays.add(array);
        }
        if service.has_array_parts() {
            arrays.parts = arrays.order.iter().copied().find(|array| arrays.plain_name(array) == PARTS);
            if arrays.parts.is_none() {
                arrays.add_array(strings());
            }
        }
        arrays.name_all();
        arrays
    }

    /// The type of array parts over HTTP: some array of strings.
    pub(super) fn parts(&self) -> &'a ArrayType {
        self.parts.unwrap_or_else(|| strings())
    }

    pub(in crate::emit) fn name(&self, array: &ArrayType) -> String {
        self.names.get(array).cloned().unwrap_or_else(|| self.plain_name(array))
    }

    /// The decoded name of an array's type, unless it is `ArrayOf…` and the items' name: it states another name, or another type has that
    /// one.
    #[must_use]
    pub fn unusual(&self, array: &ArrayType) -> Option<String> {
        if array.name.is_some() {
            return array.name.clone();
        }
        let name = decode_local_name(&self.name(array)).into_owned();
        (name != array_name(&naming::decoded(&self.service.types).of(&array.item))).then_some(name)
    }

    fn add_named(&mut self, index: usize) {
        let mut waiting = vec![index];
        // A loop, because circles and chains of structures may be deep.
        while let Some(index) = waiting.pop() {
            if !self.visited.insert(index) {
                continue;
            }
            let Some(structure) = self.service.structure(index) else { continue };
            for member in &structure.members {
                match member.kind {
                    Type::Named(other) => waiting.push(other),
                    _ => self.add(member),
                }
            }
        }
    }

    /// Adds the arrays of a part of the service, and those of its named types.
    fn add(&mut self, part: &'a (impl Walk + ?Sized)) {
        let mut kinds = Vec::new();
        part.walk(&mut |kind| kinds.push(kind));
        for kind in kinds {
            match kind {
                Type::Named(index) => self.add_named(*index),
                Type::Array(array) => self.add_array(array),
                Type::Scalar(_) | Type::List(_) | Type::Any | Type::Xml(_) => {}
            }
        }
    }

    fn add_array(&mut self, array: &'a ArrayType) {
        if !self.names.contains_key(array) {
            self.names.insert(array, String::new());
            self.order.push(array);
        }
    }

    /// Names of types come first, then stated names, then names derived from items.
    fn name_all(&mut self) {
        let mut names_in_use: NamesInUse = self
            .service
            .types
            .iter()
            .filter(|named| !named.anonymous)
            .map(|named| (named.namespace.clone(), encode(&named.name)))
            .collect();
        let order = std::mem::take(&mut self.order);
        let (named, unnamed): (Vec<&ArrayType>, Vec<&ArrayType>) =
            order.into_iter().partition(|array| array.name.is_some());
        for array in named.into_iter().chain(unnamed) {
            let name = free_name(&self.plain_name(array), &array.namespace, &mut names_in_use);
            if let Some(slot) = self.names.get_mut(array) {
                *slot = name;
            }
        }
        self.names_in_use = names_in_use;
    }

    pub(super) const fn names_in_use(&self) -> &NamesInUse {
        &self.names_in_use
    }

    fn plain_name(&self, array: &ArrayType) -> String {
        naming::encoded(&self.service.types).of_array(array)
    }
}
