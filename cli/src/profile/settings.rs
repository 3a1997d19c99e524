//! The settings of a table, each taken by its name and form.

use std::collections::BTreeMap;

use asmx_codegen::diagnostic::question;
use asmx_types::display::shown_line;
use toml::{Table, Value};

use super::entry::Entry;
use super::mistake::{Mistake, form};

pub(super) struct Settings {
    /// The setting that the table is the value of; `None` for a profile.
    name: Option<&'static str>,
    table: Table,
    known: Vec<&'static str>,
}

impl Settings {
    pub(super) const fn new(name: Option<&'static str>, table: Table) -> Self {
        Self { name, table, known: Vec::new() }
    }

    fn take(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        self.table.remove(name)
    }

    pub(super) fn entry(&mut self, name: &'static str) -> Result<Option<Entry>, Mistake> {
        let path = self.path(name);
        self.take(name).map(|value| Entry::of(&path, value)).transpose()
    }

    pub(super) fn text(&mut self, name: &'static str, example: &str) -> Result<Option<String>, Mistake> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(form(&self.path(name), "a text", &format!("\"{example}\""))),
        }
    }

    pub(super) fn flag(&mut self, name: &'static str) -> Result<bool, Mistake> {
        match self.take(name) {
            None => Ok(false),
            Some(Value::Boolean(flag)) => Ok(flag),
            Some(_) => Err(form(&self.path(name), "`true` or `false`, without quotes", "true")),
        }
    }

    pub(super) fn table(&mut self, name: &'static str, example: &str) -> Result<Option<Self>, Mistake> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Table(table)) => Ok(Some(Self::new(Some(name), table))),
            Some(_) => Err(form(&self.path(name), "a table", example)),
        }
    }

    /// A table whose names are the person's.
    pub(super) fn map<T>(
        &mut self,
        name: &'static str,
        example: &str,
        read: impl Fn(&str, Value) -> Result<T, Mistake>,
    ) -> Result<BTreeMap<String, T>, Mistake> {
        let table = self.table(name, example)?.map(|settings| settings.table).unwrap_or_default();
        let read = |(key, value): (String, Value)| {
            let value = read(&format!("{name}.{}", shown_line(&key)), value)?;
            Ok((key, value))
        };
        table.into_iter().map(read).collect()
    }

    /// Refuses what was not taken.
    pub(super) fn end(&self) -> Result<(), Mistake> {
        let Some(unknown) = self.table.keys().next() else { return Ok(()) };
        let advice = question(unknown, self.known.iter().copied())
            .unwrap_or_else(|| format!("the settings are {}", self.known.join(", ")));
        Err(Mistake::Setting(format!("there is no setting `{}`; {advice}", self.path(&shown_line(unknown)))))
    }

    pub(super) fn lacks(&self, name: &str, example: &str) -> Mistake {
        let table = self.name.unwrap_or_default();
        Mistake::Setting(format!("`{table}` needs `{name}`, such as `{table} = {example}`"))
    }

    fn path(&self, name: &str) -> String {
        self.name.map_or_else(|| name.to_owned(), |table| format!("{table}.{name}"))
    }
}
