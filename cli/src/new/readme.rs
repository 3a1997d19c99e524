//! `README.md` of a new crate.

use asmx_codegen::emit::code;
use asmx_codegen::model::Service;
use asmx_codegen::names::ident;
use asmx_import::name_hints::signs_in;
use asmx_types::display::shown_line;
use heck::ToShoutySnakeCase as _;

use super::facts::{Facts, example_name};
use super::manifest::PASSED_ON;
use super::sources::{Setting, Variable, host, items, regenerate, settings};

/// Covers everything from the two commands to the next version of the service.
pub(super) fn text(facts: &Facts<'_>) -> String {
    let sections = [
        first(facts),
        first_call(facts),
        server(facts),
        own_tests(facts),
        review(facts),
        features(facts),
        changes(facts),
    ];
    sections.into_iter().filter(|section| !section.is_empty()).collect::<Vec<_>>().join("\n")
}

fn counted(service: &Service) -> String {
    match service.operations.len() {
        1 => "1 operation".to_owned(),
        count => format!("{count} operations"),
    }
}

fn first(facts: &Facts<'_>) -> String {
    let Facts { package, service, call, .. } = facts;
    format!(
        "# {package}\n\n\
         A client of the web service {name} with {count}, generated from [spec/{package}.xml](spec/{package}.xml).\n\n\
         ```sh\n\
         cargo run --example {example}   # calls {operation} on a mock\n\
         cargo test   # calls every operation on a mock\n\
         ```\n",
        name = code(&service.name),
        count = counted(service),
        example = example_name(package),
        operation = shown_line(&call.operation),
    )
}

fn first_call(facts: &Facts<'_>) -> String {
    let Facts { package, library, service, call, .. } = facts;
    let client = ident(&service.names.client);
    let mut names = vec![client.to_string()];
    names.extend(call.is_typed.then(|| call.request.clone()));
    names.sort();
    names.dedup();
    let names = if let [one] = names.as_slice() { one.clone() } else { format!("{{{}}}", names.join(", ")) };
    let settings = settings(facts);
    let needed = settings.iter().filter(|setting| setting.is_needed);
    let set: Vec<String> = needed.map(|setting| format!("\n        {}", setting.with(Variable::sample))).collect();
    let (set, made) = (set.concat(), call.printed());
    format!(
        "## A call\n\n\
         In the `Cargo.toml` of your program:\n\n\
         ```toml\n\
         [dependencies]\n\
         {package} = {{ path = \"../{package}\" }}\n\
         tokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }}\n\
         ```\n\n\
         ```rust,no_run\n\
         use {library}::{names};\n\n\
         #[tokio::main]\n\
         async fn main() -> Result<(), Box<dyn std::error::Error>> {{\n    \
             let client = {client}::builder()\n        \
                 .base_url(\"{host}\"){set}\n        \
                 .build()?;\n\
             {made}    \
             Ok(())\n\
         }}\n\
         ```\n\n\
         * `base_url` is scheme and host. The client adds the path {path}.{stated}\n\
         * Each operation is a method of `{client}` and takes a request. `new()` makes an empty request; every parameter has a setter. If a\n  \
           required parameter is missing, the call fails before anything is sent, and the error names it.\n\
         * `cargo doc --open` shows all operations, their parameters and results.\n\
         * Everything else that a client needs is in `{library}::asmx_runtime`: `Error`, `Fault`, `Transport`, `RetryPolicy`, tables and values.\n",
        host = host(facts),
        path = code(&service.path),
        stated = stated_host(facts),
    )
}

/// The address in the document, which callers may not be able to reach.
fn stated_host(facts: &Facts<'_>) -> String {
    let Some(host) = facts.report.and_then(|report| report.host.as_deref()) else { return String::new() };
    let plain =
        if host.starts_with("http:") { "; `http://` to another machine needs `allow_plain_http()` too" } else { "" };
    format!(" The WSDL document states\n  {}{plain}.", code(host))
}

fn server(facts: &Facts<'_>) -> String {
    let call = facts.call;
    let settings = settings(facts);
    let variables = settings.iter().flat_map(Setting::descriptions);
    let rows: Vec<String> =
        variables.map(|(name, what)| format!("| `{name}` | {} |\n", what.replace('|', "\\|"))).collect();
    let rows = if rows.is_empty() {
        String::new()
    } else {
        format!(
            "\nThe example reads these environment variables:\n\n| variable | content |\n|---|---|\n{}",
            rows.concat()
        )
    };
    let warning = if call.is_read {
        String::new()
    } else {
        format!(
            "\n{} may change data on that server. Edit [examples/{example}.rs](examples/{example}.rs) first: choose the operation and the values \
             that you want to send.\n",
            code(&call.operation),
            example = example_name(facts.package),
        )
    };
    format!(
        "## The example against a server\n\n\
         ```sh\n\
         cargo run --example {example} -- --url {host}\n\
         ```\n{warning}{rows}{sign_in}",
        example = example_name(facts.package),
        host = host(facts),
        sign_in = sign_in(facts.service),
    )
}

