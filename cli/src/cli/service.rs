//! The commands that use a service, or offer it to other programs.

use clap::Subcommand;

use super::failure::Failure;
use super::{call, describe, doctor, fetch, gateway, mock, operations};

#[derive(Subcommand)]
pub(super) enum Command {
    /// Call an operation of a service
    ///
    /// Parameters are options of their own names, or a JSON object. An operation that may change something asks first.
    Call(Box<call::Arguments>),
    /// Export a range of a report as a file a day, a week or a month
    ///
    /// Makes one call a part, and more where a response is full. Each file has its name only when it is complete, so that a run that was stopped is
    /// run again. Takes only operations that read.
    Export(Box<call::ExportArguments>),
    /// List the operations of a WSDL document or a spec
    Operations(operations::Arguments),
    /// Describe a service, or one of its operations
    ///
    /// Without an operation: areas, operations and ports. With one: documentation, limits, parameters, headers and result with their types.
    Describe(describe::Arguments),
    /// Offer the operations of a service over REST and as tools
    ///
    /// Serves `POST /<operation>` with objects of JSON, `/openapi.json`, a page that shows it, and tools of the Model Context Protocol at `/mcp`.
    /// Only reads are offered, unless `--allow` says
    /// more; credentials come from the profile, and callers never see them. A line of JSON for each call goes to standard error.
    Gateway(Box<gateway::Arguments>),
    /// Offer the operations of a service as tools of the Model Context Protocol
    ///
    /// Speaks over standard input and output, for agents that start their tools. Only reads are offered, unless `--allow` says more; credentials
    /// come from the profile.
    Mcp(Box<gateway::Offered>),
    /// Print the `OpenAPI` document of `asmx gateway`
    ///
    /// Generators of clients read it. Schemas are exact, in two styles: generators of classes and of unions understand different words for derived types
    /// and for null.
    Openapi(Box<gateway::OpenapiArguments>),
    /// Serve a mock of a service
    ///
    /// Responds to all transports with samples, or with the results of a file. Its address has the page and the WSDL document of a service.
    Mock(mock::Arguments),
    /// Save a WSDL document and everything that it imports
    ///
    /// The file names are those by which `asmx import` finds them. `fetched.json` notes addresses and hashes; at the next time the documents that
    /// changed are named.
    Fetch(fetch::Arguments),
    /// Look at the address of a service, and say what to do
    ///
    /// Connection, certificate, clock, redirects, sign-in, document, namespace, transports. Nothing is executed.
    Doctor(doctor::Arguments),
}

impl Command {
    /// Returns the exit code. `parameters` are those of the operation, and `own` is the command that takes them.
    pub(super) fn run(self, parameters: &call::Parameters, own: &clap::Command) -> Result<u8, Failure> {
        match self {
            Self::Call(arguments) => call::run(&arguments, parameters, own),
            Self::Export(arguments) => arguments.run(parameters, own),
            Self::Operations(arguments) => operations::run(&arguments),
            Self::Describe(arguments) => describe::run(&arguments),
            Self::Gateway(arguments) => gateway::run(&arguments),
            Self::Mcp(arguments) => gateway::mcp(&arguments),
            Self::Openapi(arguments) => gateway::openapi(&arguments),
            Self::Mock(arguments) => mock::run(&arguments),
            Self::Doctor(arguments) => doctor::run(&arguments),
            Self::Fetch(arguments) => fetch::run(&arguments),
        }
    }
}
