//! Documents that the reader accepts and refuses, and recorded responses cut at every byte.

use asmx_xml::pull::{PullReader, Pulled};
use asmx_xml::{
    Document, ForbiddenReferences, Node, ParseOptions, Part, XmlErrorKind, decode, escape_attribute, escape_text,
};

fn parse(text: &str) -> Result<Document, asmx_xml::XmlError> {
    Document::parse(text, &ParseOptions::default())
}

fn kind(text: &str) -> Option<XmlErrorKind> {
    parse(text).err().map(|error| error.kind())
}

#[test]
fn accepts_well_formed_documents() {
    for text in [
        "<a/>",
        "\u{FEFF}<a/>",
        "<?xml version=\"1.0\"?><a/>",
        "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\r\n<!-- c --><?p d?> <a></a> <!--e-->\n<?q?>",
        "<a b='>' c=\"'\" d = '\"'/>",
        "<a>]] ></a>",
        "<a>]]&gt;<![CDATA[<]]]]><![CDATA[>]]></a >",
        "<a xmlns='u'><b xmlns=''/></a>",
        "<xml:a xml:space='x'/>",
        "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
        "<p:a xmlns:p='u' p:x='1' x='2'/>",
        "<é·/>",
        "<a>&#x10FFFF;&#65;&lt;&gt;&amp;&apos;&quot;</a>",
        "<a><!----><!-- - --></a>",
    ] {
        parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

#[test]
fn refuses_malformed_documents() {
    use XmlErrorKind::{Doctype, ForbiddenCharacter, Malformed, NoRoot};
    for (text, expected) in [
        ("", NoRoot),
        (" <!-- c -->", NoRoot),
        ("<?xml version='1.0' encoding='utf-8'?>\n", NoRoot),
        ("<!DOCTYPE a><a/>", Doctype),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", Doctype),
        ("<a", Malformed),
        ("<a>", Malformed),
        ("<a></b>", Malformed),
        ("</a>", Malformed),
        ("<a/><b/>", Malformed),
        ("<a/>text", Malformed),
        ("text<a/>", Malformed),
        ("<a/>&#65;", Malformed),
        ("<a/><![CDATA[]]>", Malformed),
        (" <?xml version='1.0'?><a/>", Malformed),
        ("<a><?xml version='1.0'?></a>", Malformed),
        ("<?xml?><a/>", Malformed),
        ("<?xml version='2.0'?><a/>", Malformed),
        ("<?xml encoding='utf-8'?><a/>", Malformed),
        ("<?xml version='1.0' standalone='maybe'?><a/>", Malformed),
        ("<?xml version='1.0' standalone='yes' encoding='utf-8'?><a/>", Malformed),
        ("<?xml version='1.0' more='1'?><a/>", Malformed),
        ("<?XML version='1.0'?><a/>", Malformed),
        ("<a><? p?></a>", Malformed),
        ("<a><?p:q?></a>", Malformed),
        ("<a>]]></a>", Malformed),
        ("<a b='<'/>", Malformed),
        ("<a b=c/>", Malformed),
        ("<a b/>", Malformed),
        ("<a b='1'c='2'/>", Malformed),
        ("<a b='1' b='2'/>", Malformed),
        ("<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>", Malformed),
        ("<p:a/>", Malformed),
        ("<a p:b='1'/>", Malformed),
        ("<a xmlns:p=''/>", Malformed),
        ("<a xmlns:xml='u'/>", Malformed),
        ("<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>", Malformed),
        ("<a xmlns='http://www.w3.org/XML/1998/namespace'/>", Malformed),
        ("<a xmlns:xmlns='u'/>", Malformed),
        ("<a xmlns:p='http://www.w3.org/2000/xmlns/'/>", Malformed),
        ("<xmlns:a/>", Malformed),
        ("<a xmlns:='u'/>", Malformed),
        ("<a:b:c xmlns:a='u'/>", Malformed),
        ("<:a/>", Malformed),
        ("<1a/>", Malformed),
        ("< a/>", Malformed),
        ("<a><!-- -- --></a>", Malformed),
        ("<a><!-- ---></a>", Malformed),
        ("<a><!--></a>", Malformed),
        ("<a>&</a>", Malformed),
        ("<a>&b;</a>", Malformed),
        ("<a>& b;</a>", Malformed),
        ("<a>&#;</a>", Malformed),
        ("<a>&#x;</a>", Malformed),
        ("<a>&#X41;</a>", Malformed),
        ("<a>&#+65;</a>", Malformed),
        ("<a>&#xD800;</a>", Malformed),
        ("<a>&#x110000;</a>", Malformed),
        ("<a>&#99999999999999999999;</a>", Malformed),
        ("<a b='&c;'/>", Malformed),
        ("<a b='&'/>", Malformed),
        ("<a>\u{1}</a>", ForbiddenCharacter),
        ("<a>\u{FFFE}</a>", ForbiddenCharacter),
        ("<a b='\u{1}'/>", ForbiddenCharacter),
        ("<a><![CDATA[\u{1}]]></a>", ForbiddenCharacter),
        ("<a><!--\u{1}--></a>", ForbiddenCharacter),
        ("<a><?p \u{1}?></a>", ForbiddenCharacter),
        ("<a>&#x1;</a>", ForbiddenCharacter),
        ("<a b='&#0;'/>", ForbiddenCharacter),
    ] {
        assert_eq!(kind(text), Some(expected), "{text}");
    }
}

#[test]
fn forbidden_references_are_kept_and_flagged_when_asked_for() {
    let options = ParseOptions::keeping_forbidden_references();
    let document = Document::parse("<a b='&#0;'>x&#x1;y&#xFFFE;</a>", &options).unwrap();
    assert!(document.has_forbidden_references());
    assert_eq!(document.root().text(), "x\u{1}y\u{FFFE}");
    assert_eq!(document.root().attribute(None, "b"), Some("\0"));
    for refused in ["<a>\u{1}</a>", "<a>&#xD800;</a>", "<a>&#x110000;</a>"] {
        assert!(Document::parse(refused, &options).is_err(), "{refused}");
    }
    assert!(!Document::parse("<a>&#x9;</a>", &options).unwrap().has_forbidden_references());
    assert_eq!(ForbiddenReferences::default(), ForbiddenReferences::Refuse);
}

#[test]
fn two_references_may_be_the_halves_of_one_character() {
    let options = ParseOptions::keeping_forbidden_references();
    for pair in ["&#xD83D;&#xDD34;", "&#55357;&#56628;", "&#xd83d;&#56628;", "&#x00D83D;&#x0DD34;"] {
        let document = Document::parse(format!("<a b='{pair}&#xD83D;&#xDE00;!'>x{pair}y</a>"), &options).unwrap();
        assert_eq!(document.root().text(), "x\u{1F534}y", "{pair}");
        assert_eq!(document.root().attribute(None, "b"), Some("\u{1F534}\u{1F600}!"));
        assert!(document.has_forbidden_references());
        // It is not well-formed, so that others refuse it, and so do we unless asked.
        assert!(Document::parse(format!("<a>{pair}</a>"), &ParseOptions::default()).is_err());
    }
    for refused in [
        "&#xD83D;",
        "&#xDD34;",
        "&#xDD34;&#xD83D;",
        "&#xD83D; &#xDD34;",
        "&#xD83D;&#xD83D;&#xDD34;",
        "&#xD83D;<![CDATA[&#xDD34;]]>",
        "&#xD83D;&#x41;",
        "&#xD83D;&amp;",
    ] {
        let error = Document::parse(format!("<a>{refused}</a>"), &options).unwrap_err();
        assert!(error.to_string().contains("stands for no character"), "{refused}: {error}");
        assert!(Document::parse(format!("<a b='{refused}'/>"), &options).is_err(), "{refused}");
    }
    // A mistake elsewhere is the one that is reported.
    let error = Document::parse("<a>&#xD83D;&#xDD34;&bad;</a>", &options).unwrap_err();
    assert!(error.to_string().contains("`&bad;`"), "{error}");
}

#[test]
fn limits_are_applied() {
    let mut options = ParseOptions::default();
    options.max_depth = 3;
    assert!(Document::parse("<a><b><c/></b></a>", &options).is_ok());
    assert_eq!(Document::parse("<a><b><c><d/></c></b></a>", &options).unwrap_err().kind(), XmlErrorKind::TooDeep);
    options.max_nodes = 4;
    assert!(Document::parse("<a b='1'>x<c/></a>", &options).is_ok());
    assert_eq!(Document::parse("<a b='1'>x<c/>y</a>", &options).unwrap_err().kind(), XmlErrorKind::TooLarge);
    options.max_attributes = 1;
    assert_eq!(Document::parse("<a b='' xmlns='u'/>", &options).unwrap_err().kind(), XmlErrorKind::TooLarge);
    let mut options = ParseOptions::default();
    options.max_name = 3;
    assert!(Document::parse("<p:a xmlns:p='u' p:b='1' ccc=''/>", &options).is_err(), "`xmlns:p` is longer");
    for within in ["<abc def=''/>", "<é a=''/>"] {
        assert!(Document::parse(within, &options).is_ok(), "{within}");
    }
    for beyond in ["<abcd/>", "<a bcde=''/>", "<éé/>"] {
        assert_eq!(Document::parse(beyond, &options).unwrap_err().kind(), XmlErrorKind::TooLarge, "{beyond}");
    }
    let deep = "<a>".repeat(1_000_000);
    assert_eq!(kind(&deep), Some(XmlErrorKind::TooDeep));
    let mut options = ParseOptions::default();
    options.max_depth = usize::MAX;
    let deep = format!("{}{}", "<a>".repeat(300_000), "</a>".repeat(300_000));
    drop(Document::parse(deep, &options).unwrap());
}

#[test]
fn errors_have_line_and_column() {
    let error = parse("<a>\n  é\n</b>").unwrap_err();
    assert_eq!(error.line_and_column(), Some((3, 1)));
    assert_eq!(error.offset(), Some(9));
    assert!(error.to_string().starts_with("line 3, column 1: "), "{error}");
}

#[test]
fn the_tree_has_the_content_of_the_document() {
    let text = "<p:a xmlns:p='u' xmlns='d' x=' 1\r\n2\t' p:y='&#xA;'>\r\n<b/>x&amp;\ry<![CDATA[<\r\n]]><!-- c --><?t  d?></p:a>";
    let document = parse(text).unwrap();
    let root = document.root();
    assert_eq!((root.name(), root.prefix(), root.namespace()), ("a", Some("p"), Some("u")));
    assert_eq!(root.attribute(None, "x"), Some(" 1 2 "));
    assert_eq!(root.attribute(Some("u"), "y"), Some("\n"));
    assert_eq!(root.attributes().count(), 2);
    let described: Vec<String> = root
        .children()
        .map(|node| match node {
            Node::Element(element) => format!("element {} {:?}", element.name(), element.namespace()),
            Node::Text(text) => format!("text {text:?}"),
            Node::CData(text) => format!("cdata {text:?}"),
            Node::Comment(text) => format!("comment {text:?}"),
            Node::ProcessingInstruction { target, data } => format!("pi {target} {data}"),
        })
        .collect();
    let expected =
        ["text \"\\n\"", "element b Some(\"d\")", "text \"x&\\ny\"", "cdata \"<\\n\"", "comment \" c \"", "pi t d"];
    assert_eq!(described, expected);
    assert_eq!(root.text(), "\nx&\ny<\n");
    assert!(!root.has_only_text());
    assert_eq!(root.outer_xml(), text);
    let b = root.elements().next().unwrap();
    assert_eq!((b.outer_xml(), b.inner_xml()), ("<b/>", ""));
    assert_eq!(&document.text()[b.span()], "<b/>");
    assert_eq!(b.parent(), Some(root));
    assert_eq!(b.namespaces_in_scope(), [(Some("p"), "u"), (None, "d")]);
    assert_eq!([None, Some("p"), Some("q")].map(|prefix| b.namespace_of_prefix(prefix)), [Some("d"), Some("u"), None]);
    assert!(root.inner_xml().starts_with("\r\n<b/>") && root.inner_xml().ends_with("?>"));
}

#[test]
fn bytes_are_decoded_by_mark_then_charset_then_declaration() {
    let utf16 = |text: &str, big: bool| -> Vec<u8> {
        text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    };
    let é = "<a>é</a>";
    assert_eq!(decode(é.as_bytes(), None).unwrap(), é);
    assert_eq!(decode(&[b"\xEF\xBB\xBF", é.as_bytes()].concat(), Some("iso-8859-1")).unwrap(), é);
    assert_eq!(decode(&[&b"\xFF\xFE"[..], &utf16(é, false)].concat(), Some("utf-8")).unwrap(), é);
    assert_eq!(decode(&[&b"\xFE\xFF"[..], &utf16(é, true)].concat(), None).unwrap(), é);
    for big in [false, true] {
        assert_eq!(decode(&utf16(é, big), None).unwrap(), é);
        assert_eq!(decode(&utf16(é, big), Some("\"UTF-16\"")).unwrap(), é);
    }
    assert_eq!(decode(b"<a>\xE9\x80</a>", Some("ISO-8859-1")).unwrap(), "<a>é\u{80}</a>");
    assert_eq!(decode(b"<a>\xE9\x80</a>", Some("windows-1252")).unwrap(), "<a>é€</a>");
    let declared = b"<?xml version='1.0' encoding='iso-8859-1'?><a>\xE9</a>";
    assert!(decode(declared, None).unwrap().ends_with(é));
    assert!(decode(declared, Some("utf-8")).is_err());
    for (bytes, charset) in [
        (&b"<a>\xFF</a>"[..], None),
        (b"<a>\xE9</a>", Some("us-ascii")),
        (b"<a/>", Some("no-such")),
        (b"<\0a\0/\0>", None),
        (b"<?xml version='1.0' encoding='utf-16'?><a/>", None),
        (b"<\0\x00\xD8>\0", None),
    ] {
        let error = decode(bytes, charset).unwrap_err();
        assert_eq!(error.kind(), XmlErrorKind::Encoding, "{bytes:?} {error}");
    }
    assert_eq!(decode(b"<a>\xFF</a>", None).unwrap_err().offset(), Some(3));
}

#[test]
fn escaped_texts_are_read_back() {
    let special = "a & b < c > d \" e ' \r\n \r \t ]]> \u{1} \0 é 😀 \u{FFFE} \u{85}";
    let mut text = String::from("<a b=\"");
    escape_attribute(&mut text, special);
    text.push_str("\">");
    escape_text(&mut text, special);
    text.push_str("</a>");
    let document = Document::parse(text, &ParseOptions::keeping_forbidden_references()).unwrap();
    assert_eq!(document.root().text(), special);
    assert_eq!(document.root().attribute(None, "b"), Some(special));
    let mut text = String::new();
    escape_text(&mut text, "\r\n\t\"\u{1}");
    assert_eq!(text, "&#xD;\n\t\"&#x1;");
}

#[test]
fn recordings_are_read_and_their_cuts_are_refused() {
    let options = ParseOptions::keeping_forbidden_references();
    let mut complete = 0;
    for (name, message) in recordings::messages() {
        if name.ends_with("post.request") {
            continue;
        }
        let body = recordings::body(&message);
        let text = decode(body, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        match Document::parse(&*text, &options) {
            Ok(document) => {
                complete += 1;
                assert_eq!(document.root().outer_xml(), text[document.root().span()].trim_end());
            }
            Err(error) => assert_eq!(error.kind(), XmlErrorKind::NoRoot, "{name}: {error}"),
        }
        let root_end = text.trim_end().len();
        // Every byte of the small ones and of one large one; the other large ones are similar and slow.
        let step = if text.len() < 1000 || name.starts_with("ops/Groups_GetList_DataSet/soap12") { 1 } else { 193 };
        for cut in (0..root_end).step_by(step * cases::step(7)).filter(|cut| text.is_char_boundary(*cut)) {
            // A cut inside the body always leaves an element open.
            assert!(Document::parse(&text[..cut], &options).is_err(), "{name} cut at {cut}");
        }
        for cut in 0..body.len().min(400) {
            let _ = decode(&body[..cut], None);
        }
    }
    assert!(complete > 150, "{complete}");
}

#[test]
fn a_part_is_equal_however_it_is_cut_out() {
    let text = "<?xml version='1.0'?><a xmlns='d' xmlns:p='u'><p:b/><b c='1'>t<p:e xmlns=''/></b><f/></a>";
    let options = ParseOptions::default();
    let mut reader = PullReader::new(text, &options);
    assert!(reader.root());
    while reader.name() != "b" || reader.namespace() != Some("d") {
        assert!(matches!(reader.content(1), Some(Pulled::Start)));
    }
    let pulled = Part::pull(&mut reader, &options).unwrap();
    assert!(matches!(reader.content(1), Some(Pulled::Start)), "the element is passed");
    assert_eq!(reader.name(), "f");
    reader.finish().unwrap();

    let document = Document::parse(text, &options).unwrap();
    let cut = Part::of(document.root().elements().nth(1).unwrap(), &options).unwrap();
    for part in [&pulled, &cut] {
        let root = part.document.root();
        assert_eq!((part.start, part.around), (text.find("<b").unwrap(), 1));
        assert_eq!((root.outer_xml(), root.namespace()), ("<b c='1'>t<p:e xmlns=''/></b>", Some("d")));
        assert_eq!(root.elements().next().unwrap().namespace(), Some("u"));
        let mut in_scope = root.namespaces_in_scope();
        in_scope.sort_unstable();
        assert_eq!(in_scope, [(None, "d"), (Some("p"), "u")]);
    }
}
