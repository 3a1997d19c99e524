//! Changes one field of a model at a time.

use asmx_codegen::model::{
    Area, ArrayType, Column, Content, DataSetTable, DataSetType, DeclaredTable, Effect, Enumeration, EnumerationValue,
    Facets, Limit, Mapping, Member, Messages, Name, NamedType, NamedTypeKind, Namespace, OnContradiction, Operation,
    OperationNames, Place, Port, Presence, ProcessContents, Role, Scalar, Service, ServiceNames, Structure, Style,
    Transport, Type, Wildcard, XmlKind,
};
use asmx_codegen::resolve::{outputs_of, word_for};
use asmx_types::{EndDate, Resolution};

/// Walks a service and changes the field with one number. Structs are destructured completely, so a new field of a model does not compile here until
/// it is covered.
struct Changer {
    remaining: usize,
    /// A description of the change.
    changed: Option<String>,
    path: Vec<&'static str>,
    structures: Vec<usize>,
    /// Whether the current members are fields: a lone output is not.
    are_fields: bool,
}

/// A service with one changed field, and its description; `None` if the number is too large.
pub(super) fn change(service: &Service, number: usize) -> Option<(String, Service)> {
    let mut service = service.clone();
    let is_structure = |named: &NamedType| matches!(named.kind, NamedTypeKind::Structure(_));
    let structures = (0..service.types.len()).filter(|index| is_structure(&service.types[*index])).collect();
    let mut changer = Changer { remaining: number, changed: None, path: Vec::new(), structures, are_fields: true };
    changer.service(&mut service);
    changer.changed.map(|changed| (changed, service))
}

impl Changer {
    fn leaf<T>(&mut self, name: &'static str, value: &mut T, change: impl FnOnce(&mut T)) {
        if self.changed.is_none() && self.remaining == 0 {
            self.changed = Some(format!("{}.{name}", self.path.join(".")));
            change(value);
        }
        self.remaining = self.remaining.wrapping_sub(1);
    }

    fn within(&mut self, name: &'static str, change: impl FnOnce(&mut Self)) {
        self.path.push(name);
        change(self);
        self.path.pop();
    }

    fn text(&mut self, name: &'static str, text: &mut String) {
        self.leaf(name, text, |text| text.push('X'));
    }

    /// Removes the value, or sets this one.
    fn option<T>(&mut self, name: &'static str, option: &mut Option<T>, value: T) {
        self.leaf(name, option, |option| *option = if option.is_some() { None } else { Some(value) });
    }

    fn maybe(&mut self, name: &'static str, text: &mut Option<String>) {
        self.option(name, text, "Xyz".to_owned());
    }

    /// Sets the first of two values, or the second if it is the first.
    fn either<T: PartialEq>(&mut self, name: &'static str, value: &mut T, [first, second]: [T; 2]) {
        self.leaf(name, value, |value| *value = if *value == first { second } else { first });
    }

    fn words(&mut self, name: &'static str, words: &mut Vec<String>) {
        self.leaf(name, words, |words| words.push("Something else.".to_owned()));
    }

    fn flag(&mut self, name: &'static str, flag: &mut bool) {
        self.leaf(name, flag, |flag| *flag = !*flag);
    }

    /// Changes each item, adds one, removes one, and reorders items if the order counts.
    fn list<T: Clone>(
        &mut self,
        name: &'static str,
        items: &mut Vec<T>,
        is_ordered: bool,
        rename: fn(&mut T),
        each: fn(&mut Self, &mut T),
    ) {
        self.within(name, |changer| items.iter_mut().for_each(|item| each(changer, item)));
        if let Some(mut item) = items.last().cloned() {
            rename(&mut item);
            self.within(name, |changer| changer.leaf("more", items, |items| items.push(item)));
            self.within(name, |changer| changer.leaf("less", items, |items| drop(items.pop())));
        }
        if is_ordered && items.len() > 1 {
            self.within(name, |changer| changer.leaf("order", items, |items| items.swap(0, 1)));
        }
    }

