//! Where a client may call: what would send a password in the open or to nowhere is refused.

use super::builder::Builder;
use crate::error::{Error, ErrorKind};

/// The checked address of the `.asmx` file: base URL and path.
pub(super) fn of<C>(builder: &Builder<C>) -> Result<reqwest::Url, Error> {
    let configuration = |message: String| Error::new(ErrorKind::Configuration, message);
    let base_url = builder.base_url.as_deref().ok_or_else(|| configuration("no base URL was given".to_owned()))?;
    let address = format!("{}{}", base_url.trim_end_matches('/'), builder.service.path);
    let url =
        reqwest::Url::parse(&address).map_err(|error| configuration(format!("the base URL is not a URL: {error}")))?;
    check(&url, builder.plain_http)?;
    Ok(url)
}

fn check(url: &reqwest::Url, plain_http: bool) -> Result<(), Error> {
    let problem = match url.scheme() {
        "https" => None,
        "http" if plain_http || is_loopback(url) => None,
        "http" => {
            Some("`http://` sends the credentials unencrypted: use `https://`, or permit it with `allow_plain_http()`")
        }
        _ => Some("the base URL must begin with `https://` or `http://`"),
    };
    if let Some(problem) = problem {
        let kind = if url.scheme() == "http" { ErrorKind::NotPermitted } else { ErrorKind::Configuration };
        return Err(Error::new(kind, problem));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Error::new(ErrorKind::Configuration, "the base URL must not hold a user name or password"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(Error::new(ErrorKind::Configuration, "the base URL must not have a query or fragment"));
    }
    Ok(())
}

fn is_loopback(url: &reqwest::Url) -> bool {
    url.host_str().is_some_and(|host| {
        let address = host.trim_start_matches('[').trim_end_matches(']');
        host.eq_ignore_ascii_case("localhost")
            || address.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
    })
}
