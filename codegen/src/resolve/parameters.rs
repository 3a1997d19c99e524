//! One parameter or one member of a structure: its type, presence and role.

use super::declared::{second, wire_name};
use super::rust_names::{self, Case, Reported};
use super::type_names::Index;
use super::wildcards;
use crate::diagnostic::{Code, Diagnostic, Span, question_behind, quoted};
use crate::model::{
    ArrayType, Content, DefaultMistake, Member, Namespace, Place, Presence, Role, Scalar, Type, default_mistake,
};
use crate::read::ast::{self, Flag, Param, ParamKey, Text};
use std::collections::BTreeMap;

use asmx_types::xml_name::decode_local_name;
use asmx_types::{EndDate, MOST_SCALE, Resolution};

#[derive(Clone)]
pub(super) struct Resolved<'a> {
    pub(super) spec: &'a Param,
    pub(super) model: Member,
    /// Whether the type is known. If not, `model` has another one in its place, and nothing more is reported about it.
    pub(super) is_typed: bool,
}

impl Resolved<'_> {
    pub(super) fn field(&self) -> (&Param, &str) {
        (self.spec, &self.model.field)
    }
}

pub(super) fn parameter<'a>(spec: &'a Param, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> Resolved<'a> {
    // The role of a header has been reported.
    with_role(resolve(spec, index, mistakes), "parameter", |role| role != Role::Session, mistakes)
}

pub(super) fn header<'a>(spec: &'a Param, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> Resolved<'a> {
    // Other roles have been reported.
    let is_one = |role: Role| role.is_credential() || role == Role::Session;
    with_role(resolve(spec, index, mistakes), "header", is_one, mistakes)
}

pub(super) fn member<'a>(spec: &'a Param, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> Resolved<'a> {
    let unsuitable = spec
        .attributes
        .text("role")
        .filter(|role| Role::named(&role.value).is_some_and(|role| !role.is_credential() && role != Role::Session));
    if let Some(role) = unsuitable {
        let message = format!("the member {} cannot have the role `{}`", quoted(&spec.name.value), role.value);
        mistakes.push(
            Diagnostic::new(Code::RoleOnMember, role.span, message)
                .help("remove the role: members can have `username`, `password`, `key` and `token`"),
        );
    }
    with_role(resolve(spec, index, mistakes), "member", Role::is_credential, mistakes)
}

/// Adds the stated role, if it may stand there.
fn with_role<'a>(
    mut resolved: Resolved<'a>,
    noun: &str,
    can_be: impl Fn(Role) -> bool,
    mistakes: &mut Vec<Diagnostic>,
) -> Resolved<'a> {
    let spec = resolved.spec;
    let Some(written) = spec.attributes.text("role") else { return resolved };
    let Some(role) = Role::named(&written.value).filter(|role| can_be(*role)) else { return resolved };
    resolved.model.role = Some(role);
    let name = quoted(resolved.spec.shown_name());
    if let Some((wrong, help)) = misfit(role, &resolved.model).filter(|_| resolved.is_typed) {
        let message = format!("the {noun} {name} has the role `{}`, but is {wrong}", written.value);
        mistakes.push(
            Diagnostic::new(Code::RoleNotString, spec.type_name.span, message)
                .also(written.span, "the role")
                .help(help),
        );
    }
    if role.is_secret() && !resolved.model.secret {
        let message = format!("the {} {name} would be shown in logs", role.name());
        mistakes.push(Diagnostic::new(Code::PasswordNotSecret, written.span, message).help("add `secret=\"true\"`"));
    }
    resolved
}

