//! Guesses credentials and effects from names, where nothing declares them.

use asmx_codegen::model::{Member, Place, Role, Scalar, Type};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credential {
    User,
    Password,
    /// A key or a licence.
    Key,
    Token,
    /// Identifies the caller without being secret.
    Account,
    /// A key, but only among credentials.
    PerhapsKey,
}

impl Credential {
    /// The role that the value has among credentials.
    pub const fn role(self) -> Option<Role> {
        match self {
            Self::User => Some(Role::Username),
            Self::Password => Some(Role::Password),
            Self::Key | Self::PerhapsKey => Some(Role::Key),
            Self::Token => Some(Role::Token),
            Self::Account => None,
        }
    }

    const fn is_secret(self) -> bool {
        matches!(self, Self::Password | Self::Key | Self::Token)
    }
}

const USERS: &str = "username user login loginname loginid userid userlogin benutzername usuario";
const PASSWORDS: &str = "\
    password passwd pwd passphrase pass userpassword userpass userpwd loginpassword contrasena contraseña kennwort \
    motdepasse passwort senha wachtwoord";
const KEYS: &str = "\
    apikey accesskey authkey authenticationkey licensekey licencekey license licence licensecode licencecode \
    licenseid licenceid secret secretkey securitykey privatekey sharedsecret subscriptionkey";
const TOKENS: &str = "\
    token accesstoken apitoken authtoken authenticationtoken securitytoken sessiontoken sessionid usertoken sessionkey \
    sessionguid guidsession sessionticket authticket loginticket";
/// Names of secrets that are often data of another kind, such as a ticket of a help desk. They get no role.
const PERHAPS_SECRETS: &str = "ticket";
/// Further names of users, beside a password that begins like them: `AccessID` and `AccessPwd`.
const USERS_BESIDE_PASSWORDS: &str = "id name";
/// Beginnings of names of credentials that are data: those of new accounts, and of other servers.
const BEGINNINGS_OF_DATA: &str = "\
    new old other another current confirm target create reset change proxy smtp ftp sftp mail email pop imap db \
    database sql source dest destination remote";
/// A longer beginning is a name of its own.
const LONGEST_BEGINNING: usize = 16;
/// Endings of names of other people's secrets, which are data.
const PASSWORD_ENDINGS: &str = "password passwd pwd passphrase";
const KEY_ENDINGS: &str = "apikey accesskey secretkey privatekey clientsecret authtoken accesstoken";
const ACCOUNTS: &str = "account accountid accountname customerid clientid mandant domain";

/// Words in the names of structures and parameters that hold credentials. A login is not one of them: it may be somebody else's.
const HOLDERS: &str = "authentic authoriz authoris credential license licence security";

const SESSIONS: &str = "session execution ticket token conversation context login logon";

/// The kind of credential that a member's name suggests; `None` for anything but a single text.
pub fn credential(member: &Member) -> Option<Credential> {
    named(&member.name, scalar(member)?)
}

/// The beginning that the names of a user and of a password share, such as `u9` of `u9User` and `u9Pwd`; `None` if no such
/// pair is among the members, or its names suggest data.
pub fn shared_beginning<'a>(members: impl IntoIterator<Item = &'a Member>) -> Option<String> {
    let is_text = |member: &&Member| scalar(member) == Some(Scalar::String);
    let names: Vec<String> = members.into_iter().filter(is_text).map(|member| normalised(&member.name)).collect();
    let beginnings = names.iter().flat_map(|name| PASSWORDS.split(' ').filter_map(|end| name.strip_suffix(end)));
    let is_shared = |beginning: &&str| {
        let users = || USERS.split(' ').chain(USERS_BESIDE_PASSWORDS.split(' '));
        let is_user = |name: &String| name.strip_prefix(beginning).is_some_and(|rest| users().any(|user| user == rest));
        !beginning.is_empty()
            && beginning.chars().count() <= LONGEST_BEGINNING
            && !BEGINNINGS_OF_DATA.split(' ').any(|word| word == *beginning)
            && names.iter().any(is_user)
    };
    beginnings.into_iter().find(is_shared).map(str::to_owned)
}

