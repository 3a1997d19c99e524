//! Where everything of a service stands: a file for each area, and files for the types that several areas need.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::{Namespace, Operation, Service};
use crate::names;
use crate::reach::{Bases, Reach};

/// Modules that are there beside those of areas.
pub(super) const SERVER: &str = "service_trait";
const TYPES: &str = "named_types";

/// The longest name of a module that is made of the names of areas.
const LONGEST: usize = 80;

/// The modules of a service, and what is in each.
pub(super) struct Layout {
    /// A module for each area, in their order.
    pub(super) areas: Vec<Module>,
    /// Modules of types that several areas need, or none.
    pub(super) types: Vec<Module>,
}

/// A module.
pub(super) struct Module {
    /// Its name, which is that of its file.
    pub(super) name: String,
    /// Indices of the types in it, in the order of the service.
    pub(super) types: Vec<usize>,
    /// Features of which one has to be on; empty where the module is always there.
    pub(super) features: Vec<String>,
}

impl Module {
    /// `#[cfg(…)]`, or nothing.
    pub(super) fn condition(&self) -> TokenStream {
        condition(&self.features)
    }
}

/// `#[cfg(any(feature = "a", feature = "b"))]`; nothing without features.
fn condition(features: &[String]) -> TokenStream {
    match features {
        [] => TokenStream::new(),
        [one] => quote!(#[cfg(feature = #one)]),
        several => quote!(#[cfg(any(#(feature = #several),*))]),
    }
}

impl Layout {
    /// `has_features` tells whether each area is compiled only with a feature of its own.
    pub(super) fn new(service: &Service, has_features: bool) -> Self {
        let (mut names, features) = (Names::default(), features(service));
        let area_names: Vec<String> =
            (1..).zip(&service.areas).map(|(number, area)| names.of_area(number, &area.name)).collect();
        let users = users(service);
        let mut of_areas = vec![Vec::new(); service.areas.len()];
        let mut shared: BTreeMap<(&Namespace, Vec<usize>), Vec<usize>> = BTreeMap::new();
        for (index, (named, users)) in service.types.iter().zip(users).enumerate() {
            let is_shared = users.len() != 1 || of_areas.len() < 2;
            if let (false, Some(types)) = (is_shared, users.first().and_then(|area| of_areas.get_mut(*area))) {
                types.push(index);
                continue;
            }
            // Whoever compiles anything compiles what all areas need, and what none of them does.
            let is_partial = has_features && !users.is_empty() && users.len() < of_areas.len();
            let users = if is_partial { users } else { Vec::new() };
            shared.entry((&named.namespace, users)).or_default().push(index);
        }
        let of = |users: &[usize]| users.iter().filter_map(|area| features.get(*area).cloned()).collect();
        let types = shared.into_iter().map(|((namespace, users), types)| {
            let areas: Vec<&str> = users.iter().filter_map(|area| area_names.get(*area)).map(String::as_str).collect();
            Module { name: names.of_types(namespace, &areas), types, features: of(&users) }
        });
        let types = types.collect();
        let areas = area_names.iter().zip(of_areas).enumerate();
        let areas = areas.map(|(area, (name, types))| {
            let features = if has_features { of(&[area]) } else { Vec::new() };
            Module { name: name.clone(), types, features }
        });
        Self { areas: areas.collect(), types }
    }

    /// What an operation is compiled with.
    pub(super) fn condition_of(&self, operation: &Operation) -> TokenStream {
        self.areas.get(operation.area).map(Module::condition).unwrap_or_default()
    }
}

/// The Cargo feature of each area, in their order: what `Cargo.toml` has to list where a service is generated with features. It is the area's
/// name in the form of a feature (`delivery-reports`).
#[must_use]
pub fn features(service: &Service) -> Vec<String> {
    let mut names = Names(["default"].map(str::to_owned).into());
    (1..).zip(&service.areas).map(|(number, area)| names.of_area(number, &area.name).replace('_', "-")).collect()
}

/// For each type the areas that need it.
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

/// Names of modules that are taken. Names of files are plain: what is no plain name is numbered.
struct Names(BTreeSet<String>);

impl Default for Names {
    fn default() -> Self {
        Self([SERVER, TYPES, "mod", "rt"].map(str::to_owned).into())
    }
}

impl Names {
    fn of_area(&mut self, number: usize, area: &str) -> String {
        let name = plain(area).unwrap_or_else(|| format!("area_{number}"));
        let name = if self.0.contains(&name) { format!("{name}_{number}") } else { name };
        self.0.insert(name.clone());
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
        let name = if self.0.contains(&base) { names::free(&base, "_", |name| self.0.contains(name)) } else { base };
        self.0.insert(name.clone());
        name
    }
}

fn plain(name: &str) -> Option<String> {
    names::member_name(name).filter(|name| name.is_ascii() && !names::is_keyword(name))
}

#[cfg(all(test, feature = "import"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::Layout;
    use crate::model::Service;

    fn service(fixture: &str) -> Service {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(fixture);
        crate::import_file(&path).unwrap().service
    }

    #[test]
    fn every_type_is_in_one_module_and_those_of_a_namespace_are_together() {
        let documents =
            ["types/ns.wsdl", "types/poly.wsdl", "wsdl/namespaces.wsdl", "wsdl/all.wsdl", "wsdl/ports.wsdl"];
        for (fixture, has_features) in documents.into_iter().flat_map(|fixture| [(fixture, false), (fixture, true)]) {
            let service = service(fixture);
            let layout = Layout::new(&service, has_features);
            let mut placed: Vec<usize> =
                layout.areas.iter().chain(&layout.types).flat_map(|module| module.types.clone()).collect();
            placed.sort_unstable();
            assert!(placed.into_iter().eq(0..service.types.len()), "{fixture}");
            for module in layout.types {
                let types = module.types.iter().filter_map(|index| service.types.get(*index));
                let namespaces: BTreeSet<_> = types.map(|named| &named.namespace).collect();
                assert_eq!(namespaces.len(), 1, "{fixture}, {}", module.name);
            }
        }
    }

    #[test]
    fn files_of_other_namespaces_are_called_after_them() {
        let layout = Layout::new(&service("types/ns.wsdl"), false);
        let names: Vec<&str> = layout.types.iter().map(|module| module.name.as_str()).collect();
        assert_eq!(names, ["named_types", "named_types_of_types", "named_types_of_a", "named_types_of_b"]);
    }
}
