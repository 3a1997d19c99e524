//! The requests that proxies see. Sockets act as proxy and service, and record every byte. Child processes have their own environment.
#![cfg(feature = "client")]

use std::error::Error as _;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use asmx_runtime::{Builder, Client, Error, ErrorKind, Message, Outcome, RetryPolicy, reqwest};
use bytes::Bytes;
use test_servers::responses::with_length;
use test_servers::scripted::{PASSWORD, READ, builder, call, done, result_of};
use tower::util::MapRequestLayer;

/// Returns the same response to every request, and records the bytes of each connection.
struct Recorder {
    address: SocketAddr,
    came: Arc<Mutex<Vec<String>>>,
}

impl Recorder {
    fn new(response: impl Into<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, came) = (listener.local_addr().unwrap(), Arc::<Mutex<Vec<String>>>::default());
        let (log, response) = (Arc::clone(&came), response.into());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let request = request_of(&stream);
                log.lock().unwrap().push(request);
                // The client may be gone; the test checks the received bytes.
                let _ = (&stream).write_all(response.as_bytes());
            }
        });
        Self { address, came }
    }

    fn service() -> Self {
        Self::new(ok())
    }

    fn came(&self) -> Vec<String> {
        self.came.lock().unwrap().clone()
    }
}

fn ok() -> String {
    let headers = "Content-Type: text/xml; charset=utf-8\r\nConnection: close\r\n";
    String::from_utf8(with_length("200 OK", headers, result_of("Read").as_bytes())).unwrap()
}

/// The bytes up to the end of a request, or the part that arrived.
fn request_of(mut stream: &TcpStream) -> String {
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let (mut request, mut chunk) = (Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&request).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                return text;
            }
        }
        match stream.read(&mut chunk) {
            Ok(length) if length > 0 => request.extend_from_slice(chunk.get(..length).unwrap()),
            _ => return text,
        }
    }
}

async fn read(builder: Builder<Client>) -> Result<Message, Error> {
    call(&builder.build()?, &READ).retry(RetryPolicy::never()).await
}

/// The outcome of a call, in one line.
fn outcome(result: Result<Message, Error>) -> String {
    let error = match result {
        Ok(content) if content == done() => return "done".to_owned(),
        Ok(other) => return format!("{other:?}"),
        Err(error) => error,
    };
    let (mut parts, mut cause) = (vec![format!("{:?} {:?}: {error}", error.kind(), error.outcome())], error.source());
    while let Some(inner) = cause {
        parts.push(inner.to_string());
        cause = inner.source();
    }
    parts.push(format!("{error:?}"));
    parts.join(" / ").replace('\n', " ")
}

const VARIABLES: [&str; 9] = [
    "http_proxy",
    "HTTP_PROXY",
    "https_proxy",
    "HTTPS_PROXY",
    "all_proxy",
    "ALL_PROXY",
    "no_proxy",
    "NO_PROXY",
    "REQUEST_METHOD",
];

/// The outcomes of calls of these addresses in a process with this environment.
fn in_environment(environment: &[(&str, &str)], permitted: bool, base_urls: &[String]) -> Vec<String> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "proxies::calls_of_a_child_process", "--ignored", "--nocapture"]);
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    command.envs(environment.iter().copied()).env("CALLED", base_urls.join(" "));
    command.env("PERMITTED", permitted.to_string());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("the child process does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let (printed, complaints) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{printed}{complaints}");
    let lines: Vec<_> =
        printed.lines().filter_map(|line| line.split_once(">> ")).map(|(_, line)| line.to_owned()).collect();
    assert_eq!(lines.len(), base_urls.len(), "{printed}");
    lines
}

#[tokio::test]
#[ignore = "the other tests run it in processes of its own"]
async fn calls_of_a_child_process() {
    let called = std::env::var("CALLED").expect("the other tests say what to call");
    let permitted = std::env::var("PERMITTED").unwrap() == "true";
    for base_url in called.split(' ') {
        let builder = builder().base_url(base_url).connect_timeout(Duration::from_secs(5));
        let builder = if permitted { builder.allow_plain_http() } else { builder };
        println!(">> {}", outcome(read(builder).await));
    }
}

/// Hosts that are this machine, in different spellings.
fn this_machine(port: u16) -> Vec<String> {
    let hosts = [
        "127.0.0.1",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "127.1",
        "0x7f.1",
        "2130706433",
        "127.0.0.1.",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
    ];
    hosts.iter().map(|host| format!("http://{host}:{port}")).collect()
}

