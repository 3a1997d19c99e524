//! The options that state effects of operations: `--reads`, `--writes`, `--sends`.

use asmx_import::EffectPatterns;
use asmx_types::Effect;
use asmx_types::display::shown_line;
use clap::{ArgMatches, Command};

/// Options of each effect.
#[derive(clap::Args)]
struct Options {
    /// Take the operations that match for reads: they change nothing. `*` is any text, `?` any character. Repeatable; of several patterns the last
    /// counts
    #[arg(long, value_name = "PATTERN")]
    reads: Vec<String>,
    /// Take the operations that match for writes: they change data
    #[arg(long, value_name = "PATTERN")]
    writes: Vec<String>,
    /// Take the operations that match for sends: they send messages to people
    #[arg(long, value_name = "PATTERN")]
    sends: Vec<String>,
}

/// The options and their effects.
const OPTIONS: [(&str, Effect); 3] = [("reads", Effect::Read), ("writes", Effect::Write), ("sends", Effect::Send)];

/// The patterns of all three options, in the order of the command line.
#[derive(Debug, Clone, Default)]
pub(super) struct Effects {
    pub(super) patterns: EffectPatterns,
}

impl Effects {
    /// A line for each operation that options of different effects name.
    pub(super) fn notes<'n>(&self, operations: impl IntoIterator<Item = &'n str>) -> Vec<String> {
        let contested = self.patterns.contested(operations);
        let note = |contested: &asmx_import::Contested| {
            let options = contested.patterns.iter().map(|(pattern, effect)| format!("`{}`", option(pattern, *effect)));
            let options: Vec<String> = options.collect();
            format!(
                "note: {} is a {}: {} name it, and the last counts",
                shown_line(&contested.operation),
                contested.effect.name(),
                options.join(", ")
            )
        };
        contested.iter().map(note).collect()
    }
}

/// `--reads 'Get*' --reads 'List*'`, for a report; `--writes PATTERN` without patterns.
pub(super) fn words(effect: Effect, patterns: &[String]) -> String {
    if patterns.is_empty() {
        return format!("`{}`", option("PATTERN", effect));
    }
    let options: Vec<String> = patterns.iter().map(|pattern| option(&format!("'{pattern}'"), effect)).collect();
    format!("`{}`", options.join(" "))
}

/// `--reads Get*`, as it was written.
fn option(pattern: &str, effect: Effect) -> String {
    let name = OPTIONS.iter().find(|(_, known)| *known == effect).map_or("", |(name, _)| name);
    format!("--{name} {}", shown_line(pattern))
}

impl clap::Args for Effects {
    fn augment_args(command: Command) -> Command {
        Options::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Options::augment_args_for_update(command)
    }
}

impl clap::FromArgMatches for Effects {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut all = Vec::new();
        for (option, effect) in OPTIONS {
            let indices = matches.indices_of(option).into_iter().flatten();
            let values = matches.get_many::<String>(option).into_iter().flatten();
            all.extend(indices.zip(values).map(|(index, value)| (index, effect, value.clone())));
        }
        all.sort_by_key(|(index, ..)| *index);
        let patterns = all
            .into_iter()
            .fold(EffectPatterns::default(), |patterns, (_, effect, pattern)| patterns.with(effect, [pattern]));
        Ok(Self { patterns })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
