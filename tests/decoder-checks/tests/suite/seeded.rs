//! Every check over its corpus, whole and mutated, from a fixed seed, bounded in inputs and time, on stable Rust. The
//! fuzzer (`tests/fuzz/`) goes further; inputs that it finds are added to the corpus.
#![allow(clippy::pedantic, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use decoder_checks::{CHECKS, corpus};
use fastrand::Rng;

/// The longest time for one check, unless `SEEDED_SECONDS` sets another.
const SECONDS: u64 = 1;
/// The most mutated inputs of one check in a second, with `EVERY_CASE=1`.
const INPUTS: u64 = 5_000;
/// Larger inputs are not mutated.
const LARGEST: usize = 40_000;

const FRAGMENTS: &[&str] = &[
    "<",
    ">",
    "</",
    "/>",
    "&",
    "&amp;",
    "&#x1;",
    "&#13;",
    "]]>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<?x ",
    "?>",
    "\r",
    "\r\n",
    " xmlns=\"\"",
    " xmlns:a=\"b\"",
    " xsi:nil=\"true\"",
    " diffgr:id=\"T1\"",
    "<a>",
    "</a>",
    "%",
    "%u",
    "&b=",
    "\u{FFFE}",
    "\0",
    "\"",
    "'",
    "--",
    "é",
    "\u{1F600}",
    "99999999999999999999",
];

fn mutate(random: &mut Rng, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = corpus[random.usize(..corpus.len())].clone();
    for _ in 0..random.usize(1..6) {
        let at = random.usize(..=bytes.len());
        match random.u8(..6) {
            0 if at < bytes.len() => bytes[at] = random.u8(..),
            1 if at < bytes.len() => {
                let end = (at + random.usize(1..40)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let end = (at + random.usize(1..60)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = random.usize(..=bytes.len());
                bytes.splice(to..to, piece);
            }
            3 => bytes.truncate(at),
            4 => {
                let other = &corpus[random.usize(..corpus.len())];
                let from = random.usize(..=other.len());
                let end = (from + random.usize(1..200)).min(other.len());
                bytes.splice(at..at, other[from..end].iter().copied());
            }
            _ => {
                let fragment = FRAGMENTS[random.usize(..FRAGMENTS.len())];
                bytes.splice(at..at, fragment.bytes());
            }
        }
    }
    bytes
}

#[test]
fn every_decoder_holds_its_promises() {
    let _alone = crate::CLOCK.lock();
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let seconds = std::env::var("SEEDED_SECONDS").map_or(SECONDS, |text| text.parse().expect("a number of seconds"));
    let most = cases::of(INPUTS * seconds);
    let inputs = corpus::of_repository(&repository).unwrap();
    for (name, check) in CHECKS {
        let all: Vec<Vec<u8>> =
            inputs.iter().filter(|input| input.check == *name).map(|input| input.bytes.clone()).collect();
        assert!(!all.is_empty(), "no corpus for {name}");
        let run = |bytes: &[u8]| {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| check(bytes))) {
                eprintln!("{name}: {:?}", String::from_utf8_lossy(bytes));
                std::panic::resume_unwind(panic);
            }
        };
        all.iter().for_each(|bytes| run(bytes));
        let small: Vec<Vec<u8>> = all.into_iter().filter(|bytes| bytes.len() <= LARGEST).collect();
        let mut random = Rng::with_seed(0x5eed);
        let started = Instant::now();
        let mut count = 0;
        while count < most && started.elapsed() < Duration::from_secs(seconds) {
            let bytes = mutate(&mut random, &small);
            let one = Instant::now();
            run(&bytes);
            assert!(one.elapsed() < Duration::from_secs(10), "{name} hangs on {:?}", String::from_utf8_lossy(&bytes));
            count += 1;
        }
        println!("{name}: {count} mutated inputs in {:?}", started.elapsed());
        assert!(count > 0);
    }
}
