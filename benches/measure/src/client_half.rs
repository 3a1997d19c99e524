//! The client half of a generated file: everything but the trait for implementors and what leads to it.
//!
//! The generator always emits both halves. To count the client half alone, this takes away the service trait, the dispatch and
//! the methods of the client that take an implementor; every other item stays as it was generated.

use anyhow::{Context as _, Result};
use quote::ToTokens as _;
use syn::{ImplItem, Item, ItemImpl};

/// Keeps the client half of generated Rust.
pub(crate) fn keep(generated: &str) -> Result<String> {
    let mut file = syn::parse_file(generated).context("the generated file is not Rust")?;
    file.items.retain_mut(is_client_half);
    Ok(prettyplease::unparse(&file))
}

fn is_client_half(item: &mut Item) -> bool {
    match item {
        Item::Trait(_) => false,
        Item::Struct(item) => !item.ident.to_string().ends_with("Dispatch"),
        Item::Impl(item) if is_dispatch(item) => false,
        Item::Impl(item) => {
            item.items.retain(|item| !takes_implementor(item));
            true
        }
        _ => true,
    }
}

fn is_dispatch(item: &ItemImpl) -> bool {
    let path = item.trait_.as_ref().map(|trait_| trait_.0.to_token_stream().to_string());
    path.is_some_and(|path| path.ends_with("Dispatch"))
}

fn takes_implementor(item: &ImplItem) -> bool {
    matches!(item, ImplItem::Fn(method) if ["in_process", "opener"].iter().any(|name| method.sig.ident == name))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;
    use crate::synthetic::Service;
    use crate::{generators, spec};

    #[test]
    fn every_method_stays_and_nothing_of_implementors() {
        let service = Service::new(38);
        let both = generators::asmx(&spec::text(&service)).unwrap();
        let client = keep(&both).unwrap();
        for operation in &service.operations {
            let declared = format!("pub fn {}(", operation.method());
            assert_eq!(client.matches(&declared).count(), 1, "{declared}");
        }
        for gone in ["trait SyntheticService", "SyntheticDispatch", "fn in_process", "fn opener"] {
            assert!(both.contains(gone) && !client.contains(gone), "{gone}");
        }
    }
}
