//! All formats, with names that try to break out of them.
use serde_json::Value;

use super::MARKER;
use crate::Words;
use crate::diff::{
    Accepted, Affected, Bump, Change, Class, Comparison, Difference, FailOn, FilePosition, Fingerprint, Kind, Level,
    Levels, Report, Rules,
};
use asmx_codegen::model::Transport;

/// The words of a front end of these tests.
const WORDS: Words = Words {
    fail_on: |class| format!("`fails-on {}`", class.as_str()),
    all_changes: "`all-changes`",
    scale: Some("choose it with `scale`"),
    rows: Some("`rows` chooses the old path"),
    strict: "`strict`",
};

fn text(report: &Report) -> String {
    super::text(report, &WORDS)
}

fn coloured_text(report: &Report) -> String {
    super::coloured_text(report, &WORDS)
}

fn markdown(report: &Report) -> String {
    super::markdown(report, &WORDS)
}

fn json(report: &Report) -> String {
    super::json(report, &WORDS)
}

fn github(report: &Report) -> String {
    super::github(report, &WORDS)
}

const OLD: &str = "git:main:spec/shop.xml";
const NEW: &str = "spec/shop.xml";

const OLD_TEXT: &str = r#"<service name="Shop">
  <operation name="Ping" effect="write">
    <param name="JobId" type="int"/>
  </operation>
  <operation name="Gone"/>
</service>
"#;

const NEW_TEXT: &str = r#"<service name="Shop">
  <doc>A shop.</doc>
  <operation name="Ping" effect="read">
    <param name="JobID" type="int"/>
  </operation>
</service>
"#;

#[expect(clippy::unnecessary_wraps, reason = "places are optional")]
fn position(file: &str, line: usize) -> Option<FilePosition> {
    Some(FilePosition { file: file.to_owned(), line, column: 3 })
}

fn change(kind: Kind, operation: Option<&str>, path: &str, classes: &[Class], bump: Bump, message: &str) -> Change {
    Change {
        kind,
        operation: operation.map(str::to_owned),
        path: path.to_owned(),
        classes: classes.to_vec(),
        transports: Vec::new(),
        transports_of_new_clients: Vec::new(),
        affects: Vec::new(),
        bump,
        values: Vec::new(),
        message: message.to_owned(),
        advice: String::new(),
        old: None,
        new: None,
    }
}

fn case_changed() -> Change {
    let message = "the parameter `JobId` is called `JobID` now: over SOAP the service reads 0 from deployed clients";
    let path = "operations/Ping/parameters/JobID";
    Change {
        transports: vec![Transport::Soap11, Transport::Soap12],
        transports_of_new_clients: vec![Transport::Soap11, Transport::Soap12],
        affects: vec![Affected::DeployedClients],
        values: vec!["JobId`Ping".to_owned(), "JobID".to_owned()],
        advice: "keep the name `JobId`".to_owned(),
        old: position(OLD, 3),
        new: position(NEW, 4),
        ..change(Kind::ParameterCaseChanged, Some("Ping"), path, &[Class::Silent], Bump::Minor, message)
    }
}

fn became_read() -> Change {
    let message = "the effect of `Ping` is `read`, not `write`: clients repeat it after a failure";
    Change {
        affects: vec![Affected::RustUsers],
        old: position(OLD, 2),
        new: position(NEW, 3),
        ..change(Kind::EffectBecameRead, Some("Ping"), "operations/Ping", &[Class::Silent], Bump::Major, message)
    }
}

fn removed() -> Change {
    let classes = [Class::Wire, Class::Rust];
    Change {
        transports: Transport::ALL.to_vec(),
        affects: vec![Affected::DeployedClients, Affected::RustUsers, Affected::Implementors],
        old: position(OLD, 5),
        ..change(Kind::OperationRemoved, Some("Gone"), "operations/Gone", &classes, Bump::Major, "`Gone` is gone")
    }
}

fn documented() -> Change {
    let (kind, message) = (Kind::ServiceDocumentationChanged, "the documentation of the service is another");
    Change { new: position(NEW, 2), ..change(kind, None, "service/doc", &[Class::Docs], Bump::Patch, message) }
}

fn comparison(changes: Vec<Change>) -> Comparison {
    Comparison::new(OLD, NEW, Difference { changes }).with_text(OLD, OLD_TEXT).with_text(NEW, NEW_TEXT)
}

