//! The writer of specs: what it writes is read as the same model, and reads as if a person had written it.

use asmx_codegen::model::Service;
use asmx_codegen::{load, spec_text};
use proptest::prelude::*;

use crate::models::{self, same};

pub const SPECS: [&str; 5] = [
    include_str!("../../../spec/email-campaign.xml"),
    include_str!("../../../tests/second-service/spec/library-catalogue.xml"),
    include_str!("../../../tests/second-service/spec/depot.xml"),
    include_str!("../../../tests/second-service/spec/stock.xml"),
    include_str!("../../../tests/documents/spec/library.xml"),
];

pub fn loaded(text: &str) -> Service {
    load("spec.xml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
}

#[test]
fn specs_of_the_repository_are_written_as_they_are_read() {
    for spec in SPECS {
        let service = loaded(spec);
        let text = spec_text(&service);
        same(&loaded(&text), &service, &text);
        assert!(!text.contains("imported="), "a spec of one's own stays one");
        assert_eq!(spec_text(&loaded(&text)), text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_model_is_read_as_it_is_written(seed in any::<u64>()) {
        let service = models::service(seed);
        let text = spec_text(&service);
        same(&loaded(&text), &service, &text);
        prop_assert!(text.lines().all(|line| line.chars().count() < 400), "{}", text);
    }
}

/// What was not said before specs held every type of ASMX, once.
const EVERYTHING: &str = include_str!("../everything.xml");

#[test]
fn a_spec_with_everything_is_read_and_written() {
    let service = loaded(EVERYTHING);
    assert_eq!(spec_text(&service), EVERYTHING);
}

/// The documents of a genuine stack: what is imported of each is written, and read as it was.
#[cfg(feature = "import")]
#[test]
fn imported_services_are_read_as_they_are_written() {
    for path in models::documents() {
        let service = asmx_codegen::import_file(&path).unwrap_or_else(|error| panic!("{error}")).service;
        let text = spec_text(&service);
        same(&loaded(&text), &service, &text);
        assert_eq!(spec_text(&loaded(&text)), text);
    }
}
