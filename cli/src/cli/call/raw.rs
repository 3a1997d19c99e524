//! The body of a response as it came.

use asmx_gateway::{Call, wait_unless_interrupted};

use super::super::failure::Failure;
use super::Arguments;
use super::destination::Sink;
use super::prepared::Prepared;

impl Prepared {
    /// Makes the call, and writes the body of the response. A response that is no result is printed, and replaces no file.
    pub(super) fn raw(&self, arguments: &Arguments, call: Call<'_>, sink: Sink) -> Result<(), Failure> {
        let answer = wait_unless_interrupted(self.target.raw(call)).map_err(|error| Failure::of_machine(&error))?;
        self.ended(arguments);
        let answer = answer.ok_or_else(|| Failure::interrupted(self.operation))?;
        let answer = answer.map_err(|error| self.failed(&error))?;
        self.note(arguments, &answer.deviations, &[] as &[String]);
        let Some(error) = answer.error else { return self.deliver(sink, &answer.body) };
        let failure = self.failed(&error);
        match self.destination.file_name() {
            Some(name) => Err(failure.noting(&format!("{name} was not written: without `-o` the response is printed"))),
            None => self.deliver(sink, &answer.body).and(Err(failure)),
        }
    }
}
