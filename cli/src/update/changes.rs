//! The changes of an update, for people.

use std::collections::{HashMap, HashSet};
use std::fmt;

use asmx_codegen::elements::{Build as _, Element};
use asmx_import::write::layout::{self, WIDTH, attribute, attributes};
use asmx_types::display::shown_line;

use super::trees::{aligned, is_type};

/// The changes of an update. `Display` gives text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Changes {
    /// The service's name.
    pub service: String,
    /// In the order of the spec.
    pub all: Vec<Change>,
    /// Decisions for a person.
    pub to_review: Vec<String>,
}

/// A change of one item of the spec, or of several that changed equally.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The kind of item.
    pub item: Item,
    /// Names in the spec, one for each item that changed equally.
    pub names: Vec<String>,
    /// Whether it was added, changed or removed.
    pub outcome: Outcome,
    /// One short sentence per difference.
    pub details: Vec<String>,
    /// Lines that people may have written and that the new text no longer has.
    pub losses: Vec<String>,
}

/// Kinds of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Item {
    /// The service as a whole: path, namespace, documentation.
    Service,
    /// A port.
    Port,
    /// An area; it disappears with its last operation.
    Area,
    /// Common parameters.
    Common,
    /// A group of parameters; it disappears with its last user.
    Group,
    /// An operation.
    Operation,
    /// An enumeration, structure, typed DataSet or array.
    Type,
}

/// The direction of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Only the document has it.
    Added,
    /// The spec and the document have it.
    Changed,
    /// Only the spec had it.
    Removed,
}

pub(super) const NOT_IN_DOCUMENT: &str = "the document does not have it";

/// Lines about an item.
pub(super) type Lines = HashMap<(Item, String), Vec<String>>;

/// Names the common parameters and headers.
pub(super) const COMMON: &str = "parameters";

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Removed => "removed",
        })
    }
}

impl Item {
    /// The kind of a spec's element, by its tag.
    pub(super) fn of(tag: &str) -> Option<Self> {
        Some(match tag {
            "service" => Self::Service,
            "port" => Self::Port,
            "area" => Self::Area,
            "common" => Self::Common,
            "group" => Self::Group,
            "operation" => Self::Operation,
            tag => return is_type(tag).then_some(Self::Type),
        })
    }
}

impl Changes {
    /// Drops a change without content.
    pub(super) fn add(&mut self, change: Change) {
        let is_change = change.outcome != Outcome::Changed || !change.details.is_empty() || !change.losses.is_empty();
        if !is_change {
            return;
        }
        // Groups and bases bring the same change to many items; report it once.
        let is_edit = |one: &Change| one.outcome == Outcome::Changed && one.losses.is_empty();
        let equal = self.all.iter_mut().find(|known| {
            known.item == change.item && is_edit(known) && is_edit(&change) && known.details == change.details
        });
        match equal {
            Some(equal) => equal.names.extend(change.names),
            None => self.all.push(change),
        }
    }

    /// The number of items of that kind with that outcome.
    #[must_use]
    pub fn count(&self, item: Item, outcome: Outcome) -> usize {
        let all = self.all.iter().filter(|change| change.item == item && change.outcome == outcome);
        all.map(|change| change.names.len()).sum()
    }
}

/// In the order of a report.
pub(super) const TITLES: &[(Item, &str)] = &[
    (Item::Service, "Service"),
    (Item::Port, "Ports"),
    (Item::Area, "Areas"),
    (Item::Common, "Common parameters"),
    (Item::Group, "Groups"),
    (Item::Operation, "Operations"),
    (Item::Type, "Types"),
];

