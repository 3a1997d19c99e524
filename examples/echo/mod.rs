//! A service that answers every operation with what it received, so that every transport can be checked to the last
//! character. It stands on the generated trait and the opener only, as any service does.

pub mod answers;
pub mod checks;
pub mod documents;
pub mod listing;
pub mod tables;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use asmx_runtime::{Operation, Request};
#[allow(clippy::wildcard_imports, reason = "every operation is used")]
use email_campaign_client::*;

use answers::EchoResult;
use listing::{Item, RequestFacts, kind_of, listing, push_items, raw_values};

/// The parameters that the service behind the recordings takes beyond those its documentation shows.
const UNDECLARED: [(&str, &[&str]); 1] =
    [("Reports_Transactional_GetClicks_XML", &["SortOrder", "BeginDate", "EndDate"])];

/// Names of the parameters that the service takes beyond those its documentation shows.
pub fn undeclared_of(operation: &Operation) -> &'static [&'static str] {
    UNDECLARED.iter().find(|(name, _)| *name == operation.name).map_or(&[], |(_, names)| names)
}

/// Listings of the latest calls, by the password they came with.
type Listings = Arc<Mutex<HashMap<Option<String>, String>>>;

/// Opens an echo for each call; the listings live as long as the opener.
pub fn opener() -> Opener {
    let listings = Listings::default();
    EmailCampaign::opener(move |incoming| Ok(Arc::new(Echo::new(incoming, Arc::clone(&listings)))))
}

