//! The parts of the echo contract that no recorded exchange shows: every table, the magic user names, over every transport.

use asmx_runtime::descriptors::OnContradiction;
use asmx_runtime::results::table::{Row, RowState};
use asmx_runtime::server::Server;
use asmx_runtime::{ErrorKind, FaultCode, Member, Message, Operation, Transport, Type, Value, XmlDocument};
use email_campaign_client::{DataSet, EMAIL_CAMPAIGN, EmailCampaign};

use super::decoded::check_tables;
use super::wire;
use echo_service::documented::{Document, document_of};
use echo_service::mounts::NAMESPACE;
use echo_service::{Kind, Returned, checks, documents, tables};

/// Values that are easily spoiled, in the order of an operation's parameters.
const VALUES: [&str; 6] =
    ["  lead trail  ", "line1\r\nline2\rline3\n", "é中文😀", "\ttab\t", "]]> <![CDATA[x]]>", "_x0020_ \u{85}\u{2028}"];

async fn account(username: &str, password: &str) -> EmailCampaign {
    let builder = EmailCampaign::builder()
        .base_url(format!("http://{}", wire::serve(&EMAIL_CAMPAIGN).await))
        .namespace(NAMESPACE);
    let builder = builder.credentials(username, password).allow_credentials_in_url();
    builder.server_limits(email_campaign_client::ServerLimits::none()).build().unwrap()
}

/// A request of an operation with difficult values.
fn request(name: &str) -> asmx_runtime::DynamicRequest {
    let operation = EMAIL_CAMPAIGN.operation(name).unwrap();
    let mut request = asmx_runtime::DynamicRequest::new(operation);
    for (index, parameter) in operation.parameters.iter().enumerate() {
        let value = match parameter.kind {
            asmx_runtime::Type::Array(array) if array.item == asmx_runtime::Type::STRING => {
                asmx_runtime::Value::Array(vec![VALUES[0].into(), "".into(), VALUES[1].into()])
            }
            kind if kind == asmx_runtime::Type::STRING => VALUES[index % VALUES.len()].into(),
            kind if kind == asmx_runtime::Type::INT => "-7".into(),
            kind => echo_service::sample(kind, index),
        };
        request.set(parameter.name, value).unwrap();
    }
    request
}

fn operations(kind: Kind) -> impl Iterator<Item = &'static str> {
    EMAIL_CAMPAIGN
        .operations
        .iter()
        .filter(move |operation| Kind::of(operation) == kind)
        .map(|operation| operation.name)
}

fn offered(name: &str) -> impl Iterator<Item = Transport> {
    let operation = EMAIL_CAMPAIGN.operation(name).unwrap();
    Transport::ALL.into_iter().filter(|transport| operation.offered_over(*transport))
}

#[tokio::test]
async fn every_table_arrives_as_it_was_made() {
    let account = account("u", "p").await;
    for name in operations(Kind::DataSet) {
        for transport in offered(name) {
            let request = request(name);
            let items = checks::expected(&EMAIL_CAMPAIGN, &[("Username", "u"), ("Password", "p")], &request, transport);
            let content = account.client().call(request).transport(transport).await.unwrap();
            let Ok(data_set) = content.single::<DataSet>() else { panic!("{name}") };
            let expected = tables::of_operation(name, &items);
            assert_eq!(data_set, as_read(&expected), "{name} over {transport}");
            expected.check().unwrap();
        }
    }
}

/// The tables as a parser reads them when carriage returns are written raw.
fn as_read(written: &DataSet) -> DataSet {
    let mut xml = "<a>".to_owned();
    written.write_content(&mut xml);
    let xml = (xml + "</a>").replace("&#xD;\n", "\n").replace("&#xD;", "\n");
    let document = asmx_runtime::xml::Document::parse(xml, &asmx_runtime::xml::ParseOptions::default()).unwrap();
    DataSet::from_element(document.root()).unwrap()
}

fn data_set(name: &str) -> DataSet {
    tables::of_operation(name, &[])
}

