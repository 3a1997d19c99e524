//! `asmx export`: every record once, whatever happens on the way.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::server::{self, column, data_set, fault, read, soap};
use super::{cli, ended, fails, quiet, run};

const SPEC: &str = r#"<service name="Reports" path="/reports.asmx" namespace="urn:reports">
  <doc>Reports.</doc>
  <structure name="Block">
    <param name="Id" type="int"/>
    <param name="At" type="string"/>
  </structure>
  <structure name="Filter">
    <param name="Since" type="dateTime"/>
    <param name="Until" type="dateTime"/>
  </structure>
  <area name="reports" title="Reports">
    <operation name="GetTable" result="dataset" effect="read">
      <doc>Blocks as a DataSet.</doc>
      <param name="From" type="string" role="begin-date"/>
      <param name="To" type="string" role="end-date"/>
      <param name="Group" type="string"/>
    </operation>
    <operation name="GetList" effect="read">
      <doc>Blocks as a list.</doc>
      <param name="From" type="string" role="begin-date"/>
      <param name="To" type="string" role="end-date"/>
      <result type="Block" array="true"/>
    </operation>
    <operation name="GetNested" effect="read">
      <doc>Blocks by a filter.</doc>
      <param name="Filter" type="Filter"/>
      <result type="Block" array="true"/>
    </operation>
    <operation name="Purge" result="dataset" effect="write">
      <doc>Removes blocks.</doc>
      <param name="From" type="string" role="begin-date"/>
      <param name="To" type="string" role="end-date"/>
    </operation>
  </area>
</service>
"#;

/// How a service compares the times of its records, in milliseconds since 2026 began.
#[derive(Clone, Copy)]
struct Reading {
    is_inclusive: bool,
    /// The step of its times; a date without a time is its first moment. SQL Server's `datetime` has none, and rounds.
    step: i64,
}

const DAY: i64 = 86_400_000;
const SQL_SERVER: i64 = 0;
/// A service that reads no fractions of a second.
const WHOLE_SECONDS: i64 = -1000;
/// A service that returns the records of the day of the begin.
const BEGIN_ALONE: i64 = -DAY - 1;
/// A service that reads the begin as a day, and times of the end.
const DAY_OF_BEGIN: i64 = -DAY - 2;
/// A service that reads no times.
const NO_TIMES: i64 = -DAY;
const WHOLE_DAYS: Reading = Reading { is_inclusive: true, step: DAY };

struct Service {
    url: String,
    calls: Arc<AtomicUsize>,
    /// The call at which it fails.
    fails_at: Arc<Mutex<Option<usize>>>,
}

impl Service {
    /// A service with a record at each of these times, that returns at most `cap`.
    fn new(times: Vec<i64>, reading: Reading, cap: usize) -> Self {
        let (listener, url) = server::listener();
        let (calls, fails_at) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(None)));
        let service = Self { url, calls: Arc::clone(&calls), fails_at: Arc::clone(&fails_at) };
        let times = Arc::new(times);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (times, calls, fails_at) = (Arc::clone(&times), Arc::clone(&calls), Arc::clone(&fails_at));
                thread::spawn(move || respond(stream, &times, reading, cap, &calls, &fails_at));
            }
        });
        service
    }

    fn export(&self, folder: &Path, arguments: &[&str]) -> (i32, String, String) {
        run(folder, &[&["export", "reports.xml"], arguments, &["--base-url", &self.url]].concat())
    }

    fn calls(&self) -> usize {
        self.calls.swap(0, Ordering::SeqCst)
    }
}

