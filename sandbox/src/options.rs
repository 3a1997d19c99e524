//! The `Options` parameter: `Name=Value, Name=Value`.

use crate::moment::{given, shortened};
use crate::refusal::{Kind, Refusal, Result};

/// The largest number of fields; each is compared with those before it.
const MOST: usize = 100;

/// Options as they were given. Names are compared without regard to case; unknown ones are kept and do nothing.
#[derive(Debug, Default)]
pub struct Options(Vec<(String, String)>);

impl Options {
    /// Reads options. A comma separates two only where a name and `=` follow, so that values can hold commas.
    pub fn parse(text: Option<&str>) -> Result<Self> {
        let Some(text) = given(text) else { return Ok(Self::default()) };
        let mut options: Vec<(String, String)> = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let Some(name) = name_at(rest) else {
                let message = format!("Options: `{}` is not of the form Name=Value", shortened(rest));
                return Err(Refusal::new(Kind::InvalidParameter, message));
            };
            if options.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) {
                return Err(Refusal::new(Kind::InvalidParameter, format!("Options: `{name}` is given twice")));
            }
            if options.len() == MOST {
                return Err(Refusal::new(Kind::InvalidParameter, format!("Options: there are more than {MOST}")));
            }
            let value = rest.get(name.len() + 1..).unwrap_or_default();
            let end = value.match_indices(',').map(|(at, _)| at).find(|at| {
                let after = value.get(at + 1..).unwrap_or_default();
                name_at(after.trim_start_matches(' ')).is_some() || after.trim().is_empty()
            });
            // A comma at the very end is no separator if it is all there is of a value.
            let end = end.filter(|_| value != ",");
            let (value, after) = end.and_then(|end| value.split_at_checked(end)).unwrap_or((value, ""));
            options.push((name.to_owned(), value.to_owned()));
            rest = after.strip_prefix(',').unwrap_or(after).trim_start_matches(' ');
        }
        Ok(Self(options))
    }

    /// The value of an option; an empty one is none.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// Whether an option is switched on.
    pub fn is_on(&self, name: &str) -> Result<bool> {
        self.get(name).map_or(Ok(false), |value| truth(value, name))
    }
}

/// Reads `True` or `False` in any case, also `1` and `0`, `Yes` and `No`.
pub fn truth(value: &str, name: &str) -> Result<bool> {
    match value.trim().to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" => Ok(true),
        "false" | "0" | "no" => Ok(false),
        _ => Err(Refusal::new(
            Kind::InvalidParameter,
            format!("{name} `{}` is neither True nor False", shortened(value)),
        )),
    }
}

/// The option name that `text` begins with, if `=` follows it.
fn name_at(text: &str) -> Option<&str> {
    let (name, _) = text.split_once('=')?;
    let starts_well = name.starts_with(|first: char| first.is_ascii_alphabetic());
    (starts_well && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')).then_some(name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::format_collect)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn options_as_callers_write_them() {
        let options =
            Options::parse(Some("ReplyTo=a@b.test, clicktrack=TRUE,ToOtherFieldNames=EmailAddress,First, Wrapping=0,"))
                .unwrap();
        assert_eq!(options.get("replyto"), Some("a@b.test"));
        assert!(options.is_on("ClickTrack").unwrap());
        assert_eq!(options.get("ToOtherFieldNames"), Some("EmailAddress,First"));
        assert!(!options.is_on("Wrapping").unwrap());
        assert_eq!(options.get("Priority"), None);
        let options = Options::parse(Some("ToOtherColDelimiter=,,ToOtherRowDelimiter=|")).unwrap();
        assert_eq!((options.get("ToOtherColDelimiter"), options.get("ToOtherRowDelimiter")), (Some(","), Some("|")));
        assert_eq!(Options::parse(Some("ToOtherColDelimiter=,")).unwrap().get("ToOtherColDelimiter"), Some(","));
    }

    #[test]
    fn mistakes_are_named() {
        for text in ["fast", "=x", "A=1,A=2", "1A=2"] {
            assert!(Options::parse(Some(text)).is_err(), "{text}");
        }
        assert!(Options::parse(Some("OpenTrack=maybe")).unwrap().is_on("OpenTrack").is_err());
    }

    #[test]
    fn there_are_not_endlessly_many() {
        let options = |count: usize| (0..count).map(|index| format!("a{index}=1,")).collect::<String>();
        assert_eq!(Options::parse(Some(&options(100))).unwrap().get("a99"), Some("1"));
        let refused = Options::parse(Some(&options(101))).unwrap_err();
        assert_eq!(refused.to_string(), "Options: there are more than 100");
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in ".*") {
            let _ = Options::parse(Some(&text));
        }
    }
}
