//! Messages over standard input. The library of the protocol keeps 64 bits of a number, so numbers of arguments reach it as texts that keep their
//! digits.

use asmx_runtime::json;
use serde_json::Value as Json;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};

use super::http::arguments;

/// The most bytes of a message; the library refuses longer ones.
const LARGEST: usize = 16 * 1024 * 1024;
const PIECE: usize = 64 * 1024;

/// The messages of an input as the library reads them.
pub(super) fn with_digits(mut input: impl AsyncRead + Unpin + Send + 'static) -> DuplexStream {
    let (read, mut write) = duplex(PIECE);
    tokio::spawn(async move {
        let (mut line, mut piece, mut is_long) = (Vec::new(), vec![0; PIECE], false);
        while let Ok(count @ 1..) = input.read(&mut piece).await {
            for part in piece.get(..count).unwrap_or_default().split_inclusive(|byte| *byte == b'\n') {
                line.extend_from_slice(part);
                let is_end = part.ends_with(b"\n");
                // The rest of a line that is too long goes on as it comes, for the library to refuse.
                is_long |= line.len() > LARGEST;
                if !is_end && !is_long {
                    continue;
                }
                let message = std::mem::take(&mut line);
                let message = if is_long { message } else { message_with_digits(message) };
                is_long &= !is_end;
                if write.write_all(&message).await.is_err() {
                    return;
                }
            }
        }
        // Without a reader the library has ended.
        let _ = write.write_all(&line).await;
    });
    read
}

/// The message of a call with all digits of its arguments; any other as it is.
fn message_with_digits(line: Vec<u8>) -> Vec<u8> {
    let Ok(mut message) = json::parse(&line) else { return line };
    if message.get("method").and_then(Json::as_str) != Some("tools/call") {
        return line;
    }
    let Some(arguments) = arguments(&mut message).map(Json::Object) else { return line };
    let text = arguments.to_string();
    if text == json::to_text(&arguments) {
        return line;
    }
    // Only arguments have texts in the place of numbers.
    let Ok(mut message) = serde_json::from_str::<Json>(&json::to_text(&message)) else { return line };
    if let Some(slot) = message.get_mut("params").and_then(|params| params.get_mut("arguments")) {
        *slot = arguments;
    }
    message.to_string().into_bytes().into_iter().chain(*b"\n").collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[tokio::test]
    async fn only_numbers_of_arguments_become_texts() {
        let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Pay","arguments":{"Price":12.50,"Count":2},"_meta":{"a":1.50}}}"#;
        let other = r#"{"jsonrpc":"2.0","id":2,"method":"ping","params":{"a":1.50}}"#;
        let input = format!("{call}\n{other}\nno JSON\n{other}");
        let mut read = String::new();
        with_digits(std::io::Cursor::new(input)).read_to_string(&mut read).await.unwrap();
        let expected = call.replace("12.50", r#""\u000012.50""#).replace("1.50", "1.5");
        assert_eq!(read, format!("{expected}\n{other}\nno JSON\n{other}"));
        let arguments = serde_json::from_str::<Json>(&expected).unwrap();
        assert_eq!(json::number(&arguments["params"]["arguments"]["Price"]).as_deref(), Some("12.50"));
    }

    #[tokio::test]
    async fn a_message_without_an_end_is_not_held() {
        let long = vec![b'x'; LARGEST + 3 * PIECE];
        let mut read = Vec::new();
        with_digits(std::io::Cursor::new([&long[..], b"\nping\n"].concat())).read_to_end(&mut read).await.unwrap();
        assert!(read.len() == long.len() + 6 && read.ends_with(b"x\nping\n"));
    }
}