#[test]
fn the_tables_are_those_of_the_contract() {
    let contract = tables::EXPECTED.as_object().unwrap();
    for (operation, expected) in contract {
        check_tables(&as_read(&data_set(operation)), expected, operation);
    }
    assert!(
        contract
            .keys()
            .all(|name| EMAIL_CAMPAIGN.operation(name).is_some_and(|operation| Kind::of(operation) == Kind::DataSet))
    );
    // An operation of which the contract says nothing has the usual ones.
    check_tables(
        &as_read(&data_set("Reports_New")),
        &contract["Reports_GetMassEmailInformation_DataSet"],
        "a new operation",
    );
}

#[test]
fn the_rows_of_huge_are_those_of_the_contract() {
    let data_set = tables::huge(440_000);
    let table = data_set.only_table().unwrap();
    let row = |index: usize| {
        let row = table.row_at(index).unwrap();
        ["Id", "Email", "When", "Code"].map(|name| row.text(name).map(std::borrow::Cow::into_owned).unwrap_or_default())
    };
    assert_eq!(row(0), ["0", "user0@example.test", "2020-01-01T00:00:00-05:00", ""]);
    assert_eq!(row(61), ["61", "user61@example.test", "2020-01-01T01:01:00-05:00", "501"]);
    assert_eq!(row(70)[3], "");
    // Summer time begins on 2020-03-08 at 2, when it is 3, and ends on 2020-11-01 at 2, when it is 1 again.
    let day = 24 * 60;
    let (march, november) = (67 * day, 305 * day);
    for (index, when) in [
        (march + 119, "2020-03-08T01:59:00-05:00"),
        (march + 120, "2020-03-08T02:00:00-05:00"),
        (march + 180, "2020-03-08T03:00:00-04:00"),
        (november + 59, "2020-11-01T00:59:00-04:00"),
        (november + 60, "2020-11-01T01:00:00-05:00"),
    ] {
        assert_eq!(row(index)[2], when);
    }
    for index in [1, 6, 8, 59, 119, 439_999] {
        let expected = if index % 7 == 0 { String::new() } else { (500 + index % 60).to_string() };
        assert_eq!(row(index)[3], expected, "{index}");
    }
}

#[tokio::test]
async fn carriage_returns_survive_unless_they_are_written_raw() {
    let server = Server::new(echo_service::opener(&EMAIL_CAMPAIGN)).namespace(NAMESPACE);
    let server = server.serve(tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap()).unwrap();
    let builder = EmailCampaign::builder().base_url(format!("http://{}", server.address())).namespace(NAMESPACE);
    let escaped = builder.credentials("u", "p").allow_credentials_in_url().build().unwrap();
    let raw = account("u", "p").await;
    for name in operations(Kind::DataSet) {
        if data_set(name).table_named("Typed").is_none_or(|table| table.row_count() == 0) {
            continue;
        }
        for transport in offered(name) {
            for (account, expected) in [(&escaped, "a\r\nb\rc\nd\te"), (&raw, "a\nb\nc\nd\te")] {
                let content = account.client().call(request(name)).transport(transport).await.unwrap();
                let Ok(data_set) = content.single::<DataSet>() else { panic!("{name}") };
                let row = data_set.table_named("Typed").unwrap().row_at(5).unwrap();
                assert_eq!(row.text("S").as_deref(), Some(expected), "{name} over {transport}");
            }
        }
    }
    server.shutdown().await.unwrap();
}

