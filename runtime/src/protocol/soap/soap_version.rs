//! The two SOAP versions: what differs between them in a word or two.

use crate::Transport;
use crate::protocol::media_type::MediaType;

/// Namespace of `xsi:nil` and `xsi:type`.
pub(crate) const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// Namespace of the XSD types.
pub(crate) const XSD: &str = "http://www.w3.org/2001/XMLSchema";

/// A SOAP version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SoapVersion {
    /// SOAP 1.1
    V11,
    /// SOAP 1.2
    V12,
}

impl SoapVersion {
    /// Namespace of its envelope.
    pub(crate) const fn namespace(self) -> &'static str {
        match self {
            Self::V11 => "http://schemas.xmlsoap.org/soap/envelope/",
            Self::V12 => "http://www.w3.org/2003/05/soap-envelope",
        }
    }

    /// The version whose envelope has that namespace.
    pub(crate) fn of_namespace(namespace: Option<&str>) -> Option<Self> {
        [Self::V11, Self::V12].into_iter().find(|version| Some(version.namespace()) == namespace)
    }

    /// Its media type, without parameters.
    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::V11 => "text/xml",
            Self::V12 => "application/soap+xml",
        }
    }

    /// The whole Content-Type of its messages.
    pub(crate) const fn content_type(self) -> &'static str {
        match self {
            Self::V11 => "text/xml; charset=utf-8",
            Self::V12 => "application/soap+xml; charset=utf-8",
        }
    }

    /// Whether a request of that media type is read. SOAP 1.2 is read as `text/xml`, too, but SOAP 1.1 not as `application/soap+xml`.
    pub(crate) fn accepts(self, media_type: &MediaType) -> bool {
        media_type.is(Self::V11.media_type()) || self == Self::V12 && media_type.is(Self::V12.media_type())
    }

    /// Whether it is the media type of either version.
    pub(crate) fn is_soap(media_type: &MediaType) -> bool {
        [Self::V11, Self::V12].iter().any(|version| media_type.is(version.media_type()))
    }

    /// The transport it is.
    pub(crate) const fn transport(self) -> Transport {
        match self {
            Self::V11 => Transport::Soap11,
            Self::V12 => Transport::Soap12,
        }
    }

    /// The version of a transport; `None` for GET and POST.
    pub(crate) const fn of_transport(transport: Transport) -> Option<Self> {
        match transport {
            Transport::Soap11 => Some(Self::V11),
            Transport::Soap12 => Some(Self::V12),
            Transport::HttpGet | Transport::HttpPost => None,
        }
    }
}
