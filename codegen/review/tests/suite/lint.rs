//! Lints: their findings, and comments that allow them.

use std::collections::BTreeSet;
use std::path::Path;

use asmx_codegen::diagnostic::Severity;
use asmx_import::spec_text;
use asmx_review::lint::{Finding, Lint, lint};

fn findings(text: &str) -> Vec<Finding> {
    lint("spec.xml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
}

/// Code, line and message of each.
fn found(text: &str) -> Vec<(&'static str, usize, String)> {
    let line = |finding: &Finding| (finding.code().as_str(), finding.line(), finding.message().to_owned());
    findings(text).iter().map(line).collect()
}

/// A spec with `before` before its only area, and `operations` in it, from the third line on.
fn spec(before: &str, operations: &str) -> String {
    format!(
        "<service name=\"S\" path=\"/s.asmx\"><doc>A service.</doc>{before}<area name=\"all\" title=\"All\">\n\
         <!-- The operations. -->\n{operations}\n</area></service>\n"
    )
}

fn of_operations(operations: &str) -> Vec<(&'static str, usize, String)> {
    found(&spec("", operations))
}

/// A read named `name`, with more attributes, and elements behind its documentation.
fn read(name: &str, attributes: &str, elements: &str) -> String {
    format!(
        "<operation name=\"{name}\" result=\"none\" effect=\"read\"{attributes}><doc>Does.</doc>{elements}</operation>"
    )
}

fn single(code: &'static str, line: usize, message: &str) -> Vec<(&'static str, usize, String)> {
    vec![(code, line, message.to_owned())]
}

#[test]
fn unmarked_secrets_are_found_everywhere() {
    let of_type = |kind: &str, name: &str, more: &str| {
        of_operations(&read("Call", "", &format!("<param name=\"{name}\" type=\"{kind}\"{more}/>")))
    };
    for name in ["Password", "pwd", "ApiKey", "Api_Key", "token", "Secret", "NewPassword", "ClientSecret", "SessionID"]
    {
        let message = format!("the name `{name}` suggests a secret, but the value is not marked as secret");
        assert_eq!(of_type("string", name, ""), single("secret-not-marked", 3, &message));
        assert_eq!(of_type("string", name, " secret=\"true\""), [], "{name}");
    }
    for (kind, name) in [
        ("string", "PasswordHint"),
        ("string", "Username"),
        ("boolean", "ResetPassword"),
        ("string", "Tokens"),
        ("string", "Key"),
    ] {
        assert_eq!(of_type(kind, name, ""), [], "{name}");
    }
    assert_eq!(of_type("string", "Password", " array=\"true\""), [], "many are data");
    let everywhere = spec(
        "<structure name=\"Login\"><choice><param name=\"ApiKey\" type=\"string\"/><param name=\"Id\" type=\"int\"/></choice>\
         <attribute name=\"Token\" type=\"guid\"/></structure>\
         <array name=\"Ways\"><param name=\"Pwd\" type=\"string\"/><param name=\"No\" type=\"int\"/></array>\
         <group name=\"Who\"><param name=\"Passwd\" type=\"string\"/></group>\
         <common><param name=\"LicenseKey\" type=\"string\"/><header name=\"AuthToken\" type=\"string\"/></common>",
        "<operation name=\"Call\" effect=\"read\" transports=\"soap11\"><doc>Does.</doc><use group=\"Who\"/><param name=\"W\" type=\"Ways\"/>\n\
         <output name=\"SessionToken\" type=\"string\"/><output name=\"L\" type=\"Login\"/><header name=\"Passphrase\" type=\"string\"/></operation>",
    );
    let names: BTreeSet<String> = found(&everywhere)
        .into_iter()
        .map(|(code, _, message)| {
            assert_eq!(code, "secret-not-marked");
            message.split('`').nth(1).unwrap().to_owned()
        })
        .collect();
    let expected = ["ApiKey", "Token", "Pwd", "Passwd", "LicenseKey", "AuthToken", "SessionToken", "Passphrase"]
        .map(str::to_owned);
    assert_eq!(names, BTreeSet::from(expected));
    assert_eq!(findings(&everywhere).len(), 8, "each once");
}

#[test]
fn effects_that_contradict_names_are_found() {
    let of = |name: &str, effect: &str| {
        of_operations(&format!(
            "<operation name=\"{name}\" result=\"none\"\n effect=\"{effect}\"><doc>Does it.</doc></operation>"
        ))
    };
    let message =
        "the name `Groups_AddMember` suggests that the operation changes or sends something, but its effect is `read`";
    assert_eq!(of("Groups_AddMember", "read"), single("read-named-like-write", 4, message));
    let message = "the name `getMembers` suggests that the operation only reads, but its effect is `send`";
    assert_eq!(of("getMembers", "send"), single("write-named-like-read", 4, message));
    for (name, effect) in
        [("AddMember", "write"), ("SendMail", "send"), ("GetMembers", "read"), ("List_Add", "read"), ("Ping", "write")]
    {
        assert_eq!(of(name, effect), [], "{name}");
    }
    let variants = "<operation name=\"Ping\" result=\"string\" effect=\"read\"><doc>Does.</doc></operation>\n\
                    <operation name=\"Ping2\" result=\"string\" effect=\"write\" variant-of=\"Ping\"><doc>Does.</doc></operation>";
    let message = "`Ping2` is a variant of `Ping`, but has the effect `write` instead of `read`";
    assert_eq!(of_operations(variants), single("variant-with-other-effect", 4, message));
    assert_eq!(of_operations(&variants.replace("\"write\"", "\"read\"")), []);
}

#[test]
fn missing_documentation_is_found() {
    let documented = |doc: &str| of_operations(&read("GetOpenLoans", "", "").replace("Does.", doc));
    for doc in ["GetOpenLoans", "Get open loans.", "get_open_loans"] {
        let message = "the documentation of `GetOpenLoans` only repeats its name";
        assert_eq!(documented(doc), single("operation-without-words", 3, message), "{doc}");
    }
    assert_eq!(documented("Open loans of a reader."), []);
    let bare = spec("", "<operation name=\"GetOpenLoans\" result=\"none\" effect=\"read\"/>")
        .replace("path=", "imported=\"true\" path=");
    assert_eq!(found(&bare), single("operation-without-words", 3, "`GetOpenLoans` has no documentation"));

    let limited = |limit: &str| of_operations(&read("GetLoans", "", &format!("\n{limit}")));
    let message = "a limit of `GetLoans` has no number of records";
    assert_eq!(limited("<limit>A few.</limit>"), single("limit-without-records", 4, message));
    assert_eq!(limited("<limit records=\"9\">A few.</limit>"), []);

    let deprecated = |reason: &str| {
        let old = read("GetLoans", &format!(" deprecated=\"{reason}\""), "");
        of_operations(&format!("{old}\n{}", read("GetLoans2", "", "")))
    };
    let message = "the reason why `GetLoans` is deprecated does not name another operation";
    for reason in ["It is slow.", "Use GetLoans3.", "GetLoans is slow.", "Use xGetLoans2."] {
        assert_eq!(deprecated(reason), single("deprecated-without-successor", 3, message), "{reason}");
    }
    for reason in ["Use GetLoans2.", "Use `GetLoans2`, which is fast.", "GetLoans2"] {
        assert_eq!(deprecated(reason), [], "{reason}");
    }
}

#[test]
fn operations_that_get_and_post_lose_are_found() {
    let structure = "<structure name=\"Place\"><param name=\"X\" type=\"int\"/></structure>";
    let group = "<group name=\"Where\"><param name=\"At\" type=\"Place\"/></group>";
    let call = |transports: &str| read("Call", transports, "\n<use group=\"Where\"/>");
    let before = format!("{structure}{group}");
    let message = "`Call` is offered over SOAP only, because GET and POST cannot carry `At`";
    assert_eq!(found(&spec(&before, &call(""))), single("not-over-get-and-post", 3, message));
    assert_eq!(found(&spec(&before, &call(" transports=\"soap11 soap12\""))), []);
    // A common parameter is reported once, at its own place.
    let common = format!("{structure}<common>\n<param name=\"At\" type=\"Place\"/></common>");
    let two = read("One", "", "") + &read("Two", "", "");
    let message = "every operation takes `At`, so no operation is offered over GET and POST";
    assert_eq!(found(&spec(&common, &two)), single("not-over-get-and-post", 2, message));
    let outputs = "<operation name=\"Call\" effect=\"read\"><doc>Does.</doc><output name=\"A\" type=\"int\"/><output name=\"B\" type=\"int\"/></operation>";
    let message = "`Call` is offered over SOAP only, because it has several outputs";
    assert_eq!(of_operations(outputs), single("not-over-get-and-post", 3, message));
}

#[test]
fn names_that_differ_only_in_case_are_found() {
    let before = "<enum name=\"Kind\"><value name=\"On\"/><value name=\"ON\" rust=\"AllOn\"/></enum>\n\
                  <structure name=\"Place\"><param name=\"id\" type=\"int\"/><param name=\"Id\" type=\"int\" rust=\"id2\"/>\
                  <attribute name=\"ID\" type=\"int\" rust=\"id3\"/></structure>\n\
                  <group name=\"Where\"><param name=\"At\" type=\"Place\"/><param name=\"Kind\" type=\"Kind\"/></group>";
    let operations = "<operation name=\"Call\" result=\"none\" effect=\"read\" transports=\"soap11\"><doc>Does.</doc><param name=\"AT\" type=\"int\" rust=\"at2\"/><use group=\"Where\"/></operation>\n\
                      <operation name=\"CALL\" effect=\"read\" rust=\"CallAll\" transports=\"soap11\"><doc>Does.</doc><use group=\"Where\"/><result kind=\"xml\">\
                      <columns><column name=\"n\" type=\"int\"/><column name=\"N\" type=\"int\" rust=\"n2\"/></columns></result></operation>";
    let differ = |plural: &str, first: &str, second: &str| {
        format!("the names of the {plural} `{first}` and `{second}` differ only in case")
    };
    let expected = [
        ("names-differ-in-case", 1, differ("values", "On", "ON")),
        ("names-differ-in-case", 2, differ("members", "id", "Id")),
        ("names-differ-in-case", 3, differ("parameters", "AT", "At")),
        ("names-differ-in-case", 6, differ("operations", "Call", "CALL")),
        ("names-differ-in-case", 6, differ("columns", "n", "N")),
    ];
    assert_eq!(found(&spec(before, operations)), expected);
}

#[test]
fn unused_types_and_groups_are_found() {
    let before = "<structure name=\"Animal\"><param name=\"Next\" type=\"Animal\"/></structure><structure name=\"Cat\" base=\"Animal\"/>\n\
                  <structure name=\"Stone\"><param name=\"Kind\" type=\"Kind\"/></structure><enum name=\"Kind\"><value name=\"Big\"/></enum>\n\
                  <group name=\"Used\"><param name=\"A\" type=\"Animal\"/></group><group name=\"Both\"><use group=\"Used\"/></group>\
                  <group name=\"Lonely\"><use group=\"Both\"/></group>";
    let uses = read("Call", " transports=\"soap11\"", "<use group=\"Both\"/>");
    let expected = [
        ("not-used", 2, "no operation uses the type `Stone`".to_owned()),
        ("not-used", 2, "no operation uses the type `Kind`".to_owned()),
        ("not-used", 3, "no operation uses the group `Lonely`".to_owned()),
    ];
    assert_eq!(found(&spec(before, &uses)), expected);
}

const SHOWN: &str = "<operation name=\"Call\" result=\"none\" effect=\"read\"><doc>Does.</doc>\n<param name=\"Token\" type=\"string\"/></operation>";

#[test]
fn a_comment_allows_findings_in_the_following_element() {
    let allow = "<!-- lint: allow secret-not-marked: it is printed on every letter -->";
    for text in [
        spec("", &SHOWN.replace("<param", &format!("{allow}<param"))),
        spec("", &SHOWN.replace("<param", &format!("{allow}\n<!-- another comment -->\n<?x?>\n<param"))),
        spec("", &format!("{allow}\n{SHOWN}")),
        format!("{allow}\n{}", spec("", SHOWN)),
        spec("", &SHOWN.replace("<param", "<!--lint:allow\nsecret-not-marked:why--><param")),
    ] {
        assert_eq!(found(&text), [], "{text}");
    }
    // Findings elsewhere, and other lints, are kept.
    let at_another_element =
        spec("", &format!("{SHOWN}\n{allow}\n{}", SHOWN.replace("Call", "Other").replace("Token", "Sign")));
    let codes: Vec<(&str, usize)> =
        findings(&at_another_element).iter().map(|finding| (finding.code().as_str(), finding.line())).collect();
    assert_eq!(codes, [("secret-not-marked", 4), ("allow-not-used", 5)]);
    // The nearest comment counts, so the other one is not used.
    let twice = spec("", &format!("{allow}\n{}", SHOWN.replace("<param", &format!("{allow}<param"))));
    assert_eq!(found(&twice), single("allow-not-used", 3, "`secret-not-marked` is allowed here, but not found"));
}

#[test]
fn invalid_comments_are_reported() {
    let (form, no_reason) = (
        "write `<!-- lint: allow CODE: REASON -->` before an element",
        "`secret-not-marked` is allowed without a reason",
    );
    let advice = "did you mean `secret-not-marked`?";
    for (comment, message, help) in [
        ("lint: allow secret-not-marked", no_reason, form),
        ("lint: allow secret-not-marked: ...", no_reason, form),
        ("lint: allow secrets-not-marked: why", "unknown lint `secrets-not-marked`", advice),
        ("lint: allow allow-not-used: why", "unknown lint `allow-not-used`", "did you mean `not-used`?"),
        ("lint: deny secret-not-marked: why", "this comment does not allow a lint", form),
    ] {
        let text = spec("", &SHOWN.replace("<param", &format!("<!-- {comment} --><param")));
        let all = findings(&text);
        let [finding, reported] = all.as_slice() else { panic!("{all:?}") };
        assert_eq!((finding.code(), finding.message(), finding.line()), (Lint::AllowNotUnderstood, message, 4));
        let helps: Vec<&str> = finding.help_lines().collect();
        assert!(helps == [help] || comment.contains("allow-not-used"), "{helps:?}");
        assert_eq!(reported.code(), Lint::SecretNotMarked);
    }
    let last = spec("", &format!("{}<!-- lint: allow not-used: why -->", SHOWN.replace("Token", "Sign")));
    assert_eq!(found(&last), single("allow-not-understood", 4, "no element follows this comment"));
    let other =
        spec("", &SHOWN.replace("Token", "Sign").replace("<param", "<!-- lint allow is how others call it --><param"));
    assert_eq!(found(&other), []);
}

#[test]
fn a_finding_is_shown_with_its_place_reason_and_help() {
    let reported = findings(&spec("", SHOWN))[0].to_string();
    assert_eq!(
        reported,
        "warning[secret-not-marked]: the name `Token` suggests a secret, but the value is not marked as secret\n \
         --> spec.xml:4:14\n  |\n4 | <param name=\"Token\" type=\"string\"/></operation>\n  |              ^^^^^\n  |\n  \
         = note: a value that is not marked as secret appears in `Debug`, errors and logs\n  \
         = help: if it is secret, add `secret=\"true\"`"
    );
}

#[test]
fn a_spec_with_mistakes_is_not_linted() {
    let mistakes = lint("spec.xml", spec("", &SHOWN.replace("string", "strung")).as_bytes()).unwrap_err();
    assert_eq!(mistakes.iter().map(|mistake| mistake.code().as_str()).collect::<Vec<_>>(), ["ASMX0301"]);
    assert!(lint("spec.xml", b"<service").is_err());
}

/// Every lint has a test in this file.
#[test]
fn every_lint_is_tested() {
    let tests = include_str!("lint.rs");
    let codes: BTreeSet<&str> = Lint::ALL.iter().map(|lint| lint.as_str()).collect();
    assert_eq!(codes.len(), Lint::ALL.len(), "a code is there twice");
    for lint in Lint::ALL {
        let is_code = |character: char| character.is_ascii_lowercase() || character == '-';
        assert!(lint.as_str().chars().all(is_code), "{lint}");
        let is_asked_for = [format!("\"{lint}\""), format!("Lint::{lint:?}")].iter().any(|name| tests.contains(name));
        assert!(is_asked_for, "{lint}");
        assert!(!lint.reason().is_empty() && !lint.reason().ends_with('.'), "{lint}");
    }
}

/// `.ci/run` lints the spec of the client: an edit of that spec must not fail a test.
#[test]
fn specs_of_the_repository_have_no_findings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for path in ["tests/documents/spec/library.xml", "tests/second-service/spec/stock.xml"] {
        let Ok(bytes) = std::fs::read(root.join(path)) else {
            println!("skipped: {path} is not here");
            continue;
        };
        let findings = lint(path, &bytes).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let words: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert!(words.is_empty(), "{}", words.join("\n\n"));
    }
}

