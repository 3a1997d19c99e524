//! Settings of the conversion.

use std::collections::BTreeMap;

use asmx_dataset::xsd::Zone;

use crate::error::Error;

/// Settings of the conversion. By default exact values are converted and all others refused.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub(crate) invalid_cells: InvalidCells,
    pub(crate) decimal_scale: Option<u8>,
    pub(crate) time_zone: TimeZone,
    pub(crate) is_all_nullable: bool,
    pub(crate) ignores_new_columns: bool,
    pub(crate) columns: BTreeMap<String, ColumnOptions>,
}

/// Settings of one column.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ColumnOptions {
    pub(crate) is_text: bool,
    pub(crate) decimal_scale: Option<u8>,
    pub(crate) time_zone: Option<TimeZone>,
}

/// The treatment of a cell whose value the Arrow type of its column cannot hold exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidCells {
    /// The conversion ends with an error that names table, row, column, text and type.
    #[default]
    Error,
    /// The cell becomes null. All columns but texts are then nullable, whatever the table declares.
    Null,
    /// The whole column becomes texts as they were sent. If an earlier table without such cells has fixed the schema,
    /// this is an error.
    AsText,
}

/// The zone of a column's timestamps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TimeZone {
    /// By the values of the first table: no zone if no value has one, else instants, in the common zone of the values
    /// or, if they differ, in UTC. The instants are exact; the zone of a single value is not kept if zones differ.
    ///
    /// Without values, `msdata:DateTimeMode` decides: no zone for `Unspecified`, UTC for all other modes.
    #[default]
    Stated,
    /// Instants in this zone. Values with another zone are converted; values without a zone do not fit.
    In(Zone),
    /// Local times. Values with a zone do not fit.
    Unzoned,
    /// Local times; zones of values are ignored. For servers whose zone is meaningless: the `DateTimeMode`
    /// `UnspecifiedLocal`.
    Dropped,
}

impl Options {
    /// Converts exact values and refuses all others.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the treatment of cells that the column's type cannot hold. Default: [`InvalidCells::Error`].
    #[must_use]
    pub fn invalid_cells(mut self, invalid_cells: InvalidCells) -> Self {
        self.invalid_cells = invalid_cells;
        self
    }

    /// Sets the scale of all decimals: digits behind the point, 0 to 38. Default: the larger of the scale that the
    /// first table needs and the schema's `fractionDigits`; 4 without either.
    #[must_use]
    pub fn decimal_scale(mut self, scale: u8) -> Self {
        self.decimal_scale = Some(scale);
        self
    }

    /// Sets the zone of timestamps. Default: [`TimeZone::Stated`].
    #[must_use]
    pub fn time_zone(mut self, zone: TimeZone) -> Self {
        self.time_zone = zone;
        self
    }

    /// Makes all columns nullable. Default: a column that the table declares to be without `DBNull` is not, and a
    /// null in it is an error.
    #[must_use]
    pub fn all_nullable(mut self) -> Self {
        self.is_all_nullable = true;
        self
    }

    /// Drops columns that only later tables have. Default: they are an error.
    #[must_use]
    pub fn ignore_new_columns(mut self) -> Self {
        self.ignores_new_columns = true;
        self
    }

    /// Makes a column texts as they were sent, whatever its type.
    #[must_use]
    pub fn text_column(mut self, column: impl Into<String>) -> Self {
        self.columns.entry(column.into()).or_default().is_text = true;
        self
    }

    /// Sets the scale of one column's decimals.
    #[must_use]
    pub fn decimal_scale_of(mut self, column: impl Into<String>, scale: u8) -> Self {
        self.columns.entry(column.into()).or_default().decimal_scale = Some(scale);
        self
    }

    /// Sets the zone of one column's timestamps.
    #[must_use]
    pub fn time_zone_of(mut self, column: impl Into<String>, zone: TimeZone) -> Self {
        self.columns.entry(column.into()).or_default().time_zone = Some(zone);
        self
    }

    pub(crate) fn makes_text(&self, column: &str) -> bool {
        self.columns.get(column).is_some_and(|own| own.is_text)
    }

    pub(crate) fn scale_for(&self, column: &str) -> Option<u8> {
        self.columns.get(column).and_then(|own| own.decimal_scale).or(self.decimal_scale)
    }

    pub(crate) fn zone_for(&self, column: &str) -> TimeZone {
        self.columns.get(column).and_then(|own| own.time_zone).unwrap_or(self.time_zone)
    }

    /// Refuses scales and zones that do not exist.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let scales = self.columns.values().filter_map(|column| column.decimal_scale);
        if let Some(scale) = self.decimal_scale.into_iter().chain(scales).find(|scale| *scale > 38) {
            return Err(Error::Scale { scale });
        }
        let zones = self.columns.values().filter_map(|column| column.time_zone);
        for zone in zones.chain([self.time_zone]) {
            if let TimeZone::In(Zone::Offset(minutes)) = zone
                && minutes.unsigned_abs() > 14 * 60
            {
                return Err(Error::ZoneOffset { minutes });
            }
        }
        Ok(())
    }
}
