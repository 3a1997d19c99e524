//! Messages, imports, fields and long reports: over every transport, byte for byte, and against the sandbox.
#![allow(clippy::pedantic)]

use std::sync::{Arc, Mutex};

use asmx_runtime::descriptors::Role;
use asmx_runtime::server::{Listening, Server};
use asmx_runtime::{DynamicRequest, Effect};
use email_campaign_client::date_ranges::{DateRanges, EndDate, Moment, Step};
use email_campaign_client::delimited_data::ChunkLimit;
use email_campaign_client::mime::{MessageForm, MimeBuilder, MimeMessage};
use email_campaign_client::*;
use email_campaign_sandbox::Sandbox;
use mail_parser::MessageParser;
use serde::Serialize;

const NAMESPACE: &str = "http://example.com/ws/";

/// Keeps what arrives.
#[derive(Clone, Default)]
struct Arrived {
    messages: Arc<Mutex<Vec<SendMassEmailRaw>>>,
    imports: Arc<Mutex<Vec<ImportGroupMembersFromData2>>>,
    edits: Arc<Mutex<Vec<ListsEditMemberByAddress>>>,
    members: Arc<Mutex<Vec<AddGroupMember>>>,
}

fn keep<T>(requests: &Mutex<Vec<T>>, request: T) -> ServiceFuture<'static, Text> {
    requests.lock().unwrap().push(request);
    Box::pin(async { Ok(Text::new("0\nSUCCESS")) })
}

impl EmailCampaignService for Arrived {
    fn send_mass_email_raw(&self, request: SendMassEmailRaw) -> ServiceFuture<'_, Text> {
        keep(&self.messages, request)
    }

    fn import_group_members_from_data2(&self, request: ImportGroupMembersFromData2) -> ServiceFuture<'_, Text> {
        keep(&self.imports, request)
    }

    fn lists_edit_member_by_address(&self, request: ListsEditMemberByAddress) -> ServiceFuture<'_, Text> {
        keep(&self.edits, request)
    }

    fn add_group_member(&self, request: AddGroupMember) -> ServiceFuture<'_, Text> {
        keep(&self.members, request)
    }
}

async fn serve(arrived: &Arrived) -> (Listening, EmailCampaign) {
    let arrived = arrived.clone();
    let opener = EmailCampaign::opener(move |_| Ok::<Arc<dyn EmailCampaignService>, Fault>(Arc::new(arrived.clone())));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(opener).namespace(NAMESPACE).serve(listener).unwrap();
    let builder = EmailCampaign::builder().base_url(format!("http://{}", server.address())).namespace(NAMESPACE);
    let builder = builder.credentials("user", "password").allow_credentials_in_url();
    (server, builder.server_limits(ServerLimits::none()).build().unwrap())
}

fn message(form: MessageForm) -> MimeMessage {
    let builder = MimeBuilder::new().text("Hello é\nhttp://x.test/t").html("<p>Hello &amp; <b>bye</b> ]]> é</p>");
    builder.attachment("days & towns.csv", "text/csv", "a,b\r\n1,\"é\"\r\n").form(form).build().unwrap()
}

#[tokio::test]
async fn a_message_arrives_byte_for_byte_over_every_transport() {
    let arrived = Arrived::default();
    let (_server, account) = serve(&arrived).await;
    for transport in Transport::ALL {
        for form in [MessageForm::WithHeaders, MessageForm::PartsOnly] {
            let message = message(form);
            let request = SendMassEmailRaw::new().subject("s").raw_message(message.raw()).boundary(message.boundary());
            account.send_mass_email_raw(request).transport(transport).await.unwrap();
            let came = arrived.messages.lock().unwrap().pop().unwrap();
            assert_eq!(came.raw_message.as_deref(), Some(message.raw()), "{transport}");
            assert_eq!(came.boundary.as_deref(), Some(message.boundary()), "{transport}");
        }
    }
    let message = message(MessageForm::WithHeaders);
    let local = EmailCampaign::in_process(arrived.clone());
    local
        .send_mass_email_raw(SendMassEmailRaw::new().raw_message(message.raw()).boundary(message.boundary()))
        .await
        .unwrap();
    let came = arrived.messages.lock().unwrap().pop().unwrap().raw_message.unwrap();
    assert_eq!(came, message.raw());
    let read = MessageParser::default().parse(&came).unwrap();
    assert_eq!(read.body_text(0).unwrap(), "Hello é\r\nhttp://x.test/t");
    assert_eq!(read.attachment(0).unwrap().contents(), "a,b\r\n1,\"é\"\r\n".as_bytes());
}

