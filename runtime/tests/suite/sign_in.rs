//! Signing in below the messages: headers of requests, cookies, and what a refusal says.
#![cfg(feature = "client")]

use std::io::Write;
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use asmx_runtime::{Builder, Client, ErrorKind, Outcome, RetryPolicy};
use test_servers::responses::with_length;
use test_servers::scripted::{READ, SEND, builder, call, result_of};

use crate::shared::request_from;

/// Gives these responses in turn, then a result, and keeps the requests.
fn server(heads: &[&str]) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (address, came) = (listener.local_addr().unwrap(), Arc::<Mutex<Vec<String>>>::default());
    let (log, mut heads) = (Arc::clone(&came), heads.iter().map(ToString::to_string).collect::<Vec<_>>().into_iter());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            log.lock().unwrap().push(request_from(&stream));
            let (head, body) = match heads.next() {
                Some(head) if head.starts_with("200") => (head, result_of("Read")),
                Some(head) => (head, String::new()),
                None => ("200 OK".to_owned(), result_of("Read")),
            };
            let headers = "Content-Type: text/xml; charset=utf-8\r\nConnection: close\r\n";
            // The client may be gone; the test looks at the requests.
            let _ = stream.write_all(&with_length(&head, headers, body.as_bytes()));
        }
    });
    (format!("http://{address}"), came)
}

fn client(url: &str, with: impl FnOnce(Builder<Client>) -> Builder<Client>) -> Client {
    with(builder().base_url(url).capture(4)).build().unwrap()
}

#[tokio::test]
async fn basic_and_bearer_are_in_each_request_and_shown_nowhere() {
    let (url, came) = server(&[]);
    let basic = client(&url, |builder| builder.basic("ann", "pa55 wörd"));
    call(&basic, &READ).await.unwrap();
    call(&basic, &READ).header("Authorization", "Custom x").await.unwrap();
    call(&client(&url, |builder| builder.bearer("t0ken-of-mine")), &READ).await.unwrap();
    let came = came.lock().unwrap().clone();
    // printf 'ann:pa55 wörd' | base64
    for (request, sent) in came.iter().zip(["Basic YW5uOnBhNTUgd8O2cmQ=", "Custom x", "Bearer t0ken-of-mine"]) {
        assert!(request.contains(&format!("authorization: {sent}\r\n")), "{request}");
    }
    let displayed = format!("{:?} {:?}", basic, basic.exchanges());
    assert!(
        !displayed.contains("YW5uOnBh") && !displayed.contains("pa55 w") && displayed.contains("[redacted]"),
        "{displayed}"
    );
}

#[tokio::test]
async fn a_demand_for_a_sign_in_names_what_is_offered_and_what_can_be_done() {
    let challenge = |challenges: &str| format!("401 Unauthorized\r\n{challenges}");
    for (challenges, signs, words) in [
        (
            "WWW-Authenticate: Negotiate\r\nWWW-Authenticate: NTLM",
            None,
            ": it offers Negotiate, NTLM; sign in with Windows' own schemes: `build_on` with the crate `asmx-windows-auth`",
        ),
        (
            "WWW-Authenticate: Basic realm=\"shop, all\", charset=\"UTF-8\"",
            None,
            ": it offers Basic; give Basic with `basic(…)`",
        ),
        (
            "WWW-Authenticate: Basic realm=\"shop\"",
            Some("Basic"),
            ": it offers Basic; Basic was sent, and was not accepted",
        ),
        (
            "WWW-Authenticate: Negotiate, Bearer",
            Some("Basic"),
            ": it offers Negotiate, Bearer; Basic was sent, which it does not offer",
        ),
        ("X-Y: z", None, "; it offers no scheme for signing in"),
    ] {
        let (url, came) = server(&[&challenge(challenges)]);
        let client = client(&url, |builder| if signs.is_some() { builder.basic("ann", "pa55word") } else { builder });
        let error = call(&client, &SEND).await.unwrap_err();
        // It was refused before anything was done, and a call is not repeated.
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Status, Outcome::Refused), "{error}");
        assert!(error.to_string().contains(words), "{error}");
        assert!(!format!("{error} {error:?}").contains("pa55word"));
        assert_eq!(came.lock().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_redirect_to_a_page_for_signing_in_is_named_without_its_query() {
    let head = "302 Found\r\nLocation: https://sso.example/login.aspx?ReturnUrl=%2fsecret\r\nSet-Cookie: seen=s3cret";
    let (url, _) = server(&[head, "302 Found\r\nLocation: /elsewhere"]);
    let client = client(&url, |builder| builder);
    let call = || call(&client, &READ).retry(RetryPolicy::never());
    let error = call().await.unwrap_err().to_string();
    let expected = ": it points to `https://sso.example/login.aspx`, a page for signing in: such a service knows its callers by a cookie, \
        which `cookies(…)` keeps; it sets a cookie, which is dropped without `cookies(…)`";
    assert!(error.ends_with(expected) && !error.contains("secret") && !error.contains("s3cret"), "{error}");
    let error = call().await.unwrap_err().to_string();
    assert!(
        error.ends_with(": redirects are not followed: it points to `/elsewhere`; is the base URL right?"),
        "{error}"
    );
}

/// A fault with the head of the request as its text.
fn repeating() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let request = request_from(&stream);
            let body = format!(
                "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><s:Fault><faultcode>s:Server</faultcode>\
                 <faultstring>it came from shop, ann, en: {}</faultstring></s:Fault></s:Body></s:Envelope>",
                request.split("\r\n\r\n").next().unwrap()
            );
            let headers = "Content-Type: text/xml\r\nX-Session: seen\r\nConnection: close\r\n";
            // The client may be gone.
            let _ = stream.write_all(&with_length("500 No", headers, body.as_bytes()));
        }
    });
    url
}

