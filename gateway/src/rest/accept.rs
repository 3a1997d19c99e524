//! The form that a caller accepts.

use http::HeaderValue;
use http::header::GetAll;

pub(super) use crate::result_form::ResultForm as Form;

impl Form {
    /// The form with the highest quality, and JSON among equals; `None` if none is accepted.
    pub(super) fn of(accepted: &GetAll<'_, HeaderValue>) -> Option<Self> {
        let mut ranges = Vec::new();
        for value in accepted {
            ranges
                .extend(value.to_str().unwrap_or_default().split(',').map(str::trim).filter(|range| !range.is_empty()));
        }
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
        let mut parts = range.split(';').map(str::trim);
        let exactness = exactness(parts.next().unwrap_or_default())?;
        let quality = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        // A quality that is no number counts as 1.
        let quality = quality.and_then(|text| text.parse::<f32>().ok()).unwrap_or(1.0).clamp(0.0, 1.0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 1000")]
        Some((exactness, (quality * 1000.0) as u32))
    });
    rated.max_by_key(|(exactness, _)| *exactness).map_or(0, |(_, quality)| quality)
}
