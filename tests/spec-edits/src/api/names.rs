//! Types and names as text.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

/// Tokens as people write them: `Option<Vec<rt::xsd::Date>>`.
pub(super) fn text(tokens: impl ToTokens) -> String {
    let mut text = String::new();
    push(&mut text, tokens.into_token_stream());
    text
}

fn push(text: &mut String, tokens: TokenStream) {
    let mut after_word = false;
    for token in tokens {
        let is_word = matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_));
        if is_word && after_word {
            text.push(' ');
        }
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                push(text, group.stream());
                text.push_str(close);
            }
            TokenTree::Punct(punct) if punct.as_char() == ',' => text.push_str(", "),
            TokenTree::Punct(punct) => text.push(punct.as_char()),
            word => text.push_str(&word.to_string()),
        }
        after_word = is_word;
    }
}

/// The argument with which a caller sets a field of that type: of an array any sequence, which an option of one is not. `None` where no one
/// type will do.
pub(super) fn argument(field: &str) -> Option<String> {
    let mut argument = field.to_owned();
    while let Some(at) = argument.find("Option<Vec<") {
        let close = closing(&argument, at + "Option".len())?;
        argument.remove(close);
        argument.replace_range(at..at + "Option<".len(), "");
    }
    (!argument.contains("Box<")).then_some(argument)
}

/// Where the angle bracket that opens at `open` is closed.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices().skip_while(|(at, _)| *at < open) {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
