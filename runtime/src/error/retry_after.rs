//! The Retry-After header.

use std::time::{Duration, SystemTime};

use http::HeaderMap;
use http::header::RETRY_AFTER;

/// The wait that a server asks for (RFC 9110 section 10.2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RetryAfter {
    Delay(Duration),
    Date(SystemTime),
}

impl RetryAfter {
    pub(super) fn of(headers: &HeaderMap) -> Option<Self> {
        let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            // More seconds than a number can hold mean forever.
            return Some(Self::Delay(Duration::from_secs(text.parse().unwrap_or(u64::MAX))));
        }
        httpdate::parse_http_date(text).ok().map(Self::Date)
    }

    /// The rest of the wait; zero for a past date.
    pub(super) fn remaining(self) -> Duration {
        match self {
            Self::Delay(delay) => delay,
            Self::Date(date) => date.duration_since(SystemTime::now()).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn of(text: &'static str) -> Option<RetryAfter> {
        RetryAfter::of(&HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static(text))]))
    }

    #[test]
    fn seconds_and_dates_are_read_and_nothing_else() {
        assert_eq!(of("120"), Some(RetryAfter::Delay(Duration::from_secs(120))));
        assert_eq!(of(" 0 "), Some(RetryAfter::Delay(Duration::ZERO)));
        assert_eq!(of("99999999999999999999999"), Some(RetryAfter::Delay(Duration::from_secs(u64::MAX))));
        let date = of("Wed, 21 Oct 2015 07:28:00 GMT");
        let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1_445_412_480);
        assert_eq!(date, Some(RetryAfter::Date(then)));
        assert_eq!(date.map(RetryAfter::remaining), Some(Duration::ZERO));
        for none in ["", "-1", "1.5", "soon"] {
            assert_eq!(of(none), None, "{none}");
        }
        assert_eq!(RetryAfter::of(&HeaderMap::new()), None);
    }

    #[test]
    fn a_date_to_come_is_counted_from_now() {
        let remaining = RetryAfter::Date(SystemTime::now() + Duration::from_secs(100)).remaining();
        assert!((Duration::from_secs(90)..=Duration::from_secs(100)).contains(&remaining), "{remaining:?}");
    }
}
