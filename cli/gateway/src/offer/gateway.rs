//! Operations of a target for callers that are not trusted: REST, MCP.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::pin::pin;
use std::sync::{Arc, OnceLock};

use asmx_codegen::NoSuchOperation;
use asmx_runtime::json;
use asmx_types::xml_name::encode_local_name;
use asmx_types::{Effect, Member, Operation, Service, Type};
use futures_util::future::{Either, select};
use serde_json::{Map, Value as Json};
use tokio::sync::OwnedSemaphorePermit;

use crate::calls::call::{Answer, Call, Exchanged, Written};
use crate::calls::error::CallError;
use crate::calls::memory::{MEMORY, Memory, Share};
use crate::calls::metered::{TABLES_PER_BYTE, VALUES_PER_BYTE, with_share};
use crate::calls::row_stream::RowStream;
use crate::calls::target::Target;
use crate::offer::access::{Access, PresentAccess, RenewError, Supplied};
use crate::offer::aside::{aside_if, polled_aside};
use crate::offer::audit::{Caller, Ended, Observers, Watched};
use crate::offer::choice::Offer;
use crate::offer::limits::Limits;
use crate::offer::refusal::{Refusal, misfits_of};
use crate::offer::schema::{Callers, MISSING, MOST_MISFITS, Misfit, Rules, SOAP_HEADERS, Schemas, misfits};
use crate::rows::tables::{self, TableShape};
use crate::rows::texts::RowsError;

/// The operations of a [`Target`] that an [`Offer`] opens to callers. Cheap to clone.
///
/// Requests are compared with their schemas before they are sent. Credentials, common parameters and secrets come from the settings of the target.
#[derive(Clone)]
pub struct Gateway(Arc<Inner>);

struct Inner {
    access: PresentAccess,
    service: &'static Service,
    offer: Offer,
    exposed: Vec<Exposed>,
    by_name: HashMap<&'static str, usize>,
    /// Operations that exist and are not offered.
    hidden: HashMap<&'static str, Effect>,
    limits: Limits,
    memory: Memory,
    /// The files of spreadsheets, before they are sent.
    #[cfg(feature = "xlsx")]
    files: Memory,
    observers: Observers,
}

/// An operation that callers may call.
pub(crate) struct Exposed {
    pub(crate) operation: &'static Operation,
    pub(crate) effect: Effect,
    /// The effect that decides about retries, and about statuses by which callers retry.
    pub(crate) effect_of_retries: Effect,
    request: OnceLock<Request>,
    tables: OnceLock<Vec<TableShape>>,
}

impl Exposed {
    /// The refusal of a call that failed.
    fn failed(&self, error: CallError) -> Refusal {
        Refusal::Call(error, self.effect_of_retries)
    }
}

/// How a request is read and compared.
struct Request {
    rules: Rules,
    /// Other names of the members of the schema.
    aliases: HashMap<String, String>,
}

/// The prefix of references within one schema.
const DEFINITIONS: &str = "#/$defs/";

impl Gateway {
    /// A gateway to a target.
    ///
    /// # Errors
    ///
    /// A pattern of the offer matches no operation.
    pub fn new(target: Target, mut offer: Offer) -> Result<Self, NoSuchOperation> {
        offer.check(target.service())?;
        let (mut exposed, mut hidden) = (Vec::new(), HashMap::new());
        let is_there = |operation: &&&'static Operation| target.find(operation.name).is_ok();
        for operation in target.service().operations.iter().filter(is_there).filter(|one| offer.is_chosen(one)) {
            let effect = offer.effect(operation);
            if offer.permits(effect) {
                let effect_of_retries = offer.effect_of_retries(operation);
                exposed.push(Exposed {
                    operation,
                    effect,
                    effect_of_retries,
                    request: OnceLock::new(),
                    tables: OnceLock::new(),
                });
            } else {
                hidden.insert(operation.name, effect);
            }
        }
        let by_name = exposed.iter().enumerate().map(|(index, one)| (one.operation.name, index)).collect();
        let limits = Limits::new(offer.at_once, offer.per_second);
        let memory = Memory::new(offer.memory.unwrap_or(MEMORY));
        let observers = Observers::default();
        let service = target.service();
        let supplied = std::mem::take(&mut offer.supplied);
        Ok(Self(Arc::new(Inner {
            access: PresentAccess::new(Access { target, supplied }),
            service,
            offer,
            exposed,
            by_name,
            hidden,
            limits,
            memory,
            #[cfg(feature = "xlsx")]
            files: Memory::new(FILES),
            observers,
        })))
    }

