//! What stands around the content of every page.

use super::html::Html;
use crate::protocol::ServerSettings;

/// A whole page around its content. Addresses in it are relative, so that it works behind whatever path a proxy adds.
pub(super) fn whole(title: &str, settings: &ServerSettings, content: &Html) -> String {
    let service = settings.service;
    let mut page = Html::default();
    page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>").text(title);
    if title != service.name {
        page.raw(" – ").text(service.name);
    }
    page.raw("</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"stylesheet\" href=\"?style\">\n</head>\n<body>\n");
    page.raw("<a class=\"skip\" href=\"#content\">Skip to the content</a>\n<header><a href=\"");
    page.component(file_name(settings)).raw("\">").text(service.name).raw("</a></header>\n<main id=\"content\">\n");
    page.append(content).raw("</main>\n</body>\n</html>\n");
    page.finish()
}

/// The last part of the service's path, which a relative address begins with.
pub(super) fn file_name(settings: &ServerSettings) -> &str {
    settings.path.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or(".")
}
