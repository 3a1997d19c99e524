//! The operations: each calls its part of the sandbox and gives the result its form.

use std::sync::Arc;
use std::time::Instant;

use asmx_runtime::{
    DataSet, DelimitedText, Effect, Incoming, Integers, Request, ServiceFuture, Text, Value, XmlDocument,
};
use email_campaign_client as client;
use email_campaign_client::EmailCampaignService;
use rusqlite::Transaction;

use crate::account;
use crate::account::Throttle;
use crate::campaigns;
use crate::import;
use crate::members;
use crate::moment::{Clock, Frame};
use crate::refusal::{Refusal, Result};
use crate::report::Report;
use crate::store::Store;
use crate::transactional;
use crate::work::Work;
use crate::{queries, reports};

/// The state that all calls share.
#[derive(Clone, Debug)]
pub struct SandboxState {
    pub store: Store,
    pub clock: Arc<Clock>,
    /// The seed of random fates.
    pub seed: u64,
    /// In bytes.
    pub largest_message: usize,
    /// The wait after wrong passwords; `None` if it is switched off.
    pub throttle: Option<Arc<Throttle>>,
}

impl SandboxState {
    pub fn work<'t>(&self, db: &'t Transaction<'t>, account: i64) -> Work<'t> {
        Work { db, account, now: self.clock.now(), seed: self.seed, largest_message: self.largest_message }
    }

    fn sign_in(&self, db: &Transaction<'_>, caller: &Caller) -> Result<i64> {
        let (username, password) = match caller {
            Caller::Known(account) => return Ok(*account),
            Caller::Stranger { username, password } => (username.as_deref(), password.as_deref()),
        };
        let sign_in = || account::sign_in(db, username, password);
        match (&self.throttle, username) {
            (Some(throttle), Some(username)) => throttle.attempt(username, Instant::now(), sign_in),
            _ => sign_in(),
        }
    }
}

#[derive(Clone)]
pub enum Caller {
    /// A caller who has to sign in.
    Stranger { username: Option<String>, password: Option<String> },
    /// A caller in process, whose account is known.
    Known(i64),
}

#[derive(Clone)]
pub struct Session {
    state: SandboxState,
    caller: Caller,
    /// Parameters that the interface does not declare.
    undeclared: Vec<(String, Value<'static>)>,
}

impl Session {
    pub fn of_incoming(state: SandboxState, incoming: &Incoming) -> Self {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let caller = Caller::Stranger { username: owned(incoming.username()), password: owned(incoming.password()) };
        Self { state, caller, undeclared: incoming.undeclared.clone() }
    }

    pub fn of_account(state: SandboxState, account: i64) -> Self {
        Self { state, caller: Caller::Known(account), undeclared: Vec::new() }
    }

    fn undeclared(&self, name: &str) -> Option<String> {
        let found = self.undeclared.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.and_then(|(_, value)| value.as_text().map(str::to_owned))
    }

    /// Signs the caller in and runs one operation in one transaction. Operations with the effect `read` run among the
    /// reads.
    fn perform<R, T, O>(&self, request: R, operation: O) -> ServiceFuture<'_, T>
    where
        R: Request,
        T: Send + 'static,
        O: FnOnce(Work<'_>, R) -> Result<T> + Send + 'static,
    {
        let state = self.state.clone();
        let caller = self.caller.clone();
        Box::pin(async move {
            let store = state.store.clone();
            let reads = request.operation().effect == Effect::Read;
            let work = move |db: &Transaction<'_>| {
                let account = state.sign_in(db, &caller)?;
                operation(state.work(db, account), request)
            };
            let done = if reads { store.read(work).await } else { store.write(work).await };
            done.map_err(Refusal::into_fault)
        })
    }

    fn text<R: Request>(
        &self,
        request: R,
        operation: impl FnOnce(Work<'_>, R) -> Result<String> + Send + 'static,
    ) -> ServiceFuture<'_, Text> {
        self.perform(request, |work, request| operation(work, request).map(Text::from))
    }

    fn data_set<R: Request>(
        &self,
        request: R,
        report: impl FnOnce(Work<'_>, R) -> Result<Report> + Send + 'static,
    ) -> ServiceFuture<'_, DataSet> {
        self.perform(request, |work, request| report(work, request).map(Report::into_data_set))
    }

