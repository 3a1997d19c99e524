//! `asmx gateway` and `asmx mcp` as clients of agents see them: the Python client of the protocol, and the protocol's own conformance suite.

use std::path::Path;

use serde_json::{Value as Json, json};

use super::folder;
use super::mock::Served;
use super::tools::{node_program, printed, python_with};

/// What the Python client prints: for each version of the protocol the names of the tools, and the result of a call.
fn answered(server: &[&str]) -> Option<Vec<Json>> {
    let mut python = python_with("mcp.client.client")?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/call/mcp_client.py");
    let told = printed(python.arg(script).args(["FindOrders", r#"{"Max": 2, "timeout": 1}"#]).args(server));
    Some(told.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
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
        let told = printed(suite.args(["server", "--url", &url, "--scenario", scenario]));
        assert!(told.contains(", 0 failed, 0 warnings"), "{scenario}: {told}");
    }
}
