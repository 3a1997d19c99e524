//! Common parameters of any type: set by type, sent over every transport that carries them, read by type.

use std::sync::Arc;

use asmx_runtime::server::Server;
use asmx_runtime::{
    json, Builder, ErrorKind, Fault, Incoming, Opener, Operation, ServiceFuture, Text, Transport, Value,
};
use second_service::depot::{Depot, DepotService, List, Session, Site, DEPOT, LIST};
use second_service::stock::{Count, Stock, StockService, STOCK};

/// Returns what its opener read.
struct Observed(String);

impl StockService for Observed {
    fn count(&self, request: Count) -> ServiceFuture<'_, Text> {
        Box::pin(async move { Ok(Text::from(format!("{} {}", self.0, request.item.unwrap_or_default()))) })
    }
}

impl DepotService for Observed {
    fn list(&self, request: List) -> ServiceFuture<'_, Text> {
        Box::pin(async move {
            if request.item.as_deref() == Some("fail") {
                return Err(Fault::server(format!("no luck with {}", self.0)));
            }
            Ok(Text::from(format!("{} {}", self.0, request.item.unwrap_or_default())))
        })
    }
}

fn unreadable(error: impl std::fmt::Display) -> Fault {
    Fault::client(error.to_string())
}

fn of_stock(incoming: &Incoming) -> Result<Arc<dyn StockService>, Fault> {
    let common = &incoming.common;
    let key = common.text("ApiKey").unwrap_or_default();
    let regions: Vec<i32> = common.read("Regions").map_err(unreadable)?;
    let labels: Option<Vec<String>> = common.read("Labels").map_err(unreadable)?;
    Ok(Arc::new(Observed(format!("{key} {regions:?} {labels:?}"))))
}

fn of_depot(incoming: &Incoming) -> Result<Arc<dyn DepotService>, Fault> {
    let session: Session = incoming.common.read("Session").map_err(unreadable)?;
    let sites: Option<Vec<Site>> = incoming.common.read("Sites").map_err(unreadable)?;
    let limit: Option<i32> = incoming.common.read("Limit").map_err(unreadable)?;
    let token = session.token.as_deref().unwrap_or_default();
    Ok(Arc::new(Observed(format!("{token} {} {sites:?} {limit:?}", session.level))))
}

/// A server on a port of its own, and its address.
async fn serve(opener: Opener) -> (asmx_runtime::server::Listening, String) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(opener).serve(listener).unwrap();
    let address = format!("http://{}", server.address());
    (server, address)
}

fn session() -> Session {
    Session::new().token("t0ken-of-mine").level(7)
}

fn depot(address: &str) -> Builder<Depot> {
    Depot::builder().base_url(address).common("Session", session())
}

#[tokio::test]
async fn arrays_arrive_over_every_transport() {
    let (_server, address) = serve(Stock::opener(of_stock)).await;
    let client = Stock::builder()
        .base_url(address)
        .secret("ApiKey", "k3y-of-mine")
        .common("Regions", vec![3, -1])
        .common("Labels", vec!["a,b".to_owned(), "<c".to_owned()])
        .allow_credentials_in_url()
        .build()
        .unwrap();
    for transport in Transport::ALL {
        let response = client.count(Count::new().item("screws")).transport(transport).await.unwrap();
        assert_eq!(response.as_str(), "k3y-of-mine [3, -1] Some([\"a,b\", \"<c\"]) screws", "{transport}");
    }
}

