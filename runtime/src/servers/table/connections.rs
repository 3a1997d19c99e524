//! Connections that end without a response. The causes are the words of rustls, OpenSSL and the operating system.

use super::super::row::Say::{Name, Text};
use super::super::row::When::{BrokeOff, Call, Cause, HasCertificate, LacksCertificate, Not, SentOver, Unconnected};
use super::super::row::{ROW, Row, Say};
use crate::error::Setting;

const GIVEN: &[Say] = &[Text(
    "a certificate was set, and the server does not accept it: ask which authorities it trusts, and whether the certificate is still valid",
)];

const LATE: &[Say] = &[
    Text(
        "the server may ask for a client certificate too late for this program (after the request, by renegotiation): have it asked at the \
         start of a connection (in IIS: `netsh http update sslcert … clientcertnegotiation=enable`), or use ",
    ),
    Name(Setting::NativeTls),
];

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "tls-certificate-missing",
        when: &[&[LacksCertificate]],
        says: &[
            Text("the server asked for a client certificate, and none was set: give it with "),
            Name(Setting::ClientCertificate),
        ],
        ..ROW
    },
    Row {
        name: "tls-certificate-refused",
        when: &[
            &[HasCertificate, Cause("CertificateRequired")],
            &[HasCertificate, Cause("BadCertificate")],
            &[HasCertificate, Cause("UnknownCA")],
            &[HasCertificate, Cause("CertificateUnknown")],
            &[HasCertificate, Cause("AccessDenied")],
        ],
        says: GIVEN,
        ..ROW
    },
    Row {
        name: "tls-certificate-wanted",
        when: &[
            &[Cause("CertificateRequired")],
            &[Cause("BadCertificate")],
            &[Cause("UnknownCA")],
            &[Cause("certificate required")],
            &[Cause("bad certificate")],
            &[Cause("unknown ca")],
        ],
        says: &[
            Text("the server wants a client certificate of an authority that it trusts: give it with "),
            Name(Setting::ClientCertificate),
        ],
        ..ROW
    },
    Row {
        name: "tls-handshake-refused",
        when: &[&[Unconnected, Cause("HandshakeFailure")], &[Unconnected, Cause("ProtocolVersion")]],
        says: &[
            Text("the server may want a client certificate ("),
            Name(Setting::ClientCertificate),
            Text("), or speak only old TLS, which rustls refuses: use "),
            Name(Setting::NativeTls),
        ],
        ..ROW
    },
    Row {
        name: "tls-certificate-late",
        when: &[&[Cause("HandshakeFailure")], &[Cause("NoRenegotiation")]],
        says: LATE,
        ..ROW
    },
    Row {
        name: "tls-not-spoken",
        when: &[
            &[Cause("InvalidContentType")],
            &[Cause("wrong version number")],
            &[Cause("packet length too long")],
            &[Cause("record overflow")],
        ],
        says: &[Text("write `http://`, or look at the port")],
        cause: Some("the response is not TLS: the server may speak plain HTTP"),
        ..ROW
    },
    Row {
        name: "tls-name",
        when: &[&[Cause("NotValidForName")], &[Cause("not valid for name")], &[Cause("Hostname mismatch")]],
        says: &[Text(
            "the certificate of the server is of another host: write the host that it names, or look at the proxy",
        )],
        ..ROW
    },
    Row {
        name: "tls-expired",
        when: &[
            &[Cause("certificate expired")],
            &[Cause("invalid peer certificate: Expired")],
            &[Cause("certificate has expired")],
            &[Cause("NotValidYet")],
        ],
        says: &[Text(
            "the certificate of the server has ended or is not valid yet: look at the clock, and ask the operators of the service for a new one",
        )],
        ..ROW
    },
    Row {
        name: "tls-authorities-missing",
        when: &[&[Unconnected, Cause("No CA certificates were loaded")]],
        says: &[
            Text("install the certificates of authorities (`ca-certificates`), or trust those of a file with "),
            Name(Setting::Authorities),
        ],
        cause: Some("the system of this machine trusts no authority"),
        ..ROW
    },
    Row {
        name: "tls-untrusted",
        when: &[
            &[Unconnected, Cause("UnknownIssuer")],
            &[Unconnected, Cause("CaUsedAsEndEntity")],
            &[Unconnected, Cause("invalid peer certificate")],
            &[Unconnected, Cause("certificate verify failed")],
        ],
        says: &[
            Text("trust the authority of the server's certificate with "),
            Name(Setting::Authorities),
            Text("; look whether the certificate is of this host"),
        ],
        ..ROW
    },
    Row {
        name: "host-unknown",
        when: &[
            &[Unconnected, Cause("dns error")],
            &[Unconnected, Cause("failed to lookup address")],
            &[Unconnected, Cause("Name or service not known")],
        ],
        says: &[
            Text("the name is not known here: look at its spelling, the network, and the proxy (`HTTPS_PROXY`, or "),
            Name(Setting::Proxy),
            Text(")"),
        ],
        ..ROW
    },
    Row {
        name: "connection-refused",
        when: &[&[Unconnected, Cause("refused")]],
        says: &[Text("look at the port, and whether the service runs")],
        ..ROW
    },
    Row {
        name: "connection-timed-out",
        when: &[&[Unconnected, Cause("timed out")]],
        says: &[
            Text("a firewall may drop what is sent; a proxy may be needed (`HTTPS_PROXY`, or "),
            Name(Setting::Proxy),
            Text(")"),
        ],
        ..ROW
    },
    Row {
        name: "connection-ended-large",
        when: &[&[BrokeOff, SentOver(4 * 1024 * 1024)]],
        says: &[Text(
            "the request has more than 4 MB: ASP.NET ends such connections unless `httpRuntime maxRequestLength` permits more, and IIS those \
             over `maxAllowedContentLength`, 30 MB",
        )],
        ..ROW
    },
    Row {
        name: "address-unreachable",
        when: &[&[Not(&Call), Unconnected], &[Not(&Call), BrokeOff]],
        says: &[Text("look at the address, the network and the proxy")],
        ..ROW
    },
];
