//! The documentation pages, in a real browser and on the wire: a person finds an operation, reads what it looks like, fills its form
//! and sees the response; the samples are what the server really takes.
//!
//! Without Chromium the tests that need one say so and are skipped, unless `BROWSER_REQUIRED` is set, as continuous integration
//! does.

use crate::browser::{self, Browser};
use asmx_runtime::Transport;
use asmx_runtime::server::{ListenOptions, Listening, Server};
use email_campaign_client::EMAIL_CAMPAIGN;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

const NAMESPACE: &str = "http://example.com/ws/";

async fn listen(server: Server) -> Listening {
    server.serve(tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap()).unwrap()
}

fn server() -> Server {
    let options = ListenOptions::default().allow_host("docs.test:81");
    Server::new(echo_service::opener(&EMAIL_CAMPAIGN)).namespace(NAMESPACE).listen_options(options)
}

/// Runs a test in a browser, on a thread where it may block.
async fn in_browser(name: &'static str, test: impl FnOnce(&mut Browser, &str) + Send + 'static) {
    let listening = listen(server()).await;
    let address = format!("http://{}/api.asmx", listening.address());
    browser::in_browser(name, move |browser| test(browser, &address)).await;
}

/// Colours of every text on the page against what is behind it: those whose contrast is below the 4.5 of WCAG AA.
const LOW_CONTRAST: &str = r"
(() => {
  const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = channels(colour).slice(0, 3).map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      const parts = channels(colour);
      if (parts.length < 4 || parts[3] === 1) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const bad = [];
  for (const element of document.querySelectorAll('body *')) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const [one, two] = [luminance(getComputedStyle(element).color), luminance(background(element))].sort((a, b) => b - a);
    if ((one + 0.05) / (two + 0.05) < 4.5) bad.push(`${element.tagName} ${element.className}: ${(one + 0.05) / (two + 0.05)}`);
  }
  return bad;
})()";

/// Lists barriers for people who do not see the page or do not use a mouse.
const BARRIERS: &str = r"
(() => {
  const missing = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  if (!document.documentElement.lang) missing.push('no language');
  for (const selector of ['main', 'h1', 'header']) if (all(selector).length !== 1) missing.push(`not one ${selector}`);
  for (const control of all('input, select, textarea')) if (control.labels.length !== 1) missing.push(`no label: ${control.name}`);
  for (const part of all('[aria-labelledby]')) if (!document.getElementById(part.getAttribute('aria-labelledby'))) missing.push('label of ' + part.tagName);
  for (const part of all('nav')) if (!part.getAttribute('aria-label')) missing.push('a nameless nav');
  const ids = all('[id]').map((part) => part.id);
  if (new Set(ids).size !== ids.length) missing.push('ids twice');
  if (all('script, [onclick], [style], img, iframe').length) missing.push('what the policy forbids');
  if (all('header + main, body > a.skip').length !== 2) missing.push('the way past the header');
  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) missing.push(`${width} wide in ${innerWidth}`);
  return missing;
})()";

