//! Types of members: which type holds all values of another, and the changes from one to another.
//!
//! A change of a type is split into steps. Each step comes with the type as it would be if only that had changed.

use super::Kind;
use asmx_codegen::model::{ArrayType, NamedType, NamedTypeKind, Namespace, Scalar, Type, XmlKind};
use asmx_types::rules;

/// The types of a version by the numbers that both versions share; `None` where the version has no type of that number.
pub(super) type Types<'a> = Vec<Option<&'a NamedType>>;

/// A type as the rules of types see it.
pub(super) fn value_kind(types: &Types<'_>, kind: &Type) -> rules::Kind {
    kind.kind(|index| types.get(index).copied().flatten().map_or(rules::Kind::Structure, |named| named.kind.kind()))
}

/// A type whose values are single texts.
pub(super) enum Simple {
    /// Any text.
    Text,
    Scalar(Scalar),
    Values(Vec<String>),
    List,
}

impl Simple {
    /// Whether the other type accepts all its texts with the same meaning.
    pub(super) fn is_in(&self, other: &Self) -> bool {
        match (self, other) {
            // A char is a number over SOAP, but a letter in text.
            (Self::Scalar(Scalar::Char), Self::Text) => false,
            (_, Self::Text) => true,
            (Self::Scalar(inner), Self::Scalar(outer)) => is_scalar_in(*inner, *outer),
            (Self::Values(inner), Self::Values(outer)) => inner.iter().all(|value| outer.contains(value)),
            _ => false,
        }
    }
}

pub(super) const fn is_text(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::String) || scalar.is_unchecked()
}

