//! SOAP headers that a client adds to its calls: those it was given, and those of a session.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::call::handler::Call;
use crate::operation::{Member, Role, Service, Type};
use crate::value::Value;
use crate::value::headers::is_of_type;
use crate::value::message::Message;
use crate::value::secrets::ZeroisedValue;
use crate::value::soap_header::{HeaderContent, SoapHeader};

#[derive(Clone)]
pub(crate) enum ClientHeader {
    /// A header. A declared one goes with the operations that declare it, any other with every operation.
    Explicit(SoapHeader),
    /// A value that becomes the header of its type.
    OfType(Type, ZeroisedValue),
}

impl ClientHeader {
    pub(crate) const fn of_type(kind: Type, value: Value<'static>) -> Self {
        Self::OfType(kind, ZeroisedValue(value))
    }

    /// The mistake of a header that no operation declares, or that several headers of an operation fit.
    pub(crate) fn misfit(&self, service: &Service) -> Option<String> {
        let mut declared = service.operations.iter().map(|operation| operation.messages.request_headers);
        match self {
            Self::Explicit(header) => {
                let (member, _) = header.declared()?;
                let is_declared = declared.any(|headers| headers.iter().any(|known| header.is(known)));
                (!is_declared)
                    .then(|| format!("no operation of {} declares the header `{}`", service.name, member.name))
            }
            Self::OfType(kind, _) => {
                let mut is_declared = false;
                for operation in service.operations {
                    let headers = operation.messages.request_headers;
                    match headers.iter().filter(|known| is_of_type(known, *kind)).count() {
                        0 => {}
                        1 => is_declared = true,
                        _ => {
                            let (name, kind) = (operation.name, kind.name());
                            return Some(format!(
                                "{name} declares several headers of the type {kind}: give the header by its descriptor"
                            ));
                        }
                    }
                }
                let kind = kind.name();
                (!is_declared).then(|| format!("no operation of {} declares a header of the type {kind}", service.name))
            }
        }
    }

    pub(crate) fn add_to(&self, call: &mut Call) {
        let declared = call.operation().messages.request_headers;
        let header = match self {
            Self::Explicit(header @ SoapHeader { content: HeaderContent::Unknown(_), .. }) => Some(header.clone()),
            Self::Explicit(header) => declared.iter().any(|known| header.is(known)).then(|| header.clone()),
            Self::OfType(kind, value) => {
                let found = declared.iter().find(|known| is_of_type(known, *kind));
                found.map(|known| SoapHeader::new(known, value.0.clone()))
            }
        };
        let is_given = |header: &SoapHeader| {
            header.declared().is_some_and(|(member, _)| call.soap_headers.iter().any(|explicit| explicit.is(member)))
        };
        if let Some(header) = header.filter(|header| !is_given(header)) {
            call.soap_headers.push(header);
        }
    }
}

#[derive(Default)]
pub(super) struct Session(Mutex<Vec<SoapHeader>>);

impl Session {
    /// An empty session; `None` if the service has no session headers.
    pub(super) fn of(service: &Service) -> Option<Self> {
        let mut headers = service.operations.iter().flat_map(|operation| operation.messages.request_headers);
        headers.any(is_of_session).then(Self::default)
    }

    /// A poisoned lock is used: each change is a single step.
    fn headers(&self) -> MutexGuard<'_, Vec<SoapHeader>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add_to(&self, call: &mut Call) {
        for declared in call.operation().messages.request_headers.iter().filter(|header| is_of_session(header)) {
            if call.soap_headers.iter().any(|header| header.is(declared)) {
                continue;
            }
            let headers = self.headers();
            let received = headers.iter().find(|header| header.is(declared)).and_then(SoapHeader::declared);
            if let Some((_, value)) = received {
                call.soap_headers.push(SoapHeader::new(declared, value.clone()));
            }
        }
    }

    /// Keeps the headers of a response, each instead of its predecessor.
    pub(super) fn take_from(&self, response: &Message) {
        for header in &response.headers {
            let Some((member, value)) = header.declared() else { continue };
            if is_of_session(member) && !value.is_null() {
                let mut headers = self.headers();
                headers.retain(|known| !known.is(member));
                headers.push(SoapHeader::new(member, value.clone()));
            }
        }
    }
}

fn is_of_session(header: &Member) -> bool {
    header.role == Some(Role::Session)
}
