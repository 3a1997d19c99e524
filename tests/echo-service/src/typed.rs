//! The echo through what is generated for the e-mail service: its trait, and its client.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use asmx_runtime::__private::{ExpectedResult, TypedRequest};
use asmx_runtime::values::ResultType;
use asmx_runtime::{__private as generated, Error, Fault, Message, Opener, Request, ServiceFuture, Transport};
#[allow(clippy::wildcard_imports, reason = "every operation is used")]
use email_campaign_client::*;

use super::{Echo, Listings};

/// Opens an echo behind the generated trait for each call.
pub fn opener() -> Opener {
    let listings = Listings::default();
    EmailCampaign::opener(move |incoming| Ok(Arc::new(TypedEcho(Echo::new(incoming, &listings)))))
}

/// An implementor of the generated trait: every method gets its typed request and gives its typed result.
struct TypedEcho(Echo);

impl TypedEcho {
    fn respond<R: TypedRequest>(&self, request: R) -> ServiceFuture<'_, R::Result> {
        Box::pin(async move {
            let content = self.0.perform(&request).await?;
            let result = R::Result::from_message(content, &ExpectedResult::of(&request));
            result.map_err(|unexpected| Fault::server(unexpected.to_string()))
        })
    }
}

/// A call that has been prepared; its response without its type.
pub type ContentFuture = Pin<Box<dyn Future<Output = Result<Message, Error>> + Send>>;

fn content<T: ResultType>(prepared: Prepared<T>, transport: Transport) -> ContentFuture {
    let prepared = prepared.transport(transport);
    Box::pin(async move { prepared.await.map(ResultType::into_message) })
}

macro_rules! operations {
    ($($name:literal $method:ident $request:ident;)*) => {
        #[allow(deprecated, reason = "an operation may be on its way out")]
        impl EmailCampaignService for TypedEcho {
            $(fn $method(&self, request: $request) -> ServiceFuture<'_, <$request as TypedRequest>::Result> {
                self.respond(request)
            })*
        }

        /// Calls the generated method of an operation with the generated request, filled from `request`.
        ///
        /// # Errors
        ///
        /// There is no such operation, or a value is not of its type.
        #[allow(deprecated, reason = "an operation may be on its way out")]
        pub fn call(account: &EmailCampaign, request: &dyn Request, transport: Transport) -> Result<ContentFuture, Error> {
            match request.operation().name {
                $($name => Ok(content(account.$method(generated::read::<$request>(request)?), transport)),)*
                other => {
                    let _ = (account, transport);
                    Err(generated::unknown_operation(other))
                }
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/operations.rs"));
