//! Messages of every style, typed: several outputs, headers, names and addresses of their own; in process, on a socket and by a mock.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use asmx_document::Document;
use asmx_runtime::mock::Mock;
use asmx_runtime::protocol::{self, Endpoint, ErrorStyle, Outgoing, RequestLimits, ResponseContext, ServerSettings};
use asmx_runtime::results::table::{ColumnType, Table};
use asmx_runtime::server::{Listening, Server};
use asmx_runtime::{
    AnyValue, Call, Client, Content, DataSet, DelimitedText, DynamicRequest, Error, Fault, Handler, HandlerFuture,
    HeaderContent, Integers, Message, Operation, RawOutput, Service, ServiceFuture, SoapHeader, Text, Transport, Typed,
    Value, WithHeaders, XmlDocument, XmlFragment,
};
use second_service::parcels::{
    self, Any, AnyOutput, Choose, ChooseOutput, ChooseOutputChoice, Find, Forget, Guess, HandOutput, Lines, List, Log,
    Login, Measure, MeasureOutput, Name, Numbers, Page, Parcel, Parcels, ParcelsService, Ring, RingOutput, Scale, Size,
    Tags, Trace, Track, Weigh, WeighOutput, WeighOutput2, HAND, PARCELS,
};

/// Does what its name says, and keeps what it was told to forget.
#[derive(Clone, Default)]
struct Office(Arc<Mutex<Vec<String>>>);

fn parcel(number: i64) -> Parcel {
    Parcel::new().number(number).size(Size::Large).label("a <b> & c")
}

fn login() -> Login {
    Login::new().user("ann").key("hidden")
}

fn data_set() -> DataSet {
    let table = Table::new("Parcel").column("Number", ColumnType::Int).row([Some("7")]).row([Some("8")]);
    DataSet::new("Parcels").table(table)
}

fn weighed(parcel: Option<Parcel>) -> WeighOutput2 {
    WeighOutput2::new()
        .weigh_result(1.5)
        .price("2.50".parse::<asmx_runtime::xsd::Decimal>().unwrap())
        .parcel(parcel)
        .marks([Some("fragile"), None])
        .scale(WeighOutput::new().scale("kg"))
        .code("hidden")
}

/// The name of the caller, who must say it.
fn caller<T>(request: &WithHeaders<T>) -> Result<String, Fault> {
    let login = request.headers.get::<Login>().map_err(|invalid| Fault::client(invalid.to_string()))?;
    let login = login.filter(|login| login.key.as_deref() == Some("hidden"));
    let user = login.and_then(|login| login.user);
    user.ok_or_else(|| {
        let trace = SoapHeader::new(&HAND.messages.response_headers[0], Value::Structure(vec![Value::from(-1)]));
        Fault::client("who is it?").with_headers(vec![trace])
    })
}

fn responding<T: Send + 'static>(result: Result<T, Fault>) -> ServiceFuture<'static, T> {
    Box::pin(std::future::ready(result))
}