/// The result of a `<result>` as a part of a message without a name, and whether its type is known.
pub(super) fn result(spec: &Param, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> (Member, bool) {
    let resolved = resolve(spec, index, mistakes);
    (resolved.model, resolved.is_typed)
}

fn resolve<'a>(spec: &'a Param, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> Resolved<'a> {
    wire_name(&spec.name, "a parameter", mistakes);
    let attributes = &spec.attributes;
    let part = attributes.text("part");
    if let Some(part) = part {
        wire_name(part, "a part of a message", mistakes);
    }
    let found = index.find(&spec.type_name, mistakes);
    // Members without a name have no type that could be unknown.
    let is_typed =
        found.is_some() || !matches!(spec.place, ast::Place::Element | ast::Place::Attribute | ast::Place::Text);
    let found = found.map(|found| index.listed(found, attributes.flag("list"), mistakes));
    let mut member = match position(spec, index, mistakes) {
        Place::Element => {
            let item = found.unwrap_or(Type::Scalar(Scalar::String));
            let kind = if attributes.is_set("array") { array(spec, item, is_typed, index, mistakes) } else { item };
            Member::element(&decode_local_name(&spec.name.value), kind, Presence::Optional)
        }
        place @ (Place::Attribute | Place::Text) => Member {
            place,
            ..Member::element(
                &decode_local_name(&spec.name.value),
                found.unwrap_or(Type::Scalar(Scalar::String)),
                Presence::Optional,
            )
        },
        place => Member::unnamed(place),
    };
    if member.place == Place::Attribute {
        member.namespace = Namespace::None;
    }
    member.namespace = index.namespace(attributes.text("namespace"), &member.namespace);
    member.repeated = attributes.flag("repeated").map_or(member.repeated, |repeated| repeated.value);
    member.default = default_text(spec, &member.kind, is_typed, index, mistakes);
    member.part = part.map(|part| decode_local_name(&part.value).into_owned());
    member.presence = presence(spec, &member, is_typed, index, mistakes);
    member.wildcard = wildcards::wildcard(spec, mistakes);
    member.field = match (member.place.usual_field(), &spec.rust) {
        ("", rust) => rust_names::rust_name(&spec.name, rust.as_ref(), Case::Member, mistakes),
        (field, None) => field.to_owned(),
        (_, Some(rust)) => rust_names::rust_name(rust, Some(rust), Case::Member, mistakes),
    };
    let is_string = !is_typed || member.kind == Type::Scalar(Scalar::String);
    member.content = content(attributes.text("content"), is_string, mistakes);
    let is_decimal = !is_typed || member.kind.holds_decimals();
    member.scale = scale(attributes.text("scale"), is_decimal, mistakes);
    let is_date = !is_typed || member.kind.holds_a_date();
    if let Some(end) = end_date_text(attributes.text("end"), is_date, mistakes) {
        // An unknown word has been reported.
        member.end = EndDate::named(&end.value);
    }
    member.resolution = resolution(attributes.text("resolution"), is_date, mistakes);
    member.secret = attributes.is_set("secret");
    let model = Member { doc: spec.doc.clone(), undocumented: spec.undocumented.clone(), ..member };
    Resolved { spec, model, is_typed }
}

