//! The forms of a document: versions of `OpenAPI`, and styles of its schemas.

use std::str::FromStr;

/// A version of `OpenAPI`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum OpenApiVersion {
    /// 3.1, the default.
    #[default]
    V31,
    /// 3.0, for older generators.
    V30,
    /// 2.0, also called Swagger.
    V20,
}

impl OpenApiVersion {
    /// All of them, the newest first.
    pub const ALL: [Self; 3] = [Self::V31, Self::V30, Self::V20];

    /// Its number, as commands and queries write it: `3.1`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::V31 => "3.1",
            Self::V30 => "3.0",
            Self::V20 => "2.0",
        }
    }
}

impl FromStr for OpenApiVersion {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|version| version.name() == name).ok_or_else(|| one_of(Self::ALL.map(Self::name)))
    }
}

/// The style in which schemas say null, derived types and long integers: generators of classes and of unions understand different words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum OpenApiStyle {
    /// For languages with classes, such as C#, Java and Python: a base with a discriminator, and types that extend it. The default.
    #[default]
    Classes,
    /// For TypeScript and zod: a derived type is one of several whole objects. Only 3.1 has it.
    Unions,
}

impl OpenApiStyle {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Classes, Self::Unions];

    /// Its name, as commands and queries write it: `classes`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classes => "classes",
            Self::Unions => "unions",
        }
    }
}

impl FromStr for OpenApiStyle {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|style| style.name() == name).ok_or_else(|| one_of(Self::ALL.map(Self::name)))
    }
}

fn one_of<const N: usize>(names: [&str; N]) -> String {
    format!("it is one of {}", names.join(", "))
}

/// A style that a version does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("OpenAPI {} has no style `{}`: version 3.1 has it", version.name(), style.name())]
pub struct NoSuchStyle {
    version: OpenApiVersion,
    style: OpenApiStyle,
}

/// The form of a document: a version, and a style that it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Form {
    pub(super) version: OpenApiVersion,
    pub(super) style: OpenApiStyle,
}

impl Form {
    pub(crate) fn new(version: OpenApiVersion, style: OpenApiStyle) -> Result<Self, NoSuchStyle> {
        if style == OpenApiStyle::Unions && version != OpenApiVersion::V31 {
            return Err(NoSuchStyle { version, style });
        }
        Ok(Self { version, style })
    }
}
