//! Small changes of a document: operations, types, addresses.

use asmx::update;
use asmx::update::Missing;
use insta::assert_snapshot;

use super::shop::{SHOP, after, of, replaced, update_report};
use crate::as_document::{OneDocument, loaded};

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
      look like reads; they stay `write` until you change them: GetOrder
      GetOrder went into the area orders because of its position in the document
      hidden in logs because of its name; if it is your sign-in, add a role: GetOrder.AccessToken

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
    assert_snapshot!(update_report(SHOP, &of(&new), Missing::Remove), @r##"
    Shop: operations: 1 added

    Service
      changed: Shop
        imported="true" is new

    Operations
      added: Knock

    To review
      Knock went into the area orders because of its position in the document
      the spec is now marked imported="true" because the document lacks documentation that other specs need: write the documentation, then remove the attribute

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
    assert_snapshot!(update_report(SHOP, &of(&new), Missing::Remove), @r##"
    Shop: operations: 2 removed, 1 changed

    Areas
      removed: desk
        all its operations were removed
        removed with it:
          <doc>What clerks do.</doc>
          <!-- Costs a coin per call! -->

    Operations
      changed: Export
        variant-of="ListOrders" is gone
      removed: ListOrders
        the document does not have it
        removed with it:
          <operation name="ListOrders" effect="read">
            <doc>The orders.</doc>
            <!-- slow with Take > 500 -->
            <use group="Sorted"/>
            <result type="Order" array="true"/>
          </operation>
      removed: Ring
        the document does not have it
        removed with it:
          <operation name="Ring" result="none" effect="send">
            <doc>Rings the bell.</doc>
            <limit records="1">Once a minute.</limit>
          </operation>

    To review
      Export: no longer a variant of ListOrders, which was removed

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
    assert_snapshot!(update_report(SHOP, &of(&new), Missing::Keep), @r##"
    Shop: nothing changed

    To review
      ListOrders is unchanged: the document does not have it
      Ring is unchanged: the document does not have it
    "##);
}

#[test]
fn parameters_come_go_and_change_places() {
    let import = replaced(&[(
        "<param name=\"Text\" type=\"string\"><doc>A word.</doc></param>\n      <use group=\"Sorted\"/>",
        "<use group=\"Sorted\"/><param name=\"Limit\" type=\"int\" optional=\"true\"/><param name=\"Text\" type=\"string\"/>",
    )]);
    assert_snapshot!(update_report(SHOP, &import, Missing::Remove), @r##"
    Shop: operations: 1 changed

    Operations
      changed: FindOrders
        parameter Limit is new: <param name="Limit" type="int" optional="true"/>
        the order is now Skip, Take, SortBy, Limit, Text

    -      <param name="Text" type="string"><doc>A word.</doc></param>
    +      <param name="Limit" type="int" optional="true"/>
    +      <param name="Text" type="string"><doc>A word.</doc></param>
    "##);
    assert_snapshot!(after(&[("<param name=\"Text\" type=\"string\"><doc>A word.</doc></param>\n", "")]), @r##"
    Shop: operations: 1 changed

    Operations
      changed: FindOrders
        parameter Text is gone
        removed with it:
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
    assert_snapshot!(update_report(SHOP, &import, Missing::Remove), @r##"
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
fn new_secrets_are_proposed_wherever_they_are() {
    let import = replaced(&[
        (
            "<param name=\"State\" type=\"State\"",
            "<param name=\"Token\" type=\"string\"/><param name=\"State\" type=\"State\"",
        ),
        ("      <limit records=\"1\">", "<header name=\"ApiKey\" type=\"string\"/><limit records=\"1\">"),
    ]);
    assert_snapshot!(update_report(SHOP, &import, Missing::Remove), @r##"
    Shop: operations: 1 changed; types: 1 changed

    Operations
      changed: Ring
        header ApiKey is new: <header name="ApiKey" type="string" secret="true" role="key"/>

    Types
      changed: Order
        member Token is new: <param name="Token" type="string" secret="true"/>

    To review
      role="key" because of its name: header.ApiKey
      hidden in logs because of its name; if it is your sign-in, add a role: Order.Token

    +    <param name="Token" type="string" secret="true"/>
    +      <header name="ApiKey" type="string" secret="true" role="key"/>
    "##);
}

#[test]
fn a_type_is_gone() {
    let import = replaced(&[
        ("<param name=\"State\" type=\"State\" rust=\"order_state\"/>", ""),
        ("<enum name=\"State\"><value name=\"Open\"/><value name=\"Closed\"/></enum>", ""),
    ]);
    assert_snapshot!(update_report(SHOP, &import, Missing::Remove), @r##"
    Shop: types: 1 removed, 1 changed

    Types
      removed: State
      changed: Order
        member State is gone
        removed with it:
          <param name="State" type="State" rust="order_state"/>

    -  <enum name="State"><value name="Open"/><value name="Closed"/></enum>
    -    <param name="State" type="State" rust="order_state"/>
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
    assert_snapshot!(update_report(SHOP, &import, Missing::Remove), @r##"
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
    assert_snapshot!(error, @"error: the document has none of the operations of Shop; it describes Bank, so import it into a spec of its own");
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
        asmx_import::import(&OneDocument([&text[..at], &encoded, &text[end..]].concat()), "service.wsdl").unwrap();
    assert!(import.service.operations.iter().all(|operation| operation.name != "Ring"), "{}", import.report);
    assert_snapshot!(update_report(&spec, &import, Missing::Remove), @r##"
    Shop: nothing changed

    To review
      Ring is unchanged: the document has it, but it cannot be imported
    "##);
}

#[test]
fn names_are_told_as_the_spec_has_them() {
    let spec = SHOP.replace("\"Ring\"", "\"Get_x0020_bell\"").replace("\"Export\"", "\"a_x005F_x0041_\"");
    let renamed =
        spec.replace("\"Get_x0020_bell\"", "\"Get_x0020_gong\"").replace("\"a_x005F_x0041_\"", "\"b_x005F_x0041_\"");
    assert_snapshot!(update_report(&spec, &of(&renamed), Missing::Remove), @r##"
    Shop: operations: 2 added, 2 removed

    Areas
      removed: desk
        all its operations were removed
        removed with it:
          <doc>What clerks do.</doc>
          <!-- Costs a coin per call! -->

    Groups
      removed: Delimiters
        no operation uses all its parameters together
        removed with it:
          <group name="Delimiters" role="delimited-text">
            <param name="Row" type="string" role="row-delimiter"/>
            <param name="Col" type="string" role="column-delimiter"/>
          </group>

    Operations
      added: b_x005F_x0041_
        takes Skip, Take, Row, Col
        returns string
      added: Get_x0020_gong
      removed: a_x005F_x0041_
        the document does not have it
        removed with it:
          <operation name="a_x005F_x0041_" result="delimited" effect="read" variant-of="ListOrders">
            <doc>The orders as text.</doc>
            <use group="Page"/>
            <use group="Delimiters"/>
          </operation>
      removed: Get_x0020_bell
        the document does not have it
        removed with it:
          <operation name="Get_x0020_bell" result="none" effect="send">
            <doc>Rings the bell.</doc>
            <limit records="1">Once a minute.</limit>
          </operation>

    To review
      look like reads; they stay `write` until you change them: Get_x0020_gong

    -  <group name="Delimiters" role="delimited-text">
    -    <param name="Row" type="string" role="row-delimiter"/>
    -    <param name="Col" type="string" role="column-delimiter"/>
    -  </group>
    -    <operation name="a_x005F_x0041_" result="delimited" effect="read" variant-of="ListOrders">
    +    <operation name="b_x005F_x0041_" result="string" effect="write" rust="b_a">
    -      <use group="Page"/>
    -      <use group="Delimiters"/>
    +      <param name="Skip" type="int"/>
    +      <param name="Take" type="int"/>
    +      <param name="Row" type="string"/>
    +      <param name="Col" type="string"/>
    -  </area>
    -  <area name="desk" title="Desk">
    -    <doc>What clerks do.</doc>
    -    <!-- Costs a coin per call! -->
    -    <operation name="Get_x0020_bell" result="none" effect="send">
    +    <operation name="Get_x0020_gong" result="none" effect="write">
    -      <limit records="1">Once a minute.</limit>
    "##);
}

/// A document declares a string.
#[test]
fn what_a_string_holds_stays() {
    let spec = SHOP
        .replace(
            "<attribute name=\"Lang\" type=\"string\"/>",
            "<attribute name=\"Lang\" type=\"string\" content=\"json\"/>",
        )
        .replace("<param name=\"SortBy\" type=\"string\"/>", "<param name=\"SortBy\" type=\"string\" content=\"xml\"/>")
        .replace("name=\"Ring\" result=\"none\"", "name=\"Ring\" result=\"string\" content=\"json\"");
    assert_snapshot!(update_report(&spec, &of(&spec), Missing::Remove), @"Shop: nothing changed");
    let next = spec
        .replace("<param name=\"SortBy\" type=\"string\" content=\"xml\"/>", "<param name=\"SortBy\" type=\"int\"/>")
        .replace("<doc>Rings the bell.</doc>", "<doc>Rings the bell.</doc><param name=\"Times\" type=\"int\"/>")
        .replace("<attribute name=\"Lang\"", "<attribute name=\"Zone\" type=\"string\"/><attribute name=\"Lang\"");
    assert_snapshot!(update_report(&spec, &of(&next), Missing::Remove), @r##"
    Shop: operations: 3 changed; types: 1 changed

    Operations
      changed: ListOrders, FindOrders
        parameter SortBy: type="int", was "string"
        parameter SortBy: content="xml" is gone
      changed: Ring
        parameter Times is new: <param name="Times" type="int"/>

    Types
      changed: Order
        attribute Zone is new: <attribute name="Zone" type="string"/>

    +    <attribute name="Zone" type="string"/>
    -    <param name="SortBy" type="string" content="xml"/>
    +    <param name="SortBy" type="int"/>
    +      <param name="Times" type="int"/>
    "##);
}
