//! Sample values: one of every type, and a result of every kind. They do not change from call to call.

use std::borrow::Cow;

use super::sample_bounds::Bounds;
use crate::operation::{
    Content, DataSetType, DeclaredColumn, Member, Operation, Place, Presence, Role, Scalar, Structure, Type, XmlKind,
};
use crate::results::table::{ColumnType, Table};
use crate::results::{
    DataSet, DataTable, DelimitedText, DelimiterRole, Delimiters, Text, XmlDocument, declared_column,
};
use crate::value::message::Message;
use crate::value::soap_header::SoapHeader;
use crate::value::{Chosen, TypedValue, Value};
use crate::xml;

/// The deepest level with a value.
const DEEPEST: usize = 60;

const ELEMENT: &str = "<any xmlns=\"\">text</any>";

/// A value for each parameter.
pub(crate) fn of_parameters(parameters: &[Member]) -> Vec<Value<'static>> {
    Bounds::fit(|bounds| parameters.iter().map(|parameter| of_parameter(parameter, bounds)).collect()).0
}

/// The delimiters of a sample.
const ROW: &str = ";";
const COLUMN: &str = "|";
const QUALIFIER: &str = "'";
/// The longest delimiter that a sample takes from a request, in bytes.
const LONGEST_MARK: usize = 100;

/// Whether the samples of such parts lack one that would have too many values.
pub(crate) fn lack_a_part(parts: &[Member]) -> bool {
    Bounds::fit(|bounds| parts.iter().for_each(|part| drop(of_part(part, bounds)))).1
}

fn of_parameter(parameter: &Member, bounds: &Bounds) -> Value<'static> {
    match parameter.role {
        Some(Role::Username) => Value::from("user"),
        Some(Role::Password) => Value::from("password"),
        Some(Role::Key) if parameter.kind == Type::STRING => Value::from("key"),
        Some(Role::Token) if parameter.kind == Type::STRING => Value::from("token"),
        Some(Role::RowDelimiter) => Value::from(ROW),
        Some(Role::ColumnDelimiter) => Value::from(COLUMN),
        Some(Role::TextQualifier) => Value::from(QUALIFIER),
        _ => of_part(parameter, bounds),
    }
}

fn of_part(part: &Member, bounds: &Bounds) -> Value<'static> {
    bounds.part(|| of_member(part, Around { bounds, depth: 0, structure: None }).unwrap_or_default())
}

/// A value for each header.
pub(crate) fn of_headers(headers: &'static [Member]) -> Vec<SoapHeader> {
    Bounds::fit(|bounds| headers.iter().map(|header| SoapHeader::new(header, of_part(header, bounds))).collect()).0
}

#[derive(Clone, Copy)]
struct Around<'a> {
    bounds: &'a Bounds,
    depth: usize,
    /// The innermost structure, and its own context.
    structure: Option<(&'static Structure, &'a Self)>,
}

impl Around<'_> {
    /// Whether only required values are set here.
    const fn is_deep(self) -> bool {
        self.depth > self.bounds.optional_levels()
    }

    /// Whether the value is inside a structure of that type with required members only: such a value would be endless.
    fn has_no_end(self, structure: &'static Structure) -> bool {
        let outer = |around: &Self| around.structure.map(|(_, outer)| *outer);
        let deep = self.bounds.optional_levels() + 1;
        let all = std::iter::successors(Some(self), outer).take_while(|around| around.depth > deep);
        self.depth > DEEPEST || all.filter_map(|around| around.structure).any(|(one, _)| std::ptr::eq(one, structure))
    }

    const fn deeper(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }
}

