//! Headers of requests, responses and faults.

use super::*;

const AUTH_HEADER: &str =
    "<AuthHeader xmlns=\"http://zoo.test/\"><Username>u&lt;&amp;&gt;</Username><Password>pé</Password></AuthHeader>";
const BODY: &str = "<HeaderThree xmlns=\"http://zoo.test/\"><value>v</value></HeaderThree>";

fn with_header(transport: Transport, header: &str) -> Request<Bytes> {
    request(transport, "http://zoo.test/HeaderThree", header, BODY)
}

#[test]
fn headers_that_are_sent() {
    for (transport, actor) in [(Transport::Soap11, "actor"), (Transport::Soap12, "role")] {
        let other = "<z:Other xmlns:z=\"urn:zoo:other\" a=\"1\"><z:x>1</z:x></z:Other>";
        let twice = "<AuthHeader xmlns=\"http://zoo.test/\"><Username>second</Username></AuthHeader>";
        let trace = format!(
            "<TraceHeader xmlns=\"http://zoo.test/\" soap:mustUnderstand=\"1\" soap:{actor}=\"urn:me\" Note=\"n\"><Hops>3</Hops><Limit xsi:nil=\"true\"/></TraceHeader>"
        );
        let received = decoded(&with_header(transport, &format!("{AUTH_HEADER}{other}{twice}{trace}")));
        let [auth, unknown, trace] = received.incoming.soap_headers.as_slice() else { panic!("{received:?}") };
        let expected = SoapHeader::new(&REQUEST_HEADERS[0], Value::Structure(vec![some("u<&>"), some("pé")]));
        assert!(*auth == expected);
        assert!(unknown.content == HeaderContent::Unknown(other.to_owned()), "{unknown:?}");
        let value = Value::Structure(vec![some("n"), some("3"), Value::Nil]);
        let mut expected = SoapHeader::new(&REQUEST_HEADERS[1], value);
        (expected.must_understand, expected.actor) = (true, Some("urn:me".to_owned()));
        assert!(*trace == expected, "{trace:?}");
        assert!(!format!("{received:?}").contains("pé"));
        // A missing header is accepted, because the service looks for headers itself.
        assert!(decoded(&with_header(transport, "")).incoming.soap_headers.is_empty());
        // A header in another namespace is another header.
        let wrong = "<AuthHeader xmlns=\"urn:wrong\"><Username>u</Username></AuthHeader>";
        let received = decoded(&with_header(transport, wrong));
        assert!(received.incoming.soap_headers == [SoapHeader::unknown(wrong.to_owned())]);
    }
}

#[test]
fn headers_that_must_be_understood() {
    let other = "<z:Other xmlns:z=\"urn:zoo:other\" soap:mustUnderstand=\"1\">x</z:Other>";
    for transport in SOAP {
        let request = with_header(transport, &format!("{AUTH_HEADER}{other}"));
        let response = refused(&request);
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let body = text(&response);
        assert!(body.contains("soap:MustUnderstand<"), "{body}");
        assert!(body.contains("SoapHeaderException: SOAP header Other was not understood."), "{body}");
        // A service may accept unknown headers.
        let mut settings = settings();
        settings.unknown_headers = true;
        let received = decode_request(&settings, &request).unwrap_or_else(|_| panic!("refused"));
        let [_, other] = received.incoming.soap_headers.as_slice() else { panic!("{received:?}") };
        assert!(other.must_understand);
    }
}

#[test]
fn an_undeclared_header_is_forwarded_unchanged() {
    for (transport, actor) in [(Transport::Soap11, "actor"), (Transport::Soap12, "role")] {
        let other = format!("<z:Other xmlns:z=\"urn:z\" soap:mustUnderstand=\"1\" soap:{actor}=\"urn:me\">x</z:Other>");
        let mut settings = settings();
        settings.unknown_headers = true;
        let received = decode_request(&settings, &with_header(transport, &other)).unwrap_or_else(|_| panic!("refused"));
        let headers = received.incoming.soap_headers;
        assert_eq!((headers[0].must_understand, headers[0].actor.as_deref()), (true, Some("urn:me")));
        let mut message = Message::new(vec![some("r")]);
        message.headers.clone_from(&headers);
        let context = context(&HEADERS, transport);
        let response = encode_response(&context, &message).unwrap();
        // Each attribute occurs once.
        let again = decode_response(&context, response).unwrap();
        assert!(again.headers == headers, "{:?}", again.headers);
    }
}

