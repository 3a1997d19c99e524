//! Choices of elements, once and repeated, and arrays of alternatives.

use super::*;

#[tokio::test]
async fn one_of_several_elements() {
    let alternatives = [
        (CatChoice2::from("m".to_owned()), "<Mouse>m</Mouse>"),
        (CatChoice2::from(3), "<Tins>3</Tins>"),
        (CatChoice2::Other(None), "<Other xsi:nil=\"true\" />"),
        (CatChoice2::from(Some("o".to_owned())), "<Other>o</Other>"),
        (CatChoice2::from(vec!["a".to_owned(), "b".to_owned()]), "<Birds>a</Birds><Birds>b</Birds>"),
    ];
    for (choice, sent) in alternatives {
        let cat = Cat::new().name("n").choice(choice.clone());
        let request = EchoCat::new().cat(cat);
        let expected = format!("<cat Id=\"0\"><Name>n</Name><Weight>0</Weight>{sent}</cat>");
        assert_eq!(body(request.clone()).unwrap(), expected);
        let echoed = client().echo_cat(request).await.unwrap().into_option().unwrap();
        assert_eq!(echoed.choice(), Some(&choice), "{sent}");
    }
    let rival = CatChoice2::from(AnyCat::from(Kitten::new().name("r")));
    let echoed = client().echo_cat(EchoCat::new().cat(Cat::new().choice(rival.clone()))).await.unwrap();
    assert_eq!(echoed.into_option().unwrap().choice(), Some(&rival));
    assert_eq!(format!("{:?}", CatChoice2::Tins(3)), "{\"Tins\": 3}");
    assert_ne!(CatChoice2::Mouse("a".to_owned()), CatChoice2::Other(Some("a".to_owned())));
    assert_eq!(Cat::new().choice, None);
}

#[tokio::test]
async fn a_repeated_choice_keeps_its_order() {
    let order = Order::new().choice([
        OrderChoice::from(2),
        OrderChoice::from("l".to_owned()),
        OrderChoice::from(Item::new().sort("s")),
        OrderChoice::from(1),
    ]);
    let request = EchoOrder::new().order(order.clone());
    assert_eq!(
        body(request.clone()).unwrap(),
        "<order><Count>2</Count><Line>l</Line><Item><Sort xmlns=\"urn:zoo:a\">s</Sort><Odd xmlns=\"urn:zoo:a\"></Odd></Item><Count>1</Count></order>"
    );
    assert_eq!(client().echo_order(request).await.unwrap().into_option().unwrap(), order);
}

#[tokio::test]
async fn an_array_whose_items_are_alternatives() {
    let things = [
        ArrayOfChoice1Item::from(1),
        ArrayOfChoice1Item::Word(None),
        ArrayOfChoice1Item::from("w".to_owned()),
        ArrayOfChoice1Item::from(AnyCat::from(Cat::new().name("c").choice(CatChoice2::from(1)))),
    ];
    let request = EchoThings::new().things(things.clone());
    assert_eq!(
        body(request.clone()).unwrap(),
        "<things><Number>1</Number><Word xsi:nil=\"true\" /><Word>w</Word>\
         <Cat Id=\"0\"><Name>c</Name><Weight>0</Weight><Tins>1</Tins></Cat></things>"
    );
    assert_eq!(client().echo_things(request).await.unwrap().into_option().unwrap(), things);
}
