//! Tables of responses that a server may send and few do: the shape stays that of the description, and no row comes under the columns of another.

use std::fs;
#[cfg(feature = "xlsx")]
use std::io::Read as _;
use std::path::PathBuf;

use super::server::{self, serve, soap};
use super::{ended, ends, fails, folder, notes, quiet, run};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <structure name="Animal"><param name="Id" type="int"/></structure>
  <structure name="Dog" base="Animal"><choice><param name="Trick" type="string"/><param name="Speed" type="int"/></choice></structure>
  <structure name="Kept"><param name="Id" type="int"/></structure>
  <structure name="KeptA" base="Kept"><param name="V" type="int"/></structure>
  <structure name="KeptB" base="Kept"><param name="V" type="string"/></structure>
  <structure name="Holder"><param name="Xml" type="xml"/></structure>
  <structure name="Parcel"><param name="Data" type="DataSet"/></structure>
  <dataset name="Typed" namespace="urn:shop:typed"><table name="Orders"><column name="Id" type="int"/></table></dataset>
  <dataset name="Firm" namespace="urn:shop:firm">
    <table name="Orders"><column name="Id" type="int" required="true"/><column name="Name" type="string" required="true"/></table></dataset>
  <dataset name="TypedTwo" namespace="urn:shop:typed-two">
    <table name="Orders"><column name="Id" type="int"/></table><table name="Lines"><column name="No" type="int"/></table></dataset>
  <area name="all" title="All">
    <operation name="Pair" effect="read"><doc>Two tables.</doc><result type="TypedTwo"/></operation>
    <operation name="Lines" effect="read"><doc>Lines.</doc>
      <param name="RowEnd" type="string" role="row-delimiter"/><param name="CellEnd" type="string" role="column-delimiter"/>
      <result kind="delimited"><columns><column name="Name" type="string"/><column name="Count" type="int"/></columns></result></operation>
    <operation name="Free" effect="read"><doc>Lines.</doc>
      <param name="RowEnd" type="string" role="row-delimiter"/><param name="CellEnd" type="string" role="column-delimiter"/>
      <result kind="delimited"/></operation>
    <operation name="Write" effect="write"><doc>Writes.</doc><result type="DataSet"/></operation>
    <operation name="Token" effect="write"><doc>Writes.</doc><result type="DataSet"/><output name="token" type="string" secret="true"/></operation>
    <operation name="WriteTwo" effect="write"><doc>Writes.</doc><result type="DataSet"/><output name="other" type="DataSet"/></operation>
    <operation name="Report" effect="read"><doc>A report.</doc><result type="DataSet"/></operation>
    <operation name="Keyed" effect="read"><doc>A report.</doc><param name="Key" type="string" secret="true"/><result type="DataSet"/></operation>
    <operation name="Two" effect="read"><doc>Two reports.</doc><result type="DataSet"/><output name="other" type="DataSet"/></operation>
    <operation name="Declared" effect="read"><doc>A typed report.</doc><result type="Typed"/></operation>
    <operation name="Beside" effect="read"><doc>A typed report, and a number.</doc><result type="Typed"/><output name="other" type="int"/></operation>
    <operation name="Strict" effect="read"><doc>A report with a required column.</doc><result type="Firm"/></operation>
    <operation name="StrictBeside" effect="read"><doc>Such a report, and a number.</doc><result type="Firm"/><output name="other" type="int"/></operation>
    <operation name="Boxed" effect="read"><doc>A report in a structure.</doc><result type="Parcel"/></operation>
    <operation name="Both" effect="read"><doc>Animals.</doc><result type="Kept" array="true"/></operation>
    <operation name="Limited" effect="read"><doc>Two numbers.</doc><result type="int" array="true"/><limit records="2">Two.</limit></operation>
    <operation name="Held" effect="read"><doc>XML in items.</doc><result type="Holder" array="true"/></operation>
    <operation name="One" effect="read"><doc>An animal.</doc><result type="Animal"/></operation>
    <operation name="Json" effect="read"><doc>JSON.</doc><result type="string" content="json"/></operation>
    <operation name="Xml" effect="read"><doc>XML.</doc><result type="xml"/></operation>
    <operation name="Columns" effect="read"><doc>XML with columns.</doc>
      <result kind="xml"><columns table="Row"><column name="b" type="int"/><column name="a" type="int"/></columns></result></operation>
  </area>
</service>"#;

