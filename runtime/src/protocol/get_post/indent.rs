//! Indents XML as servers write it over GET and POST, by two blanks, where that only changes white space.

use crate::xml::token_length;

/// Appends `compact`, well-formed XML without a declaration, indented like .NET's `XmlTextWriter`: every element, comment and processing
/// instruction gets a line of its own, except after text in the same element, even white space.
pub(crate) fn indent(out: &mut String, compact: &str) {
    // For each open element, whether text came before in it or around it.
    let mut open: Vec<bool> = Vec::new();
    let mut rest = compact;
    let mut is_first = true;
    while !rest.is_empty() {
        let (token, after) = rest.split_at(token_length(rest));
        rest = after;
        if !token.starts_with('<') || token.starts_with("<![CDATA[") {
            if let Some(is_mixed) = open.last_mut() {
                *is_mixed = true;
            }
            out.push_str(token);
            continue;
        }
        if token.starts_with("</") {
            // Even `</a>` of an empty element gets a line. Only `<a />` has none.
            if open.pop().is_some_and(|is_mixed| !is_mixed) {
                new_line(out, open.len());
            }
            out.push_str(token);
            continue;
        }
        let is_mixed = open.last().copied().unwrap_or_default();
        if !is_mixed && !is_first {
            new_line(out, open.len());
        }
        is_first = false;
        out.push_str(token);
        if !token.ends_with("/>") && !token.starts_with("<!") && !token.starts_with("<?") {
            open.push(is_mixed);
        }
    }
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    for _ in 0..depth {
        out.push_str("  ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indented(compact: &str) -> String {
        let mut out = String::new();
        indent(&mut out, compact);
        out
    }

    #[test]
    fn only_element_content_is_indented() {
        assert_eq!(indented("<a />"), "<a />");
        assert_eq!(indented("<a><b>x</b><c /></a>"), "<a>\n  <b>x</b>\n  <c />\n</a>");
        assert_eq!(indented("<a><b></b></a>"), "<a>\n  <b>\n  </b>\n</a>");
        assert_eq!(indented("<a></a>"), "<a>\n</a>");
        assert_eq!(indented("<a>x<b></b></a>"), "<a>x<b></b></a>");
        assert_eq!(indented("<a>text<b><c/></b></a>"), "<a>text<b><c/></b></a>");
        assert_eq!(indented("<a> <b/> </a>"), "<a> <b/> </a>");
        assert_eq!(indented("<a><!--x--><?p q?><b c='>'/></a>"), "<a>\n  <!--x-->\n  <?p q?>\n  <b c='>'/>\n</a>");
        assert_eq!(indented("<a><![CDATA[<b>]]><c/></a>"), "<a><![CDATA[<b>]]><c/></a>");
    }

    #[test]
    fn malformed_texts_stay_unchanged() {
        for text in ["", "<", "<a", "</a></a>", "<!--", "x"] {
            assert_eq!(indented(text), text);
        }
    }
}
