//! Rust names for everything that is imported. What would collide gets the first free name, in the order of the document.

use std::collections::HashSet;

use crate::model::{Member, NamedType, NamedTypeKind, Operation, OperationNames, Place, Service, ServiceNames};
use crate::names;

/// Names everything of a service.
pub(super) fn name(service: &mut Service) {
    service.names = service_names(&service.name);
    let mut taken = Taken::new(&service.names);
    for operation in &mut service.operations {
        operation.names = taken.operation(&operation.name);
    }
    for named in &mut service.types {
        named.rust_name = taken.named(&named.name);
        if let NamedTypeKind::Enumeration(enumeration) = &mut named.kind {
            let mut variants = HashSet::new();
            for value in &mut enumeration.values {
                let fallback = if value.name.is_empty() { "Empty" } else { "Value" };
                let variant = names::variant_name(&value.name).unwrap_or_else(|| fallback.to_owned());
                value.variant = unique(variant, "", &mut variants);
            }
        }
    }
    name_members(&mut service.types);
    let mut common = HashSet::new();
    fields(&mut service.common, &mut common);
    for operation in &mut service.operations {
        name_parts(operation, &common);
    }
}

fn service_names(name: &str) -> ServiceNames {
    let with = |suffix: &str| names::type_name(&format!("{name}_{suffix}")).unwrap_or_else(|| format!("The{suffix}"));
    ServiceNames {
        client: names::type_name(name).unwrap_or_else(|| "TheService".to_owned()),
        service_trait: with("Service"),
        dispatch: with("Dispatch"),
    }
}

/// The names of a generated module that are taken.
struct Taken {
    types: HashSet<String>,
    methods: HashSet<String>,
    statics: HashSet<String>,
}

impl Taken {
    fn new(service: &ServiceNames) -> Self {
        let own = [&service.client, &service.service_trait, &service.dispatch].map(String::clone);
        Self {
            statics: names::constant_name(&service.client).into_iter().collect(),
            types: own.into_iter().collect(),
            methods: names::CLIENT_METHODS.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    fn operation(&mut self, wire: &str) -> OperationNames {
        let mut number = 0_u32;
        loop {
            let base = match number {
                0 => wire.to_owned(),
                1 => format!("{wire}_Operation"),
                _ => format!("{wire}_{number}"),
            };
            number = number.saturating_add(1);
            let base = if names::type_name(&base).is_some() { base } else { format!("Operation{number}") };
            let made = names::type_name(&base).zip(names::member_name(&base)).zip(names::constant_name(&base));
            let Some(((request, method), descriptor)) = made else { continue };
            if self.types.contains(&request) || self.methods.contains(&method) || self.statics.contains(&descriptor) {
                continue;
            }
            self.types.insert(request.clone());
            self.methods.insert(method.clone());
            self.statics.insert(descriptor.clone());
            return OperationNames { request, method, descriptor };
        }
    }

    fn named(&mut self, wire: &str) -> String {
        let base = names::type_name(wire).unwrap_or_else(|| "Type".to_owned());
        let is_taken = |name: &str| {
            self.types.contains(name) || names::constant_name(name).is_some_and(|name| self.statics.contains(&name))
        };
        let mut name = base.clone();
        if is_taken(&name) {
            name = format!("{}Type", base.trim_matches('_'));
        }
        if is_taken(&name) {
            name = names::free(&name, "", is_taken);
        }
        self.statics.extend(names::constant_name(&name));
        self.types.insert(name.clone());
        name
    }
}

/// Names the fields of structures, each after those of what it is derived from.
fn name_members(types: &mut [NamedType]) {
    let mut done = vec![false; types.len()];
    for index in 0..types.len() {
        // From the structure to the one that nothing is above of, or that has its names.
        let mut line = vec![index];
        while let Some(base) = line.last().and_then(|last| base_of(types, *last))
            && done.get(base) == Some(&false)
            && !line.contains(&base)
        {
            line.push(base);
        }
        for index in line.into_iter().rev() {
            if done.get(index) != Some(&false) {
                continue;
            }
            let mut taken = HashSet::new();
            let mut above = base_of(types, index);
            let mut steps = 0;
            while let Some(base) = above.filter(|_| steps < super::DEEPEST_LINE) {
                taken.extend(members(types, base).iter().map(|member| member.field.clone()));
                above = base_of(types, base);
                steps += 1;
            }
            if let Some(NamedTypeKind::Structure(structure)) = types.get_mut(index).map(|named| &mut named.kind) {
                fields(&mut structure.members, &mut taken);
            }
            if let Some(done) = done.get_mut(index) {
                *done = true;
            }
        }
    }
}

fn base_of(types: &[NamedType], index: usize) -> Option<usize> {
    match &types.get(index)?.kind {
        NamedTypeKind::Structure(structure) => structure.base,
        NamedTypeKind::Enumeration(_) => None,
    }
}

fn members(types: &[NamedType], index: usize) -> &[Member] {
    match types.get(index).map(|named| &named.kind) {
        Some(NamedTypeKind::Structure(structure)) => &structure.members,
        _ => &[],
    }
}

fn name_parts(operation: &mut Operation, common: &HashSet<String>) {
    fields(&mut operation.parameters, &mut common.clone());
    fields(&mut operation.outputs, &mut HashSet::new());
    fields(&mut operation.messages.request_headers, &mut HashSet::new());
    fields(&mut operation.messages.response_headers, &mut HashSet::new());
}

/// Names members, and the alternatives of choices and arrays among them.
fn fields(members: &mut [Member], taken: &mut HashSet<String>) {
    for member in members {
        let fallback = match &mut member.place {
            Place::Element | Place::Attribute => "field",
            Place::Text => "text",
            Place::Mixed => "content",
            Place::AnyElements => "any",
            Place::AnyAttributes => "any_attributes",
            Place::Choice(alternatives) => {
                fields(alternatives, &mut HashSet::new());
                "choice"
            }
        };
        let mut kind = &mut member.kind;
        while let crate::model::Type::Array(array) = kind {
            fields(&mut array.alternatives, &mut HashSet::new());
            kind = &mut array.item;
        }
        let name = member.part.as_deref().filter(|_| member.name.is_empty()).unwrap_or(&member.name);
        let mut field = names::member_name(name).unwrap_or_else(|| fallback.to_owned());
        if names::CONSTRUCTORS.contains(&field.as_str()) {
            field.push_str("_value");
        }
        member.field = unique(field, "_", taken);
    }
}

/// The name, or the first with a number behind it that is free.
fn unique(name: String, joint: &str, taken: &mut HashSet<String>) -> String {
    let name = if taken.contains(&name) { names::free(&name, joint, |name| taken.contains(name)) } else { name };
    taken.insert(name.clone());
    name
}
