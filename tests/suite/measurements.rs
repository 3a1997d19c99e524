//! The table of goals in `docs/MEASUREMENTS.md`: each has a command, is said to be met if it is, and is explained if it is missed.

use crate::documents::{files, read};

/// The number in front of a cell, and its unit.
fn number(cell: &str) -> (f64, &str) {
    let end = cell.find(|letter: char| letter != '.' && !letter.is_ascii_digit()).unwrap_or(cell.len());
    let (number, unit) = cell.split_at(end);
    (number.parse().unwrap_or_else(|_| panic!("`{cell}` begins with no number")), unit.trim())
}

/// Whether what was measured is as good as the goal.
fn is_met(goal: &str, measured: &str) -> bool {
    let (least, most) = (goal.strip_prefix("at least "), goal.strip_prefix("at most "));
    let (goal, unit) = number(least.or(most).unwrap_or_else(|| panic!("`{goal}` is no goal")));
    let (measured, other) = number(measured);
    assert_eq!(unit, other, "a goal and its figure have one unit");
    if least.is_some() { measured >= goal } else { measured <= goal }
}

/// Whether a bench has a part of this name.
fn has_part(bench: &str, part: &str) -> bool {
    let folder = format!("tests/benches/{bench}/");
    let mut sources = files(&["rs"]).into_iter().filter(|file| file.starts_with(&folder)).map(|file| read(&file));
    sources.any(|source| source.contains(&format!("fn {part}")) || source.contains(&format!("(\"{part}\"")))
}

#[test]
fn each_goal_has_a_command_and_each_missed_goal_a_paragraph() {
    assert!(is_met("at least 2.0", "2.0") && !is_met("at least 2.0", "1.9"));
    assert!(is_met("at most 10 ms", "9.5 ms") && !is_met("at most 10 ms", "11 ms"));
    let page = read("docs/MEASUREMENTS.md");
    let rows = page.lines().filter(|line| line.starts_with("| ")).skip(1);
    let (mut count, mut missed_goals) = (0, Vec::new());
    for row in rows {
        let cells: Vec<&str> = row.trim_matches(['|', ' ']).split(" | ").collect();
        let [measurement, goal, measured, command, date, verdict] = cells[..] else {
            panic!("six cells are due: {row}")
        };
        let expected = if is_met(goal, measured) { "yes" } else { "**no**" };
        assert_eq!(verdict, expected, "{measurement}: {measured}, and {goal} is the goal");
        assert!(date.len() == 10 && date.starts_with("20"), "{measurement}: `{date}` is no date");
        let words: Vec<&str> = command.trim_matches('`').split(' ').collect();
        if let ["cargo", "bench", "--bench", bench, "--", part] = words[..] {
            assert!(has_part(bench, part), "{measurement}: no bench does `{command}`");
        } else {
            assert!(command.contains("target/release/asmx"), "{measurement}: `{command}` runs no bench");
        }
        count += 1;
        missed_goals.extend((verdict != "yes").then_some(measurement));
    }
    assert!(count >= 20, "only {count} goals are in the table");
    let explained: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    assert_eq!(explained, missed_goals, "one paragraph for each missed goal, in the order of the table");
}
