//! The file of each generated item: one file for each area, and further ones for types that several areas need.

use std::collections::BTreeMap;

use super::service_types::ServiceTypes;
use crate::model::{Namespace, Operation, Service};
use crate::names;
use crate::reachability::{Bases, Reach, named_in};
use crate::scope::Scope;

/// Modules besides those of areas.
pub(super) const SERVER: &str = "service_trait";
const TYPES: &str = "named_types";

pub(super) struct Layout {
    pub(super) areas: Vec<Module>,
    /// Modules of types that several areas need, or no area: one for each namespace.
    pub(super) types: Vec<Module>,
}

pub(super) struct Module {
    pub(super) name: String,
    /// Indices of its types, in the order of the service.
    pub(super) types: Vec<usize>,
    /// Numbers of the arrays of alternatives whose items it has.
    pub(super) items: Vec<usize>,
}

impl Module {
    const fn new(name: String) -> Self {
        Self { name, types: Vec::new(), items: Vec::new() }
    }
}

impl Layout {
    pub(super) fn new(service: &ServiceTypes<'_>) -> Self {
        let mut names = Names::default();
        let areas = (1..).zip(&service.areas).map(|(number, area)| Module::new(names.of_area(number, &area.name)));
        let mut areas: Vec<Module> = areas.collect();
        let mut shared: BTreeMap<&Namespace, Module> = BTreeMap::new();
        let owners = owners(service);
        let owner_of = |index: usize| owners.get(index).copied().flatten();
        for (index, named) in service.types.iter().enumerate() {
            module_of(&mut areas, &mut shared, owner_of(index), &named.namespace).types.push(index);
        }
        for (number, (array, _)) in service.items().enumerate() {
            let owner = named_in(array).into_iter().find_map(owner_of);
            module_of(&mut areas, &mut shared, owner, &Namespace::Service).items.push(number);
        }
        let types = shared.into_iter().map(|(namespace, module)| Module { name: names.of_types(namespace), ..module });
        let types = types.collect();
        Self { areas, types }
    }
}

/// The module of an item: that of its owner, or the shared one of its namespace.
fn module_of<'p, 's>(
    areas: &'p mut [Module],
    shared: &'p mut BTreeMap<&'s Namespace, Module>,
    owner: Option<usize>,
    namespace: &'s Namespace,
) -> &'p mut Module {
    match owner.and_then(|area| areas.get_mut(area)) {
        Some(area) => area,
        None => shared.entry(namespace).or_insert_with(|| Module::new(String::new())),
    }
}

/// For each type the only area that needs it. A service with one area keeps its types apart from its operations.
fn owners(service: &Service) -> Vec<Option<usize>> {
    let mut users = vec![Vec::new(); service.types.len()];
    if service.areas.len() > 1 {
        let reach = Reach::new(service, Bases::WithDerived);
        for area in 0..service.areas.len() {
            let operations: Vec<&Operation> =
                service.operations.iter().filter(|operation| operation.area == area).collect();
            for index in reach.of(operations) {
                if let Some(users) = users.get_mut(index) {
                    users.push(area);
                }
            }
        }
    }
    let single_area = |users: Vec<usize>| if let [area] = users.as_slice() { Some(*area) } else { None };
    users.into_iter().map(single_area).collect()
}

/// Names of modules in use. Names of files are plain; other names get a number.
struct Names(Scope);

impl Default for Names {
    fn default() -> Self {
        Self([SERVER, TYPES, "mod", "rt"].into_iter().collect())
    }
}

impl Names {
    fn of_area(&mut self, number: usize, area: &str) -> String {
        let name = ascii_name(area).unwrap_or_else(|| format!("area_{number}"));
        let name = if self.0.contains(&name) { format!("{name}_{number}") } else { name };
        self.0.insert(name.as_str());
        name
    }

    /// `named_types`, and `named_types_of_orders` for another namespace.
    fn of_types(&mut self, namespace: &Namespace) -> String {
        let of = match namespace {
            Namespace::Service => return TYPES.to_owned(),
            Namespace::None => "no_namespace".to_owned(),
            Namespace::Of(uri) => {
                uri.rsplit(['/', ':', '#']).find_map(ascii_name).unwrap_or_else(|| "namespace".to_owned())
            }
        };
        self.0.give(&format!("{TYPES}_of_{of}"), "_", |_| true)
    }
}

fn ascii_name(name: &str) -> Option<String> {
    names::member_name(name).filter(|name| name.is_ascii() && !names::is_keyword(name))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::{Layout, ServiceTypes};
    use crate::model::Service;

    fn service(fixture: &str) -> Service {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/layout").join(fixture);
        crate::load(fixture, &fs::read(path).unwrap()).unwrap()
    }

    #[test]
    fn every_type_is_in_one_module_and_those_of_a_namespace_are_together() {
        let specs = ["ns.xml", "poly.xml", "namespaces.xml", "all.xml", "ports.xml"];
        for fixture in specs {
            let service = service(fixture);
            let layout = Layout::new(&ServiceTypes::new(&service));
            let mut placed: Vec<usize> =
                layout.areas.iter().chain(&layout.types).flat_map(|module| module.types.clone()).collect();
            placed.sort_unstable();
            assert!(placed.into_iter().eq(0..service.types.len()), "{fixture}");
            for module in layout.types.into_iter().filter(|module| !module.types.is_empty()) {
                let types = module.types.iter().filter_map(|index| service.types.get(*index));
                let namespaces: BTreeSet<_> = types.map(|named| &named.namespace).collect();
                assert_eq!(namespaces.len(), 1, "{fixture}, {}", module.name);
            }
        }
    }

    #[test]
    fn files_of_other_namespaces_are_called_after_them() {
        let layout = Layout::new(&ServiceTypes::new(&service("ns.xml")));
        let names: Vec<&str> = layout.types.iter().map(|module| module.name.as_str()).collect();
        assert_eq!(names, ["named_types", "named_types_of_types", "named_types_of_a", "named_types_of_b"]);
    }
}