    fn service(&mut self, service: &mut Service) {
        let areas = service.areas.len();
        let Service {
            name,
            names,
            path,
            namespace,
            doc,
            undocumented,
            common,
            areas: all_areas,
            types,
            standalone_arrays,
            operations,
            ports,
        } = service;
        self.text("name", name);
        let ServiceNames { client, service_trait, dispatch } = names;
        self.text("client", client);
        self.text("service_trait", service_trait);
        self.text("dispatch", dispatch);
        self.text("path", path);
        self.maybe("namespace", namespace);
        self.words("doc", doc);
        self.words("undocumented", undocumented);
        self.members("common", common, false);
        self.within("areas", |changer| {
            for Area { name, title, doc } in all_areas {
                changer.text("name", name);
                changer.text("title", title);
                changer.words("doc", doc);
            }
        });
        self.within("types", |changer| {
            for (index, named) in types.iter_mut().enumerate() {
                changer.named_type(index, named);
            }
        });
        self.leaf("types.more", types, |types| {
            types.push(NamedType {
                name: "More".to_owned(),
                namespace: Namespace::Service,
                anonymous: false,
                rust_name: "More".to_owned(),
                doc: Vec::new(),
                kind: NamedTypeKind::Structure(Structure { members: Vec::new(), base: None, is_abstract: false }),
            });
        });
        self.list(
            "standalone_arrays",
            standalone_arrays,
            false,
            |array| array.name = Some(array.name.take().unwrap_or_default() + "X"),
            Self::array,
        );
        self.operations(operations, areas, ports.len());
        self.list(
            "ports",
            ports,
            false,
            |port| port.name.push('X'),
            |changer, Port { name, transport, path }| {
                changer.text("name", name);
                changer.either("transport", transport, [Transport::Soap11, Transport::Soap12]);
                changer.text("path", path);
            },
        );
    }

    fn operations(&mut self, operations: &mut Vec<Operation>, areas: usize, ports: usize) {
        let count = operations.len();
        self.within("operations", |changer| {
            for (index, operation) in operations.iter_mut().enumerate() {
                changer.operation(operation, areas, ports);
                changer.leaf("variant_of", operation, |operation| {
                    operation.variant_of =
                        if operation.variant_of.is_some() { None } else { Some((index + 1) % count) };
                });
            }
        });
        self.leaf("operations.less", operations, |operations| {
            operations.pop();
            for operation in operations.iter_mut() {
                operation.variant_of = operation.variant_of.filter(|original| *original + 1 < count);
            }
        });
        self.leaf("operations.more", operations, |operations| {
            let mut more = operations[0].clone();
            more.name.push('X');
            more.names.request.push('X');
            more.names.method.push('x');
            more.names.descriptor.push('X');
            operations.push(more);
        });
    }

    fn named_type(&mut self, index: usize, named: &mut NamedType) {
        let NamedType { name, namespace, anonymous, rust_name, doc, kind } = named;
        self.text("name", name);
        self.namespace("namespace", namespace);
        self.flag("anonymous", anonymous);
        self.text("rust_name", rust_name);
        self.words("doc", doc);
        match kind {
            NamedTypeKind::Enumeration(Enumeration { values, flags }) => {
                let rename = |value: &mut EnumerationValue| {
                    value.name.push('X');
                    value.variant.push('X');
                };
                self.list("values", values, true, rename, |changer, EnumerationValue { name, variant, doc }| {
                    changer.text("name", name);
                    changer.text("variant", variant);
                    changer.words("doc", doc);
                });
                self.flag("flags", flags);
            }
            NamedTypeKind::Structure(Structure { members, base, is_abstract }) => {
                self.members("members", members, true);
                let other = self.structures.iter().copied().find(|other| *other < index);
                if base.is_some() || other.is_some() {
                    self.leaf("base", base, |base| *base = if base.is_some() { None } else { other });
                }
                self.flag("is_abstract", is_abstract);
            }
            NamedTypeKind::DataSet(DataSetType { tables }) => {
                let rename = |table: &mut DataSetTable| {
                    table.table.name = table.table.name.take().map(|name| name + "X");
                    table.method.push('x');
                    table.table.row.push('X');
                };
                self.list("tables", tables, true, rename, |changer, DataSetTable { table, method, doc }| {
                    changer.within("table", |changer| changer.table(table));
                    changer.text("method", method);
                    changer.words("doc", doc);
                });
            }
        }
    }

