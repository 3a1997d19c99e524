//! Finds the mistakes of an address, with advice for people who have to mend it.

use std::time::{Duration, Instant, SystemTime};

use asmx_import::import::{Entry, import};
use asmx_runtime::reqwest::Url;
use asmx_runtime::stack::{RedirectKind, SignInEnd, is_sign_in_page, is_this_machine, offered_schemes, redirect_kind};
use asmx_types::display::shown_line;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, DATE, SERVER, SET_COOKIE};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use x509_parser::parse_x509_certificate;

use crate::error::sentence;
use crate::fetch::{Fetch, FetchError, FetchedDocuments, kind_of_redirect, redirect, shown};
use crate::requests::{Http, Reply, RequestError};

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The subject: `connection`, `sign-in`.
    pub topic: &'static str,
    /// The observation.
    pub text: String,
    /// The advice; `None` if nothing is wrong.
    pub advice: Option<String>,
}

/// The most time by which two clocks may differ before sign-in with tickets fails.
const CLOCK: Duration = Duration::from_secs(300);

/// A certificate that ends sooner is worth a word.
const DAYS_BEFORE_THE_END: u64 = 21;

impl Finding {
    fn fine(topic: &'static str, text: impl Into<String>) -> Self {
        Self { topic, text: text.into(), advice: None }
    }

    fn wrong(topic: &'static str, text: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { topic, text: text.into(), advice: Some(advice.into()) }
    }
}

impl Fetch {
    /// Looks at the address of a service: whether it responds, the certificate, the clock, redirects, sign-in, the document and its namespace, and
    /// the transports. Nothing is executed: the probes name an operation that no service has. `namespace` is the one that callers use.
    ///
    /// # Errors
    ///
    /// The address is malformed, or not permitted.
    pub async fn diagnose(self, url: &str, namespace: Option<&str>) -> Result<Vec<Finding>, FetchError> {
        let mut address = self.address(url)?;
        address.set_query(None);
        let http = self.http(&address)?;
        let mut found = self.looked_at(&http, address, namespace).await;
        for finding in &mut found {
            finding.text = http.secrets.redacted(&finding.text);
            finding.advice = finding.advice.as_deref().map(|advice| http.secrets.redacted(advice));
        }
        Ok(found)
    }

    async fn looked_at(&self, http: &Http, address: Url, namespace: Option<&str>) -> Vec<Finding> {
        let mut found = Vec::new();
        let begun = Instant::now();
        let response = match http.get(&address).await {
            Ok(response) => response,
            Err(error) => {
                found.push(unreachable(&address, &error));
                return found;
            }
        };
        let took = begun.elapsed().as_millis();
        let server = response.headers.get(SERVER).and_then(|value| value.to_str().ok()).map(shown_line);
        let server = server.map(|server| format!(", {server}")).unwrap_or_default();
        found.push(Finding::fine("connection", format!("{} responds in {took} ms{server}", shown(&address))));
        found.push(encryption(
            &address,
            response.certificate.as_deref(),
            self.accepts_all_certificates(),
            SystemTime::now(),
        ));
        found.extend(clock(&response, SystemTime::now()));
        let status = response.status;
        let moved = moved(&address, &response);
        let is_elsewhere = status.is_redirection() || moved.as_ref().is_some_and(|moved| moved.topic == SIGN_IN);
        found.extend(moved);
        found.extend(sign_in(&response, is_elsewhere));
        if is_elsewhere || status == StatusCode::UNAUTHORIZED {
            return found;
        }
        if !status.is_success() {
            let advice =
                "the address is that of the `.asmx` file; a service may switch its page off and work nevertheless";
            found.push(Finding::wrong("page", format!("the address responds with {status}"), advice));
        }
        match self.clone().documents(address.as_str()).await {
            Ok(documents) => found.extend(document(&documents, &address, namespace)),
            Err(error) => found.push(Finding::wrong(
                "document",
                format!("`?WSDL` gives none: {error}"),
                "ask the people of the service for the document, or whether it is switched off (`<remove name=\"Documentation\"/>`)",
            )),
        }
        found.extend(transports(http, &address).await);
        found
    }
}

