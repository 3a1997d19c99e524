//! Reports of edits: kinds, sentences and places.

use asmx_codegen::model::Transport;
use asmx_import::{Documents, Folder};
use asmx_review::diff::{Affected, Change, Comparison, FilePosition, Fingerprint, Kind, Report, Rules, Version, diff};

use crate::growth::{growth, large};

const SPEC: &str = include_str!("../diff/library.xml");

fn version(text: &str) -> Version {
    Version::read("library.xml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
}

/// The spec with replaced texts. Each must occur once.
fn edit(edits: &[(&str, &str)]) -> Version {
    let mut text = SPEC.to_owned();
    for (old, new) in edits {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text = text.replace(old, new);
    }
    version(&text)
}

fn changes(edits: &[(&str, &str)]) -> Vec<Change> {
    diff(&version(SPEC), &edit(edits)).changes
}

/// `code class+class [transports] [transports of new clients] bump`
fn summary(change: &Change) -> String {
    let names = |all: &[Transport]| all.iter().map(|transport| transport.name()).collect::<Vec<_>>().join(" ");
    let classes: Vec<String> = change.classes.iter().map(|class| format!("{class:?}").to_lowercase()).collect();
    let (old, new) = (names(&change.transports), names(&change.transports_of_new_clients));
    format!("{} {} [{old}] [{new}] {:?}", change.kind.as_str(), classes.join("+"), change.bump)
}

#[track_caller]
fn check(edits: &[(&str, &str)], expected: &[&str]) {
    let found: Vec<String> = changes(edits).iter().map(summary).collect();
    assert_eq!(found, expected, "{edits:?}");
}

#[test]
fn an_equal_meaning_is_not_a_change() {
    assert!(diff(&version(SPEC), &version(SPEC)).changes.is_empty());
    assert!(diff(&version(SPEC), &version(&SPEC.replace('\n', "\n  "))).changes.is_empty());
    let limit = "<param name=\"Limit\" type=\"int\"/>";
    let since = "<param name=\"Since\" type=\"long\"/>";
    let group = format!("<group name=\"Rows\">{limit}</group><common>");
    check(&[(limit, "<use group=\"Rows\"/>"), ("<common>", &group)], &[]);
    check(&[(limit, ""), (since, &format!("{since}{limit}"))], &[]);
}

#[test]
fn arrays_that_no_member_has() {
    let common = "<common>";
    let with = |array: &str| version(&SPEC.replacen(common, &format!("{array}{common}"), 1));
    let found = |old: &Version, new: &Version| -> Vec<(String, String, usize)> {
        let changes = diff(old, new).changes;
        let at = |change: &Change| change.new.as_ref().or(change.old.as_ref()).map_or(0, |at| at.line);
        changes.iter().map(|change| (summary(change), change.message.clone(), at(change))).collect()
    };
    let line = 1 + SPEC.lines().position(|line| line.contains(common)).unwrap();
    let days = with(r#"<array name="ArrayOfDay" type="date" item="Day"/>"#);
    let times = with(r#"<array name="ArrayOfDay" type="dateTime" item="Day"/>"#);
    let single = |kind: &str, message: &str| vec![(kind.to_owned(), message.to_owned(), line)];
    assert_eq!(found(&version(SPEC), &days), single("type-added add [] [] Minor", "new type `ArrayOfDay`"));
    let message = "type `ArrayOfDay` was removed. A value of any type that is such an array is read as XML.";
    assert_eq!(found(&days, &version(SPEC)), single("type-removed behaviour [] [] Minor", message));
    let message = "the items of `ArrayOfDay` changed. A value of any type that is such an array has other items.";
    assert_eq!(found(&days, &times), single("array-changed behaviour [] [] Major", message));
}

#[test]
fn a_type_that_http_does_not_carry_takes_get_and_post_away() {
    let query = "<param name=\"Query\" type=\"string\"/>";
    let changes = changes(&[(query, "<param name=\"Query\" type=\"duration\"/>")]);
    let expected = [
        "http-withdrawn-by-type wire [get post] [] Major",
        "parameter-string-became-typed wire+rust [soap11 soap12] [] Major",
    ];
    assert_eq!(changes.iter().map(summary).collect::<Vec<_>>(), expected);
    assert_eq!(
        changes[0].message,
        "operation `Books_Find` is no longer offered over GET and POST: they cannot carry parameter `Query`, because it is of type \
         `duration`. `transports` was not edited. A call over them compiles, but is refused before it is sent. Deployed clients: over \
         GET and POST, the call fails because the operation is not offered."
    );
}

/// Neither the compiler nor a failing call reveals these changes, so the message has to.
#[test]
fn unseen_changes_are_reported_as_unseen() {
    let edits = [
        ("namespace=\"http://library.test/\"", "namespace=\"http://other.test/\"", Kind::NamespaceChanged),
        ("<common>", "<common><param name=\"Tenant\" type=\"string\"/>", Kind::CommonParameterAdded),
        (
            "name=\"Books_Add\" result=\"none\" effect=\"write\"",
            "name=\"Books_Add\" result=\"none\" effect=\"read\"",
            Kind::EffectBecameRead,
        ),
        ("name=\"Query\"", "name=\"Text\" rust=\"query\"", Kind::ParameterRenamedOnTheWire),
        ("name=\"Isbn\"", "name=\"ISBN\"", Kind::ParameterCaseChanged),
        (
            "name=\"Words\" type=\"string\" array=\"true\"",
            "name=\"Words\" type=\"string\" array=\"true\" item=\"w\"",
            Kind::ArrayItemRenamed,
        ),
        ("name=\"Token\" type=\"string\" secret=\"true\"", "name=\"Token\" type=\"string\"", Kind::SecretCleared),
        ("<value name=\"Play\"/>", "<value name=\"PLAY\" rust=\"Play\"/>", Kind::EnumValueTextChanged),
        (
            "<value name=\"Novel\"/><value name=\"Poem\"/>",
            "<value name=\"Poem\"/><value name=\"Novel\"/>",
            Kind::EnumDefaultChanged,
        ),
        ("<param name=\"Pages\" type=\"int\"/>", "<attribute name=\"Pages\" type=\"int\"/>", Kind::PlaceChanged),
        (
            "<result kind=\"delimited\">\n        <columns>",
            "<result kind=\"delimited\">\n        <columns><column name=\"First\" type=\"int\"/>",
            Kind::ColumnInserted,
        ),
    ];
    for (old, new, kind) in edits {
        let changes = changes(&[(old, new)]);
        let kinds: Vec<Kind> = changes.iter().map(|change| change.kind).collect();
        assert_eq!(kinds, [kind]);
        let words = format!("{} {}", changes[0].message, changes[0].advice);
        assert!(
            words.contains("will not flag this") || words.contains("reveals this") || kind == Kind::EffectBecameRead,
            "{words}"
        );
        assert!(!changes[0].classes.contains(&asmx_review::diff::Class::Rust), "{words}");
    }
}

#[test]
fn operations() {
    let get = "<operation name=\"Books_Get\" effect=\"read\">";
    let all = "[soap11 soap12 get post]";
    for (new, expected) in [
        ("Books_Fetch\"", format!("operation-renamed wire+rust {all} {all} Major")),
        ("Books_Fetch\" rust=\"BooksGet\"", format!("operation-renamed-on-the-wire wire {all} {all} Minor")),
        // With the old action, SOAP finds the operation, but not its parameters.
        (
            "Books_Get\" request-element=\"Get\"",
            "request-element-changed silent+behaviour [soap11 soap12] [soap11 soap12] Major".to_owned(),
        ),
    ] {
        check(&[(get, &get.replace("Books_Get\"", new))], &[&expected]);
    }
    let old = "<operation name=\"Books_Old\" result=\"string\" effect=\"read\" deprecated=\"Use Books_Find, which finds more.\">\n      \
               <doc>Finds books as it was before.</doc>\n    </operation>";
    check(&[(old, "")], &[&format!("operation-removed-after-deprecation wire+rust {all} [] Major")]);
    let reports = "<area name=\"reports\" title=\"Reports\">";
    check(&[(old, ""), (reports, &format!("{reports}{old}"))], &["operation-moved behaviour [] [] Patch"]);
}

#[test]
fn a_type_is_reported_once_with_its_operations() {
    let changes = changes(&[("<value name=\"Play\"/>", "")]);
    let expected = ["enum-value-removed wire+rust [soap11 soap12 get post] [] Major"];
    assert_eq!(changes.iter().map(summary).collect::<Vec<_>>(), expected);
    assert_eq!((changes[0].operation.as_deref(), changes[0].path.as_str()), (None, "types/Genre/values/Play"));
    assert!(changes[0].message.contains("operations `Books_Find`, `Books_Get`, `Books_Add` and 1 other"));
    check(
        &[("<structure name=\"Order\">", "<structure name=\"Purchase\">"), ("type=\"Order\"", "type=\"Purchase\"")],
        &["type-renamed silent+rust+behaviour [soap11 soap12] [soap11 soap12] Major"],
    );
    // Deployed clients lack the member in requests, and skip it in responses.
    let year = "<param name=\"Year\" type=\"int\"/>";
    for (member, expected) in [
        ("<param name=\"Minutes\" type=\"int\"/>", "required-member-added add [] [soap11 soap12 get post] Minor"),
        ("<param name=\"Count\" type=\"int\"/>", "required-member-added silent+add [soap11 soap12] [] Major"),
    ] {
        check(&[(member, &format!("{member}{year}"))], &[expected]);
    }
}

#[test]
fn a_renamed_structure_is_reported_once_even_if_documentation_of_alternatives_changed() {
    let choice = |name: &str, words: &str| {
        let member = "<choice rust=\"either\"><param name=\"One\" type=\"int\"><doc>WORDS</doc></param>\
                      <param name=\"Two\" type=\"string\"/></choice>";
        let text = SPEC.replace("<param name=\"Count\" type=\"int\"/>", &member.replace("WORDS", words));
        version(&text.replace("\"Order\"", &format!("\"{name}\"")))
    };
    let changes = diff(&choice("Order", "The one."), &choice("Purchase", "The other.")).changes;
    let kinds: Vec<Kind> = changes.iter().map(|change| change.kind).collect();
    assert_eq!(kinds, [Kind::TypeRenamed, Kind::DocumentationChanged]);
}

/// `Medium` is declared as the enumeration `AnyMedium`, unless something else has that name.
#[test]
fn a_lost_name_is_blamed_on_the_item_that_took_it() {
    let medium = "<structure name=\"Medium\" abstract=\"true\">";
    let words = ("<doc>Lends books.</doc>", "<doc>Lends all media.</doc>");
    let types = format!("<structure name=\"AnyMedium\"><param name=\"Id\" type=\"int\"/></structure>{medium}");
    check(
        &[words, (medium, &types)],
        &["service-documentation-changed docs [] [] Patch", "type-added rust+add [] [] Major"],
    );
}

/// The documentation or the scale of one member changes, and another member breaks code.
#[test]
fn annotations_do_not_break_code() {
    let id = "<param name=\"Id\" type=\"int\"/>";
    let film = "<param name=\"Minutes\" type=\"int\"/>";
    check(
        &[
            (id, &format!("{id}<param name=\"Minutes\" type=\"string\"/>")),
            (film, "<param name=\"Minutes\" type=\"int\"><doc>How long it is.</doc></param>"),
        ],
        &["optional-member-added rust+add [] [] Major", "documentation-changed docs [] [] Patch"],
    );
    let old = SPEC.replace(film, "<param name=\"Minutes\" type=\"decimal\" scale=\"1\"/>");
    let new = old.replace("scale=\"1\"", "scale=\"2\"");
    let new = new.replace(id, &format!("{id}<param name=\"Minutes\" type=\"string\"/>"));
    let found: Vec<String> = diff(&version(&old), &version(&new)).changes.iter().map(summary).collect();
    assert_eq!(found, ["optional-member-added rust+add [] [] Major", "scale-changed behaviour [] [] Minor"]);
}

/// The parameter was a field of one operation, and the others did not take it.
#[test]
fn a_parameter_of_one_operation_becomes_one_of_all() {
    let common = "<common>\n    <use group=\"Credentials\"/>";
    let isbn = "<param name=\"Isbn\" type=\"string\"/>";
    check(
        &[(isbn, ""), (common, &format!("{common}{isbn}"))],
        &["parameter-became-common silent+wire+rust [get post] [] Major"],
    );
}

#[test]
fn results() {
    let found = "<operation name=\"Books_Old\" result=\"string\" effect=\"read\"";
    let all = "[soap11 soap12 get post]";
    let changed = [
        ("xml", format!("result-kind-changed wire+rust {all} {all} Major")),
        ("none", format!("result-kind-changed silent+wire+rust {all} [get post] Major")),
        ("integers", format!("result-kind-changed wire+rust {all} {all} Major")),
    ];
    for (result, expected) in changed {
        check(&[(found, &found.replace("string", result))], &[&expected]);
    }
}

#[test]
fn a_change_of_a_group_is_reported_once() {
    let from = "<param name=\"From\" type=\"string\" role=\"begin-date\"/>";
    let changes = changes(&[(from, "<param name=\"Begin\" type=\"string\" role=\"begin-date\"/>")]);
    assert_eq!(changes.len(), 1);
    assert_eq!((changes[0].operation.as_deref(), changes[0].path.as_str()), (None, "groups/Range/parameters/Begin"));
    let words = "parameter `From` of group `Range` was renamed to `Begin`. Used by operations `Report_Loans` and `Report_Data`. ";
    assert!(changes[0].message.starts_with(words), "{}", changes[0].message);
    assert_eq!(changes[0].affects, [Affected::DeployedClients, Affected::RustUsers, Affected::Implementors]);
}

#[test]
fn a_new_use_of_a_group_is_a_change_of_the_operation() {
    let doc = "<doc>All media.</doc>";
    let changes = changes(&[(doc, &format!("{doc}<use group=\"Range\"/>"))]);
    let operations: Vec<Option<&str>> = changes.iter().map(|change| change.operation.as_deref()).collect();
    assert_eq!(operations, [Some("Media_List"); 2]);
    // The place is that of the parameter, in the group.
    assert_eq!(changes[0].new, Some(FilePosition { file: "library.xml".to_owned(), line: 25, column: 18 }));
}

#[test]
fn places_in_specs() {
    let changes = changes(&[("<param name=\"Isbn\" type=\"string\"/>", "<param name=\"Isbn\" type=\"int\"/>")]);
    let position = FilePosition { file: "library.xml".to_owned(), line: 45, column: 20 };
    assert_eq!((changes[0].old.as_ref(), changes[0].new.as_ref()), (Some(&position), Some(&position)));
}

/// Documents by their names.
struct Texts(Vec<(&'static str, String)>);

impl Documents for Texts {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, text)| text.clone().into_bytes())
    }
}

fn wsdl(text: &str) -> String {
    asmx_codegen::wsdl(version(text).service())
}

/// The documents of two specs, and their versions.
fn documents(old: &str, new: &str) -> (Texts, [Version; 2]) {
    let documents = Texts(vec![("old/shop.wsdl", wsdl(old)), ("new/shop.wsdl", wsdl(new))]);
    let versions = ["old/shop.wsdl", "new/shop.wsdl"].map(|name| Version::load(&documents, name).unwrap());
    (documents, versions)
}

/// Commands call the address of a document, which is no part of the model.
#[test]
fn another_host_in_a_document_is_a_change() {
    let document = asmx_codegen::wsdl_at(version(SPEC).service(), None, "http://shop.example/a.asmx").unwrap();
    let other = document.replace("http://shop.example/", "https://other.example/");
    let documents = Texts(vec![("old.wsdl", document.clone()), ("equal.wsdl", document), ("new.wsdl", other)]);
    let [old, equal, new] = ["old.wsdl", "equal.wsdl", "new.wsdl"].map(|name| Version::load(&documents, name).unwrap());
    assert!(diff(&old, &equal).changes.is_empty());
    let changes = diff(&old, &new).changes;
    let kinds: Vec<Kind> = changes.iter().map(|change| change.kind).collect();
    assert_eq!(kinds, [Kind::ServiceHostChanged]);
    assert!(
        changes[0].new.is_some() && changes[0].message.contains("`https://other.example` (was `http://shop.example`)")
    );
}

#[test]
fn new_operations_are_missing_on_old_servers_unless_a_server_answered_with_the_document() {
    let operation = "<operation name=\"Close\" result=\"none\" effect=\"write\"><doc>Closes.</doc></operation></area>";
    let newer = SPEC.replacen("</area>", operation, 1);
    let change = diff(&version(SPEC), &version(&newer)).changes.remove(0);
    let words =
        "new operation `Close`. Clients built from this spec cannot call it on servers that are not updated yet.";
    assert_eq!((change.message.as_str(), change.transports_of_new_clients.is_empty()), (words, false));
    let (_, [old, new]) = documents(SPEC, &newer);
    let changes = diff(&old, &new).changes;
    let change = changes.iter().find(|change| change.kind == Kind::OperationAdded).unwrap();
    assert_eq!((change.message.as_str(), change.transports_of_new_clients.is_empty()), ("new operation `Close`", true));
}

#[test]
fn places_in_documents() {
    let text = SPEC.replace("<param name=\"Pages\" type=\"int\"/>", "<param name=\"Pages\" type=\"long\"/>");
    let text = text.replace("name=\"Isbn\"", "name=\"Code\"").replace("<value name=\"Play\"/>", "");
    let (documents, [old, new]) = documents(SPEC, &text);
    let line = |document: usize, text: &str| {
        let (name, document) = &documents.0[document];
        let line = document.lines().position(|line| line.contains(text)).unwrap();
        Some(((*name).to_owned(), line + 1))
    };
    let placed =
        |position: &Option<FilePosition>| position.as_ref().map(|position| (position.file.clone(), position.line));
    let changes = diff(&old, &new).changes;
    let found: Vec<_> = changes.iter().map(|change| (change.kind, placed(&change.old), placed(&change.new))).collect();
    let expected = [
        (Kind::EnumValueRemoved, line(0, "value=\"Play\""), None),
        (Kind::MemberTypeChanged, line(0, "name=\"Pages\""), line(1, "name=\"Pages\"")),
        (Kind::ParameterRenamed, line(0, "name=\"Isbn\""), line(1, "name=\"Code\"")),
    ];
    for change in &expected {
        assert!(found.contains(change), "{change:?} {found:#?}");
    }
    assert_eq!(found.len(), expected.len(), "{found:#?}");
}

#[test]
fn places_in_documents_are_those_of_the_item_itself_not_of_another_one_with_its_name() {
    const TWINS: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <structure name="Item"><param name="Size" type="int"/></structure>
  <structure name="OtherItem" wire-name="Item" namespace="urn:other"><param name="Size" type="int"/></structure>
  <area name="all" title="All">
    <operation name="Order" result="none" effect="write" style="rpc"><doc>Orders.</doc>
      <param name="One" type="Item"/><param name="Other" type="OtherItem"/><param name="Count" type="int"/>
    </operation>
  </area>
</service>"#;
    let (head, tail) = TWINS.split_once("<structure name=\"OtherItem\"").unwrap();
    let tail = tail.replace("name=\"Size\" type=\"int\"", "name=\"Size\" type=\"long\"");
    let tail = tail.replace("name=\"Count\" type=\"int\"", "name=\"Count\" type=\"long\"");
    let newer = format!("{head}<structure name=\"OtherItem\"{tail}");
    let (documents, [old, new]) = documents(TWINS, &newer);
    let line = |position: &Option<FilePosition>, document: usize| {
        let (_, text) = &documents.0[document];
        text.lines().nth(position.as_ref().unwrap().line - 1).unwrap().trim().to_owned()
    };
    let changes = diff(&old, &new).changes;
    let number = |position: &Option<FilePosition>| position.as_ref().map(|position| position.line);
    assert!(changes.iter().all(|change| number(&change.old) == number(&change.new)), "{changes:?}");
    let positions: Vec<_> = changes.iter().map(|change| (line(&change.old, 0), line(&change.new, 1))).collect();
    let member = |kind: &str| format!("<s:element maxOccurs=\"1\" minOccurs=\"1\" name=\"Size\" type=\"s:{kind}\" />");
    let part = |kind: &str| format!("<wsdl:part name=\"Count\" type=\"s:{kind}\" />");
    let expected = [(member("int"), member("long")), (part("int"), part("long"))];
    assert_eq!(positions, expected);
}

/// Else the table of places would repeat the name for each of its parameters.
#[test]
fn parts_of_an_item_with_a_very_long_name_have_its_place() {
    let position = |length: usize| {
        let spec = SPEC.replace("name=\"Books_Find\"", &format!("name=\"{}\"", "B".repeat(length)));
        let query = "<param name=\"Query\" type=\"string\"/>";
        let newer = spec.replace(query, "<param name=\"Query\" type=\"int\"/>");
        let change = diff(&version(&spec), &version(&newer)).changes.remove(0);
        assert!(change.path.ends_with("/parameters/Query"), "{change:?}");
        let line = spec.lines().nth(change.old.unwrap().line - 1).unwrap().to_owned();
        (line.contains(query), line.contains("<operation"))
    };
    assert_eq!(position(10), (true, false));
    assert_eq!(position(1000), (false, true));
}

#[test]
fn every_kind_has_a_code_of_its_own() {
    let mut codes: Vec<&str> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), Kind::ALL.len());
}

