//! `asmx gateway` and `asmx mcp` as clients of agents see them: the Python client of the protocol, and the protocol's own conformance suite.

use std::io::{BufRead as _, BufReader, Lines, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::folder;
use super::mock::Served;
use super::server::{self, serve, soap};
use super::tools::{node_program, printed, python_with};

/// The output of the Python client: for each version of the protocol the names of the tools, and the result of a call.
fn answered(server: &[&str]) -> Option<Vec<Json>> {
    let mut python = python_with("mcp.client.client")?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/call/mcp_client.py");
    let output = printed(python.arg(script).args(["FindOrders", r#"{"Max": 2, "timeout": 1}"#]).args(server));
    Some(output.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn assert_answers(answers: Option<Vec<Json>>) {
    let Some(answers) = answers else { return };
    assert_eq!(answers.len(), 2);
    for answer in answers {
        assert_eq!(answer["names"], json!(["FindOrders"]));
        let result = &answer["result"];
        let order = &result["structuredContent"]["FindOrdersResult"][0];
        assert_eq!((&result["isError"], &order["Id"], &order["State"]), (&json!(false), &json!(1), &json!("Open")));
        let text = result["content"][0]["text"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Json>(text).unwrap(), result["structuredContent"]);
    }
}

#[test]
fn the_client_of_python_lists_and_calls_tools_over_http() {
    let folder = folder("agents_http");
    let mock = Served::start(&folder, &[]);
    let gateway = Served::run(&folder, &["gateway", "shop.xml", "--upstream", &mock.1]);
    assert_answers(answered(&[&format!("{}/mcp", gateway.1)]));
}

#[test]
fn the_client_of_python_lists_and_calls_tools_over_standard_input_and_output() {
    let folder = folder("agents_stdio");
    let mock = Served::start(&folder, &[]);
    let document = folder.join("shop.xml");
    let server = [env!("CARGO_BIN_EXE_asmx"), "mcp", document.to_str().unwrap(), "--upstream", &mock.1];
    assert_answers(answered(&server));
}

/// A client of `asmx mcp` in the protocol with sessions.
pub struct Session {
    server: Child,
    to: Option<ChildStdin>,
    from: Lines<BufReader<ChildStdout>>,
    /// The number of the last request.
    id: u64,
}

impl Session {
    /// A session with a client of these capabilities.
    pub fn start(folder: &Path, arguments: &[&str], capabilities: &Json) -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_asmx"));
        server.current_dir(folder).args(["mcp", "shop.xml"]).args(arguments);
        server.env("ASMX_PROFILES", folder.join("profiles.toml")).env("SHOP_WORD", "from the environment");
        let mut server = server.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (to, from) = (server.stdin.take(), BufReader::new(server.stdout.take().unwrap()).lines());
        let mut session = Self { server, to, from, id: 1 };
        let client = json!({
            "protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": { "name": "test", "version": "1" },
        });
        session.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client }));
        assert_eq!(session.next()["result"]["protocolVersion"], "2025-11-25");
        session.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        session
    }

    /// A session that may send, with a client that asks a person.
    fn of_sends(folder: &Path, url: &str) -> Self {
        let asks = json!({ "elicitation": { "form": {} } });
        Self::start(folder, &["--upstream", url, "--allow", "send"], &asks)
    }

    fn send(&mut self, message: &Json) {
        writeln!(self.to.as_mut().unwrap(), "{message}").unwrap();
    }

    /// The next message that is no notification.
    fn next(&mut self) -> Json {
        loop {
            let message: Json = serde_json::from_str(&self.from.next().unwrap().unwrap()).unwrap();
            if message.get("id").is_some() {
                return message;
            }
        }
    }

    /// Asks for a call, whose number is returned.
    fn begin(&mut self, parameters: &Json) -> u64 {
        self.id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.id, "method": "tools/call", "params": parameters }));
        self.id
    }

    /// The text of the result of a call.
    pub fn call(&mut self, tool: &str, arguments: &Json) -> String {
        self.begin(&json!({ "name": tool, "arguments": arguments }));
        self.next()["result"].to_string()
    }

    /// The question of a call, which is answered.
    fn answer(&mut self, answer: &Json) -> Json {
        let question = self.next();
        assert_eq!(question["method"], "elicitation/create", "{question}");
        self.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": answer }));
        question["params"].clone()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        drop(self.to.take());
        // It ends with its input.
        let _ = self.server.wait();
    }
}

/// The library of the protocol keeps 64 bits of a number.
#[test]
fn numbers_of_arguments_keep_their_digits_over_standard_input() {
    let folder = folder("agents_digits");
    let (url, requests) = serve(server::result("AddOrder", "1"));
    let mut session = Session::start(&folder, &["--upstream", &url, "--allow", "write"], &json!({}));
    let call = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"AddOrder","arguments":{"Order":{"Id":1,"State":"Open","Items":[{"Price":12.50}]}}}}"#;
    writeln!(session.to.as_mut().unwrap(), "{call}").unwrap();
    let result = session.next();
    assert_eq!(result["result"]["isError"], false, "{result}");
    assert!(requests.recv().unwrap().contains("<Price>12.50</Price>"));
}

