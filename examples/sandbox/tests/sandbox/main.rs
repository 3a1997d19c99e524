//! The sandbox from outside: every area in process, and a handful of calls over the wire.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
// A spec that deprecates an operation edits no test of it.
#![allow(deprecated)]

mod accounts;
mod browser;
mod campaigns;
mod clients;
mod command;
mod databases;
mod delivery_reports;
mod durability;
mod fixture;
mod import;
mod lists;
mod outbox;
mod password_file;
mod reads;
mod refusals;
mod throttle;
mod transactional;
mod wire;