#[derive(Serialize, Clone)]
struct Member {
    #[serde(rename = "EmailAddress")]
    address: String,
    #[serde(rename = "City")]
    city: Option<String>,
}

fn member(address: impl Into<String>, city: Option<&str>) -> Member {
    Member { address: address.into(), city: city.map(str::to_owned) }
}

#[tokio::test]
async fn imports_and_fields_arrive_unchanged_over_every_transport() {
    let arrived = Arrived::default();
    let (_server, account) = serve(&arrived).await;
    let odd =
        [member("a@x", Some("<b> & \"q\" +%é\t|~")), member("b@x", None), member("c@x", Some("line 1\r\nline 2\r"))];
    let import = ImportGroupMembersFromData2::new().group_name("News").update_only("False").records(&odd).unwrap();
    let fields = Fields::new().with("City", "a|b\r\nc").with("Age", "");
    let edit = ListsEditMemberByAddress::new().list_name("News").email_address("a@x").fields(&fields).unwrap();
    let add = AddGroupMember::new().group_name("News").email_address("a@x").fields(&fields).unwrap();
    for transport in Transport::ALL {
        account.import_group_members_from_data2(import.clone()).transport(transport).await.unwrap();
        let came = arrived.imports.lock().unwrap().pop().unwrap();
        assert_eq!(came, import, "{transport}");
        let delimiters = Delimiters {
            row: came.row_delimiter.clone(),
            column: came.column_delimiter.clone(),
            qualifier: came.text_qualifier.clone(),
        };
        let data = DelimitedText::new(came.import_data.unwrap()).with_delimiters(delimiters);
        let rows = data.cells().unwrap();
        let expected = odd.clone().map(|member| vec![member.address, member.city.unwrap_or_default()]);
        assert_eq!(rows, expected, "{transport}");

        account.lists_edit_member_by_address(edit.clone()).transport(transport).await.unwrap();
        let came = arrived.edits.lock().unwrap().pop().unwrap();
        assert_eq!((&came.field_names, &came.field_values), (&edit.field_names, &edit.field_values), "{transport}");
        assert_eq!((&came.delimiter, &came.text_qualifier), (&edit.delimiter, &edit.text_qualifier), "{transport}");

        account.add_group_member(add.clone()).transport(transport).await.unwrap();
        let came = arrived.members.lock().unwrap().pop().unwrap();
        assert_eq!((came.field_names, came.field_values), (add.field_names.clone(), add.field_values.clone()));
    }
}

#[tokio::test]
async fn the_sandbox_takes_messages_fields_and_imports() {
    let sandbox = Sandbox::builder().list("News").clock("2026-01-31T12:00:00").open().unwrap();
    let account = sandbox.in_process();
    let members = (0..25).map(|index| member(format!("m{index}@x.test"), Some("Oslo | ~\nNorway")));
    let template = ImportGroupMembersFromData2::new().group_name("News").update_only("False");
    let mut responses = Vec::new();
    for request in template.records_in_portions(members, ChunkLimit::rows(10)) {
        responses.push(account.import_group_members_from_data2(request.unwrap()).await.unwrap().as_str().to_owned());
    }
    let added: Vec<_> = responses.iter().map(|response| response.lines().nth(2).unwrap()).collect();
    assert_eq!(added, ["Added: 10", "Added: 10", "Added: 5"]);

    let add = AddGroupMember::new().group_name("News").email_address("ann@x.test");
    account.add_group_member(add.fields(&Fields::new().with("City", "Bergen")).unwrap()).await.unwrap();
    for (value, address) in [("", "ann@x.test"), ("a|b,c\"d", "m1@x.test")] {
        let edit = ListsEditMemberByAddress::new().list_name("News").email_address(address);
        let edited =
            account.lists_edit_member_by_address(edit.fields(&Fields::new().with("City", value)).unwrap()).await;
        assert!(edited.unwrap().as_str().starts_with("0\nSUCCESS"), "{value}");
    }
    let string = AddGroupMemberString::new().group_name("News").email_address("bob@x.test");
    let string = string.fields_joined(&Fields::new().with("City", "Oslo").with("Age", "7"), ",").unwrap();
    account.add_group_member_string(string).await.unwrap();
    for form in [MessageForm::WithHeaders, MessageForm::PartsOnly] {
        let send = SendMassEmailRaw::new().from_email("news@x.test").from_name("News").to_groups("News").subject("s");
        let message = message(form);
        let send = send.raw_message(message.raw()).boundary(message.boundary());
        let response = account.send_mass_email_raw(send).await.unwrap();
        assert!(response.as_str().starts_with("0\nSUCCESS\n"), "{response}");
    }
}

