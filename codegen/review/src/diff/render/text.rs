//! A report for people at a terminal.

use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style};
use asmx_types::display::shown_line;

use crate::Words;
use crate::diff::{CONFIGURATION_FILE, Change, Class, Level, Report, ReportedChange, ReportedService};

/// The report for people, without colours: each change with its place and advice. Changes are grouped by operation or type, the most severe
/// first.
#[must_use]
pub fn text(report: &Report, words: &Words) -> String {
    written(report, words, &Styles::default())
}

/// The report for people, with colours as escape sequences of terminals.
#[must_use]
pub fn coloured_text(report: &Report, words: &Words) -> String {
    written(report, words, &Styles::coloured())
}

/// The most changes of an operation or type that are shown.
const MOST_CHANGES: usize = 500;

#[derive(Default)]
struct Styles {
    heading: Style,
    error: Style,
    /// By class, the most severe first.
    classes: [Style; Class::ALL.len()],
    old: Style,
    new: Style,
    /// The different part of a line.
    old_part: Style,
    new_part: Style,
    faint: Style,
}

impl Styles {
    fn coloured() -> Self {
        let of = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
        let colours = [
            AnsiColor::BrightMagenta,
            AnsiColor::BrightRed,
            AnsiColor::BrightYellow,
            AnsiColor::BrightCyan,
            AnsiColor::BrightGreen,
            AnsiColor::White,
        ];
        Self {
            heading: Style::new().bold().underline(),
            error: of(AnsiColor::BrightRed).bold(),
            classes: colours.map(|colour| of(colour).bold()),
            old: of(AnsiColor::Red),
            new: of(AnsiColor::Green),
            old_part: of(AnsiColor::Red).invert(),
            new_part: of(AnsiColor::Green).invert(),
            faint: Style::new().dimmed(),
        }
    }

    fn class(&self, class: Class) -> Style {
        let styles = Class::ALL.iter().zip(&self.classes);
        styles.clone().find(|(known, _)| **known == class).map(|(_, style)| *style).unwrap_or_default()
    }
}

/// Styles a text. Escape sequences in names are made visible.
fn styled(style: Style, text: &str) -> String {
    format!("{style}{}{style:#}", shown_line(text))
}

fn written(report: &Report, words: &Words, styles: &Styles) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write_report(&mut out, report, words, styles);
    out
}

fn write_report(out: &mut String, report: &Report, words: &Words, styles: &Styles) -> fmt::Result {
    for service in &report.services {
        write_service(out, service, words, styles)?;
    }
    for stale in &report.stale {
        let reason = shown_line(&stale.reason);
        writeln!(
            out,
            "stale: the accepted change {} ({reason}) no longer exists: remove it from {CONFIGURATION_FILE}",
            stale.fingerprint
        )?;
    }
    let bump = report.bump().in_a_sentence();
    writeln!(out, "{}. Needs {bump}.", report.counts())?;
    report.passing(words).map_or(Ok(()), |passing| writeln!(out, "{passing}"))
}

fn write_service(out: &mut String, service: &ReportedService, words: &Words, styles: &Styles) -> fmt::Result {
    let listed: Vec<_> = service.changes.iter().filter(|reported| reported.is_listed()).collect();
    if listed.is_empty() {
        return Ok(());
    }
    writeln!(out, "--- {}", styled(styles.old, &service.old))?;
    writeln!(out, "+++ {}\n", styled(styles.new, &service.new))?;
    for (heading, changes) in groups(listed) {
        writeln!(out, "{}\n", styled(styles.heading, &heading))?;
        for reported in changes.iter().take(MOST_CHANGES) {
            write_change(out, service, reported, words, styles)?;
            writeln!(out)?;
        }
        if let Some(more) = changes.len().checked_sub(MOST_CHANGES).filter(|more| *more > 0) {
            writeln!(out, "and {more} more changes of {}: {} lists all\n", shown_line(&heading), words.all_changes)?;
        }
    }
    Ok(())
}