fn unreachable(address: &Url, error: &RequestError) -> Finding {
    let text = format!("{} does not respond: {error}", shown(address));
    let causes = error.failure().map(|failure| sentence(failure).to_lowercase()).unwrap_or_default();
    let says = |words: &[&str]| words.iter().any(|word| causes.contains(word));
    let advice = if says(&["not tls"]) {
        "write `http://` if the server speaks no TLS at this port, or look at the port"
    } else if says(&["handshakefailure", "certificaterequired"]) {
        "it may want a client certificate (`certificate` in a profile); one that asks after the request, or speaks old TLS only, needs a \
         program that is built with `native-tls`"
    } else if says(&["certificate", "unknownissuer", "tls"]) {
        "trust its authority with `ca` in a profile; look whether the certificate is of this host and still valid"
    } else if says(&["dns", "resolve", "lookup"]) {
        "the name is not known here: look at its spelling, the network, and the proxy (`HTTPS_PROXY`, or `proxy` in a profile)"
    } else if says(&["refused"]) {
        "nobody listens at this port: look at the port, and whether the service runs"
    } else if error.is_timeout() {
        "a firewall may drop what is sent; a proxy may be needed (`HTTPS_PROXY`, or `proxy` in a profile)"
    } else {
        "look at the address, the network and the proxy"
    };
    Finding::wrong("connection", text, advice)
}

/// `is_unchecked`: every certificate was accepted.
fn encryption(address: &Url, certificate: Option<&[u8]>, is_unchecked: bool, now: SystemTime) -> Finding {
    if address.scheme() == "https" {
        let advice = "trust its authority with `ca` in a profile, and leave `--insecure` out";
        let unchecked = "is not checked: whoever is on the way can read and change everything";
        let Some((_, certificate)) = certificate.and_then(|bytes| parse_x509_certificate(bytes).ok()) else {
            let text = "the connection is encrypted, and the certificate";
            return if is_unchecked {
                Finding::wrong("TLS", format!("{text} {unchecked}"), advice)
            } else {
                Finding::fine("TLS", format!("{text} is trusted"))
            };
        };
        let (subject, issuer) = (certificate.subject().to_string(), certificate.issuer().to_string());
        let end = u64::try_from(certificate.validity().not_after.timestamp()).unwrap_or_default();
        let now = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let days = end.abs_diff(now) / 86_400;
        let (subject, issuer) = (shown_line(&subject), shown_line(&issuer));
        let named = format!("the certificate of {subject}, issued by {issuer},");
        if is_unchecked {
            return Finding::wrong("TLS", format!("{named} {unchecked}"), advice);
        }
        if end < now {
            let text = format!("{named} ended {days} days ago");
            return Finding::wrong("TLS", text, "ask the people of the service for a new one");
        }
        let text = format!("{named} is valid for {days} more days");
        if days >= DAYS_BEFORE_THE_END {
            return Finding::fine("TLS", text);
        }
        return Finding::wrong("TLS", text, "ask the people of the service for a new one before it ends");
    }
    if is_this_machine(address) {
        return Finding::fine("TLS", "the connection is not encrypted, and does not leave this machine");
    }
    let text = "the connection is not encrypted: whoever is on the way reads passwords";
    Finding::wrong("TLS", text, "use `https://` if the server has it; else permit it with `--allow-plain-http`")
}

fn clock(response: &Reply, now: SystemTime) -> Option<Finding> {
    let date = response.headers.get(DATE)?.to_str().ok()?;
    let theirs = httpdate::parse_http_date(date).ok()?;
    let apart = now.duration_since(theirs).unwrap_or_else(|error| error.duration());
    let text = format!("the clocks differ by {} s", apart.as_secs());
    if apart <= CLOCK {
        return Some(Finding::fine("clock", text));
    }
    Some(Finding::wrong("clock", text, "set the clock: tickets and tokens are valid for minutes"))
}

/// The topic of everything about signing in.
const SIGN_IN: &str = "sign-in";