/// More blocks than one response holds, at two moments of two days: none lost, none twice.
#[tokio::test]
async fn a_report_of_more_blocks_than_the_cap_is_whole() {
    const EACH: usize = 10_500;
    let sandbox = Sandbox::builder().clock("2026-01-01T00:00:00").list("One").list("Two").open().unwrap();
    let account = sandbox.in_process();
    for (list, day) in [("One", "2026-01-10T09:30:00"), ("Two", "2026-01-20T10:00:00")] {
        let members = (0..EACH).map(|index| member(format!("block@{}{index}.test", list.to_lowercase()), None));
        let import = ImportGroupMembersFromData2::new().group_name(list).records(members).unwrap();
        account.import_group_members_from_data2(import).await.unwrap();
        sandbox.set_clock(day).unwrap();
        let send = SendMassEmailRaw::new().from_email("news@x.test").to_groups(list).subject("s");
        let message = message(MessageForm::WithHeaders);
        account.send_mass_email_raw(send.raw_message(message.raw()).boundary(message.boundary())).await.unwrap();
    }
    sandbox.set_clock("2026-02-10T00:00:00").unwrap();
    let request = ReportsGetBlocks::new().row_delimiter("\n").col_delimiter("|");
    let january = request.clone().begin_date("2026-01-01").end_date("2026-01-31");
    assert_eq!(account.reports_get_blocks(january).await.unwrap().cells().unwrap().len(), 20_000);

    for (end, step) in [("2026-01-31", Step::Day), ("2026-01-31T23:59:59", Step::Second)] {
        let begin: Moment = "2026-01-01".parse().unwrap();
        let ranges = DateRanges::new(begin, end.parse().unwrap(), EndDate::Included, step).unwrap();
        let parts = account.reports_get_blocks(request.clone()).by_date(ranges).unwrap().all().await.unwrap();
        assert!(parts.len() > 1);
        let mut addresses = Vec::new();
        for part in &parts {
            addresses.extend(part.result.cells().unwrap().into_iter().map(|row| row[0].clone().into_owned()));
        }
        assert!(addresses[0].starts_with("block@two") && addresses[2 * EACH - 1].starts_with("block@one"));
        addresses.sort_unstable();
        addresses.dedup();
        assert_eq!(addresses.len(), 2 * EACH, "{step:?}");
    }
}

#[test]
fn arrays_keep_null() {
    let fields: Fields = [("City", Some("Oslo")), ("Age", None)].into_iter().collect();
    let request = AddGroupMember::new().fields(&fields).unwrap();
    assert_eq!(request, AddGroupMember::new().field_names(["City", "Age"]).field_values([Some("Oslo"), None]));
    let empty = AddGroupMember::new().fields(&Fields::new()).unwrap();
    assert_eq!((empty.field_names, empty.field_values), (Some(vec![]), Some(vec![])));
}