    /// Reports each call that ends, for an audit log: of this gateway and of all its clones, also of those that were made before. Several
    /// receivers get every report. Values of parameters and results are no part of it.
    #[must_use]
    pub fn on_call(self, observer: impl Fn(&Ended) + Send + Sync + 'static) -> Self {
        self.0.observers.add(Arc::new(observer));
        self
    }

    /// The target of calls that begin now.
    #[must_use]
    pub fn target(&self) -> Target {
        self.access().target.clone()
    }

    /// Reaches the service so from now on: this gateway and all its clones. Calls under way go on as they began. A target whose setup
    /// [continues](Target::continued_by) the present one tries no password again that the server rejected.
    ///
    /// # Errors
    ///
    /// Callers would see other operations, or have to send other parameters. Nothing changes then.
    pub fn renew(&self, target: Target, supplied: Supplied) -> Result<(), RenewError> {
        let (present, next) = (self.access(), Access { target, supplied });
        let transports = |access: &Access| -> Vec<_> {
            self.operations().map(|operation| access.target.transport_of(operation)).collect()
        };
        if !std::ptr::eq(next.target.service(), self.0.service) || transports(&next) != transports(&present) {
            return Err(RenewError::Service);
        }
        if !next.is_like(&present) {
            return Err(RenewError::Callers);
        }
        self.0.access.set(next);
        Ok(())
    }

    fn access(&self) -> Arc<Access> {
        self.0.access.get()
    }

