//! The descriptors of a service on a genuine server.

use crate::Transport;
use crate::operation::{
    ArrayType, Effect, Enumeration, Member, Messages, Name, Namespace, Operation, Place, Presence, Scalar, Service,
    Structure, StructureParts, Style, Type, XmlKind,
};

pub(super) const NAMESPACE: &str = "http://zoo.test/";

static STRINGS: ArrayType = ArrayType::new(Type::STRING, "string").nullable_items();
static PERSON: Structure = Structure::new("Person", PERSON_MEMBERS);
const PERSON_MEMBERS: &[Member] = &[Member::new("Name", Type::STRING), Member::new("Age", Type::INT).nullable()];
static RIGHTS: Enumeration = Enumeration::new("Rights", &["None", "Read", "Write", "run"]).flags();

static ANIMAL: Structure =
    Structure::of_parts("Animal", StructureParts::new(&[Member::new("Name", Type::STRING)]).derived(&[&CAT]));
pub(super) static CAT: Structure = Structure::of_parts(
    "Cat",
    StructureParts::new(&[
        Member::new("Name", Type::STRING),
        Member::new("Mood", Type::STRING).place(Place::Attribute).namespace(Namespace::None),
        Member::new("Lives", Type::INT),
    ])
    .base(&ANIMAL),
);
static REC: Structure = Structure::new(
    "Rec",
    &[
        Member::new("Id", Type::INT),
        Member::new("Flag", Type::Scalar(Scalar::Boolean)).place(Place::Attribute).namespace(Namespace::None),
        Member::new("When", Type::Scalar(Scalar::DateTime)).nullable(),
    ],
);
static RECS: ArrayType = ArrayType::new(Type::Structure(&REC), "Rec").nullable_items();
static NAMED: ArrayType = ArrayType::new(Type::STRING, "n").named("ArrayOfString5");
static MONEY: Structure = Structure::new(
    "Money",
    &[
        Member::new("scale", Type::INT).place(Place::Attribute).namespace(Namespace::None),
        Member::new("", Type::Scalar(Scalar::Decimal)).place(Place::Text),
    ],
);

static NOTE: Structure = Structure::new("Note", &[Member::new("", Type::STRING).place(Place::Text)]);

static AUTH: Structure = Structure::new(
    "AuthHeader",
    &[Member::new("Username", Type::STRING), Member::new("Password", Type::STRING).secret()],
);
static TRACE: Structure = Structure::new(
    "TraceHeader",
    &[
        Member::new("Note", Type::STRING).place(Place::Attribute).namespace(Namespace::None),
        Member::new("Hops", Type::INT),
        Member::new("Limit", Type::INT).nullable(),
    ],
);
static SESSION: Structure =
    Structure::new("SessionType", &[Member::new("Level", Type::STRING).namespace(Namespace::Of("urn:zoo:session"))]);
pub(super) static REQUEST_HEADERS: [Member; 2] =
    [Member::new("AuthHeader", Type::Structure(&AUTH)), Member::new("TraceHeader", Type::Structure(&TRACE))];
pub(super) static RESPONSE_HEADERS: [Member; 2] = [
    Member::new("TraceHeader", Type::Structure(&TRACE)),
    Member::new("Session", Type::Structure(&SESSION)).namespace(Namespace::Of("urn:zoo:session")),
];

macro_rules! operations {
    ($($name:ident $wire:literal ($($parameter:expr),*) -> ($($output:expr),*) $($messages:expr)?;)*) => {
        $(pub(super) static $name: Operation = Operation::new($wire, "", "", &[$($parameter),*], Effect::Read)
            .outputs(&[$($output),*])
            .transports(&Transport::ALL)$(.messages({ static MESSAGES: Messages = $messages; &MESSAGES }))?;)*
        pub(super) static OPERATIONS: &[&Operation] = &[$(&$name),*];
    };
}

static TAG: Structure = Structure::new(
    "Tag",
    &[
        Member::new("kind", Type::Scalar(Scalar::QName)).place(Place::Attribute).namespace(Namespace::None),
        string("Name"),
    ],
);
static WORD: Structure = Structure::new("Word", &[Member::new("", Type::Scalar(Scalar::QName)).place(Place::Text)]);

pub(super) const fn string(name: &'static str) -> Member {
    Member::new(name, Type::STRING)
}

