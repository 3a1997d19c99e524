//! Hostile names change neither the items of generated code nor the code blocks in the files of a new crate.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use asmx_codegen::model::{Facets, NamedTypeKind, PartMut, Service, Type, Walk as _};
use asmx_import::files;
use proc_macro2::{TokenStream, TokenTree};

use super::{Crate, Options};

/// Name endings that would be code, markup or direction marks if unescaped. Each gives the same identifiers as [`PLAIN`].
const HOSTILE: [&str; 7] = [
    "\n*/ fn pwned() {} //",
    "\r//! \r\n```\n\n```fn\n pwned ```\n\n",
    "`` <fn> `pwned",
    "\" ] = ''' fn \\ pwned \"#",
    "\u{202E}fn \u{85}\u{9b} pwned\u{2028}",
    "|fn| pwned | ](/)&",
    "--> fn ]]> pwned <",
];
const PLAIN: &str = " fn pwned ";

fn documents() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/import/tests/fixtures/wsdl");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "wsdl"));
    paths.sort();
    paths
}

/// Appends a text to every wire name of the service.
fn rename(service: &mut Service, end: &str) {
    let mut all: Vec<&mut String> = vec![&mut service.name, &mut service.path];
    all.extend(service.areas.iter_mut().map(|area| &mut area.title));
    all.extend(service.ports.iter_mut().flat_map(|port| [&mut port.name, &mut port.path]));
    for name in all {
        name.push_str(end);
    }
    service.walk_mut(&mut |part| match part {
        PartMut::Member(member) => {
            if !member.name.is_empty() {
                member.name.push_str(end);
            }
            let Facets { default, part, .. } = &mut member.facets;
            default.iter_mut().chain(part).for_each(|text| text.push_str(end));
        }
        PartMut::Type(Type::Array(array)) => {
            array.item_name.push_str(end);
            array.name.iter_mut().for_each(|name| name.push_str(end));
        }
        PartMut::Type(_) | PartMut::Base(_) => {}
    });
    for named in &mut service.types {
        named.name.push_str(end);
        match &mut named.kind {
            NamedTypeKind::Enumeration(kind) => kind.values.iter_mut().for_each(|value| value.name.push_str(end)),
            NamedTypeKind::Structure(_) => {}
            NamedTypeKind::DataSet(kind) => {
                for table in kind.tables.iter_mut().map(|table| &mut table.table) {
                    table.name.iter_mut().for_each(|name| name.push_str(end));
                    table.columns.iter_mut().for_each(|column| column.name.push_str(end));
                }
            }
        }
    }
    for operation in &mut service.operations {
        operation.name.push_str(end);
        let messages = &mut operation.messages;
        let wrappers = messages.request.iter_mut().chain(&mut messages.response).map(|wrapper| &mut wrapper.name);
        let texts = wrappers.chain(&mut messages.action).chain(&mut messages.location).chain(&mut operation.deprecated);
        texts.for_each(|name| name.push_str(end));
    }
}

/// The tokens without the contents of literals. Doc comments are attributes with a literal; other comments give no tokens.
fn shape(tokens: TokenStream, out: &mut String) {
    for token in tokens {
        // Writing to a String cannot fail.
        let _ = match token {
            TokenTree::Group(group) => {
                let _ = write!(out, "{:?} ", group.delimiter());
                shape(group.stream(), out);
                write!(out, "end ")
            }
            TokenTree::Literal(_) => write!(out, "literal "),
            other => write!(out, "{other} "),
        };
    }
}

fn same_shape(hostile: &str, harmless: &str) {
    let (found, expected) = (shape_of(hostile), shape_of(harmless));
    let differs = found.split(' ').zip(expected.split(' ')).position(|(found, expected)| found != expected);
    assert!(found == expected, "they differ from token {differs:?} on\n{hostile}\n\n{harmless}");
}

fn shape_of(text: &str) -> String {
    let mut out = String::new();
    shape(text.parse().unwrap_or_else(|error| panic!("{error}\n{text}")), &mut out);
    // Longer lines are broken, which adds a comma.
    out.replace(", end ", "end ")
}

