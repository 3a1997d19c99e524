//! Messages of an operation: wrapped in one element, bare elements in the body, or style rpc.

use std::collections::HashSet;

use asmx_codegen::diagnostic::{Code, quoted};
use asmx_codegen::model::{Member, Messages, Name, NamedType, Namespace, Place, Style, Type, Wildcard};
use asmx_types::xml_name::decode_local_name;

use super::bindings::Wire;
use super::contract::definition;
use super::element::Element;
use super::members::Content;
use super::operations::{Offered, Operations, Parts, Refused};
use super::origins::{MessageOrigins, Origins};
use super::particles::presence;
use super::types::value;

impl<'a> Operations<'_, 'a> {
    /// Style rpc: parts inside an element named after the operation.
    pub(super) fn rpc(
        &mut self,
        name: &str,
        wire: &Wire,
        operation: Element<'a>,
        (input, output): (&[Element<'a>], &[Element<'a>]),
        messages: Messages,
    ) -> (Parts, MessageOrigins<'a>) {
        let written = operation.word("name").unwrap_or_default();
        let element = |suffix: &str, namespace: &str| Name {
            name: format!("{}{suffix}", decode_local_name(written)),
            namespace: self.types.namespace(namespace),
        };
        let request = unless_default(element("", &wire.input.namespace), name);
        let response = unless_default(element("Response", &wire.output.namespace), &format!("{name}Response"));
        let (parameters, of_request) = self.each_once(input, Self::rpc_part);
        let (outputs, of_response) = self.each_once(output, Self::rpc_part);
        let response = response.filter(|_| !messages.one_way);
        let parts = Parts {
            parameters,
            open: false,
            open_namespaces: None,
            outputs,
            messages: Messages { style: Style::Rpc, request, response, ..messages },
        };
        (parts, MessageOrigins::of(of_request, of_response))
    }

    /// Reads the parts of a message, with their elements; the first of two with one name counts.
    pub(super) fn each_once(
        &mut self,
        parts: &[Element<'a>],
        read: fn(&mut Self, Element<'a>) -> Option<Member>,
    ) -> (Vec<Member>, Origins<'a>) {
        let mut known = HashSet::new();
        let mut origins = Origins::default();
        let mut members = Vec::new();
        for part in parts {
            let Some(member) = read(self, *part) else { continue };
            if member.name.is_empty() || known.insert((member.namespace.clone(), member.name.clone())) {
                origins.add(&member.name, self.origin(*part, &member));
                members.push(member);
                continue;
            }
            self.problems.report(
                (Code::MemberTwice, part.location()),
                format!("a second part {} in one message", quoted(&member.name)),
                ("left out; the first one counts", "give each part of the message a name or an element of its own"),
            );
        }
        (members, origins)
    }

    /// The element that declares a part of a message: the one that the part names, or the part itself.
    pub(super) fn origin(&self, part: Element<'a>, member: &Member) -> Element<'a> {
        let schemas = self.types.schemas;
        let named = schemas.reference(part, "element").filter(|(_, local)| decode_local_name(local) == member.name);
        named.and_then(|name| schemas.elements.get(&name).copied()).unwrap_or(part)
    }

    fn rpc_part(&mut self, part: Element<'a>) -> Option<Member> {
        let name = self.part_name(part)?;
        if part.word("type").is_none() && part.word("element").is_some() {
            self.problems.report(
                (Code::UnsupportedPart, part.location_of("element")),
                "a part with `element` where style rpc needs `type`",
                ("imported with the element's type", "check how the service reads it"),
            );
        }
        let kind = self.part_type(part)?;
        let scale = self.types.scale(part, "type", &kind);
        let value = value(&self.types.named, &name, kind).with(|facets| facets.scale = scale);
        Some(Member { namespace: Namespace::None, ..value })
    }

    /// The message that an input or output refers to. Without it, the transport cannot call the operation.
    pub(super) fn named_message(&mut self, offered: Offered<'_, 'a>, reference: Element<'a>) -> Option<Element<'a>> {
        let Offered { port, key, .. } = offered;
        // SOAP 1.1 and 1.2 share messages; report each once.
        let of_transport = if port.transport.is_soap() { String::new() } else { format!(" of {}", port.transport) };
        let became = format!("the operation {} is left out{of_transport}", quoted(key));
        let message = definition(
            &self.contract.messages,
            (reference, "message"),
            (Code::UnknownMessage, "message"),
            &became,
            self.problems,
        );
        if message.is_none() {
            let why = "a message of it does not exist".to_owned();
            self.refused.push(Refused { key: key.to_owned(), transport: port.transport, why });
        }
        message
    }

    pub(super) fn part_name(&self, part: Element<'a>) -> Option<String> {
        let name = part.word("name");
        if name.is_none() {
            self.problems.nameless(part.location(), "a part of a message", "give it a `name`");
        }
        Some(self.types.decoded(name?, part.location_of("name")))
    }

    /// The type of a part: its `type`, or the type of its `element`.
    pub(super) fn part_type(&mut self, part: Element<'a>) -> Option<Type> {
        if let Some(written) = part.word("type") {
            let location = part.location_of("type");
            return Some(match part.resolve(written) {
                Some(name) => self.types.named_type(name, location),
                None => self.types.undeclared_prefix(written, location),
            });
        }
        if let Some(element) = self.types.named_element(part, "element") {
            return Some(element.kind);
        }
        self.problems.report(
            (Code::UnknownPart, part.location()),
            "a part with neither `element` nor `type`",
            ("left out", "give it one of the two"),
        );
        None
    }

    /// Style document: wrapped in one element, or bare.
    pub(super) fn document(
        &mut self,
        name: &str,
        (input, output): (&[Element<'a>], &[Element<'a>]),
        messages: Messages,
    ) -> (Parts, MessageOrigins<'a>) {
        let request = self.wrapper(name, input);
        let response = self.wrapper(&format!("{name}Response"), output);
        if let Some((wrapper, holder)) = request
            && (output.is_empty() || response.is_some())
        {
            let (Content { members: parameters, origins: of_request, .. }, more) = self.wrapped(holder, true);
            let (open, open_namespaces) = (more.is_some(), more.and_then(|more| more.namespaces));
            let request = unless_default(wrapper, name);
            let mut parts = Parts { parameters, open, open_namespaces, ..Parts::default() };
            parts.messages = Messages { style: Style::Wrapped, request, ..messages };
            let mut of_response = Origins::default();
            if let Some((wrapper, holder)) = response {
                parts.messages.response = unless_default(wrapper, &format!("{name}Response"));
                let context = std::mem::replace(&mut self.types.context, format!("{name}Response"));
                let wrapped = self.wrapped(holder, false).0;
                (parts.outputs, of_response) = (wrapped.members, wrapped.origins);
                self.types.context = context;
            }
            return (parts, MessageOrigins::of(of_request, of_response));
        }
        // The first element of a body names the operation, so a request has its elements. A response may lack one.
        let (parameters, of_request) = self.each_once(input, |messages, part| messages.bare_part(part, |_| false));
        let (outputs, of_response) =
            self.each_once(output, |messages, part| messages.bare_part(part, |is_value| !is_value));
        let parts = Parts {
            parameters,
            open: false,
            open_namespaces: None,
            outputs,
            messages: Messages { style: Style::Bare, ..messages },
        };
        (parts, MessageOrigins::of(of_request, of_response))
    }

    /// A part of a bare message. `is_optional` says whether its element may be absent, by whether its type is a value type.
    fn bare_part(&mut self, part: Element<'a>, is_optional: impl Fn(bool) -> bool) -> Option<Member> {
        let name = self.part_name(part)?;
        if let Some(mut member) = self.types.named_element(part, "element") {
            let is_optional = member.presence.is_optional() || is_optional(self.types.is_value(&member.kind));
            member.presence = presence(is_optional, member.presence.is_nullable());
            member.part = (member.name != name).then_some(name);
            return Some(member);
        }
        let kind = self.part_type(part)?;
        if !matches!(kind, Type::Xml(_) | Type::Any) && !self.is_mixed(&kind) {
            self.problems.report(
                (Code::UnsupportedPart, part.location_of("type")),
                "a part with `type` where style document needs `element`",
                ("imported as any elements in the body", "write the elements that the service expects"),
            );
        }
        Some(Member::unnamed(Place::AnyElements).with(|facets| facets.part = Some(name)))
    }

    fn is_mixed(&mut self, kind: &Type) -> bool {
        self.types.read_waiting();
        let Type::Named(index) = kind else { return false };
        let Some(structure) = self.types.named.get(*index).and_then(NamedType::structure) else { return false };
        structure.members.iter().all(|member| matches!(member.place, Place::Mixed | Place::AnyElements))
    }

    /// The wrapper element of a message, as name and complex type. `default_name` is the name that ASMX would give it.
    fn wrapper(&self, default_name: &str, parts: &[Element<'a>]) -> Option<(Name, Element<'a>)> {
        let [part] = parts else { return None };
        let (namespace, local) = part.resolve(part.word("element")?)?;
        let definition = self.types.schemas.elements.get(&(namespace, local)).copied()?;
        let element = self.types.complex_type(definition)?;
        let name = decode_local_name(local).into_owned();
        let is_called_so = part.word("name") == Some("parameters") || name == default_name;
        let mut content = element.schema_children();
        let is_plain = match (content.next(), content.next()) {
            (None, None) => true,
            (Some(sequence), None) => {
                matches!(sequence.local(), "sequence" | "all") && matches!(sequence.word("maxOccurs"), None | Some("1"))
            }
            _ => false,
        };
        let is_wrapper = is_called_so && is_plain && !element.says("mixed") && !element.says("abstract");
        is_wrapper.then(|| (Name { name, namespace: self.types.namespace(namespace) }, element))
    }

    /// The content of a wrapper, and the wildcard of further members if it accepts any.
    fn wrapped(&mut self, holder: Element<'a>, is_request: bool) -> (Content<'a>, Option<Wildcard>) {
        let mut content = self.types.content(holder);
        let members = &mut content.members;
        let last = holder.schema_children().next().and_then(|sequence| sequence.schema_children().last());
        // ASMX never writes `lax` here; our exports do, for services with undocumented parameters.
        let is_open = is_request
            && last.is_some_and(|last| {
                last.local() == "any"
                    && last.word("processContents") == Some("lax")
                    && last.word("maxOccurs") == Some("unbounded")
                    && last
                        .word("namespace")
                        .is_none_or(|namespace| namespace.is_empty() || namespace.starts_with("##"))
            })
            && members.last().is_some_and(|member| member.place == Place::AnyElements);
        let more = if is_open { members.pop().map(|more| more.wildcard) } else { None };
        (content, more)
    }
}

fn unless_default(name: Name, default_name: &str) -> Option<Name> {
    (name.name != default_name || name.namespace != Namespace::Service).then_some(name)
}
