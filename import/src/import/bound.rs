//! Finds the operation of the port type for each operation of a binding.

use std::collections::HashMap;

use asmx_codegen::diagnostic::{Code, quoted};

use super::element::Element;
use super::problems::Problems;
use super::vocabulary::WSDL;

const MOST_OVERLOADS: usize = 256;

#[derive(Clone, Copy)]
struct Named<'a> {
    operation: Element<'a>,
    input: Option<&'a str>,
    output: Option<&'a str>,
}

impl<'a> Named<'a> {
    fn of(operation: Element<'a>) -> Self {
        let name = |message| operation.first(WSDL, message).and_then(|message| message.word("name"));
        Self { operation, input: name("input"), output: name("output") }
    }
}

pub(super) fn pairs<'a>(
    binding: Element<'a>,
    port_type: Element<'a>,
    problems: &Problems,
) -> Vec<(Element<'a>, Element<'a>)> {
    let offers = offers(port_type, problems);
    let bound: Vec<(&str, Named<'a>)> = binding
        .all(WSDL, "operation")
        .map(|operation| (operation.word("name").unwrap_or_default(), Named::of(operation)))
        .collect();
    // How many of each name name no message, and how many of those have been paired.
    let mut nameless: HashMap<&str, (usize, usize)> = HashMap::new();
    for (name, _) in bound.iter().filter(|(_, bound)| bound.input.is_none()) {
        nameless.entry(name).or_default().0 += 1;
    }
    let mut pairs = Vec::new();
    for (name, bound) in bound {
        let place = match (bound.input, nameless.get_mut(name)) {
            (None, Some((count, paired))) => {
                *paired += 1;
                Some((*count, *paired - 1))
            }
            _ => None,
        };
        match offers.get(name).and_then(|offers| offered(bound, offers, place)) {
            Some(operation) => pairs.push((bound.operation, operation)),
            None => problems.tell(
                (Code::UnknownPortOperation, bound.operation.place_of("name")),
                format!("the port type has no operation {}", quoted(name)),
                (
                    "left out",
                    "a binding names operations of its port type, overloads by the names of input and output too",
                ),
            ),
        }
    }
    pairs
}

fn offers<'a>(port_type: Element<'a>, problems: &Problems) -> HashMap<&'a str, Vec<Named<'a>>> {
    let mut offers: HashMap<&str, Vec<Named<'a>>> = HashMap::new();
    for operation in port_type.all(WSDL, "operation") {
        let Some(name) = operation.word("name") else {
            problems.tell(
                (Code::MissingName, operation.place()),
                "an operation without a name",
                ("left out", "give it a `name`"),
            );
            continue;
        };
        let alike = offers.entry(name).or_default();
        if alike.len() < MOST_OVERLOADS {
            alike.push(Named::of(operation));
        } else {
            problems.tell(
                (Code::DefinitionTooDeep, operation.place_of("name")),
                format!("more than {MOST_OVERLOADS} operations {}", quoted(name)),
                ("left out", "give them names of their own"),
            );
        }
    }
    offers
}

/// The operation that one of a binding means: of several with its name the one whose messages are called alike. Where `place` says how
/// many of the binding name no message and which of them this is, it is the one at the same place.
fn offered<'a>(bound: Named<'a>, offers: &[Named<'a>], place: Option<(usize, usize)>) -> Option<Element<'a>> {
    if let [one] = offers {
        return Some(one.operation);
    }
    let alike = || offers.iter().filter(|offer| offer.input == bound.input);
    let found = match place {
        Some((count, place)) if alike().count() < count => offers.get(place),
        Some((_, place)) => alike().nth(place),
        None => alike().find(|offer| offer.output == bound.output).or_else(|| alike().next()),
    };
    found.map(|found| found.operation)
}
