//! Facts about rows beside their cells: changes that a diffgram states, and findings of a reader.

use std::collections::BTreeMap;

/// Whether a row was changed since the data set was filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RowState {
    /// As it was.
    #[default]
    Unchanged,
    /// Added. (Data sets filled by an adapter often come with every row so.)
    Added,
    /// Changed; [`Row::original`](super::Row::original) is what it was.
    Modified,
    /// Deleted: among [`Table::deleted_rows`](super::Table::deleted_rows), with the cells it had.
    Deleted,
}

/// State, order, id, parent and errors of the rows of one store. Usual: unchanged, without errors, in order, with the id that a server would give.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// As far as a row is not unchanged.
    states: Vec<RowState>,
    /// For every row, once one does not follow the row before it.
    orders: Vec<u32>,
    first_order: u32,
    /// `diffgr:id`, where it is not the table's name and the place in the table.
    ids: BTreeMap<u32, Box<str>>,
    /// The order of the parent row, where only nesting relates them; ascending by row.
    parents: Vec<(u32, u32)>,
    errors: BTreeMap<u32, RowErrors>,
}

/// What is wrong with a row and its cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowErrors {
    pub(crate) row: Option<String>,
    pub(crate) columns: Vec<(String, String)>,
}

impl Changes {
    /// Notes the state of the row that comes next: `row` rows are there.
    pub(crate) fn push_state(&mut self, row: u32, state: RowState) {
        if state != RowState::Unchanged {
            self.set_state(row, state);
        }
    }

    pub(crate) fn set_state(&mut self, row: u32, state: RowState) {
        let row = row as usize;
        if self.states.len() <= row {
            self.states.resize(row + 1, RowState::Unchanged);
        }
        if let Some(place) = self.states.get_mut(row) {
            *place = state;
        }
    }

    pub(crate) fn state(&self, row: u32) -> RowState {
        self.states.get(row as usize).copied().unwrap_or_default()
    }

    /// Notes the order of the row that comes next: `row` rows are there.
    pub(crate) fn push_order(&mut self, row: u32, order: u32) {
        if row == 0 {
            self.first_order = order;
        } else if !self.orders.is_empty() {
            self.orders.push(order);
        } else if self.first_order.checked_add(row) != Some(order) {
            self.orders.extend((0..row).map(|row| self.first_order.saturating_add(row)));
            self.orders.push(order);
        }
    }

    /// The place in the table by the server's count.
    pub(crate) fn order(&self, row: u32) -> u32 {
        self.orders.get(row as usize).copied().unwrap_or_else(|| self.first_order.saturating_add(row))
    }

    /// Whether orders ascend by one from row to row.
    pub(crate) fn is_in_order(&self) -> bool {
        self.orders.is_empty()
    }

    pub(crate) fn push_parent(&mut self, row: u32, order: u32) {
        self.parents.push((row, order));
    }

    pub(crate) fn parent(&self, row: u32) -> Option<u32> {
        let place = self.parents.binary_search_by_key(&row, |(row, _)| *row).ok()?;
        self.parents.get(place).map(|(_, order)| *order)
    }

    pub(crate) fn set_id(&mut self, row: u32, id: &str) {
        self.ids.insert(row, id.into());
    }

    pub(crate) fn id(&self, row: u32) -> Option<&str> {
        self.ids.get(&row).map(|id| &**id)
    }

    pub(crate) fn errors(&self, row: u32) -> Option<&RowErrors> {
        self.errors.get(&row)
    }

    pub(crate) fn errors_mut(&mut self, row: u32) -> &mut RowErrors {
        self.errors.entry(row).or_default()
    }

    /// Whether any row or cell has an error.
    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.orders.clear();
        self.first_order = 0;
        self.ids.clear();
        self.parents.clear();
        self.errors.clear();
    }
}

/// The first row of a delimited text that has another number of cells than the first row: a delimiter in a cell may have been read
/// as one, or a row may be no row of the report.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RaggedRow {
    /// The row, counted from 0 over all batches; a header is not counted.
    pub row: u64,
    /// How many cells it has.
    pub cells: usize,
    /// How many the first row has, the header if there is one.
    pub expected: usize,
}

/// What a reader noticed. No part of a table's equality.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    /// The first row that has another number of cells.
    pub(crate) ragged: Option<RaggedRow>,
    /// The most rows that the operation returns.
    pub(crate) record_limit: Option<u64>,
    /// Which empty texts may stand for no value; only of delimited text.
    pub(crate) blanks: Option<Blanks>,
}

/// Which empty cells of a delimited text stood between qualifiers. All others say as little as no value does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blanks {
    /// By the place of the column, the rows, ascending.
    qualified: BTreeMap<usize, Vec<u32>>,
}

impl Blanks {
    /// Notes an empty cell between qualifiers. `row` must be greater than the rows noted for the column before.
    pub(crate) fn push_qualified(&mut self, column: usize, row: u32) {
        self.qualified.entry(column).or_default().push(row);
    }

    fn is_qualified(&self, column: usize, row: u32) -> bool {
        self.qualified.get(&column).is_some_and(|rows| rows.binary_search(&row).is_ok())
    }
}

impl Reading {
    /// Takes what is known of the rows so far. For rows to come, only what holds for all rows is kept.
    pub(super) fn take(&mut self) -> Self {
        let blanks = self.blanks.as_mut().map(std::mem::take);
        Self { ragged: self.ragged, record_limit: self.record_limit, blanks }
    }

    /// Whether an empty text in this place may stand for no value.
    pub(super) fn is_blank(&self, column: usize, row: u32) -> bool {
        self.blanks.as_ref().is_some_and(|blanks| !blanks.is_qualified(column, row))
    }
}
