//! Roles of headers, members and parameters, sessions, and names in typed DataSets, after an update.

use asmx::update::Missing;
use asmx_import::Import;
use insta::assert_snapshot;

use super::shop::{of, update_report};
use super::stays;

/// A spec whose described headers and types have other roles than their names suggest.
const STORE: &str = r#"<service name="Store" path="/store.asmx" namespace="http://store.example/">
  <doc>A store.</doc>
  <structure name="Login">
    <param name="Who" type="string" role="username"/>
    <attribute name="Phrase" type="string" secret="true" role="password"/>
    <param name="Token" type="string"/>
  </structure>
  <dataset name="Goods" namespace="urn:goods">
    <doc>What there is.</doc>
    <table name="Item" row="Good" rust="goods">
      <doc>One thing.</doc>
      <column name="Id" type="int" required="true" rust="number"/>
      <column name="Name" type="string"><doc>In the buyer's language.</doc></column> <!-- may be empty -->
      <column name="Price" type="decimal"/>
    </table>
    <table name="Maker"><column name="Id" type="guid" mapping="text"/></table>
  </dataset>

  <area name="all" title="All">
    <operation name="Open" effect="send" result="none">
      <doc>Begins.</doc>
      <header name="Login" type="Login"/>
      <header name="Cart" type="string" direction="out" secret="true" role="session"/>
    </operation>
    <operation name="List" effect="read">
      <doc>All there is.</doc>
      <param name="Licence" type="string" secret="true" role="key"/>
      <result type="Goods"/>
      <header name="Cart" type="string" direction="both" secret="true" role="session"/>
      <header name="Plain" type="string" rust="in_the_open"><doc>Not a secret.</doc></header>
    </operation>
    <operation name="Count" effect="read">
      <doc>How many there are.</doc>
      <param name="Licence" type="string" secret="true" role="key"/>
      <result type="int"/>
    </operation>
  </area>
</service>
"#;