    fn xml<R: Request>(
        &self,
        request: R,
        report: impl FnOnce(Work<'_>, R) -> Result<Report> + Send + 'static,
    ) -> ServiceFuture<'_, XmlDocument> {
        self.perform(request, |work, request| report(work, request).and_then(Report::into_xml))
    }

    fn delimited<R: Request>(
        &self,
        request: R,
        report: impl FnOnce(Work<'_>, R) -> Result<Report> + Send + 'static,
    ) -> ServiceFuture<'_, DelimitedText> {
        let erased: &dyn Request = &request;
        let delimiters = erased.delimiters();
        self.perform(request, move |work, request| report(work, request)?.into_delimited_text(&delimiters))
    }
}

macro_rules! frame {
    ($work:expr, $request:expr) => {
        Frame::read($request.begin_date.as_deref(), $request.end_date.as_deref(), $work.now)
    };
}

macro_rules! group {
    ($work:expr, $request:expr) => {
        transactional::find($work, i64::from($request.transactional_group_id.unwrap_or_default()))
    };
}

macro_rules! sorted {
    ($report:expr, $request:expr) => {
        $report.sorted($request.sort_by.as_deref(), $request.sort_order.as_deref())
    };
}

impl EmailCampaignService for Session {
    fn reports_get_mass_email_information_data_set(
        &self,
        request: client::ReportsGetMassEmailInformationDataSet,
    ) -> ServiceFuture<'_, DataSet> {
        self.data_set(request, |work, request| {
            sorted!(queries::CAMPAIGNS.within(work, frame!(work, request)?)?, request)
        })
    }

