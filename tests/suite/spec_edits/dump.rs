use asmx_codegen::diff::{Class, diff};
use spec_edits::api::Api;
use spec_edits::wire::{Names, Version, differences};
#[test]
fn dump() {
    let all: std::collections::BTreeMap<_, Vec<String>> = spec_edits::rows::all()
        .iter()
        .map(|row| (row.name, super::changes(row).iter().map(spec_edits::line).collect()))
        .collect();
    std::fs::write("/tmp/proof/said.json", serde_json::to_string(&all).unwrap()).unwrap();
}
#[test]
fn systematic() {
    let which = std::env::var("SPEC").unwrap_or("tests/spec-edits/base.xml".into());
    let base = std::fs::read_to_string(&which).unwrap();
    let model = asmx_codegen::load("base.xml", base.as_bytes()).unwrap();
    let (api, wire, version) = (Api::of(&model).lines(), Version::of(&model), super::version("base.xml", &base));
    let (mut tried, mut wrong) = (0, 0);
    let skip: usize = std::env::var("SKIP").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let every: usize = std::env::var("EVERY").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut out = String::new();
    for edit in spec_edits::systematic::edits(&base).into_iter().skip(skip).step_by(every) {
        let Ok(new) = asmx_codegen::load("new.xml", edit.text.as_bytes()) else { continue };
        tried += 1;
        let same: Vec<(&str, &str)> = edit.same.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let changes = diff(&version, &super::version("new.xml", &edit.text)).changes;
        let lines = Api::of(&new).lines();
        let gone: Vec<_> = api.iter().filter(|line| !lines.contains(line)).collect();
        let rust = changes.iter().any(|change| change.classes.contains(&Class::Rust));
        let mut notes = Vec::new();
        if rust == gone.is_empty() {
            notes.push(format!("rust said {rust}, gone {gone:?}"));
        }
        let compared = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let new = Version::of(&new);
            (differences(&wire, &new, Names(&same), true), differences(&new, &wire, Names(&same), false))
        }));
        match compared {
            Ok((old, of_new)) => {
                let said = super::named(&changes, |change| &change.transports);
                let said_of_new = super::named(&changes, |change| &change.transports_of_new_clients);
                if said != old.keys().copied().collect::<Vec<_>>() {
                    notes.push(format!("said {said:?}, found {old:?}"));
                }
                if said_of_new != of_new.keys().copied().collect::<Vec<_>>() {
                    notes.push(format!("of new said {said_of_new:?}, found {of_new:?}"));
                }
            }
            Err(_) => notes.push("PANIC".into()),
        }
        if !notes.is_empty() {
            wrong += 1;
            out += &format!("* {}\n  same {same:?}\n", edit.words);
            for change in &changes {
                out += &format!("    {}\n", spec_edits::line(change));
            }
            for note in notes {
                out += &format!("  {}\n", note.chars().take(600).collect::<String>());
            }
        }
    }
    out += &format!("{wrong} of {tried}\n");
    std::fs::write("/tmp/proof/systematic.md", out).unwrap();
}