/// The echo of one call.
pub struct Echo {
    listings: Listings,
    common: Vec<(&'static str, Option<String>)>,
    undeclared: Vec<(String, Value<'static>)>,
    facts: RequestFacts,
}

impl Echo {
    fn new(incoming: &Incoming, listings: Listings) -> Self {
        let header =
            |name| incoming.headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        Self {
            listings,
            common: incoming
                .common
                .iter()
                .map(|(parameter, value)| (parameter.name, value.map(str::to_owned)))
                .collect(),
            undeclared: incoming.undeclared.clone(),
            facts: RequestFacts {
                method: incoming.method.to_string(),
                raw_url: incoming.uri.path_and_query().map_or_else(String::new, ToString::to_string),
                content_type: header("content-type"),
                soap_action: header("soapaction"),
            },
        }
    }

    fn common(&self, name: &str) -> Option<&str> {
        self.common.iter().find(|(known, _)| *known == name).and_then(|(_, value)| value.as_deref())
    }

    /// Everything received, common parameters first, and how many parameters that are.
    fn items(&self, request: &dyn Request) -> (usize, Vec<Item>) {
        let operation = request.operation();
        let mut items = Vec::new();
        for (name, value) in &self.common {
            push_items(&mut items, name, "string", &Value::from(value.as_deref()));
        }
        for (parameter, value) in operation.parameters.iter().zip(request.values()) {
            push_items(&mut items, parameter.name, kind_of(parameter), &value);
        }
        let undeclared = undeclared_of(operation);
        for name in undeclared {
            let value =
                self.undeclared.iter().find(|(known, _)| known == name).map_or(Value::Null, |(_, value)| value.clone());
            push_items(&mut items, name, "string", &value);
        }
        (self.common.len() + operation.parameters.len() + undeclared.len(), items)
    }

    /// Does what the magic user names ask for, else answers with what was received.
    async fn answer<T: EchoResult>(&self, request: &dyn Request) -> Result<T, Fault> {
        let name = request.operation().name;
        let (username, password) = (self.common("Username"), self.common("Password"));
        let (parameters, items) = self.items(request);
        let listing = listing(request.operation(), parameters, &items, &self.facts);
        let key = password.map(str::to_owned);
        if username == Some("last") {
            let stored = self.listings.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
            if let Some(answer) = T::listing(stored.unwrap_or_else(|| "none".to_owned())) {
                return Ok(answer);
            }
        } else {
            self.listings.lock().unwrap_or_else(PoisonError::into_inner).insert(key, listing.clone());
        }
        match username {
            Some("fault") => {
                let message = format!("Deliberate failure in {name}: <&>\"' é 😀");
                return Err(Fault::server(message).type_name("System.Exception"));
            }
            Some("fault:inner") => {
                let fault =
                    Fault::server(format!("Outer failure in {name}")).type_name("System.InvalidOperationException");
                return Err(fault.caused_by("Inner failure <&>").type_name("System.ArgumentException"));
            }
            Some("fault:soap") => {
                let detail = "<e:code severity=\"high &lt;&amp;&gt;&quot;\" xmlns:e=\"http://example.test/err\">42</e:code>\
                              <message>detail text &amp; more</message>";
                let fault = Fault::client(format!("Client error in {name} <&>"));
                return Err(fault.with_actor("http://example.test/actor").with_detail(detail));
            }
            Some("slow") => tokio::time::sleep(Duration::from_secs(3)).await,
            Some("null") => return Ok(T::null()),
            Some("empty") => return Ok(T::empty()),
            Some("zerorows") => {
                if let Some(answer) = T::without_rows() {
                    return Ok(answer);
                }
            }
            Some("huge") => {
                let count = password.and_then(|text| text.parse().ok()).unwrap_or_default();
                if let Some(answer) = T::huge(count, request) {
                    return Ok(answer);
                }
            }
            _ => {}
        }
        let text = format!("{listing}{}", raw_values(&items));
        T::echo(name, &items, text)
    }
}

macro_rules! echo {
    ($($method:ident($request:ident) -> $result:ty;)*) => {
        impl EmailCampaignService for Echo {
            $(fn $method(&self, request: $request) -> Answer<'_, $result> {
                Box::pin(async move { self.answer(&request).await })
            })*
        }
    };
}

echo! {
    reports_get_mass_email_information_data_set(ReportsGetMassEmailInformationDataSet) -> DataSet;
    reports_get_mass_email_information_string2(ReportsGetMassEmailInformationString2) -> DelimitedText;
    get_mass_email_report2(GetMassEmailReport2) -> Integers;
    send_mass_email_raw(SendMassEmailRaw) -> Text;
    send_mass_email_previous2(SendMassEmailPrevious2) -> Text;
    reports_get_recipients_data_set(ReportsGetRecipientsDataSet) -> DataSet;
    reports_get_bounces_by_campaign_data_set2(ReportsGetBouncesByCampaignDataSet2) -> DataSet;
    reports_get_removed_addresses(ReportsGetRemovedAddresses) -> ();
    groups_get_list_data_set(GroupsGetListDataSet) -> DataSet;
    add_group_member(AddGroupMember) -> Text;
    add_group_member_string(AddGroupMemberString) -> Text;
    groups_edit_member_by_id(GroupsEditMemberById) -> Text;
    lists_edit_member_by_address(ListsEditMemberByAddress) -> Text;
    import_group_members_from_data2(ImportGroupMembersFromData2) -> Text;
    create_sub_account(CreateSubAccount) -> Text;
    get_bounce_list_normal_include_past(GetBounceListNormalIncludePast) -> Text;
    get_bounce_list_normal_include_past2(GetBounceListNormalIncludePast2) -> Text;
    reports_get_blocks(ReportsGetBlocks) -> DelimitedText;
    reports_get_complaints_all_string(ReportsGetComplaintsAllString) -> DelimitedText;
    reports_get_unsubscribes_all_data_set2(ReportsGetUnsubscribesAllDataSet2) -> DataSet;
    reports_get_soft_bounces_by_count_xml(ReportsGetSoftBouncesByCountXml) -> XmlDocument;
    reports_get_soft_bounces_by_count_data_set(ReportsGetSoftBouncesByCountDataSet) -> DataSet;
    reports_get_soft_bounces_by_count_string(ReportsGetSoftBouncesByCountString) -> DelimitedText;
    transactional_groups_rename(TransactionalGroupsRename) -> Text;
    reports_transactional_get_recipients_data_set(ReportsTransactionalGetRecipientsDataSet) -> DataSet;
    reports_transactional_get_opens_data_set(ReportsTransactionalGetOpensDataSet) -> DataSet;
    reports_transactional_get_opens_xml(ReportsTransactionalGetOpensXml) -> XmlDocument;
    reports_transactional_get_opens_string(ReportsTransactionalGetOpensString) -> DelimitedText;
    reports_transactional_get_clicks_data_set(ReportsTransactionalGetClicksDataSet) -> DataSet;
    reports_transactional_get_clicks_xml(ReportsTransactionalGetClicksXml) -> XmlDocument;
    reports_transactional_get_smtp_errors_string(ReportsTransactionalGetSmtpErrorsString) -> DelimitedText;
    reports_transactional_get_smtp_errors_string2(ReportsTransactionalGetSmtpErrorsString2) -> DelimitedText;
    reports_transactional_get_smtp_errors_data_set2(ReportsTransactionalGetSmtpErrorsDataSet2) -> DataSet;
    reports_transactional_get_smtp_errors_xml2(ReportsTransactionalGetSmtpErrorsXml2) -> XmlDocument;
    reports_get_smtp_log_transactional(ReportsGetSmtpLogTransactional) -> Text;
    reports_get_complaints_by_transactional_group_string(ReportsGetComplaintsByTransactionalGroupString) -> DelimitedText;
    reports_get_bounces_by_transactional_group_string(ReportsGetBouncesByTransactionalGroupString) -> DelimitedText;
    reports_get_bounces_by_transactional_group_with_id_string(ReportsGetBouncesByTransactionalGroupWithIdString) -> DelimitedText;
}
