//! That all sides send the same bytes: looked at once, before anything is measured.

use anyhow::{Context as _, Result, ensure};
use asmx_runtime::reqwest;
use bytes::Bytes;
use email_campaign_client::EmailCampaign;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::sample_call::{account, call, template};
use crate::servers::{FIXED, NAMESPACE};

/// Fails unless both are the same request.
pub(crate) fn same_request(one: &http::Request<Bytes>, other: &http::Request<Bytes>) -> Result<()> {
    ensure!(one.method() == other.method() && one.uri() == other.uri(), "another method or address");
    ensure!(one.headers() == other.headers(), "other headers: {:?} and {:?}", one.headers(), other.headers());
    ensure!(one.body() == other.body(), "another body");
    Ok(())
}

/// Fails unless bare reqwest and the client put the same bytes on a socket. Both call the same listener, one after the other.
pub(crate) async fn same_on_the_wire(http: &reqwest::Client) -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let base_url = format!("http://{}", listener.local_addr()?);
    let template = reqwest::Request::try_from(template(&base_url).await?)?;
    let ours: EmailCampaign = account(&base_url).build()?;
    let (bare, sent) = tokio::join!(http.execute(template), serve_one(&listener));
    bare?.error_for_status()?.bytes().await?;
    let bare = sent?;
    let (returned, sent) = tokio::join!(ours.get_bounce_list_normal_include_past(call()), serve_one(&listener));
    returned?;
    let (bare, ours) = (String::from_utf8(bare)?, String::from_utf8(sent?)?);
    ensure!(bare == ours, "the bytes differ:\n{bare}\n{ours}");
    ensure!(bare.contains(NAMESPACE), "the bytes are those of another call");
    println!("All sides send the same {} bytes.", bare.len());
    Ok(())
}

/// Responds to one request and returns its bytes.
async fn serve_one(listener: &TcpListener) -> Result<Vec<u8>> {
    let (mut socket, _) = listener.accept().await?;
    let mut request = Vec::new();
    while !is_whole(&request)? {
        let read = socket.read_buf(&mut request).await?;
        ensure!(read > 0, "the request is cut off");
    }
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nConnection: close\r\nContent-Length: ";
    socket.write_all(format!("{head}{}\r\n\r\n{FIXED}", FIXED.len()).as_bytes()).await?;
    Ok(request)
}

fn is_whole(request: &[u8]) -> Result<bool> {
    let text = std::str::from_utf8(request)?;
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return Ok(false) };
    let mut lines = head.lines().filter_map(|line| line.split_once(':'));
    let length = lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length")).context("a length")?.1;
    Ok(body.len() >= length.trim().parse()?)
}
