//! Arbitrary services, drawn from a seed: everything that a model can hold.

use std::path::{Path, PathBuf};

use asmx_codegen::model::{
    Area, ArrayType, Column, Content, DataSetTable, DataSetType, DeclaredTable, Effect, Enumeration, EnumerationValue,
    Enumerations, Facets, Limit, Mapping, Member, Messages, Name, NamedType, NamedTypeKind, Namespace, OnContradiction,
    Operation, OperationNames, Place, Port, Presence, ProcessContents, Role, Scalar, Service, ServiceNames, Structure,
    Style, Transport, Transports, Type, Wildcard, XmlKind, default_mistake,
};
use asmx_codegen::names;
use asmx_codegen::resolve::outputs_of;
use asmx_types::MOST_SCALE;
use asmx_types::xml_name::encode_local_name;

/// The service of a seed. Equal seeds give equal services.
pub fn service(seed: u64) -> Service {
    Maker { state: seed, types: Vec::new(), data_sets: 0..0, next: 0, for_wsdl: false, has_elements: None }.service()
}

/// The service of a seed, with only what a WSDL document can express.
pub fn service_of_a_document(seed: u64) -> Service {
    Maker { state: seed, types: Vec::new(), data_sets: 0..0, next: 0, for_wsdl: true, has_elements: None }.service()
}

struct Maker {
    state: u64,
    /// Which types are enumerations.
    types: Vec<bool>,
    /// Which types are typed DataSets.
    data_sets: std::ops::Range<usize>,
    /// The number for the next name.
    next: usize,
    /// Whether a WSDL document must be able to express the service.
    for_wsdl: bool,
    /// The last structure that consists of elements and attributes.
    has_elements: Option<usize>,
}

const WORDS: &[&str] = &[
    "Name",
    "with space",
    "Ünïcode",
    "type",
    "self",
    "a.b",
    "x-y",
    "ID",
    "value",
    "_x0041_",
    "Färbe",
    "URLs",
    "ref",
    "Order",
];
const DOCS: &[&str] =
    &["What it is.", "Takes <b> & \"quotes\", see urn://x/y.", "Ends without a stop", "One; two: three — four."];
const NAMESPACES: &[&str] = &["urn:zoo:a", "http://zoo.test/b", "urn:zoo:c?x=1&y=2"];
const DEFAULTS: &[&str] =
    &["", "5", " blanks ", "a<b>\"c\"", "line\nbreak", "one", "true", "2024-02-29", "13:45:56", "P1D", "0F"];

/// The types that it has, each with at least the value `one` if it is an enumeration.
impl Enumerations for Maker {
    fn flags(&self, number: usize) -> Option<bool> {
        self.types.get(number).copied().unwrap_or_default().then_some(false)
    }

    fn has(&self, _: usize, value: &str) -> bool {
        value == "one"
    }
}