fn respond(
    mut stream: TcpStream,
    times: &[i64],
    reading: Reading,
    cap: usize,
    calls: &AtomicUsize,
    fails_at: &Mutex<Option<usize>>,
) {
    let Some(request) = read(&mut stream) else { return };
    let call = calls.fetch_add(1, Ordering::SeqCst) + 1;
    let response = if *fails_at.lock().unwrap() == Some(call) {
        fault("out of order")
    } else {
        let (begin, end) = (time(&value(&request, &["From", "Since"])), time(&value(&request, &["To", "Until"])));
        let [begin, end] = [begin, end].map(|time| match reading.step {
            SQL_SERVER => rounded(time),
            WHOLE_SECONDS | NO_TIMES => time - time % -reading.step,
            _ => time,
        });
        let begin = if [BEGIN_ALONE, DAY_OF_BEGIN].contains(&reading.step) { begin - begin % DAY } else { begin };
        let end = match reading.step {
            BEGIN_ALONE => begin + DAY,
            DAY_OF_BEGIN => end + 1,
            step if reading.is_inclusive => end + step.abs().max(1),
            _ => end,
        };
        let found = times.iter().enumerate().filter(|(_, time)| (begin..end).contains(*time)).take(cap);
        let found: Vec<(usize, i64)> = found.map(|(id, time)| (id, *time)).collect();
        let operation =
            ["GetTable", "GetList", "GetNested"].into_iter().find(|name| request.contains(&format!("<{name} ")));
        if operation == Some("GetTable") { table(&found) } else { list(operation.unwrap(), &found) }
    };
    // A client that was killed reads nothing.
    let _ = stream.write_all(response.as_bytes());
}

/// The nearest value of a `datetime`, whose milliseconds end in 0, 3 and 7.
fn rounded(time: i64) -> i64 {
    time - time % 10 + [0, 0, 3, 3, 3, 7, 7, 7, 7, 10][usize::try_from(time % 10).unwrap()]
}

fn value(request: &str, names: &[&str]) -> String {
    let of =
        |name: &&str| request.split_once(&format!("<{name}>"))?.1.split_once('<').map(|(value, _)| value.to_owned());
    names.iter().find_map(of).unwrap()
}

fn time(text: &str) -> i64 {
    let (date, clock) = text.split_once('T').unwrap_or((text, "00:00:00"));
    let numbers: Vec<i64> = date.split('-').chain(clock.split([':', '.'])).map(|part| part.parse().unwrap()).collect();
    assert_eq!(numbers[0], 2026, "{text}");
    let day = [0, 31, 59, 90][usize::try_from(numbers[1]).unwrap() - 1] + numbers[2] - 1;
    let seconds = ((day * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5];
    seconds * 1000 + numbers.get(6).copied().unwrap_or(0)
}

fn rows(found: &[(usize, i64)]) -> String {
    let rows = found.iter().map(|(id, at)| format!("<Block><Id>{id}</Id><At>{at}</At></Block>"));
    rows.collect::<Vec<_>>().concat()
}

fn list(operation: &str, found: &[(usize, i64)]) -> String {
    soap(&format!(
        "<{operation}Response xmlns=\"urn:reports\"><{operation}Result>{}</{operation}Result></{operation}Response>",
        rows(found)
    ))
}

fn table(found: &[(usize, i64)]) -> String {
    let columns = column("Id", "int") + &column("At", "string");
    let content = data_set(&server::table("Block", &columns), &rows(found));
    soap(&format!(
        "<GetTableResponse xmlns=\"urn:reports\"><GetTableResult>{content}</GetTableResult></GetTableResponse>"
    ))
}

fn folder(test: &str) -> PathBuf {
    let folder = cli::folder(&format!("export_{test}"));
    fs::write(folder.join("reports.xml"), SPEC).unwrap();
    folder
}

/// The files with their lines, those of the state included.
fn files(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            all.extend(files(&entry.path()).into_iter().map(|(file, lines)| (format!("{name}/{file}"), lines)));
        } else {
            all.insert(name, fs::read_to_string(entry.path()).unwrap().lines().map(str::to_owned).collect());
        }
    }
    all
}

/// The identifiers of the rows in all files of parts.
fn ids(folder: &Path) -> Vec<usize> {
    let all = files(folder).into_iter().filter(|(name, _)| Path::new(name).extension().is_some_and(|end| end == "csv"));
    let lines = all.flat_map(|(name, lines)| {
        assert_eq!(lines[0], "Id,At", "{name}");
        lines.into_iter().skip(1)
    });
    let mut ids: Vec<usize> = lines.map(|line| line.split(',').next().unwrap().parse().unwrap()).collect();
    ids.sort_unstable();
    ids
}

