//! The compiler's message for `wait()` without the feature `blocking`.

use std::convert::Infallible;

use super::batches::PreparedStream;
use super::prepared::Prepared;

/// A trait without implementors: calls without async need the feature `blocking`.
///
/// ```compile_fail,E0277
/// fn call(prepared: asmx_runtime::Prepared<asmx_runtime::Text>) {
///     let _ = prepared.wait();
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`wait()` needs the feature `blocking`",
    label = "calls without async are not compiled",
    note = "give the dependency that has the client `features = [\"blocking\"]`, or `.await` the call"
)]
pub trait WithoutAsync: Sized {
    /// Never called.
    fn never(self) -> Infallible;
}

impl<T> Prepared<T> {
    /// Makes the call without async, with the feature `blocking`.
    #[doc(hidden)]
    pub fn wait(self) -> Infallible
    where
        Self: WithoutAsync,
    {
        self.never()
    }
}

impl<T> PreparedStream<T> {
    /// Makes the call without async, with the feature `blocking`.
    #[doc(hidden)]
    pub fn wait(self) -> Infallible
    where
        Self: WithoutAsync,
    {
        self.never()
    }
}
