//! A request of which some parameters are others than its maker gave.

use std::sync::Arc;

use super::field::Field;
use super::request::Request;
use super::retained::Kept;
use crate::operation::Operation;

/// A request with values in the place of some of its own, by position.
pub(crate) struct FilledRequest {
    request: Arc<dyn Request>,
    values: Vec<(usize, Kept)>,
}

impl FilledRequest {
    pub(crate) const fn new(request: Arc<dyn Request>, values: Vec<(usize, Kept)>) -> Self {
        Self { request, values }
    }
}

impl Request for FilledRequest {
    fn operation(&self) -> &'static Operation {
        self.request.operation()
    }

    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(&'a dyn Field)) {
        let mut position = 0;
        self.request.visit(&mut |field| {
            let filled = self.values.iter().find(|(place, _)| *place == position);
            visitor(filled.map_or(field, |(_, value)| &value.0));
            position += 1;
        });
    }
}
