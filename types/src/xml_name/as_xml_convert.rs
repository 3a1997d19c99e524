//! Names as .NET's `XmlConvert` encodes and decodes them.

use super::{decode_local_name, encode_local_name, is_encoding_of, is_name};
use proptest::prelude::*;

#[test]
fn names_are_encoded_as_by_xml_convert() {
    for (plain, encoded) in [
        ("Name", "Name"),
        ("First Name", "First_x0020_Name"),
        ("2ndCol", "_x0032_ndCol"),
        ("a:b", "a_x003A_b"),
        ("_x0020_", "_x005F_x0020_"),
        ("_X0020_", "_x005F_X0020_"),
        ("a_x0020_x0020_", "a_x005F_x0020_x005F_x0020_"),
        ("_x20_", "_x20_"),
        ("_x12345678_", "_x005F_x12345678_"),
        ("😀", "_x0001F600_"),
        ("a😀", "a_x0001F600_"),
        ("é-1.ü中", "é-1.ü中"),
        ("-a", "_x002D_a"),
        ("<&>\"", "_x003C__x0026__x003E__x0022_"),
        ("\u{1}\n", "_x0001__x000A_"),
        ("a\u{2070}", "a_x2070_"),
        ("", ""),
        ("Județ", "Jude_x021B_"),
        ("with space", "with_x0020_space"),
        ("a-b.c", "a-b.c"),
        ("_x", "_x"),
        ("\u{F0000}", "_x000F0000_"),
    ] {
        assert_eq!(encode_local_name(plain), encoded);
        assert_eq!(decode_local_name(encoded), plain);
        assert!(is_encoding_of(encoded, plain), "{encoded} {plain}");
        assert_eq!(is_encoding_of(plain, plain), encoded == plain, "{plain}");
        assert!(!is_encoding_of("_x0041_", plain) && !is_encoding_of("other", plain));
    }
    assert_eq!(decode_local_name("_xD83D__xDE00_"), "😀");
    assert_eq!(decode_local_name("_X0041_"), "A");
    assert_eq!(decode_local_name("_xD800_ _x00G0_ _x0041"), "_xD800_ _x00G0_ _x0041");
    for as_it_is in ["_xD83D_", "_x00110000_", "_x002_", "_x0020", "x0020_", "_", "__x"] {
        assert_eq!(decode_local_name(as_it_is), as_it_is);
    }
    assert_eq!(decode_local_name("_x00e9_é_X0020_"), "éé ");
}

proptest! {
    // No blanks among the second kind: .NET encodes `_x0AA0 ` as `_x0AA0_x0020_`, which reads as something else, and so do we.
    #[test]
    fn encoding_gives_names_and_decoding_gives_them_back(text in "\\PC{1,12}|[_x0-9A-F]{1,14}") {
        let encoded = encode_local_name(&text);
        prop_assert!(is_name(&encoded), "{encoded}");
        prop_assert_eq!(decode_local_name(&encoded), text.as_str());
    }
}
