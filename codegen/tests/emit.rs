//! What generated Rust is like: the same bytes everywhere, plain paths, parseable, one piece per operation.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

use asmx_codegen::model::Service;

/// The spec whose names and types were chosen to hurt. Its crate compiles what is generated here, with every lint denied.
const SECOND_SERVICE: &str = include_str!("../../tests/second-service/spec/library-catalogue.xml");

fn load(text: &str) -> Service {
    asmx_codegen::load("library-catalogue.xml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn generated(text: &str) -> String {
    asmx_codegen::generate(&load(text), "library-catalogue.xml")
}

/// Calls `visit` with every token of the file, groups opened.
fn each_token(tokens: proc_macro2::TokenStream, visit: &mut impl FnMut(&proc_macro2::TokenTree)) {
    for token in tokens {
        visit(&token);
        if let proc_macro2::TokenTree::Group(group) = token {
            each_token(group.stream(), visit);
        }
    }
}

#[test]
fn the_same_spec_gives_the_same_bytes() {
    let first = generated(SECOND_SERVICE);
    assert_eq!(first, generated(SECOND_SERVICE));
    let with_crlf = SECOND_SERVICE.replace('\n', "\r\n");
    assert_ne!(with_crlf, SECOND_SERVICE);
    assert_eq!(first, generated(&with_crlf));
    assert!(!first.contains('\r'));
}

#[test]
fn every_path_is_fully_qualified_and_nothing_is_imported_at_the_top() {
    let file = syn::parse_file(&generated(SECOND_SERVICE)).unwrap();
    assert!(!file.items.iter().any(|item| matches!(item, syn::Item::Use(_) | syn::Item::ExternCrate(_))));
    assert!(file.attrs.is_empty(), "an included file cannot have inner attributes");
    for item in &file.items {
        if let syn::Item::Macro(invocation) = item {
            assert!(invocation.mac.path.leading_colon.is_some());
        }
    }
}

#[test]
fn the_runtime_and_the_standard_library_are_named_from_the_root() {
    let text = generated(SECOND_SERVICE);
    for (position, _) in text.match_indices("asmx_runtime::").chain(text.match_indices("std::")) {
        let line_start = text[..position].rfind('\n').map_or(0, |newline| newline + 1);
        let is_comment = text[line_start..position].trim_start().starts_with("//");
        assert!(is_comment || text[..position].ends_with("::"), "{}", &text[line_start..position + 40]);
    }
}

#[test]
fn no_item_carries_logic_of_its_own() {
    let allowed = ["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "PartialEq"];
    each_token(generated(SECOND_SERVICE).parse().unwrap(), &mut |token| {
        let proc_macro2::TokenTree::Ident(ident) = token else {
            return;
        };
        assert!(*ident != "async" && *ident != "unsafe" && *ident != "where", "{ident} in generated code");
    });
    for item in syn::parse_file(&generated(SECOND_SERVICE)).unwrap().items {
        let (syn::Item::Struct(syn::ItemStruct { attrs, .. }) | syn::Item::Enum(syn::ItemEnum { attrs, .. })) = item
        else {
            continue;
        };
        for attribute in attrs.iter().filter(|attribute| attribute.path().is_ident("derive")) {
            attribute
                .parse_nested_meta(|meta| {
                    assert!(allowed.iter().any(|name| meta.path.is_ident(name)));
                    Ok(())
                })
                .unwrap();
        }
    }
}

#[test]
fn lines_of_an_operation_are_the_lines_of_the_service() {
    let service = load(SECOND_SERVICE);
    let whole = asmx_codegen::generate(&service, "library-catalogue.xml");
    for (index, operation) in service.operations.iter().enumerate() {
        let alone = asmx_codegen::generate_operation(&service, index);
        syn::parse_file(&alone).unwrap();
        for line in alone.lines() {
            assert!(whole.contains(line), "{}: {line}", operation.name);
        }
    }
    assert_eq!(asmx_codegen::generate_operation(&service, service.operations.len()), "");
}

#[test]
fn editing_one_operation_changes_the_text_of_no_other() {
    let before = load(SECOND_SERVICE);
    let edited = SECOND_SERVICE.replace("<doc>Four flags.</doc>", "<doc>Four flags, edited.</doc>");
    assert_ne!(edited, SECOND_SERVICE);
    let after = load(&edited);
    let changed: Vec<&str> = (0..before.operations.len())
        .filter(|index| {
            asmx_codegen::generate_operation(&before, *index) != asmx_codegen::generate_operation(&after, *index)
        })
        .map(|index| before.operations[index].name.as_str())
        .collect();
    assert_eq!(changed, ["Flags"]);
}

#[test]
fn the_service_as_a_whole() {
    let mut service = load(SECOND_SERVICE);
    // What each operation adds is the matter of other snapshots: two are enough to see their places.
    service.operations.truncate(2);
    for operation in &mut service.operations {
        operation.variant_of = None;
    }
    insta::assert_snapshot!(asmx_codegen::generate(&service, "library-catalogue.xml"));
}

#[test]
fn operations_that_hurt() {
    let service = load(SECOND_SERVICE);
    let names = [
        "type",
        "self",
        "1stEditions",
        "Flags",
        "EnumerationsAndStructures",
        "EveryPairOfRequired",
        "GetLoans_DataSet",
        "GetLoans",
        "GetLoansOld",
    ];
    for name in names {
        let index = service.operations.iter().position(|operation| operation.name == name).unwrap();
        insta::assert_snapshot!(format!("operation_{name}"), asmx_codegen::generate_operation(&service, index));
    }
}

#[test]
fn names_that_are_no_file_names_stay_on_the_first_line() {
    let service = load(SECOND_SERVICE);
    let text = asmx_codegen::generate(&service, "odd\nname.xml");
    assert!(text.starts_with("// Generated by asmx-codegen from oddname.xml: edit the spec, not this file.\n"));
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 64, failure_persistence: None, ..Default::default() })]

    /// Whatever a spec's author writes stays inside the comments and literals that it belongs in.
    #[test]
    fn any_text_gives_rust(text in "\\PC*|[ -~\r\n\t]*|[`*_<>\\[\\]#/!\\\\\"{}|&~.-]{0,12}") {
        let mut service = load(SMALL);
        let expected = shape(&asmx_codegen::generate(&service, "small.xml"));
        service.doc = vec![text.clone(), text.clone()];
        for operation in &mut service.operations {
            operation.doc = vec![text.clone()];
            operation.undocumented = vec![text.clone()];
            operation.deprecated = Some(text.clone());
            for parameter in &mut operation.parameters {
                parameter.doc = vec![text.clone(), text.clone()];
            }
        }
        let rust = asmx_codegen::generate(&service, "small.xml");
        proptest::prop_assert_eq!(shape(&rust), expected);
        proptest::prop_assert!(!rust.lines().any(|line| line.trim_start().starts_with("/**")), "a doc comment of many lines: {}", rust);
    }
}

const SMALL: &str = r#"<service name="Small" path="/small.asmx">
  <doc>A small service.</doc>
  <area name="all" title="All">
    <operation name="Count" result="integers" effect="read"><doc>Counts.</doc><param name="From" type="string"/></operation>
  </area>
</service>
"#;

/// The names of the items.
fn shape(rust: &str) -> Vec<String> {
    let file = syn::parse_file(rust).unwrap_or_else(|error| panic!("{error}: {rust}"));
    let name = |item: &syn::Item| match item {
        syn::Item::Struct(item) => item.ident.to_string(),
        syn::Item::Static(item) => item.ident.to_string(),
        syn::Item::Trait(item) => item.ident.to_string(),
        syn::Item::Impl(item) => format!("{} of an implementation", item.items.len()),
        syn::Item::Macro(_) => "macro".to_owned(),
        _ => "other".to_owned(),
    };
    file.items.iter().map(name).collect()
}
