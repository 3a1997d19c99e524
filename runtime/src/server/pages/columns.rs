//! The columns that the table of an operation's result is known to have.

use super::html::Html;
use crate::operation::Operation;

/// The section of the page; nothing where no columns are declared.
pub(super) fn push(content: &mut Html, operation: &Operation) {
    if operation.columns.is_empty() {
        return;
    }
    content.raw("<section aria-labelledby=\"columns\">\n<h2 id=\"columns\">Columns of the result</h2>\n<p>");
    if let Some(table) = operation.table {
        content.raw("Of the table <code>").text(table).raw("</code>. ");
    }
    content.raw("There may be others.</p>\n");
    // It may have to be moved sideways on a small screen, by keyboard too.
    content
        .raw("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"columns\"><table>\n<thead><tr>")
        .raw("<th scope=\"col\">Name</th><th scope=\"col\">Type</th><th scope=\"col\">Value</th>");
    let meanings = operation.columns.iter().any(|column| !column.doc.is_empty());
    content.raw(if meanings { "<th scope=\"col\">Meaning</th>" } else { "" }).raw("</tr></thead>\n<tbody>\n");
    for column in operation.columns {
        content.raw("<tr><th scope=\"row\"><code>").text(column.name).raw("</code></th><td>").text(column.kind.name());
        content.raw("</td><td>").raw(if column.required { "always" } else { "may be missing" });
        if meanings {
            content.raw("</td><td>").words(column.doc);
        }
        content.raw("</td></tr>\n");
    }
    content.raw("</tbody></table></div>\n</section>\n");
}
