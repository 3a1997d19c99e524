//! Writes the corpus for the fuzzer: `cargo run -p decoder-checks --bin fuzz-corpus` from the repository's root puts one file per
//! input into `tests/fuzz/corpus/<target>/`.

use std::fs;
use std::path::Path;

use decoder_checks::corpus;

fn main() -> std::io::Result<()> {
    let mut counts = std::collections::BTreeMap::new();
    for input in corpus::of_repository(Path::new("."))? {
        let count: &mut usize = counts.entry(input.check).or_default();
        let folder = Path::new("tests/fuzz/corpus").join(input.check);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(format!("recorded-{count:04}")), input.bytes)?;
        *count += 1;
    }
    for (check, count) in counts {
        println!("{check}: {count}");
    }
    Ok(())
}
