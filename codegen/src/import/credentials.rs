//! Parameters that every operation takes, and values that must not be shown, told by their names.

use crate::model::{Member, NamedType, NamedTypeKind, Operation, Place, Role, Scalar, Style, Type};

/// What a name says of a credential.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Credential {
    User,
    Password,
    /// A key, a token or a licence.
    Secret,
    /// Says who calls without being secret.
    Account,
    /// May be a key; only what every operation takes is.
    PerhapsKey,
}

const USERS: &[&str] = &["username", "user", "login", "loginname", "userid", "userlogin"];
const PASSWORDS: &[&str] = &["password", "passwd", "pwd", "passphrase", "pass", "userpassword", "loginpassword"];
const SECRETS: &[&str] = &[
    "apikey",
    "accesskey",
    "authkey",
    "authenticationkey",
    "licensekey",
    "licencekey",
    "license",
    "licence",
    "licensecode",
    "licencecode",
    "licenseid",
    "licenceid",
    "secret",
    "secretkey",
    "securitykey",
    "token",
    "accesstoken",
    "apitoken",
    "authtoken",
    "authenticationtoken",
    "securitytoken",
    "sessiontoken",
    "usertoken",
    "privatekey",
    "sharedsecret",
];
const ACCOUNTS: &[&str] = &["account", "accountid", "accountname", "customerid", "clientid", "mandant", "domain"];

fn credential(member: &Member) -> Option<Credential> {
    if !matches!(member.place, Place::Element | Place::Attribute)
        || member.repeated
        || !matches!(member.kind, Type::Scalar(_))
    {
        return None;
    }
    let name: String = member.name.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let is_text = matches!(member.kind, Type::Scalar(Scalar::String));
    let is = |names: &[&str]| names.contains(&name.as_str());
    match () {
        () if is(PASSWORDS) && is_text => Some(Credential::Password),
        () if is(SECRETS) => Some(Credential::Secret),
        () if is(USERS) && is_text => Some(Credential::User),
        () if name == "key" => Some(Credential::PerhapsKey),
        () if is(ACCOUNTS) => Some(Credential::Account),
        () => None,
    }
}

/// Marks passwords, keys and tokens as secret, wherever they are. Returns where, for people to review.
pub(super) fn mark(operations: &mut [Operation], types: &mut [NamedType]) -> Vec<String> {
    let mut marked = Vec::new();
    let mut mark_all = |owner: &str, members: &mut [Member]| {
        for member in members {
            if matches!(credential(member), Some(Credential::Password | Credential::Secret)) {
                member.secret = true;
                marked.push(format!("{owner}.{}", member.name));
            }
        }
    };
    for operation in operations {
        mark_all(&operation.name, &mut operation.parameters);
        mark_all(&operation.name, &mut operation.messages.request_headers);
        mark_all(&operation.name, &mut operation.messages.response_headers);
    }
    for named in types {
        if let NamedTypeKind::Structure(structure) = &mut named.kind {
            mark_all(&named.name, &mut structure.members);
        }
    }
    marked
}

/// Takes the credentials that every operation takes first out of all of them.
pub(super) fn common(operations: &mut [Operation]) -> Vec<Member> {
    let takes_all = |operation: &Operation| operation.messages.style == Style::Wrapped;
    let Some((first, rest)) = operations.split_first() else { return Vec::new() };
    if rest.is_empty() || !takes_all(first) || !rest.iter().all(takes_all) {
        return Vec::new();
    }
    let is_common = |(place, member): &(usize, &Member)| {
        credential(member).is_some() && rest.iter().all(|operation| operation.parameters.get(*place) == Some(*member))
    };
    let mut common: Vec<Member> =
        first.parameters.iter().enumerate().take_while(is_common).map(|(_, member)| member.clone()).collect();
    // An account or the like alone does not say who calls.
    let says_who = common.iter().any(|member| credential(member) != Some(Credential::Account));
    if !says_who {
        return Vec::new();
    }
    for operation in operations {
        operation.parameters.drain(..common.len().min(operation.parameters.len()));
    }
    for wanted in [Role::Username, Role::Password] {
        let kind = if wanted == Role::Username { Credential::User } else { Credential::Password };
        if let Some(member) = common.iter_mut().find(|member| credential(member) == Some(kind)) {
            member.role = Some(wanted);
        }
    }
    for member in common.iter_mut().filter(|member| credential(member) == Some(Credential::PerhapsKey)) {
        member.secret = true;
    }
    common
}
