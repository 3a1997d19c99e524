//! Tables of members (parameters, outputs, headers), of the members of their types, and of declared columns.

use asmx_types::outline::{self, Line};

use super::html::Html;
use crate::operation::{DataSetType, Enumeration, Member, Operation, Place, Structure, Type};

/// The most types on a page: some services have hundreds that hold each other.
const MAX_TYPES: usize = 200;

pub(super) fn push_section(content: &mut Html, id: &'static str, title: &'static str, members: &[&Member]) {
    begin_section(content, id, title);
    push_table(content, id, &outline::of_members(members.iter().copied()), false);
}

/// Appends a section with the parameters of an operation; `by_http`: the operation is offered over GET or POST.
pub(super) fn push_parameters(content: &mut Html, parameters: &[&Member], by_http: bool) {
    begin_section(content, "parameters", "Parameters");
    if parameters.is_empty() {
        content.raw("<p>None.</p>\n");
    } else {
        push_table(content, "parameters", &outline::of_members(parameters.iter().copied()), by_http);
    }
}

/// Begins a section. The caller ends it.
pub(super) fn begin_section(content: &mut Html, id: &'static str, title: &'static str) {
    content.raw("<section aria-labelledby=\"").raw(id).raw("\">\n<h2 id=\"").raw(id).raw("\">").raw(title);
    content.raw("</h2>\n");
}

/// Appends the named types of the members, direct and indirect ones, and a typed DataSet that is the result.
pub(super) fn push_types(content: &mut Html, members: &[&Member], result: Option<&'static DataSetType>) {
    let (mut structures, mut data_sets) = (Vec::new(), Vec::new());
    for kind in outline::types_of(members.iter().copied()) {
        match kind {
            Type::Structure(structure) if !structure.name.is_empty() => structures.push(structure),
            Type::DataSet(data_set) => data_sets.push(data_set),
            _ => {}
        }
    }
    structures.truncate(MAX_TYPES);
    data_sets.truncate(MAX_TYPES);
    data_sets.extend(result.filter(|result| !data_sets.contains(result)));
    push_structures(content, &structures);
    push_data_sets(content, &data_sets);
}

fn push_structures(content: &mut Html, types: &[&'static Structure]) {
    if types.is_empty() {
        return;
    }
    begin_section(content, "types", "Types");
    for structure in types {
        content.raw("<h3 id=\"type-").component(structure.name).raw("\">").text(structure.name).raw("</h3>\n");
        if let Some(base) = structure.base() {
            content.raw("<p>Derived from ").raw("<code>").text(base.name).raw("</code>.</p>\n");
        }
        if structure.is_abstract {
            content.raw("<p>Only values of types derived from it exist.</p>\n");
        }
        let members = outline::of_members(structure.members());
        if members.is_empty() {
            content.raw("<p>It has no members.</p>\n");
        } else {
            push_table(content, "types", &members, false);
        }
    }
    content.raw("</section>\n");
}

fn push_table(content: &mut Html, id: &'static str, lines: &[Line], by_http: bool) {
    // On a small screen the table scrolls sideways, by keyboard too.
    content.raw("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"").raw(id);
    content.raw("\"><table>\n<thead><tr>");
    content.raw("<th scope=\"col\">Name</th><th scope=\"col\">Type</th><th scope=\"col\">Presence</th>");
    let meanings = lines.iter().any(|line| !line.doc.is_empty() || enumeration(line.kind).is_some());
    content.raw(if meanings {
        "<th scope=\"col\">Meaning</th></tr></thead>\n<tbody>\n"
    } else {
        "</tr></thead>\n<tbody>\n"
    });
    for line in lines {
        push_line(content, line, meanings, by_http);
    }
    content.raw("</tbody></table></div>\n");
}

fn push_line(content: &mut Html, line: &Line, meanings: bool, by_http: bool) {
    content.raw("<tr><th scope=\"row\">");
    if !line.name.is_empty() {
        content.raw("<code>").text(line.name).raw("</code>");
    }
    if line.place == Place::Attribute {
        content.raw(" <small>attribute</small>");
    }
    content.raw("</th><td>").text(&line.type_words).raw("</td><td>").raw(line.presence);
    if let Some(default) = line.facets.default {
        content.raw("; by default <code>").text(default).raw("</code>");
        if by_http && !line.facets.repeated {
            content.raw("; required over GET and POST");
        }
    }
    if meanings {
        content.raw("</td><td>").words(line.doc);
        push_values(content, line.kind);
    }
    content.raw("</td></tr>\n");
}

fn push_values(content: &mut Html, kind: Type) {
    let Some(enumeration) = enumeration(kind) else { return };
    content.raw("<ul class=\"values\">");
    for (value, meaning) in enumeration.iter() {
        content.raw("<li><code>").text(value).raw("</code>");
        if !meaning.is_empty() {
            content.raw(" ").words(meaning);
        }
        content.raw("</li>");
    }
    content.raw("</ul>");
}

fn enumeration(kind: Type) -> Option<&'static Enumeration> {
    match kind {
        Type::Enumeration(enumeration) => Some(enumeration),
        Type::Array(array) => enumeration(array.item),
        Type::List(list) => enumeration(list.item),
        Type::Scalar(_) | Type::Structure(_) | Type::Any | Type::Xml(_) | Type::DataSet(_) => None,
    }
}

pub(super) fn push_declared_columns(content: &mut Html, operation: &Operation) {
    if operation.columns.is_empty() {
        return;
    }
    content.raw("<section aria-labelledby=\"columns\">\n<h2 id=\"columns\">Columns of the result</h2>\n<p>");
    if let Some(table) = operation.table {
        content.raw("Of the table <code>").text(table).raw("</code>. ");
    }
    content.raw("There may be others.</p>\n");
    push_table(content, "columns", &outline::of_columns(operation.columns), false);
    content.raw("</section>\n");
}

fn push_data_sets(content: &mut Html, data_sets: &[&'static DataSetType]) {
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
            push_table(content, "data-sets", &outline::of_columns(table.columns), false);
        }
    }
    content.raw("</section>\n");
}
