//! Headers that a service answers and that later calls send again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::call::handler::Call;
use crate::operation::{Member, Role, Service};
use crate::value::message::Message;
use crate::value::soap_header::SoapHeader;

/// The last received headers of a session.
#[derive(Default)]
pub(super) struct Session(Mutex<Vec<SoapHeader>>);

impl Session {
    /// A session without headers, of a service that has any.
    pub(super) fn of(service: &Service) -> Option<Self> {
        let mut headers = service.operations.iter().flat_map(|operation| operation.messages.request_headers);
        headers.any(is_of_session).then(Self::default)
    }

    /// A panic elsewhere leaves nothing half done here.
    fn kept(&self) -> MutexGuard<'_, Vec<SoapHeader>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the headers that the operation takes and the call was not given.
    pub(super) fn add_to(&self, call: &mut Call) {
        for declared in call.operation().messages.request_headers.iter().filter(|header| is_of_session(header)) {
            if call.soap_headers.iter().any(|header| header.is(declared)) {
                continue;
            }
            let kept = self.kept();
            let received = kept.iter().find(|header| header.is(declared)).and_then(SoapHeader::declared);
            if let Some((_, value)) = received {
                call.soap_headers.push(SoapHeader::new(declared, value.clone()));
            }
        }
    }

    /// Keeps the headers of a response, each in the place of the one before it.
    pub(super) fn take_from(&self, response: &Message) {
        for header in &response.headers {
            let Some((member, value)) = header.declared() else { continue };
            if is_of_session(member) && !value.is_null() {
                let mut kept = self.kept();
                kept.retain(|known| !known.is(member));
                kept.push(SoapHeader::new(member, value.clone()));
            }
        }
    }
}

fn is_of_session(header: &Member) -> bool {
    header.role == Some(Role::Session)
}