    pub(crate) fn service(&self) -> &'static Service {
        self.0.service
    }

    /// The offered operations, in the order of the document.
    pub fn operations(&self) -> impl ExactSizeIterator<Item = &'static Operation> {
        self.0.exposed.iter().map(|exposed| exposed.operation)
    }

    /// The number of operations that are not offered because of their effect.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.0.hidden.len()
    }

    /// The number of operations with this effect that are not offered because of it.
    #[must_use]
    pub fn hidden_with(&self, effect: Effect) -> usize {
        self.0.hidden.values().filter(|hidden| **hidden == effect).count()
    }

    /// The numbers of offered reads that are retried after a failure, and that are not: see [`Offer::reads`].
    #[must_use]
    pub fn retried(&self) -> (usize, usize) {
        let reads = || self.0.exposed.iter().filter(|exposed| exposed.effect == Effect::Read);
        let retried = reads().filter(|exposed| exposed.effect_of_retries == Effect::Read).count();
        (retried, reads().count() - retried)
    }

    /// Compares the arguments of a call with the schema of the operation's request, and makes no call: the misfits, each with its place, at most
    /// 20. It takes time in proportion to the arguments. `None` if the operation is not offered.
    #[must_use]
    pub fn misfits(&self, operation: &str, arguments: Map<String, Json>) -> Option<Vec<String>> {
        let exposed = self.find(operation).ok()?;
        let (_, misfits) = self.compared(exposed, arguments);
        Some(misfits.iter().map(Misfit::sentence).collect())
    }

    pub(crate) fn exposed(&self) -> &[Exposed] {
        &self.0.exposed
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.0.memory
    }

    #[cfg(feature = "xlsx")]
    pub(crate) fn files(&self) -> &Memory {
        &self.0.files
    }

    /// The most cells for each byte received, in forms with a cell for every column.
    pub(crate) fn cells_per_byte(&self) -> u32 {
        self.0.offer.cells_per_byte
    }

    pub(crate) fn find(&self, name: &str) -> Result<&Exposed, Refusal> {
        if let Some(exposed) = self.0.by_name.get(name).and_then(|index| self.0.exposed.get(*index)) {
            return Ok(exposed);
        }
        if let Some((name, effect)) = self.0.hidden.get_key_value(name) {
            return Err(Refusal::Forbidden(name, *effect));
        }
        // The name may be that of the request.
        if let Ok(operation) = self.target().operation(name).map(|operation| operation.name).map_err(drop)
            && operation != name
        {
            return self.find(operation);
        }
        let names = self.operations().map(|operation| operation.name);
        Err(Refusal::NoOperation(NoSuchOperation::among(self.0.service.name, names, name)))
    }

    /// The share of callers in the messages of all operations.
    pub(crate) fn callers(&self) -> Callers {
        let access = self.access();
        let has_credentials = access.target.setup().credentials.is_some();
        let callers = Callers::default().with_secrets(self.0.offer.takes_secrets());
        callers.filling_credentials(has_credentials).given(&access.supplied.parameters, &access.supplied.headers)
    }

    pub(crate) fn schemas(&self, words: usize, callers: Callers) -> Schemas {
        Schemas::new(self.0.service, DEFINITIONS, words, callers)
    }

    /// Schemas for models: short descriptions, and few words about DataSets and XML.
    #[cfg(feature = "mcp")]
    pub(crate) fn short_schemas(&self, words: usize) -> Schemas {
        self.schemas(words, self.callers()).short()
    }

    /// The schema of a request, without what the gateway gives.
    pub(crate) fn request_schema(&self, schemas: &mut Schemas, operation: &'static Operation) -> Json {
        schemas.request(operation, self.target().transport_of(operation))
    }

    /// The schema of a request without its secrets, and its definitions.
    #[cfg(feature = "mcp")]
    pub(crate) fn schema_without_secrets(&self, exposed: &Exposed) -> (Json, Map<String, Json>) {
        let mut schemas = self.schemas(0, self.callers().with_secrets(false));
        let schema = self.request_schema(&mut schemas, exposed.operation);
        (schema, schemas.definitions())
    }

    /// The tables of the operation's result, as callers see it.
    pub(crate) fn tables<'e>(&self, exposed: &'e Exposed) -> &'e [TableShape] {
        exposed.tables.get_or_init(|| {
            let of = if self.0.offer.takes_secrets() { tables::of_result } else { tables::of_shown_result };
            of(exposed.operation)
        })
    }

    /// The rows at a path of the operation's result, as callers see it.
    pub(crate) fn table_at(&self, exposed: &Exposed, path: &str) -> Result<TableShape, RowsError> {
        let of = if self.0.offer.takes_secrets() { tables::at_path } else { tables::shown_at_path };
        of(exposed.operation, path)
    }

    /// Makes a call. Arguments fit the schema of the operation's request, or are refused with each place that does not. The one who gives the answer
    /// to the caller reports how the call ended.
    pub(crate) async fn call(
        &self,
        exposed: &Exposed,
        arguments: Arguments,
        caller: Caller,
    ) -> Result<(Answer, Watched), Refusal> {
        self.called(exposed, arguments, (caller, VALUES_PER_BYTE), Exchanged::recognised).await
    }

    /// Makes a call whose result is a DataSet, for its text in JSON.
    pub(crate) async fn call_for_text(&self, exposed: &Exposed, arguments: Arguments) -> Result<Written, Refusal> {
        let called = self.called(exposed, arguments, (Caller::Rest, TABLES_PER_BYTE), Exchanged::into_text);
        let (written, watched) = called.await?;
        watched.end(None);
        Ok(written)
    }

    /// Makes a call that takes so much memory for each byte of its response.
    async fn called<T>(
        &self,
        exposed: &Exposed,
        arguments: Arguments,
        (caller, per_byte): (Caller, usize),
        written: impl FnOnce(Exchanged) -> Result<T, String>,
    ) -> Result<(T, Watched), Refusal> {
        let watched = self.watched(exposed, caller);
        match self.exchanged(exposed, arguments, per_byte, written).await {
            Ok(result) => Ok((result, watched)),
            Err(refusal) => {
                watched.end(Some(&refusal));
                Err(refusal)
            }
        }
    }

    async fn exchanged<T>(
        &self,
        exposed: &Exposed,
        arguments: Arguments,
        per_byte: usize,
        written: impl FnOnce(Exchanged) -> Result<T, String>,
    ) -> Result<T, Refusal> {
        let (share, is_large) = (Arc::clone(&arguments.share), arguments.is_large);
        let ready = aside_if(is_large, || self.ready(exposed, arguments)).await?;
        let call = ready.access.target.exchanged(self.call_of(exposed, &ready));
        let exchange = with_share(Arc::clone(&share), per_byte, call);
        let (exchange, failure) = (pin!(polled_aside(is_large, exchange)), pin!(share.failure()));
        let exchanged = match select(exchange, failure).await {
            Either::Left((exchanged, _)) => exchanged.map_err(|error| exposed.failed(error))?,
            Either::Right((why, _)) => return Err(Refusal::ResponseMemory(why, exposed.effect_of_retries)),
        };
        let written = aside_if(share.is_large(), || written(exchanged)).await;
        written.map_err(|deviation| Refusal::Unrecognised(deviation, exposed.effect_of_retries))
    }

    /// Makes a call whose rows are read as they arrive, for a form that holds so many bytes beside a batch. Its end is reported by the one who
    /// reads.
    pub(crate) async fn rows(
        &self,
        exposed: &Exposed,
        arguments: Arguments,
        (table, beside): (Option<&str>, usize),
    ) -> Result<(RowStream, Held), Refusal> {
        let (share, is_large) = (Arc::clone(&arguments.share), arguments.is_large);
        let held = BATCH.saturating_add(beside);
        share.take(held).await.map_err(Refusal::Memory)?;
        let ready = aside_if(is_large, || self.ready(exposed, arguments)).await?;
        let rows = polled_aside(is_large, ready.access.target.rows(self.call_of(exposed, &ready), table)).await;
        let rows = rows.map_err(|error| exposed.failed(error))?;
        share.keep(held);
        Ok((rows, Held { _permit: ready.permit, _share: share }))
    }

    pub(crate) fn watched(&self, exposed: &Exposed, caller: Caller) -> Watched {
        Watched::new(self.0.observers.all(), exposed.operation, exposed.effect, caller)
    }

    /// The arguments by the names of the schema, if they fit it.
    pub(crate) fn fitted(&self, exposed: &Exposed, arguments: Map<String, Json>) -> Result<Map<String, Json>, Refusal> {
        match self.compared(exposed, arguments) {
            (Json::Object(arguments), misfits) if misfits.is_empty() => Ok(arguments),
            (_, misfits) => Err(Refusal::Unfit(misfits)),
        }
    }

    fn ready(&self, exposed: &Exposed, arguments: Arguments) -> Result<Ready, Refusal> {
        let data_sets = arguments.data_sets;
        let mut arguments = self.fitted(exposed, arguments.object)?;
        let mut headers = match arguments.shift_remove(SOAP_HEADERS) {
            Some(Json::Object(headers)) => headers,
            _ => Map::new(),
        };
        let (access, operation) = (self.access(), exposed.operation);
        let Supplied { parameters, headers: supplied_headers, .. } = &access.supplied;
        give(&mut arguments, parameters, self.0.service.common.iter().chain(operation.parameters));
        give(&mut headers, supplied_headers, operation.messages.request_headers);
        let permit = self.0.limits.enter().map_err(Refusal::Busy)?;
        Ok(Ready { access, arguments, headers, data_sets, permit })
    }

    /// The arguments by the names of the schema, and where they do not fit it.
    fn compared(&self, exposed: &Exposed, arguments: Map<String, Json>) -> (Json, Vec<Misfit>) {
        let request = exposed.request.get_or_init(|| {
            let mut schemas = self.schemas(0, self.callers());
            let schema = self.request_schema(&mut schemas, exposed.operation);
            Request::new(Rules::new(&schema, &schemas.definitions()), exposed.operation)
        });
        let mut object = Json::Object(request.with_names_of_schema(arguments));
        request.rules.open_texts(&mut object);
        let misfits = misfits(&request.rules, &object).into_iter();
        let misfits = misfits.map(|misfit| self.about_credentials(exposed.operation, misfit)).collect();
        let misfits = self.with_unreadable(exposed.operation, &object, misfits);
        (object, misfits)
    }

    /// Adds to misfits the other parameters whose texts their reader refuses: a schema takes any text for a date.
    fn with_unreadable(&self, operation: &'static Operation, object: &Json, mut misfits: Vec<Misfit>) -> Vec<Misfit> {
        let arguments = object.as_object().filter(|_| !misfits.is_empty());
        let read = arguments.map(|arguments| json::parameters(self.0.service, operation, arguments));
        let Some(Err(error)) = read else { return misfits };
        let parameter = |place: &str| place.split(['.', '[']).next().unwrap_or_default().to_owned();
        let known: HashSet<String> = misfits.iter().map(|misfit| parameter(&misfit.place)).collect();
        let others = misfits_of(&error).into_iter();
        // The schema alone says what callers must give.
        let others = others.filter(|other| other.problem != MISSING && !known.contains(&parameter(&other.place)));
        misfits.extend(others);
        misfits.truncate(MOST_MISFITS);
        misfits
    }

    /// Explains a name that is unknown because the gateway itself gives the secret.
    fn about_credentials(&self, operation: &'static Operation, misfit: Misfit) -> Misfit {
        let service = self.0.service;
        let name = misfit.place.rsplit('.').next().unwrap_or_default();
        let members = service.named_types().filter_map(|kind| match kind {
            Type::Structure(structure) => Some(structure.members()),
            _ => None,
        });
        let mut all = service.common.iter().chain(operation.parameters).chain(members.flatten());
        let is_given_here = !self.0.offer.takes_secrets()
            && all.any(|member| member.holds_secret() && (member.name == name || json::key(member) == name));
        if !is_given_here {
            return misfit;
        }
        let problem = "credentials and other secrets come from the profile of the gateway; callers can give them if it was \
                       started with `--allow credentials`";
        Misfit { problem: problem.to_owned(), ..misfit }
    }

    fn call_of<'a>(&'a self, exposed: &Exposed, ready: &'a Ready) -> Call<'a> {
        let call = Call::new(exposed.operation.name, &ready.arguments).headers(&ready.headers);
        let call = call.effect(exposed.effect_of_retries);
        let call = match ready.data_sets {
            DataSets::Tables => call,
            DataSets::TablesWithFacts => call.with_schema_facts(),
            DataSets::AsTheyCame => call.as_it_came(),
        };
        let call = call.hiding(&ready.access.supplied.secrets);
        if self.0.offer.takes_secrets() { call } else { call.without_secrets() }
    }
}

