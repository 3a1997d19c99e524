//! `asmx export`: the parts that are complete, and the responses that are parts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::server::{serve, serve_by, soap};
use super::{cli, run};

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
  </area>
</service>
"#;

fn folder(test: &str) -> PathBuf {
    let folder = cli::folder(&format!("export_parts_{test}"));
    fs::write(folder.join("shop.xml"), SPEC).unwrap();
    folder
}

fn orders(rows: &str) -> String {
    soap(&format!(
        "<FindOrdersResponse xmlns=\"urn:shop\"><FindOrdersResult>{rows}</FindOrdersResult></FindOrdersResponse>"
    ))
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
        let range = format!("{first}..{last}");
        let result = export_in(zone, &folder, &url, &["--each", "day", "--range", &range, "-o", "d/{from}.csv"]);
        (result, requests.try_iter().count())
    };
    let ((code, out, err), calls) = run(EARLIER, "yesterday", "today");
    assert_eq!((code, calls), (0, 2), "{out}{err}");
    let days = parts(&folder.join("d"));
    let (yesterday, today) = (days.keys().next().unwrap().clone(), days.keys().next_back().unwrap().clone());
    assert_eq!(err, format!("note: the day {today} is not over: the next run fetches its part anew\n"));
    assert_eq!(days.values().copied().collect::<Vec<_>>(), [1, 2]);
    // The same day, and the day after: without `--again`.
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
    let run = |zone: &str| {
        export_in(zone, &folder, &url, &["--each", "day", "--range", "today..today", "-o", "d/{from}.csv"])
    };
    assert_eq!(run(EARLIER).0, 0);
    let early = parts(&folder.join("d")).into_keys().next().unwrap();
    let (code, _, err) = run(LATER);
    assert_eq!(requests.try_iter().count(), 2);
    let note = format!("note: parts were fetched before they were over, and the range lacks them: {early}. ");
    assert!(code == 0 && err.contains(&note), "{code} {err}");
}

#[test]
fn days_to_come_are_left_out() {
    let folder = folder("future");
    let (url, requests) = serve(orders("<Order><Id>1</Id><Price>1</Price></Order>"));
    assert_eq!(
        export_in(EARLIER, &folder, &url, &["--each", "day", "--range", "today..today", "-o", "d/{from}.csv"]).0,
        0
    );
    let today = parts(&folder.join("d")).into_keys().next().unwrap();
    requests.try_iter().count();
    let (code, out, err) = export_in(
        EARLIER,
        &folder,
        &url,
        &["--each", "day", "--range", &format!("{today}..2100-01-01"), "-o", "d/{from}.csv"],
    );
    assert_eq!((code, requests.try_iter().count()), (0, 1), "{err}");
    assert!(out.ends_with("1 parts: 1 written, 0 were there\n"), "{out}");
    assert!(err.contains(&format!("note: today is {today}: each day from ")), "{err}");
    let future = ["--each", "day", "--range", "9000-01-01..9000-01-02", "-o", "d/{from}.csv"];
    let (code, out, err) = export_in(EARLIER, &folder, &url, &future);
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(err, format!("error: `--range`: 9000-01-01 is later than today, {today}\n"));
    // A plan has all parts of its range.
    let (code, out, err) = export_in(EARLIER, &folder, &url, &[&future[..], &["--plan"]].concat());
    assert_eq!((code, out.lines().count(), err.as_str()), (0, 2, ""));
}

#[test]
fn a_range_whose_first_part_is_not_over_says_so() {
    let folder = folder("month");
    let (url, requests) = serve(orders(""));
    assert_eq!(
        export_in(LATER, &folder, &url, &["--each", "day", "--range", "today..today", "-o", "d/{from}.csv"]).0,
        0
    );
    let today = parts(&folder.join("d")).into_keys().next().unwrap();
    requests.try_iter().count();
    let range = format!("{}-01..today", &today[..7]);
    let (code, out, err) =
        export_in(LATER, &folder, &url, &["--each", "month", "--range", &range, "-o", "m/{from}.csv"]);
    let is_last_day = out.contains("1 written");
    let why = format!("note: nothing is exported: the first month, from {}-01 to {}-", &today[..7], &today[..7]);
    assert!(code == 0 && (err.starts_with(&why) || is_last_day), "{code} {out} {err}");
    // What can never be a part is a mistake at once.
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
        let (code, _, err) = export(&folder, &url, &[&fixed[..], &arguments].concat());
        assert!(code == 2 && err.contains(why), "{code} {err}");
    }
    assert_eq!(requests.try_iter().count(), 0);
    let (_, help, _) = run(&folder, &["export", "--help"]);
    assert!(!help.contains("xlsx") && !help.contains("without FILE table on a terminal"), "{help}");
}
