//! Client certificates that a server asks for at the beginning, and after the request: OpenSSL's server.
#![cfg(all(feature = "rustls-tls", feature = "pfx"))]

use std::io::{Read, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use asmx_runtime::{Error, ErrorKind, Message, RetryPolicy, reqwest};
use test_servers::responses::with_length;
use test_servers::scripted::{READ, builder, call, done, result_of};

const AUTHORITY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/certificates/authority.pem");

/// OpenSSL's server: what is written to it goes to the client, but for a line `R`, which renegotiates and asks for a certificate.
struct Server {
    process: Child,
    port: u16,
    _folder: tempfile::TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    /// `None`, which is printed, without OpenSSL. The server answers once it has read a request.
    fn start(options: &[&str], renegotiates: bool) -> Option<Self> {
        if !Command::new("openssl").arg("version").output().is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: openssl is missing (.ci/install)");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let issued = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let (certificate, key) = (folder.path().join("certificate"), folder.path().join("key"));
        std::fs::write(&certificate, issued.cert.pem()).unwrap();
        std::fs::write(&key, issued.signing_key.serialize_pem()).unwrap();
        let port = free_port();
        let mut command = Command::new("openssl");
        command.args(["s_server", "-CAfile", AUTHORITY, "-accept", &format!("127.0.0.1:{port}"), "-cert"]);
        command.arg(&certificate).arg("-key").arg(&key).args(options);
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (input, output) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        std::thread::spawn(move || answer(input, output, renegotiates));
        let end = Instant::now() + Duration::from_secs(10);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < end, "openssl does not listen");
            std::thread::sleep(Duration::from_millis(10));
        }
        Some(Self { process, port, _folder: folder })
    }

    async fn read(&self, identity: Option<reqwest::Identity>, native: bool) -> Result<Message, Error> {
        let client = builder().base_url(format!("https://localhost:{}", self.port)).timeout(Duration::from_secs(5));
        let client = client.http(move |http| {
            let http = http.tls_danger_accept_invalid_certs(true);
            #[cfg(feature = "native-tls")]
            let http = if native { http.tls_backend_native() } else { http };
            #[cfg(not(feature = "native-tls"))]
            assert!(!native, "this needs the feature");
            match identity {
                Some(identity) => http.identity(identity),
                None => http,
            }
        });
        call(&client.build().unwrap(), &READ).retry(RetryPolicy::never()).await
    }
}

/// Not one that connections out of this machine take, and each time another.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let next = || {
        20_000 + (NEXT.fetch_add(1, Ordering::Relaxed) + u16::try_from(std::process::id() % 10_000).unwrap()) % 12_000
    };
    std::iter::repeat_with(next).find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap()
}

fn answer(mut input: ChildStdin, mut output: impl Read, renegotiates: bool) {
    let (mut came, mut chunk) = (Vec::new(), [0; 4096]);
    while let Ok(length @ 1..) = output.read(&mut chunk) {
        came.extend_from_slice(&chunk[..length]);
        if !String::from_utf8_lossy(&came).contains("</soap:Envelope>") {
            continue;
        }
        came.clear();
        if renegotiates {
            writeln!(input, "R").unwrap();
            std::thread::sleep(Duration::from_millis(300));
        }
        let response = with_length("200 OK", "Content-Type: text/xml; charset=utf-8\r\n", result_of("Read").as_bytes());
        // The client may have given up; the test checks its error.
        let _ = input.write_all(&response).and_then(|()| input.flush());
    }
}

fn pem() -> Vec<u8> {
    let file = include_bytes!("../certificates/client.pfx");
    asmx_runtime::stack::pem_of_pfx(file, &"pa55word".into()).unwrap().to_vec()
}

fn of_rustls() -> reqwest::Identity {
    reqwest::Identity::from_pem(&pem()).unwrap()
}

#[tokio::test]
async fn at_the_beginning_the_error_says_that_a_certificate_is_wanted() {
    for (version, words) in
        [("-tls1_2", "the server may want a client certificate"), ("-tls1_3", "the server wants a client certificate")]
    {
        let Some(server) = Server::start(&["-Verify", "1", version], false) else { return };
        let error = server.read(None, false).await.unwrap_err();
        let text = error.to_string();
        assert!(text.contains(words), "{version}: {text}");
        assert_eq!(server.read(Some(of_rustls()), false).await.unwrap(), done(), "{version}");
    }
}

#[tokio::test]
async fn after_the_request_the_error_names_the_other_tls_which_gives_it() {
    let Some(server) = Server::start(&["-verify", "1", "-tls1_2"], true) else { return };
    let error = server.read(Some(of_rustls()), false).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Interrupted, "{error}");
    assert!(
        error.to_string().contains(
            "too late for this program (after the request, by renegotiation): have it asked at the start of a connection (in IIS: \
             `netsh http update sslcert … clientcertnegotiation=enable`), or use the feature `native-tls`"
        ),
        "{error}"
    );
    #[cfg(feature = "native-tls")]
    {
        let (pem, key) = (pem(), "-----BEGIN PRIVATE KEY-----");
        let at = pem.windows(key.len()).position(|words| words == key.as_bytes()).unwrap();
        let identity = reqwest::Identity::from_pkcs8_pem(&pem[..at], &pem[at..]).unwrap();
        // The unsent rest of the first waits for the next connection.
        let Some(server) = Server::start(&["-verify", "1", "-tls1_2"], true) else { return };
        assert_eq!(server.read(Some(identity), true).await.unwrap(), done());
    }
}
