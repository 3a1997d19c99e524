//! The output of a spreadsheet.

use std::io::{self, Write};

/// An output that seems to take everything after its first error, which it keeps: the library of ZIP files prints the errors of an archive that it
/// cannot end.
pub(super) struct Output<W> {
    out: W,
    error: Option<io::Error>,
}

impl<W: Write> Output<W> {
    pub(super) const fn new(out: W) -> Self {
        Self { out, error: None }
    }

    pub(super) fn result(self) -> io::Result<()> {
        self.error.map_or(Ok(()), Err)
    }

    fn unless_failed<T>(&mut self, otherwise: T, write: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        if self.error.is_some() {
            return Ok(otherwise);
        }
        match write(&mut self.out) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                self.error = Some(error);
                Ok(otherwise)
            }
            written => written,
        }
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_failed(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_failed((), Write::flush)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let count = bytes.len().min(self.0);
            self.0 -= count;
            if count == 0 { Err(io::Error::from(io::ErrorKind::StorageFull)) } else { Ok(count) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_first_error_is_kept_and_the_rest_is_taken() {
        let mut output = Output::new(Full(3));
        output.write_all(b"four").unwrap();
        output.write_all(b"more").unwrap();
        output.flush().unwrap();
        assert_eq!(output.result().unwrap_err().kind(), io::ErrorKind::StorageFull);
        let mut bytes = Vec::new();
        let mut output = Output::new(&mut bytes);
        output.write_all(b"four").unwrap();
        output.result().unwrap();
        assert_eq!(bytes, b"four");
    }
}
