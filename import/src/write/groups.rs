//! Parameters that follow one another in several operations: they become a group.

use std::collections::{BTreeSet, HashMap};

use asmx_types::xml_name::is_name;

use super::keys::free;
use crate::model::{Member, Operation, Role};
use crate::names;

/// As many operations have a run at least.
const FEWEST_OPERATIONS: usize = 3;

/// As many parameters a run has.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=24;

/// Parameters that operations take together.
#[derive(Debug)]
pub struct Group<'a> {
    pub name: String,
    pub role: Option<&'static str>,
    pub members: &'a [Member],
}

/// What stands for one or more parameters of an operation.
#[derive(Debug, Clone, Copy)]
pub enum Entry<'a> {
    Param(&'a Member),
    /// The number of a group.
    Use(usize),
}

/// The groups, and what each operation takes. `can_share` tells of which operations parameters can stand in a group.
pub fn plan<'a>(
    operations: &'a [Operation],
    can_share: impl Fn(&Operation) -> bool,
) -> (Vec<Group<'a>>, Vec<Vec<Entry<'a>>>) {
    let mut numbers: HashMap<&Member, usize> = HashMap::new();
    let mut number = |member: &'a Member| {
        let next = numbers.len();
        *numbers.entry(member).or_insert(next)
    };
    let sequences: Vec<Vec<usize>> = operations
        .iter()
        .map(|operation| {
            let shared = if can_share(operation) { operation.parameters.as_slice() } else { &[] };
            shared.iter().map(&mut number).collect()
        })
        .collect();
    let chosen = choose(&sequences);
    let mut taken = BTreeSet::new();
    let mut groups = Vec::new();
    let mut starts: Vec<HashMap<usize, usize>> = vec![HashMap::new(); operations.len()];
    // In the order in which operations meet them.
    let mut runs: Vec<&Run> = chosen.iter().collect();
    runs.sort_by_key(|run| run.places.first().copied());
    for run in runs {
        let Some((operation, start)) = run.places.first().copied() else { continue };
        let Some(members) =
            operations.get(operation).and_then(|operation| operation.parameters.get(start..start + run.length))
        else {
            continue;
        };
        for (operation, start) in &run.places {
            if let Some(starts) = starts.get_mut(*operation) {
                starts.insert(*start, groups.len());
            }
        }
        let (name, role) = name(members, &mut taken);
        groups.push(Group { name, role, members });
    }
    let entries = operations.iter().zip(starts).map(|(operation, starts)| {
        let (mut entries, mut at) = (Vec::new(), 0);
        while let Some(member) = operation.parameters.get(at) {
            let group = starts.get(&at).and_then(|group| Some((*group, groups.get(*group)?)));
            if let Some((number, group)) = group {
                entries.push(Entry::Use(number));
                at += group.members.len();
            } else {
                entries.push(Entry::Param(member));
                at += 1;
            }
        }
        entries
    });
    let entries = entries.collect();
    (groups, entries)
}

/// Parameters that stand together in several operations.
struct Run {
    length: usize,
    /// Operations, and where in each it begins.
    places: Vec<(usize, usize)>,
}

/// Runs that do not overlap, those first that save the most.
fn choose(sequences: &[Vec<usize>]) -> Vec<Run> {
    let mut places: HashMap<&[usize], Vec<(usize, usize)>> = HashMap::new();
    for (operation, sequence) in sequences.iter().enumerate() {
        for length in LENGTHS {
            for (start, run) in sequence.windows(length).enumerate() {
                places.entry(run).or_default().push((operation, start));
            }
        }
    }
    let mut runs: Vec<Run> = places
        .into_iter()
        .filter(|(_, places)| places.len() >= FEWEST_OPERATIONS)
        .map(|(run, places)| Run { length: run.len(), places })
        .collect();
    runs.sort_by_key(|run| {
        let saved = run.places.len() * (run.length - 1);
        (std::cmp::Reverse((saved, run.length)), run.places.first().copied())
    });
    let mut is_taken: Vec<Vec<bool>> = sequences.iter().map(|sequence| vec![false; sequence.len()]).collect();
    runs.retain_mut(|run| {
        let length = run.length;
        run.places.retain(|(operation, start)| {
            let mine = is_taken.get(*operation).and_then(|taken| taken.get(*start..start + length));
            mine.is_some_and(|mine| !mine.contains(&true))
        });
        if run.places.len() < FEWEST_OPERATIONS {
            return false;
        }
        for (operation, start) in &run.places {
            if let Some(mine) = is_taken.get_mut(*operation).and_then(|taken| taken.get_mut(*start..start + length)) {
                mine.fill(true);
            }
        }
        true
    });
    runs
}

/// What a group is called: by what its parameters are together, or by the first and the last of them.
fn name(members: &[Member], taken: &mut BTreeSet<String>) -> (String, Option<&'static str>) {
    let has = |role: Role| members.iter().any(|member| member.role == Some(role));
    let all_have_roles = members.iter().all(|member| member.role.is_some());
    let by_role = [
        ("Credentials", "credentials", [Role::Username, Role::Password]),
        ("Delimiters", "delimited-text", [Role::RowDelimiter, Role::ColumnDelimiter]),
        ("DateRange", "date-range", [Role::BeginDate, Role::EndDate]),
    ];
    let found = by_role.into_iter().find(|(.., roles)| all_have_roles && roles.iter().all(|role| has(*role)));
    let (name, role) = if let Some((name, role, _)) = found {
        (name.to_owned(), Some(role))
    } else {
        let word = |member: Option<&Member>| member.and_then(|one| names::variant_name(&one.field)).unwrap_or_default();
        let joint = if members.len() == 2 { "And" } else { "To" };
        (format!("{}{joint}{}", word(members.first()), word(members.last())), None)
    };
    let is_free = is_name(&name) && taken.insert(name.clone());
    (if is_free { name } else { free(&name, taken) }, role)
}
