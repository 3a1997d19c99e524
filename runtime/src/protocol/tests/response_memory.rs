//! The memory of a response that is read into types, which have room for every member, is bounded by its size.

#![allow(unreachable_pub, dead_code, reason = "as generated code has them")]

use allocation_counter::measure;

use super::*;
use crate::__private as rt;
use crate::protocol::decode_response_into;
use crate::value::output::ExpectedResult;
use crate::value::result::{ResultType, Typed};
use crate::values::{AnyValue, Nillable};

rt::structure! {
    #[structure(PART = "Part")]
    pub struct Part {
        #[wire("A")]
        pub a: Option<String>,
        #[wire("B")]
        pub b: Option<String>,
        #[wire("C")]
        pub c: Option<String>,
        #[wire("D")]
        pub d: Option<String>,
        #[wire("E")]
        pub e: Option<String>,
        #[wire("F")]
        pub f: Nillable<i32>,
    }
}

rt::structure! {
    #[structure(WIDE = "Wide")]
    pub struct Wide {
        #[wire("A")]
        pub a: Option<Part>,
        #[wire("B")]
        pub b: Option<Part>,
        #[wire("C")]
        pub c: Option<Part>,
        #[wire("D")]
        pub d: Option<Part>,
        #[wire("E")]
        pub e: Option<Part>,
        #[wire("F")]
        pub f: Option<Part>,
        #[wire("Anything")]
        pub anything: AnyValue,
        #[wire("P", repeated)]
        #[typed(<Part as rt::FieldType>::TYPE)]
        pub parts: Vec<Part>,
    }
}

const WIDES: ArrayType = ArrayType::new(<Wide as rt::FieldType>::TYPE, "W");
const PARTS: ArrayType = ArrayType::new(<Part as rt::FieldType>::TYPE, "P");
const ANYTHING: ArrayType = ArrayType::new(Type::Any, "a");
static FIND_WIDES: Operation = operation(&[Member::new("r", Type::Array(&WIDES))]);
static FIND_PARTS: Operation = operation(&[Member::new("r", Type::Array(&PARTS))]);
static FIND_ONE: Operation = operation(&[Member::new("r", <Wide as rt::FieldType>::TYPE)]);
static FIND_ANYTHING: Operation = operation(&[Member::new("r", Type::Array(&ANYTHING))]);

const fn operation(outputs: &'static [Member]) -> Operation {
    Operation::new("Find", "", "", &[], Effect::Read).outputs(outputs)
}

/// A response whose result is filled with `piece`.
fn filled(piece: &str, size: usize) -> Response<Bytes> {
    let result = piece.repeat(size / piece.len());
    soap_response(&format!("<FindResponse xmlns=\"{NAMESPACE}\"><r>{result}</r></FindResponse>"))
}

/// Reads a result filled with `piece` into type `T`, and checks the memory.
fn assert_bounded<T: ResultType>(operation: &'static Operation, piece: &str, is_read: bool) {
    const SIZE: usize = 2_000_000;
    let response = filled(piece, SIZE);
    let soap = context(operation, Transport::Soap11);
    let mut content = None;
    let allocated = measure(|| content = Some(decode_response_into(&soap, response, T::blank_output))).bytes_max;
    assert!(allocated <= 40 * SIZE as u64 + (16 << 20), "{piece}: {allocated} bytes for {SIZE}");
    let read = content.unwrap().map(|content| {
        T::from_message(content, &ExpectedResult { outputs: operation.outputs, ..ExpectedResult::default() }).is_ok()
    });
    assert_eq!(read.as_ref().is_ok_and(|read| *read), is_read, "{piece}: {allocated}, {read:?}");
    if let Err(error) = read {
        assert!(error.to_string().contains("`ParseOptions::max_memory_per_byte`"), "{error}");
    }
}

#[test]
fn types_take_memory_by_what_was_sent() {
    assert_bounded::<Typed<Vec<Wide>>>(&FIND_WIDES, "<W/>", false);
    assert_bounded::<Typed<Vec<AnyValue>>>(&FIND_ANYTHING, "<a/>", false);
    if !cases::are_all() {
        return;
    }
    assert_bounded::<Typed<Vec<Wide>>>(&FIND_WIDES, "<W><A><A/></A></W>", false);
    assert_bounded::<Typed<Vec<Wide>>>(&FIND_WIDES, &format!("<W>{}</W>", "<P><A>some text</A></P>".repeat(10)), true);
    assert_bounded::<Typed<Wide>>(&FIND_ONE, "<P/>", false);
    assert_bounded::<Typed<Wide>>(&FIND_ONE, "<P><A>some text</A></P>", true);
    assert_bounded::<Typed<Vec<Part>>>(&FIND_PARTS, "<P><A>1</A><B>some text</B><D/></P>", true);
    assert_bounded::<Typed<Vec<AnyValue>>>(&FIND_ANYTHING, "<a xsi:type=\"Wide\"/>", true);
}

/// A higher limit lets more be read.
#[test]
fn the_limit_of_memory_is_a_setting() {
    let read = |per_byte| {
        let mut soap = context(&FIND_WIDES, Transport::Soap11);
        soap.limits.max_memory_per_byte = per_byte;
        decode_response_into(&soap, filled("<W/>", 240_000), Typed::<Vec<Wide>>::blank_output).map(drop)
    };
    assert!(read(40).is_err());
    assert_eq!(read(2000).map_err(|error| error.to_string()), Ok(()));
}

/// Undeclared content becomes values of JSON, which take much more than the bytes of small elements.
#[cfg(feature = "json")]
#[test]
fn undeclared_content_is_bounded() {
    const SIZE: usize = 200_000;
    for piece in
        ["<x/>", "<x><y/></x>", "<x a='1' b='2'/>", "<x>t<y/>u</x>", "<W><x/></W>", "<W x='1'/>", "<P xsi:type='N'/>"]
    {
        let response = filled(piece, SIZE);
        let soap = context(&FIND_WIDES, Transport::Soap11);
        let mut text = None;
        let usage = measure(|| {
            let message = crate::protocol::decode_response(&soap, response);
            text = Some(message.map(|message| crate::json::result(&SERVICE, &FIND_WIDES, &message)));
        });
        // The values and their JSON are there together.
        assert!(usage.bytes_max <= 2 * 40 * SIZE as u64 + (16 << 20), "{piece}: {} bytes for {SIZE}", usage.bytes_max);
        assert!(text.unwrap().is_ok(), "{piece}");
    }
}
