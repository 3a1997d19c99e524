//! A DataSet into a vector of owned structs through serde, beside quick-xml's serde into the same.

use anyhow::{Result, bail};
use asmx_runtime::protocol;
use bytes::Bytes;
use serde::Deserialize;

use crate::decode_data_set::{batches, context, response};
use crate::generated::{Layout, ROWS, response_text};
use crate::table::Comparison;
use crate::timing::alternating;

/// A row with everything owned.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Record {
    #[serde(rename = "RecipientID")]
    recipient_id: i32,
    email_address: String,
    customer_name: Option<String>,
    subject: String,
    sent_date_time: String,
    amount: Option<String>,
    opened: bool,
    clicks: Option<i32>,
}

impl Record {
    /// Depends on every field.
    fn sum(&self) -> u64 {
        let texts = [&self.email_address, &self.subject, &self.sent_date_time].map(|text| text.len() as u64);
        let options = [&self.customer_name, &self.amount].map(|text| text.as_ref().map_or(0, |text| text.len() as u64));
        let numbers = [self.recipient_id, self.clicks.unwrap_or(0), i32::from(self.opened)];
        let numbers = numbers.iter().map(|number| u64::from(number.unsigned_abs())).sum::<u64>();
        texts.iter().chain(&options).sum::<u64>() + numbers
    }
}

/// The document, as types for serde.
#[derive(Deserialize)]
struct DataSetElement {
    diffgram: Diffgram,
}

#[derive(Deserialize)]
struct Diffgram {
    #[serde(rename = "NewDataSet")]
    data_set: DataSet,
}

#[derive(Deserialize)]
struct DataSet {
    #[serde(rename = "BlockRecords")]
    records: Vec<Record>,
}

/// Measures, and gives the line of the table.
pub(crate) fn run(runs: usize) -> Result<Vec<Comparison>> {
    let text = response_text("urn:example", Layout::Compact);
    let body = Bytes::from(text.clone());
    let mut ours = || {
        let Ok(data_set) =
            protocol::decode_response(&context(), response(body.clone())?)?.only::<asmx_runtime::DataSet>()
        else {
            bail!("the response is something else")
        };
        sum(&data_set.rows::<Record>()?.into_vec()?)
    };
    let mut streamed = || sum(&from_batches(&body)?);
    let mut peer = || {
        let envelope: DataSetElement = quick_xml::de::from_str(&text)?;
        sum(&envelope.diffgram.data_set.records)
    };
    let expected = peer()?;
    if ours()? != expected || streamed()? != expected {
        bail!("they read different rows");
    }
    let seconds = alternating(runs, &mut [&mut ours, &mut streamed, &mut peer])?;
    let [ours, streamed, peers] = *seconds.as_slice() else { bail!("three medians are due") };
    let line = |what: &str, ours| {
        let (what, peer) =
            (format!("DataSet compact: a vector of owned structs, {what}"), "quick-xml serde".to_owned());
        Comparison { what, bytes: text.len(), ours, peer, peers, goal: Some(4.0) }
    };
    Ok(vec![line("from the whole", ours), line("from reused batches", streamed)])
}

/// The rows of each batch as it comes, whose memory is used for the next.
fn from_batches(body: &Bytes) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    batches(body, &mut None, |batch| {
        records.reserve(batch.row_count());
        for record in batch.rows::<Record>() {
            records.push(record?);
        }
        Ok(())
    })?;
    Ok(records)
}

fn sum(records: &[Record]) -> Result<u64> {
    if records.len() != ROWS as usize {
        bail!("{} rows", records.len());
    }
    Ok(records.iter().map(Record::sum).sum())
}
