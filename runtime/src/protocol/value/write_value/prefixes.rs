//! Prefixes of namespaces.

/// Why a qualified name is refused.
pub(super) const UNKNOWN_PREFIX: &str =
    "has a prefix that nothing declares; only `xsd:` and `xsi:` can be used, or `{namespace}` before the name";

/// Namespaces that one element declares prefixes for: `q1`, `q2` and so on.
#[derive(Default)]
pub(super) struct Prefixes(Vec<String>);

impl Prefixes {
    /// The prefix of a namespace, and whether it is new.
    pub(super) fn of(&mut self, namespace: &str) -> (String, bool) {
        let known = self.0.iter().position(|known| known == namespace);
        let number = known.unwrap_or(self.0.len()) + 1;
        if known.is_none() {
            self.0.push(namespace.to_owned());
        }
        (format!("q{number}"), known.is_none())
    }
}
