//! The pages of the kinds of change as rows: the edit of a page gives its kind.

use std::collections::BTreeSet;

use asmx_review::diff::Kind;
use asmx_review::explain::explain;
use goldens::examples::is_document;
use goldens::{frames, markdown};
use roxmltree::Document;

use crate::Row;

/// The namespace of the base, which a client of a spec without a namespace has as its setting.
const NAMESPACE: &str = "http://library.example/";

/// The namespace in examples that state one.
const STATED: &str = "http://example.com/weather/";

/// Kinds that only one version, only documents or only crates with features show have no row.
pub(crate) fn rows() -> Vec<Row> {
    Kind::ALL.iter().filter_map(|kind| row(kind.as_str())).collect()
}

fn row(code: &'static str) -> Option<Row> {
    let blocks = markdown::blocks(explain(code)?.text);
    let spec = |title: &str| {
        let block = blocks.iter().find(|block| block.before == title && !is_document(&block.text))?;
        // The parts of a spec that the page leaves out state no namespace.
        let path = "path=\"/service.asmx\"";
        let spec = frames::spec("Weather", &block.text).replace(STATED, NAMESPACE);
        Some(spec.replacen(path, &format!("{path} namespace=\"{NAMESPACE}\""), 1))
    };
    let versions = [spec("Before:")?, spec("After:")?];
    let same = renamed(&versions);
    Some(Row::of_page(code, versions, same))
}

/// For each kind of element: the name that only the old version has, and the one that only the new version has.
fn renamed([old, new]: &[String; 2]) -> Vec<(String, String)> {
    let (old, new) = (names(old), names(new));
    let only = |names: &Names, other: &Names, element: &str| {
        let mut only = names.difference(other).filter(|(of, _)| of == element).map(|(_, name)| name.clone());
        only.next().filter(|_| only.next().is_none())
    };
    let elements: BTreeSet<&String> = old.iter().map(|(element, _)| element).collect();
    elements.into_iter().filter_map(|element| only(&old, &new, element).zip(only(&new, &old, element))).collect()
}

/// Elements and their names.
type Names = BTreeSet<(String, String)>;

/// The names of a spec, those of types as in rows.
fn names(spec: &str) -> Names {
    let document = Document::parse(spec).expect("a complete example is well-formed");
    let named = document.descendants().filter_map(|node| {
        let (element, name) = (node.tag_name().name(), node.attribute("name"));
        let name = match element {
            "enum" | "structure" | "dataset" | "array" => format!("type {}", name?),
            "result" => match node.attribute("element") {
                Some(element) => element.to_owned(),
                None => format!("{}Result", node.parent()?.attribute("name")?),
            },
            _ => name?.to_owned(),
        };
        Some((element.to_owned(), name))
    });
    named.collect()
}
