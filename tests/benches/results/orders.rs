//! The generated service of [`objects`](crate::objects), and a list of its orders.
#![allow(missing_docs, unreachable_pub, reason = "generated for users, and the members speak for themselves")]

use asmx_runtime::values::Nillable;
use asmx_runtime::xsd::{self, InvalidText, Lexical as _};

include!(concat!(env!("OUT_DIR"), "/orders.rs"));

/// So many orders, every third of a derived type.
pub(crate) fn list(count: u32) -> Result<Vec<Option<AnyOrder>>, InvalidText> {
    (0..count).map(|index| order(index).map(Some)).collect()
}

fn order(index: u32) -> Result<AnyOrder, InvalidText> {
    let lines = (0..3).map(|number| line(index, number).map(Some)).collect::<Result<_, _>>()?;
    let number = i32::try_from(index).unwrap_or_default();
    let mut order = Order::new();
    order.id = number;
    order.state = match index % 3 {
        0 => State::Open,
        1 => State::Paid,
        _ => State::Shipped,
    };
    order.number = Some(format!("N-2024-{index:08}"));
    order.placed = moment(index)?;
    order.ship_to = Some(address(index));
    order.lines = Some(lines);
    order.tags = Some(vec![Some("spring sale".to_owned()), Some(format!("batch {}", index / 100))]);
    order.paid_by = Some(match index % 2 {
        0 => OrderPaidBy::CardNumber(format!("4111-{:04}", index % 10_000)),
        _ => OrderPaidBy::InvoiceDays(30),
    });
    order.total = xsd::Decimal::parse(&format!("{}.{:02}", index % 100_000, index % 100))?;
    order.comment = match index % 4 {
        0 => Nillable::Nil,
        _ => Nillable::Value("Please leave it at the door of the neighbours.".to_owned()),
    };
    if !index.is_multiple_of(3) {
        return Ok(order.into());
    }
    let mut express = ExpressOrder::new();
    (express.id, express.state, express.number) = (order.id, order.state, order.number);
    (express.placed, express.ship_to, express.lines) = (order.placed, order.ship_to, order.lines);
    (express.tags, express.paid_by, express.total) = (order.tags, order.paid_by, order.total);
    express.comment = order.comment;
    express.courier = Some("Pony Express".to_owned());
    express.deadline = moment(index + 1)?;
    Ok(express.into())
}

fn address(index: u32) -> Address {
    Address::new()
        .country("DE")
        .street(format!("Lange Straße {}", index % 300))
        .city("Springfield an der Aare")
        .postal_code(format!("{:05}", index % 100_000))
}

fn line(index: u32, number: u32) -> Result<OrderLine, InvalidText> {
    let mut line = OrderLine::new();
    line.sku = Some(format!("SKU-{:06}", index.wrapping_mul(31).wrapping_add(number) % 1_000_000));
    line.quantity = i32::try_from(number + 1).unwrap_or_default();
    line.price = xsd::Decimal::parse(&format!("{}.{:02}", index % 500 + number, index % 100))?;
    line.note = (number == 1).then(|| "gift wrap, blue & \"red\"".to_owned());
    Ok(line)
}

fn moment(day: u32) -> Result<xsd::DateTime, InvalidText> {
    xsd::DateTime::parse(&format!("2024-{:02}-{:02}T13:{:02}:56.123Z", day % 12 + 1, day % 28 + 1, day % 60))
}