#[test]
fn a_fresh_import_has_few_findings_each_of_a_kind_of_its_own() {
    for folder in ["codegen/import/tests/fixtures/types", "codegen/import/tests/fixtures/wsdl", "tests/every-type/wsdl"]
    {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "wsdl") {
                continue;
            }
            let import = asmx_import::import_file(&path).unwrap();
            let found = found(&spec_text(&import.service));
            let codes: BTreeSet<&str> = found.iter().map(|(code, ..)| *code).collect();
            assert_eq!(codes.len(), found.len(), "{}: {found:?}", path.display());
            assert!(found.len() <= 4, "{}: {found:?}", path.display());
            assert!(!codes.contains("not-over-get-and-post"), "the document says it");
        }
    }
}

#[test]
fn an_import_names_the_first_of_a_kind_and_counts_the_others() {
    let operation = |n| format!("<operation name=\"GetPart{n}\" result=\"string\" effect=\"write\"/>\n");
    let operations = (1..=6).map(operation).collect::<Vec<_>>().concat();
    let text = spec("", &operations).replace("<service ", "<service imported=\"true\" ");
    let findings = findings(&text);
    let reported: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(reported.len(), 2, "{reported:?}");
    for words in ["`GetPart1`", "this also applies to `GetPart2`, `GetPart3`, `GetPart4` and 2 more"] {
        assert!(reported.iter().all(|message| message.contains(words)), "{reported:?}");
    }
}

