//! What names suggest about credentials and effects, where nothing else states it.

mod credentials;
mod effects;

#[cfg(feature = "review")]
pub(crate) use credentials::sounds_secret;
pub(crate) use credentials::{Credential, credential, is_secret, sounds_like_credentials, sounds_like_session};
pub(crate) use effects::{Verb, verb};
