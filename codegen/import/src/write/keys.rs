//! The names by which a spec refers to its types.
//!
//! A type has its wire name, unless another type or a built-in type has it too.

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
    /// Arrays that need a declaration, in order of first use; those that nothing uses come last.
    pub arrays: Vec<&'a ArrayType>,
    declared: HashMap<&'a ArrayType, String>,
    used: UsedNames,
}

/// Names that the spec already uses.
#[derive(Debug, Default)]
pub struct UsedNames {
    /// By type number; `None` for a type without a name yet.
    pub types: Vec<Option<String>>,
    pub arrays: HashMap<ArrayType, String>,
    /// Renamed arrays, by wire name.
    pub by_wire_name: HashMap<(String, Namespace), String>,
    /// Any other names of the spec.
    pub further: BTreeSet<String>,
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
        Self::with(service, UsedNames::default())
    }

    pub fn with(service: &'a Service, mut used: UsedNames) -> Self {
        let mut names: BTreeSet<String> = Scalar::ALL.iter().map(|scalar| scalar.name().to_owned()).collect();
        names.extend(OTHER_TYPES.iter().map(|name| (*name).to_owned()));
        names.extend(used.types.iter().flatten().chain(&used.further).cloned());
        let mut known = std::mem::take(&mut used.types).into_iter();
        let mut keys = Self { service, types: Vec::new(), arrays: Vec::new(), declared: HashMap::new(), used };
        let natural: Vec<Option<String>> = service
            .types
            .iter()
            .map(|named| {
                known
                    .next()
                    .flatten()
                    .or_else(|| Some(encoded(&named.name)).filter(|name| is_name(name) && names.insert(name.clone())))
            })
            .collect();
        for (named, natural) in service.types.iter().zip(natural) {
            let key = natural.unwrap_or_else(|| {
                let rust = named.rust_name.as_str();
                let is_free = is_name(rust) && names.insert(rust.to_owned());
                if is_free { rust.to_owned() } else { free(&encoded(&named.name), &mut names) }
            });
            keys.types.push(key);
        }
        keys.find_arrays();
        keys.name_arrays(&mut names);
        keys
    }

    pub fn named(&self, index: usize) -> &str {
        self.types.get(index).map_or("", String::as_str)
    }

    pub fn array(&self, array: &ArrayType) -> &str {
        self.declared.get(array).map_or("", String::as_str)
    }

    /// The attributes that describe the items of a declared array.
    pub fn item_words(&self, kind: &Type) -> Words {
        match kind {
            Type::Array(array) => Words::of(self.array(array).to_owned()),
            kind => self.words(kind),
        }
    }

    pub fn words(&self, kind: &Type) -> Words {
        let scalar_words = Words::of;
        match kind {
            Type::Scalar(scalar) => scalar_words(scalar.name().to_owned()),
            Type::Named(index) => scalar_words(self.named(*index).to_owned()),
            Type::Any => scalar_words("any".to_owned()),
            Type::Xml(kind) => scalar_words(kind.name().to_owned()),
            Type::List(item) => Words { list: true, ..self.words(item) },
            Type::Array(array) if self.is_declared(array) => scalar_words(self.array(array).to_owned()),
            Type::Array(array) => {
                let item = Some(encoded(&array.item_name)).filter(|name| *name != self.naming().of_items(&array.item));
                let nullable_items = array.nullable_items && self.is_value(&array.item);
                Words { array: true, item, nullable_items, ..self.words(&array.item) }
            }
        }
    }

    /// Whether an array differs from the usual array of its items, so that it needs a declaration.
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

    /// The default name of an array; empty if its items are alternatives.
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
        for array in &service.standalone_arrays {
            self.declare(array);
        }
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

    /// Names declared arrays. One that has a name keeps it, as long as its wire name is unchanged.
    fn name_arrays(&mut self, names: &mut BTreeSet<String>) {
        let mut used: BTreeSet<String> = BTreeSet::new();
        for array in &self.arrays {
            if let Some(name) = self.used.arrays.get(*array).filter(|name| used.insert((*name).clone())) {
                self.declared.insert(array, name.clone());
            }
        }
        for array in self.arrays.clone() {
            if self.declared.get(array).is_some_and(|name| !name.is_empty()) {
                continue;
            }
            let natural = array.name.as_ref().map_or_else(|| self.usual_array_name(array), |name| encoded(name));
            let used_name = self.used.by_wire_name.get(&(natural.clone(), array.namespace.clone()));
            let key = used_name.filter(|name| used.insert((*name).clone())).cloned().unwrap_or_else(|| {
                let is_free = is_name(&natural) && names.insert(natural.clone());
                if is_free { natural } else { free(&natural, names) }
            });
            self.declared.insert(array, key);
        }
    }
}

/// `base` with the first free number appended.
pub fn free(base: &str, names: &mut BTreeSet<String>) -> String {
    let base = if is_name(base) { base } else { "Type" };
    let mut number = 2_usize;
    loop {
        let name = format!("{base}{number}");
        if names.insert(name.clone()) {
            return name;
        }
        number += 1;
    }
}

pub fn encoded(name: &str) -> String {
    encode_local_name(name).into_owned()
}
