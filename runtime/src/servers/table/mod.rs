//! The rows, by who sends them. The first row that holds counts, so that particular ones stand before general ones.

mod asp_net;
mod connections;
mod documents;
mod http_sys;
mod iis;
mod proxies;
mod redirects;
mod sign_in;
mod statuses;
mod wcf;

use super::row::Say::{Name, Text};
use super::row::{ROW, Row, When};
use crate::error::Setting;

/// The causes.
pub(super) static CAUSES: [&[Row]; 11] = [
    sign_in::ENDS,
    connections::ROWS,
    documents::ROWS,
    asp_net::ROWS,
    wcf::ROWS,
    http_sys::ROWS,
    iis::ROWS,
    proxies::ROWS,
    sign_in::ROWS,
    redirects::ROWS,
    statuses::ROWS,
];

/// The advice beside a cause.
pub(super) static ALSO: &[Row] = &[Row {
    name: "cookie-dropped",
    when: &[&[When::Statuses(300, 599), When::SetsCookie, When::Not(&When::KeepsCookies), When::PointsAway]],
    says: &[Text("it sets a cookie, which is dropped without "), Name(Setting::Cookies)],
    ..ROW
}];
