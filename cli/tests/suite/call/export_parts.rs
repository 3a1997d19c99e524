//! `asmx export`: the parts that are complete, and the responses that are parts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::server::{self, column, result, serve, serve_by, soap, table};
use super::{cli, ends, fails, quiet, run};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <structure name="Order"><param name="Id" type="int" required="true"/><param name="Price" type="decimal"/></structure>
  <area name="orders" title="Orders">
    <operation name="FindOrders" effect="read">
      <doc>Finds orders.</doc>
      <param name="From" type="string" role="begin-date"/>
      <param name="To" type="string" role="end-date" end="inclusive" resolution="1d"/>
      <result type="Order" array="true"/>
    </operation>
    <operation name="Report" result="dataset" effect="read">
      <doc>A report.</doc>
      <param name="From" type="string" role="begin-date"/>
      <param name="To" type="string" role="end-date" end="inclusive" resolution="1d"/>
    </operation>
    <operation name="Text" result="xml" effect="read">
      <doc>A report.</doc>
      <param name="From" type="string" role="begin-date"/>
      <param name="To" type="string" role="end-date" end="inclusive" resolution="1d"/>
    </operation>
    <operation name="Lines" result="delimited" effect="read">
      <doc>A report.</doc>
      <param name="From" type="string" role="begin-date"/>
      <param name="To" type="string" role="end-date" end="inclusive" resolution="1d"/>
      <param name="RowDelimiter" type="string" role="row-delimiter"/>
      <param name="ColumnDelimiter" type="string" role="column-delimiter"/>
    </operation>
  </area>
</service>
"#;

fn folder(test: &str) -> PathBuf {
    let folder = cli::folder(&format!("export_parts_{test}"));
    fs::write(folder.join("shop.xml"), SPEC).unwrap();
    folder
}

fn orders(rows: &str) -> String {
    result("FindOrders", rows)
}

/// An export of Report with a part a day.
fn export_report(folder: &Path, url: &str, range: &str, more: &[&str]) -> (i32, String, String) {
    let fixed = ["export", "shop.xml", "Report", "--base-url", url, "--each", "day", "--range", range];
    run(folder, &[&fixed[..], more].concat())
}

fn export(folder: &Path, url: &str, arguments: &[&str]) -> (i32, String, String) {
    let fixed = ["export", "shop.xml", "FindOrders", "--base-url", url, "--each", "day"];
    run(folder, &[&fixed, arguments].concat())
}

#[test]
fn rows_of_another_name_are_no_empty_part() {
    let folder = folder("names");
    let (url, _) = serve(orders("<OrderV2><Id>1</Id></OrderV2>"));
    for file in ["l/{from}.jsonl", "c/{from}.csv"] {
        let arguments = ["--range", "2026-11-20..2026-11-22", "-o", file];
        let (code, out, err) = export(&folder, &url, &arguments);
        assert_eq!(code, 6, "{out}{err}");
        assert_eq!(out, "3 parts: 0 written, 0 were there, 3 are missing\n");
        assert!(err.contains("`FindOrdersResult.OrderV2`. `--ignore-undeclared` accepts it, `--format json`"), "{err}");
        assert!(!folder.join(file.replace("{from}", "2026-11-20")).exists());
        assert_eq!(export(&folder, &url, &[&arguments[..], &["--ignore-undeclared"]].concat()).0, 0);
    }
}

/// The day before the machine's today or two days before it, and the day after: the zones are 26 hours apart.
const EARLIER: &str = "Etc/GMT+12";
const LATER: &str = "Etc/GMT-14";

fn export_in(zone: &str, folder: &Path, url: &str, arguments: &[&str]) -> (i32, String, String) {
    let fixed = ["export", "shop.xml", "FindOrders", "--base-url", url];
    let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
    command.current_dir(folder).args(fixed).args(arguments).stdin(Stdio::null()).env("TZ", zone);
    let output = command.output().unwrap();
    (output.status.code().unwrap(), cli::out(&output), cli::err(&output))
}

