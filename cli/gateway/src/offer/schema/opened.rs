//! Arrays and objects that callers write as the texts of their JSON: agents and scripts do.

use asmx_runtime::json;
use serde_json::Value as Json;

use super::fit::takes;
use super::rules::{Id, Known, Rule, Rules, TYPE};

impl Rules {
    /// Puts arrays and objects in the place of their texts, where the schema has an array or an object and no text. Texts within these stay.
    pub(crate) fn open_texts(&self, value: &mut Json) {
        self.open(self.root(), value);
    }

    fn open(&self, id: Id, value: &mut Json) {
        if let Some(text) = value.as_str() {
            let is_misfit = !takes(self, id, value);
            if is_misfit
                && let Some(inner) = json::array_or_object(text)
                && takes(self, id, &inner)
            {
                *value = inner;
            }
            return;
        }
        match (self.get(id), value) {
            (Some(Rule::With(id, _)), value) => self.open(*id, value),
            (Some(Rule::OneOf(alternatives)), value) => {
                let mut candidates = alternatives.iter().filter(|id| takes(self, **id, value));
                if let (Some(only), None) = (candidates.next(), candidates.next()) {
                    self.open(*only, value);
                }
            }
            (Some(Rule::Family(family)), value) => {
                let rule = match value.get(TYPE).filter(|name| !name.is_null()) {
                    Some(name) => self.member(family, name),
                    None => family.declared,
                };
                if let Some(rule) = rule {
                    self.open(rule, value);
                }
            }
            (Some(Rule::Plain(plain)), Json::Array(items)) => {
                if let Some(rule) = plain.items {
                    for item in items {
                        self.open(rule, item);
                    }
                }
            }
            (Some(Rule::Plain(plain)), Json::Object(members)) => {
                let Some(known) = &plain.members else { return };
                for (name, value) in members {
                    if let Known::Fit(rule) = known.known(name) {
                        self.open(rule, value);
                    }
                }
            }
            _ => {}
        }
    }
}
