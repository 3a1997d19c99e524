//! The yellow pages and texts of ASP.NET.
//!
//! Servers speak the language of their Windows. Names of exceptions, stack frames and settings are the same in all of them.

use super::super::row::Say::{self, Fact, Text};
use super::super::row::When::{
    Fault, LooksLikeHtml, Not, NotSoap, Offers, Page, PointsTo, Says, SentOver, Soap, Status, Statuses, Titled,
    TriedAny,
};
use super::super::row::{Fact as Of, ROW, Row};
use crate::error::Outcome;

const INTERRUPTED: &[Say] = &[Text(
    "ASP.NET ended the operation in its middle (`httpRuntime executionTimeout`), so that a part may have been done",
)];

/// The frame of a stack that refuses a request over GET or POST.
pub(super) const UNRECOGNIZED_FORMAT: &str = "system.web.services.protocols.webservicehandlerfactory.coregethandler";

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "asp-net-timed-out",
        when: &[&[Statuses(500, 599), Page, Says("request timed out.")], &[Fault("Request timed out.")]],
        says: INTERRUPTED,
        outcome: Some(Outcome::Unknown),
        ..ROW
    },
    Row {
        name: "asp-net-thread-aborted",
        when: &[
            &[Fault("Thread was being aborted")],
            &[Fault("Der Thread wurde abgebrochen")],
            &[Fault("System.Threading.ThreadAbortException")],
            &[Statuses(500, 599), Says("thread was being aborted")],
            &[Statuses(500, 599), Says("system.threading.threadabortexception")],
        ],
        says: INTERRUPTED,
        outcome: Some(Outcome::Unknown),
        ..ROW
    },
    Row {
        name: "asp-net-request-too-long",
        when: &[
            &[Says("maximum request length exceeded")],
            &[Says("system.web.httprequest.getentirerawcontent")],
            &[Fault("Maximum request length exceeded")],
        ],
        says: &[Text("the request is larger than `httpRuntime maxRequestLength` of the server, 4 MB by default")],
        ..ROW
    },
    Row {
        name: "asp-net-query-too-long",
        when: &[&[Says("maxquerystringlength")], &[Says("maxurllength")]],
        says: &[Text(
            "ASP.NET takes a query of 2,048 characters and a path of 260 (`httpRuntime maxQueryStringLength`, `maxUrlLength`): take POST or SOAP",
        )],
        ..ROW
    },
    Row {
        name: "asp-net-too-many-keys",
        when: &[&[Statuses(500, 599), Says("operation is not valid due to the current state of the object")]],
        says: &[Text("ASP.NET takes 1,000 values of a form (`aspnet:MaxHttpCollectionKeys`): take SOAP for so many")],
        ..ROW
    },
    Row {
        name: "asp-net-request-validation",
        when: &[
            &[NotSoap, LooksLikeHtml, Says("potentially dangerous request.")],
            &[NotSoap, LooksLikeHtml, Page, Status(500), Not(&Says("request format is unrecognized"))],
        ],
        says: &[
            Text("parameter "),
            Fact(Of::Parameter),
            Text(" looks like HTML, which servers that validate requests refuse over "),
            Fact(Of::Transport),
        ],
        ..ROW
    },
    Row {
        name: "asp-net-dangerous-path",
        when: &[&[Says("potentially dangerous request.path")]],
        says: &[Text("ASP.NET refuses `<`, `>`, `*`, `%`, `&`, `:` and `?` in a path: look at the address")],
        ..ROW
    },
    Row {
        name: "asp-net-dangerous-value",
        when: &[&[Says("potentially dangerous request.")], &[Says("system.web.httprequestvalidationexception")]],
        says: &[Text(
            "the server validates requests, and refuses values that look like HTML over GET and POST: take SOAP",
        )],
        ..ROW
    },
    Row {
        name: "asp-net-get-post-off",
        when: &[
            &[Says("request format is unrecognized")],
            &[Says("request format is invalid")],
            &[Says(UNRECOGNIZED_FORMAT)],
        ],
        says: &[Text(
            "GET and POST may be switched off at this server; SOAP may work. `<protocols><add name=\"HttpGet\"/><add name=\"HttpPost\"/></protocols>` \
             in its web.config switches them on",
        )],
        ..ROW
    },
    Row {
        name: "asp-net-type-missing",
        when: &[
            &[Says("could not create type")],
            &[Says("the codebehind")],
            &[Says("parser error message")],
            &[Says("system.web.httpparseexception")],
        ],
        says: &[Text(
            "the service is not deployed completely: its assembly or its code is missing (`bin`, `App_Code`)",
        )],
        ..ROW
    },
    Row {
        name: "asp-net-assembly-missing",
        when: &[
            &[Statuses(500, 599), Says("could not load file or assembly")],
            &[Statuses(500, 599), Says("could not load type")],
        ],
        says: &[Text(
            "an assembly of the service is missing or does not fit: look at its `bin`, and at 32 and 64 bits",
        )],
        ..ROW
    },
    Row {
        name: "asp-net-compilation",
        when: &[
            &[Says("compiler error message")],
            &[Titled("compilation error")],
            &[Says("system.web.httpcompileexception")],
        ],
        says: &[Text("the code of the service does not compile on its server")],
        ..ROW
    },
    Row {
        name: "asp-net-configuration",
        when: &[
            &[Titled("configuration error")],
            &[Says("server error in"), Says("configuration error")],
            &[Says("system.configuration.configurationerrorsexception")],
        ],
        says: &[Text("the web.config of the service has a mistake, which the page names if the server shows it")],
        ..ROW
    },
    Row {
        name: "asp-net-large-for-default",
        when: &[&[Statuses(500, 500), Page, SentOver(4 * 1024 * 1024)]],
        says: &[Text(
            "the request has more than 4 MB, the default of `httpRuntime maxRequestLength`: the server may refuse it so",
        )],
        ..ROW
    },
    Row {
        name: "asp-net-custom-errors",
        when: &[
            &[Titled("runtime error")],
            &[Says("the current custom error settings for this application prevent")],
            &[Says("<customerrors mode=")],
        ],
        says: &[Text(
            "`customErrors` hides the cause: the event log of the server has it (`<customErrors mode=\"Off\"/>` shows it)",
        )],
        ..ROW
    },
    Row {
        name: "asp-net-error-page",
        when: &[&[PointsTo("aspxerrorpath=")]],
        says: &[Text(
            "the service failed, and customErrors sends callers to a page: the event log of the server has the cause",
        )],
        ..ROW
    },
    Row {
        name: "asp-net-busy",
        when: &[&[Statuses(500, 503), Says("server too busy")]],
        says: &[Text("the queue of ASP.NET is full (`appRequestQueueLimit`): nothing was done; try later")],
        outcome: Some(Outcome::Refused),
        ..ROW
    },
    Row {
        name: "asp-net-unavailable",
        when: &[&[Says("server application unavailable")]],
        says: &[Text("ASP.NET cannot start the application: the event log of the server has the cause")],
        ..ROW
    },
    Row {
        name: "asp-net-offline",
        when: &[
            &[Statuses(503, 503), Says("app_offline")],
            &[Status(503), Titled("application offline")],
            &[Status(503), Titled("site under construction")],
        ],
        says: &[Text("the application is switched off for maintenance (`app_offline.htm`)")],
        ..ROW
    },
    Row {
        name: "asp-net-session-state",
        when: &[
            &[Says("session state request to the session state server")],
            &[Says("session state information is invalid")],
            &[Fault("session state request to the session state server")],
        ],
        says: &[Text(
            "the server that keeps the sessions of the application is not reached: its administrator starts it",
        )],
        ..ROW
    },
    Row {
        name: "asp-net-not-found",
        when: &[
            &[Status(404), Says("the resource cannot be found")],
            &[Status(404), Says("does not exist"), Says("server error in")],
        ],
        says: &[Text("the application has no such file: look at the path; the address ends with the `.asmx` file")],
        ..ROW
    },
    Row {
        name: "asp-net-type-not-served",
        when: &[&[Says("this type of page is not served")]],
        says: &[Text("the application does not serve this kind of file: the address ends with the `.asmx` file")],
        ..ROW
    },
    Row {
        name: "asp-net-denied",
        when: &[
            &[TriedAny, Says("server error in"), Titled("access is denied")],
            &[
                Says("server error in"),
                Titled("access is denied"),
                Not(&Offers("Negotiate")),
                Not(&Offers("NTLM")),
                Not(&Offers("Basic")),
            ],
        ],
        says: &[Text(
            "`<authorization>` in the web.config of the service denies it to this caller: sign in as an account that it permits",
        )],
        ..ROW
    },
    Row {
        name: "asp-net-method-unknown",
        when: &[
            &[NotSoap, Statuses(500, 500), Says("web service method name is not valid")],
            &[Fault("Web Service method name is not valid")],
        ],
        says: &[Text("the service has no such operation over GET and POST: look at its page, which lists them")],
        ..ROW
    },
    Row {
        name: "asp-net-failed",
        when: &[&[Status(500), Page, Says("exception details"), Soap]],
        says: &[Text("the application failed before the operation: its page names the cause")],
        ..ROW
    },
];