/// As [`credential`], for members whose names may have a [shared beginning](shared_beginning), which does not count.
pub fn credential_behind(beginning: Option<&str>, member: &Member) -> Option<Credential> {
    if let Some(known) = credential(member) {
        return Some(known);
    }
    let (scalar, name) = (scalar(member)?, normalised(&member.name));
    let rest = name.strip_prefix(beginning?)?;
    let is_user = scalar == Scalar::String && USERS_BESIDE_PASSWORDS.split(' ').any(|user| user == rest);
    if is_user { Some(Credential::User) } else { named(rest, scalar) }
}

pub fn is_secret(member: &Member) -> bool {
    scalar(member).is_some_and(|scalar| sounds_secret(&member.name, scalar))
}

/// Whether a value must not be shown: credentials, and names that end like one (`NewPassword`).
pub fn sounds_secret(name: &str, scalar: Scalar) -> bool {
    if named(name, scalar).is_some_and(Credential::is_secret) {
        return true;
    }
    let name = normalised(name);
    if matches!(scalar, Scalar::String | Scalar::Guid) && PERHAPS_SECRETS.split(' ').any(|word| word == name) {
        return true;
    }
    let ends = |endings: &str| endings.split(' ').any(|ending| name.ends_with(ending));
    (scalar == Scalar::String && ends(PASSWORD_ENDINGS)) || (scalar != Scalar::Boolean && ends(KEY_ENDINGS))
}

/// The scalar of a member that holds exactly one.
fn scalar(member: &Member) -> Option<Scalar> {
    match &member.kind {
        Type::Scalar(scalar) if matches!(member.place, Place::Element | Place::Attribute) && !member.repeated => {
            Some(*scalar)
        }
        _ => None,
    }
}

fn named(name: &str, scalar: Scalar) -> Option<Credential> {
    let name = normalised(name);
    // Hungarian names: `strUserName`.
    let name = name.strip_prefix("str").unwrap_or(&name);
    let is_text = scalar == Scalar::String;
    let is = |names: &str| names.split(' ').any(|word| word == name);
    match () {
        () if is(PASSWORDS) && is_text => Some(Credential::Password),
        () if is(KEYS) => Some(Credential::Key),
        () if is(TOKENS) => Some(Credential::Token),
        () if is(USERS) && is_text => Some(Credential::User),
        () if name == "key" => Some(Credential::PerhapsKey),
        () if is(ACCOUNTS) => Some(Credential::Account),
        () => None,
    }
}

pub fn sounds_like_credentials(name: &str) -> bool {
    let name = normalised(name);
    HOLDERS.split(' ').any(|word| name.contains(word)) || (name.contains("auth") && !name.contains("author"))
}

pub fn sounds_like_session(name: &str) -> bool {
    let name = normalised(name);
    SESSIONS.split(' ').any(|word| name.contains(word))
}

fn normalised(name: &str) -> String {
    name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

const READS: &str = "\
    Get List Search Find Query Read Is Has Count Lookup Check Validate Fetch Retrieve Load Show Exists";

const WRITES: &str = "\
    Activate Add Append Assign Cancel Change Clear Create Deactivate Delete Disable Edit Enable Import Insert Merge \
    Modify Move Purge Put Register Remove Rename Replace Resend Reset Restore Save Send Set Submit Subscribe Suspend \
    Unsubscribe Update Upload Upsert Write";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    Reads,
    Writes,
}

/// The effect that an operation's name suggests; `None` if it suggests none or both. The first word counts, and the first word after each `_` or
/// other separator (`Groups_EditMember`).
pub fn verb(name: &str) -> Option<Verb> {
    let begins =
        |verbs: &str| parts(name).any(|part| verbs.split(' ').any(|verb| first_word(part).eq_ignore_ascii_case(verb)));
    match (begins(READS), begins(WRITES)) {
        (true, false) => Some(Verb::Reads),
        (false, true) => Some(Verb::Writes),
        _ => None,
    }
}

/// Verbs of operations that send messages to people.
const SENDS: &str = "Send Resend Notify Broadcast";

/// Kinds of messages to people. Each is a verb at the beginning of a name.
const MESSAGES: &str = "Mail Email Fax Sms";

