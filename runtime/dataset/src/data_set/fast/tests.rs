//! The fast reader beside the plain one.
#![allow(clippy::pedantic, clippy::manual_is_multiple_of)]

mod documents;
mod streamed;

use proptest::prelude::*;

use self::documents::{Sample, samples};
use self::streamed::{compare_counts, compare_stream, every_border};
use super::*;
use crate::table::Row;
use asmx_xml::{Document, Element, Part};

/// Takes the first of the innermost elements with a diffgram as the container, so that anything may be around it.
fn first_with_diffgram(document: &Document) -> Option<Element<'_>> {
    let mut element = document.root();
    loop {
        if super::super::read_rows::diffgram(element).is_some() {
            return Some(element);
        }
        element = element.elements().next()?;
    }
}

fn cut(text: &str) -> Option<Part> {
    Part::of(first_with_diffgram(&Document::parse(text, &limits()).ok()?)?, &limits()).ok()
}

fn limits() -> ParseOptions {
    ParseOptions::keeping_forbidden_references()
}

fn read_document(body: &[u8]) -> Option<DataSet> {
    let text = asmx_xml::decode(body, None).ok()?;
    let document = Document::parse(text, &limits()).ok()?;
    DataSet::from_element(first_with_diffgram(&document)?).ok()
}

fn orders(data_set: &DataSet) -> Vec<Vec<u32>> {
    data_set.tables().iter().map(|table| table.iter().chain(table.deleted_rows()).map(Row::order).collect()).collect()
}

/// Reads `body` both ways and compares. Returns the number of scanned rows; `None` if the fast reader declined.
fn compare(body: &[u8], window: usize) -> Option<u64> {
    let (fast, scanned) = read_any(body, None, &limits(), &mut cut, window)?;
    let document =
        read_document(body).unwrap_or_else(|| panic!("only the fast reader accepts {}", String::from_utf8_lossy(body)));
    assert_eq!(fast, document, "{}", String::from_utf8_lossy(body));
    assert_eq!(orders(&fast), orders(&document), "{}", String::from_utf8_lossy(body));
    Some(scanned)
}

fn row_cells(data_set: &DataSet, table: &str) -> Vec<Vec<Option<String>>> {
    let rows = data_set.table_named(table).unwrap().iter();
    rows.map(|row| row.cells().map(|(_, cell)| cell.text().map(str::to_owned)).collect()).collect()
}

/// A data set of one table with the columns `A` (string) and `B` (int), around these rows.
fn around(rows: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><r><xs:schema id='N' xmlns='' xmlns:xs='{}' xmlns:msdata='{}'>\
         <xs:element name='N' msdata:IsDataSet='true'><xs:complexType><xs:choice><xs:element name='T'><xs:complexType>\
         <xs:sequence><xs:element name='A' type='xs:string' minOccurs='0'/><xs:element name='B' type='xs:int' minOccurs='0'/>\
         </xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>\
         <diffgr:diffgram xmlns:msdata='{}' xmlns:diffgr='{}'><N xmlns=''>{rows}</N></diffgr:diffgram></r>",
        crate::vocabulary::XS,
        crate::vocabulary::MSDATA,
        crate::vocabulary::MSDATA,
        crate::vocabulary::DIFFGR,
    )
}

fn row(order: usize, content: &str) -> String {
    format!("<T diffgr:id=\"T{}\" msdata:rowOrder=\"{order}\">{content}</T>", order + 1)
}

fn rows(contents: &[&str]) -> String {
    around(&contents.iter().enumerate().map(|(order, content)| row(order, content)).collect::<String>())
}

#[test]
fn usual_rows_are_scanned() {
    let text = rows(&["<A>a</A><B>1</B>", "<A>b&amp;&#x20AC;</A><B>2</B>", "<B>3</B>", "<A /><B>4</B>", "<A></A>", ""]);
    assert_eq!(compare(text.as_bytes(), 1 << 20), Some(5), "all but the first");
    let (data_set, _) = read_any(text.as_bytes(), None, &limits(), &mut cut, 1 << 20).unwrap();
    let cell = |text: &str| Some(text.to_owned());
    let expected = vec![
        vec![cell("a"), cell("1")],
        vec![cell("b&\u{20AC}"), cell("2")],
        vec![None, cell("3")],
        vec![cell(""), cell("4")],
        vec![cell(""), None],
        vec![None, None],
    ];
    assert_eq!(row_cells(&data_set, "T"), expected);
}

