//! Cutting whole elements, rows, out of a text for the plain reader.

use super::token::{TokenKind, Tokens};

/// What stands at a place among the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Whole rows, with whatever is before each, up to this length.
    Rows(usize),
    /// The end tag of the element around the rows; perhaps after other things that are no elements.
    End,
    /// The text is at its end before the row is.
    Incomplete,
    /// The first row is not well-formed, nor is it for want of more text.
    Broken,
}

/// Cuts up to `most` rows (child elements of the instance) off the front of `text`, which is inside the instance.
pub fn cut(text: &str, most: usize) -> Cut {
    let mut tokens = Tokens::of_part(text);
    let (mut depth, mut rows, mut rows_end) = (0_usize, 0_usize, 0_usize);
    let so_far = |rows, rows_end, otherwise| if rows > 0 { Cut::Rows(rows_end) } else { otherwise };
    loop {
        let token = match tokens.read() {
            Ok(Some(token)) => token,
            Ok(None) => return so_far(rows, rows_end, Cut::Incomplete),
            Err(stopped) => {
                return so_far(rows, rows_end, if stopped.is_cut_off { Cut::Incomplete } else { Cut::Broken });
            }
        };
        match token.kind {
            TokenKind::Start => depth += 1,
            TokenKind::End if depth == 0 => return so_far(rows, rows_end, Cut::End),
            TokenKind::End => depth -= 1,
            TokenKind::Empty => {}
            _ => continue,
        }
        if depth == 0 {
            (rows, rows_end) = (rows + 1, tokens.position());
            if rows == most {
                return Cut::Rows(rows_end);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_cut() {
        let text = " <!-- </x> --> <a><b/></a> t <c d='>'/> <e></e></i></j>";
        let behind = |part: &str| text.find(part).map_or(0, |at| at + part.len());
        assert_eq!(cut(text, 1), Cut::Rows(behind("</a>")));
        assert_eq!(cut(text, 2), Cut::Rows(behind("'>'/>")));
        assert_eq!(cut(text, 9), Cut::Rows(behind("</e>")));
        assert_eq!(cut(" x<!-- --></i>", 1), Cut::End);
        for cut_off in ["", " ", "<", "<a", "<a>", "<a>&am", "<a><![CDATA[ </a>", "<!-- <a/>", "<a></a"] {
            assert_eq!(cut(cut_off, 1), Cut::Incomplete, "{cut_off}");
        }
        for broken in ["<a></b>", "<a>& </a>"] {
            assert_eq!(cut(broken, 1), Cut::Broken, "{broken}");
        }
    }
}
