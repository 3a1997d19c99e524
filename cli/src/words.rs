//! The words of the command: its options, and keys of a profile.

#[cfg(feature = "call")]
use std::borrow::Cow;

#[cfg(feature = "call")]
use asmx_gateway::Setting;
#[cfg(feature = "call")]
use heck::ToKebabCase as _;

/// The options that reports of a review name.
pub const REVIEW: asmx_review::Words = asmx_review::Words {
    fail_on: |class| format!("`--fail-on {}`", class.as_str()),
    all_changes: "`--format json`",
    scale: Some("choose it with `--as NAME=DIGITS`"),
    rows: Some("`--rows` chooses the old path"),
    strict: "`--strict`",
};

/// The option or the key that sets it.
#[cfg(feature = "call")]
#[must_use]
pub fn words(setting: &Setting) -> Cow<'static, str> {
    Cow::Borrowed(match setting {
        Setting::BaseUrl => "`--base-url` or `--endpoint`",
        Setting::Endpoint => "`--endpoint`",
        Setting::Transport(transport) => return Cow::Owned(format!("`--transport {}`", transport.name())),
        Setting::Namespace => "`--namespace`",
        Setting::PlainHttp => "`--allow-plain-http`",
        Setting::CredentialsInUrl => "`--transport get`",
        Setting::UnknownValues | Setting::Unchecked => "`--unchecked`",
        Setting::Credentials => "`username` and `password` in a profile",
        Setting::CredentialsProvider => "`username` or `password` in a profile",
        Setting::Key => "`key` in a profile",
        Setting::Token => "`token` in a profile",
        Setting::Secret(_) => "`parameters` in a profile",
        Setting::Common(name) => return Cow::Owned(format!("`--{}`", name.to_kebab_case())),
        Setting::Basic => "`basic` in a profile",
        Setting::Bearer => "`bearer` in a profile",
        Setting::WindowsSignIn => "`kerberos` or `ntlm` in a profile",
        Setting::Cookies => "`cookies` in a profile",
        Setting::ClientCertificate => "`certificate` in a profile",
        Setting::Authorities => "`ca` in a profile",
        Setting::Proxy => "`proxy` in a profile",
        Setting::Port => "`--port`",
        Setting::Offered(effect) => return Cow::Owned(format!("`--allow {}`", effect.name())),
        Setting::OtherHosts => "`asmx fetch --other-hosts`",
        Setting::OfferedCredentials => "`--allow credentials`",
        Setting::NativeTls => "a program of your own with the feature `native-tls`",
        other => return other.method(),
    })
}
