#![allow(clippy::format_collect, clippy::format_push_string)]

use proptest::prelude::*;

use super::*;
use crate::rows::Cut;
use crate::{Document, Element, Node};

/// The content of a tree as text.
fn of_tree(element: Element<'_>, out: &mut String) {
    *out += &format!("<{:?} {} {:?}>", element.namespace(), element.name(), element.attribute(Some("u"), "a"));
    for node in element.children() {
        match node {
            Node::Element(child) => of_tree(child, out),
            Node::Text(text) | Node::CData(text) => *out += text,
            Node::Comment(_) | Node::ProcessingInstruction { .. } => *out += "<!>",
        }
    }
    *out += &format!("</{}>", element.inner_xml());
}

fn of_reader(reader: &mut PullReader<'_>, out: &mut String) {
    let (depth, begin) = (reader.depth(), reader.position());
    let attribute = reader.attribute(Some("u"), "a");
    *out += &format!("<{:?} {} {:?}>", reader.namespace(), reader.name(), attribute.as_deref());
    let ahead = reader.elements_ahead(usize::MAX);
    let mut elements = 0;
    while let Some(pulled) = reader.content(depth) {
        match pulled {
            Pulled::Start => {
                elements += 1;
                of_reader(reader, out);
            }
            Pulled::Text(text) => *out += &text,
            Pulled::Other => *out += "<!>",
        }
    }
    if reader.fault.is_none() {
        assert_eq!(elements, ahead);
    }
    *out += &format!("</{}>", reader.written_since(begin));
}

/// Reader and tree accept the same documents, refuse others for the same reason, and give the same content.
fn assert_equal_to_tree(text: &str) {
    let options = ParseOptions { max_depth: 6, max_attributes: 6, max_name: 8, ..ParseOptions::default() };
    let mut reader = PullReader::new(text, &options);
    let mut read = String::new();
    if reader.root() {
        of_reader(&mut reader, &mut read);
    }
    let finished = reader.finish();
    match Document::parse(text, &options) {
        Ok(document) => {
            let mut expected = String::new();
            of_tree(document.root(), &mut expected);
            assert_eq!((finished, read), (Ok(()), expected), "{text}");
        }
        Err(error) => {
            assert_ne!(error.message(), "not well-formed", "{text}");
            assert_eq!(finished, Err(error), "{text}");
        }
    }
    let mut passed = PullReader::new(text, &options);
    passed.root();
    passed.skip();
    let outcome = passed.finish();
    assert_eq!(outcome, Document::parse(text, &options).map(drop), "{text}");
}

#[test]
fn reads_as_the_tree_does() {
    for text in [
        "",
        " ",
        "<a/>",
        "\u{FEFF}<?xml version='1.0'?><!-- --><a/><?b?> ",
        "<a>x&lt;y<![CDATA[<&]]>\r\n<!-- --><b/>z</a>",
        "<a xmlns='u'><b xmlns=''/><p:c xmlns:p='v' xmlns:q='u' q:a='1&#10;2\t3'/><d/></a>",
        "<a xmlns:p='u' p:a='1' p:b='2'><p:b p:a=''/></a>",
        "<a xml:b=''><b xml:c=''/><c/></a>",
        "<a><b><c><d><e><f/></e></d></c></b></a>",
        "<a><b><c><d><e><f><g/></f></e></d></c></b></a>",
        "<a/><b/>",
        "<a>",
        "<a></b>",
        "</a>",
        "x<a/>",
        "<a/>x",
        "<a/>&amp;",
        "<a/><![CDATA[]]>",
        "<!DOCTYPE a><a/>",
        "<a><?xml version='1.0'?></a>",
        "<a><b:c/></a>",
        "<a b='' b=''/>",
        "<a c='1' d='2' e='3' f='4' g='5' h='6' i='7'/>",
        "<abcdefghi/>",
        "<a>&b;</a>",
        "<a>]]></a>",
        "<a>\u{1}</a>",
        "<a b='<'/>",
        "<a b='&#1;'/>",
    ] {
        assert_equal_to_tree(text);
    }
}

