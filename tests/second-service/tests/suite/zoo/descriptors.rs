//! Generated descriptors are those that a spec gives while a program runs.

use asmx_document::Document;
use asmx_runtime::{ArrayType, Enumeration, Member, Place, Structure, Type};

use super::ZOO;

/// Compares descriptors, each pair of structures once.
#[derive(Default)]
struct Compared(Vec<(&'static str, asmx_runtime::Namespace)>);

impl Compared {
    fn members(&mut self, path: &str, one: &'static [Member], other: &'static [Member]) {
        assert_eq!(one.len(), other.len(), "{path}");
        for (one, other) in one.iter().zip(other) {
            self.member(&format!("{path}.{}", one.name), one, other);
        }
    }

    fn member(&mut self, path: &str, one: &'static Member, other: &'static Member) {
        let told = |member: &Member| {
            let namespace = (!member.name.is_empty()).then_some(member.namespace);
            (
                member.name,
                namespace,
                member.presence,
                member.repeated,
                member.default,
                member.part,
                member.secret,
                member.role,
            )
        };
        assert_eq!(told(one), told(other), "{path}");
        assert_eq!(one.doc.trim(), other.doc.trim(), "{path}");
        match (one.place, other.place) {
            (Place::Choice(one), Place::Choice(other)) => self.members(path, one, other),
            (place, of_other) => assert_eq!(place, of_other, "{path}"),
        }
        self.kind(path, one.kind, other.kind);
    }

    fn kind(&mut self, path: &str, one: Type, other: Type) {
        match (one, other) {
            (Type::Structure(one), Type::Structure(other)) => self.structure(path, one, other),
            (Type::Enumeration(one), Type::Enumeration(other)) => enumeration(path, one, other),
            (Type::Array(one), Type::Array(other)) => self.array(path, one, other),
            (Type::List(one), Type::List(other)) => self.kind(path, one.item, other.item),
            (one, other) => assert_eq!(one, other, "{path}"),
        }
    }

    fn array(&mut self, path: &str, one: &'static ArrayType, other: &'static ArrayType) {
        let told = |array: &ArrayType| {
            (array.item_name, array.item_namespace, array.nullable_items, array.name, array.namespace)
        };
        assert_eq!(told(one), told(other), "{path}");
        self.members(path, one.alternatives, other.alternatives);
        self.kind(path, one.item, other.item);
    }

    fn structure(&mut self, path: &str, one: &'static Structure, other: &'static Structure) {
        let told = |structure: &Structure| (structure.name, structure.namespace, structure.is_abstract);
        assert_eq!(told(one), told(other), "{path}");
        let key = (one.name, one.namespace);
        if !one.name.is_empty() && self.0.contains(&key) {
            return;
        }
        self.0.push(key);
        self.members(path, one.members(), other.members());
        assert_eq!(one.base().map(told), other.base().map(told), "{path}");
        assert_eq!(one.derived().len(), other.derived().len(), "{path}");
        for (one, other) in one.derived().iter().zip(other.derived()) {
            self.structure(&format!("{path}/{}", one.name), one, other);
        }
    }
}

fn enumeration(path: &str, one: &Enumeration, other: &Enumeration) {
    let told = |enumeration: &Enumeration| {
        let meanings: Vec<String> = enumeration.iter().map(|(_, meaning)| meaning.trim().to_owned()).collect();
        (enumeration.name, enumeration.namespace, enumeration.values.to_vec(), enumeration.flags, meanings)
    };
    assert_eq!(told(one), told(other), "{path}");
}

#[test]
fn generated_descriptors_are_those_of_the_spec() {
    let document = Document::open(concat!(env!("CARGO_MANIFEST_DIR"), "/spec/zoo.xml")).unwrap();
    let mut compared = Compared::default();
    for (one, other) in ZOO.operations.iter().zip(document.service().operations) {
        compared.members(one.name, one.parameters, other.parameters);
    }
    assert!(compared.0.len() > 20, "{:?}", compared.0);
}

#[test]
fn a_value_of_any_type_may_be_of_every_type_of_the_service() {
    let document = Document::open(concat!(env!("CARGO_MANIFEST_DIR"), "/spec/zoo.xml")).unwrap();
    let names = |types: &[Type]| -> std::collections::BTreeSet<String> {
        types.iter().map(|kind| format!("{}{kind:?}", kind.namespace().uri("s"))).collect()
    };
    let (own, other) = (names(ZOO.types), names(document.service().types));
    let unchecked = |name: &&String| !name.contains("ArrayOf") || own.contains(*name);
    assert_eq!(own, other.iter().filter(unchecked).cloned().collect());
    assert!(own.contains("sArrayOfInt") && own.contains("sArrayOfAnimal") && own.contains("urn:zoo:aItem"), "{own:?}");
}
