//! The wildcards of schemas.

use super::Schemas;
use crate::elements::{Build as _, Element};
use crate::emit::wsdl::element::xsd;
use crate::model::{Member, ProcessContents, Wildcard};

impl Schemas<'_> {
    /// The usual namespaces of the wildcards among `members`, in that schema. `owner` is the structure that has them.
    pub(super) fn usual_namespaces(&self, schema: usize, members: &[&Member], owner: Option<usize>) -> &'static str {
        let target = self.all.get(schema).map(|schema| schema.namespace.as_str()).unwrap_or_default();
        self.families.usual_namespaces(members, owner, target, self.namespace)
    }
}

/// `s:any` or `s:anyAttribute`; `default` are the namespaces of a wildcard that states none.
pub(super) fn node(name: &'static str, wildcard: &Wildcard, default: &str) -> Element {
    let namespaces = wildcard.namespaces.as_deref().unwrap_or(default);
    let process = Some(wildcard.process).filter(|process| *process != ProcessContents::Strict);
    xsd(name)
        .with_some("namespace", (namespaces != "##any").then_some(namespaces))
        .with_some("processContents", process.map(ProcessContents::name))
}