/// The stated default. One that is not of the type is reported.
fn default_text(
    spec: &Param,
    kind: &Type,
    is_typed: bool,
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Option<String> {
    let text = spec.attributes.text("default")?;
    let mistake = default_mistake(kind, &text.value, index).filter(|_| is_typed);
    let (value, type_name) = (quoted(&text.value), quoted(&spec.type_name.value));
    if let Some(mistake) = mistake {
        let not_of_type = || format!("the default {value} is not a value of the type {type_name}");
        let (message, label, help) = match mistake {
            DefaultMistake::Scalar(_, reason) => {
                (not_of_type(), reason.to_owned(), "write a value of the type, or remove `default`".to_owned())
            }
            DefaultMistake::Enumeration(number) => (
                not_of_type(),
                "the enumeration does not list it".to_owned(),
                values_help(&text.value, number, index, mistakes),
            ),
            DefaultMistake::NoText => (
                format!("{} cannot have a default", quoted(spec.shown_name())),
                "its values are not texts".to_owned(),
                "remove `default`: only built-in types, enumerations and lists of them have one".to_owned(),
            ),
        };
        mistakes.push(Diagnostic::new(Code::InvalidDefault, text.span, message).label(label).help(help));
        return None;
    }
    Some(text.value.clone())
}

/// The most values of an enumeration that a mistake names.
const MOST_VALUES: usize = 6;

fn values_help(text: &str, number: usize, index: &Index<'_>, mistakes: &[Diagnostic]) -> String {
    if let Some(question) = question_behind(mistakes, text, index.values(number)) {
        return question;
    }
    let mut values = index.values(number).map(quoted);
    let first: Vec<String> = values.by_ref().take(MOST_VALUES).collect();
    let more = if values.next().is_some() { ", …" } else { "" };
    if first.is_empty() {
        return "remove `default`: the enumeration has no values".to_owned();
    }
    format!("its values are {}{more}", first.join(", "))
}

/// The stated content of a value. Only a string has one.
pub(super) fn content(attribute: Option<&Text>, is_string: bool, mistakes: &mut Vec<Diagnostic>) -> Option<Content> {
    let attribute = attribute?;
    // An unknown word has been reported.
    let content = Content::named(&attribute.value)?;
    if is_string {
        return Some(content);
    }
    mistakes.push(
        Diagnostic::new(Code::ContentNotString, attribute.span, "`content` stands at a value that is not a string").help(
            "remove `content`; it belongs to `result=\"string\"`, or to `type=\"string\"` without `array` and `list`",
        ),
    );
    None
}

/// The stated digits behind the point. Only decimals have them.
pub(super) fn scale(attribute: Option<&Text>, is_decimal: bool, mistakes: &mut Vec<Diagnostic>) -> Option<u8> {
    let attribute = attribute?;
    if !is_decimal {
        let help = "remove `scale`; it belongs to `type=\"decimal\"`, with or without `array`";
        mistakes.push(
            Diagnostic::new(Code::ScaleNotDecimal, attribute.span, "`scale` stands at a value that is not a decimal")
                .help(help),
        );
        return None;
    }
    // A text that is no number of digits has been reported.
    attribute.value.parse().ok().filter(|digits| *digits <= MOST_SCALE)
}

/// The text of `end` or `resolution`. Only a date has them.
fn end_date_text<'a>(attribute: Option<&'a Text>, is_date: bool, mistakes: &mut Vec<Diagnostic>) -> Option<&'a Text> {
    let attribute = attribute?;
    if !is_date {
        let message = "`end` and `resolution` stand at a value that is not a date";
        let help = "remove it; it belongs to the end date of a time frame: a `string`, a `date` or a `dateTime`";
        mistakes.push(Diagnostic::new(Code::InvalidEndDate, attribute.span, message).help(help));
    }
    is_date.then_some(attribute)
}

fn resolution(attribute: Option<&Text>, is_date: bool, mistakes: &mut Vec<Diagnostic>) -> Option<Resolution> {
    let attribute = end_date_text(attribute, is_date, mistakes)?;
    let step = Resolution::named(&attribute.value);
    if step.is_none() {
        let message = format!("{} is not a step of times", quoted(&attribute.value));
        let help = "write a step of which a day has a whole number: `1d`, `1h`, `1m`, `1s`, `3ms` or `1ms`";
        mistakes.push(Diagnostic::new(Code::InvalidEndDate, attribute.span, message).help(help));
    }
    step
}

