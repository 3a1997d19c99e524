//! Content that a form has no place for is in another place, is noted, or ends the call with 6: never without a word.

use super::odd_tables::{call, data_set, of};
use super::{ended, fails, server};

/// Exit code and messages in each form. A spreadsheet is a file.
fn in_form(test: &str, operation: &str, parts: &str, form: &str) -> (i32, String, String) {
    let arguments = if form == "xlsx" { ["-o", "a.xlsx"] } else { ["--format", form] };
    call(&format!("{test}_{form}"), operation, parts, &arguments)
}

/// The forms that this program is built with.
fn forms() -> impl Iterator<Item = &'static str> {
    ["json", "jsonl", "csv", "table"].into_iter().chain(cfg!(feature = "xlsx").then_some("xlsx"))
}

/// The forms of one table, and those that have all.
fn all_forms() -> impl Iterator<Item = &'static str> {
    let arrow = if cfg!(feature = "arrow") { &["arrow", "parquet"][..] } else { &[] };
    forms().chain(arrow.iter().copied())
}

/// Exit code and messages in each form; the output of Arrow and Parquet is no text.
fn heard(test: &str, operation: &str, parts: &str, form: &str, more: &[&str]) -> (i32, String) {
    let file = format!("a.{form}");
    let arguments = if matches!(form, "xlsx" | "arrow" | "parquet") { ["-o", &file] } else { ["--format", form] };
    let (code, _, err) = call(&format!("{test}_{form}"), operation, parts, &[&arguments, more].concat());
    (code, err)
}

#[test]
fn a_type_of_the_response_that_is_not_the_declared_one_is_noted() {
    let schema = |column: &str| server::table("Orders", &server::column(column, "string"));
    let parts = of("Declared", &server::data_set(&schema("Id"), "<Orders><Id>0012</Id></Orders><Orders/>"));
    let note = "note: column `Id`: the schema of this response says `xs:string`, the description `xs:int`\n";
    for form in all_forms() {
        let (code, err) = heard("types", "Declared", &parts, form, &[]);
        assert!(code == 0 && err.matches(note).count() == 1, "{form}: {code} {err}");
    }
}

#[test]
fn a_row_of_a_data_set_keeps_everything() {
    let valid_row = "<T><Id>1</Id></T>";
    // The fast reader reads long responses.
    for many in ["", &valid_row.repeat(2_000)] {
        for (row, rest) in [
            ("<T><Id>2</Id><Id>3</Id></T>", "<Id>3</Id>"),
            ("<T>stray<Id>2</Id></T>", "stray"),
            ("between<T><Id>2</Id></T>", "between"),
        ] {
            let parts = of("Report", &data_set(&[("T", &["Id"])], &format!("{many}{row}")));
            for form in forms() {
                let (code, out, err) = in_form("row_whole", "Report", &parts, form);
                let expected = if form.starts_with("json") { 0 } else { 6 };
                assert_eq!(code, expected, "{form} {row}: {err}");
                if form.starts_with("json") {
                    assert!(out.contains(&format!("{{\"Id\":2,\"$rest\":\"{rest}\"}}")), "{form} {row}");
                    assert!(err.contains("rows of `T` have content that no column takes"), "{form} {row}: {err}");
                } else {
                    assert!(err.contains("$rest"), "{form} {row}: {err}");
                }
            }
        }
    }
}

#[test]
fn a_text_in_a_column_of_numbers_is_noted_and_guarded() {
    let valid_row = "<T><Id>-1</Id></T>";
    for many in [valid_row, &valid_row.repeat(2_000)] {
        let parts = of("Report", &data_set(&[("T", &["Id"])], &format!("{many}<T><Id>=1+1</Id></T>")));
        let note = "the column `Id` of `T` has texts that are not of its type `int`";
        for form in forms() {
            let (code, _, err) = in_form("of_type", "Report", &parts, form);
            assert!(code == 0 && err.matches(note).count() == 1, "{form}: {code} {err}");
        }
        let (code, out, err) = call("guard", "Report", &parts, &["--format", "csv", "--guard-formulas"]);
        assert!(code == 0 && out.ends_with("\r\n-1\r\n'=1+1\r\n"), "{err}");
        // Beside another output, the response is read whole.
        let two = parts.replace("ReportResult", "TwoResult") + "<other/>";
        let (code, out, err) = call("guard_two", "Two", &two, &["--format", "csv", "--table", "T", "--guard-formulas"]);
        assert!(code == 0 && out.ends_with("\r\n-1\r\n'=1+1\r\n") && err.contains(note), "{out} {err}");
    }
}

