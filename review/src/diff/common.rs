//! Common parameters, and the credentials among them.

use super::both::Both;
use super::draft::{Draft, Rust, Spot};
use super::members::{InRust, Lists};
use super::outcome::Outcome;
use super::owner::Owner;
use super::renames;
use super::road::{Road, offered};
use super::words::{count, member_named, operations_words};
use super::{Class, Kind, Step};
use crate::model::matching::Matching;
use crate::model::{Member, Operation, Role, Service};

/// Which parameters of all operations are the same, and which became parameters of single operations, or were.
pub(super) struct Common {
    alignment: Matching,
    /// Numbers of the old ones that operations have by themselves now.
    pub(super) became_own: Vec<usize>,
    /// Numbers of the new ones that operations had by themselves.
    pub(super) were_own: Vec<usize>,
}

impl Common {
    pub(super) fn new(old: &Service, new: &Service) -> Self {
        let alignment = renames::members(&old.common, &new.common);
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

pub(super) fn is_same(one: &Member, two: &Member) -> bool {
    (&one.name, &one.namespace, &one.place) == (&two.name, &two.namespace, &two.place)
}

impl Both<'_> {
    /// The parameters of all operations.
    pub(super) fn common(&self, common: &Common, out: &mut Vec<Draft>) {
        let (old, new) = (&self.old.common, &self.new.common);
        let offered = self.offered_by_any();
        let road = Road::parameter(offered);
        let rust = Some(InRust { named: &self.named.common, fields: None });
        let lists = Lists { owner: Owner::Common, spot: Spot::service("common"), road, old, new, rust };
        self.became_own(&lists, common, out);
        self.became_common(&lists, common, out);
        let told = self.credentials(&lists, common, out);
        let mut pairs = common.alignment.merged();
        pairs.retain(|numbers| match numbers {
            (Some(old), None) => !common.became_own.contains(old) && !told.0.contains(old),
            (None, Some(new)) => !common.were_own.contains(new) && !told.1.contains(new),
            _ => true,
        });
        self.aligned_members(&lists, &pairs, out);
    }

    /// Parameters of all operations that are parameters of single ones now.
    fn became_own(&self, lists: &Lists<'_>, common: &Common, out: &mut Vec<Draft>) {
        for old in common.became_own.iter().filter_map(|number| lists.old.get(*number)) {
            let what = format!("the parameter {} is one of single operations, and was one of all", member_named(old));
            let spot = lists.spot_of(Some(old), Some(old)).only_old();
            let mut draft = Draft::new(Kind::CommonParameterBecameOwn, spot, what)
                .follows("it is a field of their requests")
                .for_implementors();
            let lacking: Vec<&str> =
                self.pairs().filter(|(_, new)| !has(new, old)).map(|(_, new)| new.name.as_str()).collect();
            if lacking.is_empty() {
                out.push(draft.class(Class::Add));
                continue;
            }
            draft = draft.class(Class::Behaviour).step(Step::Major);
            draft = draft.follows(format!("what old clients send of it is ignored by {}", operations_words(&lacking)));
            for (one, two) in self.pairs().filter(|(_, new)| !has(new, old)) {
                draft = draft.met(self.met(Road::parameter(offered(Some(one), Some(two))), Some(old), None));
            }
            out.push(draft);
        }
    }

    /// Parameters of single operations that are parameters of all now.
    fn became_common(&self, lists: &Lists<'_>, common: &Common, out: &mut Vec<Draft>) {
        for new in common.were_own.iter().filter_map(|number| lists.new.get(*number)) {
            let what =
                format!("the parameter {} is one of all operations, and was one of single ones", member_named(new));
            let spot = lists.spot_of(Some(new), Some(new)).only_new();
            let mut draft = Draft::new(Kind::ParameterBecameCommon, spot, what).rust(Rust::Both);
            let lacking: Vec<&str> =
                self.pairs().filter(|(old, _)| !has(old, new)).map(|(_, new)| new.name.as_str()).collect();
            if !lacking.is_empty() {
                draft = draft.follows(format!("{} did not take it", operations_words(&lacking)));
            }
            for (one, two) in self.pairs().filter(|(old, _)| !has(old, new)) {
                let road = Road::parameter(offered(Some(one), Some(two)));
                draft = draft.met(self.met(road, None, Some(new)));
            }
            let draft = if lacking.is_empty() { draft } else { draft.silent() };
            out.push(draft.follows("requests have no field for it"));
        }
    }

    /// The operations that both versions have.
    fn pairs(&self) -> impl Iterator<Item = (&Operation, &Operation)> {
        let all = self.operations.new_of.iter().enumerate();
        all.filter_map(|(old, new)| Some((self.old.operations.get(old)?, self.new.operations.get((*new)?)?)))
    }

    /// Credentials that came, went, or are others: one change, whatever parameters they are. Returns the numbers of the old and new
    /// parameters that are told with it.
    fn credentials(&self, lists: &Lists<'_>, common: &Common, out: &mut Vec<Draft>) -> (Vec<usize>, Vec<usize>) {
        let with_role = |members: &[Member], numbers: Vec<usize>, moved: &[usize]| -> Vec<usize> {
            let is_one = |number: &usize| {
                let role = members.get(*number).and_then(|member| member.role);
                role.is_some_and(Role::is_credential) && !moved.contains(number)
            };
            numbers.into_iter().filter(is_one).collect()
        };
        let gone = with_role(lists.old, common.alignment.gone(), &common.became_own);
        let come = with_role(lists.new, common.alignment.come(), &common.were_own);
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
        let road = lists.road;
        let mut met = (Outcome::default(), Outcome::default());
        let mut add = |old: Option<&Member>, new: Option<&Member>| {
            let (old_clients, new_clients) = self.met(road, old, new);
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
}

/// Whether an operation takes it by itself.
fn has(operation: &Operation, member: &Member) -> bool {
    operation.parameters.iter().any(|one| is_same(one, member))
}
