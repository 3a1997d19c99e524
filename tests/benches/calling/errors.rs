//! Calls that fail with a hostile response of 64 MB: reading it, and showing the error with `Display` and `Debug`, on a stack that responds
//! at once.

use std::convert::Infallible;

use asmx_runtime::{RetryPolicy, Transport};
use bytes::Bytes;
use divan::Bencher;
use divan::counter::BytesCount;
use http_body_util::Full;
use tower::service_fn;

use crate::orders::{CountOrders, Orders};

const SIZE: usize = 64_000_000;

/// Each response repeats one of these. The last is base64 of letters.
const PIECES: [&str; 6] = ["%25", "&amp;", "=3D", "<", "33", "QUFB"];

fn measure(bencher: Bencher<'_, '_>, transport: Transport, content_type: &'static str, body: String) {
    let body = Bytes::from(body);
    bencher.counter(BytesCount::of_slice(&body)).bench_local({
        let stack = service_fn(move |_: http::Request<Bytes>| {
            let response = http::Response::builder().status(500).header("content-type", content_type);
            let response = response.body(Full::new(body.clone())).unwrap();
            async move { Ok::<_, Infallible>(response) }
        });
        let builder = Orders::builder().base_url("http://127.0.0.1:1").basic("user", "abcabcabcabd");
        let builder = builder.retry(RetryPolicy::never()).response_limit(2 * SIZE).capture(1);
        let client = builder.build_on(stack).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        move || {
            let call = client.count_orders(CountOrders::new().since("2026-01-01")).transport(transport);
            let error = runtime.block_on(call.into_future()).unwrap_err();
            format!("{error} {error:?}")
        }
    });
}

#[divan::bench(args = PIECES, sample_count = 7, sample_size = 1)]
fn error_of_a_page(bencher: Bencher<'_, '_>, piece: &str) {
    measure(bencher, Transport::Soap11, "text/html", piece.repeat(SIZE / piece.len()));
}

#[divan::bench(args = PIECES, sample_count = 7, sample_size = 1)]
fn error_of_a_text(bencher: Bencher<'_, '_>, piece: &str) {
    measure(bencher, Transport::HttpPost, "text/plain", piece.repeat(SIZE / piece.len()));
}

#[divan::bench(args = PIECES, sample_count = 7, sample_size = 1)]
fn error_of_a_fault(bencher: Bencher<'_, '_>, piece: &str) {
    let text = piece.repeat(SIZE / piece.len());
    let fault = format!(
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><e:Fault><faultcode>e:Server</faultcode>\
         <faultstring>{text}</faultstring></e:Fault></e:Body></e:Envelope>"
    );
    measure(bencher, Transport::Soap11, "text/xml", fault);
}
