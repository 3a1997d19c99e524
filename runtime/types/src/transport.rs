//! The four transports of an ASMX service.

use std::fmt;
use std::str::FromStr;

/// A way to reach an operation. All four carry the same parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Transport {
    /// SOAP 1.1: an envelope as `text/xml`, routed by the `SOAPAction` header.
    #[default]
    Soap11,
    /// SOAP 1.2: an envelope as `application/soap+xml`, routed by the body.
    Soap12,
    /// HTTP GET: parameters in the query string, credentials included.
    HttpGet,
    /// HTTP POST: parameters as form fields.
    HttpPost,
}

impl Transport {
    /// Leaves the choice to the client: [`TransportChoice::Auto`].
    #[allow(non_upper_case_globals, reason = "reads as the choice that it is: `Transport::Auto`")]
    pub const Auto: TransportChoice = TransportChoice::Auto;

    /// All four, in the order of the interface.
    pub const ALL: [Self; 4] = [Self::Soap11, Self::Soap12, Self::HttpGet, Self::HttpPost];

    /// Whether it is one of the two SOAP versions.
    pub const fn is_soap(self) -> bool {
        matches!(self, Self::Soap11 | Self::Soap12)
    }

    /// Its short name: `soap11`, `soap12`, `get` or `post`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Soap11 => "soap11",
            Self::Soap12 => "soap12",
            Self::HttpGet => "get",
            Self::HttpPost => "post",
        }
    }
}

impl fmt::Display for Transport {
    /// The name people use: `SOAP 1.1`, `SOAP 1.2`, `HTTP GET`, `HTTP POST`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Soap11 => "SOAP 1.1",
            Self::Soap12 => "SOAP 1.2",
            Self::HttpGet => "HTTP GET",
            Self::HttpPost => "HTTP POST",
        })
    }
}

/// Which transport a call uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TransportChoice {
    /// This transport, or the call fails.
    Only(Transport),
    /// The first transport that can carry the call, that the operation offers and that the client permits: the
    /// client's own if it fits, else SOAP 1.1, SOAP 1.2, HTTP POST, HTTP GET. The client finds out by encoding the
    /// request once more. A call in process uses the client's own.
    Auto,
}

impl From<Transport> for TransportChoice {
    fn from(transport: Transport) -> Self {
        Self::Only(transport)
    }
}

impl FromStr for TransportChoice {
    type Err = UnknownTransport;

    /// Reads a transport's short name, or `auto`.
    fn from_str(name: &str) -> Result<Self, UnknownTransport> {
        if name == "auto" { Ok(Self::Auto) } else { name.parse().map(Self::Only) }
    }
}

/// A text that is not the name of a transport.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownTransport(String);

impl fmt::Display for UnknownTransport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}` is not a transport: use soap11, soap12, get or post", self.0)
    }
}

impl std::error::Error for UnknownTransport {}

impl FromStr for Transport {
    type Err = UnknownTransport;

    /// Reads a short name.
    fn from_str(name: &str) -> Result<Self, UnknownTransport> {
        Self::ALL
            .into_iter()
            .find(|transport| transport.name() == name)
            .ok_or_else(|| UnknownTransport(name.to_owned()))
    }
}
