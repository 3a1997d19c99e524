//! Guesses the files of imported documents beside the main document, from their locations.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// File names to try for the document at `location`, which `from` refers to, most likely first. `main` is the name of the main document.
pub(super) fn candidates(main: &str, from: &str, location: &str) -> Vec<String> {
    let location = location.trim();
    let location = location.split('#').next().unwrap_or_default();
    let mut names = Vec::new();
    let mut add = |name: Option<String>| {
        if let Some(name) = name.filter(|name| !name.is_empty() && !names.contains(name)) {
            names.push(name);
        }
    };
    let (path, query) = match location.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (location, None),
    };
    let is_absolute = path.contains("://") || path.starts_with(['/', '\\']) || path.contains(':');
    let last = path.rsplit(['/', '\\']).next().unwrap_or_default();
    for folder in [folder(from), folder(main)] {
        if !is_absolute {
            add(resolved(folder, location));
            add(resolved(folder, &decoded(location)));
        }
        let Some(query) = query else {
            add(resolved(folder, last));
            add(resolved(folder, &decoded(last)));
            continue;
        };
        if !last.is_empty() {
            add(resolved(folder, &format!("{last}?{query}")));
        }
        for stem in [stem(last), stem(from), stem(main)] {
            let stem = if stem.is_empty() { continue } else { stem };
            for pair in query.split('&') {
                let (kind, value) = pair.split_once('=').unwrap_or((pair, ""));
                let value = decoded(value);
                let extension = extension(kind);
                // `shop.asmx?wsdl` is the document of that service itself.
                let is_of_another = value.is_empty() && !last.is_empty() && stem != self::stem(last);
                let name = if value.is_empty() { stem.to_owned() } else { format!("{stem}.{value}") };
                if is_of_another {
                    continue;
                }
                add(resolved(folder, &format!("{name}.{extension}")));
            }
        }
        // As Visual Studio saves `?schema=Orders`.
        for (kind, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            let name = format!("{}.{}", decoded(value), extension(kind));
            add(resolved(folder, &name).filter(|_| !value.is_empty()));
        }
    }
    names
}

/// The extension of the document that a query asks for.
fn extension(kind: &str) -> &'static str {
    if kind.eq_ignore_ascii_case("wsdl") { "wsdl" } else { "xsd" }
}

/// The folder part of a name, with its trailing slash; empty if there is none.
pub(super) fn folder(name: &str) -> &str {
    name.rfind('/').and_then(|at| name.get(..=at)).unwrap_or_default()
}

/// The file name without its extension.
fn stem(name: &str) -> &str {
    let last = name.rsplit('/').next().unwrap_or_default();
    last.rsplit_once('.').map_or(last, |(stem, _)| stem)
}

/// Resolves `.` and `..` in a name below a folder; `None` if that leaves the root folder.
fn resolved(folder: &str, name: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let name = name.replace('\\', "/");
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The text without percent escapes, or as it is if they are no UTF-8.
pub(crate) fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(location: &str) -> String {
        candidates("shop.wsdl", "shop.wsdl", location).remove(0)
    }

    #[test]
    fn a_document_is_looked_for_beside_the_one_that_names_it() {
        assert_eq!(first("types.xsd"), "types.xsd");
        assert_eq!(first("./xsd/a%20b.xsd"), "xsd/a%20b.xsd");
        assert!(candidates("shop.wsdl", "shop.wsdl", "a%20b.xsd").contains(&"a b.xsd".to_owned()));
        // Other signs than two digits are no escape.
        assert_eq!(candidates("shop.wsdl", "shop.wsdl", "a%+f%b.xsd"), ["a%+f%b.xsd"]);
        assert_eq!(candidates("shop.wsdl", "shop.wsdl", "a%E9.xsd"), ["a%E9.xsd"]);
        assert_eq!(first("https://example.com/types/types.xsd"), "types.xsd");
        assert_eq!(first("file:///etc/passwd"), "passwd");
        assert_eq!(first("/etc/passwd"), "passwd");
        assert_eq!(candidates("w/shop.wsdl", "w/xsd/a.xsd", "../b.xsd"), ["w/b.xsd", "w/xsd/b.xsd", "b.xsd"]);
        assert_eq!(candidates("shop.wsdl", "shop.wsdl", "../../secret.xsd"), ["secret.xsd"]);
        assert!(candidates("shop.wsdl", "shop.wsdl", "").is_empty());
    }

    #[test]
    fn a_query_is_a_part_of_the_name_or_stands_before_the_ending() {
        let names = candidates("shop.wsdl", "shop.wsdl", "http://localhost:80/ws/shop.asmx?schema=Shop");
        assert_eq!(names, ["shop.asmx?schema=Shop", "shop.Shop.xsd", "Shop.xsd"]);
        let names = candidates("a.wsdl", "a.wsdl", "shop.asmx?wsdl=wsdl1");
        assert_eq!(names, ["shop.asmx?wsdl=wsdl1", "shop.wsdl1.wsdl", "a.wsdl1.wsdl", "wsdl1.wsdl"]);
        assert_eq!(candidates("a.wsdl", "a.wsdl", "http://h/b.asmx?wsdl"), ["b.asmx?wsdl", "b.wsdl"]);
        let names = candidates("typed.wsdl", "typed.wsdl", "?schema=Shop");
        assert_eq!(names, ["?schema=Shop", "typed.Shop.xsd", "Shop.xsd"]);
    }
}
