//! The queries of reports of rows. No report shows anything after the time of the clock.
//!
//! `:account` and `:now` are those of the call, `:begin` and `:end` its time frame, `:of` its campaign or group.

use asmx_runtime::results::table::ColumnType;

use crate::moment::Frame;
use crate::refusal::Result;
use crate::report::{Columns, Report};
use crate::work::Work;

pub struct Query {
    /// The name of its table.
    name: &'static str,
    columns: Columns,
    sql: &'static str,
}

impl Query {
    /// About a campaign or a group, until now.
    pub fn of(&self, work: Work<'_>, id: i64) -> Result<Report> {
        self.select(work, &[(":of", id)])
    }

    /// About the account, in a time frame.
    pub fn within(&self, work: Work<'_>, frame: Frame) -> Result<Report> {
        self.select(work, &[(":begin", frame.begin.seconds()), (":end", frame.end.seconds())])
    }

    /// About a campaign or a group, in a time frame.
    pub fn of_within(&self, work: Work<'_>, id: i64, frame: Frame) -> Result<Report> {
        self.select(work, &[(":of", id), (":begin", frame.begin.seconds()), (":end", frame.end.seconds())])
    }

    /// With further values of the call.
    pub fn select(&self, work: Work<'_>, values: &[(&str, i64)]) -> Result<Report> {
        let common = [(":account", work.account), (":now", work.now.seconds())];
        Report::select(work.db, self.name, self.columns, self.sql, common.iter().chain(values))
    }
}

/// `Reports_GetMassEmailInformation_…`: campaigns of a time frame, earliest first.
pub static CAMPAIGNS: Query = Query {
    name: "Campaigns",
    columns: &[
        ("JobID", ColumnType::Int),
        ("Subject", ColumnType::String),
        ("FromEmail", ColumnType::String),
        ("FromName", ColumnType::String),
        ("SentDateTime", ColumnType::DateTime),
        ("Status", ColumnType::String),
        ("Recipients", ColumnType::Int),
        ("Opened", ColumnType::Int),
        ("Clicked", ColumnType::Int),
        ("Unsubscribes", ColumnType::Int),
        ("Bounces", ColumnType::Int),
        ("SoftBounces", ColumnType::Int),
        ("Blocks", ColumnType::Int),
        ("Complaints", ColumnType::Int),
    ],
    sql: "
        SELECT campaign.id, subject, from_address, from_name, campaign.sent_at, status,
               count(DISTINCT delivery.id),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Open'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Click'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Unsubscribe'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Bounce'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'SoftBounce'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Block'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Complaint')
        FROM campaign JOIN message ON message.id = campaign.message_id
        LEFT JOIN delivery ON delivery.campaign_id = campaign.id
        LEFT JOIN event ON event.delivery_id = delivery.id AND event.at <= :now
        WHERE campaign.account_id = :account AND campaign.sent_at BETWEEN :begin AND :end
        GROUP BY campaign.id ORDER BY campaign.sent_at, campaign.id",
};

/// `Reports_GetRecipients_DataSet`: in the order of sending.
pub static CAMPAIGN_RECIPIENTS: Query = Query {
    name: "Recipients",
    columns: &[
        ("EmailAddress", ColumnType::String),
        ("Status", ColumnType::String),
        ("SentDateTime", ColumnType::DateTime),
        ("NumberOpens", ColumnType::Int),
        ("NumberClicks", ColumnType::Int),
    ],
    sql: "
        SELECT address, fate, sent_at, count(*) FILTER (WHERE kind = 'Open'), count(*) FILTER (WHERE kind = 'Click')
        FROM delivery LEFT JOIN event ON event.delivery_id = delivery.id AND event.at <= :now
        WHERE campaign_id = :of AND sent_at <= :now GROUP BY delivery.id ORDER BY delivery.id",
};

/// `Reports_GetBouncesByCampaign_DataSet2`: hard bounces are definitive, soft ones are not.
pub static CAMPAIGN_BOUNCES: Query = Query {
    name: "Bounces",
    columns: &[
        ("EmailAddress", ColumnType::String),
        ("SMTPCode", ColumnType::Int),
        ("Definitive", ColumnType::Boolean),
        ("BounceDateTime", ColumnType::DateTime),
        ("Reason", ColumnType::String),
    ],
    sql: "
        SELECT address, smtp_code, kind = 'Bounce', at, smtp_text
        FROM delivery JOIN event ON event.delivery_id = delivery.id
        WHERE campaign_id = :of AND kind IN ('Bounce', 'SoftBounce') AND at <= :now ORDER BY at, event.id",
};

