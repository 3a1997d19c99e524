//! `docs/SECURITY.md` names the tests that keep its promises: they exist, and are tests.

use std::path::Path;

/// The texts between backquotes, in the order of the page.
pub fn quoted(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').skip(1).step_by(2)
}

/// Whether `source` has a test of that name.
pub fn has_test(source: &str, name: &str) -> bool {
    let mut before = "";
    let mut code =
        source.lines().map(str::trim).filter(|line| !line.starts_with("//") && !line.starts_with("#[ignore"));
    code.any(|line| {
        let is_test = before.ends_with("test]") || before.ends_with("test(") || before.starts_with("#[tokio::test");
        let is_it = [format!("fn {name}("), format!("async fn {name}(")].iter().any(|start| line.starts_with(start));
        before = line;
        is_it && is_test
    })
}

#[test]
fn every_promise_names_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/SECURITY.md")).unwrap();
    let mut source = String::new();
    let (mut named, mut missing) = (0, Vec::new());
    for word in quoted(&page) {
        let is_file = word.contains('/') && word.split('.').next_back() == Some("rs");
        if is_file {
            source = std::fs::read_to_string(root.join(word)).unwrap_or_else(|error| panic!("{word}: {error}"));
        } else if word.matches('_').count() >= 2 && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
            // Settings have names like that, too, and are in no test file's list of tests.
            let is_setting = ["allow_plain_http", "refuse_foreign_hosts", "refuse_cross_site_writes"].contains(&word);
            named += usize::from(!is_setting);
            if !is_setting && !has_test(&source, word) {
                missing.push(word);
            }
        }
    }
    assert!(missing.is_empty(), "no such tests: {missing:#?}");
    assert!(named > 50, "only {named} tests are named");
    let promises = page.lines().filter(|line| line.starts_with("- ")).count();
    assert!(named >= promises, "{promises} promises, {named} tests");
}

#[test]
fn the_page_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (page, link) in [("README.md", "(docs/SECURITY.md)"), ("examples/sandbox/README.md", "docs/SECURITY.md")] {
        assert!(std::fs::read_to_string(root.join(page)).unwrap().contains(link), "{page} does not name it");
    }
}
