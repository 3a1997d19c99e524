//! The names of settings in errors.

use std::borrow::Cow;

use asmx_runtime::Effect;
pub use asmx_runtime::errors::{Setting, Words};

/// The methods of this crate.
pub(crate) fn methods(setting: &Setting) -> Cow<'static, str> {
    Cow::Borrowed(match setting {
        Setting::BaseUrl => "`base_url` or `endpoint`",
        Setting::Endpoint => "`endpoint`",
        Setting::UnknownValues | Setting::Unchecked => "`checks(Checks::None)`",
        Setting::Credentials | Setting::CredentialsProvider | Setting::Key | Setting::Token => "`credentials`",
        Setting::Basic => "`SignIn::basic`",
        Setting::Bearer => "`SignIn::bearer`",
        Setting::WindowsSignIn => "`SignIn::windows`",
        Setting::Cookies => "`SignIn::cookies`",
        Setting::ClientCertificate => "`Connections::identity`",
        Setting::Authorities => "`Connections::trust`",
        Setting::Proxy => "`Connections::proxy`",
        Setting::Port => "`port`",
        Setting::Offered(Effect::Send) => "`Offer::send`",
        Setting::Offered(_) => "`Offer::write`",
        Setting::OfferedCredentials => "`Offer::credentials`",
        Setting::OtherHosts => "`Fetch::other_hosts`",
        other => return other.method(),
    })
}