/// `Reports_GetRemovedAddresses`: addresses that a campaign removed from the account. The operation's response has no
/// result; the outbox shows them.
pub static REMOVED: Query = Query {
    name: "Removed",
    columns: &[
        ("EmailAddress", ColumnType::String),
        ("Reason", ColumnType::String),
        ("RemovedDateTime", ColumnType::DateTime),
    ],
    sql: "
        SELECT removal.address, reason, at FROM delivery JOIN removal ON removal.delivery_id = delivery.id
        WHERE campaign_id = :of AND at <= :now ORDER BY at, delivery.id",
};

/// `Reports_GetBlocks`: the 20,000 most recent of the time frame, the most recent first.
pub static BLOCKS: Query = Query {
    name: "Blocks",
    columns: &[
        ("EmailAddress", ColumnType::String),
        ("BlockDateTime", ColumnType::DateTime),
        ("SMTPCode", ColumnType::Int),
        ("Reason", ColumnType::String),
        ("JobID", ColumnType::Int),
    ],
    sql: "
        SELECT address, at, smtp_code, smtp_text, campaign_id
        FROM event JOIN delivery ON delivery.id = event.delivery_id
        WHERE event.account_id = :account AND kind = 'Block' AND at BETWEEN :begin AND :end
        ORDER BY at DESC, event.id DESC LIMIT 20000",
};

/// `Reports_GetComplaintsAll_String`: complaints about campaigns and transactional messages, the earliest first.
pub static COMPLAINTS: Query = Query {
    name: "Complaints",
    columns: &[
        ("EmailAddress", ColumnType::String),
        ("ComplaintDateTime", ColumnType::DateTime),
        ("JobID", ColumnType::Int),
    ],
    sql: "
        SELECT address, at, campaign_id FROM event JOIN delivery ON delivery.id = event.delivery_id
        WHERE event.account_id = :account AND kind = 'Complaint' AND at BETWEEN :begin AND :end ORDER BY at, event.id",
};

/// `Reports_GetUnsubscribesAll_DataSet2`: across all campaigns, the earliest first.
pub static UNSUBSCRIBES: Query = Query {
    name: "Unsubscribes",
    columns: &[
    ("EmailAddress", ColumnType::String),
    ("UnsubscribeDateTime", ColumnType::DateTime),
    ("JobID", ColumnType::Int),
    ("Subject", ColumnType::String),
],
    sql: "
        SELECT address, at, campaign_id, subject
        FROM event JOIN delivery ON delivery.id = event.delivery_id JOIN message ON message.id = message_id
        WHERE event.account_id = :account AND kind = 'Unsubscribe' AND campaign_id IS NOT NULL AND at BETWEEN :begin AND :end
        ORDER BY at, event.id",
};

/// `Reports_Transactional_GetRecipients_DataSet`: messages of a group, the earliest first.
pub static GROUP_RECIPIENTS: Query = Query {
    name: "Recipients",
    columns: &[
        ("TransactionalID", ColumnType::Long),
        ("EmailAddress", ColumnType::String),
        ("Subject", ColumnType::String),
        ("SentDateTime", ColumnType::DateTime),
        ("Status", ColumnType::String),
    ],
    sql: "
        SELECT delivery.id, address, subject, sent_at, fate FROM delivery JOIN message ON message.id = message_id
        WHERE group_id = :of AND sent_at BETWEEN :begin AND :end ORDER BY sent_at, delivery.id",
};

/// `Reports_Transactional_GetOpens_…`: one row per opened message with its opens in the time frame and the last of them.
pub static GROUP_OPENS: Query = Query {
    name: "Opens",
    columns: &[
    ("TransactionalID", ColumnType::Long),
    ("EmailAddress", ColumnType::String),
    ("NumberOpens", ColumnType::Int),
    ("OpenDateTime", ColumnType::DateTime),
],
    sql: "
        SELECT delivery.id, address, count(*), max(at) FROM delivery JOIN event ON event.delivery_id = delivery.id
        WHERE group_id = :of AND kind = 'Open' AND at BETWEEN :begin AND :end GROUP BY delivery.id ORDER BY max(at), delivery.id",
};

/// `Reports_Transactional_GetClicks_…`: every click, the earliest first.
pub static GROUP_CLICKS: Query = Query {
    name: "Clicks",
    columns: &[
        ("TransactionalID", ColumnType::Long),
        ("EmailAddress", ColumnType::String),
        ("URL", ColumnType::String),
        ("LinkPosition", ColumnType::Int),
        ("ClickDateTime", ColumnType::DateTime),
    ],
    sql: "
        SELECT delivery.id, address, url, link_position, at FROM delivery JOIN event ON event.delivery_id = delivery.id
        WHERE group_id = :of AND kind = 'Click' AND at BETWEEN :begin AND :end ORDER BY at, event.id",
};

