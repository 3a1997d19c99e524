use super::rows::Keeper;
use super::*;
use crate::xml::{Document, Element};

struct First;
impl FindContainer for First {
    fn container<'d>(&self, document: &'d Document) -> Option<Element<'d>> {
        Some(document.root())
    }
}
pub fn columns(body: &[u8]) -> u64 {
    let read = read(body, None, &ParseOptions::default(), &First);
    read.map_or(0, |d| d.tables().iter().map(|t| t.row_count() as u64).sum())
}
#[derive(Default)]
pub struct Reused(Option<crate::results::table::Table>);
impl Reused {
    pub fn run(&mut self, body: &[u8], chunk: usize) -> u64 {
        let mut stream = RowStream::new(ParseOptions::default(), None, Keeping::Rows);
        let mut rows = 0;
        for mut piece in body.chunks(chunk) {
            while !piece.is_empty() {
                if stream.feed(&mut piece, &First).unwrap_or(false) {
                    while let Some(batch) = stream.batch(self.0.take()) {
                        rows += batch.row_count() as u64;
                        self.0 = Some(batch);
                    }
                }
            }
        }
        let _ = stream.end(&First);
        while let Some(batch) = stream.batch(self.0.take()) {
            rows += batch.row_count() as u64;
            self.0 = Some(batch);
        }
        rows
    }
}
pub fn streamed(body: &[u8], chunk: usize) -> u64 {
    let mut stream = RowStream::new(ParseOptions::default(), None, Keeping::Rows);
    let mut rows = 0;
    for mut piece in body.chunks(chunk) {
        while !piece.is_empty() {
            let _ = stream.feed(&mut piece, &First);
        }
    }
    let _ = stream.end(&First);
    while let Some(batch) = stream.batch(None) {
        rows += batch.row_count() as u64;
    }
    rows
}
pub fn dropped(body: &[u8], chunk: usize) -> u64 {
    let mut stream = RowStream::new(ParseOptions::default(), None, Keeping::Counts);
    for mut piece in body.chunks(chunk) {
        let _ = stream.feed(&mut piece, &First);
    }
    let _ = stream.end(&First);
    stream.row_counts().iter().map(|(_, n)| *n as u64).sum()
}
pub fn check(body: &[u8]) -> u64 {
    let mut n = 0;
    let mut at = 0;
    while let Some(t) = body.get(at..).filter(|b| !b.is_empty()).and_then(|b| beginning(b, WINDOW.min(b.len()))) {
        if examine(t).is_some_and(|c| c.carriage_returns) {
            n += 1
        }
        at += t.len();
    }
    n
}
