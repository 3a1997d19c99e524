//! The responses of a service that is newer than its description: the declared part keeps its shape, and the rest is beside it.

use serde_json::{Value as Json, json};

use super::*;
use crate::Deviation;
use crate::json;
use crate::operation::StructureParts;
use crate::protocol::decode_response;

static OTHER: Structure = Structure::new("Other", &[Member::new("Name", Type::STRING)]);
static BASE: Structure = Structure::of_parts(
    "Base",
    StructureParts::new(&[Member::new("Id", Type::INT), Member::new("Name", Type::STRING)]).derived(&[&DERIVED]),
);
static DERIVED: Structure = Structure::of_parts(
    "Derived",
    StructureParts::new(&[
        Member::new("Id", Type::INT),
        Member::new("Name", Type::STRING),
        Member::new("More", Type::STRING),
    ])
    .base(&BASE),
);
static BASES: ArrayType = ArrayType::new(Type::Structure(&BASE), "Base");
static THING: Structure = Structure::new(
    "Thing",
    &[
        Member::new("kind", Type::STRING).attribute(),
        Member::new("Name", Type::STRING),
        Member::new("Other", Type::Structure(&OTHER)),
        Member::new("Family", Type::Structure(&BASE)),
        Member::new("Bases", Type::Array(&BASES)),
        Member::new("Tags", Type::STRING_ARRAY),
        Member::new("Value", Type::Any),
        Member::new("Secret", Type::STRING).secret(),
        Member::new("Keys", Type::STRING_ARRAY).secret(),
    ],
);
static GET: Operation = Operation::new("Get", "", "", &[], Effect::Read)
    .outputs(&[Member::new("GetResult", Type::Structure(&THING)), Member::new("Count", Type::INT).optional()]);
static LIST: Operation =
    Operation::new("List", "", "", &[], Effect::Read).outputs(&[Member::new("ListResult", Type::Array(&BASES))]);
static SHOP: Service = Service::new("Shop", "/shop.asmx", "", &[], &[], &[&GET, &LIST]);

fn decoded(operation: &'static Operation, outputs: &str) -> Message {
    let name = operation.name;
    let body = format!("<{name}Response xmlns=\"{NAMESPACE}\">{outputs}</{name}Response>");
    let context = ResponseContext { service: &SHOP, ..context(operation, Transport::Soap11) };
    decode_response(&context, soap_response(&body)).unwrap()
}

fn get(outputs: &str) -> (Json, Vec<Deviation>) {
    let message = decoded(&GET, outputs);
    (json::result(&SHOP, &GET, &message), message.deviations)
}

/// The JSON without what is undeclared.
fn declared(json: &Json) -> Json {
    match json {
        Json::Object(object) => {
            object.iter().filter(|(key, _)| *key != "$rest").map(|(key, json)| (key.clone(), declared(json))).collect()
        }
        Json::Array(items) => items.iter().map(declared).collect(),
        json => json.clone(),
    }
}

const OLD: &str = "<GetResult kind=\"a\"><Name>n</Name><Other><Name>o</Name></Other><Family><Id>1</Id></Family>\
                   <Bases><Base><Id>2</Id></Base><Base xsi:type=\"Derived\"><Id>3</Id><More>m</More></Base></Bases>\
                   <Tags><string>t</string></Tags><Secret>s</Secret></GetResult><Count>7</Count>";

const NEW: &str = "<GetResult kind=\"a\" since=\"2026\" xmlns:x=\"urn:x\" x:at=\"9\"><Name lang=\"en\">n</Name><Other><Name>o</Name>\
                   <Colors><Color>red</Color><Color code=\"5\">blue</Color></Colors><x:Far><x:In/><Out/></x:Far></Other>\
                   <Family><Id>1</Id><Rank>4</Rank></Family>\
                   <Bases><Base><Id>2</Id><Rank>5</Rank></Base><Base xsi:type=\"Derived\"><Id>3</Id><Rank>6</Rank><More>m</More></Base>\
                   <Leaf>l</Leaf></Bases><Tags><string>t</string><tag>u</tag></Tags>loose<Secret>s</Secret><Name>again</Name>\
                   <Gone xsi:nil=\"true\"/></GetResult><Count>7</Count><Total>8</Total><Total>9</Total>";