/// A DataSet with a schema of tables, each with its columns of `xs:int`, and rows.
pub(super) fn data_set(tables: &[(&str, &[&str])], rows: &str) -> String {
    let columns = |columns: &[&str]| columns.iter().map(|name| server::column(name, "int")).collect::<String>();
    let tables: String = tables.iter().map(|(name, names)| server::table(name, &columns(names))).collect();
    server::data_set(&tables, rows)
}

pub(super) fn of(operation: &str, content: &str) -> String {
    format!("<{operation}Result>{content}</{operation}Result>")
}

/// The folder of a call that was made.
pub(super) fn folder_of(test: &str) -> PathBuf {
    super::super::cli::folder_of(&format!("call_odd_{test}"))
}

fn shop(test: &str) -> PathBuf {
    let folder = folder(&format!("odd_{test}"));
    fs::write(folder.join("shop.xml"), SPEC).unwrap();
    folder
}

/// Exit code, output and messages of a call whose response has these parts.
pub(super) fn call(test: &str, operation: &str, parts: &str, arguments: &[&str]) -> (i32, String, String) {
    let (url, _) = serve(soap(&format!(
        "<{operation}Response xmlns=\"urn:shop\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">{parts}</{operation}Response>"
    )));
    run(&shop(test), &[&["call", "shop.xml", operation, "--base-url", &url], arguments].concat())
}

/// A service may name what it invents like a secret that it was sent.
#[test]
fn messages_do_not_show_a_secret_that_is_a_name() {
    const KEY: &str = "k3y-of-mine";
    for (number, name) in [KEY, "k3y_x002D_of-mine"].into_iter().enumerate() {
        let around = |rows: &str, beside: &str| {
            let tables = data_set(&[("T", &["Id"])], rows);
            soap(&format!("<KeyedResponse xmlns=\"urn:shop\">{}{beside}</KeyedResponse>", of("Keyed", &tables)))
        };
        let column = around(&format!("<T><Id>1</Id><{name}>x</{name}></T>"), "");
        let table = around(&format!("<T><Id>1</Id></T><{name}><A>1</A></{name}>"), "");
        let beside = around("<T><Id>1</Id></T>", &format!("<{name}>1</{name}>"));
        for (response, form, code) in [
            (&column, "json", 0),
            (&column, "csv", 6),
            (&column, "table", 6),
            (&table, "csv", 0),
            (&table, "jsonl", 0),
            (&beside, "csv", 6),
            (&beside, "jsonl", 0),
        ] {
            let (url, _) = serve(response.clone());
            let folder = shop(&format!("secret_name_{number}_{form}"));
            fs::write(folder.join("profiles.toml"), format!("[s]\nparameters = {{ Key = '{KEY}' }}\n")).unwrap();
            let fixed = ["call", "shop.xml", "Keyed", "--base-url", &url, "--profile", "s", "--format", form];
            let (ended, _, err) = run(&folder, &fixed);
            assert_eq!(ended, code, "{form}: {err}");
            assert!(err.contains("[redacted]") && !err.contains("k3y") && !err.contains("of-mine"), "{form}: {err}");
        }
    }
}

#[test]
fn rows_of_a_table_that_no_schema_has_come_under_no_other_table() {
    // The first rows are printed before the other table comes.
    let many = "<T><Id>0</Id></T>".repeat(20_000);
    for rows in ["<T><Id>0</Id></T>", &many] {
        let report = data_set(&[("T", &["Id"])], &format!("{rows}<V><Id>7777777</Id></V>"));
        for form in ["csv", "jsonl"] {
            let (out, err) = ended(0, call("late", "Report", &of("Report", &report), &["--format", form]));
            assert!(!out.contains("7777777") && out.contains('0'), "{form}");
            assert!(err.contains("the rows of the table `T`; the response has others: V"), "{err}");
        }
    }
}

#[test]
fn tables_of_one_name_have_their_path() {
    let table = |column| data_set(&[("Table", &[column])], &format!("<Table><{column}>5</{column}></Table>"));
    let parts = format!("{}<other>{}</other>", of("Two", &table("a")), table("b"));
    let csv = |table| call("two", "Two", &parts, &["--format", "csv", "--table", table]);
    assert_eq!(csv("TwoResult.Table"), (0, "a\r\n5\r\n".to_owned(), String::new()));
    assert_eq!(csv("other.Table"), (0, "b\r\n5\r\n".to_owned(), String::new()));
    let (_, _, err) = csv("Table");
    assert!(err.contains("there are: TwoResult.Table, other.Table"), "{err}");
    let (out, _) = ended(0, call("two", "Two", &parts, &["-o", "{table}.csv"]));
    assert!(out.contains("TwoResult.Table.csv") && out.contains("other.Table.csv"), "{out}");
}

