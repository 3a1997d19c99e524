//! `README.md` of a new crate: everything from the two commands to the next version of the service.

use asmx_codegen::emit::code;
use asmx_codegen::model::Service;
use asmx_codegen::names::ident;
use asmx_import::name_hints::signs_in;
use asmx_types::display::shown_line;

use super::facts::{Facts, example_name};
use super::manifest::PASSED_ON;
use super::sources::{Setting, Variable, descriptor, host, items, regenerate, settings};
use super::template::filled;

pub(super) fn text(facts: &Facts<'_>) -> String {
    let Facts { package, library, service, options, call, .. } = *facts;
    let settings = settings(facts);
    let needed = settings.iter().filter(|setting| setting.is_needed);
    let set: Vec<String> = needed.map(|setting| format!("        {}\n", setting.with(Variable::sample))).collect();
    let features: Vec<String> = PASSED_ON.iter().map(|(feature, adds)| format!("| `{feature}` | {adds} |\n")).collect();
    filled!(
        "README.md.in",
        package,
        library,
        name = code(&service.name),
        count = counted(service),
        example = example_name(package),
        operation = shown_line(&call.operation),
        items = items_of_a_call(facts),
        client = ident(&service.names.client),
        host = host(facts),
        settings = set.concat(),
        call = call.printed(),
        path = code(&service.path),
        stated_host = stated_host(facts),
        warning = warning(facts),
        variables = variables(&settings),
        cookie = cookie(service),
        own_tests = own_tests(facts),
        generation = if options.committed { "command below" } else { "build" },
        features = features.concat(),
        only = options.only.iter().fold(String::new(), |only, pattern| only + " --only '" + pattern + "'"),
        next = next(facts),
        install = install(facts),
    )
}

fn counted(service: &Service) -> String {
    match service.operations.len() {
        1 => "1 operation".to_owned(),
        count => format!("{count} operations"),
    }
}

/// The items of the crate that a call uses, as the end of a `use` line.
fn items_of_a_call(facts: &Facts<'_>) -> String {
    let mut names = vec![ident(&facts.service.names.client).to_string()];
    names.extend(facts.call.is_typed.then(|| facts.call.request.clone()));
    names.sort();
    names.dedup();
    if let [name] = names.as_slice() { name.clone() } else { format!("{{{}}}", names.join(", ")) }
}

/// The address in the document, which callers may not be able to reach.
fn stated_host(facts: &Facts<'_>) -> String {
    let Some(host) = facts.report.and_then(|report| report.host.as_deref()) else { return String::new() };
    let sentence =
        if host.starts_with("http:") { "; `http://` to another machine needs `allow_plain_http()` too" } else { "" };
    format!(" The WSDL document states\n  {}{sentence}.", code(host))
}

/// For an operation that may change data.
fn warning(facts: &Facts<'_>) -> String {
    if facts.call.is_read {
        return String::new();
    }
    filled!("README-warning.md.in", operation = code(&facts.call.operation), example = example_name(facts.package))
}

fn variables(settings: &[Setting]) -> String {
    let variables = settings.iter().flat_map(Setting::descriptions);
    let rows: Vec<String> =
        variables.map(|(name, purpose)| format!("| `{name}` | {} |\n", purpose.replace('|', "\\|"))).collect();
    if rows.is_empty() { String::new() } else { filled!("README-variables.md.in", rows = rows.concat()) }
}

/// For a service whose document shows an operation that signs a caller in.
fn cookie(service: &Service) -> String {
    let operation = service.operations.iter().find(|operation| signs_in(&operation.name));
    let filled = operation.map(|operation| filled!("README-cookie.md.in", operation = code(&operation.name)));
    filled.map_or_else(String::new, |text| format!(" {}", text.trim_end()))
}

fn own_tests(facts: &Facts<'_>) -> String {
    let Facts { library, service, call, .. } = *facts;
    if !call.is_typed {
        return String::new();
    }
    filled!(
        "README-own-tests.md.in",
        library,
        items = items(facts),
        client = ident(&service.names.client),
        call = call.tried(),
        descriptor = descriptor(service),
        request = call.request,
    )
}

fn next(facts: &Facts<'_>) -> String {
    if !facts.options.committed {
        return "The next build and the tests use the new spec.".to_owned();
    }
    filled!("README-regenerate.md.in", command = regenerate(facts)).trim_end().to_owned()
}

fn install(facts: &Facts<'_>) -> String {
    match facts.workspace {
        Some(path) => format!("cargo install --path '{path}/cli'"),
        None => format!("cargo install asmx@{}", env!("CARGO_PKG_VERSION")),
    }
}
