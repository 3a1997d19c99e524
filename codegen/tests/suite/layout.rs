//! The files of a service: the items in the file of an area, and in the shared files.

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
fn files(spec: &str) -> BTreeMap<String, String> {
    asmx_codegen::generate(&load(spec), "shop.xml").into_iter().map(|file| (file.path, file.text)).collect()
}

/// The types that a file defines.
fn types(text: &str) -> Vec<&str> {
    let named = text.lines().filter(|line| line.contains("#[structure(") || line.contains("#[enumeration("));
    named.filter_map(|line| line.split('"').nth(1)).collect()
}

#[test]
fn a_type_of_one_area_is_in_the_file_of_that_area() {
    let files = files(SPEC);
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
}

#[test]
fn types_of_a_service_with_one_area_have_a_file_of_their_own() {
    let one_area = SPEC.replace("\n  </area>\n  <area name=\"stock\" title=\"Stock\">", "");
    let one_area = one_area.replace("\n  </area>\n  <area name=\"default\" title=\"Rest\">", "");
    let files = files(&one_area);
    assert_eq!(types(&files["shop/named_types.rs"]), ["Order", "Shelf", "Money", "Unused", "Tree", "Leaf", "Speed"]);
    assert_eq!(types(&files["shop/orders.rs"]), <[&str; 0]>::default());
}

#[test]
fn a_variant_in_another_area_is_linked_to() {
    let again = "<operation name=\"PlaceAgain\" effect=\"write\" result=\"none\" variant-of=\"PlaceOrder\"><doc>Again.</doc></operation>";
    let stock = "<area name=\"stock\" title=\"Stock\">";
    let files = files(&SPEC.replace(stock, &format!("{stock}{again}")));
    assert!(files["shop/stock.rs"].contains("- Variant of [`PlaceOrder`]."), "{}", files["shop/stock.rs"]);
}
