//! Which version was released last, and which one a change needs.

use semver::Version;

use crate::diff::Step;

/// The least version that may follow a released one with such changes. Before 1.0 a minor step is a patch and a major one a minor, as
/// cargo takes versions; of `0.0.z` every version is a major step.
pub(super) fn needed(released: &Version, step: Step) -> Version {
    let Version { major, minor, patch, .. } = *released;
    if !released.pre.is_empty() && step > Step::None {
        // 1.2.0 itself may follow 1.2.0-beta.1.
        return Version::new(major, minor, patch);
    }
    match (step, major, minor) {
        (Step::None, ..) => Version::new(major, minor, patch),
        (Step::Major, 1.., _) => Version::new(major.saturating_add(1), 0, 0),
        (Step::Minor, 1.., _) => Version::new(major, minor.saturating_add(1), 0),
        (Step::Major, 0, 1..) => Version::new(0, minor.saturating_add(1), 0),
        _ => Version::new(major, minor, patch.saturating_add(1)),
    }
}

/// Whether a version is the least one that is needed, a later one, or one before its release (`2.0.0-beta.1` for `2.0.0`).
pub(super) fn fits(version: &Version, needed: &Version) -> bool {
    (version.major, version.minor, version.patch) >= (needed.major, needed.minor, needed.patch)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn steps_are_those_of_cargo() {
        let steps = [Step::Major, Step::Minor, Step::Patch, Step::None];
        for (released, expected) in [
            ("1.4.2", ["2.0.0", "1.5.0", "1.4.3", "1.4.2"]),
            ("0.4.2", ["0.5.0", "0.4.3", "0.4.3", "0.4.2"]),
            ("0.0.2", ["0.0.3", "0.0.3", "0.0.3", "0.0.2"]),
            ("2.0.0-beta.1", ["2.0.0", "2.0.0", "2.0.0", "2.0.0"]),
        ] {
            let released = Version::parse(released).unwrap();
            assert_eq!(steps.map(|step| needed(&released, step).to_string()), expected, "{released}");
        }
        for (version, expected) in [("1.9.9", false), ("2.0.0-beta.1", true), ("2.0.0", true), ("2.0.1", true)] {
            assert_eq!(fits(&Version::parse(version).unwrap(), &Version::new(2, 0, 0)), expected, "{version}");
        }
    }
}
