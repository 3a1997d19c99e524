//! The generated client over an implementor of the generated trait, in one process.

use std::sync::{Arc, Mutex};

use asmx_runtime::xsd::Lexical as _;
use asmx_runtime::{Fault, Integers, ServiceFuture, Text, Typed};
use second_service::{
    Address, Author, Book, Debug, EnumerationsAndStructures, EveryPairOfRequired, EveryScalar, EveryScalarRequired,
    Flags, Gen, Genre, GetBook, GetBooks, GetGenre, GetInt, GetNames, LibraryCatalogue, LibraryCatalogueService, Match,
    Operators, Option_ as OptionRequest, Self_, Shelf, SixtyParameters, Type, LIBRARY_CATALOGUE,
};

/// Implements what the tests below call, and keeps what it was sent.
struct Catalogue {
    requests: Arc<Mutex<Vec<String>>>,
}

impl Catalogue {
    /// Not `default()`: the service has an operation of that name.
    fn new() -> Self {
        Self { requests: <Arc<_> as Default>::default() }
    }

    fn see(&self, request: &impl std::fmt::Debug) {
        self.requests.lock().unwrap().push(format!("{request:?}"));
    }
}

impl LibraryCatalogueService for Catalogue {
    fn r#type(&self, request: Type) -> ServiceFuture<'_, Text> {
        self.see(&request);
        Box::pin(async { Ok(Text::from("typed")) })
    }

    fn self_(&self, request: Self_) -> ServiceFuture<'_, Text> {
        self.see(&request);
        Box::pin(async move { Ok(Text::from(request.super_.unwrap_or_default())) })
    }

    fn r#gen(&self, request: Gen) -> ServiceFuture<'_, Integers> {
        Box::pin(async move { Ok(Integers::from(vec![request.r#gen.unwrap_or_default(), 2])) })
    }

    fn get_book(&self, request: GetBook) -> ServiceFuture<'_, Typed<Book>> {
        Box::pin(async move {
            if request.number < Some(0) {
                return Err(Fault::client("no such book"));
            }
            Ok(Typed::new(Book::new().title("Emma").authors([Some(austen())])))
        })
    }

    fn get_books(&self, _: GetBooks) -> ServiceFuture<'_, Typed<Vec<Option<Book>>>> {
        Box::pin(async { Ok(Typed::new(vec![Some(Book::new().title("Emma")), None])) })
    }

    fn get_genre(&self, _: GetGenre) -> ServiceFuture<'_, Typed<Genre>> {
        Box::pin(async { Ok(Typed::new(Genre::SelfHelp)) })
    }

    fn get_int(&self, _: GetInt) -> ServiceFuture<'_, Typed<i32>> {
        Box::pin(async { Ok(Typed::null()) })
    }

    fn get_names(&self, _: GetNames) -> ServiceFuture<'_, Typed<Vec<Option<String>>>> {
        Box::pin(async { Ok(Typed::new(vec![Some("a".to_owned()), None])) })
    }

    fn enumerations_and_structures(&self, request: EnumerationsAndStructures) -> ServiceFuture<'_, Typed<Book>> {
        self.see(&request);
        Box::pin(async move { Ok(request.book.map_or_else(Typed::null, Typed::new)) })
    }
}

fn austen() -> Author {
    Author::new().name("Jane Austen").r#type(Genre::Fiction).home(Address::new().city("Steventon")).pin(1234)
}

fn client() -> LibraryCatalogue {
    LibraryCatalogue::in_process(Catalogue::new())
}

/// A client, and the requests that its service sees.
fn observed_client() -> (LibraryCatalogue, Arc<Mutex<Vec<String>>>) {
    let catalogue = Catalogue::new();
    let requests = Arc::clone(&catalogue.requests);
    (LibraryCatalogue::in_process(catalogue), requests)
}

