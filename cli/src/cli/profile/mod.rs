//! Profiles: addresses, credentials and headers of services, by name, in one file.

mod secret;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use asmx::profile::{Account, Entry, Kerberos, Mistake};
use asmx::words::words;
use asmx_codegen::diagnostic::did_you_mean;
use asmx_codegen::whole_file;
use asmx_gateway::{
    Connections, Cookies, Credentials, Fetch, Identity, ServiceAddress, Setup, SignIn, TargetError, text_of,
};

use asmx_types::Service;
use asmx_types::display::shown_line;

use super::failure::Failure;
use super::folders;

pub(super) use secret::{Section, Values};

const VARIABLE: &str = "ASMX_PROFILES";

/// A profile, and the cookies of its jar.
#[derive(Default)]
pub(in crate::cli) struct Profile {
    /// The file of profiles and the name in it; `None` for an empty profile.
    name: Option<(PathBuf, String)>,
    settings: asmx::profile::Profile,
    values: Arc<Values>,
    jar: Cookies,
}

impl std::ops::Deref for Profile {
    type Target = asmx::profile::Profile;

    fn deref(&self) -> &Self::Target {
        &self.settings
    }
}

/// The profile of that name; without a name an empty one.
pub(in crate::cli) fn profile(name: Option<&str>) -> Result<Profile, Failure> {
    name.map_or_else(|| Ok(Profile::default()), Profile::named)
}

impl Profile {
    fn named(name: &str) -> Result<Self, Failure> {
        let file =
            file().ok_or_else(|| Failure::usage(format!("profiles have no place here: set {VARIABLE} to a file")))?;
        Self::read(file, name, Arc::default())
    }

    /// Reads the profile `name` of the file, and its values by `values`.
    fn read(file: PathBuf, name: &str, values: Arc<Values>) -> Result<Self, Failure> {
        let path = file.display();
        let unreadable = |error: &dyn Display| Failure::usage(format!("cannot read the profiles in {path}: {error}"));
        let bytes = values.read(&file).map_err(|error| {
            let lines = if error.kind() == io::ErrorKind::NotFound { first_lines(name) } else { String::new() };
            unreadable(&format!("{error}{lines}"))
        })?;
        let text = text_of(bytes).map_err(|error| unreadable(&error))?;
        warn_of_readers(&file);
        let settings = asmx::profile::Profile::read(&text, name).map_err(|mistake| match mistake {
            Mistake::Syntax { line, why } => Failure::usage(format!("{path}, line {line}: {why}")),
            Mistake::NoProfile { similar } => {
                let similar: Vec<&str> = similar.iter().map(String::as_str).collect();
                let near = if similar.is_empty() { String::new() } else { format!("; {}", did_you_mean(&similar)) };
                Failure::usage(format!("{path} has no profile `{name}`{near}"))
            }
            Mistake::Setting(why) => Failure::usage(format!("{path}, profile `{name}`: {why}")),
        })?;
        let mut profile = Self { name: Some((file, name.to_owned())), settings, values, jar: Cookies::default() };
        profile.read_cookies()?;
        Ok(profile)
    }

    /// Refuses credentials that no parameter of the service has a role for, and names parameters that may be meant.
    fn check_roles(&self, service: &Service) -> Result<(), Failure> {
        let settings =
            [("username", &self.username), ("password", &self.password), ("key", &self.key), ("token", &self.token)];
        let names: Vec<&str> = settings.iter().filter(|(_, value)| value.is_some()).map(|(name, _)| *name).collect();
        if names.is_empty() || service.takes_credentials() {
            return Ok(());
        }
        let all = || service.common.iter().chain(service.operations.iter().flat_map(|operation| operation.parameters));
        let normalized = |name: &str| name.replace(['_', '-'], "").to_ascii_lowercase();
        let proposals = names.iter().map(|setting| {
            let of_name =
                all().find(|member| normalized(member.name) == *setting).map(|member| shown_line(member.name));
            format!("\"{}\" = …", of_name.unwrap_or_else(|| "NAME".into()))
        });
        let proposals = proposals.collect::<Vec<_>>().join(", ");
        Err(Failure::usage(format!(
            "`{}` of the profile have no place: the description of {} gives no parameter such a role. If parameters take them, write \
             `parameters = {{ {proposals} }}` in the profile; or give the parameters roles in a spec, such as `role=\"password\"`",
            names.join("`, `"),
            service.name
        )))
    }

