//! The made-up service as a descriptor set for tonic, comments included: what protoc would have made of a `.proto` file.

use std::path::Path;

use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::source_code_info::Location;
use prost_types::{
    DescriptorProto, EnumDescriptorProto, EnumValueDescriptorProto, FieldDescriptorProto, FileDescriptorProto,
    FileDescriptorSet, MethodDescriptorProto, ServiceDescriptorProto, SourceCodeInfo,
};

use crate::synthetic::{Kind, Operation, Parameter, ResultKind, Service, VALUES};

/// The package, which names the generated file.
pub(crate) const PACKAGE: &str = "synthetic";

/// Field numbers of `FileDescriptorProto`, `DescriptorProto`, `EnumDescriptorProto` and `ServiceDescriptorProto`, of which paths to comments are made.
const MESSAGE: i32 = 4;
const ENUM: i32 = 5;
const SERVICE: i32 = 6;
const FIELD: i32 = 2;
const VALUE: i32 = 2;
const METHOD: i32 = 2;

/// The descriptor set of a service. All operations of one result kind share a reply message.
pub(crate) fn descriptor_set(service: &Service) -> FileDescriptorSet {
    let mut comments = vec![comment(vec![SERVICE, 0], "A service of any size, for measuring.")];
    let mut messages = Vec::new();
    let mut methods = Vec::new();
    for (index, operation) in service.operations.iter().enumerate() {
        let position = i32::try_from(index).unwrap();
        comments.push(comment(vec![MESSAGE, position], &format!("Request of {}.", operation.request())));
        for (number, parameter) in (0..).zip(operation.parameters()) {
            comments.push(comment(vec![MESSAGE, position, FIELD, number], parameter.doc));
        }
        comments.push(comment(vec![SERVICE, 0, METHOD, position], &operation.doc));
        messages.push(message(service, operation.request(), operation.parameters()));
        methods.push(method(service, operation));
    }
    for (index, kind) in (service.operations.len()..).zip(ResultKind::ALL) {
        let position = i32::try_from(index).unwrap();
        let message = reply(service, kind);
        comments.push(comment(vec![MESSAGE, position], "A result."));
        for (number, _) in (0..).zip(&message.field) {
            comments.push(comment(vec![MESSAGE, position, FIELD, number], "Its value."));
        }
        messages.push(message);
    }
    let mut enums = Vec::new();
    for named in &service.types {
        let Some(members) = &named.members else {
            let position = i32::try_from(enums.len()).unwrap();
            comments.push(comment(vec![ENUM, position], &format!("A choice of {}.", named.name)));
            for (number, _) in (0..).zip(VALUES) {
                comments.push(comment(vec![ENUM, position, VALUE, number], "One of them."));
            }
            enums.push(enumeration(&named.name));
            continue;
        };
        let position = i32::try_from(messages.len()).unwrap();
        comments.push(comment(vec![MESSAGE, position], &format!("An item of {}.", named.name)));
        for (number, member) in (0..).zip(members) {
            comments.push(comment(vec![MESSAGE, position, FIELD, number], member.doc));
        }
        messages.push(message(service, named.name.clone(), members.iter()));
    }
    let file = FileDescriptorProto {
        name: Some("synthetic.proto".to_owned()),
        package: Some(PACKAGE.to_owned()),
        message_type: messages,
        enum_type: enums,
        service: vec![ServiceDescriptorProto { name: Some("Synthetic".to_owned()), method: methods, options: None }],
        source_code_info: Some(SourceCodeInfo { location: comments }),
        syntax: Some("proto3".to_owned()),
        ..FileDescriptorProto::default()
    };
    FileDescriptorSet { file: vec![file] }
}

/// Generates Rust with tonic-prost-build, which writes it into `folder`.
pub(crate) fn generate(set: FileDescriptorSet, has_server: bool, folder: &Path) {
    let builder = tonic_prost_build::configure().build_server(has_server).emit_rerun_if_changed(false).out_dir(folder);
    builder.compile_fds(set).unwrap();
}

fn comment(path: Vec<i32>, text: &str) -> Location {
    Location { path, span: vec![0, 0, 0], leading_comments: Some(format!(" {text}\n")), ..Location::default() }
}

fn message<'a>(service: &Service, name: String, fields: impl Iterator<Item = &'a Parameter>) -> DescriptorProto {
    let fields = (1..).zip(fields).map(|(number, parameter)| {
        let (kind, label) = match parameter.kind {
            Kind::Text => (Type::String, Label::Optional),
            Kind::Int => (Type::Int32, Label::Optional),
            Kind::Long => (Type::Int64, Label::Optional),
            Kind::Texts => (Type::String, Label::Repeated),
            Kind::Type(index) if service.is_enumeration(index) => (Type::Enum, Label::Optional),
            Kind::Type(_) => (Type::Message, Label::Optional),
            Kind::Types(_) => (Type::Message, Label::Repeated),
        };
        let type_name = match parameter.kind {
            Kind::Type(index) | Kind::Types(index) => Some(format!(".{PACKAGE}.{}", service.name_of(index))),
            Kind::Text | Kind::Int | Kind::Long | Kind::Texts => None,
        };
        FieldDescriptorProto { type_name, ..field(&parameter.field(), number, kind, label) }
    });
    DescriptorProto { name: Some(name), field: fields.collect(), ..DescriptorProto::default() }
}

fn enumeration(name: &str) -> EnumDescriptorProto {
    let values = (0..).zip(VALUES).map(|(number, value)| EnumValueDescriptorProto {
        name: Some(format!("{}_{}", name.to_uppercase(), value.to_uppercase())),
        number: Some(number),
        options: None,
    });
    EnumDescriptorProto { name: Some(name.to_owned()), value: values.collect(), ..EnumDescriptorProto::default() }
}

fn reply(service: &Service, kind: ResultKind) -> DescriptorProto {
    let fields = match kind {
        ResultKind::None | ResultKind::Type(_) => Vec::new(),
        ResultKind::Integers => vec![field("items", 1, Type::Int32, Label::Repeated)],
        ResultKind::Delimited | ResultKind::Text | ResultKind::DataSet | ResultKind::Xml => {
            vec![field("text", 1, Type::String, Label::Optional)]
        }
    };
    DescriptorProto { name: Some(kind.reply(service).to_owned()), field: fields, ..DescriptorProto::default() }
}

fn field(name: &str, number: i32, kind: Type, label: Label) -> FieldDescriptorProto {
    FieldDescriptorProto {
        name: Some(name.to_owned()),
        number: Some(number),
        label: Some(label.into()),
        r#type: Some(kind.into()),
        ..FieldDescriptorProto::default()
    }
}

fn method(service: &Service, operation: &Operation) -> MethodDescriptorProto {
    MethodDescriptorProto {
        name: Some(operation.request()),
        input_type: Some(format!(".{PACKAGE}.{}", operation.request())),
        output_type: Some(format!(".{PACKAGE}.{}", operation.result.reply(service))),
        ..MethodDescriptorProto::default()
    }
}
