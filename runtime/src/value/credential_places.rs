//! Finds the places of credentials in the requests of a service, and fills them.

use std::collections::HashSet;

use super::Value;
use super::credentials::Credentials;
use super::secrets::ZeroisedValue;
use crate::operation::{InvalidValue, Member, Place, Role, Scalar, Service, Structure, Type};

/// The places of credentials in the requests of a service, found once in its descriptors.
pub(crate) struct CredentialPlaces {
    roles: Vec<Role>,
    /// The addresses of the structures with a credential in a member, at any depth.
    structures: HashSet<usize>,
    /// Whether there are places outside common parameters.
    beyond_common: bool,
    hides_username: bool,
}

impl CredentialPlaces {
    pub(crate) fn of(service: &Service) -> Self {
        let sent = service.structures_sent();
        let mut places = Self {
            roles: service.credentials(),
            structures: HashSet::new(),
            beyond_common: false,
            hides_username: false,
        };
        // A structure may contain itself, so each round finds the structures around those found before. An inner structure nearly always comes
        // after its outer one, so the order is reversed.
        loop {
            let found = places.structures.len();
            for structure in sent.iter().rev() {
                if structure.members().iter().any(|member| places.are_in(member)) {
                    places.structures.insert(address(structure));
                }
            }
            if places.structures.len() == found {
                break;
            }
        }
        let of_operations = service
            .operations
            .iter()
            .flat_map(|operation| operation.parameters.iter().chain(operation.messages.request_headers));
        places.beyond_common = of_operations.clone().any(|member| places.are_in(member));
        let of_structures = sent.iter().flat_map(|structure| structure.members());
        let mut all = service.common.iter().chain(of_operations).chain(of_structures);
        places.hides_username = all.any(|member| member.role == Some(Role::Username) && member.secret);
        places
    }

