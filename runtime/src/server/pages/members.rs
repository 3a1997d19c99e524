//! Tables of members (parameters, outputs, headers), of the members of their types, and of declared columns.

use super::html::Html;
use crate::operation::{DataSetType, DeclaredColumn, Enumeration, Member, Operation, Place, Presence, Structure, Type};

/// The most types on a page: some services have hundreds that hold each other.
const MAX_TYPES: usize = 200;

pub(super) fn push_section(content: &mut Html, id: &'static str, title: &'static str, members: &[&Member]) {
    begin_section(content, id, title);
    push_table(content, id, members, false);
}

/// Appends a section with the parameters of an operation; `by_http`: the operation is offered over GET or POST.
pub(super) fn push_parameters(content: &mut Html, parameters: &[&Member], by_http: bool) {
    begin_section(content, "parameters", "Parameters");
    if parameters.is_empty() {
        content.raw("<p>None.</p>\n");
    } else {
        push_table(content, "parameters", parameters, by_http);
    }
}

/// Begins a section. The caller ends it.
pub(super) fn begin_section(content: &mut Html, id: &'static str, title: &'static str) {
    content.raw("<section aria-labelledby=\"").raw(id).raw("\">\n<h2 id=\"").raw(id).raw("\">").raw(title);
    content.raw("</h2>\n");
}

/// Appends the named types of the members, direct and indirect ones, and a typed DataSet that is the result.
pub(super) fn push_types(content: &mut Html, members: &[&Member], result: Option<&'static DataSetType>) {
    let TypesOfMembers { structures, mut data_sets } = types_of(members);
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
        let members: Vec<&Member> = structure.members().iter().collect();
        if members.is_empty() {
            content.raw("<p>It has no members.</p>\n");
        } else {
            push_table(content, "types", &members, false);
        }
    }
    content.raw("</section>\n");
}

#[derive(Default)]
struct TypesOfMembers {
    structures: Vec<&'static Structure>,
    data_sets: Vec<&'static DataSetType>,
}

/// The structures and typed DataSets of the members, each once, before the types that they hold.
fn types_of(members: &[&Member]) -> TypesOfMembers {
    let mut found = TypesOfMembers::default();
    for member in members {
        find_in_member(member, &mut found);
    }
    let mut next = 0;
    while let Some(structure) = found.structures.get(next).copied() {
        next += 1;
        structure.members().iter().for_each(|member| find_in_member(member, &mut found));
        structure.derived().iter().for_each(|derived| find(Type::Structure(derived), &mut found));
    }
    found.structures.retain(|structure| !structure.name.is_empty());
    found.structures.truncate(MAX_TYPES);
    found
}

fn find_in_member(member: &Member, found: &mut TypesOfMembers) {
    match member.place {
        Place::Choice(alternatives) => alternatives.iter().for_each(|member| find_in_member(member, found)),
        Place::Element | Place::Attribute | Place::Text => find(member.kind, found),
        Place::Mixed | Place::AnyElements | Place::AnyAttributes => {}
    }
}

fn find(kind: Type, found: &mut TypesOfMembers) {
    match kind {
        Type::Structure(structure) => {
            let is_known = found.structures.iter().any(|known| std::ptr::eq(*known, structure));
            if !is_known && found.structures.len() < 2 * MAX_TYPES {
                found.structures.push(structure);
            }
        }
        Type::DataSet(data_set) => {
            if !found.data_sets.contains(&data_set) && found.data_sets.len() < MAX_TYPES {
                found.data_sets.push(data_set);
            }
        }
        Type::Array(array) if array.alternatives.is_empty() => find(array.item, found),
        Type::Array(array) => array.alternatives.iter().for_each(|member| find_in_member(member, found)),
        Type::Scalar(_) | Type::Enumeration(_) | Type::List(_) | Type::Any | Type::Xml(_) => {}
    }
}

