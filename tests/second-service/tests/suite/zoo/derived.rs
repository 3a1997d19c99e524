//! Types that are derived from others, where those are declared.

use asmx_runtime::values::XmlFragment;

use super::*;

fn cat() -> Cat {
    Cat::new().name("Tom").id(1).choice(CatChoice2::Tins(2))
}

fn dog() -> Dog {
    Dog::new().name("Rex").trick("sit").master(Keeper::new().name("K"))
}

#[tokio::test]
async fn a_value_of_each_type_says_which_it_is() {
    let sent = |animal: AnyAnimal2| body(EchoAnimal::new().animal(animal)).unwrap();
    assert_eq!(sent(Animal::new().name("A").into()), "<animal Id=\"0\"><Name>A</Name><Weight>0</Weight></animal>");
    assert_eq!(
        sent(cat().into()),
        "<animal xsi:type=\"Cat\" Id=\"1\"><Name>Tom</Name><Weight>0</Weight><Tins>2</Tins></animal>"
    );
    assert_eq!(
        sent(dog().into()),
        "<animal xmlns:q1=\"urn:zoo:b\" xsi:type=\"q1:Dog\" Id=\"0\"><Name>Rex</Name><Weight>0</Weight>\
         <Master xmlns=\"urn:zoo:b\"><Name xmlns=\"http://zoo.test/\">K</Name><Pin xmlns=\"http://zoo.test/\">0</Pin>\
         <Rights xmlns=\"http://zoo.test/\"></Rights></Master><Trick>sit</Trick></animal>"
    );
}

#[tokio::test]
async fn every_type_comes_back_as_what_it_was() {
    let kitten = Kitten::new().name("Kit").toy(Toy::new().x(3)).choice(CatChoice2::Mouse("mouse".to_owned()));
    let animals = [
        AnyAnimal2::from(Animal::new().name("A").parent(cat()).young([Some(dog().into()), None])),
        cat().into(),
        kitten.clone().into(),
        dog().into(),
    ];
    for animal in &animals {
        let request = EchoAnimal::new().animal(animal.clone());
        assert_eq!(client().echo_animal(request).await.unwrap().into_option().as_ref(), Some(animal));
    }
    let all = animals.clone().map(Some);
    let echoed = client().echo_animals(EchoAnimals::new().animals(all.clone())).await.unwrap().into_option().unwrap();
    assert_eq!(echoed, all);
    // A derived type that others are derived from.
    let echoed = client().echo_cat(EchoCat::new().cat(kitten.clone())).await.unwrap().into_option().unwrap();
    assert_eq!(echoed, AnyCat::Kitten(kitten));
}

#[test]
fn setters_take_each_of_the_types() {
    let animal = Animal::new().parent(cat()).young([cat()]);
    assert_eq!(animal.parent.as_deref(), Some(&AnyAnimal2::Cat(cat())));
    assert_eq!(animal.young, Some(vec![Some(AnyAnimal2::Cat(cat()))]));
    let one = EchoAnimal::new().animal(dog());
    assert_eq!(one, EchoAnimal::new().animal(AnyAnimal2::from(dog())));
    assert_eq!(one, EchoAnimal::new().animal(Some(AnyAnimal2::Dog(dog()))));
    assert_ne!(one, EchoAnimal::new().animal(Animal::new().name("Rex")));
    assert_eq!(EchoAnimal::new().animal(None).animal, None);
}

#[test]
fn fields_of_the_base_are_there_whichever_type_it_is() {
    let any = AnyAnimal2::from(Animal::new().name("A").parent(cat()).legs(3).call(["x"]));
    assert_eq!(any.name(), Some("A"));
    assert_eq!(any.parent().and_then(AnyAnimal2::name), Some("Tom"));
    assert_eq!((any.legs(), any.call()), (Some(3), ["x".to_owned()].as_slice()));
    assert_eq!(AnyAnimal2::from(dog()).name(), Some("Rex"));
    assert_eq!(AnyCat::from(cat()).choice(), Some(&CatChoice2::Tins(2)));
    let unknown = AnyAnimal2::Unknown(XmlFragment::from("<Wings/>"));
    assert_eq!((unknown.name(), unknown.call(), unknown.id()), (None, [].as_slice(), None));
    assert_eq!(AnyAnimal2::default(), AnyAnimal2::Animal(Animal::new()));
    assert_eq!(
        format!("{:?}", AnyCat::from(Kitten::new().name("K"))).split(", ").next(),
        Some("Kitten(Kitten { Name: \"K\"")
    );
}

#[tokio::test]
async fn a_type_that_nobody_described_is_kept_and_not_sent() {
    let client = arriving(&ECHO_ANIMAL, " xsi:type=\"Bird\"", "<Name>Tweety</Name>");
    let read = client.echo_animal(EchoAnimal::new()).await.unwrap().into_option().unwrap();
    let AnyAnimal2::Unknown(xml) = &read else { panic!("{read:?}") };
    assert_eq!(xml.as_str(), "<Name xmlns=\"http://zoo.test/\">Tweety</Name>");
    body(EchoAnimal::new().animal(read)).unwrap_err();
}

#[tokio::test]
async fn of_an_abstract_type_there_is_no_value() {
    let shapes =
        [AnyShape::from(Circle::new().area(1.5).radius(2.0)), AnyShape::from(Square::new().area(1.0).corners(4))];
    for shape in shapes {
        let keeper = Keeper::new().shift(shape.clone());
        let echoed = client().echo_keeper(EchoKeeper::new().keeper(keeper)).await.unwrap().into_option().unwrap();
        assert_eq!(echoed.shift, Some(shape));
    }
    assert_eq!(AnyShape::from(Square::new().corners(4)).area(), Some(0.0));
    assert_eq!(AnyFigure::from(Square::new().corners(4)).corners(), Some(4));
    // A type that nothing is derived from keeps its content.
    let nothing = AnyNothing::Unknown(XmlFragment::from("<a/>"));
    assert_eq!(nothing.clone(), nothing);
    let client = responding(&ECHO_KEEPER, "", "<Shift><Area>1</Area></Shift>");
    let error = client.echo_keeper(EchoKeeper::new()).await.unwrap_err().to_string();
    assert!(error.contains("derived from Shape, which is abstract"), "{error}");
}
