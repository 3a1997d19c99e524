//! Reading a response of a million integers, beside a loop over its XML events that builds nothing.

use anyhow::{Result, bail};
use asmx_runtime::descriptors::OnContradiction;
use asmx_runtime::protocol::{self, ResponseContext};
use asmx_runtime::{Effect, Integers, Member, Message, Operation, Service, Transport, Type, xml};

use crate::table::Comparison;
use crate::timing::alternating;

/// Items of the array.
const ITEMS: u32 = 1_000_000;

static LIST: Operation = Operation::new("ListNumbers", "lists", "Lists numbers.", &[], Effect::Read)
    .outputs(&[Member::new("ListNumbersResult", Type::INT_ARRAY)])
    .on_contradiction(OnContradiction::Error);

static SERVICE: Service = Service::new("Lists", "/api.asmx", "", &[], &[], &[&LIST]);

/// Measures, and gives the lines of the table.
pub(crate) fn run(runs: usize) -> Result<Vec<Comparison>> {
    let numbers = (0..ITEMS).map(number).collect::<Integers>();
    let sum: i64 = numbers.iter().map(|number| i64::from(*number)).sum();
    let integers = Message::from(numbers);
    let mut comparisons = Vec::new();
    for transport in Transport::ALL {
        let context = ResponseContext {
            service: &SERVICE,
            operation: &LIST,
            transport,
            namespace: "http://example.test/".into(),
            limits: xml::ParseOptions::default(),
        };
        let Ok(response) = protocol::encode_response(&context, &integers) else {
            bail!("the response cannot be written")
        };
        let text = std::str::from_utf8(response.body())?;
        let mut ours = || {
            let Ok(read) = protocol::decode_response(&context, response.clone())?.only::<Integers>() else {
                bail!("the response is something else")
            };
            let read: i64 = read.iter().map(|number| i64::from(*number)).sum();
            if read != sum {
                bail!("the response is read as something else");
            }
            Ok(read.unsigned_abs())
        };
        let mut peer = || events(text);
        let seconds = alternating(runs, &mut [&mut ours, &mut peer])?;
        let [ours, peers] = *seconds.as_slice() else { bail!("two medians are due") };
        comparisons.push(Comparison {
            what: format!("1,000,000 integers over {transport}"),
            bytes: text.len(),
            ours,
            peer: "quick-xml events".to_owned(),
            peers,
            goal: Some(2.0),
        });
        let mut writing = || match protocol::encode_response(&context, &integers) {
            Ok(response) => Ok(response.body().len() as u64),
            Err(_) => bail!("the response cannot be written"),
        };
        let seconds = alternating(runs, &mut [&mut writing, &mut peer])?;
        let [ours, peers] = *seconds.as_slice() else { bail!("two medians are due") };
        comparisons.push(Comparison {
            what: format!("writing them over {transport}"),
            bytes: text.len(),
            ours,
            peer: "quick-xml events (reading)".to_owned(),
            peers,
            goal: None,
        });
    }
    Ok(comparisons)
}

/// Numbers of all lengths, some below zero.
fn number(index: u32) -> i32 {
    let mixed = index.wrapping_mul(2_654_435_769);
    (mixed >> (index % 29)).cast_signed()
}

/// Walks through all events and counts them.
pub(crate) fn events(text: &str) -> Result<u64> {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut count = 0;
    loop {
        if matches!(reader.read_event()?, quick_xml::events::Event::Eof) {
            return Ok(count);
        }
        count += 1;
    }
}