    fn table(&mut self, table: &mut DeclaredTable) {
        let DeclaredTable { name, row, undeclared, columns } = table;
        self.leaf("name", name, |name| *name = name.take().map_or(Some("X".to_owned()), |name| Some(name + "X")));
        self.text("row", row);
        self.text("undeclared", undeclared);
        let rename = |column: &mut Column| {
            column.name.push('X');
            column.field.push('x');
        };
        self.list(
            "columns",
            columns,
            true,
            rename,
            |changer, Column { name, field, kind, required, scale, mapping, doc }| {
                changer.text("name", name);
                changer.text("field", field);
                changer.leaf("kind", kind, |kind| *kind = next_scalar(*kind));
                changer.flag("required", required);
                changer.option("scale", scale, 2);
                changer.either("mapping", mapping, [Mapping::Element, Mapping::Attribute]);
                changer.words("doc", doc);
            },
        );
    }

    fn operation(&mut self, operation: &mut Operation, areas: usize, ports_of_service: usize) {
        let Operation {
            name,
            names,
            area,
            doc,
            parameters,
            open,
            open_namespaces,
            outputs,
            result_doc: _,
            on_contradiction,
            table,
            rows,
            effect,
            limits,
            variant_of: _,
            undocumented,
            deprecated,
            transports,
            messages,
            ports,
        } = operation;
        self.text("name", name);
        let has_output_struct = names.output.is_some();
        let OperationNames { request, method, descriptor, output } = names;
        self.text("names.request", request);
        self.text("names.method", method);
        self.text("names.descriptor", descriptor);
        if let Some(output) = output {
            self.text("names.output", output);
        }
        if areas > 1 {
            self.leaf("area", area, |area| *area = (*area + 1) % areas);
        }
        self.words("doc", doc);
        self.members("parameters", parameters, false);
        self.flag("open", open);
        self.leaf("open_namespaces", open_namespaces, |namespaces| *namespaces = Some("urn:x".to_owned()));
        self.within("result", |changer| {
            changer.word(&format!("{name}Result"), outputs);
            changer.declared_table(table);
        });
        self.either("effect", effect, [Effect::Read, Effect::Send]);
        self.option("rows", rows, "Rows".to_owned());
        self.either("on_contradiction", on_contradiction, [OnContradiction::Error, OnContradiction::Note].map(Some));
        let rename = |limit: &mut Limit| limit.records = limit.records.map(|records| records + 1);
        self.list("limits", limits, false, rename, |changer, Limit { records, doc }| {
            changer.leaf("records", records, |records| *records = records.map_or(Some(7), |records| Some(records + 1)));
            changer.words("doc", doc);
        });
        self.words("undocumented", undocumented);
        self.maybe("deprecated", deprecated);
        for one in Transport::ALL {
            self.leaf(one.name(), transports, |offered| *offered = offered.with(one, !offered.offers(one)));
        }
        self.are_fields = has_output_struct;
        self.members("outputs", outputs, true);
        self.are_fields = true;
        self.within("messages", |changer| changer.messages(messages));
        if ports_of_service > 1 {
            self.leaf("ports", ports, |ports| *ports = if ports.is_empty() { vec![0] } else { Vec::new() });
        }
    }

    fn word(&mut self, usual_name: &str, outputs: &mut Vec<Member>) {
        let Some(word) = word_for(outputs) else { return };
        self.leaf("word", outputs, |outputs| {
            let name = outputs.first().map_or(usual_name, |result| &result.name);
            *outputs = outputs_of(if word == "string" { "xml" } else { "string" }, name).unwrap();
        });
    }

    fn declared_table(&mut self, table: &mut Option<DeclaredTable>) {
        if let Some(table) = table {
            self.within("table", |changer| changer.table(table));
        }
        let column = Column {
            name: "X".to_owned(),
            field: "x".to_owned(),
            kind: Scalar::Int,
            required: false,
            scale: None,
            mapping: Mapping::Element,
            doc: Vec::new(),
        };
        let (row, undeclared) = ("XRow".to_owned(), "undeclared".to_owned());
        self.option("table", table, DeclaredTable { name: None, row, undeclared, columns: vec![column] });
    }

    fn messages(&mut self, messages: &mut Messages) {
        let Messages { style, request, response, action, location, request_headers, response_headers, one_way } =
            messages;
        self.either("style", style, [Style::Wrapped, Style::Bare]);
        for (name, element) in [("request", request), ("response", response)] {
            self.leaf(name, element, |element| {
                let name = element.take().map_or_else(|| "X".to_owned(), |name| name.name + "X");
                *element = Some(Name { name, namespace: Namespace::Service });
            });
        }
        self.leaf("action", action, |action| *action = Some(action.take().unwrap_or_default() + "urn:x"));
        self.leaf("location", location, |location| *location = Some(location.take().unwrap_or_default() + "X"));
        self.members("request_headers", request_headers, false);
        self.members("response_headers", response_headers, false);
        self.flag("one_way", one_way);
    }

