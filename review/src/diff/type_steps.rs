//! Changes of the type of a member, one at a time: each with the type as it would be if only that had changed.

use super::Kind;
use super::reading::{Types, value_kind};
use super::simple_types::{is_scalar_in, is_text};
use super::versions::Versions;
use asmx_codegen::model::{ArrayType, NamedTypeKind, Namespace, Type, XmlKind};

/// What of a type changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeChange {
    /// What it is.
    Type,
    /// The element of an array's items.
    ItemName,
    /// The namespace of that element.
    ItemNamespace,
    /// Whether items may be null now.
    ItemsNullable(bool),
    /// What items may be.
    Alternatives,
    /// The name or the namespace of an array's own type.
    TypeName,
}

/// A thing that changed of a type.
pub(super) struct TypeStep {
    pub(super) change: TypeChange,
    /// The innermost type of which it is said, as it was and as it is.
    pub(super) from: Type,
    pub(super) to: Type,
    /// The whole old type with this change alone.
    pub(super) hybrid: Type,
}

/// All that changed of a type; nothing if it is the same.
pub(super) fn steps(old: &Type, new: &Type, versions: &Versions<'_>) -> Vec<TypeStep> {
    match (old, new) {
        _ if old == new => Vec::new(),
        (Type::List(from), Type::List(to)) => around(steps(from, to, versions), |item| Type::List(Box::new(item))),
        (Type::Array(from), Type::Array(to)) => of_array(from, to, versions),
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

fn of_array(old: &ArrayType, new: &ArrayType, versions: &Versions<'_>) -> Vec<TypeStep> {
    let mut found = Vec::new();
    let mut follows = false;
    if old.item != new.item {
        // If the item's name and nullability are the defaults of its type, the change of the type explains them.
        follows = is_usual(old, &versions.old_types) && is_usual(new, &versions.new_types);
        let wrapped = |item: Type| {
            let mut array = ArrayType { item, ..old.clone() };
            if follows {
                array.item_name.clone_from(&new.item_name);
                array.nullable_items = new.nullable_items;
            }
            Type::Array(Box::new(array))
        };
        found.extend(around(steps(&old.item, &new.item, versions), wrapped));
    }
    let mut add = |change, hybrid: ArrayType| {
        let (from, to) = (Type::Array(Box::new(old.clone())), Type::Array(Box::new(hybrid)));
        found.push(TypeStep { change, from, hybrid: to.clone(), to });
    };
    if old.item_name != new.item_name && !follows && !is_told_of_type(old, new, versions) {
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

/// Whether the items are called after their type and may be null as it may.
fn is_usual(array: &ArrayType, types: &Types<'_>) -> bool {
    wire_name(&array.item, types).is_some_and(|name| name == array.item_name)
        && array.nullable_items != value_kind(types, &array.item).is_value()
}

/// Whether the items have another name because their type has one.
fn is_told_of_type(old: &ArrayType, new: &ArrayType, versions: &Versions<'_>) -> bool {
    old.item == new.item
        && matches!(old.item, Type::Named(_))
        && wire_name(&old.item, &versions.old_types).as_ref() == Some(&old.item_name)
        && wire_name(&new.item, &versions.new_types).as_ref() == Some(&new.item_name)
}

/// The name by which a type's items are usually called.
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

/// What the change of a parameter's type is called.
pub(super) fn parameter_kind(old: &Type, new: &Type, versions: &Versions<'_>) -> Kind {
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
        _ if is_string(old) && is_enum(new, &versions.new_types) => Kind::ParameterStringBecameEnum,
        _ if is_enum(old, &versions.old_types) && is_string(new) => Kind::ParameterEnumBecameString,
        (Type::Scalar(one), Type::Scalar(two)) => match (is_text(*one), is_text(*two)) {
            (true, true) | (false, false) if is_scalar_in(*one, *two) => Kind::ParameterTypeWidened,
            (true, true) | (false, false) if is_scalar_in(*two, *one) => Kind::ParameterTypeNarrowed,
            (true, false) => Kind::ParameterStringBecameTyped,
            (false, true) => Kind::ParameterTypedBecameString,
            _ => Kind::ParameterTypeChanged,
        },
        _ => Kind::ParameterTypeChanged,
    }
}
