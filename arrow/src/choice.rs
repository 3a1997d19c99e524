//! What the values of a column become, by the options, the schema and the first values.

use asmx_dataset::table::{Column, ColumnData, ColumnValues, DateTimeMode, Fit, ValueType, Zones};
use asmx_dataset::xsd::{Decimal, Lexical as _, Zone};

use crate::invalid_cells;
use crate::options::{InvalidCells, Options, TimeZone};
use crate::target::{PRECISION, Target};

/// The scale of decimals if neither a value nor the schema states one: that of SQL's `money`.
const UNKNOWN_SCALE: u8 = 4;

impl Target {
    /// The target for a column of which these are the first values, if there are any.
    pub(crate) fn choose(column: &Column, values: Option<&ColumnValues>, options: &Options) -> Self {
        if options.makes_text(&column.name) {
            return Self::Text;
        }
        let target = match values.map_or_else(|| ValueType::of(&column.type_name), ColumnValues::value_type) {
            ValueType::Decimal => {
                let scale = options.scale_for(&column.name).or_else(|| scale_of(column, values));
                Self::Decimal(scale.unwrap_or(UNKNOWN_SCALE))
            }
            ValueType::DateTime => match options.zone_for(&column.name) {
                TimeZone::In(zone) => Self::Instant(zone),
                TimeZone::Unzoned => Self::WallClock { drops_zone: false },
                TimeZone::Dropped => Self::WallClock { drops_zone: true },
                TimeZone::Stated => stated(column, values),
            },
            ValueType::Text => Self::Text,
            other => Self::Same(other),
        };
        let becomes_text = options.invalid_cells == InvalidCells::AsText
            && values.is_some_and(|values| !invalid_cells::find(values, target).is_empty());
        if becomes_text { Self::Text } else { target }
    }
}

/// The scale by the schema and by what the values need, if either states one.
fn scale_of(column: &Column, values: Option<&ColumnValues>) -> Option<u8> {
    let facet = column.facets.iter().find(|(name, _)| name == "fractionDigits");
    let stated = facet.and_then(|(_, value)| value.parse().ok()).filter(|scale| *scale <= 38);
    stated.max(values.and_then(scale_needed))
}

/// What values state as their zones.
fn stated(column: &Column, values: Option<&ColumnValues>) -> Target {
    let without_values = match column.date_time_mode {
        DateTimeMode::Unspecified => Target::WallClock { drops_zone: false },
        _ => Target::Instant(Zone::Utc),
    };
    let Some(values) = values else {
        return without_values;
    };
    let ColumnData::DateTime(moments) = values.data() else {
        return without_values;
    };
    match moments.zones() {
        Zones::Same(zone) => Target::Instant(zone),
        Zones::Unstated if invalid_cells::held(values).next().is_some() => Target::WallClock { drops_zone: false },
        Zones::Unstated => without_values,
        Zones::Each(minutes) => stated_by_each(values, minutes),
    }
}

/// The same where not all values state one zone: by those that the column keeps exactly.
fn stated_by_each(values: &ColumnValues, minutes: &[i16]) -> Target {
    let mut zones = invalid_cells::held(values).map(|(_, slot)| minutes.get(slot).copied().unwrap_or(Zones::NONE));
    let first = zones.next();
    match (first, zones.all(|zone| Some(zone) == first)) {
        (Some(Zones::NONE), true) => Target::WallClock { drops_zone: false },
        (Some(minutes), true) if minutes != 0 => Target::Instant(Zone::Offset(minutes)),
        _ => Target::Instant(Zone::Utc),
    }
}

/// The scale in which most of the values are exact: that of the first one, or as many digits as the longest needs. `None` if
/// there are no values.
fn scale_needed(values: &ColumnValues) -> Option<u8> {
    let ColumnData::Decimal(decimals) = values.data() else {
        return None;
    };
    let own = decimals.scale();
    let beyond = values.as_sent().filter(|(_, fit, _)| *fit == Fit::Beyond);
    let longest = beyond.filter_map(|(.., text)| significant_digits(text)).max();
    if longest.is_none() && invalid_cells::held(values).next().is_none() {
        return None;
    }
    let count = |scale| invalid_cells::find(values, Target::Decimal(scale)).len();
    match longest {
        Some(longest) if longest > own && count(longest) < count(own) => Some(longest),
        _ => Some(own),
    }
}

/// How many digits behind the point mean something, if they are not too many.
fn significant_digits(text: &str) -> Option<u8> {
    let decimal = Decimal::parse(text).ok()?;
    let digits = decimal.fraction_digits().trim_end_matches('0').len();
    u8::try_from(digits).ok().filter(|digits| *digits <= PRECISION)
}
