//! The column of each element and attribute of a row.

use std::collections::HashMap;

use crate::table::{Column, GrowingTable, MOST_COLUMNS, Mapping};
use asmx_types::xml_name::decode_local_name;

type Names = HashMap<Box<str>, HashMap<Box<str>, usize>>;

/// Columns by mapping, local name as written, and namespace.
#[derive(Debug)]
pub(super) struct KnownColumns {
    known: [Names; 3],
    /// Declared columns that no element or attribute has claimed, by name.
    declared: HashMap<(Mapping, String), usize>,
    /// For each column, the place of its cell in the current row.
    places: Vec<Option<usize>>,
}

impl KnownColumns {
    pub(super) fn new(declared: &[Column]) -> Self {
        let mut names = HashMap::new();
        for (index, column) in declared.iter().enumerate() {
            names.entry((column.mapping, column.name.clone())).or_insert(index);
        }
        Self { known: Default::default(), declared: names, places: vec![None; declared.len()] }
    }

    /// The column of this name, which is added to the table if it is new. `own` is the usual namespace of such names. `None` if
    /// there are too many columns.
    pub(super) fn of(
        &mut self,
        table: &mut GrowingTable,
        mapping: Mapping,
        namespace: &str,
        own: &str,
        local: &str,
    ) -> Option<usize> {
        let [elements, attributes, texts] = &mut self.known;
        let known = match mapping {
            Mapping::Element => elements,
            Mapping::Attribute | Mapping::Hidden => attributes,
            Mapping::SimpleContent => texts,
        };
        if let Some(index) = known.get(local).and_then(|namespaces| namespaces.get(namespace)) {
            return Some(*index);
        }
        let mut name = decode_local_name(local).into_owned();
        if mapping == Mapping::SimpleContent {
            name.push_str("_Text");
        }
        let declared = self.declared.remove(&(mapping, name.clone()));
        let index = if let Some(index) = declared {
            index
        } else {
            let index = table.columns().len();
            if index >= MOST_COLUMNS {
                return None;
            }
            if table.has_column(&name) {
                name = match mapping {
                    Mapping::Attribute | Mapping::Hidden => format!("@{name}"),
                    _ if namespace != own => format!("{{{namespace}}}{name}"),
                    _ => name,
                };
            }
            let mut column = Column { is_declared: false, ..Column::of_type(table.free_name(&name), "") };
            column.mapping = mapping;
            column.namespace = (namespace != own).then(|| namespace.to_owned());
            table.add_column(column);
            self.places.push(None);
            index
        };
        known.entry(local.into()).or_default().insert(namespace.into(), index);
        Some(index)
    }

    /// Claims the column for the cell at `position` of the current row. If another cell has claimed it, returns its position.
    pub(super) fn claim(&mut self, column: usize, position: usize) -> Option<usize> {
        let claimed = self.places.get_mut(column)?;
        if claimed.is_none() {
            *claimed = Some(position);
            return None;
        }
        *claimed
    }

    pub(super) fn release(&mut self, column: usize) {
        if let Some(position) = self.places.get_mut(column) {
            *position = None;
        }
    }
}
