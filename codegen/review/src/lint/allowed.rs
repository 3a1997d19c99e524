//! Leaves out findings that a comment allows, and repeated findings in a spec that was just imported.

use super::kind::{Finding, Lint};
use asmx_codegen::Spec;
use asmx_codegen::diagnostic::{Source, Span, question, quoted};
use asmx_codegen::model::Effect;
use asmx_codegen::read::ast::Comment;

const FORM: &str = "write `<!-- lint: allow CODE: REASON -->` before an element";

struct Allowed {
    lint: Lint,
    comment: Span,
    element: Span,
    is_used: bool,
}

/// Removes the findings that comments allow, and adds findings about the comments.
pub(super) fn without_allowed(spec: &Spec, found: Vec<Finding>) -> Vec<Finding> {
    let (mut allowed, mut reported) = (Vec::new(), Vec::new());
    for comment in &spec.written.comments {
        match read(&spec.source, comment) {
            Some(Ok(permission)) => allowed.push(permission),
            Some(Err(finding)) => reported.push(*finding),
            None => {}
        }
    }
    for finding in found {
        let start = finding.span().start;
        let enclosing = allowed.iter_mut().filter(|permission| {
            permission.lint == finding.code() && (permission.element.start..permission.element.end).contains(&start)
        });
        match enclosing.max_by_key(|permission| permission.element.start) {
            Some(permission) => permission.is_used = true,
            None => reported.push(finding),
        }
    }
    reported.extend(allowed.iter().filter(|permission| !permission.is_used).map(|permission| {
        let message = format!("`{}` is allowed here, but not found", permission.lint);
        Lint::AllowNotUsed.at(permission.comment, message).help("remove the comment")
    }));
    reported
}

/// `None` if the comment is not for lints.
fn read(source: &Source, comment: &Comment) -> Option<Result<Allowed, Box<Finding>>> {
    let span = comment.span;
    let text = source.text.get(span.start..span.end)?.strip_prefix("<!--")?.strip_suffix("-->")?;
    let words = text.trim().strip_prefix("lint:")?.trim();
    let wrong =
        |message: String, help: String| Some(Err(Box::new(Lint::AllowNotUnderstood.at(span, message).help(help))));
    let Some(allowed) = words.strip_prefix("allow").filter(|rest| rest.starts_with(char::is_whitespace)) else {
        return wrong("this comment does not allow a lint".to_owned(), FORM.to_owned());
    };
    let (code, reason) = allowed.split_once(':').unwrap_or((allowed, ""));
    let code = code.trim();
    let codes = || Lint::ALL.iter().filter(|lint| !matches!(lint, Lint::AllowNotUsed | Lint::AllowNotUnderstood));
    let Some(lint) = codes().find(|lint| lint.as_str() == code) else {
        let help = question(code, codes().map(|lint| lint.as_str())).unwrap_or_else(|| FORM.to_owned());
        return wrong(format!("unknown lint {}", quoted(code)), help);
    };
    if !reason.chars().any(char::is_alphanumeric) {
        return wrong(format!("`{lint}` is allowed without a reason"), FORM.to_owned());
    }
    let Some(element) = comment.element else {
        return wrong("no element follows this comment".to_owned(), FORM.to_owned());
    };
    Some(Ok(Allowed { lint: *lint, comment: span, element, is_used: false }))
}

const MOST_NAMES: usize = 3;

/// Keeps the first finding of each kind, with a list of the others, as the import report does.
pub(super) fn reported_once(spec: &Spec, found: &mut Vec<Finding>) {
    let is_imported = spec.written.imported;
    let has_no_effects = spec.service.operations.iter().all(|operation| operation.effect == Effect::Write);
    let is_reported_once = |lint: Lint| match lint {
        Lint::AllowNotUsed | Lint::AllowNotUnderstood => false,
        Lint::WriteNamedLikeRead => is_imported || has_no_effects,
        _ => is_imported,
    };
    found.sort_by_key(|finding| finding.span().start);
    let mut reported: Vec<(Finding, Vec<String>)> = Vec::new();
    for finding in std::mem::take(found) {
        let lint = finding.code();
        match reported.iter_mut().find(|(first, _)| first.code() == lint && is_reported_once(lint)) {
            Some((_, subjects)) => subjects.extend(finding.subject().map(quoted)),
            None => reported.push((finding, Vec::new())),
        }
    }
    found.extend(reported.into_iter().map(|(first, subjects)| {
        let more = subjects.len().saturating_sub(MOST_NAMES);
        let names = subjects.iter().take(MOST_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        if subjects.is_empty() { first } else { first.help(format!("this also applies to {names}{more}")) }
    }));
}
