//! The effects that a person states, by patterns of names.

use asmx_codegen::model::Effect;
use asmx_codegen::name_matches;

/// Patterns of operations, each with the effect of those that it matches, in the order in which they were given. The last that matches counts.
/// In a pattern `*` is any text and `?` any character.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EffectPatterns(Vec<(String, Effect)>);

/// An operation that patterns of different effects match.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contested {
    /// The operation.
    pub operation: String,
    /// The patterns that match, in their order.
    pub patterns: Vec<(String, Effect)>,
    /// The effect of the last one.
    pub effect: Effect,
}

impl EffectPatterns {
    /// Adds patterns of operations with this effect.
    #[must_use]
    pub fn with<P: Into<String>>(mut self, effect: Effect, patterns: impl IntoIterator<Item = P>) -> Self {
        self.0.extend(patterns.into_iter().map(|pattern| (pattern.into(), effect)));
        self
    }

    /// The patterns and their effects, in their order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, Effect)> {
        self.0.iter().map(|(pattern, effect)| (pattern.as_str(), *effect))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The pattern that decides about an operation, and its effect; `None` if no pattern matches.
    #[must_use]
    pub fn of(&self, operation: &str) -> Option<(&str, Effect)> {
        self.iter().rev().find(|(pattern, _)| name_matches(pattern, operation))
    }

    /// The operations that patterns of different effects match.
    pub fn contested<'n>(&self, operations: impl IntoIterator<Item = &'n str>) -> Vec<Contested> {
        let contested = |operation: &str| {
            let matching = self.0.iter().filter(|(pattern, _)| name_matches(pattern, operation));
            let patterns: Vec<_> = matching.cloned().collect();
            let effect = patterns.last()?.1;
            let is_contested = patterns.iter().any(|(_, other)| *other != effect);
            is_contested.then(|| Contested { operation: operation.to_owned(), patterns, effect })
        };
        operations.into_iter().filter_map(contested).collect()
    }
}

/// Patterns that match all `names` and none of the `excluded`: few, and short ones where that is possible. `word` is the first word of a name that
/// counts, such as `Get` of `Reports_GetBlocks`.
pub(crate) fn covering<'n>(names: &[&'n str], excluded: &[&str], word: impl Fn(&'n str) -> &'n str) -> Vec<String> {
    let mut patterns: Vec<String> = Vec::new();
    for name in names {
        if patterns.iter().any(|pattern| name_matches(pattern, name)) {
            continue;
        }
        let word = word(name);
        let begins = format!("{word}*");
        let everywhere = format!("*{word}*");
        let all = names.iter().filter(|name| name_matches(&everywhere, name)).count();
        let is_enough = all == names.iter().filter(|name| name_matches(&begins, name)).count();
        let through_word = name.find(word).and_then(|at| name.get(..at + word.len())).map(|start| format!("{start}*"));
        let shortest = if is_enough { [begins, everywhere] } else { [everywhere, begins] };
        let candidates = shortest.into_iter().chain(through_word);
        // A pattern for one name is that name.
        let is_exact = |pattern: &String| {
            name_matches(pattern, name)
                && !excluded.iter().any(|other| name_matches(pattern, other))
                && names.iter().filter(|name| name_matches(pattern, name)).nth(1).is_some()
        };
        patterns.push(candidates.into_iter().find(is_exact).unwrap_or_else(|| (*name).to_owned()));
    }
    patterns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_pattern_counts_and_two_effects_are_contested() {
        let patterns =
            EffectPatterns::default().with(Effect::Read, ["*Get*"]).with(Effect::Send, ["Forget*", "*Getaway"]);
        assert_eq!(patterns.of("GetList"), Some(("*Get*", Effect::Read)));
        assert_eq!(patterns.of("GetGetaway"), Some(("*Getaway", Effect::Send)));
        assert_eq!(patterns.of("Put"), None);
        let contested = patterns.contested(["GetList", "GetGetaway", "Forget", "Put"]);
        let expected = Contested {
            operation: "GetGetaway".to_owned(),
            patterns: vec![("*Get*".to_owned(), Effect::Read), ("*Getaway".to_owned(), Effect::Send)],
            effect: Effect::Send,
        };
        assert_eq!(contested, [expected]);
    }

    #[test]
    fn patterns_cover_the_names_and_no_others() {
        let word = |name| if str::contains(name, "Find") { "Find" } else { "Get" };
        let cover = |names: &[&'static str], excluded: &[&str]| covering(names, excluded, word);
        assert_eq!(cover(&["GetA", "GetB", "FindC"], &["Put"]), ["Get*", "FindC"]);
        assert_eq!(cover(&["GetA", "Reports_GetB"], &["Put"]), ["*Get*"]);
        assert_eq!(cover(&["GetA", "Reports_GetB"], &["Re_Getaway"]), ["GetA", "Reports_GetB"]);
        let names = ["GetA", "GetB", "Reports_GetA", "Reports_GetB"];
        assert_eq!(cover(&names, &["Re_Getaway"]), ["Get*", "Reports_Get*"]);
    }
}