    fn reports_get_mass_email_information_string2(
        &self,
        request: client::ReportsGetMassEmailInformationString2,
    ) -> ServiceFuture<'_, DelimitedText> {
        self.delimited(request, |work, request| {
            sorted!(queries::CAMPAIGNS.within(work, frame!(work, request)?)?, request)
        })
    }

    fn get_mass_email_report2(&self, request: client::GetMassEmailReport2) -> ServiceFuture<'_, Integers> {
        self.perform(request, |work, request| {
            reports::statistics(work, request.job_id.unwrap_or_default()).map(Integers::from)
        })
    }

    fn send_mass_email_raw(&self, request: client::SendMassEmailRaw) -> ServiceFuture<'_, Text> {
        self.text(request, |work, request| campaigns::send_raw(work, &request))
    }

    fn send_mass_email_previous2(&self, request: client::SendMassEmailPrevious2) -> ServiceFuture<'_, Text> {
        self.text(request, |work, request| campaigns::send_previous(work, &request))
    }

    fn reports_get_recipients_data_set(
        &self,
        request: client::ReportsGetRecipientsDataSet,
    ) -> ServiceFuture<'_, DataSet> {
        self.data_set(request, |work, request| {
            queries::CAMPAIGN_RECIPIENTS.of(work, campaigns::find(work, request.job_id.unwrap_or_default())?)
        })
    }

    fn reports_get_bounces_by_campaign_data_set2(
        &self,
        request: client::ReportsGetBouncesByCampaignDataSet2,
    ) -> ServiceFuture<'_, DataSet> {
        self.data_set(request, |work, request| {
            queries::CAMPAIGN_BOUNCES.of(work, campaigns::find(work, request.job_id.unwrap_or_default())?)
        })
    }

    fn reports_get_removed_addresses(&self, request: client::ReportsGetRemovedAddresses) -> ServiceFuture<'_, ()> {
        self.perform(request, |work, request| campaigns::find(work, request.job_id.unwrap_or_default()).map(|_| ()))
    }

    fn groups_get_list_data_set(&self, request: client::GroupsGetListDataSet) -> ServiceFuture<'_, DataSet> {
        self.data_set(request, |work, _| queries::LISTS.select(work, &[]))
    }

    fn add_group_member(&self, request: client::AddGroupMember) -> ServiceFuture<'_, Text> {
        self.text(request, members::add)
    }

    fn add_group_member_string(&self, request: client::AddGroupMemberString) -> ServiceFuture<'_, Text> {
        self.text(request, |work, request| members::add_from_strings(work, &request))
    }

    fn groups_edit_member_by_id(&self, request: client::GroupsEditMemberById) -> ServiceFuture<'_, Text> {
        self.text(request, members::edit_by_id)
    }

    fn lists_edit_member_by_address(&self, request: client::ListsEditMemberByAddress) -> ServiceFuture<'_, Text> {
        self.text(request, |work, request| members::edit_by_address(work, &request))
    }

    fn import_group_members_from_data2(&self, request: client::ImportGroupMembersFromData2) -> ServiceFuture<'_, Text> {
        self.text(request, |work, request| import::import(work, &request))
    }

    fn create_sub_account(&self, request: client::CreateSubAccount) -> ServiceFuture<'_, Text> {
        self.text(request, |work, request| account::create_sub_account(work, &request))
    }

    fn get_bounce_list_normal_include_past(
        &self,
        request: client::GetBounceListNormalIncludePast,
    ) -> ServiceFuture<'_, Text> {
        self.text(request, |work, request| reports::bounce_list(work, request.since.as_deref()))
    }

    fn get_bounce_list_normal_include_past2(
        &self,
        request: client::GetBounceListNormalIncludePast2,
    ) -> ServiceFuture<'_, Text> {
        self.text(request, |work, request| reports::bounce_list(work, request.since.as_deref()))
    }

    fn reports_get_blocks(&self, request: client::ReportsGetBlocks) -> ServiceFuture<'_, DelimitedText> {
        self.delimited(request, |work, request| queries::BLOCKS.within(work, frame!(work, request)?))
    }

    fn reports_get_complaints_all_string(
        &self,
        request: client::ReportsGetComplaintsAllString,
    ) -> ServiceFuture<'_, DelimitedText> {
        self.delimited(request, |work, request| queries::COMPLAINTS.within(work, frame!(work, request)?))
    }

    fn reports_get_unsubscribes_all_data_set2(
        &self,
        request: client::ReportsGetUnsubscribesAllDataSet2,
    ) -> ServiceFuture<'_, DataSet> {
        self.data_set(request, |work, request| queries::UNSUBSCRIBES.within(work, frame!(work, request)?))
    }

    fn reports_get_soft_bounces_by_count_xml(
        &self,
        request: client::ReportsGetSoftBouncesByCountXml,
    ) -> ServiceFuture<'_, XmlDocument> {
        self.xml(request, |work, request| {
            reports::soft_bounces(work, frame!(work, request)?, request.max_count.as_deref())
        })
    }

    fn reports_get_soft_bounces_by_count_data_set(
        &self,
        request: client::ReportsGetSoftBouncesByCountDataSet,
    ) -> ServiceFuture<'_, DataSet> {
        self.data_set(request, |work, request| {
            reports::soft_bounces(work, frame!(work, request)?, request.max_count.as_deref())
        })
    }

    fn reports_get_soft_bounces_by_count_string(
        &self,
        request: client::ReportsGetSoftBouncesByCountString,
    ) -> ServiceFuture<'_, DelimitedText> {
        self.delimited(request, |work, request| {
            reports::soft_bounces(work, frame!(work, request)?, request.max_count.as_deref())
        })
    }

    fn transactional_groups_rename(&self, request: client::TransactionalGroupsRename) -> ServiceFuture<'_, Text> {
        self.text(request, |work, request| transactional::rename(work, &request))
    }

    fn reports_transactional_get_recipients_data_set(
        &self,
        request: client::ReportsTransactionalGetRecipientsDataSet,
    ) -> ServiceFuture<'_, DataSet> {
        self.data_set(request, |work, request| {
            let frame = frame!(work, request)?;
            sorted!(queries::GROUP_RECIPIENTS.of_within(work, group!(work, request)?, frame)?, request)
        })
    }

    fn reports_transactional_get_opens_data_set(
        &self,
        request: client::ReportsTransactionalGetOpensDataSet,
    ) -> ServiceFuture<'_, DataSet> {
        self.data_set(request, |work, request| {
            let frame = frame!(work, request)?;
            sorted!(queries::GROUP_OPENS.of_within(work, group!(work, request)?, frame)?, request)
        })
    }

    fn reports_transactional_get_opens_xml(
        &self,
        request: client::ReportsTransactionalGetOpensXml,
    ) -> ServiceFuture<'_, XmlDocument> {
        self.xml(request, |work, request| {
            let frame = frame!(work, request)?;
            sorted!(queries::GROUP_OPENS.of_within(work, group!(work, request)?, frame)?, request)
        })
    }

    fn reports_transactional_get_opens_string(
        &self,
        request: client::ReportsTransactionalGetOpensString,
    ) -> ServiceFuture<'_, DelimitedText> {
        self.delimited(request, |work, request| {
            let frame = frame!(work, request)?;
            sorted!(queries::GROUP_OPENS.of_within(work, group!(work, request)?, frame)?, request)
        })
    }

    fn reports_transactional_get_clicks_data_set(
        &self,
        request: client::ReportsTransactionalGetClicksDataSet,
    ) -> ServiceFuture<'_, DataSet> {
        self.data_set(request, |work, request| {
            let frame = frame!(work, request)?;
            sorted!(queries::GROUP_CLICKS.of_within(work, group!(work, request)?, frame)?, request)
        })
    }

    /// The parameters after `SortBy` are undeclared; those of the data set variant are accepted.
    fn reports_transactional_get_clicks_xml(
        &self,
        request: client::ReportsTransactionalGetClicksXml,
    ) -> ServiceFuture<'_, XmlDocument> {
        let [order, begin, end] = ["SortOrder", "BeginDate", "EndDate"].map(|name| self.undeclared(name));
        self.xml(request, move |work, request| {
            let frame = Frame::read(begin.as_deref(), end.as_deref(), work.now)?;
            let clicks = queries::GROUP_CLICKS.of_within(work, group!(work, request)?, frame)?;
            clicks.sorted(request.sort_by.as_deref(), order.as_deref())
        })
    }

    fn reports_transactional_get_smtp_errors_string(
        &self,
        request: client::ReportsTransactionalGetSmtpErrorsString,
    ) -> ServiceFuture<'_, DelimitedText> {
        self.delimited(request, |work, _| queries::SMTP_ERRORS.within(work, Frame::until(work.now)))
    }

    fn reports_transactional_get_smtp_errors_string2(
        &self,
        request: client::ReportsTransactionalGetSmtpErrorsString2,
    ) -> ServiceFuture<'_, DelimitedText> {
        self.delimited(request, |work, request| queries::SMTP_ERRORS.within(work, frame!(work, request)?))
    }

    fn reports_transactional_get_smtp_errors_data_set2(
        &self,
        request: client::ReportsTransactionalGetSmtpErrorsDataSet2,
    ) -> ServiceFuture<'_, DataSet> {
        self.data_set(request, |work, request| queries::SMTP_ERRORS.within(work, frame!(work, request)?))
    }

    fn reports_transactional_get_smtp_errors_xml2(
        &self,
        request: client::ReportsTransactionalGetSmtpErrorsXml2,
    ) -> ServiceFuture<'_, XmlDocument> {
        self.xml(request, |work, request| queries::SMTP_ERRORS.within(work, frame!(work, request)?))
    }

    fn reports_get_smtp_log_transactional(
        &self,
        request: client::ReportsGetSmtpLogTransactional,
    ) -> ServiceFuture<'_, Text> {
        self.text(request, |work, request| reports::smtp_log(work, request.transactional_id.unwrap_or_default()))
    }

    fn reports_get_complaints_by_transactional_group_string(
        &self,
        request: client::ReportsGetComplaintsByTransactionalGroupString,
    ) -> ServiceFuture<'_, DelimitedText> {
        self.delimited(request, |work, request| {
            let frame = frame!(work, request)?;
            let group = request.group_id.as_deref().unwrap_or_default();
            queries::GROUP_COMPLAINTS.of_within(work, transactional::find_stated(work, group, "GroupID")?, frame)
        })
    }

    fn reports_get_bounces_by_transactional_group_string(
        &self,
        request: client::ReportsGetBouncesByTransactionalGroupString,
    ) -> ServiceFuture<'_, DelimitedText> {
        self.delimited(request, |work, request| {
            queries::GROUP_BOUNCES
                .of(work, transactional::find_named(work, request.group_name.as_deref(), "GroupName")?)
        })
    }

    fn reports_get_bounces_by_transactional_group_with_id_string(
        &self,
        request: client::ReportsGetBouncesByTransactionalGroupWithIdString,
    ) -> ServiceFuture<'_, DelimitedText> {
        self.delimited(request, |work, request| {
            let group = transactional::find_named(work, request.group_name.as_deref(), "GroupName")?;
            queries::GROUP_BOUNCES_WITH_ID.of(work, group)
        })
    }
}
