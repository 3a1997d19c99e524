//! Reads XML elements into fields: parameters of requests, and parts of responses.

mod absent;
mod any;
mod array;
mod attributes;
mod beside_rows;
pub(crate) mod capture;
pub(crate) mod documents;
mod problems;
mod retained;
mod scalar;
mod structure;
mod undeclared;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

pub(crate) use problems::{Deviations, Reason, Unreadable};
use scalar::OfText;

use super::value_budget::ValueBudget;
use super::value_element::{ValueElement as _, take_texts};
use super::write_value::MAX_NESTING;
use crate::operation::{InvalidValue, Member, Scalar, Type};
use crate::results::holds;
use crate::value::Value;
use crate::value::field::{Field, Input, Step};
use crate::xml;
use crate::xml::{ParseOptions, Part, PullReader};

#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct ValueReader<'a> {
    /// The service's namespace.
    namespace: &'a str,
    budget: &'a ValueBudget,
    nesting: usize,
    /// Whether the outermost members are in no namespace, whatever their descriptors say (rpc/literal).
    unqualified: bool,
    /// Whether items of the outermost array may have any name.
    any_items: bool,
    /// Whether the fields are of generated types, which check texts themselves.
    typed: bool,
    /// The types that a value of `anyType` may state.
    types: &'static [Type],
    /// Collects contradictions to the descriptors of a response. `None` in a request.
    deviations: Option<&'a Deviations>,
    /// Whether undeclared content is retained. Generated types have no room for it.
    retains: bool,
    /// The limits of a data set in a response.
    limits: Option<&'a ParseOptions>,
    /// Takes the element of the first value. Values are then passed over.
    part: Option<&'a OnceCell<Part>>,
}

impl<'a> ValueReader<'a> {
    /// Reads requests as genuine servers do. A value that is not of its type is an error. If null is not allowed, `xsi:nil="true"` is read as an
    /// empty string or an object with defaults, and is an error for a number.
    pub(crate) const fn of_request(namespace: &'a str, types: &'static [Type], budget: &'a ValueBudget) -> Self {
        Self {
            namespace,
            budget,
            nesting: 0,
            unqualified: false,
            any_items: false,
            typed: false,
            types,
            deviations: None,
            retains: false,
            limits: None,
            part: None,
        }
    }

    /// Reads responses. Contradictions to the descriptors are noted and read nevertheless. Null is always read as null.
    pub(crate) const fn of_response(
        namespace: &'a str,
        types: &'static [Type],
        limits: &'a ParseOptions,
        budget: &'a ValueBudget,
        deviations: &'a Deviations,
    ) -> Self {
        Self {
            deviations: Some(deviations),
            limits: Some(limits),
            retains: true,
            ..Self::of_request(namespace, types, budget)
        }
    }

    /// Expects the outermost members in no namespace.
    pub(crate) fn unqualified_parts(self) -> Self {
        Self { unqualified: true, ..self }
    }

    /// Takes every element in the outermost array for an item, because over GET and POST items are named after their type.
    fn any_items(self) -> Self {
        Self { any_items: true, ..self }
    }

    /// Sets whether the fields are of generated types.
    pub(crate) fn typed(self, typed: bool) -> Self {
        Self { typed, retains: self.retains && !typed, ..self }
    }

    /// Passes over all values, and hands over the element of the first.
    pub(crate) fn handing_over(self, part: Option<&'a OnceCell<Part>>) -> Self {
        Self { part, ..self }
    }

    /// Whether a contradiction of the response to its description is an error.
    fn is_strict(&self) -> bool {
        self.deviations.is_some_and(Deviations::is_strict)
    }

    /// Takes room for `count` values; `false` if too little is left.
    fn take(&self, count: usize) -> bool {
        self.budget.take(count)
    }

