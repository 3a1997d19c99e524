//! The forms of results and of dry runs, and the list of operations.

use std::process::{Command, Stdio};

use serde_json::json;
use unicode_width::UnicodeWidthStr;

use super::server::{ORDERS, result, serve, soap};
use super::table::table;
use super::{ended, ends, fails, folder, quiet, run};
use asmx_gateway::rows::Grid;
use asmx_gateway::tables::{TableShape, all};

fn printed(test: &str, arguments: &[&str]) -> String {
    let (url, _) = serve(soap(ORDERS));
    quiet(run(&folder(test), &[&["call", "shop.xml", "FindOrders", "--base-url", &url], arguments].concat()))
}

#[test]
fn a_result_has_five_forms() {
    let forms = ["table", "json", "jsonl", "csv"].map(|form| printed(form, &["--format", form]).replace('\r', "^M"));
    insta::assert_snapshot!([forms.as_slice(), &[printed("full", &["--full"])]].concat().join("\n"));
    let raw = printed("raw", &["--format", "raw"]);
    assert!(raw.starts_with("<soap:Envelope ") && raw.contains("東京\u{202e}"), "{raw}");
}

/// The document knows all tables of the result.
#[test]
fn a_table_that_no_result_has_is_refused_before_the_call() {
    let (url, requests) = serve(soap(ORDERS));
    let fixed = ["call", "shop.xml", "FindOrders", "--base-url", &url, "--format", "csv", "--table", "Sent"];
    let expected = "error: the result has no table `Sent`; there are: FindOrdersResult\n";
    ends(run(&folder("no_table"), &fixed), (2, "", expected));
    assert!(requests.try_recv().is_err(), "something was sent");
}

/// One in each row would hide the result.
#[test]
fn few_deviations_are_shown_and_all_of_them_with_verbose() {
    let orders: Vec<String> = (0..9).map(|number| format!("<Order><N{number}/></Order>")).collect();
    let (url, _) = serve(result("FindOrders", &orders.concat()));
    let notes = |arguments: &[&str]| {
        let fixed = ["call", "shop.xml", "FindOrders", "--base-url", &url];
        let (_, err) = ended(0, run(&folder("deviations"), &[&fixed, arguments].concat()));
        let notes: Vec<_> = err.lines().filter(|line| line.starts_with("note: ")).map(str::to_owned).collect();
        (notes.len(), notes.last().cloned().unwrap_or_default())
    };
    let (all, _) = notes(&["-v"]);
    let more = format!("note: and in {} more places, which -v shows", all - 3);
    assert!(all > 6);
    assert_eq!(notes(&[]), (4, more));
}

#[test]
fn verbose_shows_heads_and_twice_bodies() {
    let (url, _) = serve(soap(ORDERS));
    let messages = |verbose| {
        let call = ["call", "shop.xml", "FindOrders", "--text", "x", verbose, "--base-url", &url];
        ended(0, run(&folder(verbose), &call)).1
    };
    let (heads, bodies) = (messages("-v"), messages("-vv"));
    assert!(heads.contains("> POST /shop.asmx") && heads.contains("< 200 OK") && !heads.contains("<Text>"), "{heads}");
    assert!(bodies.contains("<Text>x</Text>") && bodies.contains("<Id>7</Id>"), "{bodies}");
}

#[test]
fn a_dry_run_is_http_or_a_command_of_curl() {
    let folder = folder("dry");
    let request = |form| {
        let fixed = ["call", "shop.xml", "FindOrders", "--text", "it's", "--base-url", "https://shop.example", form];
        quiet(run(&folder, &fixed))
    };
    insta::assert_snapshot!([request("--dry-run"), request("--dry-run=curl")].join("\n"));
    let hidden = ["call", "shop.xml", "FindOrders", "--text", "a\u{200f}b", "--base-url", "https://shop.example"];
    let (_, curl, _) = run(&folder, &[&hidden[..], &["--dry-run=curl"]].concat());
    assert!(curl.contains("<Text>a&#x200f;b</Text>"), "curl sends the same text: {curl}");
    // A write asks only if it is sent, and so does `http://`.
    quiet(run(&folder, &["call", "shop.xml", "Ring", "--base-url", "http://shop.example", "--dry-run"]));
}

#[test]
fn operations_are_listed_with_effect_and_transports() {
    let folder = folder("operations");
    let out = quiet(run(&folder, &["operations", "shop.xml", "--format", "table"]));
    run(&folder, &["wsdl", "shop.xml", "--out-dir", "."]);
    let (_, of_wsdl, _) = run(&folder, &["operations", "shop.wsdl", "--format", "csv"]);
    let (_, json, _) = run(&folder, &["operations", "shop.xml", "--only", "Find*", "--only", "R?ng"]);
    insta::assert_snapshot!([out, of_wsdl.replace('\r', ""), json].join("\n"));
    let unknown = "error: `Shop` has no operation `Finds*`; did you mean `FindOrders`?\n";
    ends(run(&folder, &["operations", "shop.xml", "--only", "Ring", "--only", "Finds*"]), (2, "", unknown));
    fails(2, run(&folder, &["operations", "missing.xml"]), "cannot read missing.xml");
}

fn grid(shape: TableShape, result: &serde_json::Value) -> Grid {
    all(&[shape], result).remove(0).grid()
}

fn rows() -> Grid {
    let rows = json!([
        { "id": 7, "title": "東京の本", "note": null },
        { "id": 12, "title": "a title that goes on and on", "note": "\u{1b}[31mred" },
    ]);
    grid(TableShape::of_rows(["id", "title", "note"]), &rows)
}