#[test]
fn a_declared_table_that_the_response_lacks_is_empty() {
    let lacking = data_set(&[("Other", &["Id"])], "");
    for parts in ["", &of("Declared", &lacking)] {
        for arguments in [&["--format", "csv"][..], &["--format", "csv", "--table", "Orders"]] {
            let (code, out, err) = call("lacking", "Declared", parts, arguments);
            assert_eq!((code, out.as_str()), (0, "Id\r\n"), "{arguments:?} {parts}: {err}");
        }
        let (code, out, err) = call("lacking_files", "Declared", parts, &["-o", "{table}.csv"]);
        assert!(code == 0 && out.contains("Orders.csv: Orders"), "{out} {err}");
    }
}

#[test]
fn a_column_of_the_schema_of_the_response_is_noted_and_an_undeclared_cell_left_out() {
    let newer = data_set(&[("Orders", &["New", "Id"])], "<Orders><Id>1</Id><New>2</New></Orders>");
    let parts = of("Declared", &newer);
    let note = "note: the description lacks the column `New`: the schema of this response has it\n";
    ends(call("newer", "Declared", &parts, &["--format", "csv"]), (0, "Id,New\r\n1,2\r\n", note));
    // Lines have it in each case.
    let lines = (0, "{\"Id\":1,\"New\":2}\n", note);
    ends(call("newer", "Declared", &parts, &["--format", "jsonl"]), lines);
    ends(call("newer", "Declared", &parts, &["--format", "jsonl", "--ignore-undeclared"]), lines);

    let cell = of("Report", &data_set(&[("T", &["Id"])], "<T><Id>1</Id><X>2</X></T>"));
    let (code, out, err) = call("cell", "Report", &cell, &["--format", "csv"]);
    assert_eq!((code, out.as_str()), (6, "Id\r\n1\r\n"), "{err}");
    assert!(err.contains("column `X` is left out") && err.contains("--ignore-undeclared"), "{err}");
    let (code, out, _) = call("cell", "Report", &cell, &["--format", "jsonl"]);
    assert_eq!((code, out.as_str()), (0, "{\"Id\":1,\"X\":\"2\"}\n"));
}

