//! Our client against a server that plays recorded responses: the bytes of a genuine server, HTTP/1.0 with keep-alive and all,
//! and the same in other forms that are as good.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use asmx_runtime::{DynamicRequest, ErrorKind, FaultCode, Message, Transport};
use email_campaign_client::{
    EMAIL_CAMPAIGN, EmailCampaign, GetBounceListNormalIncludePast, GroupsGetListDataSet, Text,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::recorded::{self, Exchange, head_length};
use echo_service::mounts::NAMESPACE;

/// A server that sends, for every request, the next of some responses, over as many connections as are opened.
struct Playback {
    address: SocketAddr,
    connections: Arc<AtomicUsize>,
}

impl Playback {
    async fn of(responses: Vec<Vec<u8>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&connections);
        tokio::spawn(async move {
            let mut responses = responses.into_iter();
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                count.fetch_add(1, Ordering::SeqCst);
                while read_request(&mut stream).await {
                    let Some(response) = responses.next() else { return };
                    stream.write_all(&response).await.unwrap();
                    if String::from_utf8_lossy(&response).contains("Connection: close") {
                        break;
                    }
                }
            }
        });
        Self { address, connections }
    }

    fn account(&self) -> EmailCampaign {
        let builder = EmailCampaign::builder().base_url(format!("http://{}", self.address)).namespace(NAMESPACE);
        builder
            .credentials("u", "p")
            .allow_credentials_in_url()
            .server_limits(email_campaign_client::ServerLimits::none())
            .build()
            .unwrap()
    }
}

/// Reads one request to its end; false if there is none.
async fn read_request(stream: &mut TcpStream) -> bool {
    let mut request = Vec::new();
    loop {
        if let Some(head) = head_length(&request) {
            let text = String::from_utf8_lossy(&request[..head]).to_ascii_lowercase();
            let length = text
                .split_once("content-length: ")
                .map_or(0, |(_, rest)| rest.lines().next().unwrap().parse().unwrap());
            if request.len() >= head + length {
                return true;
            }
        }
        let mut buffer = [0; 4096];
        match stream.read(&mut buffer).await {
            Ok(length) if length > 0 => request.extend_from_slice(&buffer[..length]),
            _ => return false,
        }
    }
}

/// The recorded response as bytes.
fn bytes(exchange: &Exchange) -> Vec<u8> {
    let path = format!("tests/fixtures/{}/{}/{}.response", exchange.group, exchange.case, exchange.transport.name());
    std::fs::read(path).unwrap()
}

/// A call to which what was recorded of `operation` may be the response.
fn request(operation: &str) -> DynamicRequest {
    let operation = EMAIL_CAMPAIGN.operation(operation).unwrap();
    let mut request = DynamicRequest::new(operation);
    for parameter in operation.parameters {
        let value = if matches!(parameter.kind, asmx_runtime::Type::Array(_)) {
            asmx_runtime::Value::Array(vec!["x".into()])
        } else {
            "1".into()
        };
        request.set(parameter.name, value).unwrap();
    }
    request
}

#[tokio::test]
async fn recorded_responses_over_one_connection_that_is_kept() {
    let exchanges = recorded::group("ops");
    let playback = Playback::of(exchanges.iter().map(bytes).collect()).await;
    let account = playback.account();
    for exchange in &exchanges {
        let response = account.client().call(request(&exchange.case)).transport(exchange.transport).await;
        let content = response.unwrap_or_else(|error| panic!("{}: {error}", exchange.name()));
        let is_void = exchange.case == "Reports_GetRemovedAddresses";
        assert_eq!(content == Message::default(), is_void, "{}", exchange.name());
    }
    assert_eq!(playback.connections.load(Ordering::SeqCst), 1, "HTTP/1.0 with keep-alive keeps the connection");
}

#[tokio::test]
async fn recorded_errors_close_the_connection_and_the_next_call_opens_another() {
    let errors: Vec<_> = recorded::group("errors_customErrors_on")
        .into_iter()
        .filter(|exchange| exchange.response.status != 200)
        .collect();
    let playback = Playback::of(errors.iter().map(bytes).collect()).await;
    let account = playback.account();
    for exchange in &errors {
        let response = account.client().call(request("Reports_GetBlocks")).transport(exchange.transport).await;
        let error = response.expect_err(&exchange.name());
        let expected = if exchange.response.body.is_empty() { ErrorKind::Status } else { ErrorKind::Fault };
        assert_eq!(error.kind(), expected, "{}: {error}", exchange.name());
        assert_eq!(error.status().unwrap().as_u16(), exchange.response.status);
    }
    assert_eq!(playback.connections.load(Ordering::SeqCst), errors.len());
}

