//! The columns that the table of an operation's result, and those of typed DataSets, are known to have.

use super::html::Html;
use crate::operation::{DataSetType, DeclaredColumn, Operation};

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
    push_columns(content, "columns", operation.columns);
    content.raw("</section>\n");
}

/// A section with the tables of typed DataSets; nothing where there are none.
pub(super) fn push_data_sets(content: &mut Html, data_sets: &[&'static DataSetType]) {
    if data_sets.is_empty() {
        return;
    }
    content.raw("<section aria-labelledby=\"data-sets\">\n<h2 id=\"data-sets\">DataSets</h2>\n");
    for data_set in data_sets {
        content.raw("<h3>").text(data_set.name).raw("</h3>\n");
        if !data_set.doc.is_empty() {
            content.raw("<p>").words(data_set.doc).raw("</p>\n");
        }
        for table in data_set.tables {
            content.raw("<p>Its table <code>").text(table.name.unwrap_or_default()).raw("</code>. ").words(table.doc);
            content.raw("</p>\n");
            push_columns(content, "data-sets", table.columns);
        }
    }
    content.raw("</section>\n");
}

fn push_columns(content: &mut Html, id: &'static str, columns: &[DeclaredColumn]) {
    // It may have to be moved sideways on a small screen, by keyboard too.
    content
        .raw("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"")
        .raw(id)
        .raw("\"><table>\n<thead><tr>")
        .raw("<th scope=\"col\">Name</th><th scope=\"col\">Type</th><th scope=\"col\">Value</th>");
    let meanings = columns.iter().any(|column| !column.doc.is_empty());
    content.raw(if meanings { "<th scope=\"col\">Meaning</th>" } else { "" }).raw("</tr></thead>\n<tbody>\n");
    for column in columns {
        content.raw("<tr><th scope=\"row\"><code>").text(column.name).raw("</code></th><td>").text(column.kind.name());
        content.raw("</td><td>").raw(if column.required { "always" } else { "may be missing" });
        if meanings {
            content.raw("</td><td>").words(column.doc);
        }
        content.raw("</td></tr>\n");
    }
    content.raw("</tbody></table></div>\n");
}
