//! Members: parameters, headers, outputs, members of structures, alternatives of choices. Each changed facet of a member is a change of its own,
//! judged as if nothing else had changed.

use std::mem::{discriminant, take};

use super::Kind;
use super::facets::{Facet, Owner, PresenceChange};
use super::finding::{Finding, Location};
use super::judge::{Circumstance, Rust};
use super::kinds::{NOTHING_IN_RUST, SAME_IN_RUST};
use super::member_types::{TypeChange, TypeStep, parameter_kind, steps, value_kind};
use super::owner::{Lists, Pair};
use super::renames;
use super::values;
use super::versions::Versions;
use super::words::{
    digits_words, end_date_words, item_name, member_named, owner_words, position_words, presence_words, type_words,
};
use crate::matching::Paired;
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::model::{ArrayType, Content, Member, Presence, Role, Type};

impl Versions<'_> {
    pub(super) fn members(&self, lists: &Lists<'_>, out: &mut Vec<Finding>) {
        if lists.old == lists.new {
            return;
        }
        let matching = renames::members(lists.old, lists.new);
        self.matched_members(lists, matching.walk(lists.old, lists.new), out);
        let kind = match lists.owner {
            Owner::Structure => Kind::MembersReordered,
            Owner::Outputs => Kind::OutputsReordered,
            _ => return,
        };
        if matching.is_reordered() {
            let names: [&str; 2] = [lists.owner.noun(), &owner_words(&lists.location)];
            out.push(lists.location.finding(kind, &names));
        }
    }

    pub(super) fn matched_members(&self, lists: &Lists<'_>, items: Vec<Paired<'_, Member>>, out: &mut Vec<Finding>) {
        for item in items {
            let location = lists.location_of(item.versions());
            match item {
                Paired::Both((number, old), (_, new)) if old != new => {
                    self.member(&Pair { lists, old, new, named: lists.named(number), location }, out);
                }
                Paired::Both(..) => {}
                Paired::New(_, new) => out.push(self.added(lists, new, &location)),
                Paired::Old(number, old) => out.push(self.removed(lists, old, lists.named(number), &location)),
            }
        }
    }

    pub(super) fn added(&self, lists: &Lists<'_>, member: &Member, location: &Location) -> Finding {
        let kind = lists.owner.kind(Facet::Added { required: member.presence == Presence::Required });
        let (of, name) = (owner_words(&lists.location), member_named(member));
        let presence = presence_words(member.presence);
        let names: &[&str] =
            if lists.owner == Owner::Common { &[&name] } else { &[lists.owner.noun(), &name, &of, presence] };
        let finding = location.finding(kind, names).values([values::presence(member.presence)]);
        finding.outcomes(self.outcomes(lists.directions, None, Some(member)))
    }

    /// `named` is the member with the type numbers of its own version, if Rust code contains it.
    pub(super) fn removed(
        &self,
        lists: &Lists<'_>,
        member: &Member,
        named: Option<&Member>,
        location: &Location,
    ) -> Finding {
        let kind = lists.owner.kind(Facet::Removed { required: member.presence == Presence::Required });
        let (of, name) = (owner_words(&lists.location), member_named(member));
        let words: &[&str] = if lists.owner == Owner::Common { &[&name] } else { &[lists.owner.noun(), &name, &of] };
        let is_rust = lists.are_fields() || named.is_some_and(|named| self.items_are_gone(named));
        location
            .finding(kind, words)
            .outcomes(self.outcomes(lists.directions, Some(member), None))
            .rust(Rust::both_if(is_rust))
            .follows_if(
                !lists.directions.travels.requests.is_empty(),
                "the service ignores the value that deployed clients send",
            )
    }

    /// Whether the new Rust code lacks the enumeration of the array's items.
    fn items_are_gone(&self, named: &Member) -> bool {
        let variants = self.old_rust.item_variants(&named.kind);
        !variants.is_empty() && !self.new_rust.has_item_variants(&variants)
    }

    pub(super) fn member(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        self.name(pair, out);
        self.position(pair, out);
        self.kind_and_presence(pair, out);
        annotations(pair, out);
        self.alternatives(pair, out);
    }

    /// A change of one facet. `hybrid` is the old member with this change alone.
    fn facet(&self, pair: &Pair<'_>, kind: Kind, names: &[&str], hybrid: &Member) -> Finding {
        pair.location.finding(kind, names).outcomes(self.outcomes(pair.lists.directions, Some(pair.old), Some(hybrid)))
    }

    fn name(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        let (old, new, owner) = (pair.old, pair.new, pair.lists.owner);
        let is_same_field = old.field == new.field;
        let is_rust = Rust::both_if(pair.lists.are_fields() && !is_same_field);
        if old.name != new.name {
            let in_case_only = old.name.to_lowercase() == new.name.to_lowercase();
            let verb = if in_case_only { "is now spelt" } else { "was renamed to" };
            let kind = owner.kind(Facet::Renamed { in_case_only, in_rust: !is_same_field });
            let called = format!("{verb} {}", member_named(new));
            let hybrid = Member { name: new.name.clone(), ..old.clone() };
            let finding = self.facet(pair, kind, &[&pair.subject(), &called], &hybrid).rust(is_rust);
            out.push(finding.follows_if(pair.lists.are_fields() && is_rust == Rust::Nobody, SAME_IN_RUST));
        } else if !is_same_field {
            let called = format!("has the Rust name {} (was {})", quoted(&new.field), quoted(&old.field));
            let finding = pair
                .location
                .finding(owner.kind(Facet::RustName), &[&pair.subject(), &called])
                .values([&old.field, &new.field])
                .rust(is_rust);
            out.push(finding.when(is_rust == Rust::Nobody, Circumstance::OnlyInSpec));
        }
    }

    fn position(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        let (old, new, subject) = (pair.old, pair.new, pair.subject());
        if discriminant(&old.place) != discriminant(&new.place) {
            let hybrid = Member { place: new.place.clone(), namespace: new.namespace.clone(), ..old.clone() };
            let names: [&str; 3] = [&subject, position_words(&new.place), position_words(&old.place)];
            let is_rust = self.field_differs(pair) && old.kind == new.kind;
            let values = [&old.place, &new.place].map(values::position);
            let finding = self.facet(pair, Kind::PlaceChanged, &names, &hybrid).values(values);
            out.push(finding.rust(Rust::both_if(is_rust)));
        } else if old.namespace != new.namespace {
            let hybrid = Member { namespace: new.namespace.clone(), ..old.clone() };
            let values = [&old.namespace, &new.namespace].map(values::namespace);
            let finding = self.facet(pair, Kind::NameNamespaceChanged, &[&format!("{subject} is")], &hybrid);
            out.push(finding.values(values));
        }
        if old.wildcard != new.wildcard {
            let [was, is] = [old, new].map(|member| values::wildcard(&member.wildcard));
            let finding = pair.location.finding(Kind::WildcardChanged, &[&is, &subject, &was]);
            out.push(finding.only_values([subject.clone(), is, was]));
        }
        if old.part != new.part {
            let hybrid = old.clone().with(|facets| facets.part.clone_from(&new.part));
            let name = |member: &Member| quoted(member.part.as_ref().unwrap_or(&member.name));
            out.push(self.facet(pair, Kind::PartRenamed, &[&subject, &name(new), &name(old)], &hybrid));
        }
    }

    fn kind_and_presence(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        let (old, new, subject) = (pair.old, pair.new, pair.subject());
        let is_usual = |member: &Member, types| {
            member.presence == member.usual_presence(value_kind(types, &member.kind).is_value())
        };
        // A presence that follows from the type is not a change of its own.
        let follows = is_usual(old, &self.old_types) && is_usual(new, &self.new_types);
        let with_presence = |hybrid: Member| {
            let presence = if follows { new.presence } else { hybrid.presence };
            hybrid.with(|facets| facets.presence = presence)
        };
        let is_same_place = discriminant(&old.place) == discriminant(&new.place);
        // They are one type in Rust: the first change reports it.
        let mut differs = Rust::both_if((is_same_place || old.kind != new.kind) && self.field_differs(pair));
        // An array that gains or loses the element around it is one change.
        let is_array = |member: &Member| matches!(member.kind, Type::Array(_));
        let is_unwrapped = old.repeated != new.repeated && is_array(old) != is_array(new);
        let steps =
            if is_unwrapped { Vec::new() } else { steps(&old.kind, &new.kind, (&self.old_types, &self.new_types)) };
        for step in steps {
            let hybrid = with_presence(Member { kind: step.hybrid.clone(), ..old.clone() });
            let finding = self.type_step(pair, &step, &hybrid).rust(differs);
            let is_unseen = step.change == TypeChange::ItemName && differs == Rust::Nobody;
            out.push(finding.follows_if(is_unseen, NOTHING_IN_RUST));
            differs = Rust::Nobody;
        }
        if old.content != new.content {
            let words = |member: &Member| member.content.map_or("text", Content::title);
            let values = [old, new].map(|member| member.content.map_or("", Content::name));
            let finding =
                pair.location.finding(Kind::ContentChanged, &[&subject, words(new), words(old)]).values(values);
            out.push(finding.rust(take(&mut differs)));
        }
        if old.repeated != new.repeated {
            let kind = if is_unwrapped { &new.kind } else { &old.kind };
            let hybrid = Member { kind: kind.clone(), ..old.clone() };
            let hybrid = with_presence(hybrid.with(|facets| facets.repeated = new.repeated));
            let kind = if new.repeated { Kind::BecameRepeated } else { Kind::NoLongerRepeated };
            out.push(self.facet(pair, kind, &[&subject], &hybrid).rust(take(&mut differs)));
        }
        if old.default != new.default {
            // A parameter with a default is optional. An absent header is not read at all.
            let hybrid = if pair.lists.directions.may_lack {
                old.clone()
            } else {
                old.clone().with(|facets| (facets.default, facets.presence) = (new.default.clone(), new.presence))
            };
            let words = |member: &Member| member.default.as_deref().map_or_else(|| "none".to_owned(), quoted);
            let finding = self.facet(pair, Kind::DefaultChanged, &[&subject, &words(new), &words(old)], &hybrid);
            out.push(finding.rust(take(&mut differs)));
        }
        if old.presence != new.presence && !follows {
            out.push(self.presence(pair).rust(take(&mut differs)));
        }
    }

    fn type_step(&self, pair: &Pair<'_>, step: &TypeStep, hybrid: &Member) -> Finding {
        let (subject, owner) = (pair.subject(), pair.lists.owner);
        let facet = |kind, names: &[&str]| {
            let types = [values::kind(&pair.old.kind, &self.old_types), values::kind(&step.hybrid, &self.new_types)];
            self.facet(pair, kind, names, hybrid).values(types)
        };
        let arrays = || [&step.from, &step.to].into_iter().filter_map(array);
        match &step.change {
            TypeChange::Type => {
                let is_parameter = matches!(owner, Owner::Common | Owner::Request);
                let kind = if is_parameter {
                    parameter_kind(&step.from, &step.to, (&self.old_types, &self.new_types))
                } else {
                    owner.kind(Facet::Type)
                };
                let (new, old) =
                    (type_words(&step.hybrid, &self.new_types), type_words(&pair.old.kind, &self.old_types));
                facet(kind, &[&subject, &new, &old])
            }
            TypeChange::ItemName => {
                let names = arrays().map(|array| array.item_name.clone());
                facet(Kind::ArrayItemRenamed, &[&subject, &item_name(&step.to), &item_name(&step.from)]).values(names)
            }
            TypeChange::ItemNamespace => {
                let finding = facet(Kind::NameNamespaceChanged, &[&format!("items of {subject} are")]);
                let of_items = arrays().map(|array| values::namespace(&array.item_namespace));
                finding.when(true, Circumstance::OfItems).values(of_items)
            }
            TypeChange::ItemsNullable(true) => facet(Kind::ArrayItemsBecameNullable, &[&subject]),
            TypeChange::ItemsNullable(false) => facet(Kind::ArrayItemsNoLongerNullable, &[&subject]),
            TypeChange::Alternatives => facet(Kind::ArrayAlternativesChanged, &[&subject]),
            TypeChange::TypeName => {
                let names = arrays().map(|array| values::type_name(array.name.as_deref(), &array.namespace));
                facet(Kind::ArrayTypeRenamed, &[&subject]).values(names)
            }
        }
    }

    fn presence(&self, pair: &Pair<'_>) -> Finding {
        let (old, new, owner) = (pair.old, pair.new, pair.lists.owner);
        let change = match (old.presence.is_nullable(), new.presence.is_nullable()) {
            (false, true) => PresenceChange::BecameNullable,
            (true, false) => PresenceChange::NoLongerNullable,
            _ if matches!(new.presence, Presence::Required | Presence::Nullable) => PresenceChange::BecameRequired,
            _ => PresenceChange::BecameOptional,
        };
        let words = |member: &Member| presence_words(member.presence);
        let values = [old.presence, new.presence].map(values::presence);
        let finding = pair
            .location
            .finding(owner.kind(Facet::Presence(change)), &[&pair.subject(), words(new), words(old)])
            .values(values);
        let with = |presence: Presence| old.clone().with(|facets| facets.presence = presence);
        let outcomes =
            |old: Presence, new: Presence| self.outcomes(pair.lists.directions, Some(&with(old)), Some(&with(new)));
        match owner {
            // A null result is marked as null.
            Owner::Result => finding
                .follows_if(new.presence.is_nullable(), "a null result is not an error: check it with `is_null()`"),
            // A null header is not sent.
            Owner::RequestHeaders => {
                let sent = |presence| match presence {
                    Presence::Nullable | Presence::OptionalNullable => Presence::Optional,
                    presence => presence,
                };
                finding.outcomes(outcomes(sent(old.presence), sent(new.presence)))
            }
            _ => finding.outcomes(outcomes(old.presence, new.presence)),
        }
    }

    /// Whether its Rust type differs, or lacks an item that it had.
    fn field_differs(&self, pair: &Pair<'_>) -> bool {
        let (Some(rust), Some(named)) = (pair.lists.rust, pair.named) else { return false };
        let items = self.old_rust.item_variants(&named.kind);
        let Some((old, new)) = rust.fields else {
            // Not a field. Its item variants survive if another member declares them.
            return !items.is_empty() && !self.new_rust.has_item_variants(&items);
        };
        let after = self.new_rust.item_variants(&pair.new.kind);
        self.old_rust.field(old, named) != self.new_rust.field(new, pair.new)
            || items.len() != after.len()
            || items.iter().any(|variant| !after.contains(variant))
    }
}