/// A record at each border of January's days, one step before and one behind, and some between.
fn times(step: i64) -> Vec<i64> {
    let of_day = |day: i64| {
        let begin = day * DAY;
        [begin, begin + step.min(DAY / 2), begin + DAY / 2, begin + DAY - step.min(DAY / 2)].into_iter()
    };
    // A service knows no finer times than its step.
    let mut all: Vec<i64> = (0..31).flat_map(of_day).map(|time| time - time.rem_euclid(step)).collect();
    all.dedup();
    all
}

const JANUARY: [&str; 4] = ["--range", "2026-01-01..2026-01-31", "-o", "parts/{from}.csv"];

#[test]
fn every_record_once_with_each_end_and_resolution() {
    for (end, is_inclusive) in [("inclusive", true), ("exclusive", false)] {
        for (resolution, step) in [("1d", DAY), ("1m", 60_000), ("1s", 1000), ("3ms", 3), ("1ms", 1)] {
            for operation in ["GetTable", "GetList"] {
                let all = times(step);
                let reading = Reading { is_inclusive, step: if step == 3 { SQL_SERVER } else { step } };
                let service = Service::new(all.clone(), reading, usize::MAX);
                let folder = folder("every_record");
                let reading = ["--end", end, "--resolution", resolution];
                let arguments = [&[operation, "--each", "day", "--jobs", "4"], &reading[..], &JANUARY].concat();
                let (code, out, err) = service.export(&folder, &arguments);
                assert_eq!((code, err.as_str()), (0, ""), "{end} {resolution}: {out}");
                assert!(out.ends_with("31 parts: 31 written, 0 were there\n"), "{out}");
                assert_eq!(ids(&folder), (0..all.len()).collect::<Vec<_>>(), "{end} {resolution} {operation}");
                assert_eq!(service.calls(), 31);

                let (code, out, _) = service.export(&folder, &[&arguments[..], &["--again", "2"]].concat());
                assert!(code == 0 && out.ends_with("31 parts: 2 written, 29 were there\n"), "{code} {out}");
                assert_eq!((service.calls(), ids(&folder).len()), (2, all.len()));
            }
        }
    }
}

#[test]
fn the_spec_states_the_end() {
    let service = Service::new(times(DAY), WHOLE_DAYS, usize::MAX);
    let folder = folder("stated");
    let spec = SPEC.replace("role=\"end-date\"", "end=\"inclusive\" resolution=\"1d\" role=\"end-date\"");
    fs::write(folder.join("reports.xml"), spec).unwrap();
    fails(2, service.export(&folder, &[&["GetTable", "--each", "week"], &JANUARY[2..]].concat()), "--range");
    let weeks = ["GetTable", "--each", "week", "--range", "2026-01-05..2026-01-18"];
    let out = quiet(service.export(&folder, &[&weeks[..], &JANUARY[2..]].concat()));
    assert!(out.ends_with("2 parts: 2 written, 0 were there\n"), "{out}");
    assert_eq!(ids(&folder), (4..18).collect::<Vec<_>>());
}

#[test]
fn dates_of_a_nested_member_are_times() {
    let all = times(1000);
    let service = Service::new(all.clone(), Reading { is_inclusive: true, step: 1000 }, usize::MAX);
    let folder = folder("nested");
    let arguments = ["GetNested", "--each", "month", "--end", "inclusive", "--resolution", "1s", "--range-in"];
    let arguments = [&arguments[..], &["filter.since,filter.until"], &JANUARY].concat();
    let out = quiet(service.export(&folder, &arguments));
    assert_eq!(out, "wrote parts/2026-01-01.csv: 124 rows (1 of 1)\n1 parts: 1 written, 0 were there\n");
    assert_eq!(ids(&folder).len(), all.len());
}

