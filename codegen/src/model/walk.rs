//! Walks over the members and types of a model, in the order of the spec, outermost first.

use super::{ArrayType, Member, NamedType, NamedTypeKind, Operation, Place, Service, Type};

/// A part of a model that [`Walk::walk_mut`] visits.
#[derive(Debug)]
pub enum PartMut<'a> {
    /// A member or an alternative.
    Member(&'a mut Member),
    /// The type of a member, of items or of a result.
    Type(&'a mut Type),
    /// The base of a structure.
    Base(&'a mut usize),
}

/// A part of a model with members and types in it. A walk does not enter named types. It skips the type of a member whose place decides it,
/// and the item type of an array of alternatives.
pub trait Walk {
    fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Type));

    fn walk_mut(&mut self, visit: &mut dyn FnMut(PartMut<'_>));

    /// Visits the number of each named type, except bases of structures.
    fn each_named(&self, visit: &mut dyn FnMut(usize)) {
        self.walk(&mut |kind| {
            if let Type::Named(number) = kind {
                visit(*number);
            }
        });
    }

    fn each_array<'a>(&'a self, visit: &mut dyn FnMut(&'a ArrayType)) {
        self.walk(&mut |kind| {
            if let Type::Array(array) = kind {
                visit(array);
            }
        });
    }

    /// A copy with other numbers of named types.
    #[must_use]
    fn renumbered(&self, number: &dyn Fn(usize) -> usize) -> Self
    where
        Self: Clone,
    {
        let mut copy = self.clone();
        copy.renumber(number);
        copy
    }

    /// Renumbers all named types, bases of structures included.
    fn renumber(&mut self, number: &dyn Fn(usize) -> usize) {
        self.walk_mut(&mut |part| {
            if let PartMut::Type(Type::Named(known)) | PartMut::Base(known) = part {
                *known = number(*known);
            }
        });
    }
}

impl Walk for Type {
    fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Type)) {
        visit(self);
        match self {
            Self::Array(array) => array.walk(visit),
            Self::List(item) => item.walk(visit),
            Self::Scalar(_) | Self::Named(_) | Self::Any | Self::Xml(_) => {}
        }
    }

    fn walk_mut(&mut self, visit: &mut dyn FnMut(PartMut<'_>)) {
        visit(PartMut::Type(self));
        match self {
            Self::Array(array) => array.walk_mut(visit),
            Self::List(item) => item.walk_mut(visit),
            Self::Scalar(_) | Self::Named(_) | Self::Any | Self::Xml(_) => {}
        }
    }
}

impl Walk for ArrayType {
    fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Type)) {
        if self.alternatives.is_empty() { self.item.walk(visit) } else { self.alternatives.walk(visit) }
    }

    fn walk_mut(&mut self, visit: &mut dyn FnMut(PartMut<'_>)) {
        if self.alternatives.is_empty() { self.item.walk_mut(visit) } else { self.alternatives.walk_mut(visit) }
    }
}

impl Walk for Member {
    fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Type)) {
        match &self.place {
            Place::Element | Place::Attribute | Place::Text => self.kind.walk(visit),
            Place::Choice(alternatives) => alternatives.walk(visit),
            Place::Mixed | Place::AnyElements | Place::AnyAttributes => {}
        }
    }

    fn walk_mut(&mut self, visit: &mut dyn FnMut(PartMut<'_>)) {
        visit(PartMut::Member(self));
        match &mut self.place {
            Place::Element | Place::Attribute | Place::Text => self.kind.walk_mut(visit),
            Place::Choice(alternatives) => alternatives.walk_mut(visit),
            Place::Mixed | Place::AnyElements | Place::AnyAttributes => {}
        }
    }
}

impl<T: Walk> Walk for [T] {
    fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Type)) {
        for item in self {
            item.walk(visit);
        }
    }

    fn walk_mut(&mut self, visit: &mut dyn FnMut(PartMut<'_>)) {
        for item in self {
            item.walk_mut(visit);
        }
    }
}

impl Walk for NamedType {
    fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Type)) {
        if let Some(structure) = self.structure() {
            structure.members.walk(visit);
        }
    }

    fn walk_mut(&mut self, visit: &mut dyn FnMut(PartMut<'_>)) {
        if let NamedTypeKind::Structure(structure) = &mut self.kind {
            structure.base.iter_mut().for_each(|base| visit(PartMut::Base(base)));
            structure.members.walk_mut(visit);
        }
    }
}

impl Walk for Operation {
    fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Type)) {
        self.members().for_each(|member| member.walk(visit));
    }

    fn walk_mut(&mut self, visit: &mut dyn FnMut(PartMut<'_>)) {
        self.members_mut().for_each(|member| member.walk_mut(visit));
    }
}

impl Walk for Service {
    fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Type)) {
        self.types.walk(visit);
        self.common.walk(visit);
        self.operations.walk(visit);
        self.standalone_arrays.walk(visit);
    }

    fn walk_mut(&mut self, visit: &mut dyn FnMut(PartMut<'_>)) {
        self.types.walk_mut(visit);
        self.common.walk_mut(visit);
        self.operations.walk_mut(visit);
        self.standalone_arrays.walk_mut(visit);
    }
}
