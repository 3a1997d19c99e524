//! Inputs that are large in one way only: the time of a decoder grows with their length, not with its square.
#![allow(clippy::pedantic, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::{Duration, Instant};

use decoder_checks::{Check, compared_request, data_set, delimited_text, spec, xml_document, xsd_value};

/// Bytes of a small and of a large input.
const SMALL: usize = 30_000;
const LARGE: usize = 8 * SMALL;

fn filled(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len())
}

fn numbered(bytes: usize, piece: impl Fn(usize) -> String) -> String {
    let length = piece(bytes).len();
    (0..bytes / length).map(piece).collect()
}

const XS: &str = "xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"";

fn schema(columns: &str, rows: &str) -> String {
    format!(
        "<r><xs:schema id=\"D\" {XS} xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\">\
         <xs:element name=\"D\" msdata:IsDataSet=\"true\"><xs:complexType><xs:choice maxOccurs=\"unbounded\">{columns}</xs:choice>\
         </xs:complexType></xs:element></xs:schema><diffgr:diffgram xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\">\
         <D xmlns=\"\">{rows}</D></diffgr:diffgram></r>"
    )
}

/// A schema with definitions beside the data set, and without rows.
fn with_definitions(columns: &str, definitions: &str) -> String {
    schema(columns, "").replace("</xs:schema>", &format!("{definitions}</xs:schema>"))
}

fn table(name: &str, columns: &str) -> String {
    format!(
        "<xs:element name=\"{name}\"><xs:complexType><xs:sequence>{columns}</xs:sequence></xs:complexType></xs:element>"
    )
}

fn column(name: &str, kind: &str) -> String {
    format!("<xs:element name=\"{name}\" type=\"xs:{kind}\" minOccurs=\"0\"/>")
}

/// Reads a data set without writing it.
fn read_data_set(input: &[u8]) {
    assert!(asmx_runtime::DataSet::read(input).is_ok());
}

