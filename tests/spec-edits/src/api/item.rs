//! A public item of generated code.

use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, ExprAssign, File, Ident, ItemEnum, ItemImpl, ItemStruct, ItemTrait, Signature, Token, Type};

use super::names::text;

/// A field, or a variant, or a table, with its type.
pub(super) struct Field {
    pub(super) name: String,
    pub(super) kind: String,
}

/// A method, with its signature.
pub(super) struct Method {
    pub(super) name: String,
    pub(super) arguments: Vec<Field>,
    pub(super) result: String,
}

/// A public item.
pub(super) enum Item {
    /// `pub static`.
    Static {
        name: String,
        kind: String,
    },
    /// Fields, with a setter for each except a last one for undeclared columns.
    Record {
        name: String,
        fields: Vec<Field>,
        undeclared: Option<Field>,
    },
    /// A request: a record with a descriptor and a method of the client.
    Request {
        name: String,
        fields: Vec<Field>,
        descriptor: String,
        client: String,
        method: String,
        result: String,
    },
    /// An enum, with the content of each variant. It is non-exhaustive unless closed.
    Enumeration {
        name: String,
        variants: Vec<Field>,
        is_closed: bool,
        has_values: bool,
        getters: Vec<Method>,
    },
    /// A set of flags.
    Flags {
        name: String,
        constants: Vec<String>,
    },
    /// A typed DataSet: a method for each table, and one that sets its rows.
    DataSet {
        name: String,
        tables: Vec<(Field, String)>,
    },
    Client {
        name: String,
    },
    /// The trait for implementors, its client and its methods.
    Trait {
        name: String,
        client: String,
        methods: Vec<Method>,
    },
    /// The targets of a `From`.
    Implementation {
        of: String,
        by: String,
    },
}

impl Item {
    /// `None` for an item that is not public.
    pub(super) fn read(item: syn::Item) -> Option<Self> {
        match item {
            syn::Item::Static(item) if matches!(item.vis, syn::Visibility::Public(_)) => {
                Some(Self::Static { name: item.ident.to_string(), kind: text(item.ty) })
            }
            syn::Item::Macro(item) => {
                let name = item.mac.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
                Self::of_call(&name, item.mac.tokens)
            }
            syn::Item::Impl(item) => {
                let of = item.trait_.map(|(path, _)| text(path));
                of.map(|of| Self::Implementation { of, by: text(item.self_ty) })
            }
            _ => None,
        }
    }

    fn of_call(macro_name: &str, tokens: TokenStream) -> Option<Self> {
        Some(match macro_name {
            "operation" => request(parsed(tokens)),
            "structure" | "output" => {
                let item: ItemStruct = parsed(tokens);
                Self::Record { name: item.ident.to_string(), fields: fields(&item), undeclared: None }
            }
            "row" => {
                let item: ItemStruct = parsed(tokens);
                let mut fields = fields(&item);
                let undeclared = fields.pop();
                Self::Record { name: item.ident.to_string(), fields, undeclared }
            }
            "enumeration" | "choice" => {
                let item: ItemEnum = parsed(tokens);
                let (name, variants, is_closed) = (item.ident.to_string(), variants(&item), macro_name == "choice");
                Self::Enumeration { name, variants, is_closed, has_values: !is_closed, getters: Vec::new() }
            }
            "derived" => {
                let (item, getters) = item_with_methods::<ItemEnum>(tokens);
                let (name, variants) = (item.ident.to_string(), variants(&item));
                Self::Enumeration { name, variants, is_closed: false, has_values: false, getters }
            }
            "flags" => {
                let file: File = parsed(tokens);
                let (mut name, mut constants) = (String::new(), Vec::new());
                for item in file.items {
                    match item {
                        syn::Item::Struct(item) => name = item.ident.to_string(),
                        syn::Item::Impl(item) => {
                            constants.extend(item.items.into_iter().filter_map(|item| match item {
                                syn::ImplItem::Const(constant) => Some(constant.ident.to_string()),
                                _ => None,
                            }))
                        }
                        _ => panic!("something else among flags"),
                    }
                }
                Self::Flags { name, constants }
            }
            "data_set" => {
                let item: ItemStruct = parsed(tokens);
                let setters = item.fields.iter().map(|field| {
                    let attribute = attribute(&field.attrs, "table").expect("a table has an attribute");
                    text(attribute).rsplit(", ").next().unwrap_or_default().to_owned()
                });
                let setters: Vec<String> = setters.collect();
                Self::DataSet { name: item.ident.to_string(), tables: fields(&item).into_iter().zip(setters).collect() }
            }
            "client" => Self::Client { name: parsed::<ItemStruct>(tokens).ident.to_string() },
            "service" => {
                let item: ItemTrait = parsed(tokens);
                let client = text(attribute(&item.attrs, "service").expect("a trait has an attribute"));
                let client = client.split(", ").nth(1).unwrap_or_default().to_owned();
                let methods = item.items.iter().filter_map(|item| match item {
                    syn::TraitItem::Fn(method) => Some(signature(&method.sig)),
                    _ => None,
                });
                Self::Trait { name: item.ident.to_string(), client, methods: methods.collect() }
            }
            // It has no values, and its descriptor is hidden.
            "abstract_structure" => return None,
            other => panic!("rt::{other}! is not known here"),
        })
    }

