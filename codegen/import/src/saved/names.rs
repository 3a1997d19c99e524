//! Names of files for documents and tables that a server names.

use std::collections::{HashMap, HashSet};

use crate::import::decoded;

/// In bytes, without the extension and a number.
const LONGEST: usize = 96;

/// In bytes, with a number.
const LONGEST_OF_TABLE: usize = 100;

/// Names that Windows takes for devices, with any extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// The extension of a saved document, by its root element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extension {
    /// A WSDL document.
    Wsdl,
    /// A schema.
    Xsd,
}

impl Extension {
    const fn text(self) -> &'static str {
        match self {
            Self::Wsdl => "wsdl",
            Self::Xsd => "xsd",
        }
    }
}

/// File names for the documents of one folder.
///
/// A name has letters and digits of ASCII, `.`, `-` and `_`, ends in `.wsdl` or `.xsd`, begins with a letter, a digit or `_`, and has at most 110
/// bytes. No two names are equal, also where upper and lower case are. So a server, which chooses the addresses, cannot choose a file that a
/// program reads as its configuration.
#[derive(Debug, Default)]
pub struct FileNames {
    /// In lower case.
    used: HashSet<String>,
    /// The last number of each name, in lower case.
    numbers: HashMap<String, usize>,
}

impl FileNames {
    /// A free name for the document at `address`, such as `shop.types.xsd` for `https://shop.example/shop.asmx?schema=types`. Folders below that
    /// of the `main` document become a part of the name: `types-all.xsd`.
    pub fn next(&mut self, main: &str, address: &str, extension: Extension) -> String {
        let stem = stem(main, address, extension);
        let extension = extension.text();
        self.free(|end| format!("{stem}{end}.{extension}"))
    }

    /// A free name, without an extension, for the file of a table. It has at most 100 bytes.
    pub fn of_table(&mut self, table: &str) -> String {
        let stem = match trimmed(&portable(table)) {
            "" => "table".to_owned(),
            device if is_device(device) => format!("_{device}"),
            stem => stem.to_owned(),
        };
        // All characters are ASCII.
        self.free(|end| stem.chars().take(LONGEST_OF_TABLE - end.len()).collect::<String>() + end)
    }

    /// The first free name: without an end, or with `-2`, `-3` and so on.
    fn free(&mut self, named: impl Fn(&str) -> String) -> String {
        let mut name = named("");
        let number = self.numbers.entry(name.to_ascii_lowercase()).or_insert(1);
        while !self.used.insert(name.to_ascii_lowercase()) {
            *number += 1;
            name = named(&format!("-{number}"));
        }
        name
    }

    /// Whether a name is one of those that [`next`](Self::next) returns.
    #[must_use]
    pub fn is_one(name: &str) -> bool {
        let stem = name.strip_suffix(".wsdl").or_else(|| name.strip_suffix(".xsd"));
        let is_of_letters = |stem: &str| stem.bytes().all(|byte| is_allowed(char::from(byte)));
        // The longest number has 13 bytes with its `-`: more names than memory holds.
        stem.is_some_and(|stem| {
            !stem.is_empty()
                && stem.len() <= LONGEST + 13
                && is_of_letters(stem)
                && !stem.starts_with(['.', '-'])
                && !is_device(stem)
        })
    }
}

fn stem(main: &str, address: &str, extension: Extension) -> String {
    let (path, query) = parts(address);
    let (main, _) = parts(main);
    let mut segments = path.split('/');
    let last = decoded(segments.next_back().unwrap_or_default());
    let mut folders = segments.peekable();
    for folder in main.rsplit_once('/').map_or("", |(folders, _)| folders).split('/') {
        if folders.next_if(|own| *own == folder).is_none() {
            break;
        }
    }
    let mut name = String::new();
    for folder in folders.map(decoded).filter(|folder| !matches!(folder.as_str(), "" | "." | "..")) {
        name.push_str(&folder);
        name.push('-');
    }
    let file = without_extension(&last);
    name.push_str(if file.is_empty() { "service" } else { file });
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let part = if value.is_empty() { decoded(key) } else { decoded(value) };
        // `?WSDL` is the document of the service itself.
        if value.is_empty() && ["wsdl", "singlewsdl"].iter().any(|known| part.eq_ignore_ascii_case(known)) {
            continue;
        }
        name.push('.');
        name.push_str(&part);
    }
    let mut stem = portable(&name);
    let end = format!(".{}", extension.text());
    while stem.to_ascii_lowercase().ends_with(&end) {
        stem.truncate(stem.len() - end.len());
    }
    match trimmed(&stem) {
        "" => "document".to_owned(),
        device if is_device(device) => format!("_{device}"),
        stem => stem.to_owned(),
    }
}