#[test]
fn rows_in_every_state() {
    let data_set = data_set("Reports_GetUnsubscribesAll_DataSet2");
    let changed = data_set.table_named("Changed").unwrap();
    let states: Vec<_> = changed.iter().map(Row::state).collect();
    assert_eq!(states, [RowState::Unchanged, RowState::Modified, RowState::Added]);
    assert_eq!(changed.deleted_rows().map(|row| row.value::<String>("V").unwrap()).collect::<Vec<_>>(), ["deleted"]);
    let modified = changed.row_at(1).unwrap();
    assert_eq!(modified.text("V").as_deref(), Some("new"));
    assert_eq!(modified.original().unwrap().text("V").as_deref(), Some("before"));
    assert!(modified.error().is_some() && modified.column_error("V").is_some());
    let mut written = String::new();
    data_set.write_content(&mut written);
    // The deleted row is the third: its place is missing.
    assert!(
        written.contains("<Changed diffgr:id=\"Changed4\" msdata:rowOrder=\"3\" diffgr:hasChanges=\"inserted\">"),
        "{written}"
    );
    let (_, errors) = written.split_once("<diffgr:errors>").unwrap();
    assert_eq!(
        errors.matches("<Changed diffgr:id=").count(),
        1,
        "an element for a row, whatever its errors are: {errors}"
    );
    for tag in written.split('<').filter(|tag| tag.starts_with("xs:attribute")) {
        assert!(!tag.contains("msdata:Ordinal"), "{tag}");
    }
    assert!(written.contains("msdata:Ordinal=\"0\""), "{written}");
    for part in
        ["use=\"prohibited\"", "msdata:hidden", "diffgr:hasChanges=\"inserted\"", "<diffgr:before>", "<diffgr:errors>"]
    {
        assert!(written.contains(part), "{part} is missing in {written}");
    }
}

#[test]
fn the_names_of_the_sent_messages_need_encoding() {
    let data_set = data_set("Reports_Transactional_GetRecipients_DataSet");
    let table = data_set.table_named("Sent Messages").unwrap();
    assert_eq!(table.columns().len(), 14);
    let names = table.columns().iter().map(|column| column.name.as_str()).chain([table.name(), data_set.name()]);
    let unencoded: Vec<_> = names.filter(|name| asmx_runtime::xml::name::encode_local_name(name) == *name).collect();
    assert_eq!(unencoded, ["été", "x-y.z", "xmlThing"], "these need no escape, the others do");
    assert!(table.row_at(1).unwrap().cells().all(|(_, cell)| cell.is_null()), "a row of nothing");
}

#[test]
fn one_sparse_table() {
    let items =
        [echo_service::listing::Item { name: "JobID".to_owned(), kind: "int", length: 1, value: Some("5".to_owned()) }];
    let data_set = tables::of_operation("Reports_GetRecipients_DataSet", &items);
    let [table] = data_set.tables() else { panic!("one table") };
    assert_eq!((table.columns().len(), table.row_count()), (23, 12));
    assert!(table.iter().take(11).all(|row| row.text("Kind").is_none() && row.text("Id").is_some()));
    let echoed = table.row_at(11).unwrap();
    assert_eq!((echoed.text("Kind").as_deref(), echoed.text("Escaped").as_deref()), (Some("int"), Some("5")));
    assert_eq!(echoed.text("Id"), None);
}

#[tokio::test]
async fn documents_say_what_was_received() {
    let account = account("u", "p").await;
    for name in operations(Kind::Document) {
        for transport in offered(name) {
            let request = request(name);
            let items = checks::expected(&EMAIL_CAMPAIGN, &[("Username", "u"), ("Password", "p")], &request, transport);
            // The first undeclared parameter is sent, the others are not.
            let mut prepared = account.client().call(request).transport(transport);
            let mut items = items;
            for item in items.iter_mut().filter(|item| item.name == "SortOrder" && item.value.is_none()) {
                prepared = prepared.parameter("SortOrder", "d");
                (item.kind, item.length, item.value) = ("string", 1, Some("d".to_owned()));
            }
            let content = prepared.await.unwrap();
            checks::check(EMAIL_CAMPAIGN.operation(name).unwrap(), &items, &content)
                .unwrap_or_else(|why| panic!("{name} over {transport}: {why}"));
            let Ok(document) = content.single::<XmlDocument>() else { panic!("{name}") };
            let root = document.document().unwrap().root().name().to_owned();
            let expected = documents::of_operation(name, &items).unwrap();
            assert_eq!(root, expected.document().unwrap().root().name());
            let is_report = matches!(document_of(name), Document::Report | Document::ReportWithoutBlanks);
            if transport.is_soap() && is_report {
                assert_eq!(document.as_str(), expected.as_str(), "{name}");
            }
        }
    }
}

