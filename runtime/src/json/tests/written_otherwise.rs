//! Values as other programs write them: digits of numbers, JSON in texts, `True`.

use super::*;

/// The value of the first parameter, for a call that is checked.
fn checked(operation: &'static Operation, text: &str) -> Result<Value<'static>, String> {
    let object = object(&parse(text.as_bytes()).unwrap());
    let read = parameters(&SERVICE, operation, &object).map_err(|error| error.to_string())?;
    Ok(read.request.values().first().cloned().unwrap())
}

#[test]
fn numbers_are_sent_with_the_digits_that_were_written() {
    for (kind, number, sent) in [
        (Scalar::Decimal, "0.1234567890123456789012345678", "0.1234567890123456789012345678"),
        (Scalar::Decimal, "12.50", "12.50"),
        (Scalar::Decimal, "79228162514264337593543950335", "79228162514264337593543950335"),
        (Scalar::Decimal, "-1e-10", "-0.0000000001"),
        (Scalar::Decimal, "7.0", "7.0"),
        (Scalar::Integer, "123456789012345678901234567890", "123456789012345678901234567890"),
        (Scalar::Int, "7.0", "7"),
        (Scalar::Long, "9.007199254740993e15", "9007199254740993"),
        (Scalar::Double, "1.50e3", "1.50e3"),
        (Scalar::Float, "0.10", "0.10"),
        (Scalar::String, "12.50", "12.50"),
    ] {
        let operation = echo(Member::new("item", scalar(kind)));
        assert_eq!(checked(operation, &format!("{{\"item\": {number}}}")), Ok(Value::from(sent)), "{kind:?} {number}");
    }
    // A value of another program has 64 bits, and no exponent either.
    let decimal = echo(Member::new("item", scalar(Scalar::Decimal)));
    let read = parameters(&SERVICE, decimal, &object(&json!({ "item": 1e-10 }))).unwrap();
    assert_eq!(read.request.values(), [Value::from("0.0000000001")]);
    let many = "parameter `item`: `1e64` is not a valid decimal of at most 64 digits";
    assert_eq!(checked(decimal, r#"{"item": 1e64}"#), Err(many.to_owned()));
    let fraction = "parameter `item`: `12.50` is not a valid int";
    let int = echo(Member::new("item", scalar(Scalar::Int)));
    assert_eq!(checked(int, r#"{"item": 12.50}"#), Err(fraction.to_owned()));
}

#[test]
fn numbers_keep_their_digits_in_json_in_anything_and_in_cells() {
    let content = echo(Member::new("item", Type::STRING).content(Content::Json));
    let json = r#"{"price":12.50,"many":[1E400e]}"#.replace("1E400e", "123456789012345678901234.50");
    assert_eq!(checked(content, &format!(r#"{{"item":{json}}}"#)), Ok(Value::from(json)));
    assert_eq!(to_text(&of_text(Type::STRING, Some(Content::Json), "[1.50]")), "[1.50]");
    let any = echo(Member::new("item", Type::Any));
    let Ok(Value::OfType(typed)) = checked(any, r#"{"item": 12.50}"#) else { panic!() };
    assert_eq!((typed.kind, typed.value), (scalar(Scalar::Double), Value::from("12.50")));
    let Ok(Value::OfType(typed)) = checked(any, r#"{"item": 123456789012345678901}"#) else { panic!() };
    assert_eq!((typed.kind, typed.value), (scalar(Scalar::Decimal), Value::from("123456789012345678901")));
    let table = echo(Member::new("item", Type::Xml(XmlKind::DataSet)));
    let tables =
        r#"{"tables": [{"name": "T", "columns": [{"name": "P", "type": "xs:decimal"}], "rows": [{"P": 12.50}]}]}"#;
    let Ok(Value::Xml(xml)) = checked(table, &format!(r#"{{"item": {tables}}}"#)) else { panic!() };
    assert!(xml.contains("<P>12.50</P>"), "{xml}");
    let Ok(Value::Xml(of_text)) = checked(table, &json!({ "item": tables }).to_string()) else { panic!() };
    assert_eq!(of_text, xml);
}

#[test]
fn arrays_and_objects_may_be_texts_of_json() {
    let structure = echo(Member::new("item", Type::Structure(&ITEM)));
    let expected = checked(structure, r#"{"item": {"Id": 1, "Name": "[2]"}}"#);
    assert_eq!(checked(structure, r#"{"item": "{\"Id\": 1, \"Name\": \"[2]\"}"}"#), expected);
    let array = echo(Member::new("item", Type::Array(&STRINGS)));
    assert_eq!(checked(array, r#"{"item": " [\"a\", null]"}"#), checked(array, r#"{"item": ["a", null]}"#));
    let repeated = echo(Member::new("item", Type::INT).repeated());
    assert_eq!(checked(repeated, r#"{"item": "[1, 2]"}"#), checked(repeated, r#"{"item": [1, 2]}"#));
    let text = echo(Member::new("item", Type::STRING));
    assert_eq!(checked(text, r#"{"item": "[1, 2]"}"#), Ok(Value::from("[1, 2]")));
    let refused = "parameter `item`: `\"one, two\"` is not a valid ArrayOfString; write `[\"one, two\"]`";
    assert_eq!(checked(array, r#"{"item": "one, two"}"#), Err(refused.to_owned()));
    // A text within a text is a text.
    assert!(checked(echo(Member::new("item", Type::Array(&ITEMS))), r#"{"item": "[\"{}\"]"}"#).is_err());
}

#[test]
fn booleans_of_queries_may_be_those_of_other_languages() {
    let of = |text: &str| of_text(scalar(Scalar::Boolean), None, text);
    assert_eq!((of("True"), of("False"), of("1"), of("yes")), (json!(true), json!(false), json!("1"), json!("yes")));
    assert_eq!(of_text(Type::STRING, None, "True"), json!("True"));
}
