//! Data sets of every kind are read back after they are written; the reader survives any document.
#![allow(clippy::format_push_string)]

use asmx_dataset::cells;
use asmx_dataset::data_set::{DataSet, Key, Locale, Relation};
use asmx_dataset::table::{Cell, Column, ColumnType, DateTimeMode, Mapping, RowData, SchemaAttribute, Table};
use asmx_xml::{Document, ParseOptions, decode};
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn write(data_set: &DataSet) -> String {
    let mut text = String::from("<r xmlns='http://example.test/ws/'>");
    data_set.write_content(&mut text);
    text.push_str("</r>");
    text
}

fn read(text: &str) -> DataSet {
    let document = Document::parse(text, &ParseOptions::keeping_forbidden_references())
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    DataSet::from_element(document.root()).unwrap()
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[A-Za-z][a-z]{0,5}", "[A-C _x0-9:<é😀\\-.]{1,8}", Just("_x0020_".to_owned()), "\\PC{1,4}", ".{1,3}"]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,8}",
        "[ \t\r\n]{0,3}",
        ".{0,4}",
        Just("\u{1}\0\u{FFFE}".to_owned()),
        Just("]]> &amp; <x>".to_owned())
    ]
}

fn column() -> impl Strategy<Value = Column> {
    use ColumnType::{
        AnyType, AnyUri, Base64Binary, Boolean, Byte, Char, DateTime, Decimal, Double, Duration, Float, Guid, Int,
        Long, String, UnsignedByte, UnsignedLong,
    };
    let types = [
        AnyType,
        AnyUri,
        Base64Binary,
        Boolean,
        Byte,
        Char,
        DateTime,
        Decimal,
        Double,
        Duration,
        Float,
        Guid,
        Int,
        Long,
        String,
        UnsignedByte,
        UnsignedLong,
    ];
    let details = (
        prop::option::of(text()),
        prop::option::of(text()),
        prop::option::of(text()),
        any::<[bool; 3]>(),
        0_i64..3,
        1_i64..3,
    );
    let modes = [DateTimeMode::UnspecifiedLocal, DateTimeMode::Unspecified, DateTimeMode::Local, DateTimeMode::Utc];
    let mappings = [Mapping::Element, Mapping::Element, Mapping::Attribute, Mapping::Hidden];
    (select(types.to_vec()), details, select(modes.to_vec()), select(mappings.to_vec()), any::<u8>()).prop_map(
        |(column_type, (default, caption, other, flags, seed, step), mode, mapping, dice)| {
            let mut column = Column::new("", column_type).date_time_mode(mode).mapping(mapping);
            (column.default, column.caption, column.expression) = (default, caption.clone(), caption);
            (column.nullable, column.read_only) = (flags[0], flags[1]);
            if flags[2] {
                column = column.auto_increment(seed, step).limited_to(5);
            }
            if let Some(value) = other {
                for (namespace, name) in [(None, "nillable"), (Some("urn:props"), "a"), (Some("urn:other"), "b")] {
                    let namespace = namespace.map(str::to_owned);
                    let (name, value) = (name.to_owned(), value.clone());
                    column.other_attributes.push(SchemaAttribute { namespace, name, value });
                }
            }
            if dice < 20 {
                column.namespace = Some("urn:column".to_owned());
            }
            column
        },
    )
}

#[derive(Clone, Debug)]
struct RawRow {
    cells: Vec<(Index, Option<String>, u8)>,
    original: Vec<(Index, Option<String>, u8)>,
    state: u8,
    error: Option<String>,
    column_error: Option<(Index, String)>,
}

fn raw_row() -> impl Strategy<Value = RawRow> {
    let cells = || prop::collection::vec((any::<Index>(), prop::option::of(text()), any::<u8>()), 0..6);
    let error = prop::option::weighted(0.2, text());
    let column_error = prop::option::weighted(0.2, (any::<Index>(), text()));
    let parts = (cells(), cells(), 0_u8..8, error, column_error);
    parts.prop_map(|(cells, original, state, error, column_error)| RawRow {
        cells,
        original,
        state,
        error,
        column_error,
    })
}

