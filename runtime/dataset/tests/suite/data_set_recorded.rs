//! Recorded data sets: read as the contract states, and written as they were.

use asmx_dataset::data_set::DataSet;
use asmx_dataset::table::{DateTimeMode, Mapping, RowState};
use asmx_xml::{Document, Element, Node, ParseOptions, decode};
use serde_json::Value;

const XS: &str = "http://www.w3.org/2001/XMLSchema";

fn documents() -> Vec<(String, Document)> {
    let document = |(name, message): (String, Vec<u8>)| {
        let text = decode(recordings::body(&message), None).unwrap();
        Some((name, Document::parse(text, &ParseOptions::keeping_forbidden_references()).ok()?))
    };
    recordings::messages().into_iter().filter(|(name, _)| !name.contains("post.request")).filter_map(document).collect()
}

/// The data set of that message.
fn data_set(message: &str) -> DataSet {
    let (_, document) = documents().into_iter().find(|(name, _)| name == message).unwrap();
    DataSet::from_element(containers(&document)[0]).unwrap()
}

/// Every element that holds a schema: a result or a parameter.
fn containers(document: &Document) -> Vec<Element<'_>> {
    let mut waiting = vec![document.root()];
    let mut found = Vec::new();
    while let Some(element) = waiting.pop() {
        if element.element(Some(XS), "schema").is_some() {
            found.push(element);
        } else {
            waiting.extend(element.elements());
        }
    }
    found
}

