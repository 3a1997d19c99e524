//! Requests as clients write them in HTTP, sent as raw bytes.

use std::time::{Duration, Instant};

use super::interface;
use super::recorded::RawResponse;
use super::wire::{Connection, exchange, serve};

const RENAME: &str = "Username=u&Password=p&OldGroupName=a&NewGroupName=b";

fn listing(response: &RawResponse) -> String {
    assert_eq!(response.status, 200, "{}", String::from_utf8_lossy(&response.body));
    String::from_utf8(response.body.clone()).unwrap()
}

#[tokio::test]
async fn expect_100_continue() {
    let mut connection = Connection::open(serve(interface::recorded()).await).await;
    let head = format!(
        "POST /api.asmx/TransactionalGroups_Rename HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Expect: 100-continue\r\nContent-Length: {}\r\n\r\n",
        RENAME.len()
    );
    connection.send(head.as_bytes()).await;
    assert_eq!(connection.response(false).await.status, 100, "the body is asked for before it is sent");
    connection.send(RENAME.as_bytes()).await;
    assert!(listing(&connection.response(true).await).contains("OldGroupName=[a] string 1\n"));
    // Some clients do not wait.
    connection.send(format!("{head}{RENAME}").as_bytes()).await;
    let mut response = connection.response(true).await;
    if response.status == 100 {
        response = connection.response(true).await;
    }
    assert!(listing(&response).contains("NewGroupName=[b] string 1\n"));
}