fn cells_of(raw: &[(Index, Option<String>, u8)], columns: &[Column]) -> Vec<Cell<'static>> {
    let mut cells = vec![Cell::DbNull; columns.len()];
    if columns.is_empty() {
        return cells;
    }
    for (index, text, dice) in raw {
        let index = index.index(columns.len());
        let is_element = columns[index].mapping == Mapping::Element;
        cells[index] = match text {
            None => Cell::DbNull,
            Some(text) if is_element && *dice < 40 => {
                let namespace = if *dice < 20 { "http://www.w3.org/2001/XMLSchema" } else { "urn:types" };
                Cell::Typed { text: text.clone().into(), namespace: namespace.into(), type_name: "int".into() }
            }
            Some(_) if is_element && *dice < 60 => Cell::xml("a<b c='d'>e</b><!-- f -->"),
            Some(text) => Cell::from(text.clone()),
        };
    }
    cells
}

fn row_of(raw: &RawRow, columns: &[Column]) -> RowData<'static> {
    let row = RowData::new(cells_of(&raw.cells, columns));
    let mut row = match raw.state {
        0 => row.added(),
        1 => row.modified_from(cells_of(&raw.original, columns)),
        2 => row.deleted(),
        _ => row,
    };
    if let Some(error) = &raw.error {
        row = row.error(error.clone());
    }
    if let (Some((index, text)), false) = (&raw.column_error, columns.is_empty()) {
        row = row.column_error(columns[index.index(columns.len())].name.clone(), text.clone());
    }
    row
}

fn table() -> impl Strategy<Value = Table> {
    let columns = prop::collection::vec((name(), column()), 0..6);
    (name(), columns, prop::collection::vec(raw_row(), 0..6), 0_u8..10).prop_map(|(table_name, named, rows, dice)| {
        let mut columns: Vec<Column> = Vec::new();
        for (name, mut column) in named {
            if columns.iter().all(|other| other.name != name) {
                column.name = name;
                // Global declarations of one namespace must have different names.
                column.namespace = column.namespace.map(|namespace| format!("{namespace}:{table_name}"));
                columns.push(column);
            }
        }
        if dice == 0 {
            // A row with text of its own has no elements.
            columns.retain(|column| column.mapping != Mapping::Element);
            if columns.iter().all(|column| column.name != "text") {
                columns.insert(columns.len() / 2, Column::new("text", ColumnType::Int).mapping(Mapping::SimpleContent));
            }
        }
        let mut table = Table::new(table_name);
        if dice == 1 {
            table = table.in_namespace("urn:table");
        }
        for column in &columns {
            table = table.with_column(column.clone());
        }
        table.with_rows(rows.iter().map(|row| row_of(row, &columns)))
    })
}