impl Maker {
    fn random(&mut self) -> u64 {
        // SplitMix64.
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.random() % most.max(1) as u64).unwrap()
    }

    /// True once in `times` draws.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// A unique name.
    fn name(&mut self) -> String {
        self.next += 1;
        let word = self.one_of(WORDS);
        format!("{word}{}", self.next)
    }

    fn doc(&mut self) -> Vec<String> {
        let count = if self.once_in(3) { 1 + self.below(3) } else { 0 };
        let mut doc: Vec<String> = (0..count).map(|_| self.one_of(DOCS).to_owned()).collect();
        if self.once_in(20) {
            doc.push("many words ".repeat(40).trim().to_owned());
        }
        doc
    }

    fn namespace(&mut self) -> Namespace {
        match self.below(8) {
            0 => Namespace::None,
            1 => Namespace::Of(self.one_of(NAMESPACES).to_owned()),
            _ => Namespace::Service,
        }
    }

    fn service(mut self) -> Service {
        let count = self.below(6);
        self.types = (0..count).map(|_| self.once_in(3)).collect();
        let data_sets = self.below(3);
        self.types.extend((0..data_sets).map(|_| false));
        self.data_sets = count..self.types.len();
        let mut types: Vec<NamedType> = (0..count).map(|index| self.named_type(index)).collect();
        types.extend((count..self.types.len()).map(|index| self.data_set(index)));
        let ports: Vec<Port> = if !self.for_wsdl && self.once_in(3) {
            (0..=self.below(3)).map(|number| self.port(number)).collect()
        } else {
            Vec::new()
        };
        let common = if self.once_in(3) && !self.for_wsdl { credentials() } else { Vec::new() };
        let shared: Vec<Member> = (0..3).map(|_| self.part(&Namespace::Service)).collect();
        let mut operations: Vec<Operation> = Vec::new();
        let areas = 1 + self.below(2);
        for area in 0..areas {
            for _ in 0..=self.below(4) {
                let mut operation = self.operation(area, &common, ports.len());
                if self.once_in(2) && operation.messages.style == Style::Wrapped && operation.messages.request.is_none()
                {
                    operation.parameters.extend(shared.clone());
                    operation.transports = operation.transports.and(Transports::SOAP);
                    operation.messages.location = None;
                }
                operations.push(operation);
            }
        }
        if self.once_in(4) {
            let header = self.header();
            let is_in_response = self.once_in(2);
            for messages in operations.iter_mut().map(|operation| &mut operation.messages) {
                messages.request_headers.insert(0, header.clone());
                if is_in_response && !messages.one_way {
                    messages.response_headers.insert(0, header.clone());
                }
            }
        }
        for (before, operation) in operations.iter_mut().skip(1).enumerate() {
            operation.variant_of = self.once_in(5).then_some(before);
        }
        let mut service = Service {
            name: "Zoo".to_owned(),
            names: ServiceNames {
                client: "Zoo".to_owned(),
                service_trait: "ZooService".to_owned(),
                dispatch: "ZooDispatch".to_owned(),
            },
            path: "/zoo/animals.asmx".to_owned(),
            namespace: match self.below(4) {
                0 => None,
                1 => Some("zoo.test/relative".to_owned()),
                _ => Some("http://zoo.test/".to_owned()),
            },
            doc: self.doc(),
            undocumented: if self.once_in(3) { vec!["What it eats.".to_owned()] } else { Vec::new() },
            common,
            areas: (0..areas)
                .map(|number| Area { name: format!("area{number}"), title: "An \"area\"".to_owned(), doc: self.doc() })
                .collect(),
            types,
            standalone_arrays: Vec::new(),
            operations,
            ports,
        };
        let arrays = (0..self.below(3)).map(|_| self.standalone_array());
        let arrays: Vec<ArrayType> = arrays.collect();
        service.set_standalone_arrays(&arrays);
        service.usual_wildcards();
        service.name_outputs();
        service
    }

    fn port(&mut self, number: usize) -> Port {
        Port {
            name: format!("ZooPort{number}"),
            transport: self.one_of(&Transport::ALL),
            path: self.one_of(&["/zoo/animals.asmx", "/other.asmx"]).to_owned(),
        }
    }

    /// A typed DataSet with a namespace of its own.
    fn data_set(&mut self, index: usize) -> NamedType {
        let name = self.name();
        let rust_name = names::type_name(&encode_local_name(&name)).unwrap();
        let tables = (0..=self.below(3)).map(|_| self.table(&rust_name)).collect();
        NamedType {
            name,
            namespace: Namespace::Of(format!("urn:zoo:data-set:{index}?x=1&y=2")),
            anonymous: false,
            rust_name,
            doc: self.doc(),
            kind: NamedTypeKind::DataSet(DataSetType { tables }),
        }
    }

    fn table(&mut self, data_set: &str) -> DataSetTable {
        let name = self.name();
        let is_renamed = self.once_in(4);
        let derived_name = names::member_name(&name).unwrap();
        let method = if is_renamed { format!("table_{}", self.next) } else { derived_name };
        let derived_row = names::type_name(&method).unwrap();
        let has_text = self.once_in(6);
        let mappings = [Mapping::Element, Mapping::Element, Mapping::Attribute, Mapping::Hidden];
        let columns = (0..=self.below(4)).map(|place| {
            let mapping = match (has_text, place) {
                (true, 0) => Mapping::SimpleContent,
                (true, _) => Mapping::Attribute,
                (false, _) => self.one_of(&mappings),
            };
            // Columns have types of XML Schema.
            let kind = self.one_of(Scalar::ALL).base();
            let kind = if kind == Scalar::Char { Scalar::String } else { kind };
            // The type of a text must be one of XML Schema.
            let kind = if (mapping, kind) == (Mapping::SimpleContent, Scalar::Guid) { Scalar::Int } else { kind };
            let name = self.name();
            let field = names::member_name(&name).unwrap();
            let scale = self.scale(kind == Scalar::Decimal);
            Column { name, field, kind, required: self.once_in(2), scale, mapping, doc: self.doc() }
        });
        let columns = columns.collect();
        DataSetTable {
            table: DeclaredTable {
                name: Some(name),
                row: if self.once_in(4) {
                    format!("Row{}", self.next)
                } else {
                    format!("{}{}Row", data_set.trim_end_matches('_'), derived_row.trim_end_matches('_'))
                },
                undeclared: "undeclared".to_owned(),
                columns,
            },
            method,
            doc: self.doc(),
        }
    }

    fn named_type(&mut self, index: usize) -> NamedType {
        let is_enumeration = self.types[index];
        let name = if self.once_in(6) { "Item".to_owned() } else { self.name() };
        // Types may share a name in different namespaces.
        let namespace = if name == "Item" { Namespace::Of(format!("urn:zoo:{index}")) } else { self.namespace() };
        let rust_name = if name == "Item" || self.once_in(4) {
            format!("Renamed{index}Type")
        } else {
            names::type_name(&encode_local_name(&name)).unwrap()
        };
        let kind = if is_enumeration {
            let values = ["one", "", "a \"<b>\"", "Ünï", "self"];
            let count = 1 + self.below(values.len());
            let value = |(number, name): (usize, &&str)| EnumerationValue {
                name: (*name).to_owned(),
                variant: if *name == "one" { "One".to_owned() } else { format!("Value{number}") },
                doc: Vec::new(),
            };
            NamedTypeKind::Enumeration(Enumeration {
                values: values.iter().take(count).enumerate().map(value).collect(),
                flags: self.once_in(3),
            })
        } else {
            let members = self.members(&namespace);
            let has_elements = !members.iter().any(|member| {
                matches!(member.place, Place::Text | Place::Mixed | Place::AnyElements | Place::AnyAttributes)
            });
            let mut base = index.checked_sub(1).filter(|base| !self.types[*base] && self.once_in(3));
            base = base.filter(|base| !self.for_wsdl || (has_elements && self.has_elements == Some(*base)));
            if has_elements {
                self.has_elements = Some(index);
            }
            NamedTypeKind::Structure(Structure { members, base, is_abstract: self.once_in(5) })
        };
        NamedType { name, namespace, anonymous: !self.for_wsdl && self.once_in(12), rust_name, doc: self.doc(), kind }
    }

    /// The members of a structure: elements, or a text, or mixed content, and attributes.
    fn members(&mut self, namespace: &Namespace) -> Vec<Member> {
        let mut members = match self.below(8) {
            0 => vec![self.text()],
            1 => vec![self.wildcard(Place::Mixed)],
            _ => {
                let count = self.below(5);
                let mut members: Vec<Member> = (0..count).map(|_| self.part(namespace)).collect();
                if self.once_in(6) {
                    let any = self.wildcard(Place::AnyElements);
                    members.push(any);
                }
                members
            }
        };
        for _ in 0..self.below(3) {
            let attribute = self.attribute();
            members.push(attribute);
        }
        if self.once_in(6) {
            let any = self.wildcard(Place::AnyAttributes);
            members.push(any);
        }
        members
    }

    fn wildcard(&mut self, place: Place) -> Member {
        let namespaces = ["##any", "##other", "##local", "##targetNamespace", "urn:zoo:a ##local", ""];
        let namespaces = self.once_in(2).then(|| self.one_of(&namespaces).to_owned());
        let process = self.one_of(&ProcessContents::ALL);
        Member { wildcard: Wildcard { namespaces, process }, ..Member::unnamed(place) }
    }

    fn text(&mut self) -> Member {
        let mut kind = self.simple();
        let mut presence = self.one_of(&[Presence::Required, Presence::Optional]);
        if self.for_wsdl {
            if let Type::List(item) = kind {
                kind = *item;
            }
            presence = self.natural_presence(&kind);
        }
        Member { place: Place::Text, field: "text".to_owned(), ..Member::element("", kind, presence) }
    }

    fn attribute(&mut self) -> Member {
        let name = self.name();
        let kind = self.simple();
        let namespace = if self.once_in(4) { self.namespace() } else { Namespace::None };
        let (default, secret) = (self.default_text(4, &kind), self.once_in(8));
        let member = Member { place: Place::Attribute, namespace, ..self.element(&name, kind) };
        member.with(|facets| (facets.default, facets.secret) = (default, secret))
    }

    /// An element, a choice or a wildcard.
    fn part(&mut self, namespace: &Namespace) -> Member {
        if self.once_in(10) {
            // In a document, a choice of one element is that element.
            let least = usize::from(self.for_wsdl);
            let alternatives = (0..=least + self.below(3)).map(|_| self.value(namespace)).collect();
            let field = format!("choice_{}", self.next);
            let mut choice = Member { field, ..Member::unnamed(Place::Choice(alternatives)) };
            choice.repeated = self.once_in(2);
            choice.presence = self.one_of(&[Presence::Required, Presence::Optional]);
            return choice;
        }
        self.value(namespace)
    }

    fn value(&mut self, namespace: &Namespace) -> Member {
        let name = self.name();
        let kind = self.kind(2);
        let default = self.default_text(8, &kind);
        let mut element = self.element(&name, kind);
        element.namespace = if self.once_in(6) { self.namespace() } else { namespace.clone() };
        element.facets = Facets {
            repeated: self.once_in(6),
            default,
            presence: self.one_of(&[
                element.presence,
                Presence::Required,
                Presence::Optional,
                Presence::Nullable,
                Presence::OptionalNullable,
            ]),
            part: (!self.for_wsdl && self.once_in(10)).then(|| format!("part{}", self.next)),
            secret: self.once_in(10),
            ..element.facets
        };
        element.doc = self.doc();
        element.undocumented = if self.once_in(8) { vec!["Its default.".to_owned()] } else { Vec::new() };
        element
    }

    /// Once in `count` times a default of the type, if it has any.
    fn default_text(&mut self, count: usize, kind: &Type) -> Option<String> {
        let usable: Vec<&str> =
            DEFAULTS.iter().copied().filter(|text| default_mistake(kind, text, self).is_none()).collect();
        (self.once_in(count) && !usable.is_empty()).then(|| self.one_of(&usable).to_owned())
    }

    fn element(&mut self, name: &str, kind: Type) -> Member {
        let field = if self.once_in(6) {
            format!("field_{}", self.next)
        } else {
            names::member_name(&encode_local_name(name)).unwrap()
        };
        let presence = self.one_of(&[Presence::Required, Presence::Optional]);
        let is_string = kind == Type::Scalar(Scalar::String);
        let content = Content::ALL.get(self.next % 5).copied().filter(|_| is_string && !self.for_wsdl);
        let scale = self.scale(kind.holds_decimals());
        Member { field, ..Member::element(name, kind, presence) }
            .with(|facets| (facets.content, facets.scale) = (content, scale))
    }

    /// A scale of decimals, now and then. A WSDL document that is written has none.
    fn scale(&mut self, is_decimal: bool) -> Option<u8> {
        let digits = u8::try_from(self.next % 40).ok().filter(|digits| *digits <= MOST_SCALE);
        digits.filter(|_| is_decimal && !self.for_wsdl)
    }

    fn natural_presence(&self, kind: &Type) -> Presence {
        let is_value = match kind {
            Type::Scalar(scalar) => !scalar.is_reference(),
            Type::Named(index) => self.types[*index],
            _ => false,
        };
        if is_value { Presence::Required } else { Presence::Optional }
    }

    /// A type whose values are single texts.
    fn simple(&mut self) -> Type {
        let enumerations: Vec<usize> = (0..self.types.len()).filter(|index| self.types[*index]).collect();
        let kind = if enumerations.is_empty() || self.once_in(2) {
            Type::Scalar(self.one_of(Scalar::ALL))
        } else {
            Type::Named(self.one_of(&enumerations))
        };
        if self.once_in(5) { Type::List(Box::new(kind)) } else { kind }
    }

    fn kind(&mut self, depth: usize) -> Type {
        match self.below(12) {
            0 => Type::Any,
            1 => Type::Xml(self.one_of(&[XmlKind::Content, XmlKind::DataSet, XmlKind::DataTable])),
            2..=4 if depth > 0 => self.array(depth),
            5..=7 if !self.types.is_empty() => Type::Named(self.below(self.types.len())),
            _ => self.simple(),
        }
    }

    fn array(&mut self, depth: usize) -> Type {
        let item = self.kind(depth - 1);
        let name = self.name();
        let mut array = ArrayType::of(item, &name, self.once_in(2));
        if self.once_in(5) {
            let alternatives: Vec<Member> = (0..2).map(|_| self.value(&Namespace::Service)).collect();
            let once = |member: Member| member.with(|facets| facets.repeated &= !self.for_wsdl);
            array = ArrayType::of_alternatives(alternatives.into_iter().map(once).collect());
        }
        if self.once_in(3) || !array.alternatives.is_empty() {
            let name = if self.once_in(6) && !self.for_wsdl { "ArrayOfInt".to_owned() } else { self.name() };
            array.name = Some(if self.for_wsdl { format!("ArrayOf{name}th") } else { name });
        }
        if self.once_in(4) {
            array.namespace = self.namespace();
            array.item_namespace = if self.once_in(2) { self.namespace() } else { array.namespace.clone() };
            if self.for_wsdl && !array.alternatives.is_empty() {
                array.item_namespace = Namespace::Service;
            }
        }
        Type::Array(Box::new(array))
    }

    /// An array type with a name that no other array has.
    fn standalone_array(&mut self) -> ArrayType {
        let item = self.array(1);
        let name = self.name();
        let name = if self.for_wsdl { format!("ArrayOf{name}th") } else { name };
        match item {
            Type::Array(array) => ArrayType { name: Some(name), ..*array },
            item => ArrayType { name: Some(name), ..ArrayType::of(item, "Item", true) },
        }
    }

    /// An unusual name of the element around the parts of a message, sometimes.
    fn wrapper(&mut self, default_name: &str) -> Option<Name> {
        let name = self.once_in(6).then(|| Name {
            name: if self.once_in(2) { default_name.to_owned() } else { self.name() },
            namespace: self.namespace(),
        });
        // A document states only unusual names.
        name.filter(|name| !self.for_wsdl || name.name != default_name || name.namespace != Namespace::Service)
    }

    /// The outputs of a response whose wrapper has that namespace.
    fn returned(&mut self, name: &str, base: &str, namespace: &Namespace) -> Returned {
        let returned = self.result(name, base);
        let is_elsewhere = *namespace != Namespace::Service && !returned.outputs.is_empty();
        if !is_elsewhere && !self.once_in(3) {
            return returned;
        }
        let mut outputs: Vec<Member> = (0..=self.below(3)).map(|_| self.part(namespace)).collect();
        if self.once_in(2) {
            outputs[0] = self.value(namespace);
            outputs[0].name = format!("{name}Result");
            outputs[0].field = names::member_name(&encode_local_name(&outputs[0].name)).unwrap();
        }
        Returned { is_in_parts: true, outputs, ..Returned::default() }
    }

    /// The parts of messages that a document can have.
    fn in_a_document(
        &mut self,
        style: Style,
        mut parameters: Vec<Member>,
        mut returned: Returned,
        transports: Transports,
    ) -> (Vec<Member>, Returned) {
        if style != Style::Wrapped {
            parameters = parameters.into_iter().map(|part| self.part_of_a_message(part, style)).collect();
            if style == Style::Bare {
                // The body has each element of a bare request.
                for part in &mut parameters {
                    part.presence = Presence::Required;
                }
            }
            returned = self.returned_in_parts(returned, style);
        }
        // GET and POST carry only some types.
        let carried = |member: &Member| {
            let is_text = matches!(&member.kind, Type::Scalar(scalar) if scalar.carried_by_http());
            member.place == Place::Element && !member.repeated && is_text && !member.presence.is_nullable()
        };
        parameters.retain(|member| !transports.over_http() || carried(member));
        (parameters, returned)
    }

    fn operation(&mut self, area: usize, common: &[Member], ports: usize) -> Operation {
        let name = self.name();
        let base = encode_local_name(&name).into_owned();
        let base = if self.once_in(6) { format!("Renamed{}Operation", self.next) } else { base };
        let style = self.one_of(&[Style::Wrapped, Style::Wrapped, Style::Wrapped, Style::Bare, Style::Rpc]);
        let one_way = self.once_in(10);
        let (mut request, mut response) = (None, None);
        if style == Style::Wrapped {
            request = self.wrapper(&name);
            response = self.wrapper(&format!("{name}Response")).filter(|_| !one_way);
        }
        let namespace_of = |wrapper: &Option<Name>| match style {
            Style::Wrapped => wrapper.as_ref().map_or(Namespace::Service, |name| name.namespace.clone()),
            Style::Bare => Namespace::Service,
            Style::Rpc => Namespace::None,
        };
        let parameters: Vec<Member> = (0..self.below(5)).map(|_| self.part(&namespace_of(&request))).collect();
        let mut returned =
            if one_way { Returned::default() } else { self.returned(&name, &base, &namespace_of(&response)) };
        let (request_headers, mut response_headers) = self.headers();
        let mut parameters = parameters;
        let mut transports = self.one_of(&[Transports::SOAP, Transports::only(Transport::Soap11), Transports::ALL]);
        if one_way {
            response_headers.clear();
        }
        if self.for_wsdl {
            (parameters, returned) = self.in_a_document(style, parameters, returned, transports);
            if returned.is_in_parts {
                transports = transports.and(Transports::SOAP);
            }
        }
        if !common.is_empty() && self.once_in(2) {
            parameters.truncate(2);
        }
        Operation {
            names: OperationNames {
                request: names::type_name(&base).unwrap(),
                method: names::member_name(&base).unwrap(),
                descriptor: names::constant_name(&base).unwrap(),
                output: None,
            },
            name,
            area,
            doc: self.doc(),
            parameters,
            open_namespaces: None,
            open: self.once_in(8) && (style == Style::Wrapped || !self.for_wsdl),
            rows: self.rows(&returned.outputs),
            outputs: without_lone_field(returned.outputs),
            result_doc: returned.doc,
            on_contradiction: self.on_contradiction(),
            table: returned.table,
            effect: self.one_of(&[Effect::Read, Effect::Write, Effect::Send]),
            limits: if self.once_in(6) { vec![Limit { records: Some(7), doc: self.doc() }] } else { Vec::new() },
            variant_of: None,
            undocumented: if self.once_in(8) { vec!["Its limits.".to_owned()] } else { Vec::new() },
            deprecated: self.once_in(10).then(|| "Use another.".to_owned()),
            transports,
            messages: Messages {
                style,
                request,
                response,
                action: self.once_in(6).then(|| self.one_of(&["urn:do it#now", "http://x/?a=1&b=2"]).to_owned()),
                location: (self.once_in(8) && (transports.over_http() || !self.for_wsdl))
                    .then(|| "other place".to_owned()),
                request_headers,
                response_headers,
                one_way,
            },
            ports: if ports > 0 && self.once_in(3) { vec![self.below(ports)] } else { Vec::new() },
        }
    }

    /// The path to the first part, now and then: any part but a DataSet may have rows.
    fn rows(&mut self, outputs: &[Member]) -> Option<String> {
        let has_rows = |output: &&Member| {
            output.place == Place::Element && matches!(output.kind, Type::Scalar(_) | Type::Array(_) | Type::Any)
        };
        let path = outputs.first().filter(has_rows).map(|output| encode_local_name(&output.name).into_owned());
        path.filter(|_| self.next.is_multiple_of(5) && !self.for_wsdl)
    }

    fn on_contradiction(&mut self) -> Option<OnContradiction> {
        let all = [None, Some(OnContradiction::Error), Some(OnContradiction::Note)];
        if self.for_wsdl { None } else { self.one_of(&all) }
    }

    fn header(&mut self) -> Member {
        let header = self.value(&Namespace::Service);
        header.with(|facets| (facets.presence, facets.repeated, facets.default) = (Presence::Optional, false, None))
    }

    /// Headers of request and response; some are in both.
    fn headers(&mut self) -> (Vec<Member>, Vec<Member>) {
        let mut request_headers: Vec<Member> =
            if self.once_in(4) { (0..=self.below(3)).map(|_| self.header()).collect() } else { Vec::new() };
        let mut response_headers: Vec<Member> = request_headers.iter().filter(|_| self.once_in(2)).cloned().collect();
        if self.once_in(6) {
            response_headers.insert(0, self.header());
            request_headers.push(self.header());
            response_headers.reverse();
        }
        (request_headers, response_headers)
    }

    /// The outputs of an operation that must be declared as parts.
    fn returned_in_parts(&mut self, returned: Returned, style: Style) -> Returned {
        if !returned.is_in_parts {
            return Returned::default();
        }
        let outputs = returned.outputs.into_iter().map(|part| self.part_of_a_message(part, style)).collect();
        Returned { outputs, ..returned }
    }

    /// A part that a document can declare for a bare or rpc message.
    fn part_of_a_message(&mut self, part: Member, style: Style) -> Member {
        let name = self.name();
        let kind = match part.kind {
            Type::Xml(_) | Type::Any | Type::List(_) => Type::Scalar(Scalar::Int),
            Type::Named(index) if self.data_sets.contains(&index) => Type::Scalar(Scalar::Int),
            kind => kind,
        };
        let presence = self.natural_presence(&kind);
        let namespace = if style == Style::Rpc { Namespace::None } else { part.namespace };
        Member { namespace, ..Member::element(&name, kind, presence) }
    }

    fn result(&mut self, operation: &str, base: &str) -> Returned {
        let word = match self.below(8) {
            0 => "none",
            1 => "string",
            2 => "dataset",
            3 => "xml",
            4 => "integers",
            _ => "",
        };
        let kind = word.is_empty().then(|| self.kind(2));
        let has_table = matches!(word, "dataset" | "xml") && self.once_in(2);
        let is_data_set = word == "dataset";
        let column = |name: &str, kind: Scalar| Column {
            name: name.to_owned(),
            field: names::member_name(name).unwrap(),
            kind,
            required: kind == Scalar::Int,
            scale: None,
            mapping: if is_data_set && kind == Scalar::Int { Mapping::Attribute } else { Mapping::Element },
            doc: Vec::new(),
        };
        let name = (word != "none" && self.once_in(5)).then(|| self.name());
        let name = name.unwrap_or_else(|| format!("{operation}Result"));
        let mut outputs = match kind {
            Some(kind) => vec![Member::element(&name, kind.clone(), self.natural_presence(&kind))],
            None => outputs_of(word, &name).unwrap(),
        };
        let mut doc = self.doc();
        if let Some(result) = outputs.first_mut() {
            result.doc = std::mem::take(&mut doc);
            result.content =
                Some(Content::Json).filter(|_| word == "string" && !self.for_wsdl && self.next.is_multiple_of(3));
        }
        Returned {
            outputs,
            is_in_parts: false,
            doc,
            table: has_table.then(|| DeclaredTable {
                name: Some("Some table".to_owned()),
                row: format!("{}Row", names::type_name(base).unwrap().trim_end_matches('_')),
                undeclared: "undeclared".to_owned(),
                columns: vec![column("Send Date", Scalar::DateTime), column("Count", Scalar::Int)],
            }),
        }
    }
}

