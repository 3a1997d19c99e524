//! Services whose ports are at several paths: each call goes to the port of its operation, and each operation is found at its own.
#![cfg(all(feature = "client", feature = "server"))]

use asmx_runtime::descriptors::{Messages, Name, Namespace, Port};
use asmx_runtime::mock::Mock;
use asmx_runtime::server::Server;
use asmx_runtime::{
    Builder, Client, DynamicRequest, Effect, Member, Message, Operation, RetryPolicy, Service, Text, Transport, Type,
    Value,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::shared::strict;

static PORTS: [Port; 4] = [
    Port { name: "MainSoap", transport: Transport::Soap11, path: "/main.asmx" },
    Port { name: "OtherSoap", transport: Transport::Soap11, path: "/sub/other.asmx" },
    Port { name: "OtherSoap12", transport: Transport::Soap12, path: "/sub/other.asmx" },
    Port { name: "GetPort", transport: Transport::HttpGet, path: "/get.asmx" },
];
static RESULT: [Member; 1] = [Member::new("r", Type::STRING)];
const fn named(name: &'static str) -> Name {
    Name { name, namespace: Namespace::Service }
}

/// Called as the operation of the other port.
static SAME_NAME: Messages =
    Messages::PLAIN.elements(Some(named("Where")), Some(named("WhereResponse"))).action("http://zoo.test/Where");
static WHERE: Operation = Operation::new("Where", "", "", &[], Effect::Read)
    .outputs(&RESULT)
    .ports(&["MainSoap", "GetPort"])
    .transports(&[Transport::Soap11, Transport::HttpGet]);
static WHERE_2: Operation = Operation::new("Where2", "", "", &[], Effect::Read)
    .outputs(&RESULT)
    .messages(&SAME_NAME)
    .ports(&["OtherSoap", "OtherSoap12"])
    .transports(&[Transport::Soap11, Transport::Soap12]);
static SERVICE: Service =
    Service::new("Zoo", "/main.asmx", "", &[], &[], &[&WHERE, &WHERE_2]).namespace("http://zoo.test/").ports(&PORTS);

fn mock() -> Mock {
    let mock = Mock::new(&SERVICE);
    for operation in SERVICE.operations {
        mock.on_operation(operation.name, |call| Ok(Message::new(vec![Value::from(call.operation.name)])));
    }
    mock
}

/// The result of the operation, and the request line.
async fn called(client: &Client, operation: &'static Operation, transport: Transport) -> (Value<'static>, String) {
    let message = client.call(DynamicRequest::new(operation)).transport(transport).await.unwrap();
    (message.into_values().remove(0), client.exchanges().pop().unwrap().request_line.unwrap())
}

#[tokio::test]
async fn calls_go_to_the_port_of_their_operation() {
    for mount in ["", "/on"] {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Server::new(mock().opener()).mount(mount).serve(listener).unwrap();
        let base_url = format!("http://{}{mount}", server.address());
        let client = Builder::<Client>::new(&SERVICE).base_url(&base_url).capture(1).build().unwrap();
        for (operation, transport, line) in [
            (&WHERE, Transport::Soap11, format!("POST {mount}/main.asmx")),
            (&WHERE, Transport::HttpGet, format!("GET {mount}/get.asmx/Where")),
            (&WHERE_2, Transport::Soap11, format!("POST {mount}/sub/other.asmx")),
            (&WHERE_2, Transport::Soap12, format!("POST {mount}/sub/other.asmx")),
        ] {
            let expected = (Value::from(operation.name), line);
            assert_eq!(called(&client, operation, transport).await, expected, "{transport}");
        }
    }
}

#[tokio::test]
async fn an_operation_is_not_found_at_the_path_of_another_port() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(mock().opener()).serve(listener).unwrap();
    // With a stated path all calls go there, and that port has another operation of this name.
    let client = Builder::<Client>::new(&SERVICE).base_url(format!("http://{}", server.address()));
    let client = client.path("/sub/other.asmx").capture(1).build().unwrap();
    let (value, line) = called(&client, &WHERE, Transport::Soap11).await;
    assert_eq!((value, line.as_str()), (Value::from("Where2"), "POST /sub/other.asmx"));
    let get = client.call(DynamicRequest::new(&WHERE)).transport(Transport::HttpGet).await.unwrap_err();
    assert!(get.to_string().contains("Where Web Service method name is not valid."), "{get}");
    let client = Builder::<Client>::new(&SERVICE).base_url(format!("http://{}", server.address()));
    let client = client.path("/elsewhere.asmx").build().unwrap();
    let error = client.call(DynamicRequest::new(&WHERE)).await.unwrap_err();
    assert_eq!(error.status().unwrap(), 404);
}

