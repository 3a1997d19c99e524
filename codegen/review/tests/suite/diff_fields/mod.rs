//! A comparison notices every change: each field of arbitrary services is changed, one at a time.

mod api;
mod changer;

use asmx_codegen::model::Service;
use asmx_review::diff::{Class, Version, diff};

use self::api::api;
use self::changer::change;

/// Whether a spec can express the changed model.
fn can_be_written(service: &Service) -> bool {
    let text = asmx_import::spec_text(service);
    asmx_codegen::load("changed.xml", text.as_bytes()).is_ok_and(|loaded| loaded == *service)
}

/// Code for the old version breaks exactly if a public item is removed or has another type.
#[test]
fn code_breaks_exactly_as_reported() {
    let mut wrong = Vec::new();
    for seed in 0..12 {
        let service = crate::models::service(seed as u64);
        let (old, known) = (Version::from(service.clone()), api(&service));
        for number in (seed % 16..).step_by(16 * cases::step(8)) {
            let Some((what, other)) = change(&service, number) else { break };
            let after = api(&other);
            let lost: Vec<&String> = known.difference(&after).collect();
            let changes = diff(&old, &Version::from(other.clone())).changes;
            let is_claimed = changes.iter().any(|change| change.classes.contains(&Class::Rust));
            if lost.is_empty() == is_claimed && can_be_written(&other) {
                let kinds: Vec<&str> = changes.iter().map(|change| change.kind.as_str()).collect();
                wrong.push(format!("{seed}: {what}: {kinds:?} claimed: {is_claimed}, gone: {lost:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} {wrong:#?}", wrong.len());
}

#[test]
fn no_field_changes_unnoticed() {
    let mut unnoticed = Vec::new();
    for seed in 0..12 {
        let service = crate::models::service(seed as u64);
        let old = Version::from(service.clone());
        assert!(diff(&old, &Version::from(service.clone())).changes.is_empty());
        // Each service uses other numbers, so that together they change each field in several places.
        for number in (seed % 9..).step_by(9 * cases::step(4)) {
            let Some((what, other)) = change(&service, number) else {
                assert!(number > 40, "a service of {number} things");
                break;
            };
            assert_ne!(other, service, "{what}");
            let changes = diff(&old, &Version::from(other.clone())).changes;
            let is_reported = |change: &asmx_review::diff::Change| {
                !change.classes.is_empty() && !change.message.is_empty() && !change.path.is_empty()
            };
            if changes.is_empty() || !changes.iter().all(is_reported) {
                unnoticed.push(format!("{seed}: {what}"));
            } else if diff(&Version::from(other), &old).changes.is_empty() {
                unnoticed.push(format!("{seed}: {what}, undone"));
            }
        }
    }
    assert!(unnoticed.is_empty(), "{unnoticed:#?}");
}