    /// Gives credentials and HTTP headers to the target. Values are read here, so that only a call that is made asks for them.
    pub(in crate::cli) fn apply(&self, mut setup: Setup) -> Result<Setup, Failure> {
        self.check_roles(setup.service())?;
        let from = |entry: &Option<Entry>, name: &str| {
            entry.as_ref().map(|entry| self.values.value(entry, name)).transpose().map_err(Failure::not_sent)
        };
        let mut credentials = Credentials::default();
        let [username, password, key, token] = [
            from(&self.username, "username")?,
            from(&self.password, "password")?,
            from(&self.key, "key")?,
            from(&self.token, "token")?,
        ];
        let is_given = [&username, &password, &key, &token].iter().any(|value| value.is_some());
        if let Some(password) = password {
            credentials = Credentials::new(username.unwrap_or_default(), password);
        } else if let Some(username) = username {
            credentials = credentials.with_username(username);
        }
        credentials = key.into_iter().fold(credentials, Credentials::with_key);
        credentials = token.into_iter().fold(credentials, Credentials::with_token);
        if is_given {
            setup = setup.credentials(credentials);
        }
        for (name, header) in &self.http_headers {
            let value = self.values.http_header(&header.value, name).map_err(Failure::not_sent)?;
            let set = if header.is_plain { Setup::plain_http_header } else { Setup::http_header };
            setup = set(setup, name, &value).map_err(Failure::usage)?;
        }
        Ok(setup.sign_in(self.sign_in()?))
    }

    fn sign_in(&self) -> Result<SignIn, Failure> {
        let mut sign_in = SignIn::default();
        let value = |entry: &Entry, name: &str| self.values.value(entry, name).map_err(Failure::not_sent);
        if let Some(Account { username, password }) = &self.basic {
            let username = value(username, "basic.username")?;
            sign_in = sign_in.basic(username, value(password, "basic.password")?);
        }
        if let Some(token) = &self.bearer {
            sign_in = sign_in.bearer(value(token, "bearer")?);
        }
        if let Some(Account { username, password }) = &self.ntlm {
            let username = value(username, "ntlm.username")?;
            let password = value(password, "ntlm.password")?;
            sign_in = sign_in.windows(Identity::ntlm(username, password));
        }
        if let Some(kerberos) = &self.kerberos {
            sign_in = sign_in.windows(kerberos_identity(kerberos, value)?);
        }
        if self.cookies.is_some() { Ok(sign_in.cookies(self.jar.clone())) } else { Ok(sign_in) }
    }

    fn read_cookies(&mut self) -> Result<(), Failure> {
        let Some(file) = self.cookies.as_ref().filter(|file| file.exists()) else { return Ok(()) };
        warn_of_readers(file);
        let read = std::fs::read_to_string(file).and_then(|text| Cookies::from_json(&text));
        self.jar = read.map_err(|error| Failure::usage(format!("{}: {error}", file.display())))?;
        Ok(())
    }

    /// Writes the cookies that calls brought, for the next run. They are secret: only the person may read the file.
    pub(in crate::cli) fn keep_cookies(&self) -> std::io::Result<()> {
        let Some(file) = &self.cookies else { return Ok(()) };
        whole_file::replace_secret(file, &self.jar.to_json()?)
    }

    /// The connections of the profile. `insecure` is that of the command line.
    pub(in crate::cli) fn connections(&self, insecure: bool) -> Result<Connections, Failure> {
        let mut connections = Connections::default();
        let read = |file: &Path| {
            self.values.read(file).map_err(|error| Failure::usage(format!("cannot read {}: {error}", file.display())))
        };
        let of = |file: &Path, error: TargetError| Failure::usage(format!("{}: {error}", file.display()));
        if let Some(file) = &self.ca {
            connections = connections.trust(&read(file)?).map_err(|error| of(file, error))?;
        }
        if let Some(file) = &self.certificate {
            let bytes = read(file)?;
            let is_pfx =
                file.extension().is_some_and(|kind| ["pfx", "p12"].iter().any(|pfx| kind.eq_ignore_ascii_case(pfx)));
            let password =
                self.certificate_password.as_ref().map(|entry| self.values.value(entry, "certificate-password"));
            let password = password.transpose().map_err(Failure::not_sent)?;
            let redacted = match password {
                password if is_pfx => connections.identity_of_pfx(&bytes, password.unwrap_or_default()),
                Some(password) => connections.identity_with_password(&bytes, password),
                None => connections.identity(&bytes),
            };
            connections = redacted.map_err(|error| of(file, error))?;
        }
        if let Some(proxy) = &self.proxy {
            let url = self.values.value(proxy, "proxy").map_err(Failure::not_sent)?;
            connections = connections.proxy(&url).map_err(Failure::usage)?;
        }
        if insecure || self.insecure {
            anstream::eprintln!(
                "warning: certificates are not checked: anyone on the network path can read and change everything"
            );
            connections = connections.accept_all_certificates();
        }
        Ok(connections)
    }

