//! Common parameters, and the credentials among them.

use super::Kind;
use super::directions::Directions;
use super::finding::{Finding, Location};
use super::judge::{Circumstance, Rust};
use super::outcome::offered;
use super::owner::{InRust, Lists, Owner};
use super::renames;
use super::versions::Versions;
use super::words::{count, member_named, operations_words};
use crate::matching::Matching;
use asmx_codegen::model::{Member, Operation, Role, Service};

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

impl Versions<'_> {
    /// The parameters of all operations.
    pub(super) fn common(&self, common: &Common, out: &mut Vec<Finding>) {
        let (old, new) = (&self.old.common, &self.new.common);
        let offered = self.offered_by_any();
        let directions = Directions::parameter(offered);
        let rust = Some(InRust { named: &self.named.common, fields: None });
        let lists = Lists { owner: Owner::Common, location: Location::service("common"), directions, old, new, rust };
        self.became_own(&lists, common, out);
        self.became_common(&lists, common, out);
        let told = self.credentials(&lists, common, out);
        let mut pairs = common.alignment.merged();
        pairs.retain(|numbers| match numbers {
            (Some(old), None) => !common.became_own.contains(old) && !told.0.contains(old),
            (None, Some(new)) => !common.were_own.contains(new) && !told.1.contains(new),
            _ => true,
        });
        self.matched_members(&lists, &pairs, out);
    }

    /// Parameters of all operations that are parameters of single ones now.
    fn became_own(&self, lists: &Lists<'_>, common: &Common, out: &mut Vec<Finding>) {
        for old in common.became_own.iter().filter_map(|number| lists.old.get(*number)) {
            let location = lists.location_of(Some(old), Some(old)).only_old();
            let finding = Finding::new(Kind::CommonParameterBecameOwn, location, &[&member_named(old)]);
            let lacking: Vec<_> = self.kept_operations().filter(|(_, _, new)| !has(new, old)).collect();
            let mut finding = finding.when(!lacking.is_empty(), Circumstance::SomeLackIt);
            if !lacking.is_empty() {
                let names = operations_words(&names(&lacking));
                finding = finding.follows(format!("what old clients send of it is ignored by {names}"));
            }
            for (_, one, two) in lacking {
                finding = finding.met(self.met(Directions::parameter(offered(Some(one), Some(two))), Some(old), None));
            }
            out.push(finding);
        }
    }

    /// Parameters of single operations that are parameters of all now.
    fn became_common(&self, lists: &Lists<'_>, common: &Common, out: &mut Vec<Finding>) {
        for new in common.were_own.iter().filter_map(|number| lists.new.get(*number)) {
            let location = lists.location_of(Some(new), Some(new)).only_new();
            let finding = Finding::new(Kind::ParameterBecameCommon, location, &[&member_named(new)]).rust(Rust::Both);
            let lacking: Vec<_> = self.kept_operations().filter(|(_, old, _)| !has(old, new)).collect();
            let mut finding = finding.when(!lacking.is_empty(), Circumstance::SomeLackIt);
            if !lacking.is_empty() {
                finding = finding.follows(format!("{} did not take it", operations_words(&names(&lacking))));
            }
            for (_, one, two) in lacking {
                finding = finding.met(self.met(Directions::parameter(offered(Some(one), Some(two))), None, Some(new)));
            }
            out.push(finding.follows("requests have no field for it"));
        }
    }

    /// Credentials that came, went, or are others: one change, whatever parameters they are. Returns the numbers of the old and new
    /// parameters that are told with it.
    fn credentials(&self, lists: &Lists<'_>, common: &Common, out: &mut Vec<Finding>) -> (Vec<usize>, Vec<usize>) {
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
        let (before, after) = (names(lists.old, &gone), names(lists.new, &come));
        let (kind, said) = match (gone.is_empty(), come.is_empty()) {
            (true, true) => return (gone, come),
            (true, false) if !has(lists.old) => (Kind::CredentialsAdded, after),
            (false, true) if !has(lists.new) => (Kind::CredentialsRemoved, before),
            (true, _) => (Kind::CredentialsChanged, format!("every operation takes {after} too as credentials")),
            (_, true) => (Kind::CredentialsChanged, format!("no operation takes {before} any more as credentials")),
            (false, false) => {
                (Kind::CredentialsChanged, format!("every operation takes {after} as credentials, and took {before}"))
            }
        };
        // The service decides which credentials a call must have: a message does not show that it lacks some.
        let directions = lists.directions;
        let gone_ones = gone.iter().filter_map(|number| lists.old.get(*number));
        let come_ones = come.iter().filter_map(|number| lists.new.get(*number));
        let met = gone_ones.map(|member| self.met(directions, Some(member), None));
        let met = met.chain(come_ones.map(|member| self.met(directions, None, Some(member)))).collect();
        // It stands where the first of them stands.
        let label = |members: &[Member], numbers: &[usize]| Some(members.get(*numbers.first()?)?.name.clone());
        let (one, two) = (label(lists.old, &gone), label(lists.new, &come));
        let location = lists.location.inside(one.as_deref(), two.as_deref());
        out.push(Finding::new(kind, location, &[&said]).met(met));
        (gone, come)
    }
}

/// The new names of operations.
fn names<'o>(operations: &[(usize, &'o Operation, &'o Operation)]) -> Vec<&'o str> {
    operations.iter().map(|(_, _, new)| new.name.as_str()).collect()
}

/// Whether an operation takes it by itself.
fn has(operation: &Operation, member: &Member) -> bool {
    operation.parameters.iter().any(|one| is_same(one, member))
}
