//! The types of an operation on its page: what each has, as the page that a server has of the operation tells it.

use std::fmt::Write as _;

use asmx_runtime::descriptors::{Enumeration, Place, Structure};
use asmx_runtime::{Member, Type};

use super::operations::{cell, member_row};

#[derive(Default)]
struct Types {
    structures: Vec<&'static Structure>,
    enumerations: Vec<&'static Enumeration>,
}

/// Appends the types that members have, directly or not.
pub fn push(page: &mut String, members: impl IntoIterator<Item = &'static Member>) {
    let mut types = Types::default();
    members.into_iter().for_each(|member| types.member(member));
    let mut next = 0;
    while let Some(structure) = types.structures.get(next).copied() {
        next += 1;
        structure.members().iter().for_each(|member| types.member(member));
        structure.derived().iter().for_each(|derived| types.take(Type::Structure(derived)));
    }
    if types.structures.len() + types.enumerations.len() > 0 {
        page.push_str("\n### Types\n");
    }
    for structure in types.structures.iter().filter(|structure| !structure.name.is_empty()) {
        write!(page, "\n#### {}\n", structure.name).unwrap();
        if let Some(base) = structure.base() {
            write!(page, "\nDerived from `{}`.\n", base.name).unwrap();
        }
        page.push_str("\n| name | type | | |\n|---|---|---|---|\n");
        structure.members().iter().for_each(|member| member_row(page, member));
    }
    for enumeration in &types.enumerations {
        write!(page, "\n#### {}\n\n| value | |\n|---|---|\n", enumeration.name).unwrap();
        for (value, doc) in enumeration.iter() {
            writeln!(page, "| `{value}` | {} |", cell(doc)).unwrap();
        }
    }
}

impl Types {
    fn member(&mut self, member: &'static Member) {
        match member.place {
            Place::Choice(alternatives) => alternatives.iter().for_each(|member| self.member(member)),
            _ => self.take(member.kind),
        }
    }

    fn take(&mut self, kind: Type) {
        match kind {
            Type::Structure(structure) => push_new(&mut self.structures, structure),
            Type::Enumeration(enumeration) => push_new(&mut self.enumerations, enumeration),
            Type::Array(array) if array.alternatives.is_empty() => self.take(array.item),
            Type::Array(array) => array.alternatives.iter().for_each(|member| self.member(member)),
            Type::List(list) => self.take(list.item),
            _ => {}
        }
    }
}

/// Types of two namespaces may have one name.
fn push_new<T>(all: &mut Vec<&'static T>, item: &'static T) {
    if !all.iter().any(|known| std::ptr::eq(*known, item)) {
        all.push(item);
    }
}

#[test]
fn types_are_on_the_page_with_all_that_they_hold() {
    let spec = |kind: &str| {
        format!(
            r#"<service name="S" path="/s.asmx" namespace="urn:s"><doc>S.</doc>
            <enum name="How"><value name="Now"><doc>At once.</doc></value></enum>
            <structure name="Part"><param name="Left" type="{kind}"/></structure>
            <structure name="Whole"><param name="Parts" type="Part" array="true"/><param name="How" type="How"/></structure>
            <area name="a" title="A"><doc>A.</doc><operation name="Get" effect="read"><doc>Gets.</doc><result type="Whole"/></operation></area>
            </service>"#
        )
    };
    let page = |kind: &str| {
        let document = asmx_document::Document::read("s.xml", spec(kind).as_bytes()).unwrap();
        let mut page = String::new();
        push(&mut page, document.operation("Get", None).unwrap().outputs);
        page
    };
    let rows = ["### Whole", "### Part", "| `Left` | `int` | required |  |", "### How", "| `Now` | At once. |"];
    assert!(rows.iter().all(|row| page("int").contains(row)), "{}", page("int"));
    assert_ne!(page("int"), page("long"));
}
