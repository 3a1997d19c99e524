//! Calls the operation `Add` on a mock or on a server.
//!
//! ```text
//! cargo run --example call-new-rpc
//! cargo run --example call-new-rpc -- --url https://server.example
//! ```

use new_rpc::{Add, SHOP, Shop};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let client = client()?;
    let request = Add::new().a(1);
    let result = client.add(request).await?;
    println!("{result:?}");
    Ok(())
}

/// A client for the server named on the command line, or else for a mock that responds to everything.
fn client() -> Result<Shop, Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => {
            let mock = asmx_runtime::mock::Mock::with_samples(&SHOP);
            Ok(Shop::from(mock.client()))
        }
        [option, url] if option == "--url" => {
            let builder = Shop::builder().base_url(url);
            Ok(builder.build()?)
        }
        _ => Err("usage: call [--url https://server.example]".into()),
    }
}
