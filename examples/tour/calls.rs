//! Every operation of the service with a typed request.

use std::future::Future;
use std::pin::Pin;

use asmx_runtime::{Content, Error, Operation, Request, ResultType, Transport};
#[allow(clippy::wildcard_imports, reason = "every operation is used")]
use email_campaign_client::*;

use crate::echo::checks;
use crate::echo::listing::Item;

/// A call that is about to be made, and what the service must receive.
pub struct Planned {
    pub operation: &'static Operation,
    pub expected: Vec<Item>,
    pub answer: Pin<Box<dyn Future<Output = Result<Content, Error>> + Send>>,
}

macro_rules! calls {
    ($($method:ident: $request:expr;)*) => {
        /// Plans a call of every operation over `transport`.
        pub fn all(account: &EmailCampaign, common: &[(&str, &str)], transport: Transport) -> Vec<Planned> {
            vec![$({
                let request = $request;
                let prepared = account.$method(request.clone()).transport(transport);
                Planned {
                    operation: request.operation(),
                    expected: checks::expected(&EMAIL_CAMPAIGN, common, &request, transport),
                    answer: Box::pin(async move { prepared.await.map(ResultType::into_content) }),
                }
            }),*]
        }
    };
}

calls! {
    reports_get_mass_email_information_data_set: ReportsGetMassEmailInformationDataSet::new().begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00").sort_by("e").sort_order("d");
    reports_get_mass_email_information_string2: ReportsGetMassEmailInformationString2::new().begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00").sort_by("e").sort_order("d").row_delimiter("\r\n").col_delimiter("|").text_qualifier("\"");
    get_mass_email_report2: GetMassEmailReport2::new().job_id(4711);
    send_mass_email_raw: SendMassEmailRaw::new().from_email("news@example.com").from_name("Ann & Søren <Team>").to_groups("News, Späte Gäste").to_group_filter("News: City = 'Oslo' AND Age >= 30").to_other("a@example.com,b@example.com").to_web_database("").subject("100% off + more? 😀").raw_message("MIME-Version: 1.0\r\n\r\n--b1\r\n\tHello]]>\r\n--b1--\r\n").boundary("b1").options("ReplyTo=a@example.com, ClickTrack=True");
    send_mass_email_previous2: SendMassEmailPrevious2::new().job_id(4711).to_groups("News, Späte Gäste").to_group_filter("News: City = 'Oslo' AND Age >= 30").to_other("a@example.com,b@example.com").to_web_database("").options("ReplyTo=a@example.com, ClickTrack=True");
    reports_get_recipients_data_set: ReportsGetRecipientsDataSet::new().job_id(4711);
    reports_get_bounces_by_campaign_data_set2: ReportsGetBouncesByCampaignDataSet2::new().job_id(4711);
    reports_get_removed_addresses: ReportsGetRemovedAddresses::new().job_id(4711);
    groups_get_list_data_set: GroupsGetListDataSet::new();
    add_group_member: AddGroupMember::new().group_name("News & Offers").email_address("ann+news@example.com").field_names(["City", "Age", ""]).field_values(["Oslo", "33", "a,b"]);
    add_group_member_string: AddGroupMemberString::new().group_name("News & Offers").email_address("ann+news@example.com").field_names("City,Age").field_values("Oslo,33");
    groups_edit_member_by_id: GroupsEditMemberById::new().group_member_id(-5).group_name("News & Offers").field_name("City").new_field_value("São Paulo");
    lists_edit_member_by_address: ListsEditMemberByAddress::new().list_name("Änderungen").email_address("ann+news@example.com").field_names("City,Age").field_values("Oslo,33").delimiter(";").text_qualifier("\"").options("ReplyTo=a@example.com, ClickTrack=True");
    import_group_members_from_data2: ImportGroupMembersFromData2::new().group_name("News & Offers").field_names("City,Age").import_data("a@example.com,\"Oslo, N\"\nb@example.com,  \n").update_only("False").column_delimiter(",").row_delimiter("\r\n").text_qualifier("\"");
    create_sub_account: CreateSubAccount::new().sub_username("sub").sub_first_name("Ann").sub_last_name("O'Neill").sub_email_address("sub@example.com").sub_phone_number("+47 22 00 00 00").options("ReplyTo=a@example.com, ClickTrack=True");
    get_bounce_list_normal_include_past: GetBounceListNormalIncludePast::new().since("2026-02-29");
    get_bounce_list_normal_include_past2: GetBounceListNormalIncludePast2::new().since("2026-02-29");
    reports_get_blocks: ReportsGetBlocks::new().begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00").row_delimiter("\r\n").col_delimiter("|").text_qualifier("\"");
    reports_get_complaints_all_string: ReportsGetComplaintsAllString::new().begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00").row_delimiter("\r\n").col_delimiter("|").text_qualifier("\"");
    reports_get_unsubscribes_all_data_set2: ReportsGetUnsubscribesAllDataSet2::new().begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00");
    reports_get_soft_bounces_by_count_xml: ReportsGetSoftBouncesByCountXml::new().begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00").max_count("10");
    reports_get_soft_bounces_by_count_data_set: ReportsGetSoftBouncesByCountDataSet::new().begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00").max_count("10");
    reports_get_soft_bounces_by_count_string: ReportsGetSoftBouncesByCountString::new().begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00").max_count("10").row_delimiter("\r\n").col_delimiter("|").text_qualifier("\"");
    transactional_groups_rename: TransactionalGroupsRename::new().old_group_name("Old").new_group_name("New\u{2028}Name");
    reports_transactional_get_recipients_data_set: ReportsTransactionalGetRecipientsDataSet::new().transactional_group_id(2_147_483_647).sort_by("e").sort_order("d").begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00");
    reports_transactional_get_opens_data_set: ReportsTransactionalGetOpensDataSet::new().transactional_group_id(2_147_483_647).sort_by("e").sort_order("d").begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00");
    reports_transactional_get_opens_xml: ReportsTransactionalGetOpensXml::new().transactional_group_id(2_147_483_647).sort_by("e").sort_order("d").begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00");
    reports_transactional_get_opens_string: ReportsTransactionalGetOpensString::new().transactional_group_id(2_147_483_647).sort_by("e").sort_order("d").begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00").row_delimiter("\r\n").col_delimiter("|").text_qualifier("\"");
    reports_transactional_get_clicks_data_set: ReportsTransactionalGetClicksDataSet::new().transactional_group_id(2_147_483_647).sort_by("e").sort_order("d").begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00");
    reports_transactional_get_clicks_xml: ReportsTransactionalGetClicksXml::new().transactional_group_id(2_147_483_647).sort_by("e");
    reports_transactional_get_smtp_errors_string: ReportsTransactionalGetSmtpErrorsString::new().row_delimiter("\r\n").col_delimiter("|").text_qualifier("\"");
    reports_transactional_get_smtp_errors_string2: ReportsTransactionalGetSmtpErrorsString2::new().begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00").row_delimiter("\r\n").col_delimiter("|").text_qualifier("\"");
    reports_transactional_get_smtp_errors_data_set2: ReportsTransactionalGetSmtpErrorsDataSet2::new().begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00");
    reports_transactional_get_smtp_errors_xml2: ReportsTransactionalGetSmtpErrorsXml2::new().begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00");
    reports_get_smtp_log_transactional: ReportsGetSmtpLogTransactional::new().transactional_id(9_007_199_254_740_993);
    reports_get_complaints_by_transactional_group_string: ReportsGetComplaintsByTransactionalGroupString::new().begin_date("2026-01-01").end_date("2026-01-31T23:59:59+02:00").group_id("17").row_delimiter("\r\n").col_delimiter("|").text_qualifier("\"");
    reports_get_bounces_by_transactional_group_string: ReportsGetBouncesByTransactionalGroupString::new().group_name("News & Offers").row_delimiter("\r\n").col_delimiter("|").text_qualifier("\"");
    reports_get_bounces_by_transactional_group_with_id_string: ReportsGetBouncesByTransactionalGroupWithIdString::new().group_name("News & Offers").row_delimiter("\r\n").col_delimiter("|").text_qualifier("\"");
}
