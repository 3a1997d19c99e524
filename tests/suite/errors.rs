//! Every public error goes where Rust's errors go: to other threads, and with `?` into `Box<dyn Error + Send + Sync>`. What is not so does not
//! compile here.

use std::error::Error;

use asmx_runtime::results::{self, data_set, table};
use asmx_runtime::{Transport, date_ranges, delimited_data, json, server, xml, xsd};

const fn is_error<E: std::error::Error + Send + Sync + 'static>() {}

const _: () = {
    is_error::<asmx_runtime::Error>();
    is_error::<asmx_runtime::Fault>();
    is_error::<asmx_runtime::records::FieldsError>();
    is_error::<asmx_runtime::errors::InvalidValue>();
    is_error::<asmx_runtime::errors::MissingRole>();
    is_error::<asmx_runtime::stack::NothingSent>();
    is_error::<asmx_runtime::records::RecordsError>();
    is_error::<asmx_runtime::errors::SetParameterError>();
    is_error::<asmx_runtime::errors::UnexpectedResult>();
    is_error::<asmx_runtime::errors::UnknownTransport>();
    is_error::<data_set::DataSetError>();
    is_error::<data_set::ReadError>();
    is_error::<date_ranges::FewerRecords>();
    is_error::<date_ranges::InvalidMoment>();
    is_error::<date_ranges::InvalidRange>();
    is_error::<date_ranges::RangedReportError<()>>();
    is_error::<delimited_data::DelimitedDataError>();
    is_error::<json::ParameterError>();
    is_error::<email_campaign_client::mime::MimeError>();
    is_error::<results::DeclaredRowsError>();
    is_error::<results::DelimiterError>();
    is_error::<results::IntoTableError>();
    is_error::<results::Uncountable>();
    is_error::<results::XmlRowsError>();
    is_error::<server::ServerError>();
    is_error::<table::CellError>();
    is_error::<table::PushError>();
    is_error::<xml::XmlError>();
    is_error::<xsd::InvalidText>();
    is_error::<asmx_document::DocumentError>();
    is_error::<asmx_codegen::Diagnostics>();
    is_error::<asmx_codegen::NoSuchOperation>();
    is_error::<asmx::new::NewError>();
    is_error::<asmx_codegen::output::GenerateError>();
    is_error::<asmx::update::UpdateError>();
};

/// The text that a program prints behind `Error: ` when its `main` returns an error.
fn printed(error: impl Into<Box<dyn Error>>) -> String {
    format!("{:?}", error.into())
}

#[test]
fn an_error_that_leaves_main_prints_a_sentence_and_its_causes() {
    let moment = "the 5th".parse::<date_ranges::Moment>().unwrap_err();
    assert_eq!(printed(moment), "`the 5th` is not a date without a zone: write 2026-01-31 or 2026-01-31T09:30:05");
    let day = |text: &str| text.parse::<date_ranges::Moment>().unwrap();
    let (begin, end, step) = (day("2026-01-31"), day("2026-01-01"), date_ranges::Step::Second);
    let range = date_ranges::DateRanges::new(begin, end, date_ranges::EndDate::Included, step).unwrap_err();
    let sentence = "no time lies between 2026-01-31T00:00:00 and 2026-01-01T00:00:00: the begin date must be earlier than the end date";
    assert_eq!(printed(range), sentence);
    let document = asmx_document::Document::open(std::path::Path::new("no/such.wsdl")).unwrap_err();
    let text = printed(document);
    assert!(text.starts_with("cannot read no/such.wsdl: ") && text.matches("No such file").count() == 1, "{text}");
    let mistakes = asmx_document::Document::read("a.xml", b"<service/>").unwrap_err();
    assert_eq!(format!("{mistakes:?}"), mistakes.to_string());
    let listener = server::ServerError::Listener(std::io::Error::other("the port is taken"));
    assert_eq!(printed(listener), "the listener cannot be used: the port is taken");
}

