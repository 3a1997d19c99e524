//! Parameters from options: `--order.items.0.name VALUE` becomes JSON by the names of the descriptors.

use std::io::Read as _;

use asmx_codegen::diagnostic::similar;
use asmx_gateway::{json_of_text, text_of};
use asmx_types::display::shown_line;
use asmx_types::outline::key;
use asmx_types::{ArrayType, Content, Member, Place, Role, Scalar, Structure, Type};
use base64::Engine as _;
use heck::ToKebabCase as _;
use serde_json::{Map, Value as Json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    CommandLine,
    Profile,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    /// An unknown name at this path, with the names of parameters or members that it may mean.
    Unknown {
        name: String,
        similar: Vec<String>,
    },
    Other(String),
}

/// Sets the value at a path, such as `order.items.0.name`. Names are those of the document, or these in kebab case. A leading dot is left
/// out, so that a parameter may have the name of an option.
pub(super) fn set(
    object: &mut Map<String, Json>,
    members: &[&'static Member],
    path: &str,
    value: &str,
    source: Source,
) -> Result<(), Mistake> {
    let segments: Vec<&str> = path.strip_prefix('.').unwrap_or(path).split('.').collect();
    Setting { path, value, source }.member(object, members, &segments)
}

/// Adds the members of one object to another, whose values give way.
pub(super) fn merge(object: &mut Map<String, Json>, more: Map<String, Json>) {
    for (name, value) in more {
        match (object.get_mut(&name), value) {
            (Some(Json::Object(present)), Json::Object(value)) => merge(present, value),
            (_, value) => {
                object.insert(name, value);
            }
        }
    }
}

/// The members of a list, with the alternatives of a choice in its place.
pub(in crate::cli) fn flat<'a>(members: impl IntoIterator<Item = &'static Member> + 'a) -> Vec<&'static Member> {
    let mut flattened = Vec::new();
    for member in members {
        match member.place {
            Place::Choice(alternatives) if !member.repeated => flattened.extend(flat(alternatives)),
            _ => flattened.push(member),
        }
    }
    flattened
}

/// The members that a value of the structure may have, those of derived structures included.
pub(in crate::cli) fn members_of(structure: &'static Structure) -> Vec<&'static Member> {
    let derived = structure.derived().iter().flat_map(|derived| derived.members());
    flat(structure.members().iter().chain(derived))
}

pub(in crate::cli) fn is_secret(member: &Member) -> bool {
    member.secret || member.role.is_some_and(Role::is_secret)
}

/// The member of that name: the name in the document, then in kebab case, then in any case.
pub(super) fn named(members: &[&'static Member], name: &str) -> Option<&'static Member> {
    let find = |is_it: &dyn Fn(&Member) -> bool| members.iter().copied().find(|member| is_it(member));
    find(&|member| member.name == name && !name.is_empty() || key(member) == name || member.part == Some(name))
        .or_else(|| find(&|member| member.name.to_kebab_case() == name && !name.is_empty()))
        .or_else(|| find(&|member| member.name.eq_ignore_ascii_case(name) && !name.is_empty()))
}

struct Setting<'a> {
    path: &'a str,
    value: &'a str,
    source: Source,
}

impl Setting<'_> {
    fn member(
        &self,
        object: &mut Map<String, Json>,
        members: &[&'static Member],
        path: &[&str],
    ) -> Result<(), Mistake> {
        let Some(first) = path.first() else { return Err(self.mistake("needs the name of a member")) };
        // `$type` and other keys that no descriptor has.
        if first.starts_with('$') && path.len() == 1 {
            let before = object.insert((*first).to_owned(), self.value.into());
            return before.map_or(Ok(()), |_| Err(self.repeated()));
        }
        // A name may contain dots.
        let found = (1..=path.len()).rev().find_map(|count| {
            let (name, rest) = path.split_at_checked(count)?;
            Some((named(members, &name.join("."))?, rest))
        });
        let Some((member, rest)) = found else {
            // Proposed in the form in which the name was written: that of the document, or kebab case.
            let is_of_document = first.contains(char::is_uppercase);
            let name = |member: &&Member| {
                if is_of_document { member.name.to_owned() } else { member.name.to_kebab_case() }
            };
            let names: Vec<String> = members.iter().map(name).filter(|name| !name.is_empty()).collect();
            let similar = similar(first, names.iter().map(String::as_str)).into_iter().map(str::to_owned).collect();
            return Err(Mistake::Unknown { name: (*first).to_owned(), similar });
        };
        if self.source == Source::CommandLine && is_secret(member) {
            return Err(self.mistake(
                "is a secret, and arguments are visible to others in lists of processes and in the history of the shell: put it into a \
                 profile (`--profile`), or into the JSON of `--params`",
            ));
        }
        let slot = object.entry(key(member).into_owned()).or_insert(Json::Null);
        match (member.place, member.repeated) {
            (Place::Choice(alternatives), _) => self.items(slot, Items::Alternatives(alternatives), rest),
            (Place::AnyElements, _) => self.items(slot, Items::Of(Type::STRING, None), rest),
            (_, true) => self.items(slot, Items::Of(member.kind, member.content), rest),
            _ => self.set_value(slot, member.kind, member.content, rest),
        }
    }

    /// A text that is JSON is its value in the place of such a string.
    fn set_value(&self, slot: &mut Json, kind: Type, content: Option<Content>, rest: &[&str]) -> Result<(), Mistake> {
        self.put(slot, kind, rest)?;
        if let (Some(Content::Json), Json::String(text)) = (content, &*slot) {
            *slot = json_of_text(kind, content, text);
        }
        Ok(())
    }

    fn put(&self, slot: &mut Json, kind: Type, rest: &[&str]) -> Result<(), Mistake> {
        match (kind, rest) {
            (Type::Array(array), rest) => self.items(slot, Items::of(array), rest),
            (_, []) => {
                *slot = match (std::mem::take(slot), self.read(kind)?) {
                    (Json::Null, value) => value,
                    (before, value) if is_list(kind) => words(before).chain(words(value)).collect(),
                    _ => return Err(self.repeated()),
                };
                Ok(())
            }
            (Type::Structure(structure), rest) => self.member(self.object(slot)?, &members_of(structure), rest),
            (_, [name, ..]) => {
                Err(self.mistake(&format!("goes too deep: `{}` is below a simple value", shown_line(name))))
            }
        }
    }

    fn items(&self, slot: &mut Json, items: Items, rest: &[&str]) -> Result<(), Mistake> {
        if slot.is_null() {
            *slot = Json::Array(Vec::new());
        }
        let Json::Array(array) = slot else { return Err(self.mistake("is an array, and was given as another value")) };
        let Some((first, rest)) = rest.split_first() else {
            if self.value.starts_with('[') {
                let Json::Array(more) = self.json()? else { return Err(self.mistake("is an array")) };
                array.extend(more);
                return Ok(());
            }
            let mut item = Json::Null;
            self.item(&mut item, items, &[])?;
            array.push(item);
            return Ok(());
        };
        let Ok(index) = first.parse::<usize>() else {
            let message =
                format!("is in an array: write the number of the item before `{}`, such as `0`", shown_line(first));
            return Err(self.mistake(&message));
        };
        if index == array.len() {
            array.push(Json::Null);
        }
        match array.get_mut(index) {
            Some(item) => self.item(item, items, rest),
            None => Err(self.mistake("leaves items out: they are counted from 0, in order")),
        }
    }

    fn item(&self, item: &mut Json, items: Items, rest: &[&str]) -> Result<(), Mistake> {
        match items {
            Items::Of(kind, content) => self.set_value(item, kind, content, rest),
            Items::Alternatives(_) if rest.is_empty() => {
                let before = std::mem::replace(item, self.json()?);
                if before.is_null() { Ok(()) } else { Err(self.repeated()) }
            }
            Items::Alternatives(alternatives) => self.member(self.object(item)?, &flat(alternatives), rest),
        }
    }

    fn object<'j>(&self, slot: &'j mut Json) -> Result<&'j mut Map<String, Json>, Mistake> {
        if slot.is_null() {
            *slot = Json::Object(Map::new());
        }
        slot.as_object_mut().ok_or_else(|| self.mistake("is an object, and was given as another value"))
    }

    /// The value for a type. Texts stay texts: the reader of parameters takes them for numbers, too.
    fn read(&self, kind: Type) -> Result<Json, Mistake> {
        let looks_like_json = self.value.starts_with(['{', '[']);
        match kind {
            Type::Structure(structure) => {
                let is_inline = self.source == Source::CommandLine && !self.value.starts_with('@');
                if is_inline && members_of(structure).into_iter().any(is_secret) {
                    return Err(self.mistake("has secret members: put the JSON into a file, and give `@FILE`"));
                }
                self.json()
            }
            Type::Any | Type::Xml(_) | Type::DataSet(_) if looks_like_json => self.json(),
            kind if is_list(kind) && looks_like_json => self.json(),
            Type::Scalar(Scalar::Base64Binary) if self.file().is_some() => {
                Ok(base64::engine::general_purpose::STANDARD.encode(self.bytes()?).into())
            }
            kind => Ok(json_of_text(kind, None, &self.text()?)),
        }
    }

    fn json(&self) -> Result<Json, Mistake> {
        asmx_gateway::read_json(self.text()?.as_bytes()).map_err(|error| {
            let why = if error.is_data() {
                "has a name twice in an object"
            } else {
                "takes JSON, and the value is not valid JSON"
            };
            self.mistake(&format!("{why} (line {}, column {})", error.line(), error.column()))
        })
    }

    fn file(&self) -> Option<&str> {
        self.value.strip_prefix('@').filter(|file| !file.starts_with('@') && self.source == Source::CommandLine)
    }

    fn bytes(&self) -> Result<Vec<u8>, Mistake> {
        let Some(file) = self.file() else {
            let text = if self.source == Source::CommandLine { self.value.strip_prefix('@') } else { None };
            return Ok(text.unwrap_or(self.value).as_bytes().to_vec());
        };
        let read = if file == "-" {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            std::fs::read(file)
        };
        read.map_err(|error| self.mistake(&format!("cannot read {}: {error}", shown_line(file))))
    }

    fn text(&self) -> Result<String, Mistake> {
        let bytes = self.bytes()?;
        if self.file().is_none() {
            return String::from_utf8(bytes).map_err(|_| self.mistake("takes text"));
        }
        text_of(bytes).map_err(|error| self.mistake(&format!("takes text, and the file has none: {error}")))
    }

    fn repeated(&self) -> Mistake {
        self.mistake("has a value already, and takes one")
    }

    fn mistake(&self, problem: &str) -> Mistake {
        Mistake::Other(format!("`--{}` {problem}", shown_line(self.path)))
    }
}

/// Whether a value holds several words: a list, or a set of flags.
const fn is_list(kind: Type) -> bool {
    match kind {
        Type::List(_) => true,
        Type::Enumeration(enumeration) => enumeration.flags,
        _ => false,
    }
}

fn words(value: Json) -> impl Iterator<Item = Json> {
    let words: Vec<Json> = match value {
        Json::String(text) => text.split_ascii_whitespace().map(Json::from).collect(),
        Json::Array(items) => items,
        other => vec![other],
    };
    words.into_iter()
}

#[derive(Clone, Copy)]
enum Items {
    Of(Type, Option<Content>),
    Alternatives(&'static [Member]),
}

impl Items {
    const fn of(array: &ArrayType) -> Self {
        if array.alternatives.is_empty() { Self::Of(array.item, None) } else { Self::Alternatives(array.alternatives) }
    }
}
