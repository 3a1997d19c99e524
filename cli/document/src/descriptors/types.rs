//! Types. Each named type exists once, and so do arrays and lists with the same items.

use std::collections::{HashMap, HashSet};

use asmx_codegen::emit::{ArrayNames, documentation};
use asmx_codegen::model::{self, NamedType, NamedTypeKind};
use asmx_types::rules::array_name;
use asmx_types::{
    ArrayType, DataSetType, DeclaredTable, Enumeration, ListType, Member, Namespace, Place, Structure, StructureParts,
    Type,
};

use super::texts::{Texts, leak, of_column};

pub(super) struct Types<'m> {
    model: &'m model::Service,
    array_names: ArrayNames<'m>,
    /// By index in the model.
    named: Vec<Type>,
    arrays: HashMap<model::ArrayType, &'static ArrayType>,
    /// All of `arrays`, in the order of their first use.
    array_order: Vec<&'static ArrayType>,
    lists: HashMap<model::Type, &'static ListType>,
    /// Whether some value may be of any type.
    has_any: bool,
}

impl<'m> Types<'m> {
    pub(super) fn of(model: &'m model::Service, texts: &mut Texts) -> Self {
        let named = model.types.iter().map(|named| incomplete(model, named, texts)).collect();
        let (arrays, array_order, lists) = (HashMap::new(), Vec::new(), HashMap::new());
        let array_names = ArrayNames::new(model);
        let mut types = Self { model, array_names, named, arrays, array_order, lists, has_any: false };
        let derived = model.derived();
        for (index, (named, derived)) in model.types.iter().zip(derived).enumerate() {
            types.complete(index, named, &derived, texts);
        }
        types
    }

    /// Adds the members, bases and derived types of a structure.
    fn complete(&mut self, index: usize, named: &NamedType, derived: &[usize], texts: &mut Texts) {
        let (NamedTypeKind::Structure(kind), Some(structure)) = (&named.kind, self.structure(index)) else { return };
        let lineage = self.model.lineage(index);
        let members = lineage.iter().rev().flat_map(|(_, structure)| &structure.members);
        let members = self.members(members, texts);
        let derived: Vec<_> = derived.iter().filter_map(|index| self.structure(*index)).collect();
        let mut parts = StructureParts::new(members).derived(leak(derived));
        parts.base = kind.base.and_then(|base| self.structure(base));
        structure.complete(parts);
    }

