//! Files and features: the items in an area's file, and the items compiled with its feature.

use std::collections::BTreeMap;

use asmx_codegen::model::Service;

/// Two areas: each has a type of its own, both share a type, and one type is unused.
const SPEC: &str = r#"<service name="Shop" path="/shop.asmx">
  <doc>A shop.</doc>
  <structure name="Order"><param name="Id" type="int"/><param name="Speed" type="Speed"/><param name="Money" type="Money"/></structure>
  <structure name="Shelf"><param name="Number" type="int"/></structure>
  <structure name="Money"><param name="Amount" type="decimal"/></structure>
  <structure name="Unused"><param name="X" type="int"/></structure>
  <structure name="Tree"><param name="Leaf" type="Leaf" array="true" item="leaf"/></structure>
  <structure name="Leaf"><param name="Tree" type="Tree" array="true"/><param name="Money" type="Money"/></structure>
  <enum name="Speed"><value name="Fast"/></enum>
  <area name="orders" title="Orders">
    <operation name="PlaceOrder" result="none" effect="write"><doc>Places.</doc><param name="Order" type="Order"/></operation>
  </area>
  <area name="stock" title="Stock">
    <operation name="GetShelf" effect="read"><doc>Gets.</doc><param name="Price" type="Money"/><result type="Shelf"/></operation>
    <operation name="GetTree" effect="read"><doc>Gets.</doc><result type="Tree"/></operation>
  </area>
  <area name="default" title="Rest">
    <operation name="Ping" result="none" effect="read"><doc>Responds.</doc></operation>
  </area>
</service>
"#;

fn load(spec: &str) -> Service {
    asmx_codegen::load("shop.xml", spec.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// The texts of all files, by their paths.
fn files(spec: &str, has_features: bool) -> BTreeMap<String, String> {
    let generate = if has_features { asmx_codegen::generate_with_features } else { asmx_codegen::generate };
    generate(&load(spec), "shop.xml").into_iter().map(|file| (file.path, file.text)).collect()
}

/// The types that a file defines.
fn types(text: &str) -> Vec<&str> {
    let named = text.lines().filter(|line| line.contains("#[structure(") || line.contains("#[enumeration("));
    named.filter_map(|line| line.split('"').nth(1)).collect()
}

#[test]
fn a_type_of_one_area_is_in_the_file_of_that_area() {
    let files = files(SPEC, false);
    let paths: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        paths,
        [
            "shop.rs",
            "shop/default.rs",
            "shop/mod.rs",
            "shop/named_types.rs",
            "shop/orders.rs",
            "shop/service_trait.rs",
            "shop/stock.rs"
        ]
    );
    assert_eq!(types(&files["shop/orders.rs"]), ["Order", "Speed"]);
    assert_eq!(types(&files["shop/stock.rs"]), ["Shelf", "Tree", "Leaf"]);
    assert_eq!(types(&files["shop/named_types.rs"]), ["Money", "Unused"]);
    assert_eq!(types(&files["shop/default.rs"]), <[&str; 0]>::default());
    assert!(files.values().all(|text| !text.contains("cfg(")));
}

#[test]
fn types_of_a_service_with_one_area_have_a_file_of_their_own() {
    let one = SPEC.replace("\n  </area>\n  <area name=\"stock\" title=\"Stock\">", "");
    let one = one.replace("\n  </area>\n  <area name=\"default\" title=\"Rest\">", "");
    let files = files(&one, false);
    assert_eq!(types(&files["shop/named_types.rs"]), ["Order", "Shelf", "Money", "Unused", "Tree", "Leaf", "Speed"]);
    assert_eq!(types(&files["shop/orders.rs"]), <[&str; 0]>::default());
}

#[test]
fn each_area_has_a_feature_and_shared_types_need_any_feature_that_uses_them() {
    assert_eq!(asmx_codegen::features(&load(SPEC)), ["orders", "stock", "default-3"]);
    let files = files(SPEC, true);
    // Shared types are in a module of their own, with a condition for the whole module.
    assert_eq!(types(&files["shop/named_types_for_orders_and_stock.rs"]), ["Money"]);
    assert_eq!(types(&files["shop/named_types.rs"]), ["Unused"]);
    let root = &files["shop/mod.rs"];
    for (condition, module) in [
        ("#[cfg(feature = \"orders\")]\n", "orders"),
        ("#[cfg(feature = \"stock\")]\n", "stock"),
        ("#[cfg(feature = \"default-3\")]\n", "default"),
        ("#[cfg(any(feature = \"orders\", feature = \"stock\"))]\n", "named_types_for_orders_and_stock"),
        ("\n", "named_types"),
        ("\n", "service_trait"),
    ] {
        assert!(root.contains(&format!("{condition}mod {module};\n")) || condition == "\n", "{root}");
        assert!(root.contains(&format!("{condition}pub use self::{module}::*;\n")) || condition == "\n", "{root}");
    }
    assert!(!root.contains(")]\nmod named_types;") && !root.contains(")]\nmod service_trait;"), "{root}");
    assert!(
        root.contains("#[cfg(feature = \"orders\")]\n            rt::Area::new(\"orders\", \"Orders\", \"\"),"),
        "{root}"
    );
    for (feature, operation) in [("orders", "PLACE_ORDER"), ("stock", "GET_SHELF"), ("default-3", "PING")] {
        let element = root.split_once(&format!("&{operation}")).unwrap().0.trim_end();
        assert!(element.ends_with(&format!("#[cfg(feature = \"{feature}\")]")), "{root}");
    }
    let server = &files["shop/service_trait.rs"];
    assert!(server.contains("#[cfg(feature = \"stock\")]\n        fn get_tree(&self"), "{server}");
    // A module's condition applies to everything in it.
    for (path, text) in files.iter().filter(|(path, _)| !path.ends_with("mod.rs") && !path.ends_with("trait.rs")) {
        assert!(!text.contains("cfg("), "{path}");
    }
}

#[test]
fn a_variant_in_another_area_is_not_linked_to() {
    let with = |area: &str| {
        let name = format!("<area name=\"{area}\"");
        let again = "<operation name=\"PlaceAgain\" effect=\"write\" result=\"none\" variant-of=\"PlaceOrder\"><doc>Again.</doc></operation>";
        let at = SPEC.find(&name).unwrap();
        let end = at + SPEC[at..].find("</area>").unwrap();
        format!("{}{again}{}", &SPEC[..end], &SPEC[end..])
    };
    let far = files(&with("stock"), true);
    assert!(far.values().all(|text| !text.contains("Variant")), "{far:?}");
    assert!(files(&with("stock"), false)["shop/stock.rs"].contains("- Variant of [`PlaceOrder`]."));
    assert!(files(&with("orders"), true)["shop/orders.rs"].contains("- Variant of [`PlaceOrder`]."));
}
