//! What a request takes: parameters, those of all operations among them, and headers.

use super::alignment::Alignment;
use super::both::{Both, Road};
use super::draft::{Draft, Rust, Spot};
use super::member::Pair as MemberPair;
use super::members::{InRust, Lists, aligned};
use super::operations::Pair;
use super::outcome::{Outcome, Set};
use super::owner::Owner;
use super::usage::Travels;
use super::words::{count, member_named};
use super::{Class, Kind, Step};
use crate::emit::Fields;
use crate::model::{Member, Messages, Role, Service};

/// Which parameters of all operations are the same, and which became parameters of single operations, or were.
pub(super) struct Common {
    alignment: Alignment,
    /// Numbers of the old ones that operations have by themselves now.
    became_own: Vec<usize>,
    /// Numbers of the new ones that operations had by themselves.
    were_own: Vec<usize>,
}

impl Common {
    pub(super) fn new(old: &Service, new: &Service) -> Self {
        let alignment = aligned(&old.common, &new.common);
        let own = |service: &Service, member: &Member| {
            let mut all = service.operations.iter().flat_map(|operation| &operation.parameters);
            all.any(|one| is_same(one, member))
        };
        let moved = |numbers: Vec<usize>, from: &Service, to: &Service| -> Vec<usize> {
            let is_own = |number: &usize| from.common.get(*number).is_some_and(|member| own(to, member));
            numbers.into_iter().filter(is_own).collect()
        };
        Self { became_own: moved(alignment.gone(), old, new), were_own: moved(alignment.come(), new, old), alignment }
    }
}

fn is_same(one: &Member, two: &Member) -> bool {
    (&one.name, &one.namespace, &one.place) == (&two.name, &two.namespace, &two.place)
}

