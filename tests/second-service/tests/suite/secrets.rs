//! Secrets in generated types: in structures, what holds them, headers and results, nothing that is shown has them. What the runtime does with the
//! secrets of descriptors is tested with the first service.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use asmx_runtime::mock::Mock;
use asmx_runtime::server::Server;
use asmx_runtime::values::AnyValue;
use asmx_runtime::{Error, Fault, ServiceFuture, Transport, Typed, WithHeaders};
use second_service::same_names::{SameNames, SameNamesService, Token, TokenType, SAME_NAMES};
use second_service::zoo::{Animal, AnyAnimal2, AnyCat, Cat, CatChoice2, Dog, EchoAny, Keeper, Zoo, ZOO};

const SECRET: &str = "m4rked&s3cret";
const PIN: i32 = 908_070_605;

/// All that an observer could read.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<String>>);

impl Seen {
    fn add(&self, shown: &impl std::fmt::Debug) {
        writeln!(self.0.lock().unwrap(), "{shown:?}\n{shown:#?}").unwrap();
    }

    fn error(&self, error: &Error) {
        self.add(&(error, error.to_string(), error.excerpt(), error.fault(), error.fault().map(Fault::text)));
    }

    /// How often a secret stands redacted in it; the secrets themselves nowhere.
    #[track_caller]
    fn redacted(&self) -> usize {
        let seen = self.0.lock().unwrap();
        for secret in ["m4rked", "s3cret", "908070605"] {
            assert!(!seen.contains(secret), "{seen}");
        }
        seen.matches("redacted").count()
    }
}

fn token() -> TokenType {
    TokenType::new().token(SECRET)
}

/// Refuses what has the secret and repeats it, unless it is the header alone that has it.
struct Repeats(Seen);

impl SameNamesService for Repeats {
    fn token(&self, request: WithHeaders<Token>) -> ServiceFuture<'_, WithHeaders<Typed<TokenType>>> {
        self.0.add(&request);
        Box::pin(async move {
            match request.message.token {
                Some(token) => Err(Fault::client(format!("what is {}?", token.token.unwrap_or_default()))),
                None => Ok(Typed::from(request.headers.get::<TokenType>().unwrap()).into()),
            }
        })
    }
}

#[tokio::test]
async fn nothing_of_a_call_shows_its_structures_headers_and_results() {
    let seen = Seen::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(SameNames::opener_for(Repeats(seen.clone()))).serve(listener).unwrap();
    let builder = SameNames::builder().base_url(format!("http://{}", server.address())).without_credentials();
    let remote = builder.capture(10).build().unwrap();
    let mock = Mock::new(&SAME_NAMES);
    mock.on(|request: WithHeaders<Token>| -> Result<WithHeaders<Typed<TokenType>>, Fault> {
        match request.message.token {
            Some(token) => Err(Fault::client(token.token.unwrap_or_default())),
            None => Ok(Typed::from(request.headers.get::<TokenType>().unwrap()).into()),
        }
    });
    let mocked = SameNames::from(mock.client());
    for client in [&remote, &mocked, &SameNames::in_process(Repeats(seen.clone()))] {
        for transport in [Transport::Soap11, Transport::Soap12] {
            let request = Token::new().token(token());
            seen.add(&request);
            let call = client.token(request).soap_header_of(&token()).transport(transport);
            seen.add(&call);
            seen.error(&call.await.unwrap_err());
            let call = client.token(Token::new()).soap_header_of(&token()).transport(transport).with_headers();
            let response = call.await.unwrap();
            seen.add(&response);
            assert_eq!(response.message.into_option(), Some(token()));
        }
        seen.add(client);
    }
    let exchanges = remote.client().exchanges();
    assert_eq!(exchanges.len(), 4);
    for exchange in exchanges {
        seen.add(&exchange);
        for message in exchange.request.iter().chain(&exchange.response) {
            seen.add(&message.body);
        }
    }
    seen.add(&(mock.calls(), &mock));
    assert_eq!(mock.calls().len(), 4);
    assert!(seen.redacted() > 40, "{}", seen.0.lock().unwrap());
}

#[tokio::test]
async fn values_that_hold_a_secret_anywhere_do_not_show_it() {
    let seen = Seen::default();
    let keeper = || Keeper::new().name("K").pin(PIN);
    let dog = Dog::new().master(keeper());
    let rival = Cat::new().friend(keeper());
    let cat = Cat::new().friend(keeper()).choice(CatChoice2::from(AnyCat::from(rival.clone())));
    let animal = Animal::new().parent(dog.clone()).young([Some(AnyAnimal2::from(cat.clone())), None]);
    seen.add(&(keeper(), &dog, &cat, &animal, AnyAnimal2::from(cat.clone())));
    seen.add(&(CatChoice2::from(AnyCat::from(rival)), Some(Box::new(keeper())), Typed::new(vec![keeper()])));
    let any = || AnyValue::of(&AnyAnimal2::from(animal.clone()));
    let values = [any(), AnyValue::of(&keeper()), AnyValue::of(&vec![Some(AnyAnimal2::from(dog.clone()))])];
    seen.add(&(&values, values[1].as_value(), Typed::new(any()), EchoAny::new().value(any())));
    let mock = Mock::new(&ZOO);
    mock.on(|request: EchoAny| Ok(request.value.into()));
    for value in values {
        let echoed = Zoo::from(mock.client()).echo_any(EchoAny::new().value(value.clone())).await.unwrap();
        seen.add(&echoed);
        assert_eq!(echoed.into_option(), Some(value));
    }
    seen.add(&mock.calls());
    assert!(seen.redacted() > 40, "{}", seen.0.lock().unwrap());
    assert_eq!(keeper().pin, PIN);
}
