//! The parameters and headers that a profile gives to every operation of a gateway.

use std::collections::BTreeMap;

use asmx::profile::Stated;
use asmx_codegen::diagnostic::proposal;
use asmx_gateway::Secrets;
use asmx_types::display::shown_line;
use asmx_types::{Member, Service};
use serde_json::{Map, Value as Json};

use super::failure::Failure;
use super::options::{self, Mistake, Source};
use super::profile::Profile;
use super::secret;

/// Parameters and SOAP headers by name. Each is in the form of the first operation that has it.
pub(in crate::cli) struct Given {
    pub(in crate::cli) parameters: Map<String, Json>,
    pub(in crate::cli) headers: Map<String, Json>,
    /// Those among the values.
    pub(in crate::cli) secrets: Secrets,
}

pub(in crate::cli) fn given(profile: &Profile, service: &'static Service) -> Result<Given, Failure> {
    let secrets = Secrets::new();
    let parameters = service.operations.iter().map(|one| options::flat(service.common.iter().chain(one.parameters)));
    let parameters = stated(&profile.parameters, "parameters", &parameters.collect::<Vec<_>>(), service, &secrets)?;
    let headers = service.operations.iter().map(|one| options::flat(one.messages.request_headers));
    let headers = stated(&profile.soap_headers, "soap-headers", &headers.collect::<Vec<_>>(), service, &secrets)?;
    Ok(Given { parameters, headers, secrets })
}

/// A value that no operation takes is reported: calls go without it.
fn stated(
    all: &BTreeMap<String, Stated>,
    setting: &str,
    operations: &[Vec<&'static Member>],
    service: &Service,
    secrets: &Secrets,
) -> Result<Map<String, Json>, Failure> {
    let mut object = Map::new();
    for (path, stated) in all {
        let set = |object: &mut _, members: &[&'static Member], value: &str| {
            options::set(object, members, path, value, Source::Profile)
        };
        let has_it = |members: &&Vec<_>| !matches!(set(&mut Map::new(), members, ""), Err(Mistake::Unknown { .. }));
        let Some(members) = operations.iter().find(has_it) else {
            let known = operations.iter().flatten().map(|member| member.name);
            let near = proposal(path, known);
            let (name, path) = (service.name, shown_line(path));
            anstream::eprintln!(
                "warning: no operation of {name} takes `{path}`, which `{setting}` of the profile has{near}"
            );
            continue;
        };
        let value = secret::hidden(stated, path, secrets).map_err(Failure::not_sent)?;
        set(&mut object, members, &value).map_err(|mistake| match mistake {
            Mistake::Other(text) => Failure::usage(format!("profile: {text}")),
            Mistake::Unknown { name, .. } => Failure::usage(format!("profile: unknown `{name}`")),
        })?;
    }
    Ok(object)
}