/// `Reports_Transactional_GetSMTPErrors_…`: bounces, soft bounces and blocks of all groups, the earliest first.
pub static SMTP_ERRORS: Query = Query {
    name: "SMTPErrors",
    columns: &[
        ("TransactionalID", ColumnType::Long),
        ("EmailAddress", ColumnType::String),
        ("SMTPCode", ColumnType::Int),
        ("Definitive", ColumnType::Boolean),
        ("ErrorDateTime", ColumnType::DateTime),
        ("Message", ColumnType::String),
        ("GroupID", ColumnType::Int),
    ],
    sql: "
        SELECT delivery.id, address, smtp_code, kind <> 'SoftBounce', at, smtp_text, group_id
        FROM event JOIN delivery ON delivery.id = event.delivery_id
        WHERE event.account_id = :account AND group_id IS NOT NULL AND kind IN ('Bounce', 'SoftBounce', 'Block')
              AND at BETWEEN :begin AND :end ORDER BY at, event.id",
};

/// `Reports_GetComplaintsByTransactionalGroup_String`.
pub static GROUP_COMPLAINTS: Query = Query {
    name: "Complaints",
    columns: &[
        ("EmailAddress", ColumnType::String),
        ("ComplaintDateTime", ColumnType::DateTime),
        ("TransactionalID", ColumnType::Long),
    ],
    sql: "
        SELECT address, at, delivery.id FROM delivery JOIN event ON event.delivery_id = delivery.id
        WHERE group_id = :of AND kind = 'Complaint' AND at BETWEEN :begin AND :end ORDER BY at, event.id",
};

/// `Reports_GetBouncesByTransactionalGroup_String`: hard and soft, the earliest first.
pub static GROUP_BOUNCES: Query = Query {
    name: "Bounces",
    columns: &[
        ("EmailAddress", ColumnType::String),
        ("SMTPCode", ColumnType::Int),
        ("Definitive", ColumnType::Boolean),
        ("BounceDateTime", ColumnType::DateTime),
    ],
    sql: "
        SELECT address, smtp_code, kind = 'Bounce', at FROM delivery JOIN event ON event.delivery_id = delivery.id
        WHERE group_id = :of AND kind IN ('Bounce', 'SoftBounce') AND at <= :now ORDER BY at, event.id",
};

/// `Reports_GetBouncesByTransactionalGroupWithId_String`: with the identifier of each message.
pub static GROUP_BOUNCES_WITH_ID: Query = Query {
    name: "Bounces",
    columns: &[
        ("TransactionalID", ColumnType::Long),
        ("EmailAddress", ColumnType::String),
        ("SMTPCode", ColumnType::Int),
        ("Definitive", ColumnType::Boolean),
        ("BounceDateTime", ColumnType::DateTime),
    ],
    sql: "
        SELECT delivery.id, address, smtp_code, kind = 'Bounce', at
        FROM delivery JOIN event ON event.delivery_id = delivery.id
        WHERE group_id = :of AND kind IN ('Bounce', 'SoftBounce') AND at <= :now ORDER BY at, event.id",
};

/// `Reports_GetSoftBouncesByCount_…`. Of a group with `max()`, SQLite takes the other columns from the row that has it.
pub static SOFT_BOUNCES: Query = Query {
    name: "SoftBounces",
    columns: &[
        ("EmailAddress", ColumnType::String),
        ("SoftBounceCount", ColumnType::Int),
        ("LastBounceDateTime", ColumnType::DateTime),
        ("SMTPCode", ColumnType::Int),
    ],
    sql: "
        SELECT address, count(*), max(at), smtp_code FROM event JOIN delivery ON delivery.id = event.delivery_id
        WHERE event.account_id = :account AND kind = 'SoftBounce' AND at BETWEEN :begin AND :end
        GROUP BY key HAVING count(*) <= :most ORDER BY count(*) DESC, key",
};

/// `Groups_GetList_DataSet`: all lists of the account by name.
pub static LISTS: Query = Query {
    name: "Groups",
    columns: &[("GroupID", ColumnType::Int), ("GroupName", ColumnType::String), ("MemberCount", ColumnType::Int)],
    sql: "
        SELECT id, name, (SELECT count(*) FROM member WHERE list_id = list.id) FROM list
        WHERE account_id = :account ORDER BY name",
};
