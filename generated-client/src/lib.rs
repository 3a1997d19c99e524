//! A typed account of an e-mail campaign and list management service.
//!
//! The build generates the client from `spec/email-campaign.xml`: a request struct and a method of [`EmailCampaign`] per operation, and the trait
//! [`EmailCampaignService`] for your own server. Reports keep columns that the service does not document, and strings keep every byte.
//!
//! ```no_run
//! use email_campaign_client::{EmailCampaign, ReportsGetBlocks};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let account = EmailCampaign::builder()
//!     .base_url("https://api.example.com")
//!     .namespace("http://example.com/ws/")
//!     .credentials("user", "password")
//!     .build()?;
//! let request = ReportsGetBlocks::new().begin_date("2026-01-01").end_date("2026-01-31");
//! let blocks = account.reports_get_blocks(request.row_delimiter("\n").col_delimiter("|")).await?;
//! for row in blocks.cells()? {
//!     println!("{row:?}");
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Four things are worth knowing:
//!
//! * **Transports.** SOAP 1.1 is the default; [`Builder::transport`] and [`Prepared::transport`] choose another. HTTP GET puts
//!   the credentials into the URL and needs [`Builder::allow_credentials_in_url`].
//! * **Absent values** are left out over SOAP, and are empty over GET and POST: those two cannot tell the difference.
//! * **Errors** have the outcome of the operation ([`Error::outcome`]): not sent, refused, or unknown. Only a call that was not sent, or that only
//!   reads, is safe to repeat ([`Error::is_safe_to_repeat`]); the client retries such calls itself ([`RetryPolicy`]).
//! * **Secrets** of the builder do not appear in `Debug`, errors, logs and kept exchanges.
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `client` | yes | calls over HTTP |
//! | `blocking` | no | `.wait()` in the place of `.await`: calls without async |
//! | `cookies` | no | a jar of cookies, for services that know their callers by one |
//! | `compression` | no | responses in gzip and deflate |
//! | `server` | no | serves implementations of [`EmailCampaignService`] |
//! | `json` | no | requests from JSON objects, results as JSON values |
//! | `serde` | no | `Serialize` and `Deserialize` of rows and other generated types; `Deserialize` of requests |
//! | `mime` | no | builds raw messages with MIME parts |
//! | `jiff`, `chrono` | no | `xsd` dates and times to and from those of these crates |

#![forbid(unsafe_code)]

/// The runtime, for items that this crate does not re-export.
pub use asmx_runtime;
pub use asmx_runtime::credentials::CredentialsProvider;
pub use asmx_runtime::errors::MissingRole;
#[cfg(feature = "json")]
pub use asmx_runtime::json;
/// Services for tests.
pub use asmx_runtime::mock;
pub use asmx_runtime::observation::{CallReport, CapturedExchange, Ending, Observer};
pub use asmx_runtime::records::{
    Fields, FieldsError, RecordRequests, RecordsError, TakesFields, TakesJoinedFields, TakesRecords,
};
/// The HTTP client that [`Builder::http`] configures: proxies, certificates.
#[cfg(feature = "client")]
pub use asmx_runtime::reqwest;
pub use asmx_runtime::results::cells;
#[cfg(feature = "server")]
pub use asmx_runtime::server;
pub use asmx_runtime::{
    Builder, Client, Credentials, DataSet, DelimitedText, Delimiters, Error, ErrorKind, Fault, FaultCode, Handler,
    Incoming, Integers, Opener, Outcome, Prepared, RetryPolicy, SecretString, ServerLimits, ServiceFuture, Text,
    Transport, TransportChoice, Value, XmlDocument,
};
pub use asmx_runtime::{batches, date_ranges, delimited_data, prelude, results};

#[cfg(feature = "mime")]
pub mod mime;

include!(concat!(env!("OUT_DIR"), "/email-campaign.rs"));

/// Compiles the example of a server that the runtime's documentation shows.
#[cfg(doctest)]
#[doc = include_str!("../../runtime/src/server/example.md")]
struct ServerExample;
