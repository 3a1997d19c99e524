//! Reports over a date range, in parts that are below the most records that the service returns.

use asmx_runtime::date_ranges::{DateRange, DateRanges, RangedReport};
use asmx_runtime::results::RecordCount;
use asmx_runtime::{Prepared, TypedRequest};

use crate::EmailCampaign;

/// A request for a report of a date range: one that has `BeginDate` and `EndDate`.
pub trait ReportByDate: TypedRequest + Clone {
    /// The same with these dates.
    #[must_use]
    fn with_dates(self, range: &DateRange) -> Self;
}

macro_rules! reports_by_date {
    ($($request:ident),* $(,)?) => {
        $(impl ReportByDate for crate::$request {
            fn with_dates(self, range: &DateRange) -> Self {
                self.begin_date(range.begin_date()).end_date(range.end_date())
            }
        })*

        #[cfg(test)]
        const REPORTS: &[fn() -> Box<dyn asmx_runtime::Request>] =
            &[$(|| Box::new(crate::$request::new())),*];
    };
}

reports_by_date! {
    ReportsGetMassEmailInformationDataSet,
    ReportsGetMassEmailInformationString2,
    ReportsGetBlocks,
    ReportsGetComplaintsAllString,
    ReportsGetUnsubscribesAllDataSet2,
    ReportsGetSoftBouncesByCountXml,
    ReportsGetSoftBouncesByCountDataSet,
    ReportsGetSoftBouncesByCountString,
    ReportsTransactionalGetRecipientsDataSet,
    ReportsTransactionalGetOpensDataSet,
    ReportsTransactionalGetOpensXml,
    ReportsTransactionalGetOpensString,
    ReportsTransactionalGetClicksDataSet,
    ReportsTransactionalGetSmtpErrorsString2,
    ReportsTransactionalGetSmtpErrorsDataSet2,
    ReportsTransactionalGetSmtpErrorsXml2,
    ReportsGetComplaintsByTransactionalGroupString,
}

impl EmailCampaign {
    /// A report over more records than one answer holds: the range is asked for in parts, each with at most the records that the
    /// operation is documented to return. See [`asmx_runtime::date_ranges`], and [`RangedReport`] for other ways of calling.
    ///
    /// An operation without a documented cap is asked once, unless [`RangedReport::cap`] states one. Reports that count something
    /// over the whole range (soft bounces by count) do not add up from parts.
    ///
    /// ```no_run
    /// use email_campaign_client::date_ranges::{DateRanges, EndDate, Step};
    /// use email_campaign_client::{EmailCampaign, ReportsGetBlocks};
    ///
    /// # async fn example(account: EmailCampaign) -> Result<(), Box<dyn std::error::Error>> {
    /// // The service was seen to include the day of the end date.
    /// let january = DateRanges::new("2026-01-01".parse()?, "2026-01-31".parse()?, EndDate::Included, Step::Day)?;
    /// let request = ReportsGetBlocks::new().row_delimiter("\n").col_delimiter("|");
    /// let mut report = account.report_by_date(request, january);
    /// while let Some(part) = report.next().await {
    ///     let part = part?;
    ///     println!("{}: {} blocks", part.range, part.records);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn report_by_date<R>(
        &self,
        request: R,
        ranges: DateRanges,
    ) -> RangedReport<impl FnMut(DateRange) -> Prepared<R::Answer> + Send + use<R>>
    where
        R: ReportByDate,
        R::Answer: RecordCount,
    {
        let cap = request.operation().record_limit.unwrap_or(u64::MAX);
        let client = self.client().clone();
        let ask = move |range| Prepared::new(&client, Box::new(request.clone().with_dates(&range)));
        RangedReport::new(ranges, cap, ask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_report_with_dates_is_one() {
        let has = |operation: &&&asmx_runtime::Operation, name| operation.parameter(name).is_some();
        let dated = crate::EMAIL_CAMPAIGN.operations.iter();
        let dated = dated.filter(|one| has(one, "BeginDate") && has(one, "EndDate")).map(|one| one.name);
        let listed = REPORTS.iter().map(|blank| blank().operation().name);
        assert_eq!(listed.collect::<Vec<_>>(), dated.collect::<Vec<_>>());
    }
}
