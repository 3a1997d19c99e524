//! A client that costs next to nothing: threads with one connection each, the same bytes again and again.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

/// A SOAP 1.1 request of `operation`, whole.
pub(crate) fn request(host: &str, namespace: &str, operation: &str, username: &str, password: &str) -> Vec<u8> {
    let body = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">\
         <soap:Body><{operation} xmlns=\"{namespace}\"><Username>{username}</Username><Password>{password}</Password>\
         <Since>2026-01-01</Since></{operation}></soap:Body></soap:Envelope>"
    );
    let head = format!(
        "POST /api.asmx HTTP/1.1\r\nHost: {host}\r\nContent-Type: text/xml; charset=utf-8\r\n\
         SOAPAction: \"{namespace}{operation}\"\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    (head + &body).into_bytes()
}

/// Sends `request` for `duration` over `connections` connections; the result is responses per second. Every response must be 200.
pub(crate) fn rate(address: &str, request: &[u8], connections: usize, duration: Duration) -> Result<f64> {
    let (stop, responses) = (AtomicBool::new(false), AtomicU64::new(0));
    let start = Instant::now();
    std::thread::scope(|scope| {
        let callers: Vec<_> =
            (0..connections).map(|_| scope.spawn(|| call(address, request, &stop, &responses))).collect();
        std::thread::sleep(duration);
        stop.store(true, Ordering::Relaxed);
        callers.into_iter().try_for_each(|caller| caller.join().unwrap_or_else(|_| anyhow::bail!("a caller panicked")))
    })?;
    #[allow(clippy::cast_precision_loss, reason = "a count of responses")]
    Ok(responses.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64())
}

fn call(address: &str, request: &[u8], stop: &AtomicBool, responses: &AtomicU64) -> Result<()> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut line, mut body) = (String::new(), Vec::new());
    while !stop.load(Ordering::Relaxed) {
        stream.write_all(request)?;
        line.clear();
        reader.read_line(&mut line)?;
        ensure!(line.starts_with("HTTP/1.1 200"), "{address} responded {}", line.trim());
        let mut length = 0;
        while line.trim() != "" {
            line.clear();
            reader.read_line(&mut line)?;
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().context("a length")?;
            }
        }
        body.resize(length, 0);
        reader.read_exact(&mut body)?;
        responses.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}
