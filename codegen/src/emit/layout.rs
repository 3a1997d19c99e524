//! The file of each generated item: one file for each area, and further ones for types that several areas need.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;

use super::service_types::ServiceTypes;
use crate::model::{Namespace, Operation, Service, Type};
use crate::names;
use crate::reachability::{Bases, Reach, named_in};
use crate::scope::Scope;

/// Modules besides those of areas.
pub(super) const SERVER: &str = "service_trait";
const TYPES: &str = "named_types";

/// The longest module name made of names of areas.
const LONGEST: usize = 80;

pub(super) struct Layout {
    pub(super) areas: Vec<Module>,
    /// Modules of types that several areas need, or no area.
    pub(super) types: Vec<Module>,
    users: Vec<Vec<usize>>,
    /// The feature of each area; empty if there are no features.
    features: Vec<String>,
}

pub(super) struct Module {
    pub(super) name: String,
    /// Indices of its types, in the order of the service.
    pub(super) types: Vec<usize>,
    /// Numbers of the arrays of alternatives whose items it has.
    pub(super) items: Vec<usize>,
    /// One of these features must be on; empty if the module is always compiled.
    features: Vec<String>,
}

impl Module {
    pub(super) fn condition(&self) -> TokenStream {
        if self.features.is_empty() { TokenStream::new() } else { condition(&self.features) }
    }
}

/// `#[cfg(any(feature = "a", feature = "b"))]`
fn condition(features: &[String]) -> TokenStream {
    match features {
        [one] => quote!(#[cfg(feature = #one)]),
        several => quote!(#[cfg(any(#(feature = #several),*))]),
    }
}

/// The namespace of a file, and the areas that need its types.
type Place<'s> = (&'s Namespace, Vec<usize>);

impl Layout {
    pub(super) fn new(service: &ServiceTypes<'_>, has_features: bool) -> Self {
        let (mut names, features) = (Names::default(), features(service));
        let area_names: Vec<String> =
            (1..).zip(&service.areas).map(|(number, area)| names.of_area(number, &area.name)).collect();
        let features = if has_features { features } else { Vec::new() };
        let mut layout = Self { areas: Vec::new(), types: Vec::new(), users: users(service), features };
        layout.areas = area_names.into_iter().enumerate().map(|(area, name)| layout.module(name, &[area])).collect();
        let mut shared: BTreeMap<Place<'_>, Module> = BTreeMap::new();
        for (index, named) in service.types.iter().enumerate() {
            let users = layout.users.get(index).cloned().unwrap_or_default();
            layout.place(&mut shared, (&named.namespace, users)).types.push(index);
        }
        for (number, (array, _)) in service.items().enumerate() {
            let users = layout.with_all(&named_in(array)).unwrap_or_default();
            layout.place(&mut shared, (&Namespace::Service, users)).items.push(number);
        }
        for ((namespace, users), mut module) in shared {
            let areas = users.iter().filter_map(|area| layout.areas.get(*area)).map(|area| area.name.as_str());
            module.name = names.of_types(namespace, &areas.collect::<Vec<_>>());
            layout.types.push(module);
        }
        layout
    }

    fn module(&self, name: String, users: &[usize]) -> Module {
        let features = users.iter().filter_map(|area| self.features.get(*area).cloned()).collect();
        Module { name, types: Vec::new(), items: Vec::new(), features }
    }

    fn place<'p, 's>(
        &'p mut self,
        shared: &'p mut BTreeMap<Place<'s>, Module>,
        (namespace, users): Place<'s>,
    ) -> &'p mut Module {
        let is_of_one = users.len() == 1 && self.areas.len() > 1;
        // Types that all areas need, or no area, have no condition.
        let is_partial = !self.features.is_empty() && users.len() < self.areas.len();
        let users = if is_of_one || is_partial { users } else { Vec::new() };
        let module = self.module(String::new(), &users);
        match users.first().and_then(|area| self.areas.get_mut(*area)).filter(|_| is_of_one) {
            Some(area) => area,
            None => shared.entry((namespace, users)).or_insert(module),
        }
    }

    /// The areas whose features compile all of these types; `None` if all of them are always compiled.
    fn with_all(&self, types: &BTreeSet<usize>) -> Option<Vec<usize>> {
        let users = types.iter().filter_map(|index| self.users.get(*index));
        let mut partial = users.filter(|users| !users.is_empty() && users.len() < self.areas.len()).peekable();
        partial.peek()?;
        let mut areas: Vec<usize> = (0..self.areas.len()).collect();
        for users in partial {
            areas.retain(|area| users.contains(area));
        }
        Some(areas)
    }

    pub(super) fn condition_of(&self, operation: &Operation) -> TokenStream {
        self.areas.get(operation.area).map(Module::condition).unwrap_or_default()
    }

    /// The condition of an item that names all the types in this type.
    pub(super) fn condition_of_type(&self, kind: &Type) -> TokenStream {
        match self.with_all(&named_in(kind)) {
            Some(areas) if !self.features.is_empty() => {
                let features = areas.iter().filter_map(|area| self.features.get(*area).cloned());
                condition(&features.collect::<Vec<_>>())
            }
            _ => TokenStream::new(),
        }
    }
}

