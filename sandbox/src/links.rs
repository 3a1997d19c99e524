//! The links of a message: what recipients can click.

/// The most links of a message that are clicked.
const MOST: usize = 200;

/// Where the links of an HTML and a plain text lead: each once, those of the HTML first.
pub fn of(html: &str, text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let targets = in_html(html).chain(in_text(text));
    for target in targets {
        if found.len() >= MOST {
            break;
        }
        if !found.contains(&target) {
            found.push(target);
        }
    }
    found
}

fn is_web(target: &str) -> bool {
    let lower = target.get(..8).unwrap_or(target).to_ascii_lowercase();
    lower.starts_with("http://") || lower.starts_with("https://")
}

/// Values of `href` attributes, however they are quoted.
fn in_html(html: &str) -> impl Iterator<Item = String> {
    html.split("href").skip(1).filter_map(|rest| {
        let value = rest.trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|first| matches!(first, '"' | '\''));
        let target = match quote {
            Some(quote) => value.get(1..)?.split(quote).next()?,
            None => value.split(|letter: char| letter.is_whitespace() || letter == '>').next()?,
        };
        let target = target.trim();
        is_web(target).then(|| target.replace("&amp;", "&"))
    })
}

/// Words that are web addresses, without the punctuation after them.
fn in_text(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| letter.is_whitespace() || "<>\"".contains(letter));
    words
        .map(|word| word.trim_start_matches('(').trim_end_matches(['.', ',', ';', ':', '!', '?', ')']))
        .filter(|word| is_web(word))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in "(href|=|'|\"|http://|[a-zé<> ]){0,20}") {
            let found = of(&text, &text);
            prop_assert!(found.iter().all(|target| target.starts_with("http://")));
        }
    }

    #[test]
    fn links_in_order_and_once() {
        let html = "<a href='https://x.test/1'>1</a><A href = \"http://x.test/2\"><a href=http://x.test/3><a href='mailto:a@x.test'><a href=";
        let text = "see (http://x.test/2), http://x.test/4. é href";
        assert_eq!(of(html, text), ["https://x.test/1", "http://x.test/2", "http://x.test/3", "http://x.test/4"]);
    }
}
