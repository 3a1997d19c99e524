//! `Serialize` and `Deserialize` of generated types: the JSON of the feature `json`, and another format that describes itself.

use asmx_runtime::results::table::Table;
use asmx_runtime::results::FromRows;
use asmx_runtime::{json, DataSet, JsonText, Message, XmlText};
use second_service::{
    Book, Flags, Genre, GetIndex, GetLoans, GetLoansDataSet, GetLoansDataSetRow, IndexCard, IndexCardChoice,
    GET_LOANS_DATA_SET, LIBRARY_CATALOGUE,
};
use serde_json::{from_value, json, to_value};

fn row() -> GetLoansDataSetRow {
    let row = json!({
        "BookNumber": "9007199254740993", "Due date": "2026-03-01T00:00:00+01:00", "Fine": "0.50", "type": "",
        "Undeclared": true, "Shelf mark": "A 1", "Renewals": null
    });
    from_value(row).unwrap()
}

#[test]
fn rows_are_objects_as_in_tables() {
    let rows = [row(), GetLoansDataSetRow::new().book_number(7).undeclared(false)];
    let table = Table::from_rows(rows.clone());
    let result = Message::from(DataSet::new("Library").table(table));
    let by_json = json::result(&LIBRARY_CATALOGUE, &GET_LOANS_DATA_SET, &result);
    let by_json = by_json.as_object().unwrap().values().next().unwrap()["tables"][0]["rows"][0].clone();
    assert_eq!(to_value(&rows[0]).unwrap(), by_json);
    assert_eq!(by_json["Fine"], "0.50");
    let again: Vec<GetLoansDataSetRow> = from_value(to_value(&rows).unwrap()).unwrap();
    assert_eq!(again, rows);
    assert_eq!(again[0].undeclared_columns.text("Shelf mark"), Some("A 1"));
}

#[test]
fn a_cell_of_another_type_is_an_error_that_names_its_column() {
    let error = |json| from_value::<GetLoansDataSetRow>(json).unwrap_err().to_string();
    let wrong = error(json!({"BookNumber": 1, "Undeclared": true, "Fine": "three"}));
    assert!(wrong.contains("table `Loans`, row 1, column `Fine`") && wrong.contains("\"three\""), "{wrong}");
    let missing = error(json!({"Undeclared": true}));
    assert!(missing.contains("column `BookNumber`"), "{missing}");
    assert_eq!(error(json!({"Fine": {}})), "`Fine`: `{}` is not a valid text");
    assert_eq!(error(json!([])), "`[]` is not a valid object of cells");
}

#[test]
fn texts_that_an_enumeration_does_not_declare_are_kept() {
    let genres: Vec<Genre> = from_value(json!(["non fiction", "new"])).unwrap();
    assert_eq!(genres, [Genre::NonFiction, Genre::Unknown("new".to_owned())]);
    assert_eq!(to_value(&genres).unwrap(), json!(["non fiction", "new"]));
}

#[test]
fn a_wrong_member_is_an_error_that_names_its_place() {
    let error = |json| from_value::<Book>(json).unwrap_err().to_string();
    assert_eq!(error(json!({"Pages": "many"})), "`Pages`: `many` is not a valid int");
    assert_eq!(error(json!({"Authors": [{}, {"Age": 1}]})), "`Authors[1]`: `Age` is not a valid member of Author");
    assert_eq!(error(json!(null)), "`null` is not a valid Book");
}

#[test]
fn requests_are_read_and_not_written() {
    let flags: Flags = from_value(json!({"FlagOne": true, "FlagTwo": "false"})).unwrap();
    assert_eq!(flags, Flags::new().flag_one(true).flag_two(false));
    let request: GetLoansDataSet = serde_json::from_str(r#"{"ReaderID": 5}"#).unwrap();
    assert_eq!(request, GetLoansDataSet::new().reader_id(5));
    let error = |json| from_value::<Flags>(json).unwrap_err().to_string();
    assert!(error(json!({"FlagFive": true})).starts_with("Flags has no parameter `FlagFive`; it takes: "));
    assert_eq!(
        error(json!({"FlagOne": "yes"})),
        "parameter `FlagOne`: `yes` is not a valid boolean; write `true` or `false`"
    );
    assert_eq!(
        error(json!({"BranchKey": "x"})),
        "`BranchKey` is a common parameter: set it on the client's builder, not in a request"
    );
    assert_eq!(
        from_value::<GetLoans>(json!({"Other": "x"})).unwrap_err().to_string(),
        "GetLoans does not declare the parameter `Other`: set it on the prepared call"
    );
}

#[test]
fn strings_that_hold_json_and_xml_are_their_values() {
    let card = IndexCard::new()
        .marks("[1]")
        .record("<a/>")
        .note(["{}", "no"])
        .loan(JsonText::of(&1).unwrap())
        .choice(IndexCardChoice::from(XmlText::from("<m>")));
    let json = json!({
        "@Marks": [1], "Record": {"$inner": "<a/>"}, "Note": [{}, "no"], "Loan": 1, "Marc": "<m>"
    });
    assert_eq!(to_value(&card).unwrap(), json);
    let again: IndexCard = from_value(json).unwrap();
    assert_eq!(again.note, [JsonText::from("{}"), JsonText::from("\"no\"")]);
    let mut same = again;
    same.note.clone_from(&card.note);
    assert_eq!(same, card);
    let request: GetIndex = from_value(json!({"Query": {"days": [7]}})).unwrap();
    assert_eq!(request, GetIndex::new().query(r#"{"days":[7]}"#));
}

#[test]
fn toml_is_read_as_json_is() {
    let book: Book = toml::from_str(
        "Title = 'A'\nself = 5\nSelf = true\nGenre = 'sci-fi'\nKeywords = ['x', 'y']\n[[Authors]]\n[Publisher]\n",
    )
    .unwrap();
    let json = json!({
        "Title": "A", "self": 5, "Self": true, "Genre": "sci-fi", "Keywords": ["x", "y"], "Authors": [{}],
        "Publisher": {}
    });
    assert_eq!(book, from_value(json).unwrap());
    assert_eq!((book.title.as_deref(), book.genre), (Some("A"), Genre::SciFi));
}
