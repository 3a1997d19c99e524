//! Small changes of a document, and what they make of a spec that people have edited: the report, and the lines that differ.

use asmx_codegen::update::Missing;
use asmx_codegen::{Import, update};
use insta::assert_snapshot;

use super::imported;
use crate::export::OneDocument;
use crate::spec_text::loaded;

/// A spec as people leave it: comments, groups in groups, blanks of their own.
const SHOP: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!-- What we know of the shop. -->
<service name="Shop" path="/shop.asmx" namespace="http://shop.example/">
  <doc>A shop.</doc>

  <!-- Ask Ada about the third state. -->
  <enum name="State"><value name="Open"/><value name="Closed"/></enum>
  <structure name="Order">
    <doc>What somebody bought.</doc>
    <param name="Id"   type="int"/> <!-- never 0 -->
    <param name="State" type="State" rust="order_state"/>
    <attribute name="Lang" type="string"/>
  </structure>

  <group name="Credentials" role="credentials">
    <param name="User" type="string" role="username"/>
    <param name="Key" type="string" role="password" secret="true"><doc>From the portal.</doc></param>
  </group>
  <group name="Page">
    <doc>Which part of a long list.</doc>
    <param name="Skip" type="int"/>
    <param name="Take" type="int"/>
  </group>
  <group name="Sorted">
    <use group="Page"/>
    <param name="SortBy" type="string"/>
  </group>
  <group name="Delimiters" role="delimited-text">
    <param name="Row" type="string" role="row-delimiter"/>
    <param name="Col" type="string" role="column-delimiter"/>
  </group>

  <common>
    <use group="Credentials"/>
  </common>

  <area name="orders" title="Orders">
    <operation name="ListOrders" effect="read">
      <doc>The orders.</doc>
      <!-- slow with Take > 500 -->
      <use group="Sorted"/>
      <result type="Order" array="true"/>
    </operation>
    <operation name="FindOrders" effect="read" rust="SearchOrders">
      <doc>Finds orders.</doc>
      <param name="Text" type="string"><doc>A word.</doc></param>
      <use group="Sorted"/>
      <result type="Order" array="true"/>
    </operation>
    <operation name="Export" result="delimited" effect="read" variant-of="ListOrders">
      <doc>The orders as text.</doc>
      <use group="Page"/>
      <use group="Delimiters"/>
    </operation>
  </area>
  <area name="desk" title="Desk">
    <doc>What clerks do.</doc>
    <!-- Costs a coin per call! -->
    <operation name="Ring" result="none" effect="send">
      <doc>Rings the bell.</doc>
      <limit records="1">Once a minute.</limit>
    </operation>
  </area>
</service>
"#;

/// What is imported of the document of a service that a spec like this one says.
fn of(text: &str) -> Import {
    imported(&loaded(text))
}

