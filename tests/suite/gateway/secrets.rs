//! A service that repeats what it is sent: no output shows a secret, whichever way it was sent.

use std::error::Error as _;
use std::fmt::Write as _;
use std::io::Write as _;
use std::net::TcpListener;

use asmx_gateway::{
    Call, CallError, Checks, Connections, Cookies, Credentials, Fetch, Gateway, Identity, Offer, Secrets, Setup,
    SignIn, Supplied, Target,
};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, json};
use test_servers::log::Log;
use tracing::Level;

use super::servers::read_request;
use super::{document, mcp, post, router, send};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">
  <operation name="Remove" result="none" effect="write"><doc>Removes.</doc>
    <param name="User" type="string" role="username"/><param name="Password" type="string" secret="true" role="password"/>
    <param name="Licence" type="string"/><param name="Site" type="string"/>
  </operation>
</area></service>"#;

const CHALLENGE: &[u8] = include_bytes!("../../../runtime/windows-auth/tests/challenges/with-time.bin");
/// The beginning of the message that answers a challenge.
const NTLM: &str = "TlRMTVNTUAADAAAA";
const CERTIFICATE: &[u8] = include_bytes!("../../../runtime/tests/certificates/client.pfx");

/// A way of sending secrets.
struct Kind {
    name: &'static str,
    secrets: &'static [&'static str],
    setup: fn(Setup, &str) -> Setup,
    /// The setting of a fetch with the same secret; `None` where a fetch adds nothing to try.
    fetch: Option<fn(Fetch) -> Fetch>,
}

fn sign_in(kind: &str) -> SignIn {
    let (user, password) = ("SHOP\\ann.example", "hunter2word");
    match kind {
        "basic" => SignIn::default().basic(user, password),
        "bearer" => SignIn::default().bearer("t0ken-of-mine"),
        _ => SignIn::default().windows(Identity::ntlm(user, password)),
    }
}

fn certificate() -> Connections {
    Connections::default().identity_of_pfx(CERTIFICATE, "pa55word").unwrap()
}

/// A parameter of a profile that the gateway knows as a secret, and a literal one.
const SUPPLIED: [(&str, &str); 2] = [("Licence", "l1c7"), ("Site", "n0rth-street")];

