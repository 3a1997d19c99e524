//! Operations by words, the best first: words of names, of documentation and of parameters.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use asmx_types::Operation;
use asmx_types::near::similar;

use super::words::{are_synonyms, is_filler, words};

/// The most words of a question that count.
const MOST: usize = 32;
/// The weight of a word where it stands, the heaviest first. A word counts once.
const NAME: f32 = 3.0;
const FIRST_PARAGRAPH: f32 = 2.0;
const DOCUMENTATION: f32 = 1.0;
const PARAMETER: f32 = 1.0;
/// The weight of a word that only means the same, only begins the same, or is only spelt nearly the same.
const SYNONYM: f32 = 0.6;
const SAME_BEGINNING: f32 = 0.5;
const MISSPELT: f32 = 0.5;
/// The weight of a name all of whose words are asked for.
const WHOLE_NAME: f32 = 0.4;
/// The least beginning that two words of one family share, such as `medicine` and `medication`.
const BEGINNING: usize = 5;

/// The words of operations.
pub(super) struct Index {
    entries: Vec<Entry>,
    /// The number of operations that have a word.
    frequency: BTreeMap<String, usize>,
}

struct Entry {
    weights: HashMap<String, f32>,
    name: BTreeSet<String>,
}

/// An operation, and its text for people.
pub(super) struct Described<'a> {
    pub(super) operation: &'a Operation,
    pub(super) text: &'a str,
}

impl Index {
    pub(super) fn new<'a>(all: impl IntoIterator<Item = Described<'a>>) -> Self {
        let (mut entries, mut frequency) = (Vec::new(), BTreeMap::new());
        for described in all {
            let entry = Entry::new(&described);
            for word in entry.weights.keys() {
                *frequency.entry(word.clone()).or_default() += 1;
            }
            entries.push(entry);
        }
        Self { entries, frequency }
    }

    /// The numbers of the operations that have any of the words, the best first. Without words, all in their order.
    pub(super) fn find(&self, question: &str) -> Vec<usize> {
        let mut asked: Vec<String> = Vec::new();
        let (mut fillers, mut distinct) = (Vec::new(), HashSet::new());
        for word in words(question).filter(|word| distinct.insert(word.clone())).take(MOST) {
            if is_filler(&word) { fillers.push(word) } else { asked.push(word) }
        }
        let asked = if asked.is_empty() { fillers } else { asked };
        if asked.is_empty() {
            return (0..self.entries.len()).collect();
        }
        let meanings: Vec<Vec<(&str, f32)>> = asked.iter().map(|word| self.meanings(word)).collect();
        let scores = self.entries.iter().map(|entry| self.score(entry, &meanings));
        let mut found: Vec<(usize, f32)> = scores.enumerate().filter(|(_, score)| *score > 0.0).collect();
        found.sort_by(|(_, left), (_, right)| right.total_cmp(left));
        found.into_iter().map(|(number, _)| number).collect()
    }

    /// The words of operations that a word of a question may mean, with their weights.
    fn meanings(&self, word: &str) -> Vec<(&str, f32)> {
        let mut meanings: Vec<(&str, f32)> = Vec::new();
        for known in self.frequency.keys() {
            let weight = if known == word {
                1.0
            } else if are_synonyms(word, known) {
                SYNONYM
            } else if is_of_family(word, known) {
                SAME_BEGINNING
            } else {
                continue;
            };
            meanings.push((known, weight));
        }
        if meanings.is_empty() {
            let near = similar(word, self.frequency.keys().map(String::as_str));
            meanings.extend(near.into_iter().map(|known| (known, MISSPELT)));
        }
        meanings
    }

    fn score(&self, entry: &Entry, meanings: &[Vec<(&str, f32)>]) -> f32 {
        let mut named = BTreeSet::new();
        let mut score = 0.0;
        for meanings in meanings {
            let mut best = 0.0_f32;
            for (word, weight) in meanings {
                if let Some(of_entry) = entry.weights.get(*word) {
                    best = best.max(weight * of_entry * self.rarity(word));
                    if entry.name.contains(*word) {
                        named.insert(*word);
                    }
                }
            }
            score += best;
        }
        let rarity = |words: &mut dyn Iterator<Item = &str>| words.map(|word| self.rarity(word)).sum::<f32>();
        let all = rarity(&mut entry.name.iter().map(String::as_str));
        let share = if all > 0.0 { rarity(&mut named.into_iter()) / all } else { 0.0 };
        score * WHOLE_NAME.mul_add(share, 1.0)
    }

    /// A word that few operations have says more than one that many have.
    #[allow(clippy::cast_precision_loss, reason = "numbers of operations are small")]
    fn rarity(&self, word: &str) -> f32 {
        let with_it = self.frequency.get(word).copied().unwrap_or(1).max(1);
        (1.0 + self.entries.len() as f32 / with_it as f32).ln()
    }
}

impl Entry {
    fn new(described: &Described<'_>) -> Self {
        let name: BTreeSet<String> = words(described.operation.name).collect();
        let mut weights = HashMap::new();
        let mut add = |text: &str, weight: f32| {
            for word in words(text) {
                let known = weights.entry(word).or_insert(weight);
                *known = known.max(weight);
            }
        };
        add(described.operation.name, NAME);
        let (first, rest) = described.text.split_once("\n\n").unwrap_or((described.text, ""));
        add(first, FIRST_PARAGRAPH);
        add(rest, DOCUMENTATION);
        for parameter in described.operation.parameters {
            add(parameter.name, PARAMETER);
        }
        Self { weights, name }
    }
}

/// Whether two words begin with the same letters, for at least half of the longer one.
fn is_of_family(left: &str, right: &str) -> bool {
    let shared = left.chars().zip(right.chars()).take_while(|(first, second)| first == second).count();
    shared >= BEGINNING && shared * 2 >= left.chars().count().max(right.chars().count())
}
