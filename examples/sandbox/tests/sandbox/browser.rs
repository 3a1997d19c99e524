//! The outbox in a real browser, where there is one: Chromium, named by `CHROMIUM` or found as `chromium`.

use std::process::Command;

use email_campaign_sandbox::Sandbox;

use crate::fixture::message;

/// The document of a page after its scripts could run; `None` without a browser.
fn document(url: &str) -> Option<String> {
    let browser = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    let profile = tempfile::tempdir().unwrap();
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", url]);
    let output = command.arg(format!("--user-data-dir={}", profile.path().display())).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_cannot_run_anything() {
    let sandbox = Sandbox::start().await.unwrap();
    let script = "Content-Type: text/html\n\n<p id=\"told\">quiet</p>\
                  <script>document.getElementById('told').textContent = 'lo' + 'ud'</script>\
                  <img src=\"x\" onerror=\"document.getElementById('told').textContent = 'lo' + 'ud'\">";
    let request = message("<script>document.title = 'lo' + 'ud'</script>").raw_message(script).boundary("");
    sandbox.in_process().send_mass_email_raw(request.to_other("ann@x.test")).await.unwrap();
    for (path, expected) in
        [("/outbox", ">1001</a>"), ("/outbox/campaigns/1001", "ann@x.test"), ("/outbox/messages/1/html", ">quiet</p>")]
    {
        let url = format!("{}{path}", sandbox.base_url());
        let Some(document) = tokio::task::spawn_blocking(move || document(&url)).await.unwrap() else {
            eprintln!("skipped: no Chromium; name one by CHROMIUM");
            return;
        };
        assert!(document.contains(expected), "{path}: {document}");
        assert!(!document.contains("loud"), "{path} ran a script: {document}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_looked_at_connects_to_nobody() {
    let tracker = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    tracker.set_nonblocking(true).unwrap();
    let url = format!("http://{}", tracker.local_addr().unwrap());
    let html = format!(
        "<LINK rel=preconnect href=\"{url}\"><link/rel=preload as=image href=\"{url}/1\"><link rel=stylesheet href=\"{url}/2\">\
         <meta http-equiv=refresh content=\"0;url={url}/3\"><meta http-equiv=x-dns-prefetch-control content=on><img src=\"{url}/4\">\
         <iframe src=\"{url}/5\"></iframe><object data=\"{url}/6\"></object><video src=\"{url}/7\" poster=\"{url}/8\"></video>\
         <style>@import \"{url}/9\"; body {{ background: url({url}/10) }}</style><base href=\"{url}/\"><img src=11><p>read</p>"
    );
    let sandbox = Sandbox::start().await.unwrap();
    let request = message("News").raw_message(format!("Content-Type: text/html\n\n{html}")).boundary("");
    sandbox.in_process().send_mass_email_raw(request.to_other("ann@x.test")).await.unwrap();
    for (path, expected) in [("/outbox/messages/1", "<iframe"), ("/outbox/messages/1/html", "read</p>")] {
        let page = format!("{}{path}", sandbox.base_url());
        let Some(document) = tokio::task::spawn_blocking(move || document(&page)).await.unwrap() else {
            eprintln!("skipped: no Chromium; name one by CHROMIUM");
            return;
        };
        assert!(document.contains(expected), "{path}: {document}");
        let connected = tracker.accept().err().map(|error| error.kind());
        assert_eq!(connected, Some(std::io::ErrorKind::WouldBlock), "{path} connected");
    }
}
