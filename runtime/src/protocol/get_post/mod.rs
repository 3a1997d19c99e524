//! HTTP GET and POST: forms, texts of faults, and the layout of XML responses.

pub(crate) mod decode_form;
mod escape_table;
pub(crate) mod fault_text;
pub(crate) mod form;
pub(crate) mod indent;
