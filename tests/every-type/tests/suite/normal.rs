//! Values as JSON in a form in which equal ones are equal texts, as the contract says what is equal.

use recordings::infoset;
use serde_json::Value as Json;

/// A value as one line of text: names in order, date-times with a zone in UTC, XML in canonical form, listings without what follows
/// their line `--WIRE--`, which depends on the client. `reindented` where the server may have put white space into XML.
#[must_use]
pub fn normal(value: &Json, reindented: bool) -> String {
    normal_value(value, reindented).to_string()
}

fn normal_value(value: &Json, reindented: bool) -> Json {
    match value {
        Json::String(text) => Json::from(normal_text(text)),
        Json::Number(number) if number.is_f64() => normal_float(number.as_f64().unwrap()),
        Json::Array(items) => items.iter().map(|item| normal_value(item, reindented)).collect(),
        Json::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(name, _)| *name);
            let normal = |(name, value): (&String, &Json)| match name.as_str() {
                "$any" | "$mixed" | "$inner" => (name.clone(), normal_xml(value, reindented)),
                _ => (name.clone(), normal_value(value, reindented)),
            };
            Json::Object(members.into_iter().map(normal).collect())
        }
        other => other.clone(),
    }
}

/// One form for equal numbers, written with a point or without.
#[allow(clippy::cast_possible_truncation, clippy::float_cmp, reason = "whole numbers that a float holds exactly")]
fn normal_float(number: f64) -> Json {
    if number == number.trunc() && number.abs() < 9e18 { Json::from(number as i64) } else { Json::from(number) }
}

fn normal_text(text: &str) -> String {
    if text.contains(WIRE) {
        return cut_listing(text);
    }
    instant(text).unwrap_or_else(|| text.to_owned())
}

/// A date-time with a zone as an instant, one without with its fraction cut.
fn instant(text: &str) -> Option<String> {
    text.parse::<asmx_runtime::xsd::DateTime>().ok()?;
    let (date, time) = text.split_once('T')?;
    let (clock, zone) = time.split_at(time.find(['Z', '+', '-']).unwrap_or(time.len()));
    let clock = if clock.contains('.') { clock.trim_end_matches('0').trim_end_matches('.') } else { clock };
    let offset = match zone {
        "" => return Some(format!("{date}T{clock}")),
        "Z" => 0,
        zone => {
            let minutes = zone.get(1..3)?.parse::<i64>().ok()? * 60 + zone.get(4..6)?.parse::<i64>().ok()?;
            if zone.starts_with('-') { -minutes } else { minutes }
        }
    };
    let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let minutes = clock.get(..2)?.parse::<i64>().ok()? * 60 + clock.get(3..5)?.parse::<i64>().ok()?;
    Some(format!("minute {} {}Z", days(year, month, day) * 1440 + minutes - offset, clock.get(6..)?))
}

/// Days since the first of March of the year 0.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
    year * 365 + year / 4 - year / 100 + year / 400 + (month * 306 + 5) / 10 + day - 1
}

/// The line of a listing after which it says what depends on the client.
const WIRE: &str = "--WIRE--\n";

/// The text without what listings in it say of the request, to the next tag.
#[must_use]
pub fn cut_listing(text: &str) -> String {
    let mut parts = text.split(WIRE);
    let mut cut = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        cut.push_str(WIRE);
        cut.push_str(part.find("</").map_or("", |at| &part[at..]));
    }
    cut
}

fn normal_xml(value: &Json, reindented: bool) -> Json {
    match value {
        Json::String(xml) => {
            let canonical =
                infoset::canonical(&format!("<content>{xml}</content>")).unwrap_or_else(|error| panic!("{error}"));
            Json::from(if reindented { without_blank_text(&canonical) } else { canonical })
        }
        Json::Array(items) => items.iter().map(|item| normal_xml(item, reindented)).collect(),
        other => other.clone(),
    }
}

/// Canonical XML without text that is only white space.
#[must_use]
pub fn without_blank_text(xml: &str) -> String {
    let pieces = xml.split_inclusive('>').map(|piece| match piece.find('<') {
        Some(at) if piece[..at].trim().is_empty() => &piece[at..],
        _ => piece,
    });
    pieces.collect()
}