const KINDS: [Kind; 14] = [
    Kind {
        name: "a query of the address",
        secrets: &["qu3ry-of-mine", "qu3ry%2Dof%2Dmine"],
        setup: |setup, server| setup.endpoint(format!("{server}/shop.asmx?k=qu3ry%2Dof%2Dmine&v=2")),
        fetch: None,
    },
    Kind {
        name: "credentials in the message",
        secrets: &["ann.example", "hunter2word"],
        setup: |setup, _| setup.credentials(Credentials::new("ann.example", "hunter2word")),
        fetch: None,
    },
    Kind {
        name: "parameters that no description declares secret",
        secrets: &[SUPPLIED[0].1, SUPPLIED[1].1],
        setup: |setup, _| setup,
        fetch: None,
    },
    Kind {
        name: "a session in the address",
        secrets: &["lit3py55t21z5v55", "0123-f0rms-ticket"],
        setup: |setup, server| setup.endpoint(format!("{server}{SESSION}/shop.asmx")),
        fetch: Some(|fetch| fetch),
    },
    Kind {
        name: "basic",
        // printf 'SHOP\\ann.example:hunter2word' | base64
        secrets: &["ann.example", "hunter2word", "U0hPUFxhbm4uZXhhbXBsZTpodW50ZXIyd29yZA"],
        setup: |setup, _| setup.sign_in(sign_in("basic")),
        fetch: Some(|fetch| fetch.sign_in(sign_in("basic")).unwrap()),
    },
    Kind {
        name: "bearer",
        secrets: &["t0ken-of-mine"],
        setup: |setup, _| setup.sign_in(sign_in("bearer")),
        fetch: Some(|fetch| fetch.sign_in(sign_in("bearer")).unwrap()),
    },
    Kind {
        name: "NTLM",
        secrets: &["ann.example", "hunter2word", NTLM],
        setup: |setup, _| setup.sign_in(sign_in("ntlm")),
        fetch: Some(|fetch| fetch.sign_in(sign_in("ntlm")).unwrap()),
    },
    Kind {
        name: "a header that is secret by its name",
        secrets: &["k3y1"],
        setup: |setup, _| setup.http_header("X-Api-Key", "k3y1").unwrap(),
        fetch: Some(|fetch| fetch.http_header("X-Api-Key", "k3y1").unwrap()),
    },
    Kind {
        name: "an authorization of another scheme",
        secrets: &["s3cret-custom"],
        setup: |setup, _| setup.plain_http_header("Authorization", "Custom s3cret-custom").unwrap(),
        fetch: Some(|fetch| fetch.plain_http_header("Authorization", "Custom s3cret-custom").unwrap()),
    },
    Kind {
        name: "a header that is secret by its mark",
        secrets: &["n0rthern-shop"],
        setup: |setup, _| setup.http_header("X-Tenant", "n0rthern-shop").unwrap(),
        fetch: Some(|fetch| fetch.http_header("X-Tenant", "n0rthern-shop").unwrap()),
    },
    Kind {
        name: "cookies of a header",
        secrets: &["c00kie-value"],
        setup: |setup, _| setup.http_header("Cookie", "lang=en; .ASPXAUTH=c00kie-value").unwrap(),
        fetch: Some(|fetch| fetch.http_header("Cookie", "lang=en; .ASPXAUTH=c00kie-value").unwrap()),
    },
    Kind {
        name: "cookies that the service sets",
        secrets: &["s3ssion-value"],
        setup: |setup, _| setup.sign_in(SignIn::default().cookies(Cookies::new())),
        fetch: Some(|fetch| fetch),
    },
    Kind {
        name: "the password of a certificate",
        secrets: &["pa55word"],
        setup: |setup, _| setup.connections(certificate()),
        fetch: Some(|fetch| fetch.connections(certificate())),
    },
    Kind {
        name: "the password of a proxy",
        secrets: &["pr0xy-word", "pr0xy%2Dword", "YW5uOnByMHh5LXdvcmQ"],
        setup: |setup, server| {
            let proxy = server.replace("http://", "http://ann:pr0xy%2Dword@");
            let setup = setup.connections(Connections::default().proxy(&proxy).unwrap());
            setup.base_url("http://shop.example").allow_plain_http()
        },
        fetch: None,
    },
];

const SESSION: &str = "/(S(lit3py55t21z5v55)F(0123-f0rms-ticket))";

/// The places of a response that repeat the request.
const LOCATIONS: [&str; 8] =
    ["fault", "HTML page", "text", "redirect", "scheme", "media type", "reason and headers", "cut body"];

/// The places that a look at the address shows.
const LOOKED_AT: [&str; 2] = ["text", "scheme"];

fn response(location: &str, secrets: &[&str], request: &str) -> String {
    // The service may know secrets that it was not sent.
    let known: Vec<_> = secrets.iter().copied().filter(|secret| *secret != NTLM).collect();
    let head = request.split("\r\n\r\n").next().unwrap();
    let repeated = format!("{} {head}", known.join(" ")).replace(['<', '>', '&', '\r', '\n', '"'], " ");
    let words = known.join("-");
    let cookie = "Set-Cookie: sid=s3ssion-value; path=/\r\n";
    let http_response = |status: &str, head: &str, body: &str| {
        let length = body.len();
        format!("HTTP/1.1 {status}\r\n{head}\r\n{cookie}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}")
    };
    match location {
        "fault" => {
            let body = format!(
                "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><s:Fault><faultcode>s:{words}</faultcode>\
                 <faultstring>{repeated}</faultstring><faultactor>{repeated}</faultactor><detail><x>{repeated}</x></detail></s:Fault></s:Body></s:Envelope>"
            );
            http_response("500 Error", "Content-Type: text/xml", &body)
        }
        "HTML page" => http_response("500 Error", "Content-Type: text/html", &format!("<html>{repeated}</html>")),
        "text" => http_response("200 OK", "Content-Type: text/plain", &repeated),
        "redirect" => http_response("302 Found", &format!("Location: /{words}/login.aspx"), &repeated),
        "scheme" => {
            let schemes: Vec<_> = known.iter().map(|scheme| format!("WWW-Authenticate: {scheme}")).collect();
            http_response("401 No", &schemes.join("\r\n"), "")
        }
        "media type" => http_response("200 OK", &format!("Content-Type: application/{words}"), &repeated),
        "reason and headers" => http_response(
            &format!("418 {words}"),
            &format!("Server: {words}\r\nX-Note: {words}\r\nX-{words}: 1"),
            &repeated,
        ),
        _ => format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n{cookie}Content-Length: 100000\r\nConnection: close\r\n\r\n{repeated}"
        ),
    }
}

