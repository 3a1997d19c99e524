//! The memory of a response and of its JSON is bounded by the size of the response, even if its types have many members that it lacks.
#![cfg(feature = "json")]
#![allow(clippy::pedantic)]

use std::sync::{Arc, LazyLock};

use allocation_counter::measure;
use asmx_runtime::descriptors::{ArrayType, ListType, Place, Structure, XmlKind};
use asmx_runtime::json;
use asmx_runtime::protocol::{ResponseContext, decode_response};
use asmx_runtime::{Effect, Member, Message, Operation, Service, Transport, Type, Value, xml};
use bytes::Bytes;

use crate::shared::strict;

/// The bytes of a response: enough, so that the fixed memory of every response does not hide the memory for each byte.
const SIZE: usize = 1_500_000;
/// The fixed memory of every response.
const BESIDE: usize = 16 * 1024 * 1024;
const PER_BYTE: usize = 50;

static SERVICE: Service = Service::new("Rows", "/api.asmx", "", &[], &[], &[]);
static WIDE: LazyLock<Structure> = LazyLock::new(|| {
    let members = (0..1000).map(|number| Member::new(Box::leak(format!("M{number}").into_boxed_str()), Type::STRING));
    Structure::new("Wide", Vec::leak(members.collect()))
});
static PAIR: Structure = Structure::new("Pair", &[Member::new("a", Type::STRING), Member::new("b", Type::INT)]);
static PAIRS: ArrayType = ArrayType::new(Type::Structure(&PAIR), "P");
static LISTS: ArrayType = ArrayType::new(Type::Array(&PAIRS), "L");
static EITHER: ArrayType = ArrayType::new(Type::STRING, "")
    .alternatives(&[Member::new("a", Type::STRING), Member::new("b", Type::Structure(&PAIR))]);
static MIXTURE: Structure = Structure::new("Mixture", &[Member::new("", Type::STRING).place(Place::AnyAttributes)]);
static LIST: ListType = ListType::new(Type::INT);
static NAME: Structure = Structure::new("Name", &[Member::new("", Type::STRING).place(Place::Text)]);
static NAMES: ArrayType = ArrayType::new(Type::Structure(&NAME), "n");
static MIXTURES: ArrayType = ArrayType::new(Type::Structure(&MIXTURE), "m");

fn operation(outputs: Vec<Member>) -> &'static Operation {
    let outputs = Vec::leak(outputs);
    Box::leak(Box::new(Operation::new("Get", "", "", &[], Effect::Read).outputs(outputs)))
}

fn of(kind: Type) -> &'static Operation {
    operation(vec![Member::new("r", kind)])
}

fn array(item: Type) -> &'static Operation {
    of(Type::Array(Box::leak(Box::new(ArrayType::new(item, "i")))))
}

fn decoded(operation: &'static Operation, header: &str, result: &str) -> Result<Message, asmx_runtime::Error> {
    let body = format!(
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header>{header}</s:Header><s:Body>\
         <GetResponse xmlns='urn:t'>{result}</GetResponse></s:Body></s:Envelope>"
    );
    let response = http::Response::builder().header("Content-Type", "text/xml; charset=utf-8");
    let context = ResponseContext {
        service: &SERVICE,
        operation,
        transport: Transport::Soap11,
        namespace: Arc::from("urn:t"),
        limits: xml::ParseOptions::keeping_forbidden_references(),
    };
    decode_response(&context, response.body(Bytes::from(body)).unwrap())
}

/// Decodes the response, makes JSON of it, and checks the memory of both.
fn assert_bounded(label: &str, operation: &'static Operation, header: &str, result: &str, is_read: bool) {
    let size = header.len() + result.len();
    let most = (PER_BYTE * size + BESIDE) as u64;
    let mut content = None;
    // The body and its text count too.
    let memory = measure(|| content = Some(decoded(operation, header, result))).bytes_max - 2 * size as u64;
    let times = |memory: u64| (memory as f64) / size as f64;
    println!("{label}: {size} bytes, decoded {memory} = {:.1} times", times(memory));
    assert!(memory <= most, "{label}: {memory} bytes for {size}");
    match content.unwrap() {
        Ok(content) => {
            assert!(is_read, "{label} was read");
            let json_memory = measure(|| drop(json::result(&SERVICE, operation, &content))).bytes_max;
            println!("{label}: JSON {json_memory} = {:.1} times", times(json_memory));
            assert!(json_memory <= most, "JSON of {label}: {json_memory} bytes for {size}");
            let headers = measure(|| drop(json::response_headers(&SERVICE, &content.headers))).bytes_max;
            assert!(headers <= most, "JSON of headers of {label}: {headers} bytes for {size}");
        }
        Err(error) => {
            assert!(!is_read, "{label}: {error}");
            let text = error.to_string();
            assert!(
                text.contains("more than 40 bytes of memory for each of its bytes and 16 MiB beside"),
                "{label}: {text}"
            );
            assert!(text.contains("`ParseOptions::max_memory_per_byte`"), "{label}: {text}");
        }
    }
}

