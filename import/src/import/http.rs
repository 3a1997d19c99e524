//! An operation of an HTTP GET or POST binding. It is the operation of the same name over SOAP, if there is one.

use std::collections::{BTreeSet, HashSet};

use asmx_codegen::diagnostic::{Code, quoted};
use asmx_codegen::model::{ArrayType, Member, Place, Presence, Scalar, Type, XmlKind};
use asmx_types::xml_name::encode_local_name;

use super::bindings::Wire;
use super::element::{Element, HTTP, MIME, WSDL};
use super::operations::{Draft, Offered, Operations, Parts};

impl<'a> Operations<'_, 'a> {
    pub(super) fn http(&mut self, offered: Offered<'_, 'a>) {
        let Offered { number, port, bound, offer, key, alias, subject } = offered;
        if let Some(odd) = odd_form(bound) {
            self.problems.tell(
                (Code::UnsupportedForm, odd.place()),
                format!("the parameters of {} are not sent as a form", quoted(key)),
                (format!("left out of {}", port.transport), "call it over another transport"),
            );
            self.refuse(key, port.transport, Code::UnsupportedForm, "its parameters are not sent as a form");
            return;
        }
        let Some(names) = self.form(offered) else { return };
        let drafts = self.drafts_of(key);
        let location = location(bound, key);
        if let Some(draft) = drafts.first().copied() {
            self.join(draft, offered, &names, location);
            return;
        }
        let parameters = names
            .iter()
            .map(|(name, is_array)| {
                let strings = ArrayType::of(Type::Scalar(Scalar::String), "string", true);
                let kind = if *is_array { Type::Array(Box::new(strings)) } else { Type::Scalar(Scalar::String) };
                Member::element(name, kind, Presence::Optional)
            })
            .collect();
        let outputs = offer.output.and_then(|output| self.result(key, output)).into_iter().collect();
        self.add(Draft {
            name: key.to_owned(),
            key: key.to_owned(),
            alias: alias.map(str::to_owned),
            subject,
            doc: offer.operation.documentation(),
            soap: None,
            wire: Wire::default(),
            parts: Parts { parameters, outputs, ..Parts::default() },
            location,
            ports: BTreeSet::from([number]),
            notes: vec!["only HTTP offers it: its parameters are texts, whatever their types are".to_owned()],
        });
    }

    /// Adds a transport to an operation, and the names that its parameters have there.
    fn join(&mut self, draft: usize, offered: Offered<'_, 'a>, names: &[(String, bool)], location: Option<String>) {
        let Offered { number, port, offer, .. } = offered;
        let Some(draft) = self.drafts.get_mut(draft) else { return };
        let parameters = &mut draft.parts.parameters;
        let pairs = || parameters.iter().zip(names);
        // Both are in the order of the method's parameters; what differs is how many there are, if out parameters are declared oddly.
        let is_known = parameters.len() == names.len();
        let differs = pairs().any(|(member, (name, _))| member.part.as_ref().is_some_and(|part| part != name));
        if !is_known || (differs && draft.ports.iter().any(|_| draft.soap.is_none())) {
            self.problems.tell(
                (Code::PartsDiffer, offer.operation.place_of("name")),
                format!(
                    "{} has other parameters over {} than over other transports",
                    quoted(&draft.key),
                    port.transport
                ),
                (format!("left out of {}", port.transport), "call it over another transport"),
            );
            let key = draft.key.clone();
            self.refuse(
                &key,
                port.transport,
                Code::PartsDiffer,
                "its parameters differ from those of other transports",
            );
            return;
        }
        for (member, (name, _)) in parameters.iter_mut().zip(names) {
            if member.name != *name && member.place == Place::Element {
                member.part = Some(name.clone());
            }
        }
        draft.location = draft.location.take().or(location);
        draft.ports.insert(number);
    }

    /// The names of the parameters, and whether each is an array.
    fn form(&mut self, offered: Offered<'_, 'a>) -> Option<Vec<(String, bool)>> {
        let message = self.named_message(offered, offered.offer.input)?;
        let mut names: Vec<(String, bool)> = Vec::new();
        let mut known = HashSet::new();
        for part in message.all(WSDL, "part") {
            let Some(name) = self.part_name(part) else { continue };
            if !known.insert(name.clone()) {
                self.problems.tell(
                    (Code::MemberTwice, part.place()),
                    format!("a second part {} in one message", quoted(&name)),
                    ("left out: the first one counts", "give it a name of its own"),
                );
                continue;
            }
            let kind = part.word("type").and_then(|written| part.resolve(written));
            let kind = kind.map(|kind| self.types.named_type(kind, part.place_of("type")));
            names.push((name, matches!(kind, Some(Type::Array(_)))));
        }
        Some(names)
    }

    fn result(&mut self, key: &str, output: Element<'a>) -> Option<Member> {
        let message = self.contract.messages.get(&output.resolve(output.word("message")?)?).copied()?;
        let part = message.first(WSDL, "part")?;
        let kind = if let Some(name) = part.word("element").and_then(|written| part.resolve(written)) {
            self.types.global_element(name, part.place_of("element")).kind
        } else if let Some(name) = part.word("type").and_then(|written| part.resolve(written)) {
            self.types.named_type(name, part.place_of("type"))
        } else {
            Type::Xml(XmlKind::Content)
        };
        let presence = if self.types.is_value(&kind) { Presence::Required } else { Presence::Optional };
        Some(Member::element(&format!("{key}Result"), kind, presence))
    }
}

/// What says that parameters are sent otherwise than as a form.
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

/// The last part of the path, where it is not the name of the operation.
fn location(bound: Element<'_>, key: &str) -> Option<String> {
    let written = bound.first(HTTP, "operation")?.word("location")?;
    let location = super::location::decoded(written.trim_start_matches('/'));
    let is_usual = location.is_empty() || location == key || location == encode_local_name(key);
    (!is_usual).then_some(location)
}
