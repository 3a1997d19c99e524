//! Finding where the long part of a document begins: everything before it is read by the plain reader.

use super::token::{TokenKind, Tokens};

/// What the beginning of a document holds of the element that is looked for.
#[derive(Debug, PartialEq, Eq)]
pub enum FoundElement {
    /// It is further on, perhaps.
    NotYet,
    /// There is none, or not where it is looked for.
    Never,
    /// Here is what stands before its content.
    Here(Head),
}

/// The part of a document before the content of one of its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Where the start tag of the element begins.
    pub start: usize,
    /// Where it ends: the head's length.
    pub length: usize,
    /// The names of the elements that are open there, outermost first, as written.
    pub open: Vec<String>,
}

impl Head {
    /// Looks for a start tag in the beginning of a document: `is_wanted` is given the names of the elements that are open, outermost
    /// first, and the name, all as written. That is only a guess; the plain reader has to confirm it.
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

    /// What closes the elements that are open there.
    pub fn closing(&self) -> String {
        self.open.iter().rev().flat_map(|name| ["</", name, ">"]).collect()
    }
}

/// The name without its prefix.
pub fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or_default()
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
}
