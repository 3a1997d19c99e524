//! Pages of servers for people: title, headings, and the details of a failure. Style, script and tags are left out.

pub(crate) mod entities;
mod markup;

use std::borrow::Cow;

pub(crate) use entities::html_unescape;
use markup::{Token, tokens};
pub(crate) use markup::{is_page, without_hidden};

/// The most lines of a page.
const MOST_LINES: usize = 200;

/// The beginnings of lines that name the cause, in the pages of ASP.NET and IIS.
const DETAILS: [&str; 8] = [
    "exception details:",
    "parser error message:",
    "compiler error message:",
    "configuration error message:",
    "error message:",
    "error code",
    "source file:",
    "requested url",
];

/// The text of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Page {
    /// Title, headings, details, then the other lines. None repeats another.
    lines: Vec<String>,
}

/// The kinds of lines, in the order of their importance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Title,
    Heading,
    Detail,
    Other,
}

impl Page {
    /// Reads markup [without hidden parts](without_hidden).
    pub(crate) fn of(markup: &str) -> Self {
        let mut reader = Reader::default();
        for token in tokens(markup) {
            match token {
                Token::Text(text) => reader.line.push_str(text),
                Token::Begin(name) | Token::End(name) if Token::is_inline(&name) => {}
                // Cells of a row are of one line.
                Token::Begin(name) | Token::End(name) if matches!(&*name, "td" | "th") => reader.line.push(' '),
                Token::Begin(name) => {
                    reader.end();
                    reader.kind = kind(&name).or(reader.kind);
                }
                Token::End(name) => {
                    reader.end();
                    if kind(&name).is_some() {
                        reader.kind = None;
                    }
                }
            }
        }
        reader.end();
        let mut found = reader.found;
        found.sort_by_key(|(kind, _)| *kind);
        let mut lines: Vec<String> = Vec::new();
        for (_, line) in found {
            let is_new = !lines.iter().any(|known| known.contains(&line));
            if is_new {
                lines.push(line);
            }
        }
        Self { lines }
    }

    /// The first line.
    pub(crate) fn title(&self) -> &str {
        self.lines.first().map_or("", String::as_str)
    }

    /// The lines as one.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            if !text.is_empty() {
                text.push_str(if text.ends_with(['.', ':', ';', '!', '?']) { " " } else { "; " });
            }
            text.push_str(line);
        }
        text
    }
}

#[derive(Default)]
struct Reader {
    line: String,
    /// That of the element around the line; `None` in elements that state none.
    kind: Option<Kind>,
    found: Vec<(Kind, String)>,
}

impl Reader {
    fn end(&mut self) {
        let line = std::mem::take(&mut self.line);
        if self.found.len() >= MOST_LINES {
            return;
        }
        let line = one_line(&html_unescape(&line));
        if line.is_empty() {
            return;
        }
        let begins = |label: &&str| line.get(..label.len()).is_some_and(|start| start.eq_ignore_ascii_case(label));
        let kind = match self.kind {
            Some(kind) => kind,
            None if DETAILS.iter().any(begins) || line.contains("exception message is") => Kind::Detail,
            None => Kind::Other,
        };
        self.found.push((kind, line));
    }
}

fn kind(element: &str) -> Option<Kind> {
    match element {
        "title" => Some(Kind::Title),
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Some(Kind::Heading),
        _ => None,
    }
}

