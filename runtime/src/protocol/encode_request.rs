//! Writes requests, on each transport.

use asmx_types::without_query;
use bytes::Bytes;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue};
use http::{Method, Request, Uri};

use super::get_post::form;
use super::outgoing::{Endpoint, Outgoing, RequestLimits};
use super::routing;
use super::soap::envelope;
use super::soap::envelope::Writer;
use super::soap::header::{self, HeaderStyle};
use super::soap::soap_version::SoapVersion;
use super::value::write_value::{Empty, Forbidden, LONG, Unwritable, ValueWriter};
use super::value::{scalar_text, write_value};
use crate::Transport;
use crate::error::{Error, ErrorKind};
use crate::operation::{Member, Messages, Presence, Scalar, Style, Type};
use crate::value::field::{Field, View};
use crate::xml;
use crate::xsd::{Base64Binary, HexBinary, Lexical as _};

const FORM: &str = "application/x-www-form-urlencoded; charset=utf-8";

static SOAP_ACTION: HeaderName = HeaderName::from_static("soapaction");

/// The treatment of long texts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LongTexts {
    Encode,
    /// They are checked and left out: the result shows whether the transport carries the call, at the price of its short values.
    Check,
}

/// Encodes `call` for its transport. `address` is the parsed address of the endpoint, if the caller has it.
pub(super) fn encode(
    endpoint: &Endpoint,
    address: Option<&Uri>,
    limits: &RequestLimits,
    call: Outgoing<'_>,
    long: LongTexts,
) -> Result<Request<Bytes>, Error> {
    let operation = call.operation();
    let encoded = match call.transport {
        transport if !operation.transports.is_empty() && !operation.transports.contains(&transport) => {
            let offered: Vec<_> = operation.transports.iter().map(ToString::to_string).collect();
            let message = format!("is not offered over {transport}: use {}", offered.join(" or "));
            Err(Error::new(ErrorKind::InvalidRequest, message))
        }
        transport if !transport.is_soap() && !call.headers.is_empty() && !call.unchecked => {
            Err(Error::new(ErrorKind::InvalidRequest, format!("has SOAP headers, which {transport} cannot carry")))
        }
        Transport::Soap11 => soap(endpoint, address, SoapVersion::V11, call, long),
        Transport::Soap12 => soap(endpoint, address, SoapVersion::V12, call, long),
        Transport::HttpGet => get(endpoint, limits, call),
        Transport::HttpPost => post(endpoint, call, long),
    };
    encoded.map_err(|error| error.with_operation(operation).with_transport(call.transport))
}

/// Every declared parameter with its value: the common ones, then the operation's own.
fn declared(call: Outgoing<'_>) -> Result<Vec<(&'static Member, &dyn Field)>, Error> {
    let own = call.operation().parameters;
    let common = call.common.iter();
    let mut declared = Vec::with_capacity(common.size_hint().0 + own.len());
    declared.extend(common.map(|(parameter, value)| (parameter, value as &dyn Field)));
    let (mut fields, mut parameters) = (0, own.iter());
    call.request.visit(&mut |field| {
        fields += 1;
        declared.extend(parameters.next().map(|parameter| (parameter, field)));
    });
    if fields != own.len() {
        let message = format!("the request has {fields} fields, its operation {} parameters", own.len());
        return Err(Error::new(ErrorKind::InvalidRequest, message));
    }
    Ok(declared)
}

/// About how many bytes the values have when they are written. `length` estimates one.
fn estimated(
    call: Outgoing<'_>,
    parameters: &[(&Member, &dyn Field)],
    length: impl Fn(&str, Type, &dyn Field) -> usize,
) -> usize {
    let declared = parameters.iter().map(|(parameter, field)| length(parameter.name, parameter.kind, *field));
    let undeclared = call.undeclared.iter().map(|(name, value)| length(name, Type::STRING, value));
    declared.chain(undeclared).sum()
}

fn refused(unwritable: &Unwritable) -> Error {
    Error::parameter_refused(unwritable.path.as_str(), unwritable.why.to_string())
}

