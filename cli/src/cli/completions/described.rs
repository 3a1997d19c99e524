//! Operations, parameters, values and tables of a document, and names of profiles, as candidates.
//!
//! No connection is opened, no command is run, and of profiles only the names are read.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::StyledStr;
use clap::{Arg, ArgMatches, Command};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use heck::ToKebabCase as _;

use super::candidate::PARAMETERS;
use super::index::{self, Index, Kind, Parameter};
use crate::cli::{call, document, profile};

/// The command with candidates for the words before the current one.
pub(super) fn with_document(command: Command, before: &[String], current: &str) -> Command {
    let Some(name) = before.get(1) else { return command };
    let Some(own) = command.find_subcommand(name) else { return command };
    if !has(own, "document") {
        return with_values(command, name, &Values::default());
    }
    let arguments: Vec<OsString> = before.iter().map(OsString::from).collect();
    let arguments =
        if call::takes_parameters(name.as_ref()) { call::split(arguments, &built(own)).own } else { arguments };
    let matches = command.clone().ignore_errors(true).try_get_matches_from(arguments);
    let Some(matches) = matches.ok().and_then(|mut matches| matches.remove_subcommand()) else { return command };
    let index = index_of(&matches.1).unwrap_or_default();
    let operation = text(&matches.1, "operation").and_then(|name| index.operation(&name));
    let tables = operation.map(|operation| operation.tables.clone()).unwrap_or_default();
    let operations = index.operations.iter().map(|operation| (operation.name.clone(), operation.about.clone()));
    let values = Values { operations: operations.collect(), tables, ports: index.ports.clone() };
    let mut parameters = Vec::new();
    if let Some(operation) = operation.filter(|_| call::takes_parameters(name.as_ref())) {
        let names: BTreeSet<String> = call::own_names(&built(own)).map(str::to_owned).collect();
        let typed = before.iter().map(String::as_str).chain([current]).filter_map(|word| word.strip_prefix("--"));
        let typed: Vec<&str> = typed.map(|word| word.split('=').next().unwrap_or_default()).collect();
        parameters = options(&index, &operation.parameters, &names, &typed);
    }
    with_values(command, name, &values).mut_subcommand(name, |own| own.args(parameters))
}

fn has(command: &Command, id: &str) -> bool {
    command.get_arguments().any(|argument| argument.get_id() == id)
}

fn built(command: &Command) -> Command {
    let mut command = command.clone();
    command.build();
    command
}

fn text(matches: &ArgMatches, id: &str) -> Option<String> {
    let mut values = matches.try_get_raw(id).ok()??;
    Some(values.next()?.to_str()?.to_owned())
}

fn index_of(matches: &ArgMatches) -> Option<Index> {
    let document = text(matches, "document")?;
    let path = Path::new(&document);
    let Some(address) = document::address(path) else { return index::of(&in_home(path)) };
    let file = profile::file()?;
    // People write the profile behind the operation, too: then any of them may have fetched the document.
    let profile = text(matches, "profile");
    let names = profile.as_ref().map_or_else(profile::profile_names, |name| vec![name.clone()]);
    let nobody = profile.is_none().then(|| document::fetched_before(address, None)).flatten();
    let found = nobody.or_else(|| names.iter().find_map(|name| document::fetched_before(address, Some((&file, name)))));
    index::of(&found?)
}

/// `~/shop.wsdl` is a file in the home folder, which shells write for people.
fn in_home(path: &Path) -> PathBuf {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    match (path.strip_prefix("~"), home) {
        (Ok(rest), Some(home)) => Path::new(&home).join(rest),
        _ => path.to_owned(),
    }
}

/// The candidates for options whose values a document or the person's profiles have.
#[derive(Default)]
struct Values {
    /// Each with its description.
    operations: Vec<(String, String)>,
    tables: Vec<String>,
    ports: Vec<String>,
}

