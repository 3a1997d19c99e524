//! Data sets and tables as values, typed ones with their rows: in one process, over SOAP, and what is served of them.

use std::borrow::Cow;

use asmx_runtime::results::cells;
use asmx_runtime::results::data_set::Locale;
use asmx_runtime::results::table::{Column, ColumnType, Mapping, Table};
use asmx_runtime::results::{DataTable, DeclaredRowsError, FromRows};
use asmx_runtime::server::{Listening, Server};
use asmx_runtime::xsd::{DateTime, Decimal, Lexical};
use asmx_runtime::{DataSet, Outcome, ServiceFuture, Transport, Type, Typed};
use second_service::tables::{
    BoxNewOnesRow, BoxResultRow, BoxTypeRow, Box_, Crate, EchoAny, EchoBox, EchoBoxes, EchoCrate, EchoOption,
    EchoTable, FirstRow, OptionVecRow, Option_, Tables, TablesService, TABLES,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

struct Echo;

impl TablesService for Echo {
    fn echo_box(&self, request: EchoBox) -> ServiceFuture<'_, Box_> {
        Box::pin(async { Ok(request.r#box.unwrap_or(Box_::null())) })
    }

    fn echo_boxes(&self, request: EchoBoxes) -> ServiceFuture<'_, Typed<Vec<Option<Box_>>>> {
        Box::pin(async { Ok(request.boxes.into()) })
    }

    fn echo_crate(&self, request: EchoCrate) -> ServiceFuture<'_, Typed<Crate>> {
        Box::pin(async { Ok(request.crate_.into()) })
    }

    fn echo_any(&self, request: EchoAny) -> ServiceFuture<'_, DataSet> {
        Box::pin(async { Ok(request.any.unwrap_or_default()) })
    }

    fn echo_table(&self, request: EchoTable) -> ServiceFuture<'_, Typed<DataTable>> {
        Box::pin(async { Ok(request.table.into()) })
    }

    fn echo_option(&self, request: EchoOption) -> ServiceFuture<'_, Option_> {
        Box::pin(async { Ok(request.option.unwrap_or(Option_::null())) })
    }
}

/// The service in this process, and over each version of SOAP.
async fn clients() -> (Listening, Vec<Tables>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(Tables::opener_for(Echo)).serve(listener).unwrap();
    let mut clients = vec![Tables::in_process(Echo)];
    for transport in [Transport::Soap11, Transport::Soap12] {
        let builder = Tables::builder().base_url(format!("http://{}", server.address())).transport(transport);
        clients.push(builder.build().unwrap());
    }
    (server, clients)
}