/// Hosts that only look like this machine, and others.
fn other_machines(port: u16) -> Vec<String> {
    let hosts = ["127.0.0.1.example.com", "localhost.example.com", "0.0.0.0", "service.invalid", "[::]", "128.0.0.1"];
    hosts.iter().map(|host| format!("http://{host}:{port}")).collect()
}

#[test]
fn this_machine_is_called_without_the_proxies_of_the_environment() {
    for variable in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "https_proxy", "HTTPS_PROXY"] {
        let (proxy, service) = (Recorder::service(), Recorder::service());
        let base_urls = this_machine(service.address.port());
        for (value, permitted) in [(format!("http://{}", proxy.address), false), (proxy.address.to_string(), true)] {
            let became = in_environment(&[(variable, &value)], permitted, &base_urls);
            for (base_url, became) in base_urls.iter().zip(became) {
                assert_eq!(became, "done", "{base_url} with {variable}={value}");
            }
            assert_eq!(proxy.came(), Vec::<String>::new(), "{variable}");
        }
        assert_eq!(service.came().len(), base_urls.len() * 2, "{variable}");
        let closed_port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let encrypted = ["localhost", "127.0.0.1"].map(|host| format!("https://{host}:{closed_port}"));
        for became in in_environment(&[(variable, &proxy.address.to_string())], false, &encrypted) {
            assert!(became.starts_with("Connect NotSent: ") && !became.contains("proxy"), "{variable}: {became}");
        }
        assert_eq!(proxy.came(), Vec::<String>::new(), "{variable}");
    }
}

#[test]
fn plain_http_to_others_needs_the_permission_and_the_error_names_the_proxy_without_its_credentials() {
    let proxy = Recorder::service();
    let base_urls = other_machines(proxy.address.port());
    for variable in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
        let value = format!("http://letmein:s3%63ret@x@{}/", proxy.address);
        let other = Recorder::service();
        // The proxy for encrypted calls and exceptions for other hosts do not apply.
        let other_address = other.address.to_string();
        let environment =
            [(variable, value.as_str()), ("https_proxy", &other_address), ("no_proxy", "elsewhere.invalid")];
        for became in in_environment(&environment, false, &base_urls) {
            assert!(became.starts_with("NotPermitted NotSent: "), "{became}");
            let named = format!("through the proxy `{}` (`{variable}`)", proxy.address);
            assert!(became.contains(&named) && became.contains("allow_plain_http()"), "{became}");
            for secret in ["letmein", "s3", "ret@", "x@", PASSWORD] {
                assert!(!became.contains(secret), "{became}");
            }
        }
        assert_eq!((proxy.came(), other.came()), (vec![], vec![]));
    }
    for became in in_environment(&[], false, &base_urls) {
        assert!(became.starts_with("NotPermitted NotSent: ") && !became.contains("proxy"), "{became}");
    }
}

#[test]
fn with_the_permission_plain_http_goes_through_the_proxy_that_is_for_it() {
    let base_urls = ["http://service.invalid".to_owned()];
    let proxy = Recorder::service();
    let address = proxy.address.to_string();
    assert_eq!(in_environment(&[("http_proxy", &address)], true, &base_urls), ["done"]);
    let [request] = proxy.came().try_into().unwrap();
    assert!(request.starts_with("POST http://service.invalid/api.asmx HTTP/1.1\r\n"), "{request}");

    // A proxy for encrypted calls, or with an exception for this host, is not used.
    let directly: [&[(&str, &str)]; 3] = [
        &[("https_proxy", &address), ("HTTPS_PROXY", &address)],
        &[("http_proxy", &address), ("no_proxy", "service.invalid")],
        &[("ALL_PROXY", &address), ("NO_PROXY", ".example.com, .invalid")],
    ];
    for environment in directly {
        let [became] = in_environment(environment, true, &base_urls).try_into().unwrap();
        let start = "Connect NotSent: Read over SOAP 1.1: no connection to `service.invalid:80`: ";
        assert!(became.starts_with(start), "{became}");
    }
    assert_eq!(proxy.came().len(), 1);
}

