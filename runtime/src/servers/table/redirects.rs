//! Responses that point elsewhere.

use super::super::row::Say::{Fact, Name, Text};
use super::super::row::When::{
    AsksPassword, Call, KeepsCookies, Not, Page, PlainHttp, PointsAway, PointsTo, PointsToHttps, PointsToSession,
    PointsToSignIn, Says, Statuses, Titled,
};
use super::super::row::{Fact as Of, ROW, Row};
use crate::error::Setting;

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "sign-in-page",
        when: &[&[PointsToSignIn, Not(&KeepsCookies)]],
        says: &[
            Text("it points to "),
            Fact(Of::Target),
            Text(", a page for signing in: such a service knows its callers by a cookie, which "),
            Name(Setting::Cookies),
            Text(" keeps"),
        ],
        ..ROW
    },
    Row {
        name: "sign-in-page-with-cookies",
        when: &[&[PointsToSignIn]],
        says: &[
            Text("it points to "),
            Fact(Of::Target),
            Text(
                ", a page for signing in: such a service knows its callers by a cookie, which a call of its sign-in operation has to get first",
            ),
        ],
        ..ROW
    },
    Row {
        name: "session-in-address",
        when: &[&[PointsToSession]],
        says: &[
            Text("it points to "),
            Fact(Of::Target),
            Text("; the service keeps its session in the address: give the whole address with "),
            Name(Setting::Endpoint),
        ],
        ..ROW
    },
    Row {
        name: "sign-in-federated",
        when: &[
            &[PointsTo("/adfs/")],
            &[PointsTo("/_layouts/")],
            &[PointsTo("/my.policy")],
            &[PointsTo("/oauth2/")],
            &[PointsTo("/saml")],
        ],
        says: &[
            Text("it points to "),
            Fact(Of::Target),
            Text(", where people sign in with a browser: ask the administrator how programs sign in"),
        ],
        ..ROW
    },
    Row {
        name: "redirect-to-https",
        when: &[&[PlainHttp, PointsToHttps]],
        says: &[Text("it points to "), Fact(Of::Target), Text(": use `https://`")],
        ..ROW
    },
    Row {
        name: "redirect-of-document",
        when: &[&[Not(&Call), PointsAway]],
        says: &[
            Text("it points to "),
            Fact(Of::Target),
            Text(", which is another server or a page for signing in: use that address, if it is the service's"),
        ],
        ..ROW
    },
    Row {
        name: "redirect",
        when: &[&[PointsAway]],
        says: &[Text("redirects are not followed: it points to "), Fact(Of::Target), Text("; is the base URL right?")],
        ..ROW
    },
    Row {
        name: "redirect-nowhere",
        when: &[&[Statuses(300, 399)]],
        says: &[Text("redirects are not followed; is the base URL right?")],
        ..ROW
    },
    Row {
        name: "sign-in-page-itself",
        when: &[
            &[Call, Statuses(200, 299), Page, Titled("sign in")],
            &[Call, Statuses(200, 299), Page, Titled("log in")],
            &[Call, Statuses(200, 299), Page, Titled("login")],
            &[Call, Statuses(200, 299), Page, Titled("logon")],
            &[Call, Statuses(200, 299), Page, AsksPassword],
        ],
        says: &[
            Text(
                "a page for signing in came in the place of a result: ask the administrator how programs sign in; a service that knows its callers by a cookie needs ",
            ),
            Name(Setting::Cookies),
        ],
        ..ROW
    },
    Row {
        name: "page-of-service",
        when: &[
            &[Call, Statuses(200, 299), Page, Says("operations are supported")],
            &[Call, Statuses(200, 299), Page, Says("you have created a service")],
        ],
        says: &[Text(
            "the page of the service came in the place of a result: a proxy may have made a GET of the call, or the address is not that of the port",
        )],
        ..ROW
    },
];
