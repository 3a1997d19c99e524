//! Calls the operation `Save` on a mock or on a server.
//!
//! ```text
//! cargo run --example call-new-headers
//! cargo run --example call-new-headers -- --url https://server.example
//! ```
//!
//! The call on a server reads these environment variables:
//!
//! * `NEW_HEADERS_KEY`: the key

use new_headers::{SHOP, Save, Shop};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let client = client()?;
    let request = Save::new().text("text");
    let result = client.save(request).await?;
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
            let new_headers_key = variable("NEW_HEADERS_KEY")?;
            let builder = builder.key(new_headers_key);
            Ok(builder.build()?)
        }
        _ => Err("usage: call [--url https://server.example]".into()),
    }
}

/// The value of an environment variable.
fn variable(name: &str) -> Result<String, String> {
    std::env::var(name).map_err(|_| format!("set the environment variable {name}"))
}
