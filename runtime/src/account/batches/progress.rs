//! How far the reading of a response has come.

/// How much of a response was read so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Progress {
    /// Bytes of the body, as they came off the connection. 0 of a service in process, where there is none.
    pub bytes: u64,
    /// Rows in the batches that were taken.
    pub rows: u64,
}

/// What is told of progress.
pub(crate) type ProgressHook = Box<dyn FnMut(Progress) + Send>;
