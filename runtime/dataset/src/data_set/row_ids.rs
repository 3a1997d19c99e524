//! Rows by their ids (`diffgr:id`), in a few bytes for a table whose rows have the usual numbers.

use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowPosition {
    pub(super) is_deleted: bool,
    pub(super) row: u32,
}

/// The ids of rows, by table.
///
/// The usual id is the table's name and the row's order + 1. Rows with such ids are kept as runs, in which order and place go up
/// together; a table that is sent whole is one run. If an id repeats, the later row has it.
#[derive(Debug, Default)]
pub(super) struct RowIds {
    tables: Vec<TableIds>,
}

#[derive(Debug, Default)]
struct TableIds {
    /// The number of ids so far, which orders them in time.
    count: u64,
    runs: Vec<Run>,
    by_id: HashMap<Box<str>, (u64, RowPosition)>,
    /// The runs, prepared for searches.
    search: Option<Search>,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    order: u32,
    row: u32,
    since: u64,
    length: u32,
}

#[derive(Debug)]
enum Search {
    /// Runs without overlaps, sorted by order.
    Sorted(Vec<Run>),
    /// Each row by its order.
    Each(HashMap<u32, (u64, u32)>),
}

impl RowIds {
    fn table(&mut self, table: usize) -> Option<&mut TableIds> {
        if self.tables.len() <= table {
            self.tables.resize_with(table + 1, TableIds::default);
        }
        let ids = self.tables.get_mut(table)?;
        ids.search = None;
        Some(ids)
    }

    /// Adds rows that follow one another from `first_row` on and are not deleted, whose ids are the usual ones of their orders.
    pub(super) fn insert_usual(&mut self, table: usize, orders: &[u32], first_row: u32) {
        let Some(ids) = self.table(table) else { return };
        for (order, row) in orders.iter().copied().zip(first_row..) {
            ids.count += 1;
            let since = ids.count;
            match ids.runs.last_mut() {
                Some(run)
                    if run.order.checked_add(run.length) == Some(order)
                        && run.row.checked_add(run.length) == Some(row)
                        && run.since + u64::from(run.length) == since =>
                {
                    run.length += 1;
                }
                _ => ids.runs.push(Run { order, row, since, length: 1 }),
            }
        }
    }

    pub(super) fn insert(&mut self, table: usize, id: &str, position: RowPosition) {
        if let Some(ids) = self.table(table) {
            ids.count += 1;
            ids.by_id.insert(id.into(), (ids.count, position));
        }
    }

    pub(super) fn find(&mut self, table: usize, name: &str, id: &str) -> Option<RowPosition> {
        let ids = self.tables.get_mut(table)?;
        let other = ids.by_id.get(id).copied();
        let order = usual_order(name, id).and_then(|order| {
            let (since, row) = ids.search.get_or_insert_with(|| Search::over(&ids.runs)).find(order)?;
            Some((since, RowPosition { is_deleted: false, row }))
        });
        // `None` is less than every `Some`.
        let later = if other.map(|(since, _)| since) > order.map(|(since, _)| since) { other } else { order };
        later.map(|(_, position)| position)
    }
}

/// The order whose usual id in the table of this name is `id`.
fn usual_order(name: &str, id: &str) -> Option<u32> {
    let digits = id.strip_prefix(name)?;
    let is_canonical = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let number: u64 = digits.parse().ok().filter(|_| is_canonical)?;
    u32::try_from(number.checked_sub(1)?).ok()
}

impl Search {
    fn over(runs: &[Run]) -> Self {
        let mut sorted = runs.to_vec();
        sorted.sort_by_key(|run| run.order);
        let overlap = |pair: &[Run]| match pair {
            [one, next] => u64::from(one.order) + u64::from(one.length) > u64::from(next.order),
            _ => false,
        };
        if !sorted.windows(2).any(overlap) {
            return Self::Sorted(sorted);
        }
        let rows = runs.iter().flat_map(|run| (0..run.length).map(move |step| (run, step)));
        // Later runs overwrite earlier ones.
        Self::Each(rows.map(|(run, step)| (run.order + step, run.at(step))).collect())
    }

    fn find(&self, order: u32) -> Option<(u64, u32)> {
        match self {
            Self::Sorted(runs) => {
                let after = runs.partition_point(|run| run.order <= order);
                let run = runs.get(after.checked_sub(1)?)?;
                let step = order - run.order;
                (step < run.length).then(|| run.at(step))
            }
            Self::Each(rows) => rows.get(&order).copied(),
        }
    }
}

impl Run {
    fn at(&self, step: u32) -> (u64, u32) {
        (self.since + u64::from(step), self.row + step)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Compares with a plain map from id to position, in which the later row overwrites the earlier.
        #[test]
        fn blocks_of_ids_are_found_like_single_ones(blocks in proptest::collection::vec(proptest::collection::vec(0..20_u32, 0..9), 0..6)) {
            let (mut together, mut each, mut row) = (RowIds::default(), RowIds::default(), 0);
            for orders in blocks {
                // Some of the orders ascend.
                let orders: Vec<u32> = orders.windows(2).flat_map(|two| [two[0], two[0] + 1, two[1]]).collect();
                together.insert_usual(0, &orders, row);
                for order in orders {
                    each.insert_usual(0, &[order], row);
                    row += 1;
                }
            }
            prop_assert_eq!(format!("{:?}", together.table(0)), format!("{:?}", each.table(0)));
        }

        #[test]
        fn ids_are_found_like_in_a_map(rows in proptest::collection::vec((0..2_usize, 0..12_u32, 0..4_u8), 0..60)) {
            let (mut ids, mut map) = (RowIds::default(), HashMap::new());
            for (row, (table, order, kind)) in (0..).zip(rows) {
                let id = format!("T{}", order + 1);
                let position = RowPosition { is_deleted: kind == 3, row };
                if kind < 2 {
                    ids.insert_usual(table, &[order], row);
                } else {
                    ids.insert(table, &id, position);
                }
                map.insert((table, id), position);
            }
            for table in 0..2 {
                for number in 0..14 {
                    let id = format!("T{number}");
                    prop_assert_eq!(ids.find(table, "T", &id), map.get(&(table, id)).copied());
                }
                prop_assert_eq!(ids.find(table, "T", "T01"), None);
            }
        }
    }
}
