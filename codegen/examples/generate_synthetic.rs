//! Measures the generator with documented synthetic services: seconds, and generated lines per operation, for each size.
//!
//! `cargo run --release -p asmx-codegen --example generate_synthetic -- 38 400 4000`
//!
//! Each figure is the least of five runs, so other work on the machine has little influence. `--print` before the sizes writes the generated Rust
//! to standard output instead.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use asmx_codegen::RustFile;
use asmx_codegen::model::{
    Area, ArrayType, Effect, Limit, Member, Messages, Operation, OperationNames, Presence, Role, Scalar, Service,
    ServiceNames, Transports, Type,
};

use asmx_codegen::resolve::outputs_of;

/// Runs of one size; the least of them counts.
const RUNS: usize = 5;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let print = arguments.first().is_some_and(|first| first == "--print");
    if print {
        arguments.remove(0);
    }
    let sizes = match arguments.iter().map(|size| size.parse()).collect::<Result<Vec<usize>, _>>() {
        Ok(sizes) if sizes.is_empty() => vec![38, 400, 4000],
        Ok(sizes) => sizes,
        Err(error) => {
            eprintln!("usage: generate_synthetic [--print] [NUMBER OF OPERATIONS…]: {error}");
            return ExitCode::from(2);
        }
    };
    for size in sizes {
        if print {
            for file in generated(&service(size)) {
                print!("// {}\n{}\n", file.path, file.text);
            }
        } else {
            measure(size);
        }
    }
    ExitCode::SUCCESS
}

fn measure(operations: usize) {
    let service = service(operations);
    let mut least = Duration::MAX;
    let mut lines = 0;
    for _ in 0..RUNS {
        let start = Instant::now();
        let rust = generated(&service);
        least = least.min(start.elapsed());
        lines = rust.iter().map(|file| file.text.lines().count()).sum();
    }
    let per_operation = lines / operations.max(1);
    println!(
        "{operations} operations: {:.4} s, {lines} lines, {per_operation} lines per operation",
        least.as_secs_f64()
    );
}

fn generated(service: &Service) -> Vec<RustFile> {
    asmx_codegen::generate(service, "synthetic.xml")
}

/// A service of some operations like those of a reporting service: dates, a count, and every other one with delimiters.
fn service(operations: usize) -> Service {
    Service {
        name: "Synthetic".into(),
        names: ServiceNames {
            client: "Synthetic".into(),
            service_trait: "SyntheticService".into(),
            dispatch: "SyntheticDispatch".into(),
        },
        path: "/api.asmx".into(),
        namespace: None,
        doc: vec!["A service that exists to be measured.".into()],
        undocumented: Vec::new(),
        common: Vec::new(),
        areas: vec![Area { name: "reports".into(), title: "Reports".into(), doc: vec!["All of them.".into()] }],
        types: Vec::new(),
        standalone_arrays: Vec::new(),
        operations: (0..operations).map(operation).collect(),
        ports: Vec::new(),
    }
}

fn operation(number: usize) -> Operation {
    let delimited = number.is_multiple_of(2);
    let mut parameters = vec![
        parameter("BeginDate", "begin_date", "First day of the time frame.", Scalar::String),
        parameter("EndDate", "end_date", "Last day of the time frame.", Scalar::String),
    ];
    if number.is_multiple_of(3) {
        parameters.push(parameter("CampaignID", "campaign_id", "The campaign, by its number.", Scalar::Int));
    }
    if number.is_multiple_of(10) {
        let kind = Type::Array(Box::new(ArrayType::of(Type::Scalar(Scalar::String), "string", true)));
        parameters.push(Member { kind, ..parameter("FieldNames", "field_names", "Fields to report.", Scalar::String) });
    }
    if delimited {
        parameters.extend([
            delimiter("RowDelimiter", "row_delimiter", "Put between two rows.", Role::RowDelimiter),
            delimiter("ColDelimiter", "col_delimiter", "Put between two columns.", Role::ColumnDelimiter),
            delimiter("TextQualifier", "text_qualifier", "Put around values.", Role::TextQualifier),
        ]);
    }
    Operation {
        name: format!("Reports_GetSomething{number}"),
        names: OperationNames {
            request: format!("ReportsGetSomething{number}"),
            method: format!("reports_get_something{number}"),
            descriptor: format!("REPORTS_GET_SOMETHING{number}"),
            output: None,
        },
        area: 0,
        doc: vec!["Data of the time frame, most recent first.".into()],
        parameters,
        open: false,
        open_namespaces: None,
        outputs: outputs_of(
            if delimited { "delimited" } else { "dataset" },
            &format!("Reports_GetSomething{number}Result"),
        )
        .unwrap_or_default(),
        on_contradiction: None,
        result_doc: Vec::new(),
        rows: None,
        table: None,
        effect: Effect::Read,
        limits: vec![Limit { records: Some(20_000), doc: Vec::new() }],
        variant_of: None,
        undocumented: vec!["the format of dates.".into()],
        deprecated: None,
        transports: Transports::ALL,
        messages: Messages::default(),
        ports: Vec::new(),
    }
}

fn parameter(name: &str, field: &str, doc: &str, scalar: Scalar) -> Member {
    let presence = if scalar.is_reference() { Presence::Optional } else { Presence::Required };
    Member { field: field.into(), doc: vec![doc.into()], ..Member::element(name, Type::Scalar(scalar), presence) }
}

fn delimiter(name: &str, field: &str, doc: &str, role: Role) -> Member {
    parameter(name, field, doc, Scalar::String).with(|facets| facets.role = Some(role))
}
