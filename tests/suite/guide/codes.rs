//! The pages of codes: a family each, made of the explanations that `asmx explain` prints.

use std::fmt::Write as _;

use asmx_review::explain::{self, Explanation, Family};

const FOLDER: &str = "reference/codes";

/// The page that lists the families.
pub const OVERVIEW: &str = "reference/codes/README.md";

pub fn pages() -> Vec<(String, String)> {
    let mut overview = "# Every code\n\nThe texts of `asmx explain`, by family.\n\n".to_owned();
    let mut pages = Vec::new();
    for family in Family::ALL {
        let name = format!("{}.md", family.title().to_lowercase().replace([' ', ','], "-").replace("--", "-"));
        let explanations: Vec<Explanation> =
            explain::all().filter(|explanation| explanation.family == *family).collect();
        assert!(!explanations.is_empty(), "{family:?}");
        writeln!(overview, "- [{}]({name})", family.title()).unwrap();
        pages.push((format!("{FOLDER}/{name}"), page(*family, &explanations)));
    }
    pages.push((OVERVIEW.to_owned(), overview));
    pages
}

/// The page of a family: a table, then each code with its examples.
fn page(family: Family, explanations: &[Explanation]) -> String {
    let mut page = format!("# {}\n\n{}\n\n", family.title(), family.introduction(&asmx::words::REVIEW));
    page.push_str("| code | meaning |\n|---|---|\n");
    for Explanation { code, summary, .. } in explanations {
        writeln!(page, "| [{code}](#{}) | {} |", code.to_lowercase(), summary.replace('|', "\\|")).unwrap();
    }
    for explanation in explanations {
        let Explanation { code, summary, text, .. } = explanation;
        write!(page, "\n## {code}\n\n**{summary}**\n\n{text}").unwrap();
    }
    page
}
