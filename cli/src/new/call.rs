//! The call that the example and the README of a new crate show: of an operation that probably changes nothing and has few parameters.

use asmx_codegen::model::{
    Content, Effect, Member, NamedTypeKind, Operation, Presence, Scalar, Service, Transport, Type,
};
use asmx_codegen::names::ident;
use asmx_import::name_hints::{Verb, verb};

/// Maximum number of optional parameters in the call.
const SHOWN: usize = 2;

/// rustfmt breaks longer chains of calls, and longer lines with one call.
const LONGEST_CHAIN: usize = 60;
const LONGEST_LINE: usize = 100;

#[derive(Default)]
pub(super) struct Call {
    pub(super) operation: String,
    pub(super) request: String,
    /// The expression that makes the request: a constructor and setters.
    request_chain: Vec<String>,
    /// Whether the request has its own type; otherwise it is made by descriptor.
    pub(super) is_typed: bool,
    /// Method calls on the client; `request` is a variable.
    calls: Vec<String>,
    pub(super) has_result: bool,
    pub(super) is_read: bool,
}

impl Call {
    /// Chooses the operation and its call. `library` is the name of the crate.
    pub(super) fn choose(service: &Service, library: &str) -> Self {
        let rank = |operation: &&Operation| {
            let is_read = operation.effect == Effect::Read || verb(&operation.name) == Some(Verb::Reads);
            (
                request(service, operation, library).is_none(),
                transport(operation).is_some(),
                operation.deprecated.is_some(),
                !is_read,
                operation.parameters.is_empty(),
                operation.messages.one_way,
            )
        };
        // Every service has an operation.
        let operation = service.operations.iter().min_by_key(rank);
        operation.map_or_else(Self::default, |operation| Self::of(service, operation, library))
    }

    fn of(service: &Service, operation: &Operation, library: &str) -> Self {
        let typed = request(service, operation, library);
        let is_typed = typed.is_some();
        let (request_chain, call) = typed.map_or_else(
            || {
                let descriptor = ident(&operation.names.descriptor);
                let sample = format!("{library}::asmx_runtime::mock::sample_request(&{library}::{descriptor})");
                (vec![sample], ".client().call(request)".to_owned())
            },
            |typed| (typed, format!(".{}(request)", ident(&operation.names.method))),
        );
        let transport = transport(operation);
        let transport = transport.map(|name| format!(".transport({library}::asmx_runtime::Transport::{name:?})"));
        Self {
            operation: operation.name.clone(),
            request: ident(&operation.names.request).to_string(),
            request_chain,
            is_typed,
            calls: [call].into_iter().chain(transport).collect(),
            has_result: !operation.outputs.is_empty() || !is_typed,
            is_read: operation.effect == Effect::Read,
        }
    }

    /// Lines that call `client` and print the result.
    pub(super) fn printed(&self) -> String {
        let request = self.request_line();
        if self.has_result {
            let call = chain("    let result = ", &self.called(".await?"), ";");
            return format!("{request}{call}    println!(\"{{result:?}}\");\n");
        }
        format!("{request}{}    println!(\"done\");\n", chain("    ", &self.called(".await?"), ";"))
    }

    /// Lines that call `client` and return whether there is a result.
    pub(super) fn tried(&self) -> String {
        let mut called = self.called(".await");
        called.push(".is_ok()".to_owned());
        format!("{}{}", self.request_line(), chain("    ", &called, ""))
    }

    fn request_line(&self) -> String {
        chain("    let request = ", &self.request_chain, ";")
    }

    fn called(&self, expression: &str) -> Vec<String> {
        let calls = self.calls.iter().map(String::as_str);
        ["client"].into_iter().chain(calls).chain([expression]).map(str::to_owned).collect()
    }
}

/// The transport that the call must choose, if the operation is not offered over the client's default.
fn transport(operation: &Operation) -> Option<Transport> {
    let order = [Transport::Soap11, Transport::Soap12, Transport::HttpPost, Transport::HttpGet];
    let first = order.into_iter().find(|transport| operation.transports.offers(*transport));
    first.filter(|transport| *transport != Transport::Soap11)
}