#[test]
fn the_declared_part_is_equal_with_and_without_the_news() {
    let (old, notes) = get(OLD);
    assert_eq!(notes, [] as [&str; 0]);
    let (new, notes) = get(NEW);
    assert_eq!(declared(&new), old);
    assert_eq!(new["$rest"], json!({"Total": ["8", "9"]}));
    assert_eq!(
        new["GetResult"]["$rest"],
        json!({
            "@since": "2026",
            "@{urn:x}at": "9",
            "Name": [{"@lang": "en"}, "again"],
            "Bases": {"Leaf": "l"},
            "Tags": {"tag": "u"},
            "$text": "loose",
            "Gone": null,
        })
    );
    assert_eq!(
        new["GetResult"]["Other"]["$rest"],
        json!({
            "Colors": {"Color": ["red", {"@code": "5", "$text": "blue"}]},
            "{urn:x}Far": {"In": "", "{http://example.test/ws/}Out": ""},
        })
    );
    assert_eq!(new["GetResult"]["Family"]["$rest"], json!({"Rank": "4"}));
    assert_eq!(new["GetResult"]["Bases"][0]["$rest"], json!({"Rank": "5"}));
    assert_eq!(new["GetResult"]["Bases"][1]["$rest"], json!({"Rank": "6"}));
    let last = new["GetResult"].as_object().unwrap().keys().next_back();
    assert_eq!(last.map(String::as_str), Some("$rest"), "it is the last member");
    let about_rank = notes.iter().map(Deviation::as_str).filter(|note| note.contains("Rank"));
    assert_eq!(
        about_rank.collect::<Vec<_>>(),
        [
            "`GetResult/Family/Rank` of namespace `http://example.test/ws/` is not described",
            "`GetResult/Bases/Base/Rank` of namespace `http://example.test/ws/` is not described",
        ],
        "each path is noted once"
    );
}

#[test]
fn a_type_that_no_schema_declares_is_read_as_the_declared_one() {
    let (json, notes) = get("<GetResult><Other xsi:type=\"Newer\"><Name>o</Name><Size>3</Size></Other>\
         <Family xsi:type=\"p:Newest\" xmlns:p=\"urn:p\"><Id>1</Id><Name>f</Name></Family></GetResult>");
    assert_eq!(
        json["GetResult"],
        json!({
            "Other": {"$type": "{http://example.test/ws/}Newer", "Name": "o", "$rest": {"Size": "3"}},
            "Family": {"$type": "{urn:p}Newest", "Id": 1, "Name": "f"},
        })
    );
    let first = json["GetResult"]["Other"].as_object().unwrap().keys().next();
    assert_eq!(first.map(String::as_str), Some("$type"));
    assert_eq!(
        notes[..2],
        [
            "`GetResult/Other` is of the type `Newer` of namespace `http://example.test/ws/`, which is unknown to its description",
            "`GetResult/Other/Size` of namespace `http://example.test/ws/` is not described"
        ]
    );
}

#[test]
fn values_of_any_type_state_types_that_no_schema_declares() {
    let any = |value: &str| get(&format!("<GetResult>{value}</GetResult>")).0["GetResult"]["Value"].clone();
    for (value, expected) in [
        (
            "<Value xsi:type=\"Level\">High</Value>",
            json!({"$type": "{http://example.test/ws/}Level", "$value": "High"}),
        ),
        ("<Value xsi:type=\"Nothing\"/>", json!({"$type": "{http://example.test/ws/}Nothing", "$value": ""})),
    ] {
        assert_eq!(any(value), expected);
    }
    assert_eq!(
        any(
            "<Value xsi:type=\"p:T\" xmlns:p=\"urn:p\" p:a=\"1\"><p:A>1</p:A><p:A>2</p:A><B xsi:type=\"xsd:int\">3</B></Value>"
        ),
        json!({
            "$type": "{urn:p}T",
            "$rest": {
                "@{urn:p}a": "1",
                "A": ["1", "2"],
                "{http://example.test/ws/}B": {"$type": "{http://www.w3.org/2001/XMLSchema}int", "$text": "3"},
            },
        })
    );
}

/// Types that .NET names itself are known although no schema declares them.
#[test]
fn types_of_dotnet_are_known_everywhere() {
    let of = |name: &str, text: &str| {
        let value =
            format!("<Value xsi:type=\"q1:{name}\" xmlns:q1=\"http://microsoft.com/wsdl/types/\">{text}</Value>");
        let (json, notes) = get(&format!("<GetResult>{value}</GetResult>"));
        assert!(!notes.iter().any(|note| note.as_str().contains("unknown")), "{notes:?}");
        json["GetResult"]["Value"]["$value"].clone()
    };
    assert_eq!(of("char", "65"), json!("A"));
    for (name, text) in [
        ("guid", "00000000-0000-0000-0000-000000000001"),
        ("TimeSpan", "PT1H"),
        ("dateTimeOffset", "2026-01-02T03:04:05+01:00"),
        ("dateOnly", "2026-01-02"),
        ("timeOnly", "03:04:05"),
    ] {
        assert_eq!(of(name, text), json!(text));
    }
}

