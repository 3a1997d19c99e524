//! Requests of an operation: parameters and headers.

use super::common::{Common, is_same};
use super::directions::Directions;
use super::facets::Owner;
use super::finding::{Finding, blame};
use super::operations::Pair;
use super::owner::{InRust, Lists, Pair as MemberPair};
use super::usage::Travels;
use super::versions::Versions;
use asmx_codegen::emit::{Fields, Signatures};
use asmx_codegen::model::{Member, Messages, Service, Transports};

impl Versions<'_> {
    pub(super) fn parameters(&self, pair: &Pair<'_>, common: &Common, out: &mut Vec<Finding>) {
        let moved = |service: &'_ Service, numbers: &[usize]| -> Vec<Member> {
            numbers.iter().filter_map(|number| service.common.get(*number)).cloned().collect()
        };
        let (became_own, were_own) = (moved(self.old, &common.became_own), moved(self.new, &common.were_own));
        if pair.old.parameters == pair.new.parameters && became_own.is_empty() && were_own.is_empty() {
            return;
        }
        let without = |members: &[Member], moved: &[Member]| -> Vec<Member> {
            members.iter().filter(|member| !moved.iter().any(|other| is_same(member, other))).cloned().collect()
        };
        let (old, new) = (without(&pair.old.parameters, &were_own), without(&pair.new.parameters, &became_own));
        let named = without(&pair.named.parameters, &were_own);
        let lists = Lists {
            owner: Owner::Request,
            location: pair.location.clone(),
            directions: Directions::parameter(pair.offered),
            old: &old,
            new: &new,
            rust: Some(InRust {
                named: &named,
                fields: Some((Fields::Request(pair.old_index), Fields::Request(pair.new_index))),
            }),
        };
        let first = out.len();
        self.members(&lists, out);
        // The traits of a request depend on the roles of all its parameters.
        let traits = Signatures::traits(&pair.new.parameters);
        let is_lost = Signatures::traits(&pair.old.parameters).iter().any(|name| !traits.contains(name));
        if is_lost && out.iter().skip(first).all(Finding::compiles) {
            blame(out.get_mut(first..).unwrap_or_default());
        }
        // A parameter that one of the two lists lacks is reported with the moved ones.
        let of_all = Lists { rust: None, ..lists };
        let find = |members: &'_ [Member], member: &Member| {
            members.iter().find(|candidate| is_same(candidate, member)).cloned()
        };
        let own = became_own.into_iter().map(|old| (find(&pair.new.parameters, &old), old));
        let own = own.filter_map(|(new, old)| Some((old, new?)));
        let of_common = were_own.into_iter().map(|new| (find(&pair.old.parameters, &new), new));
        let of_common = of_common.filter_map(|(old, new)| Some((old?, new)));
        for (old, new) in own.chain(of_common).collect::<Vec<_>>() {
            self.moved(&of_all, &old, &new, out);
        }
    }

    /// A parameter that is common in one version only, in an operation that takes it in both.
    fn moved(&self, lists: &Lists<'_>, old: &Member, new: &Member, out: &mut Vec<Finding>) {
        let location = lists.location_of((Some(old), Some(new)));
        let new = &Member { field: old.field.clone(), ..new.clone() };
        if old != new {
            self.member(&MemberPair { lists, old, new, named: None, location }, out);
        }
    }

    pub(super) fn headers(&self, pair: &Pair<'_>, out: &mut Vec<Finding>) {
        let (old, new, named) = (&pair.old.messages, &pair.new.messages, &pair.named.messages);
        let soap = pair.offered.and(Transports::SOAP);
        let before = out.len();
        self.members(
            &Lists {
                owner: Owner::RequestHeaders,
                location: pair.location.clone(),
                directions: Directions { may_lack: true, ..Directions::parameter(soap) },
                old: &old.request_headers,
                new: &new.request_headers,
                rust: Some(InRust { named: &named.request_headers, fields: None }),
            },
            out,
        );
        self.members(
            &Lists {
                owner: Owner::ResponseHeaders,
                location: pair.location.clone(),
                directions: Directions::members(Travels { requests: Transports::NONE, responses: soap }),
                old: &old.response_headers,
                new: &new.response_headers,
                rust: Some(InRust { named: &named.response_headers, fields: None }),
            },
            out,
        );
        // With the first header, or without the last one, the method of the trait has another signature.
        let has = |messages: &Messages| !(messages.request_headers.is_empty() && messages.response_headers.is_empty());
        if has(old) != has(new) {
            out.iter_mut().skip(before).take(1).for_each(Finding::does_not_compile_where_implemented);
        }
    }
}
