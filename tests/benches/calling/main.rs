//! Calls: what the client adds to bare reqwest, errors that are made to be expensive, the command and its gateway, a sign-in by NTLM.

mod client;
mod errors;
mod gateway;
#[path = "../http.rs"]
mod http;
#[allow(missing_docs, unreachable_pub, dead_code, clippy::pedantic, reason = "generated for users")]
mod orders {
    include!(concat!(env!("OUT_DIR"), "/orders.rs"));
}
mod report;
mod sign_in;

fn main() {
    divan::main();
}
