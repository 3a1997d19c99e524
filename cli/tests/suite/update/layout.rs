//! Updates keep the layout of a spec.

use asmx::update;
use asmx::update::Missing;
use insta::assert_snapshot;

use super::shop::{SHOP, of, replaced, update_report};
use super::{stays, updated};

#[test]
fn line_ends_and_a_byte_order_mark_stay() {
    let spec = format!("\u{FEFF}{}", SHOP.replace('\n', "\r\n"));
    let import = replaced(&[
        ("<value name=\"Closed\"/>", "<value name=\"Closed\"/><value name=\"Lost\"/>"),
        (
            "<operation name=\"Ring\"",
            "<operation name=\"Knock\" result=\"none\" effect=\"write\"><doc>Knocks.</doc></operation><operation name=\"Ring\"",
        ),
    ]);
    let update = update("shop.xml", spec.as_bytes(), &import, Missing::Remove).unwrap();
    assert_eq!(update.text.replace("\r\n", "").matches(['\r', '\n']).count(), 0);
    assert!(update.text.starts_with("\u{FEFF}<?xml") && update.text.contains("<value name=\"Lost\"/></enum>"));
    assert!(update.text.contains("Knocks."));
}

#[test]
fn tabs_stay() {
    let tabs = |text: &str| {
        let lines = text.lines().map(|line| {
            let words = line.trim_start_matches(' ');
            format!("{}{words}\n", "\t".repeat((line.len() - words.len()) / 2))
        });
        lines.collect::<Vec<_>>().concat()
    };
    let new = "<operation name=\"Knock\" result=\"none\" effect=\"write\"><doc>Knocks.</doc></operation>";
    let import = replaced(&[("<operation name=\"Ring\"", &format!("{new}<operation name=\"Ring\""))]);
    let update = |spec: &str| asmx::update("shop.xml", spec.as_bytes(), &import, Missing::Remove).unwrap().text;
    assert_eq!(update(&tabs(SHOP)), tabs(&update(SHOP)));
    assert!(update(SHOP).contains("\n    <operation name=\"Knock\" result=\"none\" effect=\"write\">\n      <doc>"));
}

#[test]
fn the_document_describes_what_the_spec_does_not() {
    let spec = SHOP
        .replace("<doc>A shop.</doc>", "")
        .replace("<doc>Rings the bell.</doc>", "")
        .replace("path=", "imported=\"true\" path=");
    let import = replaced(&[("<doc>The orders.</doc>", "<doc>All of them.</doc>")]);
    assert_snapshot!(update_report(&spec, &import, Missing::Remove), @r##"
    Shop: operations: 1 changed

    Service
      changed: Shop
        documentation is new

    Operations
      changed: Ring
        documentation is new

    +  <doc>A shop.</doc>
    +      <doc>Rings the bell.</doc>
    "##);
}

/// The shop whose operation `Ring` has this attribute and this element for its result.
fn ring(attribute: &str, element: &str) -> String {
    let (before, after) =
        ("<operation name=\"Ring\" result=\"none\" ", format!("<operation name=\"Ring\" {attribute}"));
    SHOP.replace(before, &after).replace("      <limit", &format!("{element}      <limit"))
}

#[test]
fn a_result_that_is_an_element_stays_one() {
    let columns = "<columns><column name=\"At\" type=\"dateTime\"/></columns>";
    let result =
        format!("      <result kind=\"dataset\">\n        <!-- one table -->\n        {columns}\n      </result>\n");
    let spec = ring("", &result);
    let xml = spec.replace("kind=\"dataset\"", "kind=\"xml\"");
    assert_snapshot!(update_report(&spec, &of(&xml), Missing::Remove), @r##"
    Shop: operations: 1 changed

    Operations
      changed: Ring
        result: kind="xml", was "dataset"

    -      <result kind="dataset">
    +      <result kind="xml">
    "##);
    let with_integers = SHOP.replace("result=\"none\"", "result=\"integers\"");
    assert_snapshot!(update_report(&spec, &of(&with_integers), Missing::Remove), @r##"
    Shop: operations: 1 changed

    Operations
      changed: Ring
        result: kind="integers", was "dataset"
        result: columns is gone
        removed with it:
          <columns><column name="At" type="dateTime"/></columns>

    -      <result kind="dataset">
    +      <result kind="integers">
    -        <columns><column name="At" type="dateTime"/></columns>
    "##);
}

#[test]
fn a_result_keeps_the_form_in_which_the_text_states_it() {
    let document = of(&ring("result=\"integers\" ", ""));
    let (text, integers) = ("type=\"string\"", "type=\"int\" array=\"true\"");
    for (element, before, after) in [
        ("<result KIND><!-- a tone --></result>", text, integers),
        ("<result KIND/>", "kind=\"string\"", "kind=\"integers\""),
        ("<output name=\"RingResult\" KIND/>", text, integers),
    ] {
        let with = |kind| ring("", &format!("      {}\n", element.replace("KIND", kind)));
        let spec = with(before);
        assert_eq!(updated(&spec, &document).text, with(after));
        stays(&spec, &of(&spec));
    }
}
