//! zeep (Python) against a service with structures, enumerations, nullable values and every scalar, through the served document.
//!
//! Without zeep this says so and is skipped, unless `WSDL_CLIENTS_REQUIRED` is set; `WSDL_CLIENTS_PYTHON` names a Python that has it.

use std::process::Command;

use asmx_runtime::mock::Mock;
use asmx_runtime::server::Server;
use asmx_runtime::{Transport, Typed, Value};
use second_service::{EnumerationsAndStructures, EveryScalar, EveryScalarNullable, GetShelf, Shelf, LIBRARY_CATALOGUE};

/// The values that the script gives to every scalar, in the order of the operation.
const SCALARS: [Option<&str>; 24] = [
    Some(" s "),
    Some("true"),
    Some("-128"),
    Some("255"),
    Some("-32768"),
    Some("65535"),
    Some("-2147483648"),
    Some("4294967295"),
    Some("-9223372036854775808"),
    Some("18446744073709551615"),
    Some("1000000000000000000000000000000"),
    Some("1.5"),
    Some("-2.25"),
    Some("12.3400"),
    Some("2026-02-28T23:59:58"),
    Some("2026-02-28"),
    Some("13:45:56"),
    Some("P1DT2H"),
    Some("AP8="),
    Some("00FF"),
    Some("http://example.com/"),
    None,
    Some("6f9619ff-8b86-d011-b42d-00c04fc964ff"),
    Some("65"),
];

/// The book that the script sends, in the order of the structure's members.
fn book() -> Value<'static> {
    let text = |text: &'static str| Value::from(text);
    let home = Value::Structure(vec![text("S"), text("Ö")]);
    let author = Value::Structure(vec![text("Ann <&>"), text("sci-fi"), Value::Nil, home]);
    Value::Structure(vec![
        text("T"),
        text("9007199254740993"),
        text("true"),
        text("true"),
        text("-1"),
        text("7"),
        text("non fiction"),
        Value::Array(vec![author]),
        Value::Array(vec![text("a"), Value::Nil, text("ö")]),
        Value::Null,
        text("2026-02-28T23:59:58"),
        text("AP8="),
        Value::Array(vec![text("12.50"), Value::Nil]),
    ])
}

#[tokio::test(flavor = "multi_thread")]
async fn zeep_sends_and_reads_every_type() {
    let python = std::env::var("WSDL_CLIENTS_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python).args(["-c", "import zeep"]).output().is_ok_and(|output| output.status.success());
    if !found {
        assert!(std::env::var_os("WSDL_CLIENTS_REQUIRED").is_none(), "{python} has no zeep");
        println!("skipped: {python} has no zeep (pip install zeep)");
        return;
    }
    let mock = Mock::new(&LIBRARY_CATALOGUE);
    mock.respond::<EnumerationsAndStructures>(Typed::null());
    let inner = Shelf::new().label("<inner>");
    mock.respond::<GetShelf>(Typed::new(
        Shelf::new().label("outer").shelves([Some(inner), Some(Shelf::new().label("ö"))]),
    ));
    mock.respond::<EveryScalar>(()).respond::<EveryScalarNullable>(());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(mock.opener()).serve(listener).unwrap();
    let address = format!("http://{}/catalogue/library.asmx?WSDL", server.address());
    for (port, transport) in
        [("LibraryCatalogueSoap", Transport::Soap11), ("LibraryCatalogueSoap12", Transport::Soap12)]
    {
        let mut command = Command::new(&python);
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/library_client.py")).args([&address, port]);
        let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
        assert!(output.status.success(), "{port}: {}", String::from_utf8_lossy(&output.stderr));
        mock.assert_operations(&["EnumerationsAndStructures", "GetShelf", "EveryScalar", "EveryScalarNullable"]);
        let calls = mock.calls();
        let [structures, _, scalars, nulls] = calls.as_slice() else { panic!("{calls:?}") };
        assert_eq!(structures.transport, transport);
        assert_eq!(structures.common.text("BranchKey"), Some("key"));
        let text = |text: &'static str| Value::from(text);
        assert_eq!(structures.parameter("Genre"), Some(&text("Ünïcode")));
        assert_eq!(structures.parameter("OtherGenre"), None);
        assert_eq!(structures.parameter("Genres"), Some(&Value::Array(vec![text("Fiction"), text("1st edition")])));
        assert_eq!(structures.parameter("MaybeGenres"), Some(&Value::Array(vec![text("Ok"), Value::Nil])));
        let inner = Value::Structure(vec![text("inner"), Value::Null]);
        let shelf = Value::Structure(vec![text("outer"), Value::Array(vec![inner])]);
        assert_eq!(structures.parameter("Shelf"), Some(&shelf));
        assert_eq!(structures.parameter("Book"), Some(&book()));
        assert_eq!(structures.parameter("Books"), Some(&Value::Array(vec![book()])));
        let expected: Vec<Value<'static>> = SCALARS.into_iter().map(Value::from).collect();
        assert_eq!(scalars.request.values(), expected);
        assert!(nulls.request.values().iter().all(Value::is_null), "{nulls:?}");
        mock.forget_calls();
    }
}