fn of_member(member: &Member, around: Around<'_>) -> Option<Value<'static>> {
    around.bounds.count(1)?;
    let may_be_left_out = !member.must_be_given();
    let left_out = || if member.presence == Presence::Nullable && !member.repeated { Value::Nil } else { Value::Null };
    if around.is_deep() && may_be_left_out {
        return Some(left_out());
    }
    present_value(member, around).or_else(|| may_be_left_out.then(left_out))
}

fn present_value(member: &Member, around: Around<'_>) -> Option<Value<'static>> {
    match member.place {
        Place::Choice(alternatives) if member.repeated => Some(one_of_each(alternatives, around)),
        Place::Choice(alternatives) => {
            let first = if around.is_deep() { around.bounds.shallowest(alternatives) } else { 0 };
            let rest = (0..alternatives.len()).filter(|index| *index != first);
            let mut places = std::iter::once(first).chain(rest);
            places.find_map(|index| chosen(index, alternatives.get(index)?, around))
        }
        Place::AnyElements => Some(Value::Array(vec![Value::Xml(Cow::Borrowed(ELEMENT))])),
        Place::AnyAttributes => Some(Value::Attributes(vec![("{urn:sample}name".into(), "text".into())])),
        // A type may declare no element, so there is none.
        Place::Mixed => Some(Value::Xml(Cow::Borrowed("text"))),
        Place::Element | Place::Attribute | Place::Text if member.repeated => {
            let count = if around.is_deep() { 1 } else { 2 };
            around.bounds.repeated(count, || of_one(member, around)).map(Value::Array)
        }
        Place::Element | Place::Attribute | Place::Text => of_one(member, around),
    }
}

fn of_one(member: &Member, around: Around<'_>) -> Option<Value<'static>> {
    match member.content {
        Some(Content::Xml) => Some(Value::from("<sample/>")),
        Some(Content::Json) => Some(Value::from("{}")),
        None => of_type(member.kind, around),
    }
}

/// Each alternative with a value, once.
fn one_of_each(alternatives: &'static [Member], around: Around<'_>) -> Value<'static> {
    Value::Array(alternatives.iter().enumerate().filter_map(|(index, member)| chosen(index, member, around)).collect())
}

fn chosen(alternative: usize, member: &Member, around: Around<'_>) -> Option<Value<'static>> {
    around.bounds.count(1)?;
    // An alternative that is left out is not chosen.
    let value = if around.is_deep() { present_value(member, around)? } else { of_member(member, around)? };
    Some(Value::Choice(Box::new(Chosen { alternative, value })))
}

fn of_type(kind: Type, around: Around<'_>) -> Option<Value<'static>> {
    Some(match kind {
        Type::Scalar(scalar) => Value::from(scalar.sample()),
        Type::Enumeration(enumeration) => Value::from(enumeration.values.first().copied().unwrap_or_default()),
        Type::Structure(structure) => of_structure(structure, around)?,
        Type::Array(_) if around.depth >= around.bounds.optional_levels() => Value::Array(Vec::new()),
        Type::Array(array) if array.alternatives.is_empty() => {
            let items = around.bounds.repeated(2, || of_type(array.item, around.deeper()));
            Value::Array(items.unwrap_or_default())
        }
        Type::Array(array) => one_of_each(array.alternatives, around.deeper()),
        Type::List(list) => of_type(list.item, around)?,
        Type::Any => typed(Type::STRING, Value::from(Scalar::String.sample())),
        Type::Xml(XmlKind::Content) => Value::Xml(Cow::Borrowed(ELEMENT)),

        Type::Xml(XmlKind::DataTable) => content(DataTable::new(table(None, &[])).as_data_set()),
        Type::Xml(_) => content(&DataSet::new("NewDataSet").table(table(None, &[]))),
        Type::DataSet(declared) => {
            around.bounds.count(declared.tables.iter().map(|table| table.columns.len()).sum())?;
            content(&data_set(declared))
        }
    })
}

fn of_structure(structure: &'static Structure, around: Around<'_>) -> Option<Value<'static>> {
    let filled = |structure: &'static Structure| {
        if around.has_no_end(structure) {
            return None;
        }
        let nested = Around { structure: Some((structure, &around)), ..around.deeper() };
        let members = structure.members().iter().map(|member| of_member(member, nested));
        members.collect::<Option<_>>().map(Value::Structure)
    };
    if !structure.is_abstract {
        return filled(structure);
    }
    let derived = structure.derived().iter().copied().find(|derived| !derived.is_abstract)?;
    Some(typed(Type::Structure(derived), filled(derived)?))
}

fn typed(kind: Type, value: Value<'static>) -> Value<'static> {
    Value::OfType(Box::new(TypedValue { kind, value }))
}

fn content(data_set: &DataSet) -> Value<'static> {
    let mut content = String::new();
    data_set.write_content(&mut content);
    Value::Xml(Cow::Owned(content))
}

/// The result of a call that asked for these delimiters. A text has them if it can be read with them.
pub(crate) fn of_response(operation: &Operation, asked: &Delimiters) -> Message {
    if *asked == Delimiters::default() || !operation.is_delimited() {
        return of_result(operation);
    }
    let or = |mark: &Option<String>, default: &str| {
        mark.clone().filter(|mark| !mark.is_empty()).or_else(|| Some(default.to_owned()))
    };
    let marks =
        Delimiters { row: or(&asked.row, ROW), column: or(&asked.column, COLUMN), qualifier: asked.qualifier.clone() };
    let is_short = |mark: &Option<String>| mark.as_deref().is_none_or(|mark| mark.len() <= LONGEST_MARK);
    if ![&marks.row, &marks.column, &marks.qualifier].into_iter().all(is_short) {
        return of_result(operation);
    }
    let text = DelimitedText::new(delimited(operation.columns, &marks));
    if text.cells_with(&marks).is_ok() { text.into() } else { of_result(operation) }
}

pub(crate) fn of_result(operation: &Operation) -> Message {
    match operation
        .value()
        .filter(|result| result.place == Place::Element && !result.repeated)
        .map(|result| result.kind)
    {
        Some(Type::Scalar(_)) if operation.is_delimited() => {
            let marks = Delimiters::new(ROW, COLUMN).qualifier(QUALIFIER);
            Text::new(delimited(operation.columns, &marks)).into()
        }
        Some(Type::Xml(XmlKind::DataSet)) => {
            DataSet::new("NewDataSet").table(table(operation.table, operation.columns)).into()
        }
        Some(Type::DataSet(declared)) => data_set(declared).into(),
        Some(Type::Xml(XmlKind::Content)) => document(operation).into(),
        Some(kind) if kind == Type::INT_ARRAY => Message::new(vec![Value::from(vec![1, 2])]),
        _ => {
            let outputs = |bounds: &_| operation.outputs.iter().map(|output| of_part(output, bounds)).collect();
            Message::new(Bounds::fit(outputs).0)
        }
    }
}

/// Two rows of the declared columns, or of two sample columns.
fn delimited(columns: &[DeclaredColumn], marks: &Delimiters) -> String {
    let mark = |role| marks.mark(role).unwrap_or_default();
    let qualifier = mark(DelimiterRole::Qualifier);
    let cell = |text: &str| match qualifier {
        "" => text.to_owned(),
        qualifier => format!("{qualifier}{}{qualifier}", text.replace(qualifier, &qualifier.repeat(2))),
    };
    let rows: [Vec<String>; 2] = if columns.is_empty() {
        [["a", "b"], ["c", "d"]].map(|cells| cells.map(cell).into())
    } else {
        [(); 2].map(|()| columns.iter().map(|column| cell(column.kind.sample())).collect())
    };
    rows.map(|cells| cells.join(mark(DelimiterRole::Column))).join(mark(DelimiterRole::Row))
}

fn data_set(declared: &DataSetType) -> DataSet {
    let tables = declared.tables.iter().map(|one| table(one.name, one.columns));
    tables.fold(DataSet::new(declared.name).in_namespace(declared.namespace, ""), DataSet::table)
}

fn table(name: Option<&str>, columns: &[DeclaredColumn]) -> Table {
    let table = Table::new(name.unwrap_or("Table"));
    if columns.is_empty() {
        let table = table.column("Name", ColumnType::String).column("Count", ColumnType::Int);
        return table.row([Some("text"), Some("1")]);
    }
    let table = columns.iter().fold(table, |table, column| table.with_column(declared_column(column)));
    let cells: Vec<Option<&str>> = columns.iter().map(|column| Some(column.kind.sample())).collect();
    table.row(cells)
}

fn document(operation: &Operation) -> XmlDocument {
    let text = if operation.columns.is_empty() {
        "<document><item>text</item></document>".to_owned()
    } else {
        let row = xml::name::encode_local_name(operation.table.unwrap_or("Row"));
        let cells = operation.columns.iter().map(|column| {
            let name = xml::name::encode_local_name(column.name);
            format!("<{name}>{}</{name}>", column.kind.sample())
        });
        format!("<document><{row}>{}</{row}></document>", cells.collect::<String>())
    };
    XmlDocument::parse(&text).unwrap_or_else(|_| XmlDocument::null())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::StructureParts;
    use crate::value::request_check::push_missing;

    const OPTIONAL_LEVELS: usize = 3;

    fn of_parameter(parameter: &Member) -> Value<'static> {
        of_parameters(std::slice::from_ref(parameter)).remove(0)
    }

    static ENDLESS: Structure = Structure::new("Endless", &[NEXT]);
    const NEXT: Member = Member::new("Next", Type::Structure(&ENDLESS)).required();

    static NOT: Structure = Structure::new("Not", &[CONDITION]);
    static EXISTS: Structure = Structure::new("Exists", &[]);
    static CONDITIONS: [Member; 2] = [
        Member::new("Not", Type::Structure(&NOT)).required(),
        Member::new("Exists", Type::Structure(&EXISTS)).required(),
    ];
    const CONDITION: Member = Member::new("", Type::Any).choice(&CONDITIONS).required();

    static ROUND: Structure = Structure::new("Round", &[Member::new("Next", Type::Structure(&ROUND)), ENDS]);
    const ENDS: Member = Member::new("Maybe", Type::Structure(&ENDLESS));

    /// Only optional values are left out, and only those that would be endless.
    #[test]
    fn a_type_without_an_end_has_no_sample() {
        assert_eq!(of_parameter(&NEXT), Value::Null);
        let (mut value, mut levels) = (of_parameter(&Member::new("Round", Type::Structure(&ROUND)).required()), 0);
        while let Value::Structure(members) = value {
            assert_eq!(members[1], Value::Null);
            value = members.into_iter().next().unwrap_or_default();
            levels += 1;
        }
        assert_eq!((value, levels), (Value::Null, OPTIONAL_LEVELS + 1));
    }

    static LEAF: Structure = Structure::new("Leaf", &[Member::new("Item", Type::STRING).repeated().required()]);
    static ABSTRACT: Structure = Structure::of_parts("Abstract", StructureParts::new(&[])).is_abstract();

    fn around(inner: &'static Structure) -> &'static Structure {
        let member = Member::new("Inner", Type::Structure(inner)).required();
        let members = vec![member, Member::new("More", Type::Structure(&ABSTRACT)), Member::new("Note", Type::STRING)];
        Box::leak(Box::new(Structure::new("Level", Vec::leak(members))))
    }

    /// Required values are set at every depth, with one occurrence of repeated ones.
    #[test]
    fn what_is_required_is_given_at_any_depth() {
        let mut structure = &LEAF;
        for levels in 1..20 {
            structure = around(structure);
            let parameter: &'static Member =
                Box::leak(Box::new(Member::new("P", Type::Structure(structure)).required()));
            let value = of_parameter(parameter);
            let mut missing = Vec::new();
            push_missing(parameter, &value, &mut missing);
            assert_eq!(missing, Vec::<String>::new(), "{levels}");
            assert!(format!("{value:?}").contains(r#"Array([Text("text")"#), "{value:?}");
        }
    }

    /// A member of an abstract type without derived types is left out.
    #[test]
    fn what_nobody_can_give_is_not_asked_for() {
        static MEMBERS: [Member; 2] =
            [Member::new("Who", Type::Structure(&ABSTRACT)).required(), Member::new("Name", Type::STRING).required()];
        static HOLDER: Structure = Structure::new("Holder", &MEMBERS);
        static PARAMETER: Member = Member::new("P", Type::Structure(&HOLDER)).required();
        let mut missing = Vec::new();
        push_missing(&PARAMETER, &of_parameter(&PARAMETER), &mut missing);
        assert_eq!(missing, Vec::<String>::new());
        assert_eq!(of_parameter(&PARAMETER), Value::Structure(vec![Value::Null, Value::from("text")]));
    }

    #[test]
    fn a_choice_ends_with_the_alternative_that_does() {
        let (mut value, mut chosen) = (of_parameter(&CONDITION), Vec::new());
        while let Value::Choice(choice) = value {
            chosen.push(choice.alternative);
            let Value::Structure(members) = choice.value else { panic!("{choice:?}") };
            value = members.into_iter().next().unwrap_or_default();
        }
        assert_eq!(chosen, [0, 0, 0, 0, 1]);
    }

    /// A structure of `members` members of the inner type.
    fn wide(inner: Type, members: usize, is_required: bool) -> Type {
        const NAMES: [&str; 60] = ["M"; 60];
        let member = |name: &&'static str| {
            let member = Member::new(name, inner);
            if is_required { member.required() } else { member }
        };
        let members = NAMES.iter().take(members).map(member).collect::<Vec<_>>();
        Type::Structure(Box::leak(Box::new(Structure::new("Wide", Vec::leak(members)))))
    }

    fn size(value: &Value<'_>) -> usize {
        match value {
            Value::Structure(inner) | Value::Array(inner) => 1 + inner.iter().map(size).sum::<usize>(),
            _ => 1,
        }
    }

    /// Members that double have samples of fewer levels; required ones that are too many are absent, and the parameters beside them are not.
    #[test]
    fn samples_have_a_bounded_number_of_values() {
        let levels = |count: usize, members, is_required| {
            let kind = (0..count).fold(Type::STRING, |inner, _| wide(inner, members, is_required));
            of_parameters(&[Type::STRING, kind, kind, Type::STRING].map(|kind| Member::new("Member", kind)))
        };
        let text = Value::from("text");
        for (count, members) in [(40, 2), (5, 60)] {
            let expected = [text.clone(), Value::Null, Value::Null, text.clone()];
            assert_eq!(levels(count, members, true), expected, "{count} {members}");
            let sizes = levels(count, members, false).iter().map(size).collect::<Vec<_>>();
            assert!(sizes.iter().sum::<usize>() < 10_000 && sizes[1] > 30, "{sizes:?}");
        }
        let kind = (0..5).fold(Type::STRING, |inner, _| wide(inner, 60, true));
        assert!(lack_a_part(&[Member::new("Wide", kind)]) && !lack_a_part(&[NEXT]));
        assert_eq!(levels(3, 2, true).iter().map(size).collect::<Vec<_>>(), [1, 15, 15, 1]);
    }

    /// The shallowest alternative is found among types that double.
    #[test]
    fn the_search_for_an_alternative_is_bounded() {
        let kind = (0..40).fold(Type::STRING, |inner, _| wide(inner, 60, true));
        let deep = Member::new("Deep", kind).required();
        let choice = Vec::leak(vec![deep, Member::new("Text", Type::STRING).required()]);
        let member = Member::new("", Type::Any).choice(choice).required();
        let holder = (0..5).fold(member, |member, _| {
            let structure = Structure::new("Holder", Vec::leak(vec![member]));
            Member::new("Inner", Type::Structure(Box::leak(Box::new(structure)))).required()
        });
        let mut value = of_parameter(&holder);
        while let Value::Structure(members) = value {
            value = members.into_iter().next().unwrap_or_default();
        }
        assert_eq!(value, Value::Choice(Box::new(Chosen { alternative: 1, value: Value::from("text") })));
    }

    /// .NET reads a table by itself only with its main table, and mixed content has no element that a type does not declare.
    #[test]
    fn samples_are_what_dotnet_reads() {
        let Value::Xml(table) = of_parameter(&Member::new("T", Type::Xml(XmlKind::DataTable))) else { panic!("XML") };
        assert!(table.contains("MainDataTable=\"Table\"") && table.contains("<Name>text</Name>"), "{table}");
        let mixed = Member::new("", Type::STRING).place(Place::Mixed);
        assert_eq!(of_parameter(&mixed), Value::Xml("text".into()));
    }
}
