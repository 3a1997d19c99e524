//! Code of callers and implementors that uses every item.

use std::fmt::Write as _;

use super::item::{Field, Item};
use super::names::argument;

const HEAD: &str = "use super::service::*;
use ::asmx_runtime::__private as rt;

fn sample<T>() -> T {
    unimplemented!()
}
";

pub(super) fn module(items: &[Item]) -> String {
    let mut text = HEAD.to_owned();
    for (number, item) in items.iter().enumerate() {
        write!(text, "\nfn item_{number}() {{\n{}}}\n", body(item)).expect("a string takes all");
        if let Item::Trait { name, client, .. } = item {
            text.push_str(&implementor(name, client, items));
        }
    }
    text
}

/// The body of a function that uses the item.
fn body(item: &Item) -> String {
    let mut lines: Vec<String> = Vec::new();
    match item {
        Item::Static { name, kind } => lines.push(format!("let _: &'static {kind} = &{name};")),
        Item::Record { name, fields, undeclared } => {
            lines.extend(record(name, fields));
            lines.extend(undeclared.iter().map(read));
        }
        Item::Request { name, fields, descriptor, client, method, result } => {
            lines.extend(record(name, fields));
            lines.push(format!("let _: &'static rt::Operation = &{descriptor};"));
            lines.push(format!("let _: rt::Prepared<{result}> = sample::<{client}>().{method}(value);"));
        }
        Item::Enumeration { name, variants, is_closed, has_values, getters } => {
            if *is_closed {
                let arms: String =
                    variants.iter().map(|variant| format!("{name}::{}(_) => {{}} ", variant.name)).collect();
                lines.push(format!("match sample::<{name}>() {{ {arms}}}"));
            }
            if *has_values {
                lines.push(format!("let _: &'static [{name}] = {name}::VALUES;"));
            }
            for Field { name: variant, kind } in variants {
                let (content, bound) = if kind.is_empty() {
                    (String::new(), String::new())
                } else {
                    (format!("(sample::<{kind}>())"), "(content)".to_owned())
                };
                lines.push(format!("let value: {name} = {name}::{variant}{content};"));
                let read = if kind.is_empty() { String::new() } else { format!("let _: {kind} = content;") };
                lines.push(format!("match value {{ {name}::{variant}{bound} => {{ {read} }} _ => {{}} }}"));
            }
            lines.extend(getters.iter().map(|getter| {
                // The returned value borrows.
                format!("let value: &'static {name} = sample(); let _: {} = value.{}();", getter.result, getter.name)
            }));
        }
        Item::Flags { name, constants } => {
            lines.extend(constants.iter().map(|constant| format!("let _: {name} = {name}::{constant};")));
        }
        Item::DataSet { name, tables } => {
            lines.push(format!("let mut value: {name} = {name}::new();"));
            for (Field { name: method, kind }, setter) in tables {
                lines.push(format!("let _: Vec<{kind}> = value.{method}().unwrap();"));
                lines.push(format!("value = value.{setter}(sample::<Vec<{kind}>>());"));
            }
        }
        Item::Client { name } => {
            lines.push(format!("let _: {name} = {name}::from(sample::<::asmx_runtime::Client>());"));
            lines.push(format!("let _: ::asmx_runtime::Builder<{name}> = {name}::builder();"));
        }
        Item::Trait { name, client, .. } => {
            lines.push(format!("let _: {client} = {client}::in_process(Implementor{name});"));
            lines.push(format!("let _: ::asmx_runtime::Opener = {client}::opener_for(Implementor{name});"));
        }
        Item::Implementation { of, by } => {
            lines.push(format!("fn takes<T: {of}>(_: T) {{}}"));
            lines.push(format!("takes(sample::<{by}>());"));
        }
    }
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

/// Creates a value with every setter, and assigns and reads every field.
fn record(name: &str, fields: &[Field]) -> Vec<String> {
    let mut lines = vec![format!("let mut value: {name} = {name}::new();")];
    for field in fields {
        let Field { name, kind } = field;
        lines.push(format!("value.{name} = sample::<{kind}>();"));
        lines.push(read(field));
        if let Some(argument) = argument(kind) {
            lines.push(format!("value = value.{name}(sample::<{argument}>());"));
        }
    }
    lines
}

fn read(Field { name, kind }: &Field) -> String {
    format!("let _: &{kind} = &value.{name};")
}

/// An implementation of the trait with all its methods. Each reads every field of its request.
fn implementor(name: &str, client: &str, items: &[Item]) -> String {
    let methods = items.iter().find_map(|item| match item {
        Item::Trait { methods, client: of, .. } if of == client => Some(methods),
        _ => None,
    });
    let mut text = format!("\nstruct Implementor{name};\n\nimpl {name} for Implementor{name} {{\n");
    for method in methods.into_iter().flatten() {
        let [argument] = method.arguments.as_slice() else { panic!("{} takes one request", method.name) };
        let request = argument.kind.trim_start_matches("rt::WithHeaders<").trim_end_matches('>');
        let value = if request == argument.kind { "&request" } else { "&request.message" };
        let fields = items.iter().find_map(|item| match item {
            Item::Request { name, fields, .. } if name == request => Some(fields),
            _ => None,
        });
        let fields = fields.unwrap_or_else(|| panic!("no request {request}"));
        let reads: String = fields.iter().map(|field| format!("        {}\n", read(field))).collect();
        let (method, argument, result) = (&method.name, &argument.kind, &method.result);
        write!(
            text,
            "    fn {method}(&self, request: {argument}) -> {result} {{\n        let value: &{request} = {value};\n{reads}        \
             Box::pin(async move {{ Ok(sample()) }})\n    }}\n",
        )
        .expect("a string takes all");
    }
    text.push_str("}\n");
    text
}
