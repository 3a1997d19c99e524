//! The outbox in a real browser, where there is one: Chromium, named by `CHROMIUM` or found as `chromium`.

use std::process::Command;

use email_campaign_sandbox::Sandbox;

use crate::premises::message;

/// The document of a page after its scripts had their chance; `None` without a browser.
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