    /// Takes room for an item of that many bytes; `false` if too little is left.
    #[must_use]
    pub(crate) fn takes_item(&self, bytes: usize) -> bool {
        self.budget.take(bytes.div_ceil(size_of::<Value<'static>>()))
    }

    /// Takes room for a new item of an array, beyond that of its value.
    pub(crate) fn item(&self, item: &dyn Field, element: &PullReader<'_>) -> Result<(), Unreadable> {
        let more = size_of_val(item).saturating_sub(size_of::<Value<'static>>());
        if more == 0 || self.takes_item(more) {
            return Ok(());
        }
        Err(Unreadable::new(element.name(), element, Reason::TooMany))
    }

    /// Whether the element has that name and namespace. `name` is not encoded.
    pub(crate) fn is_named(element: &PullReader<'_>, name: &str, namespace: &str) -> bool {
        is_encoding(element.name(), name) && element.is_in(namespace)
    }

    /// Reads a parameter or member, or one occurrence of a repeated one, from its element.
    pub(crate) fn parameter(
        &self,
        parameter: &Member,
        element: &mut PullReader<'_>,
    ) -> Result<Value<'static>, Unreadable> {
        let mut value = Value::Null;
        self.member_into(parameter, element, &mut value)?;
        Ok(value)
    }

    /// Reads a parameter or member, or one occurrence of a repeated one, from its element into its field.
    pub(crate) fn member_into(
        &self,
        member: &Member,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        self.value_into(member.kind, member.presence.is_nullable(), OfText::new(member), element, slot)
    }

    fn value_into(
        &self,
        kind: Type,
        nullable: bool,
        stated: OfText,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        if !self.take(1) {
            return Err(Unreadable::too_many(element));
        }
        // Genuine clients read a nil DataSet as an empty one.
        let is_empty = kind.is_data_set() && (self.is_strict() || self.part.is_some());
        let is_nil = element.has_attributes() && !is_empty && element.is_nil();
        if element.has_attributes() {
            if is_nil {
                return self.nil_into(kind, nullable, element, slot);
            }
            self.no_attributes(kind, element)?;
        }
        if self.passes(kind, element)? {
            return Ok(());
        }
        match kind {
            Type::Scalar(_) | Type::Enumeration(_) | Type::List(_) => self.simple_into(kind, stated, element, slot),
            Type::Structure(structure) => self.deeper(element)?.structure_or_derived(structure, element, slot),
            Type::Array(array) => self.deeper(element)?.array_into(array, element, slot),
            Type::Any => self.deeper(element)?.any_into(element, slot),
            Type::Xml(_) | Type::DataSet(_) => self.document_or_xml_into(kind, element, slot),
        }
    }

    /// Reads a document as such, or keeps it as XML.
    fn document_or_xml_into(
        &self,
        kind: Type,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        if let Some(slot) = self.document_slot(kind, slot) {
            return self.fill(slot, element);
        }
        if kind.is_table() {
            self.pass_data_set(&mut element.clone())?;
        }
        self.xml_into(element, slot)
    }

    /// Passes over a value if its element is asked for.
    fn passes(&self, kind: Type, element: &mut PullReader<'_>) -> Result<bool, Unreadable> {
        let (Some(part), Some(limits)) = (self.part, self.limits) else { return Ok(false) };
        let start = Part::begin(element);
        if kind.is_table() {
            self.pass_data_set(element)?;
        } else {
            element.skip();
        }
        if part.get().is_none()
            && let Ok(cut) = start.end(element, limits)
        {
            // The cell is empty.
            let _ = part.set(cut);
        }
        Ok(true)
    }

    /// Reads the next element if it has that name, a simple type and a plain form; `false` if not. `field` gives the field for it.
    #[inline]
    fn plain_value<'f>(
        &self,
        kind: Type,
        name: &str,
        namespace: &str,
        stated: OfText,
        element: &mut PullReader<'_>,
        field: impl FnOnce() -> Option<&'f mut dyn Field>,
    ) -> Result<bool, Unreadable> {
        if !matches!(kind, Type::Scalar(_) | Type::Enumeration(_)) || matches!(kind, Type::Scalar(Scalar::QName)) {
            return Ok(false);
        }
        let Some(text) = element.simple_element(name, namespace) else { return Ok(false) };
        // First the limit, then the item: one item too many would double the room of the array.
        if !self.take(1) {
            return Err(Unreadable::new(name, element, Reason::TooMany));
        }
        let Some(slot) = field() else { return Err(self.refused(&InvalidValue::shape(&kind.name()), name, element)) };
        self.plain_text_into(kind, stated, text, name, element, slot)?;
        Ok(true)
    }

    /// Takes room for the wrapper of a choice or of XML in a response, also as a JSON object.
    fn takes_object(&self) -> bool {
        const OBJECT: usize = 160;
        self.deviations.is_none() || self.budget.take_bytes(OBJECT)
    }

    fn xml_into(&self, element: &mut PullReader<'_>, slot: &mut dyn Field) -> Result<(), Unreadable> {
        if !self.takes_object() {
            return Err(Unreadable::too_many(element));
        }
        let name = element.name();
        let xml = capture::content(element, Some(self.budget))
            .ok_or_else(|| Unreadable::new(name, element, Reason::TooMany))?;
        self.give(slot, Input::Xml(Cow::Owned(xml)), name, element)
    }

    pub(crate) fn element_xml(&self, element: &mut PullReader<'_>) -> Result<String, Unreadable> {
        let name = element.name();
        capture::element(element, Some(self.budget)).ok_or_else(|| Unreadable::new(name, element, Reason::TooMany))
    }

    /// Reads the text of an element. An empty text is read as the default that is `stated`.
    fn simple_into(
        &self,
        kind: Type,
        stated: OfText,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let name = element.name();
        let is_name = matches!(kind, Type::Scalar(Scalar::QName));
        if self.deviations.is_some()
            && !is_name
            && let Some(text) = element.simple_text()
        {
            return self.plain_text_into(kind, stated, text, name, element, slot);
        }
        if is_name {
            // The element's own declarations are gone after its text.
            let namespace_of = |prefix| element.namespace_of_prefix(prefix).map(str::to_owned);
            let own: HashMap<_, _> = element.own_declarations().map(|prefix| (prefix, namespace_of(prefix))).collect();
            let (text, _) = take_texts(element);
            let text = Self::qualified(&text, &|prefix| match own.get(prefix) {
                Some(namespace) => namespace.as_deref(),
                None => element.namespace_of_prefix(prefix),
            });
            return self.text_into(kind, stated, Cow::Owned(text), name, element, slot);
        }
        let begin = element.position();
        let (mut text, is_only_text) = take_texts(element);
        if !is_only_text {
            match self.deviations {
                Some(deviations) => {
                    deviations.note(element, name, "contains markup");
                    // The markup is the text that was meant. A comment adds nothing to a text.
                    let markup = element.written_since(begin);
                    if matches!(kind, Type::Scalar(Scalar::String)) && holds_elements(markup) {
                        text = Cow::Borrowed(markup);
                    }
                }
                None => return Err(Unreadable::new(name, element, Reason::NotOnlyText)),
            }
        }
        self.text_into(kind, stated, text, name, element, slot)
    }

    /// As [`text_into`](Self::text_into), with a fast path for nearly all texts.
    #[inline]
    fn plain_text_into(
        &self,
        kind: Type,
        stated: OfText,
        text: &str,
        name: &str,
        element: &PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        if self.counts_as_written(kind, stated, text) {
            return self.give(slot, Input::Text(Cow::Borrowed(text)), name, element);
        }
        self.text_into(kind, stated, Cow::Borrowed(text), name, element, slot)
    }

    /// Whether a text is passed on unchanged. Fields of generated types check it themselves.
    #[inline]
    fn counts_as_written(&self, kind: Type, stated: OfText, text: &str) -> bool {
        if self.typed && matches!(kind, Type::Scalar(_)) {
            stated.is_nothing() && !matches!(kind, Type::Scalar(Scalar::QName))
        } else {
            self.deviations.is_some() && stated.content.is_none() && scalar::is_plainly(kind, text)
        }
    }

    /// Reads a text that was just passed, in the element or attribute `name`.
    fn text_into(
        &self,
        kind: Type,
        stated: OfText,
        text: Cow<'_, str>,
        name: &str,
        element: &PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let text =
            self.text_of(kind, stated, text, name, element).map_err(|reason| Unreadable::new(name, element, reason))?;
        self.give(slot, Input::Text(text), name, element)
    }

    /// The normalised text of the element or attribute `name`.
    fn text_of<'t>(
        &self,
        kind: Type,
        stated: OfText,
        text: Cow<'t, str>,
        name: &str,
        element: &PullReader<'_>,
    ) -> Result<Cow<'t, str>, Reason> {
        if let Some(default) = stated.default
            && xml::trim_white_space(&text).is_empty()
        {
            return Ok(Cow::Borrowed(default));
        }
        match self.deviations {
            Some(deviations) => {
                let (text, is_valid) = scalar::as_it_came(kind, text, !self.typed);
                if !is_valid {
                    deviations.note(element, name, format_args!("is not of its type, {}", kind.name()));
                }
                if let Some(content) = stated.content.filter(|content| !holds(*content, &text)) {
                    deviations.remark(element, name, format_args!("does not hold {}", content.title()));
                }
                Ok(text)
            }
            None => scalar::checked(kind, text),
        }
    }

    #[inline]
    pub(crate) fn give(
        &self,
        slot: &mut dyn Field,
        input: Input<'_>,
        name: &str,
        element: &PullReader<'_>,
    ) -> Result<(), Unreadable> {
        slot.take(input).map_err(|invalid| self.refused(&invalid, name, element))
    }

    pub(crate) fn enter<'f>(
        &self,
        slot: &'f mut dyn Field,
        step: Step,
        element: &PullReader<'_>,
    ) -> Result<&'f mut dyn Field, Unreadable> {
        slot.enter(step).ok_or_else(|| self.refused(&InvalidValue::shape("value of this place"), "", element))
    }

    /// The error of a field that does not match its descriptor or does not accept the text. The text is left out, because it may be a secret.
    #[cold]
    fn refused(&self, invalid: &InvalidValue, name: &str, element: &PullReader<'_>) -> Unreadable {
        let path = match self.deviations {
            Some(deviations) => deviations.path(element, name),
            None if name.is_empty() => element.name().to_owned(),
            None => name.to_owned(),
        };
        Unreadable::new(&path, element, Reason::Refused(invalid.expected.clone()))
    }

    fn qualified<'s>(text: &str, namespace_of: &dyn Fn(&str) -> Option<&'s str>) -> String {
        let name = xml::trim_white_space(text);
        match name.split_once(':') {
            Some((prefix, local)) => match namespace_of(prefix) {
                Some(namespace) => format!("{{{namespace}}}{local}"),
                None => name.to_owned(),
            },
            None if !name.is_empty() => match namespace_of("") {
                Some(namespace) => format!("{{{namespace}}}{name}"),
                None => format!("{{}}{name}"),
            },
            None => name.to_owned(),
        }
    }

    fn deeper(self, element: &mut PullReader<'_>) -> Result<Self, Unreadable> {
        if self.nesting == MAX_NESTING {
            return Err(Unreadable::passing(element, Reason::TooDeep));
        }
        Ok(Self { nesting: self.nesting + 1, unqualified: false, ..self })
    }
}

fn is_encoding(encoded: &str, name: &str) -> bool {
    // A valid XML name is its own encoding, unless it looks like an encoding. Any other encoding is longer than the name.
    let (is_same, is_longer) = (xml::equal_names(encoded.as_bytes(), name.as_bytes()), encoded.len() > name.len());
    if (is_same || is_longer) && has_underscore(encoded.as_bytes()) {
        return xml::name::is_encoding_of(encoded, name);
    }
    is_same
}

/// Whether there is an underscore in a name; eight bytes are looked at together.
fn has_underscore(name: &[u8]) -> bool {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const UNDERSCORES: u64 = u64::from_le_bytes([b'_'; 8]);
    let (eights, rest) = name.as_chunks::<8>();
    let is_in = |eight: &[u8; 8]| {
        let difference = u64::from_le_bytes(*eight) ^ UNDERSCORES;
        difference.wrapping_sub(ONES) & !difference & (ONES << 7) != 0
    };
    eights.iter().any(is_in) || rest.contains(&b'_')
}

/// Whether a start tag is in the content of an element.
fn holds_elements(content: &str) -> bool {
    content.match_indices('<').any(|(at, _)| content.get(at + 1..).is_some_and(|tag| !tag.starts_with(['/', '!', '?'])))
}