fn next(pairs: &[(&str, &str)]) -> Import {
    let mut text = STORE.to_owned();
    for (from, to) in pairs {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    of(&text)
}

fn after(pairs: &[(&str, &str)]) -> String {
    update_report(STORE, &next(pairs), Missing::Remove)
}

#[test]
fn the_same_document_leaves_roles_sessions_and_tables_as_they_are() {
    stays(STORE, &next(&[]));
}

#[test]
fn tables_and_columns_keep_their_words() {
    let tables = after(&[
        (
            "<column name=\"Price\" type=\"decimal\"/>",
            "<column name=\"Price\" type=\"double\"/><column name=\"number\" type=\"int\" rust=\"other\"/>",
        ),
        (
            "<table name=\"Maker\">",
            "<table name=\"Goods\" rust=\"others\"><column name=\"new\" type=\"boolean\" rust=\"new_one\"/></table>\
             <table name=\"Maker\">",
        ),
    ]);
    assert_snapshot!(tables, @r##"
    Store: types: 1 changed

    Types
      changed: Goods
        table Item: column Price: type="double", was "decimal"
        table Item: column number is new: <column name="number" type="int" rust="number_2"/>
        table Goods is new: <table name="Goods" rust="goods_table"><column name="new" type="boolean" rust="new_2"/></table>

    -      <column name="Price" type="decimal"/>
    +      <column name="Price" type="double"/>
    +      <column name="number" type="int" rust="number_2"/>
    +    <table name="Goods" rust="goods_table"><column name="new" type="boolean" rust="new_2"/></table>
    "##);
}

#[test]
fn tables_and_columns_that_are_gone_are_told_with_their_words() {
    let item = STORE.find("    <table name=\"Item\"").unwrap()..STORE.find("    <table name=\"Maker\"").unwrap();
    assert_snapshot!(after(&[(&STORE[item], "")]), @r##"
    Store: types: 1 changed

    Types
      changed: Goods
        table Item is gone
        removed with it:
          <table name="Item" row="Good" rust="goods">
            <doc>One thing.</doc>
            <column name="Id" type="int" required="true" rust="number"/>
            <column name="Name" type="string"><doc>In the buyer's language.</doc></column> <!-- may be empty -->
            <column name="Price" type="decimal"/>
          </table>

    -    <table name="Item" row="Good" rust="goods">
    -      <doc>One thing.</doc>
    -      <column name="Id" type="int" required="true" rust="number"/>
    -      <column name="Name" type="string"><doc>In the buyer's language.</doc></column> <!-- may be empty -->
    -      <column name="Price" type="decimal"/>
    -    </table>
    "##);
    let name = STORE.find("      <column name=\"Name\"").unwrap()..STORE.find(" <!-- may be").unwrap();
    assert_snapshot!(after(&[(&STORE[name], "")]), @r##"
    Store: types: 1 changed

    Types
      changed: Goods
        table Item: column Name is gone
        removed with it:
          <column name="Name" type="string"><doc>In the buyer's language.</doc></column> <!-- may be empty -->

    -      <column name="Name" type="string"><doc>In the buyer's language.</doc></column> <!-- may be empty -->
    "##);
}

/// A known header keeps its role in new operations, whatever its name suggests.
#[test]
fn headers_and_parameters_of_new_operations_have_the_roles_of_those_that_are_known() {
    let new = after(&[(
        "<operation name=\"Count\"",
        "<operation name=\"Sell\" effect=\"read\" result=\"none\"><doc>Sells.</doc>\
         <param name=\"Licence\" type=\"string\"/><param name=\"ApiKey\" type=\"string\"/>\
         <header name=\"Cart\" type=\"string\" direction=\"both\"/>\
         <header name=\"Plain\" type=\"string\"/><header name=\"AuthToken\" type=\"string\"/></operation>\
         <operation name=\"Count\"",
    )]);
    assert_snapshot!(new, @r##"
    Store: operations: 1 added

    Operations
      added: Sell
        takes Licence, ApiKey

    To review
      role="key" because of its name: Sell.Licence
      role="token" because of its name: header.AuthToken
      hidden in logs because of its name; if it is your sign-in, add a role: Sell.ApiKey

    +    <operation name="Sell" result="none" effect="write">
    +      <doc>Sells.</doc>
    +      <param name="Licence" type="string" secret="true" role="key"/>
    +      <param name="ApiKey" type="string" secret="true"/>
    +      <header name="Cart" type="string" direction="both" secret="true" role="session"/>
    +      <header name="Plain" type="string" rust="in_the_open"><doc>Not a secret.</doc></header>
    +      <header name="AuthToken" type="string" secret="true" role="token"/>
    +    </operation>
    "##);
}

#[test]
fn roles_that_do_not_fit_any_more_are_told() {
    let no_fit = after(&[
        (
            "<attribute name=\"Phrase\" type=\"string\" secret=\"true\" role=\"password\"/>",
            "<attribute name=\"Phrase\" type=\"int\"/>",
        ),
        (
            "<param name=\"Licence\" type=\"string\" secret=\"true\" role=\"key\"/>",
            "<param name=\"Licence\" type=\"Login\"/>",
        ),
        (" direction=\"both\" secret=\"true\" role=\"session\"", " secret=\"true\""),
        (" direction=\"out\" secret=\"true\" role=\"session\"", ""),
    ]);
    assert_snapshot!(no_fit, @r##"
    Store: operations: 3 changed; types: 1 changed

    Operations
      changed: Open
        header Cart: direction="out" is gone
        header Cart: role="session" is gone
      changed: List
        transports="soap11 soap12" is new
        parameter Licence: type="Login", was "string"
        parameter Licence: role="key" is gone
        header Cart: direction="both" is gone
        header Cart: role="session" is gone
      changed: Count
        transports="soap11 soap12" is new
        parameter Licence: type="Login", was "string"
        parameter Licence: role="key" is gone

    Types
      changed: Login
        attribute Phrase: type="int", was "string"
        attribute Phrase: role="password" is gone

    To review
      Login: Phrase lost the role `password`: its type does not fit
      List: Licence lost the role `key`: its type does not fit
      Count: Licence lost the role `key`: its type does not fit
      header: Cart lost the role `session`: no response has it

    -    <attribute name="Phrase" type="string" secret="true" role="password"/>
    +    <attribute name="Phrase" type="int" secret="true"/>
    -      <header name="Cart" type="string" direction="out" secret="true" role="session"/>
    +      <header name="Cart" type="string" secret="true"/>
    -    <operation name="List" effect="read">
    +    <operation name="List" effect="read" transports="soap11 soap12">
    -      <param name="Licence" type="string" secret="true" role="key"/>
    +      <param name="Licence" type="Login" secret="true"/>
    -      <header name="Cart" type="string" direction="both" secret="true" role="session"/>
    +      <header name="Cart" type="string" secret="true"/>
    -    <operation name="Count" effect="read">
    +    <operation name="Count" effect="read" transports="soap11 soap12">
    -      <param name="Licence" type="string" secret="true" role="key"/>
    +      <param name="Licence" type="Login" secret="true"/>
    "##);
}