#[test]
fn text_in_the_place_of_a_structure_is_retained() {
    let (json, notes) = get("<GetResult><Other>only text</Other></GetResult>");
    assert_eq!(json["GetResult"]["Other"], json!({"$rest": {"$text": "only text"}}));
    assert_eq!(notes[0], "`GetResult/Other` holds text between its elements");
}

/// Beside a secret nothing is retained, because it may be a part of it.
#[test]
fn undeclared_content_of_secrets_is_dropped_with_a_note() {
    let outputs = "<GetResult><Secret hint=\"pa\">one</Secret><Secret>two</Secret><Keys><string>k</string><key>l</key></Keys></GetResult>";
    let message = decoded(&GET, outputs);
    let json = json::Results::new(&SHOP).without_secrets().result(&GET, &message);
    assert_eq!(json, json!({"GetResult": {}}));
    assert_eq!(message.deviations.len(), 3, "{:?}", message.deviations);
}

#[test]
fn items_of_a_lone_array_are_named_by_their_part() {
    let array = "<Base><Id>1</Id></Base><Leaf>x</Leaf>";
    let soap = decoded(&LIST, &format!("<ListResult>{array}</ListResult>"));
    let response = Response::builder().header("Content-Type", "text/xml");
    let body = format!("<ArrayOfBase xmlns=\"{NAMESPACE}\">{array}</ArrayOfBase>");
    let context = ResponseContext { service: &SHOP, ..context(&LIST, Transport::HttpGet) };
    // Over GET and POST items may have any name.
    let over_get = decode_response(&context, response.body(Bytes::from(body)).unwrap()).unwrap();
    let item = json!({"$type": "Base", "Id": 1});
    for (message, expected) in [
        (&soap, json!({"ListResult": [item], "$rest": {"ListResult": {"Leaf": "x"}}})),
        (&over_get, json!({"ListResult": [item, {"$type": "Base", "$rest": {"$text": "x"}}]})),
    ] {
        assert_eq!(json::result(&SHOP, &LIST, message), expected);
    }
}

/// Deep content is a text of XML from a depth on, because readers of JSON refuse more.
#[test]
fn deep_content_is_bounded() {
    let (open, close) = ("<a>".repeat(200), "</a>".repeat(200));
    let (json, _) = get(&format!("<GetResult>{open}x{close}</GetResult>"));
    let text = json.to_string();
    assert!(text.contains("\"$inner\":\"<a xmlns="), "{}", &text[..400]);
    assert!(serde_json::from_str::<Json>(&text).is_ok());
}

static PUT: Operation = Operation::new("Put", "", "", &[Member::new("Thing", Type::Structure(&THING))], Effect::Write);

/// The element `Thing` of a request with these parameters.
fn put(json: &Json, is_checked: bool) -> Result<String, String> {
    let read = if is_checked { json::parameters } else { json::unchecked_parameters };
    let parameters = read(&SHOP, &PUT, json.as_object().unwrap()).map_err(|error| error.to_string())?;
    let mut call = call(&PUT, Transport::Soap11, &[]);
    (call.request, call.unchecked) = (Arc::new(parameters.request), !is_checked);
    let limits = crate::protocol::RequestLimits::default();
    let request = crate::protocol::encode_request(&endpoint(), &limits, call.outgoing());
    let body = String::from_utf8(request.map_err(|error| error.to_string())?.into_body().to_vec()).unwrap();
    let start = body.find("<Thing").unwrap();
    Ok(body[start..body.find("</Put>").unwrap()].to_owned())
}

#[test]
fn requests_take_what_json_prints() {
    let (printed, _) = get("<GetResult kind=\"a\" since=\"2026\" xmlns:x=\"urn:x\" x:at=\"9\"><Name>n</Name>\
         <Other xsi:type=\"Newer\"><Name>o</Name><Colors><Color>red</Color><Color code=\"5\">blue</Color></Colors><x:Far><x:In/></x:Far></Other>\
         <Value xsi:type=\"x:T\"><x:A>1</x:A></Value>loose<Gone xsi:nil=\"true\"/></GetResult>");
    let thing = json!({"Thing": printed["GetResult"]});
    assert_eq!(
        put(&thing, false).unwrap(),
        "<Thing kind=\"a\" since=\"2026\" xmlns:q1=\"urn:x\" q1:at=\"9\"><Name>n</Name><Other xsi:type=\"Newer\"><Name>o</Name>\
         <Colors><Color>red</Color><Color code=\"5\">blue</Color></Colors><Far xmlns=\"urn:x\"><In></In></Far></Other>\
         <Value xmlns:q1=\"urn:x\" xsi:type=\"q1:T\"><A xmlns=\"urn:x\">1</A></Value>loose<Gone xsi:nil=\"true\"></Gone></Thing>"
    );
    // The service returns it, and it is printed as it was.
    let echoed = put(&thing, false).unwrap().replace("Thing", "GetResult");
    assert_eq!(get(&echoed).0["GetResult"], printed["GetResult"]);
}