fn push_table(content: &mut Html, id: &'static str, members: &[&Member], by_http: bool) {
    // On a small screen the table scrolls sideways, by keyboard too.
    content.raw("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"").raw(id);
    content.raw("\"><table>\n<thead><tr>");
    content.raw("<th scope=\"col\">Name</th><th scope=\"col\">Type</th><th scope=\"col\">Presence</th>");
    let meanings = members.iter().any(|member| !member.doc.is_empty() || enumeration(member.kind).is_some());
    content.raw(if meanings {
        "<th scope=\"col\">Meaning</th></tr></thead>\n<tbody>\n"
    } else {
        "</tr></thead>\n<tbody>\n"
    });
    for member in members {
        push_member(content, member, meanings, by_http);
    }
    content.raw("</tbody></table></div>\n");
}

fn push_member(content: &mut Html, member: &Member, meanings: bool, by_http: bool) {
    content.raw("<tr><th scope=\"row\">");
    if !member.name.is_empty() {
        content.raw("<code>").text(member.name).raw("</code>");
    }
    if member.place == Place::Attribute {
        content.raw(" <small>attribute</small>");
    }
    content.raw("</th><td>").text(&type_of(member)).raw("</td><td>").raw(match (member.presence, member.repeated) {
        (_, true) => "any number",
        (Presence::Required, _) => "required",
        (Presence::Optional, _) => "optional",
        (Presence::Nullable, _) => "may be null",
        (Presence::OptionalNullable, _) => "optional, may be null",
    });
    if let Some(default) = member.default {
        content.raw("; by default <code>").text(default).raw("</code>");
        if by_http && !member.repeated && member.presence != Presence::Required {
            content.raw("; required over GET and POST");
        }
    }
    if meanings {
        content.raw("</td><td>").words(member.doc);
        push_values(content, member);
    }
    content.raw("</td></tr>\n");
}

fn push_values(content: &mut Html, member: &Member) {
    let Some(enumeration) = enumeration(member.kind) else { return };
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

pub(super) fn type_of(member: &Member) -> String {
    match member.place {
        Place::Element | Place::Attribute | Place::Text => type_name(member.kind),
        Place::Choice(alternatives) => one_of(alternatives),
        Place::Mixed => "text and elements".to_owned(),
        Place::AnyElements => "other elements".to_owned(),
        Place::AnyAttributes => "other attributes".to_owned(),
    }
}

fn one_of(alternatives: &[Member]) -> String {
    let alternatives = alternatives.iter().map(|member| match member.name {
        "" => type_of(member),
        name => format!("{name}: {}", type_of(member)),
    });
    format!("one of {}", alternatives.collect::<Vec<_>>().join(", "))
}

pub(super) fn type_name(kind: Type) -> String {
    match kind {
        Type::Array(array) if array.alternatives.is_empty() => format!("array of {}", type_name(array.item)),
        Type::Array(array) => format!("array of {}", one_of(array.alternatives)),
        Type::List(list) => format!("list of {}", type_name(list.item)),
        Type::Enumeration(enumeration) if enumeration.flags => format!("set of {}", enumeration.name),
        Type::Structure(structure) if structure.name.is_empty() => {
            let members: Vec<_> = structure.members().iter().map(type_of_nameless).collect();
            format!("structure of {}", members.join(", "))
        }
        Type::Any => "any type".to_owned(),
        kind => kind.name(),
    }
}

/// The type of a member of a nameless structure in words. Nameless structures inside it are not listed.
fn type_of_nameless(member: &Member) -> String {
    match (member.place, member.kind) {
        (Place::Element | Place::Attribute | Place::Text, Type::Structure(_) | Type::Array(_))
        | (Place::Choice(_), _) => {
            if member.name.is_empty() {
                "others".to_owned()
            } else {
                member.name.to_owned()
            }
        }
        _ if member.name.is_empty() => type_of(member),
        _ => format!("{}: {}", member.name, type_of(member)),
    }
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
    push_columns(content, "columns", operation.columns);
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
            push_columns(content, "data-sets", table.columns);
        }
    }
    content.raw("</section>\n");
}

fn push_columns(content: &mut Html, id: &'static str, columns: &[DeclaredColumn]) {
    // On a small screen the table scrolls sideways, by keyboard too.
    content
        .raw("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"")
        .raw(id)
        .raw("\"><table>\n<thead><tr>")
        .raw("<th scope=\"col\">Name</th><th scope=\"col\">Type</th><th scope=\"col\">Value</th>");
    let meanings = columns.iter().any(|column| !column.doc.is_empty());
    content.raw(if meanings { "<th scope=\"col\">Meaning</th>" } else { "" }).raw("</tr></thead>\n<tbody>\n");
    for column in columns {
        content.raw("<tr><th scope=\"row\"><code>").text(column.name).raw("</code></th><td>").text(column.kind.name());
        content.raw("</td><td>").raw(if column.required { "always" } else { "may be null" });
        if meanings {
            content.raw("</td><td>").words(column.doc);
        }
        content.raw("</td></tr>\n");
    }
    content.raw("</tbody></table></div>\n");
}
