//! Items of generated Rust that callers and implementors can use.

use std::collections::BTreeSet;

use asmx_codegen::model::Service;

/// All public items, fields, variants and methods with their types.
pub(super) fn api(service: &Service) -> BTreeSet<String> {
    let mut api = BTreeSet::new();
    for file in asmx_codegen::generate(service, "service.xml") {
        let parsed = syn::parse_file(&file.text).unwrap();
        for call in parsed.items.iter().filter_map(|item| match item {
            syn::Item::Macro(call) => Some(call),
            _ => None,
        }) {
            let content: syn::File = syn::parse2(call.mac.tokens.clone()).unwrap();
            // An abstract structure has no struct.
            if call.mac.path.segments.last().is_none_or(|name| name.ident != "abstract_structure") {
                content.items.iter().for_each(|item| items(item, &mut api));
            }
            // A choice is matched without a wildcard.
            if call.mac.path.segments.last().is_some_and(|name| name.ident == "choice") {
                let choices = content.items.iter().filter_map(|item| match item {
                    syn::Item::Enum(choice) => Some(choice),
                    _ => None,
                });
                for choice in choices {
                    let variants: BTreeSet<String> = choice.variants.iter().map(|one| one.ident.to_string()).collect();
                    api.insert(format!("{} is one of {variants:?}", choice.ident));
                }
            }
        }
        parsed.items.iter().for_each(|item| items(item, &mut api));
    }
    api
}

fn items(item: &syn::Item, api: &mut BTreeSet<String>) {
    let text = |tokens: &dyn quote::ToTokens| tokens.to_token_stream().to_string();
    match item {
        syn::Item::Struct(item) => {
            let name = &item.ident;
            api.insert(format!("struct {name}"));
            for field in &item.fields {
                let ident = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
                api.insert(format!("{name}.{ident}: {}", text(&field.ty)));
                // The method that sets the rows of a table.
                let sets = field.attrs.iter().filter(|attribute| attribute.path().is_ident("table"));
                api.extend(
                    sets.map(|attribute| format!("{name} {}", text(&attribute.meta).rsplit(',').next().unwrap())),
                );
            }
            for attribute in &item.attrs {
                let words = text(&attribute.meta);
                if attribute.path().is_ident("method") {
                    // A deprecation is only a warning.
                    api.insert(
                        words.split(", deprecated").next().unwrap().trim().trim_end_matches(')').trim().to_owned(),
                    );
                }
                if attribute.path().is_ident("operation") {
                    api.insert(words.split('=').next().unwrap().to_owned());
                }
            }
        }
        syn::Item::Enum(item) => {
            api.insert(format!("enum {}", item.ident));
            api.extend(item.variants.iter().map(|one| format!("{}::{} {}", item.ident, one.ident, text(&one.fields))));
            let attributes = item.variants.iter().flat_map(|one| &one.attrs).filter(|one| one.path().is_ident("from"));
            api.extend(attributes.map(|one| format!("{} {}", item.ident, text(&one.meta))));
        }
        syn::Item::Trait(item) => {
            api.insert(format!("trait {}", item.ident));
            for method in &item.items {
                if let syn::TraitItem::Fn(method) = method {
                    api.insert(text(&method.sig));
                }
            }
        }
        syn::Item::Impl(item) => {
            let owner = text(&item.self_ty);
            if let Some((of, _)) = &item.trait_ {
                api.insert(format!("impl {} for {owner}", text(of)));
            }
            for item in &item.items {
                match item {
                    syn::ImplItem::Const(item) => drop(api.insert(format!("{owner}::{}", item.ident))),
                    syn::ImplItem::Fn(item) => drop(api.insert(format!("{owner} {}", text(&item.sig)))),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}
