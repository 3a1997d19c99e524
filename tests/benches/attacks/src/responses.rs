//! Responses that are made to be expensive: what a process takes that decodes one, in a process of its own for each.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use asmx_runtime::descriptors::{ArrayType, Structure};
use asmx_runtime::protocol::{self, ResponseContext};
use asmx_runtime::{Effect, Member, Operation, Service, Transport, Type, xml};
use bytes::Bytes;
use figures::{Figure, Goal};

use crate::process;

static SERVICE: Service = Service::new("Attacked", "/api.asmx", "", &[], &[], &[]);

/// Repeated in a result of rows with 1,000 members: a label, and the repeated text.
const PIECES: [(&str, &str); 6] = [
    ("rows without values", "<Row/>"),
    ("rows with the first value", "<Row><M0>1</M0></Row>"),
    ("rows with the last value", "<Row><M999/></Row>"),
    ("elements that nobody declared", "<x/>"),
    ("comments", "<!---->"),
    ("text", "text"),
];

/// Decodes each, of so many bytes.
pub(crate) fn run(bytes: usize) -> Result<()> {
    println!("| response | MB | memory, MB | times the body | s | |\n|---|--:|--:|--:|--:|---|");
    let mut worst: f64 = 0.0;
    for (number, (name, _)) in PIECES.iter().enumerate() {
        let arguments = ["--decode".to_owned(), number.to_string(), "--bytes".to_owned(), bytes.to_string()];
        let output = Command::new(std::env::current_exe()?).args(arguments).output()?;
        ensure!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let told = String::from_utf8(output.stdout)?;
        let (times, row) = told.trim().split_once('\t').context("no cost")?;
        worst = worst.max(times.parse()?);
        println!("| {name} | {row} |");
    }
    let what =
        "a response made to be expensive: memory of the client in sizes of the body; 16 MiB are left out, the worst";
    println!("\n{}", Figure::new(what, worst).decimals(1).goal(Goal::AtMost(50.0)));
    Ok(())
}

/// Decodes the one of that number, and tells what it took.
#[allow(clippy::cast_precision_loss, reason = "sizes and times are shown")]
pub(crate) fn decode(number: usize, bytes: usize) -> Result<()> {
    const BESIDE: usize = 16 * 1024 * 1024;
    let (_, piece) = PIECES.get(number).context("no such response")?;
    let names = (0..1000).map(|number| Member::new(Box::leak(format!("M{number}").into_boxed_str()), Type::STRING));
    let row: &'static Structure = Box::leak(Box::new(Structure::new("Row", Vec::leak(names.collect()))));
    let rows: &'static ArrayType = Box::leak(Box::new(ArrayType::new(Type::Structure(row), "Row")));
    let outputs = Vec::leak(vec![Member::new("GetResult", Type::Array(rows))]);
    let operation = Operation::new("Get", "", "", &[], Effect::Read).outputs(outputs);
    let operation: &'static Operation = Box::leak(Box::new(operation));
    let body = format!(
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><GetResponse xmlns='urn:attacked'>\
         <GetResult>{}</GetResult></GetResponse></s:Body></s:Envelope>",
        piece.repeat(bytes / piece.len())
    );
    let context = ResponseContext {
        service: &SERVICE,
        operation,
        transport: Transport::Soap11,
        namespace: "urn:attacked".into(),
        limits: xml::ParseOptions::keeping_forbidden_references(),
    };
    let response =
        http::Response::builder().header("Content-Type", "text/xml; charset=utf-8").body(Bytes::from(body))?;
    let (id, start) = (std::process::id(), Instant::now());
    let before = process::memory(id, "VmRSS")?;
    let read = protocol::decode_response(&context, response);
    let (took, most) = (start.elapsed(), process::memory(id, "VmHWM")?.saturating_sub(before));
    let times = most.saturating_sub(BESIDE) as f64 / bytes as f64;
    let what = if read.is_ok() { "read" } else { "refused" };
    let (size, most) = (bytes as f64 / 1e6, most as f64 / 1e6);
    println!("{times:.3}\t{size:.0} | {most:.0} | {times:.1} | {:.2} | {what}", took.as_secs_f64());
    Ok(())
}
