//! The files of `templates/new`, and what is filled into them.
//!
//! `{{name}}` is a placeholder. One that is alone on its line stands for whole lines: an empty value leaves no line. A template that is put
//! into another one begins with the empty line before it.

/// The text of a template with these placeholders: `filled!("lib.rs.in", package, client = ident(…))`. A placeholder without a value, or a value
/// without a placeholder, is an error of the compiler.
macro_rules! filled {
    ($file:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {{
        const TEMPLATE: &str = include_str!(concat!("../../templates/new/", $file));
        const {
            assert!(
                $crate::new::template::has_exactly(TEMPLATE, &[$(concat!("{{", stringify!($name), "}}")),+]),
                concat!($file, ": a placeholder without a value, or a value without a placeholder")
            );
        }
        $crate::new::template::fill(TEMPLATE, &[$((stringify!($name), &filled!(@ $name $(= $value)?))),+])
    }};
    (@ $name:ident) => { $name };
    (@ $name:ident = $value:expr) => { $value };
}
pub(super) use filled;

pub(super) fn fill(template: &str, values: &[(&str, &dyn ToString)]) -> String {
    // `filled!` makes sure that there is a value.
    let value = |name: &str| {
        values.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string()).unwrap_or_default()
    };
    let mut filled = String::new();
    for line in template.split_inclusive('\n') {
        let alone = line.strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}\n"));
        if let Some(name) = alone.filter(|name| !name.contains("{{")) {
            let lines = value(name);
            filled.push_str(&lines);
            if !lines.is_empty() && !lines.ends_with('\n') {
                filled.push('\n');
            }
            continue;
        }
        let mut rest = line;
        while let Some((before, (name, after))) =
            rest.split_once("{{").and_then(|(before, after)| Some((before, after.split_once("}}")?)))
        {
            filled.push_str(before);
            filled.push_str(&value(name));
            rest = after;
        }
        filled.push_str(rest);
    }
    filled
}

/// Whether the template has each of these placeholders (`{{name}}`) and no other.
pub(super) const fn has_exactly(template: &str, placeholders: &[&str]) -> bool {
    let (mut placeholders, mut known) = (placeholders, 0);
    while let [placeholder, rest @ ..] = placeholders {
        let found = count(template, placeholder);
        if found == 0 {
            return false;
        }
        known += found;
        placeholders = rest;
    }
    known == count(template, "{{")
}

const fn count(text: &str, part: &str) -> usize {
    let (mut text, mut found) = (text.as_bytes(), 0);
    while let [_, rest @ ..] = text {
        found += if starts_with(text, part.as_bytes()) { 1 } else { 0 };
        text = rest;
    }
    found
}

const fn starts_with(text: &[u8], part: &[u8]) -> bool {
    let (mut text, mut part) = (text, part);
    while let ([first, text_rest @ ..], [second, part_rest @ ..]) = (text, part) {
        if *first != *second {
            return false;
        }
        (text, part) = (text_rest, part_rest);
    }
    part.is_empty()
}

#[cfg(test)]
mod tests {
    use super::{fill, has_exactly};

    #[test]
    fn unknown_unused_and_broken_placeholders_are_refused() {
        let template = "a {{one}} {{two}} {{one}}\n";
        assert!(has_exactly(template, &["{{one}}", "{{two}}"]));
        assert!(!has_exactly(template, &["{{one}}"]), "unknown");
        assert!(!has_exactly(template, &["{{one}}", "{{two}}", "{{three}}"]), "unused");
        assert!(!has_exactly("{{one}", &["{{one}}"]) && !has_exactly("{{ one}}", &["{{one}}"]), "broken");
        assert!(has_exactly("fn main() { {} }}", &[]));
    }

    #[test]
    fn values_are_text_also_if_they_look_like_placeholders() {
        let values: [(&str, &dyn ToString); 2] = [("one", &"{{two}}"), ("two", &"{{one}}")];
        assert_eq!(fill("{{one}}, {{two}}\n{{one}}\n", &values), "{{two}}, {{one}}\n{{two}}\n");
    }

    #[test]
    fn a_placeholder_alone_on_its_line_stands_for_lines() {
        let filled = |value: &str| fill("a\n{{lines}}\nb {{lines}}\n", &[("lines", &value)]);
        assert_eq!(filled(""), "a\nb \n");
        assert_eq!(filled("1\n2"), "a\n1\n2\nb 1\n2\n");
        assert_eq!(fill("{{lines}}\n", &[("lines", &"1\n")]), "1\n");
    }
}
