//! `-o FILE` and `--format FORM`: where results go, and in which form.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use super::rows::{ROWS, SPEC, response};
use super::server::{cut, http, result, serve, soap};
use super::{ends, fails, folder, folder_with, quiet, run};

const LINES: &str =
    "{\"Id\":7,\"To\":\"東京, \\\"a\\\"\",\"Price\":\"1.50\"}\n{\"Id\":12,\"To\":\"\",\"Price\":null}\n";
const CSV: &str = "Id,To,Price\r\n7,\"東京, \"\"a\"\"\",1.50\r\n12,\"\",\r\n";

/// Exit code, standard output, standard error of a call in this folder.
fn report_in(folder: &Path, response: String, arguments: &[&str]) -> (i32, String, String) {
    whole_in(folder, response, &[&["--table", "Order"], arguments].concat())
}

/// As [`report_in`], without a table.
fn whole_in(folder: &Path, response: String, arguments: &[&str]) -> (i32, String, String) {
    let (url, _) = serve(response);
    fs::write(folder.join("reports.xml"), SPEC).unwrap();
    run(folder, &[&["call", "reports.xml", "Report", "--base-url", &url], arguments].concat())
}

/// The names of the files that a call left.
fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.filter(|name| !["shop.xml", "reports.xml"].contains(&name.as_str())).collect();
    names.sort();
    names
}

#[test]
fn the_ending_of_a_file_chooses_its_form() {
    let folder = folder("file_endings");
    for (name, expected) in [("a.csv", CSV), ("a.CSV", CSV), ("a.jsonl", LINES), ("a.b.ndjson", LINES)] {
        ends(report_in(&folder, response(ROWS), &["-o", name]), (0, "", ""));
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), expected, "{name}");
    }
    ends(report_in(&folder, response(ROWS), &["--output=a.csv.gz"]), (0, "", ""));
    let mut text = String::new();
    flate2::read::GzDecoder::new(fs::File::open(folder.join("a.csv.gz")).unwrap()).read_to_string(&mut text).unwrap();
    assert_eq!(text, CSV);
    ends(report_in(&folder, response(ROWS), &["-o", "a.txt", "--format", "csv"]), (0, "", ""));
    assert_eq!(fs::read_to_string(folder.join("a.txt")).unwrap(), CSV);
    ends(report_in(&folder, response(ROWS), &["-o", "-", "--format", "csv"]), (0, CSV, ""));
    ends(whole_in(&folder, response(ROWS), &["-o", "whole.json"]), (0, "", ""));
    let text = fs::read_to_string(folder.join("whole.json")).unwrap();
    assert!(text.starts_with(r#"{"ReportResult":{"tables":[{"name":"Order""#), "{text}");
    ends(whole_in(&folder, response(ROWS), &["-o", "body.json", "--format", "raw"]), (0, "", ""));
    assert!(fs::read_to_string(folder.join("body.json")).unwrap().starts_with("<soap:Envelope"));
    fails(2, report_in(&folder, response(ROWS), &["-o", "table.json"]), "`--table` is for forms of rows");
    // The folder holds these files alone.
    let expected = ["a.CSV", "a.b.ndjson", "a.csv", "a.csv.gz", "a.jsonl", "a.txt", "body.json", "whole.json"];
    assert_eq!(names(&folder), expected);
}

#[test]
fn a_form_and_a_name_that_disagree_are_refused_before_the_call() {
    let folder = folder("file_refused");
    let refused = |arguments: &[&str]| {
        let address = ["call", "shop.xml", "FindOrders", "--endpoint", "http://127.0.0.1:1/shop.asmx"];
        let (code, out, err) = run(&folder, &[&address, arguments].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        err
    };
    let form = "error: invalid value 'csv' for '--output <FILE>': that is the name of a form: `--format csv` chooses a form, `-o FILE` a file. \
                A file of this name is `./csv`\n\nFor more information, try '--help'.\n";
    assert_eq!(refused(&["--output", "csv"]), form);
    assert!(refused(&["-oJSONL"]).contains("`--format jsonl` chooses a form"));
    let disagree =
        "error: `--format json` and the name `a.csv` disagree: write `--format csv`, or end the name in another way\n";
    assert_eq!(refused(&["--format", "json", "-o", "a.csv"]), disagree);
    fs::create_dir(folder.join("orders.csv")).unwrap();
    let no_form = "does not say the form: add `--format FORM`, or end the name in one of .json ";
    for (file, why) in [
        ("orders.txt", format!("the name `orders.txt` {no_form}")),
        ("orders", "the name `orders` does not say the form".to_owned()),
        ("missing/orders.csv", "cannot write missing/orders.csv: ".to_owned()),
        ("orders.csv", "cannot write orders.csv: ".to_owned()),
    ] {
        let error = refused(&["-o", file]);
        assert!(error.starts_with(&format!("error: {why}")), "{file}: {error}");
    }
    #[cfg(feature = "arrow")]
    assert_eq!(
        refused(&["-o", "a.parquet.gz"]),
        "error: files of the form `parquet` have no `.gz`: end the name `a.parquet.gz` before it\n"
    );
    assert_eq!(names(&folder), ["orders.csv"]);
}

/// The other commands have the same option.
#[test]
fn operations_and_descriptions_go_to_files() {
    let folder = folder("file_operations");
    for (command, form) in [(&["operations", "shop.xml"][..], "csv"), (&["describe", "shop.xml", "FindOrders"], "json")]
    {
        let (_, printed, _) = run(&folder, &[command, &["--format", form]].concat());
        let file = format!("result.{form}");
        ends(run(&folder, &[command, &["-o", &file]].concat()), (0, "", ""));
        assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), printed, "{command:?}");
    }
    for (arguments, why) in [
        (["operations", "shop.xml", "--output", "table"].as_slice(), "that is the name of a form: `--format table`"),
        (&["describe", "shop.xml", "--output", "json"], "that is the name of a form: `--format json`"),
        (
            &["describe", "shop.xml", "--format", "text", "-o", "a.json"],
            "`--format text` and a file that ends in `.json`",
        ),
        (&["schema", "-o", "text"], "that is the name of a form"),
    ] {
        let (code, out, err) = run(&folder, arguments);
        assert!(code == 2 && out.is_empty() && err.contains(why), "{arguments:?}: {code} {err}");
    }
}