#[test]
fn fields_that_would_get_lost_are_refused() {
    let twice = Fields::new().with("City", "a").with(" city", "b");
    let duplicate = FieldsError::Duplicate { name: " city".to_owned() };
    assert_eq!(AddGroupMember::new().fields(&twice).unwrap_err(), duplicate);
    assert_eq!(ListsEditMemberByAddress::new().fields(&twice).unwrap_err(), duplicate);
    assert_eq!(AddGroupMemberString::new().fields_joined(&twice, ",").unwrap_err(), duplicate);
    let nameless = Fields::new().with("", "a");
    assert_eq!(AddGroupMember::new().fields(&nameless).unwrap_err(), FieldsError::NoName);
    assert_eq!(ListsEditMemberByAddress::new().fields(&Fields::new()).unwrap_err(), FieldsError::Empty);
    assert_eq!(AddGroupMemberString::new().fields_joined(&Fields::new(), ",").unwrap_err(), FieldsError::Empty);
}

#[test]
fn the_delimiter_of_an_edit_occurs_in_no_field() {
    let fields = Fields::new().with("a|b", "x\ty").with("c", "line 1\r\nline 2").with("d", None::<&str>);
    let request = ListsEditMemberByAddress::new().fields(&fields).unwrap();
    assert_eq!(request.field_names.as_deref(), Some("a|b;c;d"));
    assert_eq!(request.field_values.as_deref(), Some("x\ty;line 1\r\nline 2;"));
    assert_eq!((request.delimiter.as_deref(), request.text_qualifier.as_deref()), (Some(";"), Some("")));
    let single = ListsEditMemberByAddress::new().fields(&Fields::new().with("City", "")).unwrap();
    assert_eq!((single.field_names.as_deref(), single.field_values.as_deref()), (Some("City"), Some("")));
}

#[test]
fn a_delimiter_that_is_stated_must_not_occur() {
    let fields = Fields::new().with("City", "Oslo-").with("Age", "7");
    let refused = Err(FieldsError::Delimiter { name: Some("City".to_owned()) });
    let with =
        |delimiter| AddGroupMemberString::new().fields_joined(&fields, delimiter).map(|request| request.field_values);
    assert_eq!(with(","), Ok(Some("Oslo-,7".to_owned())));
    assert_eq!(with("-"), refused);
    // `Oslo-` and `--` would be cut one letter too early.
    assert_eq!(with("--"), refused);
    assert_eq!(with(""), Err(FieldsError::Delimiter { name: None }));
}

#[test]
fn portions_repeat_the_request() {
    let members = (0..5).map(|index| {
        std::collections::BTreeMap::from([("EmailAddress", format!("{index}@x")), ("Note", "a|b".into())])
    });
    let template = ImportGroupMembersFromData2::new().group_name("News").update_only("True");
    let requests: Vec<_> =
        template.clone().records_in_portions(members, ChunkLimit::rows(3)).map(Result::unwrap).collect();
    let expected = |data: &str| {
        let request = template.clone().field_names("EmailAddress\tNote").import_data(data).text_qualifier("");
        request.column_delimiter("\t").row_delimiter("\n")
    };
    assert_eq!(requests, [expected("0@x\ta|b\n1@x\ta|b\n2@x\ta|b"), expected("3@x\ta|b\n4@x\ta|b")]);
}

#[tokio::test]
async fn only_reads_of_a_time_frame_are_asked_for_by_date() {
    let account = EmailCampaign::in_process(Arrived::default());
    let ranges = || {
        DateRanges::new("2026-01-01".parse().unwrap(), "2026-01-31".parse().unwrap(), EndDate::Included, Step::Day)
            .unwrap()
    };
    // Every operation that has the roles can be, and no other; which those are is said by the descriptors alone.
    for operation in EMAIL_CAMPAIGN.operations {
        let has = |role| operation.parameters.iter().any(|parameter| parameter.role == Some(role));
        let can = has(Role::BeginDate) && has(Role::EndDate) && operation.effect == Effect::Read;
        let call: Prepared<DelimitedText> = Prepared::new(account.client(), Box::new(DynamicRequest::new(operation)));
        let asked = call.by_date(ranges());
        assert_eq!(asked.is_ok(), can, "{}", operation.name);
        if let Err(error) = asked {
            assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidRequest, Outcome::NotSent));
            assert!(error.to_string().contains("cannot be asked for by date"), "{error}");
        }
    }
}
