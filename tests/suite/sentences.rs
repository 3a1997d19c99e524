//! A fact passes as a value. No code takes apart, edits or compares a finished sentence: an error, a diagnostic or a description has the
//! setting, the transport, the name that a caller needs, and each front end makes its own words of it.
//!
//! Held for all code but tests: no text is searched for words of a sentence, and the text of an error is not searched at all. [`FOREIGN`] lists
//! the exceptions, which read what other programs write.
//!
//! Libraries do not name options of the command: it fills in its words, as other front ends do.

use std::collections::BTreeSet;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::arrows::sources;

/// Texts of other programs and of files, with their reasons: the file, and the words that it looks for.
const FOREIGN: &[(&str, &str, &str)] = &[
    (
        "cli/src/cli/call/files.rs",
        " at line ",
        "serde_json ends its errors with the position, which stands in front here",
    ),
    ("cli/src/cli/completions/index/file.rs", "asmx completions 2 ", "the first line of a file"),
    ("cli/gateway/src/rest/page/mod.rs", "/* the style of all pages */", "a place in a template"),
    ("codegen/review/src/explain.rs", "xml ", "the language of a block in Markdown"),
    ("runtime/src/fault.rs", "--- End of inner exception", "the stack trace of .NET"),
    ("runtime/src/fault.rs", "== Server was unable to process request.", ".NET begins the texts of its faults with it"),
    ("runtime/src/fault.rs", "== message()", "faults with the text of the service, which is data, are compared"),
    ("runtime/src/fault.rs", "at ", "the stack trace of .NET"),
    ("runtime/src/http_client/failure.rs", " (os error ", "the system ends its errors with their number"),
    (
        "runtime/src/http_client/failure.rs",
        "failed to lookup address information: ",
        "the system begins its error with it",
    ),
    ("runtime/src/page/markup.rs", "doctype html", "the beginning of a page"),
    ("runtime/src/page/mod.rs", "exception message is", "a page of IIS"),
    ("examples/sandbox/src/message.rs", "content-disposition: attachment", "a header of a message"),
    ("runtime/types/src/display.rs", " (os error", "the system ends its errors with their number"),
];

/// The folders with code of the workspace.
const FOLDERS: &[&str] = &[
    "runtime/arrow/src",
    "cli/src",
    "codegen/src",
    "runtime/dataset/src",
    "cli/document/src",
    "examples",
    "cli/gateway/src",
    "generated-client/src",
    "codegen/import/src",
    "codegen/review/src",
    "runtime/src",
    "examples/sandbox/src",
    "runtime/types/src",
    "runtime/windows-auth/src",
    "runtime/xml/src",
];

/// Methods of texts that look for another text.
const SEARCHES: &[&str] = &[
    "contains",
    "ends_with",
    "eq",
    "eq_ignore_ascii_case",
    "find",
    "match_indices",
    "matches",
    "replace",
    "replacen",
    "rfind",
    "rsplit",
    "rsplit_once",
    "rsplitn",
    "split",
    "split_inclusive",
    "split_once",
    "split_terminator",
    "splitn",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
    "trim_end_matches",
    "trim_start_matches",
];

/// Methods that give the text of an error or of a diagnostic.
const TEXTS: &[&str] = &["message", "to_string"];

/// Whether the text has a word and a blank: words of sentences. Markup is not a sentence.
fn is_words(text: &str) -> bool {
    let has_word = text.split(|character: char| !character.is_alphabetic()).any(|word| word.len() > 1);
    has_word && text.contains(' ') && !text.contains(['<', '>'])
}

fn is(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

fn word(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(word)) => Some(word.to_string()),
        _ => None,
    }
}

fn group(token: Option<&TokenTree>) -> Option<Vec<TokenTree>> {
    match token {
        Some(TokenTree::Group(group)) => Some(group.stream().into_iter().collect()),
        _ => None,
    }
}

