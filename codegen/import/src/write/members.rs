//! Writes parameters, members, outputs and headers. Attributes with default values are left out.

use asmx_codegen::elements::{Build as _, Element};
use asmx_codegen::model::{Member, Namespace, Place, Presence, ProcessContents, Wildcard};
use asmx_codegen::names;
use asmx_codegen::read::format::{self, SERVICE_NAMESPACE};
use asmx_types::FacetValue;

use super::keys::{Keys, encoded};

/// Writes a parameter or member. `default_namespace` is that of names.
pub fn member(keys: &Keys<'_>, member: &Member, default_namespace: &Namespace) -> Element {
    match &member.place {
        Place::Element => end(named(keys, Element::new("param"), member, default_namespace), member),
        Place::Attribute => {
            let words = keys.words(&member.kind);
            let element = Element::new("attribute").with("name", encoded(&member.name)).with("type", words.type_name);
            let element = presence(keys, element.with_flag("list", words.list), member);
            end(namespace(element, &member.namespace, &Namespace::None), member)
        }
        Place::Text => {
            let words = keys.words(&member.kind);
            let element = Element::new("text").with("type", words.type_name).with_flag("list", words.list);
            end(presence(keys, element, member), member)
        }
        Place::Mixed => end(wildcard(Element::new("mixed"), member), member),
        Place::Choice(alternatives) => {
            let element = end(presence(keys, Element::new("choice"), member), member);
            element.children(alternatives.iter().map(|alternative| self::member(keys, alternative, default_namespace)))
        }
        Place::AnyElements => {
            let element =
                wildcard(Element::new("any"), member).with_some("repeated", (!member.repeated).then_some("false"));
            // They are repeated unless they state otherwise.
            end(presence(keys, element, member), &member.clone().with(|facets| facets.repeated = false))
        }
        Place::AnyAttributes => end(wildcard(Element::new("any-attributes"), member), member),
    }
}

/// The limits of a wildcard, where they differ from the defaults.
fn wildcard(element: Element, member: &Member) -> Element {
    let Wildcard { namespaces, process } = &member.wildcard;
    let process = Some(*process).filter(|process| *process != ProcessContents::default());
    element.with_some("namespaces", namespaces.clone()).with_some("process", process.map(ProcessContents::name))
}

pub fn output(keys: &Keys<'_>, output: &Member, default_namespace: &Namespace) -> Element {
    if output.place == Place::Element {
        end(named(keys, Element::new("output"), output, default_namespace), output)
    } else {
        Element::new("output").children([member(keys, output, default_namespace)])
    }
}

pub fn header(keys: &Keys<'_>, header: &Member, direction: &'static str) -> Element {
    let words = keys.words(&header.kind);
    let element = Element::new("header").with("name", encoded(&header.name)).with("type", words.type_name.clone());
    let element = element.with_some("direction", (direction != "in").then_some(direction));
    end(value(keys, element, header, &Namespace::Service), header)
}

/// Writes a result that is one of several outputs or has unusual attributes. `usual_name` is the default element name.
pub fn result(keys: &Keys<'_>, result: &Member, usual_name: &str, default_namespace: &Namespace) -> Element {
    let words = keys.words(&result.kind);
    let element = Element::new("result").with("type", words.type_name.clone());
    let element = value(keys, element, result, default_namespace);
    let element = element.with_some("element", (result.name != usual_name).then(|| encoded(&result.name)));
    facets(element, result).described(&result.doc, &[])
}

/// Whether `<result>` can express an output.
pub fn can_be_result(output: &Member) -> bool {
    output.place == Place::Element
        && output.default.is_none()
        && output.part.is_none()
        && !output.secret
        && output.undocumented.is_empty()
        // A lone output has no field.
        && (output.field.is_empty() || Some(&output.field) == names::member_name(&encoded(&output.name)).as_ref())
}

fn named(keys: &Keys<'_>, element: Element, member: &Member, default_namespace: &Namespace) -> Element {
    let type_name = keys.words(&member.kind).type_name;
    value(keys, element.with("name", encoded(&member.name)).with("type", type_name), member, default_namespace)
}

/// The attributes of an element with a value, except name and type.
fn value(keys: &Keys<'_>, element: Element, member: &Member, default_namespace: &Namespace) -> Element {
    let words = keys.words(&member.kind);
    let element = element.with_flag("array", words.array).with_some("item", words.item).with_flag("list", words.list);
    let element = presence(keys, element, member);
    let nullable = member.presence.is_nullable();
    let element = element
        .with_flag("nullable", if words.array { words.nullable_items } else { nullable })
        .with_flag("array-nullable", words.array && nullable);
    namespace(element, &member.namespace, default_namespace)
}

/// Adds the stated facets that the element can have.
fn facets(mut element: Element, member: &Member) -> Element {
    let Some(rule) = format::rule(&element.name) else { return element };
    let is_known = |word: &str| rule.attributes().any(|attribute| attribute.name == word);
    for facet in member.facets.stated().filter(|facet| is_known(facet.word)) {
        let value = match facet.value {
            FacetValue::Name(name) => encoded(name),
            value => value.text().into_owned(),
        };
        element = element.with(facet.word, value);
    }
    element
}

/// `required` or `optional`, where it differs from the default.
fn presence(keys: &Keys<'_>, element: Element, member: &Member) -> Element {
    let default = member.usual_presence(keys.is_value(&member.kind));
    let can_be_both = member.repeated || member.default.is_some();
    let usually_there = default == Presence::Required || (member.presence.is_nullable() && !can_be_both);
    match (usually_there, member.presence.is_optional()) {
        (true, true) => element.with_flag("optional", true),
        (false, false) => element.with_flag("required", true),
        _ => element,
    }
}

pub fn namespace(element: Element, namespace: &Namespace, default: &Namespace) -> Element {
    element.with_some("namespace", (namespace != default).then(|| words_of(namespace)))
}

pub fn words_of(namespace: &Namespace) -> &str {
    match namespace {
        Namespace::Service => SERVICE_NAMESPACE,
        Namespace::None => "",
        Namespace::Of(uri) => uri,
    }
}

/// The facets, the Rust name, where it differs from the default, and the documentation.
fn end(element: Element, member: &Member) -> Element {
    let default_field = match member.place.usual_field() {
        "" => names::member_name(&encoded(&member.name)).unwrap_or_default(),
        field => field.to_owned(),
    };
    let rust = match member.field.as_str() {
        // A lone output has no field. A spec still requires a name that could be one.
        "" => (default_field.is_empty() || names::CONSTRUCTORS.contains(&default_field.as_str())).then_some("value"),
        field => (field != default_field).then_some(field),
    };
    facets(element.with_some("rust", rust.map(str::to_owned)), member).described(&member.doc, &member.undocumented)
}
