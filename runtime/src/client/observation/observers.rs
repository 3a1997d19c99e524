//! The observers of a client's calls.

use std::sync::Arc;

use super::Captures;
use super::report::Observer;
use crate::Transport;
use crate::call::handler::{Call, RawOutput};
use crate::operation::Service;
use crate::results::table::Table;
use crate::value::field::{Field, View};

pub(super) const TARGET: &str = "asmx_runtime";

fn spans_are_wanted() -> bool {
    tracing::enabled!(target: TARGET, tracing::Level::WARN)
}

/// The observers of one client. Without observers and without a subscriber of `tracing`, a call does almost nothing here.
pub(crate) struct Observers {
    pub(crate) service: &'static Service,
    /// `None` for a service in process.
    pub(crate) server: Option<Server>,
    pub(crate) registered: Vec<Arc<dyn Observer>>,
    pub(crate) captures: Option<Captures>,
}

pub(crate) struct Server {
    pub(crate) address: String,
    pub(crate) port: Option<u16>,
    pub(crate) path: String,
    /// The paths of other ports: as the service states them, and as the server has them.
    pub(crate) others: Vec<(&'static str, String)>,
}

impl Observers {
    pub(crate) fn new(service: &'static Service) -> Self {
        Self { service, server: None, registered: Vec::new(), captures: None }
    }

    /// Whether calls are observed: by an observer, by captures or by a subscriber of `tracing`.
    pub(crate) fn is_observed(&self) -> bool {
        !self.registered.is_empty() || self.captures.is_some() || spans_are_wanted()
    }

    pub(crate) fn path(&self, call: &Call) -> Option<String> {
        let server = self.server.as_ref()?;
        let stated = self.service.path_of(call.operation(), call.transport);
        let other = server.others.iter().find(|(path, _)| *path == stated);
        let path = other.map_or(&server.path, |(_, path)| path).trim_end_matches('/');
        Some(if call.transport.is_soap() {
            path.to_owned()
        } else {
            let mut path = format!("{path}/");
            crate::protocol::get_post::form::percent_encode(&mut path, call.operation().location());
            path
        })
    }

    pub(crate) fn method(&self, call: &Call) -> Option<&'static str> {
        self.server.as_ref()?;
        Some(if call.transport == Transport::HttpGet { "GET" } else { "POST" })
    }
}

pub(crate) fn rows(output: &RawOutput) -> Option<u64> {
    let RawOutput::Message(message) = output else { return None };
    let count = match message.single_part().map(Field::view)? {
        View::DataSet(data_set) => data_set.tables().iter().map(Table::row_count).sum(),
        View::Items(count) => count,
        _ => return None,
    };
    u64::try_from(count).ok()
}