/// A gateway has one client, and callers have values of their own.
#[tokio::test]
async fn each_call_may_have_values_of_its_own() {
    let (_server, address) = serve(Stock::opener(of_stock)).await;
    let builder = || Stock::builder().base_url(&address).secret("ApiKey", "k3y-of-mine");
    assert!(builder().build().is_err(), "`Regions` and `Labels` are required");
    let client = builder().common_later().build().unwrap();
    let (service, count) = (client.client().service(), STOCK.operation("Count").unwrap());
    for (object, expected) in [
        (serde_json::json!({ "Regions": [3], "Labels": [], "Item": "screws" }), "k3y-of-mine [3] Some([]) screws"),
        (serde_json::json!({ "Regions": [4], "Labels": ["a"] }), "k3y-of-mine [4] Some([\"a\"]) "),
    ] {
        let parameters = json::parameters(service, count, object.as_object().unwrap()).unwrap();
        let own = client.client().with_common(parameters.common).unwrap();
        let message = own.call(parameters.request).await.unwrap();
        assert_eq!(message.single::<Text>().unwrap().as_str(), expected);
    }
    let refused = |name, value: Value<'static>| client.client().with_common([(name, value)]).unwrap_err();
    for (error, expected) in [
        (client.client().with_common([]).unwrap_err(), "requires `Regions`, `Labels` with every call"),
        (refused("Nothing", Value::from("x".to_owned())), "has no common parameter `Nothing`"),
        (refused("Regions", Value::from("x".to_owned())), "common parameter `Regions`"),
    ] {
        assert_eq!(error.kind(), ErrorKind::Configuration);
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[tokio::test]
async fn structures_arrive_over_soap_and_are_refused_elsewhere() {
    let (_server, address) = serve(Depot::opener(of_depot)).await;
    let sites = vec![Site::new().name("North").gates([1, 2]), Site::new()];
    let client = depot(&address).common("Sites", sites.clone()).common("Limit", 5).build().unwrap();
    let expected = format!("t0ken-of-mine 7 {:?} Some(5) all", Some(sites));
    for transport in [Transport::Soap11, Transport::Soap12] {
        let response = client.list(List::new().item("all")).transport(transport).await.unwrap();
        assert_eq!(response.as_str(), expected, "{transport}");
    }
    let client = depot(&address).allow_credentials_in_url().build().unwrap();
    let response = client.list(List::new()).await.unwrap();
    assert_eq!(response.as_str(), "t0ken-of-mine 7 None None ", "what is not given arrives as null");
    for transport in [Transport::HttpGet, Transport::HttpPost] {
        let error = client.list(List::new()).transport(transport).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert_eq!(error.suggested_transport(), Some(Transport::Soap11), "{transport}: {error}");
    }
}

#[tokio::test]
async fn a_secret_inside_a_common_structure_is_not_shown() {
    let (_server, address) = serve(Depot::opener(of_depot)).await;
    let client = depot(&address).build().unwrap();
    for transport in [Transport::Soap11, Transport::Soap12] {
        let error = client.list(List::new().item("fail")).transport(transport).await.unwrap_err();
        assert_eq!(error.fault().unwrap().message(), "no luck with [redacted] 7 None None", "{transport}");
    }
    let shown = format!("{client:?} {:?}", depot(&address));
    assert!(shown.contains("Session") && !shown.contains("t0ken"), "{shown}");
}

#[test]
fn a_builder_says_what_is_missing_and_what_is_wrong() {
    let refusal = |error: Result<Depot, asmx_runtime::Error>| {
        let error = error.map(|_| ()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Configuration);
        error.to_string()
    };
    let builder = || Depot::builder().base_url("https://depot.example");
    let missing = refusal(builder().build());
    assert!(
        missing.contains("Depot requires `Session` with every call: give it with `common(\"Session\", …)`"),
        "{missing}"
    );
    let part = refusal(builder().common("Session", Session::new().level(7)).build());
    assert!(part.contains("Depot requires `Session.Token` with every call"), "{part}");
    let unknown = refusal(builder().common("Sessions", session()).build());
    assert!(unknown.contains("Depot has no common parameter `Sessions`; it has: Session, Sites, Limit"), "{unknown}");
    let wrong = refusal(builder().common("Session", "text").build());
    assert!(wrong.contains("common parameter `Session`: "), "{wrong}");
    let key = Stock::builder().base_url("https://stock.example").common("Regions", vec![1]).build();
    let key = key.map(|_| ()).unwrap_err().to_string();
    assert!(key.contains("give it with `secret(\"ApiKey\", …)`"), "{key}");
    let regions = Stock::builder().base_url("https://stock.example").secret("ApiKey", "k").build();
    let regions = regions.map(|_| ()).unwrap_err().to_string();
    assert!(regions.contains("Stock requires `Regions`, `Labels` with every call"), "{regions}");
}

#[tokio::test]
async fn json_gives_common_parameters_of_every_type() {
    let operation: &'static Operation = &LIST;
    let object = serde_json::json!({
        "Session": {"Token": "t0ken-of-mine", "Level": 3},
        "Sites": [{"Name": "North", "Gates": [4]}],
        "Limit": 9,
        "Item": "all",
    });
    let parameters = json::parameters(&DEPOT, operation, object.as_object().unwrap()).unwrap();
    let (_server, address) = serve(Depot::opener(of_depot)).await;
    let mut builder = Depot::builder().base_url(address);
    for (name, value) in parameters.common {
        builder = builder.common(name, value);
    }
    let client = builder.build().unwrap();
    let response = client.client().call(parameters.request).await.unwrap();
    let response = response.single::<asmx_runtime::Text>().unwrap();
    let sites = Some(vec![Site::new().name("North").gates([4])]);
    assert_eq!(response.as_str(), format!("t0ken-of-mine 3 {sites:?} Some(9) all"));
}

#[test]
fn descriptors_know_the_items_of_common_arrays() {
    let labels = &STOCK.common.iter().find(|parameter| parameter.name == "Labels").unwrap();
    let asmx_runtime::Type::Array(array) = labels.kind else { panic!("no array") };
    assert_eq!(array.item_name, "Label");
    assert_eq!(Value::absent(labels), Value::Null);
}
