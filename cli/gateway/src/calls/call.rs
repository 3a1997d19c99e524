//! Calls in JSON.

use asmx_import::name_hints::sounds_secret;
use asmx_runtime::json::{Parameters, UndeclaredSecrets};
use asmx_runtime::stack::Secrets;
use asmx_runtime::{Client, Deviation, Effect, Error, Message, Operation, Prepared, SoapHeader, json};
use asmx_types::{Member, Role, Scalar};
use serde_json::{Map, Value as Json};

use crate::calls::error::CallError;
use crate::calls::find::Route;
use crate::calls::setup::Checks;
use crate::calls::target::{Common, Target};
#[cfg(feature = "server")]
use crate::rows::declared_tables::notes_of_whole;
use crate::rows::secrets::{add_hidden, has_secrets};
use crate::rows::tables::RowsNote;
#[cfg(feature = "server")]
use crate::rows::tables::{self, of_shown_result};
#[cfg(feature = "server")]
use crate::rows::tables_text::tables_text;

/// A call: an operation, its parameters and its headers, in the form of [`asmx_runtime::json`].
#[derive(Clone)]
#[must_use = "a call does nothing until a target makes it"]
#[allow(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Call<'a> {
    pub(crate) operation: &'a str,
    parameters: &'a Map<String, Json>,
    headers: Option<&'a Map<String, Json>>,
    soap_headers: Vec<SoapHeader>,
    is_as_it_came: bool,
    has_schema_facts: bool,
    without_secrets: bool,
    effect: Option<Effect>,
    is_for_rows: bool,
    pub(crate) hidden: Option<&'a Secrets>,
}

impl<'a> Call<'a> {
    /// A call without headers. Common parameters of the service are among the parameters.
    pub const fn new(operation: &'a str, parameters: &'a Map<String, Json>) -> Self {
        Self {
            operation,
            parameters,
            headers: None,
            soap_headers: Vec::new(),
            is_as_it_came: false,
            has_schema_facts: false,
            without_secrets: false,
            effect: None,
            is_for_rows: false,
            hidden: None,
        }
    }

    /// Sends declared SOAP headers, by element name.
    pub const fn headers(mut self, headers: &'a Map<String, Json>) -> Self {
        self.headers = Some(headers);
        self
    }

    /// Gives each DataSet and DataTable of the result as it came, a schema and a diffgram, in the place of its tables.
    pub const fn as_it_came(mut self) -> Self {
        self.is_as_it_came = true;
        self
    }

    /// Gives tables of the result what their schema says beside the types of columns, for [forms of rows](crate::rows::tables). Their JSON is not for
    /// people: [`tables::remove_schema_facts`](crate::rows::tables::remove_schema_facts) makes it so.
    pub const fn with_schema_facts(mut self) -> Self {
        self.has_schema_facts = true;
        self
    }

    /// Retries the call as one with this effect, whatever the description says.
    #[cfg(feature = "server")]
    pub(crate) const fn effect(mut self, effect: Effect) -> Self {
        self.effect = Some(effect);
        self
    }

    /// States delimiters that no data holds where the request leaves those of a delimited text open, as [`Target::rows`] does.
    pub const fn for_rows(mut self) -> Self {
        self.is_for_rows = true;
        self
    }

    /// Leaves credentials and secrets out of the result.
    pub const fn without_secrets(mut self) -> Self {
        self.without_secrets = true;
        self
    }

    /// Keeps these texts out of errors, deviations, dry runs and exchanges, even if the service repeats them. Parameters and headers that the
    /// description declares secret need no such call: when the call has ended, `secrets` has them, too. Texts that name what only the response
    /// has, such as [`RowsNote`], are shown [with them redacted](Secrets::redacted).
    pub const fn hiding(mut self, secrets: &'a Secrets) -> Self {
        self.hidden = Some(secrets);
        self
    }

    /// Sends SOAP headers before the declared ones, such as undeclared headers from [`json::raw_headers`].
    pub fn soap_headers(mut self, headers: impl IntoIterator<Item = SoapHeader>) -> Self {
        self.soap_headers.extend(headers);
        self
    }
}

impl std::fmt::Debug for Call<'_> {
    /// Parameters may be secret.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Call").field("operation", &self.operation).finish_non_exhaustive()
    }
}

/// The response to a call.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The result: an object by the names of its parts.
    pub output: Json,
    /// The SOAP headers of the response, by element name.
    pub headers: Json,
    /// The contradictions of the response to its description. They may hold texts of the service.
    pub deviations: Vec<Deviation>,
    /// Whether the response has not what the description promises, so that the output says nothing of the operation.
    pub is_unrecognised: bool,
    /// The paths of members that have a value and are [left out](Call::without_secrets) because they are secret: at most 20.
    pub hidden: Vec<String>,
    /// A note of the facts of DataSets that their tables do not show; `None` if there are none.
    pub lost_facts: Option<RowsNote>,
}

