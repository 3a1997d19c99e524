//! The rules of documents that generators of clients can use, as facts of the JSON of every document, in every version and style.

use std::collections::{BTreeSet, HashSet};

use asmx_gateway::{Document, Gateway, Interface, OpenApi, OpenApiStyle, OpenApiVersion};
use serde_json::{Map, Value as Json, json};

use super::judge::misfit;
use super::schemas::{documents, everything};
use super::{document, get, mocked, send, with_header};

type Form = (OpenApiVersion, OpenApiStyle);

const FORMS: [Form; 4] = [
    (OpenApiVersion::V31, OpenApiStyle::Classes),
    (OpenApiVersion::V31, OpenApiStyle::Unions),
    (OpenApiVersion::V30, OpenApiStyle::Classes),
    (OpenApiVersion::V20, OpenApiStyle::Classes),
];

/// The formats that generators of all languages know, or pass over.
const FORMATS: [&str; 8] = ["int32", "int64", "float", "double", "decimal", "date", "uuid", "byte"];

/// A document, and what is wrong with it.
struct Judged<'a> {
    json: &'a Json,
    form: Form,
    problems: Vec<String>,
}

/// The rules that a document breaks.
pub fn problems(gateway: &Gateway, form: Form) -> Vec<String> {
    let json = gateway.openapi(&OpenApi::new(form.0, form.1).unwrap()).json;
    let mut judged = Judged { json: &json, form, problems: Vec::new() };
    judged.components();
    judged.operations();
    judged.references();
    judged.schemas();
    judged.facts();
    judged.problems
}

fn object(json: &Json) -> &Map<String, Json> {
    json.as_object().unwrap_or_else(|| panic!("no object: {json}"))
}

/// The letters and digits of a name in lower case, as names of classes are compared with those of their members.
fn comparable(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric())
}

/// Calls `each` with every object in a value, and the key that it has.
fn each_object<'a>(value: &'a Json, key: &'a str, each: &mut impl FnMut(&'a str, &'a Map<String, Json>)) {
    match value {
        Json::Array(items) => items.iter().for_each(|item| each_object(item, key, each)),
        Json::Object(members) => {
            each(key, members);
            members.iter().filter(|(key, _)| *key != "example" && *key != "examples").for_each(|(key, value)| {
                each_object(value, key, each);
            });
        }
        _ => {}
    }
}

impl<'a> Judged<'a> {
    fn check(&mut self, is_so: bool, problem: impl FnOnce() -> String) {
        if !is_so {
            self.problems.push(problem());
        }
    }

    fn is_old(&self) -> bool {
        self.form.0 == OpenApiVersion::V20
    }

