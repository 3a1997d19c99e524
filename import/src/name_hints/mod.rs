//! What names suggest about credentials and effects, where nothing else states it.

mod credentials;
mod effects;

pub use credentials::sounds_secret;
pub use credentials::{Credential, credential, is_secret, sounds_like_credentials, sounds_like_session};
pub use effects::{Verb, verb};
