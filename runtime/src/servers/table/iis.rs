//! The pages of IIS, by their sub-statuses. By default IIS shows these on its own machine only; hence the facts of the request beside them.

use super::super::row::Say::{self, Name, Text};
use super::super::row::When::{
    Call, CertificateAsked, HasCertificate, Header, LacksMethod, Not, NotSoap, Page, PlainHttp, QueryOver, Says,
    SentOver, Soap, Status, Statuses, Titled, Untried,
};
use super::super::row::{ROW, Row};
use crate::error::{Outcome, Setting};

const NO_HANDLER: &[Say] = &[Text(
    "no handler serves `.asmx` there: ASP.NET may be missing on that server, or the address is not that of the service",
)];

const TOO_LARGE: &[Say] =
    &[Text("IIS refuses requests over 30,000,000 bytes so (`requestLimits maxAllowedContentLength`)")];

const QUERY: &[Say] =
    &[Text("IIS refuses queries over 2,048 bytes so (`requestLimits maxQueryString`): take POST or SOAP")];

const NOT_SHOWN: &[Say] = &[Text(
    "it wants a client certificate, and the one that was set did not reach the server, which asks for it too late for this program: have it asked at the \
     start of a connection (in IIS: `netsh http update sslcert … clientcertnegotiation=enable`)",
)];

