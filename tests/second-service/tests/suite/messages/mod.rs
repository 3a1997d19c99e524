//! Messages of every style, typed: several outputs, headers, names and addresses of their own; in process, on a socket and by a mock.

mod by_bytes;
mod office;

use std::sync::Arc;

use asmx_document::Document;
use asmx_runtime::mock::Mock;
use asmx_runtime::server::{Listening, Server};
use asmx_runtime::values::AnyValue;
use asmx_runtime::{DynamicRequest, Integers, SoapHeader, Text, Transport, Typed, Value, WithHeaders};
use by_bytes::ByBytes;
use office::{data_set, login, parcel, weighed, Office};
use second_service::parcels::{
    self, Any, Choose, ChooseOutputChoice, Find, Forget, Guess, HandOutput, Lines, List, Log, Login, Measure, Name,
    Numbers, Page, Parcels, Ring, RingOutput, Scale, Size, Tags, Trace, Track, Weigh, WeighOutput2, HAND, PARCELS,
};

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
    assert_eq!((page.root().name(), page.root().namespace(), number), ("parcels", None, "7"));
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
    assert_eq!(fault.headers().get::<Trace>(), Ok(Some(Trace::new().number(-1))));

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
    assert_eq!(content.values(), [Value::from(vec!["1", "2"])]);
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
