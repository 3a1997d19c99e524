//! Which file of a crate uses which other one, by its `use` lines and the paths in its code.
//!
//! Paths are followed to the file that defines what they name: a re-export is not a use, and who names what is re-exported uses the file
//! that defines it. So neither `mod child;` nor `pub use child::Item;` is an arrow from parent to child, but code of the parent that
//! names the child is one, and so is a child's `use super::Item` of what the parent itself defines. Tests are left out: they may look at
//! everything.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A module by its names from the root of the crate; the root has none.
pub(crate) type Module = Vec<String>;

#[derive(Default)]
struct Names {
    /// Local name, path, and whether others see it.
    uses: Vec<(String, Vec<String>, bool)>,
    /// Paths in code.
    paths: Vec<Vec<String>>,
    /// All words of code.
    words: BTreeSet<String>,
}

/// The files of a crate.
pub(crate) struct Crate(BTreeMap<Module, Names>);

impl Crate {
    /// The crate of these files: paths below `src` with their contents.
    pub(crate) fn of<'s>(files: impl IntoIterator<Item = (&'s str, &'s str)>) -> Self {
        let code = files.into_iter().filter_map(|(path, source)| Some((path.strip_suffix(".rs")?, source)));
        let modules = code.filter(|(path, _)| !is_test(path)).map(|(path, source)| {
            let mut names = Names::default();
            names.read(&source.parse::<TokenStream>().unwrap().into_iter().collect::<Vec<_>>());
            (module(path), names)
        });
        Self(modules.collect())
    }

    /// Every file with those that it uses. The root is no room, and is left out.
    pub(crate) fn arrows(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let rooms = self.0.iter().filter(|(module, _)| !module.is_empty());
        rooms.map(|(module, names)| (module.clone(), self.used_by(module, names))).collect()
    }

    fn used_by(&self, module: &Module, names: &Names) -> BTreeSet<Module> {
        let imports = names.uses.iter().filter_map(|(name, path, is_public)| {
            let target = self.defining(module, path, 0)?;
            let is_whole_module = name != "*" && self.absolute(module, path).is_some_and(|path| path == target);
            let is_facade = *is_public && target.starts_with(module) && !names.words.contains(name);
            (!is_whole_module && !is_facade).then_some(target)
        });
        let paths = names.paths.iter().filter_map(|path| self.defining(module, path, 0));
        imports.chain(paths).filter(|target| !target.is_empty() && target != module).collect()
    }

    /// The path from the root of the crate; `None` if it leads to another crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Vec<String>> {
        let supers = path.iter().take_while(|part| *part == "super").count();
        let (mut base, rest) = match path[0].as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (module.clone(), &path[1..]),
            "super" => (module[..module.len() - supers].to_vec(), &path[supers..]),
            // Generated code comes in through the root.
            _ => (module.clone(), path),
        };
        base.extend(rest.iter().map(|part| if part == "__private" { "generated" } else { part }.to_owned()));
        let is_named = matches!(path[0].as_str(), "crate" | "self" | "super");
        let is_child = self.0.contains_key(&[module.as_slice(), &path[..1]].concat());
        (is_named || is_child || self.alias(module, &path[0]).is_some()).then_some(base)
    }

    /// The path of `name`, if `module` imports it.
    fn alias(&self, module: &Module, name: &str) -> Option<&Vec<String>> {
        // `use quote::quote;` is of another crate, and `use name;` behind a macro is no import.
        let is_import = |path: &[String]| path[0] != name;
        let uses = &self.0.get(module)?.uses;
        uses.iter().find(|(local, path, _)| local == name && is_import(path)).map(|(_, path, _)| path)
    }

    /// The file that defines what the path names.
    fn defining(&self, module: &Module, path: &[String], depth: usize) -> Option<Module> {
        assert!(depth < 20, "{path:?} leads to itself");
        let path = self.absolute(module, path)?;
        let mut at = Vec::new();
        for (index, part) in path.iter().enumerate() {
            let child = [at.as_slice(), std::slice::from_ref(part)].concat();
            if self.0.contains_key(&child) {
                at = child;
            } else if let Some(alias) = self.alias(&at, part) {
                let full_path = [alias.as_slice(), &path[index + 1..]].concat();
                return self.defining(&at, &full_path, depth + 1);
            } else {
                break;
            }
        }
        Some(at)
    }
}

