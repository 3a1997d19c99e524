//! E-mail addresses: their syntax, and addresses in free text.

use crate::parameters::{non_blank, shortened};
use crate::refusal::{Kind, Refusal, Result};

/// The longest address that RFC 5321 allows.
const LONGEST: usize = 254;
const LONGEST_LOCAL_PART: usize = 64;

/// Whether the text is an address: a dot-atom local part and a domain of labels. Quoted local parts and address
/// literals are not accepted.
pub fn is_valid(address: &str) -> bool {
    let Some((local, domain)) = address.rsplit_once('@') else { return false };
    address.len() <= LONGEST
        && local.len() <= LONGEST_LOCAL_PART
        && local.split('.').all(|atom| !atom.is_empty() && atom.chars().all(is_atom_letter))
        && domain.contains('.')
        && domain.split('.').all(is_label)
}

fn is_atom_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || "!#$%&'*+/=?^_`{|}~-".contains(letter)
        || (!letter.is_ascii() && letter.is_alphanumeric())
}

fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.chars().all(|letter| letter == '-' || letter.is_alphanumeric())
}

/// The form in which addresses are compared.
pub fn key(address: &str) -> String {
    address.to_lowercase()
}

/// The address in a required parameter.
pub fn required<'a>(value: Option<&'a str>, parameter: &str) -> Result<&'a str> {
    let Some(address) = non_blank(value).map(str::trim) else {
        return Err(Refusal::new(Kind::InvalidEmailAddress, format!("{parameter} is missing")));
    };
    if is_valid(address) { Ok(address) } else { Err(refusal(address, parameter)) }
}

pub fn refusal(address: &str, parameter: &str) -> Refusal {
    Refusal::new(Kind::InvalidEmailAddress, format!("{parameter} `{}` is not an e-mail address", shortened(address)))
}

/// All addresses in free text such as `Ann <ann@example.com>; bob@example.com`. Words without an `@` are names.
pub fn in_free_text<'a>(text: &'a str, parameter: &str) -> Result<Vec<&'a str>> {
    let is_border = |letter: char| letter.is_whitespace() || ",;<>()[]\"|".contains(letter);
    let words = text.split(is_border).map(|word| word.strip_prefix("mailto:").unwrap_or(word));
    let found: Vec<_> = words.filter(|word| word.contains('@')).collect();
    if let Some(wrong) = found.iter().find(|word| !is_valid(word)) {
        return Err(refusal(wrong, parameter));
    }
    if found.is_empty() && !text.trim().is_empty() {
        return Err(refusal(text, parameter));
    }
    Ok(found)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_other_texts() {
        for address in ["a@b.test", "first.last+tag@sub.example.com", "o'neill@example.com", "jörg@münchen.example"] {
            assert!(is_valid(address), "{address}");
        }
        let long = format!("{}@example.com", "x".repeat(65));
        for text in [
            "",
            "a",
            "a@",
            "@b.test",
            "a@b",
            "a b@c.test",
            "a..b@c.test",
            ".a@c.test",
            "a@-c.test",
            "a@c..test",
            "a@c.test\n",
            &long,
        ] {
            assert!(!is_valid(text), "{text}");
        }
    }

    #[test]
    fn addresses_in_free_text() {
        let text = "Ann <ann@x.test>; bob@x.test,\n\"Carl, Jr.\" <mailto:carl@x.test>";
        assert_eq!(in_free_text(text, "ToOther").unwrap(), ["ann@x.test", "bob@x.test", "carl@x.test"]);
        assert!(in_free_text("", "ToOther").unwrap().is_empty());
        assert!(in_free_text("nobody", "ToOther").is_err());
        assert!(in_free_text("ann@x.test, bob@", "ToOther").unwrap_err().to_string().contains("`bob@`"));
    }
}
