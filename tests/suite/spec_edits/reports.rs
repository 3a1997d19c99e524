//! The report of each edit.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use asmx_import::Documents;
use asmx_review::diff::{Change, Class, FilePosition, Kind, Version, diff};
use spec_edits::{Row, line, rows};

use super::changes;
use super::code::listed;

/// The most severe edits: neither the compiler nor tools for versions notice them.
const UNSEEN: [u32; 12] = [1, 8, 18, 36, 37, 40, 52, 56, 62, 63, 67, 76];

#[test]
fn rows_have_unique_names() {
    let rows = rows::all();
    let names: BTreeSet<&str> = rows.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), rows.len());
}

#[test]
fn every_kind_of_change_is_reported_for_the_edit_of_its_page() {
    let rows = rows::all();
    let is_reported = |kind: Kind| {
        let row = rows.iter().find(|row| row.name == kind.as_str());
        row.is_some_and(|row| changes(row).iter().any(|change| change.kind == kind))
    };
    let unreported: Vec<Kind> = Kind::ALL.iter().copied().filter(|kind| !is_reported(*kind)).collect();
    // The spec itself is new or removed, or only documents have hosts and facets.
    let of_documents = [Kind::ServiceHostChanged, Kind::FacetsChanged];
    assert_eq!(unreported, [&[Kind::ServiceAdded, Kind::ServiceRemoved], &of_documents[..]].concat());
}

#[test]
fn the_rows_of_each_section_read_as_their_snapshot() {
    let sections = [
        ("service", 1..=9),
        ("operations", 10..=29),
        ("parameters", 30..=59),
        ("types", 60..=70),
        ("results", 71..=84),
    ];
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../spec-edits/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let rows = rows::all();
    let differing: Vec<&str> = sections
        .into_iter()
        .filter(|(section, numbers)| {
            let text: String = rows.iter().filter(|row| numbers.contains(&row.number)).map(text).collect();
            catch_unwind(AssertUnwindSafe(|| settings.bind(|| insta::assert_snapshot!(*section, text)))).is_err()
        })
        .map(|(section, _)| section)
        .collect();
    assert!(differing.is_empty(), "{differing:?}");
}

/// The report of a row, and the removed and added public items.
fn text(row: &Row) -> String {
    let mut text = format!("## {} {}\n", row.number, row.name.replace('_', " "));
    if !row.today.is_empty() {
        writeln!(text, "(today: {})", row.today).unwrap();
    }
    let changes = changes(row);
    if changes.is_empty() {
        text.push_str("no change\n");
    }
    for change in &changes {
        writeln!(text, "{}", line(change)).unwrap();
        writeln!(text, "  {}", change.message).unwrap();
        if !change.advice.is_empty() {
            writeln!(text, "  = {}", change.advice_in(&asmx::words::REVIEW)).unwrap();
        }
        for location in change.old.iter().chain(&change.new) {
            writeln!(text, "  --> {}", position(location)).unwrap();
        }
    }
    let (removed, added) = listed(row);
    removed.iter().for_each(|line| writeln!(text, "- {line}").unwrap());
    added.iter().for_each(|line| writeln!(text, "+ {line}").unwrap());
    text.push('\n');
    text
}

fn position(location: &FilePosition) -> String {
    format!("{}:{}:{}", location.file, location.line, location.column)
}

fn is_in(location: &FilePosition, text: &str) -> bool {
    text.lines().nth(location.line - 1).is_some_and(|line| (1..=line.chars().count()).contains(&location.column))
}

