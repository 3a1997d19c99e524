//! Names that no import carries: generated Rust, its documentation and the files of a new crate hold names in comments and in Markdown.

use asmx_codegen::diagnostic::{Code, Diagnostic, Span};
use asmx_codegen::names;

use super::Told;
use super::element::Element;
use super::vocabulary::{HTTP, MIME, MSDATA, SOAP, SOAP12, WSDL, XSD};

const MOST: usize = 100;

/// Attributes that are a name or refer to one.
const NAMES: &str = "\
    name ref type element message part parts base binding itemType memberTypes substitutionGroup refer";

/// Reports each name with a line break, a control character, a mark of direction or a backtick, which may be encoded.
pub(super) fn names(roots: &[Option<Element<'_>>]) -> Told {
    roots.iter().copied().flatten().flat_map(of_document).take(MOST).collect()
}

fn of_document(root: Element<'_>) -> impl Iterator<Item = (usize, Diagnostic)> {
    let read = [WSDL, XSD, SOAP, SOAP12, HTTP, MIME];
    let elements = root
        .node
        .descendants()
        .filter(move |node| node.tag_name().namespace().is_some_and(|namespace| read.contains(&namespace)));
    elements.flat_map(|node| node.attributes()).filter_map(move |attribute| {
        let is_name = match attribute.namespace() {
            None => NAMES.split(' ').any(|name| name == attribute.name()),
            Some(namespace) => namespace == MSDATA,
        };
        let character = names::forbidden(attribute.value()).filter(|_| is_name)?;
        let range = attribute.range_value();
        let message = format!("`{}` holds the character U+{:04X}", attribute.name(), u32::from(character));
        let mistake = Diagnostic::new(Code::InvalidName, Span::new(range.start, range.end), message)
            .label("not a name")
            .help("remove it: a name has no line breaks, control characters, marks of direction or backticks");
        Some((root.document, mistake))
    })
}