/// White space and control characters become single spaces.
pub(crate) fn one_line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || crate::xml::is_obeyed(letter));
    let words: Vec<Cow<'_, str>> = words.filter(|word| !word.is_empty()).map(Cow::Borrowed).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(markup: &str) -> String {
        assert!(is_page(markup), "{markup}");
        Page::of(&without_hidden(markup, 4000)).text()
    }

    #[test]
    fn the_yellow_page_of_asp_net_becomes_its_title_and_the_cause() {
        let page = r#"<!DOCTYPE html>
<html>
    <head>
        <title>Could not create type 'Shop'.</title>
        <meta name="viewport" content="width=device-width" />
        <style>
         body {font-family:"Verdana";font-weight:normal;font-size: .7em;color:black;}
         H1 { font-family:"Verdana";font-weight:normal;font-size:18pt;color:red }
        </style>
    </head>
    <body bgcolor="white">
            <span><H1>Server Error in '/' Application.<hr width=100% size=1 color=silver></H1>
            <h2> <i>Parser Error</i> </h2></span>
            <font face="Arial, Helvetica, Geneva, SunSans-Regular, sans-serif ">
            <b> Description: </b>An error occurred during the parsing of a resource required to service this request.
            <br><br>
            <b> Parser Error Message: </b>Could not create type &#39;Shop&#39;.<br><br>
            <b>Source Error:</b> <br><br>
            <table width=100%><tr><td><code><pre>

<font color=red>Line 1:  &lt;%@ WebService Language=&quot;C#&quot; Class=&quot;Shop&quot; %&gt;
</font></pre></code></td></tr></table>
            <b> Source File: </b> /shop.asmx<b> &nbsp;&nbsp; Line: </b> 1
            <hr width=100% size=1 color=silver>
            <b>Version Information:</b>&nbsp;Microsoft .NET Framework Version:4.0.30319
    </body>
</html>
<!--
[HttpParseException]: Could not create type 'Shop'.
   at System.Web.UI.SimpleWebHandlerParser.GetType(String typeName)
-->"#;
        assert_eq!(
            text(page),
            "Could not create type 'Shop'. Server Error in '/' Application. Parser Error; Parser Error Message: Could not create type \
             'Shop'. Source File: /shop.asmx Line: 1; Description: An error occurred during the parsing of a resource required to \
             service this request. Source Error: Line 1: <%@ WebService Language=\"C#\" Class=\"Shop\" %>; Version Information: \
             Microsoft .NET Framework Version:4.0.30319"
        );
    }

    #[test]
    fn pages_of_iis_http_sys_nginx_and_wcf_become_their_sentences() {
        let iis = "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\r\n\
            <html xmlns=\"http://www.w3.org/1999/xhtml\">\r\n<head>\r\n<meta http-equiv=\"Content-Type\" content=\"text/html\"/>\r\n\
            <title>404 - File or directory not found.</title>\r\n<style type=\"text/css\">\r\n<!--\r\nbody{margin:0}\r\n-->\r\n</style>\r\n\
            </head>\r\n<body>\r\n<div id=\"header\"><h1>Server Error</h1></div>\r\n<div id=\"content\">\r\n <div class=\"content-container\">\
            <fieldset>\r\n  <h2>404 - File or directory not found.</h2>\r\n  <h3>The resource you are looking for might have been removed, \
            had its name changed, or is temporarily unavailable.</h3>\r\n </fieldset></div>\r\n</div>\r\n</body>\r\n</html>";
        let http_sys = "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\"\"http://www.w3.org/TR/html4/strict.dtd\">\r\n<HTML><HEAD>\
            <TITLE>Bad Request</TITLE>\r\n<META HTTP-EQUIV=\"Content-Type\" Content=\"text/html; charset=us-ascii\"></HEAD>\r\n<BODY>\
            <h2>Bad Request - Invalid Hostname</h2>\r\n<hr><p>HTTP Error 400. The request hostname is invalid.</p>\r\n</BODY></HTML>";
        let nginx = "<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too \
            Large</h1></center>\r\n<hr><center>nginx/1.18.0</center>\r\n</body>\r\n</html>";
        let wcf = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"x\">\n\
            <html xmlns=\"http://www.w3.org/1999/xhtml\">\n <head>\n  <title>Request Error</title>\n  <style>BODY { color: #000000; }</style>\n\
            </head>\n<body><div id=\"content\"><p class=\"heading1\">Request Error</p><p xmlns=\"\">The server encountered an error processing \
            the request. The exception message is 'No &lt;list&gt;'. See server logs for more details.</p></div></body></html>";
        for (page, expected) in [
            (
                iis,
                "404 - File or directory not found. Server Error; The resource you are looking for might have been removed, had its name \
                 changed, or is temporarily unavailable.",
            ),
            (http_sys, "Bad Request; Bad Request - Invalid Hostname; HTTP Error 400. The request hostname is invalid."),
            (nginx, "413 Request Entity Too Large; nginx/1.18.0"),
            (
                wcf,
                "Request Error; The server encountered an error processing the request. The exception message is 'No <list>'. See \
                 server logs for more details.",
            ),
        ] {
            assert_eq!(text(page), expected);
        }
    }

    #[test]
    fn texts_that_look_like_tags_stay() {
        assert_eq!(text("<html>a < b, pa55<word> <asp:x> 1<2</html>"), "a < b, pa55<word> <asp:x> 1<2");
        assert_eq!(text("<P>one<BR/>two<td>three</P>"), "one; two three");
        assert_eq!(text("<html><script>x</script >y<style>never ended"), "y");
        assert_eq!(text("<html><p class='x"), "<p class='x");
    }

    #[test]
    fn other_texts_are_no_pages() {
        for other in
            ["", "text", "<?xml version='1.0'?><soap:Envelope/>", "<htmlx>", "<!DOCTYPE note>", "<!-- <html>", "{}"]
        {
            assert!(!is_page(other), "{other}");
        }
        assert!(is_page("\u{FEFF} <!-- a --> <?xml version='1.0'?><HTML lang='en'>"));
    }

    /// Each would take minutes if its beginnings were searched again and again.
    #[test]
    fn hostile_pages_are_read_in_time_in_proportion() {
        for hostile in ["<", "<!--", "<style", "</style", "<p ", "<b><", "<style></", "&", "<h1>"] {
            let page = format!("<html>{}", hostile.repeat(65_536 / hostile.len()));
            let read = Page::of(&without_hidden(&page, 4000)).text();
            assert!(read.len() <= 8000, "{hostile}: {}", read.len());
        }
    }
}