/// An export of orders of a range of days in a zone.
fn days_in(zone: &str, folder: &Path, url: &str, range: &str) -> (i32, String, String) {
    export_in(zone, folder, url, &["--each", "day", "--range", range, "-o", "d/{from}.csv"])
}

/// The days of files of a folder, with their rows.
fn parts(folder: &Path) -> BTreeMap<String, usize> {
    let files = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let files = files.filter(|file| file.file_type().unwrap().is_file());
    let rows = |file: &fs::DirEntry| fs::read_to_string(file.path()).unwrap().lines().count() - 1;
    files.map(|file| (file.file_name().into_string().unwrap().replace(".csv", ""), rows(&file))).collect()
}

#[test]
fn a_day_that_is_not_over_is_fetched_again_until_it_is() {
    let folder = folder("today");
    let responses = AtomicUsize::new(0);
    // Each response has one record more.
    let (url, requests) = serve_by(move |_| {
        let rows = responses.fetch_add(1, Ordering::SeqCst) + 1;
        orders(&"<Order><Id>1</Id><Price>1</Price></Order>".repeat(rows))
    });
    let run = |zone: &str, first: &str, last: &str| {
        (days_in(zone, &folder, &url, &format!("{first}..{last}")), requests.try_iter().count())
    };
    let ((code, out, err), calls) = run(EARLIER, "yesterday", "today");
    assert_eq!((code, calls), (0, 2), "{out}{err}");
    let days = parts(&folder.join("d"));
    let (yesterday, today) = (days.keys().next().unwrap().clone(), days.keys().next_back().unwrap().clone());
    assert_eq!(err, format!("note: the day {today} is not over: the next run fetches its part anew\n"));
    assert_eq!(days.values().copied().collect::<Vec<_>>(), [1, 2]);
    // A part is fetched anew without `--again`, on its day and on the day after.
    assert_eq!(run(EARLIER, &yesterday, "today").1, 1);
    assert_eq!(parts(&folder.join("d"))[&today], 3);
    let ((code, _, err), calls) = run(LATER, &today, &today);
    assert_eq!((code, calls, err.as_str()), (0, 1, ""));
    assert_eq!(parts(&folder.join("d"))[&today], 4);
    // Now it is complete.
    let ((_, out, err), calls) = run(LATER, &yesterday, &today);
    assert_eq!((out.as_str(), calls, err.as_str()), ("2 parts: 0 written, 2 were there\n", 0, ""));
}

#[test]
fn an_early_part_that_the_range_lacks_is_noted() {
    let folder = folder("early");
    let (url, requests) = serve(orders(""));
    let run = |zone: &str| days_in(zone, &folder, &url, "today..today");
    assert_eq!(run(EARLIER).0, 0);
    let early = parts(&folder.join("d")).into_keys().next().unwrap();
    let (code, _, err) = run(LATER);
    assert_eq!(requests.try_iter().count(), 2);
    let note = format!("note: parts were fetched before they were over, and the range lacks them: {early}. ");
    assert!(code == 0 && err.contains(&note), "{code} {err}");
    // Marks that cannot be read are no absent marks.
    let early_folder = folder.join("d/.{from}.csv.export/early");
    fs::remove_dir_all(&early_folder).unwrap();
    fs::write(&early_folder, "").unwrap();
    fails(2, run(LATER), "error: cannot read d/.{from}.csv.export/early: ");
}

#[test]
fn days_to_come_are_left_out() {
    let folder = folder("future");
    let (url, requests) = serve(orders("<Order><Id>1</Id><Price>1</Price></Order>"));
    assert_eq!(days_in(EARLIER, &folder, &url, "today..today").0, 0);
    let today = parts(&folder.join("d")).into_keys().next().unwrap();
    requests.try_iter().count();
    let (code, out, err) = days_in(EARLIER, &folder, &url, &format!("{today}..2100-01-01"));
    assert_eq!((code, requests.try_iter().count()), (0, 1), "{err}");
    assert!(out.ends_with("1 parts: 1 written, 0 were there\n"), "{out}");
    assert!(err.contains(&format!("note: today is {today}: each day from ")), "{err}");
    let later = format!("error: `--range`: 9000-01-01 is later than today, {today}\n");
    ends(days_in(EARLIER, &folder, &url, "9000-01-01..9000-01-02"), (2, "", &later));
    // A plan has all parts of its range.
    let plan = ["--each", "day", "--range", "9000-01-01..9000-01-02", "-o", "d/{from}.csv", "--plan"];
    assert_eq!(quiet(export_in(EARLIER, &folder, &url, &plan)).lines().count(), 2);
}

