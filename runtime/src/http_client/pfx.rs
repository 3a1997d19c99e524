//! Client certificates as Windows exports them.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use p12_keystore::{KeyStore, Pkcs12ImportPolicy};
use secrecy::zeroize::Zeroizing;
use secrecy::{ExposeSecret as _, SecretString};

use crate::error::{Error, ErrorKind};

/// The client certificate in a `.pfx` or `.p12` file (PKCS #12) as PEM: the certificate, those of its authorities, the private key. It is a
/// secret. With rustls, `reqwest::Identity::from_pem` takes it.
///
/// ```
/// # use asmx_runtime::{Builder, Client, ErrorKind, SecretString, reqwest, stack};
/// # fn example(builder: Builder<Client>, file: &[u8], password: &SecretString) -> Result<Builder<Client>, Box<dyn std::error::Error>> {
/// let identity = reqwest::Identity::from_pem(&stack::pem_of_pfx(file, password)?)?;
/// # Ok(
/// builder.http(|http| http.identity(identity))
/// # )
/// # }
/// ```
///
/// # Errors
///
/// The password is wrong, the file is malformed or encrypted in a way that is unknown here, or there is no certificate with its private key.
pub fn pem_of_pfx(file: &[u8], password: &SecretString) -> Result<Zeroizing<Vec<u8>>, Error> {
    let unfit = |message: &'static str| Error::new(ErrorKind::Configuration, message);
    let store = KeyStore::from_pkcs12(file, password.expose_secret(), Pkcs12ImportPolicy::Strict).map_err(|error| {
        unfit("the `.pfx` file cannot be read: its password is wrong, or it is no PKCS #12 file").with_source(error)
    })?;
    let (_, chain) = store.private_key_chain().ok_or_else(|| {
        unfit("the `.pfx` file has no certificate with its private key: export it with the private key")
    })?;
    let mut pem = Zeroizing::new(Vec::new());
    for certificate in chain.certs() {
        block(&mut pem, "CERTIFICATE", certificate.as_der());
    }
    block(&mut pem, "PRIVATE KEY", chain.key().as_der());
    Ok(pem)
}

/// `None` if it is not base64.
#[cfg(feature = "rustls-tls")]
pub(super) fn from_base64(text: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    BASE64_STANDARD.decode(text).ok().map(Zeroizing::new)
}

pub(super) fn block(pem: &mut Vec<u8>, label: &str, der: &[u8]) {
    pem.extend(format!("-----BEGIN {label}-----\n").bytes());
    let text = Zeroizing::new(BASE64_STANDARD.encode(der));
    for line in text.as_bytes().chunks(64) {
        pem.extend(line);
        pem.push(b'\n');
    }
    pem.extend(format!("-----END {label}-----\n").bytes());
}
