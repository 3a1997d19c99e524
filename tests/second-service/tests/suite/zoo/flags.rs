//! Sets of an enumeration's values.

use super::*;

#[tokio::test]
async fn a_set_is_sent_in_the_order_of_its_declaration() {
    let rights = Rights::WRITE | Rights::READ;
    assert_eq!(body(EchoRights::new().rights(rights.clone())).unwrap(), "<rights>Read Write</rights>");
    assert_eq!(body(EchoRights::new().rights(Rights::new())).unwrap(), "<rights></rights>");
    let echoed = client().echo_rights(EchoRights::new().rights(rights.clone())).await.unwrap().into_option().unwrap();
    assert_eq!(echoed, rights);
    let none = client().echo_rights(EchoRights::new().rights(Rights::NONE)).await.unwrap().into_option().unwrap();
    assert_eq!(none, Rights::NONE);
}

#[test]
fn a_set_is_asked_changed_and_shown() {
    let mut rights = Rights::READ;
    rights |= Rights::A_WITH_B;
    rights.insert(Rights::READ);
    assert!(rights.contains(&Rights::READ) && !rights.contains(&Rights::ALL) && !rights.is_empty());
    assert_eq!(rights.iter().collect::<Vec<_>>(), ["Read", "A_B"]);
    assert_eq!((rights.to_string().as_str(), format!("{rights:?}").as_str()), ("Read A_B", "{\"Read\", \"A_B\"}"));
    rights.remove(&Rights::READ);
    assert_eq!(rights, Rights::A_WITH_B);
    assert_eq!("Write Read".parse::<Rights>().unwrap(), Rights::READ | Rights::WRITE);
    assert!("Write Fly".parse::<Rights>().is_err());
    assert!(Rights::default().is_empty());
}

#[tokio::test]
async fn an_unknown_text_is_kept_and_not_sent() {
    let service = responding(&ECHO_RIGHTS, "", "Fly Write");
    let read = service.echo_rights(EchoRights::new().rights(Rights::NONE)).await.unwrap().into_option().unwrap();
    assert_eq!(read.iter().collect::<Vec<_>>(), ["Write", "Fly"]);
    let request = EchoRights::new().rights(read.clone());
    let error = client().echo_rights(request.clone()).await.unwrap_err().to_string();
    assert!(error.contains("Write Fly"), "{error}");
    assert_eq!(body(request).unwrap(), "<rights>Write Fly</rights>");
}
