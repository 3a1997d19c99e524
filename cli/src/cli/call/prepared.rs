//! Everything that a call needs, from arguments, files and the profile.

use std::slice::from_ref;

use asmx_codegen::diagnostic::{did_you_mean, similar};
#[cfg(feature = "arrow")]
use asmx_gateway::column_misfits;
use asmx_gateway::rows::RowsError;
use asmx_gateway::tables::TableShape;
use asmx_gateway::{Checks, Secrets, Setup, Target, option_misfits, tables};
use asmx_types::display::shown_line;
use asmx_types::{Effect, Member, Operation, Role, Type, outline};
use serde_json::{Map, Value as Json};

use super::super::document::Located;
use super::super::failure::Failure;
use super::super::profile::Profile;
use super::super::profile::Section;
use super::arguments::Arguments;
use super::confirm;
use super::connection::{Address, NO_ADDRESS};
use super::destination::Destination;
use super::files::object;
use super::form::{COMMAND_LINE, Form};
use super::mistakes::Mistakes;
use super::options::{self, Mistake, Source};
use super::split::{self, Parameters};
use super::supplied::of_section;

pub(super) struct Prepared {
    pub(super) target: Target,
    pub(super) operation: &'static Operation,
    /// The tables of its result.
    pub(super) shapes: Vec<TableShape>,
    pub(super) parameters: Map<String, Json>,
    pub(super) headers: Map<String, Json>,
    /// Values of the profile that no description declares secret.
    pub(super) secrets: Secrets,
    pub(super) profile: Profile,
    pub(super) destination: Destination,
}

pub(super) fn prepared(
    arguments: &Arguments,
    command_line: &Parameters,
    own: &clap::Command,
) -> Result<Prepared, Failure> {
    let mut mistakes = Mistakes::default();
    let destination = destination(arguments, &mut mistakes)?;
    let profile = mistakes.before(arguments.connection.profile())?;
    let located = mistakes.before(arguments.connection.located(&arguments.document, &profile))?;
    let (target, without_address) = match target(arguments, &located, &profile, None) {
        Ok(target) => (target, None),
        // Other mistakes are reported beside a missing address.
        Err(failure) => match target(arguments, &located, &profile, Some(NO_ADDRESS)) {
            Ok(target) => (target, Some(failure)),
            Err(_) => return mistakes.before(Err(failure)),
        },
    };
    let operation = mistakes.before(found(&target, arguments))?;
    let shapes = shapes(arguments, operation, &destination, &mut mistakes);
    let needs_rows = destination.form.rows().is_some() || destination.form.is_complete_only();
    if needs_rows && target.lacks_rows(operation) {
        mistakes.add(format_args!("{}: `--format json` calls it", RowsError::NoRows));
    }
    let members = options::flat(target.service().common.iter().chain(operation.parameters));
    let is_both = |option: &&String| options::named(&members, option).is_some();
    for option in command_line.options_behind.iter().filter(is_both) {
        mistakes.add(format_args!(
            "`--{option}` is an option of `asmx {}` and a parameter of {}: write `--.{option}` for the parameter, and `--{option}` before {} \
             for the option",
            own.get_name(), operation.name, arguments.operation
        ));
    }
    for name in &command_line.not_utf8 {
        let name = shown_line(name);
        mistakes.add(format_args!(
            "`--{name}`: the value is not UTF-8: write it in UTF-8, or put it into a file of JSON and give `--params FILE`"
        ));
    }
    let mut from_options = Map::new();
    for (path, value) in &command_line.entries {
        let set = match value {
            Some(value) => options::set(&mut from_options, &members, path, value, Source::CommandLine),
            None => Err(without_value(&members, path)),
        };
        if let Err(mistake) = set {
            mistakes.add(wrong(mistake, path, operation, own));
        }
    }
    if let Some(failure) = without_address {
        return mistakes.before(Err(failure));
    }
    mistakes.refuse()?;
    note_unknown(&profile, &target);
    let secrets = Secrets::new();
    // Values that the operation does not take are for others.
    let mut parameters = of_section(&profile, Section::Parameters, from_ref(&members), &secrets, |_| ())?;
    if let Some(file) = &arguments.params {
        options::merge(&mut parameters, object(file)?);
    }
    options::merge(&mut parameters, from_options);
    let declared = options::flat(operation.messages.request_headers);
    let mut headers = of_section(&profile, Section::SoapHeaders, from_ref(&declared), &secrets, |_| ())?;
    if let Some(file) = &arguments.headers {
        options::merge(&mut headers, object(file)?);
    }
    if arguments.dry_run.is_none() {
        arguments.connection.tell_of_address(&target, &profile, &located)?;
    }
    if !arguments.yes && arguments.dry_run.is_none() && operation.effect != Effect::Read {
        // A user is not asked about a call that cannot be made.
        let fits = target.check_parameters(operation.name, &parameters);
        fits.map_err(|error| Failure::of(&error, operation).without_secrets(&secrets))?;
        let is_wsdl = target.is_of_wsdl();
        confirm::confirm(operation, &located.to_string(), is_wsdl)?;
    }
    Ok(Prepared { target, operation, shapes, parameters, headers, secrets, profile, destination })
}

