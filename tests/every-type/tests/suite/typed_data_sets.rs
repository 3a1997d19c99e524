//! The generated types of a genuine service with a typed DataSet, against what was recorded of it.

use std::sync::{Arc, Mutex};

use asmx_document::Document;
use asmx_runtime::descriptors::plain_text;
use asmx_runtime::results::DeclaredRows as _;
use asmx_runtime::results::data_set::Locale;
use asmx_runtime::xsd::{Decimal, Lexical as _};
use asmx_runtime::{DataSet, ServiceFuture, Transport, Type};
use bytes::Bytes;
use http_body_util::Full;
use recordings::Exchange;
use second_service::typed_svc::{
    Count, EchoFiling, EchoShop, Filing, Make, Shop, ShopOrdersRow, TypedSvc, TypedSvcService,
};

use crate::cases::{Set, Source, document};

/// The exchange that was recorded of an operation.
fn exchange(key: &str, transport: Transport) -> Exchange {
    let case = Set::Mono.cases().iter().find(|case| case.service == "typed" && case.key == key).unwrap();
    case.exchange(transport)
}

/// A client whose server returns what was recorded, and the body of the request that it gets.
fn client(key: &str, transport: Transport) -> (TypedSvc, Arc<Mutex<Bytes>>) {
    let received = Arc::new(Mutex::new(Bytes::new()));
    let (response, recorder) = (exchange(key, transport).http_response().map(Full::new), Arc::clone(&received));
    let http = tower::service_fn(move |request: http::Request<Bytes>| {
        *recorder.lock().unwrap() = request.into_body();
        std::future::ready(Ok::<_, std::io::Error>(response.clone()))
    });
    let builder = TypedSvc::builder().base_url("http://127.0.0.1:8942").transport(transport);
    (builder.build_on(http).unwrap(), received)
}

fn recorded_rows() -> Vec<ShopOrdersRow> {
    let total = Decimal::parse("12.50").unwrap();
    vec![ShopOrdersRow::new().id(1).name("a <&>").total(total), ShopOrdersRow::new().id(2)]
}

/// The recorded data set, made of rows.
fn made() -> Shop {
    let made = DataSet::from(Shop::new().with_orders(recorded_rows()));
    Shop::from(made.locale(Locale::Named("en-US".to_owned())))
}

#[tokio::test]
async fn the_rows_of_recorded_responses_are_those_of_the_service() {
    for transport in Transport::ALL {
        let shop = client("Make", transport).0.make(Make::new()).await.unwrap();
        assert_eq!(shop.orders().unwrap(), recorded_rows(), "{transport}");
        assert_eq!(shop, made(), "{transport}");
    }
    for transport in [Transport::Soap11, Transport::Soap12] {
        let shop = client("EchoShop", transport).0.echo_shop(EchoShop::new()).await.unwrap();
        assert_eq!(shop.orders().unwrap(), recorded_rows(), "{transport}");
        let count = client("Count", transport).0.count(Count::new()).await.unwrap().into_option().unwrap();
        assert_eq!(usize::try_from(count).unwrap(), recorded_rows().len(), "{transport}");
        let filing = client("EchoFiling", transport).0.echo_filing(EchoFiling::new()).await.unwrap();
        let filing = filing.into_option().unwrap();
        assert_eq!((filing.title.as_deref(), filing.shop), (Some("t"), Some(made())), "{transport}");
    }
}

/// The DataSet in the body of a message.
fn data_set(body: &[u8]) -> DataSet {
    DataSet::read(body).unwrap()
}

/// The body of a recorded request, behind its head.
fn body(request: &[u8]) -> &[u8] {
    let end = request.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
    &request[end + 4..]
}

