//! A service that only one of the versions has.

use super::{Affected, Change, Class, Kind, Step, Version};
use crate::diagnostic::quoted;
use crate::model::{Transport, Transports};

/// A service that came, or that is gone with all its operations: one change, not one for each operation.
pub(crate) fn of_whole_service(version: &Version, is_new: bool) -> Change {
    let service = version.service();
    let offers =
        |transport: Transport| service.operations.iter().any(|operation| is_offered(operation.transports, transport));
    let transports = || Transport::ALL.into_iter().filter(|transport| offers(*transport)).collect();
    let operations = match service.operations.len() {
        1 => "its operation".to_owned(),
        count => format!("its {count} operations"),
    };
    let name = quoted(&service.name);
    let place = version.places().find("service");
    let change = Change {
        kind: Kind::ServiceAdded,
        operation: None,
        path: "service".to_owned(),
        classes: vec![Class::Add],
        transports: Vec::new(),
        transports_of_new_clients: transports(),
        affects: vec![Affected::RustUsers, Affected::Implementors],
        step: Step::Minor,
        what: format!("the service {name} is new"),
        message: format!("the service {name} is new, with {operations}"),
        advice: String::new(),
        old: None,
        new: place.clone(),
    };
    if is_new {
        return change;
    }
    Change {
        kind: Kind::ServiceRemoved,
        classes: vec![Class::Wire, Class::Rust],
        transports: transports(),
        transports_of_new_clients: Vec::new(),
        affects: vec![Affected::DeployedClients, Affected::RustUsers, Affected::Implementors],
        step: Step::Major,
        what: format!("the service {name} is gone"),
        message: format!("the service {name} is gone, with {operations}: deployed clients fail"),
        advice: "if the spec only moved, compare the two files: `asmx diff git:REF:OLD NEW`".to_owned(),
        old: place,
        new: None,
        ..change
    }
}

const fn is_offered(transports: Transports, transport: Transport) -> bool {
    let Transports { soap11, soap12, get, post } = transports;
    match transport {
        Transport::Soap11 => soap11,
        Transport::Soap12 => soap12,
        Transport::HttpGet => get,
        Transport::HttpPost => post,
    }
}
