//! Words of names and sentences, in a form in which equal words are equal: `Reports_GetUnpaidInvoices` has `report`, `get`, `unpaid`, `invoic`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The words of a text, in lower case, without the endings of plurals and tenses. Names are cut at changes of case and at `_`.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut before, mut letters) = (String::new(), None::<char>, text.chars().peekable());
    while let Some(letter) = letters.next() {
        let mut ahead = letters.clone();
        let (next, second) = (ahead.next(), ahead.next());
        // The plural of `IDs` is no word.
        let is_plural = next == Some('s') && !second.is_some_and(char::is_lowercase);
        let next_is_lower = next.is_some_and(char::is_lowercase) && !is_plural;
        let is_new = match before {
            Some(before) if letter.is_uppercase() => before.is_lowercase() || next_is_lower && !before.is_numeric(),
            Some(before) => before.is_numeric() != letter.is_numeric(),
            None => false,
        };
        // The end of `patient's`.
        let is_mark = matches!(letter, '\'' | '’') && before.is_some_and(char::is_alphabetic);
        if is_new || !letter.is_alphanumeric() {
            words.push(std::mem::take(&mut word));
        }
        if is_mark && letters.peek() == Some(&'s') {
            letters.next();
            before = None;
            continue;
        }
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
            before = Some(letter);
        } else {
            before = None;
        }
    }
    words.push(word);
    words.into_iter().filter(|word| !word.is_empty()).map(|word| stem(&word).to_owned())
}

/// The word without the endings of English plurals and tenses. Words of other languages lose a letter at both sides of a comparison.
fn stem(word: &str) -> &str {
    if !word.is_ascii() {
        return word;
    }
    let shorter = |word: &'_ str, ending: &str, least: usize| -> Option<usize> {
        word.strip_suffix(ending).map(str::len).filter(|length| *length >= least)
    };
    let mut end = word.len();
    if let Some(length) = shorter(word, "ies", 2) {
        // `allergies` and `allergy` are `allerg`.
        return word.get(..length).unwrap_or(word);
    }
    if let Some(length) = ["sses", "shes", "ches", "xes"].iter().find_map(|ending| shorter(word, ending, 1)) {
        end = length + if word.ends_with("xes") { 1 } else { 2 };
    } else if !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is") {
        end = shorter(word, "s", 3).unwrap_or(end);
    }
    let stem = word.get(..end).unwrap_or(word);
    let cut = ["ment", "ing", "ed"].iter().find_map(|ending| shorter(stem, ending, 3));
    let stem = cut.and_then(|length| stem.get(..length)).unwrap_or(stem);
    let stem = match stem.as_bytes() {
        // `cancelled` is `cancel`, and `missed` is `miss`.
        [.., one, other] if cut.is_some() && one == other && !matches!(one, b's' | b'e' | b'o') => {
            stem.get(..stem.len() - 1).unwrap_or(stem)
        }
        _ => stem,
    };
    let stem = if stem.len() > 3 { stem.strip_suffix('e').unwrap_or(stem) } else { stem };
    if stem.len() > 3 { stem.strip_suffix('y').unwrap_or(stem) } else { stem }
}

/// Words that questions have for their grammar, as [`words`] gives them.
const FILLERS: &str = "a an the of to in on at for from by with and or if as is are was were be been being am has have had do does did can \
    could will would shall should may might must i we you he she it they me us him her them my our your his its their this that these those \
    there here who whom whos what which when where why how much many please want need let some any so then than";

/// Whether a word of a question says nothing.
pub(super) fn is_filler(word: &str) -> bool {
    static STEMS: LazyLock<HashSet<&str>> = LazyLock::new(|| FILLERS.split_whitespace().map(stem).collect());
    STEMS.contains(word)
}

/// Words that services and people use for one thing.
const SYNONYMS: [&str; 24] = [
    "get find list search show look retrieve read fetch view see display",
    "create add new make register insert open enter",
    "update change edit modify set correct replace",
    "delete remove erase drop",
    "cancel void withdraw revoke reverse undo",
    "send mail transmit dispatch",
    "move reschedule postpone shift transfer",
    "begin start",
    "end finish stop close terminate",
    "book reserve",
    "buy purchase order",
    "invoice bill",
    "price cost rate quote charge fee",
    "customer client",
    "employee staff worker personnel",
    "vacation holiday leave absence",
    "parcel package",
    "exam examination test",
    "phone telephone",
    "picture photo image",
    "file document",
    "person people user",
    "stock inventory",
    "company organisation organization firm",
];

/// Whether two words, as [`words`] gives them, mean one thing.
pub(super) fn are_synonyms(left: &str, right: &str) -> bool {
    /// The groups of a word, a bit each.
    static GROUPS: LazyLock<HashMap<&str, u32>> = LazyLock::new(|| {
        let mut groups = HashMap::new();
        for (number, group) in SYNONYMS.iter().enumerate() {
            for word in group.split(' ') {
                *groups.entry(stem(word)).or_default() |= 1 << number;
            }
        }
        groups
    });
    let of = |word| GROUPS.get(word).copied().unwrap_or_default();
    of(left) & of(right) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_at_changes_of_case_and_at_underscores() {
        let all = |text: &str| words(text).collect::<Vec<_>>();
        assert_eq!(all("Reports_GetUnpaidInvoices"), ["report", "get", "unpaid", "invoic"]);
        assert_eq!(all("getSMTPLog2"), ["get", "smtp", "log", "2"]);
        assert_eq!(all("IDsOf"), ["ids", "of"]);
        assert_eq!(all("the patient's allergies, cancelled"), ["the", "patient", "allerg", "cancel"]);
        assert_eq!(all("Straße_Été"), ["straße", "été"]);
        assert_eq!(all(""), [""; 0]);
    }

    #[test]
    fn forms_of_a_word_are_equal() {
        for forms in
            ["invoice invoices invoiced invoicing", "allergy allergies", "box boxes", "book booked books booking"]
        {
            let stems: Vec<_> = forms.split(' ').map(stem).collect();
            assert!(stems.iter().all(|stem| *stem == stems[0]), "{stems:?}");
        }
        assert!(are_synonyms(stem("bills"), stem("invoice")) && !are_synonyms("bill", "get"));
        assert!(is_filler("the") && is_filler(stem("does")) && !is_filler("more"));
    }
}