fn position(spec: &Param, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> Place {
    match &spec.place {
        ast::Place::Element => Place::Element,
        ast::Place::Attribute => Place::Attribute,
        ast::Place::Text => Place::Text,
        ast::Place::Mixed => Place::Mixed,
        ast::Place::Choice(alternatives) => {
            Place::Choice(members(alternatives, &Namespace::Service, "alternative", index, mistakes))
        }
        ast::Place::AnyElements => Place::AnyElements,
        ast::Place::AnyAttributes => Place::AnyAttributes,
    }
}

/// Members of a structure or alternatives of a choice, with unique names in the spec and in Rust.
pub(super) fn members(
    params: &[Param],
    namespace: &Namespace,
    noun: &'static str,
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Vec<Member> {
    let mut parts = Parts::new(noun, Code::DuplicateMember);
    for param in params {
        parts.add(member(param, index, mistakes), namespace, mistakes);
    }
    parts.finish(mistakes)
}

/// The parts of one message, or the members of one structure or choice, with unique names.
pub(super) struct Parts<'a> {
    noun: &'static str,
    duplicate: Code,
    known: BTreeMap<ParamKey<'a>, Span>,
    all: Vec<Resolved<'a>>,
}

impl<'a> Parts<'a> {
    pub(super) fn new(noun: &'static str, duplicate: Code) -> Self {
        Self { noun, duplicate, known: BTreeMap::new(), all: Vec::new() }
    }

    pub(super) fn add(&mut self, mut part: Resolved<'a>, namespace: &Namespace, mistakes: &mut Vec<Diagnostic>) {
        put_in(&mut part.model, part.spec, namespace);
        if let Some(key) = part.spec.key() {
            if let Some(first) = self.known.get(&key) {
                let noun = if self.duplicate == Code::DuplicateMember { "member" } else { self.noun };
                mistakes.push(second(self.duplicate, noun, &part.spec.name, *first));
                return;
            }
            self.known.insert(key, part.spec.name.span);
        }
        self.all.push(part);
    }

    pub(super) fn finish(self, mistakes: &mut Vec<Diagnostic>) -> Vec<Member> {
        let fields: Vec<_> = self.all.iter().map(Resolved::field).collect();
        rust_names::check_fields(&fields, self.noun, &mut Reported::default(), mistakes);
        self.all.into_iter().map(|part| part.model).collect()
    }
}

/// Gives a member without a stated namespace the usual one.
pub(super) fn put_in(member: &mut Member, spec: &Param, namespace: &Namespace) {
    match (&mut member.place, &spec.place) {
        (Place::Element, _) if spec.attributes.text("namespace").is_none() => member.namespace = namespace.clone(),
        (Place::Choice(members), ast::Place::Choice(params)) => {
            for (member, param) in members.iter_mut().zip(params) {
                put_in(member, param, namespace);
            }
        }
        _ => {}
    }
}

fn array(spec: &Param, item: Type, is_typed: bool, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> Type {
    let (item_name, nullable) = (spec.attributes.text("item"), spec.attributes.flag("nullable"));
    if let Some(name) = item_name {
        wire_name(name, "an array's items", mistakes);
    }
    let is_value = index.is_value(&item);
    if let Some(nullable) = nullable.filter(|flag| flag.value && is_typed && !is_value) {
        let message = format!("items of type {} may always be null", quoted(&spec.type_name.value));
        mistakes.push(
            Diagnostic::new(Code::NullableReference, nullable.span, message)
                .help("remove `nullable`, or write `array-nullable` if the array itself may be null"),
        );
    }
    let default_item = index.naming().of_items(&item);
    let item_name = decode_local_name(item_name.map_or(&default_item, |item| &item.value)).into_owned();
    Type::Array(Box::new(ArrayType::of(item, &item_name, !is_value || Flag::is_set(nullable))))
}

fn presence(
    spec: &Param,
    member: &Member,
    is_typed: bool,
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Presence {
    let attributes = &spec.attributes;
    let is_array = attributes.is_set("array");
    let quoted_name = if spec.name.is_missing() { "this".to_owned() } else { quoted(&spec.name.value) };
    if !is_array {
        let of_arrays = ["item", "array-nullable"].into_iter();
        for (name, text) in of_arrays.filter_map(|name| Some((name, attributes.text(name)?))) {
            let message = if name == "item" {
                format!("{quoted_name} has `item`, but is not an array")
            } else {
                format!("{quoted_name} is not an array")
            };
            mistakes.push(
                Diagnostic::new(Code::ItemWithoutArray, text.span, message)
                    .help(format!("add `array=\"true\"`, or remove `{name}`")),
            );
        }
    }
    let usual_presence = member.usual_presence(is_typed && index.is_value(&member.kind));
    let set_flag = |name: &str| attributes.flag(name).filter(|flag| flag.value);
    let nullable = set_flag(if is_array { "array-nullable" } else { "nullable" });
    let (required, optional) = (set_flag("required"), set_flag("optional"));
    if let (Some(required), Some(optional)) = (required, optional) {
        let message = format!("{quoted_name} is both required and optional");
        mistakes.push(
            Diagnostic::new(Code::RequiredAndOptional, optional.span, message)
                .also(required.span, "required")
                .help("keep one of the two"),
        );
    }
    // Whether a nullable value is required is stated only for members that may usually be absent.
    let can_be_both = member.repeated || member.default.is_some();
    if let (Some(nullable), Some(required), false) = (nullable, required, can_be_both) {
        mistakes.push(
            Diagnostic::new(
                Code::RequiredAndNullable,
                required.span,
                format!("{quoted_name} is both required and nullable"),
            )
            .also(nullable.span, "nullable")
            .help("keep one of the two"),
        );
    }
    if let (None, None, Some(required), Presence::Required) =
        (nullable, optional, attributes.flag("required"), usual_presence)
        && !required.value
        && matches!(member.place, Place::Element)
    {
        let message = format!("a value of type {} cannot be absent", quoted(&spec.type_name.value));
        mistakes.push(Diagnostic::new(Code::OptionalValueType, required.span, message).help(
            "the service reads an absent value as 0 or false: remove `required`, or write `nullable=\"true\"` if it accepts null, or \
                 `optional=\"true\"` if it distinguishes an absent value",
        ));
    }
    let is_required = match (required, optional) {
        (_, Some(_)) => false,
        (Some(_), None) => true,
        (None, None) => usual_presence == Presence::Required || nullable.is_some() && !can_be_both,
    };
    match (is_required, nullable) {
        (true, None) => Presence::Required,
        (false, None) => Presence::Optional,
        (true, Some(_)) => Presence::Nullable,
        (false, Some(_)) => Presence::OptionalNullable,
    }
}

/// The requirement that a parameter with the role violates, and the help; `None` if it can have the role.
pub fn misfit(role: Role, member: &Member) -> Option<(&'static str, &'static str)> {
    let (kind, string) = (&member.kind, Type::Scalar(Scalar::String));
    let is_list = matches!(kind, Type::Array(array) if array.item == string);
    let is_moment = matches!(kind, Type::Scalar(Scalar::Date | Scalar::DateTime));
    match role {
        role if role.is_credential() && member.repeated => {
            Some(("repeated", "remove `repeated` or the role: a client has only one such value"))
        }
        Role::Session => None,
        _ if *kind == string => None,
        Role::Key | Role::Token if matches!(kind, Type::Scalar(_)) => None,
        Role::Key | Role::Token => {
            Some(("not of a built-in type", "write `type=\"string\"` without `array` or `list`, or remove the role"))
        }
        Role::FieldNames | Role::FieldValues if is_list => None,
        Role::BeginDate | Role::EndDate if is_moment => None,
        Role::FieldNames | Role::FieldValues => {
            Some(("neither a string nor an array of strings", "write `type=\"string\"`, or remove the role"))
        }
        Role::BeginDate | Role::EndDate => Some((
            "neither a string nor a date",
            "write `type=\"string\"`, `date` or `dateTime` without `array`, or remove the role",
        )),
        _ => Some(("not a string", "write `type=\"string\"` without `array`, or remove the role")),
    }
}