#[tokio::test]
async fn a_server_that_repeats_headers_is_shown_without_those_that_are_secret() {
    let url = repeating();
    let adds_header = tower::util::MapRequestLayer::new(|mut request: http::Request<bytes::Bytes>| {
        request.headers_mut().insert("x-layer-token", "of-a-layer".parse().unwrap());
        request
    });
    let with = |builder: Builder<Client>| builder.basic("ann", "pa55word").hide("w0rd-of-a-stack").layer(adds_header);
    let client = client(&url, with);
    let call = call(&client, &SEND).header("X-Api-Key", "of-a-name").header("Cookie", "lang=en; sid=of-a-cookie");
    let call = call.header("X-Tenant", "shop").header("X-Trace", "trace-of-mine").header("X-Stack", "w0rd-of-a-stack");
    let error = call.secret_header("X-Pin", "of-a-pin").await.unwrap_err();
    let exchange = client.exchanges().pop().unwrap().to_string();
    for displayed in [error.to_string(), format!("{error:?}"), exchange.clone()] {
        for secret in ["pa55word", "YW5u", "w0rd-of", "of-a-layer", "of-a-name", "of-a-cookie", "of-a-pin"] {
            assert!(!displayed.contains(secret), "{secret}: {displayed}");
        }
        // Common words are not missed in every text.
        for text in ["it came from shop, ann, en:", "lang=en", "x-tenant: shop", "trace-of-mine"] {
            assert!(displayed.contains(text), "{text}: {displayed}");
        }
    }
    assert!(exchange.contains("x-api-key: [redacted]") && exchange.contains("x-session: [redacted]"), "{exchange}");
}

#[test]
fn credentials_that_no_header_carries_are_mistakes() {
    let mistake = |builder: Builder<Client>| builder.base_url("https://shop.example").build().unwrap_err().to_string();
    assert_eq!(
        mistake(builder().basic("a:b", "x")),
        "the user name for HTTP Basic has a colon, which Basic cannot carry"
    );
    let error = mistake(builder().bearer("a\nb"));
    assert_eq!(error, "the Bearer credentials have characters that no header can carry");
}

#[cfg(feature = "cookies")]
mod cookies {
    use asmx_runtime::Cookies;

    use super::{READ, call, client, server};

    fn cookie(request: &str) -> Option<&str> {
        request.lines().find_map(|line| line.strip_prefix("cookie: "))
    }

    #[tokio::test]
    async fn cookies_come_back_to_their_server_and_each_session_has_its_own() {
        let first = "200 OK\r\nSet-Cookie: ASP.NET_SessionId=one; path=/; HttpOnly\r\nSet-Cookie: other=x; Domain=elsewhere.example";
        let (url, came) = server(&[first]);
        let cookies = Cookies::new();
        let with_cookies = client(&url, |builder| builder.cookies(cookies.clone()));
        for _ in 0..2 {
            call(&with_cookies, &READ).await.unwrap();
        }
        call(&with_cookies.with_new_session(), &READ).await.unwrap();
        call(&client(&url, |builder| builder), &READ).await.unwrap();
        let came = came.lock().unwrap().clone();
        let sent: Vec<_> = came.iter().map(|request| cookie(request)).collect();
        assert_eq!(sent, [None, Some("ASP.NET_SessionId=one"), None, None]);
        let displayed = format!("{:?} {with_cookies:?} {:?}", cookies, with_cookies.exchanges());
        assert!(!displayed.contains("=one") && displayed.contains("Cookies { count: 1"), "{displayed}");
    }

    #[tokio::test]
    async fn cookies_are_kept_as_text_for_another_run() {
        let (url, came) = server(&[
            "200 OK\r\nSet-Cookie: .ASPXAUTH=abc; path=/",
            "200 OK\r\nSet-Cookie: .ASPXAUTH=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/",
        ]);
        let first = Cookies::new();
        call(&client(&url, |builder| builder.cookies(first.clone())), &READ).await.unwrap();
        let restored = Cookies::from_json(&first.to_json().unwrap()).unwrap();
        let second = client(&url, |builder| builder.cookies(restored.clone()));
        // The second response ends the session.
        for _ in 0..2 {
            call(&second, &READ).await.unwrap();
        }
        let came = came.lock().unwrap().clone();
        assert_eq!(came.iter().map(|request| cookie(request)).collect::<Vec<_>>(), [None, Some(".ASPXAUTH=abc"), None]);
        assert_eq!(Cookies::from_json("not json").unwrap_err().to_string(), "this is not a cookie jar");
    }
}
