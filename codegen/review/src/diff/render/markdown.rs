//! A report as a comment on a pull request.

use std::fmt::Write;

use asmx_types::display::shown_line;

use crate::Words;
use crate::diff::{CONFIGURATION_FILE, Class, Level, Report, ReportedChange};

/// The first line of the comment. Markdown hides it; a workflow uses it to find and replace its earlier comment.
pub const MARKER: &str = "<!-- asmx diff -->";

/// In bytes. Hosts of pull requests refuse longer comments.
const LONGEST: usize = 60_000;

/// The report as a comment in Markdown: the counts, then the changes class by class, with folded details. The first line is [`MARKER`].
/// The comment has at most 60,000 bytes; it gives the number of changes that do not fit.
#[must_use]
pub fn markdown(report: &Report, words: &Words) -> String {
    let mut out = String::new();
    let names: Vec<_> = report.services.iter().map(|service| in_code(&service.new)).collect();
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{MARKER}\n## Effects of the change in {}\n", names.join(", "));
    let _ = writeln!(out, "{}. Needs {}.\n", report.counts(), report.bump().in_a_sentence());
    if let Some(passing) = report.passing(words) {
        let _ = writeln!(out, "{passing}\n");
    }
    let mut unseen = 0;
    for class in Class::ALL {
        let changes: Vec<_> =
            report.changes().filter(|reported| reported.is_listed() && reported.change.class() == class).collect();
        if changes.is_empty() {
            continue;
        }
        let _ = writeln!(out, "### {}: {} ({})\n", class.as_str(), class.meaning(), changes.len());
        let is_folded = class <= Class::Add;
        if is_folded {
            out.push_str("<details><summary>Show</summary>\n\n");
        }
        for reported in changes {
            let item = item(reported, words);
            if out.len() + item.len() > LONGEST {
                unseen += 1;
            } else {
                out.push_str(&item);
            }
        }
        if is_folded {
            out.push_str("\n</details>\n");
        }
        out.push('\n');
    }
    if unseen > 0 {
        let _ = writeln!(out, "{unseen} more changes do not fit here: run `asmx diff` to see all.\n");
    }
    for stale in report.stale.iter().take(MOST_STALE) {
        let reason = escaped(&stale.reason);
        let _ = writeln!(
            out,
            "- Stale: the accepted change <code>{}</code> ({reason}) no longer exists. Remove it from <code>{CONFIGURATION_FILE}</code>.",
            stale.fingerprint
        );
    }
    out
}

const MOST_STALE: usize = 20;

fn item(reported: &ReportedChange, words: &Words) -> String {
    let change = &reported.change;
    let mut out = String::from("- ");
    if reported.level == Level::Error {
        out.push_str("**error** ");
    }
    let _ = writeln!(out, "{}", message(&change.message));
    let about = format!("{} {}", change.kind.as_str(), change.path);
    let _ = writeln!(out, "  <br>{}: {}", in_code(&about), escaped(&reported.effect()));
    if !change.advice.is_empty() {
        let _ = writeln!(out, "  <br>To do: {}", message(&change.advice_in(words)));
    }
    if let Some(reason) = &reported.accepted {
        let _ = writeln!(out, "  <br>Accepted: {}", escaped(reason));
    }
    let lines = lines(reported);
    if !lines.is_empty() {
        let _ = writeln!(out, "  <details><summary>Where</summary>\n\n{}\n  </details>\n", fenced("diff", &lines));
    }
    if reported.needs_acceptance() {
        let lines = reported.acceptance();
        let _ = writeln!(
            out,
            "  <details><summary>If this is intended: accept it in <code>{CONFIGURATION_FILE}</code></summary>\n\n{}\n  </details>\n",
            fenced("toml", &lines)
        );
    }
    out
}

/// The places of a change and their lines.
fn lines(reported: &ReportedChange) -> Vec<String> {
    let sides = [("-", &reported.change.old, &reported.old_line), ("+", &reported.change.new, &reported.new_line)];
    let mut lines = Vec::new();
    for (mark, position, _) in sides {
        lines.extend(
            position.as_ref().map(|position| format!("{} {}", mark.repeat(3), shown_line(&position.to_string()))),
        );
    }
    for (mark, _, line) in sides {
        lines.extend(line.as_ref().map(|line| format!("{mark} {}", shown_line(line))));
    }
    lines
}

/// A block of code in an item of a list. The fence is longer than any in the lines.
fn fenced(language: &str, lines: &[String]) -> String {
    let longest = lines.iter().flat_map(|line| line.split(|character| character != '`')).map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or_default().max(2) + 1);
    let lines: Vec<_> = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!("  {fence}{language}\n{}  {fence}\n", lines.concat())
}

/// A message whose quoted parts become code.
fn message(text: &str) -> String {
    let pieces: Vec<_> = text.split('`').collect();
    if pieces.len().is_multiple_of(2) {
        // A quoted name contains a backquote.
        return escaped(text);
    }
    let pieces = pieces.iter().enumerate();
    pieces.map(|(index, piece)| if index % 2 == 1 { in_code(piece) } else { escaped(piece) }).collect()
}

fn in_code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// Escapes a text: characters with a meaning in Markdown or HTML become character references, and control characters are made visible. Names
/// (`@name`), issues (`#1`) and addresses (`https://…`, `www.…`) do not become links.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    let line = shown_line(text);
    for (at, character) in line.char_indices() {
        let (before, after) = line.split_at(at);
        let begins_address = match character {
            '@' | '#' => true,
            ':' => after.starts_with("://"),
            '.' => before.get(at.saturating_sub(3)..).is_some_and(|three| three.eq_ignore_ascii_case("www")),
            _ => false,
        };
        match character {
            _ if begins_address => {
                let _ = write!(out, "&#{};&#8203;", u32::from(character));
            }
            ' ' | ',' | ';' | '/' | '?' | '%' | '"' | '\'' | '$' => out.push(character),
            other if other.is_ascii_punctuation() && !matches!(other, '.' | '-' | ':' | '(' | ')') => {
                let _ = write!(out, "&#{};", u32::from(other));
            }
            other => out.push(other),
        }
    }
    out
}
