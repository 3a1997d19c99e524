//! Paths to the rows of a result: `Orders.Lines`, and inside of XML `GetListResult/List/row`.

/// The position of the key that a path begins with, and the path behind it. Keys may have points: the longest one counts.
#[must_use]
pub fn step(keys: impl IntoIterator<Item = impl AsRef<str>>, path: &str) -> Option<(usize, &str)> {
    let rest_after = |key: &str| {
        let rest = path.strip_prefix(key).filter(|_| !key.is_empty())?;
        if rest.is_empty() { Some(rest) } else { rest.strip_prefix(['.', '/']) }
    };
    let found = keys.into_iter().enumerate().filter_map(|(index, key)| Some((index, rest_after(key.as_ref())?)));
    found.min_by_key(|(_, rest)| rest.len())
}
