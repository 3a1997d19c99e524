//! The operations of a gateway as a document of `OpenAPI`: exact schemas, in the words that generators of clients understand. Tables, columns and
//! the kinds of values come from where results have them; names and styles are wishes of programs, and stand only here.

mod direction;
mod examples;
mod form;
mod messages;
mod names;
mod older;
mod operation;
mod problem;
mod scalars;
mod schemas;
mod text;

use asmx_types::plain_text;
use serde_json::{Map, Value as Json, json};

use crate::offer::gateway::Gateway;
use crate::offer::result_form::ResultForm;
use examples::Examples;
pub(crate) use form::Form;
pub use form::{NoSuchStyle, OpenApiStyle, OpenApiVersion};
use names::Names;
use operation::{Described, choices, headers, id};
pub(crate) use operation::{OPERATIONS, description, path, takes_query};
use schemas::Schemas;

/// The address at which `asmx gateway` listens by default.
const ADDRESS: &str = "http://127.0.0.1:8080";

/// The settings of an `OpenAPI` document. By default it has version 3.1, the style of classes, and the address at which `asmx gateway` listens.
#[derive(Debug, Clone)]
#[must_use = "settings do nothing until a document has them"]
pub struct OpenApi {
    form: Form,
    server: String,
    has_token: bool,
}

impl Default for OpenApi {
    fn default() -> Self {
        Self { form: Form::default(), server: ADDRESS.to_owned(), has_token: false }
    }
}

impl OpenApi {
    /// A version and a style.
    ///
    /// # Errors
    ///
    /// The version does not have the style.
    pub fn new(version: OpenApiVersion, style: OpenApiStyle) -> Result<Self, NoSuchStyle> {
        Ok(Self { form: Form::new(version, style)?, ..Self::default() })
    }

    /// Sets the address of the gateway, such as `https://api.example`.
    pub fn server(mut self, address: impl Into<String>) -> Self {
        self.server = address.into();
        self
    }

    /// Says that callers need a token: `Authorization: Bearer …`.
    pub const fn token(mut self, on: bool) -> Self {
        self.has_token = on;
        self
    }

    pub(crate) const fn form(&self) -> Form {
        self.form
    }
}

/// An `OpenAPI` document.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct OpenApiDocument {
    /// The document.
    pub json: Json,
    /// The facts that the version has no word for, a sentence each. Empty for 3.1.
    pub left_out: Vec<String>,
}

impl Gateway {
    /// The `OpenAPI` document of the REST interface: `POST /{operation}` for each offered operation, and `GET` for reads whose parameters fit
    /// into a query. It names no credentials, and is the same for the same document, offer and settings.
    ///
    /// Schemas are exact: a result fits its own unless the service contradicts its document.
    #[must_use]
    pub fn openapi(&self, settings: &OpenApi) -> OpenApiDocument {
        let (mut json, left_out) = self.openapi_without_server(settings);
        if let Some(document) = json.as_object_mut() {
            document.extend(server_members(settings.form.version, &settings.server));
        }
        OpenApiDocument { json, left_out }
    }

    /// The document without the address of the gateway, which each caller may know by another name.
    pub(crate) fn openapi_without_server(&self, settings: &OpenApi) -> (Json, Vec<String>) {
        let document = self.newest(settings);
        match settings.form.version {
            OpenApiVersion::V31 => (document, Vec::new()),
            version => older::document(document, version),
        }
    }

    /// The document of version 3.1.
    fn newest(&self, settings: &OpenApi) -> Json {
        let service = self.service();
        let callers = self.callers();
        let mut schemas = Schemas::new(service, callers, settings.form.style);
        let mut ids = Names::default();
        let mut all = Vec::with_capacity(self.exposed().len());
        for exposed in self.exposed() {
            let (operation, tables) = (exposed.operation, self.tables(exposed));
            let transport = self.target().transport_of(operation);
            let request = schemas.request(operation, transport);
            let result = schemas.result(operation, transport, tables);
            all.push(Described { exposed, tables, request, result, id: id(operation, &mut ids) });
        }
        let mut components = schemas.into_components();
        let mut paths = Map::new();
        for described in &all {
            let examples = Examples { components: &components };
            let item = described.path_item(service, &mut ids, &examples);
            paths.insert(format!("/{}", path(described.exposed.operation.name)), item);
        }
        let mut document = json!({
            "openapi": "3.1.0",
            "info": info(service),
            "tags": self.tags(),
        });
        let mut effects: Vec<_> = all.iter().map(|described| described.exposed.effect).collect();
        effects.dedup();
        let mut parts = Map::new();
        if !all.is_empty() {
            components.extend(problem::schemas().map(|(name, schema)| (name.to_owned(), schema)));
            components.sort_keys();
            parts.insert("schemas".to_owned(), components.into());
            let choices = choices(&ResultForm::names()).into_iter();
            let choices = choices.filter(|(name, _)| all.iter().any(|described| described.is_free(name)));
            parts.insert(
                "parameters".to_owned(),
                choices.map(|(name, choice)| (name.to_owned(), choice)).collect::<Map<_, _>>().into(),
            );
            parts.insert("headers".to_owned(), headers());
            parts.insert("responses".to_owned(), problem::responses(&effects).into());
        }
        let mut security = Vec::new();
        if settings.has_token {
            parts.insert("securitySchemes".to_owned(), json!({ "Token": { "type": "http", "scheme": "bearer" } }));
            security.push(json!({ "Token": [] }));
        }
        if let Some(document) = document.as_object_mut() {
            document.insert("security".to_owned(), security.into());
            document.insert("paths".to_owned(), paths.into());
            document.insert("components".to_owned(), parts.into());
        }
        document
    }

    /// The areas with an offered operation.
    fn tags(&self) -> Json {
        let areas = self.service().areas.iter();
        let areas = areas.filter(|area| self.operations().any(|operation| operation.area == area.name));
        let tag = |area: &asmx_types::Area| {
            let mut tag = json!({ "name": area.title });
            let description = text::cut(&plain_text(area.doc));
            if !description.is_empty() {
                schemas::insert(&mut tag, "description", description.into());
            }
            tag
        };
        areas.map(tag).collect()
    }
}

fn info(service: &asmx_types::Service) -> Json {
    let mut info = json!({ "title": service.name, "version": "1" });
    let description = plain_text(service.doc);
    if !description.is_empty() {
        schemas::insert(&mut info, "description", description.into());
    }
    info
}

/// The members of a document with the address of the gateway.
pub(crate) fn server_members(version: OpenApiVersion, address: &str) -> Map<String, Json> {
    let address = address.trim_end_matches('/');
    if version != OpenApiVersion::V20 {
        let url = if address.is_empty() { "/" } else { address };
        return Map::from_iter([("servers".to_owned(), json!([{ "url": url }]))]);
    }
    older::server(address)
}
