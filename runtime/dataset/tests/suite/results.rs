//! The plain results: text, integers, delimited text, XML documents.

use asmx_dataset::{DelimitedText, Delimiters, Integers, Text, XmlDocument};
use asmx_dataset::{DelimiterError, DelimiterRole};
use asmx_xml::{Document, ParseOptions, XmlErrorKind};
use proptest::prelude::*;

#[test]
fn null_is_not_empty() {
    assert_ne!(Text::null(), Text::new(""));
    assert_ne!(DelimitedText::null(), DelimitedText::new(""));
    assert_ne!(Integers::null(), Integers::new([]));
    assert_eq!((Text::null().as_str(), Text::null().into_option()), ("", None));
    assert_eq!((DelimitedText::null().as_str(), DelimitedText::null().into_option()), ("", None));
    assert_eq!((Integers::null().as_slice(), Integers::null().into_option()), (&[][..], None));
    assert!(Text::default().is_null() && DelimitedText::default().is_null());
    assert!(Integers::default().is_null() && XmlDocument::default().is_null());
    assert!(Text::new("a") == "a" && Text::null() != "");
    assert_eq!(Integers::new([1, 2]).iter().sum::<i32>(), 3);
}

#[test]
fn debug_cuts_long_values() {
    let long = "x".repeat(10_000);
    for debug in [
        format!("{:?}", Text::new(&*long)),
        format!("{:?}", DelimitedText::new(&*long)),
        format!("{:?}", Integers::new(vec![1; 10_000])),
        format!("{:?}", XmlDocument::parse(&format!("<a>{long}</a>")).unwrap()),
    ] {
        assert!(debug.len() < 300, "{debug}");
    }
}

fn rows(text: &str, delimiters: &Delimiters) -> Result<Vec<Vec<String>>, DelimiterError> {
    cells(&DelimitedText::new(text).with_delimiters(delimiters.clone()))
}

fn cells(text: &DelimitedText) -> Result<Vec<Vec<String>>, DelimiterError> {
    Ok(text.cells()?.into_iter().map(|row| row.into_iter().map(std::borrow::Cow::into_owned).collect()).collect())
}

#[test]
fn rows_are_cut_by_the_rules() {
    let delimiters = Delimiters::new("\n", ",");
    let quoted = Delimiters::new("\n", ",").qualifier("\"");
    let long = Delimiters::new("<br/>", "---").qualifier("''");
    for (delimiters, text, expected) in [
        (&delimiters, "", vec![]),
        (&delimiters, "a", vec![vec!["a"]]),
        (&delimiters, "a,b\nc", vec![vec!["a", "b"], vec!["c"]]),
        (&delimiters, "a\n", vec![vec!["a"]]),
        (&delimiters, "\n", vec![vec![""]]),
        (&delimiters, "a,\n,b\n\n", vec![vec!["a", ""], vec!["", "b"], vec![""]]),
        (&delimiters, ",", vec![vec!["", ""]]),
        (&delimiters, "\"a,b\"", vec![vec!["\"a", "b\""]]),
        (&quoted, "\"a,b\",c\n\"\"\"\",\"\"", vec![vec!["a,b", "c"], vec!["\"", ""]]),
        (&quoted, "a\"b,\"c\nd\"\n", vec![vec!["a\"b", "c\nd"]]),
        (&quoted, "\"a\"\"b\"\"c\"", vec![vec!["a\"b\"c"]]),
        (&quoted, "\"\"\"a\"", vec![vec!["\"a"]]),
        (&long, "a-b---''<br/>''''''<br/>c--<br/>", vec![vec!["a-b", "<br/>''"], vec!["c--"]]),
    ] {
        assert_eq!(rows(text, delimiters).unwrap(), expected, "{text:?}");
    }
    assert!(DelimitedText::null().with_delimiters(delimiters).cells().unwrap().is_empty());
}

