//! Common parameters, and the credentials among them.

use super::directions::Directions;
use super::facets::Owner;
use super::finding::{Finding, Location};
use super::judge::{Circumstance, Rust};
use super::outcome::offered;
use super::owner::{InRust, Lists};
use super::versions::Versions;
use super::words::{joined, member_named, operations_words};
use super::{Kind, renames};
use crate::matching::{Matching, Paired};
use asmx_codegen::model::{Member, Operation, Role, Service};

/// Pairs of common parameters, and those that became or were parameters of single operations.
pub(super) struct Common {
    alignment: Matching,
    /// Numbers of old common parameters that are now parameters of single operations.
    pub(super) became_own: Vec<usize>,
    /// Numbers of new common parameters that were parameters of single operations.
    pub(super) were_own: Vec<usize>,
}

impl Common {
    pub(super) fn new(old: &Service, new: &Service) -> Self {
        let alignment = renames::members(&old.common, &new.common);
        let own = |service: &Service, member: &Member| {
            let mut all = service.operations.iter().flat_map(|operation| &operation.parameters);
            all.any(|parameter| is_same(parameter, member))
        };
        let moved = |numbers: Vec<usize>, from: &Service, to: &Service| -> Vec<usize> {
            let is_own = |number: &usize| from.common.get(*number).is_some_and(|member| own(to, member));
            numbers.into_iter().filter(is_own).collect()
        };
        Self {
            became_own: moved(alignment.removed(), old, new),
            were_own: moved(alignment.added(), new, old),
            alignment,
        }
    }
}

pub(super) fn is_same(left: &Member, right: &Member) -> bool {
    (&left.name, &left.namespace, &left.place) == (&right.name, &right.namespace, &right.place)
}

impl Versions<'_> {
    pub(super) fn common(&self, common: &Common, out: &mut Vec<Finding>) {
        let (old, new) = (&self.old.common, &self.new.common);
        let offered = self.offered_by_any();
        let directions = Directions::parameter(offered);
        let rust = Some(InRust { named: &self.named.common, fields: None });
        let lists = Lists { owner: Owner::Common, location: Location::service("common"), directions, old, new, rust };
        self.became_own(&lists, common, out);
        self.became_common(&lists, common, out);
        let reported = self.credentials(&lists, common, out);
        let mut items = common.alignment.walk(old, new);
        items.retain(|item| match item {
            Paired::Old(old, _) => !common.became_own.contains(old) && !reported.0.contains(old),
            Paired::New(new, _) => !common.were_own.contains(new) && !reported.1.contains(new),
            Paired::Both(..) => true,
        });
        self.matched_members(&lists, items, out);
    }

    fn became_own(&self, lists: &Lists<'_>, common: &Common, out: &mut Vec<Finding>) {
        for old in common.became_own.iter().filter_map(|number| lists.old.get(*number)) {
            let location = lists.location_of((Some(old), None));
            let finding = location.finding(Kind::CommonParameterBecameOwn, &[&member_named(old)]);
            let lacking: Vec<_> = self.paired_operations().filter(|(_, _, new)| !has(new, old)).collect();
            let mut finding = finding.when(!lacking.is_empty(), Circumstance::SomeLackIt);
            if !lacking.is_empty() {
                let names = operations_words(&names(&lacking));
                finding = finding.follows(format!("the value that deployed clients send is ignored by {names}"));
            }
            for (_, old_operation, new_operation) in lacking {
                finding = finding.outcomes(self.outcomes(
                    Directions::parameter(offered(Some(old_operation), Some(new_operation))),
                    Some(old),
                    None,
                ));
            }
            out.push(finding);
        }
    }

    fn became_common(&self, lists: &Lists<'_>, common: &Common, out: &mut Vec<Finding>) {
        for new in common.were_own.iter().filter_map(|number| lists.new.get(*number)) {
            let location = lists.location_of((None, Some(new)));
            let finding = location.finding(Kind::ParameterBecameCommon, &[&member_named(new)]).rust(Rust::Both);
            let lacking: Vec<_> = self.paired_operations().filter(|(_, old, _)| !has(old, new)).collect();
            let mut finding = finding.when(!lacking.is_empty(), Circumstance::SomeLackIt);
            if !lacking.is_empty() {
                finding = finding.follows(format!("{} did not take it before", operations_words(&names(&lacking))));
            }
            for (_, old_operation, new_operation) in lacking {
                finding = finding.outcomes(self.outcomes(
                    Directions::parameter(offered(Some(old_operation), Some(new_operation))),
                    None,
                    Some(new),
                ));
            }
            out.push(finding.follows("requests have no field for it"));
        }
    }

    /// Reports new, removed or other credentials as one change. Returns the numbers of its old and new parameters.
    fn credentials(&self, lists: &Lists<'_>, common: &Common, out: &mut Vec<Finding>) -> (Vec<usize>, Vec<usize>) {
        let with_role = |members: &[Member], numbers: Vec<usize>, moved: &[usize]| -> Vec<usize> {
            let is_one = |number: &usize| {
                let role = members.get(*number).and_then(|member| member.role);
                role.is_some_and(Role::is_credential) && !moved.contains(number)
            };
            numbers.into_iter().filter(is_one).collect()
        };
        let removed = with_role(lists.old, common.alignment.removed(), &common.became_own);
        let added = with_role(lists.new, common.alignment.added(), &common.were_own);
        let names = |members: &[Member], numbers: &[usize]| {
            let names: Vec<String> =
                numbers.iter().filter_map(|number| members.get(*number)).map(member_named).collect();
            joined(&names)
        };
        let has = |members: &[Member]| members.iter().any(|member| member.role.is_some_and(Role::is_credential));
        let (before, after) = (names(lists.old, &removed), names(lists.new, &added));
        let values = [before.clone(), after.clone()];
        let (kind, words) = match (removed.is_empty(), added.is_empty()) {
            (true, true) => return (removed, added),
            (true, false) if !has(lists.old) => (Kind::CredentialsAdded, after),
            (false, true) if !has(lists.new) => (Kind::CredentialsRemoved, before),
            (true, _) => (Kind::CredentialsChanged, format!("every operation now also takes {after} as credentials")),
            (_, true) => (Kind::CredentialsChanged, format!("operations no longer take {before} as credentials")),
            (false, false) => {
                (Kind::CredentialsChanged, format!("every operation now takes {after} as credentials (was {before})"))
            }
        };
        let directions = lists.directions;
        let removed_members = removed.iter().filter_map(|number| lists.old.get(*number));
        let added_members = added.iter().filter_map(|number| lists.new.get(*number));
        let outcomes = removed_members.map(|member| self.outcomes(directions, Some(member), None));
        let outcomes =
            outcomes.chain(added_members.map(|member| self.outcomes(directions, None, Some(member)))).collect();
        // The place is that of the first one.
        let label = |members: &[Member], numbers: &[usize]| Some(members.get(*numbers.first()?)?.name.clone());
        let (old_name, new_name) = (label(lists.old, &removed), label(lists.new, &added));
        let location = lists.location.child(old_name.as_deref(), new_name.as_deref());
        out.push(location.finding(kind, &[&words]).only_values(values).outcomes(outcomes));
        (removed, added)
    }
}

fn names<'o>(operations: &[(usize, &'o Operation, &'o Operation)]) -> Vec<&'o str> {
    operations.iter().map(|(_, _, new)| new.name.as_str()).collect()
}

fn has(operation: &Operation, member: &Member) -> bool {
    operation.parameters.iter().any(|parameter| is_same(parameter, member))
}
