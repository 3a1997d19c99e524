//! Names that no spec states: of the enums of derived structures, of choices, and of items that are alternatives.

use super::ServiceTypes;
use crate::item_names::ItemNames;
use crate::model::Place;
use crate::names;

impl ServiceTypes<'_> {
    /// Names what no spec names: in a fixed order, with the first number that makes a name free.
    pub(super) fn name(&mut self) {
        let mut taken = ItemNames::of(self.service);
        for index in 0..self.service.types.len() {
            let Some((named, structure)) = self.structure(index) else { continue };
            if structure.is_abstract || !self.derived(index).is_empty() {
                let name = taken.give_type(&format!("Any{}", named.rust_name.trim_matches('_')));
                self.any.insert(index, name);
            }
        }
        for (owner, base) in self.owners() {
            for member in self.members_of(owner).iter().filter(|member| matches!(member.place, Place::Choice(_))) {
                let field = names::variant_name(&member.field).unwrap_or_default();
                let name = taken.give_type(&format!("{}{}", base.trim_matches('_'), field.trim_matches('_')));
                self.choices.entry(owner).or_default().push((&member.field, name));
            }
        }
        for array in self.arrays().into_iter().filter(|array| !array.alternatives.is_empty()) {
            let base = array.name.as_deref().and_then(names::type_name).unwrap_or_else(|| "Choice".to_owned());
            self.items.push((array, taken.give_type(&format!("{}Item", base.trim_matches('_')))));
        }
    }
}
