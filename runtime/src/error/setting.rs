//! The settings that errors advise. Each surface names them as its users write them.

use std::borrow::Cow;

use crate::{Effect, Transport};

/// A setting of a client that an error advises.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Setting {
    /// Scheme, host and port of the service.
    BaseUrl,
    /// The whole address of the `.asmx` file.
    Endpoint,
    /// The transport of calls: this one.
    Transport(Transport),
    /// The XML namespace of the service.
    Namespace,
    /// The permission of `http://` to other machines.
    PlainHttp,
    /// The permission of HTTP GET for calls with secrets.
    CredentialsInUrl,
    /// The permission of texts that a type does not declare.
    UnknownValues,
    /// The permission of content that the description does not declare.
    Unchecked,
    /// A user name and a password in the messages.
    Credentials,
    /// A provider of the credentials in the messages.
    CredentialsProvider,
    /// A key in the messages.
    Key,
    /// A token in the messages.
    Token,
    /// The statement that a service gets no credentials.
    WithoutCredentials,
    /// This secret parameter.
    Secret(String),
    /// This common parameter.
    Common(String),
    /// HTTP Basic.
    Basic,
    /// A bearer token in an HTTP header.
    Bearer,
    /// Kerberos or NTLM.
    WindowsSignIn,
    /// A jar of cookies.
    Cookies,
    /// The certificate of the client.
    ClientCertificate,
    /// Further authorities of servers' certificates.
    Authorities,
    /// The proxy of connections.
    Proxy,
    /// TLS that renegotiates, and that speaks old versions.
    NativeTls,
    /// The port of the description.
    Port,
    /// The offer of operations with this effect to callers of a gateway.
    Offered(Effect),
    /// The permission of secrets in requests and results of callers of a gateway.
    OfferedCredentials,
    /// The permission to fetch parts of a document from other servers.
    OtherHosts,
}

/// The words of a surface for a setting: a method, an option, a key of a file.
pub type Words = fn(&Setting) -> Cow<'static, str>;

impl Setting {
    /// The method of [`Builder`](crate::Builder).
    #[must_use]
    pub fn method(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::BaseUrl => "`base_url(…)`",
            Self::Endpoint => "`base_url(…)` and `path(…)`",
            Self::Transport(transport) => return Cow::Owned(format!("`transport(Transport::{transport:?})`")),
            Self::Namespace => "`namespace(…)`",
            Self::PlainHttp => "`allow_plain_http()`",
            Self::CredentialsInUrl => "`allow_credentials_in_url()`",
            Self::UnknownValues => "`allow_unknown_values()`",
            Self::Unchecked => "`unchecked_parameters`",
            Self::Credentials => "`credentials(…)`",
            Self::CredentialsProvider => "`credentials_from(…)`",
            Self::Key => "`key(…)`",
            Self::Token => "`token(…)`",
            Self::WithoutCredentials => "`without_credentials()`",
            Self::Secret(name) => return Cow::Owned(format!("`secret(\"{name}\", …)`")),
            Self::Common(name) => return Cow::Owned(format!("`common(\"{name}\", …)`")),
            Self::Basic => "`basic(…)`",
            Self::Bearer => "`bearer(…)`",
            Self::WindowsSignIn => "`build_on` with the crate `asmx-windows-auth`",
            Self::Port => "the port",
            Self::Offered(effect) => return Cow::Owned(format!("the offer of the effect `{}`", effect.name())),
            Self::OfferedCredentials => "the offer of secrets",
            Self::OtherHosts => "the permission of other servers",
            Self::Cookies => "`cookies(…)`",
            Self::ClientCertificate | Self::Proxy => "`http(…)`",
            Self::Authorities => "`http(…)`, or `tls(…)` of a Windows sign-in",
            Self::NativeTls => "the feature `native-tls` with `http(|http| http.tls_backend_native())`",
        })
    }
}
