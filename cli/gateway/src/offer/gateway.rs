//! Operations of a target for callers that are not trusted: REST, MCP.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::pin::pin;
use std::sync::{Arc, OnceLock};

use asmx_codegen::NoSuchOperation;
use asmx_runtime::json::RequestReader;
#[cfg(feature = "mcp")]
use asmx_runtime::json::Results;
use asmx_runtime::stack::Secrets;
use asmx_types::display::shown_line;
use asmx_types::{Effect, Operation, Service};
use futures_util::future::{Either, select};
use serde_json::{Map, Value as Json};
use tokio::sync::OwnedSemaphorePermit;

use crate::calls::call::{Answer, Call, Exchanged, Written};
use crate::calls::error::CallError;
use crate::calls::memory::{Memory, Share};
use crate::calls::metered::{TABLES_PER_BYTE, VALUES_PER_BYTE, with_share};
use crate::calls::row_stream::RowStream;
use crate::calls::setup::Checks;
use crate::calls::target::Target;
use crate::calls::words::Setting;
use crate::offer::access::{Access, PresentAccess, RenewError, Supplied};
use crate::offer::audit::{Caller, Ended, Observers, RefusedRequest, Watched};
use crate::offer::choice::Offer;
use crate::offer::limits::Limits;
use crate::offer::misfit::Misfit;
use crate::offer::offload::{offload_if, poll_offloaded};
use crate::offer::refusal::Refusal;
use crate::offer::request::{Request, give};
#[cfg(feature = "mcp")]
use crate::offer::schema::SOAP_HEADERS;
use crate::offer::schema::{Callers, Schemas};
use crate::rows::secrets::secret_members;
use crate::rows::tables::{self, TableShape};
use crate::rows::texts::RowsError;

/// The operations of a [`Target`] that an [`Offer`] opens to callers. Cheap to clone.
///
/// Requests are checked before they are sent. Credentials, common parameters and secrets come from the settings of the target.
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
    /// The share of callers in the messages of all operations.
    callers: Callers,
    limits: Limits,
    memory: Memory,
    /// The files of spreadsheets, before they are sent.
    #[cfg(feature = "xlsx")]
    files: Memory,
    observers: Observers<Ended>,
    observers_of_refused: Observers<RefusedRequest>,
}

/// An operation that callers may call.
pub(crate) struct Exposed {
    pub(crate) operation: &'static Operation,
    pub(crate) effect: Effect,
    /// The effect that decides about retries, and about statuses by which callers retry.
    pub(crate) effect_of_retries: Effect,
    /// Whether parameters are named as their parts.
    pub(crate) has_part_names: bool,
    tables: OnceLock<Vec<TableShape>>,
}

impl Exposed {
    /// The refusal of a call that failed.
    fn failed(&self, error: CallError) -> Refusal {
        Refusal::Call(error, self.effect_of_retries)
    }
}

impl Gateway {
    /// A gateway to a target.
    ///
    /// # Errors
    ///
    /// A pattern of the offer matches no operation.
    pub fn new(target: Target, mut offer: Offer) -> Result<Self, NoSuchOperation> {
        offer.check(target.service())?;
        let (mut exposed, mut hidden) = (Vec::new(), HashMap::new());
        let exists = |operation: &&&'static Operation| target.find(operation.name).is_ok();
        for operation in
            target.service().operations.iter().filter(exists).filter(|operation| offer.is_chosen(operation))
        {
            let effect = offer.effect(operation);
            if offer.permits(effect) {
                let effect_of_retries = offer.effect_of_retries(operation);
                exposed.push(Exposed {
                    operation,
                    effect,
                    effect_of_retries,
                    has_part_names: !target.transport_of(operation).is_soap(),
                    tables: OnceLock::new(),
                });
            } else {
                hidden.insert(operation.name, effect);
            }
        }
        let by_name = exposed.iter().enumerate().map(|(index, entry)| (entry.operation.name, index)).collect();
        let limits = Limits::new(offer.at_once, offer.per_second);
        let memory = Memory::new(offer.memory);
        let service = target.service();
        let supplied = std::mem::take(&mut offer.supplied);
        let callers = Callers::default().with_secrets(offer.takes_secrets());
        let callers = callers.filling_credentials(target.setup().credentials.is_some());
        let callers = callers.filling_values(&supplied.parameters, &supplied.headers);
        Ok(Self(Arc::new(Inner {
            access: PresentAccess::new(Access { target, supplied }),
            service,
            offer,
            exposed,
            by_name,
            hidden,
            callers,
            limits,
            memory,
            #[cfg(feature = "xlsx")]
            files: Memory::new(FILES),
            observers: Observers::default(),
            observers_of_refused: Observers::default(),
        })))
    }

