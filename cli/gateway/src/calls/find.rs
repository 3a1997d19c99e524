//! Finds what a call goes to: the operation, its transport, its path.

use asmx_codegen::NoSuchOperation;
use asmx_runtime::{Operation, Transport};
use asmx_types::Port;

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
        let port = self.setup().port.as_deref();
        if let Some(document) = self.document() {
            return Ok(document.operation(name, port).ok_or_else(|| document.no_operation(name))?);
        }
        let (service, all) = (self.service(), self.service().operations.iter());
        let unknown = || NoSuchOperation::among(service.name, all.map(|operation| operation.name), name);
        Ok(service.operation(name).ok_or_else(unknown)?)
    }

    /// The transport over which the operation is called: that of the settings, or the first of SOAP 1.1, SOAP 1.2, POST and GET that offers it.
    #[must_use]
    pub fn transport_of(&self, operation: &Operation) -> Transport {
        const ORDER: [Transport; 4] = [Transport::Soap11, Transport::Soap12, Transport::HttpPost, Transport::HttpGet];
        let port = self.setup().port.as_deref();
        let is_offered = |transport: &Transport| match self.document().filter(|document| !document.ports().is_empty()) {
            Some(document) => document.port(operation, *transport, port).is_some(),
            None => {
                operation.offered_over(*transport)
                    && (port.is_none() || self.declared_port(operation, *transport, port).is_some())
            }
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
        let hindrance = |transport| self.document().and_then(|document| document.hindrance(name, transport));
        if let Some(why) = self.setup().transport.and_then(hindrance) {
            let transport = self.setup().transport.unwrap_or_default();
            return Err(CallError::NotOffered(format!("{name} cannot be called over {transport}: {why}")));
        }
        let operation = self.operation(name)?;
        let transport = self.transport_of(operation);
        Ok(Route { operation, transport, path: self.path(operation, transport)? })
    }

    /// The first port, or the one of this name, that offers the operation over the transport.
    fn declared_port(&self, operation: &Operation, transport: Transport, name: Option<&str>) -> Option<&'static Port> {
        match self.document() {
            Some(document) => document.port(operation, transport, name),
            None => {
                self.service().ports_of(operation, transport).find(|port| name.is_none_or(|name| port.name == name))
            }
        }
    }

    fn path(&self, operation: &Operation, transport: Transport) -> Result<&'static str, CallError> {
        let port = self.setup().port.as_deref();
        let declared_port = self.declared_port(operation, transport, port);
        let (Some(name), None) = (port, declared_port) else {
            return Ok(declared_port.map_or(self.service().path, |port| port.path));
        };
        let offers = |port: &&Port| self.declared_port(operation, transport, Some(port.name)).is_some();
        let ports = self.document().map_or(self.service().ports, |document| document.ports());
        let known: Vec<_> = ports.iter().filter(offers).map(|port| port.name).collect();
        let known =
            if known.is_empty() { "no port does".to_owned() } else { format!("there are: {}", known.join(", ")) };
        let message = format!("the port `{name}` does not offer {} over {transport}; {known}", operation.name);
        Err(CallError::NotOffered(message))
    }
}
