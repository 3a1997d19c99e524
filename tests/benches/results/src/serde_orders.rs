//! The orders of [`objects`](crate::objects) as quick-xml's serde reads them: texts where ours have types of their own.

use anyhow::{Result, ensure};
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

#[derive(Deserialize, PartialEq)]
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
pub(crate) fn read(text: &str) -> Result<u64> {
    let envelope: Envelope = quick_xml::de::from_str(text)?;
    let orders = envelope.body.list_orders_response.list_orders_result.order;
    ensure!(orders.iter().all(Order::is_whole), "an order lacks something");
    Ok(orders.len() as u64)
}

impl Order {
    /// Whether all is there that every order has.
    fn is_whole(&self) -> bool {
        let has_address = self.ship_to.as_ref().is_some_and(Address::is_whole);
        let lines = self.lines.iter().flat_map(|lines| &lines.order_line);
        let is_express = self.courier.is_some() && self.deadline.is_some();
        self.id >= 0
            && [State::Open, State::Paid, State::Shipped].contains(&self.state)
            && self.number.is_some()
            && !self.placed.is_empty()
            && !self.total.is_empty()
            && has_address
            && lines.filter(|line| line.is_whole()).count() == 3
            && self.tags.as_ref().is_some_and(|tags| tags.string.len() == 2)
            && self.card_number.is_some() != self.invoice_days.is_some()
            && is_express == (self.id % 3 == 0)
            && (self.comment.is_none() || self.id % 4 != 0)
    }
}

impl Address {
    fn is_whole(&self) -> bool {
        [&self.country, &self.street, &self.city, &self.postal_code].iter().all(|text| text.is_some())
    }
}

impl OrderLine {
    fn is_whole(&self) -> bool {
        self.sku.is_some() && self.quantity > 0 && !self.price.is_empty() && self.note.is_some() == (self.quantity == 2)
    }
}
