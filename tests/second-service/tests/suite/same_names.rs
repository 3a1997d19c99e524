//! Names that Rust, the runtime or generated code have too: each is called, filled and read as any other.

use asmx_runtime::mock::{sample_request, sample_result, Mock};
use asmx_runtime::server::Server;
use asmx_runtime::{Member, ServiceFuture, Transport, TransportChoice, Typed, WithHeaders};
use second_service::same_names::*;

struct Names;

impl SameNamesService for Names {
    fn fmt(&self, request: Fmt) -> ServiceFuture<'_, Typed<i32>> {
        Box::pin(async move { Ok(Typed::new(request.fmt.map_or(0, |text| text.parse().unwrap_or_default()))) })
    }

    fn default(&self, _: Default_) -> ServiceFuture<'_, Typed<i32>> {
        Box::pin(async { Ok(Typed::new(7)) })
    }

    fn types(&self, request: Types) -> ServiceFuture<'_, Typed<Option_>> {
        let next = request.string.and_then(|string| string.next).and_then(|vec| vec.into_inner().vec);
        Box::pin(async { Ok(Typed::new(Option_::new().option(next))) })
    }

    fn members2(&self, request: Members2) -> ServiceFuture<'_, Typed<Members>> {
        Box::pin(async { Ok(Typed::from(request.members)) })
    }

    fn parameters(&self, request: Parameters) -> ServiceFuture<'_, ParametersOutput> {
        let sent = (request.default, request.clone);
        let output = ParametersOutput::new()
            .parameters_result(sent.0)
            .default(sent.1.map_or(0, |text| text.parse().unwrap_or(-1)));
        Box::pin(async { Ok(output) })
    }

    fn token(&self, request: WithHeaders<Token>) -> ServiceFuture<'_, WithHeaders<Typed<TokenType>>> {
        let sent = request.headers.get::<TokenType>().ok().flatten();
        Box::pin(async { Ok(Typed::from(sent).into()) })
    }

    fn kind(&self, request: Kind) -> ServiceFuture<'_, Typed<KindType>> {
        let last = request.kind.and_then(|mut kinds| kinds.pop());
        Box::pin(async { Ok(Typed::from(last)) })
    }

    fn items(&self, request: Items) -> ServiceFuture<'_, Typed<Item5>> {
        let all = [
            request.a.and_then(|item| item.a),
            request.b.and_then(|item| item.b),
            request.c.and_then(|item| item.c),
            request.d.and_then(|item| item.d),
            request.e.and_then(|item| item.e),
        ];
        Box::pin(async move { Ok(Typed::new(Item5::new().e(all.into_iter().flatten().collect::<String>()))) })
    }
}

/// The service in process, and served: a client for each transport.
async fn clients(transports: &[Transport]) -> Vec<(SameNames, TransportChoice)> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(SameNames::opener_for(Names)).serve(listener).unwrap();
    let url = format!("http://{}", server.address());
    tokio::spawn(server.wait());
    let mut clients = vec![(SameNames::in_process(Names), TransportChoice::Auto)];
    for transport in transports {
        let client = SameNames::builder().base_url(&url).without_credentials().build().unwrap();
        clients.push((client, (*transport).into()));
    }
    clients
}

const SOAP: [Transport; 2] = [Transport::Soap11, Transport::Soap12];

#[tokio::test]
async fn operations_called_like_methods_are_called() {
    for (client, transport) in clients(&Transport::ALL).await {
        let result = client.fmt(Fmt::new().fmt("12")).transport(transport).await.unwrap();
        assert_eq!(result, Typed::new(12));
        let result = client.default(Default_::new().default("x")).transport(transport).await.unwrap();
        assert_eq!(result, Typed::new(7));
        let error = client.send(Send_::new()).transport(transport).await.unwrap_err();
        assert_eq!(error.fault().unwrap().message(), "the operation is not implemented");
    }
}

