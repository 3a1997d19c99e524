#![allow(clippy::unwrap_used)]

use crate::lists::{Fields, Values};

use proptest::prelude::*;
use rusqlite::Connection;

use super::*;

fn fields() -> Fields {
    let mut connection = Connection::open_in_memory().unwrap();
    connection.execute_batch("CREATE TABLE list_field (list_id, position, name)").unwrap();
    let transaction = connection.transaction().unwrap();
    let mut fields = Fields::of_list(&transaction, 1).unwrap();
    for name in ["City", "Age", "First Name", "Empty"] {
        fields.existing_or_new(&transaction, name).unwrap();
    }
    fields
}

fn holds(condition: &str) -> bool {
    let mut values = Values::default();
    for (position, value) in ["Köln", "42", "Ann O'Hara"].into_iter().enumerate() {
        values.set(position, Some(value.to_owned()));
    }
    let member = Member { id: 10_001, address: "Ann@x.test", values: &values };
    parse(condition, &fields()).unwrap().holds(&member)
}

#[test]
fn true_conditions() {
    for condition in [
        "City = 'köln'",
        "age > 9",
        "Age >= 42 AND Age <= 42.0",
        "[First Name] = 'Ann O''Hara'",
        "\"First Name\" LIKE 'ann%'",
        "EmailAddress like '%@x.test'",
        "City = 'Bonn' OR City = 'Berlin' OR City = 'Köln' AND Age <> 41",
        "NOT (City = 'Bonn' OR Age < 0)",
        "City IN ('Bonn', 'Köln')",
        "City NOT IN ('Bonn')",
        "Age BETWEEN 40 AND 50 AND City != 'Bonn'",
        "Age NOT BETWEEN -1 AND .5",
        "Empty IS NULL AND City IS NOT NULL",
        "GroupMemberID = 10001",
        "City LIKE 'K_l%'",
        "City NOT LIKE 'k'",
    ] {
        assert!(holds(condition), "{condition}");
    }
}

#[test]
fn false_conditions() {
    for condition in [
        "City = 'Bonn'",
        "Empty = 'x'",
        "Empty <> 'x'",
        "NOT Empty = 'x'",
        "Empty = NULL",
        "City > 5",
        "City IN ('Bonn', NULL)",
        "City NOT IN ('Bonn', NULL)",
        "City LIKE '%x%'",
        "Age BETWEEN 50 AND 40",
    ] {
        assert!(!holds(condition), "{condition}");
    }
}

#[test]
fn malformed_conditions_are_refused_with_the_place() {
    for (condition, reason) in [
        ("", "character 1"),
        ("City =", "expected a field, a text or a number, found the end"),
        ("City = 'Köln", "character 8"),
        ("City = 'Köln' Age = 2", "character 15"),
        ("Town = 'Bonn'", "no field `Town`; its fields: EmailAddress"),
        ("City = 'x'; DROP TABLE member", "character 11"),
        ("1 = 1 UNION SELECT username FROM account", "expected AND, OR or the end"),
        ("(SELECT 1) = 1", "no field `SELECT`"),
        ("City LIKE Age", "single quotes"),
        ("City IN ()", "expected a field"),
        ("City = 1.2.3", "not a number"),
        ("City NOT = 'x'", "LIKE, IN or BETWEEN"),
    ] {
        let refusal = parse(condition, &fields()).unwrap_err();
        assert_eq!(refusal.kind(), Kind::InvalidFilter);
        assert!(refusal.to_string().contains(reason), "{condition}: {refusal}");
    }
    assert!(parse(&"(".repeat(5000), &fields()).unwrap_err().to_string().contains("64 deep"));
    assert!(parse(&"NOT ".repeat(2000), &fields()).is_err());
    assert!(parse(&" ".repeat(20_000), &fields()).is_err());
}

#[test]
fn the_list_stands_before_the_colon() {
    assert_eq!(split("News: City = 'a:b'").unwrap(), ("News", " City = 'a:b'"));
    assert!(split("City = 'x'").is_err());
}

proptest! {
    #[test]
    fn any_text_is_a_condition_or_refused(text in ".*") {
        let _ = parse(&text, &fields());
    }

    #[test]
    fn nor_one_made_of_its_own_words(words in proptest::collection::vec(
        prop_oneof![
            Just("City"), Just("Age"), Just("AND"), Just("OR"), Just("NOT"), Just("("), Just(")"), Just("="), Just("<"),
            Just("'x'"), Just("5"), Just("LIKE"), Just("'%a_'"), Just("IN"), Just(","), Just("IS"), Just("NULL"), Just("BETWEEN"),
        ],
        0..24,
    )) {
        let text = words.join(" ");
        if parse(&text, &fields()).is_ok() {
            let _ = holds(&text);
        }
    }

    #[test]
    fn a_pattern_of_plain_letters_matches_itself_only(one in "[a-z]{0,6}", two in "[a-z]{0,6}") {
        let values = Values::default();
        let member = Member { id: 1, address: &one, values: &values };
        let like = parse(&format!("EmailAddress LIKE '{two}'"), &fields()).unwrap();
        prop_assert_eq!(like.holds(&member), one == two);
        let within = parse(&format!("EmailAddress LIKE '%{two}%'"), &fields()).unwrap();
        prop_assert_eq!(within.holds(&member), one.contains(&two));
    }
}
