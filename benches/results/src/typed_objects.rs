//! The objects of [`objects`](crate::objects) as types, as generated code has them.

use std::future::IntoFuture as _;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use anyhow::{Result, bail};
use asmx_runtime::__private as rt;
use asmx_runtime::protocol::ResponseContext;
use asmx_runtime::{
    Call, Client, DynamicRequest, Handler, HandlerFuture, InvalidValue, Operation, Prepared, RawOutput, Service,
    Transport, Type, Typed, xml, xsd,
};
use bytes::Bytes;
use rt::{Field, FieldType, Given, SingleValue, Step, View};

use crate::objects::{EXPRESS_ORDER, ORDER, PAID_BY};

rt::enumeration! {
    #[enumeration(STATE = "State")]
    pub enum State {
        #[value("Open")]
        Open,
        #[value("Paid")]
        Paid,
        #[value("Shipped")]
        Shipped,
        #[unknown]
        Unknown(String),
    }
}

rt::structure! {
    #[structure(ADDRESS = "Address")]
    pub struct Address {
        #[wire("country")]
        pub country: Option<String>,
        #[wire("Street")]
        pub street: Option<String>,
        #[wire("City")]
        pub city: Option<String>,
        #[wire("PostalCode")]
        pub postal_code: Option<String>,
    }
}

rt::structure! {
    #[structure(LINE = "OrderLine")]
    pub struct Line {
        #[wire("sku")]
        pub sku: Option<String>,
        #[wire("quantity")]
        pub quantity: i32,
        #[wire("Price")]
        pub price: xsd::Decimal,
        #[wire("Note")]
        pub note: Option<String>,
    }
}

rt::structure! {
    #[structure(PLAIN_ORDER = "Order")]
    pub struct Order {
        #[wire("id")]
        pub id: i32,
        #[wire("state")]
        pub state: State,
        #[wire("Number")]
        pub number: Option<String>,
        #[wire("Placed")]
        pub placed: xsd::DateTime,
        #[wire("ShipTo")]
        pub ship_to: Option<Address>,
        #[wire("Lines")]
        #[typed(Type::STRING)]
        pub lines: Option<Vec<Line>>,
        #[wire("Tags")]
        pub tags: Option<Vec<String>>,
        #[wire("")]
        #[typed(Type::STRING)]
        pub paid_by: Option<PaidBy>,
        #[wire("Total")]
        pub total: xsd::Decimal,
        #[wire("Comment")]
        pub comment: Option<String>,
    }
}

rt::structure! {
    #[structure(EXPRESS = "ExpressOrder")]
    pub struct ExpressOrder {
        #[wire("id")]
        pub id: i32,
        #[wire("state")]
        pub state: State,
        #[wire("Number")]
        pub number: Option<String>,
        #[wire("Placed")]
        pub placed: xsd::DateTime,
        #[wire("ShipTo")]
        pub ship_to: Option<Address>,
        #[wire("Lines")]
        #[typed(Type::STRING)]
        pub lines: Option<Vec<Line>>,
        #[wire("Tags")]
        pub tags: Option<Vec<String>>,
        #[wire("")]
        #[typed(Type::STRING)]
        pub paid_by: Option<PaidBy>,
        #[wire("Total")]
        pub total: xsd::Decimal,
        #[wire("Comment")]
        pub comment: Option<String>,
        #[wire("Courier")]
        pub courier: Option<String>,
        #[wire("Deadline")]
        pub deadline: xsd::DateTime,
    }
}

/// One of two alternatives.
#[derive(Debug, Clone)]
pub(crate) enum PaidBy {
    /// The first.
    CardNumber(String),
    /// The second.
    InvoiceDays(i32),
}

impl Default for PaidBy {
    fn default() -> Self {
        Self::CardNumber(String::new())
    }
}