fn data_set() -> impl Strategy<Value = DataSet> {
    let locale = prop_oneof![Just(Locale::Current), Just(Locale::Unstated), text().prop_map(Locale::Named)];
    let namespace = select(&[("", ""), ("urn:set", ""), ("urn:set", "o"), ("", "q")][..]);
    let relation = (any::<Index>(), any::<Index>(), any::<Index>(), any::<Index>(), any::<[bool; 2]>(), name());
    (name(), prop::collection::vec(table(), 0..4), locale, namespace, prop::option::of(relation), any::<[bool; 3]>())
        .prop_map(|(name, candidates, locale, (namespace, prefix), relation, flags)| {
            let mut data_set = DataSet::new(name).locale(locale).in_namespace(namespace, prefix);
            if flags[0] {
                data_set = data_set.case_sensitive();
            }
            let mut tables: Vec<Table> = Vec::new();
            for table in candidates {
                if tables.iter().all(|other| other.name() != table.name()) {
                    tables.push(table);
                }
            }
            for table in &tables {
                data_set = data_set.table(table.clone());
                let first = table.columns().iter().find(|column| column.mapping != Mapping::SimpleContent);
                if let (Some(column), true) = (first, flags[1]) {
                    data_set = data_set.key(Key::primary("Constraint1", table.name(), [column.name.as_str()]));
                }
            }
            if let (Some(first), true) = (tables.first(), flags[2]) {
                data_set = data_set.main_table(first.name());
            }
            if let (Some((parent, child, parent_column, child_column, flags, name)), true) =
                (relation, tables.len() > 1)
            {
                // A nested table is declared inside its parent, and so after it.
                let parent = parent.index(tables.len());
                let child = if flags[0] { (parent + 1) % tables.len() } else { child.index(tables.len()) };
                let flags = [flags[0] && child > parent, flags[1]];
                let (parent, child) = (&tables[parent], &tables[child]);
                let has_text =
                    |table: &Table| table.columns().iter().any(|column| column.mapping == Mapping::SimpleContent);
                if !parent.columns().is_empty() && !child.columns().is_empty() && !has_text(parent) && !has_text(child)
                {
                    let of =
                        |table: &Table, index: Index| table.columns()[index.index(table.columns().len())].name.clone();
                    let columns = (of(parent, parent_column), of(child, child_column));
                    let mut relation = Relation::new(name, parent.name(), [columns.0], child.name(), [columns.1]);
                    if flags[0] {
                        relation = relation.nested();
                    }
                    if flags[1] {
                        relation = relation.without_constraint();
                    }
                    data_set = data_set.relation(relation);
                }
            }
            data_set
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases::of(300), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_data_set_comes_back(data_set in data_set()) {
        data_set.check().map_err(|error| TestCaseError::fail(error.to_string()))?;
        let text = write(&data_set);
        let again = read(&text);
        prop_assert!(again == data_set, "{:?}\n{:?}\n{}", again.relations(), data_set.relations(), text);
        prop_assert_eq!(write(&again), text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases::of(200), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_recordings_do_no_harm(which in any::<Index>(), changes in prop::collection::vec((any::<Index>(), any::<Index>(), 0_usize..40), 1..5)) {
        let recordings: Vec<_> = recordings::messages().into_iter().filter(|(name, _)| name.contains("DataSet") && name.ends_with("response")).collect();
        let (_, message) = &recordings[which.index(recordings.len())];
        let text = decode(recordings::body(message), None).unwrap();
        // Markup with exchanged pieces is often well-formed.
        let mut pieces: Vec<&str> = text.split_inclusive('>').collect();
        for (from, to, count) in changes {
            let (from, to) = (from.index(pieces.len()), to.index(pieces.len()));
            let moved: Vec<&str> = pieces.iter().skip(from).take(count).copied().collect();
            pieces.splice(to..to, moved);
        }
        let text = pieces.concat().replace("minOccurs=\"0\"", "");
        let Ok(document) = Document::parse(text, &ParseOptions::default()) else { return Ok(()) };
        let mut waiting = vec![document.root()];
        while let Some(element) = waiting.pop() {
            if let Ok(data_set) = DataSet::from_element(element) {
                let _ = (format!("{data_set:?}"), data_set.check());
                let mut out = String::new();
                data_set.write_content(&mut out);
            }
            waiting.extend(element.elements());
        }
    }
}

#[test]
fn null_and_empty_are_kept_apart() {
    assert!(DataSet::null().is_null() && DataSet::default().is_null());
    assert!(!DataSet::new("NewDataSet").is_null());
    assert_ne!(DataSet::null(), DataSet::new("NewDataSet"));
    let mut text = String::new();
    DataSet::null().write_content(&mut text);
    assert_eq!(text, "");
    assert_eq!(format!("{:?}", DataSet::null()), "DataSet(null)");
    assert_eq!(read("<r/>"), DataSet::new(""));
    let empty = DataSet::new("").table(Table::new("T").column("a", ColumnType::Int));
    assert!(write(&empty).ends_with("<diffgr:diffgram xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\" xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\" /></r>"));
    assert_eq!(read(&write(&empty)), empty);
}

#[test]
fn undeclared_tables_and_columns_are_kept() {
    let text = write(&DataSet::new("D").table(Table::new("T").column("a", ColumnType::Int).row(["1"])))
        .replace("<a>1</a>", "<a>1</a><b>2</b><a>3</a><c_x0020_d><e/></c_x0020_d>")
        .replace("<T diffgr:id", "<T f=\"4\" msdata:hiddeng=\"5\" diffgr:id")
        .replace("</T>", "</T><U diffgr:id=\"U1\"><h>6</h></U>");
    let data_set = read(&text);
    let row = data_set.table_named("T").unwrap().row_at(0).unwrap();
    let cells: Vec<_> =
        row.cells().map(|(column, cell)| (column.name.as_str(), cell.into_text(), column.is_declared())).collect();
    let undeclared = [("f", "4"), ("g", "5"), ("b", "2"), ("c d", "<e/>"), ("$rest", "<a>3</a>")];
    let expected = undeclared.map(|(name, text)| (name, Some(text.into()), false));
    assert_eq!((&cells[0], &cells[1..]), (&("a", Some("1".into()), true), &expected[..]));
    let other = data_set.table_named("U").unwrap();
    assert!(!other.is_declared());
    assert_eq!(other.row_at(0).unwrap().text("h").as_deref(), Some("6"));
    let again = read(&write(&data_set));
    assert_eq!(again, data_set);
}

#[test]
fn nested_declarations_without_a_relation_keep_their_rows_together() {
    let text = "<r xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'
        xmlns:diffgr='urn:schemas-microsoft-com:xml-diffgram-v1'><xs:schema id='D'>
        <xs:simpleType name='code'><xs:restriction base='xs:int'><xs:maxInclusive value='9'/></xs:restriction></xs:simpleType>
        <xs:complexType name='inner'><xs:simpleContent><xs:extension base='code'><xs:attribute name='k' use='required'/></xs:extension></xs:simpleContent></xs:complexType>
        <xs:element name='D' msdata:IsDataSet='true'><xs:complexType><xs:choice><xs:element name='P'><xs:complexType><xs:all>
        <xs:element name='x' type='code'/><xs:element name='C' type='inner'/></xs:all></xs:complexType></xs:element></xs:choice></xs:complexType>
        </xs:element></xs:schema><diffgr:diffgram><D>
        <P diffgr:id='P1'><x>1</x><C diffgr:id='C1' k='a'>5</C></P><P diffgr:id='P2'><x>2</x><C diffgr:id='C2' k='b'>6</C><C diffgr:id='C3' k='c'>7</C></P>
        </D></diffgr:diffgram></r>";
    let data_set = read(text);
    let child = data_set.table_named("C").unwrap();
    assert_eq!(child.columns()[0].mapping, Mapping::SimpleContent);
    assert_eq!((child.columns()[0].name.as_str(), child.columns()[0].type_name()), ("C_Text", "xs:int"));
    let rows: Vec<_> = child.iter().map(|row| ["C_Text", "k"].map(|name| row.value::<String>(name).unwrap())).collect();
    assert_eq!(rows, [["5", "a"], ["6", "b"], ["7", "c"]]);
    assert_eq!(data_set.table_named("P").unwrap().columns()[0].facets, [("maxInclusive".to_owned(), "9".to_owned())]);
    let xml = write(&data_set);
    assert!(xml.contains("<x>2</x><C diffgr:id=\"C2\""), "{xml}");
}

#[test]
fn data_sets_that_cannot_be_sent_are_reported() {
    let table = || Table::new("T").column("a", ColumnType::Int);
    let of = |table: Table| DataSet::new("").table(table);
    for (data_set, expected) in [
        (of(Table::new("")), "a table of the data set has no name"),
        (of(table()).table(table()), "the data set has two tables `T`"),
        (of(table().column("a", ColumnType::Int)), "table `T` has two columns `a`"),
        (of(table().row(["1", "2"])), "table `T`, row 1: there are more cells than columns"),
        (of(table()).key(Key::primary("K", "T", ["b"])), "`K` refers to the unknown column `b` of table `T`"),
    ] {
        assert_eq!(data_set.check().unwrap_err().to_string(), expected);
    }
    assert!(of(table().row(cells![1])).check().is_ok());
}

/// A key or relation names the table by its namespace, too, if another one has the name.
#[test]
fn keys_of_tables_of_one_name_are_kept_apart() {
    let table = |namespace: &str, column| Table::new("T").in_namespace(namespace).column(column, ColumnType::Int);
    let (first, second) = ("{urn:a}T", "{urn:b}T");
    let data_set = DataSet::new("D")
        .table(table("urn:a", "x").row(cells![1]))
        .table(table("urn:b", "y").row(cells![1]))
        .key(Key::primary("K", second, ["y"]))
        .relation(Relation::new("R", second, ["y"], first, ["x"]))
        .relation(Relation::new("S", first, ["x"], second, ["y"]).without_constraint());
    assert_eq!(data_set.check(), Ok(()));
    let again = read(&write(&data_set));
    assert_eq!(again.primary_key(second), ["y"]);
    let names: Vec<_> = again.relations().iter().map(|of| (of.parent.as_str(), of.child.as_str())).collect();
    assert_eq!(names, [(second, first), (first, second)]);
    assert_eq!(read(&write(&again)), again);
    let wrong = again.key(Key::unique("L", second, ["x"]));
    assert_eq!(wrong.check().unwrap_err().to_string(), "`L` refers to the unknown column `x` of table `{urn:b}T`");
}
