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
        let mut reused = || Ok(reused_state.run(body));
        let mut dropped = || Ok(measuring::dropped(body));
        let mut events = || crate::integers::events(&text);
        let mut check = || Ok(measuring::check(body));
        let mut utf8 = || Ok(measuring::utf8(body));
        let seconds = alternating(runs, &mut [&mut fresh, &mut reused, &mut dropped, &mut check, &mut utf8, &mut events])?;
        let [fresh, reused, dropped, check, utf8, events] = *seconds.as_slice() else { bail!("medians are due") };
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
        line("rows dropped", dropped, Some(2.5));
        line("checked only", check, None);
        line("utf8 only", utf8, None);
    }
    Ok(comparisons)
}