#[test]
fn unusual_rows_are_read_plainly() {
    let usual = "<A>a</A><B>1</B>";
    for unusual in [
        "<A>1</A><A>2</A>",
        "<A>1</A><B/><A>2</A>",
        "<A><![CDATA[<]]></A>",
        "<A>x<!-- c -->y</A>",
        "<A>x<?p q?>y</A>",
        "<A><x/></A>",
        "<C>new</C>",
        "<A>a\r\nb</A>",
        "<A>&#13;&#x9;&#0;</A>",
        "<A>&#000000000000065;</A>",
        "text<A>a</A>text",
        "<A >a</A>",
        "<A>a</A >",
        "<A x='1'>a</A>",
        "<A xml:space=\"preserve\"> </A>",
        "<A xmlns='urn:x'>a</A>",
        "<_x0041_>a</_x0041_>",
        "<A>]]&gt;]] ></A>",
        "<A>a</A><T diffgr:id=\"T9\" msdata:rowOrder=\"8\"><A>nested</A></T>",
    ] {
        let text = rows(&[usual, usual, unusual, usual, unusual, unusual, usual]);
        assert!(compare(text.as_bytes(), 1 << 20).unwrap() > 0, "{unusual}");
    }
}

#[test]
fn malformed_documents_are_refused() {
    let usual = "<A>a</A><B>1</B>";
    for broken in [
        "<A>]]></A>",
        "<A>&</A>",
        "<A>&a;</A>",
        "<A>&#x110000;</A>",
        "<A>&#xD800;</A>",
        "<A>&#;</A>",
        "<A>\u{1}</A>",
        "<A>\u{FFFE}</A>",
        "<A>a</B>",
        "<A>a",
        "<A",
        "<A x=1>a</A>",
        "</A>",
        "<p:A>a</p:A>",
        "<A>a</A></T></N>",
    ] {
        for length in 0..3 {
            let mut all = vec![usual; length];
            all.extend([broken, usual]);
            let text = rows(&all);
            assert!(read_document(text.as_bytes()).is_none(), "{broken}");
            assert_eq!(compare(text.as_bytes(), 1 << 20), None, "{broken}");
        }
    }
}

#[test]
fn rows_of_other_numbers() {
    let content = "<A>a</A>";
    let numbered = |id: &str, order: &str| format!("<T diffgr:id=\"{id}\" msdata:rowOrder=\"{order}\">{content}</T>");
    let start = row(0, content) + &row(1, content);
    for (id, order) in [
        ("T9", "8"),
        ("T1", "0"),
        ("T", "2"),
        ("T3", "02"),
        ("T03", "2"),
        ("X3", "2"),
        ("T4", "2"),
        ("T3", "x"),
        ("T10", "9"),
    ] {
        let text = around(&(start.clone() + &numbered(id, order) + &row(3, content) + &row(4, content)));
        assert!(compare(text.as_bytes(), 1 << 20).is_some_and(|scanned| scanned > 1), "{id} {order}");
    }
    let text = around(&(start + "<T><A>without</A></T><T msdata:rowOrder='7'/>" + &row(8, content)));
    assert!(compare(text.as_bytes(), 1 << 20).is_some());
}

