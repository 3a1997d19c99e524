//! Servers that people have: Apache with `mod_auth_gssapi` before a backend, with tickets of MIT's centre and with NTLM of `gss-ntlmssp`.

use asmx_runtime::{Client, ErrorKind, Outcome};
use asmx_windows_auth::{Identity, WindowsAuth};
use test_servers::scripted::{SEND, builder, call};

use crate::backend::Backend;
use crate::servers::{Apache, PASSWORD, are_there};

const APACHE: [&str; 2] = ["/usr/sbin/apache2", "/usr/lib/apache2/modules/mod_auth_gssapi.so"];

pub fn client(port: u16, place: &str, identity: Identity) -> Client {
    let builder = builder().base_url(format!("http://localhost:{port}")).path(format!("/{place}/api.asmx"));
    builder.build_on(WindowsAuth::new(identity)).unwrap()
}

#[tokio::test]
async fn apache_takes_ntlm() {
    if !are_there(&[APACHE[0], APACHE[1], "/etc/gss/mech.d/mech.ntlmssp.conf"]) {
        return;
    }
    let backend = Backend::start().await;
    let apache = Apache::start(None, backend.port);
    let ann = client(apache.port, "ntlm", Identity::ntlm(r"SHOP\ann", PASSWORD));
    for _ in 0..3 {
        call(&ann, &SEND).await.unwrap();
    }
    assert_eq!(backend.users(), [r"SHOP\ann"; 3]);
    let wrong = client(apache.port, "ntlm", Identity::ntlm(r"SHOP\ann", "another"));
    let error = call(&wrong, &SEND).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Status, Outcome::Refused), "{error}");
    assert!(error.to_string().contains("was sent, and was not accepted"), "{error}");
    assert_eq!(backend.users().len(), 3);
}
