//! Calls by descriptor from JSON: parameters and headers out of objects, results into values. Every command line and gateway that has
//! no generated types stands on this.
//!
//! # Values
//!
//! | of type | in JSON |
//! |---|---|
//! | boolean | `true`, `false` |
//! | integers of up to 64 bits | a number |
//! | float, double | a number, or `"NaN"`, `"INF"`, `"-INF"` |
//! | decimal | a string, with its scale |
//! | char | a string of one character |
//! | `QName` | `"{namespace}local"` |
//! | list, set of flags | an array |
//! | other scalars, enumeration | the text as XML has it |
//! | array, repeated element | an array; an item that is null is `xsi:nil` |
//! | structure | an object: elements by their name as XML has it (`First_x0020_Name`), attributes as `@name`, its text as `#text` |
//! | one of several elements | the member of that element; where it is repeated, `"$choice": [{"a": …}, {"b": …}]`; an array of such has the objects only |
//! | elements nobody declared | `"$any": ["<xml/>", …]` |
//! | attributes nobody declared | `"$anyAttributes": {"{namespace}name": "text"}` |
//! | texts and elements mixed | `"$mixed": "one <b>two</b>"` |
//! | another type than declared, `anyType` | `"$type": "{namespace}name"` beside the members; of what is no structure `{"$type": …, "$value": …}`; XML without a type `{"$inner": "<xml/>"}` |
//! | `DataSet`, `DataTable` | `{"$any": ["<schema>", "<diffgram>"]}` |
//!
//! A missing key is an absent element; `null` is `xsi:nil` where the element may be nil, and an absent element elsewhere. A string that
//! stands for a number is taken as it is. XML in strings declares every prefix that it uses; what has no prefix and no `xmlns` is in no
//! namespace.
//!
//! Results of generated operations are shorter, because the descriptor tells what they are: see [`result`].

mod bare;
mod headers;
mod names;
mod parameters;
mod read;
mod tables;
#[cfg(test)]
mod tests;
mod write;

use serde_json::{Map, Value as Json};

pub use bare::bare_result;
pub use headers::{headers, raw_headers, response_headers};
pub use parameters::{ParameterError, Parameters, parameters, unchecked_parameters};

use crate::operation::{Operation, Service, Style};
use crate::value::field::View;
use crate::value::message::Message;
use write::Writer;

/// A result as JSON.
///
/// Of a [described](Operation::described) operation it is an object of the parts by element name, in the style [`Bare`](crate::descriptors::Style::Bare) by part
/// name; headers are told by [`response_headers`].
///
/// Of others strings and XML documents are strings, integers an array, none and null are null; a DataSet is `{"tables":[{"name","columns":[{"name","type"}],"rows":[{…}]}]}` with every cell as the text that was sent and
/// DBNull as null, because JSON numbers would lose decimals and 64-bit integers. The rows of a table of which nearly nothing was sent leave
/// DBNull out: where null in every cell would take more memory than 40 times what was sent and 64 MiB beside.
pub fn result(service: &Service, operation: &Operation, message: &Message) -> Json {
    let writer = Writer::new(service);
    let is_bare = operation.messages.style == Style::Bare;
    if !operation.described {
        return match operation.outputs.iter().zip(message.parts()).next() {
            Some((output, part)) => match part.view() {
                View::DataSet(data_set) => tables::tables(data_set),
                View::Document(document) => Json::from(document.as_str()),
                _ => writer.value(output.kind, part),
            },
            None => Json::Null,
        };
    }
    // Without a wrapper there is nothing at all.
    if operation.outputs.is_empty() && is_bare {
        return Json::Null;
    }
    let mut object = Map::new();
    for (output, part) in operation.outputs.iter().zip(message.parts()) {
        if is_bare {
            writer.push_bare(&mut object, output, part);
        } else {
            writer.push(&mut object, output, part);
        }
    }
    object.into()
}
