//! Reading results and writing requests, each beside a named peer: CPU-bound work on one thread, from bytes in memory to values and back.

mod data_set;
mod delimited;
mod integers;
mod objects;
mod orders;
mod report;
mod requests;
mod serde_orders;

use std::hint::black_box;

use divan::Bencher;
use divan::counter::BytesCount;

fn main() {
    divan::Divan::default().sample_count(15).sample_size(1).config_with_args().main();
}

/// Measures work on so many bytes. The result is dropped before the time ends, which is work too.
fn measure<T>(bencher: Bencher<'_, '_>, bytes: usize, mut work: impl FnMut() -> T) {
    bencher.counter(BytesCount::new(bytes)).bench_local(|| drop(black_box(work())));
}

/// Counts the events of a document, and keeps nothing of them: the least that a reader with quick-xml does.
fn events(text: &str) -> u64 {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut count = 0;
    while !matches!(reader.read_event().unwrap(), quick_xml::events::Event::Eof) {
        count += 1;
    }
    count
}