#[test]
fn forms_with_fixed_columns_leave_out_what_the_description_lacks_if_that_is_accepted() {
    let columns = server::table("Orders", &server::column("New", "int"));
    let set = server::data_set(&columns, "<Orders><New>7</New></Orders>");
    let typed = of("Declared", &set);
    let beside = typed.replace("Declared", "Beside") + "<other>1</other>";
    let lacks = "note: the schema of `Orders` in this response lacks columns of the description: Id\n";
    let newer = "note: the description lacks the column `New`: the schema of this response has it\n";
    for (operation, parts) in [("Declared", &typed), ("Beside", &beside)] {
        for form in all_forms() {
            let table = if operation == "Beside" && form != "table" { &["--table", "Orders"][..] } else { &[] };
            if form == "json" && !table.is_empty() {
                continue;
            }
            let (code, err) = heard("left_out", operation, parts, form, &[&["--ignore-undeclared"], table].concat());
            assert_eq!(code, 0, "{form}: {err}");
            for note in [lacks, newer] {
                assert_eq!(err.matches(note).count(), 1, "{operation} {form}: {err}");
            }
            let is_left_out = err.contains("left out: the description lacks it\n");
            assert_eq!(is_left_out, matches!(form, "csv" | "xlsx" | "arrow" | "parquet"), "{operation} {form}: {err}");
            assert!(!err.contains("no schema declares it"), "{operation} {form}: {err}");
        }
    }
    let files = call("left_out_files", "Declared", &typed, &["-o", "{table}.csv", "--ignore-undeclared"]);
    fails(0, files, "column `New` is left out: the description lacks it");
}

#[test]
fn a_required_column_that_rows_lack_is_noted() {
    let rows = "<Orders><Name/></Orders><Orders><Id/><Name>a</Name></Orders><Orders><Name>b</Name></Orders>";
    let columns = server::column("Id", "int") + &server::column("Name", "string");
    let set = server::data_set(&server::table("Orders", &columns), &rows.repeat(2_000));
    let bare = server::data_set("", rows);
    let note = |rows| format!("note: rows of `Orders` lack the required column `Id`: {rows}\n");
    for (operation, set, table, note) in [
        ("Strict", &set, &[][..], note(4_000)),
        ("Strict", &bare, &[], note(2)),
        ("StrictBeside", &bare, &["--table", "Orders"], note(2)),
    ] {
        let parts = of(operation, set) + if operation == "Strict" { "" } else { "<other>1</other>" };
        for form in all_forms() {
            let table = if form == "json" { &[][..] } else { table };
            let (code, err) = heard("required", operation, &parts, form, table);
            assert!(code == 0 && err.matches(&note).count() == 1, "{operation} {form}: {code} {err}");
            assert_eq!(err.matches("lack the required").count(), 1, "{operation} {form}: {err}");
        }
    }
}

#[test]
fn an_empty_text_in_a_column_of_numbers_is_noted() {
    let rows = "<Orders><Id></Id></Orders><Orders><Id>1</Id></Orders>";
    let typed = data_set(&[("Orders", &["Id"])], rows);
    for (operation, parts, table) in [
        ("Declared", of("Declared", &typed), &[][..]),
        ("Beside", of("Beside", &typed) + "<other>1</other>", &["--table", "Orders"]),
    ] {
        for form in all_forms() {
            let table = if form == "json" { &[][..] } else { table };
            let (code, err) = heard("empty", operation, &parts, form, table);
            let note = match form {
                "arrow" | "parquet" => "note: column `Id`: empty cells are null\n",
                _ => "note: the column `Id` of `Orders` has texts that are not of its type `int`\n",
            };
            assert_eq!((code, err.as_str()), (0, note), "{operation} {form}");
        }
    }
}

