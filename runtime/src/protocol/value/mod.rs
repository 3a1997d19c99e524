//! Values in SOAP bodies and forms, in both directions.

pub(crate) mod carriage_returns;
pub(crate) mod read_value;
pub(crate) mod scalar_text;
pub(crate) mod value_budget;
pub(crate) mod value_element;
pub(crate) mod write_value;