    fn members(&mut self, name: &'static str, members: &mut Vec<Member>, is_ordered: bool) {
        let rename = |member: &mut Member| {
            member.name = format!("{}X", member.name);
            member.field.push('x');
        };
        self.list(name, members, is_ordered, rename, Self::member);
    }

    fn member(&mut self, member: &mut Member) {
        let Member {
            name,
            namespace,
            place,
            facets: Facets { presence, repeated, default, part, content, scale, end, resolution, secret, role },
            wildcard,
            field,
            doc,
            kind,
            undocumented,
        } = member;
        let is_named = matches!(place, Place::Element | Place::Attribute);
        if is_named {
            self.text("name", name);
            self.namespace("namespace", namespace);
            self.maybe("part", part);
        }
        if self.are_fields {
            self.text("field", field);
        }
        self.flag("repeated", repeated);
        if matches!(place, Place::Mixed | Place::AnyElements | Place::AnyAttributes) {
            let Wildcard { namespaces, process } = wildcard;
            self.leaf("namespaces", namespaces, |namespaces| *namespaces = Some("urn:x".to_owned()));
            self.leaf("process", process, |process| {
                *process = match process {
                    ProcessContents::Skip => ProcessContents::Lax,
                    _ => ProcessContents::Skip,
                };
            });
        }
        self.maybe("default", default);
        self.words("doc", doc);
        if matches!(place, Place::Element | Place::Attribute | Place::Text) {
            self.within("kind", |changer| changer.kind(kind));
        }
        self.leaf("presence", presence, |presence| {
            *presence = match presence {
                Presence::Required => Presence::Optional,
                Presence::Optional => Presence::Nullable,
                Presence::Nullable => Presence::OptionalNullable,
                Presence::OptionalNullable => Presence::Required,
            };
        });
        if kind.holds_decimals() {
            self.option("scale", scale, 2);
        }
        if *kind == Type::Scalar(Scalar::String) {
            self.option("content", content, Content::Json);
        }
        if kind.holds_a_date() {
            self.option("end", end, EndDate::Included);
            self.option("resolution", resolution, Resolution::DAY);
        }
        self.flag("secret", secret);
        self.option("role", role, Role::TextQualifier);
        self.words("undocumented", undocumented);
        if let Place::Choice(alternatives) = place {
            self.members("alternatives", alternatives, false);
        }
        if is_named {
            self.either("place", place, [Place::Element, Place::Attribute]);
        }
    }

    fn namespace(&mut self, name: &'static str, namespace: &mut Namespace) {
        self.either(name, namespace, [Namespace::None, Namespace::Service]);
    }

    fn array(&mut self, array: &mut ArrayType) {
        let ArrayType { item, item_name, nullable_items, item_namespace, alternatives, name, namespace } = array;
        if alternatives.is_empty() {
            self.within("item", |changer| changer.kind(item));
            self.text("item_name", item_name);
        }
        self.flag("nullable_items", nullable_items);
        self.namespace("item_namespace", item_namespace);
        self.members("alternatives", alternatives, false);
        self.maybe("name", name);
        self.namespace("namespace", namespace);
    }

    fn kind(&mut self, kind: &mut Type) {
        match kind {
            Type::Array(array) => self.array(array),
            Type::List(item) => self.within("list", |changer| changer.kind(item)),
            Type::Scalar(_) | Type::Named(_) | Type::Any | Type::Xml(_) => {}
        }
        self.leaf("type", kind, |kind| {
            *kind = match kind {
                Type::Scalar(scalar) => Type::Scalar(next_scalar(*scalar)),
                Type::Any => Type::Xml(XmlKind::Content),
                _ => Type::Any,
            };
        });
    }
}

fn next_scalar(scalar: Scalar) -> Scalar {
    let index = Scalar::ALL.iter().position(|candidate| *candidate == scalar).unwrap();
    Scalar::ALL[(index + 1) % Scalar::ALL.len()]
}
