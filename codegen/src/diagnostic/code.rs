//! The kinds of mistake, each with a code that never changes its meaning.

/// The declaration of [`Code`], as input of a macro that adds something to each kind of mistake.
#[doc(hidden)]
#[macro_export]
macro_rules! codes {
($($with:tt)+) => { $($with)+! {
    /// A kind of mistake in a spec, or in a WSDL document that is imported.
    ///
    /// The codes (`ASMX0101`) are stable: a code keeps its meaning, and the number of a removed kind is not used again.
    /// They are grouped by subject: `00` the file, `01` its shape, `02` names, `03` types, `04` groups and
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
    /// A required attribute is missing.
    MissingAttribute = "ASMX0106",
    /// A required child element is missing.
    MissingElement = "ASMX0107",
    /// A child element that may occur only once occurs again.
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
    /// An unknown transport.
    UnknownTransport = "ASMX0116",
    /// A transport named twice.
    RepeatedTransport = "ASMX0117",
    /// An unknown kind of result.
    UnknownResultKind = "ASMX0118",
    /// A service or operation without `<doc>`.
    MissingDoc = "ASMX0119",
    /// `deprecated` without a reason.
    DeprecatedWithoutReason = "ASMX0120",
    /// A `direction` of a header that is not `in`, `out` or `both`.
    InvalidDirection = "ASMX0121",
    /// A `style` that is not `wrapped`, `bare` or `rpc`.
    InvalidStyle = "ASMX0122",
    /// A `mapping` of a column that is not `element`, `attribute`, `hidden` or `text`.
    UnknownMapping = "ASMX0123",
    /// A `content` that is not `xml` or `json`.
    UnknownContent = "ASMX0124",
    /// A `process` of a wildcard that is not `strict`, `lax` or `skip`.
    UnknownProcess = "ASMX0125",
    /// An `on-contradiction` that is not `error` or `note`.
    InvalidOnContradiction = "ASMX0126",

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
    /// A repeated value in an enumeration.
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

    /// An unknown type.
    UnknownType = "ASMX0301",
    /// A type named like one of the built-in scalars.
    TypeHidesScalar = "ASMX0302",
    /// A structure that contains itself, not through an array or an optional member.
    CyclicStructure = "ASMX0303",
    /// Groups or structures nested too deeply.
    NestedTooDeep = "ASMX0304",
    /// An attribute for arrays on a type that is not an array.
    ItemWithoutArray = "ASMX0305",
    /// `nullable` on an array whose items may be null anyway.
    NullableReference = "ASMX0306",
    /// A value that is both required and nullable.
    RequiredAndNullable = "ASMX0307",
    /// `required="false"` on a value type, which cannot be absent.
    OptionalValueType = "ASMX0308",
    /// A column whose type is not a scalar.
    ColumnTypeNotScalar = "ASMX0309",
    /// A value that is both required and optional.
    RequiredAndOptional = "ASMX0310",
    /// An array that is an item of itself.
    CyclicArray = "ASMX0311",
    /// A `base` that is not a structure.
    BaseNotStructure = "ASMX0312",
    /// A structure that is derived from itself.
    CyclicBase = "ASMX0313",
    /// A text or mixed content beside other content of a structure.
    TextBesideElements = "ASMX0314",
    /// A list of a type that lists cannot hold.
    ListOfStructures = "ASMX0315",
    /// An `<array>` with both or neither of `type` and alternatives.
    ArrayTypeOrAlternatives = "ASMX0316",
    /// `content` on a value that is not a string.
    ContentNotString = "ASMX0317",
    /// A `default` that is not a value of its type.
    InvalidDefault = "ASMX0318",
    /// `scale` on a value that is not a decimal.
    ScaleNotDecimal = "ASMX0319",
    /// A wrong `end` or `resolution`, or one on a value that is not a date.
    InvalidEndDate = "ASMX0320",

    /// An unknown group.
    UnknownGroup = "ASMX0401",
    /// A group that contains itself.
    CyclicGroups = "ASMX0402",
    /// A parameter that groups include twice.
    RepeatedThroughGroups = "ASMX0403",
    /// A parameter that is already a common parameter.
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
    /// A password, key, token or session that would be shown in logs.
    PasswordNotSecret = "ASMX0410",
    /// A role that has no effect without another role.
    IncompleteRoles = "ASMX0411",

    /// An operation that does not state its result.
    MissingResult = "ASMX0501",
    /// An operation that states its result as an attribute and as an element.
    ResultStatedTwice = "ASMX0502",
    /// A `<result>` with both or neither of `kind` and `type`.
    ResultKindOrType = "ASMX0503",
    /// An attribute of `<result>` that has no effect for its kind.
    ResultAttributeUnused = "ASMX0504",
    /// Columns of a result without a table.
    ColumnsWithoutTable = "ASMX0505",
    /// A delimited result without the parameters that delimit it.
    DelimitedWithoutRoles = "ASMX0506",
    /// Parameters that delimit a result that is not delimited.
    RolesWithoutDelimited = "ASMX0507",
    /// A variant of an unknown operation.
    UnknownVariant = "ASMX0508",
    /// Operations that are variants of each other, or of themselves.
    CyclicVariants = "ASMX0509",
    /// A parameter that a transport of the operation cannot carry.
    NotCarried = "ASMX0510",
    /// An unknown port.
    UnknownPort = "ASMX0511",
    /// A result of a one-way operation.
    OneWayResult = "ASMX0512",
    /// A name for the element around the parts of a bare message, which has none.
    NoWrapper = "ASMX0513",
    /// A delimited result beside other outputs.
    OutputsBesideKind = "ASMX0514",
    /// A path to rows that the result lacks, or that leads to a DataSet.
    UnknownRows = "ASMX0515",

    /// A `rust` attribute that is not an identifier, or has the wrong case.
    InvalidRustName = "ASMX0601",
    /// A name that cannot become a Rust identifier.
    NoIdentifier = "ASMX0602",
    /// Two operations with the same Rust name.
    OperationsCollide = "ASMX0603",
    /// Two types, the rows of a result among them, or a type and an operation, with the same Rust name.
    TypesCollide = "ASMX0604",
    /// Two parameters or members with the same Rust name.
    ParametersCollide = "ASMX0605",
    /// Two values of an enumeration with the same Rust name.
    ValuesCollide = "ASMX0606",
    /// A parameter whose setter would have the name of the constructor.
    SetterIsConstructor = "ASMX0607",
    /// An operation whose method would have the name of a method of every client.
    MethodIsReserved = "ASMX0608",
    /// An operation, type or row that would have the Rust name of an item of the service itself.
    ItemIsReserved = "ASMX0609",
    /// Two columns of a table with the same Rust name.
    ColumnsCollide = "ASMX0610",
    /// Two tables of a DataSet whose methods would have the same name.
    TablesCollide = "ASMX0611",

    /// The outermost element is not that of a WSDL 1.1 document.
    NotWsdl = "ASMX0701",
    /// An imported or included document is not beside the document that refers to it.
    MissingDocument = "ASMX0702",
    /// An imported or included document that is neither a schema nor WSDL, as its reference requires.
    WrongDocument = "ASMX0703",
    /// An imported document has another namespace than the import states.
    WrongTargetNamespace = "ASMX0704",
    /// More documents, or more text, than the importer reads.
    TooManyDocuments = "ASMX0705",
    /// A WSDL document without `service`, and so without an address.
    NoService = "ASMX0706",
    /// A port of an unknown binding.
    UnknownBinding = "ASMX0707",
    /// A binding of an unknown port type.
    UnknownPortType = "ASMX0708",
    /// A binding that is neither SOAP over HTTP nor HTTP GET or POST.
    UnsupportedBinding = "ASMX0709",
    /// A port without a usable address.
    InvalidAddress = "ASMX0710",
    /// A WSDL document of which no operation can be imported.
    NothingToImport = "ASMX0711",
    /// A required name is missing.
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
    /// A definition that refers to itself in a circle.
    CyclicDefinition = "ASMX0806",
    /// Definitions nested deeper, or with more content, than the importer follows.
    DefinitionTooDeep = "ASMX0807",
    /// Content in an order that the model cannot hold.
    UnsupportedParticle = "ASMX0808",
    /// An invalid number of occurrences.
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
    /// Two members of the same name in a type.
    MemberTwice = "ASMX0815",
    /// A type derived from one that has no members.
    UnsuitableBase = "ASMX0816",
    /// Values that are listed of a type other than a text.
    EnumerationNotText = "ASMX0817",
    /// A definition whose content cannot stand there.
    UnsupportedContent = "ASMX0818",
    /// Content that looks like a typed DataSet whose schema is missing.
    DataSetWithoutSchema = "ASMX0819",
    /// Rules of a document that a spec cannot state.
    NotImported = "ASMX0820",
    /// A default or a fixed value that is not of its type.
    UnusableDefault = "ASMX0821",

    /// An operation with SOAP encoding.
    EncodedOperation = "ASMX0901",
    /// An operation with attachments: MIME multipart, DIME or MTOM.
    Attachments = "ASMX0902",
    /// An operation whose messages must be signed or encrypted.
    Signed = "ASMX0903",
    /// An operation that requires an extension of WSDL which the importer does not know.
    RequiredExtension = "ASMX0904",
    /// An unknown message.
    UnknownMessage = "ASMX0905",
    /// A part that its message does not have, or without element and type.
    UnknownPart = "ASMX0906",
    /// An operation of a binding that its port type does not have.
    UnknownPortOperation = "ASMX0907",
    /// An operation that no binding offers.
    UnboundOperation = "ASMX0908",
    /// An operation that the service starts.
    UnsupportedExchange = "ASMX0909",
    /// An operation that looks different over two transports.
    TransportsDiffer = "ASMX0910",
    /// Two operations with the same name.
    SameKey = "ASMX0911",
    /// An operation whose parameters over GET or POST are not those that it has over SOAP.
    PartsDiffer = "ASMX0912",
    /// Parameters of GET or POST that are not sent as a form.
    UnsupportedForm = "ASMX0913",
    /// A part of a message in a form that ASMX does not write.
    UnsupportedPart = "ASMX0914",
    /// Two headers of the same name.
    HeaderTwice = "ASMX0915",
    /// An operation that asks for WS-Addressing headers.
    AddressingIgnored = "ASMX0916",
} };
}

codes!(crate::coded);
