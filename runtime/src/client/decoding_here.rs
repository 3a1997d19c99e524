//! Decoding of large responses without tokio: on the thread of the call, as that of small ones.

use std::future::{Ready, ready};

use crate::call::handler::RawOutput;
use crate::error::Error;
use crate::value::message::Message;
use crate::value::output::BlankOutput;

pub(crate) use self::decode as message_of;

/// Always false: every response is decoded at once.
pub(crate) fn is_large(_: &RawOutput) -> bool {
    false
}

pub(crate) fn decode(output: RawOutput, blank_output: BlankOutput) -> Ready<Result<Message, Error>> {
    ready(output.into_message_of(blank_output))
}