impl ParcelsService for Office {
    fn weigh(&self, request: Weigh) -> ServiceFuture<'_, WeighOutput2> {
        responding(Ok(weighed(request.parcel)))
    }

    fn measure(&self, request: Measure) -> ServiceFuture<'_, MeasureOutput> {
        let number = i32::try_from(request.number.unwrap_or_default()).unwrap_or_default();
        responding(Ok(MeasureOutput::new().width(number).height(2)))
    }

    fn hand(&self, request: WithHeaders<parcels::Hand>) -> ServiceFuture<'_, WithHeaders<HandOutput>> {
        responding(caller(&request).and_then(|_| {
            let trace = request.headers.get::<Trace>().map_err(|invalid| Fault::client(invalid.to_string()))?;
            let number = trace.unwrap_or_default().number + 1;
            let trace = SoapHeader::of(HAND.messages.response_headers, &Trace::new().number(number));
            let parcel = request.message.parcel.unwrap_or_default();
            let output = HandOutput::new().hand_result(parcel.number).size(parcel.size);
            Ok(WithHeaders::new(output).header(trace.map_err(Fault::server)?))
        }))
    }

    fn name(&self, request: WithHeaders<Name>) -> ServiceFuture<'_, WithHeaders<Text>> {
        responding(caller(&request).map(|name| WithHeaders::new(Text::new(name))))
    }

    fn log(&self, request: WithHeaders<Log>) -> ServiceFuture<'_, WithHeaders<()>> {
        self.0.lock().unwrap().push(format!("log {}", request.message.user.unwrap_or_default()));
        let trace = SoapHeader::of(parcels::LOG.messages.response_headers, &Trace::new().number(4)).unwrap();
        responding(Ok(WithHeaders::new(()).header(trace)))
    }

    fn list(&self, request: WithHeaders<List>) -> ServiceFuture<'_, WithHeaders<DataSet>> {
        responding(caller(&request).map(|_| WithHeaders::new(data_set())))
    }

    fn page(&self, _: Page) -> ServiceFuture<'_, XmlDocument> {
        responding(Ok(XmlDocument::parse("<parcels><parcel n=\"7\"/></parcels>").unwrap()))
    }

    fn numbers(&self, request: Numbers) -> ServiceFuture<'_, Integers> {
        let from = request.from.unwrap_or_default();
        responding(Ok(Integers::new([from, from + 1])))
    }

    fn lines(&self, request: Lines) -> ServiceFuture<'_, DelimitedText> {
        let (row, column) = (request.row.unwrap_or_default(), request.column.unwrap_or_default());
        responding(Ok(DelimitedText::new(format!("7{column}seven{row}8{column}eight"))))
    }

    fn find(&self, request: Find) -> ServiceFuture<'_, Typed<Parcel>> {
        responding(Ok(request.number.filter(|number| *number > 0).map(parcel).into()))
    }

    fn guess(&self, _: Guess) -> ServiceFuture<'_, Typed<i32>> {
        responding(Ok(Typed::null()))
    }

    fn tags(&self, _: Tags) -> ServiceFuture<'_, Typed<Vec<String>>> {
        responding(Ok(Typed::new(vec!["a".to_owned(), "b".to_owned()])))
    }

    fn choose(&self, request: Choose) -> ServiceFuture<'_, ChooseOutput> {
        let choice = match request.number {
            Some(number) if number > 0 => ChooseOutputChoice::Parcel(parcel(number)),
            _ => ChooseOutputChoice::Why("there is none".to_owned()),
        };
        responding(Ok(ChooseOutput::new().choice(choice)))
    }

    fn scale(&self, request: WithHeaders<Scale>) -> ServiceFuture<'_, WithHeaders<Typed<Parcel>>> {
        let number = request.message.scale.map(i64::from);
        responding(caller(&request).map(|_| WithHeaders::new(number.map(parcel).into())))
    }

    fn ring(&self, request: Ring) -> ServiceFuture<'_, RingOutput> {
        responding(Ok(RingOutput::new().ring_result(request.times.unwrap_or_default()).who(request.who)))
    }

    fn any(&self, request: Any) -> ServiceFuture<'_, AnyOutput> {
        responding(Ok(AnyOutput::new().any_result(request.what).xml(XmlFragment::new("<x xmlns=\"\">1</x>"))))
    }

    fn track(&self, request: Track) -> ServiceFuture<'_, Text> {
        responding(Ok(Text::new(format!("{:?}", request.number))))
    }

    fn forget(&self, request: Forget) -> ServiceFuture<'_, ()> {
        self.0.lock().unwrap().push(format!("forget {:?}", request.number));
        responding(Ok(()))
    }
}

async fn on_a_socket(office: Office) -> (Parcels, Listening) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(Parcels::opener_for(office)).serve(listener).unwrap();
    let client = Parcels::builder().base_url(format!("http://{}", server.address())).build().unwrap();
    (client, server)
}