#[test]
fn of_an_encrypted_call_a_proxy_sees_the_name_of_the_host() {
    let base_urls = ["https://service.invalid".to_owned()];
    for (variable, response) in [
        ("https_proxy", "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"),
        ("HTTPS_PROXY", "HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        ("ALL_PROXY", "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"),
    ] {
        let proxy = Recorder::new(response);
        let value = format!("http://letmein:s3cret@{}", proxy.address);
        let [became] = in_environment(&[(variable, &value)], false, &base_urls).try_into().unwrap();
        let named =
            format!("no connection to `service.invalid:443` through the proxy `{}` (`{variable}`)", proxy.address);
        assert!(became.starts_with("Connect NotSent: ") && became.contains(&named), "{became}");
        assert!(!became.contains("letmein") && !became.contains("s3cret"), "{became}");
        let [request] = proxy.came().try_into().unwrap();
        let is_tunnel = request.starts_with("CONNECT service.invalid:443 HTTP/1.1\r\n");
        assert!(is_tunnel && !request.contains("soap"), "{request}");
    }
    // A proxy that cannot be reached.
    let closed_address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let [became] = in_environment(&[("https_proxy", &closed_address)], false, &base_urls).try_into().unwrap();
    let named = format!("`service.invalid:443` through the proxy `{closed_address}` (`https_proxy`)");
    assert!(became.contains(&named), "{became}");
}

/// Every way in which reqwest takes a proxy.
fn proxies(address: SocketAddr) -> Vec<reqwest::Proxy> {
    let url = format!("http://{address}");
    let always = url.clone();
    vec![
        reqwest::Proxy::http(&url).unwrap(),
        reqwest::Proxy::all(&url).unwrap(),
        reqwest::Proxy::all(&url).unwrap().basic_auth("letmein", "s3cret"),
        reqwest::Proxy::https(&url).unwrap(),
        reqwest::Proxy::custom(move |_| Some(always.clone())),
    ]
}

#[tokio::test]
async fn this_machine_is_called_without_proxies_of_http_settings() {
    let (proxy, service) = (Recorder::service(), Recorder::service());
    for (index, set) in proxies(proxy.address).into_iter().enumerate() {
        for base_url in this_machine(service.address.port()) {
            let set = set.clone();
            let result = read(builder().base_url(&base_url).http(|http| http.proxy(set))).await;
            assert_eq!(outcome(result), "done", "{base_url} with proxy {index}");
        }
        let refused =
            read(builder().base_url("http://service.invalid").http(|http| http.proxy(set))).await.unwrap_err();
        assert_eq!((refused.kind(), refused.outcome()), (ErrorKind::NotPermitted, Outcome::NotSent));
        assert!(refused.to_string().contains("a proxy that `http(…)` sets"), "{refused}");
    }
    assert_eq!(proxy.came(), Vec::<String>::new());
}

#[tokio::test]
async fn localhost_is_this_machine_without_a_resolver() {
    let service = Recorder::service();
    let base_url = format!("http://localhost:{}", service.address.port());
    let other_address = SocketAddr::from(([127, 0, 0, 2], 0));
    let result = read(builder().base_url(base_url).http(move |http| http.resolve("localhost", other_address))).await;
    assert_eq!(outcome(result), "done");
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let other_service = Recorder::service();
    let location = format!("Location: http://{}/api.asmx", other_service.address);
    for status in
        ["301 Moved", "302 Found", "303 See Other", "305 Use Proxy", "307 Temporary Redirect", "308 Permanent"]
    {
        let response = format!("HTTP/1.1 {status}\r\n{location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        let service = Recorder::new(response);
        let error = read(builder().base_url(format!("http://{}", service.address))).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Status, Outcome::Refused), "{error}");
    }
    let demands = "Proxy-Authenticate: Basic realm=\"x\"\r\nProxy-Connection: keep-alive\r\nRefresh: 0; url=";
    let response = format!(
        "HTTP/1.1 407 Proxy Authentication Required\r\n{demands}http://{}/\r\nAlt-Svc: h2=\"{}\"\r\nContent-Length: 0\r\n\r\n",
        other_service.address, other_service.address
    );
    let service = Recorder::new(response);
    let error = read(builder().base_url(format!("http://{}", service.address))).await.unwrap_err();
    assert_eq!(error.status().map(|status| status.as_u16()), Some(407), "{error}");
    assert_eq!((other_service.came(), service.came().len()), (vec![], 1));
}

#[tokio::test]
async fn a_layer_cannot_send_a_request_elsewhere_in_plain() {
    let other_service = Recorder::service();
    let address = other_service.address;
    let layer = move || {
        MapRequestLayer::new(move |mut request: http::Request<Bytes>| {
            *request.uri_mut() = format!("http://{address}/api.asmx").parse().unwrap();
            request
        })
    };
    let service = Recorder::service();
    for base_url in ["https://service.invalid".to_owned(), format!("http://{}", service.address)] {
        let error = read(builder().base_url(&base_url).layer(layer())).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::NotPermitted, Outcome::NotSent), "{error}");
        assert!(error.to_string().contains("allow_plain_http()"), "{error}");
    }
    assert_eq!((other_service.came(), service.came()), (vec![], vec![]));
    read(builder().base_url("https://service.invalid").allow_plain_http().layer(layer())).await.unwrap();
    assert_eq!(other_service.came().len(), 1);
}