#[test]
fn every_change_is_complete() {
    for row in rows::all() {
        for change in changes(&row) {
            let Change { ref classes, ref transports, ref message, ref path, .. } = change;
            let of = format!("row {} {}: {change:#?}", row.number, row.name);
            assert!(!classes.is_empty() && classes.windows(2).all(|two| two[0] > two[1]), "{of}");
            let may_have = classes.contains(&Class::Wire) || classes.contains(&Class::Silent);
            assert!(transports.is_empty() || may_have, "{of}");
            assert!(!classes.contains(&Class::Wire) || !transports.is_empty(), "{of}");
            assert!(
                !message.is_empty() && !message.contains('\n') && !change.advice.contains('\n') && !path.contains('\n'),
                "{of}"
            );
            assert!(change.old.is_some() || change.new.is_some(), "{of}");
            assert!(change.old.iter().all(|location| is_in(location, &row.old())), "{of}");
            assert!(change.new.iter().all(|location| is_in(location, &row.new_version())), "{of}");
        }
    }
}

/// Neither the compiler nor a listing of public items shows these edits.
#[test]
fn unseen_edits_are_reported() {
    for number in UNSEEN {
        let is_unseen = |row: &Row| {
            let reported = changes(row);
            let is_severe =
                |change: &Change| change.classes.iter().any(|class| matches!(class, Class::Silent | Class::Wire));
            listed(row).0.is_empty() && reported.iter().any(is_severe)
        };
        let has_one = rows::all().iter().any(|row| row.number == number && is_unseen(row));
        // Row 40 has no effect, because arguments have no order.
        assert_eq!(has_one, number != 40, "row {number}");
    }
}

/// A spec cannot restrict the length of a text, but documents can.
#[test]
fn facets_of_documents_are_compared() {
    let (base, _) = rows::all().swap_remove(0).models();
    let document = asmx_codegen::wsdl(&base);
    let unrestricted = "<s:element maxOccurs=\"1\" minOccurs=\"0\" name=\"Words\" type=\"s:string\" />";
    let faceted = |length: usize| {
        let simple = format!(
            "<s:element maxOccurs=\"1\" minOccurs=\"0\" name=\"Words\"><s:simpleType><s:restriction base=\"s:string\">\
             <s:maxLength value=\"{length}\"/></s:restriction></s:simpleType></s:element>"
        );
        document.replace(unrestricted, &simple)
    };
    let (short, long) = (faceted(10), faceted(20));
    assert_ne!(short, document);
    let version = |text: String| Version::load(&Alone(text), "library.wsdl").unwrap_or_else(|error| panic!("{error}"));
    let reported = |old: &str, new: &str| -> Vec<String> {
        let (old, new) = (version(old.to_owned()), version(new.to_owned()));
        diff(&old, &new).changes.iter().map(|change| format!("{} | {}", line(change), change.message)).collect()
    };
    let follows = "Clients do not check facets, and the service decides which values it refuses.";
    let changed = |now: &str, before: &str| {
        let of = |operation| {
            format!(
                "facets-changed operations/{operation}/parameters/Words | behaviour | - | new - | minor | users | \
                 values of `Words` are now {now} (before: {before}). {follows}"
            )
        };
        ["CountBooks", "FindCopies", "Remind"].map(of).to_vec()
    };
    assert_eq!(reported(&document, &short), changed("restricted to `maxLength 10`", "unrestricted"));
    assert_eq!(reported(&short, &long), changed("restricted to `maxLength 20`", "restricted to `maxLength 10`"));
    assert_eq!(reported(&long, &document), changed("unrestricted", "restricted to `maxLength 20`"));
    // A named type and its ancestors count too.
    let named = document
        .replace(unrestricted, &unrestricted.replace("s:string", "tns:Short"))
        .replacen(
            "<s:element ",
            "<s:simpleType name=\"Short\"><s:restriction base=\"tns:Shorter\"/></s:simpleType>\
             <s:simpleType name=\"Shorter\"><s:restriction base=\"s:string\"><s:maxLength value=\"10\"/></s:restriction></s:simpleType>\
             <s:element ",
            1,
        );
    assert_eq!(reported(&short, &named), Vec::<String>::new());
    // A spec has no facets to compare.
    let short = version(short);
    assert_eq!(diff(&Version::from(short.service().clone()), &short).changes, []);
}

/// A document without imports.
struct Alone(String);

impl Documents for Alone {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        Some(self.0.clone().into_bytes())
    }
}
