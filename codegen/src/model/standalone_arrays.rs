//! Arrays that are declared, although no member has one.

use std::collections::HashSet;

use super::{ArrayType, Service, Type, Walk as _, naming};

impl Service {
    /// Keeps those of the declared arrays that nothing else in the service contains, once each, sorted by name: their order means nothing.
    pub fn set_standalone_arrays(&mut self, declared: &[ArrayType]) {
        self.standalone_arrays.clear();
        let mut used: HashSet<&ArrayType> = HashSet::new();
        self.each_array(&mut |array| {
            used.insert(array);
        });
        let strings = ArrayType::strings();
        if self.has_array_parts() {
            used.insert(&strings);
        }
        for array in declared {
            array.each_array(&mut |item| {
                used.insert(item);
            });
        }
        let mut standalone: Vec<ArrayType> = Vec::new();
        let mut known: HashSet<&ArrayType> = HashSet::new();
        for array in declared.iter().filter(|array| !used.contains(array)) {
            if known.insert(array) {
                standalone.push(array.clone());
            }
        }
        let naming = naming::decoded(&self.types);
        standalone.sort_by_cached_key(|array| (naming.of_array(array), array.namespace.clone(), format!("{array:?}")));
        self.standalone_arrays = standalone;
    }

    /// Whether a value of the service may be of any type, so that `xsi:type` names its type.
    #[must_use]
    pub fn has_any(&self) -> bool {
        let mut has_any = false;
        let mut visit = |kind: &Type| has_any |= matches!(kind, Type::Any);
        self.types.walk(&mut visit);
        self.common.walk(&mut visit);
        self.operations.walk(&mut visit);
        has_any
    }
}