/// Calls every operation over a transport and looks at what it returns.
async fn call_all(client: &Parcels, transport: Transport) {
    let is_soap = transport.is_soap();
    if is_soap {
        let weigh = Weigh::new().parcel(parcel(7));
        assert_eq!(client.weigh(weigh).transport(transport).await.unwrap(), weighed(Some(parcel(7))));
        let measured = client.measure(Measure::new().number(3)).transport(transport).await.unwrap();
        assert_eq!((measured.width, measured.height), (3, 2));
        let ring = client.ring(Ring::new().times(3).who(parcel(1))).transport(transport).await.unwrap();
        assert_eq!(ring, RingOutput::new().ring_result(3).who(parcel(1)));
        let any = client.any(Any::new().what(AnyValue::of(&5))).transport(transport).await.unwrap();
        assert_eq!(any.any_result.unwrap().get::<i32>(), Some(5));
        assert_eq!(any.xml.unwrap().as_str(), "<x xmlns=\"\">1</x>");
        with_headers(client, transport).await;
    } else {
        let refused = client.name(Name::new()).soap_header_of(&login()).transport(transport).await.unwrap_err();
        assert!(refused.to_string().contains("header"), "{refused}");
    }
    let page = client.page(Page::new()).transport(transport).await.unwrap().document().unwrap();
    let number = page.root().elements().next().and_then(|parcel| parcel.attribute(None, "n")).unwrap();
    assert_eq!((page.root().name(), page.root().namespace(), &*number), ("parcels", None, "7"));
    assert_eq!(client.numbers(Numbers::new().from(4)).transport(transport).await.unwrap(), Integers::new([4, 5]));
    let lines = client.lines(Lines::new().row("|").column(";")).transport(transport).await.unwrap();
    assert_eq!(lines.table().unwrap().row_count(), 2);
    let find = |number: i64| client.find(Find::new().number(number)).transport(transport);
    assert_eq!((find(7).await.unwrap(), find(0).await.unwrap()), (Typed::new(parcel(7)), Typed::null()));
    assert_eq!(client.guess(Guess::new()).transport(transport).await.unwrap(), Typed::null());
    let tags = client.tags(Tags::new()).transport(transport).await.unwrap();
    assert_eq!(tags.into_option().unwrap(), ["a", "b"]);
    if is_soap {
        let choose = |number: i64| client.choose(Choose::new().number(number)).transport(transport);
        assert_eq!(choose(2).await.unwrap().choice, Some(parcel(2).into()));
        assert_eq!(choose(0).await.unwrap().choice, Some(ChooseOutputChoice::Why("there is none".to_owned())));
    }
    if transport == Transport::Soap11 {
        assert_eq!(client.track(Track::new().number(9)).transport(transport).await.unwrap(), Text::new("Some(9)"));
    }
}

async fn with_headers(client: &Parcels, transport: Transport) {
    let hand = parcels::Hand::new().parcel(parcel(7));
    let call = || client.hand(hand.clone()).transport(transport).soap_header_of(&login());
    let handed = call().soap_header_of(&Trace::new().number(3)).with_headers().await.unwrap();
    assert_eq!(handed.message, HandOutput::new().hand_result(7).size(Size::Large));
    assert_eq!(handed.headers.get::<Trace>(), Ok(Some(Trace::new().number(4))));
    assert_eq!(handed.deviations, [""; 0]);
    // Without its headers, and with a fault whose header comes to the caller.
    assert_eq!(call().await.unwrap().hand_result, 7);
    let refused = client.hand(hand.clone()).transport(transport).await.unwrap_err();
    let fault = refused.fault().unwrap();
    assert_eq!(fault.message(), "who is it?");
    let HeaderContent::Declared(member, value) = &fault.headers()[0].content else { panic!("not declared") };
    assert_eq!((member.name, value), ("Trace", &Value::Structure(vec![Value::from("-1")])));

    let name = client.name(Name::new()).transport(transport).soap_header_of(&login()).await.unwrap();
    assert_eq!(name, Text::new("ann"));
    let logged = client.log(Log::new().user("eve")).transport(transport).with_headers().await.unwrap();
    assert_eq!(logged.headers.get::<Trace>(), Ok(Some(Trace::new().number(4))));
    let list = || client.list(List::new()).transport(transport).soap_header_of(&login());
    assert_eq!(list().await.unwrap().tables(), data_set().tables());
    let mut batches = list().stream().await.unwrap();
    assert_eq!(batches.next().await.unwrap().unwrap().row_count(), 2);
    assert!(batches.next().await.is_none());
    let scale = client.scale(Scale::new().scale(6)).transport(transport).soap_header_of(&login());
    assert_eq!(scale.await.unwrap(), Typed::new(parcel(6)));
}

