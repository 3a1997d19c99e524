//! The texts of http.sys, the kernel's part of IIS, before any site sees a request.

use super::super::row::Say::Text;
use super::super::row::When::{Header, Says, Status, Statuses};
use super::super::row::{ROW, Row};

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "http-sys-hostname",
        when: &[&[Status(400), Says("invalid hostname")], &[Status(400), Says("request hostname is invalid")]],
        says: &[Text(
            "no site of the server has this host: look at the host of the address, and at the bindings of the site",
        )],
        ..ROW
    },
    Row {
        name: "http-sys-url",
        when: &[&[Status(400), Says("invalid url")], &[Status(400), Says("the request url is invalid")]],
        says: &[Text(
            "the server refuses this path: look at the address; a part of it may be too long (`UrlSegmentMaxLength`, 260)",
        )],
        ..ROW
    },
    Row {
        name: "http-sys-headers-too-long",
        when: &[
            &[Status(400), Says("request too long")],
            &[Status(400), Says("size of the request headers is too long")],
        ],
        says: &[Text(
            "the headers are too long: many cookies, or a Kerberos ticket of an account with many groups (`MaxFieldLength`, `MaxRequestBytes` \
             of http.sys)",
        )],
        ..ROW
    },
    Row {
        name: "http-sys-header",
        when: &[&[Status(400), Says("invalid header")], &[Status(400), Says("invalid header name")]],
        says: &[Text("the server refuses a header: look at those of your settings")],
        ..ROW
    },
    Row {
        name: "http-sys-verb",
        when: &[&[Statuses(400, 400), Says("invalid verb")], &[Status(400), Says("the request verb is invalid")]],
        says: &[Text("the server read something else than a request: it may expect `https://` at this port")],
        ..ROW
    },
    Row {
        name: "http-sys-length",
        when: &[&[Status(411), Says("length required")]],
        says: &[Text(
            "the server or a proxy wants the length of the request, which a layer or a proxy on the way has removed",
        )],
        ..ROW
    },
    Row {
        name: "http-sys-too-slow",
        when: &[&[Status(408), Says("request timed out")], &[Status(408), Says("http error 408")]],
        says: &[Text("the server waited too long for the rest of the request: the network or a proxy holds it up")],
        ..ROW
    },
    Row {
        name: "http-sys-queue-full",
        when: &[&[Status(503), Says("http error 503.2")], &[Status(503), Says("concurrent request limit")]],
        says: &[Text("too many requests are under way at the server (`appConcurrentRequestLimit`): try later")],
        ..ROW
    },
    Row {
        name: "http-sys-pool-stopped",
        when: &[
            &[Status(503), Says("http error 503"), Says("the service is unavailable")],
            &[Status(503), Says("the service is unavailable")],
        ],
        says: &[Text(
            "the application pool is stopped, overloaded, or failed too often (rapid-fail protection): its administrator starts it",
        )],
        ..ROW
    },
    Row {
        name: "http-sys-expectation",
        when: &[&[Status(417), Header("server", "microsoft")], &[Status(417)]],
        says: &[Text("the server does not take the header `Expect`, which a layer or a proxy on the way adds")],
        ..ROW
    },
];
