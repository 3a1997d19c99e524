//! How tables are converted.

use std::collections::BTreeMap;

use asmx_dataset::xsd::Zone;

use crate::error::Error;

/// How tables become record batches. The default converts what is exact and refuses everything else.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub(crate) invalid_cells: InvalidCells,
    pub(crate) decimal_scale: Option<u8>,
    pub(crate) time_zone: TimeZone,
    pub(crate) is_all_nullable: bool,
    pub(crate) ignores_new_columns: bool,
    pub(crate) columns: BTreeMap<String, ColumnOptions>,
}

/// What is set for one column.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ColumnOptions {
    pub(crate) is_text: bool,
    pub(crate) decimal_scale: Option<u8>,
    pub(crate) time_zone: Option<TimeZone>,
}

/// What becomes of a cell whose value the Arrow type of its column does not hold exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidCells {
    /// The conversion ends in an error that names the table, the row, the column, the text and the type.
    #[default]
    Error,
    /// The cell becomes null. Every column but those of texts may hold nulls then, whatever the table states.
    Null,
    /// The whole column becomes texts, each exactly as it was sent. Where the schema stands already, because an earlier table had
    /// no such cell, it is an error.
    AsText,
}

/// What the timestamps of a column say about their zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TimeZone {
    /// By the values of the first table: without a zone if none states one; else instants, in the zone that all state or, where
    /// they differ, in UTC. The instants are exact; which of several zones a value stated is not kept.
    ///
    /// If that table has no values, `msdata:DateTimeMode` decides: `Unspecified` is without a zone, everything else UTC.
    #[default]
    Stated,
    /// Instants in this zone. Values that state another one are converted, values without one do not fit.
    In(Zone),
    /// Local times without a zone. Values that state a zone do not fit.
    Unzoned,
    /// Local times; zones that values state are left out. For servers whose zone means nothing, which is the
    /// `DateTimeMode` `UnspecifiedLocal`.
    Dropped,
}

impl Options {
    /// Converts what is exact and refuses everything else.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets what becomes of cells whose value the column's type does not hold. Default: [`InvalidCells::Error`].
    #[must_use]
    pub fn invalid_cells(mut self, invalid_cells: InvalidCells) -> Self {
        self.invalid_cells = invalid_cells;
        self
    }

    /// Sets how many digits all decimals have behind the point, 0 to 38. Default: as many as the first table needs and the
    /// schema's `fractionDigits` allows; 4 if neither states a scale.
    #[must_use]
    pub fn decimal_scale(mut self, scale: u8) -> Self {
        self.decimal_scale = Some(scale);
        self
    }

    /// Sets what timestamps say about their zone. Default: [`TimeZone::Stated`].
    #[must_use]
    pub fn time_zone(mut self, zone: TimeZone) -> Self {
        self.time_zone = zone;
        self
    }

    /// Lets every column hold nulls, whatever the table states. Default: a column that the table says holds no `DBNull` holds no
    /// nulls, and one that comes nevertheless is an error.
    #[must_use]
    pub fn all_nullable(mut self) -> Self {
        self.is_all_nullable = true;
        self
    }

    /// Leaves out columns that come up in a later table only. Default: they are an error.
    #[must_use]
    pub fn ignore_new_columns(mut self) -> Self {
        self.ignores_new_columns = true;
        self
    }

    /// Makes a column texts, each exactly as it was sent, whatever its type.
    #[must_use]
    pub fn text_column(mut self, column: impl Into<String>) -> Self {
        self.columns.entry(column.into()).or_default().is_text = true;
        self
    }

    /// Sets how many digits the decimals of one column have behind the point.
    #[must_use]
    pub fn decimal_scale_of(mut self, column: impl Into<String>, scale: u8) -> Self {
        self.columns.entry(column.into()).or_default().decimal_scale = Some(scale);
        self
    }

    /// Sets what the timestamps of one column say about their zone.
    #[must_use]
    pub fn time_zone_of(mut self, column: impl Into<String>, zone: TimeZone) -> Self {
        self.columns.entry(column.into()).or_default().time_zone = Some(zone);
        self
    }

    /// Whether this column is to be texts.
    pub(crate) fn makes_text(&self, column: &str) -> bool {
        self.columns.get(column).is_some_and(|own| own.is_text)
    }

    /// The scale set for this column.
    pub(crate) fn scale_for(&self, column: &str) -> Option<u8> {
        self.columns.get(column).and_then(|own| own.decimal_scale).or(self.decimal_scale)
    }

    /// What the timestamps of this column say about their zone.
    pub(crate) fn zone_for(&self, column: &str) -> TimeZone {
        self.columns.get(column).and_then(|own| own.time_zone).unwrap_or(self.time_zone)
    }

    /// Whether there are such scales and zones.
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