#[tokio::test]
async fn rows_are_read_while_they_arrive() {
    for transport in Transport::ALL {
        let mut batches = client("Make", transport).0.make(Make::new()).stream().await.unwrap();
        let mut rows: Vec<ShopOrdersRow> = Vec::new();
        while let Some(batch) = batches.next().await {
            let table = batch.unwrap();
            assert_eq!(table.name(), "Orders");
            rows.extend(table.declared_rows::<ShopOrdersRow>().unwrap());
        }
        assert_eq!(rows, recorded_rows(), "{transport}");
    }
}

#[tokio::test]
async fn rows_are_sent_as_the_recorded_requests_have_them() {
    for transport in [Transport::Soap11, Transport::Soap12] {
        let recorded = |key: &str| data_set(body(&exchange(key, transport).request));
        let (client, received) = client("EchoShop", transport);
        client.echo_shop(EchoShop::new().shop(made())).await.unwrap();
        assert_eq!(data_set(&received.lock().unwrap()), recorded("EchoShop"), "{transport}");
        let (client, received) = self::client("EchoFiling", transport);
        client.echo_filing(EchoFiling::new().filing(Filing::new().title("t").shop(made()))).await.unwrap();
        assert_eq!(data_set(&received.lock().unwrap()), recorded("EchoFiling"), "{transport}");
    }
}

struct Orders;

impl TypedSvcService for Orders {
    fn make(&self, _: Make) -> ServiceFuture<'_, Shop> {
        Box::pin(async { Ok(made()) })
    }
}

/// The body of the response to the recorded request, from our server.
async fn served(exchange: &Exchange) -> Vec<u8> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = asmx_runtime::server::Server::new(TypedSvc::opener_for(Orders)).serve(listener).unwrap();
    let client = TypedSvc::builder().base_url(format!("http://{}", server.address())).transport(exchange.transport);
    let observed = client.build().unwrap().make(Make::new()).await.unwrap();
    server.shutdown().await.unwrap();
    DataSet::from(observed).write().into_bytes()
}

#[tokio::test]
async fn a_service_made_of_rows_responds_as_the_genuine_one() {
    for transport in Transport::ALL {
        let exchange = exchange("Make", transport);
        assert_eq!(data_set(&served(&exchange).await), data_set(&exchange.response.body), "{transport}");
    }
}

fn generated_doc(kind: Type) -> &'static str {
    let Type::DataSet(declared) = kind else { panic!("{kind:?}") };
    declared.doc
}

#[test]
fn descriptors_made_at_run_time_declare_the_same_tables() {
    let generated = second_service::typed_svc::TYPED_SVC.operation("EchoShop").unwrap().parameters[0].kind;
    for source in [Source::Wsdl, Source::Spec] {
        let document: &Document = document(Set::Mono, "typed", source);
        let parameter = &document.operation("EchoShop", None).unwrap().parameters[0];
        let Type::DataSet(declared) = parameter.kind else { panic!("{:?}", parameter.kind) };
        assert_eq!((declared.name, declared.namespace), ("Shop", "http://zoo.test/Shop.xsd"));
        let [orders] = declared.tables else { panic!("{:?}", declared.tables) };
        let columns: Vec<_> = orders.columns.iter().map(|one| (one.name, one.kind.name(), one.required)).collect();
        assert_eq!((orders.owner, orders.name), ("Shop", Some("Orders")));
        assert_eq!(columns, [("Id", "int", true), ("Name", "string", false), ("Total", "decimal", false)]);
        assert_eq!(parameter.kind, generated);
        assert_eq!(plain_text(declared.doc), plain_text(generated_doc(generated)));
    }
}

/// The spec of the generated types is what an import makes of the genuine document.
#[test]
fn the_generated_types_are_those_of_the_document() {
    let imported = asmx_import::import_file(&Set::Mono.documents().join("typed.wsdl")).unwrap();
    assert_eq!(imported.warnings.len(), 0);
    let spec = include_str!("../../../second-service/spec/typed-svc.xml");
    assert_eq!(asmx_import::spec_text(&imported.service), spec);
}
