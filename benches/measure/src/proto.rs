//! The made-up service as a descriptor set for tonic, comments included: what protoc would have made of a `.proto` file.

use anyhow::Result;
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::source_code_info::Location;
use prost_types::{
    DescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet, MethodDescriptorProto,
    ServiceDescriptorProto, SourceCodeInfo,
};

use crate::synthetic::{Kind, Operation, ResultKind, Service};

/// The package, which names the generated file.
pub(crate) const PACKAGE: &str = "synthetic";

/// Field numbers of `FileDescriptorProto`, `DescriptorProto` and `ServiceDescriptorProto`, of which paths to comments are made.
const MESSAGE: i32 = 4;
const SERVICE: i32 = 6;
const FIELD: i32 = 2;
const METHOD: i32 = 2;

/// The descriptor set of a service. All operations of one result kind share a reply message.
pub(crate) fn descriptor_set(service: &Service) -> Result<FileDescriptorSet> {
    let mut comments = vec![comment(vec![SERVICE, 0], "A service of any size, for measuring.")];
    let mut messages = Vec::new();
    let mut methods = Vec::new();
    for (index, operation) in service.operations.iter().enumerate() {
        let position = i32::try_from(index)?;
        comments.push(comment(vec![MESSAGE, position], &format!("Request of {}.", operation.request())));
        for (number, parameter) in (0..).zip(operation.parameters()) {
            comments.push(comment(vec![MESSAGE, position, FIELD, number], parameter.doc));
        }
        comments.push(comment(vec![SERVICE, 0, METHOD, position], &operation.doc));
        messages.push(request(operation));
        methods.push(method(operation));
    }
    for (index, kind) in (service.operations.len()..).zip(ResultKind::ALL) {
        let position = i32::try_from(index)?;
        let message = reply(kind);
        comments.push(comment(vec![MESSAGE, position], "A result."));
        for (number, _) in (0..).zip(&message.field) {
            comments.push(comment(vec![MESSAGE, position, FIELD, number], "Its value."));
        }
        messages.push(message);
    }
    let file = FileDescriptorProto {
        name: Some("synthetic.proto".to_owned()),
        package: Some(PACKAGE.to_owned()),
        message_type: messages,
        service: vec![ServiceDescriptorProto { name: Some("Synthetic".to_owned()), method: methods, options: None }],
        source_code_info: Some(SourceCodeInfo { location: comments }),
        syntax: Some("proto3".to_owned()),
        ..FileDescriptorProto::default()
    };
    Ok(FileDescriptorSet { file: vec![file] })
}

fn comment(path: Vec<i32>, text: &str) -> Location {
    Location { path, span: vec![0, 0, 0], leading_comments: Some(format!(" {text}\n")), ..Location::default() }
}

fn request(operation: &Operation) -> DescriptorProto {
    let fields = (1..).zip(operation.parameters()).map(|(number, parameter)| {
        let (kind, label) = match parameter.kind {
            Kind::Text => (Type::String, Label::Optional),
            Kind::Int => (Type::Int32, Label::Optional),
            Kind::Long => (Type::Int64, Label::Optional),
            Kind::Texts => (Type::String, Label::Repeated),
        };
        field(&parameter.field(), number, kind, label)
    });
    DescriptorProto { name: Some(operation.request()), field: fields.collect(), ..DescriptorProto::default() }
}

fn reply(kind: ResultKind) -> DescriptorProto {
    let fields = match kind {
        ResultKind::None => Vec::new(),
        ResultKind::Integers => vec![field("items", 1, Type::Int32, Label::Repeated)],
        ResultKind::Delimited | ResultKind::Text | ResultKind::DataSet | ResultKind::Xml => {
            vec![field("text", 1, Type::String, Label::Optional)]
        }
    };
    DescriptorProto { name: Some(kind.reply().to_owned()), field: fields, ..DescriptorProto::default() }
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

fn method(operation: &Operation) -> MethodDescriptorProto {
    MethodDescriptorProto {
        name: Some(operation.request()),
        input_type: Some(format!(".{PACKAGE}.{}", operation.request())),
        output_type: Some(format!(".{PACKAGE}.{}", operation.result.reply())),
        ..MethodDescriptorProto::default()
    }
}
