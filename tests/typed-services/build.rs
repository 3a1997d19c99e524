//! Turns WSDL documents into this crate's source: the Rust of each service, and how every operation of it is called and served with
//! typed values when only a descriptor and values are at hand. Nothing is listed by hand.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a build that fails says so by panicking")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use asmx_codegen::model::Service;
use asmx_codegen::names::ident;
use asmx_codegen::output::GenerateOptions;
use heck::ToShoutySnakeCase as _;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap());
    let specs = out.join("specs");
    fs::create_dir_all(&specs).unwrap();
    let (mut paths, mut modules, mut registered) = (Vec::new(), String::new(), String::new());
    for document in documents(root) {
        println!("cargo::rerun-if-changed={}", document.display());
        let name = document.file_stem().unwrap().to_str().unwrap().to_owned();
        let service = asmx_import::open(&document).unwrap_or_else(|error| panic!("{error}")).into_service();
        let spec = specs.join(format!("{name}.xml"));
        fs::write(&spec, asmx_import::spec_text(&service)).unwrap();
        module(&mut modules, &name, &service);
        writeln!(registered, "({name:?}, &{name}::Typed as &dyn crate::TypedService),").unwrap();
        paths.push(spec);
    }
    if let Err(errors) = asmx_codegen::output::generate_into(&out, &paths, &GenerateOptions::default()) {
        for error in &errors {
            println!("cargo::error={error}");
        }
    }
    writeln!(
        modules,
        "/// Every service by its name.\npub static ALL: &[(&str, &dyn crate::TypedService)] = &[{registered}];"
    )
    .unwrap();
    fs::write(out.join("services.rs"), modules).unwrap();
}

/// The documents that services published.
fn documents(root: &Path) -> Vec<PathBuf> {
    let folders =
        ["../../codegen/import/tests/fixtures/types", "../fixtures/mono/wsdl"].map(|folder| root.join(folder));
    let mut documents = Vec::new();
    for folder in folders {
        println!("cargo::rerun-if-changed={}", folder.display());
        // They are folders of the workspace: an unpacked package has none, and then there are no services.
        let files = fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.unwrap().path());
        // Beside some of them stand parts that they include.
        let is_one = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            name.strip_suffix(".wsdl").is_some_and(|stem| !stem.contains('.'))
        };
        documents.extend(files.filter(is_one));
    }
    documents.sort();
    documents
}

/// The module of a service.
fn module(out: &mut String, name: &str, service: &Service) {
    let client = ident(&service.names.client);
    let descriptor = ident(&service.names.client.to_shouty_snake_case());
    let [mut calls, mut typed, mut returned, mut read, mut written] = [const { String::new() }; 5];
    for operation in &service.operations {
        let method = ident(&operation.names.method);
        let (name, request) = (&operation.name, ident(&operation.names.request));
        writeln!(calls, "{name:?} => Ok(crate::call(client.{method}(crate::read(&request)?), settings)),").unwrap();
        writeln!(typed, "{name:?} => crate::typed::<{request}>(request),").unwrap();
        writeln!(returned, "{name:?} => crate::returned::<{request}>(content),").unwrap();
        writeln!(read, "{name:?} => crate::by_serde::request::<{request}>(json),").unwrap();
        writeln!(written, "{name:?} => (&&&crate::by_serde::Probe::of::<{request}>()).result(content),").unwrap();
    }
    let functions = [
        function(
            "typed(&self, request: &asmx_runtime::DynamicRequest) -> Result<asmx_runtime::DynamicRequest, asmx_runtime::Error>",
            "let operation = asmx_runtime::Request::operation(request).name;",
            &typed,
        ),
        function(
            "returned(&self, operation: &str, content: asmx_runtime::Message)
                -> Result<asmx_runtime::Message, asmx_runtime::errors::UnexpectedResult>",
            "",
            &returned,
        ),
        function(
            "request_by_serde(&self, operation: &str, json: serde_json::Value) -> Result<asmx_runtime::DynamicRequest, String>",
            "",
            &read,
        ),
        function(
            "result_by_serde(&self, operation: &str, content: asmx_runtime::Message)
                -> Option<Result<crate::by_serde::Written, String>>",
            "#[allow(unused_imports, reason = \"a service need not have results of every kind\")]
            use crate::by_serde::{Other as _, Outputs as _, Value as _};",
            &written,
        ),
        function(
            "call(&self, client: asmx_runtime::Client, request: asmx_runtime::DynamicRequest, settings: crate::Settings)
                -> Result<crate::Calling, asmx_runtime::Error>",
            &format!("let (client, operation) = ({client}::from(client), asmx_runtime::Request::operation(&request).name);"),
            &calls,
        ),
    ];
    writeln!(
        out,
        "
#[allow(missing_docs, clippy::pedantic, clippy::needless_borrow)]
pub mod {name} {{
    include!(concat!(env!(\"OUT_DIR\"), \"/{name}.rs\"));

    pub struct Typed;

    impl crate::TypedService for Typed {{
        fn descriptor(&self) -> &'static asmx_runtime::Service {{
            &{descriptor}
        }}
        {}
    }}
}}",
        functions.concat()
    )
    .unwrap();
}

/// A function with an arm for each operation. `before` stands before the arms.
fn function(signature: &str, before: &str, arms: &str) -> String {
    format!("fn {signature} {{ {before} match operation {{ {arms} name => panic!(\"no operation {{name}}\") }} }}\n")
}
