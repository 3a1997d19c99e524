//! Rust names of wire names.

use asmx_codegen::names::{
    KEYWORDS, NEVER_RAW, constant_name, ident, is_identifier, is_keyword, member_name, type_name,
};
use proptest::prelude::*;

fn all(wire: &str) -> (String, String, String) {
    (type_name(wire).unwrap(), member_name(wire).unwrap(), constant_name(wire).unwrap())
}

fn parses(name: &str) {
    let ident = ident(name);
    let item: Result<syn::ItemFn, _> = syn::parse_str(&format!("fn {ident}() {{}}"));
    assert!(item.is_ok(), "`{ident}` cannot name a function");
    let item: Result<syn::ItemStruct, _> = syn::parse_str(&format!("struct {ident} {{ {ident}: u8 }}"));
    assert!(item.is_ok(), "`{ident}` cannot name a struct or a field");
}

#[test]
fn wire_names_take_the_case_of_their_items() {
    for (wire, expected) in [
        ("Reports_GetBlocks", ("ReportsGetBlocks", "reports_get_blocks", "REPORTS_GET_BLOCKS")),
        ("JobID", ("JobId", "job_id", "JOB_ID")),
        // Plurals of capitals are one word.
        ("Station_GetIDs", ("StationGetIds", "station_get_ids", "STATION_GET_IDS")),
        ("GetURLsByIDs", ("GetUrlsByIds", "get_urls_by_ids", "GET_URLS_BY_IDS")),
        ("IDs", ("Ids", "ids", "IDS")),
        ("APIsList", ("ApisList", "apis_list", "APIS_LIST")),
        ("GetURLstate", ("GetUrLstate", "get_ur_lstate", "GET_UR_LSTATE")),
        ("IsAsset", ("IsAsset", "is_asset", "IS_ASSET")),
        ("Option", ("Option_", "option", "OPTION")),
        (
            "Reports_GetSMTPLog_Transactional",
            (
                "ReportsGetSmtpLogTransactional",
                "reports_get_smtp_log_transactional",
                "REPORTS_GET_SMTP_LOG_TRANSACTIONAL",
            ),
        ),
        ("GetMassEmailReport2", ("GetMassEmailReport2", "get_mass_email_report2", "GET_MASS_EMAIL_REPORT2")),
        ("TransactionalGroupID", ("TransactionalGroupId", "transactional_group_id", "TRANSACTIONAL_GROUP_ID")),
        ("with_x0020_space", ("WithSpace", "with_space", "WITH_SPACE")),
        ("_x0031_digit", ("N1digit", "n1digit", "N1DIGIT")),
        ("3DReport", ("N3dReport", "n3d_report", "N3D_REPORT")),
        ("a.b-c", ("ABC", "a_b_c", "A_B_C")),
        ("Größe", ("Größe", "größe", "GRÖSSE")),
        ("価格", ("価格", "価格", "価格")),
        ("x²", ("X", "x", "X")),
        // Letters with compiler warnings become numbers.
        ("ﬁrst", ("Ufb01rst", "ufb01rst", "UFB01RST")),
        ("ǆ", ("U01c6", "u01c6", "U01C6")),
        ("self", ("Self_", "self_", "SELF")),
        ("Super", ("Super", "super_", "SUPER")),
        ("crate", ("Crate", "crate_", "CRATE")),
        ("Type", ("Type", "type", "TYPE")),
        ("Gen", ("Gen", "gen", "GEN")),
    ] {
        let (type_name, member, constant) = all(wire);
        assert_eq!((type_name.as_str(), member.as_str(), constant.as_str()), expected, "{wire}");
    }
}

#[test]
fn names_without_a_letter_or_digit_give_nothing() {
    for wire in ["", "_", "___", "-", "***", "²", "\u{200d}", "_x0020_", "🙂"] {
        assert_eq!([type_name(wire), member_name(wire), constant_name(wire)], [None, None, None], "{wire}");
    }
}

#[test]
fn every_keyword_can_be_a_wire_name() {
    assert!(KEYWORDS.is_sorted(), "looked up by bisection");
    for keyword in KEYWORDS.into_iter().filter(|keyword| *keyword != "_") {
        assert!(is_keyword(keyword));
        assert!(syn::parse_str::<syn::Ident>(keyword).is_err() || keyword == "gen", "`{keyword}` is no keyword");
        let (type_name, member, constant) = all(keyword);
        for name in [&type_name, &member, &constant] {
            parses(name);
            assert!(is_identifier(name), "{name}");
        }
        let token = ident(&member).to_string();
        if NEVER_RAW.iter().any(|never| never.eq_ignore_ascii_case(keyword)) {
            assert!(token.ends_with('_'), "{token}");
        } else {
            assert_eq!(token, format!("r#{}", keyword.to_lowercase()));
        }
    }
}

#[test]
fn keywords_that_are_weak_stay_as_they_are() {
    for word in ["union", "raw", "safe", "auto", "default", "macro_rules"] {
        assert_eq!(ident(word), word);
        parses(word);
    }
}

#[test]
fn a_token_is_made_of_anything() {
    for text in
        ["", "_", "self", "Self", "super", "crate", "a b", "9", "r#type", "\u{0}", "//", "/* */ a", "a\u{300}", "'a"]
    {
        parses(text);
    }
}

proptest! {
    #[test]
    fn every_rust_name_parses(wire in "\\PC{0,12}|[A-Za-z0-9_]{0,8}|[\\p{L}\\p{M}\\p{N}]{1,6}") {
        for name in [type_name(&wire), member_name(&wire), constant_name(&wire)].into_iter().flatten() {
            prop_assert!(is_identifier(&name), "{} of {}", name, wire);
            let token = ident(&name).to_string();
            prop_assert_eq!(token.trim_start_matches("r#").to_owned(), name.clone());
            parses(&name);
        }
    }

    #[test]
    fn a_token_is_made_of_any_text(text in any::<String>()) {
        parses(&text);
    }
}