    /// Reports each call that ends, for an audit log: of this gateway and of all its clones, also of those that were made before. Several
    /// receivers get every report. Values of parameters and results are no part of it.
    #[must_use]
    pub fn on_call(self, observer: impl Fn(&Ended) + Send + Sync + 'static) -> Self {
        self.0.observers.add(Arc::new(observer));
        self
    }

    /// Reports each request that is refused before it is a call, as [`on_call`](Self::on_call) reports calls.
    #[must_use]
    pub fn on_refused_request(self, observer: impl Fn(&RefusedRequest) + Send + Sync + 'static) -> Self {
        self.0.observers_of_refused.add(Arc::new(observer));
        self
    }

    pub(crate) fn report_refused(&self, request: &RefusedRequest) {
        self.0.observers_of_refused.report(request);
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

    /// The offered operations whose results lack members, because they are secret by their names or their description, with the paths of those: at
    /// most 20 each. Callers who may give [credentials](Offer::credentials) see them.
    #[must_use]
    pub fn hidden_members(&self) -> Vec<(&'static str, Vec<String>)> {
        if self.0.offer.takes_secrets() {
            return Vec::new();
        }
        let all = self.operations().map(|operation| (operation.name, secret_members(operation)));
        all.filter(|(_, members)| !members.is_empty()).collect()
    }

    /// Whether calls have values or a sign-in that only the operator knows.
    pub(crate) fn has_profile(&self) -> bool {
        let access = self.access();
        let (setup, Supplied { parameters, headers, .. }) = (access.target.setup(), &access.supplied);
        setup.credentials.is_some()
            || setup.sign_in.is_set()
            || [parameters, headers].iter().any(|values| !values.is_empty())
            || !setup.headers.is_empty()
    }

    /// The name of a setting, in words of the front end.
    pub(crate) fn words(&self, setting: &Setting) -> Cow<'static, str> {
        (self.target().words())(setting)
    }

    /// The note of a result without these secret members.
    pub(crate) fn hidden_note(&self, members: &[String]) -> Option<String> {
        let setting = self.words(&Setting::OfferedCredentials);
        let names: Vec<String> = members.iter().map(|member| format!("`{}`", shown_line(member))).collect();
        let (are, they) = if members.len() == 1 { ("is", "it is") } else { ("are", "they are") };
        (!names.is_empty()).then(|| {
            format!(
                "{} {are} left out: {they} secret by name or description, and shown only with {setting}",
                names.join(", ")
            )
        })
    }