impl Field for PaidBy {
    fn view(&self) -> View<'_> {
        View::Chosen(usize::from(matches!(self, Self::InvoiceDays(_))))
    }

    fn inside(&self, _: usize) -> Option<&dyn Field> {
        Some(match self {
            Self::CardNumber(number) => number,
            Self::InvoiceDays(days) => days,
        })
    }

    fn take(&mut self, _: Given<'_>) -> Result<(), InvalidValue> {
        Ok(())
    }

    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        let Step::Alternative(alternative) = step else { return None };
        debug_assert!(alternative < PAID_BY.len());
        match (alternative, &*self) {
            (0, Self::InvoiceDays(_)) => *self = Self::CardNumber(String::new()),
            (1, Self::CardNumber(_)) => *self = Self::InvoiceDays(0),
            _ => {}
        }
        Some(match self {
            Self::CardNumber(number) => number,
            Self::InvoiceDays(days) => days,
        })
    }
}

impl SingleValue for PaidBy {}

/// An order of either type.
#[derive(Debug, Clone)]
pub(crate) enum AnyOrder {
    /// The base.
    Order(Order),
    /// The derived one.
    ExpressOrder(ExpressOrder),
}

impl Default for AnyOrder {
    fn default() -> Self {
        Self::Order(Order::default())
    }
}

impl FieldType for AnyOrder {
    const TYPE: Type = Type::Structure(&ORDER);
    const NAME: &'static str = "Order";
}

impl Field for AnyOrder {
    fn view(&self) -> View<'_> {
        match self {
            Self::Order(order) => order.view(),
            Self::ExpressOrder(_) => View::OfType(Type::Structure(&EXPRESS_ORDER)),
        }
    }

    fn inside(&self, index: usize) -> Option<&dyn Field> {
        match self {
            Self::Order(order) => order.inside(index),
            Self::ExpressOrder(order) => Some(order),
        }
    }

    fn take(&mut self, given: Given<'_>) -> Result<(), InvalidValue> {
        if let Self::Order(order) = self {
            return order.take(given);
        }
        let mut order = Order::default();
        order.take(given)?;
        *self = Self::Order(order);
        Ok(())
    }

    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        match (step, &mut *self) {
            (Step::OfType(_), _) => {
                *self = Self::ExpressOrder(ExpressOrder::default());
                match self {
                    Self::ExpressOrder(order) => Some(order),
                    Self::Order(_) => None,
                }
            }
            (step, Self::Order(_)) => match self {
                Self::Order(order) => order.enter(step),
                Self::ExpressOrder(_) => None,
            },
            _ => None,
        }
    }
}

/// How long all texts are, as they are written.
pub(crate) fn texts(orders: &[AnyOrder]) -> usize {
    fn length(field: &dyn Field) -> usize {
        match field.view() {
            View::Text(text) => text.len(),
            View::Items(count) => (0..count).filter_map(|index| field.inside(index)).map(length).sum(),
            View::Members => (0..).map_while(|index| field.inside(index)).map(length).sum(),
            View::Chosen(_) | View::OfType(_) => field.inside(0).map_or(0, length),
            _ => 0,
        }
    }
    orders.iter().map(|order| length(order)).sum()
}

/// A service that has its response already.
struct Ready(ResponseContext, Bytes);

impl Handler for Ready {
    fn handle<'a>(&'a self, _: &'a Call) -> HandlerFuture<'a> {
        let mut response = http::Response::new(self.1.clone());
        let content_type = http::HeaderValue::from_static("text/xml; charset=utf-8");
        response.headers_mut().insert(http::header::CONTENT_TYPE, content_type);
        Box::pin(std::future::ready(Ok(RawOutput::Response { response, context: self.0.clone() })))
    }
}

/// Reads the response as a typed call does.
pub(crate) fn read(
    operation: &'static Operation,
    service: &'static Service,
    namespace: &str,
    body: &Bytes,
) -> Result<Vec<AnyOrder>> {
    let context = ResponseContext {
        service,
        operation,
        transport: Transport::Soap11,
        namespace: namespace.into(),
        limits: xml::ParseOptions::default(),
    };
    let client = Client::in_process(service, Arc::new(Ready(context, body.clone())));
    let call = Prepared::<Typed<Vec<AnyOrder>>>::new(&client, Box::new(DynamicRequest::new(operation)));
    let mut call = pin!(call.into_future());
    match call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Ok(result?.into_option().unwrap_or_default()),
        Poll::Pending => bail!("nothing is there to wait for"),
    }
}
