//! An edited spec, and the result of an update: the report and the lines that differ.

use asmx::update;
use asmx::update::Missing;
use asmx_import::Import;

use super::imported;
use crate::as_document::loaded;

/// A spec as people edit it: comments, nested groups, individual white space.
pub const SHOP: &str = r#"<?xml version="1.0" encoding="utf-8"?>
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

/// The import of the document that a spec gives.
pub fn of(text: &str) -> Import {
    imported(&loaded(text))
}

/// Like [`of`], after replacing some text of the spec.
pub fn replaced(pairs: &[(&str, &str)]) -> Import {
    let mut text = SHOP.to_owned();
    for (from, to) in pairs {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    of(&text)
}

/// The report, and removed and added lines.
pub fn update_report(spec: &str, import: &Import, missing: Missing) -> String {
    let update = update("shop.xml", spec.as_bytes(), import, missing).unwrap_or_else(|error| panic!("{error}"));
    let again = asmx::update("shop.xml", update.text.as_bytes(), import, missing).unwrap();
    assert_eq!((again.text.as_str(), again.changes.all.len()), (update.text.as_str(), 0), "{}", again.changes);
    assert_eq!(update.changes.all.is_empty(), update.text == spec, "{}", update.changes);
    format!("{}\n{}", update.changes, lines(spec, &update.text))
}

/// A line diff.
pub fn lines(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut longest = vec![vec![0; new.len() + 1]; old.len() + 1];
    for (old_index, old_line) in old.iter().enumerate().rev() {
        for (new_index, new_line) in new.iter().enumerate().rev() {
            longest[old_index][new_index] = if old_line == new_line {
                longest[old_index + 1][new_index + 1] + 1
            } else {
                longest[old_index + 1][new_index].max(longest[old_index][new_index + 1])
            };
        }
    }
    let (mut old_index, mut new_index, mut all) = (0, 0, String::new());
    while old_index < old.len() || new_index < new.len() {
        if old_index < old.len() && new_index < new.len() && old[old_index] == new[new_index] {
            (old_index, new_index) = (old_index + 1, new_index + 1);
        } else if new_index == new.len()
            || (old_index < old.len() && longest[old_index + 1][new_index] >= longest[old_index][new_index + 1])
        {
            all.extend(["-", old[old_index], "\n"]);
            old_index += 1;
        } else {
            all.extend(["+", new[new_index], "\n"]);
            new_index += 1;
        }
    }
    all
}

pub fn after(pairs: &[(&str, &str)]) -> String {
    update_report(SHOP, &replaced(pairs), Missing::Remove)
}