const CERTIFICATE: &[Say] = &[Text("it wants a client certificate: give it with "), Name(Setting::ClientCertificate)];

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "iis-request-too-large",
        when: &[
            &[Status(404), Says("404.13")],
            &[Status(404), SentOver(30_000_000)],
            &[Status(413), Says("request filtering module")],
        ],
        says: TOO_LARGE,
        ..ROW
    },
    Row {
        name: "iis-query-too-long",
        when: &[&[Status(404), Says("404.15")], &[Status(404), QueryOver(2_048)]],
        says: QUERY,
        ..ROW
    },
    Row {
        name: "iis-url-too-long",
        when: &[&[Status(404), Says("404.14")]],
        says: &[Text("IIS refuses paths over 4,096 bytes so (`requestLimits maxUrl`)")],
        ..ROW
    },
    Row {
        name: "iis-double-escaping",
        when: &[&[Status(404), Says("404.11")]],
        says: &[Text("IIS refuses escapes of escapes, and `+` in a path (`allowDoubleEscaping`): take POST or SOAP")],
        ..ROW
    },
    Row {
        name: "iis-request-filtered",
        when: &[
            &[Status(404), Says("404.5")],
            &[Status(404), Says("404.6")],
            &[Status(404), Says("404.7")],
            &[Status(404), Says("404.8")],
            &[Status(404), Says("404.10")],
            &[Status(404), Says("404.12")],
            &[Status(404), Says("404.18")],
            &[Status(404), Says("404.19")],
        ],
        says: &[Text("a rule of IIS's request filtering refuses the request (`requestFiltering`), as its page says")],
        ..ROW
    },
    Row {
        name: "iis-isapi-restriction",
        when: &[&[Status(404), Says("404.2 ")], &[Status(404), Says("isapi and cgi restriction")]],
        says: &[Text(
            "IIS does not permit ASP.NET there (\"ISAPI and CGI Restrictions\"): its administrator permits it",
        )],
        ..ROW
    },
    Row {
        name: "iis-no-handler",
        when: &[
            &[Status(404), Says("404.3")],
            &[Status(404), Says("404.4")],
            &[Status(404), Says("404.17")],
            &[Status(405), Call, LacksMethod("POST"), Not(&Header("allow", "get, head, options, trace, put"))],
            &[Status(405), Says("405.0")],
            &[Status(404), Says("cannot be served because of the extension configuration")],
        ],
        says: NO_HANDLER,
        ..ROW
    },
    Row {
        name: "iis-site-stopped",
        when: &[
            &[Status(404), Says("web site not found")],
            &[Statuses(403, 404), Says("web app is stopped")],
            &[Status(404), Says("404.1 ")],
        ],
        says: &[Text("the site is stopped, or no site has this host: its administrator starts it")],
        ..ROW
    },
    Row {
        name: "iis-wants-https",
        when: &[
            &[Status(403), Says("403.4")],
            &[Status(403), Says("403.5")],
            &[Status(403), Says("view this resource over a secure channel")],
            &[Status(403), Says("page you are trying to access is secured with secure sockets layer")],
        ],
        says: &[Text("the server wants `https://`")],
        ..ROW
    },
    Row {
        name: "iis-certificate-untrusted",
        when: &[&[Status(403), Says("403.16")], &[Status(403), Says("client certificate is untrusted")]],
        says: &[Text(
            "the server does not trust the authority of the client certificate: its administrator adds the authority, and no other kind of certificate to \"Trusted Root\"",
        )],
        ..ROW
    },
    Row {
        name: "iis-certificate-expired",
        when: &[&[Status(403), Says("403.17")], &[Status(403), Says("client certificate has expired")]],
        says: &[Text("the client certificate has ended, or is not valid yet: get a new one, and look at the clock")],
        ..ROW
    },
    Row {
        name: "iis-certificate-revoked",
        when: &[
            &[Status(403), Says("403.13")],
            &[Status(403), Says("client certificate has been revoked")],
            &[Status(403), Says("client certificate was revoked")],
        ],
        says: &[Text("the client certificate is revoked, or the server does not reach its list of revoked ones")],
        ..ROW
    },
    Row {
        name: "certificate-other",
        when: &[&[HasCertificate, CertificateAsked, Status(403), Says("client certificate")]],
        says: &[Text("it wants another client certificate than the one that was set")],
        ..ROW
    },
    Row {
        name: "iis-certificate-not-shown",
        when: &[
            &[HasCertificate, Status(403), Says("client certificate")],
            &[HasCertificate, Status(403), Says("403.7")],
            &[HasCertificate, Status(500), Says("0x80070032")],
        ],
        says: NOT_SHOWN,
        ..ROW
    },
    Row {
        name: "iis-certificate-late",
        when: &[&[Status(500), Says("0x80070032")]],
        says: &[
            Text(
                "it asks for a client certificate, and too late for this program: have it asked at the start of a connection (in IIS: `netsh http update \
                 sslcert … clientcertnegotiation=enable`), and give it with ",
            ),
            Name(Setting::ClientCertificate),
        ],
        ..ROW
    },
    Row {
        name: "certificate-wanted",
        when: &[
            &[Status(496)],
            &[Status(403), Says("403.7")],
            &[Status(403), Says("client certificate")],
            &[Statuses(400, 403), Says("no required ssl certificate")],
        ],
        says: CERTIFICATE,
        ..ROW
    },
    Row {
        name: "iis-directory",
        when: &[
            &[Status(403), Says("403.14")],
            &[Status(403), Says("not configured to list the contents of this directory")],
        ],
        says: &[Text("the address is that of a folder: give that of the `.asmx` file")],
        ..ROW
    },
    Row {
        name: "iis-address-denied",
        when: &[
            &[Status(403), Says("403.6")],
            &[Status(403), Says("403.8")],
            &[Status(403), Says("403.501")],
            &[Status(403), Says("403.502")],
            &[Status(403), Says("403.503")],
            &[Status(403), Says("ip address rejected")],
            &[Status(403), Titled("ip forbidden")],
        ],
        says: &[Text(
            "the server refuses the address of this machine (`ipSecurity`), or too many requests from it: its administrator permits it",
        )],
        ..ROW
    },
    Row {
        name: "iis-execute-denied",
        when: &[
            &[Status(403), Says("403.1 ")],
            &[Status(403), Says("403.2 ")],
            &[Status(403), Says("execute access is denied")],
        ],
        says: &[Text("IIS may not run programs in that folder: its administrator permits scripts for it")],
        ..ROW
    },
    Row {
        name: "iis-file-denied",
        when: &[&[Status(401), Says("401.3")]],
        says: &[Text(
            "the account may not read the file of the service: its administrator permits it (access control list)",
        )],
        ..ROW
    },
    Row {
        name: "iis-plain-forbidden",
        when: &[&[Status(403), PlainHttp, Untried]],
        says: &[Text("the server may want `https://`, another account, or a right that the caller does not have")],
        ..ROW
    },
    Row {
        name: "iis-read-ahead",
        when: &[
            &[Status(413), Page, Says("request entity is too large"), Not(&Says("nginx"))],
            &[Status(413), Header("server", "microsoft-iis")],
        ],
        says: &[Text(
            "IIS keeps only `uploadReadAheadSize` of a request, 48 kB, while it asks for a client certificate: its administrator raises it, or asks for \
             the certificate at the start",
        )],
        ..ROW
    },
    Row {
        name: "iis-configuration",
        when: &[&[Status(500), Says("500.19")]],
        says: &[Text(
            "the web.config of the service has a mistake, or a module of it is missing on that server: nothing was done",
        )],
        ..ROW
    },
    Row {
        name: "iis-module",
        when: &[
            &[Status(500), Says("500.21")],
            &[Status(500), Says("500.22")],
            &[Status(500), Says("500.23")],
            &[Status(500), Says("500.24")],
        ],
        says: &[Text(
            "the web.config of the service does not fit its application pool (classic or integrated, a missing module): nothing was done",
        )],
        ..ROW
    },
    Row {
        name: "iis-app-not-started",
        when: &[
            &[Statuses(500, 503), Says("500.30")],
            &[Statuses(500, 503), Says("500.31")],
            &[Statuses(500, 503), Says("500.32")],
            &[Statuses(500, 503), Says("500.33")],
            &[Statuses(500, 503), Says("500.34")],
            &[Statuses(500, 503), Says("500.35")],
            &[Statuses(500, 503), Says("500.37")],
            &[Statuses(500, 503), Says("500.38")],
            &[Statuses(500, 503), Says("502.5")],
            &[Statuses(500, 503), Says("application failed to start")],
        ],
        says: &[Text(
            "the application did not start, so that nothing was done: the event log of the server has the cause",
        )],
        outcome: Some(Outcome::Refused),
        ..ROW
    },
    Row {
        name: "iis-proxy-timeout",
        when: &[
            &[Status(502), Says("502.3")],
            &[Status(502), Says("invalid response while acting as a gateway or proxy server")],
        ],
        says: &[Text(
            "IIS passes requests on (Application Request Routing), and got no response from the service in time, or a broken one: whether the operation was \
             done is not known",
        )],
        outcome: Some(Outcome::Unknown),
        ..ROW
    },
    Row {
        name: "iis-replaced-fault",
        when: &[
            &[Soap, Status(500), Page, Titled("500 - internal server error")],
            &[
                Soap,
                Status(500),
                Says("there is a problem with the resource you are looking for, and it cannot be displayed"),
            ],
            &[Soap, Status(500), Titled("iis"), Titled("500")],
        ],
        says: &[Text(
            "IIS may have replaced a fault by its page: `httpErrors existingResponse=\"PassThrough\"` in the web.config of the service lets faults through",
        )],
        ..ROW
    },
    Row {
        name: "iis-get-post-off",
        when: &[&[NotSoap, Status(500), Page, Not(&Says("server error in")), Not(&Says("runtime error"))]],
        says: &[Text("GET and POST may be switched off at this server; SOAP may work")],
        ..ROW
    },
];