/// The text of a literal as the source has it.
fn text(token: Option<&TokenTree>) -> Option<String> {
    let Some(TokenTree::Literal(literal)) = token else { return None };
    let source = literal.to_string();
    let inner = source.trim_start_matches('r').trim_matches('#');
    Some(inner.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

/// The uses of sentences in the code of a file.
#[derive(Default)]
struct Scan {
    /// Constants that are words of sentences.
    constants: Vec<(String, String)>,
    found: BTreeSet<String>,
}

impl Scan {
    fn of(source: &str) -> BTreeSet<String> {
        let tokens: Vec<TokenTree> = source.parse::<TokenStream>().unwrap().into_iter().collect();
        let mut scan = Self::default();
        scan.constants_of(&tokens);
        scan.code(&tokens);
        scan.found
    }

    fn constants_of(&mut self, tokens: &[TokenTree]) {
        for (at, token) in tokens.iter().enumerate() {
            if let Some(inner) = group(Some(token)) {
                self.constants_of(&inner);
            }
            if matches!(word(Some(token)).as_deref(), Some("const" | "static"))
                && let Some(name) = word(tokens.get(at + 1))
                && let Some(value) = tokens[at..].iter().take(12).find_map(|token| text(Some(token)))
                && is_words(&value)
            {
                self.constants.push((name, value));
            }
        }
    }

    fn code(&mut self, tokens: &[TokenTree]) {
        let mut at = 0;
        while at < tokens.len() {
            if let Some(length) = length_of_test(&tokens[at..]) {
                at += length;
                continue;
            }
            if let Some(inner) = group(tokens.get(at)) {
                self.code(&inner);
            }
            self.search(tokens, at);
            self.comparison(tokens, at);
            at += 1;
        }
    }

    /// `.contains("words")`, `.message().split(…)`.
    fn search(&mut self, tokens: &[TokenTree], at: usize) {
        let Some(method) = word(tokens.get(at)).filter(|method| SEARCHES.contains(&method.as_str())) else { return };
        let Some(arguments) = group(tokens.get(at + 1)).filter(|_| at > 0 && is(tokens.get(at - 1), '.')) else {
            return;
        };
        let first = arguments.iter().find(|token| !is(Some(token), '&'));
        if let Some(words) = self.words(first) {
            self.found.insert(words);
        }
        // Lines and control characters are no words.
        let is_character = matches!(first, Some(TokenTree::Literal(literal)) if literal.to_string().starts_with('\''));
        if let Some(text) = receiver(&tokens[..at - 1]).filter(|text| !is_character || text == "message()") {
            self.found.insert(format!("{text}.{method}"));
        }
    }

    /// `text == "words"`, `text == format!(…)`, `"words" => …`.
    fn comparison(&mut self, tokens: &[TokenTree], at: usize) {
        let is_equal =
            is(tokens.get(at), '=') && at > 0 && (is(tokens.get(at - 1), '=') || is(tokens.get(at - 1), '!'));
        if is_equal {
            // A number is compared with its digits, too: `one.to_string() == text`.
            let before = receiver(&tokens[..at - 1]).filter(|text| text != "to_string()");
            let before = before.or_else(|| self.words(tokens[..at - 1].last()));
            let other =
                tokens[at + 1..].iter().position(|token| !is(Some(token), '&')).map_or(at, |skipped| at + 1 + skipped);
            let is_made = word(tokens.get(other)).as_deref() == Some("format") && is(tokens.get(other + 1), '!');
            let after = self.words(tokens.get(other)).or_else(|| is_made.then(|| "format!".to_owned()));
            self.found.extend(before.into_iter().chain(after).map(|text| format!("== {text}")));
        }
        let is_arrow = is(tokens.get(at), '>') && at > 1 && is(tokens.get(at - 1), '=');
        if let Some([before @ .., pattern]) = tokens.get(..at.saturating_sub(1)).filter(|_| is_arrow)
            && let Some(words) = self.words(Some(pattern))
            && begins_pattern(before.last())
        {
            self.found.insert(format!("{words} =>"));
        }
    }

    /// The words of a literal or of a constant.
    fn words(&self, token: Option<&TokenTree>) -> Option<String> {
        let constant = || {
            let name = word(token)?;
            Some(self.constants.iter().find(|(known, _)| *known == name)?.1.clone())
        };
        text(token).filter(|text| is_words(text)).or_else(constant)
    }
}

/// The end of an expression that gives a sentence: `error.to_string()`, `format!(…)`.
fn receiver(tokens: &[TokenTree]) -> Option<String> {
    match tokens {
        [.., dot, TokenTree::Ident(method), TokenTree::Group(group)] if is(Some(dot), '.') => {
            let is_text = group.stream().is_empty() && TEXTS.contains(&method.to_string().as_str());
            is_text.then(|| format!("{method}()"))
        }
        [.., TokenTree::Ident(name), sign, TokenTree::Group(_)] if is(Some(sign), '!') && *name == "format" => {
            Some("format!".to_owned())
        }
        _ => None,
    }
}

/// Whether a pattern of a `match` may follow.
fn begins_pattern(before: Option<&TokenTree>) -> bool {
    match before {
        None => true,
        Some(TokenTree::Punct(sign)) => matches!(sign.as_char(), ',' | '|'),
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(_) => false,
    }
}

/// The number of tokens of an item that only tests have.
fn length_of_test(tokens: &[TokenTree]) -> Option<usize> {
    let is_end = |token: &TokenTree| {
        is(Some(token), ';') || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    };
    is_of_tests(tokens).then(|| tokens.iter().position(is_end).map_or(tokens.len(), |end| end + 1))
}

/// `#[cfg(test)]`, `#[test]`.
fn is_of_tests(tokens: &[TokenTree]) -> bool {
    let [hash, TokenTree::Group(attribute), ..] = tokens else { return false };
    let words = attribute.stream().to_string();
    is(Some(hash), '#') && (words == "test" || words.starts_with("cfg") && words.contains("test"))
}

/// The findings of a look at the code of each file of these folders, with the path of the file.
fn in_code<'a>(
    folders: impl Iterator<Item = &'a str>,
    least: usize,
    look: impl Fn(&str) -> BTreeSet<String>,
) -> BTreeSet<(String, String)> {
    let (mut found, mut files) = (BTreeSet::new(), 0);
    for folder in folders {
        let mut all = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), "", &mut all);
        for (path, source) in all.iter().filter(|(path, _)| is_rust(path) && !is_test(path)) {
            files += 1;
            found.extend(look(source).into_iter().map(|words| (format!("{folder}/{path}"), words)));
        }
    }
    // Guard against a vacuous pass.
    assert!(files > least, "{files}");
    found
}

