//! Values of every type, made from descriptors.

use asmx_runtime::descriptors::{Place, Presence, Scalar, Structure, XmlKind};
use asmx_runtime::results::table::{ColumnType, Table};
use asmx_runtime::values::{Chosen, TypedValue};
use asmx_runtime::{DataSet, Member, Type, Value};

#[derive(Debug, Clone, Copy)]
pub(super) struct Fill {
    /// Distinguishes the values of different fills.
    number: usize,
    /// The number of items in arrays.
    items: usize,
    /// The depth from which optional members are left out.
    optional_above: usize,
    /// Whether nullable members are null.
    is_null: bool,
}

/// Fills with all members and each value of an enumeration, with empty arrays, without optional members, and with nulls.
pub(super) const FILLS: [Fill; 10] = {
    let full = Fill { number: 0, items: 2, optional_above: usize::MAX, is_null: false };
    [
        full,
        Fill { number: 1, ..full },
        Fill { number: 2, ..full },
        Fill { number: 3, ..full },
        Fill { items: 0, ..full },
        Fill { optional_above: 0, ..full },
        Fill { optional_above: 1, ..full },
        Fill { is_null: true, ..full },
        // Values of derived types.
        Fill { number: 1, optional_above: 1, ..full },
        Fill { number: 1, is_null: true, ..full },
    ]
};

/// The deepest nesting of values, because a type may contain itself.
const MAX_DEPTH: usize = 3;

/// The value of a member. `place` distinguishes values of one message.
pub(super) fn of_member(member: &Member, fill: Fill, place: usize) -> Value<'static> {
    nested(member, fill, place, 0)
}

fn nested(member: &Member, fill: Fill, place: usize, depth: usize) -> Value<'static> {
    // Samples have no undeclared content: readers keep it whatever its schema allows.
    if matches!(member.place, Place::Mixed | Place::AnyElements | Place::AnyAttributes) {
        return Value::Null;
    }
    let may_be_absent = member.repeated || member.presence != Presence::Required;
    if fill.is_null && member.presence.is_nullable() && !member.repeated {
        return Value::Nil;
    }
    if may_be_absent && (depth >= fill.optional_above || depth > MAX_DEPTH) {
        return if member.presence == Presence::Nullable && !member.repeated { Value::Nil } else { Value::Null };
    }
    if member.repeated {
        return Value::Array((0..fill.items).map(|number| of_place(member, fill, place + number, depth)).collect());
    }
    of_place(member, fill, place, depth)
}

fn of_place(member: &Member, fill: Fill, place: usize, depth: usize) -> Value<'static> {
    match member.place {
        Place::Element | Place::Attribute | Place::Text => of_type(member.kind, fill, place, depth),
        Place::Choice(alternatives) => chosen(alternatives, fill, place, depth),
        Place::Mixed | Place::AnyElements | Place::AnyAttributes => Value::Null,
    }
}

