//! HTML under construction, and the frame of every page.

use crate::operation::plain_text;
use crate::protocol::ServerSettings;

/// HTML text.
#[derive(Default)]
pub(super) struct Html(String);

impl Html {
    /// Appends fixed markup.
    pub(super) fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// Appends a text, escaped for content and for quoted attributes.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                // HTML readers turn a raw carriage return into a line feed.
                '\r' => self.0.push_str("&#13;"),
                other => self.0.push(other),
            }
        }
        self
    }

    pub(super) fn number(&mut self, number: u64) -> &mut Self {
        self.0.push_str(&number.to_string());
        self
    }

    /// Appends a text as one component of an address.
    pub(super) fn component(&mut self, text: &str) -> &mut Self {
        crate::protocol::get_post::form::percent_encode(&mut self.0, text);
        self
    }

    pub(super) fn paragraphs(&mut self, documentation: &str) -> &mut Self {
        for paragraph in plain_text(documentation).split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
            self.raw("<p>").text(paragraph).raw("</p>\n");
        }
        self
    }

    pub(super) fn words(&mut self, documentation: &str) -> &mut Self {
        self.text(&plain_text(documentation))
    }

    pub(super) fn append(&mut self, other: &Self) -> &mut Self {
        self.0.push_str(&other.0);
        self
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// A whole page around its content. Its addresses are relative, so that it works behind a proxy that adds a path.
pub(super) fn page(title: &str, settings: &ServerSettings, content: &Html) -> String {
    let service = settings.service;
    let mut html = Html::default();
    html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>").text(title);
    if title != service.name {
        html.raw(" – ").text(service.name);
    }
    html.raw("</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.raw("<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"stylesheet\" href=\"?style\">\n</head>\n<body>\n");
    html.raw("<a class=\"skip\" href=\"#content\">Skip to the content</a>\n<header><a href=\"");
    html.component(file_name(settings)).raw("\">").text(service.name).raw("</a></header>\n<main id=\"content\">\n");
    html.append(content).raw("</main>\n</body>\n</html>\n");
    html.finish()
}

/// The last part of the service's path, for relative addresses.
pub(super) fn file_name(settings: &ServerSettings) -> &str {
    settings.path.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_never_become_markup() {
        let mut html = Html::default();
        html.raw("<b>").text("<script>\"'&\r").raw("</b>").component("a/b?\"><c").paragraphs("\\<p\\>\n\n\n\nx");
        assert_eq!(
            html.finish(),
            "<b>&lt;script&gt;&quot;&#39;&amp;&#13;</b>a%2Fb%3F%22%3E%3Cc<p>&lt;p&gt;</p>\n<p>x</p>\n"
        );
    }
}
