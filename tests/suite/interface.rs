//! The service as it was recorded: of the client's descriptors those operations and parameters that the list of recorded operations
//! names. What has come to the spec since was not there to be recorded, and GET and POST refuse a call that lacks a parameter.

use std::sync::OnceLock;

use asmx_runtime::{Member, Operation, Service};
use email_campaign_client::EMAIL_CAMPAIGN;
use serde_json::Value as Json;

/// The recorded interface.
pub fn recorded() -> &'static Service {
    static RECORDED: OnceLock<&'static Service> = OnceLock::new();
    RECORDED.get_or_init(|| {
        let list: Json = serde_json::from_slice(&std::fs::read("tests/fixtures/operations.json").unwrap()).unwrap();
        let operations: Vec<_> = list["operations"].as_array().unwrap().iter().map(operation).collect();
        let now = &EMAIL_CAMPAIGN;
        Service::new(now.name, now.path, now.doc, now.common, now.areas, operations.leak()).leak()
    })
}

/// The recorded parameters of an operation; the client's descriptor says the rest.
fn operation(recorded: &Json) -> &'static Operation {
    let name = recorded["name"].as_str().unwrap();
    let now = EMAIL_CAMPAIGN.operation(name).unwrap_or_else(|| panic!("{name} was recorded and is not in the spec"));
    let names: Vec<_> =
        recorded["params"].as_array().unwrap().iter().map(|parameter| parameter["name"].as_str().unwrap()).collect();
    let recorded_parameters = now.parameters.iter().filter(|parameter| names.contains(&parameter.name));
    let parameters: Vec<_> = recorded_parameters.map(same).collect();
    let mut then = Operation::new(now.name, now.area, now.doc, parameters.leak(), now.effect);
    (then.outputs, then.on_contradiction) = (now.outputs, now.on_contradiction);
    then.record_limit = now.record_limit;
    then.open = now.open;
    then.leak()
}

fn same(parameter: &Member) -> Member {
    let mut same = Member::new(parameter.name, parameter.kind);
    same.facets.presence = parameter.presence;
    same.facets.secret = parameter.secret;
    same.facets.role = parameter.role;
    same
}
