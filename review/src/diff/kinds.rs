//! The kinds of change: a row each. The rest of what a kind is stands on its page, `explanations/CODE.md`.
//!
//! A row is `Kind = "code" [weights] "sentence"; "what follows" => "advice"`. The module `judge` knows which kinds weigh more or less
//! in some cases.

use super::class::Weight;
use crate::codes::coded;

/// What there is to say of a kind.
pub(super) struct Row {
    pub(super) weight: Weight,
    /// What changed, with `{}` for each name and value.
    pub(super) says: &'static str,
    pub(super) follows: &'static [&'static str],
    /// What to do about it; empty if there is nothing to do.
    pub(super) advice: &'static str,
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident = $code:literal [$($weight:ident)*] $says:expr $(; $follows:expr)* $(=> $advice:expr)?,)+) => {
        coded! {
            /// A kind of change.
            ///
            /// The codes (`operation-removed`) are stable: a code keeps its meaning. Configuration files name them to set a level.
            pub enum Kind;

            $($(#[doc = $doc])+ $kind = $code,)+
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
const ADDED: &str = "{} has one {} more, {}, which {}";
const REMOVED: &str = "{} has the {} {} no longer";
const CALLED: &str = "the {} is {}";
const CHANGED: &str = "the {} is {}, and was {}";
const PRESENCE: &str = "the {} {}, and {}";

// What several kinds say.
pub(super) const NOTHING_IN_RUST: &str = "nothing changes in Rust, so the compiler will not flag this";
pub(super) const SAME_IN_RUST: &str = "its name in Rust is the same, so the compiler will not flag this";
const KEEP_ADDRESS: &str = "keep the service reachable at the old address until no client calls it there";
const WITHOUT_THEM: &str =
    "a client of the old version calls without them, also over SOAP, where nothing but the service refuses it";
const OTHER_CREDENTIALS: &str = "code that sets other credentials compiles and fails when it calls";
const TELL_CREDENTIALS: &str =
    "tell users which credentials to set before the service demands them; accept the old ones until then";
const TELL_NAME: &str = "tell users the new name; on the wire nothing changed";
const NOBODY_TELLS: &str = "neither the compiler nor the wire shows it";
const CHECK_MESSAGES: &str =
    "check it against what the service really does: generated code is the same, messages are not";
const LIMITS: &str = "what goes by it (`is_at_record_limit`, reports by date) acts otherwise";
const REFUSED_UNSENT: &str = "a call that does not give it compiles and is refused before it is sent";
const CLIENTS_AFTER: &str = "roll out the new clients after the service, and tell users what the value did";
const KEEP_NAME: &str = "keep the name on the wire and change only `rust`, or read both names for a while";
const MAY_GET_NONE: &str = "a service may get none where it always got one";
const NO_OTHER_VALUES: &str = "be sure that no deployed client sends other values";
const TELL_ROLE: &str = "tell users what the runtime does not do by itself any more";
const CHECK_PLACE: &str =
    "check it against the service: what stands elsewhere is read as absent, and the compiler will not flag this";
const ONLY_KNOWN: &str =
    "clients that others generated may fail to read it: let the service return it only to clients that know it";
const KEEP_VALUE: &str = "keep the old value until no client sends it";
const ANY_ORDER: &str = "ASMX reads any order, readers that go by the schema do not";

kinds! {
    // The service
    /// A service is new: its spec or document was not there before.
    ServiceAdded = "service-added" [add] "the service {} is new",
    /// A service is gone with all its operations: its spec or document is not there any more.
    ServiceRemoved = "service-removed" [] "the service {} is gone",
    /// The service has another name, and so have the client, the trait and the descriptor that are named after it.
    ServiceRenamed = "service-renamed" [] "the service {} is called {} now"
        => "tell users the new names of client, trait and descriptor; on the wire nothing changed",
    /// The service stands at another path. It is another address: old clients call one where nothing is.
    ServicePathChanged = "service-path-changed" [major implementors] "the service is at {}, and was at {}" => KEEP_ADDRESS,
    /// The service has another namespace, and so have its actions and elements: it does not know the operations of the old one. Where actions are
    /// stated by themselves, it answers over SOAP 1.1 with status 200 and reads every parameter as null or 0.
    NamespaceChanged = "namespace-changed" [silent major] "the namespace of the service is {}, and was {}"; NOTHING_IN_RUST;
        "a service that still takes the old SOAP action reads every parameter as null or 0, without an error"
        => "a namespace is never changed in place: serve the new one at another address, and keep the old one as long as clients are deployed",
    /// The namespace is not stated any more, so that it is a setting without which no client is built.
    NamespaceRemoved = "namespace-removed" [behaviour major] "the namespace of the service, {}, is not stated any more";
        "code that does not set it compiles, and no client is built"
        => "keep it, or tell users to set the namespace of the service that they call",
    /// The namespace is stated, so that it need not be set any more.
    NamespaceAdded = "namespace-added" [behaviour] "the namespace of the service is stated: {}"; "it need not be set any more"
        => "check that it is the namespace of every service that users call",
    /// Words about the service or one of its areas changed: documentation, what is undocumented, titles.
    ServiceDocumentationChanged = "service-documentation-changed" [docs] "the words about {} changed",
    /// Every operation takes one parameter more.
    CommonParameterAdded = "common-parameter-added" [silent implementors] "every operation takes one parameter more, {}"; NOTHING_IN_RUST;
        "over SOAP a service reads null or the default of its type where it is not sent"
        => "the compiler will not flag this: let the service work without it, or add operations that take it and keep the old ones",
    /// A parameter that every operation took is gone from all of them.
    CommonParameterRemoved = "common-parameter-removed" [behaviour major] "no operation takes the parameter {} any more",
    /// A parameter of all operations is one of single operations now, and a field of their requests.
    CommonParameterBecameOwn = "common-parameter-became-own" [add implementors]
        "the parameter {} is one of single operations, and was one of all"; "it is a field of their requests",
    /// A parameter of single operations is one of all operations now. Requests have no field for it.
    ParameterBecameCommon = "parameter-became-common" [] "the parameter {} is one of all operations, and was one of single ones",
    /// Every operation takes credentials now, which clients that have none do not send.
    CredentialsAdded = "credentials-added" [behaviour major implementors] "every operation takes credentials: {}"; WITHOUT_THEM;
        OTHER_CREDENTIALS => TELL_CREDENTIALS,
    /// No operation takes the credentials any more that all of them took.
    CredentialsRemoved = "credentials-removed" [behaviour major implementors] "no operation takes credentials any more: {} are gone";
        "what clients send of them is ignored",
    /// Every operation takes credentials of another kind: a token instead of a password, for example.
    CredentialsChanged = "credentials-changed" [behaviour major implementors] "{}"; WITHOUT_THEM; OTHER_CREDENTIALS => TELL_CREDENTIALS,
    /// Generated names gave way to each other: what is the same on the wire is called otherwise in Rust.
    RustNamesChanged = "rust-names-changed" [] "{} is called {} in Rust now"
        => "keep the order of what stood before, or state the names that code knows with `rust`",
    /// There is another address at which operations are called.
    PortAdded = "port-added" [add] "there is another port, {}, at {}",
    /// An address at which operations were called is gone.
    PortRemoved = "port-removed" [behaviour major] "the port {} at {} is gone" => KEEP_ADDRESS,
    /// A port has another name, which only the WSDL document shows.
    PortRenamed = "port-renamed" [docs] "the port {} is called {} now",
    /// A port stands at another path, so that old clients call an address where nothing is.
    PortMoved = "port-moved" [behaviour major] "the port {} is at {}, and was at {}" => KEEP_ADDRESS,
    /// An area that the old version has not. With areas as features, there is a feature more.
    AreaAdded = "area-added" [add] "there is another area, {}",
    /// An area is gone. With areas as features, a manifest that names its feature is not accepted any more.
    AreaRemoved = "area-removed" [patch] "the area {} is gone",
    /// An area has another name. With areas as features, a manifest that names the old feature is not accepted any more.
    AreaRenamed = "area-renamed" [patch] "the area {} is called {} now",

    // Operations
    /// An operation that the old version has not.
    OperationAdded = "operation-added" [add implementors] "new operation {}";
        "clients built from this spec cannot call it on servers that are not updated yet",
    /// An operation that the new version has not, and nobody was told before.
    OperationRemoved = "operation-removed" [] "the operation {} is gone"
        => "mark it `deprecated` for a release first, with what to use instead",
    /// An operation that the new version has not, and that was deprecated in the old one.
    OperationRemovedAfterDeprecation = "operation-removed-after-deprecation" [] "the operation {} is gone, which was deprecated ({})",
    /// An operation has another name on the wire and in Rust; the rest is as it was.
    OperationRenamed = "operation-renamed" [] "the operation {} is called {} now"
        => "keep the old operation, `deprecated`, beside the new one; or keep the name on the wire and change only `rust`",
    /// An operation has another name on the wire, and `rust` keeps the name in Rust: no compiler sees it.
    OperationRenamedOnTheWire = "operation-renamed-on-the-wire" [noted] "the operation {} is called {} now"; SAME_IN_RUST
        => "serve the old name too: no compiler tells users that they need the new version",
    /// An operation has another name in Rust, and the same on the wire.
    OperationRustNameChanged = "operation-rust-name-changed" [] "the operation {} is called {} in Rust, and was {}" => TELL_NAME,
    /// An operation is in another area. With areas as features, it needs another feature.
    OperationMoved = "operation-moved" [patch] "the operation {} is in the area {}, and was in {}",
    /// An operation is not to be used any more; the compiler warns whoever does.
    OperationDeprecated = "operation-deprecated" [add] "the operation {} is deprecated: {}"; "the compiler warns whoever calls it",
    /// An operation may be used again.
    OperationNoLongerDeprecated = "operation-no-longer-deprecated" [docs] "the operation {} is deprecated no more",
    /// The words that say why not to use an operation changed.
    DeprecationReasonChanged = "deprecation-reason-changed" [docs] "the operation {} is deprecated for another reason: {}",
    /// An operation is now said to change nothing, so that clients repeat it by themselves. If it does change something, it is done twice.
    EffectBecameRead = "effect-became-read" [silent major] "the effect of the operation {} is {}, and was {}";
        "clients repeat it by themselves from now on, so that what it does may be done twice"; NOBODY_TELLS
        => "be sure that the operation changes nothing, and accept this change by name: clients repeat it from now on, and no test shows it",
    /// An operation is now said to change something, so that clients do not repeat it any more.
    EffectNoLongerRead = "effect-no-longer-read" [behaviour] "the effect of the operation {} is {}, and was {}";
        "clients do not repeat it by themselves any more" => "tell users that calls are not repeated by themselves any more",
    /// An operation writes that was said to send, or the reverse. Neither is repeated.
    EffectWriteOrSendChanged = "effect-write-or-send-changed" [docs] "the effect of the operation {} is {}, and was {}",
    /// An operation is not offered over a transport any more.
    TransportWithdrawn = "transport-withdrawn" [] "the operation {} is not offered over {} any more";
        "a call over it compiles and is refused before it is sent" => "find out who uses the transport before it is withdrawn",
    /// An operation is offered over a transport more.
    TransportAdded = "transport-added" [add] "the operation {} is offered over {} too",
    /// GET and POST are gone because they cannot carry what an operation now takes or returns. Nobody edited `transports`.
    HttpWithdrawnByType = "http-withdrawn-by-type" [] "the operation {} is not offered over {} any more: {}"; "nobody edited `transports`";
        "a call over them compiles and is refused before it is sent"
        => "use a type that GET and POST carry (`string` for a GUID or a duration), or say `transports=\"soap11 soap12\"` and tell users",
    /// An operation takes parameters that are not declared.
    OperationOpened = "operation-opened" [add] "the operation {} takes parameters that are not declared",
    /// An operation takes no parameters any more that are not declared: a call that sends one is refused before it is sent.
    OperationClosed = "operation-closed" [behaviour major] "the operation {} takes no parameters any more that are not declared";
        "a call of a JSON object that has one is refused; what code adds to a call is sent still"
        => "declare the parameters that clients send",
    /// An operation has another SOAP action.
    ActionChanged = "action-changed" [behaviour major] "the action of the operation {} changed" => CHECK_MESSAGES,
    /// The element of a request has another name or namespace.
    RequestElementChanged = "request-element-changed" [behaviour major] "the element of requests of the operation {} changed"
        => CHECK_MESSAGES,
    /// The element of a response has another name or namespace.
    ResponseElementChanged = "response-element-changed" [behaviour major] "the element of responses of the operation {} changed"
        => CHECK_MESSAGES,
    /// An operation stands at another path over GET and POST.
    LocationChanged = "location-changed" [behaviour major] "the path over GET and POST of the operation {} changed" => CHECK_MESSAGES,
    /// The parts of an operation's messages stand in the body in another way.
    StyleChanged = "style-changed" [behaviour major] "the style of the messages (now {}) of the operation {} changed" => CHECK_MESSAGES,
    /// An operation is called at other ports.
    OperationPortsChanged = "operation-ports-changed" [behaviour] "the operation {} is called at {}, and was at {}" => KEEP_ADDRESS,
    /// An operation no longer returns a response.
    BecameOneWay = "became-one-way" [behaviour] "the operation {} no longer returns a response"; "a fault of the service is not told",
    /// An operation that answered nothing has a response.
    NoLongerOneWay = "no-longer-one-way" [behaviour] "the operation {} now returns a response"; "a call waits for the response",
    /// An operation is a variant of another one than before, or of none.
    VariantChanged = "variant-changed" [docs] "the operation {} is a variant of {}, and was of {}",
    /// A number of records is documented as the most that an operation returns.
    LimitAdded = "limit-added" [behaviour] "the operation {} returns {} records at most"; LIMITS,
    /// No number of records is documented any more as the most that an operation returns.
    LimitRemoved = "limit-removed" [behaviour] "no limit of records of the operation {} is known any more, and {} was"; LIMITS,
    /// An operation returns more records at most.
    LimitRaised = "limit-raised" [behaviour] "the operation {} returns {} records at most, and returned {}"; LIMITS,
    /// An operation returns fewer records at most.
    LimitLowered = "limit-lowered" [behaviour] "the operation {} returns {} records at most, and returned {}"; LIMITS,
    /// Words changed: documentation, what is undocumented, a limit in words.
    DocumentationChanged = "documentation-changed" [docs] "the words about {} changed",

    // Parameters
    /// A parameter more that can be left out. Over SOAP it is missing without harm; GET and POST demand every parameter.
    OptionalParameterAdded = "optional-parameter-added" [add implementors noted] ADDED
        => "if clients call over GET or POST, add another operation that takes it, or withdraw these transports first",
    /// A parameter more that must be given. Old clients do not send it: over SOAP a service reads 0, false or nothing without an error, over GET
    /// and POST it refuses the call.
    RequiredParameterAdded = "required-parameter-added" [behaviour major implementors] ADDED; REFUSED_UNSENT
        => "make it optional, or add another operation that takes it",
    /// A parameter is gone that could be left out. What old clients send of it is ignored.
    OptionalParameterRemoved = "optional-parameter-removed" [behaviour major] REMOVED => CLIENTS_AFTER,
    /// A parameter is gone that had to be given. What old clients send of it is ignored.
    RequiredParameterRemoved = "required-parameter-removed" [behaviour major] REMOVED => CLIENTS_AFTER,
    /// A parameter has another name on the wire and in Rust. Over SOAP a service reads the old name as nothing, without an error.
    ParameterRenamed = "parameter-renamed" [] CALLED => KEEP_NAME,
    /// A parameter has another name on the wire, and `rust` keeps the name in Rust: no compiler sees it.
    ParameterRenamedOnTheWire = "parameter-renamed-on-the-wire" [noted] CALLED => KEEP_NAME,
    /// The name of a parameter is written with other capitals. SOAP takes it for another name, GET and POST do not.
    ParameterCaseChanged = "parameter-case-changed" [noted] CALLED
        => "check the capitals against the service: over SOAP one of the two spellings is read as nothing, and the compiler will not flag this",
    /// A parameter has another name in Rust, and the same on the wire.
    ParameterRustNameChanged = "parameter-rust-name-changed" [] CALLED => TELL_NAME,
    /// A parameter that could be left out must be given.
    ParameterBecameRequired = "parameter-became-required" [behaviour major] PRESENCE; REFUSED_UNSENT
        => "tell users: calls without it are refused before they are sent",
    /// A parameter that had to be given can be left out.
    ParameterBecameOptional = "parameter-became-optional" [add implementors] PRESENCE; MAY_GET_NONE,
    /// A parameter may be null. GET and POST cannot carry one whose type is a value type.
    ParameterBecameNullable = "parameter-became-nullable" [add implementors] PRESENCE; MAY_GET_NONE,
    /// A parameter must not be null any more.
    ParameterNoLongerNullable = "parameter-no-longer-nullable" [major] PRESENCE,
    /// A parameter takes every value that it took, and others: `long` instead of `int`.
    ParameterTypeWidened = "parameter-type-widened" [] CHANGED,
    /// A parameter takes only some of the values that it took: `int` instead of `long`.
    ParameterTypeNarrowed = "parameter-type-narrowed" [] CHANGED => NO_OTHER_VALUES,
    /// A parameter has another type, and neither holds all values of the other.
    ParameterTypeChanged = "parameter-type-changed" [] CHANGED,
    /// A parameter that took any text takes only what its type allows: a number, a date.
    ParameterStringBecameTyped = "parameter-string-became-typed" [] CHANGED => NO_OTHER_VALUES,
    /// A parameter whose type allowed some texts takes any.
    ParameterTypedBecameString = "parameter-typed-became-string" [] CHANGED,
    /// A parameter that took any text takes the values of an enumeration.
    ParameterStringBecameEnum = "parameter-string-became-enum" [] CHANGED => NO_OTHER_VALUES,
    /// A parameter that took the values of an enumeration takes any text.
    ParameterEnumBecameString = "parameter-enum-became-string" [] CHANGED,
    /// A parameter that took one value takes an array. A service drops the one value of old clients and reads an empty array.
    ParameterBecameArray = "parameter-became-array" [] CHANGED => "add another parameter for the array and keep this one",
    /// A parameter that took an array takes one value.
    ParameterBecameScalar = "parameter-became-scalar" [] CHANGED,
    /// A header more in requests.
    RequestHeaderAdded = "request-header-added" [add implementors] ADDED,
    /// A header is gone from requests.
    RequestHeaderRemoved = "request-header-removed" [behaviour major] REMOVED,
    /// A header of requests has another name.
    RequestHeaderRenamed = "request-header-renamed" [] CALLED,
    /// A header of requests has another type.
    RequestHeaderTypeChanged = "request-header-type-changed" [] CHANGED,
    /// A header of requests must be given, or can be left out, or may be null, and was otherwise.
    RequestHeaderPresenceChanged = "request-header-presence-changed" [behaviour implementors] PRESENCE,

    // Parameters, members, outputs and headers alike
    /// The items of an array have another element name. What is sent under the old name is dropped, and an empty array is read, without an error.
    ArrayItemRenamed = "array-item-renamed" [noted] "the items of the {} are called {}, and were {}"
        => "check the element name against the service: with a wrong one it reads an empty array, and the compiler will not flag this",
    /// Items of an array may be null.
    ArrayItemsBecameNullable = "array-items-became-nullable" [] "items of the {} may be null",
    /// Items of an array must not be null any more.
    ArrayItemsNoLongerNullable = "array-items-no-longer-nullable" [] "items of the {} must not be null any more",
    /// The type of an array has another name or namespace. Only the root of a result over GET and POST and the WSDL document show it.
    ArrayTypeRenamed = "array-type-renamed" [behaviour] "the type of the {} has another name";
        "over GET and POST the root of a result is called after it, which clients that others generated may mind",
    /// The alternatives of which each item of an array is one changed.
    ArrayAlternativesChanged = "array-alternatives-changed" [] "the alternatives of the items of the {} are others",
    /// A value is a secret now: `Debug`, JSON and errors do not show it.
    SecretSet = "secret-set" [behaviour implementors] "the {} is a secret now"; "`Debug`, JSON and errors do not show it any more",
    /// A value is no secret any more: `Debug`, JSON and errors show it, and so do the logs of whoever updates.
    SecretCleared = "secret-cleared" [silent major implementors] "the {} is no secret any more";
        "`Debug`, JSON and errors show it from now on, and neither the compiler nor the wire shows it"
        => "mark it `secret` again, or accept this change by name: from now on the value is in logs",
    /// The runtime does more with a value than sending it.
    RoleAdded = "role-added" [behaviour] "the {} has the role {}",
    /// The runtime does nothing more with a value than sending it. Methods that went by the role are gone.
    RoleRemoved = "role-removed" [behaviour major] "the {} has the role {} no more" => TELL_ROLE,
    /// The runtime does something else with a value.
    RoleChanged = "role-changed" [behaviour major] "the {} has the role {}, and had {}" => TELL_ROLE,
    /// An absent value means another one.
    DefaultChanged = "default-changed" [behaviour noted] "an absent {} means {}, and meant {}",
    /// A WSDL document restricts the values of a simple type otherwise: their length, range or pattern. Specs say nothing of that.
    FacetsChanged = "facets-changed" [behaviour] "the values of {} are {}, and were {}";
        "clients do not look at facets: the service decides what it refuses"
        => "say it in the documentation of the member, and look at what deployed clients send",
    /// A value stands elsewhere: in an attribute instead of an element, for example. It is read as absent where it stood.
    PlaceChanged = "place-changed" [] CHANGED => CHECK_PLACE,
    /// A name is in another namespace. What is sent in the old one is read as absent.
    NameNamespaceChanged = "name-namespace-changed" [major] "the {} in another namespace" => CHECK_PLACE,
    /// A part of a message has another name, and its element has the same.
    PartRenamed = "part-renamed" [] "the part of the {} is called {}, and was {}",
    /// An element may stand any number of times.
    BecameRepeated = "became-repeated" [] "the {} may stand any number of times",
    /// An element that could stand any number of times may stand once.
    NoLongerRepeated = "no-longer-repeated" [] "the {} stands once, and could any number of times",
    /// A choice has an alternative more.
    AlternativeAdded = "alternative-added" [add implementors] ADDED,
    /// A choice has an alternative less.
    AlternativeRemoved = "alternative-removed" [behaviour major] REMOVED,

    // Types
    /// A type that the old version has not.
    TypeAdded = "type-added" [add] "the type {} is new",
    /// A type that the new version has not.
    TypeRemoved = "type-removed" [] "the type {} is gone",
    /// A type has another name, on the wire and in Rust. Arrays name their items after it.
    TypeRenamed = "type-renamed" [behaviour major] "the type {} is called {} {}"
        => "keep the name on the wire (`wire-name`) and change only `rust`, if arrays of it travel",
    /// A type has another name on the wire, and `rust` keeps the name in Rust.
    TypeRenamedOnTheWire = "type-renamed-on-the-wire" [behaviour major] "the type {} is called {} {}",
    /// A type has another name in Rust, and the same on the wire.
    TypeRustNameChanged = "type-rust-name-changed" [] "the type {} is called {} in Rust, and was {}" => TELL_NAME,
    /// A type is in another namespace.
    TypeNamespaceChanged = "type-namespace-changed" [behaviour major] "the type {} is in another namespace",
    /// A type has no name on the wire any more.
    TypeBecameAnonymous = "type-became-anonymous" [behaviour] "the type {} has no name on the wire any more",
    /// A type that had no name on the wire has one.
    TypeNoLongerAnonymous = "type-no-longer-anonymous" [behaviour] "the type {} has a name on the wire",
    /// A type is an enumeration, a structure or a DataSet, and was another of them.
    TypeKindChanged = "type-kind-changed" [] "the type {} is {}, and was {}",
    /// An enumeration has a value more. Clients of ours keep it as an unknown one; others may fail to read a response that has it.
    EnumValueAdded = "enum-value-added" [add implementors noted] "{} has the value {} more" => ONLY_KNOWN,
    /// An enumeration has a value less.
    EnumValueRemoved = "enum-value-removed" [] "the value {} of {} is gone" => KEEP_VALUE,
    /// A value of an enumeration has another text on the wire, and another name in Rust.
    EnumValueRenamed = "enum-value-renamed" [] "the value {} of {} is written {} now" => KEEP_VALUE,
    /// A value of an enumeration has another text on the wire, and the same name in Rust: no compiler sees it.
    EnumValueTextChanged = "enum-value-text-changed" [silent major implementors] "the value {} of {} is written {} now"; SAME_IN_RUST
        => "keep the text on the wire: only its name in Rust can be changed without harm, and the compiler will not flag this",
    /// A value of an enumeration has another name in Rust, and the same text.
    EnumValueRustNameChanged = "enum-value-rust-name-changed" [] "the value {} of {} is called {} in Rust, and was {}" => TELL_NAME,
    /// The values of an enumeration come in another order, and the first one is the same.
    EnumValuesReordered = "enum-values-reordered" [docs] "the values of {} come in another order, and the first one is the same",
    /// The first value of an enumeration is another one. It is what a service reads where a value is absent.
    EnumDefaultChanged = "enum-default-changed" [silent major implementors] "the first value of {} is {}, and was {}";
        "an absent value is read as the first one, so that it means another now"; NOBODY_TELLS
        => "keep the first value first, or accept this change by name: it is what an absent value means, and the compiler will not flag this",
    /// A value of an enumeration is a set of its values.
    EnumBecameFlags = "enum-became-flags" [] "a value of {} is a set of its values",
    /// A value of an enumeration is one of its values, and was a set of them.
    EnumNoLongerFlags = "enum-no-longer-flags" [] "a value of {} is one of its values, and was a set of them",
    /// A structure has a member more, which can be left out.
    OptionalMemberAdded = "optional-member-added" [add implementors] ADDED,
    /// A structure has a member more, which is always there.
    RequiredMemberAdded = "required-member-added" [add implementors] ADDED,
    /// A structure has a member less.
    MemberRemoved = "member-removed" [behaviour major] REMOVED => CLIENTS_AFTER,
    /// A member has another name, on the wire and in Rust.
    MemberRenamed = "member-renamed" [] CALLED => KEEP_NAME,
    /// A member has another name on the wire, and the same in Rust: no compiler sees it.
    MemberRenamedOnTheWire = "member-renamed-on-the-wire" [noted] CALLED => KEEP_NAME,
    /// A member has another name in Rust, and the same on the wire.
    MemberRustNameChanged = "member-rust-name-changed" [] CALLED => TELL_NAME,
    /// A member has another type.
    MemberTypeChanged = "member-type-changed" [] CHANGED,
    /// A member must be given, or can be left out, or may be null, and was otherwise.
    MemberPresenceChanged = "member-presence-changed" [behaviour implementors] PRESENCE,
    /// The members of a structure come in another order. ASMX reads any order; readers that go by the schema do not.
    MembersReordered = "members-reordered" [behaviour patch] "the {}s of {} come in another order"; ANY_ORDER,
    /// A structure is derived from another one than before, or from none.
    BaseChanged = "base-changed" [behaviour major] "the type {} is derived from {}, and was from {}",
    /// There are no values of a structure any more, only of those that are derived from it.
    BecameAbstract = "became-abstract" [] "there are no values of the type {} any more, only of those that are derived from it",
    /// There are values of a structure of which there were only derived ones.
    NoLongerAbstract = "no-longer-abstract" [add] "there are values of the type {}, and were only of those that are derived from it",
    /// There is a type more that is derived from a structure. Clients of ours keep its values as unknown ones; others may fail to read them.
    DerivedTypeAdded = "derived-type-added" [add implementors noted] "the type {} is derived from {}" => ONLY_KNOWN,
    /// There is a type less that is derived from a structure.
    DerivedTypeRemoved = "derived-type-removed" [] "the type {} is gone, which was derived from {}",

    // Results
    /// An operation returns another kind of result.
    ResultKindChanged = "result-kind-changed" [major] "the operation {} returns {}, and returned {}",
    /// An operation returns another type.
    ResultTypeChanged = "result-type-changed" [] CHANGED,
    /// The element of a result has another name. Old clients read its absence as null.
    ResultElementRenamed = "result-element-renamed" [] CALLED => "check it against the service: old clients do not find the result",
    /// A result may be null or absent that was always there.
    ResultBecameNullable = "result-became-nullable" [behaviour implementors] PRESENCE,
    /// A result is always there that could be null or absent.
    ResultNoLongerNullable = "result-no-longer-nullable" [behaviour implementors] PRESENCE,
    /// A response has an output more.
    OutputAdded = "output-added" [add implementors] ADDED,
    /// A response has an output less.
    OutputRemoved = "output-removed" [behaviour major] REMOVED,
    /// An output has another name.
    OutputRenamed = "output-renamed" [] CALLED,
    /// An output has another type.
    OutputTypeChanged = "output-type-changed" [] CHANGED,
    /// An output is always there, or can be absent, or may be null, and was otherwise.
    OutputPresenceChanged = "output-presence-changed" [behaviour implementors] PRESENCE,
    /// The outputs of a response come in another order.
    OutputsReordered = "outputs-reordered" [behaviour patch] "the {}s of {} come in another order"; ANY_ORDER,
    /// A header more in responses.
    ResponseHeaderAdded = "response-header-added" [add implementors] ADDED,
    /// A header is gone from responses.
    ResponseHeaderRemoved = "response-header-removed" [behaviour major] REMOVED,
    /// A header of responses has another name.
    ResponseHeaderRenamed = "response-header-renamed" [] CALLED,
    /// A header of responses has another type.
    ResponseHeaderTypeChanged = "response-header-type-changed" [] CHANGED,
    /// A header of responses is always there, or can be absent, or may be null, and was otherwise.
    ResponseHeaderPresenceChanged = "response-header-presence-changed" [behaviour implementors] PRESENCE,

    // Columns and tables
    /// Columns of a result are declared for the first time.
    ColumnsDeclared = "columns-declared" [add implementors] "columns of the result of {} are declared",
    /// No columns of a result are declared any more; the type of its rows is gone.
    ColumnsWithdrawn = "columns-withdrawn" [] "no columns of the result of {} are declared any more",
    /// A column more is declared behind the others.
    ColumnAppended = "column-appended" [add implementors] "the column {} of {} is declared behind the others",
    /// A column more is declared before others. In a delimited result it is the position that counts: every later value is read as that of another
    /// column.
    ColumnInserted = "column-inserted" [add implementors] "the column {} of {} is declared before others"
        => "in a delimited result, add columns behind the others only",
    /// A column is not declared any more.
    ColumnRemoved = "column-removed" [] "the column {} of {} is not declared any more"
        => "in a delimited result, keep the columns that stand before others",
    /// A column has another name, and another in Rust.
    ColumnRenamed = "column-renamed" [] "the column {} of {} is called {} now",
    /// A column has another name in the data, and the same in Rust: no compiler sees it.
    ColumnRenamedOnTheWire = "column-renamed-on-the-wire" [silent major] "the column {} of {} is called {} now";
        "data of the old name is read as if the column was not there, and the compiler will not flag this",
    /// A column has another name in Rust, and the same in the data.
    ColumnRustNameChanged = "column-rust-name-changed" [] "the column {} of {} is called {} in Rust, and was {}" => TELL_NAME,
    /// The same columns come in another order. In a delimited result it is the position that counts.
    ColumnsReordered = "columns-reordered" [docs] "the columns of {} come in another order";
        "they are found by name, so that nothing else changes"
        => "in a delimited result, keep the order: the position is the only name that a column has",
    /// Every row has a value of a column now.
    ColumnBecameRequired = "column-became-required" [behaviour major] "every row has a value of the column {} of {}";
        "a row without one fails to be read",
    /// A row may have no value of a column.
    ColumnNoLongerRequired = "column-no-longer-required" [behaviour] "a row may have no value of the column {} of {}",
    /// The values of a column are of another type.
    ColumnTypeChanged = "column-type-changed" [behaviour major] "the column {} of {} is {}, and was {}",
    /// The values of a column travel in another way: as attributes, for example.
    ColumnMappingChanged = "column-mapping-changed" [behaviour] "the values of the column {} of {} travel in another way",
    /// The type of rows, or a field of it that is not a column's, has another name in Rust.
    RowRenamed = "row-renamed" [] "{}" => TELL_NAME,
    /// The rows of a result are those of another table.
    ResultTableChanged = "result-table-changed" [behaviour major] "the rows of {} are those of {}, and were of {}";
        "where a response has both, other rows are read",
    /// A typed DataSet has a table more.
    TableAdded = "table-added" [add implementors] "the DataSet {} has the table {} more",
    /// A typed DataSet has a table less.
    TableRemoved = "table-removed" [] "the DataSet {} has the table {} no more",
    /// A table of a typed DataSet has another name.
    TableRenamed = "table-renamed" [silent major] "the table {} of {} is called {} now";
        "data of the old name is read as if the table was not there",
    /// A table of a typed DataSet has another name in Rust, and the same in the data.
    TableRustNameChanged = "table-rust-name-changed" [] "the table {} of {} is called {} in Rust, and was {}" => TELL_NAME,
    /// The tables of a typed DataSet come in another order.
    TablesReordered = "tables-reordered" [docs] "the tables of the DataSet {} come in another order",
}