/// A response of our own making.
fn response(status: &str, content_type: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.0 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\nConnection: Keep-Alive\r\n\r\n{body}").into_bytes()
}

#[tokio::test]
async fn responses_in_other_forms() {
    let soap11 = "http://schemas.xmlsoap.org/soap/envelope/";
    let result = "GetBounceListNormal_IncludePast";
    let forms = [
        // Another prefix for everything, declared where it is used; a header; line ends of either kind; comments.
        format!(
            "<?xml version=\"1.0\"?>\r\n<!-- c -->\r\n<E:Envelope xmlns:E=\"{soap11}\">\r\n <E:Header><t:T xmlns:t=\"urn:t\">1</t:T></E:Header>\n\
             <E:Body>\r\n  <w:{result}Response xmlns:w=\"{NAMESPACE}\">\r\n <w:{result}Result>a\r\nb\rc&#xD;d</w:{result}Result>\n\
             </w:{result}Response><!-- c --></E:Body></E:Envelope>\r\n<?p q?>"
        ),
        // All declarations on the root, single quotes, blanks in tags, CDATA, no XML declaration.
        format!(
            "<soap:Envelope xmlns:soap = '{soap11}' xmlns:n='{NAMESPACE}' xmlns='urn:unused' ><soap:Body >\
             <n:{result}Response ><n:{result}Result><![CDATA[a\nb\nc]]>&#13;d</n:{result}Result ></n:{result}Response></soap:Body></soap:Envelope>"
        ),
        // A byte order mark.
        format!(
            "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?><s:Envelope xmlns:s=\"{soap11}\"><s:Body><{result}Response xmlns=\"{NAMESPACE}\">\
             <{result}Result xml:space=\"preserve\">a\nb\nc&#xd;d</{result}Result></{result}Response></s:Body></s:Envelope>"
        ),
    ];
    let content_types = ["text/xml; charset=utf-8", "TEXT/XML;charset=\"UTF-8\"", "text/xml"];
    let responses =
        forms.iter().zip(content_types).map(|(form, content_type)| response("200 OK", content_type, form)).collect();
    let account = Playback::of(responses).await.account();
    for form in &forms {
        let text: Text =
            account.get_bounce_list_normal_include_past(GetBounceListNormalIncludePast::new()).await.unwrap();
        assert_eq!(text.as_str(), "a\nb\nc\rd", "{form}");
    }
}

#[tokio::test]
async fn a_fault_of_the_other_version() {
    let fault = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><s:Fault><faultcode>s:Server</faultcode>\
                 <faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>";
    let playback = Playback::of(vec![response("500 Internal Server Error", "text/xml; charset=utf-8", fault)]).await;
    let call = playback.account().get_bounce_list_normal_include_past(GetBounceListNormalIncludePast::new());
    let error = call.transport(Transport::Soap12).await.unwrap_err();
    assert_eq!(error.fault().unwrap().code(), Some(&FaultCode::Server));
    assert_eq!(error.fault().unwrap().message(), "no");
}

#[tokio::test]
async fn a_tab_in_an_attribute_and_a_carriage_return_in_a_cell() {
    let data_set = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<DataSet xmlns=\"{NAMESPACE}\"><xs:schema id=\"D\" xmlns=\"\" \
         xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\"><xs:element name=\"D\" \
         msdata:IsDataSet=\"true\"><xs:complexType><xs:choice><xs:element name=\"T\"><xs:complexType><xs:sequence>\
         <xs:element name=\"C\" type=\"xs:string\" /></xs:sequence><xs:attribute name=\"A\" type=\"xs:string\" /></xs:complexType></xs:element>\
         </xs:choice></xs:complexType></xs:element></xs:schema><diffgr:diffgram xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\">\
         <D xmlns=\"\"><T A=\"x\ty&#9;z\"><C>a\r\nb\rc</C></T></D></diffgr:diffgram></DataSet>"
    );
    let playback = Playback::of(vec![response("200 OK", "text/xml; charset=utf-8", &data_set)]).await;
    let call = playback.account().groups_get_list_data_set(GroupsGetListDataSet::new()).transport(Transport::HttpGet);
    let data_set = call.await.unwrap();
    let row = data_set.table_named("T").unwrap().row_at(0).unwrap();
    assert_eq!((row.text("A").as_deref(), row.text("C").as_deref()), (Some("x y\tz"), Some("a\nb\nc")));
}
