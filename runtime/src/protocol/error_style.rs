//! How much a server tells of its failures.

/// How much a fault tells. ASP.NET's `customErrors`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ErrorStyle {
    /// Messages, names of exception types, and the stack's own wrapping: `customErrors` off.
    Development,
    /// Messages only: `customErrors` on.
    #[default]
    Production,
}
