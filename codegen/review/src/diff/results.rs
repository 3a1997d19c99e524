//! Results of operations, their outputs and their columns.

use super::Kind;
use super::columns::declared_table;
use super::directions::Directions;
use super::facets::Owner;
use super::finding::{Finding, Location, blame};
use super::judge::Rust;
use super::member_types::Types;
use super::operations::Pair;
use super::outcome::{Outcome, Outcomes, Read};
use super::owner::{InRust, Lists, Pair as MemberPair};
use super::versions::Versions;
use asmx_codegen::emit::Fields;
use asmx_codegen::model::{
    Member, NamedTypeKind, OnContradiction, Operation, Place, Presence, Scalar, Transports, Type, XmlKind,
};

const NOTHING_EXPECTED: &str = "they refuse a response with a result because they expect none";
const NO_BODY: &str = "they fail to read a response without a body";
const OTHER_DOCUMENT: &str = "they do not find the document or value that they expect";
const NO_RESPONSE: &str = "they get no response";

/// The shape of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    None,
    String,
    Delimited,
    DataSet,
    Xml,
    Integers,
    Typed,
    Several,
}

impl Shape {
    const fn words(self) -> &'static str {
        match self {
            Self::None => "nothing",
            Self::String => "a string",
            Self::Delimited => "delimited text",
            Self::DataSet => "a DataSet",
            Self::Xml => "an XML document",
            Self::Integers => "integers",
            Self::Typed => "a value of a type",
            Self::Several => "several outputs",
        }
    }

    /// Its word in fingerprints.
    const fn value(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::String => "string",
            Self::Delimited => "delimited",
            Self::DataSet => "dataset",
            Self::Xml => "xml",
            Self::Integers => "integers",
            Self::Typed => "type",
            Self::Several => "outputs",
        }
    }

    fn of(operation: &Operation, types: &Types<'_>) -> Self {
        match operation.outputs.as_slice() {
            [] => Self::None,
            [only] if only.place == Place::Element && only.repeated => Self::Typed,
            [_] if operation.is_delimited() => Self::Delimited,
            [Member { kind: Type::Xml(XmlKind::Content), .. }] if operation.usual_result(|_| false).is_some() => {
                Self::Xml
            }
            [only] if only.place == Place::Element => Self::of_type(&only.kind, types),
            _ => Self::Several,
        }
    }

    fn of_type(kind: &Type, types: &Types<'_>) -> Self {
        let is_data_set = |index: &usize| {
            let named = types.get(*index).copied().flatten();
            named.is_some_and(|named| matches!(named.kind, NamedTypeKind::DataSet(_)))
        };
        match kind {
            Type::Scalar(Scalar::String) => Self::String,
            Type::Xml(XmlKind::DataSet) => Self::DataSet,
            Type::Named(index) if is_data_set(index) => Self::Typed,
            kind if kind.is_integers() => Self::Integers,
            _ => Self::Typed,
        }
    }
}