/// The response to a call, and the form that it will have.
pub(crate) struct Exchanged {
    operation: &'static Operation,
    form: json::Results<'static>,
    without_secrets: bool,
    /// Whether a DataSet is written as its tables.
    has_tables: bool,
    message: Message,
}

/// A result as text of JSON.
#[cfg(feature = "server")]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) notes: Vec<RowsNote>,
    /// The contradictions of the response to its description.
    pub(crate) deviations: Vec<Deviation>,
    /// The secret members that it lacks.
    pub(crate) hidden: Vec<String>,
    /// The SOAP headers of the response, by element name.
    pub(crate) headers: Json,
}

/// The sentence of the first deviation.
#[cfg(feature = "server")]
pub(crate) fn first(deviations: &[Deviation]) -> String {
    deviations.first().map(ToString::to_string).unwrap_or_default()
}

impl Exchanged {
    /// The result, or the contradiction by which the response has not what the description promises.
    #[cfg(feature = "server")]
    pub(crate) fn recognised(self) -> Result<Answer, String> {
        let answer = self.into_answer();
        if answer.is_unrecognised { Err(first(&answer.deviations)) } else { Ok(answer) }
    }

    /// As [`recognised`](Self::recognised), as text. Tables become text at once.
    #[cfg(feature = "server")]
    pub(crate) fn into_text(self) -> Result<Written, String> {
        if !self.message.is_unrecognised()
            && let Some((part, data_set)) =
                self.shown_form(&undeclared_secrets()).only_tables(self.operation, &self.message)
            && let Ok(text) = tables_text(&part, &data_set)
        {
            let notes = notes_of_whole(self.operation, &data_set);
            let undeclared = undeclared_secrets();
            let headers = self.shown_form(&undeclared).response_headers(&self.message.headers);
            let deviations = self.message.deviations;
            return Ok(Written { text, notes, deviations, hidden: undeclared.into_names(), headers });
        }
        let shapes = of_shown_result(self.operation);
        let Answer { output, headers, deviations, hidden, lost_facts, .. } = self.recognised()?;
        let mut notes = tables::notes(&shapes, &output);
        notes.extend(lost_facts);
        Ok(Written { text: output.to_string(), notes, deviations, hidden, headers })
    }

    const fn shown_form<'a>(&self, undeclared: &'a UndeclaredSecrets) -> json::Results<'a> {
        if self.without_secrets { self.form.without_secrets().hiding(undeclared) } else { self.form }
    }

    pub(crate) fn into_answer(self) -> Answer {
        let undeclared = undeclared_secrets();
        let form = self.shown_form(&undeclared);
        let Self { operation, form: complete, without_secrets, has_tables, message } = self;
        let mut hidden = Vec::new();
        let (output, facts) = form.result_and_hidden_facts(operation, &message);
        if without_secrets && has_secrets(operation) {
            add_hidden(&complete.hiding(&undeclared).result(operation, &message), &output, "", &mut hidden);
        }
        let headers = form.response_headers(&message.headers);
        hidden.extend(undeclared.into_names());
        let mut is_unrecognised = message.is_unrecognised();
        let mut deviations = message.deviations;
        if let Some(name) = operation.value().filter(|part| has_tables && part.kind.is_table()).map(json::key)
            && output.get(name.as_ref()).and_then(Json::as_object).is_some_and(|part| !part.contains_key("tables"))
        {
            deviations.push(Deviation::new(name, "holds content that is no DataSet"));
            is_unrecognised = true;
        }
        let lost_facts = Some(facts).filter(|facts| !facts.is_empty()).map(RowsNote::Hidden);
        Answer { output, headers, deviations, is_unrecognised, hidden, lost_facts }
    }
}

/// The rule by which an undeclared member of a document is secret, for content that nothing declares.
const fn undeclared_secrets() -> UndeclaredSecrets {
    UndeclaredSecrets::new(|name| sounds_secret(name, Scalar::String))
}

impl Target {
    /// Calls an operation. `parameters` has values by wire name, those of the service's common parameters included.
    ///
    /// # Errors
    ///
    /// The operation is unknown, the parameters do not fit it, or the call fails.
    pub async fn call(&self, operation: &str, parameters: &Map<String, Json>) -> Result<Answer, CallError> {
        self.answer(Call::new(operation, parameters)).await
    }

    /// Makes a call, which may have headers.
    ///
    /// # Errors
    ///
    /// As [`call`](Self::call).
    pub async fn answer(&self, call: Call<'_>) -> Result<Answer, CallError> {
        Ok(self.exchanged(call).await?.into_answer())
    }