/// Whether `outer` has all values of `inner`.
pub(super) fn is_scalar_in(inner: Scalar, outer: Scalar) -> bool {
    let range = |scalar: Scalar| -> Option<(i128, i128)> {
        Some(match scalar {
            Scalar::Byte => (i8::MIN.into(), i8::MAX.into()),
            Scalar::UnsignedByte => (0, u8::MAX.into()),
            Scalar::Short => (i16::MIN.into(), i16::MAX.into()),
            Scalar::UnsignedShort => (0, u16::MAX.into()),
            Scalar::Int => (i32::MIN.into(), i32::MAX.into()),
            Scalar::UnsignedInt => (0, u32::MAX.into()),
            Scalar::Long => (i64::MIN.into(), i64::MAX.into()),
            Scalar::UnsignedLong => (0, u64::MAX.into()),
            Scalar::Integer => (i128::MIN, i128::MAX),
            _ => return None,
        })
    };
    match (range(inner), range(outer), outer) {
        _ if inner == outer => true,
        (Some((least, most)), Some((lowest, highest)), _) => lowest <= least && most <= highest,
        (Some(_), None, Scalar::Decimal) => inner != Scalar::Integer,
        // Integers up to these bounds are exact.
        (Some((least, most)), None, Scalar::Double) => least >= -(1 << 53) && most <= 1 << 53,
        (Some((least, most)), None, Scalar::Float) => least >= -(1 << 24) && most <= 1 << 24,
        _ => matches!((inner, outer), (Scalar::Float, Scalar::Double) | (Scalar::Date, Scalar::DateTime)),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeChange {
    /// The type itself.
    Type,
    /// The element of an array's items.
    ItemName,
    /// The namespace of that element.
    ItemNamespace,
    /// Whether items may be null now.
    ItemsNullable(bool),
    /// The alternatives for items.
    Alternatives,
    /// The name or namespace of the array type.
    TypeName,
}

pub(super) struct TypeStep {
    pub(super) change: TypeChange,
    /// The innermost changed type, old and new.
    pub(super) from: Type,
    pub(super) to: Type,
    /// The complete old type with this change alone.
    pub(super) hybrid: Type,
}

pub(super) fn steps(old: &Type, new: &Type, types: (&Types<'_>, &Types<'_>)) -> Vec<TypeStep> {
    match (old, new) {
        _ if old == new => Vec::new(),
        (Type::List(from), Type::List(to)) => around(steps(from, to, types), |item| Type::List(Box::new(item))),
        (Type::Array(from), Type::Array(to)) => of_array(from, to, types),
        _ => vec![TypeStep { change: TypeChange::Type, from: old.clone(), to: new.clone(), hybrid: new.clone() }],
    }
}

fn around(mut steps: Vec<TypeStep>, outer: impl Fn(Type) -> Type) -> Vec<TypeStep> {
    for step in &mut steps {
        let inner = std::mem::replace(&mut step.hybrid, Type::Any);
        step.hybrid = outer(inner);
    }
    steps
}

fn of_array(old: &ArrayType, new: &ArrayType, types: (&Types<'_>, &Types<'_>)) -> Vec<TypeStep> {
    let mut found = Vec::new();
    let mut follows = false;
    if old.item != new.item {
        // If the item's name and nullability are the defaults of its type, the change of the type explains them.
        follows = is_usual(old, types.0) && is_usual(new, types.1);
        let wrapped = |item: Type| {
            let mut array = ArrayType { item, ..old.clone() };
            if follows {
                array.item_name.clone_from(&new.item_name);
                array.nullable_items = new.nullable_items;
            }
            Type::Array(Box::new(array))
        };
        found.extend(around(steps(&old.item, &new.item, types), wrapped));
    }
    let mut add = |change, hybrid: ArrayType| {
        let (from, to) = (Type::Array(Box::new(old.clone())), Type::Array(Box::new(hybrid)));
        found.push(TypeStep { change, from, hybrid: to.clone(), to });
    };
    if old.item_name != new.item_name && !follows && !is_reported_with_type(old, new, types) {
        add(TypeChange::ItemName, ArrayType { item_name: new.item_name.clone(), ..old.clone() });
    }
    if old.item_namespace != new.item_namespace {
        add(TypeChange::ItemNamespace, ArrayType { item_namespace: new.item_namespace.clone(), ..old.clone() });
    }
    if old.nullable_items != new.nullable_items && !follows {
        let hybrid = ArrayType { nullable_items: new.nullable_items, ..old.clone() };
        add(TypeChange::ItemsNullable(new.nullable_items), hybrid);
    }
    if old.alternatives != new.alternatives {
        add(TypeChange::Alternatives, ArrayType { alternatives: new.alternatives.clone(), ..old.clone() });
    }
    if (&old.name, &old.namespace) != (&new.name, &new.namespace) {
        let hybrid = ArrayType { name: new.name.clone(), namespace: new.namespace.clone(), ..old.clone() };
        add(TypeChange::TypeName, hybrid);
    }
    found
}

/// Whether the items have the name and nullability that their type implies.
fn is_usual(array: &ArrayType, types: &Types<'_>) -> bool {
    wire_name(&array.item, types).is_some_and(|name| name == array.item_name)
        && array.nullable_items != value_kind(types, &array.item).is_value()
}

/// Whether the items have another name only because their type was renamed.
fn is_reported_with_type(old: &ArrayType, new: &ArrayType, types: (&Types<'_>, &Types<'_>)) -> bool {
    old.item == new.item
        && matches!(old.item, Type::Named(_))
        && wire_name(&old.item, types.0).as_ref() == Some(&old.item_name)
        && wire_name(&new.item, types.1).as_ref() == Some(&new.item_name)
}

fn wire_name(kind: &Type, types: &Types<'_>) -> Option<String> {
    Some(match kind {
        Type::Scalar(scalar) => scalar.name().to_owned(),
        Type::Named(index) => types.get(*index).copied().flatten()?.name.clone(),
        Type::Any => "anyType".to_owned(),
        Type::Xml(XmlKind::Content) => "XmlNode".to_owned(),
        Type::Xml(kind) => kind.name().to_owned(),
        Type::List(item) => wire_name(item, types)?,
        Type::Array(array) if array.namespace == Namespace::Service => {
            array.name.clone().or_else(|| Some(asmx_types::rules::array_name(&wire_name(&array.item, types)?)))?
        }
        Type::Array(_) => return None,
    })
}

pub(super) fn parameter_kind(old: &Type, new: &Type, types: (&Types<'_>, &Types<'_>)) -> Kind {
    let is_string = |kind: &Type| matches!(kind, Type::Scalar(scalar) if is_text(*scalar));
    let is_enum = |kind: &Type, types: &Types<'_>| match kind {
        Type::Named(index) => types
            .get(*index)
            .copied()
            .flatten()
            .is_some_and(|named| matches!(named.kind, NamedTypeKind::Enumeration(_))),
        _ => false,
    };
    match (old, new) {
        (Type::Array(_), _) => Kind::ParameterBecameScalar,
        (_, Type::Array(_)) => Kind::ParameterBecameArray,
        _ if is_string(old) && is_enum(new, types.1) => Kind::ParameterStringBecameEnum,
        _ if is_enum(old, types.0) && is_string(new) => Kind::ParameterEnumBecameString,
        (Type::Scalar(old), Type::Scalar(new)) => match (is_text(*old), is_text(*new)) {
            (true, true) | (false, false) if is_scalar_in(*old, *new) => Kind::ParameterTypeWidened,
            (true, true) | (false, false) if is_scalar_in(*new, *old) => Kind::ParameterTypeNarrowed,
            (true, false) => Kind::ParameterStringBecameTyped,
            (false, true) => Kind::ParameterTypedBecameString,
            _ => Kind::ParameterTypeChanged,
        },
        _ => Kind::ParameterTypeChanged,
    }
}
