//! Rows of a document that is still arriving: the head before them, and complete rows cut off the front.

use crate::options::ParseOptions;
use crate::pull::{PullReader, PullStep};

/// The result of looking for an element in the beginning of a document.
#[derive(Debug, PartialEq, Eq)]
pub enum FoundElement {
    /// It may follow later.
    NotYet,
    /// It is missing, or not in the expected place.
    Never,
    /// It begins behind this head.
    Here(Head),
}

/// The part of a document before the content of one of its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The position of the element's start tag.
    pub start: usize,
    /// The length of the head, the start tag included.
    pub length: usize,
    /// The names of the open elements, outermost first, as written.
    pub open: Vec<String>,
}

impl Head {
    /// Looks for a start tag in the beginning of a document. `is_wanted` gets a reader that has just read one.
    pub fn find(text: &str, options: &ParseOptions, is_wanted: impl Fn(&PullReader<'_>) -> bool) -> FoundElement {
        let mut reader = PullReader::of_beginning(text, options);
        while let Some(step) = reader.step() {
            if matches!(step, PullStep::Start) && reader.may_have_content() && is_wanted(&reader) {
                let open = reader.written_names().map(str::to_owned).collect();
                return FoundElement::Here(Self { start: reader.start_tag(), length: reader.position(), open });
            }
        }
        if reader.is_cut_off() { FoundElement::NotYet } else { FoundElement::Never }
    }

    /// The end tags of the open elements.
    pub fn closing(&self) -> String {
        self.open.iter().rev().flat_map(|name| ["</", name, ">"]).collect()
    }
}

/// The next part of a text of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Complete rows up to this length, and anything between them.
    Rows(usize),
    /// The end tag of the element around the rows, perhaps after comments and text.
    End,
    /// The text ends inside the first row.
    Incomplete,
    /// The first row is not well-formed, and more text cannot change that.
    Broken,
}

/// Cuts up to `most` rows (child elements) off the front of `text`, which is the content of the element around them.
/// Prefixes may be declared around it. Limits of the document such as `max_nodes` do not apply.
pub fn cut(text: &str, most: usize, options: &ParseOptions) -> Cut {
    let mut reader = PullReader::of_content(text, options);
    let mut end = 0;
    for _ in 0..most {
        if !reader.pass_child() {
            break;
        }
        end = reader.position();
    }
    match end {
        0 if reader.is_cut_off() => Cut::Incomplete,
        0 if reader.is_broken() => Cut::Broken,
        0 => Cut::End,
        end => Cut::Rows(end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, most: usize) -> Cut {
        super::cut(text, most, &ParseOptions::default())
    }

    #[test]
    fn the_element_is_found() {
        let find = |text: &str| {
            Head::find(text, &ParseOptions::default(), |reader| reader.open_names().rev().nth(1) == Some("diffgram"))
        };
        let text =
            "<?xml version='1.0'?><a:b xmlns:a='a' xmlns:d='d'><s><diffgram/></s><d:diffgram><!-- > --><N x='>'>";
        let (start, length) = (text.len() - "<N x='>'>".len(), text.len());
        let open = ["a:b", "d:diffgram", "N"].map(str::to_owned).to_vec();
        let head = Head { start, length, open };
        assert_eq!(head.closing(), "</N></d:diffgram></a:b>");
        assert_eq!(find(&format!("{text} <T/></N>")), FoundElement::Here(head));
        for cut in 0..text.len() {
            assert_eq!(find(text.get(..cut).unwrap_or_default()), FoundElement::NotYet, "{cut}");
        }
        for none in ["<!DOCTYPE a><a>", "<a></b>"] {
            assert_eq!(find(none), FoundElement::Never, "{none}");
        }
    }

    #[test]
    fn rows_are_cut() {
        let text = " <!-- </x> --> <a><b/></a> t <c d='>'/> <e></e></i></j>";
        let end_of = |part: &str| text.find(part).map_or(0, |at| at + part.len());
        assert_eq!(cut(text, 1), Cut::Rows(end_of("</a>")));
        assert_eq!(cut(text, 2), Cut::Rows(end_of("'>'/>")));
        assert_eq!(cut(text, 9), Cut::Rows(end_of("</e>")));
        assert_eq!(cut(" x<!-- --></i>", 1), Cut::End);
        for cut_off in ["", " ", "<", "<a", "<a>", "<a>&am", "<a><![CDATA[ </a>", "<!-- <a/>", "<a></a"] {
            assert_eq!(cut(cut_off, 1), Cut::Incomplete, "{cut_off}");
        }
        for broken in ["<a></b>", "<a>& </a>"] {
            assert_eq!(cut(broken, 1), Cut::Broken, "{broken}");
        }
    }
}
