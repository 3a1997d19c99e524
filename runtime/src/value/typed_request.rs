//! Requests of generated types.

use super::Value;
use super::field::Field;
use super::request::Request;
use super::result::ResultType;
use crate::operation::{InvalidValue, Member};

/// A request of a generated type, which names the type of its result. The default has no values.
pub trait TypedRequest: Request + Default {
    /// The type of the result.
    type Result: ResultType;

    /// Visits each field, in the order of the operation's parameters.
    fn visit_mut(&mut self, visitor: &mut dyn FnMut(&mut dyn Field));
}

/// Makes a request of values in the order of the operation's parameters. Missing values are absent.
pub(crate) fn fill<R: TypedRequest>(values: Vec<Value<'static>>) -> Result<R, (usize, InvalidValue)> {
    let mut request = R::default();
    let parameters = request.operation().parameters.iter();
    let mut filling = Filling { values: parameters.zip(values).enumerate(), failure: None };
    request.visit_mut(&mut |field| filling.fill(field));
    filling.failure.map_or(Ok(request), Err)
}

/// Values on their way to fields. It is independent of the request's type, so it is compiled once.
struct Filling {
    values: std::iter::Enumerate<std::iter::Zip<std::slice::Iter<'static, Member>, std::vec::IntoIter<Value<'static>>>>,
    failure: Option<(usize, InvalidValue)>,
}

impl Filling {
    fn fill(&mut self, field: &mut dyn Field) {
        if let Some((index, (parameter, value))) = self.values.next()
            && let Err(invalid) = field.set_member(parameter, value)
        {
            self.failure.get_or_insert((index, invalid));
        }
    }
}
