//! Arbitrary bytes are resolved as a spec, or give mistakes, without a panic, a hang or a stack overflow.
#![allow(clippy::format_collect)]

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use asmx_codegen::{generate, load};
use cases::processor::Stopwatch;
use goldens::mistakes::OF_SPECS;
use proptest::prelude::*;
use proptest::sample::select;

use crate::edited_bytes::edited;

/// Reads the bytes, and generates Rust or renders the mistakes.
fn survives(bytes: &[u8]) {
    let started = Stopwatch::start();
    is_reviewed(bytes);
    match load("mutated.xml", bytes) {
        Ok(service) => {
            {
                let text = asmx_import::spec_text(&service);
                let again =
                    load("written.xml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"));
                crate::models::same(&again, &service, &text);
            }
            for file in generate(&service, "mutated.xml") {
                assert!(syn::parse_file(&file.text).is_ok(), "{}", file.text);
            }
        }
        Err(mistakes) => {
            assert!(mistakes.len() > 0);
            let text = mistakes.to_string();
            assert!(text.starts_with("error[ASMX"), "{text}");
            assert!(mistakes.iter().all(|mistake| mistake.line() > 0 && mistake.column() > 0));
        }
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{} bytes took too long", bytes.len());
}

/// Formatting keeps the meaning and is stable; a spec without mistakes can be linted.
fn is_reviewed(bytes: &[u8]) {
    let loaded = load("mutated.xml", bytes);
    match asmx_review::format::format("mutated.xml", bytes) {
        Ok(text) => {
            let again = asmx_review::format::format("laid-out.xml", text.as_bytes());
            assert_eq!(again.unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}")), text);
            match (&loaded, load("laid-out.xml", text.as_bytes())) {
                (Ok(before), Ok(after)) => crate::models::same(&after, before, &text),
                (Err(before), Err(after)) => {
                    let codes = |mistakes: &asmx_codegen::Diagnostics| {
                        // Formatting may reorder attributes.
                        let mut codes: Vec<_> = mistakes.iter().map(asmx_codegen::Diagnostic::code).collect();
                        codes.sort();
                        codes
                    };
                    assert_eq!(codes(&after), codes(before), "{text}");
                }
                (before, _) => panic!("before: {}\n{text}", before.is_ok()),
            }
        }
        Err(mistakes) => assert!(mistakes.len() > 0 && loaded.is_err()),
    }
    match asmx_review::lint::lint("mutated.xml", bytes) {
        Ok(findings) => {
            assert!(loaded.is_ok());
            assert!(findings.iter().all(|finding| finding.to_string().starts_with("warning[")));
        }
        Err(_) => assert!(loaded.is_err()),
    }
}

/// The spec of the client, if present, and all invalid specs.
fn seeds() -> Vec<Vec<u8>> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seeds: Vec<Vec<u8>> = OF_SPECS.all().iter().map(|mistake| mistake.wrong.spec()).collect();
    // The spec of the client is the largest, so it is drawn as often as all others together.
    let count = seeds.len();
    seeds.extend(vec![include_bytes!("../../../../tests/second-service/spec/everything.xml").to_vec(); count / 2]);
    if let Ok(real) = fs::read(package.join("../../spec/email-campaign.xml")) {
        seeds.extend(vec![real; count]);
    }
    seeds
}

const FRAGMENTS: &[&str] = &[
    "<",
    ">",
    "/>",
    "&",
    "\"",
    "'",
    "=",
    " ",
    "\n",
    "\r",
    "\t",
    "\0",
    "\u{feff}",
    "\u{85}",
    "€",
    "𝄞",
    "e\u{301}",
    "\u{202e}",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?x",
    "?>",
    "<!DOCTYPE",
    "&#0;",
    "&#x1F642;",
    "&amp;",
    "xmlns=\"urn:x\"",
    "xmlns:a=\"urn:a\"",
    "name=\"\"",
    "type=\"Self\"",
    "array=\"true\"",
    "nullable=\"true\"",
    "rust=\"self\"",
    "repeated=\"true\"",
    "optional=\"true\"",
    "namespace=\"\"",
    "default=\"\"",
    "list=\"true\"",
    "base=\"Animal\"",
    "direction=\"both\"",
    "style=\"rpc\"",
    "<choice><param name=\"a\" type=\"int\"/></choice>",
    "<any/>",
    "<mixed/>",
    "<output name=\"o\" type=\"int\"/>",
    "<header name=\"h\" type=\"string\"/>",
    "role=\"password\"",
    "<param name=\"new\" type=\"string\"/>",
    "<use group=\"Credentials\"/>",
    "<operation>",
    "</operation>",
    "<doc/>",
    "<group name=\"G\">",
];