#[test]
fn the_tail_changes_scanned_rows() {
    let content = "<A>a</A>";
    let before = "<diffgr:before><T diffgr:id=\"T2\" msdata:rowOrder=\"1\"><A>was</A></T>\
                  <T diffgr:id=\"T9\" msdata:rowOrder=\"8\"><A>gone</A></T></diffgr:before>\
                  <diffgr:errors><T diffgr:id=\"T3\" diffgr:Error=\"e\"><A diffgr:Error=\"f\"/></T></diffgr:errors>";
    let text = rows(&[content; 5]).replace("</N>", &format!("</N>{before}"));
    assert_eq!(compare(text.as_bytes(), 1 << 20), Some(4));
    let (data_set, _) = read_any(text.as_bytes(), None, &limits(), &mut cut, 1 << 20).unwrap();
    let table = data_set.table_named("T").unwrap();
    assert_eq!(table.row_at(1).unwrap().original().unwrap().text("A").as_deref(), Some("was"));
    assert_eq!(table.deleted_rows().len(), 1);
    assert_eq!(table.row_at(2).unwrap().column_error("A"), Some("f"));
    // The plain reader reads it.
    let schema = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/>";
    for (tail, accepted) in [("<x/>", true), ("text<!-- -->", true), (schema, true), ("<r>", false), ("&", false)] {
        let text = rows(&[content; 5]).replace("</r>", &format!("{tail}</r>"));
        assert_eq!(read_document(text.as_bytes()).is_some(), accepted, "{tail}");
        assert_eq!(compare(text.as_bytes(), 1 << 20).is_some(), accepted, "{tail}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases::of(300), ..ProptestConfig::default() })]

    #[test]
    fn both_readers_return_equal_data_sets(document in samples(), window in prop_oneof![Just(1_usize << 20), 1..2000_usize]) {
        let Sample { text, .. } = document;
        prop_assert!(read_document(text.as_bytes()).is_some(), "{text}");
        compare(text.as_bytes(), window);
        compare_counts(text.as_bytes(), window);
    }

    #[test]
    fn streams_return_the_rows_of_the_plain_reader(document in samples(), size in 1..600_usize, lengths in proptest::collection::vec(1..300_usize, 1..20)) {
        let mut lengths = lengths.into_iter().cycle();
        compare_stream(document.text.as_bytes(), size, &mut |_| lengths.next().unwrap());
    }

    /// Documents with changed bytes: the fast reader must not accept a document that the plain one refuses.
    #[test]
    fn documents_that_the_plain_reader_refuses_are_refused(
        document in samples(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), 0..4_u8, any::<u8>(), any::<prop::sample::Index>()), 1..6),
    ) {
        let mut body = document.text.into_bytes();
        for (at, kind, byte, from) in changes {
            let (at, from) = (at.index(body.len()), from.index(body.len()));
            match kind {
                0 => body[at] = byte,
                1 => body[at] = b"<>&;/\"' \r\nAB]![-"[usize::from(byte) % 16],
                2 => { body.remove(at); }
                _ => body.insert(at, body[from]),
            }
        }
        compare(&body, 1 << 20);
        compare_stream(&body, 64, &mut |_| 50);
    }
}

#[test]
fn pieces_that_end_anywhere() {
    use proptest::strategy::ValueTree as _;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..if cases::are_all() { 4 } else { 1 } {
        every_border(samples().new_tree(&mut runner).unwrap().current().text.as_bytes());
    }
    every_border(
        rows(&["<A>a</A><B>1</B>", "<A>\u{1F600}&amp;\u{20AC}</A>", "<A>]]&gt;</A>", "<B>]]>5</B>"]).as_bytes(),
    );
    every_border(rows(&["<A>a</A>\r\n<B>1</B>", "<A>]]></A>\r\n<B>2</B>", "<A>x\r\ny</A>"]).as_bytes());
}

/// Guard against a vacuous pass: few generated documents may be declined, and few rows read plainly.
#[test]
fn most_generated_rows_are_scanned() {
    use proptest::strategy::ValueTree as _;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut accepted, mut streamed, mut rows, mut scanned) = (0, 0, 0, 0);
    for _ in 0..300 {
        let document = samples().new_tree(&mut runner).unwrap().current();
        if let Some(count) = compare(document.text.as_bytes(), 1 << 20) {
            accepted += 1;
            streamed += u32::from(compare_stream(document.text.as_bytes(), 64, &mut |_| 100));
            rows += document.rows;
            scanned += count;
        }
    }
    assert!(accepted > 200 && streamed > 80, "{accepted} {streamed}");
    assert!(scanned * 2 > rows, "{scanned} of {rows}");
}

fn recorded() -> Vec<Vec<u8>> {
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures")];
    let mut bodies = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "response" || extension == "request") {
                let message = std::fs::read(path).unwrap();
                let head = memchr::memmem::find(&message, b"\r\n\r\n").unwrap();
                bodies.push(message[head + 4..].to_vec());
            }
        }
    }
    bodies
}

#[test]
fn recorded_responses() {
    let (mut documents, mut streamed, mut scanned) = (0, 0, 0);
    for body in recorded() {
        for window in [64, 1000, 1 << 20] {
            if let Some(rows) = compare(&body, window) {
                documents += 1;
                scanned += rows;
            }
            streamed += u32::from(compare_stream(&body, window, &mut |_| 37));
            compare_counts(&body, window);
        }
    }
    assert!(documents > 100 && streamed > 100 && scanned > 100, "{documents} {streamed} {scanned}");
}