static HERE: Operation = strict("Here", &[Member::new("at", Type::STRING)], &[Member::new("HereResult", Type::STRING)]);

/// The request line that a client sends.
async fn request_line(service: &'static Service, transport: Transport) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("http://{}/on", listener.local_addr().unwrap());
    let client = Builder::<Client>::new(service).base_url(base_url).retry(RetryPolicy::never()).build().unwrap();
    let mut request = DynamicRequest::new(&HERE);
    request.set("at", "z").unwrap();
    let call = tokio::spawn(async move { client.call(request).transport(transport).await });
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut bytes = vec![0; 1_000];
    let length = stream.read(&mut bytes).await.unwrap();
    drop(stream);
    call.await.unwrap().unwrap_err();
    String::from_utf8_lossy(&bytes[..length]).lines().next().unwrap().trim_end_matches(" HTTP/1.1").to_owned()
}

#[tokio::test]
async fn the_query_and_the_last_slash_of_a_path_are_called_and_served() {
    static OPERATIONS: &[&Operation] = &[&HERE];
    const WSDL: &str = "<a b=\"urn:asmx-codegen:address\"/>";
    const fn at(path: &'static str) -> Service {
        Service::new("S", path, "", &[], &[], OPERATIONS).namespace("http://zoo.test/").wsdl(WSDL)
    }
    static WITH_QUERY: Service = at("/s.asmx?a=b&c");
    static WITH_SLASH: Service = at("/ws/");
    static WITH_BOTH: Service = at("/ws/?a=b");
    static ROOT: Service = at("/");
    for (service, soap, get, post) in [
        (&WITH_QUERY, "/s.asmx?a=b&c", "/s.asmx/Here?a=b&c&at=z", "/s.asmx/Here?a=b&c"),
        (&WITH_SLASH, "/ws/", "/ws/Here?at=z", "/ws/Here"),
        (&WITH_BOTH, "/ws/?a=b", "/ws/Here?a=b&at=z", "/ws/Here?a=b"),
        (&ROOT, "/", "/Here?at=z", "/Here"),
    ] {
        for (transport, line) in [
            (Transport::Soap11, format!("POST /on{soap}")),
            (Transport::Soap12, format!("POST /on{soap}")),
            (Transport::HttpGet, format!("GET /on{get}")),
            (Transport::HttpPost, format!("POST /on{post}")),
        ] {
            assert_eq!(request_line(service, transport).await, line, "{transport}");
            let mock = Mock::new(service);
            mock.on_operation("Here", |_| Ok(Message::from(Text::new("here"))));
            for mount in ["", "/on"] {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                let server = Server::new(mock.opener()).mount(mount).serve(listener).unwrap();
                let base_url = format!("http://localhost:{}{mount}", server.address().port());
                let client = Builder::<Client>::new(service).base_url(&base_url).build().unwrap();
                client.call(DynamicRequest::new(&HERE)).transport(transport).await.unwrap();
                let path = soap.split('?').next().unwrap();
                let mut stream = tokio::net::TcpStream::connect(server.address()).await.unwrap();
                let host = server.address().port();
                let request =
                    format!("GET {mount}{path}?wsdl HTTP/1.1\r\nHost: localhost:{host}\r\nConnection: close\r\n\r\n");
                stream.write_all(request.as_bytes()).await.unwrap();
                let mut document = String::new();
                stream.read_to_string(&mut document).await.unwrap();
                let address = format!("\"{base_url}{}\"", soap.replace('&', "&amp;"));
                assert!(document.contains(&address), "{document}");
            }
        }
    }
}