impl Both<'_> {
    /// The parameters of all operations.
    pub(super) fn common(&self, common: &Common, out: &mut Vec<Draft>) {
        let (old, new) = (&self.old.common, &self.new.common);
        let offered = self.offered_by_any();
        let spot = Spot::service("common");
        let road = Road { is_due: true, ..Road::parameter(offered) };
        let rust = Some(InRust { named: &self.named.common, fields: None });
        let lists = Lists { owner: Owner::Common, spot: spot.clone(), road, old, new, rust };
        let mut alignment = common.alignment.clone();
        // Those that moved are told by themselves.
        for (numbers, members, kind, what) in [
            (
                &common.became_own,
                old,
                Kind::CommonParameterBecameOwn,
                "is one of single operations, and was one of all: it is a field of their requests",
            ),
            (
                &common.were_own,
                new,
                Kind::ParameterBecameCommon,
                "is one of all operations, and was one of single ones: requests have no field for it",
            ),
        ] {
            for member in numbers.iter().filter_map(|number| members.get(*number)) {
                let label = Some(member.name.as_str());
                let spot = spot.inside(label, label);
                let (spot, draft): (_, fn(Draft) -> Draft) = if kind == Kind::ParameterBecameCommon {
                    (spot.only_new(), |draft| draft.rust(Rust::Both))
                } else {
                    (spot.only_old(), |draft| draft.class(Class::Add))
                };
                let what = format!("the parameter {} {what}", member_named(member));
                out.push(draft(Draft::new(kind, spot, what).for_implementors()));
            }
        }
        let told = self.credentials(&lists, &alignment, common, out);
        let skip =
            |numbers: &[usize], told: &[usize], number: usize| numbers.contains(&number) || told.contains(&number);
        alignment.leave_out(
            |number| skip(&common.became_own, &told.0, number),
            |number| skip(&common.were_own, &told.1, number),
        );
        self.aligned_members(&lists, &alignment, out);
    }

    /// Credentials that came, went, or are others: one change, whatever parameters they are. Returns the numbers of the old and new
    /// parameters that are told with it.
    fn credentials(
        &self,
        lists: &Lists<'_>,
        alignment: &Alignment,
        common: &Common,
        out: &mut Vec<Draft>,
    ) -> (Vec<usize>, Vec<usize>) {
        let with_role = |members: &[Member], numbers: Vec<usize>, moved: &[usize]| -> Vec<usize> {
            let is_one = |number: &usize| {
                let role = members.get(*number).and_then(|member| member.role);
                role.is_some_and(Role::is_credential) && !moved.contains(number)
            };
            numbers.into_iter().filter(is_one).collect()
        };
        let gone = with_role(lists.old, alignment.gone(), &common.became_own);
        let come = with_role(lists.new, alignment.come(), &common.were_own);
        let names = |members: &[Member], numbers: &[usize]| {
            let names: Vec<String> =
                numbers.iter().filter_map(|number| members.get(*number)).map(member_named).collect();
            count(&names)
        };
        let has = |members: &[Member]| members.iter().any(|member| member.role.is_some_and(Role::is_credential));
        let (kind, what) = match (gone.is_empty(), come.is_empty()) {
            (true, true) => return (gone, come),
            (true, false) if !has(lists.old) => {
                (Kind::CredentialsAdded, format!("every operation takes credentials: {}", names(lists.new, &come)))
            }
            (false, true) if !has(lists.new) => (
                Kind::CredentialsRemoved,
                format!("no operation takes credentials any more: {} are gone", names(lists.old, &gone)),
            ),
            (true, _) => (
                Kind::CredentialsChanged,
                format!("every operation takes {} too as credentials", names(lists.new, &come)),
            ),
            (_, true) => (
                Kind::CredentialsChanged,
                format!("no operation takes {} any more as credentials", names(lists.old, &gone)),
            ),
            (false, false) => (
                Kind::CredentialsChanged,
                format!(
                    "every operation takes {} as credentials, and took {}",
                    names(lists.new, &come),
                    names(lists.old, &gone)
                ),
            ),
        };
        // Which credentials a call must have is for the service to say: it is not seen in a message that it lacks some.
        let road = Road { is_due: false, ..lists.road };
        let mut met = (Outcome::default(), Outcome::default());
        let mut add = |old: Option<&Member>, new: Option<&Member>| {
            let (old_clients, new_clients) = self.met(&road, old, new);
            met.0.merge(&old_clients);
            met.1.merge(&new_clients);
        };
        gone.iter().filter_map(|number| lists.old.get(*number)).for_each(|member| add(Some(member), None));
        come.iter().filter_map(|number| lists.new.get(*number)).for_each(|member| add(None, Some(member)));
        // It stands where the first of them stands.
        let label = |members: &[Member], numbers: &[usize]| Some(members.get(*numbers.first()?)?.name.clone());
        let (one, two) = (label(lists.old, &gone), label(lists.new, &come));
        let spot = lists.spot.inside(one.as_deref(), two.as_deref());
        let draft = Draft::new(kind, spot, what).class(Class::Behaviour).step(Step::Major).met(met);
        let draft = match kind {
            Kind::CredentialsRemoved => draft.follows("what clients send of them is ignored"),
            _ => draft
                .follows("a client of the old version calls without them, also over SOAP, where nothing but the service refuses it")
                .follows("code that sets other credentials compiles and fails when it calls"),
        };
        out.push(draft.for_implementors());
        (gone, come)
    }

    /// The parameters of one operation.
    pub(super) fn parameters(&self, pair: &Pair<'_>, common: &Common, out: &mut Vec<Draft>) {
        let moved = |service: &'_ Service, numbers: &[usize]| -> Vec<Member> {
            numbers.iter().filter_map(|number| service.common.get(*number)).cloned().collect()
        };
        let (became_own, were_own) = (moved(self.old, &common.became_own), moved(self.new, &common.were_own));
        if pair.old.parameters == pair.new.parameters && became_own.is_empty() && were_own.is_empty() {
            return;
        }
        let without = |members: &[Member], moved: &[Member]| -> Vec<Member> {
            members.iter().filter(|one| !moved.iter().any(|other| is_same(one, other))).cloned().collect()
        };
        let (old, new) = (without(&pair.old.parameters, &were_own), without(&pair.new.parameters, &became_own));
        let named = without(&pair.named.parameters, &were_own);
        let lists = Lists {
            owner: Owner::Request,
            spot: pair.spot.clone(),
            road: Road::parameter(pair.offered),
            old: &old,
            new: &new,
            rust: Some(InRust {
                named: &named,
                fields: Some((Fields::Request(pair.old_index), Fields::Request(pair.new_index))),
            }),
        };
        self.members(&lists, out);
        let of_all = Lists { rust: None, ..lists };
        for member in &became_own {
            let own = pair.new.parameters.iter().find(|one| is_same(one, member));
            self.moved(&of_all, Some(member), own, out);
        }
        for member in &were_own {
            let own = pair.old.parameters.iter().find(|one| is_same(one, member));
            self.moved(&of_all, own, Some(member), out);
        }
    }

    /// A parameter that is one of all operations in one version, as one operation takes it in both.
    fn moved(&self, lists: &Lists<'_>, old: Option<&Member>, new: Option<&Member>, out: &mut Vec<Draft>) {
        let spot = lists.spot_of(old, new);
        match (old, new) {
            (Some(old), Some(new)) if old != new => {
                let new = Member { field: old.field.clone(), ..new.clone() };
                self.member(&MemberPair { lists, old, new: &new, named: None, spot }, out);
            }
            (Some(old), None) => out.push(self.removed(lists, old, None, spot)),
            (None, Some(new)) => out.push(self.added(lists, new, spot)),
            _ => {}
        }
    }

    /// Headers of requests and responses.
    pub(super) fn headers(&self, pair: &Pair<'_>, out: &mut Vec<Draft>) {
        let (old, new, named) = (&pair.old.messages, &pair.new.messages, &pair.named.messages);
        let soap = pair.offered.and(Set::SOAP);
        let before = out.len();
        self.members(
            &Lists {
                owner: Owner::RequestHeaders,
                spot: pair.spot.clone(),
                road: Road { may_lack: true, ..Road::parameter(soap) },
                old: &old.request_headers,
                new: &new.request_headers,
                rust: Some(InRust { named: &named.request_headers, fields: None }),
            },
            out,
        );
        self.members(
            &Lists {
                owner: Owner::ResponseHeaders,
                spot: pair.spot.clone(),
                road: Road::inside(Travels { requests: Set::NONE, responses: soap }),
                old: &old.response_headers,
                new: &new.response_headers,
                rust: Some(InRust { named: &named.response_headers, fields: None }),
            },
            out,
        );
        // With the first header, and without the last, a method of the trait takes and returns something else.
        let has = |messages: &Messages| !(messages.request_headers.is_empty() && messages.response_headers.is_empty());
        if has(old) != has(new) {
            out.iter_mut().skip(before).take(1).for_each(Draft::does_not_compile_where_implemented);
        }
    }
}
