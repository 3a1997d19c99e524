//! The kinds of mistake, each with a code that never changes its meaning.

/// The declaration of [`Code`], for a macro that gives each kind of mistake something.
#[doc(hidden)]
#[macro_export]
macro_rules! codes {
($($with:tt)+) => { $($with)+! {
    /// A kind of mistake in a spec, or in a WSDL document that is imported.
    ///
    /// The codes (`ASMX0101`) are stable: a code keeps its meaning, and a kind that is given up leaves its number unused.
    /// They go by what they are about: `00` the file, `01` its shape, `02` names, `03` types, `04` groups and
    /// parameters, `05` operations and results, `06` Rust names; of WSDL: `07` documents and addresses, `08` schemas, `09` operations.
    pub enum Code;

    /// The file is empty, or nothing but blanks.
    EmptyFile = "ASMX0001",
    /// A byte that UTF-8 does not allow.
    NotUtf8 = "ASMX0002",
    /// The file is written in UTF-16 or UTF-32.
    WideEncoding = "ASMX0003",
    /// The XML declaration names an encoding that is not UTF-8.
    DeclaredEncoding = "ASMX0004",
    /// The text is not well-formed XML.
    MalformedXml = "ASMX0005",
    /// A document type declaration.
    Doctype = "ASMX0006",
    /// More attributes of one element, or more namespaces, than any document has.
    TooMuchMarkup = "ASMX0007",

    /// The outermost element is not `<service>`.
    WrongRoot = "ASMX0101",
    /// An element in an XML namespace: specs have none.
    ElementInNamespace = "ASMX0102",
    /// An element that does not belong where it is.
    UnknownElement = "ASMX0103",
    /// An attribute that the element does not have.
    UnknownAttribute = "ASMX0104",
    /// Text where only elements belong.
    UnexpectedText = "ASMX0105",
    /// An attribute that the element must have is not there.
    MissingAttribute = "ASMX0106",
    /// A child element that must be there is not.
    MissingElement = "ASMX0107",
    /// A child element that may be there once is there again.
    RepeatedElement = "ASMX0108",
    /// Child elements in the wrong order.
    MisplacedElement = "ASMX0109",
    /// An attribute without a value.
    EmptyValue = "ASMX0110",
    /// A text element without text.
    EmptyText = "ASMX0111",
    /// An attribute that is neither `true` nor `false`.
    InvalidBoolean = "ASMX0112",
    /// An `effect` that is not `read`, `write` or `send`.
    InvalidEffect = "ASMX0113",
    /// A `role` that a group or parameter cannot have.
    InvalidRole = "ASMX0114",
    /// A number of records that is not a positive whole number.
    InvalidNumber = "ASMX0115",
    /// A transport that does not exist.
    UnknownTransport = "ASMX0116",
    /// A transport named twice.
    RepeatedTransport = "ASMX0117",
    /// A result kind that does not exist.
    UnknownResultKind = "ASMX0118",
    /// A service or operation without `<doc>`.
    MissingDoc = "ASMX0119",
    /// `deprecated` says that something is so, not why.
    DeprecatedWithoutReason = "ASMX0120",
    /// A `direction` of a header that is not `in`, `out` or `both`.
    InvalidDirection = "ASMX0121",
    /// A `style` that is not `wrapped`, `bare` or `rpc`.
    InvalidStyle = "ASMX0122",
    /// A `mapping` of a column that is not `element`, `attribute`, `hidden` or `text`.
    UnknownMapping = "ASMX0123",

    /// A name that no XML element can have.
    InvalidName = "ASMX0201",
    /// A `namespace` that is not an absolute URI.
    InvalidNamespace = "ASMX0202",
    /// A `path` that cannot follow a base URL.
    InvalidPath = "ASMX0203",
    /// Two operations of the same name.
    DuplicateOperation = "ASMX0204",
    /// Two types of the same name.
    DuplicateType = "ASMX0205",
    /// Two groups of the same name.
    DuplicateGroup = "ASMX0206",
    /// Two areas of the same name.
    DuplicateArea = "ASMX0207",
    /// Two parameters of the same name in one place.
    DuplicateParameter = "ASMX0208",
    /// Two members of the same name in a structure.
    DuplicateMember = "ASMX0209",
    /// The same value twice in an enumeration.
    DuplicateEnumValue = "ASMX0210",
    /// Two columns of the same name in a table.
    DuplicateColumn = "ASMX0211",
    /// An operation named like the response element of another.
    ResponseNameClash = "ASMX0212",
    /// Two ports of the same name.
    DuplicatePort = "ASMX0213",
    /// Two headers or two outputs of the same name in one message.
    DuplicatePart = "ASMX0214",
    /// Two tables of the same name in a DataSet.
    DuplicateTable = "ASMX0215",

    /// A type that does not exist.
    UnknownType = "ASMX0301",
    /// A type named like one of the built-in scalars.
    TypeHidesScalar = "ASMX0302",
    /// A structure that contains itself other than through what can be left out or an array.
    CyclicStructure = "ASMX0303",
    /// Groups or structures nested deeper than the generator follows.
    NestedTooDeep = "ASMX0304",
    /// Something that is said of an array where there is none.
    ItemWithoutArray = "ASMX0305",
    /// `nullable` on an array whose items may be null anyway.
    NullableReference = "ASMX0306",
    /// A value that must be given and may be null.
    RequiredAndNullable = "ASMX0307",
    /// `required="false"` on a value type, which is not absent by accident.
    OptionalValueType = "ASMX0308",
    /// A column whose values would not be scalars.
    ColumnTypeNotScalar = "ASMX0309",
    /// A value that must be given and may be left out.
    RequiredAndOptional = "ASMX0310",
    /// An array that is an item of itself.
    CyclicArray = "ASMX0311",
    /// A `base` that is no structure.
    BaseNotStructure = "ASMX0312",
    /// A structure that is derived from itself.
    CyclicBase = "ASMX0313",
    /// Elements, or a second content, in a structure that is a text or mixed content.
    TextBesideElements = "ASMX0314",
    /// A list of values that are no texts.
    ListOfStructures = "ASMX0315",
    /// An `<array>` with both or neither of `type` and alternatives.
    ArrayTypeOrAlternatives = "ASMX0316",

    /// A group that does not exist.
    UnknownGroup = "ASMX0401",
    /// A group that contains itself.
    CyclicGroups = "ASMX0402",
    /// A parameter that comes twice because of groups.
    RepeatedThroughGroups = "ASMX0403",
    /// A parameter that every operation takes already.
    RepeatsCommon = "ASMX0404",
    /// More parameters than an operation can have.
    TooManyParameters = "ASMX0405",
    /// A group whose role demands parameters that it lacks.
    IncompleteGroupRole = "ASMX0406",
    /// A role on a parameter of a type that cannot have it.
    RoleNotString = "ASMX0407",
    /// Two parameters of an operation with the same role.
    RepeatedRole = "ASMX0408",
    /// A role on a member of a structure that only a parameter can have.
    RoleOnMember = "ASMX0409",
    /// A password, key, token or session that would be shown.
    PasswordNotSecret = "ASMX0410",
    /// An operation with a role that is of no use without another.
    IncompleteRoles = "ASMX0411",

    /// An operation that says nothing of its result.
    MissingResult = "ASMX0501",
    /// An operation that states its result as an attribute and as an element.
    ResultStatedTwice = "ASMX0502",
    /// A `<result>` with both or neither of `kind` and `type`.
    ResultKindOrType = "ASMX0503",
    /// An attribute of `<result>` that its kind has no use for.
    ResultAttributeUnused = "ASMX0504",
    /// Columns of a result that has none.
    ColumnsWithoutTable = "ASMX0505",
    /// A delimited result without the parameters that delimit it.
    DelimitedWithoutRoles = "ASMX0506",
    /// Parameters that delimit a result that is not delimited.
    RolesWithoutDelimited = "ASMX0507",
    /// A variant of an operation that does not exist.
    UnknownVariant = "ASMX0508",
    /// Operations that are variants of one another, or one of itself.
    CyclicVariants = "ASMX0509",
    /// A parameter that a transport of the operation cannot carry.
    NotCarried = "ASMX0510",
    /// A port that the service does not have.
    UnknownPort = "ASMX0511",
    /// A result of an operation without a response.
    OneWayResult = "ASMX0512",
    /// A name for the element around the parts of a message, where there is none.
    NoWrapper = "ASMX0513",
    /// A kind of result that goes with no other output.
    OutputsBesideKind = "ASMX0514",

    /// A `rust` attribute that is no identifier, or not in the case of its kind.
    InvalidRustName = "ASMX0601",
    /// A name that gives no Rust identifier.
    NoIdentifier = "ASMX0602",
    /// Two operations with the same Rust name.
    OperationsCollide = "ASMX0603",
    /// Two types, the rows of a result among them, or a type and an operation, with the same Rust name.
    TypesCollide = "ASMX0604",
    /// Two parameters or members with the same Rust name.
    ParametersCollide = "ASMX0605",
    /// Two values of an enumeration with the same Rust name.
    ValuesCollide = "ASMX0606",
    /// A parameter whose setter would be called like the constructor.
    SetterIsConstructor = "ASMX0607",
    /// An operation whose method would be called like one that every client has.
    MethodIsReserved = "ASMX0608",
    /// An operation, type or row that would be called like an item of the service itself.
    ItemIsReserved = "ASMX0609",
    /// Two columns of a table with the same Rust name.
    ColumnsCollide = "ASMX0610",
    /// Two tables of a DataSet whose methods would have the same name.
    TablesCollide = "ASMX0611",

    /// The outermost element is not that of a WSDL 1.1 document.
    NotWsdl = "ASMX0701",
    /// A document that is imported or included is not beside the one that asks for it.
    MissingDocument = "ASMX0702",
    /// A document that is imported or included is not what it should be: a schema, or WSDL.
    WrongDocument = "ASMX0703",
    /// An imported document is of another namespace than the import says.
    WrongTargetNamespace = "ASMX0704",
    /// More documents, or more text, than the importer reads.
    TooManyDocuments = "ASMX0705",
    /// A WSDL document without `service`: where it is called is not known.
    NoService = "ASMX0706",
    /// A port of a binding that does not exist.
    UnknownBinding = "ASMX0707",
    /// A binding of a port type that does not exist.
    UnknownPortType = "ASMX0708",
    /// A binding that is neither SOAP over HTTP nor HTTP GET or POST.
    UnsupportedBinding = "ASMX0709",
    /// A port without an address that can be called.
    InvalidAddress = "ASMX0710",
    /// A WSDL document of which no operation can be imported.
    NothingToImport = "ASMX0711",
    /// Something that must have a name has none.
    MissingName = "ASMX0712",

    /// A type that no schema defines.
    UndefinedType = "ASMX0801",
    /// A reference to an element that no schema defines.
    UndefinedElement = "ASMX0802",
    /// A reference to an attribute that no schema defines.
    UndefinedAttribute = "ASMX0803",
    /// A reference to a group that no schema defines.
    UndefinedGroup = "ASMX0804",
    /// Two definitions of the same name in one namespace.
    DefinedTwice = "ASMX0805",
    /// A definition that leads to itself where none may.
    CyclicDefinition = "ASMX0806",
    /// Definitions nested deeper, or with more content, than the importer follows.
    DefinitionTooDeep = "ASMX0807",
    /// Content that stands in an order which the model cannot hold.
    UnsupportedParticle = "ASMX0808",
    /// A number of occurrences that is not one.
    InvalidOccurs = "ASMX0809",
    /// A part of XML Schema that ASMX does not use.
    UnsupportedDefinition = "ASMX0810",
    /// A name with a prefix that is not declared.
    UndeclaredPrefix = "ASMX0811",
    /// A union of types.
    UnionTakenAsText = "ASMX0812",
    /// An array of the SOAP encoding in a message that is not encoded.
    EncodedArray = "ASMX0813",
    /// A name that would be written otherwise than it is declared.
    NameNotKept = "ASMX0814",
    /// Two members of one name in one type.
    MemberTwice = "ASMX0815",
    /// A type derived from one that has no members.
    UnsuitableBase = "ASMX0816",
    /// Values that are listed of a type other than a text.
    EnumerationNotText = "ASMX0817",
    /// A definition whose content cannot stand there.
    UnsupportedContent = "ASMX0818",
    /// Content that is taken for a typed DataSet whose schema is not there.
    DataSetWithoutSchema = "ASMX0819",
    /// Rules of a document that a spec cannot state.
    NotImported = "ASMX0820",

    /// An operation with SOAP encoding.
    EncodedOperation = "ASMX0901",
    /// An operation with attachments: MIME multipart, DIME or MTOM.
    Attachments = "ASMX0902",
    /// An operation whose messages must be signed or encrypted.
    Signed = "ASMX0903",
    /// An operation that requires an extension of WSDL which the importer does not know.
    RequiredExtension = "ASMX0904",
    /// A message that does not exist.
    UnknownMessage = "ASMX0905",
    /// A part that its message does not have, or without element and type.
    UnknownPart = "ASMX0906",
    /// An operation of a binding that its port type does not have.
    UnknownPortOperation = "ASMX0907",
    /// An operation that no binding offers.
    UnboundOperation = "ASMX0908",
    /// An operation that the service begins.
    UnsupportedExchange = "ASMX0909",
    /// An operation that looks different over two transports.
    TransportsDiffer = "ASMX0910",
    /// Two operations with one name.
    SameKey = "ASMX0911",
    /// An operation whose parameters over GET or POST are not those that it has over SOAP.
    PartsDiffer = "ASMX0912",
    /// Parameters of GET or POST that are not sent as a form.
    UnsupportedForm = "ASMX0913",
    /// A part of a message in a form that ASMX does not write.
    UnsupportedPart = "ASMX0914",
    /// Two headers of one name.
    HeaderTwice = "ASMX0915",
    /// An operation that asks for WS-Addressing headers.
    AddressingIgnored = "ASMX0916",
} };
}

codes!(crate::coded);
