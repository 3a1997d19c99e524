//! The parameters and headers that a gateway supplies from its profile.

use asmx_codegen::diagnostic::proposal;
use asmx_gateway::{Secrets, Supplied};
use asmx_types::display::shown_line;
use asmx_types::{Member, Service};
use serde_json::{Map, Value as Json};

use super::super::failure::Failure;
use super::super::profile::Profile;
use super::super::profile::Section;
use super::options::{self, Mistake, Source};

/// Parameters and SOAP headers by name. Each is in the form of the first operation that has it.
pub(in crate::cli) fn supplied(profile: &Profile, service: &'static Service) -> Result<Supplied, Failure> {
    let secrets = Secrets::new();
    let parameters =
        service.operations.iter().map(|operation| options::flat(service.common.iter().chain(operation.parameters)));
    let parameters = of_section(profile, Section::Parameters, &parameters.collect::<Vec<_>>(), service, &secrets)?;
    let headers = service.operations.iter().map(|operation| options::flat(operation.messages.request_headers));
    let headers = of_section(profile, Section::SoapHeaders, &headers.collect::<Vec<_>>(), service, &secrets)?;
    Ok(Supplied::new(parameters, headers).hide(&secrets))
}

/// A value that no operation takes is reported: calls go without it.
fn of_section(
    profile: &Profile,
    section: Section,
    operations: &[Vec<&'static Member>],
    service: &Service,
    secrets: &Secrets,
) -> Result<Map<String, Json>, Failure> {
    let mut object = Map::new();
    for (path, entry) in profile.section(section) {
        let set = |object: &mut _, members: &[&'static Member], value: &str| {
            options::set(object, members, path, value, Source::Profile)
        };
        let has_it = |members: &&Vec<_>| !matches!(set(&mut Map::new(), members, ""), Err(Mistake::Unknown { .. }));
        let Some(members) = operations.iter().find(has_it) else {
            let known = operations.iter().flatten().map(|member| member.name);
            let near = proposal(path, known);
            let (name, path, setting) = (service.name, shown_line(path), section.name());
            anstream::eprintln!(
                "warning: no operation of {name} takes `{path}`, which `{setting}` of the profile has{near}"
            );
            continue;
        };
        let value = profile.values().hidden(section, entry, path, secrets).map_err(Failure::not_sent)?;
        set(&mut object, members, &value).map_err(|mistake| match mistake {
            Mistake::Other(text) => Failure::usage(format!("profile: {text}")),
            Mistake::Unknown { name, .. } => Failure::usage(format!("profile: unknown `{name}`")),
        })?;
    }
    Ok(object)
}
