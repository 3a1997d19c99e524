//! How a service is reached: the arguments that calls and gateways share.

use std::path::Path;
use std::time::Duration;

use asmx::profile::Entry;
use asmx::words::words;
use asmx_gateway::{ServiceAddress, Setup, Target};
use asmx_types::Transport;
use asmx_types::display::shown_line;

use super::super::document::{Freshness, Located};
use super::super::failure::Failure;
use super::super::profile::{Profile, profile};

/// Stands for an address that nobody states, in a target that calls nothing.
pub(super) const NO_ADDRESS: &str = "https://nowhere.invalid";

#[derive(Clone, clap::Args)]
pub(in crate::cli) struct Connection {
    #[command(flatten)]
    freshness: Freshness,
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
    /// Accept every certificate of the server, so that anyone on the network path can read and change everything
    #[arg(long)]
    pub(super) insecure: bool,
    #[arg(
        long,
        value_name = "NAME",
        help = help_of_profile!("Take address, credentials and headers from this profile")
    )]
    pub(super) profile: Option<String>,
}

/// The destination of calls.
#[derive(Clone)]
pub(in crate::cli) enum Address {
    /// Scheme, host and port; the document has the path.
    BaseUrl(String),
    /// The address of the `.asmx` file.
    Endpoint(String),
    /// The address of the `.asmx` file, which stands in the place of the document.
    Typed(ServiceAddress),
}

impl Connection {
    pub(in crate::cli) fn profile(&self) -> Result<Profile, Failure> {
        profile(self.profile.as_deref())
    }

    /// The document, which is a file or at an address.
    pub(in crate::cli) fn located(&self, document: &Path, profile: &Profile) -> Result<Located, Failure> {
        self.freshness.located(document, profile, || profile.fetch(self.insecure, self.allow_plain_http))
    }

    /// Says who gets the credentials of the profile, if neither the profile nor an option states it. A document that comes from the network
    /// cannot choose another server for them.
    pub(in crate::cli) fn tell_of_address(
        &self,
        target: &Target,
        profile: &Profile,
        located: &Located,
    ) -> Result<(), Failure> {
        let Some(name) = self.profile.as_ref().filter(|_| target.has_address_of_document()) else { return Ok(()) };
        if !profile.has_credentials() {
            return Ok(());
        }
        let (name, url) = (shown_line(name), shown_line(target.base_url()));
        if let Some(address) = located.address.as_ref().filter(|address| !address.is_server_of(target.base_url())) {
            return Err(Failure::usage(format!(
                "the document at {address} states the address {url}, another server, and the credentials of the profile `{name}` would go there: \
                 `base-url = \"{url}\"` in the profile permits it, and `--base-url` names another one"
            )));
        }
        anstream::eprintln!(
            "note: the credentials of the profile `{name}` go to {url}, the address in the document; `base-url = \"{url}\"` in the profile \
             confirms it"
        );
        Ok(())
    }

    /// The address that an argument states: an option, or else the address of an `.asmx` file in the place of the document.
    pub(in crate::cli) fn address(&self, located: &Located) -> Option<Address> {
        let option = self.base_url.clone().map(Address::BaseUrl);
        let option = option.or_else(|| self.endpoint.clone().map(Address::Endpoint));
        let typed = || located.address.as_ref().filter(|address| address.is_of_service());
        option.or_else(|| typed().cloned().map(Address::Typed))
    }

    /// The target of these arguments, at this address. A profile has what they leave out.
    pub(in crate::cli) fn target(
        &self,
        mut setup: Setup,
        profile: &Profile,
        address: Option<Address>,
    ) -> Result<Target, Failure> {
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
        let from = |entry: &Entry, name: &str| profile.values().value(entry, name).map_err(Failure::usage);
        setup = match (&address, &profile.endpoint, &profile.base_url) {
            (Some(Address::BaseUrl(url)), ..) => setup.base_url(url),
            (Some(Address::Endpoint(url)), ..) => setup.endpoint(url),
            (Some(Address::Typed(address)), ..) => setup.endpoint(address.endpoint()),
            (None, Some(endpoint), _) => setup.endpoint(from(endpoint, "endpoint")?),
            (None, None, Some(base_url)) => setup.base_url(from(base_url, "base-url")?),
            (None, None, None) => setup,
        };
        if let Some(namespace) = self.namespace.as_ref().or(profile.namespace.as_ref()) {
            setup = setup.namespace(namespace);
        }
        if self.allow_plain_http || profile.allow_plain_http {
            setup = setup.allow_plain_http();
        }
        setup = setup.connections(profile.connections(self.insecure)?);
        let target = Target::new(profile.apply(setup.words(words))?).map_err(Failure::usage)?;
        if let Some(Address::Typed(address)) = address {
            note_other_address(&target, &address);
        }
        Ok(target)
    }
}

/// Says that the document states another address than the one that is called.
fn note_other_address(target: &Target, called: &ServiceAddress) {
    let Some(host) = target.document().report().and_then(|report| report.host.as_ref()) else { return };
    let path = target.service().path.split('?').next().unwrap_or_default();
    let url = format!("{host}{path}");
    if !called.is_endpoint(&url) {
        anstream::eprintln!("note: {called} is called; the document there states the address {}", shown_line(&url));
    }
}

pub(in crate::cli) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.trim_end_matches('s').parse().map_err(|_| "a number of seconds is needed".to_owned())?;
    let timeout = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
    if timeout.is_zero() { Err("a time above 0 seconds is needed".to_owned()) } else { Ok(timeout) }
}
