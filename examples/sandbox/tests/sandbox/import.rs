use email_campaign_client::*;

use crate::fixture::{account, column, identifier, members, message, recipients, refusal};

fn import(names: &str, data: &str) -> ImportGroupMembersFromData2 {
    ImportGroupMembersFromData2::new().group_name("News").field_names(names).import_data(data)
}

#[tokio::test]
async fn members_are_added_updated_and_left_out_with_a_report() {
    let (_, account) = account();
    let data = "ann@x.test,Köln\nnobody,Bonn\n\nbob@x.test,Bonn\nANN@x.test,Mainz\n";
    let status = account.import_group_members_from_data2(import("Email,City", data)).await.unwrap();
    assert_eq!(status, "0\nSUCCESS\nAdded: 2\nUpdated: 1\nLeft out: 1\nRow 2: `nobody` is not an e-mail address");
    assert_eq!(members(&account).await[0].1, "2");

    let update = import("EmailAddress,City", "bob@x.test,Berlin\neve@x.test,Oslo").update_only("true");
    let status = account.import_group_members_from_data2(update).await.unwrap();
    assert_eq!(status, "0\nSUCCESS\nAdded: 0\nUpdated: 1\nLeft out: 1\nRow 2: `eve@x.test` is not in the list");
    let filtered = message("x").to_group_filter("News: City IN ('Mainz', 'Berlin')");
    let job = i32::try_from(identifier(&account.send_mass_email_raw(filtered).await.unwrap())).unwrap();
    assert_eq!(column(&recipients(&account, job).await, "EmailAddress"), ["ann@x.test", "bob@x.test"]);
}

#[tokio::test]
async fn any_delimiters_and_qualifier_are_accepted() {
    for (names, data, column, row, qualifier) in [
        ("City;E-mail", "'a;b''c|';ann@x.test|", ";", "|", "'"),
        ("City---Email", "a;b'c|---ann@x.test<br/>", "---", "<br/>", ""),
        ("City\tEmail", "\"a;b'c|\"\tann@x.test\r\n", "\t", "\n", "\""),
    ] {
        let (_, account) = account();
        let request = import(names, data).column_delimiter(column).row_delimiter(row).text_qualifier(qualifier);
        account.import_group_members_from_data2(request).await.unwrap();
        account.send_mass_email_raw(message("x").to_group_filter("News: City = 'a;b''c|'")).await.unwrap();
    }
}

#[tokio::test]
async fn a_wrong_import_changes_nothing() {
    let (_, account) = account();
    for (request, kind, reason) in [
        (import("Email,City", "a@x.test,b\nc@x.test\nd@x.test,e,f"), "InvalidFieldCount", "row 2 has 1, row 3 has 3"),
        (import("Email,City", "a@x.test,\"b").text_qualifier("\""), "InvalidDelimiter", "is not closed"),
        (import("City", "b"), "InvalidField", "EmailAddress"),
        (import("Email,E-Mail", "a@x.test,b@x.test"), "InvalidField", "second column"),
        (import("Email,City,city", "a@x.test,b,c"), "InvalidField", "given twice"),
        (import("Email,Town", "a@x.test,b").update_only("True"), "InvalidField", "no field `Town`"),
        (import("Email", "a@x.test").update_only("perhaps"), "InvalidParameter", "UpdateOnly `perhaps`"),
        (import("Email", "a@x.test").row_delimiter(",").column_delimiter(","), "InvalidDelimiter", "are equal"),
        (import("Email", "a@x.test").group_name("Olds"), "GroupNotFound", "`Olds`"),
    ] {
        let (name, message) = refusal(account.import_group_members_from_data2(request).await);
        assert_eq!(name, kind, "{message}");
        assert!(message.contains(reason), "{message}");
    }
    assert_eq!(members(&account).await[0].1, "0");
}

#[tokio::test]
async fn an_empty_import_succeeds() {
    let (_, account) = account();
    let status = account.import_group_members_from_data2(import("Email", "")).await.unwrap();
    assert_eq!(status, "0\nSUCCESS\nAdded: 0\nUpdated: 0\nLeft out: 0");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(cases::of(48)))]

    /// For any data the counts are those of a model, or the import has changed nothing.
    #[test]
    fn counts_agree_with_a_model(
        first in proptest::collection::vec("[ab]@x\\.test|[ab]|", 0..6),
        second in proptest::collection::vec("[abc]@x\\.test|,|\"x", 0..4),
        update_only in proptest::bool::ANY,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let (_, account) = account();
            let mut model = std::collections::BTreeSet::new();
            for (rows, update_only) in [(&first, false), (&second, update_only)] {
                let request = import("Email", &rows.join("\n")).text_qualifier("\"");
                let status = account.import_group_members_from_data2(request.update_only(update_only.to_string())).await;
                if let Ok(status) = status {
                    let (mut added, mut updated, mut left_out) = (0, 0, 0);
                    for row in rows.iter().filter(|row| !row.is_empty()) {
                        match (row.contains('@'), model.contains(row)) {
                            (true, true) => updated += 1,
                            (true, false) if !update_only => {
                                model.insert(row.clone());
                                added += 1;
                            }
                            _ => left_out += 1,
                        }
                    }
                    let expected = format!("0\nSUCCESS\nAdded: {added}\nUpdated: {updated}\nLeft out: {left_out}");
                    assert!(status.as_str().starts_with(&expected), "{rows:?}: {status}, expected {expected}");
                } else {
                    assert!(rows.iter().any(|row| row.contains(['"', ','])), "{rows:?}: {status:?}");
                }
                assert_eq!(members(&account).await[0].1, model.len().to_string());
            }
        });
    }
}

#[tokio::test]
async fn a_hundred_thousand_members_in_one_call() {
    let (_, account) = account();
    let rows = (0..100_000).map(|index| format!("user{index}@example.com,First{index},\"Last, {index}\"\n"));
    let data = rows.collect::<Vec<_>>().concat();
    let started = std::time::Instant::now();
    let request = import("Email,First,Last", &data).text_qualifier("\"");
    let status = account.import_group_members_from_data2(request).await.unwrap();
    assert_eq!(status, "0\nSUCCESS\nAdded: 100000\nUpdated: 0\nLeft out: 0");
    // A generous limit: without optimization, on a busy machine.
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}
