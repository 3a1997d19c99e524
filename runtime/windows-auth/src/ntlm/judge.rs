//! pyspnego as the server: it accepts what it should and refuses the rest.
//!
//! Without pyspnego this says so and is skipped, unless `WSDL_CLIENTS_REQUIRED` is set; `WSDL_CLIENTS_PYTHON` names a Python that has it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::*;
use crate::spnego::{self, Reply, State};

const TARGET: &str = "HTTP/server.example";
const CERTIFICATE: &[u8] = include_bytes!("../../tests/certificates/rsa-sha256.der");
const OTHER_CERTIFICATE: &[u8] = include_bytes!("../../tests/certificates/ecdsa-sha384.der");

/// Users with their passwords, as pyspnego reads them.
const CREDENTIALS: &str =
    "DOMAIN:user:Pässwörd €1\nDOMAIN:Jürgen:second\n:user@example.com:third\n:local:fourth\n:blank:\n";

fn python() -> Option<String> {
    let python = std::env::var("WSDL_CLIENTS_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found =
        Command::new(&python).args(["-c", "import spnego"]).output().is_ok_and(|output| output.status.success());
    if !found {
        assert!(std::env::var_os("WSDL_CLIENTS_REQUIRED").is_none(), "{python} has no pyspnego");
        println!("skipped: {python} has no pyspnego (pip install pyspnego)");
    }
    found.then_some(python)
}

/// A server with [`CREDENTIALS`].
struct Acceptor {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

#[derive(Debug, PartialEq, Eq)]
enum Step {
    Token(Vec<u8>),
    Accepted { user: String, token: Vec<u8> },
    Refused(String),
}

fn from_hex(digits: &str) -> Vec<u8> {
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

impl Acceptor {
    /// `None`, which is printed, without pyspnego.
    fn start() -> Option<Self> {
        let python = python()?;
        let mut process = Command::new(python)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/acceptor.py"))
            .arg(CREDENTIALS)
            .env("PYTHONIOENCODING", "utf-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().unwrap());
        Some(Self { process, input, output })
    }

    /// Expects a new sign-in.
    fn begin(&mut self, protocol: &str, binding: Option<&ChannelBinding>) -> &mut Self {
        let binding = binding.map_or_else(|| "-".to_owned(), |binding| hex(binding.application_data()));
        writeln!(self.input.as_ref().unwrap(), "begin {protocol} {binding}").unwrap();
        self
    }

    fn step(&mut self, token: &[u8]) -> Step {
        writeln!(self.input.as_ref().unwrap(), "{}", hex(token)).unwrap();
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let line = line.trim_end_matches('\n');
        match line.split_once(' ').unwrap_or((line, "")) {
            ("token", token) => Step::Token(from_hex(token)),
            ("accepted", rest) => {
                let (user, token) = rest.rsplit_once(' ').unwrap();
                Step::Accepted { user: user.to_owned(), token: from_hex(token) }
            }
            ("refused", reason) => Step::Refused(reason.to_owned()),
            _ => panic!("{line}"),
        }
    }
}

impl Drop for Acceptor {
    fn drop(&mut self) {
        // The script ends with its input, and removes its file.
        self.input = None;
        let _ = self.process.wait();
    }
}

fn sign_in(name: &str, password: &str) -> Handshake {
    Handshake::new(Account::parse(name).unwrap(), password.into(), "WORKSTATION".to_owned())
}

fn user() -> Handshake {
    sign_in("DOMAIN\\user", "Pässwörd €1")
}

fn token(step: Step) -> Vec<u8> {
    let Step::Token(token) = step else { panic!("{step:?}") };
    token
}

/// The outcome of a sign-in without Negotiate. `change` may change the first message and the challenge on their way.
fn ntlm(
    handshake: &Handshake,
    server: &mut Acceptor,
    binding: Option<&ChannelBinding>,
    change: impl Fn(&mut [u8], &mut [u8]),
) -> Step {
    let mut negotiate = NEGOTIATE;
    change(&mut negotiate, &mut []);
    let mut challenge = token(server.step(&negotiate));
    change(&mut [], &mut challenge);
    server.step(&handshake.authenticate(&challenge, binding, TARGET).unwrap().message)
}

fn accepted(user: &str) -> Step {
    Step::Accepted { user: user.to_owned(), token: Vec::new() }
}

#[track_caller]
fn refused(step: &Step, reason: &str) {
    assert!(matches!(step, Step::Refused(found) if found.contains(reason)), "{step:?}");
    println!("refused: {reason}");
}

#[test]
fn users_with_and_without_domains_sign_in() {
    let Some(mut server) = Acceptor::start() else { return };
    for (name, password, as_user) in [
        ("DOMAIN\\user", "Pässwörd €1", "DOMAIN\\user"),
        ("DOMAIN\\USER", "Pässwörd €1", "DOMAIN\\USER"),
        ("DOMAIN\\jürgen", "second", "DOMAIN\\jürgen"),
        ("user@example.com", "third", "user@example.com"),
        ("local", "fourth", "local"),
        ("blank", "", "blank"),
    ] {
        server.begin("ntlm", None);
        let step = ntlm(&sign_in(name, password), &mut server, None, |_, _| ());
        assert_eq!(step, accepted(as_user), "{name}");
        println!("accepted: {name}");
    }
}

#[test]
fn a_wrong_password_is_refused() {
    let Some(mut server) = Acceptor::start() else { return };
    server.begin("ntlm", None);
    let step = ntlm(&sign_in("DOMAIN\\user", "password"), &mut server, None, |_, _| ());
    refused(&step, "Invalid NTLM response from initiator");
}

/// The MIC signs all three messages. The bytes are of versions, on which nothing else depends.
#[test]
fn changed_messages_are_refused() {
    let Some(mut server) = Acceptor::start() else { return };
    server.begin("ntlm", None);
    let step = ntlm(&user(), &mut server, None, |negotiate, _| {
        negotiate.iter_mut().skip(34).take(1).for_each(|byte| *byte ^= 1);
    });
    refused(&step, "Invalid MIC in NTLM authentication message");

    server.begin("ntlm", None);
    let step = ntlm(&user(), &mut server, None, |_, challenge| {
        challenge.iter_mut().skip(50).take(1).for_each(|byte| *byte ^= 1);
    });
    refused(&step, "Invalid MIC in NTLM authentication message");

    server.begin("ntlm", None);
    let challenge = token(server.step(&NEGOTIATE));
    let mut answer = user().authenticate(&challenge, None, TARGET).unwrap().message;
    answer[66] ^= 1;
    refused(&server.step(&answer), "Invalid MIC in NTLM authentication message");
}

#[test]
fn the_binding_is_that_of_the_certificate() {
    let Some(mut server) = Acceptor::start() else { return };
    let binding = ChannelBinding::tls_server_end_point(CERTIFICATE).unwrap();
    let other = ChannelBinding::tls_server_end_point(OTHER_CERTIFICATE).unwrap();
    let step = ntlm(&user(), server.begin("ntlm", Some(&binding)), Some(&binding), |_, _| ());
    assert_eq!(step, accepted("DOMAIN\\user"));
    println!("accepted: the demanded binding");
    let step = ntlm(&user(), server.begin("ntlm", Some(&binding)), Some(&other), |_, _| ());
    refused(&step, "Acceptor bindings do not match initiator bindings");
}

/// Some servers sign nothing.
#[test]
fn a_server_that_does_not_sign_is_answered() {
    let Some(mut server) = Acceptor::start() else { return };
    server.begin("ntlm", None);
    let mut negotiate = NEGOTIATE;
    let flags = flags::REQUESTED & !flags::SIGN;
    negotiate[12..16].copy_from_slice(&flags.to_le_bytes());
    let challenge = token(server.step(&negotiate));
    // The MIC signs the message that was sent here, so it is made again for the one that arrived.
    let mut message = user().authenticate(&challenge, None, TARGET).unwrap().message;
    let read = Challenge::read(&challenge).unwrap();
    assert_eq!(read.flags & flags::SIGN, 0);
    let proof = crypto::hmac_md5(
        &crypto::response_key(&"Pässwörd €1".into(), &Account::parse("DOMAIN\\user").unwrap()),
        &[&fields_nt_response(&message)[..16]],
    );
    message[72..88].fill(0);
    let mic = crypto::hmac_md5(&Zeroizing::new(proof), &[&negotiate, &challenge, &message]);
    authenticate::set_mic(&mut message, mic);
    assert_eq!(server.step(&message), accepted("DOMAIN\\user"));
    println!("accepted: without signatures");
}

fn fields_nt_response(message: &[u8]) -> &[u8] {
    let length = usize::from(u16::from_le_bytes([message[20], message[21]]));
    let offset = usize::from(u16::from_le_bytes([message[24], message[25]]));
    &message[offset..offset + length]
}

/// The outcome of a sign-in with Negotiate. `change` may change the client's `mechListMIC`.
fn negotiate(
    handshake: &Handshake,
    server: &mut Acceptor,
    binding: Option<&ChannelBinding>,
    change: impl Fn(&mut [u8]),
) -> (Step, Signer) {
    let first = token(server.step(&spnego::init(spnego::NTLM, &NEGOTIATE)));
    let first = Reply::read(&first).unwrap();
    assert_eq!(first.mechanism, Some(spnego::NTLMSSP));
    let answer = handshake.authenticate(first.token.unwrap(), binding, TARGET).unwrap();
    let signer = answer.signer.unwrap();
    let mut mic = signer.sign(spnego::NTLM);
    change(&mut mic);
    (server.step(&spnego::reply(Some(&answer.message), Some(&mic))), signer)
}

#[test]
fn negotiate_signs_its_mechanisms_both_ways() {
    let Some(mut server) = Acceptor::start() else { return };
    server.begin("negotiate", None);
    let (step, signer) = negotiate(&user(), &mut server, None, |_| ());
    let Step::Accepted { user, token } = step else { panic!("{step:?}") };
    assert_eq!(user, "DOMAIN\\user");
    let last = Reply::read(&token).unwrap();
    assert_eq!((last.state, last.token), (Some(State::Completed), None));
    assert!(signer.verify(spnego::NTLM, last.mic.unwrap()));
    println!("accepted: Negotiate, with the server's mechListMIC");
}

#[test]
fn negotiate_refuses_a_changed_signature_a_wrong_password_and_a_wrong_binding() {
    let Some(mut server) = Acceptor::start() else { return };
    let (step, _) = negotiate(&user(), server.begin("negotiate", None), None, |mic| mic[4] ^= 1);
    refused(&step, "Invalid Message integrity Check (MIC) detected");

    let wrong = sign_in("DOMAIN\\user", "password");
    let (step, _) = negotiate(&wrong, server.begin("negotiate", None), None, |_| ());
    refused(&step, "Invalid NTLM response from initiator");

    let binding = ChannelBinding::tls_server_end_point(CERTIFICATE).unwrap();
    let other = ChannelBinding::tls_server_end_point(OTHER_CERTIFICATE).unwrap();
    let (step, _) = negotiate(&user(), server.begin("negotiate", Some(&binding)), Some(&other), |_| ());
    refused(&step, "Acceptor bindings do not match initiator bindings");
    let (step, _) = negotiate(&user(), server.begin("negotiate", Some(&binding)), Some(&binding), |_| ());
    assert!(matches!(step, Step::Accepted { .. }), "{step:?}");
    println!("accepted: Negotiate with the demanded binding");
}
