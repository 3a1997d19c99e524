//! Rows of a document that is still arriving: the head before them, and whole rows cut off the front.

use super::{TokenKind, Tokens};

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
    /// Looks for a start tag in the beginning of a document. `is_wanted` gets the names of the elements around it,
    /// outermost first, and its own name, all as written. The plain reader must confirm the result, because
    /// namespaces are ignored.
    pub fn find(text: &str, is_wanted: impl Fn(&[&str], &str) -> bool) -> FoundElement {
        let mut tokens = Tokens::new(text, 0);
        loop {
            match tokens.read() {
                Ok(Some(token)) if token.kind == TokenKind::Start => {
                    let around = tokens.open().split_last().map_or(&[][..], |(_, around)| around);
                    if is_wanted(around, token.name()) {
                        let open = tokens.open().iter().map(|name| (*name).to_owned()).collect();
                        return FoundElement::Here(Self { start: token.at, length: tokens.position(), open });
                    }
                }
                Ok(Some(token)) if token.kind == TokenKind::DocumentType => return FoundElement::Never,
                Ok(Some(_)) => {}
                Ok(None) => return FoundElement::NotYet,
                Err(stopped) if stopped.is_cut_off => return FoundElement::NotYet,
                Err(_) => return FoundElement::Never,
            }
        }
    }

    /// The end tags of the open elements.
    pub fn closing(&self) -> String {
        self.open.iter().rev().flat_map(|name| ["</", name, ">"]).collect()
    }
}

/// The name without its prefix.
pub fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or_default()
}

/// The next part of a text of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Whole rows up to this length, and anything between them.
    Rows(usize),
    /// The end tag of the element around the rows, perhaps after comments and text.
    End,
    /// The text ends inside the first row.
    Incomplete,
    /// The first row is not well-formed, and more text cannot change that.
    Broken,
}

/// Cuts up to `most` rows (child elements) off the front of `text`, which is the content of the element around them.
pub fn cut(text: &str, most: usize) -> Cut {
    let mut tokens = Tokens::of_part(text);
    let (mut depth, mut rows, mut rows_end) = (0_usize, 0_usize, 0_usize);
    let so_far = |rows, rows_end, otherwise| if rows > 0 { Cut::Rows(rows_end) } else { otherwise };
    loop {
        let token = match tokens.read() {
            Ok(Some(token)) => token,
            Ok(None) => return so_far(rows, rows_end, Cut::Incomplete),
            Err(stopped) => {
                return so_far(rows, rows_end, if stopped.is_cut_off { Cut::Incomplete } else { Cut::Broken });
            }
        };
        match token.kind {
            TokenKind::Start => depth += 1,
            TokenKind::End if depth == 0 => return so_far(rows, rows_end, Cut::End),
            TokenKind::End => depth -= 1,
            TokenKind::Empty => {}
            _ => continue,
        }
        if depth == 0 {
            (rows, rows_end) = (rows + 1, tokens.position());
            if rows == most {
                return Cut::Rows(rows_end);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_element_is_found() {
        let find =
            |text: &str| Head::find(text, |open, _| open.last().is_some_and(|parent| local(parent) == "diffgram"));
        let text = "<?xml version='1.0'?><a:b><s><diffgram/></s><d:diffgram><!-- > --><N x='>'>";
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
