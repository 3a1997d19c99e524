//! Small changes of shared parameters.

use asmx::update::Missing;
use insta::assert_snapshot;

use super::shop::{SHOP, after, of, replaced, update_report};

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

/// The report if `ListOrders` takes these parameters in the place of the group `Sorted`.
fn after_listing(parameters: &str) -> String {
    let import = replaced(&[("      <!-- slow with Take > 500 -->\n      <use group=\"Sorted\"/>", parameters)]);
    update_report(SHOP, &import, Missing::Remove)
}

#[test]
fn a_parameter_of_a_group_changes_for_one() {
    let list = "<param name=\"Skip\" type=\"long\"/><param name=\"Take\" type=\"int\"/><param name=\"SortBy\" type=\"string\"/>";
    assert_snapshot!(after_listing(list), @r##"
    Shop: operations: 1 changed

    Operations
      changed: ListOrders
        parameter Skip: type="long", was "int"
        no longer uses the group Sorted

    +      <param name="Skip" type="long"/>
    +      <param name="Take" type="int"/>
    +      <param name="SortBy" type="string"/>
    -      <use group="Sorted"/>
    "##);
}

#[test]
fn an_inner_group_stays_where_the_outer_one_no_longer_fits() {
    let list = "<use group=\"Page\"/><param name=\"SortBy\" type=\"int\"/>";
    assert_snapshot!(after_listing(list), @r##"
    Shop: operations: 1 changed

    Operations
      changed: ListOrders
        parameter SortBy: type="int", was "string"
        no longer uses the group Sorted

    -      <use group="Sorted"/>
    +      <use group="Page"/>
    +      <param name="SortBy" type="int"/>
    "##);
}

#[test]
fn what_every_operation_takes_changes() {
    let import = replaced(&[("<param name=\"Key\"", "<param name=\"Tenant\" type=\"int\"/><param name=\"Key\"")]);
    assert_snapshot!(update_report(SHOP, &import, Missing::Remove), @r##"
    Shop: changed

    Common parameters
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
    assert_snapshot!(update_report(SHOP, &import, Missing::Remove), @r##"
    Shop: operations: 1 changed

    Common parameters
      changed: parameters
        no longer common; each operation lists its own

    Operations
      changed: Ring
        parameter User is gone
        parameter Key is gone
        no longer uses the group Credentials

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
    assert_snapshot!(update_report(SHOP, &import, Missing::Remove), @r##"
    Shop: operations: 1 changed

    Operations
      changed: Export
        result="string", was "delimited"
        parameter Row: type="int", was "string"
        parameter Row: role="row-delimiter" is gone
        parameter Col: role="column-delimiter" is gone

    To review
      Export: Row lost the role `row-delimiter`: its type does not fit
      Export: Col lost the role `column-delimiter`: the result is not delimited
      Export: its result is now `string`, because no parameter sets the delimiters

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
fn a_group_goes_with_the_last_operation_that_uses_it() {
    let start = SHOP.find("    <operation name=\"ListOrders\"").unwrap();
    let end = SHOP.find("    <operation name=\"Export\"").unwrap();
    let new = format!("{}{}", &SHOP[..start], &SHOP[end..]).replace(" variant-of=\"ListOrders\"", "");
    assert_snapshot!(update_report(SHOP, &of(&new), Missing::Remove), @r##"
    Shop: operations: 2 removed, 1 changed

    Groups
      removed: Sorted
        no operation uses all its parameters together

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
      removed: FindOrders
        the document does not have it
        removed with it:
          <operation name="FindOrders" effect="read" rust="SearchOrders">
            <doc>Finds orders.</doc>
            <param name="Text" type="string"><doc>A word.</doc></param>
            <use group="Sorted"/>
            <result type="Order" array="true"/>
          </operation>

    To review
      Export: no longer a variant of ListOrders, which was removed

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
