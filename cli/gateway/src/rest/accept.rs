//! The form that a caller accepts.

use http::HeaderValue;
use http::header::GetAll;

pub(super) use crate::offer::result_form::ResultForm as Form;

impl Form {
    /// The form with the highest quality, and JSON among equals; `None` if none is accepted.
    pub(super) fn of(accepted: &GetAll<'_, HeaderValue>) -> Option<Self> {
        let ranges: Vec<_> = ranges(accepted).collect();
        if ranges.is_empty() {
            return Some(Self::Json);
        }
        let rated = Self::ALL.iter().map(|form| (*form, quality(form.media_range(), &ranges)));
        let best = rated.filter(|(_, quality)| *quality > 0).rev().max_by_key(|(_, quality)| *quality);
        best.map(|(form, _)| form)
    }

    pub(super) fn offered() -> String {
        let all: Vec<_> = Self::ALL.iter().map(|form| form.media_range()).collect();
        let names = Self::names();
        format!("a result comes as {}; or with `$format`: {}", all.join(", "), names.join(", "))
    }
}

/// The parts of a header that are separated by commas.
fn ranges<'h>(accepted: &'h GetAll<'_, HeaderValue>) -> impl Iterator<Item = &'h str> {
    let texts = accepted.iter().map(|value| value.to_str().unwrap_or_default());
    texts.flat_map(|text| text.split(',')).map(str::trim).filter(|range| !range.is_empty())
}

/// The name of a range, and its quality in thousandths. A quality that is no number counts as 1.
fn rated(range: &str) -> (&str, u32) {
    let mut parts = range.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let quality = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    let quality = quality.and_then(|text| text.parse::<f32>().ok()).unwrap_or(1.0).clamp(0.0, 1.0);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 1000")]
    (name, (quality * 1000.0) as u32)
}

/// The quality in thousandths that the most exact range gives a media type.
fn quality(media_type: &str, ranges: &[&str]) -> u32 {
    let group = media_type.split('/').next().unwrap_or_default();
    let exactness = |range: &str| match range.split_once('/') {
        _ if range.eq_ignore_ascii_case(media_type) => Some(3),
        Some((of, "*")) if of.eq_ignore_ascii_case(group) => Some(2),
        Some(("*", "*")) => Some(1),
        _ => None,
    };
    let rated = ranges.iter().filter_map(|range| {
        let (name, quality) = rated(range);
        Some((exactness(name)?, quality))
    });
    rated.max_by_key(|(exactness, _)| *exactness).map_or(0, |(_, quality)| quality)
}

/// Whether a caller takes a response in gzip, and likes it no less than one without an encoding (RFC 9110, 12.5.3).
pub(crate) fn takes_gzip(accepted: &GetAll<'_, HeaderValue>) -> bool {
    let quality_of = |names: &[&str]| {
        let is_named = |range: &(&str, u32)| names.iter().any(|name| range.0.eq_ignore_ascii_case(name));
        ranges(accepted).map(rated).find(is_named).map(|(_, quality)| quality)
    };
    let gzip = quality_of(&["gzip", "x-gzip"]).or_else(|| quality_of(&["*"])).unwrap_or(0);
    gzip > 0 && gzip >= quality_of(&["identity"]).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use http::HeaderMap;
    use http::header::ACCEPT_ENCODING;

    use super::*;

    #[test]
    fn gzip_is_taken_by_its_quality() {
        for (values, expected) in [
            (&[][..], false),
            (&[""], false),
            (&["gzip"], true),
            (&["deflate, GZIP"], true),
            (&["x-gzip"], true),
            (&["br", "gzip;q=0.1"], true),
            (&["*"], true),
            (&["br, *;q=0.5"], true),
            (&["gzip;q=0"], false),
            (&["gzip; q=0.000, *"], false),
            (&["*;q=0"], false),
            (&["identity, gzip;q=0.5"], false),
            (&["identity;q=0.5, gzip"], true),
            (&["deflate, br"], false),
        ] {
            let headers: HeaderMap = values.iter().map(|value| (ACCEPT_ENCODING, value.parse().unwrap())).collect();
            assert_eq!(takes_gzip(&headers.get_all(ACCEPT_ENCODING)), expected, "{values:?}");
        }
    }
}
