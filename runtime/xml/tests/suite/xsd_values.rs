//! Texts that each type accepts, refuses and writes.
#![allow(clippy::float_cmp, clippy::cast_precision_loss)]

use asmx_xml::xsd::{
    AnyUri, Base64Binary, Char, Date, DateTime, Decimal, Duration, Guid, HexBinary, Integer, Lexical, QName, Time, Zone,
};
use proptest::prelude::*;

/// A value is written as it was read, without white space around it.
fn keeps<T: Lexical>(texts: &[&str]) {
    for text in texts {
        let value = T::parse(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(value.lexical(), text.trim(), "{}", T::TYPE_NAME);
        let padded = format!(" \t\r\n{text}\n");
        assert_eq!(T::parse(&padded).map_err(|error| error.to_string()).unwrap().lexical(), text.trim());
    }
}

fn refuses<T: Lexical>(texts: &[&str]) {
    for text in texts {
        let Err(error) = T::parse(text) else { panic!("{text:?} read as {}", T::TYPE_NAME) };
        assert_eq!((error.type_name(), error.text()), (T::TYPE_NAME, *text));
    }
}

#[test]
fn integers() {
    for (text, value) in [("5", 5), ("+5", 5), (" 5 ", 5), ("007", 7), ("-0", 0), ("-2147483648", i32::MIN)] {
        assert_eq!(i32::parse(text).unwrap(), value);
    }
    refuses::<i32>(&["", " ", "abc", "5.0", "0x5", "1,000", "2147483648", "+", "--5", "5 5", "\u{a0}5", "٥", "1_0"]);
    refuses::<u8>(&["-1", "256"]);
    assert_eq!(u8::parse("-0").unwrap(), 0);
    assert_eq!(u64::parse("18446744073709551615").unwrap(), u64::MAX);
    assert_eq!(i64::parse("-9223372036854775808").unwrap(), i64::MIN);
    assert_eq!(i8::parse("-128").unwrap().lexical(), "-128");
    keeps::<Integer>(&["5", "+5", "007", "-123456789012345678901234567890123456789012345"]);
    refuses::<Integer>(&["", "5.0", "-", "1e5"]);
    assert_eq!(Integer::from(-7).to_i128(), Some(-7));
    assert!(Integer::from(-7).is_negative());
}

#[test]
fn booleans_and_strings() {
    assert!(bool::parse(" 1 ").unwrap() && bool::parse("true").unwrap());
    assert!(!bool::parse("0").unwrap() && !bool::parse("false\n").unwrap());
    refuses::<bool>(&["True", "TRUE", "", "yes"]);
    assert_eq!(String::parse("  a \n").unwrap(), "  a \n");
}

#[test]
fn decimals() {
    keeps::<Decimal>(&["12.50", "-0.00", "0.000", "79228162514264337593543950335", "+5", ".5", "5.", "007"]);
    refuses::<Decimal>(&["", ".", "-", "1e5", "1,000", "1.2.3", "0x5", "NaN", "- 5"]);
    let decimal = Decimal::parse("-12.50").unwrap();
    assert!(decimal.is_negative());
    assert_eq!((decimal.integer_digits(), decimal.fraction_digits(), decimal.scale()), ("12", "50", 2));
    assert_eq!(decimal.unscaled(), Some(-1250));
    assert_eq!(decimal.to_f64(), -12.5);
    assert_eq!(Decimal::from(5_i64).as_str(), "5");
    assert_eq!(Decimal::default().lexical(), "0");
    assert_ne!(Decimal::parse("1.0"), Decimal::parse("1.00"));
}

#[test]
fn floats_are_written_as_by_dotnet() {
    for (number, text) in [
        (0.1, "0.1"),
        (0.0, "0"),
        (-0.0, "-0"),
        (1.5, "1.5"),
        (100.0, "100"),
        (1e15, "1E+15"),
        (123_456_789_012_345.0, "123456789012345"),
        (1e16, "1E+16"),
        (0.0001, "0.0001"),
        (0.000_012_5, "1.25E-05"),
        (f64::MAX, "1.7976931348623157E+308"),
        (5e-324, "4.94065645841247E-324"),
        (f64::INFINITY, "INF"),
        (f64::NEG_INFINITY, "-INF"),
    ] {
        assert_eq!(number.lexical(), text, "{number:?}");
    }
    for (number, text) in [
        (f32::MIN, "-3.40282347E+38"),
        (f32::from_bits(1), "1.401298E-45"),
        (1.5, "1.5"),
        (0.1, "0.1"),
        (1e7, "1E+07"),
        (1_234_567.0, "1234567"),
    ] {
        assert_eq!(number.lexical(), text, "{number:?}");
    }
    assert_eq!(f64::NAN.lexical(), "NaN");
    assert!(f64::parse(" NaN ").unwrap().is_nan());
    assert_eq!(f64::parse("Infinity").unwrap(), f64::INFINITY);
    assert_eq!(f64::parse("1e5").unwrap(), 1e5);
    assert_eq!(f64::parse("+.5").unwrap(), 0.5);
    refuses::<f64>(&["", "inf", "+INF", "nan", "1e999", "0x5", "1,5", "e5", "--1", "infinity"]);
    refuses::<f32>(&["1e39", "NAN"]);
}

#[test]
fn dates_and_times() {
    keeps::<DateTime>(&[
        "2024-02-29T13:45:56",
        "2024-02-29T13:45:56.4567891-05:00",
        "2024-02-29T13:45:56.10Z",
        "0001-01-01T00:00:00-04:57",
        "9999-12-31T23:59:59.9999999",
        "2024-02-29",
        "2024-02-29+14:00",
        "2024-02-29T13:45:56.123456789012",
    ]);
    refuses::<DateTime>(&[
        "",
        "2023-02-29T00:00:00",
        "2024-02-29T13:45",
        "2024-02-29T24:00:00",
        "2024-02-29 13:45:56",
        "2024-02-29T13:45:56+0530",
        "0000-01-01T00:00:00",
        "10000-01-01T00:00:00",
        "2024-13-01T00:00:00",
        "2024-02-29T13:45:56.",
        "2024-02-29T13:45:56+14:01",
        "2024-02-29T13:45:60",
        "2024-2-9T13:45:56",
        "-2024-02-29T13:45:56",
        "2024-02-29T13:45:56z",
        "é024-02-29T13:45:56",
    ]);
    let moment = DateTime::parse("2024-02-29T13:45:56.4567891-05:00").unwrap();
    assert_eq!((moment.year(), moment.month(), moment.day()), (2024, 2, 29));
    assert_eq!((moment.hour(), moment.minute(), moment.second()), (13, 45, 56));
    assert_eq!((moment.fraction(), moment.nanosecond()), ("4567891", 456_789_100));
    assert_eq!(moment.zone(), Some(Zone::Offset(-300)));
    assert_eq!(DateTime::parse("2024-02-29Z").unwrap().zone(), Some(Zone::Utc));
    let built =
        DateTime::new(2024, 2, 29, 1, 2, 3).unwrap().with_nanosecond(4_500_000).with_zone(Some(Zone::Offset(90)));
    assert_eq!(built.as_str(), "2024-02-29T01:02:03.0045+01:30");
    assert_eq!(built, DateTime::parse(built.as_str()).unwrap());
    assert_eq!((built.fraction(), built.nanosecond()), ("0045", 4_500_000));
    assert!(DateTime::new(2023, 2, 29, 0, 0, 0).is_none() && DateTime::new(2024, 1, 1, 24, 0, 0).is_none());
    assert_eq!(DateTime::default().lexical(), "0001-01-01T00:00:00");

    keeps::<Date>(&["2024-02-29", "2024-02-29Z", "1900-03-01-05:00"]);
    refuses::<Date>(&["1900-02-29", "2024-02-30", "2024-02-29T00:00:00", "24-02-29", ""]);
    let date = Date::parse("2024-02-29-05:00").unwrap();
    assert_eq!((date.year(), date.month(), date.day(), date.zone()), (2024, 2, 29, Some(Zone::Offset(-300))));
    assert_eq!(Date::new(2024, 2, 29).unwrap().as_str(), "2024-02-29");

    keeps::<Time>(&["13:45:56", "13:45:56.7890000-05:00", "00:00:00Z"]);
    refuses::<Time>(&["24:00:00", "13:45", "13:45:56.", ""]);
    assert_eq!(Time::parse("13:45:56.789").unwrap().nanosecond(), 789_000_000);
}

#[test]
fn durations() {
    keeps::<Duration>(&["P1DT2H3M4.005S", "PT0S", "-P1Y2M3DT4H5M6S", "P1D", "PT5M", "P400D", "PT0.0000001S"]);
    refuses::<Duration>(&[
        "",
        "P",
        "PT",
        "P1DT",
        "1D",
        "P1M1Y",
        "PT1S1M",
        "P1H",
        "PT1.5M",
        "P-1D",
        "PT1.S",
        "PT99999999999999999999S",
    ]);
    let span = Duration::parse("-P1DT2H3M4.005S").unwrap();
    assert!(span.is_negative());
    assert_eq!((span.days(), span.hours(), span.minutes(), span.seconds(), span.fraction()), (1, 2, 3, 4, "005"));
    assert_eq!(span.to_std(), Some(std::time::Duration::new(93_784, 5_000_000)));
    assert_eq!(Duration::parse("P1M").unwrap().to_std(), None);
    assert_eq!(Duration::from(std::time::Duration::new(93_784, 5_000_000)).as_str(), "P1DT2H3M4.005S");
    assert_eq!(Duration::from(std::time::Duration::ZERO).as_str(), "PT0S");
    assert_eq!(Duration::from(std::time::Duration::from_secs(86_400)).as_str(), "P1D");
}

#[test]
fn guids_and_characters() {
    let text = "0f8fad5b-d9cb-469f-a165-70867728950e";
    for form in [
        text,
        "{0F8FAD5B-d9cb-469f-a165-70867728950e}",
        "0f8fad5bd9cb469fa16570867728950e",
        "(0f8fad5b-d9cb-469f-a165-70867728950e)",
    ] {
        assert_eq!(Guid::parse(form).unwrap().hyphenated(), text);
        keeps::<Guid>(&[form]);
    }
    refuses::<Guid>(&[
        "",
        "0f8fad5b",
        "{0f8fad5b-d9cb-469f-a165-70867728950e",
        "0f8fad5b-d9cb-469f-a16-570867728950e",
        "gf8fad5b-d9cb-469f-a165-70867728950e",
    ]);
    assert_eq!(Guid::from(0x0f8f_ad5b_d9cb_469f_a165_7086_7728_950e).as_str(), text);
    assert_eq!(Guid::default().to_u128(), 0);
    assert_eq!(Char::parse(" 65 ").unwrap(), Char::try_from('A').unwrap());
    refuses::<Char>(&["A", "", "65536", "-1"]);
    assert_eq!(Char::from_character_text("é").unwrap().lexical(), "233");
    assert!(Char::from_character_text("ab").is_err() && Char::from_character_text("😀").is_err());
    assert_eq!(Char::new(0xD800).character_text(), None);
}

#[test]
fn binaries_and_names() {
    assert_eq!(Base64Binary::parse("AAEC/f7/").unwrap().as_bytes(), [0, 1, 2, 0xFD, 0xFE, 0xFF]);
    for form in ["YWI=", "YWI", " Y W\r\nI= "] {
        assert_eq!(Base64Binary::parse(form).unwrap().0, b"ab");
    }
    assert_eq!(Base64Binary::parse("").unwrap().0, b"");
    refuses::<Base64Binary>(&["Y", "%%%%", "YWI=="]);
    assert_eq!(HexBinary::parse("0aFF").unwrap().lexical(), "0AFF");
    refuses::<HexBinary>(&["0", "0g"]);
    keeps::<QName>(&["q1:a", "a", "{urn:n}a", "{}a"]);
    refuses::<QName>(&["", "a:b:c", ":a", "1", "{urn:n}", "{urn:n}a:b", "{urn:n", "{a}1"]);
    let name = QName::parse(" {http://n/}a ").unwrap();
    assert_eq!((name.namespace(), name.prefix(), name.local_name()), (Some("http://n/"), None, "a"));
    let name = QName::parse("q1:a").unwrap();
    assert_eq!((name.prefix(), name.local_name()), (Some("q1"), "a"));
    keeps::<AnyUri>(&["http://example.test/?a b", "", "../x"]);
}

#[test]
fn errors_cut_long_texts() {
    let error = i32::parse(&"x".repeat(1000)).unwrap_err();
    assert!(error.to_string().len() < 200, "{error}");
}

proptest! {
    #[test]
    fn every_float_comes_back(bits in any::<u64>()) {
        let number = f64::from_bits(bits);
        let read = f64::parse(&number.lexical()).unwrap();
        prop_assert!(read.to_bits() == bits || number.is_nan());
    }

    #[test]
    fn every_small_float_comes_back(bits in any::<u32>()) {
        let number = f32::from_bits(bits);
        let read = f32::parse(&number.lexical()).unwrap();
        prop_assert!(read.to_bits() == bits || number.is_nan());
    }

    #[test]
    fn everyday_floats_come_back(digits in -1_000_000_i64..1_000_000, places in 0_i32..12) {
        let number = (digits as f64) / 10_f64.powi(places);
        prop_assert_eq!(f64::parse(&number.lexical()).unwrap().to_bits(), number.to_bits());
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-+0-9.:TZPYMDHSeEINFa {}()=]{0,24}|.{0,12}") {
        let _ = (f64::parse(&text), i64::parse(&text), Decimal::parse(&text), DateTime::parse(&text), Date::parse(&text));
        let _ = (Time::parse(&text), Duration::parse(&text), Guid::parse(&text), Char::parse(&text), QName::parse(&text));
        let _ = (Base64Binary::parse(&text), HexBinary::parse(&text), Integer::parse(&text), bool::parse(&text));
        if let Ok(moment) = DateTime::parse(&text) {
            prop_assert_eq!(moment.as_str(), text.trim_matches([' ', '\t', '\r', '\n']));
        }
    }
}