#[tokio::test(flavor = "multi_thread")]
async fn a_person_finds_an_operation_fills_its_form_and_sees_the_response() {
    in_browser("form", |browser, address| {
        browser.open(address);
        assert_eq!(browser.evaluate("document.title"), json!("EmailCampaign"));
        assert_eq!(browser.evaluate("document.querySelectorAll('.operations dt').length"), json!(EMAIL_CAMPAIGN.operations.len()));
        assert_eq!(browser.evaluate("getComputedStyle(document.querySelector('main')).maxWidth"), json!("992px"), "no style sheet");
        browser.picture("documentation-overview");
        // The first stop of the keyboard leads past the header.
        browser.press("Tab", 9, "");
        assert_eq!(browser.evaluate("document.activeElement.className"), json!("skip"));

        browser.evaluate("document.querySelector('a[href=\"?op=TransactionalGroups_Rename\"]').focus()");
        browser.press("Enter", 13, "\r");
        browser.wait_for("document.readyState === 'complete' && document.querySelector('h1').textContent.startsWith('TransactionalGroups_Rename')");
        assert_eq!(browser.evaluate("document.querySelector('form').method"), json!("post"));
        assert_eq!(browser.evaluate("document.querySelector('[name=Password]').type"), json!("password"));
        for (name, value) in [("Username", "Ann"), ("Password", "s3cret <&>"), ("OldGroupName", "Späte\nGäste"), ("NewGroupName", "\"New\" & <b>😀")] {
            browser.type_into(&format!("[name={name}]"), value);
        }
        browser.picture("documentation-form");
        browser.evaluate("document.querySelector('button').focus()");
        browser.press("Enter", 13, "\r");
        let path = "api.asmx/TransactionalGroups_Rename";
        browser.wait_for(&format!("location.href.endsWith('{path}') && document.readyState === 'complete'"));
        browser.picture("documentation-response");
        let response = browser.evaluate("document.documentElement.textContent").as_str().unwrap().to_owned();
        for line in [
            "operation=[TransactionalGroups_Rename]",
            "Username=[Ann] string 3",
            "Password=[s3cret <&>] string 10",
            "OldGroupName=[Sp\\u00e4te\\r\\nG\\u00e4ste] string 12",
            "NewGroupName=[\"New\" & <b>\\ud83d\\ude00] string 13",
            "http.method=[POST]",
        ] {
            assert!(response.contains(line), "no `{line}` in {response}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn arrays_numbers_and_get_work_from_the_form_too() {
    in_browser("array", |browser, address| {
        browser.open(&format!("{address}?op=AddGroupMember"));
        browser.evaluate(
            "[...document.querySelectorAll('a')].find((link) => link.textContent === 'One more item').click()",
        );
        browser.wait_for(
            "document.querySelectorAll('[name=FieldNames]').length === 2 && document.readyState === 'complete'",
        );
        browser.type_into("#p4-1", "City");
        browser.type_into("#p4-2", "a, b");
        browser.evaluate("document.querySelector('button[formmethod=get]').click()");
        browser.wait_for("location.href.includes('api.asmx/AddGroupMember?') && document.readyState === 'complete'");
        let response = browser.evaluate("document.documentElement.textContent").as_str().unwrap().to_owned();
        for line in [
            "FieldNames=array 2",
            "FieldNames[0]=[City]",
            "FieldNames[1]=[a, b]",
            "FieldValues=array 2",
            "http.method=[GET]",
        ] {
            assert!(response.contains(line), "no `{line}` in {response}");
        }

        browser.open(&format!("{address}?op=GetMassEmailReport2"));
        browser.type_into("[name=JobID]", "12x");
        browser.evaluate("document.querySelector('button').click()");
        assert_eq!(browser.evaluate("document.querySelector('[name=JobID]').matches(':invalid')"), json!(true));
        browser.evaluate("document.querySelector('[name=JobID]').select()");
        browser.type_into("[name=JobID]", "-5");
        browser.evaluate("document.querySelector('button').click()");
        browser
            .wait_for("location.href.endsWith('api.asmx/GetMassEmailReport2') && document.readyState === 'complete'");
        let response = browser.evaluate("document.documentElement.textContent").as_str().unwrap().to_owned();
        assert!(response.contains("-155") && response.contains("2147483647"), "{response}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_can_be_read_by_everybody_in_light_and_in_dark_on_large_and_on_small_screens() {
    in_browser("reading", |browser, address| {
        let pages = [
            address.to_owned(),
            format!("{address}?op=AddGroupMember&items=3"),
            format!("{address}?op=SendMassEmailRaw"),
            format!("{address}?op=Nothing"),
        ];
        for page in &pages {
            for scheme in ["light", "dark"] {
                browser.prefer(scheme);
                browser.open(page);
                assert_eq!(browser.evaluate(LOW_CONTRAST), json!([]), "{page} in {scheme}");
            }
            for (width, height) in [(1100, 900), (360, 640)] {
                let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
                browser.send("Emulation.setDeviceMetricsOverride", &screen);
                browser.open(page);
                assert_eq!(browser.evaluate(BARRIERS), json!([]), "{page} at {width}");
            }
        }
        browser.open(&format!("{address}?op=AddGroupMember"));
        browser.picture("documentation-small-dark");
    })
    .await;
}

/// The messages of a page, without tags.
fn messages(page: &str) -> Vec<(String, String)> {
    let mut messages = Vec::new();
    for block in page.split("<pre class=\"message\">").skip(1) {
        let block = block.split("</pre>").next().unwrap();
        let (head, body) = block.split_once("\n<code class=\"body\">").unwrap_or((block, ""));
        messages.push((text(head), text(body)));
    }
    messages
}

fn text(html: &str) -> String {
    let mut text = String::new();
    for part in html.split('<') {
        text.push_str(if text.is_empty() && !html.starts_with('<') {
            part
        } else {
            part.split_once('>').map_or(part, |(_, rest)| rest)
        });
    }
    for (escaped, character) in
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#13;", "\r"), ("&amp;", "&")]
    {
        text = text.replace(escaped, character);
    }
    text
}

async fn exchange(listening: &Listening, request: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(listening.address()).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await.unwrap();
    String::from_utf8(response).unwrap()
}

async fn get(listening: &Listening, target: &str) -> String {
    exchange(listening, &format!("GET {target} HTTP/1.1\r\nHost: docs.test:81\r\nConnection: close\r\n\r\n")).await
}

#[tokio::test]
async fn samples_are_requests_that_the_server_takes_and_responses_of_the_right_length() {
    let listening = listen(server()).await;
    for operation in EMAIL_CAMPAIGN.operations {
        let page = get(&listening, &format!("/api.asmx?op={}", operation.name)).await;
        let messages = messages(&page);
        let offered: Vec<_> = Transport::ALL.into_iter().filter(|over| operation.offered_over(*over)).collect();
        let name = operation.name;
        assert_eq!(messages.len(), 2 * offered.len(), "{name}: a request and a response for each transport");
        for (pair, transport) in messages.chunks(2).zip(offered) {
            let [request, response] = pair else { panic!("{name}") };
            for (head, body) in [request, response] {
                let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: "));
                let length = length.map_or(0, |length| length.parse::<usize>().unwrap());
                assert_eq!(length, body.len(), "{name} over {transport}");
            }
            assert!(request.0.contains("\nHost: docs.test:81\n"), "{}", request.0);
            let head = request.0.replace('\n', "\r\n");
            let real = exchange(&listening, &format!("{head}Connection: close\r\n\r\n{}", request.1)).await;
            assert!(real.starts_with("HTTP/1.1 200 OK\r\n"), "{name} over {transport}: {real}");
            assert!(response.0.starts_with("HTTP/1.1 200 OK\n"), "{name} over {transport}: {}", response.0);
        }
    }
}

#[tokio::test]
async fn what_is_switched_off_is_not_told() {
    let silent = listen(server().documentation(false)).await;
    for target in ["/api.asmx", "/api.asmx?op=SendMassEmailRaw", "/api.asmx?style"] {
        let response = get(&silent, target).await;
        assert!(response.starts_with("HTTP/1.1 500 ") && !response.contains("SendMassEmailRaw"), "{response}");
    }
    assert!(get(&silent, "/api.asmx?wsdl").await.starts_with("HTTP/1.1 200 "));
    let without = listen(server().wsdl(false)).await;
    assert!(get(&without, "/api.asmx?wsdl").await.starts_with("HTTP/1.1 500 "));
    assert!(!get(&without, "/api.asmx").await.contains("?WSDL"));
    let soap_only = listen(server().protocol(Transport::HttpGet, false).protocol(Transport::HttpPost, false)).await;
    let page = get(&soap_only, "/api.asmx?op=SendMassEmailRaw").await;
    assert!(!page.contains("<form") && page.contains("over SOAP only"), "{page}");
    assert_eq!(messages(&page).len(), 4);
}

#[tokio::test]
async fn pages_may_load_and_run_nothing_of_others() {
    let listening = listen(server()).await;
    for target in ["/api.asmx", "/api.asmx?op=SendMassEmailRaw", "/api.asmx?op=%3Cscript%3Ealert(1)%3C/script%3E"] {
        let page = get(&listening, target).await;
        let head = page.split("\r\n\r\n").next().unwrap();
        let policy = "content-security-policy: default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
        assert!(head.contains(policy) && head.contains("x-content-type-options: nosniff"), "{head}");
        let loaded = page.replace(NAMESPACE, "").replace("http://docs.test:81", "");
        assert!(!loaded.contains("<script") && !loaded.contains("src=") && !loaded.contains("href=\"http"), "{page}");
    }
    let unknown = get(&listening, "/api.asmx?op=%3Cscript%3E").await;
    assert!(unknown.starts_with("HTTP/1.1 404 ") && unknown.contains("&lt;script&gt;"), "{unknown}");
}