/// One of each class; one accepted, one that fails, one ignored, one acceptance that is stale.
fn report() -> Report {
    let mut rules = Rules { fail_on: vec![FailOn::Class(Class::Wire)], ..Rules::default() };
    rules.levels = [(Kind::TypeAdded, Level::Ignore)].into_iter().collect();
    rules.accepted = vec![
        Accepted::new(Fingerprint::of(&became_read()), "It only reads. It always did."),
        Accepted::new("0123456789abcdef".parse().unwrap(), "Long ago."),
    ];
    let added = change(Kind::TypeAdded, None, "types/New", &[Class::Add], Bump::Minor, "the type `New` is new");
    Report::new(vec![comparison(vec![documented(), became_read(), case_changed(), removed(), added])], &rules)
}

#[test]
fn text_is_for_people() {
    insta::assert_snapshot!(text(&report()));
}

#[test]
fn colours_are_all_that_coloured_text_adds() {
    let coloured = coloured_text(&report());
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), text(&report()));
    // The changed part of a line is marked.
    assert!(coloured.contains("<param name=\"JobI\u{1b}[0m\u{1b}[7m"), "{coloured:?}");
}

#[test]
fn markdown_is_a_comment() {
    insta::assert_snapshot!(markdown(&report()));
}

#[test]
fn workflow_commands_are_a_line_each() {
    insta::assert_snapshot!(github(&report()));
}

