//! The lints, their findings, and the spec that they check.

use std::collections::HashMap;

use crate::codes::coded;
use asmx_codegen::diagnostic::{Diagnostic, Span};
use asmx_codegen::locations::Locations;
use asmx_codegen::read::ast;
use asmx_codegen::{Spec, model};

coded! {
    /// A kind of finding: a probable mistake in a valid spec.
    ///
    /// The codes (`secret-not-marked`) are stable: a code keeps its meaning. Comments in specs name them to allow a finding.
    pub enum Lint;

    /// A value with the name of a password, key or token is not marked as secret.
    SecretNotMarked = "secret-not-marked",
    /// An operation has a name that suggests a change or a message, but `effect="read"`.
    ReadNamedLikeWrite = "read-named-like-write",
    /// An operation has a name that suggests a read, but `effect="write"` or `effect="send"`.
    WriteNamedLikeRead = "write-named-like-read",
    /// An operation has no documentation, or documentation that only repeats its name.
    OperationWithoutWords = "operation-without-words",
    /// GET and POST cannot carry an operation because of a parameter or several outputs, but `transports` is missing.
    NotOverGetAndPost = "not-over-get-and-post",
    /// A limit has no number of records.
    LimitWithoutRecords = "limit-without-records",
    /// Two names in one place differ only in case.
    NamesDifferInCase = "names-differ-in-case",
    /// The reason of a deprecated operation names no other operation of the service.
    DeprecatedWithoutSuccessor = "deprecated-without-successor",
    /// A variant has another effect than the original operation.
    VariantWithOtherEffect = "variant-with-other-effect",
    /// A group or type is not used.
    NotUsed = "not-used",
    /// A comment allows a lint without a finding.
    AllowNotUsed = "allow-not-used",
    /// A comment begins with `lint:`, but does not allow a known lint with a reason.
    AllowNotUnderstood = "allow-not-understood",
}

impl Lint {
    /// Whether a spec that was just imported may have it: its document says so, or the report of the import has said it.
    pub(super) const fn is_of_document(self) -> bool {
        matches!(self, Self::OperationWithoutWords | Self::WriteNamedLikeRead | Self::NotUsed | Self::NamesDifferInCase)
    }

    /// Why it matters, in one sentence.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::SecretNotMarked => "a value that is not marked as secret appears in `Debug`, errors and logs",
            Self::ReadNamedLikeWrite => {
                "clients repeat a read after a failure, so a change or a message could happen twice"
            }
            Self::WriteNamedLikeRead => {
                "clients never retry a write, so a report marked as write fails where a retry would have succeeded"
            }
            Self::OperationWithoutWords => "callers of the generated client have no other documentation",
            Self::NotOverGetAndPost => "the operation is offered over SOAP only, and the spec does not show this",
            Self::LimitWithoutRecords => {
                "with a number, programs can detect that a result may be incomplete; words are for people only"
            }
            Self::NamesDifferInCase => "people and many tools confuse names that differ only in case",
            Self::DeprecatedWithoutSuccessor => "the compiler's warning should name the operation to call instead",
            Self::VariantWithOtherEffect => {
                "a variant does the same in another form, so one of the two effects is probably wrong"
            }
            Self::NotUsed => "readers of the spec expect that an operation uses it",
            Self::AllowNotUsed => "its reason is outdated, and it would hide a later finding",
            Self::AllowNotUnderstood => "the comment allows nothing",
        }
    }
}

/// A probable mistake, as a warning: its code, place, reason and advice.
pub type Finding = Diagnostic<Lint>;

impl Lint {
    pub(super) fn at(self, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(self, span, message).warning().reason(self.reason())
    }
}

/// A valid spec: its elements, its model, and the places of its items.
pub(super) struct Subject<'a> {
    pub(super) spec: &'a ast::Service,
    pub(super) service: &'a model::Service,
    pub(super) locations: &'a Locations,
    groups: HashMap<&'a str, &'a ast::Group>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(spec: &'a Spec) -> Self {
        let Spec { service, locations, written: spec, .. } = spec;
        let groups = spec.groups.iter().map(|group| (group.name.value.as_str(), group)).collect();
        Self { spec, service, locations, groups }
    }

    pub(super) fn operations(&self) -> impl Iterator<Item = (&'a ast::Operation, &'a model::Operation)> + use<'a> {
        self.spec.areas.iter().flat_map(|area| &area.operations).zip(&self.service.operations)
    }

    /// The parameters of entries, including those of groups.
    pub(super) fn parameters(&self, entries: &'a [ast::Entry]) -> Vec<&'a ast::Param> {
        let mut parameters = Vec::new();
        for entry in entries {
            match entry {
                ast::Entry::Param(param) => parameters.push(&**param),
                ast::Entry::Use(name) => {
                    let group = self.groups.get(name.value.as_str());
                    parameters.extend(group.into_iter().flat_map(|group| self.parameters(&group.entries)));
                }
            }
        }
        parameters
    }

    /// All parameters, members, outputs and headers of the spec.
    pub(super) fn values(&self) -> Vec<&'a ast::Param> {
        let spec = self.spec;
        let operations = || spec.areas.iter().flat_map(|area| &area.operations);
        let entries = spec.groups.iter().map(|group| &group.entries).chain([&spec.common]);
        let own = entries.chain(operations().map(|operation| &operation.entries)).flatten();
        let mut values: Vec<&ast::Param> = own.filter_map(param).collect();
        values.extend(operations().flat_map(|operation| &operation.outputs));
        let headers = spec.headers.iter().chain(operations().flat_map(|operation| &operation.headers));
        values.extend(headers.map(|header| &header.param));
        values.extend(spec.types.iter().flat_map(members));
        values.extend(spec.arrays.iter().flat_map(|array| &array.alternatives));
        ast::with_alternatives(values)
    }
}

fn param(entry: &ast::Entry) -> Option<&ast::Param> {
    match entry {
        ast::Entry::Param(param) => Some(param),
        ast::Entry::Use(_) => None,
    }
}

pub(super) fn members(definition: &ast::TypeDefinition) -> &[ast::Param] {
    match &definition.body {
        ast::TypeBody::Structure { members, .. } => members,
        ast::TypeBody::Enumeration { .. } | ast::TypeBody::DataSet { .. } => &[],
    }
}
