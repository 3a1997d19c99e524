//! Names of components and operations that generators of any language take: ASCII letters and digits, unequal without regard to case.

use std::collections::HashSet;
use std::fmt::Write as _;

use icu_normalizer::DecomposingNormalizerBorrowed;

/// Names of one kind, each given once.
#[derive(Default)]
pub(super) struct Names {
    /// In lower case.
    in_use: HashSet<String>,
}

impl Names {
    /// Names that no part of a service gets.
    pub(super) fn without(names: &[&str]) -> Self {
        Self { in_use: names.iter().map(|name| name.to_ascii_lowercase()).collect() }
    }

    /// A free name like the wanted one, or like `unnamed` if nothing is left of that.
    pub(super) fn free(&mut self, wanted: &str, unnamed: &str) -> String {
        self.free_beside(wanted, unnamed, &HashSet::new())
    }

    /// As [`free`](Self::free), of a component with members: C# permits no member with the name of its class. `members` has their
    /// [comparable](comparable) names.
    pub(super) fn free_beside(&mut self, wanted: &str, unnamed: &str, members: &HashSet<String>) -> String {
        let letters = letters(wanted);
        let begins_well = letters.starts_with(|first: char| first.is_ascii_alphabetic());
        let name = if begins_well { letters } else { format!("{unnamed}{letters}") };
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let is_free = |name: &String| {
            let comparable = name.to_ascii_lowercase();
            !members.contains(&comparable) && !self.in_use.contains(&comparable)
        };
        let free = std::iter::once(name.clone()).chain(numbered).find(is_free).unwrap_or_default();
        self.in_use.insert(free.to_ascii_lowercase());
        free
    }
}

/// The name of a member as generators compare it with that of its class: without case, and without what is no letter.
pub(super) fn comparable(name: &str) -> String {
    letters(name).to_ascii_lowercase()
}

/// The ASCII letters and digits of a name. Letters lose their marks; a letter of another script is `U` and its number in hexadecimal. What stands
/// behind another character begins with an upper case letter: `Get_order` is `GetOrder`.
pub(super) fn letters(name: &str) -> String {
    let mut ascii = String::with_capacity(name.len());
    let mut begins_word = false;
    for letter in DecomposingNormalizerBorrowed::new_nfd().normalize(name).chars() {
        match letter {
            _ if letter.is_ascii_alphanumeric() => {
                ascii.push(if begins_word && !ascii.is_empty() { letter.to_ascii_uppercase() } else { letter });
                begins_word = false;
            }
            // A mark of the letter before.
            '\u{300}'..='\u{36f}' => {}
            _ if letter.is_alphanumeric() => {
                // Writing to a String cannot fail.
                let _ = write!(ascii, "U{:X}", u32::from(letter));
                begins_word = false;
            }
            _ => begins_word = true,
        }
    }
    ascii
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_letters_and_digits_of_ascii() {
        let all = ["Order", "Get_order", "Été", "Größe", "_", "日", "xs.int", "order-line 2"];
        assert_eq!(all.map(letters), ["Order", "GetOrder", "Ete", "GroUDFe", "", "U65E5", "xsInt", "orderLine2"]);
    }

    #[test]
    fn names_differ_without_regard_to_case_and_are_never_empty() {
        let mut names = Names::without(&["Problem"]);
        let free = ["Self", "self", "_", "1st", "problem", "_"].map(|name| names.free(name, "Operation"));
        assert_eq!(free, ["Self", "self2", "Operation", "Operation1st", "problem2", "Operation2"]);
    }

    #[test]
    fn a_class_has_no_member_of_its_name() {
        let members = ["ORDER", "Id"].map(comparable).into_iter().collect();
        assert_eq!(Names::default().free_beside("Order", "Type", &members), "Order2");
    }
}
