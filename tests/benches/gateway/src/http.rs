//! A connection that sends requests and reads responses, with nothing around it that takes time.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

pub(crate) struct Connection(BufReader<TcpStream>);

impl Connection {
    /// Waits until somebody listens.
    pub(crate) fn open(port: u16) -> Result<Self> {
        let begun = Instant::now();
        loop {
            match TcpStream::connect(("127.0.0.1", port)) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    return Ok(Self(BufReader::new(stream)));
                }
                Err(error) if begun.elapsed() > Duration::from_secs(10) => return Err(error.into()),
                Err(_) => std::thread::sleep(Duration::from_micros(200)),
            }
        }
    }

    /// Sends a request, and counts the bytes of a successful response.
    pub(crate) fn send(&mut self, head: &str, body: &str) -> Result<u64> {
        let host = self.0.get_ref().peer_addr()?;
        let request = format!("{head}\r\nHost: {host}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        self.0.get_mut().write_all(request.as_bytes())?;
        let (mut length, mut is_chunked, mut status) = (0, false, String::new());
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line)?;
            let lower = line.to_ascii_lowercase();
            if status.is_empty() {
                status.clone_from(&line);
            } else if let Some(value) = lower.strip_prefix("content-length:") {
                length = value.trim().parse()?;
            } else if lower.starts_with("transfer-encoding: chunked") {
                is_chunked = true;
            } else if line == "\r\n" {
                break;
            }
        }
        ensure!(status.contains(" 200 "), "{head}: {status}");
        if is_chunked { self.chunks() } else { self.skip(length) }
    }

    fn chunks(&mut self) -> Result<u64> {
        let mut all = 0;
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line)?;
            let length = u64::from_str_radix(line.trim(), 16).context("the length of a chunk")?;
            all += self.skip(length)?;
            self.skip(2)?;
            if length == 0 {
                return Ok(all);
            }
        }
    }

    fn skip(&mut self, length: u64) -> Result<u64> {
        let read = std::io::copy(&mut self.0.by_ref().take(length), &mut std::io::sink())?;
        ensure!(read == length, "the response broke off");
        Ok(read)
    }
}