fn returned(operation: &Operation, message: &Message) -> Returned {
    Returned::of(operation, message).unwrap()
}

#[tokio::test]
async fn the_special_users() {
    let server = |username: &'static str| account(username, "3");
    for (username, check) in [
        ("null", (|content, _| content.is_null()) as fn(&Message, &Operation) -> bool),
        ("empty", |content, operation| match returned(operation, content) {
            Returned::Nothing => true,
            Returned::String(text) => !text.is_null() && text.as_str().is_empty(),
            Returned::Integers(integers) => !integers.is_null() && integers.as_slice().is_empty(),
            Returned::DataSet(data_set) => !data_set.is_null() && data_set.tables().is_empty(),
            Returned::Document(document) => document.as_str().starts_with("<empty"),
            Returned::Parts(_) => false,
        }),
        ("zerorows", |content, operation| match returned(operation, content) {
            Returned::DataSet(data_set) => {
                let shape =
                    data_set.tables().iter().map(|table| (table.name(), table.columns().len(), table.row_count()));
                shape.eq([("Table", 18, 0)])
            }
            Returned::String(text) => text.as_str().contains("--RAW--"),
            _ => true,
        }),
        ("huge", |content, operation| match returned(operation, content) {
            Returned::String(text) => text.as_str() == "xxx",
            // Multiples of the first integer that `request` gives.
            Returned::Integers(integers) => {
                let step =
                    if operation.parameters.iter().any(|parameter| parameter.kind == Type::INT) { -7 } else { 0 };
                integers.as_slice() == [0, step, 2 * step]
            }
            Returned::DataSet(data_set) => {
                let table = &data_set.tables()[0];
                let names = table.columns().iter().map(|column| column.name.as_str());
                names.eq(["Id", "Email", "When", "Code"]) && table.row_count() == 3
            }
            _ => true,
        }),
    ] {
        let account = server(username).await;
        for operation in EMAIL_CAMPAIGN.operations {
            for transport in Transport::ALL.into_iter().filter(|transport| operation.offered_over(*transport)) {
                let content = account.client().call(request(operation.name)).transport(transport).await.unwrap();
                // A part of a message is its type's default for both.
                if operation.on_contradiction == OnContradiction::Note && matches!(username, "null" | "empty") {
                    let is_default = |(output, value): (&Member, Value<'_>)| {
                        value.is_null()
                            || value == Value::absent(output)
                            || value == Value::Array(Vec::new())
                            || value == Value::default_of(output.kind)
                    };
                    let values = content.values();
                    let mut parts = operation.outputs.iter().zip(values);
                    assert!(parts.all(is_default), "{username}: {} gives {content:?}", operation.name);
                    continue;
                }
                assert!(
                    check(&content, operation),
                    "{username}: {} over {transport} gives {content:?}",
                    operation.name
                );
            }
        }
    }
}

#[tokio::test]
async fn deliberate_failures() {
    for transport in Transport::ALL {
        for (username, message, code) in [
            ("fault", "Deliberate failure in GetMassEmailReport2: <&>\"' é 😀", FaultCode::Server),
            ("fault:inner", "Outer failure in GetMassEmailReport2 ---> Inner failure <&>", FaultCode::Server),
            ("fault:soap", "Client error in GetMassEmailReport2 <&>", FaultCode::Client),
        ] {
            let account = account(username, "p").await;
            let error = account.client().call(request("GetMassEmailReport2")).transport(transport).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Fault);
            let fault = error.fault().unwrap();
            assert_eq!(fault.message(), message, "{transport}");
            assert_eq!(fault.code(), transport.is_soap().then_some(&code), "{transport}");
        }
    }
}