/// Reports a redirect of the address.
fn moved(address: &Url, response: &Reply) -> Option<Finding> {
    let target = if response.status.is_redirection() {
        redirect(response)?
    } else if response.url == *address {
        return None;
    } else {
        shown(&without_query(&response.url))
    };
    let kind = if response.status.is_redirection() {
        kind_of_redirect(response)
    } else {
        redirect_kind(response.url.as_str())
    };
    let text = format!("the server points to {target}");
    if kind == RedirectKind::ErrorPage {
        return Some(Finding::wrong("redirect", text, "the service failed, and customErrors sends callers to a page"));
    }
    if kind == RedirectKind::Session {
        let advice = "the service keeps its session in the address: give the whole address with `--endpoint`";
        return Some(Finding::wrong("redirect", text, advice));
    }
    if kind == RedirectKind::SignIn || is_sign_in_page(response.url.as_str()) {
        let advice =
            "the service knows its callers by a cookie: call its sign-in operation with `cookies` in the profile";
        return Some(Finding::wrong(SIGN_IN, format!("the server points to a page for signing in: {target}"), advice));
    }
    let advice = if response.status.is_redirection() {
        "if that is a page for signing in, the service knows its callers by a cookie: call its sign-in operation with `cookies` in the profile; \
         else use that address"
    } else {
        "use that address: calls do not follow redirects"
    };
    Some(Finding::wrong("redirect", text, advice))
}

fn without_query(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_query(None);
    url
}

fn sign_in(response: &Reply, is_elsewhere: bool) -> Vec<Finding> {
    let mut found = Vec::new();
    let tried = response.sign_in.as_ref();
    let is_accepted = tried.is_some_and(|report| report.end == SignInEnd::Accepted);
    if let Some(report) = tried.filter(|_| response.status == StatusCode::UNAUTHORIZED) {
        let text = format!("{} was sent, and was not accepted", report.scheme);
        found.push(Finding::wrong(
            SIGN_IN,
            text,
            "look at user, domain and password; the server may refuse the scheme",
        ));
    } else if let Some(report) = tried.filter(|_| is_accepted) {
        found.push(Finding::fine(SIGN_IN, format!("signed in with {}", report.scheme)));
    } else if response.status == StatusCode::UNAUTHORIZED {
        let schemes = offered_schemes(&response.headers);
        let offers = |name: &str| schemes.iter().any(|scheme| scheme.eq_ignore_ascii_case(name));
        let text = match schemes.as_slice() {
            [] => "the server wants a sign-in, and offers no scheme".to_owned(),
            all => format!("the server wants a sign-in with {}", all.join(" or ")),
        };
        let advice = if offers("Basic") {
            "give `basic = { username = \"…\", password = … }` in a profile"
        } else if offers("Bearer") {
            "give `bearer = …` in a profile"
        } else if offers("Negotiate") || offers("NTLM") {
            "give `kerberos = {}` in a profile if this machine has tickets (`klist`), else `ntlm = { username = \"DOMAIN\\\\user\", password = … }`"
        } else {
            "ask the people of the service how programs sign in"
        };
        found.push(Finding::wrong(SIGN_IN, text, advice));
    } else if response.status.is_success() && !is_elsewhere {
        found.push(Finding::fine(SIGN_IN, "the page needs none; operations may"));
    }
    let certificate = response.client_certificate.filter(|one| one.is_set && !one.was_requested);
    if certificate.is_some() && response.status == StatusCode::FORBIDDEN {
        let text = "a client certificate is set, and did not reach the server, which asked for none at the start of the connection";
        let advice = "have it asked at the start (in IIS: `netsh http update sslcert … clientcertnegotiation=enable`)";
        found.push(Finding::wrong("certificate", text, advice));
    }
    if response.headers.contains_key(SET_COOKIE) {
        let advice = "if calls belong together, keep cookies: `cookies = \"FILE\"` in a profile";
        found.push(Finding::wrong("cookies", "the server sets a cookie", advice));
    }
    found
}

