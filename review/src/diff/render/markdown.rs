//! A report as a comment of a pull request.

use std::fmt::Write;

use asmx_types::shown::shown_line;

use super::parts::{acceptance, at, effect};
use crate::diff::{Class, Level, Report, ReportedChange};

/// The first line of the comment, which is not shown. A workflow finds its earlier comment by it and replaces that.
pub const MARKER: &str = "<!-- asmx review -->";

/// Comments that are longer than this many bytes are refused where pull requests are reviewed.
const LONGEST: usize = 60_000;

/// The report as a comment in Markdown: the counts, then the changes class by class, details folded away. The first line is [`MARKER`].
/// Changes that would make it longer than a comment can be (60,000 bytes) are counted.
#[must_use]
pub fn markdown(report: &Report) -> String {
    markdown_with(report, "")
}

/// The same with more Markdown below the heading.
pub(crate) fn markdown_with(report: &Report, more: &str) -> String {
    let mut out = String::new();
    let names: Vec<_> = report.services.iter().map(|service| in_code(&service.new)).collect();
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{MARKER}\n## What the change of {} does\n", names.join(", "));
    let _ = writeln!(out, "{}. Needs {}.\n", report.counts(), report.step().in_a_sentence());
    out.push_str(more);
    let mut unseen = 0;
    for class in Class::ALL {
        let changes: Vec<_> = report.changes().filter(|one| one.is_told() && one.change.class() == class).collect();
        if changes.is_empty() {
            continue;
        }
        let _ = writeln!(out, "### {}: {} ({})\n", class.as_str(), class.meaning(), changes.len());
        let is_folded = class <= Class::Add;
        if is_folded {
            out.push_str("<details><summary>Show</summary>\n\n");
        }
        for reported in changes {
            let item = item(reported);
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
        let _ = writeln!(out, "{unseen} further changes are not shown here: `asmx diff` shows all.\n");
    }
    for stale in report.stale.iter().take(MOST_STALE) {
        let reason = escaped(&stale.reason);
        let _ = writeln!(
            out,
            "- Stale: <code>{}</code> was accepted ({reason}) and did not happen. Take it out.",
            stale.fingerprint
        );
    }
    out
}

/// Stale acceptances that are told one by one.
const MOST_STALE: usize = 20;

/// A change as an item of a list.
fn item(reported: &ReportedChange) -> String {
    let change = &reported.change;
    let mut out = String::from("- ");
    if reported.level == Level::Error {
        out.push_str("**error** ");
    }
    let _ = writeln!(out, "{}", message(&change.message));
    let about = format!("{} {}", change.kind.as_str(), change.path);
    let _ = writeln!(out, "  <br>{}: {}", in_code(&about), escaped(&effect(reported)));
    if !change.advice.is_empty() {
        let _ = writeln!(out, "  <br>To do: {}", message(&change.advice));
    }
    if let Some(reason) = &reported.accepted {
        let _ = writeln!(out, "  <br>Accepted: {}", escaped(reason));
    }
    let lines = lines(reported);
    if !lines.is_empty() {
        let _ = writeln!(out, "  <details><summary>Where</summary>\n\n{}\n  </details>\n", fenced("diff", &lines));
    }
    if reported.needs_acceptance() {
        let lines = acceptance(reported);
        let file = crate::diff::CONFIGURATION_FILE;
        let _ = writeln!(
            out,
            "  <details><summary>If it is meant: accept it in <code>{file}</code></summary>\n\n{}\n  </details>\n",
            fenced("toml", &lines)
        );
    }
    out
}

/// The places of a change and what stands there.
fn lines(reported: &ReportedChange) -> Vec<String> {
    let sides = [("-", &reported.change.old, &reported.old_line), ("+", &reported.change.new, &reported.new_line)];
    let mut lines = Vec::new();
    for (mark, place, _) in sides {
        lines.extend(place.as_ref().map(|place| format!("{} {}", mark.repeat(3), shown_line(&at(place)))));
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

/// A message: what it quotes between backquotes is code.
fn message(text: &str) -> String {
    let pieces: Vec<_> = text.split('`').collect();
    if pieces.len().is_multiple_of(2) {
        // Something quoted has a backquote in it.
        return escaped(text);
    }
    let pieces = pieces.iter().enumerate();
    pieces.map(|(index, piece)| if index % 2 == 1 { in_code(piece) } else { escaped(piece) }).collect()
}

fn in_code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// A text that means nothing but itself: what Markdown or HTML give a meaning is written as a character reference, what is obeyed is shown.
/// People and issues are not addressed (`@name`, `#1`), and addresses do not become links (`https://…`, `www.…`).
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    let shown = shown_line(text);
    for (at, character) in shown.char_indices() {
        let (before, behind) = shown.split_at(at);
        let begins_address = match character {
            '@' | '#' => true,
            ':' => behind.starts_with("://"),
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
