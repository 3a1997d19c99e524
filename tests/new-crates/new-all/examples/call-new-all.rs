//! Calls the operation `Shapes` on a mock or on a server.
//!
//! ```text
//! cargo run --example call-new-all
//! cargo run --example call-new-all -- --url https://server.example
//! ```

use new_all::{SHOP, Shapes, Shop};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let client = client()?;
    let request = Shapes::new().id(new_all::asmx_runtime::xsd::Guid::default());
    let result = client.shapes(request).await?;
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