fn credentials() -> Vec<Member> {
    let of = |name: &str, role: Role| {
        let member = Member::element(name, Type::Scalar(Scalar::String), Presence::Optional);
        let member = Member { field: names::member_name(name).unwrap(), ..member };
        member.with(|facets| (facets.role, facets.secret) = (Some(role), true))
    };
    vec![of("User", Role::Username), of("Key", Role::Password)]
}

/// The outputs of an operation: a lone one is not a field.
fn without_lone_field(mut outputs: Vec<Member>) -> Vec<Member> {
    if let [Member { place: Place::Element, field, .. }] = outputs.as_mut_slice() {
        field.clear();
    }
    outputs
}

#[derive(Default)]
struct Returned {
    outputs: Vec<Member>,
    /// Whether the outputs are drawn part by part, unlike those of a usual result.
    is_in_parts: bool,
    doc: Vec<String>,
    table: Option<DeclaredTable>,
}

/// Asserts that two models are equal, and shows the lines around the first difference. `text` is the source of one of them.
pub fn same(found: &Service, expected: &Service, text: &str) {
    if found == expected {
        return;
    }
    let (found, expected) = (format!("{found:#?}"), format!("{expected:#?}"));
    let (found, expected): (Vec<&str>, Vec<&str>) = (found.lines().collect(), expected.lines().collect());
    let at = found.iter().zip(&expected).take_while(|(one, two)| one == two).count();
    let around = |lines: &[&str]| lines[at.saturating_sub(24).min(lines.len())..at].join("\n");
    let next = |lines: &[&str]| lines[at.min(lines.len())..(at + 3).min(lines.len())].join("\n");
    panic!("{text}\nbehind:\n{}\nfound:\n{}\nexpected:\n{}", around(&found), next(&found), next(&expected));
}

