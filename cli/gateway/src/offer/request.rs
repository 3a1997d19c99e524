//! Requests as callers write them: read by the rules for callers, and completed with the values that the gateway supplies.

use asmx_runtime::SoapHeader;
use asmx_runtime::json::{self, MemberOf, ParameterError, Parameters, RequestReader, RequestRules as _};
use asmx_types::xml_name::is_encoding_of;
use asmx_types::{Member, Operation};
use serde_json::{Map, Value as Json};

use crate::calls::words::Words;
use crate::offer::misfit::{Misfit, misfits_of};
use crate::offer::schema::{Callers, SOAP_HEADERS, parameter_names};

/// A request that fits its operation: its JSON, and the values of it.
pub(crate) struct Request {
    pub(crate) parameters: Map<String, Json>,
    pub(crate) headers: Map<String, Json>,
    #[cfg_attr(not(feature = "mcp"), expect(dead_code, reason = "only tools show a request to a person"))]
    pub(crate) read: (Parameters, Vec<SoapHeader>),
}

impl Request {
    /// Reads the arguments of a call. They fit the operation, or each place that does not is a misfit.
    pub(crate) fn read(
        reader: RequestReader<'_>,
        operation: &Operation,
        (callers, words): (&Callers, Words),
        arguments: Map<String, Json>,
    ) -> Result<Self, Vec<Misfit>> {
        let mut parameters = arguments;
        let has_headers =
            operation.messages.request_headers.iter().any(|header| callers.may_give(MemberOf::Headers, header));
        let headers = if has_headers { parameters.shift_remove(SOAP_HEADERS) } else { None };
        let headers = match headers.map(opened) {
            None | Some(Json::Null) => Map::new(),
            Some(Json::Object(headers)) => headers,
            Some(_) => return Err(vec![Misfit::new(SOAP_HEADERS, "object is expected")]),
        };
        match (reader.parameters(&parameters), reader.headers(&headers)) {
            (Ok(read), Ok(read_headers)) => Ok(Self { parameters, headers, read: (read, read_headers) }),
            (read, read_headers) => {
                let errors: [(&str, Option<ParameterError>); 2] =
                    [("", read.err()), (SOAP_HEADERS, read_headers.err())];
                Err(misfits_of(words, errors.iter().filter_map(|(within, error)| Some((*within, error.as_ref()?)))))
            }
        }
    }
}

/// The object that a text holds, in the place of the text.
fn opened(value: Json) -> Json {
    value.as_str().and_then(json::array_or_object).filter(Json::is_object).unwrap_or(value)
}

/// Adds the given values of the members that an object has. They go before those of the caller.
pub(crate) fn give(object: &mut Map<String, Json>, values: &Map<String, Json>, lists: &[&[Member]]) {
    for (name, value) in values {
        let Some(member) = lists.iter().find_map(|members| members.get(json::position(members, name)?)) else {
            continue;
        };
        let names = parameter_names(member);
        let written = names.iter().filter(|_| member.place.has_value()).find(|name| object.contains_key(name.as_ref()));
        put(object, written.map_or(name, |written| written), value);
    }
}

/// The caller may have written a name with the characters that names in XML cannot have, and an object as its text.
fn put(object: &mut Map<String, Json>, name: &str, value: &Json) {
    let written = object.keys().find(|key| is_same_name(key, name)).cloned();
    let name = written.unwrap_or_else(|| name.to_owned());
    if let (Some(own), Json::Object(members)) = (object.get_mut(&name), value) {
        *own = opened(own.take());
        if let Json::Object(own) = own {
            return members.iter().for_each(|(name, value)| put(own, name, value));
        }
    }
    object.insert(name, value.clone());
}

fn is_same_name(left: &str, right: &str) -> bool {
    match (left.strip_prefix('@'), right.strip_prefix('@')) {
        (None, None) => is_encoding_of(left, right) || is_encoding_of(right, left),
        (Some(left), Some(right)) => is_encoding_of(left, right) || is_encoding_of(right, left),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use asmx_types::{Place, Type};
    use serde_json::json;

    use super::*;

    const STORE: Member = Member::new("Store", Type::STRING);
    static ALTERNATIVES: [Member; 2] = [Member::new("Town", Type::STRING), Member::new("Zip", Type::STRING)];
    static PARAMETERS: [Member; 3] = [
        Member::new("shop name", Type::STRING).part("name of shop"),
        STORE,
        Member::new("", Type::STRING).place(Place::Choice(&ALTERNATIVES)),
    ];

    /// The object of a caller with the values that the gateway gives.
    fn completed(object: &Json, values: &Json) -> Json {
        let (mut object, values) = (object.as_object().cloned().unwrap_or_default(), values.as_object().cloned());
        give(&mut object, &values.unwrap_or_default(), &[&[], &PARAMETERS]);
        object.into()
    }

    #[test]
    fn given_values_take_the_place_of_those_of_callers_whatever_they_are_called() {
        for name in ["shop name", "shop_x0020_name", "name of shop", "name_x0020_of_x0020_shop"] {
            assert_eq!(
                completed(&json!({ name: "mine" }), &json!({ "shop_x0020_name": "given" })),
                json!({ name: "given" })
            );
        }
        assert_eq!(completed(&json!({}), &json!({ "Unknown": 1 })), json!({}));
        assert_eq!(completed(&json!({ "Town": "a" }), &json!({ "Zip": "1" })), json!({ "Town": "a", "Zip": "1" }));
    }

    #[test]
    fn given_members_are_added_to_those_of_callers() {
        let values = json!({ "Store": { "first name": 1, "@first id": 2, "Inner": { "A": 3 } } });
        let own = json!({ "first_x0020_name": "mine", "@first_x0020_id": "mine", "Inner": "{\"B\": 4}", "Last": 5 });
        let expected = json!({ "first_x0020_name": 1, "@first_x0020_id": 2, "Inner": { "B": 4, "A": 3 }, "Last": 5 });
        for object in [json!({ "Store": own }), json!({ "Store": own.to_string() })] {
            assert_eq!(completed(&object, &values), json!({ "Store": expected }));
        }
        assert_eq!(completed(&json!({ "Store": null }), &values), values);
    }
}
