//! The e-mail campaign service in a box, for developing and testing its callers. Its operations work as the interface
//! describes them, on `SQLite`; deliveries are simulated, and no message leaves the machine.
//!
//! ```
//! use email_campaign_client::{AddGroupMember, GroupsGetListDataSet};
//! use email_campaign_sandbox::Sandbox;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let sandbox = Sandbox::start().await?;
//! sandbox.create_list("News").await?;
//!
//! let account = sandbox.client().build()?;
//! let ann = AddGroupMember::new().group_name("News").email_address("ann@example.com");
//! assert!(account.add_group_member(ann).await?.as_str().starts_with("0\nSUCCESS\n"));
//! let lists = account.groups_get_list_data_set(GroupsGetListDataSet::new()).await?;
//! assert_eq!(lists.table_named("Groups").map(|groups| groups.row_count()), Some(1));
//! # Ok(())
//! # }
//! ```
//!
//! The address decides the fate of a message: `bounce@…`, `softbounce@…`, `block@…`, `complaint@…`, `unsubscribe@…`,
//! `open@…` and `click@…` have that fate at once; all others are delivered, with plausible opens and clicks in the
//! next two days. [`Sandbox::set_clock`] and [`Sandbox::advance_clock`] move the clock.
//!
//! The sandbox makes choices where the service's documentation is silent. Its README lists them all. Code that
//! depends on them may fail with the service.

#![forbid(unsafe_code)]

mod account;
mod address;
mod builder;
mod campaigns;
mod database;
mod deliveries;
mod demo;
mod error;
mod filter;
mod import;
mod lists;
mod members;
mod message;
mod mime;
mod moment;
mod outbox;
mod parameters;
mod queries;
mod recipients;
mod refusal;
mod report;
mod reports;
mod sandbox;
mod service;
mod store;
mod transactional;
mod work;

pub use asmx_runtime::protocol::ErrorStyle;
pub use asmx_runtime::server::ListenOptions;
pub use builder::{NAMESPACE, SandboxBuilder};
pub use error::{DatabaseError, SandboxError};
pub use refusal::Refusal;
pub use sandbox::{RunningSandbox, Sandbox};
