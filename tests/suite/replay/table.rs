//! The table of exchanges in the docs.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::Compared;
use super::recorded::GROUPS;

const TABLE: &str = "docs/EXCHANGES.md";

/// Rewrites the table if `UPDATE_EXCHANGES` is set; else it must be what the comparison gives.
pub fn assert_current(compared: &[Compared]) {
    let text = text(compared);
    if std::env::var_os("UPDATE_EXCHANGES").is_some() {
        std::fs::write(TABLE, &text).unwrap();
    }
    let committed = std::fs::read_to_string(TABLE).unwrap_or_default();
    assert_eq!(committed, text, "{TABLE} is not current: run this test with UPDATE_EXCHANGES=1");
}

fn text(compared: &[Compared]) -> String {
    let mut out = String::from(
        "# Recorded exchanges\n\n\
         Requests that were recorded with a genuine ASP.NET server, each sent byte for byte to the echo server of this project\n\
         (`cargo run --example echo_server`), and its response compared with the recorded one: status, content type and body.\n\
         XML is compared by what it says, read by another parser than ours. Stack frames are left out. Where responses differ on\n\
         purpose, [DIFFERENCES.md](DIFFERENCES.md) says why.\n\n\
         The test `replay` writes this file (`UPDATE_EXCHANGES=1 cargo suite replay`) and fails when it is not current.\n\n\
         | exchanges | recorded | agreed | deliberate |\n|---|--:|--:|--:|\n",
    );
    let mut row = |name: &str, of: &dyn Fn(&Compared) -> bool| {
        let all = compared.iter().filter(|compared| of(compared)).count();
        let deliberate = compared.iter().filter(|compared| of(compared) && !compared.differences.is_empty()).count();
        let _ = writeln!(out, "| {name} | {all} | {} | {deliberate} |", all - deliberate);
    };
    for group in GROUPS {
        row(&format!("`{group}`: {}", title(group)), &|compared| compared.exchange.group == group);
    }
    row("**all**", &|_| true);
    out.push_str("\n| difference | exchanges |\n|---|--:|\n");
    let ids: BTreeSet<&String> = compared.iter().flat_map(|compared| &compared.differences).collect();
    for id in ids {
        let count = compared.iter().filter(|compared| compared.differences.contains(id)).count();
        let _ = writeln!(out, "| `{id}` | {count} |");
    }
    out
}

fn title(group: &str) -> &'static str {
    match group {
        "errors" => "odd and wrong requests, errors as in development",
        "errors_customErrors_on" => "errors as in production",
        "ops" => "operations with difficult values",
        "results" => "null, empty and void results",
        other => panic!("no title of {other}"),
    }
}