/// The WSDL documents of a genuine stack.
pub fn genuine_documents() -> Vec<PathBuf> {
    let paths = documents_in(&workspace().join("codegen/import/tests/fixtures/types"));
    assert_eq!(paths.len(), 14);
    paths
}

/// [`genuine_documents`], with those of other services of the stack, which are files of the workspace, and those of the folder `ASMX_WSDL_FOLDER`.
pub fn documents() -> Vec<PathBuf> {
    let others = std::env::var_os("ASMX_WSDL_FOLDER").map(PathBuf::from);
    let mono = workspace().join("tests/fixtures/mono/wsdl");
    let folders = Some(mono).filter(|folder| folder.exists()).into_iter().chain(others);
    let mut paths: Vec<PathBuf> = folders.flat_map(|folder| documents_in(&folder)).collect();
    // Imported documents are not services.
    paths.retain(|path| !path.to_string_lossy().ends_with(".wsdl1.wsdl"));
    genuine_documents().into_iter().chain(paths).collect()
}

/// The folder of the workspace, of whatever crate in it this file is a module.
fn workspace() -> &'static Path {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    folders.find(|folder| folder.join("codegen/import/tests/fixtures").exists()).unwrap()
}

fn documents_in(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "wsdl"));
    paths.sort();
    paths
}
