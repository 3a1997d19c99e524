//! Refusals of servers and proxies: each is a clear error with its status, and an excerpt without secrets.
#![cfg(feature = "client")]

use asmx_runtime::ErrorKind::{Interrupted, Status, UnexpectedResponse};
use asmx_runtime::Outcome::{Refused, Unknown};
use asmx_runtime::{Error, FaultCode, RetryPolicy, Transport};
use test_servers::scripted::{PASSWORD, SEND, Script, Step, call, status};

async fn refused(step: Step) -> Error {
    call(&Script::new([step]).client(), &SEND).retry(RetryPolicy::never()).await.unwrap_err()
}

#[tokio::test]
async fn each_response_without_a_fault_has_its_own_words() {
    let page = "<html><body>The page\r\n cannot be shown</body></html>";
    let page_excerpt = Some("The page cannot be shown");
    let proxy_words = "a proxy or gateway on the way gave up";
    let cases = [
        (400, "text/xml", "", Status, Refused, "the server found the request malformed", None),
        (415, "text/xml", "", Status, Refused, "does not take this transport's Content-Type", None),
        (401, "text/html", page, Status, Refused, "demands other credentials", page_excerpt),
        (407, "text/html", page, Status, Refused, "a proxy on the way demands credentials", page_excerpt),
        (301, "text/html", page, Status, Refused, "redirects are not followed", page_excerpt),
        (500, "text/html", page, Status, Refused, "the response is `text/html`, not XML", page_excerpt),
        (500, "text/plain", "Out of order", Status, Refused, "`text/plain`", Some("Out of order")),
        (502, "text/html", page, Status, Unknown, "a proxy or gateway on the way", page_excerpt),
        (503, "text/html", page, Status, Refused, "overloaded or switched off", page_excerpt),
        (504, "text/html", page, Status, Unknown, "a proxy or gateway on the way", page_excerpt),
        (408, "text/html", page, Status, Unknown, proxy_words, page_excerpt),
        (501, "text/html", page, Status, Refused, "`text/html`, not XML", page_excerpt),
        (507, "text/html", page, Status, Unknown, proxy_words, page_excerpt),
        (520, "text/html", page, Status, Unknown, proxy_words, page_excerpt),
        (522, "text/html", page, Status, Unknown, proxy_words, page_excerpt),
        (524, "text/html", page, Status, Unknown, proxy_words, page_excerpt),
        (598, "text/html", page, Status, Unknown, proxy_words, page_excerpt),
        (200, "text/html", page, UnexpectedResponse, Unknown, "`text/html`, not XML", page_excerpt),
        (200, "text/xml", "<cut", UnexpectedResponse, Unknown, "not well-formed XML", Some("<cut")),
        (200, "text/xml", "", UnexpectedResponse, Unknown, "the response is empty", None),
    ];
    for (code, content_type, body, kind, outcome, words, excerpt) in cases {
        let error = refused(status(code, content_type, body)).await;
        assert_eq!((error.kind(), error.outcome()), (kind, outcome), "{error}");
        assert_eq!(error.status().map(|status| status.as_u16()), Some(code), "{error}");
        assert_eq!((error.excerpt(), error.attempts()), (excerpt, 1), "{error}");
        assert_eq!(error.body().map(AsRef::as_ref), Some(body.as_bytes()));
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!((error.operation(), error.transport()), (Some("Send"), Some(Transport::Soap11)));
    }
}

#[tokio::test]
async fn a_body_that_breaks_off_is_kept_as_far_as_it_came() {
    let error = refused(Step::Truncated).await;
    assert_eq!((error.kind(), error.outcome()), (Interrupted, Unknown));
    assert_eq!((error.status().unwrap().as_u16(), error.body().unwrap().len()), (200, 90));
    assert!(error.excerpt().unwrap().starts_with("<soap:Envelope"), "{:?}", error.excerpt());
}

#[tokio::test]
async fn a_page_that_repeats_the_password_does_not_show_it() {
    let page = "<html>You said pa55&lt;word&gt; and pa55%3Cword%3E, pa55<word></html>";
    let error = refused(status(500, "text/html", page)).await;
    assert_eq!(error.excerpt(), Some("You said [redacted] and [redacted], [redacted]"));
    let displayed = format!("{error} {error:?}");
    assert!(!displayed.contains(PASSWORD) && !displayed.contains("word&gt;"), "{displayed}");
}

#[tokio::test]
async fn a_fault_is_the_same_in_both_soap_versions_whatever_its_status() {
    let soap_11 = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><e:Fault><faultcode>e:Client</faultcode>\
                   <faultstring>Refused ---> No list</faultstring><faultactor>urn:a</faultactor><detail><x/></detail></e:Fault>\
                   </e:Body></e:Envelope>";
    let soap_12 = "<e:Envelope xmlns:e='http://www.w3.org/2003/05/soap-envelope'><e:Body><e:Fault><e:Code>\
                   <e:Value>e:Sender</e:Value></e:Code><e:Reason><e:Text xml:lang='en'>Refused ---> No list</e:Text></e:Reason>\
                   <e:Role>urn:a</e:Role><e:Detail><x/></e:Detail></e:Fault></e:Body></e:Envelope>";
    let mut errors = Vec::new();
    for (code, content_type, body) in
        [(500, "text/xml", soap_11), (200, "text/xml", soap_11), (500, "application/soap+xml", soap_12)]
    {
        let error = refused(status(code, content_type, body)).await;
        let fault = error.fault().unwrap();
        assert_eq!((fault.code(), fault.actor()), (Some(&FaultCode::Client), Some("urn:a")));
        assert_eq!((fault.detail(), fault.chain().len()), (Some("<x/>"), 2));
        assert_eq!((error.outcome(), error.body().unwrap().as_ref()), (Refused, body.as_bytes()));
        errors.push((error.kind(), error.outcome(), error.fault().cloned()));
    }
    assert!(errors.windows(2).all(|pair| pair.first() == pair.last()));
}