#[test]
fn json_has_every_field() {
    let value: Value = serde_json::from_str(&json(&report())).unwrap();
    assert_eq!(value["semver"], "major");
    assert_eq!(value["stale"], serde_json::json!([{"fingerprint": "0123456789abcdef", "reason": "Long ago."}]));
    let expected = serde_json::json!({
        "code": "parameter-case-changed", "operation": "Ping", "path": "operations/Ping/parameters/JobID",
        "class": "silent", "classes": ["silent"], "transports": ["soap11", "soap12"],
        "transports_of_new_clients": ["soap11", "soap12"], "affects": ["deployed-clients"], "semver": "minor",
        "message": "the parameter `JobId` is called `JobID` now: over SOAP the service reads 0 from deployed clients",
        "advice": "keep the name `JobId`", "fingerprint": Fingerprint::of(&case_changed()).to_string(),
        "accepted": null, "level": "error",
        "old": {"file": OLD, "line": 3, "column": 3}, "new": {"file": NEW, "line": 4, "column": 3},
    });
    assert_eq!(value["changes"][2], expected);
    let variants = value["changes"].as_array().unwrap();
    let levels: Vec<_> = variants
        .iter()
        .map(|variant| (variant["code"].as_str().unwrap(), variant["level"].as_str().unwrap()))
        .collect();
    let expected = [
        ("service-documentation-changed", "warning"),
        ("effect-became-read", "warning"),
        ("parameter-case-changed", "error"),
        ("operation-removed", "error"),
        ("type-added", "ignore"),
    ];
    assert_eq!(levels, expected);
    assert_eq!(value["changes"][1]["accepted"], "It only reads. It always did.");
    assert_eq!((&value["changes"][3]["new"], &value["changes"][4]["operation"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_fingerprint_never_changes() {
    // Written into people's configuration files: these literals stay.
    assert_eq!(Fingerprint::of(&case_changed()).to_string(), "16d423e368c9dca7");
    assert_eq!(Fingerprint::of(&documented()).to_string(), "c8fdabe4c68810b4");
    // Sentences, lines and files do not count; values, kinds, operations and paths do.
    let in_other_file = Change {
        message: "`JobID` replaces `JobId`: it is in two operations".to_owned(),
        advice: String::new(),
        transports: Vec::new(),
        old: position("other", 30),
        ..case_changed()
    };
    assert_eq!(Fingerprint::of(&in_other_file), Fingerprint::of(&case_changed()));
    let variants = [
        Change { values: vec!["JobId`Ping".to_owned(), "JObID".to_owned()], ..case_changed() },
        Change { kind: Kind::ParameterRenamed, ..case_changed() },
        Change { path: "operations/Pong/parameters/JobID".to_owned(), ..case_changed() },
        Change { operation: Some("Pong".to_owned()), ..case_changed() },
        Change { operation: None, ..case_changed() },
    ];
    let mut all: Vec<_> = variants.iter().chain([&case_changed()]).map(Fingerprint::of).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 6);
}

#[test]
fn what_fails_a_run() {
    let fails = |rules: &Rules| Report::new(vec![comparison(vec![case_changed()])], rules).fails();
    let on = |fail_on: &str| Rules { fail_on: vec![fail_on.parse().unwrap()], ..Rules::default() };
    assert!(!fails(&Rules::default()));
    for word in FailOn::WORDS {
        assert_eq!(fails(&on(word)), word != "major", "{word}");
    }
    let level = |level| [(Kind::ParameterCaseChanged, level)].into_iter().collect::<Levels>();
    for (severity, expected) in [(Level::Error, true), (Level::Warning, false), (Level::Ignore, false)] {
        assert_eq!(fails(&Rules { levels: level(severity), ..on("silent") }), expected);
        let accepted = vec![Accepted::new(Fingerprint::of(&case_changed()), "why")];
        assert!(!fails(&Rules { levels: level(severity), accepted, ..on("silent") }));
    }
}

#[test]
fn no_change_gives_an_empty_report() {
    let report = Report::new(vec![comparison(Vec::new())], &Rules::default());
    assert_eq!(text(&report), "No changes. Needs no version bump.\n");
    assert_eq!(
        serde_json::from_str::<Value>(&json(&report)).unwrap(),
        serde_json::json!({"semver": "none", "changes": [], "stale": []})
    );
}

/// Every format has the advice and the class that passes, in the words of the front end.
#[test]
fn reports_name_settings_in_the_words_of_the_front_end() {
    let moved = Change {
        advice: "tell readers of tables".to_owned(),
        ..change(Kind::RowsChanged, None, "operations/Ping/results", &[Class::Behaviour], Bump::Minor, "the rows moved")
    };
    let rules = Rules { fail_on: vec![FailOn::Class(Class::Wire)], ..Rules::default() };
    let report = Report::new(vec![comparison(vec![moved])], &rules);
    for (format, is_for_people) in
        [(super::text as fn(&Report, &Words) -> String, true), (super::json, false), (super::github, true)]
    {
        let output = format(&report, &WORDS);
        assert!(output.contains("tell readers of tables: `rows` chooses the old path"), "{output}");
        let passes = "passes: behaviour changes fail only with `fails-on behaviour`";
        assert_eq!(output.contains(passes), is_for_people, "{output}");
        let output = format(&report, &Words::API);
        assert!(output.contains("tell readers of tables") && !output.contains("tell readers of tables:"), "{output}");
        let passes = "passes: behaviour changes fail only with `FailOn::Class(Class::Behaviour)`";
        assert_eq!(output.contains(passes), is_for_people, "{output}");
    }
    let output = markdown(&report);
    assert!(output.contains("tell readers of tables: <code>rows</code> chooses the old path"), "{output}");
}

/// Texts that would end a code span, a fence, a comment, a command, a line, or obey a terminal.
const HOSTILE: [&str; 13] = [
    "a\u{1b}[31mb",
    "a\nb",
    "a\r\n::error::b",
    "%0A::error::x",
    "```\n# heading",
    "`code`",
    "</details></code><script>alert(1)</script>",
    "--> <!-- asmx diff -->",
    "[link](https://example.test) | cell | ![i](x)",
    "@everyone #1",
    "https://evil.example/x HTTP://a www.evil.example WWW.b",
    "\u{202e}txet\u{2028}\u{85}",
    "a:b,c=d\"e\"\\",
];

fn hostile(name: &str) -> Report {
    let message = format!("the value `{name}` is another");
    let file = format!("spec/{name}.xml");
    let change = Change {
        advice: format!("keep `{name}`"),
        old: position(&file, 1),
        new: position(&file, 1),
        ..change(
            Kind::DefaultChanged,
            Some(name),
            &format!("operations/{name}"),
            &[Class::Silent],
            Bump::Major,
            &message,
        )
    };
    let text = format!("<param default='{}'/>", name.replace('\n', " "));
    let accepted = vec![Accepted::new("0123456789abcdef".parse().unwrap(), name)];
    let comparison = Comparison::new(&file, &file, Difference { changes: vec![change] }).with_text(&file, text);
    Report::new(vec![comparison], &Rules { accepted, ..Rules::default() })
}

#[test]
fn no_name_breaks_out_of_a_format() {
    let harmless = hostile("harmless");
    for name in HOSTILE {
        let report = hostile(name);
        for (format, expected_text) in [
            (text as fn(&Report) -> String, text(&harmless)),
            (markdown, markdown(&harmless)),
            (github, github(&harmless)),
        ] {
            let output = format(&report);
            let obeyed = |character: char| asmx_types::display::is_obeyed(character) && character != '\n';
            assert!(!output.contains(obeyed), "{name:?}: {output}");
            assert_eq!(output.lines().count(), expected_text.lines().count(), "{name:?}: {output}");
        }
        // Each line of workflow commands is one command, with its properties and nothing else's.
        let commands = github(&report);
        for (command, expected_text) in commands.lines().zip(github(&harmless).lines()) {
            assert!(command.starts_with("::warning ") || command.starts_with("::notice "), "{command}");
            let properties = |line: &str| line.split("::").nth(1).unwrap().matches(',').count();
            assert_eq!(properties(command), properties(expected_text), "{command}");
        }
        // The mark-up equals that of a harmless name: tags, fences, headings, and one marker.
        let (output, expected_text) = (markdown(&report), markdown(&harmless));
        let outside = |text: &str, mark: &str| without_fences(text).matches(mark).count();
        for mark in [
            "<details>",
            "</details>",
            "<script",
            "\n## ",
            "\n### ",
            MARKER,
            "@everyone",
            " #1",
            "](",
            "://",
            "www.",
            "WWW.",
        ] {
            assert_eq!(outside(&output, mark), outside(&expected_text, mark), "{name:?}, {mark}: {output}");
        }
        // A name with backquotes is not taken for code as a whole.
        assert_eq!(outside(&output, "<code>"), outside(&output, "</code>"), "{output}");
        assert!(name.contains('`') || outside(&output, "<code>") == outside(&expected_text, "<code>"), "{output}");
        assert_eq!(without_fences(&output).lines().count(), without_fences(&expected_text).lines().count(), "{output}");
        let read: Value = serde_json::from_str(&json(&report)).unwrap();
        assert_eq!(read["changes"][0]["operation"], name);
    }
}

/// The lines outside fenced blocks, as a reader of Markdown finds them.
fn without_fences(text: &str) -> String {
    let mut fence: Option<String> = None;
    let mut outside = String::new();
    for line in text.lines() {
        let ticks: String = line.trim_start().chars().take_while(|character| *character == '`').collect();
        match &fence {
            Some(open) if line.trim() == *open => fence = None,
            Some(_) => {}
            None if ticks.len() >= 3 => fence = Some(ticks),
            None => {
                outside.push_str(line);
                outside.push('\n');
            }
        }
    }
    assert_eq!(fence, None, "a fence is never closed: {text}");
    outside
}

#[test]
fn a_comment_is_never_too_long() {
    let changes = (0..4_000).map(|number| {
        let path = format!("operations/Op{number}");
        change(Kind::OperationAdded, Some(&path), &path, &[Class::Add], Bump::Minor, "the operation is new")
    });
    let report = Report::new(vec![comparison(changes.collect())], &Rules::default());
    let output = markdown(&report);
    assert!(output.len() < 65_000, "{}", output.len());
    let items = output.matches("\n- ").count();
    assert!(output.contains(&format!("{} more changes do not fit here", 4_000 - items)), "{items}");
    assert!(output.contains("\n</details>\n"));
}

#[test]
fn a_long_line_is_shortened_around_the_place() {
    let line = format!("{}<param name=\"Here\"/>{}", "<a/>".repeat(200), "<b/>".repeat(200));
    let change = Change { new: Some(FilePosition { file: NEW.to_owned(), line: 1, column: 801 }), ..documented() };
    let comparison = Comparison::new(OLD, NEW, Difference { changes: vec![change] }).with_text(NEW, line);
    let output = text(&Report::new(vec![comparison], &Rules::default()));
    let line = output.lines().find(|line| line.starts_with("  + ")).unwrap();
    assert!(line.contains("…<a/><a/>") && line.contains("<param name=\"Here\"/>") && line.ends_with('…'), "{line}");
    assert!(line.chars().count() < 170, "{line}");
}