    /// Checks the arguments of a call, and makes no call: the misfits, each with its place, at most 20, and a last one if there are more. It
    /// takes time in proportion to the arguments. `None` if the operation is not offered.
    #[must_use]
    pub fn misfits(&self, operation: &str, arguments: Map<String, Json>) -> Option<Vec<String>> {
        match self.read(self.find(operation).ok()?, arguments) {
            Err(Refusal::Unfit(misfits)) => Some(misfits.iter().map(Misfit::sentence).collect()),
            _ => Some(Vec::new()),
        }
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

    /// Waits until no call is under way.
    #[cfg(feature = "mcp")]
    pub(crate) async fn idle(&self) {
        self.0.limits.idle().await;
    }

    pub(crate) fn find(&self, name: &str) -> Result<&Exposed, Refusal> {
        if let Some(exposed) = self.0.by_name.get(name).and_then(|index| self.0.exposed.get(*index)) {
            return Ok(exposed);
        }
        if let Some((name, effect)) = self.0.hidden.get_key_value(name) {
            return Err(Refusal::Forbidden(name, *effect, self.words(&Setting::Offered(*effect))));
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

    pub(crate) fn callers(&self) -> &Callers {
        &self.0.callers
    }

    /// Schemas with at most so many characters in a description.
    pub(crate) fn schemas(&self, words: usize) -> Schemas {
        Schemas::new(self.0.service, words, self.callers().clone())
    }

    /// The schema of a request, without what the gateway gives.
    pub(crate) fn request_schema(&self, schemas: &mut Schemas, operation: &'static Operation) -> Json {
        schemas.request(operation, self.target().transport_of(operation))
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

    /// Makes a call. Arguments fit the operation, or are refused with each place that does not. The one who gives the answer to the caller reports
    /// how the call ended.
    pub(crate) async fn call(
        &self,
        exposed: &Exposed,
        arguments: Arguments,
        caller: Caller,
    ) -> Result<(Answer, Watched), Refusal> {
        self.called(exposed, arguments, (caller, VALUES_PER_BYTE), Exchanged::recognised).await
    }

    /// Makes a call whose result is a DataSet, for its text in JSON.
    pub(crate) async fn call_for_text(
        &self,
        exposed: &Exposed,
        arguments: Arguments,
        caller: Caller,
    ) -> Result<Written, Refusal> {
        let (written, mut watched) =
            self.called(exposed, arguments, (caller, TABLES_PER_BYTE), Exchanged::into_text).await?;
        watched.deviating(&written.deviations);
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
        let ready = offload_if(is_large, || self.ready(exposed, arguments)).await?;
        let call = ready.access.target.exchanged(self.call_of(exposed, &ready));
        let exchange = with_share(Arc::clone(&share), per_byte, call);
        let (exchange, failure) = (pin!(poll_offloaded(is_large, exchange)), pin!(share.failure()));
        let exchanged = match select(exchange, failure).await {
            Either::Left((exchanged, _)) => exchanged.map_err(|error| exposed.failed(error))?,
            Either::Right((why, _)) => return Err(Refusal::ResponseMemory(why, exposed.effect_of_retries)),
        };
        let written = offload_if(share.is_large(), || written(exchanged)).await;
        written.map_err(|deviation| Refusal::Unrecognised(deviation, exposed.effect_of_retries))
    }

    /// Makes a call whose rows are read as they arrive, for a form that holds so many bytes beside a batch. Its end is reported by the one who
    /// reads.
    pub(crate) async fn rows(
        &self,
        exposed: &Exposed,
        arguments: Arguments,
        (table, beside): (Option<&str>, usize),
    ) -> Result<(RowStream, Reservation), Refusal> {
        let (share, is_large) = (Arc::clone(&arguments.share), arguments.is_large);
        let bytes = BATCH.saturating_add(beside);
        share.take(bytes).await.map_err(Refusal::Memory)?;
        let ready = offload_if(is_large, || self.ready(exposed, arguments)).await?;
        let rows = poll_offloaded(is_large, ready.access.target.rows(self.call_of(exposed, &ready), table)).await;
        let rows = rows.map_err(|error| exposed.failed(error))?;
        share.keep(bytes);
        Ok((rows, Reservation { _permit: ready.permit, _share: share }))
    }

    pub(crate) fn watched(&self, exposed: &Exposed, caller: Caller) -> Watched {
        Watched::new(self.0.observers.all(), exposed.operation, exposed.effect, caller)
    }

    /// Reads the arguments of a call. They fit the operation, or are refused with each place that does not.
    pub(crate) fn read(&self, exposed: &Exposed, arguments: Map<String, Json>) -> Result<Request, Refusal> {
        let (operation, callers) = (exposed.operation, self.callers());
        let target = self.target();
        let reader = RequestReader::new(self.0.service, operation, callers)
            .with_part_names(exposed.has_part_names)
            .unchecked(target.setup().checks == Checks::None);
        Request::read(reader, operation, (callers, target.words()), arguments).map_err(Refusal::Unfit)
    }

    /// The arguments of a call for the question to a person.
    #[cfg(feature = "mcp")]
    pub(crate) fn views(&self, exposed: &Exposed, arguments: Map<String, Json>) -> Result<ArgumentViews, Refusal> {
        let Request { parameters: mut arguments, headers, read } = self.read(exposed, arguments)?;
        let form = Results::new(self.0.service).as_they_came();
        let [all, visible] = [form, form.without_secrets()].map(|form| {
            let mut object = form.request(exposed.operation, &read.0, exposed.has_part_names);
            if !read.1.is_empty() {
                object.insert(SOAP_HEADERS.to_owned(), form.response_headers(&read.1));
            }
            object
        });
        if !headers.is_empty() {
            arguments.insert(SOAP_HEADERS.to_owned(), headers.into());
        }
        Ok(ArgumentViews { all, visible, arguments })
    }

    fn ready(&self, exposed: &Exposed, arguments: Arguments) -> Result<Ready, Refusal> {
        let Request { mut parameters, mut headers, .. } = self.read(exposed, arguments.object)?;
        let (access, operation) = (self.access(), exposed.operation);
        let Supplied { parameters: supplied, headers: supplied_headers, .. } = &access.supplied;
        give(&mut parameters, supplied, &[self.0.service.common, operation.parameters]);
        give(&mut headers, supplied_headers, &[operation.messages.request_headers]);
        let permit = self.0.limits.enter().map_err(Refusal::Busy)?;
        arguments.secrets.hide_all(&access.supplied.secrets);
        let Arguments { data_sets, secrets, .. } = arguments;
        Ok(Ready { access, arguments: parameters, headers, data_sets, secrets, permit })
    }

    fn call_of<'a>(&'a self, exposed: &Exposed, ready: &'a Ready) -> Call<'a> {
        let call = Call::new(exposed.operation.name, &ready.arguments).headers(&ready.headers);
        let call = call.effect(exposed.effect_of_retries);
        let call = match ready.data_sets {
            DataSets::Tables => call,
            DataSets::TablesWithFacts => call.with_schema_facts(),
            DataSets::AsTheyCame => call.as_it_came(),
        };
        let call = call.hiding(&ready.secrets);
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
    /// Those of the call, when it has ended.
    pub(crate) secrets: Secrets,
}

impl Arguments {
    pub(crate) fn new(object: Map<String, Json>, share: Arc<Share>, is_large: bool) -> Self {
        Self { object, share, is_large, data_sets: DataSets::default(), secrets: Secrets::new() }
    }
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

/// The arguments of a call: as they were read, the same without secrets, and as they came.
#[cfg(feature = "mcp")]
#[derive(Default)]
pub(crate) struct ArgumentViews {
    pub(crate) all: Map<String, Json>,
    pub(crate) visible: Map<String, Json>,
    pub(crate) arguments: Map<String, Json>,
}

/// The permit and the memory that a call has until its last row was sent.
pub(crate) struct Reservation {
    _permit: OwnedSemaphorePermit,
    _share: Arc<Share>,
}

/// A call that fits, and its permit to be under way.
struct Ready {
    access: Arc<Access>,
    arguments: Map<String, Json>,
    headers: Map<String, Json>,
    data_sets: DataSets,
    secrets: Secrets,
    permit: OwnedSemaphorePermit,
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
