//! The kinds of change: a row each. Everything else about a kind is on its page, `explanations/CODE.md`.
//!
//! A row is `Kind = "code" [weights] "sentence"; "what follows" => "advice"`. A kind of change of members names their owner and the changed facet
//! before `=`. The module `judge` knows the kinds whose weight depends on circumstances.

use super::class::Weight;
use super::facets::{Facet, Owner, PresenceChange};
use crate::codes::coded;

pub(super) struct Row {
    pub(super) weight: Weight,
    /// The sentence, with `{}` for each name and value.
    pub(super) says: &'static str,
    pub(super) follows: &'static [&'static str],
    /// Advice; empty if a change needs none.
    pub(super) advice: &'static str,
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident $(($owner:pat, $facet:pat))* = $code:literal [$($weight:ident)*] $says:expr $(; $follows:expr)* $(=> $advice:expr)?,)+) => {
        coded! {
            /// A kind of change.
            ///
            /// The codes (`operation-removed`) are stable: a code keeps its meaning. Configuration files name them to set a level.
            pub enum Kind;

            $($(#[doc = $doc])+ $kind = $code,)+
        }

        impl Owner {
            /// The kind of a change of a member's facet.
            #[allow(clippy::enum_glob_use, reason = "patterns of a table")]
            pub(super) const fn kind(self, facet: Facet) -> Kind {
                use {Facet::*, Owner::*, PresenceChange::*};
                match (self, facet) {
                    $($(($owner, $facet) => Kind::$kind,)*)+
                }
            }
        }

        impl Kind {
            pub(super) const fn row(self) -> &'static Row {
                match self {
                    $(Self::$kind => const {
                        &Row {
                            weight: Weight::NONE$(.$weight())*,
                            says: $says,
                            follows: &[$($follows),*],
                            advice: [$($advice,)? ""][0],
                        }
                    },)+
                }
            }
        }
    };
}

// Sentences of facets, whatever has them: a parameter, a member, an output, a header.
const ADDED: &str = "new {} {} of {} ({})";
const REMOVED: &str = "{} {} of {} was removed";
const CALLED: &str = "{} {}";
const CHANGED: &str = "{} is now {} (was {})";

// Sentences that several kinds share.
pub(super) const NOTHING_IN_RUST: &str = "the Rust code is unchanged, so the compiler will not flag this";
pub(super) const SAME_IN_RUST: &str = "the Rust name is unchanged, so the compiler will not flag this";
const OTHER_JSON: &str = "messages are unchanged, and its JSON has another form";
const OTHER_ARROW: &str = "messages are unchanged, and Arrow and Parquet have another type for it";
const SAME_SCALE: &str = "readers of older files beside newer ones need the old type";
const KEEP_ADDRESS: &str = "keep the old address until no client uses it";
const WITHOUT_THEM: &str = "deployed clients do not send them, and only the service can refuse their calls";
const OTHER_CREDENTIALS: &str = "code that sets other credentials compiles, but its calls fail";
const ANNOUNCE_CREDENTIALS: &str =
    "announce the new credentials, and accept calls without them until users have set them";
const ANNOUNCE_NAME: &str = "announce the new Rust name; messages are unchanged";
const NOT_REVEALED: &str = "neither the compiler nor a failing call reveals this";
const CHECK_MESSAGES: &str = "check the change against the service: generated code is unchanged, but messages differ";
const LIMITS: &str = "`is_at_record_limit` and reports by date depend on this number";
const REFUSED_UNSENT: &str = "a call without it compiles, but is refused before it is sent";
const CLIENTS_AFTER: &str = "update the service before its clients, and explain to users what the value did";
const KEEP_NAME: &str =
    "keep the name on the wire and change only `rust`, or let the service read both names for a while";
const MAY_GET_NONE: &str = "implementations may get no value where they always got one";
const NO_OTHER_VALUES: &str = "make sure that no deployed client sends other values";
const ANNOUNCE_ROLE: &str = "tell users what the client no longer does automatically";
const CHECK_PLACE: &str = "check the change against the service: a value in the wrong place is read as absent, and the compiler will not flag this";
const ONLY_KNOWN: &str = "return it only to clients that know it: clients of other tools may fail to read it";
const KEEP_VALUE: &str = "keep the old value until no client sends it";
const ANY_ORDER: &str = "ASMX reads any order, but readers that follow the schema do not";