    /// Whether a request has a place for that role.
    pub(crate) fn take(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// Whether there are places outside common parameters.
    pub(crate) const fn are_beyond_common(&self) -> bool {
        self.beyond_common
    }

    /// Whether the user name is a secret too.
    pub(crate) const fn hide_username(&self) -> bool {
        self.hides_username
    }

    /// Whether a member is or contains a place of credentials. Lists never do, because they contain data.
    pub(crate) fn are_in(&self, member: &Member) -> bool {
        !member.repeated
            && match (member.place, member.kind) {
                _ if member.role.is_some_and(Role::is_credential) => true,
                (Place::Choice(alternatives), _) => alternatives.iter().any(|alternative| self.are_in(alternative)),
                (Place::Element, Type::Structure(structure)) => self.are_in_structure(structure),
                _ => false,
            }
    }

    fn are_in_structure(&self, structure: &'static Structure) -> bool {
        let is_one = |structure: &Structure| self.structures.contains(&address(structure));
        is_one(structure) || structure.derived().iter().any(|derived| is_one(derived))
    }
}

fn address(structure: &Structure) -> usize {
    std::ptr::from_ref(structure).addr()
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Put {
    pub(crate) some: bool,
    /// A secret credential. A user name alone does not identify a caller.
    pub(crate) secret: bool,
}

impl Put {
    const fn and(self, other: Self) -> Self {
        Self { some: self.some || other.some, secret: self.secret || other.secret }
    }
}

/// A credential that is not of the type of its place.
#[derive(Debug)]
pub(crate) struct Unsuitable {
    pub(crate) path: &'static str,
    pub(crate) invalid: InvalidValue,
}

/// The value of a credential for its place.
pub(crate) fn suitable(member: &'static Member, text: &str) -> Result<Value<'static>, Unsuitable> {
    // XML Schema allows blanks in Base64, but a credential with blanks is not encoded yet: `the token` would be sent as `thetoken`.
    let is_binary = matches!(member.kind, Type::Scalar(Scalar::Base64Binary | Scalar::HexBinary));
    let value = if is_binary && text.contains(char::is_whitespace) {
        Err(InvalidValue::new(text, &member.kind.name()))
    } else {
        Value::from(text).canonical(member.kind)
    };
    let value = value.map_err(|invalid| Unsuitable { path: member.name, invalid: invalid.hidden_if(true) })?;
    Ok(value.into_owned())
}

/// Puts credentials into the empty places of a call.
pub(crate) struct Filling<'a> {
    places: &'a CredentialPlaces,
    credentials: &'a Credentials,
    /// Whether credentials are checked against the types of their places.
    is_checked: bool,
    /// The structures around the current place, so that no structure is made inside itself.
    begun: Vec<usize>,
}

impl<'a> Filling<'a> {
    pub(crate) const fn new(places: &'a CredentialPlaces, credentials: &'a Credentials) -> Self {
        Self { places, credentials, is_checked: true, begun: Vec::new() }
    }

    /// For stand-in credentials, which are not checked.
    pub(crate) const fn unchecked(mut self) -> Self {
        self.is_checked = false;
        self
    }

    /// Fills the value of a member. Values that are set stay. An absent structure is made if a secret belongs in it.
    pub(crate) fn fill(&mut self, member: &'static Member, value: &mut Value<'static>) -> Result<Put, Unsuitable> {
        if !self.places.are_in(member) {
            return Ok(Put::default());
        }
        if let Some(role) = member.role.filter(|role| role.is_credential()) {
            return self.put(member, role, value);
        }
        match (member.place, value) {
            (Place::Choice(alternatives), Value::Choice(chosen)) => match alternatives.get(chosen.alternative) {
                Some(alternative) => self.fill(alternative, &mut chosen.value),
                None => Ok(Put::default()),
            },
            (Place::Element, value) => self.fill_type(member.kind, value),
            _ => Ok(Put::default()),
        }
    }

    fn put(&self, member: &'static Member, role: Role, value: &mut Value<'static>) -> Result<Put, Unsuitable> {
        let Some(text) = self.credentials.text(role).filter(|_| value.is_null()) else { return Ok(Put::default()) };
        *value = if self.is_checked { suitable(member, text)? } else { Value::from(text.to_owned()) };
        Ok(Put { some: true, secret: role.is_secret() })
    }

    fn fill_type(&mut self, kind: Type, value: &mut Value<'static>) -> Result<Put, Unsuitable> {
        if let (Type::Structure(structure), Value::Null) = (kind, &*value) {
            return self.make(structure, value);
        }
        match (kind, value) {
            (_, Value::OfType(typed)) => self.fill_type(typed.kind, &mut typed.value),
            (Type::Structure(structure), Value::Structure(values)) => self.fill_members(structure, values),
            _ => Ok(Put::default()),
        }
    }

    fn fill_members(
        &mut self,
        structure: &'static Structure,
        values: &mut Vec<Value<'static>>,
    ) -> Result<Put, Unsuitable> {
        let mut put = Ok(Put::default());
        if values.len() < structure.members().len() {
            values.resize_with(structure.members().len(), Value::default);
        }
        self.begun.push(address(structure));
        for (member, value) in structure.members().iter().zip(values) {
            match self.fill(member, value) {
                Ok(inner) => put = put.map(|put| put.and(inner)),
                Err(unsuitable) => put = Err(unsuitable),
            }
        }
        self.begun.pop();
        put
    }

    fn make(&mut self, structure: &'static Structure, value: &mut Value<'static>) -> Result<Put, Unsuitable> {
        if structure.is_abstract || self.begun.contains(&address(structure)) {
            return Ok(Put::default());
        }
        let mut filled = ZeroisedValue(Value::default_structure(structure));
        let Value::Structure(values) = &mut filled.0 else { return Ok(Put::default()) };
        let put = self.fill_members(structure, values)?;
        if !put.secret {
            return Ok(Put::default());
        }
        *value = std::mem::take(&mut filled.0);
        Ok(put)
    }
}

/// The text of the place with that role in the value of a member.
pub(crate) fn text_of<'v>(member: &Member, value: &'v Value<'_>, role: Role) -> Option<&'v str> {
    if member.role == Some(role) {
        return value.as_text();
    }
    match (member.place, member.kind, value) {
        (Place::Choice(alternatives), _, Value::Choice(chosen)) => {
            text_of(alternatives.get(chosen.alternative)?, &chosen.value, role)
        }
        (Place::Element, kind, value) if !member.repeated => text_in(kind, value, role),
        _ => None,
    }
}

fn text_in<'v>(kind: Type, value: &'v Value<'_>, role: Role) -> Option<&'v str> {
    match (kind, value) {
        (_, Value::OfType(typed)) => text_in(typed.kind, &typed.value, role),
        (Type::Structure(structure), Value::Structure(values)) => {
            structure.members().iter().zip(values).find_map(|(member, value)| text_of(member, value, role))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::{ArrayType, Effect, Messages, Operation, Scalar, StructureParts};

    static LOGIN_MEMBERS: [Member; 4] = [
        Member::new("User", Type::STRING).role(Role::Username),
        Member::new("Pin", Type::STRING).role(Role::Password),
        Member::new("Hops", Type::INT),
        Member::new("Inner", Type::Structure(&LOGIN)),
    ];
    static LOGIN: Structure = Structure::of_parts("Login", StructureParts::new(&LOGIN_MEMBERS));
    static TRUSTED: Structure = Structure::new(
        "Trusted",
        &[
            Member::new("UserName", Type::STRING).role(Role::Username),
            Member::new("UserToken", Type::Scalar(Scalar::Base64Binary)).role(Role::Token),
        ],
    );
    static HEADERS: [Member; 2] =
        [Member::new("Login", Type::Structure(&LOGIN)), Member::new("Trusted", Type::Structure(&TRUSTED))];
    static MESSAGES: Messages = Messages::PLAIN.headers(&HEADERS, &[]);
    static OPERATION: Operation = Operation::new("Op", "", "", &[], Effect::Read).messages(&MESSAGES);
    static SERVICE: Service = Service::new("S", "/s.asmx", "", &[], &[], &[&OPERATION]);

    fn filled(header: usize, credentials: &Credentials, mut value: Value<'static>) -> (Value<'static>, Put) {
        let places = CredentialPlaces::of(&SERVICE);
        let put = Filling::new(&places, credentials).fill(&HEADERS[header], &mut value).unwrap();
        (value, put)
    }

    fn texts<const N: usize>(texts: [&str; N]) -> Vec<Value<'static>> {
        let value = |text: &str| if text.is_empty() { Value::Null } else { Value::from(text.to_owned()) };
        texts.into_iter().map(value).collect()
    }

    #[test]
    fn places_are_found_in_headers_and_members() {
        let places = CredentialPlaces::of(&SERVICE);
        let results = [Role::Username, Role::Password, Role::Key, Role::Token].map(|role| places.take(role));
        assert_eq!(results, [true, true, false, true]);
        assert!(places.are_beyond_common() && !places.hide_username());
        assert!(SERVICE.takes_credentials());
    }

    #[test]
    fn a_structure_is_made_once_where_something_secret_belongs_in_it() {
        let (value, put) = filled(0, &Credentials::new("u", "p"), Value::Null);
        assert_eq!(value, Value::Structure(texts(["u", "p", "0", ""])));
        assert_eq!(put, Put { some: true, secret: true });
        // A user name alone does not identify a caller.
        let (value, put) = filled(1, &Credentials::new("u", "p"), Value::Null);
        assert_eq!((value, put), (Value::Null, Put::default()));
    }

    #[test]
    fn lists_hold_data() {
        static LOGINS: ArrayType = ArrayType::new(Type::Structure(&LOGIN), "Login");
        static LISTS: [Member; 2] =
            [Member::new("Repeated", Type::Structure(&LOGIN)).repeated(), Member::new("Wrapped", Type::Array(&LOGINS))];
        static LISTING: Operation = Operation::new("Op", "", "", &LISTS, Effect::Read);
        static LISTED: Service = Service::new("S", "/s.asmx", "", &[], &[], &[&LISTING]);
        assert!(!LISTED.takes_credentials());
        // Not even if the structure takes credentials in another place.
        let places = CredentialPlaces::of(&SERVICE);
        assert!(LISTS.iter().all(|list| !places.are_in(list)));
        let credentials = Credentials::new("u", "p");
        let mut value = Value::Array(vec![Value::Structure(texts(["", "", "0", ""]))]);
        let put = Filling::new(&places, &credentials).fill(&LISTS[1], &mut value).unwrap();
        assert_eq!((put, value), (Put::default(), Value::Array(vec![Value::Structure(texts(["", "", "0", ""]))])));
    }

    #[test]
    fn set_members_stay_and_the_others_are_filled() {
        let login = |pin: Value<'static>, inner_user: &'static str| {
            let inner = Value::Structure(texts([inner_user, "inner", "1", ""]));
            Value::Structure(vec![Value::from("other"), pin, Value::from("3"), inner])
        };
        let (value, _) = filled(0, &Credentials::new("u", "p"), login(Value::Null, ""));
        assert_eq!(value, login(Value::from("p"), "u"));
    }

    #[test]
    fn errors_of_unsuitable_credentials_redact_them() {
        let places = CredentialPlaces::of(&SERVICE);
        // A reader of Base64 would drop the blank of the second token.
        for token in ["not base64!", "the token"] {
            let credentials = Credentials::of_token(token).with_username("u");
            let unsuitable = Filling::new(&places, &credentials).fill(&HEADERS[1], &mut Value::Null).unwrap_err();
            let expected = "`[redacted]` is not a valid base64Binary; give the Base64 of the bytes, such as `dG9rZW4=`";
            assert_eq!((unsuitable.path, unsuitable.invalid.to_string().as_str()), ("UserToken", expected));
        }
        let (value, _) = filled(1, &Credentials::of_token("QUJD").with_username("u"), Value::Null);
        assert_eq!(value, Value::Structure(texts(["u", "QUJD"])));
        assert_eq!(text_of(&HEADERS[1], &value, Role::Token), Some("QUJD"));
        assert_eq!(text_of(&HEADERS[1], &value, Role::Password), None);
    }
}