#[test]
fn tables_fit_the_width_and_align_wide_characters() {
    let texts = [None, Some(30), Some(12)].map(|width| table(&rows(), width).unwrap());
    insta::assert_snapshot!(texts.join("\n"));
    for width in 1..80 {
        let text = table(&rows(), Some(width)).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('('));
        assert!(lines.map(UnicodeWidthStr::width).all(|wide| wide <= width), "{width}:\n{text}");
    }
}

#[test]
fn tables_of_a_dataset_have_their_declared_columns() {
    let result = json!({ "tables": [
        { "name": "Sent", "columns": [{ "name": "Id", "type": "xs:int" }, { "name": "To", "type": "xs:string" }],
          "rows": [{ "Id": "7", "To": "" }, { "Id": "12" }] },
        { "name": "Empty", "columns": [{ "name": "A", "type": "xs:string" }], "rows": [] },
    ] });
    let all = all(&[TableShape::of_data_set()], &result);
    let texts: Vec<_> = all.iter().map(|data_table| table(&data_table.grid(), None).unwrap()).collect();
    insta::assert_snapshot!(texts.join("\n"));
}

/// A cell wider than any format width is whole where there is no terminal, and pads no other line.
#[test]
fn wide_cells_are_whole_and_pad_nothing() {
    let letters = "x".repeat(70_000);
    let mut rows: Vec<_> = (0..1_000).map(|row| json!({ "Text": row.to_string(), "N": row })).collect();
    rows.push(json!({ "Text": letters, "N": 1_000 }));
    let grid = grid(TableShape::of_rows(["Text", "N"]), &json!(rows));
    let text = table(&grid, None).unwrap();
    assert!(text.contains(&letters) && text.len() < 70_000 + 1_100 * 210, "{}", text.len());
    assert!(text.lines().all(|line| !line.contains('\u{2500}') || line.chars().count() == 206));
    let cut = table(&grid, Some(40)).unwrap();
    assert!(cut.lines().all(|line| line.width() <= 40) && cut.contains('…'));
}

/// 1,000 columns of 10,000 empty rows.
#[test]
fn a_table_of_blanks_is_refused_where_all_columns_are_printed() {
    let names = (0..1_000).map(|column| format!("Column{column}"));
    let columns: Vec<_> = names.map(|name| json!({ "name": name, "type": "xs:string" })).collect();
    let rows = vec![json!({}); 10_000];
    let result = json!({ "tables": [{ "name": "T", "columns": columns, "rows": rows }] });
    let grid = grid(TableShape::of_data_set(), &result);
    let error = table(&grid, None).unwrap_err().to_string();
    assert!(error.ends_with("print lines of JSON with `--format jsonl`, which leave empty cells out"), "{error}");
    assert!(table(&grid, Some(80)).unwrap().len() < 10_000 * 81);
}

/// As in `asmx operations shop.xml | head -1`.
#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
    command.current_dir(folder("head")).args(["operations", "shop.xml"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

/// The length of a body tells the length of a password in it.
#[test]
fn a_dry_run_tells_nothing_of_the_length_of_a_secret() {
    let folder = folder("dry_length");
    std::fs::write(folder.join("profiles.toml"), "[s]\nusername = 'ann'\npassword = 'hunter2word'\n").unwrap();
    let fixed = ["call", "shop.xml", "FindOrders", "--base-url", "http://127.0.0.1:9", "--profile", "s"];
    let (code, out, err) = run(&folder, &[fixed.as_slice(), &["--dry-run"]].concat());
    assert!(
        code == 0 && out.contains("content-length: [redacted]\n") && out.contains("<Password>[redacted]<"),
        "{out}"
    );
    assert!(!err.contains("note: "), "{err}");
    let (_, out, err) = run(&folder, &[fixed.as_slice(), &["--dry-run=curl"]].concat());
    let note = "note: `[redacted]` stands for each secret: write it there before you run the command\n";
    assert!(out.contains("<Password>[redacted]<") && err.ends_with(note), "{out} {err}");
}

/// The codes of `check` and `diff` say what they found, unless nobody can read it.
#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_is_an_error_of_its_own() {
    let commands: [&[&str]; 9] = [
        &["explain", "--list"],
        &["check", "shop.xml"],
        &["diff", "shop.xml", "shop.xml"],
        &["lint", "shop.xml"],
        &["schema"],
        &["completions", "bash"],
        &["--help"],
        &["call", "--help"],
        &["--version"],
    ];
    for arguments in commands {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
        let output = command.current_dir(folder("full_report")).args(arguments).stdout(full).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        let is_told = error.ends_with("error: standard output: No space left on device (os error 28)\n");
        assert!(output.status.code() == Some(2) && is_told, "{arguments:?}: {:?} {error}", output.status);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
    command.current_dir(folder("full_disk")).args(["operations", "shop.xml"]).stdout(full).stderr(Stdio::piped());
    let output = command.spawn().unwrap().wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && error.starts_with("error: standard output: "), "{error}");
}

/// Half of a letter would be sent as another one.
#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf_8_are_refused() {
    use std::os::unix::ffi::OsStrExt as _;
    let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
    command.current_dir(folder("utf_8")).args(["call", "shop.xml", "FindOrders", "--dry-run", "--text"]);
    let output = command.arg(std::ffi::OsStr::from_bytes(b"\xe4")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