/// A reader of a beginning is cut off wherever more text makes it well-formed, and finds no row that is not in the text.
fn assert_cut(content: &str) {
    let options = ParseOptions::keeping_forbidden_references();
    let document = Document::parse(format!("<w xmlns:p='u' xmlns:q='v'>{content}</w>"), &options);
    let rows = document.as_ref().map_or(0, |document| document.root().elements().count());
    let last = document.as_ref().ok().and_then(|document| document.root().elements().last());
    let start = "<w xmlns:p='u' xmlns:q='v'>".len();
    let cut = |text: &str| crate::rows::cut(text, usize::MAX, &options);
    let complete = cut(content);
    match (&document, last) {
        (Ok(_), Some(last)) => assert_eq!(complete, Cut::Rows(last.span().end - start), "{content}"),
        (Ok(_), None) => assert_eq!(complete, Cut::Incomplete, "{content}"),
        (Err(_), _) => {}
    }
    for end in (0..content.len()).filter(|end| content.is_char_boundary(*end)) {
        match (cut(&content[..end]), complete) {
            (Cut::Rows(before), Cut::Rows(all)) => assert!(before <= all, "{content} cut at {end}"),
            (Cut::Incomplete, _) => {}
            (before, all) => assert!(before == all && document.is_err(), "{content} cut at {end}: {before:?}"),
        }
    }
    let mut reader = PullReader::of_content(content, &options);
    let passed = std::iter::repeat_with(|| reader.pass_child()).take_while(|passed| *passed).count();
    assert!(document.is_err() || passed == rows && reader.is_cut_off(), "{content}");
}

#[test]
fn rows_are_cut_as_the_document_has_them() {
    for content in [
        "<a b='x'>&#xD83D;&#xDE00;</a>",
        "<a/>&#xD83D;&#xDE00; ",
        "<p:a q:b='1' p:b='2'/>",
        "<é p:è='1'><!-- - --><?x y?></é>",
        "<a><![CDATA[<]]></a ><!--c--> ",
        "</w>",
        "<a/></w>",
        "<?xml version='1.0'?><a/>",
    ] {
        assert_cut(content);
    }
}

#[test]
fn prefixes_of_closed_elements_are_forgotten() {
    let many: String = (0..20).map(|number| format!(" xmlns:p{number}='u'")).collect();
    let options = ParseOptions::default();
    let text = format!("<a{many}>{}<p3:b/></a>", "<b xmlns:p3='v' xmlns:q='w'><q:c/></b>".repeat(3));
    let mut reader = PullReader::new(&text, &options);
    assert!(reader.root());
    let mut last = None;
    while reader.content(1).is_some() {
        last = reader.namespace().map(str::to_owned);
    }
    assert_eq!((last.as_deref(), reader.finish()), (Some("u"), Ok(())));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases::of(2000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_mixture_is_read_as_the_tree_does(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "<a>", "</a>", "<b/>", "<p:a xmlns:p='u' p:a='&lt;'>", "</p:a>", "<a xmlns='v' b=''>", "x", " ", "&amp;",
                "&#x41;", "\r\n", "<![CDATA[<]]>", "<!-- -->", "<?c d?>", "<", ">", "&", "<p:b/>", "<b b='1' b='2'/>", "é",
                "<a b='1' p:c=\"2\">", "<a xmlns:q='u'>", "<q:a p:b='' q:b=''/>", "]]>", "</a >", "<a >", "<a b/>", "<a  b = '>'/>",
                "<?xml version='1.0'?>", "\u{FFFE}", "\u{1}", "<!--->", "<!-- -- -->", "&#0;", "&#x10FFFF;", "&a b;", "<a b='&lt;&#10;\t'/>",
                "<a b='&'/>", "<xml:a/>", "<a xmlns:xml='u'/>", "<a:b:c/>", "<é/>", "<1/>", "0123456789012345678901234567890123456789012345678901234567890123456789",
            ]),
            0..14,
        )
    ) {
        let mixture = parts.concat();
        assert_equal_to_tree(&mixture);
        assert_equal_to_tree(&format!("<a>{mixture}</a>"));
        assert_cut(&mixture);
        assert_cut(&format!("<a>{mixture}</a>"));
    }
}
