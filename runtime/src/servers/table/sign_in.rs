//! Demands for a sign-in, and sign-ins that were not accepted.

use super::super::row::Say::{Fact, Name, Text};
use super::super::row::When::{
    Bound, Declined, Ended, Not, Offers, OffersAny, Says, SignedIn, Status, Tried, TriedAny, TriedOffered, Untried,
};
use super::super::row::{Fact as Of, ROW, Row};
use crate::error::Setting;

const REJECTED: &str = " was sent, and was not accepted: look at user, domain and password";

/// A cause that neither side can see.
const BOUND: &str = "; if they are right, look whether a proxy ends TLS before the server: Extended Protection refuses every sign-in through it";

/// Ends of a sign-in, whatever the page says.
pub(super) static ENDS: &[Row] = &[
    Row {
        name: "sign-in-declined",
        when: &[&[Declined]],
        says: &[
            Fact(Of::Tried),
            Text(" was sent, and was not accepted (status "),
            Fact(Of::Declined),
            Text("); without it the server answered "),
            Fact(Of::Status),
        ],
        ..ROW
    },
    Row {
        name: "sign-in-ended",
        when: &[&[Ended]],
        says: &[
            Text("it answered the first step of the sign-in by "),
            Fact(Of::Tried),
            Text(", and the request was not sent"),
        ],
        ..ROW
    },
];

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "sign-in-bound-refused",
        when: &[&[Status(401), Bound]],
        says: &[Text("it offers "), Fact(Of::Offered), Text("; "), Fact(Of::Tried), Text(REJECTED), Text(BOUND)],
        ..ROW
    },
    Row {
        name: "sign-in-windows-refused",
        when: &[&[Status(401), Tried("NTLM"), TriedOffered], &[Status(401), Tried("Negotiate"), TriedOffered]],
        says: &[Text("it offers "), Fact(Of::Offered), Text("; "), Fact(Of::Tried), Text(REJECTED)],
        ..ROW
    },
    Row {
        name: "sign-in-refused",
        when: &[&[Status(401), TriedOffered]],
        says: &[
            Text("it offers "),
            Fact(Of::Offered),
            Text("; "),
            Fact(Of::Tried),
            Text(" was sent, and was not accepted"),
        ],
        ..ROW
    },
    Row {
        name: "sign-in-other-scheme",
        when: &[&[Status(401), TriedAny, OffersAny]],
        says: &[
            Text("it offers "),
            Fact(Of::Offered),
            Text("; "),
            Fact(Of::Tried),
            Text(" was sent, which it does not offer"),
        ],
        ..ROW
    },
    Row {
        name: "sign-in-not-accepted",
        when: &[&[Status(401), TriedAny]],
        says: &[Fact(Of::Tried), Text(" was sent, and was not accepted; it offers no scheme for signing in")],
        ..ROW
    },
    Row {
        name: "sign-in-windows-or-basic",
        when: &[
            &[Status(401), Untried, Offers("Negotiate"), Offers("Basic")],
            &[Status(401), Untried, Offers("NTLM"), Offers("Basic")],
        ],
        says: &[
            Text("it offers "),
            Fact(Of::Offered),
            Text("; sign in with Windows' own schemes: "),
            Name(Setting::WindowsSignIn),
            Text("; else give Basic with "),
            Name(Setting::Basic),
        ],
        ..ROW
    },
    Row {
        name: "sign-in-windows",
        when: &[&[Status(401), Untried, Offers("Negotiate")], &[Status(401), Untried, Offers("NTLM")]],
        says: &[
            Text("it offers "),
            Fact(Of::Offered),
            Text("; sign in with Windows' own schemes: "),
            Name(Setting::WindowsSignIn),
        ],
        ..ROW
    },
    Row {
        name: "sign-in-basic",
        when: &[&[Status(401), Untried, Offers("Basic")]],
        says: &[Text("it offers "), Fact(Of::Offered), Text("; give Basic with "), Name(Setting::Basic)],
        ..ROW
    },
    Row {
        name: "sign-in-bearer",
        when: &[&[Status(401), Untried, Offers("Bearer")]],
        says: &[Text("it offers "), Fact(Of::Offered), Text("; give Bearer with "), Name(Setting::Bearer)],
        ..ROW
    },
    Row {
        name: "sign-in-digest",
        when: &[&[Status(401), Untried, Offers("Digest")]],
        says: &[
            Text("it offers "),
            Fact(Of::Offered),
            Text(", which clients of this crate do not speak: ask for Basic over `https://`, or for Windows sign-in"),
        ],
        ..ROW
    },
    Row {
        name: "sign-in-unknown-scheme",
        when: &[&[Status(401), Untried, OffersAny]],
        says: &[Text("it offers "), Fact(Of::Offered), Text(": ask the operators of the service how programs sign in")],
        ..ROW
    },
    Row {
        name: "sign-in-no-scheme",
        when: &[&[Status(401), Untried, Not(&Says("401.3"))]],
        says: &[Text(
            "the server demands other credentials, or a right that the caller does not have; it offers no scheme for signing in",
        )],
        ..ROW
    },
    Row {
        name: "signed-in-forbidden",
        when: &[&[Status(403), SignedIn], &[Status(403), Tried("Basic")], &[Status(403), Tried("Bearer")]],
        says: &[
            Fact(Of::Tried),
            Text(" signed in, but this account may not do that, or the server refuses the request for another reason"),
        ],
        ..ROW
    },
];
