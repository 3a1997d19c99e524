//! Rows by declared columns: the three shapes of one report, in one process and over every transport.

use std::sync::Arc;

use asmx_runtime::descriptors::{plain_text, Scalar};
use asmx_runtime::results::cells;
use asmx_runtime::results::table::{Cell, CellErrorCause, Column, ColumnType, Table};
use asmx_runtime::results::{DeclaredRow, DeclaredRows, DeclaredRowsError, FromRows};
use asmx_runtime::server::{Listening, Server};
use asmx_runtime::xsd::{Decimal, Lexical};
use asmx_runtime::{DataSet, DelimitedText, Delimiters, Fault, ServiceFuture, Transport, XmlDocument};
use second_service::{
    GetLoans, GetLoansDataSet, GetLoansDataSetRow, GetLoansXml, GetLoansXmlRow, LibraryCatalogue,
    LibraryCatalogueService, LoanLine, GET_LOANS_DATA_SET,
};

/// The reader's number selects the response of the service.
const USUAL: i32 = 1;
const MISSING_COLUMN: i32 = 2;
const WRONG_TEXT: i32 = 3;
const NO_VALUE: i32 = 4;
const NULL: i32 = 5;
const NO_TABLE: i32 = 6;
const NO_ROWS: i32 = 7;
const DECLARED_ONLY: i32 = 8;
const REPEATED: i32 = 9;

struct Loans;

fn loans_table() -> Table {
    Table::new("Loans")
        .column("Due date", ColumnType::DateTime)
        .column("Shelf mark", ColumnType::String)
        .with_column(Column::new("BookNumber", ColumnType::Long))
        .column("Fine", ColumnType::Decimal)
        .column("type", ColumnType::String)
        .column("Undeclared", ColumnType::Boolean)
        .column("Renewals", ColumnType::Int)
}

impl LibraryCatalogueService for Loans {
    fn get_loans_data_set(&self, request: GetLoansDataSet) -> ServiceFuture<'_, DataSet> {
        let data_set = DataSet::new("Library").table(Table::new("Readers").column("Name", ColumnType::String));
        let response = match request.reader_id.unwrap_or_default() {
            NULL => DataSet::null(),
            NO_TABLE => data_set,
            NO_ROWS => data_set.table(loans_table()),
            MISSING_COLUMN => data_set.table(
                Table::new("Loans").column("BookNumber", ColumnType::Long).column("due date", ColumnType::DateTime),
            ),
            WRONG_TEXT => {
                let loans = loans_table().row(cells![None::<&str>, "", 1_i64, None::<&str>, "", true, 0]);
                data_set.table(loans.row(cells![None::<&str>, "", 2_i64, "three", "", true, 0]))
            }
            NO_VALUE => data_set.table(loans_table().row(cells![None::<&str>, "", None::<&str>, "1", "", true, 0])),
            _ => data_set.table(
                loans_table()
                    .row(cells!["2026-03-01T00:00:00+01:00", "A 1", 9_007_199_254_740_993_i64, "0.50", "", true, 2])
                    .row(cells![None::<&str>, "", 7_i64, None::<&str>, None::<&str>, false, None::<&str>]),
            ),
        };
        Box::pin(async { Ok(response) })
    }

    fn get_loans(&self, request: GetLoans) -> ServiceFuture<'_, DelimitedText> {
        let text = match request.reader_id.unwrap_or_default() {
            NULL => DelimitedText::null(),
            NO_ROWS => DelimitedText::new(""),
            MISSING_COLUMN => DelimitedText::new("1|2026-03-01T00:00:00;2|2026-03-02T00:00:00;"),
            WRONG_TEXT => DelimitedText::new("1||0.50|a;2||three|b;"),
            NO_VALUE => DelimitedText::new("1|||;|||;"),
            DECLARED_ONLY => DelimitedText::new("1|2026-03-01T00:00:00|0.50|a;2||;"),
            _ => DelimitedText::new("1|2026-03-01T00:00:00|0.50|a|A 1|2;2|||;"),
        };
        Box::pin(async { Ok(text) })
    }

    fn get_loans_xml(&self, request: GetLoansXml) -> ServiceFuture<'_, XmlDocument> {
        let text = match request.reader_id.unwrap_or_default() {
            NULL => None,
            NO_ROWS => Some("<Loans><Reader>Ann</Reader></Loans>"),
            REPEATED => Some("<Loans><Loan BookNumber='1'><Fine>1</Fine><Fine>2</Fine></Loan></Loans>"),
            MISSING_COLUMN => Some("<Loans><Loan Fine='1'><Number>1</Number></Loan></Loans>"),
            WRONG_TEXT => Some("<Loans><Loan><BookNumber>1</BookNumber><Fine>three</Fine></Loan></Loans>"),
            NO_VALUE => {
                Some("<Loans><Loan><BookNumber>1</BookNumber></Loan><Loan><BookNumber>x</BookNumber></Loan></Loans>")
            }
            _ => Some(
                "<Loans><Reader>Ann</Reader><Loan BookNumber='9007199254740993'>\
                 <Due_x0020_date>2026-03-01T00:00:00+01:00</Due_x0020_date><Fine>0.50</Fine>\
                 <Copy>1</Copy><Copy>2</Copy><Note>for <b>her</b></Note></Loan>\
                 <Loan BookNumber='7'><Fine xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'/></Loan></Loans>",
            ),
        };
        Box::pin(async move { Ok(text.map_or_else(XmlDocument::null, |text| XmlDocument::parse(text).unwrap())) })
    }
}