/// Groups the changes by operation or type. The most severe come first, in and among the groups; equal ones keep their order.
fn groups(changes: Vec<&ReportedChange>) -> Vec<(String, Vec<&ReportedChange>)> {
    let mut groups: Vec<(String, Vec<&ReportedChange>)> = Vec::new();
    let mut indices = std::collections::HashMap::new();
    for reported in changes {
        let heading = heading(&reported.change);
        let index = *indices.entry(heading).or_insert_with_key(|heading| {
            groups.push((heading.clone(), Vec::new()));
            groups.len() - 1
        });
        if let Some((_, group)) = groups.get_mut(index) {
            group.push(reported);
        }
    }
    for (_, group) in &mut groups {
        group.sort_by_key(|reported| std::cmp::Reverse(reported.change.class()));
    }
    groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.first().map(|reported| reported.change.class())));
    groups
}

fn heading(change: &Change) -> String {
    if let Some(operation) = &change.operation {
        return format!("operation {operation}");
    }
    let mut parts = change.path.split('/');
    match (parts.next(), parts.next()) {
        (Some("types"), Some(name)) => format!("type {name}"),
        (Some("groups"), Some(name)) => format!("group {name}"),
        _ => "the service".to_owned(),
    }
}

fn write_change(
    out: &mut String,
    service: &ReportedService,
    reported: &ReportedChange,
    words: &Words,
    styles: &Styles,
) -> fmt::Result {
    let change = &reported.change;
    if reported.level == Level::Error {
        write!(out, "{}: ", styled(styles.error, "error"))?;
    }
    let class = styles.class(change.class());
    writeln!(out, "{class}{}[{}]{class:#}: {}", reported.classes(), change.kind.as_str(), shown_line(&change.message))?;
    write_places(out, service, change)?;
    write_lines(out, reported, styles)?;
    writeln!(out, "  = {}", styled(styles.faint, &reported.effect()))?;
    if !change.advice.is_empty() {
        writeln!(out, "  = help: {}", shown_line(&change.advice_in(words)))?;
    }
    if let Some(reason) = &reported.accepted {
        writeln!(out, "  = accepted: {}", shown_line(reason))?;
    } else if reported.needs_acceptance() {
        writeln!(out, "  = if this is intended, accept it in {CONFIGURATION_FILE}:")?;
        for line in reported.acceptance() {
            writeln!(out, "      {}", styled(styles.faint, &line))?;
        }
    }
    Ok(())
}

fn write_places(out: &mut String, service: &ReportedService, change: &Change) -> fmt::Result {
    let Some(position) = change.new.as_ref().or(change.old.as_ref()) else { return Ok(()) };
    write!(out, " --> {}", shown_line(&position.to_string()))?;
    if let (Some(old), Some(_)) = (&change.old, &change.new) {
        // The file name is above all changes.
        let was = if old.file == service.old { format!("line {}", old.line) } else { old.to_string() };
        write!(out, " (was {})", shown_line(&was))?;
    }
    writeln!(out)
}

fn write_lines(out: &mut String, reported: &ReportedChange, styles: &Styles) -> fmt::Result {
    let (old, new) = (reported.old_line.as_deref(), reported.new_line.as_deref());
    if old == new {
        return old.map_or(Ok(()), |line| writeln!(out, "    {}", shown_line(line)));
    }
    let (start, end) = common(old.unwrap_or_default(), new.unwrap_or_default());
    let is_pair = old.is_some() && new.is_some();
    for (mark, line, line_style, part) in
        [("-", old, styles.old, styles.old_part), ("+", new, styles.new, styles.new_part)]
    {
        let Some(line) = line else { continue };
        let part = if is_pair { part } else { line_style };
        let end = line.len() - end;
        let pieces = [(line_style, line.get(..start)), (part, line.get(start..end)), (line_style, line.get(end..))];
        write!(out, "  {line_style}{mark}{line_style:#} ")?;
        for (style, piece) in pieces {
            if let Some(piece) = piece.filter(|piece| !piece.is_empty()) {
                write!(out, "{}", styled(style, piece))?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The number of equal bytes at the beginning of two lines and, in the rest, at the end.
fn common(old: &str, new: &str) -> (usize, usize) {
    let start = old
        .chars()
        .zip(new.chars())
        .take_while(|(character, other)| character == other)
        .map(|(character, _)| character.len_utf8())
        .sum();
    let (old, new) = (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
    let pairs = old.chars().rev().zip(new.chars().rev());
    (start, pairs.take_while(|(character, other)| character == other).map(|(character, _)| character.len_utf8()).sum())
}