/// The name in characters that every system and program takes for themselves.
fn portable(name: &str) -> String {
    let mut stem = String::new();
    for character in name.chars() {
        let character = if is_allowed(character) { character } else { '_' };
        if !(character == '_' && stem.ends_with('_')) {
            stem.push(character);
        }
        // All characters so far are ASCII.
        if stem.len() >= LONGEST {
            break;
        }
    }
    stem
}

/// The name without what hides a file, makes it an option, or is dropped by a system.
fn trimmed(stem: &str) -> &str {
    stem.trim_start_matches(['.', '-']).trim_end_matches('.')
}

const fn is_allowed(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '.' | '-' | '_')
}

fn is_device(stem: &str) -> bool {
    let first = stem.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_numbered =
        |device: &&str| first.strip_prefix(*device).is_some_and(|rest| matches!(rest.as_bytes(), [b'0'..=b'9']));
    DEVICES.contains(&first.as_str()) || NUMBERED_DEVICES.iter().any(is_numbered)
}

/// Path and query of an address.
fn parts(address: &str) -> (&str, &str) {
    let address = address.split('#').next().unwrap_or_default();
    let (front, query) = address.split_once('?').unwrap_or((address, ""));
    let path = match front.split_once("://") {
        Some((_, after_scheme)) => after_scheme.find('/').and_then(|at| after_scheme.get(at..)).unwrap_or_default(),
        None => front,
    };
    (path, query)
}

