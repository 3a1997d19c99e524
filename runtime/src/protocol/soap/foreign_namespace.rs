//! Detects requests whose element has the name of an operation in another namespace, often one without its final slash. Like genuine
//! servers, ours reads no parameter of such a request (docs/RULES.md, rule 17); faults and logs say so, because its sender can hardly guess it.

use std::fmt;

use crate::operation::{Operation, Style};
use crate::protocol::routing::ElementName;
use crate::protocol::server_settings::ServerSettings;
use crate::xml;

#[derive(Clone, Debug)]
pub(crate) struct ForeignNamespace {
    found: String,
    own: String,
}

impl ForeignNamespace {
    /// The mistake in the element of a request for `operation`, if its namespace differs. Logs it.
    pub(super) fn of(settings: &ServerSettings, operation: &Operation, element: ElementName<'_>) -> Option<Self> {
        let name = operation.request_name();
        let namespace = name.namespace.uri(&settings.namespace);
        let is_foreign = operation.messages.style != Style::Bare
            && xml::name::is_encoding_of(element.local, name.name)
            && element.namespace != namespace;
        is_foreign.then(|| {
            let found = xml::shortened(element.namespace, 200).into_owned();
            tracing::warn!(
                operation = operation.name,
                found = &*xml::shown_line(&found),
                due = namespace,
                "a request is in a foreign namespace, so its parameters are not read"
            );
            Self { found, own: namespace.to_owned() }
        })
    }

    /// The mistake in the element of a request for any operation of the service.
    pub(super) fn of_any(settings: &ServerSettings, element: ElementName<'_>) -> Option<Self> {
        settings.service.operations.iter().find_map(|operation| Self::of(settings, operation, element))
    }
}

impl fmt::Display for ForeignNamespace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { found, own } = self;
        write!(formatter, "the request is in the namespace `{found}`, the service in `{own}`: no parameter was read")
    }
}