#[tokio::test]
async fn types_called_like_those_of_the_prelude_hold_each_other() {
    let vec = Vec_::new().vec("innermost").next(Box_::new().r#box("box"));
    let types = Types::new()
        .string(String_::new().string("text").next(vec))
        .some(Some_::new())
        .result(Result_::new().result("r"))
        .option(Option_::default().option("o"))
        .client(Client::new().client("c").next(Service::new()))
        .error(Error::new().error("e"))
        .picks(Picks::new().choice(PicksChoice::NewOne(Ok_::new().ok("ok"))))
        .kind(KindType::Self_)
        .sets(Sets::SELF | Sets::NEW | Sets::DEFAULT);
    assert_eq!(types, Clone::clone(&types));
    for (client, transport) in clients(&SOAP).await {
        let option = client.types(Clone::clone(&types)).transport(transport).await.unwrap();
        assert_eq!(option.into_option(), Some(Option_::new().option("innermost")));
    }
}

#[tokio::test]
async fn members_and_parameters_called_like_methods_are_set_and_read() {
    let members =
        Members::new().new_value(1).clone("c").default("d").fmt("f").send("s").from("a").into("b").headers("h");
    let base = AnyBase::Derived(Derived::new().clone("c").default("d").x(2));
    assert_eq!(base.default(), Some("d"));
    for (client, transport) in clients(&SOAP).await {
        let request = Members2::new().members(Clone::clone(&members)).base(Clone::clone(&base));
        let answered = client.members2(request).transport(transport).await.unwrap().into_option().unwrap();
        assert_eq!(answered, members);
        assert_eq!((answered.clone, answered.default, answered.new_value), (Some("c".into()), Some("d".into()), 1));
        let request = Parameters::new().default("given").clone("4").call("c").len(1);
        let output = client.parameters(request).transport(transport).await.unwrap();
        assert_eq!((output.parameters_result.as_deref(), output.default), (Some("given"), 4));
    }
}

#[tokio::test]
async fn an_operation_its_type_its_header_and_its_enumeration_of_one_name_are_four_things() {
    for (client, transport) in clients(&SOAP).await {
        let call = client.token(Token::new().token(TokenType::new().token("parameter"))).transport(transport);
        let result = call.soap_header_of(&TokenType::new().token("header")).await.unwrap();
        assert_eq!(result.into_option(), Some(TokenType::new().token("header")));
        let kinds = [KindType::Kind, KindType::Unknown, KindType::Values];
        let last = client.kind(Kind::new().kind(kinds)).transport(transport).await.unwrap();
        assert_eq!(last.into_option(), Some(KindType::Values));
    }
    assert_eq!(KindType::VALUES.len(), 7);
    assert!("other".parse::<KindType>().is_err());
}

#[tokio::test]
async fn types_of_one_name_in_five_namespaces_are_five_types() {
    let items = Items::new()
        .a(Item::new().a("1"))
        .b(Item2::new().b("2"))
        .c(Item3::new().c("3"))
        .d(Item4::new().d("4"))
        .e(Item5::new().e("5"));
    for (client, transport) in clients(&SOAP).await {
        let item = client.items(items.clone()).transport(transport).await.unwrap();
        assert_eq!(item.into_option().and_then(|item| item.e).as_deref(), Some("12345"));
    }
    let members = SAME_NAMES.operation("Items").unwrap().parameters;
    let of = |member: &Member| (member.kind.name(), member.kind.namespace().uri("urn:own").to_owned());
    let types: Vec<_> = members.iter().map(of).collect();
    let expected = ["a", "b", "c", "d", "e"].map(|letter| ("Item".to_owned(), format!("urn:names:{letter}")));
    assert_eq!(types, expected);
}

#[tokio::test]
async fn a_mock_has_a_sample_of_each() {
    let mock = Mock::with_samples(&SAME_NAMES);
    let client = SameNames::from(mock.client());
    for operation in SAME_NAMES.operations {
        let call = client.client().call(sample_request(operation)).transport(TransportChoice::Auto);
        assert_eq!(call.await.unwrap(), sample_result(operation), "{}", operation.name);
    }
}