#[test]
fn unusable_delimiters_are_named() {
    use DelimiterRole::{Column, Qualifier, Row};
    let none = Delimiters::default();
    for (delimiters, expected) in [
        (none.clone(), DelimiterError::Missing(Row)),
        (Delimiters { row: Some("\n".into()), ..none.clone() }, DelimiterError::Missing(Column)),
        (Delimiters::new("", ","), DelimiterError::Missing(Row)),
        (Delimiters::new(",", ","), DelimiterError::Overlap(Row, Column)),
        (Delimiters::new(",,", ","), DelimiterError::Overlap(Row, Column)),
        (Delimiters::new("\n", "a-b").qualifier("-"), DelimiterError::Overlap(Column, Qualifier)),
        (Delimiters::new("\n", ",").qualifier("\n\n"), DelimiterError::Overlap(Row, Qualifier)),
    ] {
        assert_eq!(rows("a,b", &delimiters).unwrap_err(), expected);
    }
    assert_eq!(rows("a,b", &Delimiters::new("\n", ",").qualifier("")).unwrap(), [["a", "b"]]);
    let text = DelimitedText::new("a|b;");
    assert!(text.cells().unwrap_err().to_string().contains("row delimiter"));
    assert_eq!(text.cells_with(&Delimiters::new(";", "|")).unwrap(), [["a", "b"]]);
    assert_eq!(text.as_str(), "a|b;");
}

#[test]
fn errors_name_row_and_column() {
    let quoted = Delimiters::new("\n", ",").qualifier("\"");
    let unterminated = rows("a\nb,\"c", &quoted).unwrap_err();
    assert_eq!(unterminated, DelimiterError::Unterminated { position: 4, row: 1, cell: 1 });
    let after = rows("\"a\"b", &quoted).unwrap_err();
    assert_eq!(after, DelimiterError::AfterQualifier { position: 3, row: 0, cell: 0 });
}

#[test]
fn rows_that_cannot_be_written_are_refused() {
    let delimiters = Delimiters::new("\n", ",");
    let refused =
        |rows: &[&[&str]]| DelimitedText::from_rows(&delimiters, rows.iter().map(|row| row.iter())).unwrap_err();
    assert_eq!(refused(&[&["a"], &["b", "c,d"]]), DelimiterError::Unrepresentable { row: 1, cell: 1 });
    assert_eq!(refused(&[&["a\n"]]), DelimiterError::Unrepresentable { row: 0, cell: 0 });
    let no_cells: [&[&str]; 1] = [&[]];
    assert!(DelimitedText::from_rows(&delimiters, no_cells).is_err());
    let quoted = delimiters.qualifier("\"");
    let text = DelimitedText::from_rows(&quoted, [["a,b", "c\"d"], ["\"e", "f"]]).unwrap();
    assert_eq!(text.as_str(), "\"a,b\",c\"d\n\"\"\"e\",f\n");
}

proptest! {
    #[test]
    fn rows_come_back(
        rows in prop::collection::vec(prop::collection::vec("[ab,\n\"'|<>-]{0,5}", 1..4), 0..5),
        row in "[\n|]|<br>|ab|--",
        column in "[,;]|---|<>|ba",
        qualifier in prop::option::of("[\"']|''|\"-"),
    ) {
        let delimiters = Delimiters { row: Some(row), column: Some(column), qualifier };
        if let Ok(text) = DelimitedText::from_rows(&delimiters, &rows) {
            prop_assert_eq!(cells(&text).unwrap(), rows);
        } else if delimiters.qualifier.as_ref().is_some_and(|qualifier| qualifier.len() == 1) {
            // With a qualifier of one character, only unusable delimiters are refused.
            prop_assert!(DelimitedText::new("").cells_with(&delimiters).is_err(), "{:?} {:?}", delimiters, rows);
        }
    }

    #[test]
    fn any_text_is_cut_or_refused(text in "[ab,\n\"|-]{0,30}", row in "[\n|ab-]{0,2}", column in "[,|ab-]{0,2}", qualifier in "[\"-]{0,2}") {
        let delimiters = Delimiters::new(row, column).qualifier(qualifier);
        let text = DelimitedText::new(text);
        if let Ok(rows) = text.cells_with(&delimiters) {
            prop_assert_eq!(rows.is_empty(), text.as_str().is_empty());
        }
    }
}

