//! Roots of responses over GET and POST that are no result: pages, envelopes, and elements that hold something else.
//!
//! Another name alone is noted and read, because many servers write their own.

use super::media_type::MediaType;
use super::response_context::{is_document, natural_item_name};
use super::soap::envelope;
use super::soap::soap_version::SoapVersion;
use crate::operation::{Member, Place, Scalar, Type};
use crate::xml::name::is_encoding_of;
use crate::xml::{PullReader, Pulled};

/// Whether the root is a page for people, or an envelope. A document may be either, but for a fault.
pub(super) fn is_page_or_envelope(root: &PullReader<'_>, output: Option<&Member>, media_type: &MediaType) -> bool {
    let is_any = output.is_some_and(|output| is_document(output.kind));
    match SoapVersion::of_namespace(root.namespace()).filter(|_| root.name() == "Envelope") {
        Some(version) => !is_any || has_fault(version, root),
        None => root.name().eq_ignore_ascii_case("html") && (!is_any || media_type.is("application/xhtml+xml")),
    }
}

fn has_fault(version: SoapVersion, root: &PullReader<'_>) -> bool {
    let (_, fault) = envelope::read(version, &mut root.clone(), |body| envelope::begins_with_fault(body), |_| {});
    fault == Some(true)
}

/// Whether the root has the `name` of the type. .NET has one type for dates, times and both.
pub(super) fn is_of(root: &PullReader<'_>, output: &Member, name: &str) -> bool {
    let is_date_time =
        matches!(output.kind, Type::Scalar(Scalar::Date | Scalar::Time)) && root.name() == Scalar::DateTime.name();
    is_document(output.kind) || is_date_time || is_encoding_of(root.name(), name)
}

/// Whether a root of another name than that of the type holds something else: its first element belongs to no such value, or it has none.
pub(super) fn holds_another_value(root: &PullReader<'_>, output: &Member) -> bool {
    let (mut ahead, depth) = (root.clone(), root.depth());
    while let Some(event) = ahead.content(depth) {
        if let Pulled::Start = event {
            return !can_begin(root, &ahead, output);
        }
    }
    !root.name().starts_with(ARRAY) && matches!(output.kind, Type::Array(_) | Type::Structure(_))
}

/// The beginning of .NET's names of arrays.
const ARRAY: &str = "ArrayOf";

fn can_begin(root: &PullReader<'_>, element: &PullReader<'_>, output: &Member) -> bool {
    let is = |name: &str| is_encoding_of(element.name(), name);
    match output.kind {
        _ if output.repeated => true,
        Type::Scalar(_) | Type::Enumeration(_) => false,
        // Items of another array are read, as those of SOAP are.
        Type::Array(array) => {
            root.name().starts_with(ARRAY)
                || !array.alternatives.is_empty()
                || is(array.item_name)
                || is(&natural_item_name(array.item))
        }
        Type::Structure(structure) => {
            structure.members().iter().any(|member| member.place != Place::Element || is(member.name))
        }
        _ => true,
    }
}
