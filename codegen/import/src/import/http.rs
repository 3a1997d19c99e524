//! Operations of HTTP GET and POST bindings. One joins the SOAP operation of the same name, if there is one.

use asmx_codegen::diagnostic::Code;
use asmx_codegen::model::{ArrayType, Member, Messages, Place, Presence, Scalar, Type, XmlKind};
use asmx_types::xml_name::encode_local_name;

use super::element::{Element, HTTP, MIME, WSDL};
use super::operations::{Draft, Offered, Operations, Parts};
use super::origins::{MessageOrigins, Origins};
use super::policy::Refusal;
use super::types::value;

impl<'a> Operations<'_, 'a> {
    pub(super) fn http(&mut self, offered: Offered<'_, 'a>) {
        let Offered { number, port, bound, operation, input, output, key, .. } = offered;
        let help = "call it over another transport";
        if let Some(odd) = odd_form(bound) {
            let refusal = Refusal::of(Code::UnsupportedForm, "its parameters are not sent as a form", help);
            return self.refuse(key, port.transport, odd.location(), refusal);
        }
        let Some(message) = self.named_message(offered, input) else { return };
        let parts: Vec<Element<'a>> = message.all(WSDL, "part").collect();
        let (parameters, request) = self.each_once(&parts, Self::form_part);
        let location = http_location(bound, key);
        if let Some(known) = self.drafts_of(key).first().and_then(|known| self.drafts.get_mut(*known)) {
            if !known.join(number, &parameters, location) {
                let why = "its parameters differ from those of other transports";
                let refusal = Refusal::of(Code::PartsDiffer, why, help);
                self.refuse(key, port.transport, operation.location_of("name"), refusal);
            }
            return;
        }
        let mut origins = MessageOrigins::of(request, Origins::default());
        let result = output.and_then(|output| self.result(key, output));
        let outputs = result.into_iter().map(|(result, part)| {
            origins.response.add(&result.name, part);
            result
        });
        let outputs = outputs.collect();
        let notes = vec!["only HTTP GET or POST offers it, so all parameters are texts".to_owned()];
        let messages = Messages { location, ..Messages::default() };
        let parts = Parts { parameters, outputs, messages, ..Parts::default() };
        self.add(Draft { notes, ..Draft::new(offered, parts, origins) });
    }

    /// A form carries texts and arrays of texts.
    fn form_part(&mut self, part: Element<'a>) -> Option<Member> {
        let name = self.part_name(part)?;
        let kind = part.word("type").and_then(|written| part.resolve(written));
        let kind = kind.map(|kind| self.types.named_type(kind, part.location_of("type")));
        let text = Type::Scalar(Scalar::String);
        let is_array = matches!(kind, Some(Type::Array(_)));
        let kind = if is_array { Type::Array(Box::new(ArrayType::of(text, "string", true))) } else { text };
        Some(Member::element(&name, kind, Presence::Optional))
    }

    /// The result, and its part of the message.
    fn result(&mut self, key: &str, output: Element<'a>) -> Option<(Member, Element<'a>)> {
        let message = self.contract.messages.get(&output.resolve(output.word("message")?)?).copied()?;
        let part = message.first(WSDL, "part")?;
        let is_typed =
            part.word("element").or_else(|| part.word("type")).is_some_and(|name| part.resolve(name).is_some());
        let kind = if is_typed { self.part_type(part)? } else { Type::Xml(XmlKind::Content) };
        Some((value(&self.types.named, &format!("{key}Result"), kind), part))
    }
}

impl Draft<'_> {
    /// Adds a port and the parameter names used there; `false` if the parameters differ.
    fn join(&mut self, port: usize, form: &[Member], location: Option<String>) -> bool {
        let parameters = &mut self.parts.parameters;
        // Both lists are in declaration order. Only oddly declared out parameters make their lengths differ.
        let has_as_many = parameters.len() == form.len();
        let mut pairs = parameters.iter().zip(form);
        let differs = pairs.any(|(member, part)| member.part.as_ref().is_some_and(|name| *name != part.name));
        if !has_as_many || (differs && self.soap.is_none()) {
            return false;
        }
        for (member, part) in parameters.iter_mut().zip(form) {
            if member.name != part.name && member.place == Place::Element {
                member.part = Some(part.name.clone());
            }
        }
        let messages = &mut self.parts.messages;
        messages.location = messages.location.take().or(location);
        self.ports.insert(port);
        true
    }
}

fn odd_form(bound: Element<'_>) -> Option<Element<'_>> {
    let operation = bound
        .first(HTTP, "operation")
        .filter(|operation| operation.attribute("location").is_some_and(|location| location.contains(['(', '{'])));
    let input = bound.first(WSDL, "input");
    let odd = input.into_iter().flat_map(Element::children).find(|child| match (child.namespace(), child.local()) {
        (HTTP, "urlEncoded") => false,
        (MIME, "content") => {
            child.word("type").is_some_and(|kind| !kind.eq_ignore_ascii_case("application/x-www-form-urlencoded"))
        }
        (HTTP | MIME, _) => true,
        _ => false,
    });
    operation.or(odd)
}

/// The last path segment, if it is not the operation's name.
fn http_location(bound: Element<'_>, key: &str) -> Option<String> {
    let written = bound.first(HTTP, "operation")?.word("location")?;
    let location = super::location::decoded(written.trim_start_matches('/'));
    let is_usual = location.is_empty() || location == key || location == encode_local_name(key);
    (!is_usual).then_some(location)
}
