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
    let unknown = |section: Section, path: &str, operations: &[Vec<&'static Member>]| {
        let near = proposal(path, operations.iter().flatten().map(|member| member.name));
        let (name, path, setting) = (service.name, shown_line(path), section.name());
        anstream::eprintln!(
            "warning: no operation of {name} takes `{path}`, which `{setting}` of the profile has{near}"
        );
    };
    let of = |section: Section, operations: Vec<Vec<&'static Member>>| {
        of_section(profile, section, &operations, &secrets, |path| unknown(section, path, &operations))
    };
    let operations = || service.operations.iter();
    let parameters = operations().map(|operation| options::flat(service.common.iter().chain(operation.parameters)));
    let headers = operations().map(|operation| options::flat(operation.messages.request_headers));
    let parameters = of(Section::Parameters, parameters.collect())?;
    Ok(Supplied::new(parameters, of(Section::SoapHeaders, headers.collect())?).hide(&secrets))
}

/// The values of a profile, each in the form of the first of these operations that takes it. `unknown` gets the paths that none takes.
pub(super) fn of_section(
    profile: &Profile,
    section: Section,
    operations: &[Vec<&'static Member>],
    secrets: &Secrets,
    unknown: impl Fn(&str),
) -> Result<Map<String, Json>, Failure> {
    let mut object = Map::new();
    for (path, entry) in profile.section(section) {
        let set = |object: &mut _, members: &[&'static Member], value: &str| {
            options::set(object, members, path, value, Source::Profile)
        };
        // Look before a person is asked.
        let has_it = |members: &&Vec<_>| !matches!(set(&mut Map::new(), members, ""), Err(Mistake::Unknown { .. }));
        let Some(members) = operations.iter().find(has_it) else {
            unknown(path);
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