#[tokio::test]
async fn every_shape_in_process_and_on_a_socket() {
    let office = Office::default();
    let here = Parcels::in_process(office.clone());
    let (there, _server) = on_a_socket(office).await;
    for transport in Transport::ALL {
        call_all(&here, transport).await;
        call_all(&there, transport).await;
    }
}

/// Makes calls by their bytes, which are those of the descriptors that are made of the spec at run time: of the requests that typed calls
/// send, and of the responses that typed services give.
struct ByBytes {
    made: &'static Service,
    office: Client,
    called: Arc<Mutex<BTreeSet<&'static str>>>,
}

impl ByBytes {
    fn made(&self, operation: &Operation) -> &'static Operation {
        self.made.operation(operation.name).unwrap()
    }

    /// The request, and the same by descriptor.
    fn request(&self, call: &Call) -> Result<http::Request<bytes::Bytes>, Error> {
        let made = self.made(call.operation());
        let mut request = DynamicRequest::new(made);
        for (parameter, value) in made.parameters.iter().zip(call.request.values()) {
            request.set(parameter.name, value.into_owned()).unwrap();
        }
        let headers = call.soap_headers.iter().map(|header| {
            let (member, value) = header.declared().unwrap();
            let made = made.messages.request_headers.iter().find(|made| made.name == member.name).unwrap();
            SoapHeader::new(made, value.clone())
        });
        let headers: Vec<SoapHeader> = headers.collect();
        let outgoing = Outgoing { request: &request, headers: &headers, ..call.outgoing() };
        let encode = |service: &Service, outgoing: Outgoing<'_>| {
            let path = service.path_of(outgoing.operation(), call.transport);
            let namespace = service.namespace.unwrap().into();
            let endpoint = Endpoint { url: format!("http://localhost{path}"), namespace };
            protocol::encode_request(&endpoint, &RequestLimits::default(), outgoing)
        };
        let typed = encode(&PARCELS, call.outgoing())?;
        let by_descriptor = encode(self.made, outgoing)?;
        assert_eq!((typed.method(), typed.uri()), (by_descriptor.method(), by_descriptor.uri()));
        assert_eq!((typed.headers(), typed.body()), (by_descriptor.headers(), by_descriptor.body()));
        Ok(typed)
    }

    async fn call(&self, call: &Call) -> Result<RawOutput, Error> {
        let request = self.request(call)?;
        self.called.lock().unwrap().insert(call.operation().name);
        let namespace = PARCELS.namespace.unwrap();
        let settings = ServerSettings::new(&PARCELS, namespace, ErrorStyle::Development);
        let received = protocol::decode_request(&settings, &request).unwrap();
        let mut prepared = self.office.call(received.request).transport(call.transport);
        for header in received.incoming.soap_headers {
            prepared = prepared.soap_header(header);
        }
        let content = prepared.await?;
        let context = |service: &'static Service, operation: &'static Operation| ResponseContext {
            service,
            operation,
            transport: call.transport,
            namespace: namespace.into(),
            limits: asmx_runtime::xml::ParseOptions::default(),
        };
        let context_of_typed = context(&PARCELS, call.operation());
        let typed = protocol::encode_response(&context_of_typed, &content).unwrap();
        let made = self.made(call.operation());
        let message = Content::Message(Box::new(Message::from(content)));
        let by_descriptor = protocol::encode_response(&context(self.made, made), &message).unwrap();
        assert_eq!((typed.status(), typed.body()), (by_descriptor.status(), by_descriptor.body()), "{}", made.name);
        Ok(RawOutput::Response { response: typed, context: context_of_typed })
    }
}

