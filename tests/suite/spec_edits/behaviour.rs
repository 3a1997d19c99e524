//! Changes of behaviour with unchanged code and messages.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use asmx_document::service as descriptors;
use asmx_runtime::{Builder, Client, DynamicRequest, RetryPolicy, Service, Transport, json as from_json};
use bytes::Bytes;
use serde_json::json;
use spec_edits::{Row, rows};

fn row(name: &str) -> Row {
    rows::all().into_iter().find(|row| row.name == name).unwrap_or_else(|| panic!("no row {name}"))
}

/// The descriptors of both versions.
fn versions(name: &str) -> [&'static Service; 2] {
    let (old, new) = row(name).models();
    [descriptors(&old), descriptors(&new)]
}

fn request(service: &'static Service, operation: &str) -> DynamicRequest {
    asmx_runtime::mock::sample_request(service.operation(operation).unwrap())
}

/// A server that is too busy for every request, and counts them.
#[derive(Clone, Default)]
struct Busy(Arc<AtomicUsize>);

impl tower::Service<http::Request<Bytes>> for Busy {
    type Response = http::Response<String>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: http::Request<Bytes>) -> Self::Future {
        self.0.fetch_add(1, Ordering::Relaxed);
        ready(Ok(http::Response::builder().status(503).body(String::new()).unwrap()))
    }
}

/// The number of attempts of a call at a busy server.
fn attempts(service: &'static Service, operation: &str) -> usize {
    let busy = Busy::default();
    let builder = Builder::<Client>::new(service).base_url("https://library.example").common("Branch", "b");
    let policy = RetryPolicy::default().attempts(3).base_backoff(Duration::ZERO);
    let client = builder.retry(policy).build_on(busy.clone()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let error = runtime.block_on(async { client.call(request(service, operation)).transport(Transport::Soap11).await });
    assert!(error.is_err());
    busy.0.load(Ordering::Relaxed)
}

#[test]
fn an_effect_decides_whether_a_call_is_repeated() {
    for (name, operation, expected) in [
        ("effect_became_read_of_write", "Close", [1, 3]),
        ("effect_became_read_of_send", "Remind", [1, 3]),
        ("effect_no_longer_read_write", "CountBooks", [3, 1]),
        ("effect_no_longer_read_send", "CountBooks", [3, 1]),
        ("effect_write_became_send", "Close", [1, 1]),
        ("effect_send_became_write", "Remind", [1, 1]),
    ] {
        assert_eq!(versions(name).map(|service| attempts(service, operation)), expected, "{name}");
    }
}

#[test]
fn a_secret_is_not_shown() {
    let shows = |service: &'static Service, operation: &str, parameter: &str| {
        let mut request = DynamicRequest::new(service.operation(operation).unwrap());
        if parameter == "Pin" {
            request.set("Pin", "hunter2").unwrap();
        } else {
            request = asmx_runtime::mock::sample_request(service.operation(operation).unwrap());
        }
        format!("{request:?}")
    };
    for (name, expected) in [("secret_cleared", [false, true]), ("secret_set", [true, false])] {
        let is_visible = versions(name).map(|service| shows(service, "Remind", "Pin").contains("hunter2"));
        assert_eq!(is_visible, expected, "{name}");
    }
    let hidden =
        versions("secret_of_member_cleared").map(|service| shows(service, "Renew", "Reader").contains("redacted"));
    assert_eq!(hidden, [true, false]);
}

#[test]
fn a_limit_marks_results_that_may_be_incomplete() {
    for (name, operation, expected) in [
        ("limit_added", "FindCopies", [None, Some(50)]),
        ("limit_removed", "ListLoans", [Some(1000), None]),
        ("limit_raised", "ListLoans", [Some(1000), Some(2000)]),
        ("limit_lowered", "ListLoans", [Some(1000), Some(500)]),
    ] {
        let limits = versions(name).map(|service| service.operation(operation).unwrap().record_limit);
        assert_eq!(limits, expected, "{name}");
    }
}

#[test]
fn a_client_needs_the_settings_of_its_service() {
    let is_built =
        |service: &'static Service| Builder::<Client>::new(service).base_url("https://library.example").build().is_ok();
    for (name, expected) in [
        ("namespace_removed", [true, false]),
        ("namespace_added", [false, true]),
        ("credentials_added", [true, false]),
        ("credentials_removed", [false, true]),
    ] {
        assert_eq!(versions(name).map(is_built), expected, "{name}");
    }
}

#[test]
fn an_open_operation_takes_undeclared_parameters_from_json() {
    let takes = |service: &'static Service| {
        let object = json!({ "Words": "w", "Shelf": "Open", "Other": "o" });
        from_json::parameters(service, service.operation("CountBooks").unwrap(), object.as_object().unwrap()).is_ok()
    };
    for (name, expected) in [("open_set", [false, true]), ("open_cleared", [true, false])] {
        assert_eq!(versions(name).map(takes), expected, "{name}");
    }
}