fn array(kind: &Type) -> Option<&ArrayType> {
    match kind {
        Type::Array(array) => Some(array),
        _ => None,
    }
}

/// Facets that are not sent: scale, end date, secret, role and documentation.
fn annotations(pair: &Pair<'_>, out: &mut Vec<Finding>) {
    let (old, new, subject) = (pair.old, pair.new, pair.subject_now());
    if old.scale != new.scale {
        let names: [&str; 3] = [&subject, &digits_words(new.scale), &digits_words(old.scale)];
        out.push(pair.location.finding(Kind::ScaleChanged, &names).values([old.scale, new.scale].map(values::scale)));
    }
    if (old.end, old.resolution) != (new.end, new.resolution) {
        let names: [&str; 3] = [&subject, &end_date_words(new), &end_date_words(old)];
        out.push(pair.location.finding(Kind::EndDateChanged, &names).values([old, new].map(end_date_words)));
    }
    if old.secret != new.secret {
        out.push(pair.location.finding(if new.secret { Kind::SecretSet } else { Kind::SecretCleared }, &[&subject]));
    }
    let words = |role: Role| quoted(role.name());
    let role = match (old.role, new.role) {
        (old, new) if old == new => None,
        (None, Some(role)) => Some(pair.location.finding(Kind::RoleAdded, &[&subject, &words(role)])),
        (Some(role), None) => Some(pair.location.finding(Kind::RoleRemoved, &[&subject, &words(role)])),
        (Some(old), Some(new)) => Some(pair.location.finding(Kind::RoleChanged, &[&subject, &words(new), &words(old)])),
        (None, None) => None,
    };
    out.extend(role.map(|finding| finding.rust(if pair.loses_traits() { Rust::Users } else { Rust::Nobody })));
    if (&old.doc, &old.undocumented) != (&new.doc, &new.undocumented) {
        out.push(pair.location.finding(Kind::DocumentationChanged, &[&subject]));
    }
}
