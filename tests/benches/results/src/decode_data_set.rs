//! Reading a DataSet into typed columns, whole and as it arrives, beside a loop over its XML events that builds nothing.

use anyhow::{Result, bail};
use asmx_runtime::__private::ExpectedResult;
use asmx_runtime::descriptors::OnContradiction;
use asmx_runtime::descriptors::XmlKind;
use asmx_runtime::protocol::{self, DataSetDecoder, ResponseContext};
use asmx_runtime::results::table::Table;
use asmx_runtime::{DataSet, Effect, Member, Operation, Service, Transport, Type, xml};
use bytes::Bytes;
use figures::{Figure, Goal};

use crate::generated::{Layout, ROWS, response_text};
use crate::table::Comparison;
use crate::timing::{Work, alternating};

/// Bytes that arrive together.
const CHUNK: usize = 64 * 1024;

static REPORT: Operation = Operation::new("Report", "", "", &[], Effect::Read)
    .outputs(&[Member::new("ReportResult", Type::Xml(XmlKind::DataSet))])
    .on_contradiction(OnContradiction::Error);
static SERVICE: Service = Service::new("Reports", "/api.asmx", "", &[], &[], &[&REPORT]);

/// Measures, and gives the lines of the table.
pub(crate) fn run(runs: usize) -> Result<Vec<Comparison>> {
    let mut comparisons = Vec::new();
    for (layout, name) in [(Layout::Compact, "compact"), (Layout::Indented, "indented")] {
        let text = response_text("urn:example", layout);
        let body = Bytes::from(text.clone());
        let mut fresh = || whole(&body).map(|tables| rows(&tables));
        let mut batch = None;
        let mut reused = || batches(&body, &mut batch, |_| Ok(()));
        let mut streamed = || kept(&body).map(|tables| rows(&tables));
        let mut dropped = || counted(&body);
        let mut events = || crate::integers::events(&text);
        let mut works: [Work<'_>; 5] = [&mut fresh, &mut reused, &mut streamed, &mut dropped, &mut events];
        for work in works.iter_mut().take(4) {
            if work()? != u64::from(ROWS) {
                bail!("rows are missing");
            }
        }
        let seconds = alternating(runs, &mut works)?;
        let [fresh, reused, streamed, dropped, events] = *seconds.as_slice() else { bail!("five medians are due") };
        let mut line = |what: &str, ours, peer: &str, peers, goal| {
            let (what, peer) = (format!("DataSet {name}: {what}"), peer.to_owned());
            comparisons.push(Comparison { what, bytes: text.len(), ours, peer, peers, goal });
        };
        line("typed columns, fresh memory", fresh, "quick-xml events", events, Some(2.4));
        line("typed columns, reused batches", reused, "quick-xml events", events, None);
        line("streamed and kept", streamed, "ours, whole", fresh, Some(0.9));
        line("rows counted and dropped", dropped, "quick-xml events", events, Some(2.5));
    }
    Ok(comparisons)
}

/// Reads it once, one way alone, to see what memory it takes: `whole`, `kept`, `batches` or `counted`.
pub(crate) fn once(way: &str) -> Result<()> {
    let body = Bytes::from(response_text("urn:example", Layout::Compact));
    let before = resident();
    let rows = match way {
        "whole" => rows(&whole(&body)?),
        "kept" => rows(&kept(&body)?),
        "batches" => batches(&body, &mut None, |_| Ok(()))?,
        "counted" => counted(&body)?,
        other => bail!("there is no way called {other}"),
    };
    println!("{way}: {rows} rows; the process grew from {before} to {} KiB at most", peak());
    let grown = megabytes(peak().saturating_sub(before));
    let what = format!("memory that reading {} MB of DataSet takes beside them, {way}", body.len() / 1_000_000);
    let figure = Figure::new(what, grown).unit("MB").decimals(1);
    println!("{}", if matches!(way, "batches" | "counted") { figure.goal(Goal::AtMost(6.0)) } else { figure });
    Ok(())
}

#[allow(clippy::cast_precision_loss, reason = "a size")]
fn megabytes(kibibytes: u64) -> f64 {
    kibibytes as f64 * 1.024 / 1000.0
}

fn resident() -> u64 {
    memory("VmRSS:")
}

fn peak() -> u64 {
    memory("VmHWM:")
}

/// A figure of this process, in KiB; 0 where the system does not tell.
fn memory(what: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(what));
    line.and_then(|line| line.split_whitespace().next()).and_then(|figure| figure.parse().ok()).unwrap_or(0)
}

pub(crate) fn context() -> ResponseContext {
    ResponseContext {
        service: &SERVICE,
        operation: &REPORT,
        transport: Transport::HttpPost,
        namespace: "urn:example".into(),
        limits: xml::ParseOptions::keeping_forbidden_references(),
    }
}

pub(crate) fn response(body: Bytes) -> Result<http::Response<Bytes>> {
    Ok(http::Response::builder().header("content-type", "text/xml; charset=utf-8").body(body)?)
}

fn whole(body: &Bytes) -> Result<Vec<Table>> {
    let Ok(data_set) = protocol::decode_response(&context(), response(body.clone())?)?.only::<DataSet>() else {
        bail!("the response is something else")
    };
    Ok(data_set.into_tables())
}

fn rows(tables: &[Table]) -> u64 {
    tables.iter().map(|table| table.row_count() as u64).sum()
}

fn opened() -> Result<DataSetDecoder> {
    let (parts, _) = response(Bytes::new())?.into_parts();
    let expected = ExpectedResult::default();
    Ok(DataSetDecoder::new(context(), parts, &expected))
}

/// Every batch is let go before the next one is taken.
pub(crate) fn batches(
    body: &Bytes,
    used: &mut Option<Table>,
    mut each: impl FnMut(&Table) -> Result<()>,
) -> Result<u64> {
    let mut decoder = opened()?;
    let mut rows = 0;
    let mut chunks = body.chunks(CHUNK);
    loop {
        let chunk = chunks.next();
        match chunk {
            Some(chunk) => decoder.push(chunk)?,
            None => decoder.finish()?,
        }
        if let Some(used) = used.take() {
            decoder.recycle(used);
        }
        while let Some(batch) = decoder.take(chunk.is_none()) {
            rows += batch.row_count() as u64;
            each(&batch)?;
            *used = Some(batch);
        }
        if chunk.is_none() {
            return Ok(rows);
        }
    }
}

/// Every batch is kept.
fn kept(body: &Bytes) -> Result<Vec<Table>> {
    let mut decoder = opened()?;
    let mut tables = Vec::new();
    for chunk in body.chunks(CHUNK) {
        decoder.push(chunk)?;
        tables.extend(std::iter::from_fn(|| decoder.take(false)));
    }
    decoder.finish()?;
    tables.extend(std::iter::from_fn(|| decoder.take(true)));
    Ok(tables)
}

fn counted(body: &Bytes) -> Result<u64> {
    let (parts, _) = response(Bytes::new())?.into_parts();
    let mut decoder = DataSetDecoder::counting(context(), parts);
    for chunk in body.chunks(CHUNK) {
        decoder.push(chunk)?;
    }
    decoder.finish()?;
    Ok(decoder.row_counts().iter().map(|(_, rows)| *rows as u64).sum())
}