    /// Makes a call. Its response is not in JSON yet.
    pub(crate) async fn exchanged(&self, call: Call<'_>) -> Result<Exchanged, CallError> {
        let route = self.route(call.operation)?;
        let mut form = json::Results::new(self.service());
        let has_tables = !call.is_as_it_came;
        form = if call.has_schema_facts { form.with_schema_facts() } else { form };
        form = if call.is_as_it_came { form.as_they_came() } else { form };
        let (without_secrets, hidden) = (call.without_secrets, call.hidden);
        let prepared = self.prepared(&route, call, Self::client)?.0;
        let of_call = prepared.secrets();
        let message = prepared.await;
        hidden.inspect(|hidden| hidden.hide_all(&of_call));
        let message = message.map_err(|error| error.in_words(self.words()))?;
        Ok(Exchanged { operation: route.operation, form, without_secrets, has_tables, message })
    }

    /// The required common parameters and credentials that neither these parameters nor the target give.
    fn missing(&self, operation: &Operation, parameters: &Map<String, Json>) -> Vec<String> {
        let is_credential = |member: &&Member| member.role.is_some_and(Role::is_credential);
        let credentials = operation.parameters.iter().filter(is_credential);
        let is_filled = |member: &&Member| self.setup().credentials.is_some() && is_credential(member);
        let is_given = |member: &Member| {
            let names = [member.name, member.part_name()];
            names.iter().any(|name| parameters.contains_key(*name))
                || parameters.contains_key(json::key(member).as_ref())
        };
        let all = self.service().common.iter().chain(credentials);
        let all = all.filter(|member| member.must_be_given() && !is_filled(member) && !is_given(member));
        all.map(|member| member.name.to_owned()).collect()
    }

    /// Whether a call could have these parameters. Required ones may be missing.
    ///
    /// # Errors
    ///
    /// The operation is unknown, or the parameters do not fit it.
    pub fn check_parameters(&self, operation: &str, parameters: &Map<String, Json>) -> Result<(), CallError> {
        self.parameters(self.operation(operation)?, parameters).map(drop)
    }

    fn parameters(
        &self,
        operation: &'static Operation,
        parameters: &Map<String, Json>,
    ) -> Result<Parameters, CallError> {
        let (service, setup) = (self.service(), self.setup());
        let read = match setup.checks {
            Checks::Described | Checks::Values => json::parameters(service, operation, parameters),
            Checks::None => json::unchecked_parameters(service, operation, parameters),
        };
        read.map_err(|error| {
            let missing = if setup.checks == Checks::None { Vec::new() } else { self.missing(operation, parameters) };
            error.and_missing(missing).in_words(setup.words).into()
        })
    }

    /// The call, ready to be awaited, and its client.
    pub(crate) fn prepared(
        &self,
        route: &Route,
        call: Call<'_>,
        client: impl FnOnce(&Self, &str, Vec<Common>) -> Result<Client, Error>,
    ) -> Result<(Prepared<Message>, Client), CallError> {
        let (service, operation, setup) = (self.service(), route.operation, self.setup());
        let parameters = self.parameters(operation, call.parameters)?;
        let client = client(self, route.path, parameters.common).map_err(|error| error.in_words(setup.words))?;
        let mut prepared = client.call(parameters.request).transport(route.transport);
        prepared = call.hidden.into_iter().fold(prepared, Prepared::hide_all);
        if call.is_for_rows && is_cut(operation) {
            prepared = prepared.safe_delimiters();
        }
        if setup.checks == Checks::None {
            prepared = prepared.unchecked().complete_forms();
            if call.effect.unwrap_or(operation.effect) != Effect::Read {
                prepared = prepared.demand_required();
            }
        }
        if let Some(effect) = call.effect {
            prepared = prepared.effect(effect);
        }
        for (name, value) in parameters.undeclared {
            prepared = prepared.parameter(name, value);
        }
        for (name, value) in &setup.headers {
            prepared = prepared.header(name, value.clone());
        }
        let declared = call.headers.map(|headers| json::headers(service, operation, headers)).transpose()?;
        let headers = call.soap_headers.into_iter().chain(declared.into_iter().flatten());
        prepared = headers.fold(prepared, Prepared::soap_header);
        Ok((prepared, client))
    }
}

/// Whether the result is a delimited text of which a request can say how it is cut.
pub(crate) fn is_cut(operation: &Operation) -> bool {
    let states = |role| operation.parameters.iter().any(|parameter| parameter.role == Some(role));
    operation.is_delimited() && states(Role::RowDelimiter) && states(Role::ColumnDelimiter)
}
