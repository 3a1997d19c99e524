//! The schema: the type and the field of each column, by the options, the declaration and the first values.

use std::collections::HashMap;

use arrow_schema::{DataType, Field};
use asmx_dataset::table::{Column, ColumnData, ColumnValues, DateTimeMode, Fit, ValueType, Zones};
use asmx_dataset::xsd::{Decimal, Lexical as _, Zone};

use crate::options::{InvalidCells, Options, TimeZone};
use crate::target::{PRECISION, Target, exact_rows, invalid_cells};

/// The scale of decimals without values and without a declared scale: that of SQL's `money`.
const UNKNOWN_SCALE: u8 = 4;

impl Target {
    /// The target of a column; `values` are its first ones, if there are any.
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
            && values.is_some_and(|values| !invalid_cells(values, target).is_empty());
        if becomes_text { Self::Text } else { target }
    }
}

/// The larger of the declared scale and the scale that the values need.
fn scale_of(column: &Column, values: Option<&ColumnValues>) -> Option<u8> {
    let facet = column.facets.iter().find(|(name, _)| name == "fractionDigits");
    let stated = facet.and_then(|(_, value)| value.parse().ok()).filter(|scale| *scale <= 38);
    stated.max(values.and_then(scale_needed))
}

/// The target by the zones of the values.
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
        Zones::Unstated if exact_rows(values).next().is_some() => Target::WallClock { drops_zone: false },
        Zones::Unstated => without_values,
        Zones::Each(minutes) => stated_by_each(values, minutes),
    }
}

/// The target if the zones differ, by the values that the column holds exactly.
fn stated_by_each(values: &ColumnValues, minutes: &[i16]) -> Target {
    let mut zones = exact_rows(values).map(|(_, slot)| minutes.get(slot).copied().unwrap_or(Zones::NONE));
    let first = zones.next();
    match (first, zones.all(|zone| Some(zone) == first)) {
        (Some(Zones::NONE), true) => Target::WallClock { drops_zone: false },
        (Some(minutes), true) if minutes != 0 => Target::Instant(Zone::Offset(minutes)),
        _ => Target::Instant(Zone::Utc),
    }
}

/// The scale in which most values are exact: that of the first value, or that of the longest fraction. `None` without
/// values.
fn scale_needed(values: &ColumnValues) -> Option<u8> {
    let ColumnData::Decimal(decimals) = values.data() else {
        return None;
    };
    let own = decimals.scale();
    let beyond = values.as_sent().filter(|(_, fit, _)| *fit == Fit::Beyond);
    let longest = beyond.filter_map(|(.., text)| significant_digits(text)).max();
    if longest.is_none() && exact_rows(values).next().is_none() {
        return None;
    }
    let count = |scale| invalid_cells(values, Target::Decimal(scale)).len();
    match longest {
        Some(longest) if longest > own && count(longest) < count(own) => Some(longest),
        _ => Some(own),
    }
}

/// The number of significant digits behind the point, unless there are too many.
fn significant_digits(text: &str) -> Option<u8> {
    let decimal = Decimal::parse(text).ok()?;
    let digits = decimal.fraction_digits().trim_end_matches('0').len();
    u8::try_from(digits).ok().filter(|digits| *digits <= PRECISION)
}

/// The field of a column. Its metadata is the rest of the declaration, under keys that start with `asmx:` (see the
/// crate's documentation).
pub(crate) fn field(column: &Column, data_type: DataType, is_nullable: bool) -> Field {
    Field::new(column.name.as_str(), data_type, is_nullable).with_metadata(metadata(column))
}

fn metadata(column: &Column) -> HashMap<String, String> {
    let mut metadata = HashMap::new();
    let mut put = |key: &str, value: &str| {
        metadata.insert(format!("asmx:{key}"), value.to_owned());
    };
    if column.is_declared() {
        put("type", &column.type_name);
    } else {
        put("declared", "false");
    }
    let texts = [
        ("clrType", &column.clr_type),
        ("caption", &column.caption),
        ("default", &column.default),
        ("expression", &column.expression),
        ("namespace", &column.namespace),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            put(key, text);
        }
    }
    if column.read_only {
        put("readOnly", "true");
    }
    if column.auto_increment {
        put("autoIncrement", "true");
    }
    if column.date_time_mode != DateTimeMode::default() {
        put("dateTimeMode", column.date_time_mode.name());
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (name, value) in &column.facets {
        let count = counts.entry(name).or_default();
        *count += 1;
        match count {
            1 => put(&format!("facet:{name}"), value),
            count => put(&format!("facet:{name}:{count}"), value),
        }
    }
    metadata
}
