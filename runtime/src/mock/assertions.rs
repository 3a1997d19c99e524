//! Assertions about the calls that a mock recorded. A failed assertion panics and lists the calls.

use std::fmt::{self, Write as _};

use super::{Mock, RecordedCall};
use crate::value::debug_value::DebugValue;
use crate::value::request::Request;
use crate::value::typed_request::TypedRequest;

const LISTED: usize = 20;

impl Mock {
    /// Every call, in order.
    pub fn calls(&self) -> Vec<RecordedCall> {
        self.state().calls.clone()
    }

    /// The calls of one operation, as its requests, in order.
    pub fn calls_of<R: TypedRequest>(&self) -> Vec<R> {
        self.state().calls.iter().filter_map(RecordedCall::typed).collect()
    }

    /// Asserts that the operation was called that many times.
    ///
    /// # Panics
    ///
    /// The number of calls is another one.
    #[track_caller]
    pub fn assert_called<R: TypedRequest>(&self, times: usize) {
        let name = R::default().operation().name;
        let calls = self.calls();
        let found = calls.iter().filter(|call| call.operation.name == name).count();
        let wanted = if times == 0 { "not to be called".to_owned() } else { format!("to be called {}", Times(times)) };
        assert!(found == times, "{name} was {wanted}, and was called {}. {}", Times(found), Listed(&calls));
    }

    /// Asserts that the operation was not called.
    ///
    /// # Panics
    ///
    /// The operation was called.
    #[track_caller]
    pub fn assert_not_called<R: TypedRequest>(&self) {
        self.assert_called::<R>(0);
    }

    /// Asserts that at least one call had exactly this request. Over GET and POST an absent value is empty: these transports cannot tell the
    /// difference.
    ///
    /// # Panics
    ///
    /// No call had this request; the message lists the differences of each call. Values of secret parameters are not shown.
    #[track_caller]
    pub fn assert_called_with<R: TypedRequest>(&self, request: &R) {
        let operation = request.operation();
        let calls = self.calls();
        let of_operation: Vec<&RecordedCall> =
            calls.iter().filter(|call| call.operation.name == operation.name).collect();
        let was_called_so = of_operation.iter().any(|call| (request as &dyn Request).equals(&call.request));
        let name = operation.name;
        assert!(!of_operation.is_empty(), "{name} was to be called, and was not. {}", Listed(&calls));
        assert!(
            was_called_so,
            "{name} was called {}, but never with what was expected:{}",
            Times(of_operation.len()),
            differences(request, &of_operation)
        );
    }

    /// Asserts that the calls were exactly of these operations, in this order.
    ///
    /// # Panics
    ///
    /// The calls were others.
    #[track_caller]
    pub fn assert_operations(&self, names: &[&str]) {
        let calls = self.calls();
        let found: Vec<&str> = calls.iter().map(|call| call.operation.name).collect();
        assert!(found == names, "expected calls of [{}]. {}", names.join(", "), Listed(&calls));
    }
}

fn differences(wanted: &dyn Request, calls: &[&RecordedCall]) -> String {
    let mut text = String::new();
    for (number, call) in calls.iter().enumerate().take(LISTED) {
        for ((parameter, wanted), found) in wanted.declared().zip(call.request.values()) {
            if !wanted.equals(found) {
                let (found, wanted) =
                    (DebugValue::of_member(parameter, found), DebugValue::of_member(parameter, wanted));
                // Writing to a String cannot fail.
                let _ = write!(text, "\n  call {}: {} was {found:?}, expected {wanted:?}", number + 1, parameter.name);
            }
        }
    }
    text
}

struct Times(usize);

impl fmt::Display for Times {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => formatter.write_str("never"),
            1 => formatter.write_str("once"),
            times => write!(formatter, "{times} times"),
        }
    }
}

struct Listed<'a>(&'a [RecordedCall]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return formatter.write_str("There were no calls at all.");
        }
        formatter.write_str("The calls were:")?;
        for (number, call) in self.0.iter().enumerate().take(LISTED) {
            write!(formatter, "\n  {}. {call:?}", number + 1)?;
        }
        if self.0.len() > LISTED { write!(formatter, "\n  … and {} more", self.0.len() - LISTED) } else { Ok(()) }
    }
}