/// One of the alternatives, depending on the fill.
fn chosen(alternatives: &'static [Member], fill: Fill, place: usize, depth: usize) -> Value<'static> {
    let alternative = fill.number.checked_rem(alternatives.len()).unwrap_or_default();
    let Some(member) = alternatives.get(alternative) else { return Value::Null };
    // A chosen alternative is present.
    let value = nested(member, Fill { optional_above: usize::MAX, ..fill }, place, depth);
    Value::Choice(Box::new(Chosen { alternative, value }))
}

fn of_type(kind: Type, fill: Fill, place: usize, depth: usize) -> Value<'static> {
    match kind {
        Type::Scalar(scalar) => Value::from(of_scalar(scalar, fill.number, place)),
        Type::Enumeration(enumeration) => {
            let mut texts = enumeration.values.iter().copied().cycle().skip(fill.number);
            let first = texts.next().unwrap_or_default();
            let second = texts.next().filter(|_| enumeration.flags && fill.number == 1);
            second.map_or_else(|| Value::from(first), |second| Value::from(format!("{first} {second}")))
        }
        Type::Structure(structure) => of_structure(structure, fill, place, depth),
        Type::Array(array) => {
            let item = |number: usize| {
                let is_null = fill.is_null && array.nullable_items && number == 0;
                if !array.alternatives.is_empty() {
                    chosen(array.alternatives, Fill { number: fill.number + number, ..fill }, place, depth + 1)
                } else if is_null {
                    Value::Nil
                } else {
                    of_type(array.item, fill, place + number, depth + 1)
                }
            };
            Value::Array((0..fill.items).map(item).collect())
        }
        Type::Xml(XmlKind::Content) => {
            Value::Xml(format!("<loan xmlns=\"\"><copy>{}</copy></loan>", fill.number * 100 + place).into())
        }
        Type::Xml(_) | Type::DataSet(_) => {
            let table = Table::new("Table").column("Name", ColumnType::String).column("Count", ColumnType::Int);
            let table = table.row([Some("a<b>".to_owned()), Some((fill.number * 100 + place).to_string())]);
            let mut content = String::new();
            DataSet::new("Made").table(table).write_content(&mut content);
            Value::Xml(content.into())
        }
        Type::List(list) => {
            let items = (0..fill.items).map(|number| match of_type(list.item, fill, place + number, depth) {
                Value::Text(text) => text.replace(' ', "_"),
                other => panic!("no item of a list: {other:?}"),
            });
            Value::from(items.collect::<Vec<_>>().join(" "))
        }
        other => panic!("the specs that are edited have no {}", other.name()),
    }
}

/// A value of the type or of a derived type.
fn of_structure(structure: &'static Structure, fill: Fill, place: usize, depth: usize) -> Value<'static> {
    let concrete = std::iter::once(structure).chain(structure.derived().iter().copied());
    let concrete: Vec<&'static Structure> = concrete.filter(|one| !one.is_abstract).collect();
    let Some(chosen) = concrete.iter().copied().cycle().nth(fill.number) else { return Value::Null };
    let members = chosen.members().iter().enumerate();
    let value =
        Value::Structure(members.map(|(number, member)| nested(member, fill, place + number, depth + 1)).collect());
    if std::ptr::eq(chosen, structure) {
        value
    } else {
        Value::OfType(Box::new(TypedValue { kind: Type::Structure(chosen), value }))
    }
}

fn of_scalar(scalar: Scalar, number: usize, place: usize) -> String {
    let n = number * 100 + place + 1;
    match scalar.base() {
        Scalar::String => format!("Ann & Søren, {n}"),
        Scalar::Boolean => (n % 2 == 1).to_string(),
        Scalar::Byte | Scalar::UnsignedByte => (n % 100).to_string(),
        Scalar::Short | Scalar::UnsignedShort => (7000 + n).to_string(),
        Scalar::Int => {
            if number == 1 {
                (-70_000_i64 - place as i64).to_string()
            } else {
                (70_000 + n).to_string()
            }
        }
        Scalar::Long | Scalar::UnsignedLong | Scalar::Integer => (9_007_199_254_740_993 + 2 * n).to_string(),
        // Values that a narrower type cannot hold.
        Scalar::Double if number == 2 => format!("{n}E+30"),
        Scalar::Decimal if number == 2 => format!("{n}234567890123456789.0123456789"),
        Scalar::Double | Scalar::Decimal => format!("{n}.25"),
        Scalar::DateTime => format!("2026-01-31T13:45:{:02}", n % 60),
        Scalar::Date => format!("2026-01-{:02}", n % 28 + 1),
        Scalar::Guid => format!("6f9619ff-8b86-d011-b42d-{n:012}"),
        Scalar::Duration => format!("P{n}D"),
        Scalar::UnsignedInt => (70_000 + n).to_string(),
        Scalar::Float => format!("{n}.5"),
        Scalar::Time => format!("13:45:{:02}", n % 60),
        Scalar::Base64Binary => "YmluYXJ5".to_owned(),
        Scalar::HexBinary => "62696E617279".to_owned(),
        Scalar::AnyUri => format!("http://library.example/{n}"),
        Scalar::Char => (65 + n % 26).to_string(),
        other => panic!("the specs that are edited have no {other:?}"),
    }
}
