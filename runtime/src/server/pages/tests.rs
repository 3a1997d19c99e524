use super::*;
use crate::Transport;
use crate::operation::{
    Area, ArrayType, DeclaredColumn, Effect, Enumeration, Member, Messages, Namespace, OnContradiction, Place,
    Presence, Role, Scalar, Service, Structure, StructureParts, Type, XmlKind,
};
use crate::protocol::ErrorStyle;

const EVIL: &str = "<script>alert(\"1\")</script>&'";

static EVIL_ENUMERATION: Enumeration = Enumeration::new(EVIL, &[EVIL, ""]);
static SHELF: Structure = Structure::new("Shelf", &[Member::new("Shelves", Type::Array(&SHELVES))]);
static SHELVES: ArrayType = ArrayType::new(Type::Structure(&SHELF), "Shelf").nullable_items();
static NUMBERS: ArrayType = ArrayType::new(Type::INT, "int");

static EVIL_PARAMETERS: &[Member] = &[
    Member::new(EVIL, Type::STRING),
    Member::new("Kind", Type::Enumeration(&EVIL_ENUMERATION)),
    Member::new("Numbers", Type::Array(&NUMBERS)),
    Member::new("Flag", Type::Scalar(Scalar::Boolean)),
    Member::new("When", Type::Scalar(Scalar::DateTime)),
];
static EVIL_OPERATION: Operation = Operation::new(EVIL, EVIL, EVIL, EVIL_PARAMETERS, Effect::Send)
    .outputs(&[Member::new("Result", Type::Xml(XmlKind::Content))])
    .on_contradiction(OnContradiction::Error)
    .table(EVIL)
    .columns(&[DeclaredColumn::new(EVIL, Scalar::Int).doc(EVIL).required(), DeclaredColumn::new("B", Scalar::Date)])
    .limit(EVIL)
    .deprecated(EVIL)
    .variant_of(EVIL);
static SHELVED: [Member; 2] =
    [Member::new("Shelf", Type::Structure(&SHELF)), Member::new("Id", Type::Scalar(Scalar::Guid)).nullable()];
static SOAP_ONLY: Operation = Operation::new("Shelve", "no area", "", &SHELVED, Effect::Write)
    .outputs(&[Member::new("ShelveResult", Type::Structure(&SHELF))])
    .transports(&[Transport::Soap11, Transport::Soap12]);
const fn read(name: &'static str, outputs: &'static [Member]) -> Operation {
    Operation::new(name, "", "", &[], Effect::Read).outputs(outputs).on_contradiction(OnContradiction::Error)
}
static EVERY_RESULT: [Operation; 4] = [
    Operation::new("None", "", "", &[], Effect::Read),
    read("Delimited", &[Member::new("DelimitedResult", Type::STRING).role(Role::Records)]),
    read("DataSet", &[Member::new("DataSetResult", Type::Xml(XmlKind::DataSet))]),
    read("Integers", &[Member::new("IntegersResult", Type::INT_ARRAY)]),
];
static COMMON: &[Member] = &[Member::new("Pin", Type::STRING).role(Role::Password).secret()];
static SERVICE: Service = Service::new(
    EVIL,
    "/a b/evil\"'.asmx",
    EVIL,
    COMMON,
    &[Area::new(EVIL, EVIL, EVIL)],
    &[&EVIL_OPERATION, &SOAP_ONLY, &EVERY_RESULT[0], &EVERY_RESULT[1], &EVERY_RESULT[2], &EVERY_RESULT[3]],
);

fn settings() -> ServerSettings {
    ServerSettings::new(&SERVICE, "urn:<&\">", ErrorStyle::Production)
}

/// The page of an operation, whose arrays have this many fields.
fn page_of(one: &'static Operation, items: usize) -> String {
    operation(&settings(), one, items, "http://h/s.asmx")
}

#[track_caller]
fn assert_shown(page: &str, parts: &[&str]) {
    for part in parts {
        assert!(page.contains(part), "{part}: {page}");
    }
}

/// Reads a page as XML, after closing the elements that HTML leaves open, and returns its element names.
fn elements_of(page: &str) -> Vec<String> {
    let mut page = page.replacen("<!DOCTYPE html>", "", 1);
    for empty in ["<meta ", "<link ", "<input "] {
        let parts: Vec<String> = page.split(empty).map(str::to_owned).collect();
        let mut closed = parts.first().cloned().unwrap();
        for part in parts.iter().skip(1) {
            let (tag, rest) = part.split_once('>').unwrap();
            closed.extend([empty, tag, "/>", rest]);
        }
        page = closed;
    }
    for end in [">", " ", "/>"] {
        page = page.replace(&format!(" required{end}"), &format!(" required=\"\"{end}"));
    }
    let document = roxmltree::Document::parse(&page).unwrap_or_else(|error| panic!("{error}: {page}"));
    document.descendants().filter(roxmltree::Node::is_element).map(|node| node.tag_name().name().to_owned()).collect()
}