/// A name, the check, and the input of so many bytes.
type Shape = (&'static str, Check, fn(usize) -> String);

fn shapes() -> Vec<Shape> {
    [requests(), values(), documents(), schemas(), rows(), texts(), specs()].concat()
}

fn requests() -> Vec<Shape> {
    vec![
        ("unknown names", compared_request, |bytes| {
            format!("{{{}\"Count\":1}}", numbered(bytes, |n| format!("\"Cuont{n:07}\":1,")))
        }),
        ("wrong items", compared_request, |bytes| format!("{{\"All\":[{}null]}}", filled("{\"N\":\"x\"},", bytes))),
        ("items of types", compared_request, |bytes| {
            format!("{{\"Count\":1,\"All\":[{}null]}}", filled("{\"$type\":\"{urn:trees}Twig\"},", bytes))
        }),
        ("trees", compared_request, |bytes| {
            let tree = format!("{}{{}}{},", "{\"Next\":".repeat(60), "}".repeat(60));
            format!("{{\"Count\":1,\"All\":[{}null]}}", filled(&tree, bytes))
        }),
    ]
}

fn values() -> Vec<Shape> {
    vec![
        ("digits", xsd_value, |bytes| filled("9", bytes)),
        ("decimals", xsd_value, |bytes| format!("0.{}", filled("9", bytes))),
        ("zeros", xsd_value, |bytes| format!("-{}1", filled("0", bytes))),
        ("exponent", xsd_value, |bytes| format!("1e{}", filled("9", bytes))),
        ("float", xsd_value, |bytes| format!("0.{}1e-400", filled("0", bytes))),
        ("a year", xsd_value, |bytes| format!("{}-01-01T00:00:00", filled("9", bytes))),
        ("parts of a second", xsd_value, |bytes| format!("2020-01-01T00:00:00.{}Z", filled("9", bytes))),
        ("a duration", xsd_value, |bytes| format!("P{}D", filled("9", bytes))),
        ("seconds", xsd_value, |bytes| format!("PT0.{}S", filled("9", bytes))),
        ("base64", xsd_value, |bytes| filled("QUFB", bytes)),
        ("base64 and blanks", xsd_value, |bytes| filled("Q U\n", bytes)),
        ("hexadecimal", xsd_value, |bytes| filled("4f", bytes)),
        ("an address", xsd_value, |bytes| filled("%3a//", bytes)),
    ]
}

fn documents() -> Vec<Shape> {
    vec![
        ("elements", xml_document, |bytes| format!("<a>{}</a>", filled("<b/>", bytes))),
        ("depth", xml_document, |bytes| format!("{}{}", filled("<a>", bytes / 2), filled("</a>", bytes / 2))),
        ("attributes", xml_document, |bytes| format!("<a {}/>", numbered(bytes, |n| format!("a{n:07}='' ")))),
        ("namespaces", xml_document, |bytes| format!("<a {}/>", numbered(bytes, |n| format!("xmlns:a{n:07}='u' ")))),
        ("nested namespaces", xml_document, |bytes| {
            format!("<a>{}</a>", numbered(bytes, |n| format!("<p{n:07}:a xmlns:p{n:07}='u{n:07}'/>")))
        }),
        ("prefixes of others", xml_document, |bytes| {
            let prefixes = numbered(bytes / 20, |n| format!("xmlns:p{n:07}='u{n:07}' "));
            format!("<a {prefixes}>{}</a>", filled("<p0000001:b/>", bytes))
        }),
        ("comments", xml_document, |bytes| format!("<a>{}</a>", filled("<!---->x", bytes))),
        ("sections", xml_document, |bytes| format!("<a>{}</a>", filled("<![CDATA[]]>x", bytes))),
        ("references", xml_document, |bytes| format!("<a>{}</a>", filled("&#10;", bytes))),
        ("zeros of a reference", xml_document, |bytes| format!("<a>&#{}10;</a>", filled("0", bytes))),
        ("ampersands", xml_document, |bytes| format!("<a>{}</a>", filled("&", bytes))),
        ("returns", xml_document, |bytes| format!("<a b='{0}'>{0}</a>", filled("\r", bytes / 2))),
        ("a name", xml_document, |bytes| format!("<{0}></{0}>", filled("a", bytes / 2))),
        ("instructions", xml_document, |bytes| format!("<a>{}</a>", filled("<?a b?>", bytes))),
        ("open", xml_document, |bytes| filled("<a ", bytes)),
    ]
}

fn schemas() -> Vec<Shape> {
    vec![
        ("columns", data_set, |bytes| {
            schema(
                &table("T", &numbered(bytes, |n| column(&format!("c{n:07}"), "string"))),
                "<T><c0000001>x</c0000001></T>",
            )
        }),
        ("columns of each type", data_set, |bytes| {
            schema(
                &table(
                    "T",
                    &numbered(bytes, |n| column(&format!("c{n:07}"), ["int", "dateTime", "base64Binary"][n % 3])),
                ),
                "<T><c0000001>x</c0000001></T>",
            )
        }),
        ("columns of one name", data_set, |bytes| {
            schema(&table("T", &filled(&column("c", "int"), bytes)), "<T><c>1</c></T>")
        }),
        ("tables", data_set, |bytes| {
            schema(
                &numbered(bytes, |n| table(&format!("t{n:07}"), &column("c", "int"))),
                "<t0000001><c>1</c></t0000001>",
            )
        }),
        ("nested schemas", data_set, |bytes| {
            schema(
                &format!(
                    "{}{}",
                    filled("<xs:element name=\"t\"><xs:complexType><xs:sequence>", bytes),
                    filled("</xs:sequence></xs:complexType></xs:element>", bytes)
                ),
                "",
            )
        }),
        ("names encoded", data_set, |bytes| schema(&table("T", &column(&filled("_x0041_", bytes), "int")), "")),
        ("keys", data_set, |bytes| {
            schema(
                &numbered(bytes, |n| {
                    format!(
                        "<xs:unique name=\"k{n:07}\"><xs:selector xpath=\".//T\"/><xs:field xpath=\"c\"/></xs:unique>"
                    )
                }),
                "",
            )
        }),
        ("keys of tables", data_set, |bytes| {
            let tables = numbered(bytes / 2, |n| table(&format!("t{n:07}"), &column("c", "int")));
            let keys = numbered(bytes / 2, |n| {
                format!(
                    "<xs:unique name=\"k{n:07}\"><xs:selector xpath=\".//t{:07}\"/><xs:field xpath=\"c\"/></xs:unique>",
                    n / 2
                )
            });
            schema(&tables, "").replace("</xs:element></xs:schema>", &format!("{keys}</xs:element></xs:schema>"))
        }),
        ("facets of one type", data_set, |bytes| {
            let columns = numbered(bytes / 2, |n| format!("<xs:element name=\"c{n:07}\" type=\"S\"/>"));
            let facets = filled("<xs:enumeration value=\"a\"/>", bytes / 2);
            let restriction = format!("<xs:restriction base=\"xs:string\">{facets}</xs:restriction>");
            with_definitions(&table("T", &columns), &format!("<xs:simpleType name=\"S\">{restriction}</xs:simpleType>"))
        }),
        ("tables of one type", data_set, |bytes| {
            let tables = numbered(bytes / 2, |n| format!("<xs:element name=\"t{n:07}\" type=\"S\"/>"));
            let empty = filled("<xs:sequence/>", bytes / 2);
            with_definitions(&tables, &format!("<xs:complexType name=\"S\">{empty}</xs:complexType>"))
        }),
        ("definitions of one name", data_set, |bytes| {
            let columns = filled("<xs:element name=\"c\" type=\"n:S\" xmlns:n=\"u\"/>", bytes / 2);
            let schemas = numbered(bytes / 2, |n| {
                format!("<xs:schema {XS} targetNamespace=\"u{n:07}\"><xs:simpleType name=\"S\"/></xs:schema>")
            });
            with_definitions(&table("T", &columns), &format!("</xs:schema>{schemas}<xs:schema {XS}>"))
        }),
    ]
}

fn rows() -> Vec<Shape> {
    vec![
        ("rows", data_set, |bytes| schema(&table("T", &column("c", "int")), &filled("<T><c>1</c></T>", bytes))),
        ("rows of unknown columns", data_set, |bytes| {
            schema(&table("T", &column("c", "int")), &numbered(bytes, |n| format!("<T><x{n:07}>1</x{n:07}></T>")))
        }),
        ("rows of unknown tables", data_set, |bytes| {
            schema(&table("T", &column("c", "int")), &numbered(bytes, |n| format!("<x{n:07}><c>1</c></x{n:07}>")))
        }),
        ("rows of tables of one name", read_data_set, |bytes| {
            let namespaces = 0..bytes / 500;
            let tables: String =
                namespaces.clone().map(|n| format!("<xs:element ref=\"n:T\" xmlns:n=\"u{n:07}\"/>")).collect();
            let schemas = namespaces.map(|n| {
                let table = table("T", &column("c", "int"));
                format!("<xs:schema {XS} targetNamespace=\"u{n:07}\">{table}</xs:schema>")
            });
            let rows = format!("<T xmlns=\"u{:07}\"/>", bytes / 500 - 1);
            let document = schema(&tables, &filled(&rows, bytes / 2));
            document.replacen("<diffgr:", &format!("{}<diffgr:", schemas.collect::<String>()), 1)
        }),
        ("rows in circles", data_set, |bytes| {
            let relation = "<xs:annotation><xs:appinfo><msdata:Relationship name=\"R\" msdata:parent=\"T\" msdata:child=\"T\" \
                            msdata:parentkey=\"c\" msdata:childkey=\"c\" msdata:IsNested=\"true\"/></xs:appinfo></xs:annotation>";
            let rows = numbered(bytes, |n| format!("<T><c>{n:07}</c></T>"));
            schema(&table("T", &column("c", "int")), &rows).replace("</xs:schema>", &format!("{relation}</xs:schema>"))
        }),
        ("rows backwards", data_set, |bytes| {
            let columns: String = (0..200).map(|n| column(&format!("c{n:03}"), "string")).collect();
            let row: String = (0..200).rev().map(|n| format!("<c{n:03}>x</c{n:03}>")).collect();
            schema(&table("T", &columns), &filled(&format!("<T>{row}</T>"), bytes))
        }),
        ("a cell again and again", data_set, |bytes| {
            schema(&table("T", &column("c", "int")), &format!("<T>{}</T>", filled("<c>1</c>", bytes)))
        }),
    ]
}

fn texts() -> Vec<Shape> {
    vec![
        ("rows of one cell", delimited_text, |bytes| format!("|\n,\n\"\n{}", filled("a|", bytes))),
        ("columns of a text", delimited_text, |bytes| format!("|\n,\n\"\n{}", filled("a,", bytes))),
        ("qualifiers", delimited_text, |bytes| format!("|\n,\n\"\n{}", filled("\"", bytes))),
        ("open qualifiers", delimited_text, |bytes| format!("|\n,\n\"\n\"{}", filled(",\"a", bytes))),
        ("a long delimiter that nearly matches", delimited_text, |bytes| {
            let mark = "a".repeat(1000);
            format!("{mark}b\n{mark}c\n{mark}d\n{}", "a".repeat(bytes))
        }),
        ("delimiters that overlap", delimited_text, |bytes| format!("aab\naaab\naaaab\n{}", filled("aaaaaaab", bytes))),
        ("rows ever wider", delimited_text, |bytes| {
            let rows = (0..).map(|width| ",".repeat(width) + "|").scan(0, |length, row| {
                *length += row.len();
                (*length < bytes).then_some(row)
            });
            format!("|\n,\n\"\n{}", rows.collect::<String>())
        }),
    ]
}

fn specs() -> Vec<Shape> {
    vec![
        ("groups of a spec", spec, |bytes| {
            format!(
                "<service name='S' path='/s.asmx'><doc>D.</doc>{}</service>",
                numbered(bytes, |n| format!("<group name='g{n:07}'><doc>D.</doc></group>"))
            )
        }),
        ("mistakes of a spec", spec, |bytes| {
            format!("<service name='S' path='/s.asmx'>{}</service>", filled("<x/>", bytes))
        }),
    ]
}

#[test]
#[ignore = "it measures time: run it alone, on an idle machine"]
fn time_grows_with_the_length() {
    let _alone = crate::CLOCK.lock();
    let mut slow = Vec::new();
    for (name, check, input) in shapes() {
        let took = |bytes| {
            let input = input(bytes);
            let start = Instant::now();
            check(input.as_bytes());
            start.elapsed()
        };
        let (small, large) = (took(SMALL), took(LARGE));
        println!("{name}: {small:?}, {large:?}");
        // Eight times the input takes eight times as long; the square would take 64 times. The limit allows for other
        // work of the machine.
        if large > Duration::from_millis(400) && large > small * 24 {
            slow.push(format!("{name}: {small:?} and {large:?}"));
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}