/// The sign-in that the document shows, and the command that looks at the server.
fn sign_in(service: &Service) -> String {
    let operation = service.operations.iter().find(|operation| signs_in(&operation.name));
    let cookie = operation.map_or_else(String::new, |operation| {
        format!(
            " {} may sign a caller in. If its result has no token for later calls, the service keeps a cookie: the feature `cookies` and\n\
             `.cookies(…)` on the builder send it back.",
            code(&operation.name)
        )
    });
    format!(
        "\nIf the server refuses the call, `asmx doctor URL` says what it demands: Basic, a token, a cookie, Windows sign-in.{cookie}\n"
    )
}

fn own_tests(facts: &Facts<'_>) -> String {
    let Facts { library, service, call, .. } = facts;
    if !call.is_typed {
        return String::new();
    }
    let client = ident(&service.names.client);
    let descriptor = ident(&service.names.client.to_shouty_snake_case());
    format!(
        "## A test of your own code\n\n\
         A mock responds without a network, and records its calls.\n\n\
         ```rust\n\
         use {library}::asmx_runtime;\n\
         use {library}::{{{items}}};\n\n\
         /// The code under test.\n\
         async fn works(client: &{client}) -> bool {{\n\
             {tried}\
         }}\n\n\
         #[tokio::main]\n\
         async fn main() {{\n    \
             let mock = asmx_runtime::mock::Mock::with_samples(&{descriptor}); // a sample result for every operation\n    \
             let client = {client}::from(mock.client());\n    \
             assert!(works(&client).await);\n\n    \
             mock.fail::<{name}>(asmx_runtime::Fault::server(\"out of order\")); // `respond` and `on` set results\n    \
             assert!(!works(&client).await);\n    \
             mock.assert_called::<{name}>(2);\n\
         }}\n\
         ```\n",
        items = items(facts),
        name = call.request,
        tried = call.tried(),
    )
}

fn review(facts: &Facts<'_>) -> String {
    format!(
        "## What to review in the spec\n\n\
         A WSDL document leaves things open. Check these in [spec/{package}.xml](spec/{package}.xml):\n\n\
         * `effect`: every operation is `write` until you change it to `read`. After a failure the client repeats only `read` operations.\n\
         * `secret=\"true\"` and `role`: marked passwords and keys never appear in errors and logs. Mark those that the import missed.\n\
         * `<doc>`: this becomes the documentation of the Rust items.\n\n\
         A mistake in the spec stops the {command}; the message underlines it and says what to do.\n",
        package = facts.package,
        command = if facts.options.committed { "command below" } else { "build" },
    )
}

fn features(facts: &Facts<'_>) -> String {
    let rows: Vec<String> = PASSED_ON.iter().map(|(feature, adds)| format!("| `{feature}` | {adds} |\n")).collect();
    format!(
        "## Features\n\n\
         ```toml\n\
         {package} = {{ path = \"../{package}\", features = [\"blocking\"] }}\n\
         ```\n\n\
         | feature | adds |\n|---|---|\n{}",
        rows.concat(),
        package = facts.package,
    )
}

fn changes(facts: &Facts<'_>) -> String {
    let Facts { package, workspace, options, .. } = facts;
    let only = options.only.iter().fold(String::new(), |only, pattern| only + " --only '" + pattern + "'");
    let behind = if options.committed {
        format!(
            "Then generate the code in `src/generated` again; do not edit it by hand:\n\n\
             ```sh\n\
             {command}\n\
             ```\n\n\
             The test `tests/current.rs` fails until the code matches the spec.",
            command = regenerate(facts),
        )
    } else {
        "The next build and the tests use the new spec.".to_owned()
    };
    format!(
        "## When the service changes\n\n\
         Edit [spec/{package}.xml](spec/{package}.xml), or update it from the new WSDL document. The update keeps what you wrote and prints\n\
         the changes:\n\n\
         ```sh\n\
         asmx import --update spec/{package}.xml NEW.wsdl{only}\n\
         ```\n\n\
         {behind} Install the command with `{install}`.\n",
        install = match workspace {
            Some(path) => format!("cargo install --path '{path}/cli'"),
            None => format!("cargo install asmx@{}", env!("CARGO_PKG_VERSION")),
        },
    )
}