#[test]
fn a_call_that_is_none_is_answered_with_what_is_wrong() {
    let mut session = Session::start(&folder("agents_misfits"), &["--upstream", "http://127.0.0.1:9"], &json!({}));
    for (parameters, why) in [
        (json!({}), "`name` is missing: the name of a tool, as text"),
        (json!({ "name": 5 }), "`name` is missing: the name of a tool, as text"),
        (json!({ "name": "FindOrders", "arguments": [] }), "`arguments` are an object of JSON"),
    ] {
        session.begin(&parameters);
        let error = session.next()["error"].clone();
        assert_eq!((&error["code"], &error["message"]), (&json!(-32602), &json!(why)), "{parameters}");
    }
    session.send(&json!({ "jsonrpc": "2.0", "id": 77, "method": "tools/other", "params": {} }));
    assert_eq!(session.next()["error"]["code"], -32601);
}

/// The question about `Ring` in the protocol with sessions, and the text of the result after this answer.
fn confirmed(folder: &Path, url: &str, answer: &Json) -> (Json, String) {
    let mut session = Session::of_sends(folder, url);
    session.begin(&json!({ "name": "Ring", "arguments": {} }));
    let question = session.answer(answer);
    (question, session.next()["result"]["content"].to_string())
}

#[test]
fn a_send_is_confirmed_by_a_clear_yes_in_the_protocol_with_sessions() {
    let folder = folder("agents_confirm");
    let (url, requests) = serve(soap("<RingResponse xmlns=\"urn:shop\"/>"));
    for (answer, is_sent) in [
        (json!({ "action": "accept", "content": { "confirm": true } }), true),
        (json!({ "action": "accept", "content": { "confirm": false } }), false),
        (json!({ "action": "accept", "content": { "confirm": "true" } }), false),
        (json!({ "action": "accept", "content": {} }), false),
        (json!({ "action": "accept" }), false),
        (json!({ "action": "decline" }), false),
    ] {
        let (question, result) = confirmed(&folder, &url, &answer);
        assert_eq!(question["message"], "Ring sends messages. Call it without parameters?");
        assert_eq!(question["requestedSchema"]["required"], json!(["confirm"]));
        assert_eq!(requests.try_iter().count(), usize::from(is_sent), "{answer}: {result}");
        assert_eq!(result.contains("A person did not confirm Ring. Nothing was sent."), !is_sent, "{answer}: {result}");
    }
}

/// The declaration of the session counts also where a call declares less.
#[test]
fn a_call_that_declares_less_than_its_session_is_asked_about() {
    let folder = folder("agents_declared");
    let (url, requests) = serve(soap("<RingResponse xmlns=\"urn:shop\"/>"));
    let mut session = Session::of_sends(&folder, &url);
    let meta = json!({ "io.modelcontextprotocol/clientCapabilities": {} });
    session.begin(&json!({ "name": "Ring", "arguments": {}, "_meta": meta }));
    session.answer(&json!({ "action": "decline" }));
    assert!(session.next()["result"].to_string().contains("Nothing was sent."));
    assert_eq!(requests.try_iter().count(), 0);
}

#[test]
fn a_call_that_was_cancelled_before_the_answer_is_not_sent() {
    let folder = folder("agents_cancelled");
    let (url, requests) = serve(soap("<RingResponse xmlns=\"urn:shop\"/>"));
    let mut session = Session::of_sends(&folder, &url);
    let id = session.begin(&json!({ "name": "Ring", "arguments": {} }));
    let question = session.next();
    let cancelled = json!({ "requestId": id, "reason": "user" });
    session.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled }));
    let yes = json!({ "action": "accept", "content": { "confirm": true } });
    session.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": yes }));
    // The session goes on. This question comes after the cancelled call.
    session.begin(&json!({ "name": "Ring", "arguments": {} }));
    let mut next = session.next();
    while next["method"] != "elicitation/create" {
        next = session.next();
    }
    session.send(&json!({ "jsonrpc": "2.0", "id": next["id"], "result": { "action": "decline" } }));
    assert!(session.next()["result"].to_string().contains("A person did not confirm Ring"));
    drop(session);
    assert_eq!(requests.try_iter().count(), 0);
}

/// The service waits, and the person does not: the call ends at once, not when the service responds.
#[test]
fn a_cancelled_call_closes_its_connection_to_the_service() {
    let folder = folder("agents_withdrawn");
    let (listener, url) = server::listener();
    let mut session = Session::start(&folder, &["--upstream", &url, "--allow", "send"], &json!({}));
    let id = session.begin(&json!({ "name": "Ring", "arguments": {} }));
    let (mut stream, _) = listener.accept().unwrap();
    assert!(server::read(&mut stream).is_some());
    let cancelled = json!({ "requestId": id, "reason": "user" });
    session.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled }));
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    assert_eq!(stream.read(&mut [0]).unwrap(), 0);
}

/// The scenarios of the conformance suite that need no sample tools, prompts or resources.
const SCENARIOS: [&str; 5] = ["server-initialize", "ping", "tools-list", "resources-list", "dns-rebinding-protection"];

#[test]
fn the_conformance_suite_passes() {
    let folder = folder("agents_conformance");
    let mock = Served::start(&folder, &[]);
    let gateway = Served::run(&folder, &["gateway", "shop.xml", "--upstream", &mock.1]);
    let url = format!("{}/mcp", gateway.1);
    for scenario in SCENARIOS {
        let Some(mut suite) = node_program("conformance") else { return };
        let output = printed(suite.args(["server", "--url", &url, "--scenario", scenario]));
        assert!(output.contains(", 0 failed, 0 warnings"), "{scenario}: {output}");
    }
}