#[test]
fn an_unreadable_header_is_refused_like_a_parameter() {
    let header = "<TraceHeader xmlns=\"http://zoo.test/\"><Hops>many</Hops></TraceHeader>";
    let body = text(&refused(&with_header(Transport::Soap11, header)));
    assert!(body.contains("Server was unable to read request."), "{body}");
    assert!(body.contains("Input string was not in a correct format."), "{body}");
}

#[test]
fn headers_of_responses_and_faults() {
    let trace = Value::Structure(vec![some("out"), some("1"), Value::Nil]);
    let session = Value::Structure(vec![some("High")]);
    let mut message = Message::new(vec![some("r")]);
    message.headers = vec![
        SoapHeader::new(&RESPONSE_HEADERS[1], session),
        SoapHeader::new(&RESPONSE_HEADERS[0], trace.clone()),
        SoapHeader::new(&RESPONSE_HEADERS[0], NULL),
        SoapHeader::unknown("<x xmlns=\"urn:x\"/>".to_owned()),
    ];
    message.headers[3].must_understand = true;
    for transport in SOAP {
        let response = encode_response(&context(&HEADERS, transport), &message).unwrap();
        let header = "<Session xmlns=\"urn:zoo:session\"><Level>High</Level></Session>\
             <TraceHeader xmlns=\"http://zoo.test/\" Note=\"out\"><Hops>1</Hops><Limit xsi:nil=\"true\" /></TraceHeader>\
             <x soap:mustUnderstand=\"1\" xmlns=\"urn:x\"/>";
        let body = "<HeaderThreeResponse xmlns=\"http://zoo.test/\"><HeaderThreeResult>r</HeaderThreeResult></HeaderThreeResponse>";
        assert_eq!(text(&response), envelope_of(transport, header, body));
        let fault = Fault::client("bad header <&>").with_actor("http://zoo.test/actor");
        let fault = fault.with_headers(vec![SoapHeader::new(&RESPONSE_HEADERS[0], trace.clone())]);
        let response = encode_failure(&context(&HEADERS, transport), ErrorStyle::Development, &fault);
        let body = text(&response);
        assert!(
            body.contains("<soap:Header><TraceHeader xmlns=\"http://zoo.test/\" Note=\"out\"><Hops>1</Hops>"),
            "{body}"
        );
        assert!(
            body.contains(">System.Web.Services.Protocols.SoapHeaderException: bad header &lt;&amp;&gt;<"),
            "{body}"
        );
        // A fault about headers has no detail.
        assert!(!body.to_lowercase().contains("detail"), "{body}");
    }
    let fault = Fault::new(FaultCode::Client, "bad header <&>")
        .with_headers(vec![SoapHeader::new(&RESPONSE_HEADERS[0], trace)]);
    let response = encode_failure(&context(&HEADERS, Transport::HttpGet), ErrorStyle::Development, &fault);
    assert_eq!(text(&response), "System.Web.Services.Protocols.SoapHeaderException: bad header &lt;&amp;&gt;\n");
}

/// The cost of undeclared header blocks is bounded by their length.
#[test]
fn unknown_headers_are_bounded() {
    let many = "<z:x xmlns:z=\"urn:z\"/>".repeat(5000);
    let received = decoded(&with_header(Transport::Soap11, &format!("{many}{AUTH_HEADER}")));
    assert_eq!(received.incoming.soap_headers.len(), 1001);
    assert!(received.incoming.soap_headers.last().unwrap().is(&REQUEST_HEADERS[0]));
    let must = format!("{many}<z:last xmlns:z=\"urn:z\" soap:mustUnderstand=\"1\"/>");
    let refusal = text(&refused(&with_header(Transport::Soap11, &must)));
    assert!(refusal.contains("SOAP header last was not understood."), "{refusal}");
    let namespace = "n".repeat(50_000);
    let blocks = "<z:x/>".repeat(900);
    let request = with_header(Transport::Soap11, &blocks);
    let body = text(&request).replace("<soap:Envelope", &format!("<soap:Envelope xmlns:z=\"{namespace}\""));
    let request = request.map(|_| Bytes::from(body));
    assert_eq!(refused(&request).status(), StatusCode::BAD_REQUEST);
}
