//! Requests for documents.

use asmx_gateway::{Fetch, FetchedDocuments, wait_unless_interrupted};

use super::super::failure::Failure;
use super::super::profile::{Profile, profile};

/// How requests sign in, for commands that make no call.
#[derive(clap::Args)]
pub(in crate::cli) struct SignedIn {
    #[arg(
        long,
        value_name = "NAME",
        help = help_of_profile!("Send the HTTP headers and the sign-in of this profile, and use its certificates and proxy")
    )]
    profile: Option<String>,
    /// Permit headers and sign-in of the profile over `http://` to other machines
    #[arg(long)]
    allow_plain_http: bool,
    /// Accept every certificate of the server
    #[arg(long)]
    insecure: bool,
}

impl SignedIn {
    pub(in crate::cli) fn profile(&self) -> Result<Profile, Failure> {
        profile(self.profile.as_deref())
    }

    pub(in crate::cli) fn fetch(&self, profile: &Profile) -> Result<Fetch, Failure> {
        profile.fetch(self.insecure, self.allow_plain_http)
    }
}

/// Fetches the documents of an address.
pub(in crate::cli) fn fetched_documents(fetch: Fetch, url: &str) -> Result<FetchedDocuments, Failure> {
    wait_unless_interrupted(fetch.documents(url))
        .map_err(|error| Failure::not_sent(format!("this machine refuses what a request needs: {error}")))?
        .ok_or_else(|| Failure::not_sent("interrupted"))?
        .map_err(Failure::of_fetch)
}
