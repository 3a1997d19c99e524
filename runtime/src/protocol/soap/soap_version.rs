//! The two SOAP versions: their namespaces, media types and transports.

use crate::Transport;
use crate::protocol::media_type::MediaType;

pub(crate) const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
pub(crate) const XSD: &str = "http://www.w3.org/2001/XMLSchema";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SoapVersion {
    V11,
    V12,
}

impl SoapVersion {
    pub(crate) const fn namespace(self) -> &'static str {
        match self {
            Self::V11 => "http://schemas.xmlsoap.org/soap/envelope/",
            Self::V12 => "http://www.w3.org/2003/05/soap-envelope",
        }
    }

    pub(crate) fn of_namespace(namespace: Option<&str>) -> Option<Self> {
        [Self::V11, Self::V12].into_iter().find(|version| Some(version.namespace()) == namespace)
    }

    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::V11 => "text/xml",
            Self::V12 => "application/soap+xml",
        }
    }

    pub(crate) const fn content_type(self) -> &'static str {
        match self {
            Self::V11 => "text/xml; charset=utf-8",
            Self::V12 => "application/soap+xml; charset=utf-8",
        }
    }

    /// Whether a request may have that media type. SOAP 1.2 may also come as `text/xml`.
    pub(crate) fn accepts(self, media_type: &MediaType) -> bool {
        media_type.is(Self::V11.media_type()) || self == Self::V12 && media_type.is(Self::V12.media_type())
    }

    pub(crate) fn is_soap(media_type: &MediaType) -> bool {
        [Self::V11, Self::V12].iter().any(|version| media_type.is(version.media_type()))
    }

    pub(crate) const fn transport(self) -> Transport {
        match self {
            Self::V11 => Transport::Soap11,
            Self::V12 => Transport::Soap12,
        }
    }

    pub(crate) const fn of_transport(transport: Transport) -> Option<Self> {
        match transport {
            Transport::Soap11 => Some(Self::V11),
            Transport::Soap12 => Some(Self::V12),
            Transport::HttpGet | Transport::HttpPost => None,
        }
    }
}
