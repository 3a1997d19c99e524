//! The values of a service's common parameters, mostly credentials.

use std::fmt;

use secrecy::{ExposeSecret as _, SecretString};

use super::Value;
use super::credential_places::{Filling, Unsuitable, suitable, text_of};
use super::credentials::Credentials;
use super::field::Field;
use super::request::SetParameterError;
use super::request_check::push_missing;
use super::secrets::{ZeroisedValue, push_secrets};
use crate::operation::{InvalidValue, Member, Role, Service};

/// Values of a service's common parameters. `Debug` shows which are set, never the values. Texts are zeroised when they are dropped.
#[derive(Clone)]
pub struct CommonValues {
    service: &'static str,
    parameters: &'static [Member],
    values: Vec<ZeroisedValue>,
}

impl CommonValues {
    /// No values.
    pub fn new(service: &Service) -> Self {
        let values = service.common.iter().map(|_| ZeroisedValue(Value::Null)).collect();
        Self { service: service.name, parameters: service.common, values }
    }

    /// The values of the same service without common parameters.
    pub(crate) fn none(&self) -> Self {
        Self { service: self.service, parameters: &[], values: Vec::new() }
    }

    /// The value of the parameter of that name; [`Value::Null`] if it is not set. `None` if the parameter is unknown.
    pub fn value(&self, name: &str) -> Option<&Value<'static>> {
        self.iter().find(|(parameter, _)| parameter.name == name).map(|(_, value)| value)
    }

    /// The text of the parameter of that name. `None` if the parameter is unknown, not set or not a scalar.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.value(name).and_then(Value::as_text)
    }

    /// The value of the parameter of that name as a Rust type: a number, a structure, an array of those. A parameter that is not set gives the
    /// type's default; read an `Option` to tell the difference.
    ///
    /// # Errors
    ///
    /// The service has no such common parameter, or its value is not of that type.
    pub fn read<T: Field + Default>(&self, name: &str) -> Result<T, SetParameterError> {
        let parameter = self.parameter(name)?;
        let mut field = T::default();
        let value = self.value(name).cloned().unwrap_or_default();
        (&mut field as &mut dyn Field)
            .set_value(parameter.kind, value)
            .map_err(|problem| invalid(parameter, problem))?;
        Ok(field)
    }

    /// The text of the parameter, or member of a structure, with that role.
    pub fn with_role(&self, role: Role) -> Option<&str> {
        self.iter().find_map(|(parameter, value)| text_of(parameter, value, role))
    }

    /// Parameters and values, in the order of the descriptor.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Member, &Value<'static>)> {
        self.parameters.iter().zip(self.values.iter().map(|value| &value.0))
    }

    /// Sets the parameter of that exact name. The value is copied, so set a secret by [`Builder::secret`](crate::Builder::secret).
    ///
    /// # Errors
    ///
    /// The service has no such common parameter, or the value is not of its type.
    pub fn set(&mut self, name: &str, value: impl CommonValue) -> Result<(), SetParameterError> {
        self.set_checked(name, &ZeroisedValue(value.into_common_value()))
    }

    /// Sets a secret text. No copy is left in memory.
    pub(crate) fn set_secret(&mut self, name: &str, value: &SecretString) -> Result<(), SetParameterError> {
        self.set_checked(name, &ZeroisedValue(Value::from(value.expose_secret().to_owned())))
    }

    fn set_checked(&mut self, name: &str, supplied: &ZeroisedValue) -> Result<(), SetParameterError> {
        let parameter = self.parameter(name)?;
        let canonical =
            supplied.0.borrowed().canonical(parameter.kind).map_err(|problem| invalid(parameter, problem))?;
        let canonical = ZeroisedValue(canonical.into_owned());
        let mut places = self.parameters.iter().zip(&mut self.values);
        if let Some((_, value)) = places.find(|(known, _)| known.name == name) {
            *value = canonical;
        }
        Ok(())
    }

    /// The names of missing parameters and members (`Login.User`) that are required or secret, without credentials, which are checked
    /// separately.
    pub(crate) fn missing(&self) -> Missing {
        let mut missing = Missing::default();
        let of_credentials = |parameter: &Member| parameter.role.is_some_and(Role::is_credential);
        for (parameter, value) in self.iter().filter(|(parameter, _)| !of_credentials(parameter)) {
            if parameter.secret && value.is_null() {
                missing.secret.push(parameter.name);
            } else {
                push_missing(parameter, value, &mut missing.required);
            }
        }
        missing
    }

    pub(crate) fn hold_secret(&self) -> bool {
        self.iter().any(|(parameter, value)| parameter.secret && !value.is_null())
    }

    pub(crate) fn push_secrets(&self, secrets: &mut Vec<String>) {
        for (parameter, value) in self.iter() {
            push_secrets(secrets, parameter, value);
        }
    }

    /// The values with credentials in the parameters of their roles, and in members of structures that lack them.
    pub(crate) fn with_credentials(&self, credentials: &Credentials, filling: Filling<'_>) -> Result<Self, Unsuitable> {
        let mut values = self.clone();
        values.set_credentials(credentials)?;
        values.fill(filling)?;
        Ok(values)
    }

    /// Puts credentials into members of structures that lack them.
    pub(crate) fn fill(&mut self, mut filling: Filling<'_>) -> Result<(), Unsuitable> {
        let is_one = |parameter: &Member| parameter.role.is_some_and(Role::is_credential);
        let parameters = self.parameters.iter().zip(&mut self.values);
        for (parameter, value) in parameters.filter(|(parameter, _)| !is_one(parameter)) {
            filling.fill(parameter, &mut value.0)?;
        }
        Ok(())
    }

    /// Puts credentials into the parameters of their roles.
    pub(crate) fn set_credentials(&mut self, credentials: &Credentials) -> Result<(), Unsuitable> {
        for role in Role::CREDENTIALS {
            let index = self.parameters.iter().position(|parameter| parameter.role == Some(*role));
            let Some((index, text)) = index.zip(credentials.text(*role)) else { continue };
            if let (Some(parameter), Some(value)) = (self.parameters.get(index), self.values.get_mut(index)) {
                *value = ZeroisedValue(suitable(parameter, text)?);
            }
        }
        Ok(())
    }

    /// Values in the order of the descriptor, which are of their parameters' types. Missing values are not set.
    pub(crate) fn of_values(service: &Service, values: impl IntoIterator<Item = Value<'static>>) -> Self {
        let mut common = Self::new(service);
        for (target, value) in common.values.iter_mut().zip(values) {
            *target = ZeroisedValue(value);
        }
        common
    }

    fn parameter(&self, name: &str) -> Result<&'static Member, SetParameterError> {
        let found = self.parameters.iter().find(|parameter| parameter.name == name);
        found.ok_or_else(|| SetParameterError::unknown(self.service, self.parameters, name))
    }
}

/// A value for a common parameter: any field of a request (a text, a number, an enumeration, a structure, a `Vec` of those, an `Option`), a
/// [`Value`], or `&str`.
pub trait CommonValue {
    /// The value in lexical form.
    fn into_common_value(self) -> Value<'static>;
}

impl<T: Field> CommonValue for T {
    fn into_common_value(self) -> Value<'static> {
        (&self as &dyn Field).to_value().into_owned()
    }
}

impl CommonValue for &str {
    fn into_common_value(self) -> Value<'static> {
        Value::from(self.to_owned())
    }
}

fn invalid(parameter: &'static Member, problem: InvalidValue) -> SetParameterError {
    SetParameterError::Invalid { parameter: parameter.name, problem: problem.hidden_if(parameter.secret) }
}

#[derive(Debug, Default)]
pub(crate) struct Missing {
    pub(crate) secret: Vec<&'static str>,
    pub(crate) required: Vec<String>,
}

impl fmt::Debug for CommonValues {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries =
            self.iter().map(|(parameter, value)| (parameter.name, if value.is_null() { "null" } else { "[given]" }));
        formatter.debug_map().entries(entries).finish()
    }
}
