//! Fields of Rust types are written like the values of a request without generated types.

use super::*;
use crate::error::Error;
use crate::operation::{InvalidValue, ListType, Namespace, Place};
use crate::value::field::{Field, Input, View};

static NUMBERS: ListType = ListType::new(Type::INT);
static SHADES: ListType = ListType::new(Type::Enumeration(&COLOR));
static ITEM: Structure = Structure::new(
    "Item",
    &[
        Member::new("sizes", Type::List(&NUMBERS)).place(Place::Attribute).namespace(Namespace::None),
        Member::new("id", Type::INT).place(Place::Attribute).namespace(Namespace::None),
        Member::new("Name", Type::STRING),
        Member::new("First Price", Type::LONG),
    ],
);
static ITEMS: ArrayType = ArrayType::new(Type::Structure(&ITEM), "Item");

static PARAMETERS: [Member; 5] = [
    Member::new("Count", Type::INT),
    Member::new("Most", Type::Scalar(Scalar::UnsignedLong)),
    Member::new("Shades", Type::List(&SHADES)),
    Member::new("Again", Type::INT).repeated(),
    Member::new("Items", Type::Array(&ITEMS)),
];
static STORE: Operation = Operation::new("Store", "", "", &PARAMETERS, Effect::Write).transports(&Transport::ALL);

static STORES: Service = Service::new("Stores", "/s.asmx", "", &[], &[], &[&STORE]);

struct Item {
    sizes: Vec<i32>,
    id: i32,
    name: Option<String>,
    first_price: i64,
}

impl Field for Item {
    fn view(&self) -> View<'_> {
        View::Members
    }

    fn inner(&self, index: usize) -> Option<&dyn Field> {
        let members: [&dyn Field; 4] = [&self.sizes, &self.id, &self.name, &self.first_price];
        members.get(index).copied()
    }

    fn take(&mut self, _: Input<'_>) -> Result<(), InvalidValue> {
        Err(InvalidValue::shape("nothing"))
    }
}

impl Default for Item {
    fn default() -> Self {
        Self { sizes: vec![3, -4], id: 7, name: Some("a & b".to_owned()), first_price: i64::MIN }
    }
}

struct Store {
    count: i32,
    most: u64,
    shades: Vec<String>,
    again: Vec<i32>,
    items: Vec<Item>,
}

impl crate::Request for Store {
    fn operation(&self) -> &'static Operation {
        &STORE
    }

    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(&'a dyn Field)) {
        let fields: [&dyn Field; 5] = [&self.count, &self.most, &self.shades, &self.again, &self.items];
        fields.into_iter().for_each(visitor);
    }
}

fn store() -> Store {
    let colors = ["Red", "Red"].map(str::to_owned).to_vec();
    Store {
        count: -5,
        most: u64::MAX,
        shades: colors,
        again: vec![1, 2],
        items: vec![Item::default(), Item { name: None, ..Item::default() }, Item { id: 8, ..Item::default() }],
    }
}

fn encoded(request: impl crate::Request, transport: Transport) -> Result<String, Error> {
    let mut call = Call::new(&STORES, Box::new(request));
    call.transport = transport;
    let endpoint =
        Endpoint { url: "http://localhost/s.asmx".to_owned(), namespace: NAMESPACE.into(), states_action: true };
    let request =
        crate::protocol::encode_request(&endpoint, &crate::protocol::RequestLimits::default(), call.outgoing())?;
    Ok(String::from_utf8(request.into_body().to_vec()).unwrap())
}

#[test]
fn numbers_lists_and_structures_are_written_as_their_texts() {
    let request = encoded(store(), Transport::Soap11).unwrap();
    let (_, body) = request.split_once("<Store xmlns=\"http://example.test/ws/\">").unwrap();
    let (body, _) = body.split_once("</Store>").unwrap();
    let item = |id: &str, name: &str| {
        format!(
            "<Item sizes=\"3 -4\" id=\"{id}\">{name}<First_x0020_Price>-9223372036854775808</First_x0020_Price></Item>"
        )
    };
    let name = "<Name>a &amp; b</Name>";
    assert_eq!(
        body,
        format!(
            "<Count>-5</Count><Most>18446744073709551615</Most><Shades>Red Red</Shades><Again>1</Again><Again>2</Again><Items>{}{}{}</Items>",
            item("7", name),
            item("7", ""),
            item("8", name)
        )
    );
}