fn document(got: &FetchedDocuments, address: &Url, namespace: Option<&str>) -> Vec<Finding> {
    let mut found = Vec::new();
    for missing in &got.missing {
        found.push(Finding::wrong(
            "document",
            format!("a part is missing: {missing}"),
            if missing.is_at_another_server {
                "`asmx fetch --other-hosts` gets parts of other servers"
            } else {
                "look whether the server has it at another address, and save it beside the document"
            },
        ));
    }
    let Some(main) = got.documents.first() else { return found };
    let imported = match import(got, &main.file) {
        Ok(imported) => imported,
        Err(mistakes) => {
            let text = shown_line(mistakes.to_string().lines().next().unwrap_or_default()).into_owned();
            found.push(Finding::wrong("document", text, "`asmx fetch` saves it, `asmx check` shows every mistake"));
            return found;
        }
    };
    let count = |entries: &[Entry]| entries.iter().filter(|entry| entry.is_imported).count();
    let (operations, all) = (count(&imported.report.operations), imported.report.operations.len());
    let text = format!("{}: {operations} of {all} operations can be called", shown_line(&imported.service.name));
    found.push(Finding::fine("document", text));
    let own = imported.service.namespace.clone().unwrap_or_default();
    found.push(match namespace {
        Some(stated) if stated != own => Finding::wrong(
            "namespace",
            format!("the document has `{}`, and `{}` was given", shown_line(&own), shown_line(stated)),
            "use that of the document: over SOAP, a server does not report a wrong one, it reads no parameter",
        ),
        _ => Finding::fine("namespace", format!("`{}`", shown_line(&own))),
    });
    if let Some(host) = imported.report.host.as_deref()
        && Url::parse(host).is_ok_and(|stated| stated.origin() != address.origin())
    {
        let text = format!("the document says that the service is at {}", shown_line(host));
        let advice =
            format!("give `--base-url {}` with each call, or in a profile", address.origin().ascii_serialization());
        found.push(Finding::wrong("address", text, advice));
    }
    found
}

/// An operation that no service has.
const PROBE: &str = "AsmxDoctorProbe";

async fn transports(http: &Http, address: &Url) -> Vec<Finding> {
    let envelope = |namespace: &str| {
        format!(
            "<s:Envelope xmlns:s=\"{namespace}\"><s:Body><{PROBE} xmlns=\"urn:asmx-doctor\"/></s:Body></s:Envelope>"
        )
    };
    let headers = |kind: &'static str| {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        headers
    };
    let mut soap_11 = headers("text/xml; charset=utf-8");
    soap_11.insert("SOAPAction", HeaderValue::from_static("\"urn:asmx-doctor/AsmxDoctorProbe\""));
    let soap_12 = headers("application/soap+xml; charset=utf-8");
    let form = headers("application/x-www-form-urlencoded");
    let mut operation = address.clone();
    operation.set_path(&format!("{}/{PROBE}", address.path().trim_end_matches('/')));
    let (old, new) =
        (envelope("http://schemas.xmlsoap.org/soap/envelope/"), envelope("http://www.w3.org/2003/05/soap-envelope"));
    // A SOAP server answers with a fault; over GET and POST it names the method, or says that it does not know such requests.
    let probes = [
        ("SOAP 1.1", Method::POST, address, soap_11, old, "Fault"),
        ("SOAP 1.2", Method::POST, address, soap_12, new, "Fault"),
        ("GET", Method::GET, &operation, HeaderMap::new(), String::new(), PROBE),
        ("POST", Method::POST, &operation, form, "a=b".to_owned(), PROBE),
    ];
    let (mut on, mut off) = (Vec::new(), Vec::new());
    for (name, method, url, headers, body, sign) in probes {
        let text = match http.send(method, url, headers, body).await {
            Ok(mut response) => response.chunk().await.ok().flatten().unwrap_or_default(),
            Err(_) => Bytes::new(),
        };
        let text = String::from_utf8_lossy(&text).into_owned();
        if text.contains(sign) && !text.contains("unrecognized") { on.push(name) } else { off.push(name) }
    }
    if on.is_empty() {
        let advice =
            "the address is that of the `.asmx` file; a gateway before the service may want a sign-in for calls only";
        return vec![Finding::wrong("transports", "no transport responds as an ASMX service does", advice)];
    }
    let off = if off.is_empty() { String::new() } else { format!("; not over {}", off.join(", ")) };
    vec![Finding::fine("transports", format!("the service responds over {}{off}", on.join(", ")))]
}
