//! Namespaces of names.

/// The namespace of an element, attribute or type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Namespace {
    /// That of the service, which may be a setting.
    #[default]
    Service,
    /// None.
    None,
    /// Another one.
    Of(&'static str),
}

impl Namespace {
    /// That of XSD's own types.
    pub const XSD: Self = Self::Of("http://www.w3.org/2001/XMLSchema");
    /// That of .NET's `guid` and `char`.
    pub const MICROSOFT_TYPES: Self = Self::Of("http://microsoft.com/wsdl/types/");

    /// Its URI; empty for no namespace. `service` is the namespace of the service.
    #[must_use]
    pub const fn uri<'a>(self, service: &'a str) -> &'a str
    where
        'static: 'a,
    {
        match self {
            Self::Service => service,
            Self::None => "",
            Self::Of(uri) => uri,
        }
    }
}
