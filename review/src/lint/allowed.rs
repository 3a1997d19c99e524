//! Comments that allow what was found: `<!-- lint: allow CODE: REASON -->` before an element.

use std::ops::Range;

use roxmltree::Node;

use super::kind::Lint;
use super::subject::Finding;
use asmx_codegen::diagnostic::{Source, Span, nearest, quoted};

const FORM: &str = "write `<!-- lint: allow CODE: REASON -->` before an element";

/// A comment that allows a lint in an element.
struct Allowed {
    lint: Lint,
    comment: Span,
    element: Range<usize>,
    is_used: bool,
}

/// What was found, without what comments allow, and with what is to be said of these comments.
pub(super) fn without_allowed(source: &Source, root: Node<'_, '_>, found: Vec<Finding>) -> Vec<Finding> {
    let (mut allowed, mut told) = (Vec::new(), Vec::new());
    for comment in root.descendants().filter(Node::is_comment) {
        match read(source, comment) {
            Some(Ok(one)) => allowed.push(one),
            Some(Err(finding)) => told.push(*finding),
            None => {}
        }
    }
    for finding in found {
        let place = finding.span().start;
        let here = allowed.iter_mut().filter(|one| one.lint == finding.code() && one.element.contains(&place));
        // The nearest one gives the reason.
        match here.max_by_key(|one| one.element.start) {
            Some(one) => one.is_used = true,
            None => told.push(finding),
        }
    }
    told.extend(allowed.iter().filter(|one| !one.is_used).map(|one| {
        let message = format!("`{}` is allowed here, and there is nothing to allow", one.lint);
        Lint::AllowNotUsed.at(one.comment, message).help("remove the comment")
    }));
    told
}

/// What a comment allows; nothing if it is none that is for lints.
fn read(source: &Source, comment: Node<'_, '_>) -> Option<Result<Allowed, Box<Finding>>> {
    let words = comment.text().unwrap_or_default().trim().strip_prefix("lint:")?.trim();
    let range = comment.range();
    let span = source.clamp(Span::new(range.start, range.end));
    let wrong =
        |message: String, help: String| Some(Err(Box::new(Lint::AllowNotUnderstood.at(span, message).help(help))));
    let Some(allowed) = words.strip_prefix("allow").filter(|rest| rest.starts_with(char::is_whitespace)) else {
        return wrong("this comment does not say what it allows".to_owned(), FORM.to_owned());
    };
    let (code, reason) = allowed.split_once(':').unwrap_or((allowed, ""));
    let code = code.trim();
    let codes = || Lint::ALL.iter().filter(|lint| !matches!(lint, Lint::AllowNotUsed | Lint::AllowNotUnderstood));
    let Some(lint) = codes().find(|lint| lint.as_str() == code) else {
        let near = nearest(code, codes().map(|lint| lint.as_str()));
        let help = near.map_or_else(|| FORM.to_owned(), |near| format!("did you mean `{near}`?"));
        return wrong(format!("there is no lint {} that could be allowed", quoted(code)), help);
    };
    if !reason.chars().any(char::is_alphanumeric) {
        return wrong(format!("`{lint}` is allowed without a reason"), FORM.to_owned());
    }
    let Some(element) = comment.next_siblings().find(Node::is_element) else {
        return wrong("this comment stands before no element".to_owned(), FORM.to_owned());
    };
    Some(Ok(Allowed { lint: *lint, comment: span, element: element.range(), is_used: false }))
}