/// The memory of a stream of rows: a batch, and its text.
const BATCH: usize = 2 * 1024 * 1024;
/// The files of all spreadsheets that are being made or sent, in bytes.
#[cfg(feature = "xlsx")]
pub(crate) const FILES: usize = 1_000_000_000;

/// The arguments of a call, and the memory that they take.
pub(crate) struct Arguments {
    pub(crate) object: Map<String, Json>,
    pub(crate) share: Arc<Share>,
    /// Work on them is done beside the threads that serve.
    pub(crate) is_large: bool,
    pub(crate) data_sets: DataSets,
}

/// The form that DataSets have in a result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum DataSets {
    #[default]
    Tables,
    /// For forms of rows.
    TablesWithFacts,
    AsTheyCame,
}

/// The permit and the memory that a call has until its last row was sent.
pub(crate) struct Held {
    _permit: OwnedSemaphorePermit,
    _share: Arc<Share>,
}

/// A call that fits, and its permit to be under way.
struct Ready {
    access: Arc<Access>,
    arguments: Map<String, Json>,
    headers: Map<String, Json>,
    data_sets: DataSets,
    permit: OwnedSemaphorePermit,
}

impl Request {
    /// A parameter may also be called as its element, its part, or with characters that names in XML cannot have.
    fn new(rules: Rules, operation: &Operation) -> Self {
        let mut aliases = HashMap::new();
        for member in operation.parameters {
            let key = json::key(member).into_owned();
            let names = [key.clone(), encode_local_name(member.part_name()).into_owned()];
            let Some(name) = names.into_iter().find(|name| rules.has(name)) else { continue };
            for alias in [member.name.to_owned(), member.part_name().to_owned(), key] {
                aliases.entry(alias).or_insert_with(|| name.clone());
            }
        }
        Self { rules, aliases }
    }

