//! Methods by the roles of parameters, under names and types that the first service does not have; and every operation of this
//! service over every transport that carries it.

use asmx_runtime::__private::{Field, TypedRequest};
use asmx_runtime::date_ranges::{DateRanges, EndDate, Step};
use asmx_runtime::delimited_data::ChunkLimit;
use asmx_runtime::descriptors::Role;
use asmx_runtime::mock::Mock;
use asmx_runtime::records::{Fields, FieldsError, TakesFields, TakesJoinedFields, TakesRecords};
use asmx_runtime::server::Server;
use asmx_runtime::{DataSet, ErrorKind, Operation, Request, ServerLimits, Transport, Value};
use second_service::{LibraryCatalogue, LIBRARY_CATALOGUE};

/// The value of the parameter of that name.
fn value(request: &dyn Request, name: &str) -> Value<'static> {
    let (place, _) = request.operation().parameter(name).unwrap();
    request.to_dynamic().into_values().swap_remove(place)
}

fn text(request: &dyn Request, name: &str) -> String {
    value(request, name).as_text().unwrap_or_else(|| panic!("{name} is not a text")).to_owned()
}

#[test]
fn names_and_values_go_where_the_roles_say() {
    let fields = Fields::new().with("Shelf", "a|b").with("Colour", None::<&str>);
    let arrays = second_service::SetMarks::new().fields(&fields).unwrap();
    assert_eq!(value(&arrays, "Keys"), Value::from(vec!["Shelf", "Colour"]));
    assert_eq!(value(&arrays, "Marks"), Value::from(vec![Some("a|b"), None]));
    let texts = second_service::SetMarksText::new().fields(&fields).unwrap();
    let separator = text(&texts, "Sep");
    assert!(!separator.is_empty() && !"a|b".contains(&separator));
    assert_eq!(text(&texts, "Keys"), ["Shelf", "Colour"].join(&separator));
    assert_eq!(text(&texts, "Marks"), ["a|b", ""].join(&separator));
    let joined = second_service::SetMarksJoined::new().fields_joined(&fields, ";").unwrap();
    assert_eq!((text(&joined, "Keys"), text(&joined, "Marks")), ("Shelf;Colour".to_owned(), "a|b;".to_owned()));
}

#[test]
fn records_and_messages_go_where_the_roles_say() {
    let books = (0..3)
        .map(|number| std::collections::BTreeMap::from([("Title", format!("{number}, a")), ("Year", "1".to_owned())]));
    let portions: Vec<_> = second_service::PutBooks::new()
        .records_in_portions(books, ChunkLimit::rows(2))
        .map(|request| request.unwrap())
        .map(|request| (text(&request, "Rows"), text(&request, "LineEnd"), text(&request, "CellEnd")))
        .collect();
    let portion = |rows: &str| (rows.to_owned(), "\n".to_owned(), "|".to_owned());
    assert_eq!(portions, [portion("0, a|1\n1, a|1"), portion("2, a|1")]);
}

/// A request whose author says that it takes what it does not.
struct Claimed(second_service::SetMarksJoined);

impl Request for Claimed {
    fn operation(&self) -> &'static Operation {
        self.0.operation()
    }

    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(&'a dyn Field)) {
        self.0.visit(visitor);
    }
}

impl Default for Claimed {
    fn default() -> Self {
        Self(second_service::SetMarksJoined::new())
    }
}

impl TypedRequest for Claimed {
    type Result = <second_service::SetMarksJoined as TypedRequest>::Result;

    fn visit_mut(&mut self, visitor: &mut dyn FnMut(&mut dyn Field)) {
        self.0.visit_mut(visitor);
    }
}

impl TakesFields for Claimed {}

#[test]
fn a_request_without_the_roles_is_refused() {
    let Err(error) = Claimed::default().fields(&Fields::new().with("a", "b")) else {
        panic!("there is no such parameter")
    };
    assert!(matches!(&error, FieldsError::Role(missing) if missing.role == Role::SentColumnDelimiter), "{error}");
    assert!(error.to_string().starts_with("SetMarksJoined has no parameter with the role"), "{error}");
}

fn january(step: Step) -> DateRanges {
    DateRanges::new("2026-01-01".parse().unwrap(), "2026-01-31".parse().unwrap(), EndDate::Included, step).unwrap()
}

#[tokio::test]
async fn reports_by_date_are_asked_for_by_role_and_type() {
    let mock = Mock::new(&LIBRARY_CATALOGUE);
    mock.on(|_: second_service::GetLoansBetween| Ok(DataSet::new("Loans")));
    mock.on(|_: second_service::GetLoansOfDays| Ok(DataSet::new("Loans")));
    let account = LibraryCatalogue::from(mock.client());
    let between = account.get_loans_between(second_service::GetLoansBetween::new());
    let of_days = account.get_loans_of_days(second_service::GetLoansOfDays::new());
    for (call, begin) in [
        (between.by_date(january(Step::Day)), "2026-01-01T00:00:00"),
        (of_days.by_date(january(Step::Day)), "2026-01-01"),
    ] {
        let parts = call.unwrap().all().await.unwrap_or_else(|error| panic!("{begin}: {error}"));
        assert_eq!(parts.len(), 1, "{begin}");
        let calls = mock.calls();
        let sent = calls.last().unwrap();
        let values: Vec<_> = sent.request.values().iter().map(|value| value.as_text().map(str::to_owned)).collect();
        assert_eq!(values, [Some(begin.to_owned()), Some("2026-01-31".to_owned())]);
    }
    let finer = account.get_loans_of_days(second_service::GetLoansOfDays::new()).by_date(january(Step::Second));
    let error = finer.err().expect("a date has no time");
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(error.to_string().contains("the step must be a day"), "{error}");
}

/// The echo serves any service by its descriptor.
#[tokio::test]
async fn every_operation_arrives_over_every_transport_that_carries_it() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(echo_service::opener(&LIBRARY_CATALOGUE)).max_query(100_000).serve(listener).unwrap();
    let builder = LibraryCatalogue::builder().base_url(format!("http://{}", server.address()));
    let builder = builder.secret("BranchKey", "key").allow_credentials_in_url();
    let account = builder.server_limits(ServerLimits::none()).query_limit(100_000).build().unwrap();
    let mut made = 0;
    for transport in Transport::ALL {
        for planned in echo_service::plan(&LIBRARY_CATALOGUE, &[("BranchKey", "key")], transport) {
            let place = format!("{} over {transport}", planned.operation.name);
            let response = account.client().call(planned.request.clone()).transport(transport).await;
            let content = response.unwrap_or_else(|error| panic!("{place}: {error}"));
            planned.check(&content).unwrap_or_else(|why| panic!("{place}: {why}"));
            made += 1;
        }
    }
    assert_eq!(made, echo_service::call_count(&LIBRARY_CATALOGUE));
}
