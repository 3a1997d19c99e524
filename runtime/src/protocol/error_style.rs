//! How much of its failures a server shows.

/// How much a fault shows. ASP.NET's `customErrors`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ErrorStyle {
    /// Messages, names of exception types, and the stack's own wrapping: `customErrors` off.
    Development,
    /// Messages only: `customErrors` on.
    #[default]
    Production,
}
