//! Requests as a service receives them.

use asmx_runtime::credentials::CommonValues;
use asmx_runtime::protocol::{self, Endpoint, ErrorStyle, Outgoing, Received, RequestLimits, ServerSettings};
use asmx_runtime::{DynamicRequest, SoapHeader, Transport, Value};
use bytes::Bytes;

use super::compare;
use super::meaning::{self, Record};
use super::samples::{self, FILLS, Fill};
use super::{Call, Version};

/// The first difference between the requests that the client's own service and the other service receive.
pub(super) fn difference(call: &Call<'_>) -> Option<String> {
    let (mut is_served, mut sent) = (false, Vec::new());
    for fill in FILLS {
        let Some(request) = request(call, fill) else { continue };
        let bytes = (request.uri().clone(), request.body().clone());
        if sent.contains(&bytes) {
            continue;
        }
        sent.push(bytes);
        let Ok(own) = read(call.client, &request) else { continue };
        is_served = true;
        let meaning = record(&own, &str::to_owned);
        let other = match read(call.service, &request) {
            Ok(other) => other,
            Err(status) => return Some(format!("refused with {status}")),
        };
        if other.incoming.operation.name != call.there(own.incoming.operation.name) {
            return Some(format!("received as a call of {}", other.incoming.operation.name));
        }
        let received = record(&other, &|name| call.names.other(name, !call.forward).to_owned());
        if let Some(difference) = compare::records_otherwise(&meaning, &received) {
            return Some(difference);
        }
    }
    // Compared with itself, a version shows whether anything is compared.
    let is_alone = std::ptr::eq(call.client, call.service);
    assert!(is_served || !is_alone, "{} over {}: not served", call.operation.name, call.transport);
    None
}

/// The bytes of a client; `None` if it refuses the call.
fn request(call: &Call<'_>, fill: Fill) -> Option<http::Request<Bytes>> {
    let (version, operation) = (call.client, call.operation);
    let mut request = DynamicRequest::new(operation);
    for (place, parameter) in operation.parameters.iter().enumerate() {
        request.set(parameter.name, samples::of_member(parameter, fill, place)).ok()?;
    }
    let mut common = CommonValues::new(version.service);
    for (place, parameter) in version.service.common.iter().enumerate() {
        common.set(parameter.name, samples::of_member(parameter, fill, 50 + place)).ok()?;
    }
    let is_soap = matches!(call.transport, Transport::Soap11 | Transport::Soap12);
    let headers = operation.messages.request_headers.iter().enumerate().filter(|_| is_soap);
    let headers = headers.map(|(place, header)| SoapHeader::new(header, samples::of_member(header, fill, 70 + place)));
    let headers: Vec<SoapHeader> = headers.collect();
    let port = version.service.ports_of(operation, call.transport).next();
    let endpoint = Endpoint {
        url: format!("http://library.example{}", port.map_or(version.service.path, |port| port.path)),
        namespace: version.namespace.clone(),
        states_action: version.service.namespace.is_some(),
    };
    let outgoing = Outgoing {
        request: &request,
        common: &common,
        undeclared: &[],
        headers: &headers,
        transport: call.transport,
        unchecked: false,
        complete_forms: false,
    };
    protocol::encode_request(&endpoint, &RequestLimits::default(), outgoing).ok()
}

/// The received request, or the status of the refusal.
fn read(version: &Version, request: &http::Request<Bytes>) -> Result<Received, u16> {
    let settings = ServerSettings::new(version.service, version.namespace.clone(), ErrorStyle::Production);
    protocol::decode_request(&settings, request).map_err(|refusal| refusal.status().as_u16())
}

/// All parameters by name, common ones and headers too.
fn record(received: &Received, rename: meaning::Rename<'_>) -> Record {
    let incoming = &received.incoming;
    let own = incoming.operation.parameters.iter().zip(received.request.values());
    let mut record = meaning::record(own.chain(incoming.common.iter()), rename);
    let parameters = incoming.operation.parameters.iter().chain(incoming.common.iter().map(|(member, _)| member));
    meaning::with_missing(&mut record, parameters, rename);
    let header = |name: &str| format!("header {}", rename(name));
    // Missing parameters are nothing.
    let declared = incoming.operation.messages.request_headers.iter();
    record.extend(meaning::record(declared.map(|header| (header, &Value::Null)), &header));
    record.extend(meaning::record(incoming.soap_headers.iter().filter_map(SoapHeader::declared), &header));
    record
}
