//! What the name of an operation suggests about its effect.

/// Names of operations that change nothing begin like this.
const READS: &str = "\
    Get List Search Find Query Read Is Has Count Lookup Check Validate Fetch Retrieve Load Show Exists";

/// Names of operations that change or send something begin like this.
const WRITES: &str = "\
    Activate Add Append Assign Cancel Change Clear Create Deactivate Delete Disable Edit Enable Import Insert Merge \
    Modify Move Purge Put Register Remove Rename Replace Resend Reset Restore Save Send Set Submit Subscribe Suspend \
    Unsubscribe Update Upload Upsert Write";

/// What an operation does by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    Reads,
    Writes,
}

/// What the name of an operation says; nothing where it says neither, or both. The first word counts, and the first behind each `_` or other
/// character that is no letter or digit (`Groups_EditMember`).
pub fn verb(name: &str) -> Option<Verb> {
    let begins = |verbs: &str| {
        let mut parts = name.split(|one: char| !one.is_alphanumeric());
        parts.any(|part| verbs.split(' ').any(|verb| first_word(part).eq_ignore_ascii_case(verb)))
    };
    match (begins(READS), begins(WRITES)) {
        (true, false) => Some(Verb::Reads),
        (false, true) => Some(Verb::Writes),
        _ => None,
    }
}

/// The first word of `GetBlocks` or `getBlocks`.
fn first_word(part: &str) -> &str {
    let mut characters = part.char_indices().skip(1);
    let end = characters.find(|(_, one)| !one.is_lowercase()).map_or(part.len(), |(at, _)| at);
    part.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_operations_do() {
        for name in ["GetBlocks", "Get", "getBlocks", "Reports_GetBlocks", "Is_Open", "list", "FindAll2", "ListÄmter"]
        {
            assert_eq!(verb(name), Some(Verb::Reads), "{name}");
        }
        for name in ["AddGroupMember", "Groups_EditMember_ByID", "SendMail", "groups_delete", "Put2", "Mail.Resend"] {
            assert_eq!(verb(name), Some(Verb::Writes), "{name}");
        }
        for name in
            ["Settings", "Listen", "Issue", "List_Add", "Get_Set", "DataSet", "", "_", "Adder", "Ping", "GETTER"]
        {
            assert_eq!(verb(name), None, "{name}");
        }
    }
}
