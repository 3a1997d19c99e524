use super::address::Address;
use super::http_settings::HttpSettings;
use crate::client::prepared::Prepared;
use crate::client::{Builder, Client};
use crate::operation::{Effect, Member, OnContradiction, Operation, Service, Type};
use crate::value::message::Message;
use crate::value::request::DynamicRequest;

static COUNT: Operation = Operation::new("Count", "", "", &[], Effect::Read)
    .outputs(&[Member::new("CountResult", Type::STRING)])
    .on_contradiction(OnContradiction::Error);
static SERVICE: Service = Service::new("Counter", "/counter.asmx", "", &[], &[], &[&COUNT]);

/// Allocators keep pieces of up to about one kilobyte in caches, and each call needs one for its future.
#[test]
fn the_future_of_a_call_is_small() {
    let builder = Builder::<Client>::new(&SERVICE).base_url("http://127.0.0.1:1").namespace("urn:counter");
    let client = builder.build().unwrap();
    let mut call = client.call_of(Box::new(DynamicRequest::new(&COUNT)));
    let (room, own) = (std::mem::size_of_val(&client.perform(&mut call, true)), size_of::<Prepared<Message>>());
    assert!(room + own < 1000, "{room} and {own} bytes");
}

/// Only a build without TLS shows it: `cargo test -p asmx-runtime --no-default-features --features client --lib http_client`.
#[test]
fn without_tls_the_error_names_the_features() {
    let builder = Builder::<Client>::new(&SERVICE).base_url("https://api.test").namespace("urn:counter");
    let client = builder.build();
    if cfg!(any(feature = "rustls-tls", feature = "native-tls")) {
        assert!(client.is_ok());
    } else {
        let message = "this program is built without TLS: switch on the feature `rustls-tls` or `native-tls`";
        assert_eq!(client.unwrap_err().to_string(), message);
    }
}

#[test]
fn a_port_has_a_path_of_its_own() {
    let address = |path: Option<&str>| {
        let (base_url, path) = (Some("https://api.test/v1/".to_owned()), path.map(str::to_owned));
        let settings = HttpSettings { base_url, path, ..HttpSettings::default() };
        Address::of(&SERVICE, &settings, |_| crate::error::Sentence::default()).map(|address| address.url.to_string())
    };
    assert_eq!(address(None).unwrap(), "https://api.test/v1/counter.asmx");
    assert_eq!(address(Some("/other/second.asmx")).unwrap(), "https://api.test/v1/other/second.asmx");
    let error = address(Some("second.asmx")).unwrap_err();
    assert_eq!(error.to_string(), "the path of the service must begin with `/`: `second.asmx`");
}
