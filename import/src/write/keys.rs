//! The names by which a spec refers to its types.
//!
//! A type is called in a spec as it is on the wire, unless another one is called so too, or a built-in type is.

use std::collections::{BTreeSet, HashMap};

use asmx_codegen::model::naming::{self, Naming};
use asmx_codegen::model::{ArrayType, Namespace, Scalar, Service, Type, Walk as _, kinds};
use asmx_codegen::read::format::OTHER_TYPES;
use asmx_types::rules::array_name;
use asmx_types::xml_name::{encode_local_name, is_name};

#[derive(Debug)]
pub struct Keys<'a> {
    service: &'a Service,
    types: Vec<String>,
    /// Arrays that have to be declared, in the order in which they are met.
    pub arrays: Vec<&'a ArrayType>,
    declared: HashMap<&'a ArrayType, String>,
    given: Given,
}

/// Names that a spec has already.
#[derive(Debug, Default)]
pub struct Given {
    /// Of the types of the service, in its order; `None` where there is none yet.
    pub types: Vec<Option<String>>,
    pub arrays: HashMap<ArrayType, String>,
    /// Of arrays by their names on the wire, for those that are not the same as before.
    pub by_wire_name: HashMap<(String, Namespace), String>,
    /// Whatever else is a name of the spec.
    pub taken: BTreeSet<String>,
}

#[derive(Debug)]
pub struct Words {
    pub type_name: String,
    pub array: bool,
    pub item: Option<String>,
    pub list: bool,
    pub nullable_items: bool,
}

impl Words {
    fn of(type_name: String) -> Self {
        Self { type_name, array: false, item: None, list: false, nullable_items: false }
    }
}

impl<'a> Keys<'a> {
    pub fn new(service: &'a Service) -> Self {
        Self::with(service, Given::default())
    }

    pub fn with(service: &'a Service, mut given: Given) -> Self {
        let mut taken: BTreeSet<String> = Scalar::ALL.iter().map(|scalar| scalar.name().to_owned()).collect();
        taken.extend(OTHER_TYPES.iter().map(|name| (*name).to_owned()));
        taken.extend(given.types.iter().flatten().chain(&given.taken).cloned());
        let mut known = std::mem::take(&mut given.types).into_iter();
        let mut keys = Self { service, types: Vec::new(), arrays: Vec::new(), declared: HashMap::new(), given };
        let natural: Vec<Option<String>> = service
            .types
            .iter()
            .map(|named| {
                known
                    .next()
                    .flatten()
                    .or_else(|| Some(encoded(&named.name)).filter(|name| is_name(name) && taken.insert(name.clone())))
            })
            .collect();
        for (named, natural) in service.types.iter().zip(natural) {
            let key = natural.unwrap_or_else(|| {
                let rust = named.rust_name.as_str();
                let is_free = is_name(rust) && taken.insert(rust.to_owned());
                if is_free { rust.to_owned() } else { free(&encoded(&named.name), &mut taken) }
            });
            keys.types.push(key);
        }
        keys.find_arrays();
        keys.name_arrays(&mut taken);
        keys
    }

    pub fn named(&self, index: usize) -> &str {
        self.types.get(index).map_or("", String::as_str)
    }

    pub fn array(&self, array: &ArrayType) -> &str {
        self.declared.get(array).map_or("", String::as_str)
    }

    /// What is said of the items of an array that is declared.
    pub fn item_words(&self, kind: &Type) -> Words {
        match kind {
            Type::Array(array) => Words::of(self.array(array).to_owned()),
            kind => self.words(kind),
        }
    }

    pub fn words(&self, kind: &Type) -> Words {
        let plain = Words::of;
        match kind {
            Type::Scalar(scalar) => plain(scalar.name().to_owned()),
            Type::Named(index) => plain(self.named(*index).to_owned()),
            Type::Any => plain("any".to_owned()),
            Type::Xml(kind) => plain(kind.name().to_owned()),
            Type::List(item) => Words { list: true, ..self.words(item) },
            Type::Array(array) if self.is_declared(array) => plain(self.array(array).to_owned()),
            Type::Array(array) => {
                let item = Some(encoded(&array.item_name)).filter(|name| *name != self.naming().of_items(&array.item));
                let nullable_items = array.nullable_items && self.is_value(&array.item);
                Words { array: true, item, nullable_items, ..self.words(&array.item) }
            }
        }
    }

    /// Whether more is to be said of an array than what its items are.
    fn is_declared(&self, array: &ArrayType) -> bool {
        array.name.is_some()
            || !array.alternatives.is_empty()
            || array.namespace != Namespace::Service
            || array.item_namespace != Namespace::Service
            || matches!(array.item, Type::Array(_))
            || !(array.nullable_items || self.is_value(&array.item))
    }

    pub fn is_value(&self, kind: &Type) -> bool {
        kind.kind(kinds(&self.service.types)).is_value()
    }

    pub fn naming(&self) -> Naming<impl Fn(usize) -> String + 'a> {
        naming::encoded(&self.service.types)
    }

    /// The name that an array has if none is stated; empty if its items are alternatives.
    pub fn usual_array_name(&self, array: &ArrayType) -> String {
        if array.alternatives.is_empty() { array_name(&self.naming().of(&array.item)) } else { String::new() }
    }

    fn find_arrays(&mut self) {
        let service = self.service;
        service.each_array(&mut |array| {
            if self.is_declared(array) {
                self.declare(array);
            }
        });
    }

    fn declare(&mut self, array: &'a ArrayType) {
        if !self.declared.contains_key(array) {
            self.declared.insert(array, String::new());
            self.arrays.push(array);
            if let Type::Array(item) = &array.item {
                self.declare(item);
            }
        }
    }

    /// Names what is declared: what has a name keeps it, also if only its name on the wire is as before.
    fn name_arrays(&mut self, taken: &mut BTreeSet<String>) {
        let mut used: BTreeSet<String> = BTreeSet::new();
        for array in &self.arrays {
            if let Some(name) = self.given.arrays.get(*array).filter(|name| used.insert((*name).clone())) {
                self.declared.insert(array, name.clone());
            }
        }
        for array in self.arrays.clone() {
            if self.declared.get(array).is_some_and(|name| !name.is_empty()) {
                continue;
            }
            let natural = array.name.as_ref().map_or_else(|| self.usual_array_name(array), |name| encoded(name));
            let given = self.given.by_wire_name.get(&(natural.clone(), array.namespace.clone()));
            let key = given.filter(|name| used.insert((*name).clone())).cloned().unwrap_or_else(|| {
                let is_free = is_name(&natural) && taken.insert(natural.clone());
                if is_free { natural } else { free(&natural, taken) }
            });
            self.declared.insert(array, key);
        }
    }
}

/// The name with the first number behind it that nobody has.
pub fn free(base: &str, taken: &mut BTreeSet<String>) -> String {
    let base = if is_name(base) { base } else { "Type" };
    let mut number = 2_usize;
    loop {
        let name = format!("{base}{number}");
        if taken.insert(name.clone()) {
            return name;
        }
        number += 1;
    }
}

pub fn encoded(name: &str) -> String {
    encode_local_name(name).into_owned()
}