fn soap(
    endpoint: &Endpoint,
    address: Option<&Uri>,
    version: SoapVersion,
    call: Outgoing<'_>,
    long: LongTexts,
) -> Result<Request<Bytes>, Error> {
    let messages = call.operation().messages;
    let request = call.operation().request_name();
    let name = xml::name::encode_local_name(request.name);
    let namespace = request.namespace.uri(&endpoint.namespace);
    let is_wrapped = messages.style != Style::Bare;
    let parameters = declared(call)?;
    let style = HeaderStyle { forbidden: Forbidden::Refuse, empty: Empty::Pair, unchecked: call.unchecked };
    let header =
        header::write(version, style, &endpoint.namespace, call.headers).map_err(|unwritable| refused(&unwritable))?;
    // Values may be large, so each is written once, into one buffer.
    let around = envelope::AROUND + header.len() + namespace.len() + 2 * name.len();
    let values = match long {
        LongTexts::Encode => estimated(call, &parameters, write_value::estimated_length),
        LongTexts::Check => 0,
    };
    let mut envelope = String::with_capacity(around + values);
    envelope::open(&mut envelope, version, Writer::Client, &header);
    if is_wrapped {
        envelope::open_element(&mut envelope, &name, namespace);
    }
    let mut writer = ValueWriter::new(&mut envelope, Forbidden::Refuse, Empty::Pair)
        .namespaces(&endpoint.namespace, if is_wrapped { namespace } else { "" })
        .unqualified_parts(messages.style == Style::Rpc)
        .unchecked(call.unchecked)
        .only_checking(long == LongTexts::Check);
    for (parameter, field) in parameters {
        writer.parameter(parameter, field).map_err(|unwritable| refused(&unwritable))?;
    }
    for (name, value) in call.undeclared {
        writer.undeclared(name, value).map_err(|unwritable| refused(&unwritable))?;
    }
    if is_wrapped {
        envelope.extend(["</", &name, ">"]);
    }
    envelope::close(&mut envelope);
    let address = address.map_or_else(|| parsed(&endpoint.url), |address| Ok(address.clone()))?;
    let mut request = message(Method::POST, address, Some(version.content_type()), envelope);
    let action = messages.action.map(|action| format!("\"{}\"", routing::percent_encoded(action)));
    let quoted = || routing::quoted_action(&endpoint.namespace, call.operation().name);
    let value = |value: String| {
        HeaderValue::try_from(value).map_err(|_| {
            let message = "the SOAPAction header cannot carry the namespace or the action";
            Error::new(ErrorKind::Configuration, message)
        })
    };
    match version {
        SoapVersion::V11 => {
            request.headers_mut().insert(SOAP_ACTION.clone(), value(action.unwrap_or_else(quoted))?);
        }
        // Without an action the service finds the operation by the element in the body, which two operations may share.
        SoapVersion::V12 if *messages != Messages::PLAIN || endpoint.states_action => {
            let action = action.unwrap_or_else(quoted);
            let content_type = format!("{}; action={action}", version.content_type());
            request.headers_mut().insert(CONTENT_TYPE, value(content_type)?);
        }
        SoapVersion::V12 => {}
    }
    Ok(request)
}

/// The longest URL that `http::Uri` can hold, in bytes.
const MAX_URL: usize = 65_534;

fn get(endpoint: &Endpoint, limits: &RequestLimits, call: Outgoing<'_>) -> Result<Request<Bytes>, Error> {
    // A query is short.
    let query = parameters(call, LongTexts::Encode)?;
    let mut url = operation_url(endpoint, call);
    let limit = limits.max_query.min(MAX_URL.saturating_sub(url.len() + 1));
    if query.len() > limit {
        let message = format!("the query string has {} bytes, more than the limit of {limit}", query.len());
        return Err(Error::new(ErrorKind::InvalidRequest, message));
    }
    if !query.is_empty() {
        url.push(if url.contains('?') { '&' } else { '?' });
        url.push_str(&query);
    }
    Ok(message(Method::GET, parsed(&url)?, None, String::new()))
}

fn post(endpoint: &Endpoint, call: Outgoing<'_>, long: LongTexts) -> Result<Request<Bytes>, Error> {
    let form = parameters(call, long)?;
    Ok(message(Method::POST, parsed(&operation_url(endpoint, call))?, Some(FORM), form))
}

fn operation_url(endpoint: &Endpoint, call: Outgoing<'_>) -> String {
    let (path, query) = endpoint.url.split_at(without_query(&endpoint.url).len());
    let mut url = path.trim_end_matches('/').to_owned();
    url.push('/');
    form::percent_encode(&mut url, call.operation().location());
    url.push_str(query);
    url
}

/// The pairs of a query or a form.
struct Pairs {
    text: String,
    long: LongTexts,
}