/// The operation. Where no name is near, the message says how to see all.
fn found(target: &Target, arguments: &Arguments) -> Result<&'static Operation, Failure> {
    target.find(&arguments.operation).map_err(|error| {
        let (why, document) = (error.to_string(), arguments.document.to_string_lossy());
        let all = format!(": `asmx operations {}` lists its operations", shown_line(&document));
        Failure::usage(if why.ends_with('?') { why } else { why + &all })
    })
}

/// The destination of the result, and the options that do not fit it.
fn destination(arguments: &Arguments, mistakes: &mut Mistakes) -> Result<Destination, Failure> {
    // A full response is JSON for people too.
    let form = arguments.format.or_else(|| (arguments.full && arguments.to.path().is_none()).then_some(Form::Json));
    let destination = Destination::of(form, arguments.to.path())?;
    let form = (destination.form.name(), destination.form.content());
    for misfit in option_misfits(&arguments.result_options(), form, COMMAND_LINE) {
        mistakes.add(misfit);
    }
    if let Some(hindrance) = destination.form.hindrance(destination.is_terminal()) {
        mistakes.add(hindrance);
    }
    Ok(destination.with(
        arguments.csv.options(),
        #[cfg(feature = "arrow")]
        &arguments.columns.forms(),
    ))
}

/// The tables of the result, or of the path that is named.
fn shapes(
    arguments: &Arguments,
    operation: &Operation,
    destination: &Destination,
    mistakes: &mut Mistakes,
) -> Vec<TableShape> {
    let mut shapes = match arguments.rows.as_deref() {
        None => tables::of_result(operation),
        Some(path) => match tables::at_path(operation, path) {
            Ok(shape) => vec![shape],
            Err(why) => {
                mistakes.add(why.in_words(COMMAND_LINE));
                return Vec::new();
            }
        },
    };
    if arguments.columns.ignore_undeclared && destination.form.has_fixed_columns() {
        shapes.iter_mut().for_each(TableShape::leave_out_others);
    }
    let table = arguments.table.as_deref();
    let is_one_table = destination.rows().is_some() && destination.of_tables().is_none();
    let choice = if is_one_table || table.is_some() { tables::known_to_be_several(&shapes, table) } else { Ok(()) };
    match choice {
        Err(why) => mistakes.add(why.in_words(COMMAND_LINE)),
        Ok(()) => {
            #[cfg(feature = "arrow")]
            for misfit in column_misfits(&arguments.columns.forms(), operation.name, (&shapes, table), COMMAND_LINE) {
                mistakes.add(misfit);
            }
        }
    }
    shapes
}

impl Prepared {
    /// A likely cause of a refusal: the operation takes credentials, and neither the profile nor the parameters have them.
    pub(super) fn unsent_credentials(&self) -> Option<String> {
        let profile = &self.profile;
        let is_given = [&profile.username, &profile.password, &profile.key, &profile.token]
            .iter()
            .any(|credential| credential.is_some());
        let service = self.target.service();
        let parameters = service.common.iter().chain(self.operation.parameters);
        let members: Vec<&Member> = parameters.chain(self.operation.messages.request_headers).collect();
        let is_stated = |member: &&&Member| {
            let name = &*outline::key(member);
            self.parameters.contains_key(name) || self.headers.contains_key(name)
        };
        let mut roles = Vec::new();
        for member in &members {
            let mut of_member = Vec::new();
            push_roles(member, DEEPEST, &mut of_member);
            if !of_member.is_empty() && is_stated(&member) {
                return None;
            }
            roles.append(&mut of_member);
        }
        let names: Vec<&str> =
            CREDENTIALS.iter().filter(|(role, _)| roles.contains(role)).map(|(_, name)| *name).collect();
        let (last, first) = names.split_last().filter(|_| !is_given)?;
        Some(if first.is_empty() {
            format!("no {last} was sent: a profile gives it (`--profile NAME`)")
        } else {
            format!("no {} and {last} were sent: a profile gives them (`--profile NAME`)", first.join(", "))
        })
    }
}