impl Versions<'_> {
    pub(super) fn result(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        let (old, new) = (pair.old, pair.new);
        let shapes = (Shape::of(old, &self.old_types), Shape::of(new, &self.new_types));
        let (mut before, after) = (old.outputs.clone(), &new.outputs);
        // A result that is named after its operation follows the operation's name.
        let (was, is) = (format!("{}Result", old.name), format!("{}Result", new.name));
        if let (Some(old_result), Some(new_result)) = (before.first_mut(), after.first())
            && was != is
            && (&old_result.name, &new_result.name) == (&was, &is)
        {
            old_result.name.clone_from(&new_result.name);
            old_result.field.clone_from(&new_result.field);
        }
        let first = out.len();
        let strictness = (self.old_rust.on_contradiction(pair.named), self.new_rust.on_contradiction(new));
        let is_strict = (strictness.0 == OnContradiction::Error, strictness.1 == OnContradiction::Error);
        let directions = Directions::output(pair.offered, is_strict);
        match shapes {
            (Shape::None, Shape::None) => {}
            (Shape::None, _) | (_, Shape::None) => out.push(self.result_or_none(pair, shapes, directions)),
            (old_shape, new_shape) if old_shape == Shape::Several || new_shape == Shape::Several => {
                self.outputs(pair, directions, (&before, after), out);
            }
            (old_shape, new_shape) if old_shape != new_shape => {
                out.push(self.other_shape(pair, shapes, directions, (&before, after)));
            }
            _ => {
                if let (Some(old_result), Some(new_result)) = (before.first(), after.first()) {
                    self.single(pair, directions, (old_result, new_result), out);
                }
            }
        }
        if old.messages.one_way != new.messages.one_way {
            self.one_way(pair, first, out);
        }
        self.table(pair, out);
        if shapes == (Shape::None, Shape::None) && old.result_doc != new.result_doc {
            let subject = format!("the result of {}", pair.name());
            out.push(pair.location.both("result").finding(Kind::DocumentationChanged, &[&subject]));
        }
    }

    fn other_rust(&self, pair: &Pair<'_>) -> bool {
        self.old_rust.result(pair.named) != self.new_rust.result(pair.new)
    }

    fn result_or_none(&self, pair: &Pair<'_>, (one, two): (Shape, Shape), directions: Directions) -> Finding {
        let http = pair.offered.and(Transports::HTTP);
        // A client that expects no result ignores the content of an envelope.
        let gets_more =
            |is_strict: bool| Outcome::of(if is_strict { Read::Fails(NOTHING_EXPECTED) } else { Read::Same }, http);
        let gets_none = |parts: &[Member], is_old: bool| {
            let mut outcome = Outcome::of(Read::Fails(NO_BODY), http);
            if let Some(expected) = parts.first() {
                let directions = Directions { is_strict: (false, false), ..directions };
                let found = if is_old {
                    self.outcomes(directions, Some(expected), None).old_clients
                } else {
                    self.outcomes(directions, None, Some(expected)).new_clients
                };
                outcome.add(Read::Silent("they read null, without an error"), found.transports().and(Transports::SOAP));
            }
            outcome
        };
        let outcomes = if one == Shape::None {
            Outcomes {
                old_clients: gets_more(directions.is_strict.0),
                new_clients: gets_none(&pair.new.outputs, false),
            }
        } else {
            Outcomes { old_clients: gets_none(&pair.old.outputs, true), new_clients: gets_more(directions.is_strict.1) }
        };
        self.kind_changed(pair, (one, two), outcomes)
    }

    fn other_shape(
        &self,
        pair: &Pair<'_>,
        (one, two): (Shape, Shape),
        directions: Directions,
        (before, after): (&[Member], &[Member]),
    ) -> Finding {
        let found = before.first().zip(after.first());
        let is_typed = one == Shape::Typed || two == Shape::Typed;
        let outcomes = if (one == Shape::Xml || two == Shape::Xml) && !is_typed {
            // A document must have exactly one root.
            Outcomes::by_both(Outcome::of(Read::Fails(OTHER_DOCUMENT), pair.offered))
        } else {
            // A null result is marked as null.
            let present = |member: &Member| member.clone().with(|facets| facets.presence = Presence::Required);
            found.map_or_else(Default::default, |(old, new)| {
                self.outcomes(directions, Some(&present(old)), Some(&present(new)))
            })
        };
        self.kind_changed(pair, (one, two), outcomes)
    }

    fn kind_changed(&self, pair: &Pair<'_>, (one, two): (Shape, Shape), outcomes: Outcomes) -> Finding {
        let names: [&str; 3] = [&pair.name(), two.words(), one.words()];
        let finding = pair.location.both("result").finding(Kind::ResultKindChanged, &names);
        let finding = finding.values([one, two].map(Shape::value));
        finding.outcomes(outcomes).rust(Rust::both_if(self.other_rust(pair)))
    }

    /// A lone result of the same shape in both versions.
    fn single(&self, pair: &Pair<'_>, directions: Directions, (old, new): (&Member, &Member), out: &mut Vec<Finding>) {
        let first = out.len();
        let location = pair.location.both("result");
        // A lone result is not a struct field: callers await the value itself.
        let new = Member { field: old.field.clone(), ..new.clone() };
        if *old == new {
            return;
        }
        let owner = Owner::Result;
        let (list_old, list_new) = ([old.clone()], [new.clone()]);
        let named = &pair.named.outputs;
        let rust = Some(InRust { named, fields: None });
        let lists = Lists { owner, location: pair.location.clone(), directions, old: &list_old, new: &list_new, rust };
        self.member(&MemberPair { lists: &lists, old, new: &new, named: named.first(), location }, out);
        if self.other_rust(pair) {
            blame(out.get_mut(first..).unwrap_or_default());
        }
    }

    fn outputs(
        &self,
        pair: &Pair<'_>,
        directions: Directions,
        (before, after): (&[Member], &[Member]),
        out: &mut Vec<Finding>,
    ) {
        let first = out.len();
        let has_struct = pair.named.names.output.is_some() && pair.new.names.output.is_some();
        // A lone value is not a field.
        let mut before = before.to_vec();
        for output in before.iter_mut().filter(|_| !has_struct) {
            if let Some(two) = after.iter().find(|two| two.name == output.name) {
                output.field.clone_from(&two.field);
            }
        }
        let before = before.as_slice();
        let lists = Lists {
            owner: Owner::Outputs,
            location: pair.location.clone(),
            directions,
            old: before,
            new: after,
            rust: has_struct.then_some(InRust {
                named: &pair.named.outputs,
                fields: Some((Fields::Output(pair.old_index), Fields::Output(pair.new_index))),
            }),
        };
        self.members(&lists, out);
        // Between one value and several, callers await another type.
        if self.other_rust(pair) {
            blame(out.get_mut(first..).unwrap_or_default());
        }
    }

    /// Reports that the operation lost or gained its response, in place of changes of the result kind.
    fn one_way(&self, pair: &Pair<'_>, first: usize, out: &mut Vec<Finding>) {
        let is_one_way = pair.new.messages.one_way;
        let kind = if is_one_way { Kind::BecameOneWay } else { Kind::NoLongerOneWay };
        let found = out.split_off(first);
        let result_changed = found.iter().any(|change| change.kind == Kind::ResultKindChanged);
        let expected = Outcome::of(Read::Fails(NO_RESPONSE), pair.offered);
        let outcomes = match (result_changed, is_one_way) {
            (false, _) => Outcomes::default(),
            (true, true) => Outcomes::by_old(expected),
            (true, false) => Outcomes::by_new(expected),
        };
        let finding = pair.location.finding(kind, &[&pair.name()]);
        out.push(finding.outcomes(outcomes).rust(Rust::both_if(self.other_rust(pair))));
        out.extend(found.into_iter().filter(|change| change.kind != Kind::ResultKindChanged));
    }

    fn table(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        let location: Location = pair.location.both("result").both("columns");
        match (&pair.old.table, &pair.new.table) {
            (None, Some(_)) => out.push(location.finding(Kind::ColumnsDeclared, &[&pair.name()])),
            (Some(_), None) => {
                out.push(location.finding(Kind::ColumnsWithdrawn, &[&pair.name()]).rust(Rust::Both));
            }
            (Some(old), Some(new)) if old != new => {
                let mut old = old.clone();
                // A row type that is named after its operation follows the operation's name.
                let row = |operation: &Operation| format!("{}Row", operation.names.request);
                let names = self.old.operations.get(pair.old_index);
                if names.is_some_and(|operation| old.row == row(operation)) && new.row == row(pair.new) {
                    old.row.clone_from(&new.row);
                }
                declared_table(&location, (&old, new), pair.new.is_delimited(), out);
            }
            _ => {}
        }
    }
}