#[test]
fn a_range_whose_first_part_is_not_over_says_so() {
    let folder = folder("month");
    let (url, requests) = serve(orders(""));
    assert_eq!(days_in(LATER, &folder, &url, "today..today").0, 0);
    let today = parts(&folder.join("d")).into_keys().next().unwrap();
    requests.try_iter().count();
    let range = format!("{}-01..today", &today[..7]);
    let (code, out, err) =
        export_in(LATER, &folder, &url, &["--each", "month", "--range", &range, "-o", "m/{from}.csv"]);
    let is_last_day = out.contains("1 written");
    let why = format!("note: nothing is exported: the first month, from {}-01 to {}-", &today[..7], &today[..7]);
    assert!(code == 0 && (err.starts_with(&why) || is_last_day), "{code} {out} {err}");
    // Days that can never be a whole part are a mistake.
    let range = format!("{}-02..today", &today[..7]);
    let (code, _, err) = export_in(LATER, &folder, &url, &["--each", "month", "--range", &range, "-o", "n/{from}.csv"]);
    assert!(code == 2 && err.contains("is within a month") || today.ends_with("-01"), "{code} {err}");
}

/// The log of a night has each fact once, and how many nights it holds for.
#[test]
fn a_deviation_of_several_parts_is_noted_with_their_number() {
    let folder = folder("notes");
    let (url, _) = serve(orders("<Order><Price>1</Price></Order>"));
    let (code, out, err) = export(&folder, &url, &["--range", "2026-01-01..2026-01-04", "-o", "d/{from}.csv"]);
    assert!(code == 0 && out.ends_with("4 parts: 4 written, 0 were there\n"), "{code} {out}");
    let notes: Vec<&str> = err.lines().collect();
    assert_eq!(notes.len(), 2, "{err}");
    let why = notes[0].strip_prefix("note: 2026-01-01: ").unwrap();
    assert!(why.contains("`FindOrdersResult/Order/Id`") || why.contains("Id"), "{why}");
    assert_eq!(notes[1], format!("note: 3 more parts, the last of them 2026-01-04: {why}"));
}

#[test]
fn numbers_and_forms_that_no_export_has_are_refused() {
    let folder = folder("refused");
    let (url, requests) = serve(orders(""));
    let fixed = ["--range", "2026-01-01..2026-01-04", "-o", "d/{from}.csv"];
    for (arguments, why) in [
        (["--jobs", "0"], "invalid value '0' for '--jobs <N>': write a whole number from 1 on"),
        (["--limit", "0"], "invalid value '0' for '--limit <RECORDS>': write a whole number from 1 on"),
        (["--format", "json"], "[possible values: jsonl, csv"),
    ] {
        fails(2, export(&folder, &url, &[&fixed[..], &arguments].concat()), why);
    }
    assert_eq!(requests.try_iter().count(), 0);
    let (_, help, _) = run(&folder, &["export", "--help"]);
    assert!(!help.contains("xlsx") && !help.contains("without FILE table on a terminal"), "{help}");
}

fn reports(content: &str) -> String {
    result("Report", content)
}

/// A DataSet with a table of these columns, and with these rows.
fn data_set(columns: &[(&str, &str)], rows: &str) -> String {
    let columns: String = columns.iter().map(|(name, kind)| column(name, kind)).collect();
    server::data_set(&table("T", &columns), rows)
}

/// The day that a request asks for.
fn day_of(request: &str) -> String {
    request.split_once("<From>").unwrap().1[..10].to_owned()
}

