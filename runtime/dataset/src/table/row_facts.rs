//! Facts about rows beside their cells: changes that a diffgram states, and findings of a reader.

use std::collections::BTreeMap;

/// Whether a row was changed since the data set was filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RowState {
    /// Not changed.
    #[default]
    Unchanged,
    /// Added. Adapters often fill data sets with rows in this state.
    Added,
    /// Changed; [`Row::original`](super::Row::original) is the row before.
    Modified,
    /// Deleted: among [`Table::deleted_rows`](super::Table::deleted_rows), with its former cells.
    Deleted,
}

/// State, order, id, parent and errors of the rows of one store. Usual rows are unchanged, without errors, in order, and have the
/// id that a server would give; they take no memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// Empty at the end for unchanged rows.
    states: Vec<RowState>,
    /// The order of every row; empty as long as each row follows the one before it.
    orders: Vec<u32>,
    first_order: u32,
    /// `diffgr:id`, if it is not the table's name and the place in the table.
    ids: BTreeMap<u32, Box<str>>,
    /// The order of the parent row, if only nesting relates them; ascending by row.
    parents: Vec<(u32, u32)>,
    errors: BTreeMap<u32, RowErrors>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowErrors {
    pub(crate) row: Option<String>,
    pub(crate) columns: Vec<(String, String)>,
}

impl Changes {
    /// Sets the state of the next row, whose place is `row`.
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
        if let Some(current) = self.states.get_mut(row) {
            *current = state;
        }
    }

    pub(crate) fn state(&self, row: u32) -> RowState {
        self.states.get(row as usize).copied().unwrap_or_default()
    }

    /// Sets the order of the next row, whose place is `row`.
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

    pub(crate) fn order(&self, row: u32) -> u32 {
        self.orders.get(row as usize).copied().unwrap_or_else(|| self.first_order.saturating_add(row))
    }

    /// Whether orders ascend by one from row to row.
    pub(crate) fn is_in_order(&self) -> bool {
        self.orders.is_empty()
    }

    /// The rows in the order that they state, if they came in another one. Rows of equal order stay as they came.
    pub(super) fn other_order(&self, count: u32) -> Option<Vec<u32>> {
        if self.orders.is_sorted() {
            return None;
        }
        let mut rows: Vec<u32> = (0..count).collect();
        rows.sort_by_key(|row| self.order(*row));
        Some(rows)
    }

    /// Puts the facts of each of `rows` in the place that it has there. `places` has the new place of each row.
    pub(super) fn rearrange(&mut self, rows: &[u32], places: &[u32]) {
        let index = |row: u32| places.get(row as usize).copied().unwrap_or(row);
        if !self.states.is_empty() {
            self.states = rows.iter().map(|row| self.state(*row)).collect();
        }
        self.orders = rows.iter().map(|row| self.order(*row)).collect();
        self.first_order = self.orders.first().copied().unwrap_or_default();
        self.ids = std::mem::take(&mut self.ids).into_iter().map(|(row, id)| (index(row), id)).collect();
        self.errors = std::mem::take(&mut self.errors).into_iter().map(|(row, errors)| (index(row), errors)).collect();
        for (row, _) in &mut self.parents {
            *row = index(*row);
        }
        self.parents.sort_unstable();
    }

    pub(crate) fn push_parent(&mut self, row: u32, order: u32) {
        self.parents.push((row, order));
    }

    pub(crate) fn parent(&self, row: u32) -> Option<u32> {
        let index = self.parents.binary_search_by_key(&row, |(row, _)| *row).ok()?;
        self.parents.get(index).map(|(_, order)| *order)
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

    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    pub(super) fn error_count(&self) -> usize {
        self.errors.len()
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

/// The first row of a delimited text whose number of cells differs from the first row's. A cell may contain a delimiter, or the row
/// is not a row of the report.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RaggedRow {
    /// The row, counted from 0 over all batches, without a header.
    pub row: u64,
    /// The number of its cells.
    pub cells: usize,
    /// The number of cells in the first row, the header if there is one.
    pub expected: usize,
}

/// The rows of a delimited text with fewer cells than columns were declared. Their last cells are `DBNull`.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShortRows {
    /// The number of these rows, over all batches so far.
    pub rows: u64,
    /// The first of them, counted from 0 over all batches, without a header.
    pub first: u64,
    /// The number of cells of the first of them.
    pub cells: usize,
    /// The number of declared columns.
    pub expected: usize,
}

/// The numbers of facts that the rows of a table do not show.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HiddenFacts {
    /// The deleted rows ([`Table::deleted_rows`](super::Table::deleted_rows)).
    pub deleted: usize,
    /// The changed rows with their former values ([`Row::original`](super::Row::original)).
    pub changed: usize,
    /// The rows with errors ([`Row::has_errors`](super::Row::has_errors)).
    pub errors: usize,
    /// The parts of the diffgram that belong to no row: errors of unknown rows, texts and attributes around rows, unknown elements. They are
    /// not kept.
    pub unplaced: usize,
}

impl HiddenFacts {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl std::ops::AddAssign for HiddenFacts {
    fn add_assign(&mut self, other: Self) {
        self.deleted += other.deleted;
        self.changed += other.changed;
        self.errors += other.errors;
        self.unplaced += other.unplaced;
    }
}

/// Findings of a reader. Comparisons of tables ignore them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    pub(crate) ragged: Option<RaggedRow>,
    pub(crate) short: Option<ShortRows>,
    /// The number of cells in the longest row of a delimited text so far.
    pub(crate) widest: usize,
    pub(crate) record_limit: Option<u64>,
    /// The empty texts that may mean `DBNull`; only of delimited text.
    pub(crate) blanks: Option<Blanks>,
    /// The place of each row of the response, if rows were put in another order.
    pub(crate) places: Option<Vec<u32>>,
    /// The parts of the diffgram that belong to no row; only in the first table of a data set.
    pub(crate) unplaced: usize,
}

/// The empty cells of a delimited text that had qualifiers. All other empty cells may mean `DBNull`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blanks {
    /// By the place of the column, the rows, ascending.
    qualified: BTreeMap<usize, Vec<u32>>,
}

impl Blanks {
    /// Adds an empty cell with qualifiers. Rows of a column must ascend.
    pub(crate) fn push_qualified(&mut self, column: usize, row: u32) {
        self.qualified.entry(column).or_default().push(row);
    }

    fn is_qualified(&self, column: usize, row: u32) -> bool {
        self.qualified.get(&column).is_some_and(|rows| rows.binary_search(&row).is_ok())
    }
}

impl Reading {
    /// Takes the findings for the rows so far. Findings that hold for all rows are kept.
    pub(super) fn take(&mut self) -> Self {
        let blanks = self.blanks.as_mut().map(std::mem::take);
        let (ragged, short, widest) = (self.ragged, self.short, self.widest);
        Self { ragged, short, widest, record_limit: self.record_limit, blanks, places: self.places.take(), unplaced: 0 }
    }

    /// Whether an empty text in this place may mean `DBNull`.
    pub(super) fn is_blank(&self, column: usize, row: u32) -> bool {
        self.blanks.as_ref().is_some_and(|blanks| !blanks.is_qualified(column, row))
    }
}