/// Whether the name of an operation says that it sends messages to people. The first part that begins with a verb counts, because an area may stand
/// before it: `Mail_GetList` gets and `Orders_SendMail` sends. Without a verb a part that begins with a message is enough: `SmsCustomer`.
pub fn sends(name: &str) -> bool {
    let is_one_of = |words: &str, word: &str| words.split(' ').any(|candidate| candidate.eq_ignore_ascii_case(word));
    let words = || parts(name).map(first_word);
    let is_verb = |word: &&str| [SENDS, READS, WRITES].iter().any(|verbs| is_one_of(verbs, word));
    words().find(is_verb).map_or_else(|| words().any(|word| is_one_of(MESSAGES, word)), |verb| is_one_of(SENDS, verb))
}

fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(|character: char| !character.is_alphanumeric()).filter(|part| !part.is_empty())
}

/// The word by which the name of an operation looks like a read: `Get` of `Reports_GetBlocks`.
pub fn read_word(name: &str) -> Option<&str> {
    parts(name).map(first_word).find(|word| READS.split(' ').any(|verb| verb.eq_ignore_ascii_case(word)))
}

/// `Get` of `GetBlocks`, `get` of `getBlocks`, `SMS` of `SMSBalance`, `EMail` of `EMailSend`.
pub fn first_word(part: &str) -> &str {
    if let Some((word, rest)) = part.split_at_checked(5)
        && (word == "EMail" || word == "eMail")
        && !rest.starts_with(char::is_lowercase)
    {
        return word;
    }
    let characters: Vec<(usize, char)> = part.char_indices().collect();
    let capitals = characters.iter().take_while(|(_, character)| character.is_uppercase()).count();
    // The last capital of several begins the next word, unless they are the whole part.
    let end = match characters.get(capitals) {
        Some((_, next)) if capitals > 1 => {
            if next.is_lowercase() {
                capitals - 1
            } else {
                capitals
            }
        }
        _ => {
            let lower = characters.iter().skip(1).take_while(|(_, character)| character.is_lowercase()).count();
            if capitals > 1 { capitals } else { (lower + 1).min(characters.len()) }
        }
    };
    part.get(..characters.get(end).map_or(part.len(), |(at, _)| *at)).unwrap_or_default()
}

/// Whether an operation of this name usually signs its caller in: `Login`, `LogonUser`, `Connect`, `SignIn`.
pub fn signs_in(operation: &str) -> bool {
    let name = operation.to_lowercase();
    ["connect", "login", "logon", "signin"].iter().any(|word| name.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_sends() {
        for name in [
            "Send",
            "SendMassEmailRaw",
            "sendSMS",
            "Orders_SendMail",
            "Mail.Resend",
            "MailCustomer",
            "EmailInvoice2",
            "EMailSend",
            "eMailCustomer",
            "FaxIt",
            "SMSCustomer",
            "Sms_Customer",
            "Notify2",
            "Groups_NotifyAll",
            "BroadcastMessage",
            "send_mail",
            "Reports_Email",
        ] {
            assert!(sends(name), "{name}");
        }
        for name in [
            "GetEmail",
            "Mail_GetList",
            "Email_Exists",
            "AddMail",
            "Reports_Transactional_GetSMTPErrors_String",
            "MailingList",
            "Sender",
            "Resends",
            "Notification",
            "SetSms",
            "Get_Email",
            "DeleteFax",
            "UpdateAndSend",
            "Faxes",
            "",
            "_",
            "SENDER",
        ] {
            assert!(!sends(name), "{name}");
        }
    }

    #[test]
    fn a_first_word_ends_at_a_capital_a_digit_or_a_sign() {
        for (part, word) in [
            ("GetBlocks", "Get"),
            ("getBlocks", "get"),
            ("SMSBalance", "SMS"),
            ("GET", "GET"),
            ("Get2", "Get"),
            ("G", "G"),
            ("", ""),
            ("GBlocks", "G"),
            ("ISOCode", "ISO"),
            ("ListÄmter", "List"),
            ("2Get", "2"),
        ] {
            assert_eq!(first_word(part), word, "{part}");
        }
    }

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
