//! Types that hold themselves, and types whose names Rust has other uses for.

use super::*;

#[tokio::test]
async fn a_choice_that_leads_back_is_boxed() {
    let end = Chain::new().choice(ChainChoice::from(Empty::new()));
    let chain = Chain::new().choice(ChainChoice::from(Loop::new().back(end)));
    let request = EchoChain::new().chain(chain.clone());
    assert_eq!(body(request.clone()).unwrap(), "<chain><Loop><Back><End></End></Back></Loop></chain>");
    assert_eq!(client().echo_chain(request).await.unwrap().into_option().unwrap(), chain);
}

#[tokio::test]
async fn structures_hold_themselves_in_boxes_and_arrays() {
    let keeper = Keeper::new().chief(Keeper::new().favourite(Dog::new().master(Keeper::new().name("inner"))));
    let echoed = client().echo_keeper(EchoKeeper::new().keeper(keeper.clone())).await.unwrap().into_option().unwrap();
    assert_eq!(echoed, keeper);
    let deep = (0..20).fold(Keeper::new(), |inner, _| Keeper::new().chief(inner));
    let echoed = client().echo_keeper(EchoKeeper::new().keeper(deep.clone())).await.unwrap().into_option().unwrap();
    assert_eq!(echoed, deep);
}

#[test]
fn names_of_the_prelude_hide_nothing() {
    let option = Option_::new().string("s").vec([Some("v"), None]);
    let request = EchoChain::new().option(CatChoice::new().new_value("n").option(option));
    assert_eq!(
        body(request).unwrap(),
        "<option><New>n</New><Option><String>s</String><Vec><string>v</string><string xsi:nil=\"true\" /></Vec></Option></option>"
    );
}