#[test]
fn recorded_tables_match_their_contract() {
    let text =
        std::fs::read_to_string(recordings::folder().join("../echo-service/src/tables/expected_tables.json")).unwrap();
    let expected: Value = serde_json::from_str(&text).unwrap();
    let mut compared = 0;
    for (name, document) in documents() {
        let mut parts = name.split('/');
        if parts.next() != Some("ops") || name.ends_with(".request") {
            continue;
        }
        let Some(expected) = expected.get(parts.next().unwrap()) else { continue };
        let container = containers(&document).pop().unwrap_or_else(|| panic!("{name} holds a data set"));
        let data_set = DataSet::from_element(container).unwrap();
        assert_eq!(data_set.name(), expected["dataSetName"], "{name}");
        assert_eq!(data_set.namespace(), expected["namespace"], "{name}");
        let tables = expected["tables"].as_array().unwrap();
        assert_eq!(data_set.tables().len(), tables.len(), "{name}");
        for (table, expected) in data_set.tables().iter().zip(tables) {
            assert_eq!(table.name(), expected["name"], "{name}");
            let columns: Vec<Value> = table
                .columns()
                .iter()
                .map(|column| {
                    let mapping = match column.mapping {
                        Mapping::Element => "element",
                        Mapping::Attribute => "attribute",
                        Mapping::Hidden => "hidden",
                        Mapping::SimpleContent => "simple",
                    };
                    let mut json =
                        serde_json::json!({"name": column.name, "type": column.type_name(), "mapping": mapping});
                    if column.date_time_mode != DateTimeMode::UnspecifiedLocal {
                        json["dateTimeMode"] = column.date_time_mode.name().into();
                    }
                    if let Some(clr) = &column.clr_type {
                        json["clr"] = clr.as_str().into();
                    }
                    json
                })
                .collect();
            assert_eq!(&columns, expected["columns"].as_array().unwrap(), "{name} {}", table.name());
            if table.name() == "Echo" {
                continue;
            }
            let rows: Vec<Value> = table
                .iter()
                .map(|row| {
                    let cells =
                        row.cells().filter_map(|(column, cell)| Some((column.name.clone(), cell.text()?.into())));
                    serde_json::json!({"cells": cells.collect::<serde_json::Map<_, _>>()})
                })
                .collect();
            assert_eq!(&rows, expected["rows"].as_array().unwrap(), "{name} {}", table.name());
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn recorded_data_sets_are_written_as_read() {
    let mut exact = 0;
    for (name, document) in documents() {
        for container in containers(&document) {
            let data_set = DataSet::from_element(container).unwrap();
            data_set.check().unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut xml = format!("<r xmlns='{}'>", container.namespace().unwrap_or(""));
            data_set.write_content(&mut xml);
            xml.push_str("</r>");
            let again = Document::parse(xml.as_str(), &ParseOptions::default()).unwrap();
            assert_eq!(DataSet::from_element(again.root()).unwrap(), data_set, "{name}");
            // The information is equal in every case; the bytes are equal if the server wrote no white space.
            let (mut one, mut other) = (Vec::new(), Vec::new());
            if name.ends_with("request") {
                // Clients also send the parts in another order, or only one of them.
                continue;
            }
            infoset(container, &mut one);
            infoset(again.root(), &mut other);
            assert_eq!(one[1..], other[1..], "{name}");
            if name.contains("soap1") {
                // Genuine servers write raw carriage returns, which a reader takes for line feeds.
                let recorded = container.inner_xml().replace("\r\n", "\n").replace('\r', "\n");
                let ours = again.root().inner_xml();
                let difference = recorded.bytes().zip(ours.bytes()).take_while(|(one, other)| one == other).count();
                let rests = (&recorded[difference..], &ours[difference..]);
                assert!(ours == recorded, "{name} from byte {difference}: {rests:?}");
                exact += 1;
            }
        }
    }
    assert!(exact > 15, "{exact}");
}

/// Names, attributes in order of name, and text, without white space between elements.
fn infoset(element: Element<'_>, lines: &mut Vec<String>) {
    let mut attributes: Vec<String> =
        element.attributes().map(|a| format!("{{{}}}{}={:?}", a.namespace.unwrap_or(""), a.name, a.value)).collect();
    attributes.sort();
    lines.push(format!("<{{{}}}{} {attributes:?}", element.namespace().unwrap_or(""), element.name()));
    let has_elements = element.elements().next().is_some();
    for child in element.children() {
        match child {
            Node::Element(child) => infoset(child, lines),
            Node::Text(text) if !has_elements => lines.push(format!("{text:?}")),
            _ => {}
        }
    }
    lines.push(">".into());
}

#[test]
fn keys_relations_and_details_are_read() {
    let data_set = data_set("ops/Reports_GetBouncesByCampaign_DataSet2/soap12.response");
    assert_eq!(data_set.primary_key("Campaign"), ["JobID"]);
    let relation = &data_set.relations()[0];
    assert_eq!((relation.name.as_str(), relation.is_nested), ("Campaign_Bounce", true));
    assert_eq!((relation.parent.as_str(), relation.child.as_str()), ("Campaign", "Bounce"));
    let campaign = data_set.table_named("Campaign").unwrap();
    assert!(!campaign.column_named("JobID").unwrap().nullable);
    let name = campaign.column_named("Name").unwrap();
    let facts = (name.caption.as_deref(), name.default.as_deref(), name.max_length());
    assert_eq!(facts, (Some("Campaign Name"), Some("unnamed"), Some(50)));
    let bounce = data_set.table_named("Bounce").unwrap();
    let id = bounce.column_named("BounceID").unwrap();
    assert!(id.auto_increment && id.read_only);
    assert_eq!((id.auto_increment_seed, id.auto_increment_step), (Some(100), None));
    let orders: Vec<u32> = bounce.iter().map(asmx_dataset::Row::order).collect();
    assert_eq!(orders, [0, 1, 2]);
    assert_eq!(bounce.row_at(0).unwrap().value::<i32>("SMTPCode").unwrap(), 550);
    let error = bounce.row_at(0).unwrap().get::<i32>("Address").unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"table `Bounce`, row 1, column `Address`: "a@x.test" is not a value of type int: a whole number holds only digits and one sign"#
    );
    assert!(bounce.row_at(2).unwrap().value::<i32>("SMTPCode").unwrap_err().to_string().contains("DBNull"));
    assert!(bounce.row_at(1).unwrap().get::<i32>("No").unwrap_err().to_string().contains("the column is unknown"));
}

#[test]
fn changed_and_deleted_rows_are_kept_apart() {
    let data_set = data_set("types/data/Changes/changes.soap11.response");
    let table = data_set.table_named("Row").unwrap();
    let rows: Vec<_> = table.iter().map(|row| (row.text("Id"), row.state())).collect();
    assert_eq!(rows, [(Some("1".into()), RowState::Modified), (Some("9".into()), RowState::Added)]);
    let original = table.row_at(0).unwrap().original().unwrap();
    assert_eq!(original.text("Full Name").as_deref(), Some("old"));
    assert_eq!(table.row_at(0).unwrap().text("Full Name").as_deref(), Some("new"));
    let deleted: Vec<_> = table.deleted_rows().map(|row| (row.text("Id"), row.order())).collect();
    assert_eq!(deleted, [(Some("3".into()), 1)]);
}
