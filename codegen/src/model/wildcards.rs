//! Wildcards that state the namespaces which they have anyway.

use super::{Families, Member, Place, Service};

/// In place of the service's namespace if that is a setting: no wildcard names it.
const SETTING: &str = "urn:asmx-codegen:namespace";

impl Service {
    /// Removes the namespaces of wildcards that a document would state anyway, so that models of one meaning are equal.
    pub fn usual_wildcards(&mut self) {
        let own = self.namespace.clone().unwrap_or_else(|| SETTING.to_owned());
        let families = Families::of(self, &own);
        for index in 0..self.types.len() {
            let Some(named) = self.types.get_mut(index) else { continue };
            let target = named.namespace.uri(&own).to_owned();
            let Some(structure) = named.structure_mut() else { continue };
            let members: Vec<&Member> = structure.members.iter().collect();
            let namespaces = families.usual_namespaces(&members, Some(index), &target, &own);
            structure.members.iter_mut().for_each(|member| forget(member, namespaces));
        }
        for operation in &mut self.operations {
            let (request, response) = (operation.request_element(), operation.response_element());
            let parameters: Vec<&Member> = self.common.iter().chain(&operation.parameters).collect();
            let target = request.namespace.uri(&own);
            let namespaces = families.usual_namespaces(&parameters, None, target, &own);
            let more = Member::unnamed(Place::AnyElements);
            let with_more: Vec<&Member> = parameters.iter().copied().chain([&more]).collect();
            let usual_of_more = families.usual_namespaces(&with_more, None, target, &own);
            if operation.open_namespaces.as_deref() == Some(usual_of_more) {
                operation.open_namespaces = None;
            }
            operation.parameters.iter_mut().for_each(|member| forget(member, namespaces));
            let outputs: Vec<&Member> = operation.outputs.iter().collect();
            let namespaces = families.usual_namespaces(&outputs, None, response.namespace.uri(&own), &own);
            operation.outputs.iter_mut().for_each(|member| forget(member, namespaces));
        }
    }
}

fn forget(member: &mut Member, namespaces: &str) {
    let namespaces = match &mut member.place {
        Place::Choice(alternatives) => {
            return alternatives.iter_mut().for_each(|alternative| forget(alternative, namespaces));
        }
        Place::AnyElements | Place::Mixed => namespaces,
        Place::AnyAttributes => "##any",
        Place::Element | Place::Attribute | Place::Text => return,
    };
    if member.wildcard.namespaces.as_deref() == Some(namespaces) {
        member.wildcard.namespaces = None;
    }
}