#[test]
fn a_full_response_is_halved_or_its_part_is_refused() {
    for operation in ["GetTable", "GetList"] {
        // Ten records in one second of 3 January; each hour of the others has one.
        let second = 2 * DAY + 1000;
        let hours = (0..31 * 24).map(|hour| hour * 3_600_000).filter(|time| !(2 * DAY..3 * DAY).contains(time));
        let all: Vec<i64> = hours.chain((0..10).map(|number| second + number)).collect();
        let service = Service::new(all.clone(), Reading { is_inclusive: true, step: 1000 }, 5);
        let folder = folder("halved");
        let reading = ["--end", "inclusive", "--resolution", "1s", "--limit", "5", "--each", "day"];
        let (out, err) = ended(6, service.export(&folder, &[&[operation], &reading[..], &JANUARY].concat()));
        let why = "2026-01-03 is not written (3 of 31)\nerror: 2026-01-03T00:00:01 to 2026-01-03T00:00:01: 5 records came, which is as many as the \
                   operation returns, and no shorter range can be asked for: others may be missing\n";
        assert_eq!(err, why);
        assert!(out.contains("wrote parts/2026-01-04.csv: 24 rows, 15 calls (4 of 31)\n"), "{out}");
        assert!(out.ends_with("31 parts: 30 written, 0 were there, 1 are missing\n"), "{out}");
        assert_eq!(ids(&folder), (0..30 * 24).collect::<Vec<_>>());
        assert!(!folder.join("parts/2026-01-03.csv").exists());
    }
}

#[test]
fn a_wrong_end_is_noticed_where_a_range_is_halved() {
    let all: Vec<i64> = (0..8).map(|number| number % 2 * DAY).collect();
    let service = Service::new(all, Reading { is_inclusive: false, step: DAY }, 3);
    let arguments = ["GetTable", "--each", "month", "--end", "inclusive", "--resolution", "1d", "--limit", "3"];
    fails(6, service.export(&folder("fewer"), &[&arguments[..], &JANUARY].concat()), "its parts have");
}

#[test]
fn a_run_after_a_failure_ends_as_one_without() {
    let service = Service::new(times(DAY), WHOLE_DAYS, usize::MAX);
    let arguments = [&["GetTable", "--each", "day", "--end", "inclusive", "--resolution", "1d"][..], &JANUARY].concat();
    let smooth = folder("smooth");
    assert_eq!(service.export(&smooth, &arguments).0, 0);

    let folder = folder("failure");
    service.calls();
    *service.fails_at.lock().unwrap() = Some(20);
    let (out, err) = ended(3, service.export(&folder, &arguments));
    let expected = "2026-01-20 is not written (20 of 31)\nerror: the service refused GetTable: out of order\n";
    assert!(err.starts_with(expected), "{err}");
    assert!(out.ends_with("31 parts: 19 written, 0 were there, 12 are missing\n"), "{out}");
    assert_eq!(service.calls(), 20);
    // A file that cannot get its name ends the run too.
    fs::create_dir(folder.join("parts/2026-01-25.csv")).unwrap();
    fs::remove_file(folder.join("parts/2026-01-01.csv")).unwrap();
    let (code, out, err) = service.export(&folder, &arguments);
    assert!(code == 1 && err.contains("\nerror: cannot write parts/2026-01-25.csv: "), "{code} {err}");
    assert!(out.ends_with("31 parts: 6 written, 18 were there, 7 are missing\n"), "{out}");
    fs::remove_dir(folder.join("parts/2026-01-25.csv")).unwrap();
    let (code, out, _) = service.export(&folder, &arguments);
    assert!(code == 0 && out.ends_with("31 parts: 7 written, 24 were there\n"), "{code} {out}");
    assert_eq!(files(&folder), files(&smooth));
}

