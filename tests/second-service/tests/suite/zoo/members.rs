//! Members: attributes, texts, lists, other namespaces, absent and null values, XML and values of any type.

use asmx_runtime::mock::Mock;
use asmx_runtime::values::{AnyValue, Attributes, Nillable, XmlFragment};
use asmx_runtime::xsd;

use super::*;

fn money() -> Money {
    Money::new().text("12.50".parse::<xsd::Decimal>().unwrap()).currency("EUR")
}

#[tokio::test]
async fn texts_and_attributes() {
    let request = EchoMoney::new().money(money()).note(Note::new().text("<n>"));
    assert_eq!(body(request.clone()).unwrap(), "<money Currency=\"EUR\">12.50</money><note>&lt;n&gt;</note>");
    let echoed = client().echo_money(request).await.unwrap().into_option().unwrap();
    assert_eq!(echoed, money());
    assert_eq!(format!("{echoed:?}"), "Money { text: 12.50, Currency: \"EUR\" }");
    let error = body(EchoMoney::new().money(Money::new())).unwrap_err().to_string();
    assert!(error.contains("Currency"), "{error}");
}

#[tokio::test]
async fn mixed_content_and_nothing_at_all() {
    let story = Story::new().content(XmlFragment::new("Once <b xmlns=\"urn:x\">upon</b> a time")).title("T");
    let request = EchoStory::new().story(story.clone()).empty(Empty::new());
    assert_eq!(
        body(request.clone()).unwrap(),
        "<story Title=\"T\">Once <b xmlns=\"urn:x\">upon</b> a time</story><empty></empty>"
    );
    assert_eq!(client().echo_story(request).await.unwrap().into_option().unwrap(), story);
    assert_eq!(format!("{:?}", Empty::new()), "Empty");
}

#[tokio::test]
async fn names_of_several_namespaces() {
    let item = Item::new()
        .sort("s")
        .far("f")
        .here("h")
        .local("l")
        .next(Item::new().sort("inner").odd(Odd::B))
        .qualified("q")
        .odd(Odd::AB);
    let sent = body(EchoItem::new().item(item.clone())).unwrap();
    assert_eq!(
        sent,
        "<item xmlns:q1=\"urn:zoo:a\" q1:Qualified=\"q\"><Sort xmlns=\"urn:zoo:a\">s</Sort><Far xmlns=\"urn:zoo:b\">f</Far>\
         <Here>h</Here><Local xmlns=\"\">l</Local><Next xmlns=\"urn:zoo:a\"><Sort>inner</Sort><Odd>`&lt;b&gt;`</Odd></Next>\
         <Odd xmlns=\"urn:zoo:a\">a b</Odd></item>"
    );
    assert_eq!(client().echo_item(EchoItem::new().item(item.clone())).await.unwrap().into_option().unwrap(), item);
    assert_eq!("".parse::<Odd>().unwrap(), Odd::Empty);
    assert_eq!("unknown".parse::<Odd>().unwrap(), Odd::Unknown);
    assert_eq!(Odd::UnknownValue("x".to_owned()).to_string(), "x");
}

#[tokio::test]
async fn lists_in_one_text() {
    let item = OtherItem::new().kinds([Kind::Tame, Kind::Wild]).numbers([1, -2]);
    let request = EchoOther::new().item(item.clone());
    assert_eq!(
        body(request.clone()).unwrap(),
        "<item><Kinds xmlns=\"urn:zoo:b\">Tame Wild</Kinds><Numbers xmlns=\"urn:zoo:b\">1 -2</Numbers></item>"
    );
    assert_eq!(client().echo_other(request).await.unwrap().into_option().unwrap(), item);
    let empty = OtherItem::new().numbers(Vec::<i32>::new());
    assert_eq!(body(EchoOther::new().item(empty)).unwrap(), "<item><Numbers xmlns=\"urn:zoo:b\"></Numbers></item>");
    assert_eq!(format!("{item:?}"), "Item { Kinds: [\"Tame\", \"Wild\"], Numbers: [1, -2] }");
    let client = responding(&ECHO_OTHER, "", "<Numbers xmlns=\"urn:zoo:b\"> 3 4 </Numbers>");
    let read = client.echo_other(EchoOther::new()).await.unwrap().into_option().unwrap();
    assert_eq!(read.numbers, Some(vec![3, 4]));
}

#[tokio::test]
async fn arrays_of_arrays_and_arrays_with_names_of_their_own() {
    // A null inside an array of arrays has no setter.
    let mut request = EchoGrid::new().words(["a"]).days([1]);
    request.grid = Some(vec![Some(vec![1, 2]), None, Some(vec![])]);
    assert_eq!(EchoGrid::new().grid([vec![1]]).grid, Some(vec![Some(vec![1])]));
    assert_eq!(
        body(request.clone()).unwrap(),
        "<grid><ArrayOfInt2><int>1</int><int>2</int></ArrayOfInt2><ArrayOfInt2 xsi:nil=\"true\" /><ArrayOfInt2></ArrayOfInt2></grid>\
         <words><w xmlns=\"\">a</w></words><days><int>1</int></days>"
    );
    let echoed = client().echo_grid(request).await.unwrap().into_option().unwrap();
    assert_eq!(echoed, [Some(vec![1, 2]), None, Some(vec![])]);
}

