//! The bounds of samples: types whose members double have more values than any memory.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use crate::operation::{Member, Place, Structure, Type};
use crate::value::Value;

/// The most values in the samples of one message.
const MOST_VALUES: usize = 10_000;

/// The number of levels with optional values.
const OPTIONAL_LEVELS: usize = 3;

/// The number of levels that are searched for the alternative with the shallowest values.
const SEARCHED_LEVELS: usize = 8;

pub(super) struct Bounds {
    optional_levels: usize,
    remaining: Cell<usize>,
    is_exceeded: Cell<bool>,
    /// Whether values of a structure end in that many levels.
    endings: RefCell<HashMap<(*const Structure, usize), bool>>,
    /// The shallowest alternative of a choice.
    shallowest: RefCell<HashMap<*const Member, usize>>,
}

impl Bounds {
    /// The samples with optional values in as many levels as [`MOST_VALUES`] permits, and whether they lack a part, because its required
    /// members alone are too many.
    pub(super) fn fit<T>(make: impl Fn(&Self) -> T) -> (T, bool) {
        for levels in (1..=OPTIONAL_LEVELS).rev() {
            let bounds = Self::new(levels);
            let samples = make(&bounds);
            if !bounds.is_exceeded.get() {
                return (samples, false);
            }
        }
        let bounds = Self::new(0);
        (make(&bounds), bounds.is_exceeded.get())
    }

    fn new(optional_levels: usize) -> Self {
        Self {
            optional_levels,
            remaining: Cell::new(MOST_VALUES),
            is_exceeded: Cell::new(false),
            endings: RefCell::default(),
            shallowest: RefCell::default(),
        }
    }

    pub(super) const fn optional_levels(&self) -> usize {
        self.optional_levels
    }

    /// Counts values; `None` if they are too many.
    pub(super) fn count(&self, values: usize) -> Option<()> {
        let remaining = self.remaining.get().checked_sub(values);
        self.remaining.set(remaining.unwrap_or_default());
        self.is_exceeded.set(self.is_exceeded.get() || remaining.is_none());
        remaining.map(|_| ())
    }

    /// A part of a message. One that is absent because it is too large takes nothing from the others.
    pub(super) fn part(&self, make: impl FnOnce() -> Value<'static>) -> Value<'static> {
        let before = self.remaining.get();
        let part = make();
        if matches!(part, Value::Null | Value::Nil) && self.optional_levels == 0 {
            self.remaining.set(before);
        }
        part
    }

    /// `copies` of the value, which count as often.
    pub(super) fn repeated<T: Clone>(&self, copies: usize, value: impl FnOnce() -> Option<T>) -> Option<Vec<T>> {
        let before = self.remaining.get();
        let value = value()?;
        self.count((before - self.remaining.get()).saturating_mul(copies - 1))?;
        Some(vec![value; copies])
    }

    /// The alternative with the shallowest values.
    pub(super) fn shallowest(&self, alternatives: &'static [Member]) -> usize {
        if let Some(known) = self.shallowest.borrow().get(&alternatives.as_ptr()) {
            return *known;
        }
        let after = |levels| alternatives.iter().position(|member| self.ends(member, levels));
        let found = (0..=SEARCHED_LEVELS).find_map(after).unwrap_or_default();
        self.shallowest.borrow_mut().insert(alternatives.as_ptr(), found);
        found
    }

    /// Whether a value of the member needs at most that many levels.
    fn ends(&self, member: &Member, levels: usize) -> bool {
        match (member.place, member.kind, levels.checked_sub(1)) {
            (Place::Choice(alternatives), ..) => alternatives.iter().any(|member| self.ends(member, levels)),
            (_, Type::Structure(structure), Some(levels)) => self.structure_ends(structure, levels),
            (_, Type::Structure(_), None) => false,
            _ => true,
        }
    }

    fn structure_ends(&self, structure: &'static Structure, levels: usize) -> bool {
        let key = (std::ptr::from_ref(structure), levels);
        if let Some(known) = self.endings.borrow().get(&key) {
            return *known;
        }
        let ends = structure.members().iter().all(|member| !member.must_be_given() || self.ends(member, levels));
        self.endings.borrow_mut().insert(key, ends);
        ends
    }
}