operations! {
    DIVIDE "Divide" (Member::new("a", Type::INT), Member::new("b", Type::INT))
        -> (Member::new("DivideResult", Type::INT), Member::new("rem", Type::INT), string("why"), Member::new("maybe", Type::INT).nullable());
    HEADERS "HeaderThree" (string("value")) -> (string("HeaderThreeResult")) Messages::PLAIN.headers(&REQUEST_HEADERS, &RESPONSE_HEADERS);
    ALL_CHANGED "AllChanged" (string("In").namespace(Namespace::Of("urn:zoo:all")).part("a")) -> (string("Out").namespace(Namespace::Of("urn:zoo:all")))
        Messages::PLAIN
            .elements(
                Some(Name { name: "Everything", namespace: Namespace::Of("urn:zoo:all") }),
                Some(Name { name: "EverythingOut", namespace: Namespace::Of("urn:zoo:all") }),
            )
            .action("urn:custom-action#Tu es é")
            .location("Changed");
    ROUTED "Routed" (string("a")) -> (string("RoutedResult")) Messages::PLAIN.action("");
    BARE "BarePerson" (Member::new("person", Type::Structure(&PERSON)), string("note")) -> (Member::new("BarePersonResult", Type::Structure(&PERSON)))
        Messages::PLAIN.style(Style::Bare);
    BARE_XML "BareXml" (string("body").place(Place::AnyElements)) -> () Messages::PLAIN.style(Style::Bare);
    RPC "RpcEcho" (Member::new("person", Type::Structure(&PERSON))) -> (Member::new("RpcEchoResult", Type::Structure(&PERSON)))
        Messages::PLAIN.style(Style::Rpc);
    ONE_WAY "OneWay" (string("key")) -> () Messages::PLAIN.one_way();
    VOID "Void" (string("key")) -> ();
    UNWRAPPED "Unwrapped" (string("tag").repeated(), string("after")) -> (string("tag").repeated());
    ANIMALS "EchoAnimal" (Member::new("item", Type::Structure(&ANIMAL))) -> (Member::new("EchoAnimalResult", Type::Structure(&ANIMAL)));
    CHOICES "Choices" (string("").place(Place::Choice(&[Member::new("i", Type::INT), string("s")]))) -> ();
    BYTES "Bytes" (Member::new("b", Type::Scalar(Scalar::Base64Binary)), Member::new("r", Type::Enumeration(&RIGHTS)),
        Member::new("d", Type::Scalar(Scalar::Date)), Member::new("t", Type::Array(&STRINGS)).part("tags"))
        -> (Member::new("BytesResult", Type::Scalar(Scalar::Base64Binary)));
    RECORDS "RRecs" () -> (Member::new("RRecsResult", Type::Array(&RECS)));
    RECORD "RRec" () -> (Member::new("RRecResult", Type::Structure(&REC)));
    NULLABLE "RNullable" () -> (Member::new("RNullableResult", Type::INT).nullable());
    ANY "RObject" () -> (Member::new("RObjectResult", Type::Any));
    XML "RXml" () -> (Member::new("RXmlResult", Type::Xml(XmlKind::Content)));
    DATA "RDataSet" () -> (Member::new("RDataSetResult", Type::Xml(XmlKind::DataSet)));
    NAMES "Names" (Member::new("q", Type::Scalar(Scalar::QName)), Member::new("m", Type::Structure(&MONEY)))
        -> (Member::new("NamesResult", Type::Structure(&MONEY)), Member::new("q", Type::Scalar(Scalar::QName)));
    TAGGED "Tagged" (Member::new("t", Type::Structure(&TAG)), Member::new("w", Type::Structure(&WORD)))
        -> (Member::new("TaggedResult", Type::Structure(&TAG)), Member::new("w", Type::Structure(&WORD)));
    NOTED "Noted" (Member::new("n", Type::Structure(&NOTE))) -> ();
    NAMED_ITEMS "NamedItems" () -> (Member::new("NamedItemsResult", Type::Array(&NAMED)));
    DEFAULTS "Defaults" (Member::new("n", Type::INT), Member::new("five", Type::INT).presence(Presence::Optional).default("5"),
        Member::new("by_value", Type::Structure(&REC)).required(), Member::new("p", Type::Structure(&PERSON))) -> ();
}

pub(super) static SERVICE: Service = Service::new("Zoo", "/zoo.asmx", "", &[], &[], OPERATIONS)
    .namespace(NAMESPACE)
    .types(&[Type::Structure(&ANIMAL), Type::Structure(&CAT)]);