#[test]
fn an_undeclared_table_beside_declared_ones_is_missed_by_forms_of_one_table() {
    let (orders, lost) = ("<Orders><Id>1</Id></Orders>", "<Lost><Q>7</Q></Lost>");
    let set = |rows: &str| {
        let diffgram = "<d:diffgram xmlns:d=\"urn:schemas-microsoft-com:xml-diffgram-v1\"><D xmlns=\"\">";
        format!("{diffgram}{rows}</D></d:diffgram>")
    };
    for rows in [format!("{orders}{lost}"), format!("{lost}{orders}"), lost.to_owned()] {
        for form in all_forms() {
            let is_of_one = !matches!(form, "json" | "table" | "xlsx");
            let (code, err) = heard("lost", "Declared", &of("Declared", &set(&rows)), form, &[]);
            assert_eq!(code, if is_of_one { 6 } else { 0 }, "{form} {rows}: {err}");
            assert_eq!(
                err.contains("without it: `DeclaredResult.Lost`. `--ignore-"),
                is_of_one,
                "{form} {rows}: {err}"
            );
        }
        let (out, _) = ended(6, call("lost_csv", "Declared", &of("Declared", &set(&rows)), &["--format", "csv"]));
        assert_eq!(out, if rows == lost { "Id\r\n" } else { "Id\r\n1\r\n" });
        let accepted = call(
            "lost_accepted",
            "Declared",
            &of("Declared", &set(&rows)),
            &["--format", "csv", "--ignore-undeclared"],
        );
        fails(0, accepted, "Lost");
    }
    // An untyped DataSet may have any table, and so may a schema of the response.
    let free = of("Report", &set(&format!("{orders}{lost}")));
    let schema = data_set(&[("Orders", &["Id"]), ("Lost", &["Q"])], &format!("{orders}{lost}"));
    for (operation, parts) in [("Report", free), ("Declared", of("Declared", &schema))] {
        fails(0, call("lost_free", operation, &parts, &["--format", "csv"]), "the response has others: Lost");
    }
}

#[test]
#[cfg(feature = "arrow")]
fn a_form_that_is_not_for_its_column_is_to_be_left_out() {
    let parts = of("Declared", &data_set(&[("Orders", &["Id"])], "<Orders><Id>1</Id></Orders>"));
    let refused = call("choice", "Declared", &parts, &["-o", "a.parquet", "--as", "Id=2"]);
    fails(6, refused, "column `Id` is of type `xs:int`, which cannot be read as `2`: leave out `--as 'Id=2'`");
}

#[test]
fn rows_have_the_order_of_the_response_however_many_there_are() {
    for count in [2, 60_000] {
        let row = |number: u32| {
            let order = count - 1 - number;
            format!("<T xmlns:m=\"urn:schemas-microsoft-com:xml-msdata\" m:rowOrder=\"{order}\"><Id>{number}</Id></T>")
        };
        let parts = of("Report", &data_set(&[("T", &["Id"])], &(0..count).map(row).collect::<String>()));
        let (out, _) = ended(0, call("order", "Report", &parts, &["--format", "csv"]));
        let ids = out.lines().skip(1).map(|id| id.parse::<u32>().unwrap());
        assert!(ids.eq(0..count), "{count}");
    }
}

#[test]
fn xml_without_rows_is_a_text_for_people() {
    for (xml, printed) in [
        ("just text", "just text\n"),
        (
            "<List xmlns=\"\"><Row a=\"1\"/></List><Tail xmlns=\"\">t</Tail>",
            "<List xmlns=\"\"><Row a=\"1\"/></List><Tail xmlns=\"\">t</Tail>\n",
        ),
        ("<List xmlns=\"\" total=\"7\"/>", "<List xmlns=\"\" total=\"7\"/>\n"),
        ("", ""),
    ] {
        let (code, out, err) = call("xml_text", "Xml", &of("Xml", xml), &["--format", "table"]);
        assert_eq!((code, out.as_str()), (0, printed), "{err}");
    }
}

/// The element that is around the content of a result is none of the response.
#[test]
fn messages_name_elements_of_the_response_only() {
    let several = "<List xmlns=\"\"><Row a=\"1\"/></List><Tail xmlns=\"\">t</Tail>";
    for (xml, arguments, expected) in [
        (several, &["--format", "csv"][..], "name one of List or Tail with `--rows`"),
        (several, &["--format", "csv", "--rows", "Nope"], "it has no elements at `Nope`; there are List, Tail"),
        ("just text", &["--format", "csv"], ": it holds text, and no elements that could be rows"),
    ] {
        fails(6, call("xml_named", "Xml", &of("Xml", xml), arguments), expected);
    }
    let (code, out, err) = call("xml_named", "Xml", &of("Xml", several), &["--format", "csv", "--rows", "List"]);
    assert_eq!((code, out.as_str()), (0, "Row\r\n\"<Row a=\"\"1\"\"/>\"\r\n"), "{err}");
}

#[test]
fn attributes_around_rows_of_xml_are_noted() {
    let xml = "<List xmlns=\"\" total=\"3\" more=\"true\"><Row><a>1</a></Row></List>";
    let note = "elements around the rows have attributes, which rows lack and JSON has: List/@total, List/@more";
    for form in forms() {
        let (code, _, err) = in_form("around", "Xml", &of("Xml", xml), form);
        assert_eq!((code, err.contains(note)), (0, form != "json"), "{form}: {err}");
    }
}