#[tokio::test]
async fn http_1_0_with_and_without_keep_alive() {
    let address = serve(interface::recorded()).await;
    let mut connection = Connection::open(address).await;
    for _ in 0..3 {
        let request =
            format!("GET /api.asmx/TransactionalGroups_Rename?{RENAME} HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
        connection.send(request.as_bytes()).await;
        let response = connection.response(true).await;
        assert!(response.header("content-length").is_some() && response.header("transfer-encoding").is_none());
        assert_eq!(response.header("connection").map(str::to_ascii_lowercase).as_deref(), Some("keep-alive"));
        listing(&response);
    }
    let mut connection = Connection::open(address).await;
    connection.send(format!("GET /api.asmx/TransactionalGroups_Rename?{RENAME} HTTP/1.0\r\n\r\n").as_bytes()).await;
    listing(&connection.response(true).await);
    assert!(connection.is_closed().await, "without keep-alive the connection ends with the response");
}

#[tokio::test]
async fn chunked_requests() {
    let mut connection = Connection::open(serve(interface::recorded()).await).await;
    let head = "POST /api.asmx/TransactionalGroups_Rename HTTP/1.1\r\nHost: x\r\n\
                Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n";
    connection.send(head.as_bytes()).await;
    let (first, second) = RENAME.split_at(20);
    for chunk in [first, second, ""] {
        connection.send(format!("{:x}\r\n{chunk}\r\n", chunk.len()).as_bytes()).await;
    }
    assert!(listing(&connection.response(true).await).contains("NewGroupName=[b] string 1\n"));
}

#[tokio::test]
async fn odd_heads() {
    let address = serve(interface::recorded()).await;
    let body = "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>\
                <TransactionalGroups_Rename xmlns=\"http://example.test/ws/\"><OldGroupName>é</OldGroupName>\
                </TransactionalGroups_Rename></e:Body></e:Envelope>";
    // Names of headers in any case, and blanks around their values.
    let request = format!(
        "POST /api.asmx HTTP/1.1\r\nhOST: x\r\ncONTENT-tYPE:   text/xml; charset=utf-8  \r\n\
         soapaction:\"http://example.test/ws/TransactionalGroups_Rename\"\r\nCONTENT-LENGTH: {}\r\n\r\n{body}",
        body.len()
    );
    let text = listing(&exchange(address, request.as_bytes()).await);
    assert!(text.contains("OldGroupName=[\\u00e9] string 1\n"), "{text}");
    assert!(text.contains("http.SOAPAction=[\"http://example.test/ws/TransactionalGroups_Rename\"]\n"), "{text}");
    // Lines that end in LF alone.
    let request = request.replace("\r\n", "\n");
    assert!(listing(&exchange(address, request.as_bytes()).await).contains("OldGroupName=[\\u00e9] string 1\n"));
    // A Content-Type and a body on a GET.
    let request = format!(
        "GET /api.asmx/TransactionalGroups_Rename?{RENAME} HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml; charset=utf-8\r\n\
         Content-Length: 5\r\n\r\nhello"
    );
    let text = listing(&exchange(address, request.as_bytes()).await);
    assert!(text.contains("http.Content-Type=[text/xml; charset=utf-8]\n"), "{text}");
    // The absolute form of the request line.
    let request = format!("GET http://x/api.asmx/TransactionalGroups_Rename?{RENAME} HTTP/1.1\r\nHost: x\r\n\r\n");
    let text = listing(&exchange(address, request.as_bytes()).await);
    assert!(text.contains("http.rawUrl=[/api.asmx/TransactionalGroups_Rename?"), "{text}");
}

#[tokio::test]
async fn query_strings_as_they_come() {
    let address = serve(interface::recorded()).await;
    for (value, escaped, length) in [
        ("é", "\\u00e9", 1),
        ("%C3%A9%ff", "\\u00e9\\ufffd", 2),
        ("a+b%2B", "a b+", 4),
        ("%zz%", "%zz%", 4),
        ("[a]{b}|^`\\", "[a]{b}|^`\\\\", 10),
        ("%u00e9", "\\u00e9", 1),
        // Old clients write these as they are.
        ("\"a b\"", "\"a b\"", 5),
        ("<>", "&lt;&gt;", 2),
    ] {
        let query = format!("Username=u&Password=p&OldGroupName={value}&NewGroupName=b");
        let request = format!("GET /api.asmx/TransactionalGroups_Rename?{query} HTTP/1.1\r\nHost: x\r\n\r\n");
        let text = listing(&exchange(address, request.as_bytes()).await);
        let expected = format!("OldGroupName=[{escaped}] string {length}\n");
        assert!(text.contains(&expected), "{value}: {text}");
    }
}

#[tokio::test]
async fn pipelined_requests_and_a_slow_one_beside_them() {
    let address = serve(interface::recorded()).await;
    let start = Instant::now();
    let slow = format!(
        "GET /api.asmx/TransactionalGroups_Rename?{} HTTP/1.1\r\nHost: x\r\n\r\n",
        RENAME.replace("=u&", "=slow&")
    );
    let waiting = tokio::spawn(async move { exchange(address, slow.as_bytes()).await });
    let first = format!("GET /api.asmx/TransactionalGroups_Rename?{RENAME} HTTP/1.1\r\nHost: x\r\n\r\n");
    let second = first.replace("NewGroupName=b", "NewGroupName=c");
    let mut connection = Connection::open(address).await;
    connection.send(format!("{first}{second}").as_bytes()).await;
    assert!(listing(&connection.response(true).await).contains("NewGroupName=[b]"));
    assert!(listing(&connection.response(true).await).contains("NewGroupName=[c]"));
    assert!(start.elapsed() < Duration::from_secs(2), "a slow call holds up no other");
    listing(&waiting.await.unwrap());
    assert!(start.elapsed() >= Duration::from_secs(3));
}

#[tokio::test]
async fn each_mount_remembers_for_itself() {
    let address = serve(interface::recorded()).await;
    let get = |path: &str, operation: &str, query: &str| {
        let request = format!("GET {path}/api.asmx/{operation}?{query} HTTP/1.1\r\nHost: x\r\n\r\n");
        async move { exchange(address, request.as_bytes()).await }
    };
    let void = get("", "Reports_GetRemovedAddresses", "Username=u&Password=k1&JobID=5").await;
    assert_eq!((void.status, void.body.len(), void.header("content-type")), (200, 0, None));
    let last = "Username=last&Password=k1&Since=x";
    for _ in 0..2 {
        let text = listing(&get("", "GetBounceListNormal_IncludePast", last).await);
        assert!(text.contains("operation=[Reports_GetRemovedAddresses]\nparameters=3\n"), "{text}");
        assert!(!text.contains("--RAW--"), "{text}");
    }
    assert!(listing(&get("/on", "GetBounceListNormal_IncludePast", last).await).contains(">none</string>"));
    let fault = get("/on", "Reports_GetRemovedAddresses", "Username=fault&Password=k1&JobID=6").await;
    assert_eq!(fault.status, 500);
    assert!(listing(&get("/on", "GetBounceListNormal_IncludePast", last).await).contains("JobID=[6] int 1"));
    assert!(listing(&get("", "GetBounceListNormal_IncludePast", last).await).contains("JobID=[5] int 1"));
    let refused = get("/soaponly", "GetBounceListNormal_IncludePast", last).await;
    assert_eq!((refused.status, refused.header("content-type")), (500, Some("text/html")));
    assert!(
        String::from_utf8_lossy(&refused.body)
            .contains("Request format is unrecognized for URL unexpectedly ending in")
    );
}
