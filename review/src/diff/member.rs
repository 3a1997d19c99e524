//! One member: each property that changed is a change of its own, as if nothing else had changed.

use super::both::Both;
use super::draft::{Draft, Rust, Spot};
use super::marks::marks;
use super::members::Lists;
use super::owner::Owner;
use super::reading::value_kind;
use super::type_steps::{TypeChange, TypeStep, parameter_kind, steps};
use super::words::{item_name, member_named, owner_words, place_words, presence_words, type_words};
use super::{Class, Kind, Step};
use crate::diagnostic::quoted;
use crate::model::{Member, Presence, Type};

/// A member as both versions have it.
pub(super) struct Pair<'p> {
    pub(super) lists: &'p Lists<'p>,
    pub(super) old: &'p Member,
    pub(super) new: &'p Member,
    /// The old one with its own numbers of types.
    pub(super) named: Option<&'p Member>,
    pub(super) spot: Spot,
}

impl Pair<'_> {
    /// ` of …`
    pub(super) fn of(&self) -> String {
        if self.lists.owner == Owner::Common { String::new() } else { format!(" of {}", owner_words(&self.lists.spot)) }
    }

    fn has_other_type(&self) -> bool {
        self.old.kind != self.new.kind
    }

    fn type_kind(&self, step: &TypeStep, both: &Both<'_>) -> Kind {
        match step.change {
            TypeChange::ItemName => return Kind::ArrayItemRenamed,
            TypeChange::ItemNamespace => return Kind::NameNamespaceChanged,
            TypeChange::ItemsNullable(true) => return Kind::ArrayItemsBecameNullable,
            TypeChange::ItemsNullable(false) => return Kind::ArrayItemsNoLongerNullable,
            TypeChange::Alternatives => return Kind::ArrayAlternativesChanged,
            TypeChange::TypeName => return Kind::ArrayTypeRenamed,
            TypeChange::Type => {}
        }
        match self.lists.owner {
            Owner::Common | Owner::Request => parameter_kind(&step.from, &step.to, both),
            Owner::RequestHeaders => Kind::RequestHeaderTypeChanged,
            Owner::ResponseHeaders => Kind::ResponseHeaderTypeChanged,
            Owner::Outputs => Kind::OutputTypeChanged,
            Owner::Result => Kind::ResultTypeChanged,
            Owner::Structure | Owner::Alternatives => Kind::MemberTypeChanged,
        }
    }
}

