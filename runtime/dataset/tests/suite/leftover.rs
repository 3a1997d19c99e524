//! Content of a row that no column takes is in the column `$rest`.

use asmx_dataset::cells;
use asmx_dataset::data_set::DataSet;
use asmx_dataset::table::{Column, ColumnType, Mapping, Row, Table};

/// A document of one row with this content, after `text_before`, in a table with the columns `Id` and `Name`.
fn document(text_before: &str, content: &str) -> String {
    let table = Table::new("T").column("Id", ColumnType::Int).column("Name", ColumnType::String);
    let xml = DataSet::new("D").table(table.row(cells![1, "one"])).write();
    xml.replace("<Id>1</Id><Name>one</Name>", content).replace("<T diffgr:", &format!("{text_before}<T diffgr:"))
}

fn read(document: &str) -> DataSet {
    DataSet::read(document.as_bytes()).unwrap()
}

fn cells_of(row: Row<'_>) -> Vec<(String, Option<String>)> {
    row.cells().map(|(column, cell)| (column.name.clone(), cell.into_text().map(Into::into))).collect()
}

#[test]
fn a_row_keeps_everything() {
    for (text_before, content, name, rest) in [
        ("", "<Id>1</Id><Name>one</Name>", Some("one"), None),
        ("", "<Id>1</Id><Name>one</Name><Name>two</Name>", Some("one"), Some("<Name>two</Name>")),
        ("", "<Id>1</Id><Name>one</Name><Name/><Id>a&amp;b</Id>", Some("one"), Some("<Name></Name><Id>a&amp;b</Id>")),
        ("", "<Id>1</Id><_x004e_ame>one</_x004e_ame><Name>2</Name>", Some("one"), Some("<Name>2</Name>")),
        ("", "stray &amp;<Id>1</Id> <![CDATA[more]]>", None, Some("stray & more")),
        ("", "a&amp;b<Id>1</Id><Name>one</Name><Name>two</Name>", Some("one"), Some("a&amp;b<Name>two</Name>")),
        ("between", "<Id>1</Id>", None, Some("between")),
        ("", "<Id>1</Id><Name unit=\"&lt;\">one</Name>", Some("one"), Some("<Name unit=\"&lt;\">one</Name>")),
        (
            "",
            "<Id>1</Id><Name x=\"1\" xmlns:p=\"urn:p\" p:x=\"2\">one</Name>",
            Some("one"),
            Some("<Name x=\"1\" p.x=\"2\">one</Name>"),
        ),
        ("", "<Id>1</Id><Name xml:space=\"preserve\"> </Name>", Some(" "), None),
        (
            "",
            "<Id>1</Id><Name xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\" i:nil=\"true\">x</Name>",
            None,
            Some("<Name>x</Name>"),
        ),
    ] {
        let data_set = read(&document(text_before, content));
        let row = data_set.only_table().unwrap().row_at(0).unwrap();
        let mut expected = vec![("Id".to_owned(), Some("1".to_owned())), ("Name".to_owned(), name.map(str::to_owned))];
        expected.extend(rest.map(|rest| ("$rest".to_owned(), Some(rest.to_owned()))));
        assert_eq!(cells_of(row), expected, "{content}");
        assert!(row.cells().all(|(column, _)| column.is_declared() == (column.name != "$rest")));
        assert_eq!(read(&data_set.write()), data_set, "{content}");
    }
}

#[test]
fn an_attribute_with_the_name_of_a_column_is_no_second_column() {
    let attributes = "<T Name=\"&lt;a\" Id=\"5\" Other=\"6\" diffgr:";
    let data_set = read(&document("", "text<Id>1</Id>").replace("<T diffgr:", attributes));
    let row = data_set.only_table().unwrap().row_at(0).unwrap();
    let expected = [
        ("Id", Some("1")),
        ("Name", None),
        ("Other", Some("6")),
        ("$rest", Some("text<T Name=\"&lt;a\"/><T Id=\"5\"/>")),
    ];
    assert_eq!(cells_of(row), expected.map(|(name, text)| (name.to_owned(), text.map(str::to_owned))));
    assert_eq!(read(&data_set.write()), data_set);
    // Two attributes may differ in their namespaces or in their spelling alone.
    let attributes = "<T xmlns:q=\"urn:q\" q:Other=\"7\" Other=\"6\" _x004F_ther=\"8\" diffgr:";
    let data_set = read(&document("", "<Id>1</Id>").replace("<T diffgr:", attributes));
    let row = data_set.only_table().unwrap().row_at(0).unwrap();
    let rest = "<T _x004F_ther=\"8\"/><T q.Other=\"7\"/>";
    assert_eq!((row.text("Other").as_deref(), row.text("$rest").as_deref()), (Some("6"), Some(rest)));
    // Without a schema the first one that comes has the column.
    let bare = "<D><diffgr:diffgram xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\"><D><T A=\"1\"><A>2</A></T><T><A>3</A></T></D></diffgr:diffgram></D>";
    let data_set = read(bare);
    let table = data_set.only_table().unwrap();
    let text = |row, column: &str| table.row_at(row).unwrap().text(column).map(String::from);
    assert_eq!([text(0, "A"), text(1, "A")], [Some("1".to_owned()), None]);
    assert_eq!([0, 1].map(|row| text(row, "$rest").unwrap()), ["<A>2</A>", "<A>3</A>"]);
}

