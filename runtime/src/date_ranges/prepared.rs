//! A prepared call whose request names a time frame, made for each part of a range.

use std::sync::Arc;

use super::{DateRange, DateRanges, RangedReport, Step};
use crate::account::prepared::Prepared;
use crate::error::{Error, ErrorKind};
use crate::operation::{Effect, Operation, Role, Scalar, Type};
use crate::results::RecordCount;
use crate::value::Value;
use crate::value::by_role;
use crate::value::request::FilledRequest;

impl<T: RecordCount> Prepared<T> {
    /// A report over more records than one response holds: the range is asked for in parts, each with at most the records that the
    /// operation is documented to return. Begin and end of the time frame are set by their roles (`begin-date`, `end-date`); all
    /// else that was set holds for every part. See [`date_ranges`](crate::date_ranges), and [`RangedReport`] for other ways of
    /// calling.
    ///
    /// An operation without a documented cap is asked once, unless [`RangedReport::cap`] states one. Reports that count something
    /// over the whole range do not add up from parts.
    ///
    /// # Errors
    ///
    /// The operation takes no time frame, or none in such steps; or it does more than read, so that it cannot be asked again.
    pub fn by_date(
        self,
        ranges: DateRanges,
    ) -> Result<RangedReport<impl FnMut(DateRange) -> Self + Send + use<T>>, Error> {
        let operation = self.operation();
        let refused = |why: &str| {
            let message = format!("{} cannot be asked for by date: {why}", operation.name);
            Error::new(ErrorKind::InvalidRequest, message).with_operation(operation)
        };
        let (Some(begin), Some(end)) =
            (by_role::position(operation, Role::BeginDate), by_role::position(operation, Role::EndDate))
        else {
            return Err(refused("none of its parameters are begin and end of a time frame"));
        };
        if operation.effect != Effect::Read {
            return Err(refused("it does more than read, and parts may be asked for again"));
        }
        let is_of = |place: usize, scalar| kind_of(operation, place) == Some(Type::Scalar(scalar));
        if ranges.step() != Step::Day && (is_of(begin, Scalar::Date) || is_of(end, Scalar::Date)) {
            return Err(refused("its dates have no time, so that the step must be a day"));
        }
        let with_time = [begin, end].map(|place| is_of(place, Scalar::DateTime));
        let cap = operation.record_limit.unwrap_or(u64::MAX);
        let ask = move |range: DateRange| {
            let [begins, ends] = with_time;
            let given = vec![(begin, written(range.begin_date(), begins)), (end, written(range.end_date(), ends))];
            self.again_with(|request| Arc::new(FilledRequest::new(request, given)))
        };
        Ok(RangedReport::new(ranges, cap, ask))
    }
}

fn kind_of(operation: &'static Operation, place: usize) -> Option<Type> {
    operation.parameters.get(place).map(|parameter| parameter.kind)
}

/// A date as the parameter takes it.
fn written(date: String, with_time: bool) -> Value<'static> {
    if with_time && !date.contains('T') { Value::from(date + "T00:00:00") } else { Value::from(date) }
}