/// The most levels of structures that are searched for credentials.
const DEEPEST: usize = 4;

const CREDENTIALS: [(Role, &str); 4] =
    [(Role::Username, "user name"), (Role::Password, "password"), (Role::Key, "key"), (Role::Token, "token")];

/// Adds the roles of the credentials that the member is or holds.
fn push_roles(member: &Member, depth: usize, roles: &mut Vec<Role>) {
    roles.extend(member.role.filter(|role| role.is_credential()));
    if let (Type::Structure(structure), Some(depth)) = (member.kind, depth.checked_sub(1)) {
        structure.members().iter().for_each(|member| push_roles(member, depth, roles));
    }
}

fn target(
    arguments: &Arguments,
    located: &Located,
    profile: &Profile,
    base_url: Option<&str>,
) -> Result<Target, Failure> {
    let captures = if arguments.verbose > 0 { 16 } else { 0 };
    let checks = if arguments.unchecked { Checks::None } else { Checks::Values };
    let setup = Setup::of_document(located.open()?).checks(checks).capture(captures);
    // A dry run sends nothing.
    let setup = if arguments.dry_run.is_some() { setup.allow_plain_http() } else { setup };
    let stand_in = base_url.map(|url| Address::BaseUrl(url.to_owned()));
    let address = arguments.connection.address(located);
    // A profile may ask a person for its values, which is done once.
    if stand_in.is_some() && (address.is_some() || profile.name().is_some()) {
        return Err(Failure::usage("the address is stated"));
    }
    arguments.connection.target(setup, profile, stand_in.or(address))
}

/// Notes the parameters of the profile that no operation of the service takes: a name may be misspelt.
fn note_unknown(profile: &Profile, target: &Target) {
    let service = target.service();
    for path in profile.section(Section::Parameters).keys() {
        let set = |members: &[&'static Member]| options::set(&mut Map::new(), members, path, "", Source::Profile);
        let of = |operation: &'static Operation| options::flat(service.common.iter().chain(operation.parameters));
        let mut near = Vec::new();
        let is_known = service.operations.iter().any(|operation| match set(&of(operation)) {
            Err(Mistake::Unknown { similar, .. }) => {
                near.extend(similar);
                false
            }
            _ => true,
        });
        if !is_known {
            near.sort();
            near.dedup();
            let near: Vec<&str> = near.iter().take(3).map(String::as_str).collect();
            let question = if near.is_empty() { String::new() } else { format!("; {}", did_you_mean(&near)) };
            let path = shown_line(path);
            anstream::eprintln!(
                "note: no operation of {} has the parameter `{path}` of the profile, and it is not sent{question}",
                service.name
            );
        }
    }
}

fn without_value(members: &[&'static Member], path: &str) -> Mistake {
    let path_alone = options::set(&mut Map::new(), members, path, "", Source::CommandLine);
    path_alone.err().unwrap_or_else(|| {
        let path = shown_line(path);
        Mistake::Other(format!("`--{path}` has no value: write `--{path}=VALUE`"))
    })
}

fn wrong(mistake: Mistake, path: &str, operation: &Operation, own: &clap::Command) -> String {
    let Mistake::Unknown { name, similar } = mistake else {
        let Mistake::Other(text) = mistake else { return shown_line(path).into_owned() };
        return text;
    };
    let is_first = path.trim_start_matches('.').split('.').next() == Some(&name);
    let members: Vec<&str> = similar.iter().map(String::as_str).collect();
    let can_be_option = is_first && !path.starts_with('.');
    let options: Vec<String> = if can_be_option && members.is_empty() {
        self::similar(&name, split::own_names(own)).into_iter().map(|option| format!("--{option}")).collect()
    } else {
        Vec::new()
    };
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let near = match (members.as_slice(), options.as_slice()) {
        ([], [_, ..]) => format!("; {}", did_you_mean(&options)),
        ([], []) if is_first => {
            let known: Vec<_> = operation.parameters.iter().map(|parameter| parameter.name).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            format!("; it takes: {known}")
        }
        ([], []) => String::new(),
        (members, _) => format!("; {}", did_you_mean(members)),
    };
    let (path, name) = (shown_line(path), shown_line(&name));
    let missing =
        if is_first { format!("no parameter `{name}`") } else { format!("no member `{name}` for `--{path}`") };
    format!("{} has {missing}{near}", operation.name)
}