#[test]
fn earlier_values_of_a_row_keep_everything_too() {
    let table = Table::new("T").column("Id", ColumnType::Int);
    let row = asmx_dataset::table::RowData::new(cells![2]).modified_from(cells![1]);
    let document = DataSet::new("D").table(table.row(row)).write().replace("<Id>1</Id>", "<Id>1</Id><Id>0</Id>");
    let data_set = read(&document);
    let row = data_set.only_table().unwrap().row_at(0).unwrap();
    assert_eq!(row.original().unwrap().text("$rest").as_deref(), Some("<Id>0</Id>"));
    assert_eq!(row.text("$rest"), None);
}

/// The text of a row may be a column of the schema (`MSSimpleContent`).
#[test]
fn text_that_the_schema_declares_is_no_leftover() {
    let value = Column::new("T_Text", ColumnType::String).mapping(Mapping::SimpleContent);
    let code = Column::new("Code", ColumnType::String).mapping(Mapping::Attribute);
    let data_set =
        DataSet::new("D").table(Table::new("T").with_column(code).with_column(value).row(cells!["c", "text"]));
    let again = read(&data_set.write());
    assert_eq!(again, data_set);
    let row = again.only_table().unwrap().row_at(0).unwrap();
    assert_eq!((row.text("T_Text").as_deref(), row.text("$rest")), (Some("text"), None));
}

#[test]
fn a_column_of_that_name_stays() {
    let table = Table::new("T").column("$rest", ColumnType::String).row(cells!["own"]);
    let xml = DataSet::new("D").table(table).write().replace("own</_x0024_rest>", "own</_x0024_rest>stray");
    let data_set = read(&xml);
    let table = data_set.only_table().unwrap();
    let row = table.row_at(0).unwrap();
    assert_eq!((row.text("$rest").as_deref(), row.text("$rest_2").as_deref()), (Some("own"), Some("stray")));
    let leftover = table.columns().iter().map(Column::is_leftover);
    assert_eq!(leftover.collect::<Vec<_>>(), [false, true]);
}

/// Parts of a diffgram that belong to no row are counted, whether a response is short or long.
#[test]
fn parts_without_a_row_are_counted() {
    let usual = "<T diffgr:id=\"T1\" msdata:rowOrder=\"0\"><Id>1</Id></T>";
    let errors = |errors: &str| format!("</D><diffgr:errors>{errors}</diffgr:errors>");
    for (rows, unplaced) in [
        (usual.to_owned(), 0),
        (usual.to_owned() + &errors("<T diffgr:id=\"T1\" diffgr:Error=\"x\"><Id diffgr:Error=\"y\"/></T>"), 0),
        (usual.to_owned() + &errors("<T diffgr:id=\"T9\" diffgr:Error=\"x\"/>"), 1),
        (usual.to_owned() + &errors("<U diffgr:id=\"U1\" diffgr:Error=\"x\"/><T diffgr:Error=\"y\"/>"), 2),
        (usual.to_owned() + &errors("text<T diffgr:id=\"T1\" diffgr:Error=\"x\" other=\"1\">more<Id/></T>"), 4),
        (usual.to_owned() + &errors(&"<T diffgr:id=\"T1\" diffgr:Error=\"x\"/>".repeat(2)), 1),
        (usual.to_owned() + "</D><diffgr:before>" + &usual.repeat(2) + "</diffgr:before>", 1),
        (usual.to_owned() + "behind", 1),
        (usual.to_owned() + "</D>behind<other/>", 2),
        (usual.to_owned() + "</D><diffgr:before a=\"1\">behind</diffgr:before>", 2),
        (format!(" a=\"1\" diffgr:b=\"2\">{usual}"), 1),
    ] {
        let body = if rows.starts_with(" a=") { rows.clone() } else { format!(">{rows}") };
        let end = if body.contains("</D>") { "" } else { "</D>" };
        let document = document("", "<Id>1</Id>");
        let (head, _) = document.split_once("<D xmlns=\"\">").unwrap();
        for comment in [String::new(), format!("<!--{}-->", "x".repeat(10_000))] {
            let document = format!("{head}{comment}<D xmlns=\"\"{body}{end}</diffgr:diffgram></DataSet>");
            let data_set = read(&document);
            assert_eq!(data_set.hidden_facts().unplaced, unplaced, "{rows}");
            assert_eq!(data_set.only_table().map(Table::row_count), Ok(1), "{rows}");
        }
    }
    let none = "<D><diffgr:diffgram xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\"><D a=\"1\"/></diffgr:diffgram></D>";
    assert_eq!(read(none).hidden_facts().unplaced, 1);
}

#[test]
fn former_values_before_the_rows_and_texts_beside_them_are_kept() {
    let row = asmx_dataset::table::RowData::new(cells![2]).modified_from(cells![1]);
    let written = DataSet::new("D").table(Table::new("T").column("Id", ColumnType::Int).row(row)).write();
    let (start, end) = (written.find("<D xmlns").unwrap(), written.find("<diffgr:before>").unwrap());
    let behind = written.find("</diffgr:diffgram>").unwrap();
    let before = written[end..behind].replace("<diffgr:before>", "<diffgr:before>text");
    let data_set = read(&[&written[..start], &before, &written[start..end], &written[behind..]].concat());
    let table = data_set.only_table().unwrap();
    assert_eq!(table.deleted_rows().count(), 0);
    let original = table.row_at(0).unwrap().original().unwrap();
    assert_eq!((original.text("Id").as_deref(), original.text("$rest").as_deref()), (Some("1"), Some("text")));
}
