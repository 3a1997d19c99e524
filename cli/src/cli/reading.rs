//! Programs that start this one and read it.

/// The exit code of a command whose report cannot be written: 1 would say that it found mistakes.
pub(super) const UNWRITTEN: u8 = 2;

/// Whether a program reads why this one fails from standard output: standard error is also that of a profile's commands, whose words may be secret.
pub(super) fn output_has_errors() -> bool {
    std::env::var_os("ASMX_ERRORS").is_some_and(|target| target == "output")
}