    /// A line for the item and for each of its parts.
    pub(super) fn lines(&self) -> Vec<String> {
        match self {
            Self::Static { name, kind } => vec![format!("static {name}: {kind}")],
            Self::Record { name, fields, undeclared } => record(name, fields.iter().chain(undeclared)),
            Self::Request { name, fields, descriptor, client, method, result } => {
                let mut lines = record(name, fields);
                lines.push(format!("static {descriptor}: rt::Operation"));
                lines.push(format!("fn {client}::{method}(&self, {name}) -> Prepared<{result}>"));
                lines
            }
            Self::Enumeration { name, variants, is_closed, getters, .. } => {
                let all: Vec<&str> = variants.iter().map(|variant| variant.name.as_str()).collect();
                let of = if *is_closed { format!(" of {}", all.join(", ")) } else { String::new() };
                let mut lines = vec![format!("enum {name}{of}")];
                lines.extend(variants.iter().map(|variant| {
                    let content = if variant.kind.is_empty() { String::new() } else { format!("({})", variant.kind) };
                    format!("variant {name}::{}{content}", variant.name)
                }));
                lines.extend(getters.iter().map(|getter| method(name, getter)));
                lines
            }
            Self::Flags { name, constants } => {
                let constants = constants.iter().map(|constant| format!("const {name}::{constant}"));
                std::iter::once(format!("struct {name}")).chain(constants).collect()
            }
            Self::DataSet { name, tables } => {
                let mut lines = vec![format!("struct {name}")];
                for (table, setter) in tables {
                    lines.push(format!("fn {name}::{}(&self) -> Vec<{}>", table.name, table.kind));
                    lines.push(format!("fn {name}::{setter}(self, rows of {})", table.kind));
                }
                lines
            }
            Self::Client { name } => vec![format!("client {name}")],
            Self::Trait { name, methods, .. } => {
                let methods = methods.iter().map(|one| method(name, one));
                std::iter::once(format!("trait {name}")).chain(methods).collect()
            }
            Self::Implementation { of, by } => vec![format!("impl {of} for {by}")],
        }
    }
}

fn record<'a>(name: &str, fields: impl IntoIterator<Item = &'a Field>) -> Vec<String> {
    let fields = fields.into_iter().map(|field| format!("field {name}.{}: {}", field.name, field.kind));
    std::iter::once(format!("struct {name}")).chain(fields).collect()
}

fn method(of: &str, method: &Method) -> String {
    let arguments: Vec<&str> = method.arguments.iter().map(|argument| argument.kind.as_str()).collect();
    format!("fn {of}::{}(&self, {}) -> {}", method.name, arguments.join(", "), method.result)
        .replace("(&self, )", "(&self)")
}

fn parsed<T: syn::parse::Parse>(tokens: TokenStream) -> T {
    syn::parse2(tokens).unwrap_or_else(|error| panic!("what stands in a call is no item: {error}"))
}

fn request(item: ItemStruct) -> Item {
    let attribute = attribute(&item.attrs, "method").expect("an operation has a method");
    let read = |input: ParseStream<'_>| {
        let client: Ident = input.parse()?;
        input.parse::<Token![::]>()?;
        let method: Ident = input.parse()?;
        input.parse::<Token![,]>()?;
        let result: Type = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        if !input.is_empty() {
            input.parse::<ExprAssign>()?;
            input.parse::<Option<Token![,]>>()?;
        }
        Ok((client.to_string(), method.to_string(), text(result)))
    };
    let (client, method, result) = read.parse2(attribute).unwrap_or_else(|error| panic!("{}: {error}", item.ident));
    let descriptor = text(self::attribute(&item.attrs, "operation").expect("an operation has an attribute"));
    let descriptor = descriptor.split('=').next().unwrap_or_default().to_owned();
    Item::Request { name: item.ident.to_string(), fields: fields(&item), descriptor, client, method, result }
}

fn fields(item: &ItemStruct) -> Vec<Field> {
    let fields = item.fields.iter();
    let fields = fields.map(|field| Field {
        name: field.ident.as_ref().map(ToString::to_string).unwrap_or_default(),
        kind: text(&field.ty),
    });
    fields.collect()
}

fn variants(item: &ItemEnum) -> Vec<Field> {
    let content = |fields: &syn::Fields| fields.iter().next().map(|field| text(&field.ty)).unwrap_or_default();
    let variants = item.variants.iter();
    variants.map(|variant| Field { name: variant.ident.to_string(), kind: content(&variant.fields) }).collect()
}

/// An enum, and the methods in the `impl` after it.
fn item_with_methods<T: syn::parse::Parse>(tokens: TokenStream) -> (T, Vec<Method>) {
    let read = |input: ParseStream<'_>| {
        let item: T = input.parse()?;
        let mut methods = Vec::new();
        while !input.is_empty() {
            let item: ItemImpl = input.parse()?;
            methods.extend(item.items.iter().filter_map(|item| match item {
                syn::ImplItem::Fn(method) => Some(signature(&method.sig)),
                _ => None,
            }));
        }
        Ok((item, methods))
    };
    read.parse2(tokens).unwrap_or_else(|error| panic!("what stands in a call is no item: {error}"))
}

fn signature(signature: &Signature) -> Method {
    let arguments = signature.inputs.iter().filter_map(|argument| match argument {
        syn::FnArg::Typed(argument) => Some(Field { name: text(&argument.pat), kind: text(&argument.ty) }),
        syn::FnArg::Receiver(_) => None,
    });
    let result = match &signature.output {
        syn::ReturnType::Default => "()".to_owned(),
        syn::ReturnType::Type(_, kind) => text(kind),
    };
    Method { name: signature.ident.to_string(), arguments: arguments.collect(), result }
}

/// The content of an attribute.
fn attribute(attributes: &[Attribute], name: &str) -> Option<TokenStream> {
    let list = |attribute: &Attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident(name) => Some(list.tokens.clone()),
        _ => None,
    };
    attributes.iter().find_map(list)
}
