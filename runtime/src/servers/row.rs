//! A row of the table: when it holds, and what it says.

use super::failed_request::{Came, Looked, Trial, is_sign_in_page};
use crate::Transport;
use crate::error::{Outcome, Setting};
use crate::redaction::without_sessions;

/// A kind of response or failure.
pub(super) struct Row {
    /// Its name, and that of the example below `pages`.
    pub(super) name: &'static str,
    /// Any of these, each of which is all of its conditions.
    pub(super) when: &'static [&'static [When]],
    /// The sentence for a person, without a full stop.
    pub(super) says: &'static [Say],
    /// The cause in plain words, where the HTTP stack has others.
    pub(super) cause: Option<&'static str>,
    /// The outcome, where it is another than that of the status.
    pub(super) outcome: Option<Outcome>,
    /// A transport that the server would take.
    pub(super) transport: Option<Transport>,
}

/// The usual row, for `..ROW`.
pub(super) const ROW: Row = Row { name: "", when: &[], says: &[], cause: None, outcome: None, transport: None };

/// A condition. Words are in lower case, except those of faults and causes.
#[derive(Clone, Copy)]
pub(super) enum When {
    Status(u16),
    Statuses(u16, u16),
    /// The body is a page in HTML.
    Page,
    Empty,
    EndsWithZeros,
    /// A page with a field for a password.
    AsksPassword,
    /// The text of the page or the body.
    Says(&'static str),
    Titled(&'static str),
    Reason(&'static str),
    Header(&'static str, &'static str),
    LacksMethod(&'static str),
    Fault(&'static str),
    /// No response came, for this cause.
    Cause(&'static str),
    /// No connection was made.
    Unconnected,
    /// The connection ended without a response.
    BrokeOff,
    /// The request had more bytes.
    SentOver(usize),
    /// Its query had more bytes.
    QueryOver(usize),
    PlainHttp,
    Soap,
    /// A call over GET or POST.
    NotSoap,
    /// A call, not the fetch of a document or page.
    Call,
    LooksLikeHtml,
    Offers(&'static str),
    OffersAny,
    /// No scheme was tried.
    Untried,
    /// The scheme that was tried, in any case.
    Tried(&'static str),
    TriedAny,
    /// The scheme that was tried is offered.
    TriedOffered,
    SignedIn,
    /// The sign-in was bound to the server's certificate, and rejected.
    Bound,
    Declined,
    Ended,
    HasCertificate,
    CertificateAsked,
    LacksCertificate,
    KeepsCookies,
    SetsCookie,
    /// A redirect whose target contains the words.
    PointsTo(&'static str),
    PointsToSignIn,
    /// A redirect to an address with a session of ASP.NET.
    PointsToSession,
    /// A redirect to `https://` of the same host.
    PointsToHttps,
    PointsAway,
    Not(&'static Self),
}

/// A part of a sentence.
pub(super) enum Say {
    Text(&'static str),
    Name(Setting),
    Fact(Fact),
}

/// A fact of a failed request.
#[derive(Clone, Copy)]
pub(super) enum Fact {
    /// The schemes that the server offers.
    Offered,
    /// The scheme that was tried.
    Tried,
    /// The target of the redirect.
    Target,
    /// The parameter that looks like HTML.
    Parameter,
    /// The transport of the call.
    Transport,
    /// The status that ended the sign-in.
    Declined,
    Status,
}

impl Row {
    pub(super) fn holds(&self, looked: &Looked<'_>) -> bool {
        self.when.iter().any(|all| all.iter().all(|one| one.holds(looked)))
    }
}

impl When {
    fn holds(&self, looked: &Looked<'_>) -> bool {
        let asked = &looked.failed.asked;
        let status = looked.status().map(|status| status.as_u16());
        match *self {
            Self::Status(expected) => status == Some(expected),
            Self::Statuses(least, most) => status.is_some_and(|status| (least..=most).contains(&status)),
            Self::Page => looked.is_page(),
            Self::Empty => looked.is_empty(),
            Self::AsksPassword => looked.asks_password(),
            Self::EndsWithZeros => looked.ends_with_zeros(),
            Self::Says(words) => looked.says(words),
            Self::Titled(words) => looked.is_titled(words),
            Self::Reason(words) => looked.has_reason(words),
            Self::Header(name, words) => looked.has_header(name, words),
            Self::LacksMethod(method) => looked.lacks_method(method),
            Self::Fault(words) => looked.has_fault(words),
            Self::Cause(words) => looked.has_cause(words),
            Self::Unconnected => matches!(looked.failed.came, Came::Nothing { is_connected: false, .. }),
            Self::BrokeOff => matches!(looked.failed.came, Came::Nothing { is_connected: true, .. }),
            Self::SentOver(bytes) => asked.sent > bytes,
            Self::QueryOver(bytes) => asked.query > bytes,
            Self::PlainHttp => asked.is_plain,
            Self::Soap => asked.transport.is_some_and(Transport::is_soap),
            Self::NotSoap => asked.transport.is_some_and(|transport| !transport.is_soap()),
            Self::Call => asked.transport.is_some(),
            Self::LooksLikeHtml => asked.html.is_some(),
            Self::Offers(scheme) => looked.offers(scheme),
            Self::OffersAny => !looked.offered().is_empty(),
            Self::Untried => asked.tried.is_none(),
            Self::Tried(scheme) => asked.tried.is_some_and(|tried| tried.eq_ignore_ascii_case(scheme)),
            Self::TriedAny => asked.tried.is_some(),
            Self::TriedOffered => asked.tried.is_some_and(|tried| looked.offers(tried)),
            Self::SignedIn => asked.end == Trial::Accepted,
            Self::Bound => asked.end == Trial::RejectedBound,
            Self::Declined => matches!(asked.end, Trial::Declined(_)),
            Self::Ended => asked.end == Trial::Ended,
            Self::HasCertificate => asked.has_certificate,
            Self::CertificateAsked => asked.certificate_asked,
            Self::LacksCertificate => asked.lacks_certificate,
            Self::KeepsCookies => asked.keeps_cookies,
            Self::SetsCookie => looked.sets_cookie(),
            Self::PointsTo(words) => looked.location().is_some_and(|to| to.to_lowercase().contains(words)),
            Self::PointsToSignIn => looked.location().is_some_and(|to| is_sign_in_page(&to)),
            Self::PointsToSession => looked.location().is_some_and(|to| without_sessions(&to) != to),
            Self::PointsToHttps => looked.location().is_some_and(|to| is_upgrade(&to, asked.host)),
            Self::PointsAway => looked.location().is_some(),
            Self::Not(other) => !other.holds(looked),
        }
    }
}

/// Whether an address is at `https://` of the host.
fn is_upgrade(address: &str, host: Option<&str>) -> bool {
    let Some((scheme, rest)) = address.split_once("://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let named = authority.split_once(':').map_or(authority, |(host, _)| host);
    scheme.eq_ignore_ascii_case("https") && host.is_some_and(|host| host.eq_ignore_ascii_case(named))
}