impl Pairs {
    fn push(&mut self, name: &str, value: &str) {
        let is_left_out = self.long == LongTexts::Check && value.len() > LONG;
        form::push_pair(&mut self.text, name, if is_left_out { "" } else { value });
    }
}

fn parameters(call: Outgoing<'_>, long: LongTexts) -> Result<String, Error> {
    let parameters = declared(call)?;
    let length = match long {
        LongTexts::Encode => estimated(call, &parameters, estimated_pairs),
        LongTexts::Check => 0,
    };
    let mut form = Pairs { text: String::with_capacity(length), long };
    for (parameter, field) in parameters {
        if call.unchecked {
            push_unchecked(&mut form, parameter, field, call.complete_forms);
        } else {
            push_parameter(&mut form, parameter, field, call)?;
        }
    }
    for (name, value) in call.undeclared {
        push_value(&mut form, name, Type::STRING, value, call.transport)?;
    }
    Ok(form.text)
}

fn estimated_pairs(name: &str, _: Type, field: &dyn Field) -> usize {
    let pair = |text: &str| "&=".len() + form::estimated_length(name) + form::estimated_length(text);
    match field.view() {
        View::Items(_) => field.members().filter_map(<dyn Field>::text).map(|text| pair(&text)).sum(),
        View::Text(text) => pair(&text),
        _ => pair(""),
    }
}

fn push_parameter(form: &mut Pairs, parameter: &Member, field: &dyn Field, call: Outgoing<'_>) -> Result<(), Error> {
    let transport = call.transport;
    let view = field.view().with_text();
    // A service that states the transport promises that it carries the parameters: bytes as numbers, others as text.
    let is_stated = !call.operation().transports.is_empty();
    match bytes(parameter, &view).filter(|_| is_stated) {
        Some(bytes) if bytes.is_empty() => {
            return Err(Error::parameter_refused(parameter.name, format!("is empty, which {transport} cannot carry")));
        }
        Some(bytes) => {
            push_bytes(form, parameter, &bytes);
            return Ok(());
        }
        None => {}
    }
    if !is_stated && !parameter.carried_by_http() {
        let kind = parameter.kind.name();
        let nullable = if parameter.presence.is_nullable() { "nullable " } else { "" };
        let why = format!("is of type {nullable}{kind}, which {transport} cannot carry");
        return Err(Error::parameter_refused(parameter.name, why));
    }
    if view.is_null() && parameter.presence == Presence::Required {
        return Err(Error::parameter_refused(parameter.name, "is required and was not given"));
    }
    if parameter.repeated && matches!(view, View::Null | View::Nil | View::Items(0)) {
        // An empty array without an element around it is not sent.
        return Ok(());
    }
    if let (Type::List(_), View::Items(_), false) = (parameter.kind, &view, parameter.repeated) {
        let why = "is a list with an item that is null, empty or contains a blank";
        let list = field.list_text().ok_or_else(|| Error::parameter_refused(parameter.name, why))?;
        return push_scalar(form, parameter.part_name(), parameter.kind, &list, transport);
    }
    push_value(form, parameter.part_name(), parameter.kind, field, transport)
}

/// Appends a parameter without checks. Values that are missing or that a form cannot hold are left out. With `is_complete` an absent
/// optional text is an empty one, as services require (docs/RULES.md, rule 2).
fn push_unchecked(form: &mut Pairs, parameter: &Member, field: &dyn Field, is_complete: bool) {
    let differs = |kind| matches!(kind, Type::Scalar(Scalar::Char) | Type::Enumeration(_));
    let kind = if let Type::Array(array) = parameter.kind { array.item } else { parameter.kind };
    let push = |form: &mut Pairs, view: View<'_>| {
        if let View::Text(text) = view.with_text() {
            // SOAP writes the code of a character, and sets of values in another form. Other texts are sent unchanged.
            let other = if differs(kind) { scalar_text::value_to_http(kind, &text) } else { None };
            form.push(parameter.part_name(), other.as_deref().unwrap_or(&text));
        }
    };
    match field.view() {
        View::Null | View::Nil if is_complete && parameter.presence != Presence::Required && is_one_text(parameter) => {
            form.push(parameter.part_name(), "");
        }
        View::Items(_) => field.members().for_each(|item| match item.view() {
            // Forms write a null string as an empty text.
            View::Null | View::Nil if kind == Type::STRING => form.push(parameter.part_name(), ""),
            item => push(form, item),
        }),
        other => match bytes(parameter, &other) {
            Some(bytes) => push_bytes(form, parameter, &bytes),
            None => push(form, other),
        },
    }
}

