//! The handwritten-style Rust files of a new crate: root, build script, example and tests.

use std::collections::{HashMap, HashSet};

use asmx_codegen::emit::code;
use asmx_codegen::model::{Member, Role, Scalar, Service, Type};
use asmx_codegen::names::ident;
use heck::{ToKebabCase as _, ToShoutySnakeCase as _};

use super::facts::{Facts, example_name};
use super::template::filled;

pub(super) fn descriptor(service: &Service) -> String {
    ident(&service.names.client.to_shouty_snake_case()).to_string()
}

/// `src/lib.rs`.
pub(super) fn library(facts: &Facts<'_>) -> String {
    let Facts { package, service, options, allowed, .. } = *facts;
    let include = if options.committed {
        format!("include!(\"generated/{package}.rs\");")
    } else {
        format!("include!(concat!(env!(\"OUT_DIR\"), \"/{package}.rs\"));")
    };
    let client = ident(&service.names.client);
    filled!("lib.rs.in", name = code(&service.name), package, client, allowed, include)
}

/// `build.rs`.
pub(super) fn build_script(facts: &Facts<'_>) -> String {
    filled!("build.rs.in", package = facts.package)
}

/// A setting of a client for a real server, and the environment variables that the example reads it from.
pub(super) struct Setting {
    /// Whether a client is not built without it.
    pub(super) is_needed: bool,
    /// The method call with a `{}` for each value: `.credentials({}, {})`.
    call: &'static str,
    /// The parameter's name, for calls that take one in front of the values.
    parameter: Option<String>,
    variables: Vec<Variable>,
}

/// An environment variable with the value of a setting.
pub(super) struct Variable {
    name: String,
    /// The setting in words: `the user name`.
    purpose: String,
    /// The form of the value and an example, for values that are not plain text: `Base64`, `dG9rZW4=`.
    form: Option<(&'static str, &'static str)>,
}

impl Variable {
    /// The value for an example in the README.
    pub(super) fn sample(&self) -> String {
        self.form.map_or_else(|| format!("{:?}", self.purpose.replace('`', "")), |(_, sample)| format!("{sample:?}"))
    }
}

impl Setting {
    /// The call with values filled in, such as `"secret"` or an expression.
    pub(super) fn with(&self, value: impl Fn(&Variable) -> String) -> String {
        let parameter = self.parameter.iter().map(|name| format!("{name:?}"));
        let values: Vec<String> = parameter.chain(self.variables.iter().map(value)).collect();
        format!(".{}({})", self.call, values.join(", "))
    }

    /// The names of its variables, each with a description.
    pub(super) fn descriptions(&self) -> impl Iterator<Item = (&str, String)> {
        let optional = if self.is_needed { "" } else { "optional: " };
        self.variables.iter().map(move |Variable { name, purpose, form }| {
            let form = form.map(|(form, sample)| format!(" in {form}, such as `{sample}`")).unwrap_or_default();
            (name.as_str(), format!("{optional}{purpose}{form}"))
        })
    }

    /// Lines that read the variables and set them on `builder`.
    fn taken_from_environment(&self) -> String {
        let binding = |name: &str| name.to_lowercase();
        if let ([Variable { name, .. }], false) = (self.variables.as_slice(), self.is_needed) {
            let value = binding(name);
            let call = self.with(|_| format!("{value}?"));
            return filled!("example-optional.rs.in", name = format!("{name:?}"), value, call);
        }
        let lines = self
            .variables
            .iter()
            .map(|Variable { name, .. }| format!("            let {} = variable({name:?})?;\n", binding(name)));
        let lines: String = lines.collect();
        format!("{lines}            let builder = builder{};\n", self.with(|variable| binding(&variable.name)))
    }
}