#[test]
fn a_document_keeps_its_text_and_what_it_inherits() {
    let response = "<s:E xmlns:s='soap' xmlns:x='urn:x' xmlns:unused='urn:u' xmlns='urn:default'><s:R><report x:a='1' t='x:y'>\r\n <!-- c --><?p d?><![CDATA[e]]>\
                  <b xmlns=''/><x:c/></report></s:R></s:E>";
    let document = Document::parse(response, &ParseOptions::default()).unwrap();
    let report = document.root().elements().next().unwrap().elements().next().unwrap();
    let cut = XmlDocument::from_element(report);
    drop(document);
    assert!(cut.as_str().starts_with("<report x:a='1' t='x:y'>\r\n <!-- c -->") && cut.as_str().ends_with("</report>"));
    let parsed = cut.document().unwrap();
    assert_eq!(parsed.root().namespace(), Some("urn:default"));
    assert_eq!(parsed.root().attribute(Some("urn:x"), "a"), Some("1"));
    let inner = parsed.root().elements().last().unwrap();
    assert_eq!((&cut.as_str()[inner.span()], inner.namespace()), ("<x:c/>", Some("urn:x")));
    assert_eq!(inner.namespace_of_prefix(Some("unused")), Some("urn:u"));
    let standalone = cut.to_standalone();
    assert!(standalone.starts_with("<report xmlns:x=\"urn:x\" x:a='1' t='x:y' xmlns=\"urn:default\">"), "{standalone}");
    let again = Document::parse(standalone, &ParseOptions::default()).unwrap();
    assert_eq!(again.root().namespace(), Some("urn:default"));
    assert_eq!(XmlDocument::from_element(again.root()).as_str(), cut.to_standalone());
}

#[test]
fn a_document_put_into_a_response_keeps_its_meaning() {
    let put = |text: &str| {
        let mut content = String::new();
        XmlDocument::parse(text).unwrap().write_content(&mut content);
        content
    };
    assert_eq!(put("<?xml version='1.0'?><!-- c --><empty /><!-- d -->"), "<empty xmlns=\"\" />");
    assert_eq!(put("<a xmlns='u'><b/></a>"), "<a xmlns='u'><b/></a>");
    assert_eq!(put("<r:a xmlns:r='u'><b/></r:a>"), "<r:a xmlns:r='u' xmlns=\"\"><b/></r:a>");
    assert_eq!(put("<errors count=\"0\"><a/></errors>"), "<errors count=\"0\" xmlns=\"\"><a/></errors>");
    assert_eq!(put("<a b='/>' c=\">'\" />"), "<a b='/>' c=\">'\" xmlns=\"\" />");
    assert_eq!(put("<a b='1'/>"), "<a b='1' xmlns=\"\"/>");
    assert_eq!(put("<r:a xmlns:r='u'><r:b/></r:a>"), "<r:a xmlns:r='u'><r:b/></r:a>");
    let mut nothing = String::new();
    XmlDocument::null().write_content(&mut nothing);
    assert_eq!(nothing, "");
}

#[test]
fn a_null_document_cannot_be_parsed() {
    assert_eq!(XmlDocument::null().document().unwrap_err().kind(), XmlErrorKind::NoRoot);
    assert_eq!(XmlDocument::null().as_str(), "");
    assert_eq!(XmlDocument::parse("<a>").unwrap_err().kind(), XmlErrorKind::Malformed);
    assert_eq!(XmlDocument::parse("<a/>").unwrap(), XmlDocument::parse(" <a/>").unwrap());
}