/// Whether a form holds the value of a parameter as one pair.
const fn is_one_text(parameter: &Member) -> bool {
    let is_text = match parameter.kind {
        Type::Scalar(scalar) => !matches!(scalar, Scalar::Base64Binary | Scalar::HexBinary),
        Type::Enumeration(_) | Type::List(_) => true,
        Type::Structure(_) | Type::Array(_) | Type::Any | Type::Xml(_) | Type::DataSet(_) => false,
    };
    is_text && !parameter.facets.repeated
}

/// The bytes of a binary value. To .NET it is an array of bytes, and GET and POST carry each as a number.
fn bytes(parameter: &Member, view: &View<'_>) -> Option<Vec<u8>> {
    let View::Text(text) = view else { return None };
    match parameter.kind {
        _ if parameter.repeated => None,
        Type::Scalar(Scalar::Base64Binary) => Base64Binary::parse(text).ok().map(|bytes| bytes.0),
        Type::Scalar(Scalar::HexBinary) => HexBinary::parse(text).ok().map(|bytes| bytes.0),
        _ => None,
    }
}

fn push_bytes(form: &mut Pairs, parameter: &Member, bytes: &[u8]) {
    let most = if form.long == LongTexts::Check { LONG } else { usize::MAX };
    for byte in bytes.iter().take(most) {
        form.push(parameter.part_name(), itoa::Buffer::new().format(*byte));
    }
}

fn push_value(form: &mut Pairs, name: &str, kind: Type, field: &dyn Field, transport: Transport) -> Result<(), Error> {
    let refuse = |why: String| Err(Error::parameter_refused(name, why));
    let item = if let Type::Array(array) = kind { array.item } else { kind };
    match (kind, field.view().with_text()) {
        (Type::Array(_), View::Null | View::Nil) => refuse(format!("is a null array, which {transport} cannot carry")),
        (_, View::Null | View::Nil) => {
            form.push(name, "");
            Ok(())
        }
        (_, View::Items(0)) => refuse(format!("is an empty array, which {transport} cannot carry")),
        (Type::Array(_), View::Text(_)) => refuse(format!("is not of its type, {}", kind.name())),
        (_, View::Text(text)) => push_scalar(form, name, item, &text, transport),
        (_, View::Items(_)) => {
            for (index, field) in field.members().enumerate() {
                match field.view().with_text() {
                    View::Text(text) => push_scalar(form, name, item, &text, transport)?,
                    View::Null | View::Nil => {
                        return refuse(format!("has a null item (number {index}), which {transport} cannot carry"));
                    }
                    _ => return refuse(format!("has an item (number {index}) that {transport} cannot carry")),
                }
            }
            Ok(())
        }
        (Type::Structure(_), _) | (_, View::Members) => {
            refuse(format!("is a structure, which {transport} cannot carry"))
        }
        _ => refuse(format!("is of a type that {transport} cannot carry")),
    }
}

fn push_scalar(form: &mut Pairs, name: &str, kind: Type, text: &str, transport: Transport) -> Result<(), Error> {
    let Some(text) = scalar_text::value_to_http(kind, text) else {
        let why = format!("is half of a surrogate pair, which {transport} cannot carry");
        return Err(Error::parameter_refused(name, why));
    };
    form.push(name, &text);
    Ok(())
}

fn parsed(url: &str) -> Result<Uri, Error> {
    url.parse().map_err(|error: http::uri::InvalidUri| {
        // The query may hold credentials, so the message has only its length.
        let message = format!("the URL ({} bytes) is not valid", url.len());
        Error::new(ErrorKind::InvalidRequest, message).with_source(error)
    })
}

/// Builds a request. With a Content-Type it also has a Content-Length, even if that is 0.
fn message(method: Method, address: Uri, content_type: Option<&'static str>, body: String) -> Request<Bytes> {
    let mut request = Request::new(Bytes::from(body));
    *request.method_mut() = method;
    *request.uri_mut() = address;
    if let Some(content_type) = content_type {
        let length = content_length(request.body().len());
        request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        request.headers_mut().insert(CONTENT_LENGTH, length);
    }
    request
}

fn content_length(length: usize) -> HeaderValue {
    // This takes one allocation less than `From`.
    HeaderValue::from_str(itoa::Buffer::new().format(length)).unwrap_or_else(|_| HeaderValue::from(length))
}
