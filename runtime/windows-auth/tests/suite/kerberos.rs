//! Kerberos with MIT's centre and Apache. The library reads its settings from the environment, so that each case is a process of its own.

use std::process::Command;

use asmx_runtime::ErrorKind;
use asmx_windows_auth::Identity;
use libgssapi::context::{SecurityContext as _, ServerCtx};
use test_servers::scripted::{SEND, call};

use crate::backend::Backend;
use crate::centre::{Centre, REALM};
use crate::judges::{Judge, Server, Verdict, binding};
use crate::real_servers::client;
use crate::servers::{Apache, PASSWORD, are_there};

const PORT: &str = "ASMX_TEST_PORT";

/// Runs a test of this file with these variables. It is ignored in other runs.
async fn in_a_process(case: &str, port: u16, variables: &[(&str, String)]) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("kerberos::{case}"), "--ignored", "--nocapture"]).env(PORT, port.to_string());
    command.env_remove("KRB5CCNAME").envs(variables.iter().map(|(name, value)| (*name, value)));
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{case}: {text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[tokio::test]
async fn apache_takes_tickets() {
    let programs = [
        "/usr/sbin/krb5kdc",
        "/usr/sbin/kadmin.local",
        "/usr/bin/kinit",
        "/usr/sbin/apache2",
        "/usr/lib/apache2/modules/mod_auth_gssapi.so",
    ];
    if !are_there(&programs) {
        return;
    }
    let backend = Backend::start().await;
    let centre = Centre::start();
    let apache = Apache::start(Some(&centre.folder), backend.port);
    let settings = ("KRB5_CONFIG", centre.folder.join("krb5.conf").display().to_string());
    let ticket = ("KRB5CCNAME", centre.ticket());
    in_a_process("with_a_ticket", apache.port, &[settings.clone(), ticket.clone()]).await;
    let nothing = ("KRB5CCNAME", format!("FILE:{}", centre.folder.join("nothing").display()));
    in_a_process("with_a_password", apache.port, &[settings.clone(), nothing.clone()]).await;
    let keys = ("KRB5_CLIENT_KTNAME", centre.folder.join("robot.keytab").display().to_string());
    let cache = ("KRB5CCNAME", format!("FILE:{}", centre.folder.join("robot").display()));
    in_a_process("with_a_key_table", apache.port, &[settings.clone(), keys, cache]).await;
    in_a_process("without_a_ticket", apache.port, &[settings.clone(), nothing]).await;
    let keys = ("KRB5_KTNAME", centre.folder.join("http.keytab").display().to_string());
    in_a_process("with_a_channel_binding", apache.port, &[settings, ticket, keys]).await;
    let user = |name: &str| format!("{name}@{REALM}");
    assert_eq!(backend.users(), [vec![user("ann"); 7], vec![user("robot")]].concat());
}

fn port() -> u16 {
    std::env::var(PORT).unwrap().parse().unwrap()
}

#[tokio::test]
#[ignore = "runs in a process of its own"]
async fn with_a_ticket() {
    for place in ["kerberos", "kerberos-connection"] {
        let client = client(port(), place, Identity::kerberos());
        for _ in 0..3 {
            call(&client, &SEND).await.unwrap();
        }
    }
}

#[tokio::test]
#[ignore = "runs in a process of its own"]
async fn with_a_password() {
    let ann = |password| Identity::kerberos_with_password(format!("ann@{REALM}"), password);
    call(&client(port(), "kerberos", ann(PASSWORD)), &SEND).await.unwrap();
    let another = client(port(), "kerberos", ann("another"));
    for _ in 0..2 {
        let error = call(&another, &SEND).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Credentials, "{error}");
        assert!(error.to_string().ends_with("; look at user and password"), "{error}");
        assert!(!format!("{error} {error:?}").contains("another"), "{error}");
    }
    // Accounts lock, so that the centre is not asked again at once.
    let error = call(&another, &SEND).await.unwrap_err();
    assert!(error.to_string().contains("the server rejected this user and password 2 times in a row"), "{error}");
    assert!(error.retry_after().is_some_and(|wait| wait.as_secs() <= 60), "{error}");
}

#[tokio::test]
#[ignore = "runs in a process of its own"]
async fn with_a_key_table() {
    call(&client(port(), "kerberos", Identity::kerberos()), &SEND).await.unwrap();
}

#[tokio::test]
#[ignore = "runs in a process of its own"]
async fn without_a_ticket() {
    let error = call(&client(port(), "kerberos", Identity::kerberos()), &SEND).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Credentials, 1), "{error}");
    assert!(error.to_string().contains("`kinit` gets one"), "{error}");
    eprintln!("{error}");
}

/// The library of the system as the server.
struct Acceptor {
    context: ServerCtx,
    demanded: Vec<u8>,
}

impl Acceptor {
    fn new(demanded: Vec<u8>) -> Self {
        Self { context: ServerCtx::new(None), demanded }
    }
}

impl Judge for Acceptor {
    fn step(&mut self, token: &[u8]) -> Verdict {
        match self.context.step(token, Some(&self.demanded)) {
            Ok(last) if self.context.is_complete() => {
                let user = self.context.source_name().unwrap().to_string();
                Verdict::Accepted(user, last.map(|token| token.to_vec()).unwrap_or_default())
            }
            Ok(token) => Verdict::Token(token.unwrap().to_vec()),
            Err(error) => {
                assert!(error.to_string().to_lowercase().contains("channel bindings"), "{error}");
                Verdict::Refused
            }
        }
    }
}

#[tokio::test]
#[ignore = "runs in a process of its own"]
async fn with_a_channel_binding() {
    let server = Server::start("Negotiate", |own| Box::new(Acceptor::new(binding(own)))).await;
    call(&server.client(Identity::kerberos()), &SEND).await.unwrap();
    assert_eq!(*server.users.lock().unwrap(), [format!("ann@{REALM}")]);
    let other = Server::start("Negotiate", |_| Box::new(Acceptor::new(b"tls-server-end-point:another".to_vec()))).await;
    let error = call(&other.client(Identity::kerberos()), &SEND).await.unwrap_err();
    assert!(error.to_string().contains("Negotiate was sent, and was not accepted"), "{error}");
}