impl Handler for ByBytes {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        Box::pin(self.call(call))
    }
}

#[tokio::test]
async fn typed_messages_are_the_bytes_of_calls_by_descriptor() {
    let spec = concat!(env!("CARGO_MANIFEST_DIR"), "/spec/parcels.xml");
    let made = Document::open(spec).unwrap().service();
    let (office, called) = (Parcels::in_process(Office::default()).client().clone(), Arc::default());
    let by_bytes = ByBytes { made, office, called: Arc::clone(&called) };
    let client: Parcels = Parcels::builder().build_with(Arc::new(by_bytes)).unwrap();
    for transport in Transport::ALL {
        call_all(&client, transport).await;
    }
    client.forget(Forget::new().number(5)).await.unwrap();
    let all = PARCELS.operations.iter().map(|operation| operation.name).collect();
    assert_eq!(*called.lock().unwrap(), all);
}

#[tokio::test]
async fn a_one_way_call_is_done_when_it_is_sent() {
    let office = Office::default();
    let (there, _server) = on_a_socket(office.clone()).await;
    there.forget(Forget::new().number(5)).await.unwrap();
    Parcels::in_process(office.clone()).forget(Forget::new().number(6)).await.unwrap();
    assert_eq!(*office.0.lock().unwrap(), ["forget Some(5)", "forget Some(6)"]);
}

#[tokio::test]
async fn a_mock_responds_with_outputs_and_headers() {
    let mock = Mock::new(&PARCELS);
    mock.respond::<Weigh>(weighed(None));
    mock.on(|request: WithHeaders<parcels::Hand>| {
        let login = request.headers.get::<Login>().unwrap().unwrap_or_default();
        let trace = SoapHeader::of(HAND.messages.response_headers, &Trace::new().number(8)).unwrap();
        let label = login.user.unwrap_or_default();
        let output = HandOutput::new().hand_result(i64::try_from(label.len()).unwrap());
        Ok(WithHeaders::new(output).header(trace))
    });
    mock.respond::<List>(data_set());
    let client = Parcels::from(mock.client());
    assert_eq!(client.weigh(Weigh::new().parcel(parcel(1))).await.unwrap(), weighed(None));
    let handed = client.hand(parcels::Hand::new()).soap_header_of(&login()).with_headers().await.unwrap();
    assert_eq!((handed.message.hand_result, handed.headers.get::<Trace>()), (3, Ok(Some(Trace::new().number(8)))));
    assert_eq!(client.list(List::new()).soap_header_of(&login()).await.unwrap().tables(), data_set().tables());
    mock.assert_called_with(&Weigh::new().parcel(parcel(1)));
    mock.assert_called::<parcels::Hand>(1);
}

#[tokio::test]
async fn who_calls_by_descriptor_gets_messages_of_a_typed_service() {
    let client = Parcels::in_process(Office::default());
    let mut request = DynamicRequest::new(&parcels::NUMBERS);
    request.set("From", 1).unwrap();
    let content = client.client().call(request).await.unwrap();
    let Content::Message(message) = content else { panic!("{content:?}") };
    assert_eq!(message.outputs, [Value::from(vec!["1", "2"])]);
}

#[test]
fn outputs_are_compared_cloned_and_shown_without_secrets() {
    let output = weighed(Some(parcel(1)));
    assert_eq!(output.clone(), output);
    assert_ne!(output.clone().price(asmx_runtime::xsd::Decimal::from(3)), output);
    let shown = format!("{output:?}");
    assert!(shown.starts_with("WeighOutput2 { WeighResult: 1.5, Price: 2.50, "), "{shown}");
    assert!(shown.contains("Code: [redacted]") && !shown.contains("hidden"), "{shown}");
    assert_eq!(WeighOutput2::new(), WeighOutput2::default());
}