/// The bound of cells is that of a response: a short one behind long ones has few cells and few bytes.
#[test]
fn a_part_of_several_responses_may_end_with_a_short_one() {
    let names: Vec<String> = (0..20).map(|number| format!("C{number}")).collect();
    let columns: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "string")).collect();
    let response = |rows: usize| reports(&data_set(&columns, &"<T/>".repeat(rows)));
    let (all, most, one) = (response(20_000), response(19_999), response(1));
    let (url, _) = serve_by(move |request| match day_of(request).as_str() {
        "2026-11-16" if request.contains("2026-11-22") => all.clone(),
        "2026-11-16" => most.clone(),
        _ => one.clone(),
    });
    let forms: &[&str] = if cfg!(feature = "arrow") { &["csv", "parquet"] } else { &["csv"] };
    for form in forms {
        let folder = folder(&format!("short_{form}"));
        let fixed = ["export", "shop.xml", "Report", "--base-url", &url, "--each", "week", "--limit", "20000"];
        let file = format!("{{from}}.{form}");
        let (code, out, err) =
            run(&folder, &[&fixed[..], &["--range", "2026-11-16..2026-11-22", "-o", &file]].concat());
        assert!(code == 0 && out.contains("20000 rows, 3 calls"), "{form}: {code} {out}{err}");
    }
}

/// An empty day has the columns of the others, in the same run and in the next.
#[test]
fn a_part_of_lines_without_a_table_is_noted() {
    let null = soap("<ReportResponse xmlns=\"urn:shop\"/>");
    for (operation, response) in [("Report", null), ("Lines", result("Lines", ""))] {
        let (url, _) = serve(response);
        let fixed = ["export", "shop.xml", operation, "--base-url", &url, "--each", "day"];
        let range = ["--range", "2026-01-01..2026-01-01", "-o", "d/{from}.jsonl"];
        let (code, _, err) = run(&folder("no_lines"), &[fixed.as_slice(), &range].concat());
        let note = "note: 2026-01-01: the response has no table: its result is null or empty";
        assert!(code == 0 && err.starts_with(note), "{operation}: {code} {err}");
    }
}

#[test]
fn a_part_without_a_table_has_the_columns_of_the_others() {
    let mut files = vec!["d/{from}.csv"];
    if cfg!(feature = "arrow") {
        files.push("d/{from}.parquet");
    }
    let xml = "<R xmlns=\"\"><T><Id>7</Id></T></R>".to_owned();
    for (operation, filled, is_null) in [
        ("Report", data_set(&[("Id", "int"), ("At", "dateTime")], "<T><Id>7</Id></T>"), true),
        ("Text", xml, true),
        ("Lines", "7|x".to_owned(), false),
    ] {
        let nothing = if is_null { format!("<{operation}Response xmlns=\"urn:shop\"/>") } else { String::new() };
        let nothing = if is_null { soap(&nothing) } else { result(operation, "") };
        for file in &files {
            let folder = folder("empty");
            let (filled, nothing) = (result(operation, &filled), nothing.clone());
            let (url, _) =
                serve_by(move |request| if day_of(request) == "2026-01-02" { filled.clone() } else { nothing.clone() });
            let run = |range: &str| {
                let fixed = ["export", "shop.xml", operation, "--base-url", &url, "--each", "day"];
                run(&folder, &[&fixed[..], &["--range", range, "-o", file]].concat())
            };
            let (code, out, err) = run("2026-01-01..2026-01-01");
            assert!(
                code == 6 && err.contains("a spec can declare them (`<columns>`), or another part"),
                "{code} {err}"
            );
            assert!(out.ends_with("1 parts: 0 written, 0 were there, 1 are missing\n"), "{out}");
            let (code, out, err) = run("2026-01-01..2026-01-03");
            assert!(code == 0 && out.ends_with("3 parts: 3 written, 0 were there\n"), "{code} {out} {err}");
            let note = "the response has no table with columns: the file has the columns of 2026-01-02";
            assert!(err.contains(note), "{err}");
            assert_eq!(run("2026-01-04..2026-01-04").0, 0);
            let read = |day: &str| fs::read(folder.join(file.replace("{from}", day))).unwrap();
            for day in ["2026-01-03", "2026-01-04"] {
                assert_eq!(read("2026-01-01"), read(day), "{operation} {file}");
            }
            if *file == "d/{from}.csv" {
                let with_row = String::from_utf8(read("2026-01-02")).unwrap();
                let names = String::from_utf8(read("2026-01-01")).unwrap();
                assert_eq!(with_row.lines().next(), names.lines().next());
                assert_eq!((with_row.lines().count(), names.lines().count()), (2, 1));
            }
        }
    }
}