/// The service in this process, and over each transport.
async fn clients() -> (Listening, Vec<LibraryCatalogue>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let opener = LibraryCatalogue::opener(|_| Ok::<Arc<dyn LibraryCatalogueService>, Fault>(Arc::new(Loans)));
    let server = Server::new(opener).serve(listener).unwrap();
    let mut clients = vec![LibraryCatalogue::in_process(Loans)];
    for transport in Transport::ALL {
        let builder = LibraryCatalogue::builder().base_url(format!("http://{}", server.address()));
        let builder = builder.secret("BranchKey", "key").transport(transport);
        clients.push(builder.allow_credentials_in_url().without_credentials().build().unwrap());
    }
    (server, clients)
}

async fn data_set_rows(client: &LibraryCatalogue, reader: i32) -> Result<Vec<GetLoansDataSetRow>, DeclaredRowsError> {
    client.get_loans_data_set(GetLoansDataSet::new().reader_id(reader)).await.unwrap().declared_rows()
}

async fn text_rows(client: &LibraryCatalogue, reader: i32) -> Result<Vec<LoanLine>, DeclaredRowsError> {
    let request = GetLoans::new().reader_id(reader).row_delimiter(";").col_delimiter("|");
    client.get_loans(request).await.unwrap().declared_rows()
}

async fn document_rows(client: &LibraryCatalogue, reader: i32) -> Result<Vec<GetLoansXmlRow>, DeclaredRowsError> {
    client.get_loans_xml(GetLoansXml::new().reader_id(reader)).await.unwrap().declared_rows()
}