fn kinds() -> Vec<BoxTypeRow> {
    vec![BoxTypeRow::new().self_(1).r#fn("a <&> b"), BoxTypeRow::new().self_(-2)]
}

fn firsts() -> Vec<FirstRow> {
    let when = DateTime::parse("2024-02-29T13:45:56Z").unwrap();
    vec![FirstRow::new().when_where(when).hidden(7_i64).bytes([0_u8, 255].as_slice())]
}

fn full() -> Box_ {
    Box_::new()
        .with_type(kinds())
        .with_first_table(firsts())
        .with_new_ones([BoxNewOnesRow::new().text("only text")])
        .with_result([BoxResultRow::new().table(0.5).visit(true), BoxResultRow::new()])
}

#[tokio::test]
async fn typed_rows_come_back_as_they_were_given() {
    let (server, clients) = clients().await;
    for client in &clients {
        let echoed = client.echo_box(EchoBox::new().r#box(full())).await.unwrap();
        assert_eq!(echoed.r#type().unwrap(), kinds());
        assert_eq!(echoed.first_table().unwrap(), firsts());
        assert_eq!(echoed.new_ones().unwrap(), [BoxNewOnesRow::new().text("only text")]);
        assert_eq!(echoed.result().unwrap(), [BoxResultRow::new().table(0.5).visit(true), BoxResultRow::new()]);
        assert_eq!(echoed, full());
        assert!(client.echo_box(EchoBox::new()).await.unwrap().is_null());

        let boxes = vec![Some(full()), None, Some(Box_::new())];
        let request = EchoBoxes::new().boxes(boxes.clone());
        assert_eq!(client.echo_boxes(request).await.unwrap().into_option().unwrap(), boxes);

        let option = Option_::new().with_vec([OptionVecRow::new().some(Decimal::parse("1.50").unwrap())]);
        let echoed = client.echo_option(EchoOption::new().option(option.clone())).await.unwrap();
        assert_eq!(echoed, option);
    }
    server.shutdown().await.unwrap();
}

#[tokio::test]
async fn data_sets_and_tables_are_fields() {
    let table = Table::new("Prices").column("Amount", ColumnType::Decimal).row(["12.50"]).row([None::<&str>]);
    let any = DataSet::new("Any").table(table.clone()).locale(Locale::Named("en-US".to_owned()));
    let (server, clients) = clients().await;
    for client in &clients {
        assert_eq!(client.echo_any(EchoAny::new().any(any.clone())).await.unwrap(), any);
        let echoed = client.echo_table(EchoTable::new().table(table.clone())).await.unwrap().into_option().unwrap();
        assert_eq!(echoed.table(), Some(&table));
        let held = Crate::new().label("fragile").r#box(full()).any(any.clone()).table(DataTable::new(table.clone()));
        let echoed = client.echo_crate(EchoCrate::new().crate_(held.clone())).await.unwrap().into_option().unwrap();
        assert_eq!(echoed, held);
        assert_eq!(echoed.r#box.unwrap().r#type().unwrap(), kinds());
        // A required parameter that is null is refused before it is sent.
        let error = client.echo_any(EchoAny::new().any(DataSet::null())).await.unwrap_err();
        assert_eq!(error.outcome(), Outcome::NotSent, "{error}");
    }
    server.shutdown().await.unwrap();
}

#[test]
fn a_typed_data_set_hides_nothing_of_the_data_set() {
    let table = Table::new("type")
        .with_column(Column::new("Self", ColumnType::Int).required())
        .column("fn", ColumnType::String)
        .column("undeclared", ColumnType::Guid)
        .column("More", ColumnType::Boolean)
        .row(cells![1, "one", None::<&str>, true]);
    let other = Table::new("Others").column("X", ColumnType::Int).row(cells![5]);
    let data_set = DataSet::new("Box").table(table).table(other.clone());
    let typed = Box_::from(data_set.clone());
    let rows = typed.r#type().unwrap();
    assert_eq!((rows[0].self_, rows[0].r#fn.as_deref()), (1, Some("one")));
    assert_eq!(rows[0].undeclared_columns.get::<bool>("More").unwrap(), Some(true));
    assert_eq!(typed.as_data_set(), &data_set);
    assert_eq!(DataSet::from(typed.clone()), data_set);

    let error = typed.first_table().unwrap_err();
    assert_eq!(error.to_string(), "the data of Box has no table `First Table`; its tables are: `type`, `Others`");
    assert!(matches!(error, DeclaredRowsError::NoTable { owner: "Box", .. }));
    assert_eq!(Box_::from(DataSet::null()).first_table().unwrap(), []);

    // Columns and tables that are not declared stay when rows are set.
    let mut row = rows[0].clone();
    row.self_ = 2;
    let set = typed.with_type([row, BoxTypeRow::new().self_(3)]);
    let table = set.as_data_set().table_named("type").unwrap();
    let names: Vec<_> = table.columns().iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["Self", "fn", "undeclared", "More"]);
    let cells: Vec<_> =
        table.iter().map(|row| ["Self", "fn", "More"].map(|name| row.text(name).map(Cow::into_owned))).collect();
    let texts = |texts: [Option<&str>; 3]| texts.map(|text| text.map(str::to_owned));
    assert_eq!(cells, [texts([Some("2"), Some("one"), Some("true")]), texts([Some("3"), None, None])]);
    assert_eq!(set.as_data_set().table_named("Others"), Some(&other));
}

#[test]
fn a_new_one_has_the_declared_tables_and_columns() {
    let new = Box_::new();
    let data_set = new.as_data_set();
    assert_eq!((data_set.name(), data_set.namespace()), ("Box", "urn:tables:Box.xsd"));
    let columns = |name: &str| -> Vec<_> {
        let columns = data_set.table_named(name).unwrap().columns().iter();
        columns.map(|one| (one.name.clone(), one.type_name.clone(), one.nullable, one.mapping)).collect()
    };
    let column = |name: &str, kind: &str, nullable, mapping| (name.to_owned(), kind.to_owned(), nullable, mapping);
    assert_eq!(
        columns("First Table"),
        [
            column("When & Where", "xs:dateTime", false, Mapping::Element),
            column("Hidden", "xs:long", true, Mapping::Hidden),
            column("Bytes", "xs:base64Binary", false, Mapping::Element),
        ]
    );
    assert_eq!(columns("type")[0], column("Self", "xs:int", false, Mapping::Attribute));
    assert_eq!(columns("new"), [column("text", "xs:string", true, Mapping::SimpleContent)]);
    let names: Vec<_> = data_set.tables().iter().map(Table::name).collect();
    assert_eq!(names, ["type", "First Table", "new", "Result"]);
    assert_eq!(new.r#type().unwrap(), []);
    assert_eq!(Table::from_rows(kinds()), *full().as_data_set().table_named("type").unwrap());

    let Some((_, parameter)) = TABLES.operation("EchoBox").unwrap().parameter("Box") else { panic!("a parameter") };
    let Type::DataSet(declared) = parameter.kind else { panic!("{:?}", parameter.kind) };
    assert_eq!((declared.name, declared.namespace, declared.tables.len()), ("Box", "urn:tables:Box.xsd", 4));
    assert_eq!((declared.tables[0].name, declared.tables[0].doc), (Some("type"), " Kinds of things.\n"));
}

#[tokio::test]
async fn its_tables_are_on_the_page_of_an_operation_and_in_the_document() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(Tables::opener_for(Echo)).serve(listener).unwrap();
    let get = |query: &str| {
        let (address, request) =
            (server.address(), format!("GET /tables.asmx?{query} HTTP/1.0\r\nhost: tables.test\r\n\r\n"));
        async move {
            let (mut socket, mut response) = (TcpStream::connect(address).await.unwrap(), String::new());
            socket.write_all(request.as_bytes()).await.unwrap();
            socket.read_to_string(&mut response).await.unwrap();
            response
        }
    };
    let page = get("op=EchoCrate").await;
    for part in [
        "<h3>Box</h3>",
        "Its table <code>type</code>. Kinds of things.",
        "<code>Bytes</code></th><td>base64Binary</td><td>required",
        "&lt;Box xmlns=&quot;urn:tables:Box.xsd&quot;",
    ] {
        assert!(page.contains(part), "{part}:\n{page}");
    }
    let document = get("wsdl").await;
    for part in [
        "<s:any namespace=\"urn:tables:Box.xsd\" />",
        "<s:import namespace=\"urn:tables:Box.xsd\" />",
        "<s:element msdata:IsDataSet=\"true\" name=\"Box\">",
        "<s:element name=\"First_x0020_Table\">",
        "<s:attribute msdata:Ordinal=\"0\" name=\"Self\" type=\"s:int\" use=\"required\" />",
    ] {
        assert!(document.contains(part), "{part}:\n{document}");
    }
    server.shutdown().await.unwrap();
}