/// The code blocks of a Markdown file, with their languages.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        // Inline code at the start of a line has more backticks later on.
        match (line.strip_prefix("```").filter(|language| !language.contains('`')), blocks.last_mut()) {
            (Some(_), _) if is_open => is_open = false,
            (Some(language), _) => {
                is_open = true;
                blocks.push((language.to_owned(), String::new()));
            }
            (None, Some((_, code))) if is_open => {
                code.push_str(line);
                code.push('\n');
            }
            (None, _) => {}
        }
    }
    assert!(!is_open, "a block stays open\n{text}");
    blocks
}

/// Prose without inline code.
fn without_code(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find('`') {
        let fence: String = rest[start..].chars().take_while(|character| *character == '`').collect();
        out.push_str(&rest[..start]);
        let after = &rest[start + fence.len()..];
        let mut end = 0;
        rest = loop {
            let Some(found) = after[end..].find('`').map(|found| end + found) else { break "" };
            let run = after[found..].len() - after[found..].trim_start_matches('`').len();
            end = found + run;
            if run == fence.len() {
                break &after[end..];
            }
        };
    }
    out + rest
}

fn check(path: &str, hostile: &str, harmless: &str) {
    let context = || format!("{path}\n{hostile}");
    for character in hostile.chars().filter(|character| asmx_types::display::is_obeyed(*character)) {
        // XML may hold line breaks as references, and a file may use its format's escapes.
        assert!(
            character == '\n' || Path::new(path).extension().is_some_and(|extension| extension == "wsdl"),
            "{character:?} in {}",
            context()
        );
    }
    match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("rs") => {
            same_shape(hostile, harmless);
            for line in hostile.lines().filter_map(|line| line.trim_start().strip_prefix("//")) {
                assert!(!without_code(line).replace("\\<", "").contains("<fn>"), "{line}");
            }
        }
        Some("md") => {
            assert_eq!(hostile.lines().count(), harmless.lines().count(), "{}", context());
            let (found, expected) = (blocks(hostile), blocks(harmless));
            assert_eq!(found.len(), expected.len(), "{}", context());
            for ((language, found), (_, expected)) in found.iter().zip(&expected) {
                match language.split(',').next() {
                    Some("rust") => same_shape(found, expected),
                    Some("sh") => {
                        let commands = |text: &str| -> Vec<String> {
                            text.lines().map(|line| line.split(" #").next().unwrap_or_default().to_owned()).collect()
                        };
                        assert_eq!(commands(found), commands(expected), "{}", context());
                    }
                    _ => assert_eq!(found, expected, "{}", context()),
                }
            }
            assert!(!without_code(hostile).replace("\\<", "").contains("<fn>"), "{}", context());
            let columns = |text: &str| -> Vec<usize> {
                let rows = text.lines().filter(|line| line.starts_with('|'));
                rows.map(|row| row.replace("\\|", "").matches('|').count()).collect()
            };
            assert_eq!(columns(hostile), columns(harmless), "{}", context());
        }
        Some("toml") => {
            let table = |text: &str| -> toml::Table {
                let mut table: toml::Table = toml::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                let package = table.get_mut("package").and_then(toml::Value::as_table_mut);
                assert!(package.is_some_and(|package| package.remove("description").is_some()));
                table
            };
            assert_eq!(table(hostile), table(harmless), "{}", context());
        }
        Some("wsdl") => {
            let elements = |text: &str| -> Vec<String> {
                let document = roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                document.descendants().map(|node| node.tag_name().name().to_owned()).collect()
            };
            assert_eq!(elements(hostile), elements(harmless), "{path}");
        }
        _ => assert_eq!(hostile, harmless, "{path}"),
    }
}

#[test]
fn no_name_becomes_code_or_markup() {
    let paths = documents();
    assert!(paths.len() > 20);
    for path in paths.into_iter().step_by(cases::step(6)) {
        let service = files::open(&path).unwrap().into_service();
        let make = |end: &str, committed: bool| {
            let mut service = service.clone();
            rename(&mut service, end);
            let options = Options { committed, ..Options::default() };
            Crate::of(&service, Path::new("client"), "client".to_owned(), &options, None, String::new(), None)
        };
        for committed in [false, true] {
            let harmless = make(PLAIN, committed);
            for end in HOSTILE {
                let hostile = make(end, committed);
                assert_eq!(hostile.files.len(), harmless.files.len());
                for ((path, hostile), (_, harmless)) in hostile.files.iter().zip(&harmless.files) {
                    check(path, hostile, harmless);
                }
            }
        }
    }
}
