//! A comparison notices every change: each field of arbitrary services is changed, one at a time.

mod changer;

use asmx_review::diff::{Version, diff};

use self::changer::change;

#[test]
fn no_field_changes_unnoticed() {
    let mut unnoticed = Vec::new();
    for seed in 0..12 {
        let service = crate::models::service(seed as u64);
        let old = Version::from(service.clone());
        assert!(diff(&old, &Version::from(service.clone())).changes.is_empty());
        // Each service uses other numbers, so that together they change each field in several places.
        for number in (seed % 9..).step_by(9 * cases::step(4)) {
            let Some((field, other)) = change(&service, number) else {
                assert!(number > 40, "a service of {number} things");
                break;
            };
            assert_ne!(other, service, "{field}");
            let changes = diff(&old, &Version::from(other.clone())).changes;
            let is_reported = |change: &asmx_review::diff::Change| {
                !change.classes.is_empty() && !change.message.is_empty() && !change.path.is_empty()
            };
            if changes.is_empty() || !changes.iter().all(is_reported) {
                unnoticed.push(format!("{seed}: {field}"));
            } else if diff(&Version::from(other), &old).changes.is_empty() {
                unnoticed.push(format!("{seed}: {field}, undone"));
            }
        }
    }
    assert!(unnoticed.is_empty(), "{unnoticed:#?}");
}