/// One rule for all forms: rows that come without a schema and a diffgram are rows.
#[test]
fn bare_rows_are_rows_in_every_form() {
    let row = "<Table xmlns=\"\"><Id>1</Id></Table>";
    for rows in [row, "<D xmlns=\"\"><Table><Id>1</Id></Table></D>"] {
        for (form, expected) in [
            (
                "json",
                r#"{"ReportResult":{"tables":[{"name":"Table","rows":[{"Id":"1"}],"columns":[{"name":"Id","type":""}]}]}}"#,
            ),
            ("jsonl", r#"{"Id":"1"}"#),
            ("csv", "Id\r\n1\r"),
            ("table", "Id\n──\n1"),
        ] {
            let (code, out, err) = call("bare", "Report", &of("Report", rows), &["--format", form]);
            assert_eq!((code, out, err.as_str()), (0, format!("{expected}\n"), ""), "{form}");
        }
    }
}

/// A part that may be absent is null, also as `xsi:nil` that the document does not foresee; a text in the place of a DataSet is not one.
#[test]
fn null_and_other_content_have_one_exit_code_in_every_form() {
    let nil = "<ReportResult xsi:nil=\"true\"/>";
    for (form, code, out) in [
        ("json", 0, "{\"ReportResult\":null}\n"),
        ("jsonl", 0, ""),
        ("csv", 6, ""),
        ("table", 0, ""),
        #[cfg(feature = "arrow")]
        ("parquet", 6, ""),
        #[cfg(feature = "xlsx")]
        ("xlsx", 6, ""),
    ] {
        let (found, printed, err) = call("nil", "Report", nil, &["--format", form]);
        assert_eq!((found, printed.as_str()), (code, out), "{form}: {err}");
        assert!(err.contains("`ReportResult` is nil, which its description does not allow"), "{form}: {err}");
        let (found, printed, err) = call("no_data_set", "Report", &of("Report", "sold out"), &["--format", form]);
        assert_eq!((found, printed.as_str()), (6, ""), "{form}: {err}");
        assert!(err.contains("DataSet"), "{form}: {err}");
    }
}

/// A write that was carried out is not called again for its result.
#[test]
fn the_result_of_a_write_is_not_lost_with_its_form() {
    let report = data_set(&[("T", &["Id"]), ("V", &["No"])], "<T><Id>1</Id></T><V><No>2</No></V>");
    let tables = r#"{"tables":[{"name":"T","rows":[{"Id":1}],"columns":[{"name":"Id","type":"xs:int"}]},{"name":"V","rows":[{"No":2}],"columns":[{"name":"No","type":"xs:int"}]}]}"#;
    let no_table = "the result has no table `Nope`; there are: T, V";
    let no_column = "`--as 'Nope=…'`: the table has no column `Nope`; there are: Id";
    let wide = "x".repeat(40_000);
    for (arguments, why) in [
        (&["--format", "csv", "--table", "Nope"][..], no_table),
        (&["-o", "a.csv", "--table", "Nope"], no_table),
        (&["-o", "{table}.csv", "--table", "Nope"], no_table),
        #[cfg(feature = "xlsx")]
        (&["-o", "a.xlsx", "--table", "Nope"], no_table),
        #[cfg(feature = "arrow")]
        (&["-o", "a.parquet", "--as", "Nope=text"], no_column),
    ] {
        let (code, out, err) = call("lost", "Write", &of("Write", &report), &[arguments, &["--yes"]].concat());
        let expected = format!(
            "note: Write was carried out, and its result is:\n{{\"WriteResult\":{tables}}}\nerror: {why}. Write was carried out\n"
        );
        let notes = "note: these are the rows of the table `T`; the response has others: V\n";
        assert_eq!((code, out.as_str(), err.replace(notes, "")), (6, "", expected), "{arguments:?}");
        // A read is called again.
        let (code, out, err) = call("lost_read", "Report", &of("Report", &report), arguments);
        assert_eq!((code, out.as_str()), (6, ""));
        assert!(err.contains(why) && !err.contains("xs:int"), "{err}");
    }
    let utc = report.replacen("type=\"xs:int\"", "msdata:DateTimeMode=\"Utc\" type=\"xs:int\"", 1);
    let both = format!("{}<other>{report}</other>", of("WriteTwo", &utc));
    for arguments in [&["--format", "csv", "--table", "Nope"][..], &["-o", "{table}.csv", "--table", "Nope"]] {
        let (code, out, err) = call("lost_two", "WriteTwo", &both, &[arguments, &["--yes"]].concat());
        assert_eq!((code, out.as_str()), (6, ""), "{err}");
        assert!(err.starts_with("note: WriteTwo was carried out, and its result is:\n"), "{err}");
        let result: serde_json::Value = serde_json::from_str(err.lines().nth(1).unwrap()).unwrap();
        let tables: serde_json::Value = serde_json::from_str(tables).unwrap();
        // Facts of schemas that other forms need are not part of it.
        assert_eq!(result, serde_json::json!({ "WriteTwoResult": tables, "other": tables }));
    }
    // Logs may keep what goes to standard error.
    let secret = format!("{}<token>hunter2word</token>", of("Token", &report));
    let (code, _, err) = call("lost_secret", "Token", &secret, &["--format", "csv", "--table", "Nope", "--yes"]);
    assert!(
        code == 6
            && err.starts_with("note: Token was carried out, and its result is not shown here: it has a secret\n"),
        "{err}"
    );
    assert!(!err.contains("hunter2word"), "{err}");
    // Rows that were written before are not printed again.
    #[cfg(feature = "xlsx")]
    {
        let column = "<xs:element name=\"To\" type=\"xs:string\" minOccurs=\"0\"/></xs:sequence>";
        let long = data_set(&[("T", &["Id"])], &format!("<T><Id>1</Id></T><T><To>{wide}</To></T>"));
        let long = long.replacen("</xs:sequence>", column, 1);
        let (code, _, err) = call("lost_late", "Write", &of("Write", &long), &["-o", "a.xlsx", "--yes"]);
        assert!(code == 6 && err.contains("a cell holds 32,767") && err.contains(&wide), "{code}");
    }
}

#[test]
fn delimited_text_is_rows_and_columns_for_people() {
    let cut = ["--RowEnd", ";", "--CellEnd", ",", "--format", "table"];
    let lines = |text| call("delimited", "Lines", &of("Lines", text), &cut);
    ends(lines("nail,3;bolt,14;"), (0, "Name  Count\n────  ─────\nnail      3\nbolt     14\n", ""));
    notes(lines("nail,3,new;"), (6, "Name  Count\n────  ─────\nnail      3\n"), "the rows are without it: ");
    quiet(call("delimited", "Lines", "", &cut));
}

#[test]
fn delimited_text_that_is_not_cut_into_its_columns_is_loud() {
    let cut = ["--RowEnd", ";", "--CellEnd", ",", "--format", "csv"];
    let short_rows = call("short_rows", "Lines", &of("Lines", "nail,3;bolt;nut;"), &cut);
    let note = "note: 2 rows of the text have fewer cells than the 2 declared columns, and the others are empty: the first is row 2, with 1\n";
    ends(short_rows, (0, "Name,Count\r\nnail,3\r\nbolt,\r\nnut,\r\n", note));
    // The request leaves the delimiters open, and the service uses its own; or it returns a message.
    for (test, text, options) in
        [("uncut", "nail,3;bolt,14;", &["-o", "a.csv"][..]), ("message", "Error: no such report", &cut[..])]
    {
        fails(6, call(test, "Lines", &of("Lines", text), options), "no row of the text has the column delimiter");
        assert!(!folder_of(test).join("a.csv").exists());
    }
    let (out, err) = ended(0, call("one_cell", "Free", &of("Free", "nail,3\nbolt,14\n"), &["--format", "csv"]));
    assert_eq!(out, "Column1\r\n\"nail,3\nbolt,14\n\"\r\n");
    assert!(err.starts_with("note: the text is one row with one cell: "), "{err}");
}

/// As in the other forms, the line of names is there.
#[cfg(feature = "xlsx")]
#[test]
fn a_spreadsheet_has_the_declared_tables_that_the_response_lacks() {
    let names = |parts: &str| {
        ends(call("sheets", "Pair", parts, &["-o", "a.xlsx"]), (0, "", ""));
        let file = fs::File::open(folder_of("sheets").join("a.xlsx")).unwrap();
        let mut archive = zip::ZipArchive::new(file).unwrap();
        let mut text = String::new();
        archive.by_name("xl/workbook.xml").unwrap().read_to_string(&mut text).unwrap();
        let sheets = text.split("<sheet name=\"").skip(1).map(|sheet| sheet.split('"').next().unwrap().to_owned());
        sheets.collect::<Vec<_>>()
    };
    assert_eq!(
        names(&of("Pair", &data_set(&[("Orders", &["Id"])], "<Orders><Id>1</Id></Orders>"))),
        ["Orders", "Lines"]
    );
    assert_eq!(names(&of("Pair", &data_set(&[("Lines", &["No"])], ""))), ["Lines", "Orders"]);
    assert_eq!(names(""), ["Orders", "Lines"]);
}

/// `msdata:MainDataTable`, where nobody chooses: of rows that stream, and of those beside other outputs.
#[test]
fn the_main_table_of_a_schema_is_taken() {
    let report = data_set(&[("T", &["Id"]), ("V", &["No"])], "<T><Id>1</Id></T><V><No>2</No></V>");
    let main = report.replace("msdata:IsDataSet", "msdata:MainDataTable=\"V\" msdata:IsDataSet");
    let note = "note: these are the rows of the table `V`; the response has others: T\n";
    ends(call("main", "Report", &of("Report", &main), &["--format", "csv"]), (0, "No\r\n2\r\n", note));
    let late = main.replacen("<V><No>2</No></V>", "", 1).replacen("</D>", "<V><No>2</No></V></D>", 1);
    let many = late.replacen("<T><Id>1</Id></T>", &"<T><Id>1</Id></T>".repeat(20_000), 1);
    ends(call("main", "Report", &of("Report", &many), &["--format", "csv"]), (0, "No\r\n2\r\n", note));
    notes(call("main", "Two", &of("Two", &main), &["--format", "csv"]), (0, "No\r\n2\r\n"), note);
    ends(call("main", "Report", &of("Report", &main), &["--format", "csv", "--table", "T"]), (0, "Id\r\n1\r\n", ""));
}

/// A DataSet with the table `T` of two namespaces. The columns of the second have this name.
fn of_two_namespaces(second: &str) -> String {
    let schema = |namespace: &str, column: &str| {
        let table = server::table("T", &server::column(column, "int"));
        format!(
            "<xs:schema targetNamespace=\"{namespace}\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">{table}</xs:schema>"
        )
    };
    let refs = "<xs:element ref=\"a:T\"/><xs:element ref=\"b:T\"/>";
    let rows = format!("<T xmlns=\"urn:a\"><A>1</A></T><T xmlns=\"urn:b\"><{second}>2</{second}></T>");
    let report =
        server::data_set(refs, &rows).replacen("xmlns=\"\"", "xmlns=\"\" xmlns:a=\"urn:a\" xmlns:b=\"urn:b\"", 1);
    report.replacen("<d:diffgram", &format!("{}{}<d:diffgram", schema("urn:a", "A"), schema("urn:b", second)), 1)
}

#[test]
fn tables_of_one_name_stay_two_inside_of_a_structure() {
    for (operation, result) in [("Report", "ReportResult"), ("Boxed", "BoxedResult.Data")] {
        let parts = |second: &str| {
            let report = of_two_namespaces(second);
            of(operation, &if operation == "Boxed" { format!("<Data>{report}</Data>") } else { report })
        };
        let (test, parts) = (format!("namespaces_{operation}"), parts("B"));
        let (files, _) = ended(0, call(&test, operation, &parts, &["-o", "{table}.csv"]));
        assert_eq!(files, "wrote _urn_a_T.csv: {urn:a}T\nwrote _urn_b_T.csv: {urn:b}T\n", "{result}");
        let file = |name: &str| fs::read_to_string(folder_of(&test).join(name)).unwrap();
        assert_eq!((file("_urn_a_T.csv").as_str(), file("_urn_b_T.csv").as_str()), ("A\r\n1\r\n", "B\r\n2\r\n"));
        for (table, rows) in [("{urn:a}T", "A\r\n1\r\n"), ("{urn:b}T", "B\r\n2\r\n")] {
            ends(call(&test, operation, &parts, &["--format", "csv", "--table", table]), (0, rows, ""));
        }
        let note = "note: these are the rows of the table `{urn:a}T`; the response has others: {urn:b}T\n";
        ends(call(&test, operation, &parts, &["--format", "csv", "--table", "T"]), (0, "A\r\n1\r\n", note));
        // A pipe and a terminal have the same names.
        for form in ["json", "table"] {
            let (out, _) = ended(0, call(&test, operation, &parts, &["--format", form]));
            assert!(out.contains("{urn:a}T") && out.contains("{urn:b}T"), "{operation} {form}: {out}");
        }
        #[cfg(feature = "xlsx")]
        {
            let notes = "note: the table `{urn:a}T` is the sheet `{urn_a}T`\nnote: the table `{urn:b}T` is the sheet `{urn_b}T`\n";
            ends(call(&test, operation, &parts, &["-o", "a.xlsx"]), (0, "", notes));
            let file = fs::File::open(folder_of(&test).join("a.xlsx")).unwrap();
            assert!(zip::ZipArchive::new(file).unwrap().by_name("xl/worksheets/sheet2.xml").is_ok(), "{operation}");
        }
    }
}

/// A DataSet beside other outputs has the columns that it has alone.
#[cfg(feature = "arrow")]
#[test]
fn what_a_schema_says_beside_types_counts_beside_other_outputs_too() {
    let schema = |parts: &str, operation: &str| {
        ended(0, call("facts", operation, parts, &["-o", "a.arrow"]));
        let file = fs::File::open(folder_of("facts").join("a.arrow")).unwrap();
        let reader = arrow_ipc::reader::FileReader::try_new(file, None).unwrap();
        let types = reader.schema().fields().iter().map(|field| field.data_type().to_string()).collect::<Vec<_>>();
        let rows: Vec<_> = reader.map(|batch| format!("{:?}", batch.unwrap().columns())).collect();
        (types, rows)
    };
    let column = |name: &str, rest: &str| format!("<xs:element name=\"{name}\" {rest} minOccurs=\"0\"/>");
    let columns = [
        column("At", "type=\"xs:dateTime\" msdata:DateTimeMode=\"Utc\""),
        column("Wall", "type=\"xs:dateTime\" msdata:DateTimeMode=\"Unspecified\""),
        column("Small", "type=\"xs:byte\" msdata:DataType=\"System.Data.SqlTypes.SqlByte, System.Data\""),
        column("Bytes", "type=\"xs:hexBinary\" msdata:DataType=\"System.Data.SqlTypes.SqlBinary, System.Data\""),
    ];
    let row =
        "<T><At>2024-02-29T12:00:00Z</At><Wall>2024-02-29T12:00:00</Wall><Small>200</Small><Bytes>AQI=</Bytes></T>";
    let report = server::data_set(&server::table("T", &columns.concat()), row);
    let alone = schema(&of("Report", &report), "Report");
    assert!(alone.0[0].contains("UTC"), "{alone:?}");
    assert_eq!(schema(&of("Two", &report), "Two"), alone);
}

#[test]
fn a_chosen_member_of_a_derived_type_has_a_column() {
    let dog = "<OneResult xsi:type=\"Dog\"><Id>1</Id><Speed>9</Speed></OneResult>";
    let (out, _) = ended(0, call("chosen", "One", dog, &["--format", "jsonl"]));
    assert_eq!(out, "{\"$type\":\"{urn:shop}Dog\",\"Id\":1,\"Trick\":null,\"Speed\":9}\n");
}

#[test]
fn items_of_json_that_are_of_several_kinds_are_values() {
    let (out, _) = ended(0, call("kinds", "Json", &of("Json", "[{\"a\":1},5,[2]]"), &["--format", "csv"]));
    assert_eq!(out, "value\r\n\"{\"\"a\"\":1}\"\r\n5\r\n[2]\r\n");
}

#[test]
fn all_rows_of_xml_come() {
    let lines = |xml: &str| call("xml", "Xml", &of("Xml", xml), &["--format", "jsonl"]);
    let rowset = |id: u32| format!("<rs:data><row Id=\"{id}\"/></rs:data>");
    let two = format!("<r xmlns:rs=\"urn:schemas-microsoft-com:rowset\">{}{}</r>", rowset(1), rowset(2));
    assert_eq!(lines(&two).1, "{\"Id\":\"1\"}\n{\"Id\":\"2\"}\n");
    // The name of the root does not matter.
    for root in ["x", "list"] {
        let single = format!("<{root} xmlns=\"\"><row><a>1</a></row></{root}>");
        assert_eq!(lines(&single).1, "{\"a\":\"1\"}\n", "{root}");
    }
    let (code, out, err) = lines("<r xmlns=\"\">only text</r>");
    assert!(code == 6 && out.is_empty() && err.contains("`r` holds text, and no elements"), "{code} {out} {err}");
}

#[test]
fn declared_columns_of_xml_come_first() {
    let csv = |rows: &str| {
        let xml = format!("<r xmlns=\"\">{rows}</r>");
        let (out, _) = ended(0, call("columns", "Columns", &of("Columns", &xml), &["--format", "csv"]));
        out
    };
    assert_eq!(csv("<Head/><Row><a>1</a></Row><Row><a>2</a><b>3</b></Row>"), "b,a\r\n,1\r\n3,2\r\n");
    assert_eq!(csv(""), "b,a\r\n");
}

#[test]
fn members_of_one_name_and_two_types_are_texts() {
    let items = "<Kept xsi:type=\"KeptA\"><Id>1</Id><V>5</V></Kept><Kept xsi:type=\"KeptB\"><Id>2</Id><V>x</V></Kept>";
    quiet(call("types", "Both", &of("Both", items), &["-o", "kept.arrow"]));
    let (_, out, _) = call("types", "Both", &of("Both", items), &["--format", "csv"]);
    assert_eq!(out, "$type,Id,V,$rest\r\n{urn:shop}KeptA,1,5,\r\n{urn:shop}KeptB,2,x,\r\n");
}

#[test]
fn items_of_another_name_are_left_out_aloud() {
    let items = of("Limited", "<int>1</int><number>2</number>");
    notes(call("renamed", "Limited", &items, &["--format", "csv"]), (6, "value\r\n1\r\n"), "LimitedResult.number");
    let arguments = ["--format", "csv", "--ignore-undeclared"];
    fails(0, call("renamed", "Limited", &of("Limited", "<number>2</number>"), &arguments), "is not described");
}

#[test]
fn a_result_at_its_limit_says_so_in_every_form() {
    for form in ["json", "jsonl", "csv", "table"] {
        let (code, _, err) = call("limit", "Limited", &of("Limited", "<int>1</int><int>2</int>"), &["--format", form]);
        assert!(code == 0 && err.contains("2 rows, the most that the service returns"), "{form}: {code} {err}");
    }
    let note = "note: the result has 2 rows, the most that the service returns: it may be cut\n";
    let full = "{\"output\":{\"LimitedResult\":[1,2]},\"headers\":{}}\n";
    ends(call("limit", "Limited", &of("Limited", "<int>1</int><int>2</int>"), &["--full"]), (0, full, note));
}

#[test]
fn headers_of_a_response_are_noted() {
    let response =
        soap(&format!("<LimitedResponse xmlns=\"urn:shop\">{}</LimitedResponse>", of("Limited", "<int>1</int>")));
    let (_, body) = response.split_once("\r\n\r\n").unwrap();
    let head = "<soap:Header><Trace xmlns=\"urn:shop\">7</Trace></soap:Header><soap:Body>";
    let body = body.replacen("<soap:Body>", head, 1);
    let (url, _) = serve(server::http("200 OK", "text/xml; charset=utf-8", &body));
    let folder = shop("headers");
    let limited =
        |arguments: &[&str]| run(&folder, &[&["call", "shop.xml", "Limited", "--base-url", &url], arguments].concat());
    let note = "note: the response has SOAP headers: `--full` shows them\n";
    ends(limited(&["--format", "csv"]), (0, "value\r\n1\r\n", note));
    let (out, err) = ended(0, limited(&["--full"]));
    assert!(out.contains("Trace") && err.is_empty(), "{out} {err}");
}

#[test]
fn a_path_may_lead_through_items_to_xml() {
    let items = "<Holder><Xml><l xmlns=\"\"><i><a>1</a></i></l></Xml></Holder><Holder><Xml><l xmlns=\"\"><i><a>2</a></i></l></Xml></Holder>";
    let (code, out, err) = call("held", "Held", &of("Held", items), &["--format", "jsonl", "--rows", "Xml/i"]);
    assert_eq!((code, out.as_str()), (0, "{\"a\":\"1\"}\n{\"a\":\"2\"}\n"), "{err}");
}

#[test]
fn a_spreadsheet_leaves_out_undeclared_cells_as_csv_does() {
    let late = format!("{}<T><Id>1</Id><X>2</X></T>", "<T><Id>0</Id></T>".repeat(20_000));
    for rows in ["<T><Id>1</Id><X>2</X></T>", &late] {
        for form in ["a.xlsx", "a.csv"] {
            let parts = of("Report", &data_set(&[("T", &["Id"])], rows));
            let (code, _, err) = call("late_cell", "Report", &parts, &["-o", form]);
            assert!(code == 6 && err.contains("is left out: no schema declares it"), "{form}: {code} {err}");
            let (code, _, err) = call("late_cell", "Report", &parts, &["-o", form, "--ignore-undeclared"]);
            assert!(code == 0 && err.contains("is left out: no schema declares it"), "{form}: {code} {err}");
        }
    }
}

#[test]
fn a_form_of_a_column_that_no_table_has_is_refused_before_the_call() {
    let unknown = call("form", "Both", &of("Both", ""), &["-o", "a.arrow", "--as", "nope=2"]);
    notes(unknown, (2, ""), "the result of Both has no column `nope`");
    // A form is for the tables that have the column.
    let rows = "<A><Id>1</Id></A><B><No>2</No></B>";
    let parts = of("Report", &data_set(&[("A", &["Id"]), ("B", &["No"])], rows));
    let (code, out, err) = call("forms", "Report", &parts, &["-o", "{table}.parquet", "--as", "Id=text"]);
    assert!(code == 0 && out.contains("A.parquet") && out.contains("B.parquet"), "{code} {out} {err}");
}

#[test]
fn a_base_url_with_a_path_is_refused() {
    let arguments = ["call", "shop.xml", "Report", "--base-url", "http://127.0.0.1:9/sub", "--format", "json"];
    fails(2, run(&shop("base"), &arguments), "the base URL has a path");
}

#[test]
fn a_wrong_value_of_an_option_names_the_way_to_a_parameter() {
    let (code, _, err) = run(&shop("tip"), &["call", "shop.xml", "Report", "--format", "PDF"]);
    assert!(code == 2 && err.contains("a parameter of the operation is written `--.format`"), "{code} {err}");
}
