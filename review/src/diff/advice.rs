//! What to do about a change.

use super::Kind;

/// What to do about a change of that kind; empty where there is nothing to do.
#[allow(clippy::enum_glob_use, reason = "most kinds are named here")]
pub(super) const fn advice(kind: Kind) -> &'static str {
    use Kind::*;
    match kind {
        ServicePathChanged | PortMoved | PortRemoved | OperationPortsChanged => {
            "keep the service reachable at the old address until no client calls it there"
        }
        NamespaceChanged => {
            "a namespace is never changed in place: serve the new one at another address, and keep the old one as long as clients are deployed"
        }
        NamespaceRemoved => "keep it, or tell users to set the namespace of the service that they call",
        NamespaceAdded => "check that it is the namespace of every service that users call",
        ServiceRenamed => "tell users the new names of client, trait and descriptor; on the wire nothing changed",
        CommonParameterAdded => {
            "no compiler tells anybody: let the service work without it, or add operations that take it and keep the old ones"
        }
        CredentialsAdded | CredentialsChanged => {
            "tell users which credentials to set before the service demands them; accept the old ones until then"
        }
        OperationRemoved => "mark it `deprecated` for a release first, with what to use instead",
        OperationRenamed => {
            "keep the old operation, `deprecated`, beside the new one; or keep the name on the wire and change only `rust`"
        }
        OperationRenamedOnTheWire => "serve the old name too: no compiler tells users that they need the new version",
        OperationRustNameChanged
        | ParameterRustNameChanged
        | MemberRustNameChanged
        | TypeRustNameChanged
        | EnumValueRustNameChanged
        | ColumnRustNameChanged
        | TableRustNameChanged
        | RowRenamed => "tell users the new name; on the wire nothing changed",
        EffectBecameRead => {
            "be sure that the operation changes nothing, and accept this change by name: clients repeat it from now on, and no test shows it"
        }
        EffectNoLongerRead => "tell users that calls are not repeated by themselves any more",
        TransportWithdrawn => "find out who uses the transport before it is withdrawn",
        HttpWithdrawnByType => {
            "use a type that GET and POST carry (`string` for a GUID or a duration), or say `transports=\"soap11 soap12\"` and tell users"
        }
        OperationClosed => "declare the parameters that clients send",
        ActionChanged | RequestElementChanged | ResponseElementChanged | LocationChanged | StyleChanged => {
            "check it against what the service really does: generated code is the same, messages are not"
        }
        OptionalParameterAdded => {
            "if clients call over GET or POST, add another operation that takes it, or withdraw these transports first"
        }
        RequiredParameterAdded => "make it optional, or add another operation that takes it",
        OptionalParameterRemoved | RequiredParameterRemoved | MemberRemoved => {
            "roll out the new clients after the service, and tell users what the value did"
        }
        ParameterRenamed | ParameterRenamedOnTheWire | MemberRenamed | MemberRenamedOnTheWire => {
            "keep the name on the wire and change only `rust`, or read both names for a while"
        }
        ParameterCaseChanged => {
            "check the capitals against the service: over SOAP one of the two spellings is read as nothing, and no compiler tells anybody"
        }
        ParameterBecameRequired => "tell users: calls without it are refused before they are sent",
        ParameterTypeNarrowed | ParameterStringBecameTyped | ParameterStringBecameEnum => {
            "be sure that no deployed client sends other values"
        }
        ParameterBecameArray => "add another parameter for the array and keep this one",
        ArrayItemRenamed => {
            "check the element name against the service: with a wrong one it reads an empty array, and no compiler tells anybody"
        }
        SecretCleared => "mark it `secret` again, or accept this change by name: from now on the value is in logs",
        RoleRemoved | RoleChanged => "tell users what the runtime does not do by itself any more",
        EnumValueAdded | DerivedTypeAdded => {
            "clients that others generated may fail to read it: let the service return it only to clients that know it"
        }
        EnumValueTextChanged => {
            "keep the text on the wire: only its name in Rust can be changed without harm, and no compiler tells anybody"
        }
        EnumValueRemoved | EnumValueRenamed => "keep the old value until no client sends it",
        FacetsChanged => "say it in the documentation of the member, and look at what deployed clients send",
        EnumDefaultChanged => {
            "keep the first value first, or accept this change by name: it is what an absent value means, and no compiler tells anybody"
        }
        NameNamespaceChanged | PlaceChanged => {
            "check it against the service: what stands elsewhere is read as absent, and no compiler tells anybody"
        }
        TypeRenamed => "keep the name on the wire (`wire-name`) and change only `rust`, if arrays of it travel",
        ResultElementRenamed => "check it against the service: old clients do not find the result",
        ColumnInserted => "in a delimited result, add columns behind the others only",
        ColumnsReordered => "in a delimited result, keep the order: the position is the only name that a column has",
        ColumnRemoved => "in a delimited result, keep the columns that stand before others",
        _ => "",
    }
}