    /// The values of a section by their paths.
    pub(in crate::cli) fn section(&self, section: Section) -> &BTreeMap<String, Entry> {
        match section {
            Section::Parameters => &self.parameters,
            Section::SoapHeaders => &self.soap_headers,
        }
    }

    pub(in crate::cli) fn values(&self) -> &Arc<Values> {
        &self.values
    }

    /// This profile, read again from its file.
    pub(in crate::cli) fn again(&self, values: Arc<Values>) -> Result<Self, Failure> {
        match &self.name {
            Some((file, name)) => Self::read(file.clone(), name, values),
            None => Ok(Self::default()),
        }
    }

    /// The file of profiles and the name in it; `None` for an empty profile.
    pub(in crate::cli) fn name(&self) -> Option<(&Path, &str)> {
        self.name.as_ref().map(|(file, name)| (file.as_path(), name.as_str()))
    }

    /// An address that a person typed. One at another server than the profile states is refused.
    pub(in crate::cli) fn address(&self, text: &str) -> Result<ServiceAddress, Failure> {
        self.fetch_at_own_server()?.service_address(text).map_err(Failure::of_fetch)
    }

    fn fetch_at_own_server(&self) -> Result<Fetch, Failure> {
        let fetch = Fetch::default().words(words);
        let settings = [(&self.endpoint, "endpoint"), (&self.base_url, "base-url")];
        let Some((entry, name)) = settings.iter().find_map(|(entry, name)| Some((entry.as_ref()?, name))) else {
            return Ok(fetch);
        };
        Ok(fetch.only_for(self.values.value(entry, name).map_err(Failure::usage)?))
    }

    /// A fetch with the headers, sign-in and connections of the profile. `insecure` and `plain_http` are those of the command line.
    pub(in crate::cli) fn fetch(&self, insecure: bool, plain_http: bool) -> Result<Fetch, Failure> {
        let mut fetch = self.fetch_at_own_server()?.connections(self.connections(insecure)?);
        if plain_http || self.allow_plain_http {
            fetch = fetch.allow_plain_http();
        }
        for (name, header) in &self.http_headers {
            let value = self.values.http_header(&header.value, name).map_err(Failure::not_sent)?;
            let set = if header.is_plain { Fetch::plain_http_header } else { Fetch::http_header };
            fetch = set(fetch, name, &value).map_err(Failure::usage)?;
        }
        fetch.sign_in(self.sign_in()?).map_err(Failure::usage)
    }
}

/// The lines that a person may write into a file that is missing.
fn first_lines(name: &str) -> String {
    let is_bare = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    let name = if is_bare { name.to_owned() } else { "shop".to_owned() };
    format!(
        "\n  write the profile there, such as:\n\n  [{name}]\n  base-url = \"https://shop.example\"\n  username = \"ann\"\n  \
         password = {{ prompt = true }}"
    )
}

#[cfg(feature = "kerberos")]
fn kerberos_identity(
    kerberos: &Kerberos,
    value: impl Fn(&Entry, &str) -> Result<String, Failure>,
) -> Result<Identity, Failure> {
    let (Some(username), Some(password)) = (&kerberos.username, &kerberos.password) else {
        return Ok(Identity::kerberos());
    };
    let username = value(username, "kerberos.username")?;
    Ok(Identity::kerberos_with_password(username, value(password, "kerberos.password")?))
}

#[cfg(not(feature = "kerberos"))]
fn kerberos_identity(_: &Kerberos, _: impl Fn(&Entry, &str) -> Result<String, Failure>) -> Result<Identity, Failure> {
    let text = "`kerberos` in the profile: this program is built without Kerberos. Build it with the feature `kerberos` \
                where the headers of the GSS-API are, or use `ntlm`";
    Err(Failure::usage(text))
}

/// The names of the person's profiles. Nothing else of them is used.
pub(in crate::cli) fn profile_names() -> Vec<String> {
    let bytes = file().and_then(|file| asmx_codegen::source_file::read(&file).ok()).unwrap_or_default();
    text_of(bytes).map(|text| asmx::profile::Profile::names(&text)).unwrap_or_default()
}

/// The file of profiles, in the place of the platform.
pub(in crate::cli) fn file() -> Option<PathBuf> {
    folders::variable(VARIABLE).or_else(|| folders::settings().map(|folder| folder.join("asmx").join("profiles.toml")))
}

/// Warns of a file with secrets that others may read.
#[cfg(unix)]
pub(in crate::cli) fn warn_of_readers(file: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let is_open = file.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0);
    if is_open {
        let path = file.display();
        anstream::eprintln!("warning: others on this machine may read {path}: run `chmod 600 {path}`");
    }
}

#[cfg(not(unix))]
pub(in crate::cli) const fn warn_of_readers(_: &Path) {}
