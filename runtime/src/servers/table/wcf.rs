//! The pages, reason phrases and faults of WCF.

use super::super::row::Say::{Name, Text};
use super::super::row::When::{
    Call, Empty, Fault, Header, Page, PlainHttp, Reason, Says, SentOver, Soap, Status, Statuses, Titled,
};
use super::super::row::{ROW, Row};
use crate::Transport;
use crate::error::Setting;

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "wcf-wants-soap-12",
        when: &[
            &[Status(415), Reason("expected type 'application/soap+xml")],
            &[Status(415), Says("expected type 'application/soap+xml")],
        ],
        says: &[Text("the service speaks SOAP 1.2: try "), Name(Setting::Transport(Transport::Soap12))],
        transport: Some(Transport::Soap12),
        ..ROW
    },
    Row {
        name: "wcf-wants-soap-11",
        when: &[&[Status(415), Reason("expected type 'text/xml")], &[Status(415), Says("expected type 'text/xml")]],
        says: &[Text("the service speaks SOAP 1.1: try "), Name(Setting::Transport(Transport::Soap11))],
        transport: Some(Transport::Soap11),
        ..ROW
    },
    Row {
        name: "wcf-other-encoding",
        when: &[&[Status(415), Reason("was not the expected type")]],
        says: &[Text(
            "the service takes another kind of message, such as WCF's binary or MTOM: ask for an endpoint with `basicHttpBinding`",
        )],
        ..ROW
    },
    Row {
        name: "wcf-activation",
        when: &[
            &[Reason("serviceactivationexception")],
            &[Says("serviceactivationexception")],
            &[Statuses(404, 500), Reason("the requested service")],
        ],
        says: &[Text("WCF cannot start the service: the event log of the server has the cause")],
        ..ROW
    },
    Row {
        name: "wcf-endpoint-not-found",
        when: &[&[Status(404), Says("endpoint not found")]],
        says: &[Text("WCF has no endpoint at this path: look at the address of the port in the document")],
        ..ROW
    },
    Row {
        name: "wcf-method-not-allowed",
        when: &[&[Status(405), Says("method not allowed"), Titled("service")]],
        says: &[Text(
            "WCF has an endpoint here, and not for this kind of request: take SOAP at the address of the port in the document",
        )],
        ..ROW
    },
    Row {
        name: "wcf-request-error",
        when: &[&[Titled("request error"), Page]],
        says: &[Text(
            "WCF failed to process the request: the server's log has the cause (`includeExceptionDetailInFaults`)",
        )],
        ..ROW
    },
    Row {
        name: "wcf-action",
        when: &[&[Fault("ContractFilter mismatch at the EndpointDispatcher")]],
        says: &[Text(
            "the service has no operation of this action, or another binding: fetch its document again, and compare the namespaces",
        )],
        ..ROW
    },
    Row {
        name: "wcf-address",
        when: &[&[Fault("AddressFilter mismatch at the EndpointDispatcher")]],
        says: &[Text(
            "the service is known by another address than the one that was called: call the address in its document",
        )],
        ..ROW
    },
    Row {
        name: "wcf-too-large",
        when: &[
            &[Statuses(400, 413), Empty, Header("server", "microsoft"), Call, SentOver(65_536)],
            &[Fault("maximum message size quota for incoming messages")],
        ],
        says: &[Text(
            "WCF takes requests of 65,536 bytes by default (`maxReceivedMessageSize`), and this one has more",
        )],
        ..ROW
    },
    Row {
        name: "wcf-quota",
        when: &[
            &[Fault("readerQuotas")],
            &[Fault("XmlDictionaryReaderQuotas")],
            &[Fault("maximum string content length quota")],
        ],
        says: &[Text("a text of the request is longer than WCF permits (`readerQuotas maxStringContentLength`)")],
        ..ROW
    },
    Row {
        name: "wcf-security",
        when: &[&[Fault("An error occurred when verifying security for the message")], &[Fault("no security header")]],
        says: &[Text(
            "the service wants WS-Security, or the clocks differ by more than 5 minutes: ask for an endpoint with `basicHttpBinding`",
        )],
        ..ROW
    },
    Row {
        name: "wcf-aborted",
        when: &[&[Fault("The server was unable to process the request due to an internal error")]],
        says: &[Text("WCF hides the cause: the server's log has it (`includeExceptionDetailInFaults` shows it)")],
        ..ROW
    },
    Row {
        name: "wcf-wants-https",
        when: &[&[Status(403), PlainHttp, Empty, Soap, Header("server", "microsoft-httpapi")]],
        says: &[Text("the endpoint may want `https://`")],
        ..ROW
    },
];