/// The Cargo features of the areas, in the order of the areas (`delivery-reports`). `Cargo.toml` must list them for code generated with
/// features.
#[must_use]
pub fn features(service: &Service) -> Vec<String> {
    let mut names = Names(["default"].into_iter().collect());
    (1..).zip(&service.areas).map(|(number, area)| names.of_area(number, &area.name).replace('_', "-")).collect()
}

fn users(service: &Service) -> Vec<Vec<usize>> {
    let reach = Reach::new(service, Bases::WithDerived);
    let mut of_areas: Vec<Vec<&Operation>> = vec![Vec::new(); service.areas.len()];
    for operation in &service.operations {
        if let Some(operations) = of_areas.get_mut(operation.area) {
            operations.push(operation);
        }
    }
    let mut users = vec![Vec::new(); service.types.len()];
    for (area, operations) in of_areas.into_iter().enumerate() {
        for index in reach.of(operations) {
            if let Some(users) = users.get_mut(index) {
                users.push(area);
            }
        }
    }
    users
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
        let name = plain(area).unwrap_or_else(|| format!("area_{number}"));
        let name = if self.0.contains(&name) { format!("{name}_{number}") } else { name };
        self.0.insert(name.as_str());
        name
    }

    /// `named_types`, `named_types_of_orders` in another namespace, `named_types_for_loans_and_readers` where only some areas need them.
    fn of_types(&mut self, namespace: &Namespace, areas: &[&str]) -> String {
        let of = match namespace {
            Namespace::Service => String::new(),
            Namespace::None => "_of_no_namespace".to_owned(),
            Namespace::Of(uri) => {
                let last = uri.rsplit(['/', ':', '#']).find_map(plain).unwrap_or_else(|| "namespace".to_owned());
                format!("_of_{last}")
            }
        };
        let of_areas = if areas.is_empty() { String::new() } else { format!("_for_{}", areas.join("_and_")) };
        let mut base = format!("{TYPES}{of}{of_areas}");
        if base.len() > LONGEST {
            base = format!("{TYPES}_for_{}_areas", areas.len());
        }
        if base == TYPES {
            return base;
        }
        self.0.give(&base, "_", |_| true)
    }
}

fn plain(name: &str) -> Option<String> {
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
        for (fixture, has_features) in specs.into_iter().flat_map(|fixture| [(fixture, false), (fixture, true)]) {
            let service = service(fixture);
            let layout = Layout::new(&ServiceTypes::new(&service), has_features);
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
        let layout = Layout::new(&ServiceTypes::new(&service("ns.xml")), false);
        let names: Vec<&str> = layout.types.iter().map(|module| module.name.as_str()).collect();
        assert_eq!(names, ["named_types", "named_types_of_types", "named_types_of_a", "named_types_of_b"]);
    }
}