/// The document of the spec with some of its text replaced.
fn replaced(pairs: &[(&str, &str)]) -> Import {
    let mut text = SHOP.to_owned();
    for (from, to) in pairs {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    of(&text)
}

/// The report, and the lines that went and came.
fn told(spec: &str, import: &Import, missing: Missing) -> String {
    let update = update("shop.xml", spec.as_bytes(), import, missing).unwrap_or_else(|error| panic!("{error}"));
    let again = asmx_codegen::update("shop.xml", update.text.as_bytes(), import, missing).unwrap();
    assert_eq!((again.text.as_str(), again.changes.all.len()), (update.text.as_str(), 0), "{}", again.changes);
    assert_eq!(update.changes.all.is_empty(), update.text == spec, "{}", update.changes);
    format!("{}\n{}", update.changes, lines(spec, &update.text))
}

/// The lines of a longest common subsequence left out.
fn lines(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut longest = vec![vec![0; new.len() + 1]; old.len() + 1];
    for (at, one) in old.iter().enumerate().rev() {
        for (place, two) in new.iter().enumerate().rev() {
            longest[at][place] = if one == two {
                longest[at + 1][place + 1] + 1
            } else {
                longest[at + 1][place].max(longest[at][place + 1])
            };
        }
    }
    let (mut at, mut place, mut all) = (0, 0, String::new());
    while at < old.len() || place < new.len() {
        if at < old.len() && place < new.len() && old[at] == new[place] {
            (at, place) = (at + 1, place + 1);
        } else if place == new.len() || (at < old.len() && longest[at + 1][place] >= longest[at][place + 1]) {
            all.extend(["-", old[at], "\n"]);
            at += 1;
        } else {
            all.extend(["+", new[place], "\n"]);
            place += 1;
        }
    }
    all
}

fn after(pairs: &[(&str, &str)]) -> String {
    told(SHOP, &replaced(pairs), Missing::Remove)
}

#[test]
fn nothing_changed() {
    assert_snapshot!(after(&[]), @"Shop: nothing changed");
}

#[test]
fn an_operation_is_new() {
    let new = r#"<operation name="GetOrder" effect="read"><doc>One order.</doc>
      <param name="Id" type="int"/><param name="AccessToken" type="string"/><result type="Order"/></operation>
      <operation name="FindOrders""#;
    assert_snapshot!(after(&[("<operation name=\"FindOrders\"", new)]), @r##"
    Shop: operations: 1 added

    Operations
      added: GetOrder
        takes Id, AccessToken
        returns Order

    To review
      effect="read" by their names: GetOrder
      GetOrder is in the area orders by its place in the document
      secret by their names: GetOrder.AccessToken

    +    <operation name="GetOrder" effect="write">
    +      <doc>One order.</doc>
    +      <param name="Id" type="int"/>
    +      <param name="AccessToken" type="string" secret="true"/>
    +      <result type="Order"/>
    +    </operation>
    "##);
}

#[test]
fn a_new_operation_without_documentation_makes_the_spec_an_imported_one() {
    let spec = SHOP.replace("path=", "imported=\"true\" path=");
    let new = spec.replace(
        "<operation name=\"Ring\"",
        "<operation name=\"Knock\" result=\"none\" effect=\"write\"/><operation name=\"Ring\"",
    );
    assert_snapshot!(told(SHOP, &of(&new), Missing::Remove), @r##"
    Shop: operations: 1 added

    Service
      changed: Shop
        imported="true" is new

    Operations
      added: Knock

    To review
      Knock is in the area orders by its place in the document
      the spec says imported="true" now, because the document leaves out what a spec of one's own needs: write the documentation, and take the attribute away

    -<service name="Shop" path="/shop.asmx" namespace="http://shop.example/">
    +<service name="Shop" path="/shop.asmx" namespace="http://shop.example/" imported="true">
    +    <operation name="Knock" result="none" effect="write"/>
    "##);
}

#[test]
fn operations_are_gone() {
    let start = SHOP.find("    <operation name=\"ListOrders\"").unwrap();
    let end = SHOP.find("    <operation name=\"FindOrders\"").unwrap();
    let area = SHOP.find("  <area name=\"desk\"").unwrap();
    let new = format!("{}{}</service>", &SHOP[..start], &SHOP[end..area]).replace(" variant-of=\"ListOrders\"", "");
    assert_snapshot!(told(SHOP, &of(&new), Missing::Remove), @r##"
    Shop: operations: 2 removed, 1 changed

    Areas
      removed: desk
        none of its operations is left
        this went with it:
          <doc>What clerks do.</doc>
          <!-- Costs a coin per call! -->

    Operations
      changed: Export
        variant-of="ListOrders" is gone
      removed: ListOrders
        the document does not have it
        this went with it:
          <operation name="ListOrders" effect="read">
            <doc>The orders.</doc>
            <!-- slow with Take > 500 -->
            <use group="Sorted"/>
            <result type="Order" array="true"/>
          </operation>
      removed: Ring
        the document does not have it
        this went with it:
          <operation name="Ring" result="none" effect="send">
            <doc>Rings the bell.</doc>
            <limit records="1">Once a minute.</limit>
          </operation>

    To review
      Export: it is a variant of ListOrders no more: that operation is gone

    -    <operation name="ListOrders" effect="read">
    -      <doc>The orders.</doc>
    -      <!-- slow with Take > 500 -->
    -      <use group="Sorted"/>
    -      <result type="Order" array="true"/>
    -    </operation>
    -    <operation name="Export" result="delimited" effect="read" variant-of="ListOrders">
    +    <operation name="Export" result="delimited" effect="read">
    -  <area name="desk" title="Desk">
    -    <doc>What clerks do.</doc>
    -    <!-- Costs a coin per call! -->
    -    <operation name="Ring" result="none" effect="send">
    -      <doc>Rings the bell.</doc>
    -      <limit records="1">Once a minute.</limit>
    -    </operation>
    -  </area>
    "##);
    assert_snapshot!(told(SHOP, &of(&new), Missing::Keep), @r##"
    Shop: nothing changed

    To review
      ListOrders stays as it was: the document does not have it
      Ring stays as it was: the document does not have it
    "##);
}

#[test]
fn a_parameter_of_a_group_changes_for_all() {
    assert_snapshot!(after(&[("<param name=\"Take\" type=\"int\"/>", "<param name=\"Take\" type=\"long\"/>")]), @r##"
    Shop: operations: 3 changed

    Operations
      changed: ListOrders, FindOrders, Export
        parameter Take: type="long", was "int"

    -    <param name="Take" type="int"/>
    +    <param name="Take" type="long"/>
    "##);
}

#[test]
fn a_parameter_of_a_group_changes_for_one() {
    let list = "<param name=\"Skip\" type=\"long\"/><param name=\"Take\" type=\"int\"/><param name=\"SortBy\" type=\"string\"/>";
    let import = replaced(&[("      <!-- slow with Take > 500 -->\n      <use group=\"Sorted\"/>", list)]);
    assert_snapshot!(told(SHOP, &import, Missing::Remove), @r##"
    Shop: operations: 1 changed

    Operations
      changed: ListOrders
        parameter Skip: type="long", was "int"
        it uses the group Sorted no more

    +      <param name="Skip" type="long"/>
    +      <param name="Take" type="int"/>
    +      <param name="SortBy" type="string"/>
    -      <use group="Sorted"/>
    "##);
}

#[test]
fn parameters_come_go_and_change_places() {
    let import = replaced(&[(
        "<param name=\"Text\" type=\"string\"><doc>A word.</doc></param>\n      <use group=\"Sorted\"/>",
        "<use group=\"Sorted\"/><param name=\"Limit\" type=\"int\" optional=\"true\"/><param name=\"Text\" type=\"string\"/>",
    )]);
    assert_snapshot!(told(SHOP, &import, Missing::Remove), @r##"
    Shop: operations: 1 changed

    Operations
      changed: FindOrders
        parameter Limit is new: <param name="Limit" type="int" optional="true"/>
        the order is now Skip, Take, SortBy, Limit, Text

    -      <param name="Text" type="string"><doc>A word.</doc></param>
    +      <param name="Limit" type="int" optional="true"/>
    +      <param name="Text" type="string"><doc>A word.</doc></param>
    "##);
    let gone = replaced(&[("<param name=\"Text\" type=\"string\"><doc>A word.</doc></param>\n", "")]);
    assert_snapshot!(told(SHOP, &gone, Missing::Remove), @r##"
    Shop: operations: 1 changed

    Operations
      changed: FindOrders
        parameter Text is gone
        this went with it:
          <param name="Text" type="string"><doc>A word.</doc></param>

    -      <param name="Text" type="string"><doc>A word.</doc></param>
    "##);
}

#[test]
fn types_change() {
    let import = replaced(&[
        ("<value name=\"Closed\"/>", "<value name=\"Paid\"/><value name=\"Closed\"/>"),
        (
            "<param name=\"Id\"   type=\"int\"/>",
            "<param name=\"Id\" type=\"long\"/><param name=\"Lines\" type=\"Line\" array=\"true\"/>",
        ),
        (
            "  <group name=\"Credentials\"",
            "<structure name=\"Line\"><param name=\"Text\" type=\"string\"/></structure><group name=\"Credentials\"",
        ),
    ]);
    assert_snapshot!(told(SHOP, &import, Missing::Remove), @r##"
    Shop: types: 1 added, 2 changed

    Types
      changed: State
        value Paid is new: <value name="Paid"/>
      changed: Order
        member Id: type="long", was "int"
        member Lines is new: <param name="Lines" type="Line" array="true"/>
      added: Line
        structure of Text

    -  <enum name="State"><value name="Open"/><value name="Closed"/></enum>
    +  <enum name="State"><value name="Open"/><value name="Paid"/><value name="Closed"/></enum>
    -    <param name="Id"   type="int"/> <!-- never 0 -->
    +    <param name="Id"   type="long"/> <!-- never 0 -->
    +    <param name="Lines" type="Line" array="true"/>
    +  <structure name="Line"><param name="Text" type="string"/></structure>
    "##);
}

#[test]
fn a_type_is_gone() {
    let import = replaced(&[
        ("<param name=\"State\" type=\"State\" rust=\"order_state\"/>", ""),
        ("<enum name=\"State\"><value name=\"Open\"/><value name=\"Closed\"/></enum>", ""),
    ]);
    assert_snapshot!(told(SHOP, &import, Missing::Remove), @r##"
    Shop: types: 1 removed, 1 changed

    Types
      removed: State
      changed: Order
        member State is gone
        this went with it:
          <param name="State" type="State" rust="order_state"/>

    -  <enum name="State"><value name="Open"/><value name="Closed"/></enum>
    -    <param name="State" type="State" rust="order_state"/>
    "##);
}

#[test]
fn what_every_operation_takes_changes() {
    let import = replaced(&[("<param name=\"Key\"", "<param name=\"Tenant\" type=\"int\"/><param name=\"Key\"")]);
    assert_snapshot!(told(SHOP, &import, Missing::Remove), @r##"
    Shop: changed

    What every operation takes
      changed: parameters
        parameter Tenant is new: <param name="Tenant" type="int"/>

    +    <param name="Tenant" type="int"/>
    "##);
}

#[test]
fn not_every_operation_takes_what_every_one_took() {
    let import = replaced(&[
        ("  <common>\n    <use group=\"Credentials\"/>\n  </common>\n", ""),
        ("<use group=\"Sorted\"/>", "<use group=\"Credentials\"/><use group=\"Sorted\"/>"),
        (
            "<use group=\"Page\"/>\n      <use group=\"Delimiters\"/>",
            "<use group=\"Credentials\"/><use group=\"Page\"/>\n      <use group=\"Delimiters\"/>",
        ),
        (
            "<param name=\"Text\" type=\"string\"><doc>A word.</doc></param>\n      <use group=\"Credentials\"/>",
            "<use group=\"Credentials\"/><param name=\"Text\" type=\"string\"/>",
        ),
    ]);
    assert_snapshot!(told(SHOP, &import, Missing::Remove), @r##"
    Shop: operations: 1 changed

    What every operation takes
      changed: parameters
        not every operation takes them any more: each states its own

    Operations
      changed: Ring
        parameter User is gone
        parameter Key is gone
        it uses the group Credentials no more

    -  <common>
    -    <use group="Credentials"/>
    -  </common>
    -
    +      <use group="Credentials"/>
    +      <use group="Credentials"/>
    +      <use group="Credentials"/>
    "##);
}

#[test]
fn a_role_fits_no_more() {
    let import = replaced(&[
        ("result=\"delimited\"", "result=\"string\""),
        ("<param name=\"Row\" type=\"string\" role=\"row-delimiter\"/>", "<param name=\"Row\" type=\"int\"/>"),
        ("<group name=\"Delimiters\" role=\"delimited-text\">", "<group name=\"Delimiters\">"),
        ("<param name=\"Col\" type=\"string\" role=\"column-delimiter\"/>", "<param name=\"Col\" type=\"string\"/>"),
    ]);
    assert_snapshot!(told(SHOP, &import, Missing::Remove), @r##"
    Shop: operations: 1 changed

    Operations
      changed: Export
        result="string", was "delimited"
        parameter Row: type="int", was "string"
        parameter Row: role="row-delimiter" is gone
        parameter Col: role="column-delimiter" is gone

    To review
      Export: Row has the role `row-delimiter` no more: its type does not fit
      Export: Col has the role `column-delimiter` no more: the result is not delimited
      Export: its result is `delimited` no more: nothing says what delimits it

    -  <group name="Delimiters" role="delimited-text">
    -    <param name="Row" type="string" role="row-delimiter"/>
    -    <param name="Col" type="string" role="column-delimiter"/>
    +  <group name="Delimiters">
    +    <param name="Row" type="int"/>
    +    <param name="Col" type="string"/>
    -    <operation name="Export" result="delimited" effect="read" variant-of="ListOrders">
    +    <operation name="Export" result="string" effect="read" variant-of="ListOrders">
    "##);
}

#[test]
fn results_transports_headers_and_addresses_change() {
    let import = replaced(&[
        ("path=\"/shop.asmx\"", "path=\"/v2/shop.asmx\""),
        ("http://shop.example/\"", "http://shop.example/v2\""),
        (
            "<operation name=\"Ring\" result=\"none\" effect=\"send\">",
            "<operation name=\"Ring\" result=\"string\" effect=\"send\" transports=\"soap11\" action=\"urn:ring\">",
        ),
        ("      <limit records=\"1\">", "<header name=\"Trace\" type=\"string\"/><limit records=\"1\">"),
    ]);
    assert_snapshot!(told(SHOP, &import, Missing::Remove), @r##"
    Shop: operations: 1 changed

    Service
      changed: Shop
        path="/v2/shop.asmx", was "/shop.asmx"
        namespace="http://shop.example/v2", was "http://shop.example/"

    Operations
      changed: Ring
        result="string", was "none"
        transports="soap11" is new
        action="urn:ring" is new
        header Trace is new: <header name="Trace" type="string"/>

    -<service name="Shop" path="/shop.asmx" namespace="http://shop.example/">
    +<service name="Shop" path="/v2/shop.asmx" namespace="http://shop.example/v2">
    -    <operation name="Ring" result="none" effect="send">
    +    <operation name="Ring" result="string" effect="send" transports="soap11" action="urn:ring">
    +      <header name="Trace" type="string"/>
    "##);
}

#[test]
fn the_document_of_another_service_is_refused() {
    let other = SHOP.replace("name=\"Shop\"", "name=\"Bank\"");
    let other = ["ListOrders", "FindOrders", "Export", "Ring"]
        .iter()
        .fold(other, |text, name| text.replace(&format!("\"{name}\""), &format!("\"Other{name}\"")));
    let error = update("shop.xml", SHOP.as_bytes(), &of(&other), Missing::Remove).unwrap_err();
    assert_snapshot!(error, @"error: no operation of Shop is in the document, which is that of Bank: import it into a spec of its own");
}

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
    let update = |spec: &str| asmx_codegen::update("shop.xml", spec.as_bytes(), &import, Missing::Remove).unwrap().text;
    assert_eq!(update(&tabs(SHOP)), tabs(&update(SHOP)));
    assert!(update(SHOP).contains("\n    <operation name=\"Knock\" result=\"none\" effect=\"write\">\n      <doc>"));
}

#[test]
fn what_the_document_has_and_the_import_cannot_take_stays() {
    let spec = SHOP.replace("<operation name=\"Ring\"", "<operation name=\"Ring\" transports=\"soap11\"");
    let text = asmx_codegen::wsdl_at(&loaded(&spec), None, "http://localhost/shop.asmx").unwrap();
    let start = text.find("<wsdl:binding name=\"ShopSoap\"").unwrap();
    let at = start + text[start..].find("<wsdl:operation name=\"Ring\"").unwrap();
    let end = at + text[at..].find("</wsdl:binding>").unwrap();
    let encoded = text[at..end].replace("use=\"literal\"", "use=\"encoded\"");
    let import =
        asmx_codegen::import(&OneDocument([&text[..at], &encoded, &text[end..]].concat()), "service.wsdl").unwrap();
    assert!(import.service.operations.iter().all(|operation| operation.name != "Ring"), "{}", import.report);
    assert_snapshot!(told(&spec, &import, Missing::Remove), @r##"
    Shop: nothing changed

    To review
      Ring stays as it was: the document has it and it cannot be imported
    "##);
}

#[test]
fn a_group_goes_with_the_last_operation_that_uses_it() {
    let start = SHOP.find("    <operation name=\"ListOrders\"").unwrap();
    let end = SHOP.find("    <operation name=\"Export\"").unwrap();
    let new = format!("{}{}", &SHOP[..start], &SHOP[end..]).replace(" variant-of=\"ListOrders\"", "");
    assert_snapshot!(told(SHOP, &of(&new), Missing::Remove), @r##"
    Shop: operations: 2 removed, 1 changed

    Groups
      removed: Sorted
        no operation takes its parameters together any more

    Operations
      changed: Export
        variant-of="ListOrders" is gone
      removed: ListOrders
        the document does not have it
        this went with it:
          <operation name="ListOrders" effect="read">
            <doc>The orders.</doc>
            <!-- slow with Take > 500 -->
            <use group="Sorted"/>
            <result type="Order" array="true"/>
          </operation>
      removed: FindOrders
        the document does not have it
        this went with it:
          <operation name="FindOrders" effect="read" rust="SearchOrders">
            <doc>Finds orders.</doc>
            <param name="Text" type="string"><doc>A word.</doc></param>
            <use group="Sorted"/>
            <result type="Order" array="true"/>
          </operation>

    To review
      Export: it is a variant of ListOrders no more: that operation is gone

    -  <group name="Sorted">
    -    <use group="Page"/>
    -    <param name="SortBy" type="string"/>
    -  </group>
    -    <operation name="ListOrders" effect="read">
    -      <doc>The orders.</doc>
    -      <!-- slow with Take > 500 -->
    -      <use group="Sorted"/>
    -      <result type="Order" array="true"/>
    -    </operation>
    -    <operation name="FindOrders" effect="read" rust="SearchOrders">
    -      <doc>Finds orders.</doc>
    -      <param name="Text" type="string"><doc>A word.</doc></param>
    -      <use group="Sorted"/>
    -      <result type="Order" array="true"/>
    -    </operation>
    -    <operation name="Export" result="delimited" effect="read" variant-of="ListOrders">
    +    <operation name="Export" result="delimited" effect="read">
    "##);
}

#[test]
fn the_document_describes_what_the_spec_does_not() {
    let spec = SHOP
        .replace("<doc>A shop.</doc>", "")
        .replace("<doc>Rings the bell.</doc>", "")
        .replace("path=", "imported=\"true\" path=");
    let import = replaced(&[("<doc>The orders.</doc>", "<doc>All of them.</doc>")]);
    assert_snapshot!(told(&spec, &import, Missing::Remove), @r##"
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

#[test]
fn a_result_that_is_an_element_stays_one() {
    let spec = SHOP.replace("<operation name=\"Ring\" result=\"none\" effect=\"send\">", "<operation name=\"Ring\" effect=\"send\">").replace(
        "      <limit", "      <result kind=\"dataset\">\n        <!-- one table -->\n        <columns><column name=\"At\" type=\"dateTime\"/></columns>\n      </result>\n      <limit",
    );
    let xml = spec.replace("kind=\"dataset\"", "kind=\"xml\"");
    assert_snapshot!(told(&spec, &of(&xml), Missing::Remove), @r##"
    Shop: operations: 1 changed

    Operations
      changed: Ring
        result: kind="xml", was "dataset"

    -      <result kind="dataset">
    +      <result kind="xml">
    "##);
    let none = SHOP.replace("result=\"none\"", "result=\"integers\"");
    assert_snapshot!(told(&spec, &of(&none), Missing::Remove), @r##"
    Shop: operations: 1 changed

    Operations
      changed: Ring
        result="integers" is new
        result is gone
        this went with it:
          <columns><column name="At" type="dateTime"/></columns>

    -      <result kind="dataset">
    +      <result kind="integers">
    -        <columns><column name="At" type="dateTime"/></columns>
    "##);
}
