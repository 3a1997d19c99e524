//! Arrays that only a value of any type may be.

use std::collections::HashMap;

use asmx_codegen::diagnostic::quoted;
use asmx_codegen::locations::array_path;
use asmx_codegen::model::naming::Naming;
use asmx_codegen::model::{ArrayType, Member, NamedType, Namespace, Service, Walk as _};

use super::Kind;
use super::finding::{Finding, Location};
use super::judge::Rust;
use super::versions::Versions;

const READ_AS_XML: &str = "a value of any type that is such an array is read as XML";

/// The arrays of a version by the name and namespace of their type.
type ByName<'a> = HashMap<(String, &'a Namespace), &'a ArrayType>;

impl<'a> Versions<'a> {
    pub(super) fn standalone_arrays(&self, out: &mut Vec<Finding>) {
        if self.old.standalone_arrays == self.new.standalone_arrays {
            return;
        }
        let old_name = |array: &ArrayType| name(array, &|number| self.old_type(number));
        let new_name = |array: &ArrayType| name(array, &|number| self.new_type(number));
        let (olds, news) = (by_name(self.old, old_name), by_name(self.new, new_name));
        // An array that a member has, too, is declared as before.
        let of_both = |array: &'a ArrayType, wire: String, candidates: &ByName<'a>| {
            (candidates.get(&(wire.clone(), &array.namespace)).copied(), wire)
        };
        for old in &self.old.standalone_arrays {
            let (new, name) = of_both(old, old_name(old), &news);
            let location = Location::service(&array_path(&name));
            match new {
                None => {
                    let finding = location.only_old().finding(Kind::TypeRemoved, &[&quoted(&name)]);
                    out.push(finding.rust(self.has_item_types(old)).follows(READ_AS_XML));
                }
                Some(new) if new != old => {
                    let finding = location.finding(Kind::ArrayChanged, &[&quoted(&name)]);
                    let is_rust = without_words(new) != without_words(old);
                    out.push(if is_rust { finding.rust(self.has_item_types(old)) } else { finding });
                }
                Some(_) => {}
            }
        }
        for new in &self.new.standalone_arrays {
            let (old, name) = of_both(new, new_name(new), &olds);
            let location = Location::service(&array_path(&name));
            match old {
                None => out.push(location.only_new().finding(Kind::TypeAdded, &[&quoted(&name)])),
                Some(old) if old != new && !self.old.standalone_arrays.contains(old) => {
                    out.push(location.finding(Kind::ArrayChanged, &[&quoted(&name)]));
                }
                Some(_) => {}
            }
        }
    }

    /// Whether Rust has types for the items of a standalone array: for alternatives, if a value may be of any type.
    fn has_item_types(&self, array: &ArrayType) -> Rust {
        let mut has_alternatives = !array.alternatives.is_empty();
        array.each_array(&mut |item| has_alternatives |= !item.alternatives.is_empty());
        Rust::both_if(has_alternatives && self.old.has_any())
    }
}

/// The alternatives of an item, without their documentation.
fn without_words(array: &ArrayType) -> Vec<Member> {
    let mut alternatives = array.alternatives.clone();
    alternatives.iter_mut().for_each(Member::forget_words);
    alternatives
}

fn name<'a>(array: &ArrayType, types: &dyn Fn(usize) -> Option<&'a NamedType>) -> String {
    let name = |number: usize| types(number).map(|named| named.name.clone()).unwrap_or_default();
    Naming::decoded(name).of_array(array)
}

fn by_name<'a>(service: &'a Service, name: impl Fn(&ArrayType) -> String) -> ByName<'a> {
    let mut found = ByName::new();
    let mut add = |array: &'a ArrayType| {
        found.entry((name(array), &array.namespace)).or_insert(array);
    };
    service.standalone_arrays.iter().for_each(&mut add);
    service.each_array(&mut add);
    found
}
