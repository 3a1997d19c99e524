//! Finding the first row: everything before it is read by the plain reader.

use quick_xml::Reader;
use quick_xml::errors::Error;
use quick_xml::events::Event;

/// What the beginning of a document says of the first row.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It is further on, perhaps.
    NotYet,
    /// There is none, or not where it is looked for.
    Never,
    Here(Head),
}

/// The part of a document before the first row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Where the start tag of the element around the rows begins.
    pub(super) instance: usize,
    /// Where it ends: the head's length.
    pub(super) length: usize,
    /// The names of the elements that are open there, outermost first, as written.
    pub(super) open: Vec<String>,
}

impl Head {
    /// Looks for the first row in the beginning of a document. This only guesses by local names; the plain reader has to confirm.
    pub(super) fn find(text: &str) -> Found {
        let mut tokens = Reader::from_str(text);
        let mut open: Vec<String> = Vec::new();
        let mut at = 0;
        loop {
            let event = tokens.read_event();
            let Ok(end) = usize::try_from(tokens.buffer_position()) else {
                return Found::Never;
            };
            match event {
                Ok(Event::Start(tag)) => {
                    let name = tag.name().into_inner().to_owned();
                    let is_instance = open.last().is_some_and(|parent| local(parent) == "diffgram");
                    open.push(name);
                    if is_instance {
                        return Found::Here(Self { instance: at, length: end, open });
                    }
                }
                Ok(Event::End(_)) => {
                    open.pop();
                }
                Ok(Event::DocType(_)) => return Found::Never,
                // What is cut off looks the same as what is broken.
                Ok(Event::Eof) | Err(Error::Syntax(_)) => return Found::NotYet,
                Err(_) => return Found::Never,
                Ok(_) => {}
            }
            at = end;
        }
    }

    /// What closes the elements that are open at the first row.
    pub(super) fn closing(&self) -> String {
        self.open.iter().rev().map(|name| format!("</{name}>")).collect()
    }
}

fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_is_found() {
        let text = "<?xml version='1.0'?><a:b><s><diffgram/></s><d:diffgram><!-- > --><N x='>'>";
        let (instance, length) = (text.len() - "<N x='>'>".len(), text.len());
        let open = ["a:b", "d:diffgram", "N"].map(str::to_owned).to_vec();
        let head = Head { instance, length, open };
        assert_eq!(head.closing(), "</N></d:diffgram></a:b>");
        assert_eq!(Head::find(&format!("{text} <T/></N>")), Found::Here(head));
        for cut in 0..text.len() {
            assert_eq!(Head::find(text.get(..cut).unwrap_or_default()), Found::NotYet, "{cut}");
        }
        for none in ["<!DOCTYPE a><a>", "<a></b>"] {
            assert_eq!(Head::find(none), Found::Never, "{none}");
        }
    }
}
