//! Areas of an imported service: one for each port that offers operations of its own.

use asmx_codegen::model::{Area, Service};
use asmx_codegen::names;
use asmx_codegen::scope::Scope;

use super::operations::Draft;
use super::ports::Port;

/// What the names of one service's ports end with, by their transports.
const ENDINGS: &[&str] = &["HttpGet", "HttpPost", "Soap12", "Soap"];

/// Gives each operation the area of the first port that offers it. Ports that differ in their transports alone are one area, and a service
/// with one area keeps it. `drafts` are the operations in their order, which becomes that of the areas.
pub(super) fn divide(service: &mut Service, drafts: &[Draft], ports: &[Port<'_>]) {
    let mut titles: Vec<&str> = Vec::new();
    let mut of_ports = Vec::new();
    for port in ports {
        let title = title(&port.name);
        of_ports.push(titles.iter().position(|known| *known == title).unwrap_or_else(|| {
            titles.push(title);
            titles.len() - 1
        }));
    }
    let area = |draft: &Draft| draft.ports.first().and_then(|port| of_ports.get(*port)).copied().unwrap_or_default();
    let areas: Vec<usize> = drafts.iter().map(area).collect();
    if areas.iter().all(|area| areas.first() == Some(area)) {
        return;
    }
    let mut taken = Scope::default();
    service.areas.clear();
    for (number, title) in titles.into_iter().enumerate().filter(|(number, _)| areas.contains(number)) {
        for (operation, area) in service.operations.iter_mut().zip(&areas) {
            if *area == number {
                operation.area = service.areas.len();
            }
        }
        let name = names::member_name(title).unwrap_or_else(|| "port".to_owned());
        let name = taken.give(&name, "_", |_| true);
        service.areas.push(Area { name, title: title.to_owned(), doc: Vec::new() });
    }
    service.operations.sort_by_key(|operation| operation.area);
}

/// What ports of one set of operations have in common: `Shop` of `ShopSoap12`.
fn title(port: &str) -> &str {
    let short = ENDINGS.iter().find_map(|ending| port.strip_suffix(ending));
    short.filter(|short| !short.is_empty()).unwrap_or(port)
}