/// The exceptions are those that are listed, and no others.
fn assert_permitted(found: &BTreeSet<(String, String)>, listed: &[(&str, &str, &str)], advice: &str) {
    let listed = listed.iter().map(|(path, words, _)| ((*path).to_owned(), (*words).to_owned()));
    let permitted: BTreeSet<(String, String)> = listed.collect();
    let new: Vec<_> = found.difference(&permitted).collect();
    assert!(new.is_empty(), "{advice}: {new:#?}");
    let outdated: Vec<_> = permitted.difference(found).collect();
    assert!(outdated.is_empty(), "no longer there: {outdated:#?}");
}

#[test]
fn no_crate_compares_or_edits_a_sentence() {
    let found = in_code(FOLDERS.iter().copied(), 500, Scan::of);
    let advice = "pass the fact as a value, or say in `FOREIGN` whose text it is";
    assert_permitted(&found, FOREIGN, advice);
}

/// Literals of libraries with options, with their reasons: the file, and the option.
const NAMED_OPTIONS: &[(&str, &str, &str)] = &[
    (
        "codegen/import/src/import/problems.rs",
        "--format",
        "a warning has its help before a front end sees it, and every command prints warnings",
    ),
    ("codegen/review/src/project/git.rs", "--literal-pathspecs", "an option of git"),
    ("codegen/review/src/project/git.rs", "--quiet", "an option of git"),
    ("codegen/review/src/project/git.rs", "--show-toplevel", "an option of git"),
    ("codegen/review/src/project/git.rs", "--verify", "an option of git"),
    ("codegen/src/read/decode.rs", "--compressed", "an option of curl"),
];

/// The folders whose code is not of a library.
const PROGRAMS: &[&str] = &["cli/src", "examples", "examples/sandbox/src"];