kinds! {
    // The service
    /// A new service: the earlier version has no spec or document of it.
    ServiceAdded = "service-added" [add] "new service {}",
    /// A service was removed with all its operations: its spec or document no longer exists.
    ServiceRemoved = "service-removed" [] "service {} was removed",
    /// The service has another name. The client, the trait and the descriptor are named after it.
    ServiceRenamed = "service-renamed" [] "service {} was renamed to {}"
        => "announce the new names of client, trait and descriptor; messages are unchanged",
    /// The service has another path. Deployed clients call the old address.
    ServicePathChanged = "service-path-changed" [major implementors] "the path of the service is now {} (was {})" => KEEP_ADDRESS,
    /// The document states another host, or another scheme. Commands that take the document call it there, with the credentials of a profile.
    ServiceHostChanged = "service-host-changed" [behaviour patch] "the document now states the address {} (was {})";
        "commands that take the document call the other server, and generated code calls the base URL of its settings"
        => "check that the server belongs to the service before credentials go there",
    /// The service has another namespace, and so have its actions and elements: it does not know the operations of the old one. If actions are
    /// stated explicitly, a SOAP 1.1 service answers with status 200 and reads every parameter as null or 0.
    NamespaceChanged = "namespace-changed" [silent major] "the namespace of the service is now {} (was {})"; NOTHING_IN_RUST;
        "a service that still accepts the old SOAP action reads every parameter as null or 0, without an error"
        => "do not change a namespace in place: serve the new one at another address, and keep the old one while clients use it",
    /// The spec no longer states the namespace, so users must set it.
    NamespaceRemoved = "namespace-removed" [behaviour major] "the namespace of the service is no longer stated (was {})";
        "code that does not set it compiles, but building a client fails"
        => "keep the namespace, or tell users to set the namespace of the service that they call",
    /// The spec states the namespace, so users need not set it.
    NamespaceAdded = "namespace-added" [behaviour] "the namespace of the service is now stated: {}"; "users need not set it any more"
        => "check that it is the namespace of every service that users call",
    /// Documentation of the service or of an area changed.
    ServiceDocumentationChanged = "service-documentation-changed" [docs] "the documentation of {} changed",
    /// Every operation takes another parameter.
    CommonParameterAdded (Common, Added { .. }) = "common-parameter-added" [silent implementors] "every operation takes the new parameter {}"; NOTHING_IN_RUST;
        "over SOAP, a service reads null or the default of the type if the parameter is absent"
        => "let the service work without it, or add operations that take it and keep the old ones; the compiler will not flag this",
    /// A parameter of every operation was removed.
    CommonParameterRemoved (Common, Removed { .. }) = "common-parameter-removed" [behaviour major] "parameter {} was removed from every operation",
    /// A common parameter became a parameter of single operations, and a field of their requests.
    CommonParameterBecameOwn = "common-parameter-became-own" [add implementors]
        "common parameter {} is now a parameter of single operations"; "it is a field of their requests",
    /// A parameter of single operations became a common one. Requests have no field for it.
    ParameterBecameCommon = "parameter-became-common" [] "parameter {} of single operations is now a common parameter",
    /// Every operation takes credentials. Deployed clients do not send any.
    CredentialsAdded = "credentials-added" [behaviour major implementors] "every operation now takes credentials: {}"; WITHOUT_THEM;
        OTHER_CREDENTIALS => ANNOUNCE_CREDENTIALS,
    /// No operation takes credentials any more.
    CredentialsRemoved = "credentials-removed" [behaviour major implementors] "operations no longer take credentials: {} removed";
        "the service ignores the credentials that clients send",
    /// Every operation takes other credentials: for example, a token instead of a password.
    CredentialsChanged = "credentials-changed" [behaviour major implementors] "{}"; WITHOUT_THEM; OTHER_CREDENTIALS => ANNOUNCE_CREDENTIALS,
    /// A generated Rust name changed because something else took it. Names on the wire are unchanged.
    RustNamesChanged = "rust-names-changed" [] "the Rust name {} is now {}"
        => "keep the old order, or state the Rust names that code uses with `rust`",
    /// Operations can be called at another address.
    PortAdded = "port-added" [add] "new port {} at {}",
    /// An address of operations was removed.
    PortRemoved = "port-removed" [behaviour major] "port {} at {} was removed" => KEEP_ADDRESS,
    /// A port has another name. Only the WSDL document contains it.
    PortRenamed = "port-renamed" [docs] "port {} was renamed to {}",
    /// A port has another path. Deployed clients call the old address.
    PortMoved = "port-moved" [behaviour major] "port {} is now at {} (was at {})" => KEEP_ADDRESS,
    /// A new area. Its operations are reported separately.
    AreaAdded = "area-added" [add patch] "new area {}",
    /// An area was removed. Its operations are reported separately.
    AreaRemoved = "area-removed" [patch] "area {} was removed"; "only documentation and descriptors change",
    /// An area has another name.
    AreaRenamed = "area-renamed" [patch] "area {} was renamed to {}"; "only documentation and descriptors change",

    // Operations
    /// A new operation.
    OperationAdded = "operation-added" [add implementors] "new operation {}";
        "clients built from this spec cannot call it on servers that are not updated yet",
    /// An operation was removed without a deprecation before.
    OperationRemoved = "operation-removed" [] "operation {} was removed"
        => "first mark it `deprecated` for a release, with the operation to use instead",
    /// A deprecated operation was removed.
    OperationRemovedAfterDeprecation = "operation-removed-after-deprecation" [] "deprecated operation {} was removed (reason: {})",
    /// An operation has another name on the wire and in Rust.
    OperationRenamed = "operation-renamed" [] "operation {} was renamed to {}"
        => "keep the old operation, `deprecated`, beside the new one; or keep the name on the wire and change only `rust`",
    /// An operation has another name on the wire. The Rust name is unchanged, so the compiler will not flag this.
    OperationRenamedOnTheWire = "operation-renamed-on-the-wire" [noted] "operation {} was renamed to {}"; SAME_IN_RUST
        => "serve the old name too, because the compiler will not show users that they need the new version",
    /// An operation has another Rust name, and the same name on the wire.
    OperationRustNameChanged = "operation-rust-name-changed" [] "the Rust name of operation {} is now {} (was {})" => ANNOUNCE_NAME,
    /// An operation moved to another area.
    OperationMoved = "operation-moved" [patch] "operation {} is now in area {} (was in {})"; "only documentation and the descriptor change",
    /// An operation is deprecated. The compiler warns users.
    OperationDeprecated = "operation-deprecated" [add] "operation {} is deprecated (reason: {})"; "the compiler warns users who call it",
    /// An operation is no longer deprecated.
    OperationNoLongerDeprecated = "operation-no-longer-deprecated" [docs] "operation {} is no longer deprecated",
    /// The reason why an operation is deprecated changed.
    DeprecationReasonChanged = "deprecation-reason-changed" [docs] "operation {} is deprecated with another reason: {}",
    /// The effect of an operation became `read`, so clients repeat calls. If the operation changes something, it may do so twice.
    EffectBecameRead = "effect-became-read" [silent major] "the effect of operation {} is now {} (was {})";
        "new clients repeat it after a failure, so it may be done twice"; NOT_REVEALED
        => "make sure that the operation changes nothing, then accept this change: no test shows that clients repeat it",
    /// The effect of an operation is no longer `read`, so clients do not repeat calls.
    EffectNoLongerRead = "effect-no-longer-read" [behaviour] "the effect of operation {} is now {} (was {})";
        "new clients do not repeat it after a failure" => "tell users that clients no longer repeat it after a failure",
    /// The effect of an operation changed between `write` and `send`. Clients repeat neither.
    EffectWriteOrSendChanged = "effect-write-or-send-changed" [docs] "the effect of operation {} is now {} (was {})",
    /// The spec states another treatment of a response that contradicts the description of an operation.
    OnContradictionChanged = "on-contradiction-changed" [behaviour] "`on-contradiction` of operation {} is now {} (was {})"
        => "a call fails whose response was read before: make sure that the service responds as described",
    /// An operation is no longer offered over a transport.
    TransportWithdrawn = "transport-withdrawn" [] "operation {} is no longer offered over {}";
        "a call over it compiles, but is refused before it is sent" => "find out who uses the transport before you withdraw it",
    /// An operation is offered over another transport.
    TransportAdded = "transport-added" [add] "operation {} is now also offered over {}",
    /// GET and POST cannot carry the new type of a parameter or result, although nobody edited `transports`.
    HttpWithdrawnByType = "http-withdrawn-by-type" [] "operation {} is no longer offered over {}: {}"; "`transports` was not edited";
        "a call over them compiles, but is refused before it is sent"
        => "use a type that GET and POST carry (`string` for a GUID or a duration), or write `transports=\"soap11 soap12\"` and tell users",
    /// An operation takes undeclared parameters.
    OperationOpened = "operation-opened" [add] "operation {} now takes undeclared parameters",
    /// An operation no longer takes undeclared parameters: a call that sends one is refused before it is sent.
    OperationClosed = "operation-closed" [behaviour major] "operation {} no longer takes undeclared parameters";
        "a call of a JSON object with such a parameter is refused; parameters that code adds to a call are still sent"
        => "declare the parameters that clients send",
    /// An operation has another SOAP action.
    ActionChanged = "action-changed" [behaviour major] "the SOAP action of operation {} changed" => CHECK_MESSAGES,
    /// The element of a request has another name or namespace.
    RequestElementChanged = "request-element-changed" [behaviour major] "the request element of operation {} changed"
        => CHECK_MESSAGES,
    /// The element of a response has another name or namespace.
    ResponseElementChanged = "response-element-changed" [behaviour major] "the response element of operation {} changed"
        => CHECK_MESSAGES,
    /// An operation has another path over GET and POST.
    LocationChanged = "location-changed" [behaviour major] "the path of operation {} over GET and POST changed" => CHECK_MESSAGES,
    /// The messages of an operation have another style.
    StyleChanged = "style-changed" [behaviour major] "the message style of operation {} is now {}" => CHECK_MESSAGES,
    /// An operation is called at other ports.
    OperationPortsChanged = "operation-ports-changed" [behaviour] "operation {} is now called at {} (was at {})" => KEEP_ADDRESS,
    /// An operation no longer returns a response.
    BecameOneWay = "became-one-way" [behaviour] "operation {} no longer returns a response"; "callers do not learn of a fault",
    /// An operation without a response now returns one.
    NoLongerOneWay = "no-longer-one-way" [behaviour] "operation {} now returns a response"; "a call waits for it",
    /// An operation is a variant of another operation than before.
    VariantChanged = "variant-changed" [docs] "operation {} is now a variant of {} (was of {})",
    /// The most records that an operation returns are now known.
    LimitAdded = "limit-added" [behaviour] "operation {} now returns at most {} records"; LIMITS,
    /// The most records that an operation returns are no longer known.
    LimitRemoved = "limit-removed" [behaviour] "the record limit of operation {} is no longer known (was {})"; LIMITS,
    /// An operation may return more records.
    LimitRaised = "limit-raised" [behaviour] "operation {} now returns at most {} records (was {})"; LIMITS,
    /// An operation returns fewer records.
    LimitLowered = "limit-lowered" [behaviour] "operation {} now returns at most {} records (was {})"; LIMITS,
    /// Documentation changed: texts, what is undocumented, a limit in words.
    DocumentationChanged = "documentation-changed" [docs] "the documentation of {} changed",

    // Parameters
    /// A new optional parameter. Over SOAP it may be absent; GET and POST require every parameter.
    OptionalParameterAdded (Request, Added { required: false }) = "optional-parameter-added" [add implementors noted] ADDED
        => "if clients use GET or POST, add another operation that takes it, or withdraw these transports first",
    /// A new required parameter. Deployed clients do not send it: over SOAP a service reads 0, false or null without an error, over GET
    /// and POST it refuses the call.
    RequiredParameterAdded (Request, Added { required: true }) = "required-parameter-added" [behaviour major implementors] ADDED; REFUSED_UNSENT
        => "make it optional, or add another operation that takes it",
    /// An optional parameter was removed. The service ignores the value of deployed clients.
    OptionalParameterRemoved (Request, Removed { required: false }) = "optional-parameter-removed" [behaviour major] REMOVED => CLIENTS_AFTER,
    /// A required parameter was removed. The service ignores the value of deployed clients.
    RequiredParameterRemoved (Request, Removed { required: true }) = "required-parameter-removed" [behaviour major] REMOVED => CLIENTS_AFTER,
    /// A parameter has another name on the wire and in Rust. Over SOAP a service reads the old name as absent, without an error.
    ParameterRenamed (Common | Request, Renamed { in_case_only: false, in_rust: true }) = "parameter-renamed" [] CALLED => KEEP_NAME,
    /// A parameter has another name on the wire. The Rust name is unchanged, so the compiler will not flag this.
    ParameterRenamedOnTheWire (Common | Request, Renamed { in_case_only: false, in_rust: false }) = "parameter-renamed-on-the-wire" [noted] CALLED => KEEP_NAME,
    /// The name of a parameter changed in upper and lower case. It is another name over SOAP, but not over GET and POST.
    ParameterCaseChanged (Common | Request, Renamed { in_case_only: true, .. }) = "parameter-case-changed" [noted] CALLED
        => "check the spelling against the service: over SOAP one of the two is read as absent, and the compiler will not flag this",
    /// A parameter has another Rust name, and the same name on the wire.
    ParameterRustNameChanged (Common | Request | RequestHeaders | ResponseHeaders, RustName) = "parameter-rust-name-changed" [] CALLED => ANNOUNCE_NAME,
    /// An optional parameter became required.
    ParameterBecameRequired (Common | Request, Presence(BecameRequired)) = "parameter-became-required" [behaviour major] CHANGED; REFUSED_UNSENT
        => "tell users that calls without it are refused before they are sent",
    /// A required parameter became optional.
    ParameterBecameOptional (Common | Request, Presence(BecameOptional)) = "parameter-became-optional" [add implementors] CHANGED; MAY_GET_NONE,
    /// A parameter may be null. GET and POST cannot carry a value type that may be null.
    ParameterBecameNullable (Common | Request, Presence(BecameNullable)) = "parameter-became-nullable" [add implementors] CHANGED; MAY_GET_NONE,
    /// A parameter must not be null any more.
    ParameterNoLongerNullable (Common | Request, Presence(NoLongerNullable)) = "parameter-no-longer-nullable" [major] CHANGED,
    /// The new type of a parameter has all old values and others: `long` instead of `int`.
    ParameterTypeWidened = "parameter-type-widened" [] CHANGED,
    /// The new type of a parameter has only some of the old values: `int` instead of `long`.
    ParameterTypeNarrowed = "parameter-type-narrowed" [] CHANGED => NO_OTHER_VALUES,
    /// A parameter has another type, and neither type has all values of the other.
    ParameterTypeChanged (Common | Request, Type) = "parameter-type-changed" [] CHANGED,
    /// A parameter that took any text takes only numbers, dates or other values of its type.
    ParameterStringBecameTyped = "parameter-string-became-typed" [] CHANGED => NO_OTHER_VALUES,
    /// A parameter of another type now takes any text.
    ParameterTypedBecameString = "parameter-typed-became-string" [] CHANGED,
    /// A parameter that took any text takes only the values of an enumeration.
    ParameterStringBecameEnum = "parameter-string-became-enum" [] CHANGED => NO_OTHER_VALUES,
    /// A parameter that took the values of an enumeration takes any text.
    ParameterEnumBecameString = "parameter-enum-became-string" [] CHANGED,
    /// A parameter that took one value takes an array. A service drops the single value of deployed clients and reads an empty array.
    ParameterBecameArray = "parameter-became-array" [] CHANGED => "add another parameter for the array and keep this one",
    /// A parameter that took an array takes one value.
    ParameterBecameScalar = "parameter-became-scalar" [] CHANGED,
    /// A new header of a request.
    RequestHeaderAdded (RequestHeaders, Added { .. }) = "request-header-added" [add implementors] ADDED,
    /// A header of a request was removed.
    RequestHeaderRemoved (RequestHeaders, Removed { .. }) = "request-header-removed" [behaviour major] REMOVED,
    /// A header of a request has another name.
    RequestHeaderRenamed (RequestHeaders, Renamed { .. }) = "request-header-renamed" [] CALLED,
    /// A header of a request has another type.
    RequestHeaderTypeChanged (RequestHeaders, Type) = "request-header-type-changed" [] CHANGED,
    /// A header of a request became required, optional or nullable.
    RequestHeaderPresenceChanged (RequestHeaders, Presence(_)) = "request-header-presence-changed" [behaviour implementors] CHANGED,

    // Parameters, members, outputs and headers
    /// The items of an array have another element name. The reader drops items with the old name and reads an empty array, without an error.
    ArrayItemRenamed = "array-item-renamed" [noted] "the items of {} are now named {} (was {})"
        => "check the element name against the service: with a wrong one it reads an empty array, and the compiler will not flag this",
    /// Items of an array may be null.
    ArrayItemsBecameNullable = "array-items-became-nullable" [] "items of {} may now be null",
    /// Items of an array must not be null any more.
    ArrayItemsNoLongerNullable = "array-items-no-longer-nullable" [] "items of {} must not be null any more",
    /// The type of an array has another name or namespace. It is visible in the WSDL document, and over GET and POST as the root of a result.
    ArrayTypeRenamed = "array-type-renamed" [behaviour] "the array type of {} has another name";
        "over GET and POST it is the root element of a result, which clients of other tools may check",
    /// The alternatives for an item of an array changed.
    ArrayAlternativesChanged = "array-alternatives-changed" [] "the alternatives for items of {} changed",
    /// A string holds XML or JSON, or no longer does. Messages are unchanged: its Rust type and its JSON change.
    ContentChanged = "content-changed" [] "{} now holds {} (was {})"; OTHER_JSON,
    /// A decimal has another most number of digits behind the point. Messages are unchanged: its type in Arrow and Parquet changes.
    ScaleChanged = "scale-changed" [behaviour annotates] "{} now has {} behind the point (was {})"; OTHER_ARROW => SAME_SCALE,
    /// Another reading of an end date is stated. Messages are unchanged: exports ask for other ranges.
    EndDateChanged = "end-date-changed" [behaviour annotates] "{} now has {} (was {})"; "messages are unchanged, and exports ask for other ranges"
        => "export anew what was exported with the wrong one",
    /// A value became secret: `Debug`, JSON and errors do not show it.
    SecretSet = "secret-set" [behaviour implementors annotates] "{} is now secret"; "`Debug`, JSON and errors no longer show it",
    /// A value is no longer secret: `Debug`, JSON and errors show it, and so do the logs of everybody who updates.
    SecretCleared = "secret-cleared" [silent major implementors annotates] "{} is no longer secret";
        "`Debug`, JSON and errors now show it, and neither the compiler nor a failing call reveals this"
        => "mark it `secret` again, or accept this change: from now on the value is in logs",
    /// A value has a role, so the client does more than send it.
    RoleAdded = "role-added" [behaviour annotates] "{} now has the role {}",
    /// A value has no role any more, so the client only sends it. Methods that depended on the role are removed.
    RoleRemoved = "role-removed" [behaviour major annotates] "{} no longer has the role {}" => ANNOUNCE_ROLE,
    /// A value has another role, so the client uses it in another way.
    RoleChanged = "role-changed" [behaviour major annotates] "{} now has the role {} (was {})" => ANNOUNCE_ROLE,
    /// An absent value has another default.
    DefaultChanged = "default-changed" [behaviour noted annotates] "the default of {} is now {} (was {})",
    /// A WSDL document restricts values differently: their length, range or pattern. Specs do not contain such restrictions.
    FacetsChanged = "facets-changed" [behaviour annotates] "values of {} are now {} (before: {})";
        "clients do not check facets, and the service decides which values it refuses"
        => "describe the restriction in the documentation of the member, and check the values that deployed clients send",
    /// A value moved, for example from an element to an attribute. A reader that looks in the old place reads it as absent.
    PlaceChanged = "place-changed" [] CHANGED => CHECK_PLACE,
    /// The schema of a wildcard names other namespaces, or has its contents checked in another way. Clients and services do not check them.
    WildcardChanged = "wildcard-changed" [behaviour annotates] "the schema now allows {} in {} (was {})";
        "clients and services do not check this, but validators of other tools may",
    /// A name is in another namespace. A reader that looks for the old one reads the value as absent.
    NameNamespaceChanged = "name-namespace-changed" [major] "{} in another namespace" => CHECK_PLACE,
    /// A part of a message has another name, and its element has the same.
    PartRenamed = "part-renamed" [] "the message part of {} is now named {} (was {})",
    /// An element may occur any number of times.
    BecameRepeated = "became-repeated" [] "{} may now occur any number of times",
    /// An element that could occur any number of times may occur only once.
    NoLongerRepeated = "no-longer-repeated" [] "{} may now occur only once",
    /// A choice has a new alternative.
    AlternativeAdded (Alternatives, Added { .. }) = "alternative-added" [add implementors] ADDED,
    /// An alternative of a choice was removed.
    AlternativeRemoved (Alternatives, Removed { .. }) = "alternative-removed" [behaviour major] REMOVED,

    // Types
    /// A new type.
    TypeAdded = "type-added" [add] "new type {}",
    /// A type was removed.
    TypeRemoved = "type-removed" [] "type {} was removed",
    /// An array that no member has, but a value of any type may be, has other items.
    ArrayChanged = "array-changed" [behaviour major] "the items of {} changed"; "a value of any type that is such an array has other items"
        => "declare an array of another name, and keep the old one until no client sends it",
    /// A type has another name on the wire and in Rust. Items of arrays are named after their type.
    TypeRenamed = "type-renamed" [behaviour major] "type {} was renamed to {}{}"
        => "if arrays of it are sent, keep the name on the wire (`wire-name`) and change only `rust`",
    /// A type has another name on the wire. The Rust name is unchanged.
    TypeRenamedOnTheWire = "type-renamed-on-the-wire" [behaviour major] "type {} was renamed to {}{}",
    /// A type has another Rust name, and the same name on the wire.
    TypeRustNameChanged = "type-rust-name-changed" [] "the Rust name of type {} is now {} (was {})" => ANNOUNCE_NAME,
    /// A type is in another namespace.
    TypeNamespaceChanged = "type-namespace-changed" [behaviour major] "type {} is in another namespace",
    /// A type no longer has a name on the wire.
    TypeBecameAnonymous = "type-became-anonymous" [behaviour] "type {} no longer has a name on the wire",
    /// A type without a name on the wire now has one.
    TypeNoLongerAnonymous = "type-no-longer-anonymous" [behaviour] "type {} now has a name on the wire",
    /// A type changed between enumeration, structure and DataSet.
    TypeKindChanged = "type-kind-changed" [] "type {} is now {} (was {})",
    /// A new value of an enumeration. Generated clients read it as an unknown value; others may fail to read a response that contains it.
    EnumValueAdded = "enum-value-added" [add implementors noted] "new value {} of {}" => ONLY_KNOWN,
    /// A value of an enumeration was removed.
    EnumValueRemoved = "enum-value-removed" [] "value {} of {} was removed" => KEEP_VALUE,
    /// A value of an enumeration has another text on the wire and another Rust name.
    EnumValueRenamed = "enum-value-renamed" [] "value {} of {} is now written {}" => KEEP_VALUE,
    /// A value of an enumeration has another text on the wire. The Rust name is unchanged, so the compiler will not flag this.
    EnumValueTextChanged = "enum-value-text-changed" [silent major implementors] "value {} of {} is now written {}"; SAME_IN_RUST
        => "keep the text on the wire: only the Rust name can change without harm, and the compiler will not flag this",
    /// A value of an enumeration has another Rust name, and the same text.
    EnumValueRustNameChanged = "enum-value-rust-name-changed" [] "the Rust name of value {} of {} is now {} (was {})" => ANNOUNCE_NAME,
    /// The values of an enumeration have another order, and the same first value.
    EnumValuesReordered = "enum-values-reordered" [docs] "the values of {} have another order, with the same first value",
    /// The first value of an enumeration changed. A service reads an absent value as the first one.
    EnumDefaultChanged = "enum-default-changed" [silent major implementors] "the first value of {} is now {} (was {})";
        "an absent value is read as the first one, so it has another meaning"; NOT_REVEALED
        => "keep the first value first, or accept this change: it changes what an absent value means, and the compiler will not flag this",
    /// An enumeration became a set of flags.
    EnumBecameFlags = "enum-became-flags" [] "a value of {} is now a set of flags",
    /// An enumeration is no longer a set of flags.
    EnumNoLongerFlags = "enum-no-longer-flags" [] "a value of {} is no longer a set of flags",
    /// A new optional member of a structure.
    OptionalMemberAdded (Structure, Added { required: false }) = "optional-member-added" [add implementors] ADDED,
    /// A new required member of a structure.
    RequiredMemberAdded (Structure, Added { required: true }) = "required-member-added" [add implementors] ADDED,
    /// A member of a structure was removed.
    MemberRemoved (Structure, Removed { .. }) = "member-removed" [behaviour major] REMOVED => CLIENTS_AFTER,
    /// A member has another name on the wire and in Rust.
    MemberRenamed (Structure | Alternatives, Renamed { in_rust: true, .. }) = "member-renamed" [] CALLED => KEEP_NAME,
    /// A member has another name on the wire. The Rust name is unchanged, so the compiler will not flag this.
    MemberRenamedOnTheWire (Structure | Alternatives, Renamed { in_rust: false, .. }) = "member-renamed-on-the-wire" [noted] CALLED => KEEP_NAME,
    /// A member has another Rust name, and the same name on the wire.
    MemberRustNameChanged (Structure | Alternatives, RustName) = "member-rust-name-changed" [] CALLED => ANNOUNCE_NAME,
    /// A member has another type.
    MemberTypeChanged (Structure | Alternatives, Type) = "member-type-changed" [] CHANGED,
    /// A member became required, optional or nullable.
    MemberPresenceChanged (Structure | Alternatives, Presence(_)) = "member-presence-changed" [behaviour implementors] CHANGED,
    /// The members of a structure have another order. ASMX reads any order; readers that follow the schema do not.
    MembersReordered = "members-reordered" [behaviour patch annotates] "the {}s of {} have another order"; ANY_ORDER,
    /// A structure has another base than before.
    BaseChanged = "base-changed" [behaviour major] "type {} is now derived from {} (was from {})",
    /// A structure became abstract: only derived types have values.
    BecameAbstract = "became-abstract" [] "type {} is now abstract: only derived types have values",
    /// A structure is no longer abstract, and has values of its own.
    NoLongerAbstract = "no-longer-abstract" [add] "type {} is no longer abstract, and has values of its own",
    /// A new type that is derived from a structure. Generated clients read its values as unknown; others may fail to read them.
    DerivedTypeAdded = "derived-type-added" [add implementors noted] "new type {}, derived from {}" => ONLY_KNOWN,
    /// A type that was derived from a structure was removed.
    DerivedTypeRemoved = "derived-type-removed" [] "type {}, derived from {}, was removed",

    // Results
    /// An operation returns another kind of result.
    ResultKindChanged = "result-kind-changed" [major] "operation {} now returns {} (before: {})",
    /// An operation returns another type.
    ResultTypeChanged (Result, Type) = "result-type-changed" [] CHANGED,
    /// The element of a result has another name. Deployed clients may read the result as null.
    ResultElementRenamed (Result, Renamed { .. }) = "result-element-renamed" [annotates] CALLED => "check the name against the service: deployed clients do not find the result",
    /// A result may be null or absent.
    ResultBecameNullable (Result, Presence(BecameNullable)) = "result-became-nullable" [behaviour implementors] CHANGED,
    /// A result can no longer be null or absent.
    ResultNoLongerNullable (Result, Presence(NoLongerNullable)) = "result-no-longer-nullable" [behaviour implementors] CHANGED,
    /// A new output of a response.
    OutputAdded (Outputs | Result, Added { .. }) = "output-added" [add implementors] ADDED,
    /// An output of a response was removed.
    OutputRemoved (Outputs | Result, Removed { .. }) = "output-removed" [behaviour major] REMOVED,
    /// An output has another name.
    OutputRenamed (Outputs, Renamed { .. }) (Outputs | Result, RustName) = "output-renamed" [] CALLED,
    /// An output has another type.
    OutputTypeChanged (Outputs, Type) = "output-type-changed" [] CHANGED,
    /// An output became required, optional or nullable.
    OutputPresenceChanged (Outputs, Presence(_)) (Result, Presence(BecameRequired | BecameOptional)) = "output-presence-changed" [behaviour implementors] CHANGED,
    /// The outputs of a response have another order.
    OutputsReordered = "outputs-reordered" [behaviour patch annotates] "the {}s of {} have another order"; ANY_ORDER,
    /// A new header of a response.
    ResponseHeaderAdded (ResponseHeaders, Added { .. }) = "response-header-added" [add implementors] ADDED,
    /// A header of a response was removed.
    ResponseHeaderRemoved (ResponseHeaders, Removed { .. }) = "response-header-removed" [behaviour major] REMOVED,
    /// A header of a response has another name.
    ResponseHeaderRenamed (ResponseHeaders, Renamed { .. }) = "response-header-renamed" [] CALLED,
    /// A header of a response has another type.
    ResponseHeaderTypeChanged (ResponseHeaders, Type) = "response-header-type-changed" [] CHANGED,
    /// A header of a response became required, optional or nullable.
    ResponseHeaderPresenceChanged (ResponseHeaders, Presence(_)) = "response-header-presence-changed" [behaviour implementors] CHANGED,

    // Columns and tables
    /// The columns of a result are declared for the first time.
    ColumnsDeclared = "columns-declared" [add implementors] "the result of {} now declares its columns",
    /// The columns of a result are no longer declared, and the row type is removed.
    ColumnsWithdrawn = "columns-withdrawn" [] "the result of {} no longer declares columns",
    /// Another column is declared after the others.
    ColumnAppended = "column-appended" [add implementors] "new column {} of {}, after the others",
    /// Another column is declared before others. In a delimited result the position of a column counts: each later value is read as that of
    /// another column.
    ColumnInserted = "column-inserted" [add implementors] "new column {} of {}, before others"
        => "in a delimited result, add columns only after the others",
    /// A column is no longer declared.
    ColumnRemoved = "column-removed" [] "column {} of {} is no longer declared"
        => "in a delimited result, keep columns that have others after them",
    /// A column has another name in the data and in Rust.
    ColumnRenamed = "column-renamed" [] "column {} of {} was renamed to {}",
    /// A column has another name in the data. The Rust name is unchanged, so the compiler will not flag this.
    ColumnRenamedOnTheWire = "column-renamed-on-the-wire" [silent major] "column {} of {} was renamed to {}";
        "data with the old name is read as if the column was absent, and the compiler will not flag this",
    /// A column has another Rust name, and the same name in the data.
    ColumnRustNameChanged = "column-rust-name-changed" [] "the Rust name of column {} of {} is now {} (was {})" => ANNOUNCE_NAME,
    /// The columns have another order. In a delimited result the position of a column counts.
    ColumnsReordered = "columns-reordered" [docs] "the columns of {} have another order";
        "columns are found by name, so nothing else changes"
        => "keep the order in a delimited result, where columns have no names",
    /// Every row has a value of the column.
    ColumnBecameRequired = "column-became-required" [behaviour major] "column {} of {} is now required";
        "reading a row without a value fails",
    /// A row may have no value of the column.
    ColumnNoLongerRequired = "column-no-longer-required" [behaviour] "column {} of {} is no longer required",
    /// The values of a column have another type.
    ColumnTypeChanged = "column-type-changed" [behaviour major] "column {} of {} is now {} (was {})",
    /// The decimals of a column have another most number of digits behind the point. Messages are unchanged: the type in Arrow and Parquet changes.
    ColumnScaleChanged = "column-scale-changed" [behaviour annotates] "column {} of {} now has {} behind the point (was {})"; OTHER_ARROW => SAME_SCALE,
    /// The values of a column have another mapping: for example, they are attributes.
    ColumnMappingChanged = "column-mapping-changed" [behaviour] "column {} of {} has another mapping",
    /// The row type, or its field for undeclared columns, has another Rust name.
    RowRenamed = "row-renamed" [] "{}" => ANNOUNCE_NAME,
    /// The rows of a result come from another table.
    ResultTableChanged = "result-table-changed" [behaviour major] "rows of {} are now read from {} (was {})";
        "if a response contains both tables, other rows are read",
    /// The rows of a result are at another path. Messages are unchanged: CSV, Arrow and other forms of rows have other rows.
    RowsChanged = "rows-changed" [behaviour] "the rows of {} are now at {} (was {})"; "messages and JSON are unchanged, and forms of rows such as CSV have other rows and columns"
        => "tell readers of tables",
    /// A new table of a typed DataSet.
    TableAdded = "table-added" [add implementors] "DataSet {} has the new table {}",
    /// A table of a typed DataSet was removed.
    TableRemoved = "table-removed" [] "DataSet {} no longer has the table {}",
    /// A table of a typed DataSet has another name.
    TableRenamed = "table-renamed" [silent major] "table {} of {} was renamed to {}";
        "data with the old name is read as if the table was absent",
    /// A table of a typed DataSet has another Rust name, and the same name in the data.
    TableRustNameChanged = "table-rust-name-changed" [] "the Rust name of table {} of {} is now {} (was {})" => ANNOUNCE_NAME,
    /// The tables of a typed DataSet have another order.
    TablesReordered = "tables-reordered" [docs] "the tables of DataSet {} have another order",
}
