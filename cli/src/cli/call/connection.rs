//! How a service is reached: the arguments that calls and gateways share.

use std::time::Duration;

use asmx::profile::Stated;
use asmx::words::words;
use asmx_gateway::{Setup, Target};
use asmx_types::Transport;
use asmx_types::display::shown_line;

use super::failure::Failure;
use super::profile::{Profile, profile};
use super::secret;

#[derive(clap::Args)]
pub(in crate::cli) struct Connection {
    /// soap11, soap12, get or post [default: the first of soap11, soap12, post and get that offers the operation]
    #[arg(long)]
    pub(super) transport: Option<Transport>,
    /// The port of the document to call, if several offer the operation
    #[arg(long, value_name = "NAME")]
    pub(super) port: Option<String>,
    /// Scheme, host and port of the service; the document has the path [default: the document's]
    #[arg(long, value_name = "URL")]
    pub(super) base_url: Option<String>,
    /// The whole address of the `.asmx` file
    #[arg(long, value_name = "URL", conflicts_with = "base_url")]
    pub(super) endpoint: Option<String>,
    /// The XML namespace of the service [default: the document's]
    #[arg(long)]
    pub(super) namespace: Option<String>,
    /// The most seconds of the call with all its attempts [default: 300, and 100 for an attempt]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) timeout: Option<Duration>,
    /// Permit `http://` to other machines
    #[arg(long)]
    pub(super) allow_plain_http: bool,
    /// Accept every certificate of the server, so that whoever is on the way can read and change everything
    #[arg(long)]
    pub(super) insecure: bool,
    #[arg(
        long,
        value_name = "NAME",
        help = help_of_profile!("Take address, credentials and headers from this profile")
    )]
    pub(super) profile: Option<String>,
}

impl Connection {
    pub(in crate::cli) fn profile(&self) -> Result<Profile, Failure> {
        profile(self.profile.as_deref())
    }

    /// Says who gets the credentials of the profile, if neither the profile nor an option states it.
    pub(in crate::cli) fn tell_of_address(&self, target: &Target, profile: &Profile) {
        let Some(name) = self.profile.as_ref().filter(|_| target.has_address_of_document()) else { return };
        if profile.has_credentials() {
            let (name, url) = (shown_line(name), shown_line(target.base_url()));
            anstream::eprintln!(
                "note: the credentials of the profile `{name}` go to {url}, the address in the document; `base-url = \"{url}\"` in the profile \
                 confirms it"
            );
        }
    }

    /// The target of these arguments. A profile has what they leave out.
    pub(in crate::cli) fn target(&self, mut setup: Setup, profile: &Profile) -> Result<Target, Failure> {
        if let Some(timeout) = self.timeout {
            setup = setup.timeout(timeout);
        }
        if let Some(transport) = self.transport {
            setup = setup.transport(transport);
            // Whoever chooses it knows that the URL has the parameters.
            setup = if transport == Transport::HttpGet { setup.allow_credentials_in_url() } else { setup };
        }
        if let Some(port) = &self.port {
            setup = setup.port(port);
        }
        let from = |stated: &Option<Stated>, name: &str| {
            stated.as_ref().map(|stated| secret::value(stated, name)).transpose().map_err(Failure::usage)
        };
        let is_given = self.base_url.is_some() || self.endpoint.is_some();
        let base_url = if is_given { None } else { from(&profile.base_url, "base-url")? };
        let endpoint = if is_given { None } else { from(&profile.endpoint, "endpoint")? };
        if let Some(url) = self.base_url.clone().or(base_url) {
            setup = setup.base_url(url);
        }
        if let Some(url) = self.endpoint.clone().or(endpoint) {
            setup = setup.endpoint(url);
        }
        if let Some(namespace) = self.namespace.as_ref().or(profile.namespace.as_ref()) {
            setup = setup.namespace(namespace);
        }
        if self.allow_plain_http || profile.allow_plain_http {
            setup = setup.allow_plain_http();
        }
        setup = setup.connections(profile.connections(self.insecure)?);
        Target::new(profile.apply(setup.words(words))?).map_err(Failure::usage)
    }
}

pub(in crate::cli) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.trim_end_matches('s').parse().map_err(|_| "a number of seconds is needed".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
