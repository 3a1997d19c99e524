//! The tour's story: a list is filled, a campaign is sent, and its reports are read over each transport, against the sandbox.

use std::fmt::Display;
use std::time::{Duration, Instant};

use email_campaign_client::asmx_runtime::Transport;
use email_campaign_client::asmx_runtime::xml::shown_line;
use email_campaign_client::{
    AddGroupMember, EmailCampaign, Fault, GetMassEmailReport2, ImportGroupMembersFromData2, ListsEditMemberByAddress,
    ReportsGetBlocks, ReportsGetBouncesByCampaignDataSet2, ReportsGetMassEmailInformationDataSet,
    ReportsGetRecipientsDataSet, ReportsGetSoftBouncesByCountXml, SendMassEmailRaw,
};
use email_campaign_sandbox::Sandbox;

const LIST: &str = "Readers";
const MEMBERS: usize = 1000;
const BOUNDARY: &str = "=_part";

type Failure = Box<dyn std::error::Error>;

/// The result of one step, for the summary.
struct Step {
    what: &'static str,
    transport: &'static str,
    elapsed: Duration,
    outcome: String,
}

/// Tells the story; an error is the step that failed.
pub async fn tell() -> Result<(), Failure> {
    let sandbox = Sandbox::start().await?;
    println!("A sandbox of the service listens on {}/api.asmx; nothing leaves this machine.\n", sandbox.base_url());
    sandbox.create_list(LIST).await?;
    let account = sandbox.client().allow_credentials_in_url().build()?;
    let mut steps = Vec::new();

    let import =
        ImportGroupMembersFromData2::new().group_name(LIST).field_names("EmailAddress,City").import_data(readers());
    let import = import.update_only("False").column_delimiter(",").row_delimiter("\n");
    let call = account.import_group_members_from_data2(import).transport(Transport::Soap11);
    run(&mut steps, "import 1,000 members", Transport::Soap11, call, |status| one_line(status.as_str())).await?;

    let member = AddGroupMember::new().group_name(LIST).email_address("ann@example.com");
    let call =
        account.add_group_member(member.field_names(["City"]).field_values(["Oslo"])).transport(Transport::HttpPost);
    run(&mut steps, "add one, fields as arrays", Transport::HttpPost, call, |status| one_line(status.as_str())).await?;

    let edit = ListsEditMemberByAddress::new().list_name(LIST).email_address("ann@example.com");
    let edit = edit.field_names("City").field_values("Bergen").delimiter(",");
    let call = account.lists_edit_member_by_address(edit).transport(Transport::Soap12);
    run(&mut steps, "she moves to Bergen", Transport::Soap12, call, |status| one_line(status.as_str())).await?;

    let send = SendMassEmailRaw::new().from_email("news@example.net").from_name("The News").subject("Hello");
    let call = account.send_mass_email_raw(send.to_groups(LIST).raw_message(message()).boundary(BOUNDARY));
    run(&mut steps, "send a campaign to all", Transport::Soap11, call, |status| one_line(status.as_str())).await?;
    sandbox.advance_clock(Duration::from_secs(2 * 24 * 3600));
    let job_id = campaign(&account).await?;

    let call = account.get_mass_email_report2(GetMassEmailReport2::new().job_id(job_id)).transport(Transport::HttpPost);
    run(&mut steps, "statistics, two days later", Transport::HttpPost, call, |numbers| {
        format!("{:?}", numbers.as_slice())
    })
    .await?;

    let call = account
        .reports_get_recipients_data_set(ReportsGetRecipientsDataSet::new().job_id(job_id))
        .transport(Transport::Soap12);
    run(&mut steps, "recipients, a DataSet", Transport::Soap12, call, |data_set| rows(data_set.tables())).await?;

    let bounces = ReportsGetBouncesByCampaignDataSet2::new().job_id(job_id);
    let call = account.reports_get_bounces_by_campaign_data_set2(bounces).transport(Transport::HttpGet);
    run(&mut steps, "bounces, a DataSet", Transport::HttpGet, call, |data_set| rows(data_set.tables())).await?;

    let blocks = ReportsGetBlocks::new().row_delimiter("\n").col_delimiter("|").text_qualifier("\"");
    let call = account.reports_get_blocks(blocks).transport(Transport::HttpGet);
    run(&mut steps, "blocks, delimited text", Transport::HttpGet, call, |text| match text.cells() {
        Ok(rows) => {
            format!("{} rows, the first: {}", rows.len(), rows.first().map(|row| row.join(", ")).unwrap_or_default())
        }
        Err(error) => error.to_string(),
    })
    .await?;

    let soft = ReportsGetSoftBouncesByCountXml::new().max_count("100");
    let call = account.reports_get_soft_bounces_by_count_xml(soft).transport(Transport::Soap11);
    run(&mut steps, "soft bounces, an XML document", Transport::Soap11, call, |document| match document.document() {
        Ok(document) => format!("<{}> with {} rows", document.root().name(), document.root().elements().count()),
        Err(error) => error.to_string(),
    })
    .await?;

    let wrong = AddGroupMember::new().group_name("No such list").email_address("ann@example.com");
    let refused = account
        .add_group_member(wrong.field_names(["City"]).field_values(["Oslo"]))
        .transport(Transport::HttpPost)
        .await;
    let fault =
        refused.err().and_then(|error| error.fault().map(Fault::to_string)).ok_or("an unknown list was not refused")?;
    steps.push(Step { what: "an unknown list is refused", transport: "post", elapsed: Duration::ZERO, outcome: fault });
    summary(&steps);
    Ok(())
}