    fn named_schemas(&self) -> &'a Map<String, Json> {
        static NONE: std::sync::LazyLock<Map<String, Json>> = std::sync::LazyLock::new(Map::new);
        let pointer = if self.is_old() { "/definitions" } else { "/components/schemas" };
        self.json.pointer(pointer).map_or(&NONE, object)
    }

    /// Names of ASCII letters and digits, unequal without regard to case, and unequal to those of their members.
    fn components(&mut self) {
        let mut known = HashSet::new();
        for (name, schema) in self.named_schemas() {
            self.check(is_plain(name), || format!("the component `{name}` has other letters"));
            self.check(known.insert(name.to_ascii_lowercase()), || format!("the component `{name}` is there twice"));
            let mut members = BTreeSet::new();
            for part in
                std::iter::once(schema).chain(schema.get("allOf").and_then(Json::as_array).into_iter().flatten())
            {
                members.extend(part.get("properties").map(object).into_iter().flat_map(Map::keys));
            }
            let own = comparable(name);
            self.check(members.iter().all(|member| comparable(member) != own), || {
                format!("the component `{name}` has a member of its name")
            });
        }
    }

    fn operations(&mut self) {
        let mut ids = HashSet::new();
        for (path, item) in object(&self.json["paths"]) {
            for (method, operation) in object(item).iter().filter(|(name, _)| *name != "parameters") {
                let label = format!("{method} {path}");
                let id = operation["operationId"].as_str().unwrap_or_default();
                self.check(is_plain(id), || format!("{label}: the id `{id}`"));
                self.check(ids.insert(id.to_ascii_lowercase()), || format!("{label}: the id `{id}` is there twice"));
                self.check(operation["summary"].as_str().is_some_and(|summary| !summary.is_empty()), || {
                    format!("{label} has no summary")
                });
                self.responses(&label, operation);
                if method == "post" {
                    self.body(&label, operation);
                }
                if self.is_old() {
                    let parameters = operation["parameters"].as_array().into_iter().flatten();
                    let mut typed =
                        parameters.filter(|parameter| parameter["in"] == "query" && parameter.get("$ref").is_none());
                    self.check(typed.all(|parameter| parameter["type"].is_string()), || {
                        format!("{label}: a parameter without a type")
                    });
                }
            }
        }
    }

    fn body(&mut self, label: &str, operation: &Json) {
        let schema = if self.is_old() {
            &operation["parameters"][0]["schema"]
        } else {
            let content = &operation["requestBody"]["content"];
            self.check(object(content).len() == 1, || format!("{label}: bodies of several types"));
            self.example(label, &content["application/json"]);
            &content["application/json"]["schema"]
        };
        let name = schema["$ref"].as_str().unwrap_or_default();
        self.check(name.contains("Request"), || format!("{label}: a body in place"));
    }

    fn responses(&mut self, label: &str, operation: &Json) {
        let responses = object(&operation["responses"]);
        self.check(responses.keys().any(|status| status.starts_with('4')), || format!("{label} has no response 4XX"));
        self.check(responses.contains_key("default"), || format!("{label} has no default response"));
        let found = &responses["200"];
        let schema = if self.is_old() {
            &found["schema"]
        } else {
            let types: Vec<_> = object(&found["content"]).keys().collect();
            self.check(types == ["application/json"], || format!("{label}: 200 is one of {types:?}"));
            self.example(label, &found["content"]["application/json"]);
            &found["content"]["application/json"]["schema"]
        };
        let is_own = schema.get("$ref").is_none() && schema.get("type").is_none();
        let is_component = schema["$ref"].as_str().is_some_and(|name| name.contains("Response"));
        self.check(is_own || is_component, || format!("{label}: a result in place"));
    }

    /// Examples fit their schemas.
    fn example(&mut self, label: &str, content: &Json) {
        if let Some(example) = content.get("example") {
            let misfit = misfit(self.json, &content["schema"], example, "");
            self.check(misfit.is_none(), || format!("{label}: the example {misfit:?}"));
        }
    }

    /// Every reference leads to something, and every component is referred to.
    fn references(&mut self) {
        let mut used = BTreeSet::new();
        each_object(self.json, "", &mut |key, members| {
            used.extend(members.get("$ref").and_then(Json::as_str));
            if key == "mapping" {
                used.extend(members.values().filter_map(Json::as_str));
            }
        });
        for reference in &used {
            let leads = self.json.pointer(reference.trim_start_matches('#')).is_some();
            self.check(leads, || format!("{reference} leads nowhere"));
        }
        let pointers: &[&str] = if self.is_old() {
            &["/definitions", "/parameters", "/responses"]
        } else {
            &["/components/schemas", "/components/parameters", "/components/responses", "/components/headers"]
        };
        for pointer in pointers {
            for name in self.json.pointer(pointer).map(object).into_iter().flat_map(Map::keys) {
                let reference = format!("#{pointer}/{name}");
                self.check(used.contains(reference.as_str()), || format!("nothing refers to {reference}"));
            }
        }
    }

    fn schemas(&mut self) {
        let mut all = Vec::new();
        each_object(self.json, "", &mut |key, members| all.push((key, members)));
        for (key, members) in all {
            self.schema(key, members);
        }
        for (name, schema) in self.named_schemas() {
            self.parts(name, schema);
        }
    }

    /// The rules of each schema.
    fn schema(&mut self, key: &str, schema: &Map<String, Json>) {
        let description = || format!("`{key}`: {schema:?}");
        let (version, style) = self.form;
        if key != "properties" {
            match schema.get("type") {
                Some(Json::Array(names)) => {
                    let is_nullable = names.len() == 2 && names[0] != "null" && names[1] == "null";
                    self.check(is_nullable && version == OpenApiVersion::V31, || {
                        format!("a union of types: {}", description())
                    });
                }
                Some(Json::String(name)) if name == "number" => {
                    let is_free = !schema.contains_key("minimum") && !schema.contains_key("maximum");
                    self.check(is_free, || format!("limits of a floating point number: {}", description()));
                }
                _ => {}
            }
            for word in ["enum", "const", "x-extensible-enum"] {
                if schema.contains_key(word) {
                    let is_open = word == "x-extensible-enum";
                    let is_text =
                        schema.get("type").is_some_and(|name| name == "string" || is_open && name[0] == "string");
                    self.check(is_text, || format!("`{word}` without a type: {}", description()));
                }
            }
            for word in ["pattern", "contentEncoding", "propertyNames", "oneOf"] {
                self.check(!schema.contains_key(word), || format!("`{word}`: {}", description()));
            }
            if let Some(format) = schema.get("format").and_then(Json::as_str) {
                self.check(FORMATS.contains(&format), || format!("the format {format}"));
            }
        }
        if let Some(all) = schema.get("anyOf").and_then(Json::as_array) {
            let is_name = |alternative: &Json| alternative.get("$ref").is_some();
            let is_or_null = all.len() == 2 && is_name(&all[0]) && all[1] == serde_json::json!({ "type": "null" });
            let is_union = style == OpenApiStyle::Unions && (is_or_null || all.iter().all(is_name));
            self.check(is_union, || format!("a union: {}", description()));
        }
        if version == OpenApiVersion::V31 {
            return;
        }
        let foreign = if self.is_old() {
            &["const", "nullable", "discriminator", "anyOf", "content", "requestBody"][..]
        } else {
            &["const", "x-nullable"]
        };
        if key != "properties" {
            for word in foreign {
                self.check(!schema.contains_key(*word), || format!("3.1 or 3.0 has `{word}`: {}", description()));
            }
            self.check(!schema.contains_key("$ref") || schema.len() == 1, || {
                format!("beside a reference: {}", description())
            });
        }
    }

    /// Objects with members are components; every object of a family begins with `$type`.
    fn parts(&mut self, name: &str, schema: &Json) {
        let mut inner = Vec::new();
        let all = std::iter::once(schema).chain(schema.get("allOf").and_then(Json::as_array).into_iter().flatten());
        for part in all {
            inner.extend(part.get("properties").map(object).into_iter().flat_map(Map::values));
            inner.extend(part.get("additionalProperties"));
            inner.extend(part.get("items"));
        }
        for schema in inner {
            let mut schema = schema;
            while let Some(items) = schema.get("items") {
                schema = items;
            }
            self.check(schema.get("properties").is_none(), || format!("`{name}` has an object in place: {schema}"));
        }
        if schema.get("discriminator").is_some() {
            self.check(schema["discriminator"]["propertyName"] == "$type", || format!("`{name}`: {schema}"));
            let begins =
                schema.get("allOf").is_some() || object(&schema["properties"]).keys().next().unwrap() == "$type";
            self.check(begins, || format!("`{name}` does not begin with `$type`"));
        }
        let states_type = schema.pointer("/properties/$type/const").is_some();
        if states_type {
            let first = object(&schema["properties"]).keys().next().unwrap();
            self.check(first == "$type", || format!("`{name}` does not begin with `$type`"));
        }
        if (states_type || schema.get("discriminator").is_some())
            && schema.get("allOf").is_none()
            && !name.contains("Input")
        {
            let required = schema["required"].as_array().is_some_and(|all| all.iter().any(|name| name == "$type"));
            self.check(required, || format!("`{name}` does not require `$type`"));
        }
    }

    fn facts(&mut self) {
        let (json, pointer) = (self.json, if self.is_old() { "/definitions" } else { "/components/schemas" });
        if !object(&json["paths"]).is_empty() {
            let hint = json.pointer(&format!("{pointer}/Problem/properties/detail/x-ms-primary-error-message"));
            self.check(hint == Some(&Json::Bool(true)), || "no hint at the message of a problem".to_owned());
            let parameters = if self.is_old() {
                &json["parameters"]["Format"]
            } else {
                &json["components"]["parameters"]["Format"]["schema"]
            };
            self.check(parameters["default"] == "json", || format!("`$format` is not JSON by default: {parameters}"));
        }
        self.check(json["security"] == Json::Array(Vec::new()), || {
            "the document does not say that there is no token".to_owned()
        });
        for tag in json["tags"].as_array().unwrap() {
            self.check(tag.get("description").is_none_or(|words| words != ""), || {
                format!("an empty description: {tag}")
            });
        }
        let has_address = if self.is_old() {
            json["host"] == "127.0.0.1:8080" && json["schemes"][0] == "http"
        } else {
            json["servers"][0]["url"].as_str().is_some_and(|url| url.starts_with("http://"))
        };
        self.check(has_address, || "no address".to_owned());
    }
}

