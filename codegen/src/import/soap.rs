//! An operation of a SOAP binding: its style, parts and headers.

use std::collections::BTreeSet;

use asmx_types::xml_name::{decode_local_name, encode_local_name};

use super::element::Element;
use super::operations::{Body, Draft, Header, Offer, Operations, Parts, Wire};
use super::policy;
use super::ports::Port;
use super::problems::Subject;
use super::schemas::Definition;
use super::vocabulary::{SOAP, SOAP12, WSDL, XSD};
use crate::diagnostic::{Code, quoted};
use crate::model::{Member, Messages, Name, Namespace, Place, Presence, Style, Type, XmlKind};

impl<'a> Operations<'_, 'a> {
    /// Takes an operation of a SOAP binding.
    pub(super) fn soap(
        &mut self,
        number: usize,
        port: &Port<'a>,
        bound: Element<'a>,
        offer: Offer<'a>,
        key: &str,
        subject: Subject,
    ) {
        let mut places = vec![port.element, port.binding, bound];
        places.extend(bound.all(WSDL, "input").chain(bound.all(WSDL, "output")));
        if let Some(refusal) = policy::refusal(self.contract, &places) {
            if self.refuse(key, port.transport, refusal.code, &refusal.what) {
                self.problems.tell(
                    refusal.code,
                    bound.place_of("name"),
                    format!("the operation {} is not imported: {}", quoted(key), refusal.what),
                    format!("left out of {}", port.transport),
                    refusal.help,
                );
            }
            return;
        }
        let wire = wire(port, bound);
        let drafts = self.drafts_of(key);
        let same = drafts.iter().find_map(|draft| {
            let found = self.drafts.get(*draft)?;
            (found.soap == Some(offer.operation.key())).then_some((*draft, found.wire == wire))
        });
        if let Some((draft, is_same)) = same {
            if !is_same {
                self.problems.tell(
                    Code::TransportsDiffer,
                    bound.place_of("name"),
                    format!("{} looks different over {} than over another transport", quoted(key), port.transport),
                    "the first one counts for both",
                    "import a document with one of the two bindings",
                );
            }
            if let Some(draft) = self.drafts.get_mut(draft) {
                draft.ports.insert(number);
            }
            return;
        }
        let Some(parts) = self.parts(key, key, &wire, offer, port) else { return };
        let equal = drafts.iter().copied().find(|draft| {
            self.drafts.get(*draft).is_some_and(|draft| draft.name == key && draft.wire == wire && draft.parts == parts)
        });
        if let Some(draft) = equal.and_then(|draft| self.drafts.get_mut(draft)) {
            draft.ports.insert(number);
            return;
        }
        let mut name = key.to_owned();
        let mut parts = parts;
        let mut notes = Vec::new();
        if !drafts.is_empty() {
            name = self.other_name(key);
            self.problems.tell(
                Code::SameKey,
                offer.operation.place_of("name"),
                format!("a second operation {} with other messages", quoted(key)),
                format!("taken as {}", quoted(&name)),
                "give it the name that you want in the spec",
            );
            notes.push(format!("the document calls it {}, as it does another operation", quoted(key)));
            if let Some(named) = self.parts(key, &name, &wire, offer, port) {
                parts = named;
            }
        }
        if offer.operation.first(WSDL, "fault").is_some() {
            notes.push("the details of its faults stay XML".to_owned());
        }
        self.add(Draft {
            name,
            key: key.to_owned(),
            subject,
            doc: offer.operation.documentation(),
            soap: Some(offer.operation.key()),
            wire,
            parts,
            location: None,
            ports: BTreeSet::from([number]),
            notes,
        });
    }

    /// The messages of an operation. `name` is what it is called in the model.
    fn parts(&mut self, key: &str, name: &str, wire: &Wire, offer: Offer<'a>, port: &Port<'a>) -> Option<Parts> {
        let input = self.message(key, offer.input, &wire.input, port)?;
        let output = match offer.output {
            Some(output) => Some(self.message(key, output, &wire.output, port)?),
            None => None,
        };
        let headers = Messages {
            request_headers: self.headers(offer.input, &wire.input),
            response_headers: offer.output.map_or_else(Vec::new, |output| self.headers(output, &wire.output)),
            action: self.action(name, wire),
            one_way: output.is_none(),
            ..Messages::default()
        };
        Some(if wire.is_rpc {
            self.rpc(name, wire, offer, &input, output.as_deref(), headers)
        } else {
            self.document(name, &input, output.as_deref(), headers)
        })
    }

    /// The parts of a message that are in the body.
    fn message(&mut self, key: &str, reference: Element<'a>, body: &Body, port: &Port<'a>) -> Option<Vec<Element<'a>>> {
        let written = reference.word("message").unwrap_or_default();
        let message = reference.resolve(written).and_then(|name| self.contract.messages.get(&name).copied());
        let Some(message) = message else {
            self.problems.tell(
                Code::UnknownMessage,
                reference.place_of("message"),
                format!("there is no message {}", quoted(written)),
                format!("the operation {} is left out", quoted(key)),
                "name a message of the document, or save the document that it imports it from",
            );
            self.refuse(key, port.transport, Code::UnknownMessage, "a message of it does not exist");
            return None;
        };
        let all = message.all(WSDL, "part");
        Some(match &body.parts {
            Some(names) => {
                all.filter(|part| part.word("name").is_some_and(|name| names.iter().any(|one| one == name))).collect()
            }
            None => all.collect(),
        })
    }

    /// The action, where it does not follow from namespace and name.
    fn action(&self, name: &str, wire: &Wire) -> Option<String> {
        let action = wire.action.as_ref()?;
        let slash = if self.types.service.ends_with('/') { "" } else { "/" };
        let usual = format!("{}{slash}{}", self.types.service, encode_local_name(name));
        let is_usual = *action == usual || super::location::decoded(action) == usual;
        (!is_usual || self.types.service.is_empty()).then(|| action.clone())
    }

    /// Parts in an element of the operation's name, each called like the part.
    fn rpc(
        &mut self,
        name: &str,
        wire: &Wire,
        offer: Offer<'a>,
        input: &[Element<'a>],
        output: Option<&[Element<'a>]>,
        messages: Messages,
    ) -> Parts {
        let written = offer.operation.word("name").unwrap_or_default();
        let element = |suffix: &str, namespace: &str| Name {
            name: format!("{}{suffix}", decode_local_name(written)),
            namespace: self.types.namespace(namespace),
        };
        let request = unless_usual(element("", &wire.input.namespace), name);
        let response = unless_usual(element("Response", &wire.output.namespace), &format!("{name}Response"));
        let parameters = input.iter().filter_map(|part| self.rpc_part(*part)).collect();
        let outputs = output.unwrap_or_default().iter().filter_map(|part| self.rpc_part(*part)).collect();
        let response = response.filter(|_| output.is_some());
        Parts {
            parameters,
            open: false,
            outputs,
            messages: Messages { style: Style::Rpc, request, response, ..messages },
        }
    }

    fn rpc_part(&mut self, part: Element<'a>) -> Option<Member> {
        let name = self.part_name(part)?;
        let kind = self.part_type(part)?;
        let presence = if self.types.is_value(&kind) { Presence::Required } else { Presence::Optional };
        Some(Member { namespace: Namespace::None, ..Member::element(&name, kind, presence) })
    }

    fn part_name(&self, part: Element<'a>) -> Option<String> {
        let name = part.word("name");
        if name.is_none() {
            self.problems.tell(
                Code::MissingName,
                part.place(),
                "a part of a message without a name",
                "left out",
                "give it a `name`",
            );
        }
        Some(self.types.decoded(name?, part.place_of("name")))
    }

    /// The type of a part: named, or that of the element that it names.
    fn part_type(&mut self, part: Element<'a>) -> Option<Type> {
        if let Some(written) = part.word("type") {
            let place = part.place_of("type");
            return Some(match part.resolve(written) {
                Some(name) => self.types.named_type(name, place),
                None => self.types.undeclared_prefix(written, place),
            });
        }
        if let Some(element) = self.part_element(part) {
            return Some(element.kind);
        }
        self.problems.tell(
            Code::UnknownPart,
            part.place(),
            "a part with neither `element` nor `type`",
            "left out",
            "give it one of the two",
        );
        None
    }

    /// The element that a part is.
    fn part_element(&mut self, part: Element<'a>) -> Option<Member> {
        let written = part.word("element")?;
        let place = part.place_of("element");
        match part.resolve(written) {
            Some(name) => Some(self.types.global_element(name, place)),
            None => {
                let kind = self.types.undeclared_prefix(written, place);
                let local = written.rsplit(':').next().unwrap_or_default();
                Some(Member::element(&decode_local_name(local), kind, Presence::Optional))
            }
        }
    }

    /// Parts in one element of the operation's name, or each as an element of the body.
    fn document(
        &mut self,
        name: &str,
        input: &[Element<'a>],
        output: Option<&[Element<'a>]>,
        messages: Messages,
    ) -> Parts {
        let request = self.wrapper(name, input);
        let response = output.and_then(|output| self.wrapper(&format!("{name}Response"), output));
        let has_response = output.is_some_and(|output| !output.is_empty());
        if let Some((wrapper, holder)) = request
            && !(has_response && response.is_none())
        {
            let (parameters, open) = self.wrapped(holder, true);
            let request = unless_usual(wrapper, name);
            let mut parts = Parts { parameters, open, ..Parts::default() };
            parts.messages = Messages { style: Style::Wrapped, request, ..messages };
            if let Some((wrapper, holder)) = response {
                parts.messages.response = unless_usual(wrapper, &format!("{name}Response"));
                let context = std::mem::replace(&mut self.types.context, format!("{name}Response"));
                parts.outputs = self.wrapped(holder, false).0;
                self.types.context = context;
            }
            return parts;
        }
        let parameters = input.iter().filter_map(|part| self.bare_part(*part)).collect();
        let outputs = output.unwrap_or_default().iter().filter_map(|part| self.bare_part(*part)).collect();
        Parts { parameters, open: false, outputs, messages: Messages { style: Style::Bare, ..messages } }
    }

    /// A part that is an element of the body.
    fn bare_part(&mut self, part: Element<'a>) -> Option<Member> {
        let name = self.part_name(part)?;
        if let Some(mut member) = self.part_element(part) {
            // That an element stands nowhere but here says that it may be left out.
            member.presence = match member.presence {
                Presence::Required if !self.types.is_value(&member.kind) => Presence::Optional,
                Presence::Nullable if !self.types.is_value(&member.kind) => Presence::OptionalNullable,
                presence => presence,
            };
            member.part = (member.name != name).then_some(name);
            return Some(member);
        }
        let kind = self.part_type(part)?;
        if !matches!(kind, Type::Xml(_) | Type::Any) && !self.is_mixed(&kind) {
            self.problems.tell(
                Code::UnsupportedPart,
                part.place_of("type"),
                "a part with a type where elements are expected",
                "taken as any elements in the body",
                "write the elements that the service expects",
            );
        }
        Some(Member {
            place: Place::AnyElements,
            repeated: true,
            part: Some(name),
            ..Member::element("", Type::Xml(XmlKind::Content), Presence::Optional)
        })
    }

    /// Whether a type is content of any kind.
    fn is_mixed(&mut self, kind: &Type) -> bool {
        self.types.read_waiting();
        let Type::Named(index) = kind else { return false };
        let named = self.types.named.get(*index).map(|named| &named.kind);
        let Some(crate::model::NamedTypeKind::Structure(structure)) = named else { return false };
        structure.members.iter().all(|member| matches!(member.place, Place::Mixed | Place::AnyElements))
    }

    /// The element around the parts of a message, if it is wrapped: its name and the complex type that holds the parts. `usual` is what
    /// such an element is usually called.
    fn wrapper(&self, usual: &str, parts: &[Element<'a>]) -> Option<(Name, Definition<'a>)> {
        let [part] = parts else { return None };
        let (namespace, local) = part.resolve(part.word("element")?)?;
        let definition = self.types.schemas.elements.get(&(namespace, local)).copied()?;
        let holder = match definition.element.first(XSD, "complexType") {
            Some(inline) => Definition { element: inline, schema: definition.schema },
            None => {
                let name = self.types.schemas.reference(definition.element, definition.schema, "type")?;
                self.types.schemas.types.get(&name).copied()?
            }
        };
        let name = decode_local_name(local).into_owned();
        let is_called_so = part.word("name") == Some("parameters") || name == usual;
        let element = holder.element;
        let mut content = element.schema_children();
        let is_plain = match (content.next(), content.next()) {
            (None, None) => element.local() == "complexType",
            (Some(sequence), None) => {
                matches!(sequence.local(), "sequence" | "all") && matches!(sequence.word("maxOccurs"), None | Some("1"))
            }
            _ => false,
        };
        let is_wrapper = is_called_so && is_plain && !element.says("mixed") && !element.says("abstract");
        is_wrapper.then(|| (Name { name, namespace: self.types.namespace(namespace) }, holder))
    }

    /// What is in a wrapper, and whether it is open for more.
    fn wrapped(&mut self, holder: Definition<'a>, is_request: bool) -> (Vec<Member>, bool) {
        let mut members = self.types.content(holder).members;
        let last = holder.element.schema_children().next().and_then(|sequence| sequence.schema_children().last());
        // ASMX never writes `lax` there: it says that the documentation of a service leaves further parameters open.
        let is_open = is_request
            && last.is_some_and(|last| {
                last.local() == "any"
                    && last.word("processContents") == Some("lax")
                    && last.word("maxOccurs") == Some("unbounded")
                    && last.word("namespace").is_none()
            })
            && members.last().is_some_and(|member| member.place == Place::AnyElements);
        if is_open {
            members.pop();
        }
        (members, is_open)
    }

    /// The headers of a message.
    fn headers(&mut self, reference: Element<'a>, body: &Body) -> Vec<Member> {
        let mut headers: Vec<Member> = Vec::new();
        for header in &body.headers {
            let (namespace, local) = &header.message;
            let message = self.contract.messages.get(&(namespace.as_str(), local.as_str())).copied();
            let is_meant = |part: &Element<'a>| part.word("name") == Some(header.part.as_str());
            let part = message.and_then(|message| message.all(WSDL, "part").find(is_meant));
            let Some(part) = part else {
                self.problems.tell(
                    Code::UnknownPart,
                    reference.place(),
                    format!("the header {} of the message {} does not exist", quoted(&header.part), quoted(local)),
                    "the header is left out",
                    "name a part of a message of the document",
                );
                continue;
            };
            let member = match self.part_element(part) {
                Some(member) => member,
                None => {
                    let Some((name, kind)) = self.part_name(part).zip(self.part_type(part)) else { continue };
                    Member {
                        namespace: self.types.namespace(&header.namespace),
                        ..Member::element(&name, kind, Presence::Optional)
                    }
                }
            };
            let presence = if member.presence.is_nullable() { Presence::OptionalNullable } else { Presence::Optional };
            if headers.iter().any(|header| header.name == member.name && header.namespace == member.namespace) {
                self.problems.tell(
                    Code::HeaderTwice,
                    part.place(),
                    format!("a second header {} of one message", quoted(&member.name)),
                    "left out: the first one counts",
                    "send the second one as raw XML",
                );
                continue;
            }
            headers.push(Member { presence, ..member });
        }
        headers
    }
}

/// A name, unless it is the usual one in the namespace of the service.
fn unless_usual(name: Name, usual: &str) -> Option<Name> {
    (name.name != usual || name.namespace != Namespace::Service).then_some(name)
}

/// How a binding writes an operation.
fn wire(port: &Port<'_>, bound: Element<'_>) -> Wire {
    let is_soap = |child: &Element<'_>| matches!(child.namespace(), SOAP | SOAP12);
    let operation = bound.children().find(|child| is_soap(child) && child.local() == "operation");
    let style = operation.and_then(|operation| operation.word("style")).or_else(|| port.kind.word("style"));
    let body = |name: &'static str| {
        let Some(message) = bound.first(WSDL, name) else { return Body::default() };
        let mut body = Body::default();
        let mut headers = BTreeSet::new();
        for child in message.children().filter(is_soap) {
            if child.local() == "body" {
                body.namespace = child.word("namespace").unwrap_or_default().to_owned();
                body.parts =
                    child.attribute("parts").map(|parts| parts.split_whitespace().map(str::to_owned).collect());
            }
            let faults = child.all(SOAP, "headerfault").chain(child.all(SOAP12, "headerfault"));
            let faults = faults.filter(|_| name == "output");
            for header in std::iter::once(child).chain(faults).filter(|one| one.local().starts_with("header")) {
                let written = header.word("message").unwrap_or_default();
                let (namespace, local) = header.resolve(written).unwrap_or(("", written));
                let header = Header {
                    message: (namespace.to_owned(), local.to_owned()),
                    part: header.word("part").unwrap_or_default().to_owned(),
                    namespace: header.word("namespace").unwrap_or_default().to_owned(),
                };
                if headers.insert(header.clone()) {
                    body.headers.push(header);
                }
            }
        }
        body
    };
    Wire {
        is_rpc: style == Some("rpc"),
        action: operation.and_then(|operation| operation.attribute("soapAction")).map(str::to_owned),
        input: body("input"),
        output: body("output"),
    }
}
