//! A service whose operations return what they received, so that every transport can be checked to the last
//! character.
//!
//! It works by descriptor: [`opener`] serves any service, and [`plan`] makes a call of each of its operations and knows what must
//! come back. [`typed`] is the same through the trait and the client that are generated for the e-mail service.
//!
//! [`documented`] names the operations whose recorded behaviour goes beyond the interface. Every other operation responds as its
//! kind does.

#![forbid(unsafe_code)]

pub mod checks;
pub mod documented;
pub mod documents;
mod kind;
pub mod listing;
pub mod mounts;
mod plan;
pub mod results;
mod samples;
pub mod tables;
pub mod typed;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::{
    __private as generated, Call, Fault, Handler, Incoming, Member, Message, Opener, Request, Service, Value,
};

use listing::{Item, RequestFacts, kind_of, listing, push_items, raw_values};

pub use kind::{Kind, Returned};
pub use plan::{Planned, call_count, listing_request, plan};
pub use samples::of_type as sample;

/// Listings of the latest calls, by the password they came with.
#[derive(Clone, Default)]
pub struct Listings(Arc<Mutex<HashMap<Option<String>, String>>>);

impl Listings {
    fn get(&self, password: Option<&str>) -> Option<String> {
        let listings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        listings.get(&password.map(str::to_owned)).cloned()
    }

    fn keep(&self, password: Option<&str>, listing: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(password.map(str::to_owned), listing);
    }
}

/// Opens an echo of `service` for each call; the listings live as long as the opener.
pub fn opener(service: &'static Service) -> Opener {
    let listings = Listings::default();
    Opener::new(service, move |incoming| Ok(Arc::new(Echo::new(incoming, &listings))))
}

/// The echo of one call.
pub struct Echo {
    listings: Listings,
    username: Option<String>,
    password: Option<String>,
    common: Vec<(&'static Member, Value<'static>)>,
    undeclared: Vec<(String, Value<'static>)>,
    facts: RequestFacts,
}

impl Echo {
    /// An echo that keeps its listing among `listings`.
    pub fn new(incoming: &Incoming, listings: &Listings) -> Self {
        let header =
            |name| incoming.headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let common = incoming.common.iter().map(|(parameter, value)| (parameter, value.clone()));
        Self {
            listings: listings.clone(),
            username: incoming.username().map(str::to_owned),
            password: incoming.password().map(str::to_owned),
            common: common.collect(),
            undeclared: incoming.undeclared.clone(),
            facts: RequestFacts {
                method: incoming.method.to_string(),
                raw_url: incoming.uri.path_and_query().map_or_else(String::new, ToString::to_string),
                content_type: header("content-type"),
                soap_action: header("soapaction"),
            },
        }
    }

    /// Everything received, common parameters first, and how many parameters that are.
    fn items(&self, request: &dyn Request) -> (usize, Vec<Item>) {
        let operation = request.operation();
        let mut items = Vec::new();
        for (parameter, value) in &self.common {
            push_items(&mut items, parameter.name, kind_of(parameter), value);
        }
        for (parameter, value) in operation.parameters.iter().zip(request.to_dynamic().into_values()) {
            push_items(&mut items, parameter.name, kind_of(parameter), &value);
        }
        let undeclared = documented::undeclared_of(operation);
        for name in undeclared {
            let sent = self.undeclared.iter().find(|(known, _)| known == name);
            push_items(&mut items, name, "string", sent.map_or(&Value::Null, |(_, value)| value));
        }
        (self.common.len() + operation.parameters.len() + undeclared.len(), items)
    }

    /// Does what the magic user names ask for, else returns what was received.
    ///
    /// # Errors
    ///
    /// The fault that the user name asks for.
    pub async fn perform(&self, request: &dyn Request) -> Result<Message, Fault> {
        let (operation, password) = (request.operation(), self.password.as_deref());
        let name = operation.name;
        let (parameters, items) = self.items(request);
        let listing = listing(operation, parameters, &items, &self.facts);
        if self.username.as_deref() == Some("last") {
            let recorded = self.listings.get(password).unwrap_or_else(|| "none".to_owned());
            if let Some(response) = results::of_listing(operation, recorded) {
                return Ok(response);
            }
        } else {
            self.listings.keep(password, listing.clone());
        }
        let special = match self.username.as_deref() {
            Some("fault") => {
                let message = format!("Deliberate failure in {name}: <&>\"' é 😀");
                return Err(Fault::server(message).type_name("System.Exception"));
            }
            Some("fault:inner") => {
                let fault =
                    Fault::server(format!("Outer failure in {name}")).type_name("System.InvalidOperationException");
                return Err(fault.caused_by("Inner failure <&>").type_name("System.ArgumentException"));
            }
            Some("fault:soap") => {
                let detail = "<e:code severity=\"high &lt;&amp;&gt;&quot;\" xmlns:e=\"http://example.test/err\">42</e:code>\
                              <message>detail text &amp; more</message>";
                let fault = Fault::client(format!("Client error in {name} <&>"));
                return Err(fault.with_actor("http://example.test/actor").with_detail(detail));
            }
            Some("slow") => {
                tokio::time::sleep(Duration::from_secs(3)).await;
                None
            }
            Some("null") => Some(results::null(operation)),
            Some("empty") => Some(results::empty(operation)),
            Some("zerorows") => results::without_rows(operation),
            Some("huge") => {
                let count = password.and_then(|text| text.parse().ok()).unwrap_or_default();
                results::huge(operation, count, &items)
            }
            _ => None,
        };
        match special {
            Some(response) => Ok(response),
            None => results::of_call(request, &items, || format!("{listing}{}", raw_values(&items))),
        }
    }
}

impl Handler for Echo {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        generated::handler_future(Box::pin(self.perform(call.request.as_ref())))
    }
}
