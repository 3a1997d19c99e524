//! The question of whether a call is sent: every value of its arguments, each on a line of its own.

use asmx_runtime::json;
use asmx_types::display::shown_line;
use serde_json::{Map, Value as Json};

/// The most characters of one value.
const VALUE: usize = 200;
/// The most characters of the path of a value.
const PATH: usize = 120;
/// The most lines that a person is asked to read. A list may take the place of several.
const LINES: usize = 60;
/// The most characters of a list that count as one line.
const LIST_LINE: usize = 2 * VALUE;
/// The reason why a call cannot be shown whole.
pub(super) struct TooMany;

/// The lines of an object, in its order. `visible` is the object without secrets: a member that it lacks is one, and its value is left out.
pub(super) fn lines(arguments: &Map<String, Json>, visible: &Map<String, Json>) -> Result<Vec<String>, TooMany> {
    let mut question = Question { lines: Vec::new(), list_lines: 0 };
    question.object(arguments, Some(visible), "")?;
    Ok(question.lines)
}

struct Question {
    lines: Vec<String>,
    /// The lines whose places long lists take.
    list_lines: usize,
}

impl Question {
    fn object(
        &mut self,
        members: &Map<String, Json>,
        visible: Option<&Map<String, Json>>,
        path: &str,
    ) -> Result<(), TooMany> {
        for (name, value) in members {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            match visible.and_then(|visible| visible.get(name)) {
                Some(visible) => self.value(value, visible, &path)?,
                None => self.line(&path, "(a secret)")?,
            }
        }
        Ok(())
    }

    fn value(&mut self, value: &Json, visible: &Json, path: &str) -> Result<(), TooMany> {
        match value {
            Json::Object(members) if !members.is_empty() => self.object(members, visible.as_object(), path),
            Json::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
                let mut items = items.iter().enumerate();
                items.try_for_each(|(index, item)| {
                    let visible = visible.get(index).unwrap_or(&Json::Null);
                    self.value(item, visible, &format!("{path}[{index}]"))
                })
            }
            Json::Array(items) => {
                if items.len() > LINES * LIST_LINE {
                    return Err(TooMany);
                }
                let all: Vec<_> = items.iter().map(|item| cut(&scalar(item))).collect();
                let all = all.join(", ");
                self.list_lines += all.chars().count() / LIST_LINE;
                self.line(path, &format!("{} values: {all}", items.len()))
            }
            scalar_value => {
                let text = cut(&scalar(scalar_value));
                let characters = scalar_value.as_str().map_or(0, |text| text.chars().count());
                let more = if characters > VALUE { format!(" ({characters} characters)") } else { String::new() };
                self.line(path, &format!("{text}{more}"))
            }
        }
    }

    fn line(&mut self, path: &str, text: &str) -> Result<(), TooMany> {
        if self.lines.len() + self.list_lines >= LINES || path.chars().count() > PATH {
            return Err(TooMany);
        }
        self.lines.push(format!("{}: {text}", visible(path)));
        Ok(())
    }
}

fn scalar(value: &Json) -> String {
    if let Some(number) = json::number(value) {
        return number.into_owned();
    }
    match value {
        // One more character says that there are more.
        Json::String(text) => Json::String(text.chars().take(VALUE + 1).collect()).to_string(),
        other => other.to_string(),
    }
}

fn cut(text: &str) -> String {
    let end = text.char_indices().nth(VALUE).map(|(end, _)| end);
    let excerpt = visible(end.and_then(|end| text.get(..end)).unwrap_or(text));
    if end.is_some() { excerpt + "…" } else { excerpt }
}

/// A text on one line, with escapes for the characters that a person does not see.
fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for letter in shown_line(text).chars() {
        if is_invisible(letter) {
            visible.extend(letter.escape_unicode());
        } else {
            visible.push(letter);
        }
    }
    visible
}

/// Characters without a shape: those that Unicode lets a program ignore, and a pattern of Braille without dots.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{AD}' | '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}'
            | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}'
    )
}
