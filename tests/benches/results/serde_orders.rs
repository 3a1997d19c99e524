//! The orders of [`objects`](crate::objects) as quick-xml's serde reads them: texts where ours have types of their own.
#![allow(dead_code, reason = "most members are read from the document only")]

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Envelope {
    body: Body,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Body {
    list_orders_response: ListOrdersResponse,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ListOrdersResponse {
    list_orders_result: List,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct List {
    order: Vec<Order>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Order {
    #[serde(rename = "@id")]
    id: i32,
    #[serde(rename = "@state")]
    state: State,
    number: Option<String>,
    placed: String,
    ship_to: Option<Address>,
    lines: Option<Lines>,
    tags: Option<Tags>,
    card_number: Option<String>,
    invoice_days: Option<i32>,
    total: String,
    comment: Option<String>,
    courier: Option<String>,
    deadline: Option<String>,
}

#[derive(Deserialize)]
enum State {
    Open,
    Paid,
    Shipped,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Address {
    #[serde(rename = "@country")]
    country: Option<String>,
    street: Option<String>,
    city: Option<String>,
    postal_code: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Lines {
    #[serde(default)]
    order_line: Vec<OrderLine>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct OrderLine {
    #[serde(rename = "@sku")]
    sku: Option<String>,
    #[serde(rename = "@quantity")]
    quantity: i32,
    price: String,
    note: Option<String>,
}

#[derive(Deserialize)]
struct Tags {
    #[serde(default)]
    string: Vec<String>,
}

/// Reads them, and gives their number.
pub(crate) fn read(text: &str) -> usize {
    let envelope: Envelope = quick_xml::de::from_str(text).unwrap();
    let orders = std::hint::black_box(envelope.body.list_orders_response.list_orders_result.order);
    assert!(orders.iter().all(Order::has_parts), "an order lacks something");
    orders.len()
}

impl Order {
    /// Whether all parts are there that every order has.
    fn has_parts(&self) -> bool {
        let (lines, tags) = (self.lines.as_ref(), self.tags.as_ref());
        self.ship_to.is_some()
            && lines.is_some_and(|lines| lines.order_line.len() == 3)
            && tags.is_some_and(|tags| tags.string.len() == 2)
            && self.courier.is_some() == (self.id % 3 == 0)
    }
}
