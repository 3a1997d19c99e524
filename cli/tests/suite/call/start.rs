//! A call reads at its start only the files that it needs.

use std::fs;
use std::process::Command;

use super::super::cli;
use super::folder;
use super::server::{ORDERS, serve, soap};

/// Without any certificate, a client of `https://` fails.
#[cfg(target_os = "linux")]
#[test]
fn a_call_over_plain_http_reads_no_certificate_of_the_system() {
    let folder = folder("start");
    let (url, _) = serve(soap(ORDERS));
    fs::create_dir_all(folder.join("none")).unwrap();
    let asmx = |endpoint: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
        command.current_dir(&folder).args(["call", "shop.xml", "FindOrders", "--endpoint", endpoint]);
        let output = command.env("SSL_CERT_FILE", "none.pem").env("SSL_CERT_DIR", "none").output().unwrap();
        (output.status.code(), cli::err(&output))
    };
    assert_eq!(asmx(&format!("{url}/shop.asmx")), (Some(0), String::new()));
    let server = test_servers::http2::Http2Server::start(
        test_servers::http2::Http2::Resets(test_servers::http2::NO_ERROR),
        &["http/1.1"],
        |_| None,
    );
    let (code, err) = asmx(&format!("https://localhost:{}/shop.asmx", server.port));
    assert!(code == Some(4) && err.contains("No CA certificates were loaded from the system"), "{err}");
    assert_eq!(server.take_requests(), [""; 0]);
}
