//! Results of the kinds that Rust can be generated of at once, and messages for all others.

use super::operations::Parts;
use crate::model::{
    ArrayType, Member, Messages, NamedType, NamedTypeKind, Namespace, Place, Presence, ResultKind, ResultShape, Scalar,
    Type, XmlKind,
};

/// Which types consist of nothing but what every kind of result may hold.
pub(super) struct Plain<'t> {
    types: &'t [NamedType],
    is_plain: Vec<bool>,
}

impl<'t> Plain<'t> {
    pub(super) fn new(types: &'t [NamedType]) -> Self {
        let mut plain = Self { types, is_plain: vec![true; types.len()] };
        let mut bases = vec![false; types.len()];
        for named in types {
            if let NamedTypeKind::Structure(structure) = &named.kind
                && let Some(base) = structure.base.and_then(|base| bases.get_mut(base))
            {
                *base = true;
            }
        }
        // What is odd in itself, and then what holds it, is not plain.
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
        let mut direct: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
        let mut odd = Vec::new();
        for (index, named) in types.iter().enumerate() {
            let members = match &named.kind {
                NamedTypeKind::Enumeration(_) => &[],
                NamedTypeKind::Structure(structure) => structure.members.as_slice(),
            };
            if !is_plain_by_itself(named, bases.get(index).copied().unwrap_or_default())
                || !members.iter().all(|member| plain.is_plain_member(member))
            {
                odd.push(index);
            }
            for member in members {
                let mut kind = &member.kind;
                let mut is_direct = true;
                while let Type::Array(array) = kind {
                    kind = &array.item;
                    is_direct = false;
                }
                if let Type::Named(other) = kind {
                    users.get_mut(*other).into_iter().for_each(|users| users.push(index));
                    if is_direct {
                        direct.get_mut(index).into_iter().for_each(|direct| direct.push(*other));
                    }
                }
            }
        }
        while let Some(index) = odd.pop() {
            if let Some(is_plain) = plain.is_plain.get_mut(index).filter(|is_plain| **is_plain) {
                *is_plain = false;
                odd.extend(users.get(index).into_iter().flatten());
            }
        }
        plain.without_circles(&direct);
        plain
    }

    /// Takes out what contains itself other than through an array, and what contains that.
    fn without_circles(&mut self, direct: &[Vec<usize>]) {
        let mut open: Vec<usize> = direct.iter().map(Vec::len).collect();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); direct.len()];
        for (index, others) in direct.iter().enumerate() {
            for other in others {
                users.get_mut(*other).into_iter().for_each(|users| users.push(index));
            }
        }
        let mut done: Vec<usize> = (0..direct.len()).filter(|index| open.get(*index) == Some(&0)).collect();
        while let Some(index) = done.pop() {
            for user in users.get(index).into_iter().flatten() {
                if let Some(count) = open.get_mut(*user) {
                    *count = count.saturating_sub(1);
                    if *count == 0 {
                        done.push(*user);
                    }
                }
            }
        }
        for (is_plain, open) in self.is_plain.iter_mut().zip(open) {
            *is_plain &= open == 0;
        }
    }

    fn is_value(&self, kind: &Type) -> bool {
        let is_enumeration = |index: usize| {
            self.types.get(index).is_some_and(|named| matches!(named.kind, NamedTypeKind::Enumeration(_)))
        };
        kind.kind(is_enumeration).is_value()
    }

    fn is_plain_member(&self, member: &Member) -> bool {
        let presence = match (self.is_value(&member.kind), member.presence) {
            (true, presence) => matches!(presence, Presence::Required | Presence::Nullable),
            (false, presence) => matches!(presence, Presence::Required | Presence::Optional),
        };
        presence && is_plain_element(member) && self.is_plain_type(&member.kind)
    }

    /// Whether the type is one that parameters and results always could have.
    fn is_plain_type(&self, kind: &Type) -> bool {
        match kind {
            Type::Scalar(_) => true,
            Type::Named(index) => self.is_plain.get(*index).copied().unwrap_or_default(),
            Type::Array(array) => {
                let usual = ArrayType::of(array.item.clone(), &array.item_name, !self.is_value(&array.item));
                let nullable = ArrayType { nullable_items: true, ..usual.clone() };
                (**array == usual || **array == nullable)
                    && !matches!(array.item, Type::Array(_))
                    && self.is_plain_type(&array.item)
            }
            Type::List(_) | Type::Any | Type::Xml(_) => false,
        }
    }

    /// The result of an operation, and the parts that it states where it has no simpler one.
    pub(super) fn result(&self, name: &str, parts: &Parts) -> (ResultShape, Vec<Member>) {
        let kind = match parts.outputs.as_slice() {
            [] if parts.messages == Messages::default() => Some(ResultKind::None),
            [output] if parts.messages == Messages::default() && is_plain_element(output) => self.kind(output),
            _ => None,
        };
        let shape = |kind, element, doc| ResultShape { kind, element, doc, table: None };
        match (kind, parts.outputs.first()) {
            (Some(kind), Some(output)) => {
                let element = (output.name != format!("{name}Result")).then(|| output.name.clone());
                (shape(kind, element, output.doc.clone()), Vec::new())
            }
            (Some(kind), None) => (shape(kind, None, Vec::new()), Vec::new()),
            (None, _) => (shape(ResultKind::Message, None, Vec::new()), parts.outputs.clone()),
        }
    }

    fn kind(&self, output: &Member) -> Option<ResultKind> {
        let is_optional = output.presence == Presence::Optional;
        let integers = ArrayType::of(Type::Scalar(Scalar::Int), "int", false);
        match &output.kind {
            Type::Scalar(Scalar::String) if is_optional => Some(ResultKind::String),
            Type::Xml(XmlKind::DataSet) if is_optional => Some(ResultKind::DataSet),
            Type::Xml(XmlKind::Content) if is_optional => Some(ResultKind::Xml),
            Type::Array(array) if is_optional && **array == integers => Some(ResultKind::Integers),
            kind => {
                let usual = if self.is_value(kind) { Presence::Required } else { Presence::Optional };
                let is_usual = output.presence == usual && self.is_plain_type(kind);
                is_usual.then(|| ResultKind::Typed(kind.clone()))
            }
        }
    }
}

fn is_plain_by_itself(named: &NamedType, is_base: bool) -> bool {
    let is_own = named.namespace == Namespace::Service && !named.anonymous && !is_base;
    is_own
        && match &named.kind {
            NamedTypeKind::Enumeration(enumeration) => !enumeration.flags && !enumeration.values.is_empty(),
            NamedTypeKind::Structure(structure) => structure.base.is_none() && !structure.is_abstract,
        }
}

/// Whether nothing unusual is to be said of the element.
fn is_plain_element(member: &Member) -> bool {
    member.place == Place::Element
        && member.namespace == Namespace::Service
        && !member.repeated
        && member.default.is_none()
        && member.part.is_none()
}
