//! Profiles as their file states them. Reading one takes nothing from the environment, and no mistake shows a value.

mod contradiction;
mod entry;
mod mistake;
mod settings;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use asmx_codegen::diagnostic::similar;
use asmx_types::display::shown_line;
pub use entry::{Entry, Header};
pub use mistake::Mistake;
use settings::Settings;
use toml::{Table, Value};

/// The settings of one service.
#[derive(Default)]
pub struct Profile {
    /// Scheme, host and port.
    pub base_url: Option<Entry>,
    /// The whole address of the `.asmx` file.
    pub endpoint: Option<Entry>,
    /// The XML namespace.
    pub namespace: Option<String>,
    /// Whether `http://` to other machines is permitted.
    pub allow_plain_http: bool,
    /// Whether every certificate is accepted.
    pub insecure: bool,
    /// A file of certificates of authorities.
    pub ca: Option<PathBuf>,
    /// A file with a certificate and its private key, for servers that ask for one.
    pub certificate: Option<PathBuf>,
    /// The password of a `.pfx` file.
    pub certificate_password: Option<Entry>,
    /// The address of a proxy.
    pub proxy: Option<Entry>,
    /// HTTP Basic, apart from user name and password in messages.
    pub basic: Option<Account>,
    /// A bearer token.
    pub bearer: Option<Entry>,
    /// Windows sign-in by NTLM.
    pub ntlm: Option<Account>,
    /// Windows sign-in by Kerberos.
    pub kerberos: Option<Kerberos>,
    /// A file in which cookies are kept.
    pub cookies: Option<PathBuf>,
    /// The user name in messages.
    pub username: Option<Entry>,
    /// The password in messages.
    pub password: Option<Entry>,
    /// The key in messages.
    pub key: Option<Entry>,
    /// The token in messages.
    pub token: Option<Entry>,
    /// Parameters by their path, for the operations that take them.
    pub parameters: BTreeMap<String, Entry>,
    /// SOAP headers by their path, for the operations that take them.
    pub soap_headers: BTreeMap<String, Entry>,
    /// HTTP headers of every request.
    pub http_headers: BTreeMap<String, Header>,
}

/// A user and a password.
pub struct Account {
    /// The name of the user.
    pub username: Entry,
    /// The password.
    pub password: Entry,
}

/// Without a user, the tickets of this machine.
pub struct Kerberos {
    /// The principal.
    pub username: Option<Entry>,
    /// The password.
    pub password: Option<Entry>,
}

const ACCOUNT: &str = "{ username = \"ann\", password = { prompt = true } }";

impl Profile {
    /// Reads the profile `name` of a file of profiles.
    ///
    /// # Errors
    ///
    /// The file is not TOML, has no such profile, or a setting of the profile is wrong. Mistakes in other profiles do not matter.
    pub fn read(text: &str, name: &str) -> Result<Self, Mistake> {
        let mut all: Table = text.parse().map_err(|error| syntax(text, &error))?;
        if let Some(profile) = all.remove(name) {
            return Self::of(name, profile);
        }
        let similar = similar(name, all.keys().map(String::as_str)).into_iter().map(str::to_owned).collect();
        Err(Mistake::NoProfile { similar })
    }

    /// The names of all profiles of a file, in alphabetical order; empty if the file is not TOML.
    #[must_use]
    pub fn names(text: &str) -> Vec<String> {
        let all: Table = text.parse().unwrap_or_default();
        all.into_iter().filter(|(_, value)| value.is_table()).map(|(name, _)| name).collect()
    }

    fn of(name: &str, value: Value) -> Result<Self, Mistake> {
        let Value::Table(table) = value else {
            let text = format!("a profile is a table: write a line `[{}]`, and its settings below", shown_line(name));
            return Err(Mistake::Setting(text));
        };
        let mut settings = Settings::new(None, table);
        let profile = Self {
            base_url: settings.entry("base-url")?,
            endpoint: settings.entry("endpoint")?,
            namespace: settings.text("namespace", "http://tempuri.org/")?,
            allow_plain_http: settings.flag("allow-plain-http")?,
            insecure: settings.flag("insecure")?,
            ca: settings.text("ca", "authorities.pem")?.map(PathBuf::from),
            certificate: settings.text("certificate", "client.pfx")?.map(PathBuf::from),
            certificate_password: settings.entry("certificate-password")?,
            proxy: settings.entry("proxy")?,
            basic: settings.table("basic", ACCOUNT)?.map(Account::of).transpose()?,
            bearer: settings.entry("bearer")?,
            ntlm: settings.table("ntlm", ACCOUNT)?.map(Account::of).transpose()?,
            kerberos: settings.table("kerberos", "{}")?.map(Kerberos::of).transpose()?,
            cookies: settings.text("cookies", "cookies.json")?.map(PathBuf::from),
            username: settings.entry("username")?,
            password: settings.entry("password")?,
            key: settings.entry("key")?,
            token: settings.entry("token")?,
            parameters: settings.map("parameters", "{ Language = \"en\" }", Entry::of)?,
            soap_headers: settings.map("soap-headers", "{ \"Login.Key\" = { file = \"key\" } }", Entry::of)?,
            http_headers: settings.map("http-headers", "{ X-Api-Key = { file = \"key\" } }", Header::of)?,
        };
        settings.end()?;
        profile.consistent()
    }
}

impl Account {
    fn of(mut settings: Settings) -> Result<Self, Mistake> {
        let (username, password) = (settings.entry("username")?, settings.entry("password")?);
        settings.end()?;
        let username = username.ok_or_else(|| settings.lacks("username", ACCOUNT))?;
        let password = password.ok_or_else(|| settings.lacks("password", ACCOUNT))?;
        Ok(Self { username, password })
    }
}

impl Kerberos {
    fn of(mut settings: Settings) -> Result<Self, Mistake> {
        let (username, password) = (settings.entry("username")?, settings.entry("password")?);
        settings.end()?;
        Ok(Self { username, password })
    }
}

/// The text of the line is left out, because it may hold a password.
fn syntax(text: &str, error: &toml::de::Error) -> Mistake {
    let start = error.span().map_or(0, |span| span.start);
    let line = text.get(..start).map_or(1, |before| before.bytes().filter(|byte| *byte == b'\n').count() + 1);
    Mistake::Syntax { line, why: error.message().to_owned() }
}

/// Every setting may be a secret.
impl fmt::Debug for Profile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Profile").finish_non_exhaustive()
    }
}

impl fmt::Debug for Account {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Account").finish_non_exhaustive()
    }
}

impl fmt::Debug for Kerberos {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Kerberos").finish_non_exhaustive()
    }
}