impl fmt::Display for Changes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let service = shown_line(&self.service);
        if self.all.is_empty() {
            writeln!(formatter, "{service}: nothing changed")?;
        } else {
            let counted = |item, outcome: Outcome| {
                Some(self.count(item, outcome)).filter(|count| *count > 0).map(|count| format!("{count} {outcome}"))
            };
            let of = |(item, what): (Item, &str)| {
                let all = [Outcome::Added, Outcome::Removed, Outcome::Changed].into_iter();
                let all: Vec<String> = all.filter_map(|outcome| counted(item, outcome)).collect();
                (!all.is_empty()).then(|| format!("{what}: {}", all.join(", ")))
            };
            let counts = [(Item::Operation, "operations"), (Item::Type, "types")].into_iter().filter_map(of);
            let counts: Vec<String> = counts.collect();
            let counts = if counts.is_empty() { "changed".to_owned() } else { counts.join("; ") };
            writeln!(formatter, "{service}: {counts}")?;
        }
        for (item, title) in TITLES {
            let mut of_item = self.all.iter().filter(|change| change.item == *item).peekable();
            if of_item.peek().is_some() {
                writeln!(formatter, "\n{title}")?;
            }
            of_item.try_for_each(|change| change.fmt(formatter))?;
        }
        if !self.to_review.is_empty() {
            writeln!(formatter, "\nTo review")?;
        }
        self.to_review.iter().try_for_each(|note| writeln!(formatter, "  {}", shown_line(note)))
    }
}

impl fmt::Display for Change {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = self.outcome;
        let mut line = format!("  {outcome}:");
        for (number, name) in self.names.iter().enumerate() {
            let comma = if number + 1 < self.names.len() { "," } else { "" };
            let name = format!(" {}{comma}", shown_line(name));
            if line.chars().count() + name.chars().count() > WIDTH {
                writeln!(formatter, "{line}")?;
                line = " ".repeat(" changed:".len() + 1);
            }
            line.push_str(&name);
        }
        writeln!(formatter, "{line}")?;
        for detail in &self.details {
            writeln!(formatter, "    {}", shown_line(detail))?;
        }
        if !self.losses.is_empty() {
            writeln!(formatter, "    removed with it:")?;
        }
        self.losses.iter().try_for_each(|line| writeln!(formatter, "      {}", shown_line(line)))
    }
}

/// The differences between two elements, one short sentence each.
pub(super) fn differences(old: &Element, new: &Element) -> Vec<String> {
    let mut all = Vec::new();
    for (name, value) in attributes(old) {
        match new.attribute(name) {
            Some(now) if now == value => {}
            Some(now) => all.push(format!("{}, was \"{value}\"", attribute(name, now))),
            None => all.push(format!("{} is gone", attribute(name, value))),
        }
    }
    let added = attributes(new).into_iter().filter(|(name, _)| old.attribute(name).is_none());
    all.extend(added.map(|(name, value)| format!("{} is new", attribute(name, value))));
    let parent = old;
    let (old, new): (Vec<&Element>, Vec<&Element>) = (old.elements().collect(), new.elements().collect());
    let partners = aligned(&old, &new);
    let paired: Vec<usize> = partners.iter().copied().flatten().collect();
    let is_paired: HashSet<usize> = paired.iter().copied().collect();
    for (_, element) in old.iter().enumerate().filter(|(number, _)| !is_paired.contains(number)) {
        all.push(format!("{} is gone", label(parent, element)));
    }
    for (element, partner) in new.iter().zip(&partners) {
        let name = label(parent, element);
        match partner.and_then(|number| old.get(number)) {
            None if element.name == "doc" => all.push(format!("{name} is new")),
            None => all.push(format!("{name} is new: {}", line(element))),
            Some(before) if before == element => {}
            Some(before) => all.extend(differences(before, element).into_iter().map(|one| format!("{name}: {one}"))),
        }
    }
    if !paired.is_sorted() {
        let names: Vec<&str> = new.iter().filter_map(|element| element.attribute("name")).collect();
        all.push(format!("the order is now {}", names.join(", ")));
    }
    all
}

fn label(parent: &Element, element: &Element) -> String {
    let what = match (element.name.as_str(), parent.name.as_str()) {
        ("param", "structure") => "member",
        ("param", "array" | "choice") => "alternative",
        ("param", _) => "parameter",
        ("doc", _) => "documentation",
        (name, _) => name,
    };
    match element.attribute("name") {
        Some(name) => format!("{what} {name}"),
        None => what.to_owned(),
    }
}

pub(super) fn line(element: &Element) -> String {
    // Documentation may have several paragraphs.
    let element = without(element, |one| one.name == "doc");
    layout::line(&element).unwrap_or_else(|| layout::fragment(&element, 0))
}

/// A copy without some of its children.
pub(super) fn without(element: &Element, is_excluded: impl Fn(&Element) -> bool) -> Element {
    let mut element = element.clone();
    element.children.retain(|child| !child.as_element().is_some_and(&is_excluded));
    element
}