/// Types and names come from the response where no description has them. A change is said.
#[test]
fn columns_that_changed_are_noted() {
    let folder = folder("columns");
    let (url, _) = serve_by(|request| {
        let columns: &[(&str, &str)] = match day_of(request).as_str() {
            "2026-01-01" | "2026-01-02" => &[("Id", "int"), ("Old", "string")],
            _ => &[("Id", "string"), ("New", "string")],
        };
        reports(&data_set(columns, "<T><Id>7</Id></T>"))
    });
    let run = |range: &str| export_report(&folder, &url, range, &["-o", "d/{from}.csv"]);
    assert_eq!(run("2026-01-01..2026-01-02").2, "");
    let (code, _, err) = run("2026-01-03..2026-01-04");
    let changes = "`Old` is missing, `Id` was xs:int and is xs:string, `New` is new";
    let note = format!("note: 2026-01-03: the columns are others than those of 2026-01-02: {changes}\n");
    assert_eq!((code, err), (0, note));
}

/// A night without columns has those of the nearest night before it, however the range was cut into runs, and hides no change.
#[test]
fn a_part_without_columns_has_those_of_the_nearest_part_in_every_run() {
    let (url, _) = serve_by(|request| {
        let columns: &[(&str, &str)] = match day_of(request).as_str() {
            "2026-01-01" | "2026-01-03" => &[],
            "2026-01-02" => &[("Id", "int")],
            "2026-01-04" => return soap("<ReportResponse xmlns=\"urn:shop\"/>"),
            _ => &[("New", "string")],
        };
        reports(&data_set(columns, ""))
    });
    let runs: [&[&str]; 3] = [
        &["2026-01-01..2026-01-05"],
        &["2026-01-02..2026-01-02", "2026-01-03..2026-01-03", "2026-01-04..2026-01-05", "2026-01-01..2026-01-01"],
        &["2026-01-05..2026-01-05", "2026-01-02..2026-01-04", "2026-01-01..2026-01-01"],
    ];
    for ranges in runs {
        let folder = folder("nearest");
        let run = |range: &&str| export_report(&folder, &url, range, &["-o", "d/{from}.csv"]);
        let ends: Vec<(i32, String, String)> = ranges.iter().map(run).collect();
        let notes: String = ends.iter().map(|(_, _, err)| err.as_str()).collect();
        assert!(ends.iter().all(|(code, ..)| *code == 0), "{notes}");
        let names = |day: u8| fs::read_to_string(folder.join(format!("d/2026-01-0{day}.csv"))).unwrap();
        assert_eq!([1, 2, 3, 4, 5].map(names), ["Id\r\n", "Id\r\n", "Id\r\n", "Id\r\n", "New\r\n"], "{ranges:?}");
        let change = if ranges.len() == 3 {
            "2026-01-02: the columns are others than those of 2026-01-05: `New` is missing, `Id` is new"
        } else {
            "2026-01-05: the columns are others than those of 2026-01-02: `Id` is missing, `New` is new"
        };
        assert!(notes.contains(change), "{notes}");
        let of = "the response has no table with columns: the file has the columns of 2026-01-02";
        assert!(notes.contains(of) && !notes.contains("of 2026-01-03"), "{notes}");
    }
}