fn filled(piece: &str) -> String {
    piece.repeat(SIZE / piece.len())
}

#[test]
fn values_take_memory_in_proportion_to_the_response() {
    let wide = Type::Structure(&WIDE);
    for (label, operation, result, is_read) in [
        ("rows without values", array(wide), filled("<i/>"), true),
        ("rows with the first value", array(wide), filled("<i><M0>1</M0></i>"), true),
        ("rows with the last value", array(wide), filled("<i><M999/></i>"), false),
        ("small structures", of(Type::Array(&PAIRS)), filled("<P/>"), true),
        ("small structures with a value", of(Type::Array(&PAIRS)), filled("<P><a/></P>"), true),
        ("arrays of arrays", of(Type::Array(&LISTS)), filled("<L/>"), true),
        ("arrays of arrays of structures", of(Type::Array(&LISTS)), filled("<L><P/></L>"), true),
        ("choices", of(Type::Array(&EITHER)), filled("<a>1</a>"), true),
        ("empty choices", of(Type::Array(&EITHER)), filled("<a/>"), false),
        ("structures that are chosen", of(Type::Array(&EITHER)), filled("<b/>"), false),
        ("texts", array(Type::STRING), filled("<i/>"), true),
        ("numbers", array(Type::INT), filled("<i>1</i>"), true),
        ("values of any type", array(Type::Any), filled("<i>1</i>"), true),
        ("empty values of any type", array(Type::Any), filled("<i/>"), false),
        ("lists", of(Type::List(&LIST)), filled("1 "), true),
        ("structures of texts", of(Type::Array(&NAMES)), filled("<n>1</n>"), true),
        ("structures of empty texts", of(Type::Array(&NAMES)), filled("<n/>"), false),
        ("anything", of(Type::Any), filled("<a/>"), true),
        ("attributes", of(Type::Array(&MIXTURES)), filled(&format!("<m{}/>", attributes())), true),
    ]
    .into_iter()
    .step_by(cases::step(4))
    {
        assert_bounded(label, operation, "", &format!("<r>{result}</r>"), is_read);
    }
}

fn attributes() -> String {
    (0..500).map(|number| format!(" a{number}=''")).collect()
}

#[test]
fn repeated_members_headers_and_declarations_count() {
    let namespace = "n".repeat(2000);
    let repeated = operation(vec![Member::new("r", Type::Structure(&WIDE)).repeated()]);
    let with_headers = of(Type::STRING);
    for (label, operation, header, result, is_read) in [
        ("repeated structures", repeated, String::new(), filled("<r/>"), true),
        ("headers", with_headers, filled("<h xmlns=''/>"), "<r/>".to_owned(), true),
        ("short headers", with_headers, filled("<h/>"), "<r/>".to_owned(), false),
        (
            "a long namespace",
            of(Type::Any),
            String::new(),
            format!("<r xmlns:n='{namespace}'>{}</r>", filled("<n:a/>")),
            false,
        ),
    ]
    .into_iter()
    .step_by(cases::step(3))
    {
        assert_bounded(label, operation, &header, &result, is_read);
    }
}

static GET: Operation = strict("Get", &[], &[Member::new("GetResult", Type::Xml(XmlKind::DataSet))]);

/// A data set of one table `T`, with these columns in its schema and these rows.
fn data_set(columns: usize, rows: &str) -> String {
    let columns: String =
        (0..columns).map(|number| format!("<xs:element name='M{number}' type='xs:string' minOccurs='0'/>")).collect();
    format!(
        "<GetResult><xs:schema id='D' xmlns:xs='http://www.w3.org/2001/XMLSchema' \
         xmlns:m='urn:schemas-microsoft-com:xml-msdata'><xs:element name='D' m:IsDataSet='true'><xs:complexType>\
         <xs:choice minOccurs='0' maxOccurs='unbounded'><xs:element name='T'><xs:complexType><xs:sequence>{columns}\
         </xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>\
         <d:diffgram xmlns:d='urn:schemas-microsoft-com:xml-diffgram-v1'><D xmlns=''>{rows}</D></d:diffgram></GetResult>"
    )
}

