//! The e-mail campaign service in a box: its operations really do what the interface says, on `SQLite`, and nothing ever leaves
//! the machine. For development and tests of what calls the service.
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
//! What becomes of a message is decided by its address: `bounce@…`, `softbounce@…`, `block@…`, `complaint@…`, `unsubscribe@…`,
//! `open@…` and `click@…` do what they say, at once; all others are delivered, with plausible opens and clicks in the two days
//! after. [`Sandbox::set_clock`] and [`Sandbox::advance_clock`] let time pass.
//!
//! Where the service's documentation is silent, the sandbox had to choose; its README lists every such choice. Code that only
//! works with these choices may fail with the service.

#![forbid(unsafe_code)]

mod account;
mod address;
mod builder;
mod campaigns;
mod clock;
mod database;
mod database_error;
mod delimited_input;
mod deliveries;
mod demo;
mod error;
mod fate;
mod fields;
mod filter;
mod import;
mod links;
mod lists;
mod members;
mod message;
mod mime;
mod moment;
mod options;
mod outbox;
mod queries;
mod recipients;
mod refusal;
mod report;
mod reports;
mod running;
mod sandbox;
mod schema;
mod service;
mod store;
mod throttle;
mod transactional;
mod work;

pub use asmx_runtime::protocol::ErrorStyle;
pub use asmx_runtime::server::ListenOptions;
pub use builder::{NAMESPACE, SandboxBuilder};
pub use database_error::DatabaseError;
pub use error::SandboxError;
pub use refusal::Refusal;
pub use running::RunningSandbox;
pub use sandbox::Sandbox;