pub(super) fn settings(facts: &Facts<'_>) -> Vec<Setting> {
    let prefix = facts.package.to_shouty_snake_case();
    let variable = |name: &str, purpose: String| Variable { name: format!("{prefix}_{name}"), purpose, form: None };
    let mut settings = Vec::new();
    if facts.service.namespace.is_none() {
        let variables = vec![variable("NAMESPACE", "the XML namespace of the service".to_owned())];
        settings.push(Setting { is_needed: true, call: "namespace", parameter: None, variables });
    }
    let common = &facts.service.common;
    let roles_in_use = taken_roles(facts.service);
    // A token beside a password usually comes from a login operation.
    let credentials: [(&str, &[(Role, &str)]); 3] = [
        ("credentials", &[(Role::Username, "the user name"), (Role::Password, "the password")]),
        ("key", &[(Role::Key, "the key")]),
        ("token", &[(Role::Token, "the token")]),
    ];
    let mut lines = Vec::new();
    for (call, roles) in credentials {
        let is_of_a_login = call == "token" && lines.contains(&Role::Password);
        if roles.iter().all(|(role, _)| roles_in_use.contains_key(role)) && !is_of_a_login {
            // A login may return the token. Only a required common parameter has to have it before.
            let is_demanded = |member: &Member| member.role == Some(Role::Token) && !member.presence.is_optional();
            let is_needed = call != "token" || common.iter().any(is_demanded);
            let named = |(role, purpose): &(Role, &str)| {
                let form = match roles_in_use.get(role) {
                    Some(Type::Scalar(Scalar::Base64Binary)) => Some(("Base64", "dG9rZW4=")),
                    Some(Type::Scalar(Scalar::HexBinary)) => Some(("hexadecimal digits", "746F6B656E")),
                    _ => None,
                };
                Variable { form, ..variable(&role.name().to_uppercase(), (*purpose).to_owned()) }
            };
            settings.push(Setting { is_needed, call, parameter: None, variables: roles.iter().map(named).collect() });
            lines.extend(roles.iter().map(|(role, _)| *role));
        }
    }
    let is_given = |member: &Member| member.role.is_some_and(|role| lines.contains(&role));
    let rest = common.iter().filter(|member| !is_given(member) && matches!(member.kind, Type::Scalar(_)));
    for member in rest {
        // A client takes a decision about every secret.
        let is_needed = member.secret || !member.presence.is_optional();
        let purpose = format!("the parameter {}", code(&member.name));
        let variables = vec![variable(&member.field.to_shouty_snake_case(), purpose)];
        let call = if member.secret { "secret" } else { "common" };
        settings.push(Setting { is_needed, call, parameter: Some(member.name.clone()), variables });
    }
    settings
}

/// The roles in parameters, headers and members of their structures, each with the type of one place. Lists are data.
fn taken_roles(service: &Service) -> HashMap<Role, Type> {
    let operations = service.operations.iter();
    let own = operations.flat_map(|operation| operation.parameters.iter().chain(&operation.messages.request_headers));
    let mut waiting: Vec<&Member> = service.common.iter().chain(own).collect();
    let (mut roles, mut names) = (HashMap::new(), HashSet::new());
    while let Some(member) = waiting.pop() {
        if member.repeated {
            continue;
        }
        roles.extend(member.role.map(|role| (role, member.kind.clone())));
        let mut next = if let Type::Named(index) = member.kind { Some(index) } else { None };
        while let Some(index) = next.filter(|index| names.insert(*index)) {
            next = None;
            if let Some(structure) = service.structure(index) {
                waiting.extend(&structure.members);
                next = structure.base;
            }
        }
    }
    roles
}

/// The items that a call on a mock needs, as the end of a `use` line.
pub(super) fn items(facts: &Facts<'_>) -> String {
    let Facts { service, call, .. } = facts;
    let mut items = vec![descriptor(service), ident(&service.names.client).to_string()];
    items.extend(call.is_typed.then(|| call.request.clone()));
    items.sort();
    // A constant and a type may share a name, and one import.
    items.dedup();
    format!("{{{}}}", items.join(", "))
}

/// The file of the example.
pub(super) fn example(facts: &Facts<'_>) -> String {
    let Facts { package, library, service, call, allowed, .. } = *facts;
    let settings = settings(facts);
    let set: String = settings.iter().map(Setting::taken_from_environment).collect();
    let descriptions = settings.iter().flat_map(Setting::descriptions);
    let rows: Vec<String> = descriptions.map(|(name, purpose)| format!("//! * `{name}`: {purpose}\n")).collect();
    let variables =
        if rows.is_empty() { String::new() } else { filled!("example-variables.rs.in", rows = rows.concat()) };
    let is_needed = settings.iter().any(|setting| setting.is_needed);
    filled!(
        "example.rs.in",
        operation = code(&call.operation),
        example = example_name(package),
        variables,
        allowed,
        library,
        items = items(facts),
        call = call.printed(),
        client = ident(&service.names.client),
        descriptor = descriptor(service),
        settings = set,
        variable = if is_needed { VARIABLE } else { "" },
    )
}

/// The function of the example that reads an environment variable.
const VARIABLE: &str = include_str!("../../templates/new/example-variable.rs.in");

/// `tests/every_operation.rs`.
pub(super) fn every_operation(facts: &Facts<'_>) -> String {
    let Facts { library, service, allowed, .. } = *facts;
    let (client, service_trait) = (ident(&service.names.client), ident(&service.names.service_trait));
    filled!("every_operation.rs.in", allowed, library, descriptor = descriptor(service), client, service_trait)
}

/// `tests/current.rs`.
pub(super) fn current(facts: &Facts<'_>) -> String {
    filled!("current.rs.in", package = facts.package, command = regenerate(facts))
}

/// The command that generates committed code again.
pub(super) fn regenerate(facts: &Facts<'_>) -> String {
    format!("asmx generate spec/{}.xml --out-dir src/generated", facts.package)
}

pub(super) fn host(facts: &Facts<'_>) -> String {
    format!("https://{}.example", facts.package.to_kebab_case())
}
