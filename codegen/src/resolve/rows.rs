//! The paths to rows that operations state.

use asmx_types::Content;
use asmx_types::rows_path::step;
use asmx_types::rules::Kind;
use asmx_types::xml_name::encode_local_name;

use crate::diagnostic::{Code, Diagnostic, quoted};
use crate::model::{Member, Operation, Place, Service, Type, XmlKind, kinds};
use crate::read::ast;

/// Reports paths that the result of their operation lacks, and paths to DataSets, whose tables have names.
pub(super) fn check(sources: &[&ast::Operation], service: &Service, mistakes: &mut Vec<Diagnostic>) {
    for (source, operation) in sources.iter().zip(&service.operations) {
        let Some(rows) = &source.rows else { continue };
        let path = Path { service, path: &rows.value };
        // A mistake of the result has been reported.
        if operation.outputs.is_empty() && source.result_element.is_some() {
            continue;
        }
        if let Err((message, help)) = path.check(operation) {
            mistakes.push(Diagnostic::new(Code::UnknownRows, rows.span, message).help(help));
        }
    }
}

struct Path<'a> {
    service: &'a Service,
    path: &'a str,
}

/// The sentence of a diagnostic, and its help.
type Mistake = (String, String);

impl<'a> Path<'a> {
    fn check(&self, operation: &'a Operation) -> Result<(), Mistake> {
        let outputs = flat(&operation.outputs);
        let mut at = found(&outputs, self.path);
        if let (None, [lone]) = (at, outputs.as_slice()) {
            if is_xml(lone) {
                return Ok(());
            }
            self.refuse_tables(lone)?;
            // The name of a lone part may be left out.
            let inner = self.members(&lone.kind);
            at = found(&inner, self.path);
            if at.is_none() {
                return Err(self.missing(self.path, if inner.is_empty() { &outputs } else { &inner }));
            }
        }
        let Some((mut member, mut rest)) = at else { return Err(self.missing(self.path, &outputs)) };
        loop {
            if is_xml(member) {
                return Ok(());
            }
            self.refuse_tables(member)?;
            if rest.is_empty() {
                return Ok(());
            }
            let inner = self.members(&member.kind);
            (member, rest) = found(&inner, rest).ok_or_else(|| self.missing(rest, &inner))?;
        }
    }

    fn missing(&self, rest: &str, all: &[&Member]) -> Mistake {
        let names: Vec<String> = keys(all).map(|key| quoted(&key)).collect();
        let help = match names.as_slice() {
            [] => "remove `rows`: there is nothing inside".to_owned(),
            names => format!("there is {}", names.join(", ")),
        };
        let of_path = if rest == self.path { String::new() } else { format!(" of the path {}", quoted(self.path)) };
        (format!("the result has no {}{of_path}", quoted(rest)), help)
    }

    fn refuse_tables(&self, member: &Member) -> Result<(), Mistake> {
        let kind = member.kind.kind(kinds(&self.service.types));
        let has_tables = matches!(kind, Kind::Xml(XmlKind::DataSet | XmlKind::DataTable));
        if !has_tables {
            return Ok(());
        }
        let help = "remove `rows`: its tables have names, of which a caller chooses one".to_owned();
        Err((format!("{} is a DataSet", quoted(&member.name)), help))
    }

    /// The members inside of a value: inherited ones, its own, and those of derived types.
    fn members(&self, kind: &Type) -> Vec<&'a Member> {
        let Type::Named(index) = item(kind) else { return Vec::new() };
        let mut line = self.service.lineage(*index);
        line.reverse();
        let derived = self.service.derived();
        let derived = derived.get(*index).into_iter().flatten().filter_map(|derived| self.service.structure(*derived));
        let structures = line.into_iter().map(|(_, structure)| structure).chain(derived);
        structures.flat_map(|structure| flat(&structure.members)).collect()
    }
}

/// The members, with the alternatives of choices that are not repeated in their place.
fn flat(members: &[Member]) -> Vec<&Member> {
    let mut all = Vec::new();
    for member in members {
        match &member.place {
            Place::Choice(alternatives) if !member.repeated => all.extend(alternatives),
            _ => all.push(member),
        }
    }
    all
}

/// The member that a path begins with, and the rest of the path.
fn found<'m, 'p>(members: &[&'m Member], path: &'p str) -> Option<(&'m Member, &'p str)> {
    let (index, rest) = step(keys(members), path)?;
    Some((*members.get(index)?, rest))
}

/// The keys in JSON; empty for members without a name.
fn keys<'m>(members: &'m [&Member]) -> impl Iterator<Item = String> + 'm {
    members.iter().map(|member| match member.place {
        Place::Element => encode_local_name(&member.name).into_owned(),
        Place::Attribute => format!("@{}", encode_local_name(&member.name)),
        _ => String::new(),
    })
}

/// The type of an item, if the value is a list of them.
fn item(kind: &Type) -> &Type {
    match kind {
        Type::Array(array) if array.alternatives.is_empty() => &array.item,
        kind => kind,
    }
}

fn is_xml(member: &Member) -> bool {
    !member.repeated
        && match member.content {
            Some(content) => content == Content::Xml,
            None => member.kind == Type::Xml(XmlKind::Content),
        }
}