    /// The arguments by the names of the schema.
    fn with_names_of_schema(&self, arguments: Map<String, Json>) -> Map<String, Json> {
        if !self.rules.has_members() || arguments.keys().all(|name| self.rules.has(name)) {
            return arguments;
        }
        let renamed = |name: String| {
            if self.rules.has(&name) { name } else { self.aliases.get(&name).cloned().unwrap_or(name) }
        };
        arguments.into_iter().map(|(name, value)| (renamed(name), value)).collect()
    }
}

/// Adds the given values of the members that an object has. They go before those of the caller.
fn give<'a>(object: &mut Map<String, Json>, given: &Map<String, Json>, members: impl IntoIterator<Item = &'a Member>) {
    if given.is_empty() {
        return;
    }
    let names: Vec<_> = members.into_iter().map(json::key).collect();
    for (name, value) in given.iter().filter(|(name, _)| names.iter().any(|known| known == *name)) {
        put(object, name, value);
    }
}

fn put(object: &mut Map<String, Json>, name: &str, value: &Json) {
    match (object.get_mut(name), value) {
        (Some(Json::Object(there)), Json::Object(value)) => {
            for (name, value) in value {
                put(there, name, value);
            }
        }
        _ => drop(object.insert(name.to_owned(), value.clone())),
    }
}

impl fmt::Debug for Gateway {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Gateway")
            .field("target", &self.access().target)
            .field("offer", &self.0.offer)
            .finish_non_exhaustive()
    }
}