#[test]
fn undeclared_items_among_rows_have_the_same_words_in_each_form() {
    let parts = of("Limited", "<int>1</int><long>5</long>");
    for form in forms().filter(|form| *form != "json") {
        let (code, _, err) = in_form("items", "Limited", &parts, form);
        let words = "content that nothing declares, and the rows are without it: `LimitedResult.long`";
        assert!(code == 6 && err.contains(words) && !err.contains("beside"), "{form}: {code} {err}");
    }
}

#[test]
fn content_beside_a_result_is_missed_by_forms_that_lack_it() {
    let report = data_set(&[("T", &["Id"])], "<T><Id>1</Id></T>");
    let diffgram = "<d:diffgram xmlns:d=\"urn:schemas-microsoft-com:xml-diffgram-v1\"><D xmlns=\"\"/></d:diffgram>";
    for (operation, parts, name, may_have_rows) in [
        ("Report", of("Report", &report) + "<Total>77</Total>", "Total", false),
        ("Report", of("Report", &report).repeat(2), "ReportResult", true),
        ("Report", of("Report", &format!("{report}{diffgram}")), "ReportResult", true),
        ("Both", of("Both", "<Kept><Id>1</Id></Kept>") + "<Total>77</Total>", "Total", false),
        ("Xml", of("Xml", "<l xmlns=\"\"><r><a>1</a></r></l>") + "<Total>77</Total>", "Total", false),
    ] {
        for form in forms() {
            let (code, _, err) = in_form("beside", operation, &parts, form);
            let is_whole = form == "json" || form == "jsonl" && !may_have_rows;
            assert_eq!(code, if is_whole { 0 } else { 6 }, "{form} {parts}: {err}");
            let expected =
                format!("nothing declares, and the rows are without it: `{name}`. `--ignore-undeclared` accepts it");
            assert_eq!(err.contains(&expected), !is_whole, "{form} {parts}: {err}");
        }
        let (code, out, err) = call("beside_accepted", operation, &parts, &["--format", "csv", "--ignore-undeclared"]);
        assert!(code == 0 && out.contains('1'), "{parts}: {out} {err}");
    }
}

/// The rows of a write that have no form are printed, from the ones on that do not fit.
#[cfg(feature = "arrow")]
#[test]
fn facts_of_rows_that_do_not_fit_are_counted_once() {
    let rows = "<T d:id=\"T1\" d:hasErrors=\"true\"><Id>many</Id></T>";
    let errors = "</D><d:errors><T d:id=\"T1\" d:Error=\"late\" xmlns=\"\"/></d:errors>";
    let report = data_set(&[("T", &["Id"])], rows).replacen("</D>", errors, 1);
    let (code, _, err) = call("hidden_once", "Write", &of("Write", &report), &["-o", "a.parquet", "--yes"]);
    assert!(code == 6 && err.contains("Write was carried out") && err.contains("errors of rows (1)"), "{code} {err}");
}

#[test]
fn deleted_rows_former_values_and_errors_of_a_data_set_are_noted() {
    let rows =
        "<T d:id=\"T1\" d:hasChanges=\"modified\"><Id>2</Id></T><T d:id=\"T2\" d:hasErrors=\"true\"><Id>3</Id></T>";
    let more = "</D><d:before><T d:id=\"T1\" xmlns=\"\"><Id>1</Id></T><T d:id=\"T3\" xmlns=\"\"><Id>9</Id></T></d:before>\
                <d:errors><T d:id=\"T2\" d:Error=\"late\" xmlns=\"\"/><U d:id=\"U1\" d:Error=\"no row\"/></d:errors>";
    for many in ["", &"<T><Id>1</Id></T>".repeat(2_000)] {
        let report = data_set(&[("T", &["Id"])], &format!("{many}{rows}"));
        let report = report.replacen("</D>", more, 1);
        let note = "note: the DataSet has more than its rows show, which only its diffgram has: rows that were deleted (1), \
                    former values of rows (1), errors of rows (1), parts that belong to no row (1). `--full` shows it\n";
        for form in forms() {
            let (code, _, err) = in_form("hidden", "Report", &of("Report", &report), form);
            assert!(code == 0 && err.contains(note), "{form}: {code} {err}");
        }
        let (code, out, err) = call("hidden_full", "Report", &of("Report", &report), &["--full"]);
        assert!(code == 0 && out.contains("d:Error=\\\"late\\\"") && err.is_empty(), "{out} {err}");
    }
}
