//! The jar of a build without the feature `cookies`: there is none.

use http::{HeaderMap, HeaderValue, Uri};

use crate::redaction::Secrets;

#[derive(Clone)]
pub(crate) enum Cookies {}

impl Cookies {
    pub(crate) fn header(&self, _: &Uri) -> Option<HeaderValue> {
        match *self {}
    }

    pub(crate) fn keep(&self, _: &Uri, _: &HeaderMap) {
        match *self {}
    }

    pub(crate) const fn hide_in(&self, _: &Secrets) {
        match *self {}
    }

    pub(crate) const fn for_new_session(jar: &Self) -> Self {
        match *jar {}
    }
}
