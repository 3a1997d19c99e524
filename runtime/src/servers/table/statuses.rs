//! Statuses whose page says nothing more.

use super::super::row::Say::Text;
use super::super::row::When::{Call, EndsWithZeros, Not, NotSoap, Page, Soap, Status, Statuses};
use super::super::row::{ROW, Row};

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "zero-bytes",
        when: &[&[EndsWithZeros, Call]],
        says: &[Text(
            "zero bytes follow the response: the server or a proxy announces more bytes than it writes, and its result is not read",
        )],
        ..ROW
    },
    Row {
        name: "status-400",
        when: &[&[Status(400), Soap]],
        says: &[Text("the server found the request malformed")],
        ..ROW
    },
    Row {
        name: "status-403",
        when: &[&[Status(403)]],
        says: &[Text("the server demands other credentials, or a right that the caller does not have")],
        ..ROW
    },
    Row {
        name: "status-404",
        when: &[&[Status(404)], &[Status(410)]],
        says: &[Text("there is nothing at this address; is the base URL right?")],
        ..ROW
    },
    Row {
        name: "status-405",
        when: &[&[Status(405)]],
        says: &[Text("the server does not know the HTTP method at this address")],
        ..ROW
    },
    Row {
        name: "status-413",
        when: &[&[Status(413)]],
        says: &[Text("the request is too large for the server")],
        ..ROW
    },
    Row {
        name: "status-414",
        when: &[&[Status(414)]],
        says: &[Text("the address is too long for the server: take POST or SOAP")],
        ..ROW
    },
    Row {
        name: "status-415",
        when: &[&[Status(415)]],
        says: &[Text("the server does not take this transport's Content-Type")],
        ..ROW
    },
    Row { name: "status-429", when: &[&[Status(429)]], says: &[Text("the server gets too many requests")], ..ROW },
    Row {
        name: "status-503",
        when: &[&[Status(503)]],
        says: &[Text("the server is overloaded or switched off for a while")],
        ..ROW
    },
    Row {
        name: "status-gave-up",
        when: &[&[Status(408)], &[Statuses(506, 599)]],
        says: &[Text("a proxy or gateway on the way gave up")],
        ..ROW
    },
    Row {
        name: "status-500-page",
        when: &[&[Status(500), Page, NotSoap]],
        says: &[Text("GET and POST may be switched off at this server; SOAP may work")],
        ..ROW
    },
    Row {
        name: "status-500-replaced",
        when: &[&[Status(500), Page, Soap]],
        says: &[Text(
            "a page came in the place of a fault: IIS or a proxy may have replaced it (`httpErrors existingResponse=\"PassThrough\"` lets faults through)",
        )],
        ..ROW
    },
    Row {
        name: "page-refused",
        when: &[&[Not(&Call), Statuses(400, 599)]],
        says: &[Text(
            "the address is that of the `.asmx` file; a service may switch its page off and work nevertheless",
        )],
        ..ROW
    },
];
