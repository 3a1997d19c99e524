//! The values of the parameters that every operation takes, given once: credentials above all.

use std::fmt;

use secrecy::zeroize::Zeroizing;
use secrecy::{ExposeSecret, SecretString};

use super::credentials::Credentials;
use crate::operation::{Parameter, Role, Service};

/// Values of a service's common parameters. `Debug` shows which are given, never what they are.
#[derive(Clone)]
pub struct CommonValues {
    parameters: &'static [Parameter],
    values: Vec<Option<SecretString>>,
}

impl CommonValues {
    /// None of them given.
    pub fn new(service: &Service) -> Self {
        Self { parameters: service.common, values: service.common.iter().map(|_| None).collect() }
    }

    /// Those of a service without any.
    pub(crate) fn none() -> Self {
        Self { parameters: &[], values: Vec::new() }
    }

    /// The value of the parameter of that name; `None` if there is no such parameter or it is not given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.find(|parameter| parameter.name == name)
    }

    /// The value of the parameter with that role.
    pub fn with_role(&self, role: Role) -> Option<&str> {
        self.find(|parameter| parameter.role == Some(role))
    }

    /// Parameters and values in wire order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Parameter, Option<&str>)> {
        self.parameters.iter().zip(self.values.iter().map(|value| value.as_ref().map(ExposeSecret::expose_secret)))
    }

    /// Sets the value of the parameter of that name; `false` if there is no such parameter.
    pub fn set_named(&mut self, name: &str, value: Option<String>) -> bool {
        self.set(|parameter| parameter.name == name, value)
    }

    /// Whether any value whose parameter is secret is given.
    #[cfg(feature = "client")]
    pub(crate) fn hold_secret(&self) -> bool {
        self.iter().any(|(parameter, value)| parameter.secret && value.is_some())
    }

    /// The first parameter, the user name and password apart, that is secret and not given.
    pub(crate) fn lacking_secret(&self) -> Option<&'static str> {
        let of_credentials = |parameter: &Parameter| matches!(parameter.role, Some(Role::Username | Role::Password));
        let mut all = self.iter();
        all.find(|(parameter, value)| parameter.secret && value.is_none() && !of_credentials(parameter))
            .map(|(parameter, _)| parameter.name)
    }

    /// These with the user name and password given.
    pub(crate) fn with_credentials(&self, credentials: &Credentials) -> Self {
        let mut values = self.clone();
        values.set(|parameter| parameter.role == Some(Role::Username), Some(credentials.username().to_owned()));
        values.set_secret(|parameter| parameter.role == Some(Role::Password), credentials.password().clone());
        values
    }

    /// Sets the value of the first parameter that `which` chooses; `false` if there is none.
    pub(crate) fn set_secret(&mut self, which: impl Fn(&Parameter) -> bool, value: SecretString) -> bool {
        let place = self.parameters.iter().position(which).and_then(|index| self.values.get_mut(index));
        place.map(|place| *place = Some(value)).is_some()
    }

    /// Sets the value at `index`; out of range does nothing.
    pub(crate) fn set_at(&mut self, index: usize, value: Option<String>) {
        if let Some(place) = self.values.get_mut(index) {
            *place = value.map(|value| into_secret(&Zeroizing::new(value)));
        }
    }

    /// Sets the value of the first parameter that `which` chooses; `false` if there is none.
    pub(crate) fn set(&mut self, which: impl Fn(&Parameter) -> bool, value: Option<String>) -> bool {
        let found = self.parameters.iter().position(which);
        if let Some(index) = found {
            self.set_at(index, value);
        }
        found.is_some()
    }

    fn find(&self, which: impl Fn(&Parameter) -> bool) -> Option<&str> {
        self.iter().find(|(parameter, _)| which(parameter)).and_then(|(_, value)| value)
    }
}

/// Copied, because a text with room to spare would leave a copy behind when it is taken over; what it was copied from is wiped.
fn into_secret(value: &Zeroizing<String>) -> SecretString {
    SecretString::from(value.as_str())
}

impl fmt::Debug for CommonValues {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown =
            self.iter().map(|(parameter, value)| (parameter.name, if value.is_some() { "[given]" } else { "null" }));
        formatter.debug_map().entries(shown).finish()
    }
}
