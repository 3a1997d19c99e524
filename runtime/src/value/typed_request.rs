//! Requests that know the type of their result.

use super::Value;
use super::field::Field;
use super::request::Request;
use super::result::ResultType;
use crate::operation::{InvalidValue, Member};

/// A request that knows the type of its result: those that generated code defines. Its default is the one of which nothing is
/// given.
pub trait TypedRequest: Request + Default {
    /// What its operation returns.
    type Result: ResultType;

    /// Hands each of its fields to `visitor`, in the order of the operation's parameters.
    fn visit_mut(&mut self, visitor: &mut dyn FnMut(&mut dyn Field));
}

/// Fills `request` from values in the order of the operation's parameters; what is missing is as if it was not given.
pub(crate) fn fill<R: TypedRequest>(values: Vec<Value<'static>>) -> Result<R, (usize, InvalidValue)> {
    let mut request = R::default();
    let parameters = request.operation().parameters.iter();
    let mut filling = Filling { values: parameters.zip(values).enumerate(), failure: None };
    request.visit_mut(&mut |field| filling.fill(field));
    filling.failure.map_or(Ok(request), Err)
}

/// Values on their way into fields, apart from the request's type so that this is compiled once.
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
