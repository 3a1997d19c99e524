//! How well a model finds the operation for a question in plain words, among a hundred and more.

use std::collections::HashMap;
use std::path::Path;

use asmx_gateway::{Document, Offer};
use axum::Router;
use serde_json::{Value as Json, json};

use super::tools::call;
use super::{mocked, router};

/// The operations that a model looks at.
const FIRST: usize = 3;
/// The least number of questions whose operation is among the first ones.
const FOUND: usize = 36;

fn service(name: &str) -> Router {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents");
    let document = Document::open(folder.join(format!("{name}.xml"))).unwrap_or_else(|error| panic!("{error}"));
    router(mocked(document, Offer::default().write().send()))
}

/// The names of the operations that are found, the best first.
async fn found(service: &Router, words: &str) -> Vec<String> {
    let found = call(service, "find_operations", json!({ "words": words })).await;
    let operations = found["result"]["structuredContent"]["operations"].as_array().unwrap();
    operations.iter().filter_map(|operation| operation["operation"].as_str().map(str::to_owned)).collect()
}

#[tokio::test]
async fn questions_in_plain_words_find_their_operation_among_the_first() {
    let questions = include_str!("../../fixtures/agents/questions.txt");
    let (mut services, mut right, mut asked, mut wrong) = (HashMap::new(), 0, 0, Vec::new());
    for line in questions.lines().filter(|line| !line.starts_with('#')) {
        let [name, question, operation] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let service = services.entry(name).or_insert_with(|| service(name));
        let names = found(service, question).await;
        let is_right = names.iter().take(FIRST).any(|name| name == operation);
        asked += 1;
        right += usize::from(is_right);
        if !is_right {
            wrong.push(format!("{question}: {operation}, found {:?}", names.iter().take(FIRST).collect::<Vec<_>>()));
        }
    }
    assert!(right >= FOUND, "{right} of {asked}\n{}", wrong.join("\n"));
}

/// The questions name operations that exist.
#[tokio::test]
async fn every_operation_of_a_question_is_offered() {
    let mut services = HashMap::new();
    for line in include_str!("../../fixtures/agents/questions.txt").lines().filter(|line| !line.starts_with('#')) {
        let [name, _, operation] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let service = services.entry(name).or_insert_with(|| service(name));
        let described = call(service, "describe_operation", json!({ "operation": operation })).await;
        assert_eq!(described["result"]["isError"], Json::from(false), "{line}");
    }
}
