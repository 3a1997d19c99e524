//! Finds what a call goes to: the operation, its transport, its path.

use asmx_document::Document;
use asmx_runtime::{Operation, Transport};

use crate::calls::error::CallError;
use crate::calls::target::Target;

/// The operation of a call, and the way to it.
pub(crate) struct Route {
    pub(crate) operation: &'static Operation,
    pub(crate) transport: Transport,
    pub(crate) path: &'static str,
}

impl Target {
    /// The operation of that name, as the document writes it.
    ///
    /// # Errors
    ///
    /// The service has no such operation. The error suggests similar names.
    pub fn operation(&self, name: &str) -> Result<&'static Operation, CallError> {
        let (document, port) = (self.document(), self.setup().port.as_deref());
        Ok(document.operation(name, port).ok_or_else(|| document.no_operation(name))?)
    }

    /// The transport over which the operation is called: that of the settings, or the first of SOAP 1.1, SOAP 1.2, POST and GET that offers it.
    #[must_use]
    pub fn transport_of(&self, operation: &Operation) -> Transport {
        const ORDER: [Transport; 4] = [Transport::Soap11, Transport::Soap12, Transport::HttpPost, Transport::HttpGet];
        let (document, port) = (self.document(), self.setup().port.as_deref());
        let is_offered = |transport: &Transport| match document.ports() {
            [] => operation.offered_over(*transport),
            _ => document.port(operation, *transport, port).is_some(),
        };
        self.setup().transport.or_else(|| ORDER.into_iter().find(is_offered)).unwrap_or_default()
    }

    /// Whether the operation exists and is offered, before its parameters are known.
    ///
    /// # Errors
    ///
    /// The operation is unknown, or is not offered over the transport or at the port.
    pub fn find(&self, name: &str) -> Result<&'static Operation, CallError> {
        self.route(name).map(|route| route.operation)
    }

    pub(crate) fn route(&self, name: &str) -> Result<Route, CallError> {
        let document = self.document();
        if let Some(why) = self.setup().transport.and_then(|transport| document.hindrance(name, transport)) {
            let transport = self.setup().transport.unwrap_or_default();
            return Err(CallError::NotOffered(format!("{name} cannot be called over {transport}: {why}")));
        }
        let operation = self.operation(name)?;
        let transport = self.transport_of(operation);
        let path = path(document, operation, transport, self.setup().port.as_deref())?;
        Ok(Route { operation, transport, path })
    }
}

fn path(
    document: &Document,
    operation: &Operation,
    transport: Transport,
    port: Option<&str>,
) -> Result<&'static str, CallError> {
    let declared_port = document.port(operation, transport, port);
    let (Some(name), None) = (port, declared_port) else {
        return Ok(declared_port.map_or(document.service().path, |port| port.path));
    };
    let offers = |port: &&asmx_types::Port| document.port(operation, transport, Some(port.name)).is_some();
    let known: Vec<_> = document.ports().iter().filter(offers).map(|port| port.name).collect();
    let known = if known.is_empty() { "no port does".to_owned() } else { format!("there are: {}", known.join(", ")) };
    let message = format!("the port `{name}` does not offer {} over {transport}; {known}", operation.name);
    Err(CallError::NotOffered(message))
}
