//! Reading a DataSet into typed columns, beside a loop over its XML events that builds nothing.

use anyhow::{Result, bail};
use asmx_runtime::results::data_set::measuring;

use crate::generated::{Layout, answer};
use crate::table::Comparison;
use crate::timing::alternating;

/// Measures, and gives the lines of the table.
pub(crate) fn run(runs: usize) -> Result<Vec<Comparison>> {
    let mut comparisons = Vec::new();
    for (layout, name) in [(Layout::Compact, "compact"), (Layout::Indented, "indented")] {
        let text = answer("urn:example", layout);
        let body = text.as_bytes();
        let mut fresh = || Ok(measuring::columns(body));
        let mut reused_state = measuring::Reused::default();
        let mut reused = || Ok(reused_state.run(body, 64 * 1024));
        let mut streamed = || Ok(measuring::streamed(body, 16 * 1024));
        let mut dropped = || Ok(measuring::dropped(body, 16 * 1024));
        let mut events = || crate::integers::events(&text);
        let mut check = || Ok(measuring::check(body));
        let mut all: [crate::timing::Work<'_>; 6] =
            [&mut fresh, &mut reused, &mut streamed, &mut dropped, &mut check, &mut events];
        for work in &mut all {
            eprintln!("{}", work()?);
        }
        let seconds = alternating(runs, &mut all)?;
        let [fresh, reused, streamed, dropped, check, events] = *seconds.as_slice() else { bail!("medians are due") };
        let mut line = |what: &str, ours, goal| {
            comparisons.push(Comparison {
                what: format!("DataSet {name}: {what}"),
                bytes: text.len(),
                ours,
                peer: "quick-xml events".to_owned(),
                peers: events,
                goal,
            });
        };
        line("typed columns, fresh memory", fresh, Some(2.5));
        line("typed columns, reused", reused, Some(3.5));
        line("streamed, kept", streamed, None);
        line("rows dropped", dropped, Some(2.5));
        line("checked only", check, None);
    }
    Ok(comparisons)
}

/// One mode alone, for a profiler.
pub(crate) fn only(mode: &str) {
    let text = answer("urn:example", Layout::Compact);
    let mut state = measuring::Reused::default();
    for _ in 0..10 {
        match mode {
            "reused" => state.run(text.as_bytes(), 65536),
            "fresh" => measuring::columns(text.as_bytes()),
            _ => measuring::dropped(text.as_bytes(), 65536),
        };
    }
}