/// `shop` of `shop.asmx`; `v1.2` stays whole.
fn without_extension(file: &str) -> &str {
    match file.rsplit_once('.') {
        Some((stem, end)) if matches!(end.len(), 1..=5) && end.bytes().all(|byte| byte.is_ascii_alphabetic()) => stem,
        _ => file,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: &str = "https://shop.example/on/shop.asmx?WSDL";

    const OF_PROGRAMS: &[&str] = &[
        ".cargo/config.toml",
        ".cargo/config",
        "build.rs",
        "Cargo.toml",
        "rust-toolchain",
        "rust-toolchain.toml",
        "Makefile",
        "makefile",
        "GNUmakefile",
        ".envrc",
        ".env",
        ".git/config",
        ".git/hooks/pre-commit",
        ".gitattributes",
        ".gitmodules",
        ".githooks/x",
        ".mvn/jvm.config",
        ".mvn/extensions.xml",
        "pom.xml",
        ".vscode/tasks.json",
        ".vscode/settings.json",
        ".idea/workspace.xml",
        ".editorconfig",
        ".vimrc",
        ".exrc",
        ".nvim.lua",
        ".dir-locals.el",
        "package.json",
        ".npmrc",
        ".pre-commit-config.yaml",
        "Directory.Build.props",
        "nuget.config",
        "x.sh",
        "fetched.json",
        "conftest.py",
        "setup.py",
        "tox.ini",
        "Justfile",
        "Dockerfile",
        ".bashrc",
        "desktop.ini",
        "autorun.inf",
        "x.lnk",
        "x.desktop",
    ];

    const OF_SYSTEMS: &[&str] = &[
        "con",
        "NUL.xsd",
        "com1.x",
        "LPT9",
        "aux.a.b",
        "a:b",
        "a|b",
        "x?",
        "trailing.",
        "a\\b",
        "%00",
        "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "../../x",
        "..",
        ".",
        "%2e%2e",
        "-rf.xsd",
        "~/x",
        "$(id)",
        "`id`",
        "a b",
        "%0a",
        "%1b[31m",
        "%E2%80%AE",
        "東京",
        "é.xsd",
    ];

    fn of(address: &str) -> String {
        FileNames::default().next(MAIN, address, Extension::Xsd)
    }

    #[test]
    fn names_are_those_of_the_address() {
        assert_eq!(FileNames::default().next(MAIN, MAIN, Extension::Wsdl), "shop.wsdl");
        for (address, expected) in [
            ("https://shop.example/on/shop.asmx?schema=Types", "shop.Types.xsd"),
            ("https://shop.example/on/shop.svc?xsd=xsd0", "shop.xsd0.xsd"),
            ("https://shop.example/on/types/all.xsd", "types-all.xsd"),
            ("https://shop.example/on/types/v1.2/all.xsd", "types-v1.2-all.xsd"),
            ("https://shop.example/other/all.xsd", "other-all.xsd"),
            ("https://shop.example/all.xsd", "all.xsd"),
            ("https://shop.example/on/v1.2", "v1.2.xsd"),
            ("https://shop.example/", "service.xsd"),
            ("https://shop.example", "service.xsd"),
            ("https://shop.example/on/shop.asmx?wsdl=a.xsd&v=2", "shop.a.xsd.2.xsd"),
            ("https://shop.example/on/a%20b.xsd", "a_b.xsd"),
        ] {
            assert_eq!(of(address), expected, "{address}");
        }
    }

    #[test]
    fn no_name_is_one_that_a_program_or_a_system_obeys() {
        let long = "x/".repeat(200) + &"y".repeat(300);
        for address in OF_PROGRAMS.iter().chain(OF_SYSTEMS).copied().chain([long.as_str(), ""]) {
            for extension in [Extension::Wsdl, Extension::Xsd] {
                for at in [
                    format!("https://shop.example/on/{address}"),
                    format!("https://shop.example/on/a?{address}"),
                    address.to_owned(),
                ] {
                    let name = FileNames::default().next(MAIN, &at, extension);
                    assert!(FileNames::is_one(&name) && name.len() <= 110, "{at}: {name}");
                    assert!(!OF_PROGRAMS.contains(&name.as_str()), "{at}: {name}");
                }
            }
        }
        for other in [
            "fetched.json",
            ".a.xsd",
            "-a.xsd",
            "a/b.xsd",
            "con.xsd",
            "Com1.a.wsdl",
            ".xsd",
            "a.XSD",
            "ä.xsd",
            "a.xsd\n",
        ] {
            assert!(!FileNames::is_one(other), "{other}");
        }
    }

    #[test]
    fn a_table_names_no_file_outside_its_folder() {
        let long = "x".repeat(300);
        for table in OF_PROGRAMS.iter().chain(OF_SYSTEMS).copied().chain([long.as_str(), ""]) {
            let mut names = FileNames::default();
            for name in [names.of_table(table), names.of_table(table)] {
                assert!(FileNames::is_one(&format!("{name}.xsd")) && name.len() <= 100, "{table}: {name}");
            }
        }
        let mut names = FileNames::default();
        let all = ["Orders", "ORDERS", "a b", "東京", "con", "../x"].map(|table| names.of_table(table));
        assert_eq!(all, ["Orders", "ORDERS-2", "a_b", "_", "_con", "_x"]);
    }

    #[test]
    fn names_differ_also_where_case_does_not_count() {
        let mut names = FileNames::default();
        let next = |names: &mut FileNames, address: &str| names.next(MAIN, address, Extension::Xsd);
        assert_eq!(next(&mut names, "https://shop.example/on/Types.xsd"), "Types.xsd");
        assert_eq!(next(&mut names, "https://shop.example/on/types.xsd"), "types-2.xsd");
        assert_eq!(next(&mut names, "https://shop.example/on/TYPES-2.xsd"), "TYPES-2-2.xsd");
        assert_eq!(next(&mut names, "https://shop.example/on/tYpes.xsd"), "tYpes-3.xsd");
    }
}