/// Makes a call, times it, and keeps what `show` says of its result.
async fn run<C, T>(
    steps: &mut Vec<Step>,
    what: &'static str,
    transport: Transport,
    call: C,
    show: impl FnOnce(&T) -> String,
) -> Result<(), Failure>
where
    C: IntoFuture<Output = Result<T, email_campaign_client::Error>>,
{
    let start = Instant::now();
    let result = call.await.map_err(|error| format!("{what}: {error}"))?;
    steps.push(Step { what, transport: transport.name(), elapsed: start.elapsed(), outcome: show(&result) });
    Ok(())
}

/// The members of the list: people of several cities, and addresses whose fate the sandbox knows by their names.
fn readers() -> String {
    let fates = ["bounce", "softbounce", "block", "complaint", "unsubscribe", "open", "click"];
    let people = (fates.len()..MEMBERS)
        .map(|number| format!("reader{number}@example.com,{}", if number % 2 == 0 { "Oslo" } else { "Lyon" }));
    fates.iter().map(|fate| format!("{fate}@example.com,Simulated")).chain(people).collect::<Vec<_>>().join("\n")
}

fn message() -> String {
    format!(
        "--{BOUNDARY}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nNews: https://example.net/news\r\n--{BOUNDARY}\r\n\
         Content-Type: text/html; charset=utf-8\r\n\r\n<p><a href=\"https://example.net/news\">News</a></p>\r\n--{BOUNDARY}--\r\n"
    )
}

/// The identifier of the only campaign, as the details report tells it.
async fn campaign(account: &EmailCampaign) -> Result<i32, Failure> {
    let details =
        account.reports_get_mass_email_information_data_set(ReportsGetMassEmailInformationDataSet::new()).await?;
    let row = details.tables().first().and_then(|table| table.iter().next()).ok_or("the campaign is not reported")?;
    Ok(row.value("JobID")?)
}

fn rows(tables: &[email_campaign_client::results::table::Table]) -> String {
    let lines = tables.iter().map(|table| {
        let names: Vec<_> = table.columns().iter().map(|column| column.name.as_str()).collect();
        format!("{}: {} rows of {}", table.name(), table.row_count(), names.join(", "))
    });
    lines.collect::<Vec<_>>().join("; ")
}

fn one_line(text: &str) -> String {
    text.split('\n').collect::<Vec<_>>().join(" ")
}

fn summary(steps: &[Step]) {
    let width = |text: fn(&Step) -> usize| steps.iter().map(text).max().unwrap_or_default();
    let what = width(|step| step.what.len());
    line("step", "by", "ms", "response", what);
    for step in steps {
        let elapsed = format!("{:.1}", step.elapsed.as_secs_f64() * 1000.0);
        let outcome: String = step.outcome.chars().take(100).collect();
        line(step.what, step.transport, &elapsed, &outcome, what);
    }
    println!("\n{} steps, all as told", steps.len());
}

fn line(step: &str, by: &str, elapsed: &str, response: impl Display, width: usize) {
    println!("{step:width$}  {by:6}  {elapsed:>7}  {}", shown_line(&response.to_string()));
}
