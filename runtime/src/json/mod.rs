//! Calls by descriptor in JSON: parameters and headers from objects, results to values. Command lines and gateways without generated types use
//! it.
//!
//! # Values
//!
//! | of type | in JSON |
//! |---|---|
//! | boolean | `true`, `false` |
//! | integers of up to 32 bits | a number |
//! | float, double | a number, or `"NaN"`, `"INF"`, `"-INF"` |
//! | other integers, decimal | a string: `long` and `unsignedLong` have more digits than readers of JSON keep |
//! | char | a string of one character |
//! | `QName` | `"{namespace}local"` |
//! | list, set of flags | an array |
//! | other scalars, enumeration | the text in XML |
//! | string with [`content`](crate::Member::content) `json` | the value that it holds: any JSON |
//! | string with `content` `xml` | `{"$inner": "<xml/>"}` with its whole text |
//! | array, repeated element | an array; an item that is null is `xsi:nil` |
//! | structure | an object: elements by their name in XML (`First_x0020_Name`), attributes as `@name`, its text as `#text` |
//! | choice | the member of the chosen element; a repeated choice is `"$choice": [{"a": …}, {"b": …}]`; an array of choices has only the objects |
//! | undeclared elements | `"$any": ["<xml/>", …]` |
//! | undeclared attributes | `"$anyAttributes": {"{namespace}name": "text"}` |
//! | mixed texts and elements | `"$mixed": "one <b>two</b>"` |
//! | another type than declared, `anyType` | `"$type": "{namespace}name"` beside the members; `{"$type": …, "$value": …}` for other types than structures; XML without a type `{"$inner": "<xml/>"}` |
//! | a type that no schema declares | `$type` with the members of the declared type; for `anyType` with `$value` (a text) or `$rest` |
//! | content that the type lacks | `"$rest": {…}` as the last member: elements by name, attributes as `@name`, text among elements as `$text`; each a text, an object, or an array where it repeats |
//! | a structure of a [family](crate::descriptors::Structure::is_of_family) | an object that begins with `"$type": "{namespace}name"` |
//! | `DataSet`, `DataTable` | `{"tables": [{"name": …, "columns": [{"name": …, "type": "xs:int"}], "rows": [{…}]}]}`, or as XML `{"$any": ["<schema>", "<diffgram>"]}` |
//!
//! A string that does not hold what it claims is a string. Read as JSON, a string is the text of its value, with quotes.
//!
//! A missing key is an absent element. `null` is `xsi:nil` for a nullable element, and otherwise an absent element. A string is accepted for a
//! number, and a number for any of them: an integer or a decimal is sent without an exponent, with at most 64 digits, any other as it is
//! written. [`parse`] reads JSON whose numbers keep all digits. The JSON of an array or object is accepted as a string. XML in strings declares every prefix that it uses; elements without prefix and `xmlns` are in no namespace.

mod answers;
mod cells;
mod content;
mod described;
mod headers;
mod index;
mod names;
mod numbers;
mod parameter_error;
mod parameters;
mod parse;
mod read;
mod read_structure;
mod read_tables;
mod read_undeclared;
mod request_reader;
mod request_rules;
mod rest;
mod results;
mod row_members;
mod scalar_text;
mod tables;
#[cfg(test)]
mod tests;
#[cfg(feature = "serde")]
pub(crate) mod typed;
mod undeclared_secrets;
mod unreadable;
mod write;

pub use answers::{ResultError, read_result};
pub use cells::CellKind;
pub use content::of_text;
pub use headers::{headers, raw_headers, response_headers};
pub use names::{key, type_key};
pub use numbers::{integer, is_number, number, to_text};
pub use parameter_error::ParameterError;
pub use parameters::{Parameters, parameters, position, unchecked_parameters};
pub use parse::{array_or_object, parse};
pub use request_reader::RequestReader;
pub use request_rules::{MemberOf, RequestRules};
pub use rest::undeclared;
pub use results::{Results, result};
pub use row_members::RowMembers;
pub use tables::{main_table, remove_schema_facts, table_column};
pub use undeclared_secrets::UndeclaredSecrets;
