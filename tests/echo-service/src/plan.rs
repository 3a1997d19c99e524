//! A call of every operation, made from its descriptor, and what must come of it.

use asmx_runtime::{DynamicRequest, Message, Operation, Service, Transport};

use super::kind::Kind;
use super::listing::Item;
use super::{checks, results, samples};

/// A call that is about to be made, and what the service must receive.
pub struct Planned {
    /// The operation called.
    pub operation: &'static Operation,
    /// The transport to call it over.
    pub transport: Transport,
    /// The request.
    pub request: DynamicRequest,
    /// The items that the service must have received.
    pub expected: Vec<Item>,
}

/// A call over `transport` of every operation that is offered over it, with the common parameters `common` beside the samples.
pub fn plan(service: &'static Service, common: &[(&str, &str)], transport: Transport) -> Vec<Planned> {
    let operations = service.operations.iter().copied().enumerate();
    let offered = operations.filter(|(_, operation)| operation.offered_over(transport));
    let planned = offered.map(|(number, operation)| {
        let request = sample_request(operation, number);
        let expected = checks::expected(service, common, &request, transport);
        Planned { operation, transport, request, expected }
    });
    planned.collect()
}

/// How many calls all plans of a service have together.
pub fn call_count(service: &Service) -> usize {
    let over = |transport| service.operations.iter().filter(|operation| operation.offered_over(transport)).count();
    Transport::ALL.into_iter().map(over).sum()
}

/// A request of an operation that carries a listing: what the user `last` asks with.
pub fn listing_request(service: &'static Service) -> Option<DynamicRequest> {
    let carries = |operation: &Operation| Kind::of(operation) == Kind::String;
    let number = service.operations.iter().position(|operation| carries(operation))?;
    service.operations.get(number).map(|operation| sample_request(operation, number))
}

fn sample_request(operation: &'static Operation, number: usize) -> DynamicRequest {
    let mut request = DynamicRequest::new(operation);
    for (place, parameter) in operation.parameters.iter().enumerate() {
        let set = request.set(parameter.name, samples::of_parameter(parameter, number + place));
        debug_assert!(set.is_ok(), "{}: {set:?}", parameter.name);
    }
    request
}

impl Planned {
    /// Checks a response; the error says where it differs from what was sent.
    ///
    /// # Errors
    ///
    /// The response does not tell what was sent.
    pub fn check(&self, content: &Message) -> Result<(), String> {
        let expected = match Kind::of(self.operation) {
            Kind::Nothing => Message::default(),
            Kind::Parts => results::message_of(&self.request),
            _ => return checks::check(self.operation, &self.expected, content),
        };
        if *content == expected { Ok(()) } else { Err(format!("expected {expected:?}, received {content:?}")) }
    }

    /// Whether the response tells all that was received. If not, [`Planned::check_listing`] has to.
    pub fn is_told(&self) -> bool {
        matches!(Kind::of(self.operation), Kind::String | Kind::DataSet | Kind::Document)
    }

    /// Checks the listing that the service keeps of the call.
    ///
    /// # Errors
    ///
    /// The listing is of another operation, or does not tell what was sent.
    pub fn check_listing(&self, listing: &str) -> Result<(), String> {
        let first = listing.lines().next().unwrap_or_default();
        if first != format!("operation=[{}]", self.operation.name) {
            return Err(format!("the service remembers `{first}`"));
        }
        checks::check_listing(&self.expected, listing)
    }
}
