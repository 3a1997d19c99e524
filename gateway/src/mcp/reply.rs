//! Results of tools.

use rmcp::model::{CallToolResult, ContentBlock, MetaObject};
use serde_json::{Value as Json, json};

use super::cut::{Cut, cut, size};
use super::kept::Kept;
use crate::call::Answer;
use crate::rows;

/// The most bytes of a result that stands in the text too.
const SHORT: usize = 4_000;

/// The result as structured content, cut to a budget of bytes, and a short text.
pub(super) fn result(answer: Answer, kept: &Kept, budget: usize) -> CallToolResult {
    let Answer { output, headers, deviations } = answer;
    // Structured content is an object.
    let mut output = if output.is_object() { output } else { json!({ "value": output }) };
    let is_large = size(&output) > budget;
    let link = if is_large { keep(&output, kept) } else { None };
    let cut = if is_large { cut(&mut output, budget) } else { None };
    let mut meta = MetaObject::new();
    let mut texts = Vec::new();
    if let Some(Cut { kept, total }) = cut {
        meta.insert("truncated".to_owned(), true.into());
        meta.insert("total".to_owned(), total.into());
        texts.push(format!("Cut to {kept} of {total}. The resource has the whole result."));
    }
    if headers.as_object().is_some_and(|headers| !headers.is_empty()) {
        meta.insert("soap-headers".to_owned(), headers);
    }
    if !deviations.is_empty() {
        meta.insert("deviations".to_owned(), deviations.len().into());
        texts.push(format!("The response deviates from its description in {} places.", deviations.len()));
    }
    let text = output.to_string();
    if text.len() <= SHORT {
        texts.push(text);
    } else {
        texts.push(summary(&output));
    }
    let mut content: Vec<ContentBlock> = texts.into_iter().map(ContentBlock::text).collect();
    content.extend(link.map(ContentBlock::resource_link));
    let mut result = CallToolResult::success(content);
    result.structured_content = Some(output);
    if meta.is_empty() { result } else { result.with_meta(Some(meta)) }
}

/// Keeps the rows as CSV where the result has one table, and else its JSON.
fn keep(output: &Json, kept: &Kept) -> Option<rmcp::model::Resource> {
    let has_tables = matches!(rows::grids(output, None), Ok(Some(grids)) if grids.len() == 1);
    match rows::csv(output, None) {
        Ok(csv) if has_tables => kept.keep("text/csv", csv),
        _ => kept.keep("application/json", output.to_string()),
    }
}

fn summary(output: &Json) -> String {
    match rows::grids(output, None) {
        Ok(Some(grids)) => {
            let each = grids.iter().map(|grid| {
                format!(
                    "{}: {} rows of {}",
                    grid.name.as_deref().unwrap_or("a table"),
                    grid.rows.len(),
                    grid.columns.join(", ")
                )
            });
            each.collect::<Vec<_>>().join("\n")
        }
        _ => match rows::inner(output) {
            Json::Array(items) => format!("{} items", items.len()),
            Json::Object(members) => {
                format!("An object with {}", members.keys().map(String::as_str).collect::<Vec<_>>().join(", "))
            }
            Json::String(text) => format!("A text of {} characters", text.chars().count()),
            _ => "A result".to_owned(),
        },
    }
}

pub(super) fn error(text: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}