#[tokio::test]
async fn operations_named_after_keywords_are_called() {
    let client = client();
    assert_eq!(client.r#type(Type::new()).await.unwrap().as_str(), "typed");
    assert_eq!(client.self_(Self_::new().self_("S").crate_("c").super_("s")).await.unwrap().as_str(), "s");
    assert_eq!(client.r#gen(Gen::new().r#gen(7)).await.unwrap().as_slice(), [7, 2]);
}

#[tokio::test]
async fn typed_results_come_as_they_were_returned() {
    let client = client();
    let book = client.get_book(GetBook::new().number(1)).await.unwrap().into_option().unwrap();
    assert_eq!(book.title.as_deref(), Some("Emma"));
    let author = book.authors.unwrap().remove(0).unwrap();
    assert_eq!(author, austen());
    assert_eq!(author.home.unwrap().city.as_deref(), Some("Steventon"));
    let books = client.get_books(GetBooks::new()).await.unwrap().into_option().unwrap();
    assert_eq!((books.len(), &books[1]), (2, &None));
    assert_eq!(client.get_genre(GetGenre::new()).await.unwrap().into_option(), Some(Genre::SelfHelp));
    assert!(client.get_int(GetInt::new()).await.unwrap().is_null());
    let names = client.get_names(GetNames::new()).await.unwrap().into_option().unwrap();
    assert_eq!(names, [Some("a".to_owned()), None]);
}

#[tokio::test]
async fn a_fault_is_an_error_of_the_call() {
    let error = client().get_book(GetBook::new().number(-1)).await.unwrap_err();
    assert!(error.fault().is_some() && error.to_string().contains("no such book"), "{error}");
}

#[tokio::test]
async fn what_nobody_implemented_says_so() {
    let error = client().r#match(Match::new()).await.unwrap_err();
    assert_eq!(error.fault().unwrap().message(), "the operation is not implemented");
}

#[tokio::test]
async fn structures_and_enumerations_reach_the_service() {
    let (client, requests) = observed_client();
    let request = EnumerationsAndStructures::new()
        .genre(Genre::N1stEdition)
        .other_genre(Genre::Unsorted)
        .genres([Genre::Ok, Genre::None])
        .maybe_genres([Some(Genre::Some), None])
        .book(Book::new().title("Emma").publisher(Address::new().street("Main Street")).prices([None]))
        .books([Some(Book::new()), None])
        .shelf(Shelf::new().label("outer").shelves([Some(Shelf::new().label("inner"))]))
        .debug(Debug::new().debug("text"));
    let sent = request.clone();
    let book = client.enumerations_and_structures(request).await.unwrap().into_option().unwrap();
    assert_eq!(book.publisher, Some(Address::new().street("Main Street")));
    assert_eq!(requests.lock().unwrap()[0], format!("{sent:?}"));
}

#[tokio::test]
async fn all_that_is_required_and_missing_is_named_before_anything_happens() {
    let (client, requests) = observed_client();
    let error = client.operators(Operators::new().add(1).sub(2).mul(3)).await.unwrap_err();
    assert_eq!(error.parameter(), Some("div"), "{error}");
    assert!(error.to_string().contains("parameters `div`, `rem` are required and were not given"), "{error}");
    let error = client.get_book(GetBook::new()).await.unwrap_err();
    assert!(error.to_string().contains("parameter `Number` is required and was not given"), "{error}");
    // A member of a structure is named with what holds it, and with the number of its item.
    let request =
        EnumerationsAndStructures::new().genre(Genre::Ok).book(Book::new().authors([Some(Author::new().name("A"))]));
    let error = client.enumerations_and_structures(request).await.unwrap_err();
    assert!(error.to_string().contains("parameter `Book.Authors[0].Home` is required"), "{error}");
    assert!(requests.lock().unwrap().is_empty());
}

#[test]
fn values_of_one_type_are_told_apart_by_name() {
    let flags = Flags::new().flag_four(false).flag_one(true);
    assert_eq!((flags.flag_one, flags.flag_two, flags.flag_four), (Some(true), None, Some(false)));
    let binary = vec![0x0A_u8, 0xFF];
    let request = EveryPairOfRequired::new().book(Book::new()).binary(binary).names(["a", "b"]).numbers([1, 2]);
    assert_eq!(request.names, Some(vec![Some("a".to_owned()), Some("b".to_owned())]));
    assert_eq!(request.numbers, Some(vec![1, 2]));
    assert_eq!(request.binary.as_ref().map(AsRef::as_ref), Some([0x0A_u8, 0xFF].as_slice()));
    assert_eq!(request.rest, None);
}

#[tokio::test]
async fn a_value_that_an_enumeration_does_not_know_is_kept_and_sent_only_when_asked() {
    let client = LibraryCatalogue::in_process(Catalogue::new());
    let unknown = Genre::Unknown("space opera".to_owned());
    let request = || EnumerationsAndStructures::new().genre(unknown.clone()).book(Book::new());
    let error = client.enumerations_and_structures(request()).await.unwrap_err();
    assert_eq!(error.kind(), asmx_runtime::ErrorKind::InvalidRequest);
    assert!(error.to_string().contains("`space opera` is not a valid Genre"), "{error}");
    let book = client.enumerations_and_structures(request()).allow_unknown_values().await;
    assert!(book.unwrap().into_option().is_some());
}

#[test]
fn enumerations_are_texts() {
    assert_eq!((Genre::SciFi.as_str(), Genre::SciFi.to_string()), ("sci-fi", "sci-fi".to_owned()));
    assert_eq!("1st edition".parse::<Genre>(), Ok(Genre::N1stEdition));
    assert_eq!("scifi".parse::<Genre>().unwrap_err().to_string(), "`scifi` is not a valid Genre");
    assert_eq!((Genre::VALUES.len(), Genre::VALUES.first()), (12, Some(&Genre::Fiction)));
    assert_eq!(Genre::default(), Genre::Fiction);
}

#[tokio::test]
async fn a_service_behind_a_pointer_is_a_service() {
    let shared = Arc::new(Catalogue::new());
    let client = LibraryCatalogue::in_process(Arc::clone(&shared));
    assert_eq!(client.r#type(Type::new()).await.unwrap().as_str(), "typed");
    let erased: Arc<dyn LibraryCatalogueService> = shared;
    assert_eq!(LibraryCatalogue::in_process(erased).r#type(Type::new()).await.unwrap().as_str(), "typed");
}

#[test]
fn descriptors_carry_what_parameters_mean() {
    let meaning = |parameter: &asmx_runtime::Member| asmx_runtime::descriptors::plain_text(parameter.doc);
    assert_eq!(meaning(&LIBRARY_CATALOGUE.common[0]), "The branch's key.");
    let genre = (&Genre::Fiction as &dyn asmx_runtime::__private::Field).to_value();
    assert_eq!(genre.as_text(), Some("Fiction"));
    let request = LIBRARY_CATALOGUE.operation("EnumerationsAndStructures").unwrap();
    let asmx_runtime::Type::Enumeration(genre) = request.parameters[0].kind else { panic!("no enumeration") };
    let meanings: Vec<_> =
        genre.iter().map(|(value, meaning)| (value, asmx_runtime::descriptors::plain_text(meaning))).collect();
    assert_eq!(meanings[0], ("Fiction", "Invented, e.g. a NovelOfManners.".to_owned()));
    assert_eq!(meanings[1], ("non fiction", String::new()));
}

#[test]
fn numbers_are_shown_as_numbers() {
    assert_eq!(format!("{:?}", GetBook::new().number(7)), "GetBook { Number: 7 }");
    let flags = "Flags { FlagOne: true, FlagTwo: null, FlagThree: null, FlagFour: null }";
    assert_eq!(format!("{:?}", Flags::new().flag_one(true)), flags);
}

#[test]
fn setters_take_what_is_at_hand_and_take_it_away_again() {
    let request = OptionRequest::new().value(1).more([2, 3]).maybe(4);
    assert_eq!((request.value, request.more.as_deref(), request.maybe), (Some(1), Some(&[2, 3][..]), Some(4)));
    assert_eq!(request.maybe(None).maybe, None);
    let request = Self_::new().self_("plain").crate_(Some(String::from("perhaps"))).super_(None::<String>);
    assert_eq!(request.self_.as_deref(), Some("plain"));
    assert_eq!(request.super_, None);
}

#[test]
fn sixty_parameters_are_sixty() {
    let last = asmx_runtime::xsd::Decimal::parse("1.5").unwrap();
    let request = SixtyParameters::new().parameter1("first").parameter2(2).parameter60(last);
    assert_eq!(request.parameter2, Some(2));
    assert_eq!(second_service::SIXTY_PARAMETERS.parameters.len(), 60);
}

#[test]
fn every_scalar_has_its_rust_type() {
    assert_eq!(second_service::EVERY_SCALAR.parameters.len(), 24);
    let request = EveryScalar::new().boolean(true).byte(-1).unsigned_byte(1).int(-2);
    let request = request.unsigned_long(u64::MAX).double(1.5).string("s");
    assert_eq!(request.unsigned_long, Some(u64::MAX));
    assert!(EveryScalarRequired::new().q_name.is_none());
}

#[test]
fn secrets_do_not_show() {
    let shown = format!("{:?}", austen());
    assert!(shown.contains("Jane Austen") && !shown.contains("1234"), "{shown}");
}

#[test]
fn the_descriptor_says_what_the_spec_says() {
    assert_eq!((LIBRARY_CATALOGUE.name, LIBRARY_CATALOGUE.path), ("LibraryCatalogue", "/catalogue/library.asmx"));
    assert_eq!(LIBRARY_CATALOGUE.namespace, Some("http://library.example/catalogue/"));
    assert!(!LIBRARY_CATALOGUE.takes_credentials());
    let loans = LIBRARY_CATALOGUE.operation("GetLoans_DataSet").unwrap();
    assert_eq!((loans.record_limit, loans.variant_of), (Some(20_000), Some("GetLoans")));
    assert_eq!(LIBRARY_CATALOGUE.operation("GetBook").unwrap().outputs[0].name, "TheBook");
    assert!(LIBRARY_CATALOGUE.operation("GetLoans").unwrap().open);
    assert!(LIBRARY_CATALOGUE.operation("GetLoansOld").unwrap().deprecated.is_some());
}
