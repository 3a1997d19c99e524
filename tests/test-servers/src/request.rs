//! A request as the server reads it: as much of HTTP/1.1 as the client writes.

use asmx_runtime::Transport;

/// A request that arrived.
#[derive(Default)]
pub struct Received {
    pub operation: String,
    pub transport: Option<Transport>,
    /// The value that no other call has.
    pub marker: String,
}

/// The text before the number of a marker.
const MARKER: &str = "case-";

impl Received {
    /// Whether all of it is there.
    pub fn is_whole(bytes: &[u8]) -> bool {
        let Some(head) = head(bytes) else { return false };
        bytes.len() >= head.len() + 4 + content_length(&head)
    }

    /// Reads it.
    pub fn of(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let head = head(bytes).unwrap_or_default();
        let target = head.split(' ').nth(1).unwrap_or_default();
        let path = target.split('?').next().unwrap_or_default();
        let transport = match head.to_ascii_lowercase() {
            head if head.contains("application/soap+xml") => Transport::Soap12,
            head if head.contains("text/xml") => Transport::Soap11,
            head if head.starts_with("get ") => Transport::HttpGet,
            _ => Transport::HttpPost,
        };
        let operation = if transport.is_soap() {
            text.split(":Body><").nth(1).and_then(|body| body.split([' ', '>']).next()).unwrap_or_default()
        } else {
            path.rsplit('/').next().unwrap_or_default()
        };
        let marker = text.split(MARKER).nth(1).map_or_else(String::new, |rest| {
            MARKER.to_owned() + &rest.chars().take_while(char::is_ascii_digit).collect::<String>()
        });
        Self { operation: operation.to_owned(), transport: Some(transport), marker }
    }

    /// The number of the marker.
    pub fn number(&self) -> usize {
        self.marker.trim_start_matches(MARKER).parse().unwrap()
    }
}

/// A value of its own for the call of that number.
pub fn marker(number: usize) -> String {
    format!("{MARKER}{number}")
}

fn head(bytes: &[u8]) -> Option<String> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    Some(String::from_utf8_lossy(bytes.get(..end)?).into_owned())
}

fn content_length(head: &str) -> usize {
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    lines
        .filter(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .map(|(_, value)| value.trim().parse::<usize>().unwrap())
        .sum()
}
