//! A call of an operation, as somebody writes it in Rust.

use asmx_codegen::model::{Member, Operation, Role, Scalar, Type};
use asmx_codegen::names::ident;

/// A function that makes the call, with every parameter that has a plain value.
pub fn call(operation: &Operation) -> String {
    let (request, method) = (ident(&operation.names.request), ident(&operation.names.method));
    let set = operation.parameters.iter().filter_map(setter);
    let chain = set.fold(String::new(), |chain, setter| chain + "\n        " + &setter);
    let allow = if operation.deprecated.is_some() { "#[allow(deprecated)]\n" } else { "" };
    format!(
        "use email_campaign_client::{{EmailCampaign, Error, {request}}};\n\n\
         {allow}async fn call(account: &EmailCampaign) -> Result<(), Error> {{\n    \
         let request = {request}::new(){chain};\n    \
         let result = account.{method}(request).await?;\n    \
         println!(\"{{result:?}}\");\n    \
         Ok(())\n}}\n"
    )
}

/// The setter of a parameter. A parameter without a plain value is left to the reader.
fn setter(parameter: &Member) -> Option<String> {
    let value = match &parameter.kind {
        _ if parameter.repeated || parameter.name.is_empty() => return None,
        Type::Scalar(Scalar::String) => format!("\"{}\"", text(parameter.role)),
        Type::Scalar(scalar) => literal(*scalar)?.to_owned(),
        Type::Array(array) => match array.item {
            Type::Scalar(Scalar::String) => "[\"text\", \"text\"]".to_owned(),
            Type::Scalar(Scalar::Int) => "[1, 1]".to_owned(),
            _ => return None,
        },
        _ => return None,
    };
    Some(format!(".{}({value})", ident(&parameter.field)))
}

/// A text that fits a role.
fn text(role: Option<Role>) -> &'static str {
    match role {
        Some(Role::BeginDate) => "2026-01-01",
        Some(Role::EndDate) => "2026-01-31",
        Some(Role::RowDelimiter | Role::SentRowDelimiter) => ";",
        Some(Role::ColumnDelimiter | Role::SentColumnDelimiter) => "|",
        Some(Role::TextQualifier | Role::SentTextQualifier) => "'",
        _ => "text",
    }
}

fn literal(scalar: Scalar) -> Option<&'static str> {
    Some(match scalar {
        Scalar::Boolean => "true",
        Scalar::Int => "1",
        Scalar::Long => "1_i64",
        Scalar::Double => "1.5",
        _ => return None,
    })
}
