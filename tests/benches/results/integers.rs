//! Reading a response of a million integers, beside a loop over its XML events that builds nothing.

use std::sync::LazyLock;

use asmx_runtime::descriptors::OnContradiction;
use asmx_runtime::protocol::{self, ResponseContext};
use asmx_runtime::{Effect, Integers, Member, Message, Operation, Service, Transport, Type, xml};
use bytes::Bytes;
use divan::Bencher;

use crate::{events, measure};

const ITEMS: u32 = 1_000_000;
static LIST: Operation = Operation::new("ListNumbers", "lists", "Lists numbers.", &[], Effect::Read)
    .outputs(&[Member::new("ListNumbersResult", Type::INT_ARRAY)])
    .on_contradiction(OnContradiction::Error);
static SERVICE: Service = Service::new("Lists", "/api.asmx", "", &[], &[], &[&LIST]);
static RESPONSE: LazyLock<http::Response<Bytes>> = LazyLock::new(|| {
    let numbers = Message::from((0..ITEMS).map(number).collect::<Integers>());
    protocol::encode_response(&context(), &numbers).unwrap()
});

fn context() -> ResponseContext {
    ResponseContext {
        service: &SERVICE,
        operation: &LIST,
        transport: Transport::Soap11,
        namespace: "http://example.test/".into(),
        limits: xml::ParseOptions::default(),
    }
}

/// Numbers of all lengths, some below zero.
fn number(index: u32) -> i32 {
    let mixed = index.wrapping_mul(2_654_435_769);
    (mixed >> (index % 29)).cast_signed()
}

#[divan::bench]
fn integers(bencher: Bencher<'_, '_>) {
    let context = context();
    let read = || protocol::decode_response(&context, RESPONSE.clone()).unwrap().single::<Integers>().unwrap();
    assert!(read().iter().copied().eq((0..ITEMS).map(number)), "the response is read as something else");
    measure(bencher, RESPONSE.body().len(), read);
}

#[divan::bench]
fn integers_by_quick_xml_events(bencher: Bencher<'_, '_>) {
    let text = std::str::from_utf8(RESPONSE.body()).unwrap();
    measure(bencher, text.len(), || events(text));
}
