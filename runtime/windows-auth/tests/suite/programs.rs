//! Programs of others beside the sign-in: lighttpd as a reverse proxy before the server, which takes no POST without a length, and curl as
//! another client of the same server.

use std::process::{Command, Stdio};

use asmx_windows_auth::{Identity, WindowsAuth};
use bytes::Bytes;
use http::Request;
use test_servers::scripted::{SEND, builder, call};
use tower::ServiceExt as _;

use crate::acceptor::{Acceptor, Fault, Leg};
use crate::faults::PASSWORD;
use crate::servers::{Running, are_there, folder, free_port, wait_for};

const LIGHTTPD: &str = "/usr/sbin/lighttpd";
const CURL: &str = "/usr/bin/curl";

fn lighttpd(server: &Acceptor) -> (Running, u16) {
    let port = free_port();
    let folder = folder(&format!("lighttpd-{port}"));
    let settings = format!(
        "server.modules = (\"mod_proxy\")\nserver.document-root = \"{}\"\nserver.bind = \"127.0.0.1\"\nserver.port = {port}\n\
         proxy.server = (\"\" => ((\"host\" => \"127.0.0.1\", \"port\" => {})))\n",
        folder.display(),
        server.address.port()
    );
    std::fs::write(folder.join("conf"), settings).unwrap();
    let mut command = Command::new(LIGHTTPD);
    command.arg("-D").arg("-f").arg(folder.join("conf"));
    let running = Running(command.stdout(Stdio::null()).stderr(Stdio::inherit()).spawn().unwrap());
    wait_for(port);
    (running, port)
}

/// The proxy passes each request on by a connection of its own, so that the server forgets who signed in.
#[tokio::test]
async fn lighttpd_passes_a_sign_in_on() {
    if !are_there(&[LIGHTTPD]) {
        return;
    }
    let acceptor = Acceptor::new(Fault::None).await;
    let (_running, port) = lighttpd(&acceptor);
    let stack = WindowsAuth::new(Identity::ntlm(r"SHOP\ann", PASSWORD));
    let client = builder().base_url(format!("http://127.0.0.1:{port}")).build_on(stack).unwrap();
    for _ in 0..3 {
        call(&client, &SEND).await.unwrap();
    }
    let users: Vec<_> = acceptor.executed().into_iter().map(|seen| seen.user).collect();
    assert_eq!(users, ["ann"; 3]);
    assert!(acceptor.legs().contains(&Leg::Negotiate));
    println!("judged: lighttpd");
}

async fn status(acceptor: &Acceptor) -> u16 {
    let request = Request::post(acceptor.url()).body(Bytes::from_static(b"<Send/>")).unwrap();
    let stack = WindowsAuth::new(Identity::ntlm(r"SHOP\ann", PASSWORD));
    stack.oneshot(request).await.unwrap().status().as_u16()
}

async fn status_of_curl(acceptor: &Acceptor) -> u16 {
    let mut command = tokio::process::Command::new(CURL);
    command.args(["--silent", "--noproxy", "*", "--ntlm", "--user", &format!(r"SHOP\ann:{PASSWORD}")]);
    command.args(["--data", "<Send/>", "--output", "/dev/null", "--write-out", "%{http_code}", &acceptor.url()]);
    let output = command.output().await.unwrap();
    String::from_utf8(output.stdout).unwrap().parse().unwrap()
}

#[tokio::test]
async fn curl_gets_the_same_statuses() {
    let has_ntlm = || {
        let version = Command::new(CURL).arg("--version").output().unwrap().stdout;
        String::from_utf8_lossy(&version).contains("NTLM")
    };
    if !are_there(&[CURL]) || !has_ntlm() {
        eprintln!("skipped: no curl with NTLM (.ci/install)");
        return;
    }
    let mut faults = vec![Fault::None, Fault::Open, Fault::Forgets, Fault::Refuses, Fault::BasicOnly];
    for status in [400, 403, 404, 500, 503] {
        faults.extend([Fault::Status(Leg::Authenticate, status), Fault::Always(status)]);
    }
    for fault in faults {
        let (ours, theirs) = (Acceptor::new(fault).await, Acceptor::new(fault).await);
        assert_eq!(status(&ours).await, status_of_curl(&theirs).await, "{fault:?}: {:?}", theirs.legs());
        // Neither executes the request twice.
        assert!(ours.executed().len() <= 1 && theirs.executed().len() <= 1, "{fault:?}");
    }
    println!("judged: curl");
}
