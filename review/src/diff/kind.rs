//! The kinds of change, each with a code that never changes its meaning.

use crate::coded::coded;

impl Kind {
    /// Whether such a change can be why code does not compile: other words cannot, nor can what a value means to the runtime.
    pub(super) const fn can_break_code(self) -> bool {
        !matches!(
            self,
            Self::DocumentationChanged
                | Self::ServiceDocumentationChanged
                | Self::DeprecationReasonChanged
                | Self::ResultElementRenamed
                | Self::FacetsChanged
                | Self::DefaultChanged
                | Self::SecretSet
                | Self::SecretCleared
                | Self::RoleAdded
                | Self::RoleRemoved
                | Self::RoleChanged
                | Self::MembersReordered
                | Self::OutputsReordered
        )
    }
}

coded! {
    /// A kind of change.
    ///
    /// The codes (`operation-removed`) are stable: a code keeps its meaning. Configuration files name them to set a level.
    pub enum Kind;

    // The service
    /// A service is new: its spec or document was not there before.
    ServiceAdded = "service-added",
    /// A service is gone with all its operations: its spec or document is not there any more.
    ServiceRemoved = "service-removed",
    /// The service has another name, and so have the client, the trait and the descriptor that are named after it.
    ServiceRenamed = "service-renamed",
    /// The service stands at another path. It is another address: old clients call one where nothing is.
    ServicePathChanged = "service-path-changed",
    /// The service has another namespace, and so have its actions and elements: it does not know the operations of the old one. Where actions are
    /// stated by themselves, it answers over SOAP 1.1 with status 200 and reads every parameter as null or 0.
    NamespaceChanged = "namespace-changed",
    /// The namespace is not stated any more, so that it is a setting without which no client is built.
    NamespaceRemoved = "namespace-removed",
    /// The namespace is stated, so that it need not be set any more.
    NamespaceAdded = "namespace-added",
    /// Words about the service or one of its areas changed: documentation, what is undocumented, titles.
    ServiceDocumentationChanged = "service-documentation-changed",
    /// Every operation takes one parameter more.
    CommonParameterAdded = "common-parameter-added",
    /// A parameter that every operation took is gone from all of them.
    CommonParameterRemoved = "common-parameter-removed",
    /// A parameter of all operations is one of single operations now, and a field of their requests.
    CommonParameterBecameOwn = "common-parameter-became-own",
    /// A parameter of single operations is one of all operations now. Requests have no field for it.
    ParameterBecameCommon = "parameter-became-common",
    /// Every operation takes credentials now, which clients that have none do not send.
    CredentialsAdded = "credentials-added",
    /// No operation takes the credentials any more that all of them took.
    CredentialsRemoved = "credentials-removed",
    /// Every operation takes credentials of another kind: a token instead of a password, for example.
    CredentialsChanged = "credentials-changed",
    /// Generated names gave way to each other: what is the same on the wire is called otherwise in Rust.
    RustNamesChanged = "rust-names-changed",
    /// There is another address at which operations are called.
    PortAdded = "port-added",
    /// An address at which operations were called is gone.
    PortRemoved = "port-removed",
    /// A port has another name, which only the WSDL document shows.
    PortRenamed = "port-renamed",
    /// A port stands at another path, so that old clients call an address where nothing is.
    PortMoved = "port-moved",
    /// An area that the old version has not. With areas as features, there is a feature more.
    AreaAdded = "area-added",
    /// An area is gone. With areas as features, a manifest that names its feature is not accepted any more.
    AreaRemoved = "area-removed",
    /// An area has another name. With areas as features, a manifest that names the old feature is not accepted any more.
    AreaRenamed = "area-renamed",

    // Operations
    /// An operation that the old version has not.
    OperationAdded = "operation-added",
    /// An operation that the new version has not, and nobody was told before.
    OperationRemoved = "operation-removed",
    /// An operation that the new version has not, and that was deprecated in the old one.
    OperationRemovedAfterDeprecation = "operation-removed-after-deprecation",
    /// An operation has another name on the wire and in Rust; the rest is as it was.
    OperationRenamed = "operation-renamed",
    /// An operation has another name on the wire, and `rust` keeps the name in Rust: no compiler sees it.
    OperationRenamedOnTheWire = "operation-renamed-on-the-wire",
    /// An operation has another name in Rust, and the same on the wire.
    OperationRustNameChanged = "operation-rust-name-changed",
    /// An operation is in another area. With areas as features, it needs another feature.
    OperationMoved = "operation-moved",
    /// An operation is not to be used any more; the compiler warns whoever does.
    OperationDeprecated = "operation-deprecated",
    /// An operation may be used again.
    OperationNoLongerDeprecated = "operation-no-longer-deprecated",
    /// The words that say why not to use an operation changed.
    DeprecationReasonChanged = "deprecation-reason-changed",
    /// An operation is now said to change nothing, so that clients repeat it by themselves. If it does change something, it is done twice.
    EffectBecameRead = "effect-became-read",
    /// An operation is now said to change something, so that clients do not repeat it any more.
    EffectNoLongerRead = "effect-no-longer-read",
    /// An operation writes that was said to send, or the reverse. Neither is repeated.
    EffectWriteOrSendChanged = "effect-write-or-send-changed",
    /// An operation is not offered over a transport any more.
    TransportWithdrawn = "transport-withdrawn",
    /// An operation is offered over a transport more.
    TransportAdded = "transport-added",
    /// GET and POST are gone because they cannot carry what an operation now takes or returns. Nobody edited `transports`.
    HttpWithdrawnByType = "http-withdrawn-by-type",
    /// An operation takes parameters that are not declared.
    OperationOpened = "operation-opened",
    /// An operation takes no parameters any more that are not declared: a call that sends one is refused before it is sent.
    OperationClosed = "operation-closed",
    /// An operation has another SOAP action.
    ActionChanged = "action-changed",
    /// The element of a request has another name or namespace.
    RequestElementChanged = "request-element-changed",
    /// The element of a response has another name or namespace.
    ResponseElementChanged = "response-element-changed",
    /// An operation stands at another path over GET and POST.
    LocationChanged = "location-changed",
    /// The parts of an operation's messages stand in the body in another way.
    StyleChanged = "style-changed",
    /// An operation is called at other ports.
    OperationPortsChanged = "operation-ports-changed",
    /// An operation answers nothing any more.
    BecameOneWay = "became-one-way",
    /// An operation that answered nothing has a response.
    NoLongerOneWay = "no-longer-one-way",
    /// An operation is a variant of another one than before, or of none.
    VariantChanged = "variant-changed",
    /// A number of records is documented as the most that an operation returns.
    LimitAdded = "limit-added",
    /// No number of records is documented any more as the most that an operation returns.
    LimitRemoved = "limit-removed",
    /// An operation returns more records at most.
    LimitRaised = "limit-raised",
    /// An operation returns fewer records at most.
    LimitLowered = "limit-lowered",
    /// Words changed: documentation, what is undocumented, a limit in words.
    DocumentationChanged = "documentation-changed",

    // Parameters
    /// A parameter more that can be left out. Over SOAP it is missing without harm; GET and POST demand every parameter.
    OptionalParameterAdded = "optional-parameter-added",
    /// A parameter more that must be given. Old clients do not send it: over SOAP a service reads 0, false or nothing without an error, over GET
    /// and POST it refuses the call.
    RequiredParameterAdded = "required-parameter-added",
    /// A parameter is gone that could be left out. What old clients send of it is ignored.
    OptionalParameterRemoved = "optional-parameter-removed",
    /// A parameter is gone that had to be given. What old clients send of it is ignored.
    RequiredParameterRemoved = "required-parameter-removed",
    /// A parameter has another name on the wire and in Rust. Over SOAP a service reads the old name as nothing, without an error.
    ParameterRenamed = "parameter-renamed",
    /// A parameter has another name on the wire, and `rust` keeps the name in Rust: no compiler sees it.
    ParameterRenamedOnTheWire = "parameter-renamed-on-the-wire",
    /// The name of a parameter is written with other capitals. SOAP takes it for another name, GET and POST do not.
    ParameterCaseChanged = "parameter-case-changed",
    /// A parameter has another name in Rust, and the same on the wire.
    ParameterRustNameChanged = "parameter-rust-name-changed",
    /// A parameter that could be left out must be given.
    ParameterBecameRequired = "parameter-became-required",
    /// A parameter that had to be given can be left out.
    ParameterBecameOptional = "parameter-became-optional",
    /// A parameter may be null. GET and POST cannot carry one whose type is a value type.
    ParameterBecameNullable = "parameter-became-nullable",
    /// A parameter must not be null any more.
    ParameterNoLongerNullable = "parameter-no-longer-nullable",
    /// A parameter takes every value that it took, and others: `long` instead of `int`.
    ParameterTypeWidened = "parameter-type-widened",
    /// A parameter takes only some of the values that it took: `int` instead of `long`.
    ParameterTypeNarrowed = "parameter-type-narrowed",
    /// A parameter has another type, and neither holds all values of the other.
    ParameterTypeChanged = "parameter-type-changed",
    /// A parameter that took any text takes only what its type allows: a number, a date.
    ParameterStringBecameTyped = "parameter-string-became-typed",
    /// A parameter whose type allowed some texts takes any.
    ParameterTypedBecameString = "parameter-typed-became-string",
    /// A parameter that took any text takes the values of an enumeration.
    ParameterStringBecameEnum = "parameter-string-became-enum",
    /// A parameter that took the values of an enumeration takes any text.
    ParameterEnumBecameString = "parameter-enum-became-string",
    /// A parameter that took one value takes an array. A service drops the one value of old clients and reads an empty array.
    ParameterBecameArray = "parameter-became-array",
    /// A parameter that took an array takes one value.
    ParameterBecameScalar = "parameter-became-scalar",
    /// A header more in requests.
    RequestHeaderAdded = "request-header-added",
    /// A header is gone from requests.
    RequestHeaderRemoved = "request-header-removed",
    /// A header of requests has another name.
    RequestHeaderRenamed = "request-header-renamed",
    /// A header of requests has another type.
    RequestHeaderTypeChanged = "request-header-type-changed",
    /// A header of requests must be given, or can be left out, or may be null, and was otherwise.
    RequestHeaderPresenceChanged = "request-header-presence-changed",

    // Parameters, members, outputs and headers alike
    /// The items of an array have another element name. What is sent under the old name is dropped, and an empty array is read, without an error.
    ArrayItemRenamed = "array-item-renamed",
    /// Items of an array may be null.
    ArrayItemsBecameNullable = "array-items-became-nullable",
    /// Items of an array must not be null any more.
    ArrayItemsNoLongerNullable = "array-items-no-longer-nullable",
    /// The type of an array has another name or namespace. Only the root of a result over GET and POST and the WSDL document show it.
    ArrayTypeRenamed = "array-type-renamed",
    /// The alternatives of which each item of an array is one changed.
    ArrayAlternativesChanged = "array-alternatives-changed",
    /// A value is a secret now: `Debug`, JSON and errors do not show it.
    SecretSet = "secret-set",
    /// A value is no secret any more: `Debug`, JSON and errors show it, and so do the logs of whoever updates.
    SecretCleared = "secret-cleared",
    /// The runtime does more with a value than sending it.
    RoleAdded = "role-added",
    /// The runtime does nothing more with a value than sending it. Methods that went by the role are gone.
    RoleRemoved = "role-removed",
    /// The runtime does something else with a value.
    RoleChanged = "role-changed",
    /// An absent value means another one.
    DefaultChanged = "default-changed",
    /// A WSDL document restricts the values of a simple type otherwise: their length, range or pattern. Specs say nothing of that.
    FacetsChanged = "facets-changed",
    /// A value stands elsewhere: in an attribute instead of an element, for example. It is read as absent where it stood.
    PlaceChanged = "place-changed",
    /// A name is in another namespace. What is sent in the old one is read as absent.
    NameNamespaceChanged = "name-namespace-changed",
    /// A part of a message has another name, and its element has the same.
    PartRenamed = "part-renamed",
    /// An element may stand any number of times.
    BecameRepeated = "became-repeated",
    /// An element that could stand any number of times may stand once.
    NoLongerRepeated = "no-longer-repeated",
    /// A choice has an alternative more.
    AlternativeAdded = "alternative-added",
    /// A choice has an alternative less.
    AlternativeRemoved = "alternative-removed",

    // Types
    /// A type that the old version has not.
    TypeAdded = "type-added",
    /// A type that the new version has not.
    TypeRemoved = "type-removed",
    /// A type has another name, on the wire and in Rust. Arrays name their items after it.
    TypeRenamed = "type-renamed",
    /// A type has another name on the wire, and `rust` keeps the name in Rust.
    TypeRenamedOnTheWire = "type-renamed-on-the-wire",
    /// A type has another name in Rust, and the same on the wire.
    TypeRustNameChanged = "type-rust-name-changed",
    /// A type is in another namespace.
    TypeNamespaceChanged = "type-namespace-changed",
    /// A type has no name on the wire any more.
    TypeBecameAnonymous = "type-became-anonymous",
    /// A type that had no name on the wire has one.
    TypeNoLongerAnonymous = "type-no-longer-anonymous",
    /// A type is an enumeration, a structure or a DataSet, and was another of them.
    TypeKindChanged = "type-kind-changed",
    /// An enumeration has a value more. Clients of ours keep it as an unknown one; others may fail to read a response that has it.
    EnumValueAdded = "enum-value-added",
    /// An enumeration has a value less.
    EnumValueRemoved = "enum-value-removed",
    /// A value of an enumeration has another text on the wire, and another name in Rust.
    EnumValueRenamed = "enum-value-renamed",
    /// A value of an enumeration has another text on the wire, and the same name in Rust: no compiler sees it.
    EnumValueTextChanged = "enum-value-text-changed",
    /// A value of an enumeration has another name in Rust, and the same text.
    EnumValueRustNameChanged = "enum-value-rust-name-changed",
    /// The values of an enumeration come in another order, and the first one is the same.
    EnumValuesReordered = "enum-values-reordered",
    /// The first value of an enumeration is another one. It is what a service reads where a value is absent.
    EnumDefaultChanged = "enum-default-changed",
    /// A value of an enumeration is a set of its values.
    EnumBecameFlags = "enum-became-flags",
    /// A value of an enumeration is one of its values, and was a set of them.
    EnumNoLongerFlags = "enum-no-longer-flags",
    /// A structure has a member more, which can be left out.
    OptionalMemberAdded = "optional-member-added",
    /// A structure has a member more, which is always there.
    RequiredMemberAdded = "required-member-added",
    /// A structure has a member less.
    MemberRemoved = "member-removed",
    /// A member has another name, on the wire and in Rust.
    MemberRenamed = "member-renamed",
    /// A member has another name on the wire, and the same in Rust: no compiler sees it.
    MemberRenamedOnTheWire = "member-renamed-on-the-wire",
    /// A member has another name in Rust, and the same on the wire.
    MemberRustNameChanged = "member-rust-name-changed",
    /// A member has another type.
    MemberTypeChanged = "member-type-changed",
    /// A member must be given, or can be left out, or may be null, and was otherwise.
    MemberPresenceChanged = "member-presence-changed",
    /// The members of a structure come in another order. ASMX reads any order; readers that go by the schema do not.
    MembersReordered = "members-reordered",
    /// A structure is derived from another one than before, or from none.
    BaseChanged = "base-changed",
    /// There are no values of a structure any more, only of those that are derived from it.
    BecameAbstract = "became-abstract",
    /// There are values of a structure of which there were only derived ones.
    NoLongerAbstract = "no-longer-abstract",
    /// There is a type more that is derived from a structure. Clients of ours keep its values as unknown ones; others may fail to read them.
    DerivedTypeAdded = "derived-type-added",
    /// There is a type less that is derived from a structure.
    DerivedTypeRemoved = "derived-type-removed",

    // Results
    /// An operation returns another kind of result.
    ResultKindChanged = "result-kind-changed",
    /// An operation returns another type.
    ResultTypeChanged = "result-type-changed",
    /// The element of a result has another name. Old clients read its absence as null.
    ResultElementRenamed = "result-element-renamed",
    /// A result may be null or absent that was always there.
    ResultBecameNullable = "result-became-nullable",
    /// A result is always there that could be null or absent.
    ResultNoLongerNullable = "result-no-longer-nullable",
    /// A response has an output more.
    OutputAdded = "output-added",
    /// A response has an output less.
    OutputRemoved = "output-removed",
    /// An output has another name.
    OutputRenamed = "output-renamed",
    /// An output has another type.
    OutputTypeChanged = "output-type-changed",
    /// An output is always there, or can be absent, or may be null, and was otherwise.
    OutputPresenceChanged = "output-presence-changed",
    /// The outputs of a response come in another order.
    OutputsReordered = "outputs-reordered",
    /// A header more in responses.
    ResponseHeaderAdded = "response-header-added",
    /// A header is gone from responses.
    ResponseHeaderRemoved = "response-header-removed",
    /// A header of responses has another name.
    ResponseHeaderRenamed = "response-header-renamed",
    /// A header of responses has another type.
    ResponseHeaderTypeChanged = "response-header-type-changed",
    /// A header of responses is always there, or can be absent, or may be null, and was otherwise.
    ResponseHeaderPresenceChanged = "response-header-presence-changed",

    // Columns and tables
    /// Columns of a result are declared for the first time.
    ColumnsDeclared = "columns-declared",
    /// No columns of a result are declared any more; the type of its rows is gone.
    ColumnsWithdrawn = "columns-withdrawn",
    /// A column more is declared behind the others.
    ColumnAppended = "column-appended",
    /// A column more is declared before others. In a delimited result it is the position that counts: every later value is read as that of another
    /// column.
    ColumnInserted = "column-inserted",
    /// A column is not declared any more.
    ColumnRemoved = "column-removed",
    /// A column has another name, and another in Rust.
    ColumnRenamed = "column-renamed",
    /// A column has another name in the data, and the same in Rust: no compiler sees it.
    ColumnRenamedOnTheWire = "column-renamed-on-the-wire",
    /// A column has another name in Rust, and the same in the data.
    ColumnRustNameChanged = "column-rust-name-changed",
    /// The same columns come in another order. In a delimited result it is the position that counts.
    ColumnsReordered = "columns-reordered",
    /// Every row has a value of a column now.
    ColumnBecameRequired = "column-became-required",
    /// A row may have no value of a column.
    ColumnNoLongerRequired = "column-no-longer-required",
    /// The values of a column are of another type.
    ColumnTypeChanged = "column-type-changed",
    /// The values of a column travel in another way: as attributes, for example.
    ColumnMappingChanged = "column-mapping-changed",
    /// The type of rows, or a field of it that is not a column's, has another name in Rust.
    RowRenamed = "row-renamed",
    /// The rows of a result are those of another table.
    ResultTableChanged = "result-table-changed",
    /// A typed DataSet has a table more.
    TableAdded = "table-added",
    /// A typed DataSet has a table less.
    TableRemoved = "table-removed",
    /// A table of a typed DataSet has another name.
    TableRenamed = "table-renamed",
    /// A table of a typed DataSet has another name in Rust, and the same in the data.
    TableRustNameChanged = "table-rust-name-changed",
    /// The tables of a typed DataSet come in another order.
    TablesReordered = "tables-reordered",
}
