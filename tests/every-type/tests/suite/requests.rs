//! Requests in a form in which equal ones are equal texts.

use bytes::Bytes;
use recordings::infoset;

/// The parts of a request that are compared: its address, its operation and its body.
///
/// # Errors
///
/// Its body is not what its content type says.
pub fn canonical(request: &http::Request<Bytes>) -> Result<String, String> {
    let header =
        |name: &str| request.headers().get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let content_type = header("content-type").unwrap_or_default();
    let (essence, parameters) = content_type.split_once(';').unwrap_or((&content_type, ""));
    let action = parameters.split(';').map(str::trim).find_map(|parameter| parameter.strip_prefix("action="));
    let action = header("soapaction").or_else(|| action.map(str::to_owned)).unwrap_or_default();
    let body = std::str::from_utf8(request.body()).map_err(|error| error.to_string())?;
    let content = match essence {
        "text/xml" | "application/soap+xml" => infoset::canonical(body)?,
        _ => format!("?{} {}", form(request.uri().query().unwrap_or_default()), form(body)),
    };
    Ok(format!("{} {} {essence} {action} {content}", request.method(), request.uri().path()))
}

/// Names and values; what has one name stands together, in its order.
fn form(text: &str) -> String {
    let mut pairs: Vec<_> = form_urlencoded::parse(text.as_bytes()).into_owned().collect();
    pairs.sort_by(|one, other| one.0.cmp(&other.0));
    format!("{pairs:?}")
}