#[test]
fn data_sets_take_memory_in_proportion_to_the_response() {
    let new_columns = (0..20_000).map(|number| format!("<T><c{number}>1</c{number}></T>"));
    let new_columns_of_a_row = (0..24_900).map(|number| format!("<c{number}/>"));
    for (label, result) in [
        ("rows without values", data_set(1000, &"<T/>".repeat(100_000))),
        ("rows with the last value", data_set(1000, &"<T><M999>1</M999></T>".repeat(100_000))),
        ("rows of few columns", data_set(3, &"<T><M0>1</M0></T>".repeat(100_000))),
        ("rows with a new column each", data_set(1, &new_columns.collect::<String>())),
        ("a row of new columns", data_set(1, &format!("<T>{}</T>", new_columns_of_a_row.collect::<String>()))),
    ]
    .into_iter()
    .step_by(cases::step(4))
    {
        assert_bounded(label, &GET, "", &result, true);
    }
}

/// JSON has null for every empty cell of an ordinary table, and leaves null out if nearly all cells are empty.
#[test]
fn nulls_are_left_out_of_tables_that_have_little_else() {
    let rows = |columns, count| {
        let rows = "<T><M1>x</M1></T><T/>".repeat(count);
        let content = decoded(&GET, "", &data_set(columns, &rows)).unwrap();
        json::result(&SERVICE, &GET, &content)["GetResult"]["tables"][0]["rows"].clone()
    };
    let few = serde_json::json!([{"M0": null, "M1": "x", "M2": null}, {"M0": null, "M1": null, "M2": null}]);
    assert_eq!(rows(3, 1), few);
    let many = rows(1000, 2000);
    assert_eq!(many.as_array().map(Vec::len), Some(4000));
    assert_eq!(many[2], serde_json::json!({"M1": "x"}));
    assert_eq!(many[3], serde_json::json!({}));
}

/// Members that are left out at the end of a structure are null in all views.
#[test]
fn members_that_are_left_out_are_null() {
    let operation = of(Type::Array(&PAIRS));
    let message = decoded(operation, "", "<r><P/><P><a>x</a></P></r>").unwrap();
    let expected = |values: &[&[Value<'static>]]| {
        Value::Array(values.iter().map(|values| Value::Structure(values.to_vec())).collect())
    };
    let text = Value::from("x");
    assert_eq!(message.values(), [expected(&[&[Value::Null, Value::Null], &[text.clone(), Value::Null]])]);
    assert_eq!(message.values(), [expected(&[&[], std::slice::from_ref(&text)])]);
    assert_ne!(message.values(), [expected(&[&[], &[text, Value::from("1")]])]);
    let canonical = message.values()[0].clone().canonical(Type::Array(&PAIRS)).unwrap();
    assert_eq!(canonical, message.values()[0]);
}

/// A column of a delimited text takes much more than its delimiter, so there is a limit of columns.
#[test]
fn delimited_texts_take_memory_in_proportion_to_the_response() {
    let empty_row = "|".repeat(11_990);
    let names = (0..11_990).map(|number| format!("{number}|")).collect::<String>();
    let (rows, sparse) = (format!("{empty_row}\n").repeat(160), format!("{empty_row}\n{}", "a\n".repeat(200_000)));
    for (label, text, is_read) in [
        ("a row of blanks", empty_row, true),
        ("a row of names", names, true),
        ("rows of blanks", rows, true),
        ("rows of one cell", sparse, true),
        ("too many columns", "|".repeat(12_000), false),
    ] {
        let size = text.len();
        let text = asmx_runtime::DelimitedText::new(text).with_delimiters(asmx_runtime::Delimiters::new("\n", "|"));
        let mut table = None;
        let memory = measure(|| table = Some(text.table())).bytes_max;
        assert!(memory <= (PER_BYTE * size + BESIDE) as u64, "{label}: {memory} bytes for {size}");
        assert_eq!(table.unwrap().is_ok(), is_read, "{label}");
    }
}
