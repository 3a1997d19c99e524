//! Parts the arguments of `asmx call` into the command's own and the parameters of the operation, whose names clap cannot know.

use std::ffi::{OsStr, OsString};

/// A parameter on the command line: the name without its dashes, and the value if there is one.
pub(in crate::cli) type Parameter = (String, Option<String>);

/// The arguments of a command line.
pub(in crate::cli) struct Split {
    /// For clap.
    pub(in crate::cli) own: Vec<OsString>,
    pub(in crate::cli) parameters: Parameters,
}

/// The words that name the operation, or may do so.
#[derive(Default)]
pub(in crate::cli) struct Parameters {
    pub(super) entries: Vec<Parameter>,
    /// The options whose value is not UTF-8.
    pub(super) not_utf8: Vec<String>,
    /// The command's own options behind OPERATION, where a parameter may have the same name.
    pub(super) options_behind: Vec<String>,
}

/// Whether options of the command may be parameters of an operation.
pub(in crate::cli) fn takes_parameters(command: &OsStr) -> bool {
    command == "call" || command == "export"
}

/// `asmx call`, and then DOCUMENT and OPERATION.
const BEFORE_PARAMETERS: usize = 4;

/// Takes the parameters out of the arguments of the command. `--` ends them.
pub(in crate::cli) fn split(all: Vec<OsString>, command: &clap::Command) -> Split {
    let (mut own, mut parameters) = (Vec::new(), Parameters::default());
    let mut positions = 0;
    let mut rest = all.into_iter().peekable();
    while let Some(argument) = rest.next() {
        if let Some(name) = option_that_is_not_utf8(&argument).filter(|name| !is_own(command, name)) {
            parameters.not_utf8.push(name);
            continue;
        }
        let text = argument.to_str().unwrap_or_default();
        let Some(option) = text.strip_prefix("--") else {
            let letters = text.strip_prefix('-').filter(|letters| !letters.is_empty());
            positions += usize::from(letters.is_none());
            let takes_next = letters.is_some_and(|letters| letters_take_next(command, letters));
            own.push(argument);
            own.extend(if takes_next { rest.next() } else { None });
            continue;
        };
        if option.is_empty() {
            own.push(argument);
            own.extend(rest.by_ref());
            break;
        }
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (option.to_owned(), None),
        };
        if is_own(command, &name) {
            // The value may look like a parameter.
            let takes_next = value.is_none() && takes_value(command, &name);
            own.push(argument);
            own.extend(if takes_next { rest.next() } else { None });
            if positions >= BEFORE_PARAMETERS {
                parameters.options_behind.push(name);
            }
            continue;
        }
        let is_value = |next: &OsString| !next.to_string_lossy().starts_with("--");
        let next = if value.is_none() { rest.next_if(is_value) } else { None };
        match next.map(OsString::into_string).transpose() {
            Ok(next) => parameters.entries.push((name, value.or(next))),
            Err(_) => parameters.not_utf8.push(name),
        }
    }
    Split { own, parameters }
}

/// The name of an option with a value that is not UTF-8: `--name=VALUE`.
fn option_that_is_not_utf8(argument: &OsStr) -> Option<String> {
    let text = argument.to_str().is_none().then(|| argument.to_string_lossy())?;
    let (name, _) = text.strip_prefix("--")?.split_once('=')?;
    (!name.contains(char::REPLACEMENT_CHARACTER)).then(|| name.to_owned())
}

/// The long names of the command's own options.
pub(in crate::cli) fn own_names(command: &clap::Command) -> impl Iterator<Item = &str> {
    let aliases = command.get_arguments().flat_map(|argument| argument.get_visible_aliases().unwrap_or_default());
    command.get_arguments().filter_map(clap::Arg::get_long).chain(aliases).chain(["help"])
}

fn is_own(command: &clap::Command, name: &str) -> bool {
    own_names(command).any(|own| own == name)
}

fn takes_value(command: &clap::Command, name: &str) -> bool {
    let is_it = |argument: &&clap::Arg| {
        argument.get_long() == Some(name)
            || argument.get_visible_aliases().is_some_and(|aliases| aliases.contains(&name))
    };
    command.get_arguments().find(is_it).is_some_and(takes_next)
}

fn takes_next(argument: &clap::Arg) -> bool {
    argument.get_action().takes_values() && !argument.is_require_equals_set()
}

/// Whether the value of short options, such as `-vo FILE`, is the next argument: in `-oFILE` it is not.
fn letters_take_next(command: &clap::Command, letters: &str) -> bool {
    let mut letters = letters.chars();
    let takes = |letter: char| {
        command.get_arguments().any(|argument| argument.get_short() == Some(letter) && takes_next(argument))
    };
    letters.any(takes) && letters.next().is_none()
}