impl Both<'_> {
    /// What changed of one member. Each property is a change of its own, as if nothing else had changed.
    pub(super) fn member(&self, pair: &Pair<'_>, out: &mut Vec<Draft>) {
        let mut drafts = Vec::new();
        self.name(pair, &mut drafts);
        self.place(pair, &mut drafts);
        self.kind_and_presence(pair, &mut drafts);
        marks(pair, &mut drafts);
        out.extend(drafts);
        self.alternatives(pair, out);
    }

    fn name(&self, pair: &Pair<'_>, out: &mut Vec<Draft>) {
        let (old, new, owner) = (pair.old, pair.new, pair.lists.owner);
        let other_field = pair.lists.are_fields() && old.field != new.field;
        let noun = owner.noun();
        let of = pair.of();
        if old.name != new.name {
            let hybrid = Member { name: new.name.clone(), ..old.clone() };
            let in_case_only = old.name.to_lowercase() == new.name.to_lowercase();
            let kind = owner.renamed(old.field == new.field, in_case_only);
            let what = if in_case_only {
                format!("the {noun} {}{of} is written {} now", member_named(old), member_named(new))
            } else {
                format!("the {noun} {}{of} is called {} now", member_named(old), member_named(new))
            };
            let mut draft = Draft::new(kind, pair.spot.clone(), what)
                .met(self.met(pair.lists.road, Some(old), Some(&hybrid)))
                .rust(Rust::both_if(other_field));
            if !other_field && pair.lists.are_fields() {
                draft = draft.follows("its name in Rust is the same, so that no compiler tells anybody");
            }
            out.push(draft);
        } else if old.field != new.field {
            let what = format!(
                "the {noun} {}{of} is called {} in Rust, and was {}",
                member_named(old),
                quoted(&new.field),
                quoted(&old.field)
            );
            let draft = Draft::new(owner.rust_name_changed(), pair.spot.clone(), what).rust(Rust::both_if(other_field));
            out.push(if other_field { draft } else { draft.class(Class::Docs) });
        }
    }

    fn place(&self, pair: &Pair<'_>, out: &mut Vec<Draft>) {
        let (old, new) = (pair.old, pair.new);
        let (noun, of) = (pair.lists.owner.noun(), pair.of());
        if std::mem::discriminant(&old.place) != std::mem::discriminant(&new.place) {
            let hybrid = Member { place: new.place.clone(), namespace: new.namespace.clone(), ..old.clone() };
            let what = format!(
                "the {noun} {}{of} is {}, and was {}",
                member_named(old),
                place_words(&new.place),
                place_words(&old.place)
            );
            let draft = Draft::new(Kind::PlaceChanged, pair.spot.clone(), what);
            out.push(
                draft
                    .met(self.met(pair.lists.road, Some(old), Some(&hybrid)))
                    .rust(Rust::both_if(self.field_differs(pair) && !pair.has_other_type())),
            );
        } else if old.namespace != new.namespace {
            let hybrid = Member { namespace: new.namespace.clone(), ..old.clone() };
            let what = format!("the {noun} {}{of} is in another namespace", member_named(old));
            out.push(
                Draft::new(Kind::NameNamespaceChanged, pair.spot.clone(), what)
                    .met(self.met(pair.lists.road, Some(old), Some(&hybrid)))
                    .step(Step::Major),
            );
        }
        if old.part != new.part {
            let hybrid = Member { part: new.part.clone(), ..old.clone() };
            let name = |member: &Member| quoted(member.part.as_ref().unwrap_or(&member.name));
            let what = format!(
                "the part of the {noun} {}{of} is called {}, and was {}",
                member_named(old),
                name(new),
                name(old)
            );
            out.push(Draft::new(Kind::PartRenamed, pair.spot.clone(), what).met(self.met(
                pair.lists.road,
                Some(old),
                Some(&hybrid),
            )));
        }
    }

    fn kind_and_presence(&self, pair: &Pair<'_>, out: &mut Vec<Draft>) {
        let (old, new) = (pair.old, pair.new);
        let is_usual = |member: &Member, types| {
            member.presence == member.usual_presence(value_kind(types, &member.kind).is_value())
        };
        // Presence that follows from the rest is no change of its own.
        let follows = is_usual(old, &self.old_types) && is_usual(new, &self.new_types);
        let with_presence = |hybrid: Member| if follows { Member { presence: new.presence, ..hybrid } } else { hybrid };
        let mut differs = self.field_differs(pair)
            && std::mem::discriminant(&old.place) == std::mem::discriminant(&new.place)
            || pair.has_other_type() && self.field_differs(pair);
        // In Rust they are one type: it is told once.
        // An array with an element around it, and one without: that is one change.
        let is_array = |member: &Member| matches!(member.kind, Type::Array(_));
        let is_unwrapped = old.repeated != new.repeated && is_array(old) != is_array(new);
        let told = if is_unwrapped { Vec::new() } else { steps(&old.kind, &new.kind, self) };
        for step in told {
            let hybrid = with_presence(Member { kind: step.hybrid.clone(), ..old.clone() });
            let what = self.type_sentence(pair, &step);
            let draft = Draft::new(pair.type_kind(&step, self), pair.spot.clone(), what)
                .met(self.met(pair.lists.road, Some(old), Some(&hybrid)))
                .rust(Rust::both_if(differs));
            out.push(match step.change {
                TypeChange::ItemName if !differs => {
                    draft.follows("nothing changes in Rust, so that no compiler tells anybody")
                }
                TypeChange::TypeName => draft
                    .class(Class::Behaviour)
                    .follows("over GET and POST the root of a result is called after it, which clients that others generated may mind"),
                _ => draft,
            });
            // In Rust they are one type: it is told once.
            differs = false;
        }
        let mut rust = || std::mem::take(&mut differs);
        let (noun, of) = (pair.lists.owner.noun(), pair.of());
        if old.repeated != new.repeated {
            let kind = if is_unwrapped { &new.kind } else { &old.kind };
            let hybrid = with_presence(Member { repeated: new.repeated, kind: kind.clone(), ..old.clone() });
            let (kind, what) = if new.repeated {
                (Kind::BecameRepeated, format!("the {noun} {}{of} may stand any number of times", member_named(old)))
            } else {
                (
                    Kind::NoLongerRepeated,
                    format!("the {noun} {}{of} stands once, and could any number of times", member_named(old)),
                )
            };
            let draft = Draft::new(kind, pair.spot.clone(), what);
            out.push(draft.met(self.met(pair.lists.road, Some(old), Some(&hybrid))).rust(Rust::both_if(rust())));
        }
        if old.default != new.default {
            // What has a default may be left out.
            let hybrid = Member { default: new.default.clone(), presence: new.presence, ..old.clone() };
            let shown = |member: &Member| member.default.as_deref().map_or_else(|| "nothing".to_owned(), quoted);
            let what =
                format!("an absent {noun} {}{of} means {}, and meant {}", member_named(old), shown(new), shown(old));
            let draft = Draft::new(Kind::DefaultChanged, pair.spot.clone(), what).class(Class::Behaviour);
            // Nobody reads a header that is not there.
            let hybrid = if pair.lists.road.may_lack { old.clone() } else { hybrid };
            out.push(draft.met(self.met(pair.lists.road, Some(old), Some(&hybrid))).rust(Rust::both_if(rust())));
        }
        if old.presence != new.presence && !follows {
            out.push(self.presence(pair, rust()));
        }
    }

    fn presence(&self, pair: &Pair<'_>, is_rust: bool) -> Draft {
        let (old, new, owner) = (pair.old, pair.new, pair.lists.owner);
        let hybrid = Member { presence: new.presence, ..old.clone() };
        let is_returned = owner.is_returned();
        let null = (old.presence.is_nullable(), new.presence.is_nullable());
        let is_required = |member: &Member| matches!(member.presence, Presence::Required | Presence::Nullable);
        let kind = match owner {
            Owner::Common | Owner::Request => match null {
                (false, true) => Kind::ParameterBecameNullable,
                (true, false) => Kind::ParameterNoLongerNullable,
                _ if is_required(new) => Kind::ParameterBecameRequired,
                _ => Kind::ParameterBecameOptional,
            },
            Owner::RequestHeaders => Kind::RequestHeaderPresenceChanged,
            Owner::ResponseHeaders => Kind::ResponseHeaderPresenceChanged,
            Owner::Outputs => Kind::OutputPresenceChanged,
            Owner::Result => match null {
                (false, true) => Kind::ResultBecameNullable,
                (true, false) => Kind::ResultNoLongerNullable,
                _ => Kind::OutputPresenceChanged,
            },
            Owner::Structure | Owner::Alternatives => Kind::MemberPresenceChanged,
        };
        let what = format!(
            "the {} {}{} {}, and {}",
            owner.noun(),
            member_named(old),
            pair.of(),
            presence_words(new.presence, is_returned).0,
            presence_words(old.presence, is_returned).1
        );
        let draft = Draft::new(kind, pair.spot.clone(), what).rust(Rust::both_if(is_rust));
        // A result that is null says so by itself.
        let draft = match owner {
            Owner::Result => draft.follows("a client is told that a result is null, and a call does not fail by it"),
            // A header that is null is not sent.
            Owner::RequestHeaders => {
                let [old, new] = [old, &hybrid].map(|member| Member {
                    presence: match member.presence {
                        Presence::Nullable | Presence::OptionalNullable => Presence::Optional,
                        presence => presence,
                    },
                    ..member.clone()
                });
                draft.met(self.met(pair.lists.road, Some(&old), Some(&new)))
            }
            _ => draft.met(self.met(pair.lists.road, Some(old), Some(&hybrid))),
        };
        match kind {
            Kind::ParameterBecameRequired => draft
                .class(Class::Behaviour)
                .step(Step::Major)
                .follows("a call that does not give it compiles and is refused before it is sent"),
            Kind::ParameterBecameNullable | Kind::ParameterBecameOptional => {
                draft.class(Class::Add).for_implementors().follows("a service may get none where it always got one")
            }
            Kind::ParameterNoLongerNullable => draft.step(Step::Major),
            _ => draft.class(Class::Behaviour).for_implementors(),
        }
    }

    /// Whether its type in Rust is another one, or lacks something that it had.
    fn field_differs(&self, pair: &Pair<'_>) -> bool {
        let (Some(rust), Some(named)) = (pair.lists.rust, pair.named) else { return false };
        let items = self.old_rust.item_variants(&named.kind);
        let Some((old, new)) = rust.fields else {
            // It is no field: what its items are is still there if anything else has it.
            return !items.is_empty() && !self.new_rust.has_item_variants(&items);
        };
        let after = self.new_rust.item_variants(&pair.new.kind);
        self.old_rust.field(old, named) != self.new_rust.field(new, pair.new)
            || items.len() != after.len()
            || items.iter().any(|variant| !after.contains(variant))
    }

    fn type_sentence(&self, pair: &Pair<'_>, step: &TypeStep) -> String {
        let (noun, of, name) = (pair.lists.owner.noun(), pair.of(), member_named(pair.old));
        let old = |kind: &Type| type_words(kind, &self.old_types);
        let new = |kind: &Type| type_words(kind, &self.new_types);
        match &step.change {
            TypeChange::Type => {
                format!("the {noun} {name}{of} is {}, and was {}", new(&step.hybrid), old(&pair.old.kind))
            }
            TypeChange::ItemName => format!(
                "the items of the {noun} {name}{of} are called {}, and were {}",
                item_name(&step.to),
                item_name(&step.from)
            ),
            TypeChange::ItemNamespace => format!("the items of the {noun} {name}{of} are in another namespace"),
            TypeChange::ItemsNullable(true) => format!("items of the {noun} {name}{of} may be null"),
            TypeChange::ItemsNullable(false) => format!("items of the {noun} {name}{of} must not be null any more"),
            TypeChange::Alternatives => format!("the alternatives of the items of the {noun} {name}{of} are others"),
            TypeChange::TypeName => format!("the type of the {noun} {name}{of} has another name"),
        }
    }
}