/// One line of Rust, or several where rustfmt would break it. `start` includes the indentation.
pub(super) fn chain<P: AsRef<str>>(start: &str, parts: &[P], end: &str) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    let line = parts.concat();
    let fits = match parts.len() {
        0 | 1 => true,
        2 => start.len() + line.len() + end.len() <= LONGEST_LINE,
        _ => line.len() <= LONGEST_CHAIN,
    };
    if fits {
        return format!("{start}{line}{end}\n");
    }
    let indent = start.len() - start.trim_start().len() + 4;
    format!("{start}{}{end}\n", parts.join(&format!("\n{}", " ".repeat(indent))))
}

/// The request with required parameters and a few optional ones; `None` if a required one has no simple value.
fn request(service: &Service, operation: &Operation, library: &str) -> Option<Vec<String>> {
    let mut chain = vec![format!("{}::new()", ident(&operation.names.request))];
    let has_no_soap = !operation.transports.over_soap();
    let mut count = 0;
    for parameter in &operation.parameters {
        let is_array = parameter.repeated || matches!(parameter.kind, Type::Array(_));
        // GET and POST cannot omit an array.
        let is_stated = parameter.presence == Presence::Required && !parameter.repeated;
        let is_required = is_stated || is_array && has_no_soap;
        let is_shown = count < SHOWN && !parameter.secret && parameter.role.is_none();
        let value = if is_required {
            Some(value(service, parameter, library)?)
        } else {
            plain_value(parameter).filter(|_| is_shown).map(str::to_owned)
        };
        if let Some(value) = value {
            count += 1;
            chain.push(format!(".{}({value})", ident(&parameter.field)));
        }
    }
    Some(chain)
}

/// A simple value or a default of any type.
fn value(service: &Service, parameter: &Member, library: &str) -> Option<String> {
    if let Some(value) = plain_value(parameter) {
        return Some(value.to_owned());
    }
    if !parameter.name.is_empty() {
        match &parameter.kind {
            Type::Scalar(scalar) => {
                let name = xsd_name(*scalar)?;
                return Some(format!("{library}::asmx_runtime::xsd::{name}::default()"));
            }
            Type::Named(index) => {
                let named = service.types.get(*index)?;
                if let NamedTypeKind::Enumeration(kind) = &named.kind
                    && !kind.values.is_empty()
                    && !kind.flags
                {
                    return Some(format!("{library}::{}::default()", ident(&named.rust_name)));
                }
            }
            Type::Array(_) | Type::List(_) | Type::Any | Type::Xml(_) => {}
        }
    }
    None
}

fn plain_value(parameter: &Member) -> Option<&'static str> {
    let Type::Scalar(scalar) = parameter.kind else { return None };
    if parameter.repeated {
        return None;
    }
    Some(match scalar {
        Scalar::String => match parameter.content {
            Some(Content::Xml) => "\"<sample/>\"",
            Some(Content::Json) => "\"{}\"",
            None => "\"text\"",
        },
        Scalar::Boolean => "true",
        Scalar::Byte => "1_i8",
        Scalar::UnsignedByte => "1_u8",
        Scalar::Short => "1_i16",
        Scalar::UnsignedShort => "1_u16",
        Scalar::Int => "1",
        Scalar::UnsignedInt => "1_u32",
        Scalar::Long => "1_i64",
        Scalar::UnsignedLong => "1_u64",
        Scalar::Float => "1.5_f32",
        Scalar::Double => "1.5",
        scalar if scalar.is_unchecked() => "\"text\"",
        _ => return None,
    })
}

/// The runtime's type for scalars whose default is a valid value.
fn xsd_name(scalar: Scalar) -> Option<&'static str> {
    Some(match scalar.base() {
        Scalar::Integer => "Integer",
        Scalar::Decimal => "Decimal",
        Scalar::DateTime => "DateTime",
        Scalar::Date => "Date",
        Scalar::Time => "Time",
        Scalar::Duration => "Duration",
        Scalar::Base64Binary => "Base64Binary",
        Scalar::HexBinary => "HexBinary",
        Scalar::AnyUri => "AnyUri",
        Scalar::QName => "QName",
        Scalar::Guid => "Guid",
        Scalar::Char => "Char",
        _ => return None,
    })
}
