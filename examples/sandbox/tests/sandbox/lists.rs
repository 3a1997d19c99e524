use email_campaign_client::*;

use crate::fixture::{account, column, identifier, members, refusal};

fn add(address: &str) -> AddGroupMember {
    AddGroupMember::new().group_name("News").email_address(address)
}

/// The fields of a member, found out by filters.
async fn found(account: &EmailCampaign, condition: &str) -> bool {
    let request = crate::fixture::message("probe").to_group_filter(format!("News: {condition}"));
    match account.send_mass_email_raw(request).await {
        Ok(_) => true,
        Err(error) => {
            assert!(error.to_string().contains("no recipients"), "{error}");
            false
        }
    }
}

#[tokio::test]
async fn members_are_added_with_arrays_and_with_strings() {
    let (_, account) = account();
    let request = add("ann@x.test").field_names(["City", "First Name"]).field_values(["Köln", "Ann"]);
    let first = identifier(&account.add_group_member(request).await.unwrap());
    let request = AddGroupMemberString::new().group_name("news").email_address("bob@x.test");
    let request = request.field_names("City,Motto").field_values("Bonn,\"one, two\"");
    let second = identifier(&account.add_group_member_string(request).await.unwrap());
    assert_eq!(second, first + 1);
    assert_eq!(members(&account).await, [("News".to_owned(), "2".to_owned())]);
    assert!(found(&account, "City = 'Köln' AND [First Name] = 'ann' AND Motto IS NULL").await);
    assert!(found(&account, "City = 'Bonn' AND Motto = 'one, two'").await);
}

#[tokio::test]
async fn a_refused_member_changes_nothing() {
    let (_, account) = account();
    account.add_group_member(add("ann@x.test")).await.unwrap();
    let with_fields = |names: &[&str], values: &[&str]| {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        add("bob@x.test").field_names(owned(names)).field_values(owned(values))
    };
    for (request, kind, reason) in [
        (add("ANN@x.test"), "DuplicateEmailAddress", "ANN@x.test"),
        (add("ann"), "InvalidEmailAddress", "`ann`"),
        (AddGroupMember::new().group_name("News"), "InvalidEmailAddress", "EmailAddress is missing"),
        (AddGroupMember::new().group_name("Olds").email_address("a@x.test"), "GroupNotFound", "`Olds`"),
        (AddGroupMember::new().email_address("a@x.test"), "GroupNotFound", "GroupName is missing"),
        (with_fields(&["City"], &[]), "InvalidFieldCount", "1 names, FieldValues 0 values"),
        (with_fields(&["City"], &["a", "b"]), "InvalidFieldCount", "2 values"),
        (with_fields(&["City", "city"], &["a", "b"]), "InvalidField", "given twice"),
        (with_fields(&["E-mail"], &["a"]), "InvalidField", "EmailAddress"),
        (with_fields(&["City", " "], &["a", "b"]), "InvalidField", "not a valid name for a field"),
    ] {
        let (name, message) = refusal(account.add_group_member(request).await);
        assert_eq!(name, kind, "{message}");
        assert!(message.contains(reason), "{message}");
    }
    assert_eq!(members(&account).await, [("News".to_owned(), "1".to_owned())]);
    let (_, message) =
        refusal(account.send_mass_email_raw(crate::fixture::message("x").to_group_filter("News: City = 'a'")).await);
    assert!(message.contains("no field `City`"), "a refused call made a field: {message}");
}

#[tokio::test]
async fn a_member_is_edited_by_identifier() {
    let (_, account) = account();
    let added = account.add_group_member(add("ann@x.test").field_names(["City"]).field_values(["Köln"])).await.unwrap();
    let id = i32::try_from(identifier(&added)).unwrap();
    let edit = |id, name: &str, value: &str| {
        GroupsEditMemberById::new().group_member_id(id).group_name("News").field_name(name).new_field_value(value)
    };
    let status = account.groups_edit_member_by_id(edit(id, "city", "Bonn")).await.unwrap();
    assert_eq!(status, "0\nSUCCESS");
    assert!(found(&account, "City = 'Bonn'").await);
    assert_eq!(account.groups_edit_member_by_id(edit(id + 1, "City", "x")).await.unwrap(), "3\nNot Found");
    assert_eq!(refusal(account.groups_edit_member_by_id(edit(id, "Town", "x")).await).0, "InvalidField");
    account.groups_edit_member_by_id(edit(id, "EmailAddress", "anna@x.test")).await.unwrap();
    assert!(found(&account, "EmailAddress = 'anna@x.test'").await);
}

#[tokio::test]
async fn a_member_is_edited_by_address() {
    let (_, account) = account();
    account.add_group_member(add("ann@x.test").field_names(["City", "Age"]).field_values(["Köln", "7"])).await.unwrap();
    account.add_group_member(add("bob@x.test")).await.unwrap();
    let edit = |address: &str, names: &str, values: &str| {
        let request = ListsEditMemberByAddress::new().list_name("News").email_address(address);
        request.field_names(names).field_values(values).delimiter("|").text_qualifier("'")
    };
    let status = account.lists_edit_member_by_address(edit("Ann@x.test", "City|Age", "'Bonn|Beuel'|8")).await.unwrap();
    assert_eq!(status, "0\nSUCCESS");
    assert!(found(&account, "City = 'Bonn|Beuel' AND Age = 8").await);
    assert_eq!(account.lists_edit_member_by_address(edit("eve@x.test", "City", "x")).await.unwrap(), "3\nNot Found");
    for (request, kind) in [
        (edit("ann@x.test", "City|Age", "x"), "InvalidFieldCount"),
        (edit("ann@x.test", "EmailAddress", "BOB@x.test"), "DuplicateEmailAddress"),
        (edit("ann@x.test", "EmailAddress|City|Town", "new@x.test|Berlin|x"), "InvalidField"),
        (edit("ann@x.test", "City", "'x"), "InvalidDelimiter"),
        (edit("ann@x.test", "", ""), "InvalidField"),
        (edit("ann@x.test", "City", "x").options("fast"), "InvalidParameter"),
        (edit("ann@x.test", "City", "x").list_name("Olds"), "GroupNotFound"),
    ] {
        assert_eq!(refusal(account.lists_edit_member_by_address(request).await).0, kind);
    }
    assert!(found(&account, "City = 'Bonn|Beuel' AND EmailAddress = 'ann@x.test'").await);
}

#[tokio::test]
async fn lists_are_made_by_their_owner_and_read_by_name() {
    let (sandbox, account) = account();
    sandbox.create_list("Älteste").await.unwrap();
    sandbox.create_list("Customers").await.unwrap();
    for name in ["news", "", "a,b", "a:b"] {
        assert!(sandbox.create_list(name).await.is_err(), "{name}");
    }
    let lists = account.groups_get_list_data_set(GroupsGetListDataSet::new()).await.unwrap();
    assert_eq!(column(&lists, "GroupName"), ["Customers", "News", "Älteste"]);
    assert_eq!(column(&lists, "GroupID"), ["203", "201", "202"]);
}