#[tokio::test]
async fn a_failed_call_that_leaves_main_prints_a_sentence_and_its_causes() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let builder = email_campaign_client::EmailCampaign::builder().base_url(format!("http://{closed}"));
    let builder = builder.namespace("http://example.com/ws/").credentials("user", "hunter2secret");
    let account = builder.retry(asmx_runtime::RetryPolicy::never()).build().unwrap();
    let calls = echo_service::plan(&email_campaign_client::EMAIL_CAMPAIGN, &[], Transport::Soap11);
    let error = account.client().call(calls.into_iter().next().unwrap().request).await.unwrap_err();
    let (sentence, fields) = (format!("{error:?}"), format!("{error:#?}"));
    assert!(sentence.starts_with(&error.to_string()) && sentence.contains("refused"), "{sentence}");
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    assert!(sentence.len() < 300 && fields.contains("kind: Connect"), "{sentence}\n{fields}");
    assert!(!sentence.contains("hunter2secret") && !fields.contains("hunter2secret"));
}

/// The error of a call whose namespace lacks its last slash.
async fn said_of_a_foreign_namespace(sandbox: &email_campaign_sandbox::RunningSandbox, transport: Transport) -> String {
    let namespace = sandbox.namespace().trim_end_matches('/').to_owned();
    let account = sandbox.client().namespace(namespace).build().unwrap();
    let calls = echo_service::plan(&email_campaign_client::EMAIL_CAMPAIGN, &[], transport);
    let call = account.client().call(calls.into_iter().next().unwrap().request).transport(transport);
    call.await.unwrap_err().to_string()
}

#[tokio::test]
async fn a_foreign_namespace_is_named_in_the_fault() {
    let sandbox = email_campaign_sandbox::Sandbox::start().await.unwrap();
    for transport in [Transport::Soap11, Transport::Soap12] {
        let message = said_of_a_foreign_namespace(&sandbox, transport).await;
        let namespace = sandbox.namespace();
        assert!(message.contains(&format!("the service in `{namespace}`: no parameter was read")), "{message}");
    }
    sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn a_fault_about_credentials_asks_for_the_namespace() {
    use email_campaign_client::{EMAIL_CAMPAIGN, EmailCampaign, Fault};
    let namespace = "http://example.com/ws/";
    for (message, is_asked) in [
        ("Username or Password is wrong", true),
        ("Unable to handle request without a valid action parameter. Please supply a valid soap action.", true),
        ("BeginDate is no date", false),
        ("the namespace is wrong, and so is the password", false),
    ] {
        let opener = asmx_runtime::Opener::new(&EMAIL_CAMPAIGN, move |_| Err(Fault::client(message)));
        let server = server::Server::new(opener).namespace(namespace);
        let server = server.serve(tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap()).unwrap();
        let builder = EmailCampaign::builder().base_url(format!("http://{}", server.address())).namespace(namespace);
        let account = builder.credentials("user", "hunter2").allow_credentials_in_url().build().unwrap();
        for transport in Transport::ALL {
            let call = echo_service::plan(&EMAIL_CAMPAIGN, &[], transport).into_iter().next().unwrap();
            let error = account.client().call(call.request).transport(transport).await.unwrap_err();
            let hint = " (is the namespace `http://example.com/ws/` the service's, slash included?)";
            assert_eq!(error.to_string().ends_with(hint), is_asked && transport.is_soap(), "{error}");
            assert_eq!(error.fault().unwrap().message(), message, "the fault itself stays as it came");
        }
        server.shutdown().await.unwrap();
    }
}

#[test]
fn an_empty_namespace_is_none() {
    use email_campaign_client::{EMAIL_CAMPAIGN, EmailCampaign, Fault};
    let builder = EmailCampaign::builder().base_url("https://api.example.com").credentials("user", "hunter2");
    let error = builder.namespace("").build().unwrap_err();
    let opener = asmx_runtime::Opener::new(&EMAIL_CAMPAIGN, |_| Err(Fault::client("nobody")));
    let refused = server::Server::new(opener).namespace("").build().unwrap_err();
    for text in [error.to_string(), refused.to_string()] {
        assert!(text.ends_with("states no XML namespace: give it with `namespace(…)`"), "{text}");
    }
}
