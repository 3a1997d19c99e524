//! Request lines of old clients: characters that a query must not contain are percent-encoded before the HTTP stack sees them.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};

/// The longest line that is checked. A longer one is passed on unchanged.
const LONGEST: usize = 16 * 1024;

/// The bytes of a request line that are not passed on yet.
#[derive(Default)]
pub(super) struct RequestLine {
    held: Vec<u8>,
    /// Whether the end of the line is still missing.
    is_open: bool,
}

impl RequestLine {
    /// Reads from `stream`; `is_first`: a request begins here. A line is passed on once it is complete.
    pub(super) fn poll_read(
        &mut self,
        mut stream: impl AsyncRead + Unpin,
        is_first: bool,
        context: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.is_open |= is_first && self.held.is_empty();
        while self.is_open {
            let before = to.filled().len();
            ready!(Pin::new(&mut stream).poll_read(context, to))?;
            let came = to.filled().get(before..).unwrap_or_default();
            let end = came.iter().position(|byte| *byte == b'\n');
            let is_ended = came.is_empty() || end.is_some() || self.held.len() + came.len() > LONGEST;
            if is_ended && self.held.is_empty() && end.is_none_or(|end| came.get(..end).and_then(encoded).is_none()) {
                // The usual case: a complete line without characters to encode.
                self.is_open = false;
                return Poll::Ready(Ok(()));
            }
            self.held.extend_from_slice(came);
            to.set_filled(before);
            if is_ended {
                self.is_open = false;
                let end = self.held.iter().position(|byte| *byte == b'\n');
                if let Some((end, line)) = end.and_then(|end| Some((end, encoded(self.held.get(..end)?)?))) {
                    self.held.splice(..end, line);
                }
            }
        }
        if self.held.is_empty() {
            return Pin::new(&mut stream).poll_read(context, to);
        }
        let some = self.held.len().min(to.remaining());
        to.put_slice(self.held.get(..some).unwrap_or_default());
        self.held.drain(..some);
        Poll::Ready(Ok(()))
    }
}

/// The line with its query encoded; `None` if there is nothing to encode, or if it is not a request line. A blank belongs to the query if the
/// line still ends in a version.
fn encoded(line: &[u8]) -> Option<Vec<u8>> {
    let without_return = line.strip_suffix(b"\r").unwrap_or(line);
    let request = [b" HTTP/1.1", b" HTTP/1.0"].iter().find_map(|version| without_return.strip_suffix(*version))?;
    let method = request.iter().position(|byte| *byte == b' ')?;
    let query = request.iter().position(|byte| *byte == b'?')?;
    let path = request.get(method + 1..query)?;
    let is_plain = request.get(..method)?.iter().all(u8::is_ascii_uppercase) && path.iter().all(u8::is_ascii_graphic);
    let needs_encoding = |byte: u8| matches!(byte, b' ' | b'"' | b'<' | b'>' | b'\\' | 0x80..);
    if !is_plain || !request.get(query..)?.iter().any(|byte| needs_encoding(*byte)) {
        return None;
    }
    let mut encoded = Vec::with_capacity(line.len() + 64);
    for (at, byte) in line.iter().enumerate() {
        if at > query && at < request.len() && needs_encoding(*byte) {
            encoded.extend_from_slice(format!("%{byte:02X}").as_bytes());
        } else {
            encoded.push(*byte);
        }
    }
    Some(encoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_query_of_a_request_line_is_encoded() {
        let text = |line: &str| encoded(line.as_bytes()).map(|line| String::from_utf8(line).unwrap());
        for (line, expected) in [
            ("GET /a?x=\"<b>\\ c\" HTTP/1.1\r", "GET /a?x=%22%3Cb%3E%5C%20c%22 HTTP/1.1\r"),
            ("GET /a?x=é HTTP/1.0", "GET /a?x=%C3%A9 HTTP/1.0"),
            ("GET /a?x HTTP/1.1 HTTP/1.1\r", "GET /a?x%20HTTP/1.1 HTTP/1.1\r"),
        ] {
            assert_eq!(text(line).as_deref(), Some(expected));
        }
        for line in [
            "GET /a?x=%22 HTTP/1.1\r",
            "GET /a b?x=\" HTTP/1.1\r",
            "GET /\"?x HTTP/1.1\r",
            "GET /a?x=\" HTTP/2.0\r",
            "GET /a?x=\"\r",
            "get /a?x=\" HTTP/1.1\r",
            "X: /a?x=\" HTTP/1.1\r",
            " /a?x=\"",
            "",
        ] {
            assert_eq!(text(line), None, "{line}");
        }
    }
}