#[test]
fn a_part_that_waits_for_columns_is_named_where_a_run_fails() {
    let folder = folder("waits");
    let (url, _) = serve_by(|request| match day_of(request).as_str() {
        "2026-01-01" => soap("<ReportResponse xmlns=\"urn:shop\"/>"),
        _ => server::fault("out of order"),
    });
    let (code, out, err) = export_report(&folder, &url, "2026-01-01..2026-01-03", &["-o", "d/{from}.csv"]);
    assert!(code == 3 && out.ends_with("3 parts: 0 written, 0 were there, 3 are missing\n"), "{code} {out}");
    let note = "note: 2026-01-01: the response has no table with columns: it waits for the columns of others, and the next run fetches it again\n";
    assert!(err.contains(note), "{err}");
}

/// Something else may leave an empty file, and a day without rows is one of lines.
#[test]
fn an_empty_file_counts_as_a_part_only_where_parts_may_be_empty() {
    for (file, has_plan, is_part) in
        [("d/{from}.csv", true, false), ("d/{from}.jsonl", false, false), ("d/{from}.jsonl", true, true)]
    {
        let folder = folder("left");
        let (url, requests) = serve(orders("<Order><Id>1</Id><Price>1</Price></Order>"));
        if has_plan {
            assert_eq!(export(&folder, &url, &["--range", "2026-01-02..2026-01-02", "-o", file]).0, 0);
            requests.try_iter().count();
        }
        fs::create_dir_all(folder.join("d")).unwrap();
        fs::write(folder.join(file.replace("{from}", "2026-01-01")), "").unwrap();
        assert_eq!(export(&folder, &url, &["--range", "2026-01-01..2026-01-01", "-o", file]).0, 0);
        assert_eq!(requests.try_iter().count(), usize::from(!is_part), "{file} {has_plan}");
    }
}

/// The schema of another night may list another table first.
#[test]
fn every_part_has_the_rows_of_one_table() {
    let folder = folder("one_table");
    let (url, _) = serve_by(|request| {
        let (first, second) = (table("T", &column("Id", "int")), table("U", &column("No", "int")));
        let tables = if day_of(request) == "2026-01-02" { second + &first } else { first + &second };
        reports(&server::data_set(&tables, "<T><Id>7</Id></T><U><No>1</No></U>"))
    });
    let run = |range: &str| export_report(&folder, &url, range, &["-o", "d/{from}.csv"]);
    let (code, out, err) = run("2026-01-01..2026-01-03");
    assert!(code == 6 && out.ends_with("3 parts: 2 written, 0 were there, 1 are missing\n"), "{code} {out}");
    let why = "the first table is `U`, and the parts before have the rows of `T`: choose one with `--table`";
    assert!(err.contains(why) && !folder.join("d/2026-01-02.csv").exists(), "{err}");
    // The next run knows the table.
    assert!(run("2026-01-02..2026-01-02").0 == 6);
}

#[cfg(feature = "arrow")]
#[test]
fn columns_of_one_name_have_one_type_in_all_files() {
    let folder = folder("one_type");
    let (url, _) = serve_by(|request| {
        let with_schema = data_set(&[("Id", "int")], "<T><Id>7</Id></T>");
        let (schema, end) = (with_schema.find("<xs:schema").unwrap(), with_schema.find("<d:diffgram").unwrap());
        let without = format!("{}{}", &with_schema[..schema], &with_schema[end..]);
        reports(if day_of(request) == "2026-01-02" { &without } else { &with_schema })
    });
    let run = |more: &[&str]| export_report(&folder, &url, "2026-01-01..2026-01-02", more);
    let (code, _, err) = run(&["-o", "d/{from}.parquet"]);
    assert!(
        code == 6 && err.contains("columns have other types than in other parts: `Id` was xs:int and is "),
        "{err}"
    );
    let step = "All files so far have the other type: remove them and d/.{from}.parquet.export first, so that they are fetched again";
    assert!(err.contains(step), "{err}");
    assert!(!folder.join("d/2026-01-02.parquet").exists());
    // The step leads to the files.
    fs::remove_dir_all(folder.join("d")).unwrap();
    assert_eq!(run(&["-o", "d/{from}.parquet", "--as", "Id=text"]).0, 0);
    assert_eq!(run(&["-o", "e/{from}.parquet", "--as", "Id=text"]).0, 0);
    assert_eq!(run(&["-o", "f/{from}.csv"]).0, 0);
}