#[test]
fn a_type_that_a_value_of_any_type_can_bring_is_used() {
    let types = "<structure name=\"Cat\"><param name=\"Name\" type=\"string\"/></structure>\
                 <array name=\"Cats\" type=\"Cat\" nullable=\"false\"/>";
    let operation = |kind: &str| {
        let parameter = format!("<param name=\"P\" type=\"{kind}\"/>");
        spec(types, &read("Call", " transports=\"soap11\"", &parameter))
    };
    assert_eq!(found(&operation("any")), []);
    assert_eq!(found(&operation("int")).len(), 2);
}

/// Findings that the importer marked or reported are notes, which do not fail the lint. Other findings fail it. Secrets are marked.
#[test]
fn what_an_importer_left_is_a_note() {
    let operations = "<operation name=\"GetPart\" result=\"string\" effect=\"write\"/>\n\
                      <operation name=\"AddPart\" result=\"string\" effect=\"read\"><doc>Adds a part.</doc></operation>";
    let text = spec("", operations).replace("<service ", "<service imported=\"true\" ");
    let severities: Vec<(&str, bool)> =
        findings(&text).iter().map(|finding| (finding.code().as_str(), finding.severity() == Severity::Note)).collect();
    let expected =
        [("operation-without-words", true), ("write-named-like-read", true), ("read-named-like-write", false)];
    assert_eq!(severities, expected);
    for path in crate::models::documents() {
        let service = asmx_import::import_file(&path).unwrap_or_else(|error| panic!("{error}")).service;
        let findings = lint("spec.xml", spec_text(&service).as_bytes()).unwrap();
        let fails =
            |finding: &&Finding| finding.severity() != Severity::Note || finding.code() == Lint::SecretNotMarked;
        let failing: Vec<&str> = findings.iter().filter(fails).map(Finding::message).collect();
        assert_eq!(failing, [""; 0], "{}", path.display());
    }
}