#[test]
fn a_checked_request_takes_undeclared_types_only_where_any_type_is_expected() {
    let any = json!({"Thing": {"Value": {"$type": "{urn:x}Level", "$value": "High"}}});
    let xml = "<Thing><Value xmlns:q1=\"urn:x\" xsi:type=\"q1:Level\">High</Value></Thing>";
    assert_eq!(put(&any, true).unwrap(), xml);
    for (thing, why) in [
        (
            json!({"$rest": {"New": "1"}}),
            "parameter `Thing.$rest`: Thing does not declare it; `unchecked_parameters` sends it",
        ),
        (
            json!({"Other": {"$type": "{urn:x}Newer"}}),
            "parameter `Thing.Other.$type`: no schema declares the type `{urn:x}Newer`; `unchecked_parameters` sends it",
        ),
        (
            json!({"Other": "text"}),
            "parameter `Thing.Other`: Other is a structure, not a text; `unchecked_parameters` sends it",
        ),
    ] {
        let thing = json!({"Thing": thing});
        assert_eq!(put(&thing, true).unwrap_err(), why);
        assert!(put(&thing, false).is_ok());
    }
    let text = put(&json!({"Thing": {"Other": "text"}}), false);
    assert_eq!(text.unwrap(), "<Thing><Other>text</Other></Thing>");
}

#[test]
fn undeclared_content_that_no_element_can_have_is_refused() {
    for (rest, why) in [
        (json!({"a b": "1"}), "is no name of an element"),
        (json!({"p:a": "1"}), "is no name of an element"),
        (json!({"@xmlns": "urn:x"}), "has an attribute with an invalid name"),
        (json!({"@a": {"b": "1"}}), "is not a valid text"),
        (json!({"Tags": {"tag": "u"}}), "it is a declared member"),
        (json!("text"), "object of undeclared content"),
    ] {
        let refused = put(&json!({"Thing": {"$rest": rest}}), false).unwrap_err();
        assert!(refused.contains(why), "{rest}: {refused}");
    }
}

/// A mock responds with what a call printed.
/// Such content would come a second time, beside the element.
#[test]
fn undeclared_content_of_a_declared_element_is_not_sent_back() {
    let sent = |outputs: &str| {
        let context = ResponseContext { service: &SHOP, ..context(&GET, Transport::Soap11) };
        crate::protocol::encode_response(&context, &decoded(&GET, outputs)).map_err(|fault| fault.message().clone())
    };
    for inside in ["<Tags><tag>u</tag></Tags>", "<Name lang=\"en\">n</Name>", "<Bases><Leaf>l</Leaf></Bases>"] {
        let refusal = sent(&format!("<GetResult>{inside}</GetResult>")).unwrap_err();
        assert!(refusal.contains("has undeclared content inside of it, which cannot be sent back"), "{refusal}");
    }
    for beside in ["<Colors><Color>red</Color></Colors>", "<Name>n</Name><Name>again</Name>", "loose"] {
        let response = sent(&format!("<GetResult>{beside}</GetResult>")).unwrap();
        assert!(String::from_utf8_lossy(response.body()).contains(beside), "{response:?}");
    }
}

#[test]
fn results_take_what_json_prints() {
    let (printed, _) = get(NEW);
    let mut printed = printed;
    // The content of declared arrays and scalars has no place of its own.
    for key in ["Name", "Bases", "Tags"] {
        printed["GetResult"]["$rest"].as_object_mut().unwrap().remove(key);
    }
    printed["GetResult"]["Secret"] = json!("s");
    let message = json::read_result(&SHOP, &GET, &printed).unwrap();
    assert_eq!(json::result(&SHOP, &GET, &message), printed);
    let context = ResponseContext { service: &SHOP, ..context(&GET, Transport::Soap11) };
    let response = crate::protocol::encode_response(&context, &message).unwrap();
    let message = decode_response(&context, response).unwrap();
    assert_eq!(json::result(&SHOP, &GET, &message), printed);
}
