//! Members of structures, and parts of messages.

use asmx_codegen::emit::descriptor;
use asmx_codegen::model;
use asmx_types::{Member, Place};

use super::leak;
use super::texts::Texts;
use super::types::Types;

/// Members in their order.
pub(super) fn all<'m>(
    members: impl IntoIterator<Item = &'m model::Member>,
    types: &mut Types<'_>,
    texts: &mut Texts,
) -> &'static [Member] {
    leak(members.into_iter().map(|member| one(member, types, texts)).collect())
}

fn one(member: &model::Member, types: &mut Types<'_>, texts: &mut Texts) -> Member {
    let place = match &member.place {
        model::Place::Element => Place::Element,
        model::Place::Attribute => Place::Attribute,
        model::Place::Text => Place::Text,
        model::Place::Mixed => Place::Mixed,
        // Where the choice may be made again, an alternative that may stand several times is chosen several times.
        model::Place::Choice(alternatives) if member.repeated => {
            let alternatives =
                alternatives.iter().map(|alternative| model::Member { repeated: false, ..alternative.clone() });
            Place::Choice(all(&alternatives.collect::<Vec<_>>(), types, texts))
        }
        model::Place::Choice(alternatives) => Place::Choice(all(alternatives, types, texts)),
        model::Place::AnyElements => Place::AnyElements,
        model::Place::AnyAttributes => Place::AnyAttributes,
    };
    let mut made = Member::new(texts.kept(&member.name), types.of_model(&member.kind, texts))
        .presence(member.presence)
        .namespace(texts.namespace(&member.namespace))
        .place(place)
        .doc(texts.kept(&descriptor::doc(&member.doc)));
    made.repeated = member.repeated;
    made.default = texts.kept_if(member.default.as_ref());
    made.part = texts.kept_if(member.part.as_ref());
    made.secret = member.secret;
    made.role = member.role;
    made
}
