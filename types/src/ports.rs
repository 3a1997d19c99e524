//! Where operations are called: the ports of a service that offer them.

use super::{Operation, Port, Service, Transport};

impl Service {
    /// The ports that offer the operation over the transport, in the order of the service. There are none where the service states no
    /// ports for the transport: the operation is at the service's own [path](Self::path) then.
    pub fn ports_of<'a>(
        &self,
        operation: &'a Operation,
        transport: Transport,
    ) -> impl Iterator<Item = &'static Port> + use<'a> {
        let offers = move |port: &&Port| {
            port.transport == transport && (operation.ports.is_empty() || operation.ports.contains(&port.name))
        };
        self.ports.iter().filter(offers)
    }

    /// The path below the base URL where the operation is called over the transport: that of the first port that offers it.
    #[must_use]
    pub fn path_of(&self, operation: &Operation, transport: Transport) -> &'static str {
        self.ports_of(operation, transport).next().map_or(self.path, |port| port.path)
    }

    /// Whether the operation is offered at that path over the transport. Queries make no difference.
    #[must_use]
    pub fn is_at(&self, path: &str, operation: &Operation, transport: Transport) -> bool {
        let mut ports = self.ports_of(operation, transport).peekable();
        let is_it = |other: &str| without_query(other) == without_query(path);
        if ports.peek().is_none() { is_it(self.path) } else { ports.any(|port| is_it(port.path)) }
    }

    /// Every path below the base URL where some operation is called, each once; the service's own first.
    #[must_use]
    pub fn paths(&self) -> Vec<&'static str> {
        let mut paths = vec![self.path];
        for port in self.ports {
            if !paths.contains(&port.path) {
                paths.push(port.path);
            }
        }
        paths
    }
}

/// A path without the query that an imported one may end with.
#[must_use]
pub fn without_query(path: &str) -> &str {
    path.split('?').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Effect;

    static PORTS: &[Port] = &[
        Port { name: "MainSoap", transport: Transport::Soap11, path: "/main.asmx" },
        Port { name: "OtherSoap", transport: Transport::Soap11, path: "/other.asmx" },
        Port { name: "OtherGet", transport: Transport::HttpGet, path: "/other.asmx" },
    ];
    static ANYWHERE: Operation = Operation::new("Anywhere", "", "", &[], Effect::Read);
    static OTHER: Operation = Operation::new("Other", "", "", &[], Effect::Read).ports(&["OtherSoap"]);
    static SERVICE: Service = Service::new("S", "/main.asmx", "", &[], &[], &[&ANYWHERE, &OTHER]).ports(PORTS);
    static ALONE: Service = Service::new("S", "/s.asmx", "", &[], &[], &[&ANYWHERE]);

    #[test]
    fn operations_are_where_their_ports_are() {
        let paths = |operation| Transport::ALL.map(|transport| SERVICE.path_of(operation, transport));
        assert_eq!(paths(&ANYWHERE), ["/main.asmx", "/main.asmx", "/other.asmx", "/main.asmx"]);
        assert_eq!(paths(&OTHER), ["/other.asmx", "/main.asmx", "/main.asmx", "/main.asmx"]);
        assert_eq!(ALONE.path_of(&ANYWHERE, Transport::HttpGet), "/s.asmx");
        assert_eq!((SERVICE.paths(), ALONE.paths()), (vec!["/main.asmx", "/other.asmx"], vec!["/s.asmx"]));
    }

    #[test]
    fn an_operation_may_be_at_several_paths() {
        let is_at = |path, operation| SERVICE.is_at(path, operation, Transport::Soap11);
        assert!(is_at("/main.asmx", &ANYWHERE) && is_at("/other.asmx", &ANYWHERE));
        assert!(!is_at("/main.asmx", &OTHER) && is_at("/other.asmx", &OTHER));
        assert!(is_at("/other.asmx?a=b", &OTHER) && !is_at("/main.asmx?a=b", &OTHER));
        // No port is of this transport.
        assert!(SERVICE.is_at("/main.asmx", &OTHER, Transport::Soap12));
        assert!(!SERVICE.is_at("/other.asmx", &OTHER, Transport::Soap12));
    }
}
