//! Demo data: a small realistic account, made by calling the operations at past moments.

use std::fmt::Write as _;

use email_campaign_client::{ImportGroupMembersFromData2, SendMassEmailRaw};

use crate::campaigns;
use crate::import;
use crate::lists;
use crate::refusal::Result;
use crate::transactional;
use crate::work::Work;

const DAY: i64 = 24 * 3600;

const FIRST_NAMES: [&str; 10] = ["Ann", "Bruno", "Chloé", "Deniz", "Emma", "Felix", "Grace", "Hugo", "Ines", "Jörg"];
const LAST_NAMES: [&str; 6] = ["Adler", "Brandt", "Costa", "Dubois", "Eriksen", "Fischer"];
const CITIES: [&str; 5] = ["Berlin", "Köln", "Lyon", "Oslo", "Porto"];

/// Addresses with a fate of their own, so that every report has something to show.
const REACTIONS: [&str; 7] = ["bounce", "softbounce", "block", "complaint", "unsubscribe", "open", "click"];

/// Fills an account without lists: two lists, four campaigns, two transactional groups with messages.
pub fn fill_if_empty(work: Work<'_>) -> Result<()> {
    let existing: i64 =
        work.db.query_row("SELECT count(*) FROM list WHERE account_id = ?1", [work.account], |row| row.get(0))?;
    if existing > 0 {
        return Ok(());
    }
    let at = |days: i64| Work { now: work.now.later(-days * DAY), ..work };
    lists::create(work.db, work.account, "Newsletter", at(30).now)?;
    lists::create(work.db, work.account, "Customers", at(30).now)?;
    import::import(at(29), &members("Newsletter", "example.com", 60, &REACTIONS))?;
    import::import(at(28), &members("Customers", "example.org", 24, &[]))?;
    campaigns::send_raw(at(23), &newsletter("Our autumn catalogue is here", "Newsletter"))?;
    campaigns::send_raw(at(16), &newsletter("Back in stock: the blue one", "Newsletter"))?;
    campaigns::send_raw(at(9), &newsletter("Three ideas for the weekend", "Newsletter"))?;
    let sale = newsletter("For customers only: a week of offers", "");
    campaigns::send_raw(at(1), &sale.to_group_filter("Customers: City IN ('Berlin', 'Köln') OR Orders >= 5"))?;
    let receipts = transactional::create(work.db, work.account, "Receipts", at(30).now)?;
    let resets = transactional::create(work.db, work.account, "Password resets", at(30).now)?;
    for (index, address) in REACTIONS.iter().chain(&["ann.adler", "bruno.brandt", "grace.costa"]).enumerate() {
        let days = 14 - i64::try_from(index).unwrap_or_default();
        campaigns::send_raw(at(days), &receipt(receipts, &format!("{address}+receipt@example.org"), index))?;
    }
    campaigns::send_raw(at(3), &reset(resets, "click+reset@example.org"))?;
    campaigns::send_raw(at(2), &reset(resets, "bounce+reset@example.org"))?;
    Ok(())
}

fn members(list: &str, domain: &str, count: usize, more: &[&str]) -> ImportGroupMembersFromData2 {
    let mut data = String::new();
    let names = LAST_NAMES.iter().flat_map(|last| FIRST_NAMES.iter().map(move |first| (*first, *last)));
    for (index, ((first, last), city)) in names.zip(CITIES.iter().cycle()).take(count).enumerate() {
        let local = format!("{first}.{last}").to_lowercase().replace('é', "e").replace('ö', "oe");
        // Writing to a String cannot fail.
        let _ = writeln!(data, "{local}@{domain}\t{first}\t{last}\t{city}\t{}", (index * 7) % 11);
    }
    for other in more {
        let _ = writeln!(data, "{other}@{domain}\t{other}\tSimulator\tOslo\t0");
    }
    let request = ImportGroupMembersFromData2::new().group_name(list).import_data(data).column_delimiter("\t");
    request.field_names("EmailAddress\tFirstName\tLastName\tCity\tOrders").row_delimiter("\n").update_only("False")
}

fn message(subject: &str, text: &str, html: &str) -> SendMassEmailRaw {
    const BOUNDARY: &str = "=_demo_part";
    let raw = format!(
        "--{BOUNDARY}\nContent-Type: text/plain; charset=utf-8\n\n{text}\n--{BOUNDARY}\n\
         Content-Type: text/html; charset=utf-8\n\n<!DOCTYPE html><html><body style=\"font-family: sans-serif\">{html}</body></html>\n\
         --{BOUNDARY}--\n"
    );
    let request = SendMassEmailRaw::new().from_email("shop@example.net").from_name("The Example Shop").subject(subject);
    request.raw_message(raw).boundary(BOUNDARY)
}

fn newsletter(subject: &str, list: &str) -> SendMassEmailRaw {
    let text = format!("{subject}\n\nSee https://shop.example.net/new and https://shop.example.net/offers.");
    let html = format!(
        "<h1 style=\"color: #265\">{subject}</h1><p>Something new every week: \
         <a href=\"https://shop.example.net/new\">new arrivals</a> and <a href=\"https://shop.example.net/offers\">offers</a>.</p>"
    );
    message(subject, &text, &html).to_groups(list)
}

fn receipt(group: i64, address: &str, number: usize) -> SendMassEmailRaw {
    let text = format!("Thank you for your order {}. https://shop.example.net/orders", 4711 + number);
    let html = format!(
        "<h1>Thank you!</h1><p>Your order {} is on its way. <a href=\"https://shop.example.net/orders\">Follow it</a>.</p>",
        4711 + number
    );
    message("Your receipt", &text, &html).to_other(address).options(format!("TransactionalGroupID={group}"))
}

fn reset(group: i64, address: &str) -> SendMassEmailRaw {
    let link = "https://shop.example.net/reset";
    let html = format!("<p><a href=\"{link}\">Choose a new password</a> within an hour.</p>");
    message("Choose a new password", link, &html).to_other(address).options(format!("TransactionalGroupID={group}"))
}
