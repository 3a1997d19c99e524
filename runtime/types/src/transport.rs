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

/// A set of transports. The default is [`NONE`](Self::NONE).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Transports(u8);

impl Transports {
    /// No transport.
    pub const NONE: Self = Self(0);
    /// SOAP 1.1 and SOAP 1.2.
    pub const SOAP: Self = Self::only(Transport::Soap11).or(Self::only(Transport::Soap12));
    /// GET and POST.
    pub const HTTP: Self = Self::only(Transport::HttpGet).or(Self::only(Transport::HttpPost));
    /// All four.
    pub const ALL: Self = Self::SOAP.or(Self::HTTP);

    /// The set of one transport.
    pub const fn only(transport: Transport) -> Self {
        Self(1 << transport as u8)
    }

    /// The transports for which `is_offered` is true.
    pub fn of(is_offered: impl Fn(Transport) -> bool) -> Self {
        Transport::ALL.into_iter().fold(Self::NONE, |all, transport| all.with(transport, is_offered(transport)))
    }

    /// Whether `transport` is in the set.
    pub const fn offers(self, transport: Transport) -> bool {
        !self.and(Self::only(transport)).is_empty()
    }

    /// Whether there is a SOAP version in the set.
    pub const fn over_soap(self) -> bool {
        !self.and(Self::SOAP).is_empty()
    }

    /// Whether GET or POST is in the set.
    pub const fn over_http(self) -> bool {
        !self.and(Self::HTTP).is_empty()
    }

    /// The set with `transport`, or without it.
    #[must_use]
    pub const fn with(self, transport: Transport, on: bool) -> Self {
        let only = Self::only(transport);
        if on { self.or(only) } else { self.without(only) }
    }

    /// The transports of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The transports of either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The transports that `other` lacks.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether it has no transport.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its transports, in the order of the interface.
    pub fn iter(self) -> impl Iterator<Item = Transport> {
        Transport::ALL.into_iter().filter(move |transport| self.offers(*transport))
    }
}

impl fmt::Debug for Transports {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
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