/// A spec that is imported from a document has the same meaning.
#[test]
fn an_imported_document_and_its_spec_are_the_same() {
    let package = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for folder in ["../import/tests/fixtures/types", "../import/tests/fixtures/wsdl"] {
        let folder = package.join(folder);
        for entry in std::fs::read_dir(&folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let documents = Folder::new(&folder);
            let Ok(document) = Version::load(&documents, &name) else { continue };
            let text = asmx_import::spec_text(document.service());
            let spec = Version::read("spec.xml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
            let found: Vec<String> = diff(&document, &spec).changes.iter().map(summary).collect();
            assert_eq!(found, [""; 0], "{name}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
fn different_edits_of_one_item_have_different_fingerprints() {
    let query = "<param name=\"Query\" type=\"string\"/>";
    let with = |name: &str, attributes: &str| format!("<param name=\"{name}\" type={attributes}/>");
    let find = "name=\"Books_Find\" result=\"string\"";
    let offered = |transports: &str| format!("{find} transports=\"{transports}\"");
    let edits = [
        (query, with("Query", "\"string\" required=\"true\"")),
        (query, with("Query", "\"int\"")),
        (query, with("Query", "\"dateTime\"")),
        (query, with("Query", "\"string\" array=\"true\"")),
        (query, with("Query", "\"int\" array=\"true\"")),
        (query, with("Query", "\"string\" default=\"a\"")),
        (query, with("Query", "\"string\" default=\"b\"")),
        (query, with("Text", "\"string\"")),
        (find, offered("soap11 soap12 get")),
        (find, offered("soap11 get post")),
        (find, offered("soap11")),
    ];
    let mut all = std::collections::HashMap::new();
    for (old, new) in &edits {
        for change in changes(&[(old, new)]) {
            let found = (new.clone(), change.kind, change.values.clone());
            if let Some(other) = all.insert(Fingerprint::of(&change), found) {
                panic!("{other:?} and {change:?}");
            }
        }
    }
    assert!(all.len() >= edits.len(), "{all:?}");
}

#[test]
fn values_of_fingerprints_have_no_words_of_sentences() {
    let limit = "<param name=\"Limit\" type=\"int\"/>";
    for (new, expected) in [
        ("<param name=\"Limit\" type=\"int\" array=\"true\"/>", vec!["Limit`Books_Find", "int", "int[]"]),
        ("<param name=\"Limit\" type=\"int\" optional=\"true\"/>", vec!["Limit`Books_Find", "required", "optional"]),
        ("<param name=\"Most\" rust=\"limit\" type=\"int\"/>", vec!["Limit`Books_Find", "Most"]),
    ] {
        let found: Vec<Vec<String>> = changes(&[(limit, new)]).into_iter().map(|change| change.values).collect();
        assert_eq!(found, [expected], "{new}");
    }
}

#[test]
fn a_report_of_many_renames_takes_time_in_proportion_to_them() {
    let growth = growth(|items| {
        let (old, new) = (large(items, "Old"), large(items, "Fresh"));
        let comparison = Comparison::new("library.xml", "library.xml", diff(&version(&old), &version(&new)));
        let report = Report::new(vec![comparison.with_text("library.xml", new)], &Rules::default());
        assert!(report.changes().count() > items);
        let text = asmx_review::diff::render::text(&report, &asmx_review::Words::API);
        assert!(text.len() < 2_000_000 && (items < 501 || text.contains(" more changes of type E: ")));
    });
    assert!(growth < 9.0, "{growth}");
}