#[test]
fn texts_of_a_service_never_become_markup() {
    let settings = settings();
    let mut pages = vec![overview(&settings, true), unknown_operation(&settings, EVIL), without_wsdl(&settings)];
    pages.extend(SERVICE.operations.iter().map(|one| operation(&settings, one, 2, "http://h/a%20b/evil.asmx")));
    for page in pages {
        assert!(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"));
        let elements = elements_of(&page);
        assert!(!elements.contains(&"script".to_owned()) && elements.contains(&"main".to_owned()), "{page}");
    }
}

#[test]
fn operations_for_soap_only_have_samples_and_no_form() {
    let page = page_of(&SOAP_ONLY, 1);
    assert!(!page.contains("<form") && page.contains("over SOAP only"));
    assert_eq!(page.matches("<pre class=\"message\">").count(), 4);
    assert!(!page.contains("There is no sample"), "{page}");
    assert_eq!(SOAP_ONLY.parameters.last().map(|parameter| parameter.presence), Some(Presence::Nullable));
}

#[test]
fn fields_are_of_their_types() {
    let page = page_of(&EVIL_OPERATION, 3);
    let parts = [
        "<input type=\"password\" autocomplete=\"off\" id=\"p0\" name=\"Pin\">",
        "<option value=\"\"></option>",
        "<option>false</option><option>true</option>",
        "action=\"evil%22%27.asmx/%3Cscript%3E",
    ];
    assert_shown(&page, &parts);
    assert_eq!(page.matches(" name=\"Numbers\"").count(), 3);
    assert_eq!(page.matches("<pre class=\"message\">").count(), 8);
    assert!(!page.contains("There is no sample"), "{page}");
}

#[test]
fn declared_columns_are_shown_if_there_are_any() {
    let page = page_of(&EVIL_OPERATION, 1);
    assert_eq!(page.matches("<h2 id=\"columns\">").count(), 1);
    let row = "<th scope=\"row\"><code>B</code></th><td>date</td><td>optional</td><td></td></tr>";
    assert_shown(&page, &[row, "</code></th><td>int</td><td>required</td><td>&lt;script&gt;"]);
    assert!(!page_of(&SOAP_ONLY, 1).contains("columns"));
}

#[test]
fn every_result_has_a_sample() {
    for one in &EVERY_RESULT {
        let page = page_of(one, 1);
        assert_eq!(page.matches("HTTP/1.1 200 OK").count(), 4, "{}", one.name);
        assert!(!page.contains("There is no sample"), "{page}");
    }
}

#[test]
fn meanings_of_parameters_and_values_are_shown() {
    static COLOR: Enumeration = Enumeration::new("Color", &["Red", "Blue"]).meanings(&[" The colour of `fire`.\n", ""]);
    static COLORED: [Member; 2] = [
        Member::new("Color", Type::Enumeration(&COLOR)).doc(" What it gets.\n"),
        Member::new("Coats", Type::INT).doc(" How many\\_times.\n"),
    ];
    static PAINT: Operation = Operation::new("Paint", "", "", &COLORED, Effect::Write)
        .outputs(&[Member::new("PaintResult", Type::Xml(XmlKind::DataSet))])
        .table("Walls")
        .columns(&[DeclaredColumn::new("Taken at", Scalar::DateTime), DeclaredColumn::new("Sunny", Scalar::Boolean)]);
    let page = page_of(&PAINT, 1);
    let parts = [
        "<td>What it gets.<ul class=\"values\"><li><code>Red</code> The colour of fire.</li><li><code>Blue</code></li></ul></td>",
        "<td>How many_times.</td>",
        // The sample of a response has the declared table and columns.
        "&lt;Walls ",
        "&lt;Taken_x0020_at&gt;2026-01-31T13:45:00&lt;/Taken_x0020_at&gt;",
        "&lt;Sunny&gt;true&lt;/Sunny&gt;",
    ];
    assert_shown(&page, &parts);
    assert!(!page.contains("&lt;Count&gt;"), "{page}");
}

#[test]
fn types_headers_and_parts_are_shown() {
    static EVIL_SHAPE: Structure = Structure::of_parts(
        EVIL,
        StructureParts::new(&[
            Member::new(EVIL, Type::INT).place(Place::Attribute).namespace(Namespace::None).default("7"),
            Member::new("Next", Type::Structure(&EVIL_SHAPE)),
            Member::new("", Type::STRING)
                .place(Place::Choice(&[Member::new("a", Type::INT), Member::new("deep", Type::Structure(&SHELF))])),
            Member::new("tags", Type::STRING).repeated(),
            Member::new("", Type::STRING).place(Place::AnyElements),
            Member::new("", Type::STRING).place(Place::AnyAttributes),
        ])
        .derived(&[&DERIVED]),
    )
    .is_abstract();
    static DERIVED: Structure =
        Structure::of_parts("Derived", StructureParts::new(&[Member::new("Text", Type::STRING)]).base(&EVIL_SHAPE));
    static ONE: Structure = Structure::new("One", &[Member::new("", Type::Scalar(Scalar::Decimal)).place(Place::Text)]);
    static HEADERS: [Member; 1] = [Member::new("Auth", Type::Structure(&ONE)).doc("Who calls.")];
    static MESSAGES: Messages = Messages::PLAIN.headers(&HEADERS, &HEADERS);
    static OPERATION: Operation =
        Operation::new("Shape", "", "", &[Member::new("shape", Type::Structure(&EVIL_SHAPE))], Effect::Read)
            .outputs(&[Member::new("ShapeResult", Type::Any), Member::new("count", Type::INT)])
            .messages(&MESSAGES)
            .transports(&[Transport::Soap11, Transport::Soap12]);
    let page = page_of(&OPERATION, 1);
    elements_of(&page);
    assert!(!page.contains("<script>") && !page.contains("There is no sample"), "{page}");
    let parts = [
        "<dt>Returns</dt><dd>2 parts</dd>",
        "<h2 id=\"response\">Response</h2>",
        "<th scope=\"row\"><code>ShapeResult</code></th><td>any type</td><td>optional</td>",
        "<h2 id=\"request-headers\">SOAP headers of the request</h2>",
        "<h2 id=\"response-headers\">",
        "<td>Who calls.</td>",
        "<h3 id=\"type-Shelf\">Shelf</h3>",
        "<p>Derived from <code>&lt;script&gt;",
        "<p>Only values of types derived from it exist.</p>",
        " <small>attribute</small></th><td>int</td><td>optional; by default <code>7</code></td>",
        "<th scope=\"row\"><code>a</code></th><td>int</td><td>choice</td>",
        "<th scope=\"row\"><code>deep</code></th><td>Shelf</td><td>choice</td>",
        "<td>array of string</td><td>optional</td>",
        "<td>undeclared elements</td>",
        // The samples have a derived type, and headers in both directions.
        "xsi:type=&quot;Derived&quot;",
    ];
    assert_shown(&page, &parts);
    assert_eq!(page.matches("&lt;Auth ").count(), 4, "{page}");
    assert_eq!(page.matches("id=\"type-Derived\"").count(), 1);
}

#[test]
fn parameters_with_a_default_are_required_over_get_and_post_and_forms_fill_them_in() {
    static SKY: Enumeration = Enumeration::new("Sky", &["Grey", "Blue"]);
    const PARAMETERS: &[Member] = &[
        Member::new("Limit", Type::INT).presence(Presence::Optional).default("10"),
        Member::new("Text", Type::STRING).default("a<b"),
        Member::new("Sky", Type::Enumeration(&SKY)).default("Blue"),
        Member::new("Old", Type::Scalar(Scalar::Boolean)).default("true"),
    ];
    const OPERATION: Operation = Operation::new("Op", "", "", PARAMETERS, Effect::Read)
        .outputs(&[Member::new("OpResult", Type::STRING)])
        .on_contradiction(OnContradiction::Error);
    static BY_SOAP: Operation = OPERATION.transports(&[Transport::Soap11, Transport::Soap12]);
    let page = page_of(&OPERATION, 1);
    let parts = [
        "optional; by default <code>10</code>; required over GET and POST</td>",
        "Limit <small>required</small>",
        " value=\"10\" placeholder=\"int\">",
        ">a&lt;b</textarea>",
        "<option value=\"Blue\" selected>Blue</option>",
        "<option selected>true</option>",
    ];
    assert_shown(&page, &parts);
    assert_shown(&page_of(&BY_SOAP, 1), &["optional; by default <code>10</code></td>"]);
}

#[test]
fn forms_send_what_get_and_post_read() {
    static MESSAGES: Messages = Messages::PLAIN.location("Else where");
    static SENT: [Member; 3] = [
        Member::new("Element", Type::STRING).part("part"),
        Member::new("tag", Type::STRING).repeated(),
        Member::new("bytes", Type::Scalar(Scalar::Base64Binary)),
    ];
    static OPERATION: Operation =
        Operation::new("Op", "", "", &SENT, Effect::Read).messages(&MESSAGES).transports(&Transport::ALL);
    let page = page_of(&OPERATION, 2);
    let parts = ["action=\"evil%22%27.asmx/Else%20where\"", "name=\"part\"", "<dt>Returns</dt><dd>nothing</dd>"];
    assert_shown(&page, &parts);
    assert!(!page.contains("name=\"Element\""), "{page}");
    assert_eq!((page.matches("name=\"tag\"").count(), page.matches("name=\"bytes\"").count()), (2, 2), "{page}");
}