/// Table, column and row of what a cell should be and is not, with the words for people.
fn cell_error<R: std::fmt::Debug>(rows: Result<Vec<R>, DeclaredRowsError>) -> (String, CellErrorCause) {
    let error = rows.unwrap_err();
    let text = error.to_string();
    match error {
        DeclaredRowsError::Cell(error) => (text, error.cause().clone()),
        other => panic!("{other}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_have_the_declared_columns_and_keep_the_others() {
    let (_server, clients) = clients().await;
    for client in &clients {
        let rows = data_set_rows(client, USUAL).await.unwrap();
        let [first, second] = rows.as_slice() else { panic!("{rows:?}") };
        assert_eq!(first.book_number, 9_007_199_254_740_993);
        assert_eq!(first.due_date.as_ref().unwrap().lexical(), "2026-03-01T00:00:00+01:00");
        assert_eq!(first.fine.as_ref().unwrap().as_str(), "0.50");
        assert_eq!(first.r#type.as_deref(), Some(""));
        assert!(first.undeclared);
        let others: Vec<_> = first.undeclared_columns.iter().map(|(name, cell)| (name, cell.text())).collect();
        assert_eq!(others, [("Shelf mark", Some("A 1")), ("Renewals", Some("2"))]);
        assert_eq!(first.undeclared_columns.get::<i32>("Renewals"), Ok(Some(2)));

        // Absent column, DBNull, the empty text and a value stay four things.
        assert_eq!((second.due_date.is_none(), second.r#type.as_deref()), (true, None));
        assert_eq!(second.undeclared_columns.cell("Shelf mark"), Some(&Cell::Text("".into())));
        assert_eq!(second.undeclared_columns.cell("Renewals"), Some(&Cell::DbNull));
        assert_eq!(second.undeclared_columns.cell("BookNumber"), None);
        let error = second.undeclared_columns.get::<i32>("Author").unwrap_err().to_string();
        let expected =
            "table `Loans`, row 2, column `Author`: the column is unknown; the columns are `Shelf mark`, `Renewals`";
        assert_eq!(error, expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn columns_of_a_text_are_declared_by_order() {
    let (_server, clients) = clients().await;
    for client in &clients {
        let rows = text_rows(client, USUAL).await.unwrap();
        let [first, second] = rows.as_slice() else { panic!("{rows:?}") };
        assert_eq!((first.number, first.note.as_deref()), (1, Some("a")));
        assert_eq!(first.due_date.as_ref().unwrap().lexical(), "2026-03-01T00:00:00");
        let others: Vec<_> = first.undeclared.iter().map(|(name, cell)| (name, cell.text())).collect();
        assert_eq!(others, [("Column5", Some("A 1")), ("Column6", Some("2"))]);
        // The empty text is no date and no number; as a string it is one.
        assert_eq!((second.due_date.is_none(), second.fine.is_none(), second.note.as_deref()), (true, true, Some("")));
        assert_eq!(second.undeclared.cell("Column5"), Some(&Cell::DbNull));

        let rows = text_rows(client, DECLARED_ONLY).await.unwrap();
        assert!(rows.iter().all(|row| row.undeclared.is_empty()), "{rows:?}");
        assert_eq!(rows.iter().map(|row| row.note.as_deref()).collect::<Vec<_>>(), [Some("a"), None]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn elements_and_attributes_of_a_document_are_columns() {
    let (_server, clients) = clients().await;
    for client in &clients {
        let rows = document_rows(client, USUAL).await.unwrap();
        let [first, second] = rows.as_slice() else { panic!("{rows:?}") };
        assert_eq!(first.book_number, 9_007_199_254_740_993);
        assert_eq!(first.due_date.as_ref().unwrap().lexical(), "2026-03-01T00:00:00+01:00");
        assert_eq!(first.fine.as_ref().unwrap().as_str(), "0.50");
        let others: Vec<_> = first.undeclared.iter().map(|(name, cell)| (name, cell.text())).collect();
        assert_eq!(others, [("Copy", Some("<Copy>1</Copy><Copy>2</Copy>")), ("Note", Some("for <b>her</b>"))]);
        assert_eq!((second.book_number, second.fine.is_none()), (7, true));
        assert_eq!(second.undeclared.text("Note"), None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_declared_column_is_named_with_the_columns_of_the_table() {
    let (_server, clients) = clients().await;
    for client in &clients {
        let errors = [
            data_set_rows(client, MISSING_COLUMN).await.map(drop),
            text_rows(client, MISSING_COLUMN).await.map(drop),
            document_rows(client, MISSING_COLUMN).await.map(drop),
            data_set_rows(client, NO_TABLE).await.map(drop),
        ];
        let expected = [
            "table `Loans` has no column `Due date`, which is declared; its columns are: `BookNumber`, `due date`",
            "table `GetLoans` has no column `Fine`, which is declared; its columns are: `Book number`, `Due date`",
            "table `Loan` has no column `BookNumber`, which is declared; its columns are: `Fine`, `Number`",
            "the data of GetLoans_DataSet has no table `Loans`; its tables are: `Readers`",
        ];
        assert_eq!(errors.map(|error| error.unwrap_err().to_string()), expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cell_that_is_not_as_declared_is_named() {
    let (_server, clients) = clients().await;
    for client in &clients {
        let wrong = [
            (cell_error(data_set_rows(client, WRONG_TEXT).await), "table `Loans`, row 2, column `Fine`: \"three\""),
            (cell_error(text_rows(client, WRONG_TEXT).await), "table `GetLoans`, row 2, column `Fine`: \"three\""),
            (cell_error(document_rows(client, WRONG_TEXT).await), "table `Loan`, row 1, column `Fine`: \"three\""),
            (cell_error(document_rows(client, NO_VALUE).await), "table `Loan`, row 2, column `BookNumber`: \"x\""),
        ];
        for ((text, cause), expected) in wrong {
            assert!(text.starts_with(expected), "{text}");
            assert!(matches!(cause, CellErrorCause::Text(_)), "{text}");
        }
        let absent = [
            (cell_error(data_set_rows(client, NO_VALUE).await), "table `Loans`, row 1, column `BookNumber`"),
            (cell_error(text_rows(client, NO_VALUE).await), "table `GetLoans`, row 2, column `Book number`"),
        ];
        for ((text, cause), place) in absent {
            assert_eq!(text, format!("{place}: there is no value (DBNull)"));
            assert_eq!(cause, CellErrorCause::DbNull);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn several_values_of_a_declared_column_are_refused() {
    let (_server, clients) = clients().await;
    for client in &clients {
        let (text, _) = cell_error(document_rows(client, REPEATED).await);
        assert_eq!(text, "table `Loan`, row 1, column `Fine`: \"<Fine>1</Fine><Fine>2</Fine>\" is not one decimal");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn null_and_empty_results_have_no_rows() {
    let (_server, clients) = clients().await;
    for client in &clients {
        for reader in [NULL, NO_ROWS] {
            assert_eq!(data_set_rows(client, reader).await, Ok(vec![]));
            assert_eq!(text_rows(client, reader).await, Ok(vec![]));
            assert_eq!(document_rows(client, reader).await, Ok(vec![]));
        }
    }
}

#[test]
fn a_text_without_usable_delimiters_has_no_rows() {
    let text = DelimitedText::new("1|2").with_delimiters(Delimiters::default());
    let error = text.declared_rows::<LoanLine>().unwrap_err();
    assert!(matches!(error, DeclaredRowsError::Delimiters(_)), "{error}");
}

#[tokio::test]
async fn rows_are_compared_and_shown_by_their_columns() {
    let client = LibraryCatalogue::in_process(Loans);
    let rows = data_set_rows(&client, USUAL).await.unwrap();
    assert_eq!(rows, data_set_rows(&client, DECLARED_ONLY).await.unwrap());
    let [first, second] = rows.as_slice() else { panic!("{rows:?}") };
    assert_ne!(first, second);
    let mut other = second.clone();
    assert_eq!(&other, second);
    other.fine = Some("1".parse().unwrap());
    assert_ne!(&other, second);
    other = second.clone();
    other.undeclared_columns = first.undeclared_columns.clone();
    assert_ne!(&other, second);
    assert_eq!(
        format!("{second:?}"),
        r#"GetLoansDataSetRow { BookNumber: 7, Due date: null, Fine: null, type: null, Undeclared: false, Shelf mark: "", Renewals: null }"#
    );
}

#[test]
fn the_descriptor_lists_the_declared_columns() {
    let table = GetLoansDataSetRow::default().table();
    let operation = &GET_LOANS_DATA_SET;
    assert_eq!((table.owner, table.name, table.columns), (operation.name, operation.table, operation.columns));
    assert_eq!(operation.table, Some("Loans"));
    let columns = operation.columns.iter();
    let columns = columns.map(|column| (column.name, column.kind, column.required, plain_text(column.doc)));
    let expected = [
        ("BookNumber", Scalar::Long, true, "The book's number."),
        ("Due date", Scalar::DateTime, false, ""),
        ("Fine", Scalar::Decimal, false, "What is owed, in the currency of the branch."),
        ("type", Scalar::String, false, ""),
        ("Undeclared", Scalar::Boolean, true, "Whether customs do not know of the book."),
    ];
    let expected = expected.map(|(name, kind, required, doc)| (name, kind, required, doc.to_owned()));
    assert_eq!(columns.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_table_made_of_rows_returns_them() {
    let client = LibraryCatalogue::in_process(Loans);
    let decoded = data_set_rows(&client, USUAL).await.unwrap();
    let made = GetLoansDataSetRow::new().book_number(5).fine("1.50".parse::<Decimal>().unwrap()).r#type("late");
    assert_eq!((made.due_date.is_none(), made.undeclared), (true, false));
    let rows: Vec<_> = decoded.into_iter().chain([made]).collect();
    let table = Table::from_rows(rows.clone());
    let columns = table.columns().iter().map(|column| format!("{} {}", column.name, column.type_name()));
    let columns = columns.collect::<Vec<_>>().join(", ");
    assert_eq!(table.name(), "Loans");
    let expected = "BookNumber xs:long, Due date xs:dateTime, Fine xs:decimal, type xs:string, Undeclared xs:boolean, \
                    Shelf mark xs:string, Renewals xs:string";
    assert_eq!(columns, expected);
    // A row that holds nothing undeclared has DBNull there.
    let back: Vec<GetLoansDataSetRow> = table.declared_rows().unwrap();
    assert_eq!(back[..2], rows[..2]);
    assert_eq!(
        (back[2].book_number, back[2].fine.as_ref().map(Decimal::as_str), back[2].r#type.as_deref()),
        (5, Some("1.50"), Some("late"))
    );
}

/// A row has room for every column: a table of many columns that nearly no row has a value in becomes no rows of many times its size.
#[test]
fn rows_take_memory_by_what_was_sent() {
    let mut table = Table::from_rows([GetLoansDataSetRow::new().book_number(5)]);
    for number in 0..2000 {
        table.add_column(Column::new(format!("c{number}"), ColumnType::String));
    }
    assert_eq!(table.declared_rows::<GetLoansDataSetRow>().unwrap().len(), 1);
    for _ in 0..5000 {
        table = table.row(["6"]);
    }
    let error = table.declared_rows::<GetLoansDataSetRow>().unwrap_err().to_string();
    assert!(error.starts_with("table `Loans`: 5001 rows with room for every column would take "), "{error}");
    let way = ", more than 40 times what was sent and 16 MiB beside; read it row by row with `Table::iter`";
    assert!(error.ends_with(way), "{error}");
    assert_eq!(table.iter().count(), 5001);
}