/// The word around an offset.
fn word(bytes: &[u8], at: usize) -> Range<usize> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let start = at - bytes[..at].iter().rev().take_while(|byte| is_letter(byte)).count();
    let end = at + bytes[at..].iter().take_while(|byte| is_letter(byte)).count();
    start..end
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases::of(1_200)))]

    #[test]
    fn changed_specs(bytes in edited(seeds(), FRAGMENTS, word)) {
        survives(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases::of(500)))]

    #[test]
    fn texts_made_of_pieces_of_specs(
        pieces in prop::collection::vec(prop_oneof![select(FRAGMENTS).prop_map(str::to_owned), "\\PC{0,6}"], 0..60),
    ) {
        let content = pieces.concat();
        survives(content.as_bytes());
        survives(format!("<service name='S' path='/s.asmx'>{content}</service>").as_bytes());
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        survives(&bytes);
    }
}

#[test]
fn truncated_at_each_byte() {
    let mut seeds = seeds();
    seeds.dedup();
    for seed in seeds {
        let step = cases::step(8) * if seed.len() > 2_000 { 97 } else { 3 };
        for length in (0..seed.len()).step_by(step) {
            survives(&seed[..length]);
        }
    }
}

#[test]
fn elements_nested_without_end() {
    let count = cases::of(100_000);
    for element in ["service", "group", "doc", "x", "choice", "structure"] {
        let open = format!("<{element}>").repeat(count);
        survives(open.as_bytes());
        let close = format!("</{element}>").repeat(count);
        survives(format!("{open}{close}").as_bytes());
        survives(format!("<service name='S' path='/s.asmx'>{open}{close}</service>").as_bytes());
    }
}

#[test]
fn chains_and_circles_without_end() {
    let count = cases::of(8_000);
    let chain = |next: &dyn Fn(usize) -> usize, groups: bool| -> String {
        let items: String = (0..count)
            .map(|number| {
                let target = next(number);
                if groups {
                    format!("<group name='G{number}'><param name='P{number}' type='string'/><use group='G{target}'/></group>")
                } else {
                    format!("<structure name='S{number}'><param name='P' type='S{target}'/></structure>")
                }
            })
            .collect();
        format!("<service name='S' path='/s.asmx'><doc>D.</doc>{items}</service>")
    };
    for groups in [true, false] {
        survives(chain(&|number| number + 1, groups).as_bytes());
        survives(chain(&|number| number.saturating_sub(1), groups).as_bytes());
        survives(chain(&|number| (number + 1) % count, groups).as_bytes());
        survives(chain(&|number| number ^ 1, groups).as_bytes());
    }
}

#[test]
fn very_many_and_very_large() {
    let operations: String = (0..cases::of(5_000))
        .map(|number| {
            format!("<operation name='Op{number}' result='strin' effect='read' variant-of='Op{}'/>", number + 1)
        })
        .collect();
    survives(
        format!("<service name='S' path='/s.asmx'><area name='a' title='A'>{operations}</area></service>").as_bytes(),
    );
    let attributes: String = (0..cases::of(3_000)).map(|number| format!(" a{number}='x'")).collect();
    survives(format!("<service name='S' path='/s.asmx'{attributes}/>").as_bytes());
    let same: String = "<param name='P' type='string'/>".repeat(cases::of(50_000));
    survives(format!("<service name='S' path='/s.asmx'><group name='G'>{same}</group></service>").as_bytes());
    let uses: String = "<use group='G'/>".repeat(cases::of(50_000));
    survives(
        format!("<service name='S' path='/s.asmx'><group name='G'><param name='P' type='string'/></group><group name='H'>{uses}</group></service>")
            .as_bytes(),
    );
    let name = "n".repeat(cases::of(200_000));
    survives(format!("<service name='{name}' path='/{name}'><{name} {name}='{name}'/></service>").as_bytes());
    let values: String = (0..cases::of(20_000)).map(|_| "<value name='-'/><value name='Same'/>").collect();
    survives(format!("<service name='S' path='/s.asmx'><enum name='E'>{values}</enum></service>").as_bytes());
    let collisions: String = (0..cases::of(1_000))
        .map(|number| {
            format!("<operation name='O{}p' result='none' effect='read'><doc>D.</doc></operation>", "_".repeat(number))
        })
        .collect();
    survives(
        format!("<service name='S' path='/s.asmx'><area name='a' title='A'>{collisions}</area></service>").as_bytes(),
    );
}