fn server(location: &'static str, secrets: &'static [&'static str]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let challenge = BASE64_STANDARD.encode(CHALLENGE);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            loop {
                let request = String::from_utf8_lossy(&read_request(&mut stream)).into_owned();
                let asks = request.contains("authorization: NTLM TlRMTVNTUAAB");
                let response = if asks {
                    format!("HTTP/1.1 401 No\r\nWWW-Authenticate: NTLM {challenge}\r\nContent-Length: 0\r\n\r\n")
                } else {
                    response(location, secrets, &request)
                };
                // The client may be gone.
                if request.is_empty() || stream.write_all(response.as_bytes()).is_err() || !asks {
                    break;
                }
            }
        }
    });
    url
}

/// Everything that an error shows.
fn displayed(error: &CallError) -> String {
    let failure = error.failure().unwrap();
    let mut text = format!("{error} {error:?} {failure:?} {:?} {:?}", failure.excerpt(), failure.fault());
    let mut source = failure.source();
    while let Some(cause) = source {
        write!(text, " {cause} {cause:?}").unwrap();
        source = cause.source();
    }
    text
}

/// The texts of each output, by name.
async fn outputs(kind: &Kind, location: &'static str) -> Vec<(&'static str, String)> {
    let log = Log::of_this_thread(Level::TRACE);
    let url = server(location, kind.secrets);
    let setup = Setup::of_document(document(SPEC)).checks(Checks::None).base_url(&url).capture(4);
    let target = Target::new((kind.setup)(setup, &url)).unwrap();
    let supplied: Map<_, _> = SUPPLIED.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
    let secrets = Secrets::new();
    secrets.hide(SUPPLIED[0].1);
    let offer = Offer::default().write().supplied(Supplied::new(supplied.clone(), Map::new()).hide(&secrets));
    secrets.hide_likely(SUPPLIED[1].1);
    let call = Call::new("Remove", &supplied).hiding(&secrets);
    let dry_run = target.dry_run(call.clone()).await.unwrap();
    let error = target.answer(call).await.unwrap_err();
    let exchanges: Vec<_> = target.exchanges().iter().map(|exchange| format!("{exchange} {exchange:?}")).collect();
    let gateway = router(Gateway::new(target, offer).unwrap());
    let problem = send(&gateway, post("/Remove", &json!({}))).await;
    let call =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "Remove", "arguments": {} } });
    let tool = send(&gateway, mcp("2025-11-25", call.to_string())).await;
    let mut all = vec![
        ("error", displayed(&error)),
        ("dry run", format!("{dry_run:?}")),
        ("exchanges", exchanges.join("\n")),
        ("problem", format!("{:?} {}", problem.headers, problem.text)),
        ("tool", tool.text),
    ];
    if let Some(with) = kind.fetch.filter(|_| LOOKED_AT.contains(&location)) {
        let session = if kind.secrets.iter().all(|secret| SESSION.contains(secret)) { SESSION } else { "" };
        let address = format!("{url}{session}/shop.asmx");
        let error = with(Fetch::default()).documents(&address).await.unwrap_err();
        all.push(("fetch", format!("{error} {error:?}")));
        let findings = with(Fetch::default()).diagnose(&address, None).await.unwrap();
        // The person who asks is told who signed in, once.
        all.push(("doctor", format!("{findings:?}").replacen(r"signed in as SHOP\\ann.example", "", 1)));
    }
    all.push(("log", log.take()));
    all
}

#[tokio::test]
async fn no_output_shows_what_a_service_repeats() {
    for (number, kind) in KINDS.iter().enumerate() {
        for location in LOCATIONS.into_iter().skip(number % cases::step(2)).step_by(cases::step(2)) {
            let outputs = outputs(kind, location).await;
            for (output, text) in &outputs {
                for secret in kind.secrets {
                    assert!(!text.contains(secret), "{}, {location}, {output}: {secret} in {text}", kind.name);
                }
            }
            let redacted = outputs.iter().filter(|(_, text)| text.contains("[redacted]")).count();
            assert!(redacted >= 3, "{}, {location}: {outputs:?}", kind.name);
        }
    }
}
