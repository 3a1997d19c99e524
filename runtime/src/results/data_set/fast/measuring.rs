
use super::*;
use super::super::error::DataSetError;
use super::super::read_rows::RowReader;
use super::rows::Keeper;
use super::scan::{ScannedRow, resolve_into};
use crate::results::table::{ColumnValues, ValueType};
use crate::xml::{Document, Element};

struct First;
impl FindContainer for First {
    fn container<'d>(&self, document: &'d Document) -> Option<Element<'d>> { Some(document.root()) }
}

#[derive(Default)]
struct Columns { columns: Vec<ColumnValues>, rows: u32, resolved: String, limit: u32 }
impl Keeper for Columns {
    #[inline]
    fn scanned(&mut self, reader: &mut RowReader, text: &str, row: &ScannedRow<'_>) -> Result<(), DataSetError> {
        if self.rows >= self.limit { for c in &mut self.columns { c.clear(); } self.rows = 0; }
        for cell in row.cells {
            let raw = cell.raw(text);
            let value = if cell.has_references { self.resolved.clear(); resolve_into(raw, &mut self.resolved); &self.resolved } else { raw };
            if let Some(c) = self.columns.get_mut(cell.column as usize) {
               let _ = c.push_text(self.rows, value);
            }
        }
        reader.ids.insert_usual(row.table, row.order, self.rows);
        self.rows += 1;
        Ok(())
    }
    fn read_plainly(&mut self, _: &mut RowReader) {}
}
#[derive(Default)]
struct Dropped(u32);
impl Keeper for Dropped {
    #[inline]
    fn scanned(&mut self, reader: &mut RowReader, _: &str, row: &ScannedRow<'_>) -> Result<(), DataSetError> {
        reader.ids.insert_usual(row.table, row.order, self.0);
        self.0 += 1;
        Ok(())
    }
    fn read_plainly(&mut self, _: &mut RowReader) {}
}
fn types() -> Vec<ColumnValues> {
    use ValueType::*;
    [Int32, Text, Text, Text, DateTime, Decimal, Boolean, Int32].into_iter().map(ColumnValues::new).collect()
}
pub fn columns(body: &[u8]) -> u64 {
    let mut k = Columns { columns: types(), limit: u32::MAX, ..Default::default() };
    read_with(body, None, &ParseOptions::default(), &First, WINDOW, &mut k);
    u64::from(k.rows) + k.columns.iter().map(|c| c.slot_count() as u64).sum::<u64>()
}
#[derive(Default)]
pub struct Reused(Columns);
impl Reused { pub fn run(&mut self, body: &[u8]) -> u64 {
    if self.0.columns.is_empty() { self.0.columns = types(); }
    self.0.limit = 1000;
    read_with(body, None, &ParseOptions::default(), &First, WINDOW, &mut self.0);
    self.0.rows.into()
}}
pub fn dropped(body: &[u8]) -> u64 {
    let mut k = Dropped(0);
    read_with(body, None, &ParseOptions::default(), &First, WINDOW, &mut k);
    k.0.into()
}
pub fn check(body: &[u8]) -> u64 {
    let mut n = 0; let mut at = 0;
    while let Some(t) = body.get(at..).filter(|b| !b.is_empty()).and_then(|b| beginning(b, WINDOW.min(b.len()))) {
        if examine(t).is_some_and(|c| c.carriage_returns) { n += 1 } 
        at += t.len();
    }
    n
}
pub fn utf8(body: &[u8]) -> u64 {
    let mut n = 0; let mut at = 0;
    while let Some(t) = body.get(at..).filter(|b| !b.is_empty()).and_then(|b| beginning(b, WINDOW.min(b.len()))) {
        n += 1;
        at += t.len();
    }
    n
}
