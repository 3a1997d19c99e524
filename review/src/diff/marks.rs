//! What a spec says of a member and what is not sent: whether it is secret, its role, its documentation.

use super::draft::{Draft, Rust};
use super::member::Pair;
use super::owner::Owner;
use super::words::member_named;
use super::{Class, Kind, Step};
use crate::diagnostic::quoted;
use crate::emit::Signatures;
use crate::model::{Member, Role};

pub(super) fn marks(pair: &Pair<'_>, out: &mut Vec<Draft>) {
    let (old, new) = (pair.old, pair.new);
    let (noun, of) = (pair.lists.owner.noun(), pair.of());
    let name = member_named(new);
    match (old.secret, new.secret) {
        (false, true) => out.push(
            Draft::new(Kind::SecretSet, pair.spot.clone(), format!("the {noun} {name}{of} is a secret now"))
                .class(Class::Behaviour)
                .for_implementors()
                .follows("`Debug`, JSON and errors do not show it any more"),
        ),
        (true, false) => out.push(
            Draft::new(Kind::SecretCleared, pair.spot.clone(), format!("the {noun} {name}{of} is no secret any more"))
                .silent()
                .step(Step::Major)
                .for_implementors()
                .follows(
                    "`Debug`, JSON and errors show it from now on, and neither the compiler nor the wire tells anybody",
                ),
        ),
        _ => {}
    }
    if old.role != new.role {
        out.push(role(pair));
    }
    if old.doc != new.doc || old.undocumented != new.undocumented {
        let what = format!("the words about the {noun} {name}{of} changed");
        out.push(Draft::new(Kind::DocumentationChanged, pair.spot.clone(), what).class(Class::Docs));
    }
}

fn role(pair: &Pair<'_>) -> Draft {
    let (old, new) = (pair.old, pair.new);
    let (noun, of, name) = (pair.lists.owner.noun(), pair.of(), member_named(new));
    let shown = |role: Role| quoted(role.name());
    let (kind, what) = match (old.role, new.role) {
        (None, Some(role)) => (Kind::RoleAdded, format!("the {noun} {name}{of} has the role {}", shown(role))),
        (Some(role), None) => {
            (Kind::RoleRemoved, format!("the {noun} {name}{of} has the role {} no more", shown(role)))
        }
        (one, two) => (
            Kind::RoleChanged,
            format!(
                "the {noun} {name}{of} has the role {}, and had {}",
                two.map_or_else(String::new, shown),
                one.map_or_else(String::new, shown)
            ),
        ),
    };
    // Some methods of a request go by roles, and do not compile without them.
    let with = |member: &Member| -> Vec<Member> {
        let own = pair.lists.old.iter();
        own.map(|one| if std::ptr::eq(one, old) { member.clone() } else { one.clone() }).collect()
    };
    let after = Signatures::traits(&with(&Member { role: new.role, ..old.clone() }));
    let is_lost = |name: &String| !after.contains(name);
    let is_rust = pair.lists.owner == Owner::Request && Signatures::traits(pair.lists.old).iter().any(is_lost);
    let draft = Draft::new(kind, pair.spot.clone(), what).class(Class::Behaviour).rust(if is_rust {
        Rust::Users
    } else {
        Rust::Nobody
    });
    if kind == Kind::RoleAdded { draft } else { draft.step(Step::Major) }
}