/// Kills runs at random moments, as a full machine or an impatient person does.
#[test]
fn a_run_that_was_killed_ends_as_one_that_was_not() {
    let all: Vec<i64> = (0..31 * 50).map(|number| number * (DAY / 50)).collect();
    let service = Service::new(all.clone(), Reading { is_inclusive: true, step: 1000 }, 30);
    let reading =
        ["GetTable", "--each", "day", "--end", "inclusive", "--resolution", "1s", "--limit", "30", "--jobs", "4"];
    let arguments = [&reading[..], &JANUARY].concat();
    let smooth = folder("not_killed");
    let begin = std::time::Instant::now();
    assert_eq!(service.export(&smooth, &arguments).0, 0);
    let duration = begin.elapsed();

    let (folder, kills) = (folder("killed"), cases::of(40_u32));
    let mut random = 12_345_u32;
    let mut ended_early = 0;
    for _ in 0..kills {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
        command.current_dir(&folder).args(["export", "reports.xml", "--base-url", &service.url]).args(&arguments);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let nanoseconds = u64::try_from(duration.as_nanos()).unwrap() / 1000 * u64::from(random % 300);
        thread::sleep(Duration::from_nanos(nanoseconds));
        ended_early += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(ended_early > 0, "no run was killed");
    quiet(service.export(&folder, &arguments));
    assert_eq!(ids(&folder), (0..all.len()).collect::<Vec<_>>());
    assert_eq!(files(&folder), files(&smooth));
}

#[test]
fn the_plan_is_printed_without_calls_and_secrets() {
    let folder = folder("plan");
    let profile = "[p]\nbase-url = \"https://r.example\"\nparameters = { Group = \"hidden\" }\n";
    fs::write(folder.join("profiles.toml"), profile).unwrap();
    let plan = |more: &[&str]| {
        let fixed = ["export", "reports.xml", "GetTable", "--plan", "--end", "inclusive", "--resolution", "3ms"];
        run(&folder, &[&fixed[..], more].concat())
    };
    let months = ["--each", "month", "--range", "2026-01-01..2026-02-28", "--group", "A", "-o", "p/{from}_{to}.csv"];
    let out = quiet(plan(&months));
    let line = |from: &str, to: &str| {
        format!(
            "{{\"name\":\"{from}\",\"from\":\"{from}\",\"to\":\"{to}\",\"file\":\"p/{from}_{to}.csv\",\"parameters\":{{\"Group\":\"A\",\
             \"From\":\"{from}T00:00:00.000\",\"To\":\"{to}T23:59:59.997\"}}}}\n"
        )
    };
    assert_eq!(out, line("2026-01-01", "2026-01-31") + &line("2026-02-01", "2026-02-28"));
    let (code, out, err) = plan(&["--each", "day", "--range", "2026-01-01..2026-01-01", "--profile", "p"]);
    assert!(code == 0 && !out.contains("hidden") && !out.contains("Group"), "{code} {out} {err}");
    assert!(!folder.join("p").exists());
}

#[test]
fn a_probe_finds_the_end_by_calls() {
    let probe = |times: &[i64], is_inclusive, step, more: &[&str]| {
        let times = times.iter().map(|time| time + DAY).collect();
        let service = Service::new(times, Reading { is_inclusive, step }, usize::MAX);
        let arguments = ["GetTable", "--probe", "--range", "2026-01-02..2026-01-03"];
        let (code, out, err) = service.export(&folder("probe"), &[&arguments[..], more].concat());
        (code, out.lines().last().unwrap_or_default().to_owned(), err, service.calls())
    };
    let odd = 33_333_000;
    let follows = |text: &str| (0, format!("it follows: {text}"), String::new());
    for (times, is_inclusive, step, expected, calls) in [
        (vec![odd, odd, DAY + 1], true, DAY, "--end inclusive --resolution 1d", 7),
        (vec![odd, DAY + odd], true, 1000, "--end inclusive --resolution 1s", 24),
        (vec![odd, DAY + odd], true, WHOLE_SECONDS, "--end inclusive --resolution 1s", 28),
        (vec![odd + 7, DAY + odd], true, 1, "--end inclusive --resolution 1ms", 39),
        (vec![odd, DAY + odd], false, 1, "--end exclusive --resolution 1s", 37),
        (vec![odd + 7, DAY + odd], false, 1, "--end exclusive --resolution 1s", 37),
        (vec![0, DAY], false, 1, "--end exclusive --resolution 1s", 37),
        (vec![odd + 7, DAY + odd], true, SQL_SERVER, "--end inclusive --resolution 3ms", 41),
        (vec![0, 5, DAY], true, 1, "--end inclusive --resolution 1ms", 43),
        (vec![0, DAY, DAY + odd], true, 1000, "--end inclusive --resolution 1s", 31),
        (vec![odd, DAY + odd], true, NO_TIMES, "--end inclusive --resolution 1d", 7),
        (vec![odd, DAY + odd], false, NO_TIMES, "--end exclusive --resolution 1s", 99),
    ] {
        let (code, line, err, call_count) = probe(&times, is_inclusive, step, &[]);
        assert_eq!((code, line, err), follows(expected), "{times:?} {is_inclusive} {step}");
        assert!(call_count <= calls, "{call_count} calls: {times:?} {is_inclusive}");
    }
    for (times, step, more, why) in [
        (vec![5 * DAY], DAY, &[][..], "2026-01-02 has no records: name two days that have some"),
        (vec![odd, odd, DAY + 1], DAY, &["--limit", "3"], "choose days with fewer"),
        (vec![odd, odd], NO_TIMES, &[], "2026-01-03 has no records: name two days that have some"),
        (vec![DAY + odd], NO_TIMES, &[], "2026-01-02 has no records: name two days that have some"),
        (vec![0, odd], 1, &[], "2026-01-03 has no records: name two days that have some"),
        (vec![DAY + odd], 1000, &[], "2026-01-02 has no records: name two days that have some"),
    ] {
        let (code, line, err, _) = probe(&times, true, step, more);
        assert!(code == 6 && !line.contains("follows") && err.contains(why), "{code} {line} {err}");
        assert!(!err.contains("carried out"), "it only reads: {err}");
    }
}

/// Parts of a second have the records of the day, as parts of the next second have.
#[test]
fn a_probe_of_a_service_that_does_not_look_at_times_of_both_is_without_result() {
    let odd = 33_333_000;
    for (step, times, why) in [
        (BEGIN_ALONE, vec![odd, odd + 1], "2026-01-03 has no records"),
        (BEGIN_ALONE, vec![odd, DAY + odd], "does not look at these dates"),
        (DAY_OF_BEGIN, vec![odd, DAY + odd], "the service returns the records of a second for the next one, too"),
    ] {
        let times = times.into_iter().map(|time| time + DAY).collect();
        let service = Service::new(times, Reading { is_inclusive: true, step }, usize::MAX);
        let arguments = ["GetTable", "--probe", "--range", "2026-01-02..2026-01-03"];
        let (code, out, err) = service.export(&folder("probe_of_begin"), &arguments);
        assert!(code == 6 && !out.contains("follows") && err.contains(why), "{code} {out} {err}");
    }
}

/// As by a mock, which has samples for each day.
#[test]
fn a_probe_of_a_service_that_does_not_look_at_dates_is_without_result() {
    let service = Service::new(vec![DAY, 2 * DAY], WHOLE_DAYS, 1);
    let arguments = ["GetTable", "--probe", "--range", "2026-01-02..2026-01-03"];
    let (code, out, err) = service.export(&folder("probe_of_samples"), &arguments);
    assert!(
        code == 6 && !out.contains("follows") && err.contains("does not look at these dates"),
        "{code} {out} {err}"
    );
    assert_eq!(service.calls(), 3);
}

#[test]
fn files_without_the_plan_of_an_export_are_no_parts() {
    let service = Service::new(times(DAY), WHOLE_DAYS, usize::MAX);
    let folder = folder("without_plan");
    fs::create_dir(folder.join("parts")).unwrap();
    fs::write(folder.join("parts/2026-01-30.csv"), "x").unwrap();
    let arguments = [&["GetTable", "--each", "day", "--end", "inclusive", "--resolution", "1d"][..], &JANUARY].concat();
    let message = "error: parts/2026-01-30.csv is there, and parts/.{from}.csv.export, where an export keeps its plan, is not: it may be the part of \
                   another export. Choose other files, or remove those that are there\n";
    assert_eq!(service.export(&folder, &arguments), (2, String::new(), message.to_owned()));
    assert_eq!(service.calls(), 0);
}

/// The links of a foreign folder would lead to files of this person.
#[cfg(unix)]
#[test]
fn the_folder_of_the_state_is_no_link_and_closed_to_others() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let service = Service::new(times(DAY), WHOLE_DAYS, usize::MAX);
    let folder = folder("foreign");
    let days = ["GetTable", "--each", "day", "--range", "2026-01-01..2026-01-02", "-o", "{from}.csv"];
    let export = || service.export(&folder, &[&days[..], &["--end", "inclusive", "--resolution", "1d"]].concat());
    let state = folder.join(".{from}.csv.export");
    fs::create_dir(folder.join("elsewhere")).unwrap();
    symlink("elsewhere", &state).unwrap();
    let (code, out, err) = export();
    assert_eq!((code, out.as_str(), service.calls()), (2, "", 0), "{err}");
    assert!(err.contains(".export is a link, or belongs to somebody else: remove it"), "{err}");
    assert_eq!(fs::read_dir(folder.join("elsewhere")).unwrap().count(), 0);
    fs::remove_file(&state).unwrap();
    assert_eq!(export().0, 0);
    assert_eq!(fs::metadata(&state).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn nothing_is_guessed_and_nothing_is_mixed() {
    let service = Service::new(times(DAY), WHOLE_DAYS, usize::MAX);
    let folder = folder("refused");
    let end_options = ["--end", "inclusive", "--resolution", "1d"];
    let refusal = |arguments: &[&str]| {
        let (code, out, err) = service.export(&folder, arguments);
        assert_eq!((code, out.as_str(), service.calls()), (2, "", 0), "{arguments:?}: {err}");
        err
    };
    let unknown = folder.join("unknown.json");
    std::fs::write(&unknown, r#"{"Customre":"Ann"}"#).unwrap();
    let params = ["GetTable", "--each", "day", "--params", unknown.to_str().unwrap()];
    let from = ["GetTable", "--from", "2026-01-01", "--each", "day"];
    for (arguments, options, why) in [
        (
            &["GetTable", "--each", "day"][..],
            &[][..],
            "nothing states whether records at `To` belong to a response of GetTable",
        ),
        (&["Purge", "--each", "day"], &end_options, "write `effect=\"read\"` at it in the spec"),
        (&params, &[&["--plan"], &end_options[..]].concat(), "GetTable has no parameter `Customre`"),
        (&params, &end_options, "GetTable has no parameter `Customre`"),
        (&["GetNested", "--each", "day"], &end_options, "add `--range-in BEGIN,END`"),
        (&from, &end_options, "`--range`"),
    ] {
        let err = refusal(&[arguments, options, &JANUARY].concat());
        assert!(err.contains(why), "{arguments:?}: {err}");
    }
    let files = |file| {
        [&["GetTable", "--each", "day", "--range", "2026-01-01..2026-01-02", "-o", file][..], &end_options].concat()
    };
    assert!(refusal(&files("parts/all.csv")).contains("put `{from}`"));
    assert!(refusal(&files("parts/{from}.json")).contains("end the name in .csv"));
    assert!(refusal(&files("parts/{from}-{table}.csv")).contains("only `{from}` and `{to}`"));
    let month = ["GetTable", "--each", "month", "--range", "2026-01-02..2026-01-31", "-o", "parts/{from}.csv"];
    assert!(refusal(&[&month[..], &end_options].concat()).contains("begin with 2026-01-01 or 2026-02-01"));

    assert_eq!(service.export(&folder, &files("parts/{from}.csv")).0, 0);
    service.calls();
    let month = ["GetTable", "--each", "month", "--range", "2026-01-01..2026-01-31", "-o", "parts/{from}.csv"];
    let err = refusal(&[&month[..], &end_options].concat());
    assert!(err.contains("parts of another export: `each` was \"day\" and is \"month\". Choose other files"), "{err}");
    let csv = [&files("parts/{from}.csv")[..], &["--separator", ";"]].concat();
    let err = refusal(&csv);
    assert!(err.contains("`csv` was null and is {") && err.contains(r#""separator":";""#), "{err}");
    let comma = [&files("parts/{from}.csv")[..], &["--separator", ","]].concat();
    assert_eq!(service.export(&folder, &comma).0, 0);

    let columns = |forms: &[&'static str]| [&files("columns/{from}.parquet")[..], forms].concat();
    assert_eq!(service.export(&folder, &columns(&["--as", "Id=text", "--as", "At=text"])).0, 0);
    service.calls();
    let err = refusal(&columns(&["--as", "At=text"]));
    assert!(err.contains(r#"`as` was ["At=text","Id=text"] and is ["At=text"]"#), "{err}");
    assert_eq!(service.export(&folder, &columns(&["--as", "At=text", "--as", "Id=text"])).0, 0);
}
