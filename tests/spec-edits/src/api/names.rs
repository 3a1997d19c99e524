//! Types and names as text.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

/// Tokens in the usual layout: `Option<Vec<rt::xsd::Date>>`.
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

/// The argument type of a setter: any sequence for an array, but not an option of one. `None` if several types are possible.
pub(super) fn argument(field: &str) -> Option<String> {
    let mut argument = field.to_owned();
    while let Some(at) = argument.find("Option<Vec<") {
        let close = closing(&argument, at + "Option".len())?;
        argument.remove(close);
        argument.replace_range(at..at + "Option<".len(), "");
    }
    (!argument.contains("Box<")).then_some(argument)
}

/// The offset of the closing angle bracket for the one at `open`.
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