fn with_values(command: Command, name: &str, values: &Values) -> Command {
    command.mut_subcommand(name, |own| {
        own.mut_args(|argument| match argument.get_id().as_str() {
            "operation" | "only" | "reads" | "writes" | "sends" => {
                let entries = values.operations.clone();
                argument.add(ArgValueCandidates::new(move || {
                    entries.iter().map(|(name, about)| described(name, about)).collect()
                }))
            }
            "table" => of(argument, values.tables.clone()),
            "port" => of(argument, values.ports.clone()),
            "profile" => {
                let names = || profile::profile_names().into_iter().map(CompletionCandidate::new).collect();
                argument.add(ArgValueCandidates::new(names))
            }
            _ => argument,
        })
    })
}

fn of(argument: Arg, values: Vec<String>) -> Arg {
    argument.add(ArgValueCandidates::new(move || values.iter().map(CompletionCandidate::new).collect()))
}

fn described(name: &str, about: &str) -> CompletionCandidate {
    CompletionCandidate::new(name).help((!about.is_empty()).then(|| StyledStr::from(about.to_owned())))
}

/// An option for each parameter. A structure is `--order.`, and once it is typed, an option for each member follows.
fn options(index: &Index, parameters: &[Parameter], own: &BTreeSet<String>, typed: &[&str]) -> Vec<Arg> {
    let mut all = Vec::new();
    let bare: Vec<&str> = typed.iter().map(|word| word.strip_prefix('.').unwrap_or(word)).collect();
    for parameter in parameters {
        for name in names(&parameter.name, "", &bare) {
            let name = if own.contains(&name) { format!(".{name}") } else { name };
            push(index, parameter, name, typed, &mut all);
        }
    }
    let mut names = BTreeSet::new();
    all.retain(|argument| names.insert(argument.get_id().clone()));
    all
}

fn push(index: &Index, parameter: &Parameter, path: String, typed: &[&str], all: &mut Vec<Arg>) {
    let Some(members) = index.members(parameter.kind) else {
        all.push(option(path, parameter, index));
        return;
    };
    let prefix = format!("{path}.");
    let mut continued: Vec<&str> = typed.iter().copied().filter(|word| word.starts_with(&prefix)).collect();
    if continued.is_empty() {
        all.push(option(prefix, parameter, index));
        return;
    }
    let mut prefixes = BTreeSet::from([prefix.clone()]);
    if matches!(parameter.kind, Kind::Items(_)) {
        // The numbers that are typed; else the first.
        let number = |word: &&str| word.strip_prefix(&prefix)?.split_once('.').map(|(number, _)| number.to_owned());
        let numbers: BTreeSet<String> = continued.iter().filter_map(number).collect();
        let numbers: Vec<String> = numbers.into_iter().filter(|text| text.parse::<u32>().is_ok()).collect();
        if numbers.is_empty() {
            all.push(option(format!("{prefix}0."), parameter, index));
            return;
        }
        prefixes = numbers.iter().map(|number| format!("{prefix}{number}.")).collect();
        continued.retain(|word| prefixes.iter().any(|prefix| word.starts_with(prefix)));
    }
    for (prefix, member) in prefixes.iter().flat_map(|prefix| members.iter().map(move |member| (prefix, member))) {
        for name in names(&member.name, prefix, &continued) {
            push(index, member, format!("{prefix}{name}"), &continued, all);
        }
    }
}

/// The forms of a name: that of the document, and that in kebab case if a person began to type it behind `inside`.
fn names(name: &str, prefix: &str, typed: &[&str]) -> Vec<String> {
    let kebab = name.to_kebab_case();
    let is_begun = |word: &&str| {
        let begun = word.strip_prefix(prefix).and_then(|rest| rest.split('.').next()).unwrap_or_default();
        !begun.is_empty() && kebab.starts_with(begun) && !name.starts_with(begun)
    };
    let is_kebab = kebab != name && typed.iter().any(is_begun);
    std::iter::once(name.to_owned()).chain(is_kebab.then_some(kebab)).collect()
}

fn option(name: String, parameter: &Parameter, index: &Index) -> Arg {
    // The names of clap live as long as the program, which ends here.
    let name: &'static str = name.leak();
    let argument = Arg::new(name).long(name).help_heading(PARAMETERS).help(parameter.about.clone());
    match index.values(parameter.kind) {
        Some(values) => of(argument, values.to_vec()),
        None => argument,
    }
}
