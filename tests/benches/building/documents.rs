//! Importing a WSDL document; comparing two specs, laying one out, and finding what reads like a mistake.

use asmx_import::Documents;
use asmx_review::Words;
use asmx_review::diff::{Bump, Comparison, Report, Rules, Version, diff, render};

use crate::synthetic::{Service, Size};
use crate::{cpu, spec};

/// Edits of every operation, and the version bump that each must need: one without effect would measure nothing.
const EDITS: [(&str, &str, &str, Bump); 5] = [
    ("other words", "      <doc>", "      <doc>Now ", Bump::Patch),
    (
        "a parameter more",
        "</doc>\n      <",
        "</doc>\n      <param name=\"Extra\" type=\"string\"/>\n      <",
        Bump::Minor,
    ),
    ("another type", "type=\"int\"", "type=\"long\"", Bump::Major),
    ("another effect", "effect=\"read\"", "effect=\"write\"", Bump::Minor),
    ("another name", "<operation name=\"", "<operation name=\"New", Bump::Major),
];

/// One document in memory.
struct One(Vec<u8>);

impl Documents for One {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        Some(self.0.clone())
    }
}

fn measured(what: &str, work: impl Fn()) {
    let [seconds] = cpu::in_turns(5, [&mut || cpu::of_this_process(&work)]);
    println!("{what}: {seconds:.3} s");
}

pub(crate) fn run() {
    let text = spec::text(&Service::of(Size { operations: 1_500, types: 800 }));
    let wsdl = asmx_codegen::wsdl(&asmx_codegen::load(spec::NAME, text.as_bytes()).unwrap());
    let one = One(wsdl.into_bytes());
    measured("importing 1500 operations with 800 types", || {
        let imported = asmx_import::import(&one, "import.wsdl").unwrap();
        assert_eq!(imported.service.operations.len(), 1_500, "{:?}", imported.warnings);
    });
    let old = spec::text(&Service::of(Size { operations: 4_000, types: 0 }));
    for (name, from, to, bump) in EDITS {
        let new = old.replace(from, to);
        measured(&format!("comparing two specs of 4000 operations, {name}"), || compare(&old, &new, bump));
    }
    measured("laying out a spec of 4000 operations", || {
        let text = asmx_review::format::format("spec.xml", old.replace(">\n", ">").as_bytes()).unwrap();
        assert!(text.lines().count() > 4_000);
    });
    measured("linting a spec of 4000 operations", || {
        asmx_review::lint::lint("spec.xml", old.as_bytes()).unwrap();
    });
}

/// From the texts of two specs to the text for people.
fn compare(old: &str, new: &str, bump: Bump) {
    let version = |name, text: &str| Version::read(name, text.as_bytes()).unwrap();
    let comparison = Comparison::new("old.xml", "new.xml", diff(&version("old.xml", old), &version("new.xml", new)));
    let comparison = comparison.with_text("old.xml", old).with_text("new.xml", new);
    let report = Report::new(vec![comparison], &Rules::default());
    assert!(!render::text(&report, &Words::API).is_empty(), "nothing is told");
    assert!(report.bump() == bump, "the bump is {:?}", report.bump());
}