#[test]
fn every_document_holds_the_rules_of_generators() {
    let mut wrong = Vec::new();
    for path in documents() {
        let Ok(document) = Document::open(&path) else { continue };
        let gateway = mocked(document, everything());
        for form in FORMS {
            let found = problems(&gateway, form);
            wrong.extend(found.into_iter().map(|problem| format!("{} {form:?}: {problem}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "{} problems\n{}", wrong.len(), wrong[..wrong.len().min(60)].join("\n"));
}

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <structure name="Animal"><param name="Name" type="string" required="true"/><param name="Age" type="int" nullable="true"/></structure>
  <structure name="Dog" base="Animal"><param name="Tricks" type="long" required="true"/></structure>
  <enum name="Color"><value name="Red"/><value name="Blue"/></enum>
  <area name="all" title="All">
    <operation name="Report" effect="read">
      <doc>Reports. Slowly.</doc>
      <param name="Month" type="int"/>
      <result kind="dataset"><columns><column name="Id" type="long"/><column name="Price" type="decimal"/><column name="Count" type="int"/></columns></result>
    </operation>
    <operation name="GetAnimal" effect="read">
      <doc>Gets an animal.</doc>
      <param name="Id" type="long" required="true"/>
      <param name="Color" type="Color"/>
      <result type="Animal"/>
    </operation>
    <operation name="Keep" effect="write"><doc>Keeps an animal.</doc><param name="Animal" type="Animal"/><result type="unsignedLong"/></operation>
  </area>
</service>"#;

fn shop() -> Gateway {
    mocked(document(SPEC), everything())
}

fn in_form(version: OpenApiVersion, style: OpenApiStyle) -> Json {
    shop().openapi(&OpenApi::new(version, style).unwrap()).json
}

#[test]
fn a_type_has_one_schema_in_requests_and_results_of_each_style() {
    let classes = in_form(OpenApiVersion::V31, OpenApiStyle::Classes);
    let unions = in_form(OpenApiVersion::V31, OpenApiStyle::Unions);
    let schema = |json: &Json, name: &str| json["components"]["schemas"][name].clone();
    assert_eq!(
        schema(&classes, "GetAnimalRequest")["properties"]["Id"],
        json!({ "type": "integer", "format": "int64" })
    );
    assert_eq!(
        schema(&unions, "GetAnimalRequest")["properties"]["Id"],
        json!({ "type": "string", "description": "An integer of 64 bits." })
    );
    assert_eq!(schema(&classes, "Color"), json!({ "type": "string", "enum": ["Red", "Blue"] }));
    let animal = json!({
        "type": "object",
        "properties": {
            "$type": { "type": "string" },
            "Name": { "type": "string" },
            "Age": { "type": ["integer", "null"], "format": "int32" },
        },
        "required": ["$type", "Name", "Age"],
        "discriminator": { "propertyName": "$type", "mapping": {
            "{urn:shop}Animal": "#/components/schemas/Animal",
            "{urn:shop}Dog": "#/components/schemas/Dog",
        } },
    });
    assert_eq!(schema(&classes, "Animal"), animal);
    let tricks = json!({ "type": "object", "properties": { "Tricks": { "type": "string", "format": "int64" } }, "required": ["Tricks"] });
    assert_eq!(schema(&classes, "Dog"), json!({ "allOf": [{ "$ref": "#/components/schemas/Animal" }, tricks] }));
    let any = json!({ "anyOf": [{ "$ref": "#/components/schemas/Animal" }, { "$ref": "#/components/schemas/Dog" }] });
    assert_eq!(schema(&unions, "AnyAnimal"), any);
    assert_eq!(schema(&unions, "Dog")["properties"]["$type"], json!({ "type": "string", "const": "{urn:shop}Dog" }));
    assert_eq!(schema(&unions, "DogInput")["required"], json!(["$type", "Name", "Tricks"]));
    assert_eq!(schema(&unions, "AnimalInput")["required"], json!(["Name"]));
    let row = schema(&classes, "ReportRow");
    assert_eq!(row["properties"]["Id"], json!({ "type": ["string", "null"], "format": "int64" }));
    assert_eq!(row["properties"]["Price"], json!({ "type": ["string", "null"], "format": "decimal" }));
    assert_eq!(row["properties"]["Count"], json!({ "type": ["integer", "null"], "format": "int32" }));
    assert_eq!(row["additionalProperties"], true);
    let report = &classes["paths"]["/Report"]["post"];
    assert_eq!((&report["summary"], &report["description"]), (&json!("Reports."), &json!("Reports. Slowly.")));
    let statuses =
        |path: &str| object(&classes["paths"][path]["post"]["responses"]).keys().cloned().collect::<Vec<_>>();
    assert_eq!(statuses("/Report"), ["200", "400", "422", "429", "502", "503", "504", "default"]);
    // No status of a write that was sent is one by which clients repeat.
    assert_eq!(statuses("/Keep"), ["200", "400", "422", "424", "503", "default"]);
}

/// `$format` and `Format` would be one argument of a generated method.
#[test]
fn a_choice_beside_a_parameter_of_its_letters_is_left_out() {
    let spec = SPEC.replace("name=\"Month\"", "name=\"Format\"");
    let described = super::described(&mocked(document(&spec), everything()));
    let choices = |path: &str| described["paths"][path]["parameters"].as_array().unwrap().len();
    assert_eq!((choices("/Report"), choices("/Keep")), (2, 2));
    assert_eq!(described["paths"]["/Report"]["parameters"][0]["name"], "$table");
}

#[test]
fn older_versions_say_what_they_leave_out() {
    let left_out = |version| shop().openapi(&OpenApi::new(version, OpenApiStyle::Classes).unwrap()).left_out;
    assert_eq!(left_out(OpenApiVersion::V31), [""; 0]);
    assert_eq!(left_out(OpenApiVersion::V30), [""; 0]);
    let expected = [
        "OpenAPI 2.0 has no null: `x-nullable` marks the 6 values that may be null",
        "OpenAPI 2.0 cannot map names of types, so derived types are left out: Dog, DogInput",
    ];
    assert_eq!(left_out(OpenApiVersion::V20), expected);
    let swagger = in_form(OpenApiVersion::V20, OpenApiStyle::Classes);
    assert_eq!((&swagger["swagger"], &swagger["basePath"]), (&json!("2.0"), &json!("/")));
    let color = &swagger["paths"]["/GetAnimal"]["get"]["parameters"][1];
    let expected =
        json!({ "name": "Color", "in": "query", "required": true, "type": "string", "enum": ["Red", "Blue"] });
    assert_eq!(*color, expected);
    let age =
        &in_form(OpenApiVersion::V30, OpenApiStyle::Classes)["components"]["schemas"]["Animal"]["properties"]["Age"];
    assert_eq!(*age, json!({ "type": "integer", "format": "int32", "nullable": true }));
    let refused = OpenApi::new(OpenApiVersion::V30, OpenApiStyle::Unions).unwrap_err();
    assert_eq!(refused.to_string(), "OpenAPI 3.0 has no style `unions`: version 3.1 has it");
}

#[tokio::test]
async fn a_gateway_serves_each_form_with_its_own_address() {
    let router = Interface::new(shop()).token("sesame").into_router();
    let asked = async |path: &str, headers: &[(&'static str, &str)]| {
        let request = with_header(get(path), "authorization", "Bearer sesame");
        let request = headers.iter().fold(request, |request, (name, value)| with_header(request, name, value));
        send(&router, request).await
    };
    let newest = asked("/openapi.json", &[]).await.json();
    assert_eq!((&newest["openapi"], &newest["servers"]), (&json!("3.1.0"), &json!([{ "url": "http://localhost" }])));
    assert_eq!(newest["security"], json!([{ "Token": [] }]));
    let behind_proxy = [("host", "api.test:81"), ("x-forwarded-proto", "https")];
    let unions = asked("/openapi.json?style=unions", &behind_proxy).await.json();
    assert_eq!(unions["servers"], json!([{ "url": "https://api.test:81" }]));
    assert!(unions["components"]["schemas"]["AnyAnimal"].is_object());
    let old = asked("/openapi.json?version=2.0", &[("host", "a\"b")]).await.json();
    assert_eq!((&old["swagger"], &old["host"], &old["basePath"]), (&json!("2.0"), &Json::Null, &json!("/")));
    assert_eq!(old["securityDefinitions"]["Token"]["name"], "Authorization");
    for (query, detail) in [
        ("version=4", "`version`: it is one of 3.1, 3.0, 2.0"),
        ("style=rust", "`style`: it is one of classes, unions"),
        ("form=json", "`form`: the query has `version` and `style`"),
        ("version=3.0&style=unions", "OpenAPI 3.0 has no style `unions`: version 3.1 has it"),
    ] {
        let refused = asked(&format!("/openapi.json?{query}"), &[]).await;
        assert_eq!((refused.status.as_u16(), refused.json()["detail"].as_str().unwrap()), (400, detail));
    }
}