#[test]
fn a_request_is_written_and_compared_like_its_dynamic_copy() {
    let typed = store();
    let dynamic = (&typed as &dyn crate::Request).to_dynamic();
    assert_eq!(dynamic.values()[..3], ["-5", "18446744073709551615", "Red Red"].map(Value::from));
    assert!((&typed as &dyn crate::Request).equals(&dynamic) && (&dynamic as &dyn crate::Request).equals(&typed));
    assert_eq!(encoded(store(), Transport::Soap12).unwrap(), encoded(dynamic.clone(), Transport::Soap12).unwrap());
    let other = Store { shades: vec!["Red".to_owned()], ..store() };
    assert!(!(&other as &dyn crate::Request).equals(&dynamic) && !(&dynamic as &dyn crate::Request).equals(&other));
    assert!(!(&Store { count: 5, ..store() } as &dyn crate::Request).equals(&dynamic));
    // A typed list displays its items; a list of which only the text is known displays the text.
    let mut debug =
        format!("{:?}", crate::value::debug_value::DebugValue::of_member(&STORE.parameters[0], &typed.count));
    assert_eq!(debug, "-5");
    debug = format!("{:?}", crate::value::debug_value::DebugValue::of_member(&STORE.parameters[2], &typed.shades));
    assert_eq!(debug, "[\"Red\", \"Red\"]");
}

static SHORT: Operation = Operation::new(
    "Short",
    "",
    "",
    &[Member::new("Count", Type::INT), Member::new("Shades", Type::List(&SHADES))],
    Effect::Write,
)
.transports(&Transport::ALL);
struct Short(i32, Vec<String>);
impl crate::Request for Short {
    fn operation(&self) -> &'static Operation {
        &SHORT
    }
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(&'a dyn Field)) {
        visitor(&self.0);
        visitor(&self.1);
    }
}

#[test]
fn a_list_over_a_form_is_one_text() {
    let empty = Store { items: Vec::new(), ..store() };
    let refused = encoded(empty, Transport::HttpPost).unwrap_err().to_string();
    assert!(refused.contains("Items"), "{refused}");
    let form = encoded(Short(4, store().shades), Transport::HttpPost).unwrap();
    assert_eq!(form, "Count=4&Shades=Red%20Red");
}

#[test]
fn items_that_a_list_cannot_carry_are_refused() {
    for item in ["light blue", ""] {
        let request = Store { shades: vec!["Red".to_owned(), item.to_owned()], ..store() };
        let error = encoded(request, Transport::Soap11).unwrap_err().to_string();
        assert!(error.contains("Shades") && error.contains("null, empty or contains a blank"), "{error}");
        assert!(!error.contains("light blue"), "{error}");
    }
}

#[test]
fn unknown_texts_in_lists_are_found() {
    let unknown = |request: &Store| {
        (request as &dyn crate::Request).unknown_value().map(|(parameter, invalid)| (parameter, invalid.text))
    };
    assert_eq!(unknown(&store()), None);
    let request = Store { shades: vec!["Red".to_owned(), "Mauve".to_owned()], ..store() };
    assert_eq!(unknown(&request), Some(("Shades", "Mauve".to_owned())));
    let dynamic = (&request as &dyn crate::Request).to_dynamic();
    let unknown = (&dynamic as &dyn crate::Request).unknown_value();
    assert_eq!(unknown.map(|(_, invalid)| invalid.text), Some("Mauve".to_owned()));
}

#[test]
fn a_structure_with_more_members_is_refused() {
    static PAIR: Structure =
        Structure::new("Pair", &[Member::new("One", Type::STRING), Member::new("Two", Type::STRING)]);
    struct Odd(usize);
    impl Field for Odd {
        fn view(&self) -> View<'_> {
            View::Members
        }
        fn inner(&self, index: usize) -> Option<&dyn Field> {
            (index < self.0).then_some(&Value::Null)
        }
        fn take(&mut self, _: Input<'_>) -> Result<(), InvalidValue> {
            Ok(())
        }
    }
    for (count, refused) in [(0, false), (1, false), (2, false), (3, true)] {
        let mut out = String::new();
        let mut writer = crate::protocol::value::write_value::ValueWriter::new(
            &mut out,
            crate::protocol::value::write_value::Forbidden::Refuse,
            crate::protocol::value::write_value::Empty::Pair,
        );
        let result = writer.parameter(&Member::new("Item", Type::Structure(&PAIR)), &Odd(count));
        let expected = "does not have the members of its type, Pair";
        assert_eq!(result.err().map(|unwritable| unwritable.why.to_string()).as_deref(), refused.then_some(expected));
    }
}