/// A file of a night has the rows of a whole night.
#[test]
fn a_file_gets_its_name_when_it_is_complete() {
    let folder = folder_with("file_complete", &[("a.csv", "yesterday")]);
    let rows = "<Order><Id>7</Id><To>x</To></Order>".repeat(20_000);
    let part = cut(&response(&rows));
    for name in ["a.csv", "b.jsonl", "c.csv.gz"] {
        let (code, out, err) = report_in(&folder, part.clone(), &["-o", name]);
        assert!(code == 6 && out.is_empty() && err.contains("the result is incomplete: "), "{name}: {code} {err}");
    }
    assert_eq!(names(&folder), ["a.csv"]);
    assert_eq!(fs::read_to_string(folder.join("a.csv")).unwrap(), "yesterday");
    let (code, ..) = report_in(&folder, response(ROWS), &["-o", "a.csv"]);
    assert_eq!((code, fs::read_to_string(folder.join("a.csv")).unwrap().as_str()), (0, CSV));
}

#[cfg(unix)]
#[test]
fn no_link_is_followed_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = folder_with("file_links", &[("precious", "mine")]);
    symlink("precious", folder.join("a.csv")).unwrap();
    fs::write(folder.join("b.csv"), "").unwrap();
    fs::set_permissions(folder.join("b.csv"), fs::Permissions::from_mode(0o600)).unwrap();
    for name in ["a.csv", "b.csv"] {
        assert_eq!(report_in(&folder, response(ROWS), &["-o", name]), (0, String::new(), String::new()));
        let known = fs::symlink_metadata(folder.join(name)).unwrap();
        assert!(known.is_file() && fs::read_to_string(folder.join(name)).unwrap() == CSV, "{name}");
    }
    assert_eq!(fs::read_to_string(folder.join("precious")).unwrap(), "mine");
    assert_eq!(fs::metadata(folder.join("b.csv")).unwrap().permissions().mode() & 0o777, 0o600);
    // A device is written, not replaced.
    ends(report_in(&folder, response(ROWS), &["-o", "/dev/null", "--format", "csv"]), (0, "", ""));
    ends(report_in(&folder, response(ROWS), &["-o", "/dev/stdout", "--format", "csv"]), (0, CSV, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_on_a_full_disk_is_named() {
    for form in ["csv", "xlsx"] {
        let (code, _, err) = report_in(&folder("file_full"), response(ROWS), &["-o", "/dev/full", "--format", form]);
        assert!(code == 1 && err.starts_with("error: cannot write /dev/full: "), "{code} {err}");
    }
}

/// Marks, separators and guards are for spreadsheets, in each way that a result becomes CSV.
#[test]
fn csv_is_written_for_spreadsheets() {
    let folder = folder("file_csv");
    let rows = "<Order><Id>-7</Id><To>=1+1</To><Price>-1.50</Price></Order><Order><Id>8</Id><To>a;b</To></Order>";
    let options = ["--format", "csv", "--bom", "--separator", ";", "--guard-formulas"];
    let out = quiet(report_in(&folder, response(rows), &options));
    assert_eq!(out, "\u{feff}Id;To;Price\r\n-7;'=1+1;-1.50\r\n8;\"a;b\";\r\n");
    let (url, _) = serve(result("FindOrders", "<Order><Id>-7</Id><CustomerID>@x</CustomerID></Order>"));
    let fixed = ["call", "shop.xml", "FindOrders", "--base-url", &url];
    let call = [&fixed[..], &["--format", "csv", "--separator=tab", "--guard-formulas"]].concat();
    let (code, out, err) = run(&folder, &call);
    let line = out.lines().nth(1).unwrap_or_default();
    assert!(code == 0 && line.starts_with("-7\t'@x\t"), "{code} {out} {err}");
    for option in ["--bom", "--separator=;", "--guard-formulas"] {
        let name = option.split('=').next().unwrap();
        let expected = format!(
            "error: `{name}` is for CSV, and the result is written as `json`: add `--format csv`, or leave `{name}` out\n"
        );
        ends(whole_in(&folder, response(rows), &["--format", "json", option]), (2, "", &expected));
    }
    let (code, _, err) = report_in(&folder, response(rows), &["--format", "csv", "--separator", "ab"]);
    assert!(code == 2 && err.contains("a separator is one character, such as `;`, or `tab`"), "{code} {err}");
}

/// One answer for the command and for REST.
#[test]
fn all_arguments_that_are_wrong_are_named_before_the_call() {
    let folder = folder("file_all_wrong");
    let (url, requests) = serve(soap(""));
    let fixed = ["call", "shop.xml", "FindOrders", "--base-url", &url, "--format", "json"];
    let wrong = ["--bom", "--guard-formulas", "--table", "Orders", "--nope", "1", "--textt", "x"];
    let (code, out, err) = run(&folder, &[&fixed[..], &wrong].concat());
    let expected = "\
error: `--table` is for forms of rows, and the result is written as `json`: add `--format csv`, or leave `--table` out
error: `--bom` and `--guard-formulas` are for CSV, and the result is written as `json`: add `--format csv`, or leave them out
error: the result has no table `Orders`; there are: FindOrdersResult
error: FindOrders has no parameter `nope`; it takes: ";
    assert!(
        err.starts_with(expected)
            && err.ends_with("error: FindOrders has no parameter `textt`; did you mean `text`?\n"),
        "{err}"
    );
    assert_eq!((code, out.as_str()), (2, ""));
    // The mistake after which the command cannot read on comes last.
    let (_, _, err) = run(&folder, &[&["call", "shop.xml", "Nothing"], &fixed[3..], &["--bom"]].concat());
    let mut lines = err.lines();
    assert!(lines.next().unwrap().starts_with("error: `--bom` is for CSV, "), "{err}");
    assert!(lines.next().unwrap().contains("Nothing"), "{err}");
    assert!(requests.try_recv().is_err(), "something was sent");
}

/// A blank line is skipped by readers, and so the row would be.
#[test]
fn a_null_in_the_only_column_is_no_blank_line() {
    let rows = "<Item><Name>nail</Name></Item><Item/><Item><Name/></Item>";
    let (url, _) = serve(response(rows));
    let folder = folder_with("file_one_column", &[("reports.xml", SPEC)]);
    let call = ["call", "reports.xml", "Report", "--base-url", &url, "--table", "Item", "--format", "csv"];
    ends(run(&folder, &call), (0, "Name\r\nnail\r\n\"\"\r\n\"\"\r\n", ""));
}

/// Half a Parquet file is none, on standard output too.
#[cfg(feature = "arrow")]
#[test]
fn parquet_is_written_complete_or_not_at_all() {
    let folder = folder("file_parquet");
    assert_eq!(report_in(&folder, response(ROWS), &["-o", "a.parquet"]), (0, String::new(), String::new()));
    let (url, _) = serve(response(ROWS));
    let call = ["call", "reports.xml", "Report", "--base-url", &url, "--table", "Order", "--format", "parquet"];
    let printed = super::asmx(&folder, &call);
    assert_eq!(printed.status.code(), Some(0));
    fs::write(folder.join("b.parquet"), &printed.stdout).unwrap();
    for name in ["a.parquet", "b.parquet"] {
        let expected = ["{Id: 7, To: \"東京, \"a\"\", Price: 1.500000000}", "{Id: 12, To: \"\", Price: null}"];
        assert_eq!(parquet_rows(&folder, name), expected, "{name}");
    }
    let (url, _) = serve(soap("<ReportResponse xmlns=\"urn:shop\"/>"));
    let (code, out, err) = run(&folder, &["call", "reports.xml", "Report", "--base-url", &url, "-o", "none.parquet"]);
    assert!(code == 6 && out.is_empty() && err.contains("error: the response has no table"), "{code} {err}");
    assert_eq!(names(&folder), ["a.parquet", "b.parquet"]);
}

/// Rows of Arrow: the stream, or the file.
#[cfg(feature = "arrow")]
#[test]
fn arrow_is_a_file_or_a_stream_by_its_ending() {
    use arrow_ipc::reader::{FileReader, StreamReader};
    let folder = folder("file_arrow");
    for name in ["a.arrow", "a.feather", "a.arrows"] {
        assert_eq!(report_in(&folder, response(ROWS), &["-o", name]), (0, String::new(), String::new()), "{name}");
        let file = fs::File::open(folder.join(name)).unwrap();
        let rows: usize = if name == "a.arrows" {
            StreamReader::try_new(file, None).unwrap().map(|batch| batch.unwrap().num_rows()).sum()
        } else {
            FileReader::try_new(file, None).unwrap().map(|batch| batch.unwrap().num_rows()).sum()
        };
        assert_eq!(rows, 2, "{name}");
    }
}

#[cfg(feature = "arrow")]
fn parquet_rows(folder: &Path, name: &str) -> Vec<String> {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    let file = SerializedFileReader::new(fs::File::open(folder.join(name)).unwrap()).unwrap();
    file.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect()
}

#[cfg(feature = "arrow")]
#[test]
fn forms_of_columns_are_chosen() {
    let folder = folder("file_as");
    let rows = "<Order><Id>7</Id><To>x</To><Price>1.5</Price></Order>";
    for (form, expected) in [
        ("Price=2", "{Id: 7, To: \"x\", Price: 1.50}"),
        ("Price=text", "{Id: 7, To: \"x\", Price: \"1.5\"}"),
        ("*=text", "{Id: \"7\", To: \"x\", Price: \"1.5\"}"),
    ] {
        let written = report_in(&folder, response(rows), &["-o", "a.parquet", "--as", form]);
        assert_eq!(written, (0, String::new(), String::new()), "{form}");
        assert_eq!(parquet_rows(&folder, "a.parquet"), [expected], "{form}");
    }
    for (arguments, why) in [
        (
            ["--as", "Price=money"].as_slice(),
            "a column is `text`, `wall` (local times), `utc` (instants), or its number of digits",
        ),
        (&["--as", "Price"], "write COLUMN=FORM, such as `Price=2`"),
        (&["--as", "Price=2", "--as", "Price=3"], "`--as` is given twice for the column `Price`"),
        (
            &["--as", "Price=2", "--format", "csv"],
            "`--as` is for Arrow and Parquet, and the result is written as `csv`",
        ),
    ] {
        let file = if arguments.len() == 4 && arguments[2] == "--format" { "a.csv" } else { "b.parquet" };
        let (code, out, err) = report_in(&folder, response(rows), &[arguments, &["-o", file]].concat());
        assert!(code == 2 && out.is_empty() && err.contains(why), "{arguments:?}: {code} {err}");
    }
    // A value that the column cannot hold is named with the way to hold it.
    let wrong = "<Order><Id>7</Id><Price>cheap</Price></Order>";
    let (code, _, err) = report_in(&folder, response(wrong), &["-o", "b.parquet"]);
    assert!(code == 6 && err.contains("cheap") && err.contains("`--as 'Price=text'`"), "{code} {err}");
    assert_eq!(names(&folder), ["a.parquet"]);
}

/// A service that is newer than its schema: what is declared is written whole, and the exit code says that there is more.
#[cfg(feature = "arrow")]
#[test]
fn undeclared_columns_are_noted_and_declared_ones_written() {
    let folder = folder("file_undeclared");
    let rows = "<Order><Id>7</Id><Extra>1</Extra></Order>";
    let note = "note: column `Extra` is left out: no schema declares it\n";
    let (code, _, err) = report_in(&folder, response(rows), &["-o", "a.parquet"]);
    assert!(code == 6 && err.starts_with(note) && err.contains("`--ignore-undeclared` accepts it"), "{code} {err}");
    assert_eq!(parquet_rows(&folder, "a.parquet"), ["{Id: 7, To: null, Price: null}"]);
    ends(report_in(&folder, response(rows), &["-o", "b.parquet", "--ignore-undeclared"]), (0, "", note));
    assert_eq!(parquet_rows(&folder, "b.parquet"), ["{Id: 7, To: null, Price: null}"]);
}

/// The XML of a part of a spreadsheet.
#[cfg(feature = "xlsx")]
fn part(folder: &Path, name: &str, part: &str) -> String {
    let mut archive = zip::ZipArchive::new(fs::File::open(folder.join(name)).unwrap()).unwrap();
    let mut text = String::new();
    archive.by_name(part).unwrap().read_to_string(&mut text).unwrap();
    text
}

/// Two ways: rows that stream, and results that are read whole.
#[cfg(feature = "xlsx")]
#[test]
fn a_spreadsheet_has_a_sheet_for_each_table() {
    let folder = folder_with("file_xlsx", &[("reports.xml", SPEC)]);
    let (url, _) = serve(response(ROWS));
    let call = ["call", "reports.xml", "Report", "--base-url", &url];
    ends(run(&folder, &[call.as_slice(), &["-o", "all.xlsx"]].concat()), (0, "", ""));
    let names = part(&folder, "all.xlsx", "xl/workbook.xml");
    assert!(names.contains("name=\"Order\"") && names.contains("name=\"Item\""), "{names}");
    let sheet = part(&folder, "all.xlsx", "xl/worksheets/sheet1.xml");
    assert!(sheet.contains("<c r=\"A2\"><v>7</v></c>") && sheet.contains("<c r=\"C2\"><v>1.5</v></c>"), "{sheet}");
    assert!(sheet.contains("東京, \"a\""), "{sheet}");
    assert!(part(&folder, "all.xlsx", "xl/worksheets/sheet2.xml").contains("<is><t>nail</t></is>"));
    // One table, on standard output.
    let printed = super::asmx(&folder, &[call.as_slice(), &["--format", "xlsx", "--table", "Item"]].concat());
    assert_eq!((printed.status.code(), super::cli::err(&printed).as_str()), (Some(0), ""));
    fs::write(folder.join("item.xlsx"), &printed.stdout).unwrap();
    assert!(part(&folder, "item.xlsx", "xl/worksheets/sheet1.xml").contains("<is><t>nail</t></is>"));
    let orders = "<Order><Id>7</Id><CustomerID>=1+1</CustomerID><State>Open</State></Order>";
    let (url, _) = serve(result("FindOrders", orders));
    ends(run(&folder, &["call", "shop.xml", "FindOrders", "--base-url", &url, "-o", "orders.xlsx"]), (0, "", ""));
    let sheet = part(&folder, "orders.xlsx", "xl/worksheets/sheet1.xml");
    assert!(sheet.contains("<c r=\"A2\"><v>7</v></c>") && sheet.contains("<is><t>=1+1</t></is>"), "{sheet}");
    assert!(!sheet.contains("<f>"), "{sheet}");
}

/// A response that breaks off makes no spreadsheet, and a null result none either.
#[cfg(feature = "xlsx")]
#[test]
fn half_a_spreadsheet_is_none() {
    let folder = folder("file_half_xlsx");
    let part = cut(&response(&"<Order><Id>7</Id></Order>".repeat(20_000)));
    let (code, out, err) = report_in(&folder, part, &["-o", "a.xlsx"]);
    assert!(code == 6 && out.is_empty() && err.contains("the result is incomplete: "), "{code} {err}");
    let (url, _) = serve(soap("<ReportResponse xmlns=\"urn:shop\"/>"));
    let (code, out, err) = run(&folder, &["call", "reports.xml", "Report", "--base-url", &url, "-o", "a.xlsx"]);
    assert!(code == 6 && out.is_empty() && err.contains("error: the response has no table"), "{code} {err}");
    assert!(names(&folder).is_empty());
}

/// The names of tables are a server's, and those of files the person's.
#[test]
fn each_table_has_a_file() {
    let folder = folder_with("file_tables", &[("reports.xml", SPEC)]);
    fs::create_dir(folder.join("out")).unwrap();
    let call = |response: String, arguments: &[&str]| {
        let (url, _) = serve(response);
        run(&folder, &[&["call", "reports.xml", "Report", "--base-url", &url], arguments].concat())
    };
    let out = quiet(call(response(ROWS), &["-o", "out/night-{table}.csv"]));
    assert_eq!(out, "wrote out/night-Order.csv: Order\nwrote out/night-Item.csv: Item\n");
    assert_eq!(fs::read_to_string(folder.join("out/night-Order.csv")).unwrap(), CSV);
    // Files of earlier nights stay, with a note.
    fs::rename(folder.join("out/night-Item.csv"), folder.join("out/night-Gone.csv")).unwrap();
    let (code, out, err) = call(response(ROWS), &["-o", "out/night-{table}.csv"]);
    assert_eq!((code, err.as_str()), (0, "note: of no table of this result, and left as it was: out/night-Gone.csv\n"));
    assert_eq!(out, "wrote out/night-Order.csv: Order\nwrote out/night-Item.csv: Item\n");
    assert_eq!(fs::read_to_string(folder.join("out/night-Item.csv")).unwrap(), "Name\r\nnail\r\n");
    let hostile = response("<Order><Id>7</Id></Order>").replace("\"Order\"", "\"CON\"");
    let hostile = hostile.replace("<Order>", "<CON>").replace("</Order>", "</CON>");
    let out = quiet(call(http_of(&hostile), &["-o", "out/{table}.jsonl"]));
    assert!(out.starts_with("wrote out/_CON.jsonl: CON\n"), "{out}");
    // Only the chosen one.
    let (code, out, _) = call(response(ROWS), &["-o", "out/{table}.ndjson", "--table", "Item"]);
    assert_eq!((code, out.as_str()), (0, "wrote out/Item.ndjson: Item\n"));
    // A response that breaks off leaves no file.
    let part = cut(&response(&"<Order><Id>7</Id></Order>".repeat(20_000)));
    let (code, out, err) = call(part, &["-o", "out/half-{table}.csv"]);
    assert!(code == 6 && out.is_empty() && err.contains("the result is incomplete: "), "{code} {err}");
    let remaining: Vec<String> = names(&folder.join("out"));
    assert!(!remaining.iter().any(|name| name.starts_with("half-") || name.contains(".new")), "{remaining:?}");
    for (file, why) in [
        ("nowhere/{table}.csv", "there is no folder nowhere for the files of the tables: make it first"),
        ("{table}/a.csv", "`{table}` stands in the name of a file, and not in that of a folder"),
        ("{table}.json", "is for forms with a table a file, such as csv and parquet, and `json` has all tables in one"),
    ] {
        fails(2, call(response(ROWS), &["-o", file]), why);
    }
    // A result that is read whole.
    fs::create_dir(folder.join("lists")).unwrap();
    let (url, _) = serve(result("FindOrders", "<Order><Id>7</Id><State>Open</State></Order>"));
    let written = run(&folder, &["call", "shop.xml", "FindOrders", "--base-url", &url, "-o", "lists/{table}.csv"]);
    ends(written, (0, "wrote lists/FindOrdersResult.csv: FindOrdersResult\n", ""));
    assert!(fs::read_to_string(folder.join("lists/FindOrdersResult.csv")).unwrap().starts_with("Id,CustomerID,"));
}

/// The response with its length.
fn http_of(response: &str) -> String {
    http("200 OK", "text/xml; charset=utf-8", response.split_once("\r\n\r\n").unwrap().1)
}

#[test]
fn a_word_in_braces_that_stands_for_nothing_is_refused() {
    let folder = folder("file_words");
    let expected = "error: `{tabel}` in `{tabel}.csv`: only `{table}` stands for something\n";
    ends(whole_in(&folder, response(ROWS), &["-o", "{tabel}.csv"]), (2, "", expected));
    assert_eq!(names(&folder), [] as [&str; 0]);
}