    fn structure(&self, index: usize) -> Option<&'static Structure> {
        match self.named.get(index) {
            Some(Type::Structure(structure)) => Some(structure),
            _ => None,
        }
    }

    pub(super) fn of_model(&mut self, kind: &model::Type, texts: &mut Texts) -> Type {
        match kind {
            model::Type::Scalar(scalar) => Type::Scalar(*scalar),
            // A model has no index that is out of range.
            model::Type::Named(index) => self.named.get(*index).copied().unwrap_or(Type::Any),
            model::Type::Array(array) => Type::Array(self.array(array, texts)),
            model::Type::List(item) => Type::List(self.list(item, texts)),
            model::Type::Any => {
                self.has_any = true;
                Type::Any
            }
            model::Type::Xml(kind) => Type::Xml(*kind),
        }
    }

    pub(super) fn members<'a>(
        &mut self,
        members: impl IntoIterator<Item = &'a model::Member>,
        texts: &mut Texts,
    ) -> &'static [Member] {
        leak(members.into_iter().map(|member| self.member(member, texts)).collect())
    }

    fn member(&mut self, member: &model::Member, texts: &mut Texts) -> Member {
        let place = match &member.place {
            model::Place::Element => Place::Element,
            model::Place::Attribute => Place::Attribute,
            model::Place::Text => Place::Text,
            model::Place::Mixed => Place::Mixed,
            // A repeated choice repeats its alternatives, so one value of each is enough.
            model::Place::Choice(alternatives) if member.repeated => {
                let alternatives =
                    alternatives.iter().map(|alternative| alternative.clone().with(|facets| facets.repeated = false));
                Place::Choice(self.members(&alternatives.collect::<Vec<_>>(), texts))
            }
            model::Place::Choice(alternatives) => Place::Choice(self.members(alternatives, texts)),
            model::Place::AnyElements => Place::AnyElements,
            model::Place::AnyAttributes => Place::AnyAttributes,
        };
        let mut descriptor = Member::new(texts.text(&member.name), self.of_model(&member.kind, texts))
            .namespace(texts.namespace(&member.namespace))
            .place(place)
            .doc(texts.text(&documentation::member_doc(member)));
        descriptor.facets = member.facets.with_texts(|text| texts.text(text));
        descriptor
    }

    fn array(&mut self, array: &model::ArrayType, texts: &mut Texts) -> &'static ArrayType {
        if let Some(known) = self.arrays.get(array) {
            return known;
        }
        let mut descriptor = ArrayType::new(self.of_model(&array.item, texts), texts.text(&array.item_name))
            .namespaces(texts.namespace(&array.namespace), texts.namespace(&array.item_namespace))
            .alternatives(self.members(&array.alternatives, texts));
        descriptor.nullable_items = array.nullable_items;
        descriptor.name = texts.optional_text(self.array_names.unusual(array).as_ref());
        let descriptor: &'static ArrayType = Box::leak(Box::new(descriptor));
        self.arrays.insert(array.clone(), descriptor);
        self.array_order.push(descriptor);
        descriptor
    }

    fn list(&mut self, item: &model::Type, texts: &mut Texts) -> &'static ListType {
        if let Some(known) = self.lists.get(item) {
            return known;
        }
        let descriptor: &'static ListType = Box::leak(Box::new(ListType::new(self.of_model(item, texts))));
        self.lists.insert(item.clone(), descriptor);
        descriptor
    }

    /// The types that `xsi:type` may name. A value of any type may also be an undeclared array of one of the service's types.
    pub(super) fn named(&mut self, texts: &mut Texts) -> Vec<Type> {
        let has_name = |named: &NamedType| !named.anonymous && !matches!(named.kind, NamedTypeKind::DataSet(_));
        let named = self.model.types.iter().zip(&self.named).filter(|(named, _)| has_name(named));
        let own: Vec<Type> = named.map(|(_, kind)| *kind).collect();
        let mut all = own.clone();
        if self.has_any {
            let model = self.model;
            for array in &model.standalone_arrays {
                self.array(array, texts);
            }
        }
        all.extend(self.array_order.iter().map(|array| Type::Array(array)));
        if !self.has_any {
            return all;
        }
        let mut keys: HashSet<(String, Namespace)> = all.iter().map(|kind| (kind.name(), kind.namespace())).collect();
        // .NET declares an array in the namespace of its items.
        for item in own {
            let namespace = item.namespace();
            let array = ArrayType::new(item, texts.text(&item.name())).namespaces(namespace, namespace);
            let array = if item.kind().is_value() { array } else { array.nullable_items() };
            if keys.insert((array_name(&item.name()), namespace)) {
                all.push(Type::Array(Box::leak(Box::new(array))));
            }
        }
        all
    }
}

/// The URI of a namespace; empty for the service's if it is a setting.
fn uri(namespace: &model::Namespace, service: &model::Service) -> String {
    match namespace {
        model::Namespace::Service => service.namespace.clone().unwrap_or_default(),
        model::Namespace::None => String::new(),
        model::Namespace::Of(uri) => uri.clone(),
    }
}

/// A named type without its members.
fn incomplete(service: &model::Service, named: &NamedType, texts: &mut Texts) -> Type {
    let name = if named.anonymous { "" } else { texts.text(&named.name) };
    let namespace = texts.namespace(&named.namespace);
    match &named.kind {
        NamedTypeKind::Enumeration(kind) => {
            let values = kind.values.iter().map(|value| texts.text(&value.name)).collect();
            let meanings = kind.values.iter().map(|value| texts.text(&documentation::doc(&value.doc))).collect();
            let mut descriptor = Enumeration::new(name, leak(values)).namespace(namespace).meanings(leak(meanings));
            descriptor.flags = kind.flags;
            Type::Enumeration(Box::leak(Box::new(descriptor)))
        }
        NamedTypeKind::Structure(kind) => {
            let mut descriptor = Structure::incomplete(name).namespace(namespace);
            descriptor.is_abstract = kind.is_abstract;
            Type::Structure(Box::leak(Box::new(descriptor)))
        }
        NamedTypeKind::DataSet(kind) => {
            let namespace = texts.text(&uri(&named.namespace, service));
            let tables = kind.tables.iter().map(|one| {
                let columns = one.table.columns.iter().map(|column| of_column(column, texts)).collect();
                let table = DeclaredTable::new(name, texts.text(one.name()), leak(columns));
                table.doc(texts.text(&documentation::doc(&one.doc)))
            });
            let tables = tables.collect();
            let descriptor =
                DataSetType::new(name, namespace, leak(tables)).doc(texts.text(&documentation::data_set_doc(named)));
            Type::DataSet(Box::leak(Box::new(descriptor)))
        }
    }
}