/// Options in the literals of code. Comments may name the command.
fn options(tokens: &[TokenTree], found: &mut BTreeSet<String>) {
    let mut at = 0;
    while at < tokens.len() {
        if let Some(length) = length_of_test(&tokens[at..]) {
            at += length;
            continue;
        }
        let inner = group(tokens.get(at)).unwrap_or_default();
        let is_attribute = at > 0 && (is(tokens.get(at - 1), '#') || is(tokens.get(at - 1), '!'));
        if !(is_attribute && word(inner.first()).as_deref() == Some("doc")) {
            options(&inner, found);
        }
        let text = text(tokens.get(at)).unwrap_or_default();
        for (start, _) in text.match_indices("--") {
            let name: String =
                text[start + 2..].chars().take_while(|one| one.is_ascii_lowercase() || *one == '-').collect();
            let begins = !text[..start].ends_with(|before: char| before.is_alphanumeric() || "-!".contains(before));
            if begins && name.starts_with(|first: char| first.is_ascii_lowercase()) {
                found.insert(format!("--{name}"));
            }
        }
        at += 1;
    }
}

fn options_of(source: &str) -> BTreeSet<String> {
    let tokens: Vec<TokenTree> = source.parse::<TokenStream>().unwrap().into_iter().collect();
    let mut found = BTreeSet::new();
    options(&tokens, &mut found);
    found
}

#[test]
fn no_library_names_an_option_of_the_command() {
    let libraries = FOLDERS.iter().copied().filter(|folder| !PROGRAMS.contains(folder));
    assert_permitted(
        &in_code(libraries, 300, options_of),
        NAMED_OPTIONS,
        "pass a value, and let the command fill in its words",
    );
}

#[test]
fn an_option_in_a_literal_is_found() {
    for source in [
        "fn f() { format!(\"fails only with `--fail-on {class}`\") }",
        "const ADVICE: &str = r#\"read `asmx call --fail-on wire`\"#;",
        "#[error(\"use --fail-on\")] struct Error;",
        "kinds! { Kind = \"code\" [major] \"a sentence\" => \"choose it with `--fail-on`\", }",
    ] {
        assert_eq!(options_of(source), BTreeSet::from(["--fail-on".to_owned()]), "{source}");
    }
    for source in [
        "//! `--only` of the command.\n/// `asmx call --format` has it.\nfn f() { \"a--b <!--c--> -- d\" }",
        "#[cfg(test)] mod tests { const ARGUMENT: &str = \"--format\"; }",
    ] {
        assert_eq!(options_of(source), BTreeSet::new(), "{source}");
    }
}

fn is_rust(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "rs")
}

fn is_test(path: &str) -> bool {
    path.split('/').any(|part| matches!(part, "tests" | "tests.rs"))
}

#[test]
fn code_that_takes_a_sentence_apart_is_found() {
    for (source, found) in [
        ("fn f() { text.strip_prefix(\"not over \") }", "not over "),
        ("fn f() { why.replace(&\"set `namespace(…)`\", \"\") }", "set `namespace(…)`"),
        ("const START: &str = \"left out: \"; fn f() { why.starts_with(START) }", "left out: "),
        ("fn f() { g!(error.to_string().contains(\"timeout\")) }", "to_string().contains"),
        ("fn f() { mistake.message().split('`').nth(1) }", "message().split"),
        ("fn f() -> bool { one.message() == two.message() }", "== message()"),
        ("fn f() -> bool { text != format!(\"The operation {name}.\") }", "== format!"),
        ("fn f() -> bool { \"is missing or null\" == why }", "== is missing or null"),
        ("fn f() { match why { \"no\" | \"not sent\" => {} } }", "not sent =>"),
    ] {
        assert_eq!(Scan::of(source), BTreeSet::from([found.to_owned()]), "{source}");
    }
    for source in [
        "fn f() { text.strip_prefix(\"xs:\") }",
        "fn f() { path.to_string().replace('\\n', \" \") }",
        "fn f() { number.to_string() == digits }",
        "fn f() { document.contains(\"<a b>\") }",
        "kinds! { Kind = \"code\" [major] \"a sentence\" => \"advice for people\", }",
        "#[cfg(test)] mod tests { fn f() { text.contains(\"is not sent\") } } #[test] fn g() { text.contains(\"is not sent\") }",
    ] {
        assert_eq!(Scan::of(source), BTreeSet::new(), "{source}");
    }
}
