//! Specs that an import has just made: what nobody has looked at yet is told once of each kind, as the report of the import has it.

use super::kind::Lint;
use super::subject::Finding;
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::model::{self, Effect};
use asmx_codegen::read::ast;

/// So many names are told of those that are left out.
const MOST_NAMES: usize = 3;

/// Keeps the first of each kind, which names others.
pub(super) fn told_once(spec: &ast::Service, service: &model::Service, found: &mut Vec<Finding>) {
    let is_imported = spec.imported;
    let has_no_effects = service.operations.iter().all(|operation| operation.effect == Effect::Write);
    let is_told_once = |lint: Lint| match lint {
        Lint::AllowNotUsed | Lint::AllowNotUnderstood => false,
        Lint::WriteNamedLikeRead => is_imported || has_no_effects,
        _ => is_imported,
    };
    found.sort_by_key(|finding| finding.span().start);
    let mut kept: Vec<(Finding, Vec<String>)> = Vec::new();
    for finding in std::mem::take(found) {
        let lint = finding.code();
        match kept.iter_mut().find(|(first, _)| first.code() == lint && is_told_once(lint)) {
            Some((_, others)) => others.extend(finding.message().split('`').nth(1).map(quoted)),
            None => kept.push((finding, Vec::new())),
        }
    }
    found.extend(kept.into_iter().map(|(first, others)| {
        let more = others.len().saturating_sub(MOST_NAMES);
        let names = others.iter().take(MOST_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        if others.is_empty() { first } else { first.help(format!("the same is true of {names}{more}")) }
    }));
}
