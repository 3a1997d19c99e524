//! A signal of the system.

#[derive(Clone, Copy)]
pub(super) struct Signal {
    /// Whether a person pressed Ctrl-C, and may press it again because the end takes too long.
    pub(super) is_ctrl_c: bool,
    /// The exit code of a program that the signal kills.
    pub(super) code: i32,
}
