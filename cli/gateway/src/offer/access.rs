//! How a gateway reaches its service. It may change while the gateway serves, for example because a password has changed.

use std::sync::{Arc, PoisonError, RwLock};

use asmx_runtime::json;
use asmx_runtime::stack::Secrets;
use serde_json::{Map, Value as Json};

use crate::calls::target::Target;

/// Parameters and SOAP headers that a gateway supplies with each call, by name, to the operations that have them. Callers do not see them, and
/// cannot change them.
#[derive(Clone, Default)]
#[must_use = "values do nothing until a gateway supplies them"]
pub struct Supplied {
    pub(crate) parameters: Map<String, Json>,
    pub(crate) headers: Map<String, Json>,
    pub(crate) secrets: Secrets,
}

impl Supplied {
    /// Errors do not show values of 8 characters or more, even if the service repeats them; [`hide`](Self::hide) the shorter ones that are
    /// secrets.
    pub fn new(parameters: Map<String, Json>, headers: Map<String, Json>) -> Self {
        let secrets = Secrets::new();
        parameters.values().chain(headers.values()).for_each(|value| hide_likely(&secrets, value));
        Self { parameters, headers, secrets }
    }

    /// Keeps these texts out of errors, even if the service repeats them: values that no description declares secret.
    pub fn hide(self, secrets: &Secrets) -> Self {
        self.secrets.hide_all(secrets);
        self
    }
}

fn hide_likely(secrets: &Secrets, value: &Json) {
    if let Some(number) = json::number(value) {
        return secrets.hide_likely(&number);
    }
    match value {
        Json::String(text) => secrets.hide_likely(text),
        Json::Array(items) => items.iter().for_each(|item| hide_likely(secrets, item)),
        Json::Object(members) => members.values().for_each(|member| hide_likely(secrets, member)),
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

// The values may be secret.
debug_only!(Supplied:);

/// The reason why a gateway goes on with its present target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RenewError {
    /// The target is another service, or calls operations over other transports.
    #[error("it describes another service, or other transports")]
    Service,
    /// The target has credentials and the present one has none, or the other way round; or other parameters or headers are supplied. Callers
    /// would have to send others than the schemas state.
    #[error("it fills in other parameters or headers than before, which changes what callers send")]
    Callers,
}

/// A target, and the values that go with each call. A call has the same access from its beginning to its end.
pub(crate) struct Access {
    pub(crate) target: Target,
    pub(crate) supplied: Supplied,
}

impl Access {
    /// Whether callers see the same of both.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let form = |access: &Self| {
            let Supplied { parameters, headers, .. } = &access.supplied;
            (access.target.setup().credentials.is_some(), form(parameters), form(headers))
        };
        form(self) == form(other)
    }
}

/// The names of an object, without its values.
fn form(object: &Map<String, Json>) -> Map<String, Json> {
    let named = |(name, value): (&String, &Json)| {
        (name.clone(), value.as_object().map_or(Json::Null, |object| form(object).into()))
    };
    object.iter().map(named).collect()
}

/// The access of calls that begin now.
pub(crate) struct PresentAccess(RwLock<Arc<Access>>);

impl PresentAccess {
    pub(crate) fn new(access: Access) -> Self {
        Self(RwLock::new(Arc::new(access)))
    }

    /// A poisoned lock is used: a change is a single step.
    pub(crate) fn get(&self) -> Arc<Access> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn set(&self, access: Access) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(access);
    }
}