#[tokio::test]
async fn absent_null_and_given_are_three() {
    let sent = |name: Nillable<String>| {
        let request = EchoRights::new().rights(Rights::READ).name(name).tag(["x", "y"]);
        body(request).unwrap()
    };
    let around = |name: &str| format!("<rights>Read</rights>{name}<tag>x</tag><tag>y</tag>");
    assert_eq!(sent(Nillable::Absent), around(""));
    assert_eq!(sent(Nillable::Nil), around("<name xsi:nil=\"true\" />"));
    assert_eq!(sent("n".to_owned().into()), around("<name>n</name>"));

    let cat = Cat::new().choice(CatChoice2::Tins(3)).lives(9).nick(Nillable::Nil);
    let echoed = client().echo_cat(EchoCat::new().cat(cat.clone())).await.unwrap().into_option().unwrap();
    assert_eq!(echoed, AnyCat::Cat(cat));
    let AnyCat::Cat(echoed) = echoed else { panic!("{echoed:?}") };
    assert_eq!((echoed.lives, echoed.nick), (Nillable::Value(9), Nillable::Nil));
}

#[tokio::test]
async fn what_nobody_declared() {
    let others: Attributes = [("plain", "1"), ("{urn:x}far", "2")].into_iter().collect();
    let cat = Cat::new()
        .choice(CatChoice2::Tins(3))
        .any([XmlFragment::from("<a xmlns=\"urn:x\">1</a>"), XmlFragment::from("<b xmlns=\"\"/>")])
        .any_attributes(others.clone());
    let echoed = client().echo_cat(EchoCat::new().cat(cat.clone())).await.unwrap().into_option().unwrap();
    assert_eq!(echoed.any().len(), 2);
    assert_eq!(echoed.any()[0].as_str(), "<a xmlns=\"urn:x\">1</a>");
    assert_eq!(echoed.any_attributes(), Some(&others));
}

#[tokio::test]
async fn values_of_any_type() {
    async fn echoed(value: AnyValue) -> AnyValue {
        client().echo_any(EchoAny::new().value(value)).await.unwrap().into_option().unwrap()
    }
    assert_eq!(echoed(AnyValue::of(&5)).await.get(), Some(5));
    assert_eq!(echoed(AnyValue::of(&"text".to_owned())).await.get(), Some("text".to_owned()));
    assert_eq!(echoed(AnyValue::of(&vec![1, 2])).await.get(), Some(vec![1, 2]));
    assert_eq!(echoed(AnyValue::of(&Kind::Tame)).await.get(), Some(Kind::Tame));
    assert_eq!(echoed(AnyValue::of(&Rights::READ)).await.get(), Some(Rights::READ));
    let cat = Cat::new().name("Tom").choice(CatChoice2::Mouse("m".to_owned()));
    let read = echoed(AnyValue::of(&cat)).await;
    assert_eq!((read.get::<Dog>(), read.get()), (None, Some(cat.clone())));
    assert_eq!(echoed(AnyValue::of(&AnyAnimal2::from(cat.clone()))).await.get(), Some(cat.clone()));
    let animals = vec![Some(AnyAnimal2::from(cat)), None, Some(Animal::new().into())];
    assert_eq!(echoed(AnyValue::of(&animals)).await.get(), Some(animals));
    let raws = AnyAnimal::new()
        .raw(XmlFragment::from("<r xmlns=\"\"/>"))
        .raws([Some(XmlFragment::from("<x xmlns=\"\">1</x>")), None]);
    assert_eq!(
        body(EchoAny::new().any(raws)).unwrap(),
        "<any><Raw><r xmlns=\"\"/></Raw><Raws><XmlNode><x xmlns=\"\">1</x></XmlNode><XmlNode xsi:nil=\"true\" /></Raws></any>"
    );
}

#[tokio::test]
async fn defaults_secrets_and_repeated_values() {
    let keeper = Keeper::new()
        .name("K")
        .pin(1234)
        .rights(Rights::READ | Rights::WRITE)
        .shift(Circle::new().area(1.0).radius(2.0));
    assert!(!format!("{keeper:?}").contains("1234"), "{keeper:?}");
    let animal = Animal::new().call(["a", "b"]).kinds([Kind::Wild]).id(7).lang("de").friend(keeper.clone());
    let sent = body(EchoAnimal::new().animal(animal.clone())).unwrap();
    assert_eq!(
        sent,
        "<animal Id=\"7\" xml:lang=\"de\" Kinds=\"Wild\"><Name xsi:nil=\"true\" /><Weight>0</Weight><Call>a</Call><Call>b</Call>\
         <Friend><Name>K</Name><Pin>1234</Pin><Rights>Read Write</Rights>\
         <Shift xsi:type=\"Circle\"><Area>1</Area><Radius>2</Radius></Shift></Friend></animal>"
    );
    let echoed = client().echo_animal(EchoAnimal::new().animal(animal.clone())).await.unwrap().into_option().unwrap();
    assert_eq!(echoed.call(), ["a", "b"]);
    assert_eq!(echoed.friend(), Some(&keeper));
    let orders = Order::new().marks([Some(1), None]);
    assert_eq!(
        body(EchoOrder::new().order(orders)).unwrap(),
        "<order><Marks>1</Marks><Marks xsi:nil=\"true\" /></order>"
    );
}

#[tokio::test]
async fn a_list_goes_by_way_of_a_mock() {
    let other = OtherItem::new().kinds([Kind::Wild, Kind::Tame]).numbers([1, -2]);
    let mock = Mock::new(&ZOO);
    mock.respond::<EchoOther>(Typed::new(other.clone()));
    let request = EchoOther::new().item(other.clone());
    let echoed = Zoo::from(mock.client()).echo_other(request.clone()).await.unwrap();
    assert_eq!(echoed.into_option().unwrap(), other);
    mock.assert_called_with(&request);
}