/// Files that use each other, directly or through others: each group of more than one.
pub(crate) fn circles(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<BTreeSet<Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> = arrows
        .keys()
        .map(|start| {
            let (mut visited, mut next) = (BTreeSet::new(), vec![start]);
            while let Some(module) = next.pop() {
                next.extend(arrows.get(module).into_iter().flatten().filter(|target| visited.insert(*target)));
            }
            (start, visited)
        })
        .collect();
    let circle = |module: &Module| {
        let mates =
            reached[module].iter().filter(|other| reached.get(**other).is_some_and(|back| back.contains(module)));
        mates.map(|other| (*other).clone()).collect::<BTreeSet<_>>()
    };
    arrows.keys().map(circle).filter(|circle| circle.len() > 1).collect()
}

fn is_test(path: &str) -> bool {
    path.split('/').any(|part| part == "tests")
}

fn module(path: &str) -> Module {
    let parts = path.split('/').filter(|part| !matches!(*part, "mod" | "lib"));
    parts.map(str::to_owned).collect()
}

impl Names {
    fn read(&mut self, tokens: &[TokenTree]) {
        let mut at = 0;
        while at < tokens.len() {
            if is_attribute_of_tests(&tokens[at..]) {
                let ends = |token: &TokenTree| is(token, ";") || is_braces(token);
                at += tokens[at..].iter().position(ends).map_or(tokens.len(), |end| end + 1);
                continue;
            }
            // A visibility uses nothing, and what is quoted is another crate's code.
            let is_other = match &tokens[at..] {
                [TokenTree::Ident(word), TokenTree::Group(_), ..] => *word == "pub",
                [TokenTree::Ident(word), sign, TokenTree::Group(_), ..] => *word == "quote" && is(sign, "!"),
                _ => false,
            };
            if is_other {
                at += if is(&tokens[at + 1], "!") { 3 } else { 2 };
                continue;
            }
            match &tokens[at] {
                TokenTree::Ident(word) if *word == "use" => {
                    let end = at + tokens[at..].iter().position(|token| is(token, ";")).unwrap_or(tokens.len() - at);
                    let is_public = at > 0 && tokens[..at].iter().rev().take(2).any(|token| is(token, "pub"));
                    self.read_use(&tokens[at + 1..end], &[], is_public);
                    at = end;
                }
                TokenTree::Ident(word) => {
                    let is_beginning = at < 2 || !is(&tokens[at - 1], ":") || !is(&tokens[at - 2], ":");
                    self.words.insert(word.to_string());
                    let path = path(&tokens[at..]);
                    if is_beginning && path.len() > 1 {
                        self.paths.push(path);
                    }
                }
                TokenTree::Group(group) => self.read(&group.stream().into_iter().collect::<Vec<_>>()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            at += 1;
        }
    }

    fn read_use(&mut self, tokens: &[TokenTree], before: &[String], is_public: bool) {
        let mut path = before.to_vec();
        let mut name = None;
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Ident(word) if *word == "as" => {
                    name = tokens.get(at + 1).map(ToString::to_string);
                    break;
                }
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(group) => {
                    let inner: Vec<_> = group.stream().into_iter().collect();
                    let parts = inner.split(|token| is(token, ",")).filter(|part| !part.is_empty());
                    parts.for_each(|part| self.read_use(part, &path, is_public));
                    return;
                }
                token if is(token, "*") => name = Some("*".to_owned()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let name = name.or_else(|| path.last().cloned()).unwrap();
        self.uses.push((name, path, is_public));
    }
}

/// The names of the path that begins here.
fn path(tokens: &[TokenTree]) -> Vec<String> {
    let mut names = vec![tokens[0].to_string()];
    for part in tokens[1..].chunks(3) {
        match part {
            [first, second, TokenTree::Ident(name)] if is(first, ":") && is(second, ":") => {
                names.push(name.to_string());
            }
            _ => break,
        }
    }
    names
}

/// `#[cfg(test)]`, or with more conditions.
fn is_attribute_of_tests(tokens: &[TokenTree]) -> bool {
    let [sign, TokenTree::Group(group), ..] = tokens else { return false };
    let text = group.stream().to_string().replace(' ', "");
    is(sign, "#") && (text == "cfg(test)" || text.starts_with("cfg(all(test,"))
}

fn is(token: &TokenTree, text: &str) -> bool {
    !matches!(token, TokenTree::Group(_)) && token.to_string() == text
}

fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}
