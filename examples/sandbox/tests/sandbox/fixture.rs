//! An account for tests, and readers of its results.

use asmx_runtime::{DataSet, DelimitedText, XmlDocument};
use email_campaign_client::*;
use email_campaign_sandbox::Sandbox;

pub const NOON: &str = "2026-03-10T12:00:00";

/// An empty account at noon of a day in March, with the list `News`.
pub fn account() -> (Sandbox, EmailCampaign) {
    let sandbox = Sandbox::builder().clock(NOON).list("News").open().unwrap();
    let account = sandbox.in_process();
    (sandbox, account)
}

/// The exception that a refused call names, and its message.
pub fn refusal<T: std::fmt::Debug>(response: Result<T, Error>) -> (String, String) {
    let error = response.expect_err("the call should be refused");
    let fault = error.fault().unwrap_or_else(|| panic!("no fault: {error:?}"));
    let name = fault.chain()[0].type_name.clone().unwrap();
    (
        name.strip_prefix("EmailCampaign.").and_then(|name| name.strip_suffix("Exception")).unwrap().to_owned(),
        fault.message(),
    )
}

/// The identifier in the third line of a status.
pub fn identifier(status: &Text) -> i64 {
    let lines: Vec<_> = status.as_str().lines().collect();
    assert_eq!(lines[..2], ["0", "SUCCESS"]);
    lines[2].parse().unwrap()
}

/// The texts of one column.
pub fn column(data_set: &DataSet, name: &str) -> Vec<String> {
    let table = &data_set.tables()[0];
    assert!(table.column_index(name).is_some(), "no column {name}");
    table.iter().map(|row| row.text(name).map_or_else(|| "(null)".to_owned(), std::borrow::Cow::into_owned)).collect()
}

/// The texts of one column of an XML document whose rows are named `row`.
pub fn xml_column(document: &XmlDocument, row: &str, name: &str) -> Vec<String> {
    let document = document.document().unwrap();
    let rows = document.root().elements().inspect(|element| assert_eq!(element.name(), row));
    rows.map(|element| element.elements().find(|cell| cell.name() == name).unwrap().text().into_owned()).collect()
}

/// The cells of one column.
pub fn cells(text: &DelimitedText, index: usize) -> Vec<String> {
    text.cells().unwrap().iter().map(|row| row[index].clone().into_owned()).collect()
}

pub async fn recipients(account: &EmailCampaign, job: i32) -> DataSet {
    account.reports_get_recipients_data_set(ReportsGetRecipientsDataSet::new().job_id(job)).await.unwrap()
}

/// The statistics of a campaign.
pub async fn statistics(account: &EmailCampaign, job: i32) -> Vec<i32> {
    let report = account.get_mass_email_report2(GetMassEmailReport2::new().job_id(job)).await;
    report.unwrap().as_slice().to_vec()
}

/// The campaigns of the account.
pub async fn campaigns(account: &EmailCampaign) -> DataSet {
    let request = ReportsGetMassEmailInformationDataSet::new();
    account.reports_get_mass_email_information_data_set(request).await.unwrap()
}

/// The number of members of each list, by name.
pub async fn members(account: &EmailCampaign) -> Vec<(String, String)> {
    let lists = account.groups_get_list_data_set(GroupsGetListDataSet::new()).await.unwrap();
    column(&lists, "GroupName").into_iter().zip(column(&lists, "MemberCount")).collect()
}

/// A message of two parts with one link.
pub fn message(subject: &str) -> SendMassEmailRaw {
    let raw = "--part\nContent-Type: text/plain\n\nHello\n--part\nContent-Type: text/html\n\n\
               <a href=\"http://x.test/link\">Hello</a>\n--part--\n";
    let request = SendMassEmailRaw::new().from_email("news@x.test").from_name("News").subject(subject);
    request.raw_message(raw).boundary("part")
}

/// One address of every fate.
pub const FATES: &str =
    "bounce@x.test softbounce@x.test block@x.test complaint@x.test unsubscribe@x.test open@x.test click@x.test";
