//! Types in one long circle: such compile without a higher `recursion_limit`, and are used as others.

use asmx_runtime::mock::Mock;
use asmx_runtime::values::{Boxed, Nillable};
use asmx_runtime::Typed;
use second_service::circle_line::{
    AnyStop9, AnyYard10, Branch0, Branch1, CircleLine, Crossing, GetStop, GetYard, Siding, Stop0, Stop1, Stop10, Stop2,
    Stop20, Stop20Choice, Stop30, Stop5, Stop7, Yard0, Yard1, Yard10, Yard11, Yard2, Yard7, Yard7Choice, Yard8,
    CIRCLE_LINE,
};

fn is_send_and_sync<T: Send + Sync>(_: &T) {}

#[tokio::test]
async fn they_go_between_threads_and_over_the_wire() {
    let first = Stop0::new().name("A").next(Stop1::new().name("B").next(Some(Stop2::new().name("C"))));
    is_send_and_sync(&first);
    let crossing = Crossing::new().name("X").next(Stop10::new().name("Y")).other(first.clone());
    let mock = Mock::new(&CIRCLE_LINE);
    mock.respond::<GetStop>(Typed::new(AnyStop9::from(crossing.clone())));
    let request = GetStop::new().first(first);
    let call = CircleLine::from(mock.client()).get_stop(request.clone());
    let call = tokio::spawn(async move { call.await });
    let stop = call.await.unwrap().unwrap().into_option().unwrap();
    mock.assert_called_with(&request);
    assert_eq!(stop.next().and_then(|next| next.name.as_deref()), Some("Y"));
    let AnyStop9::Crossing(found) = stop else { panic!("{stop:?}") };
    assert_eq!(found, crossing);
    assert_eq!(found.other.unwrap().into_inner().next.unwrap().next.as_ref().unwrap().name.as_deref(), Some("C"));
}

#[test]
fn setters_take_what_they_take_elsewhere() {
    let mut first = Stop0::new().next(Stop1::new());
    if let Some(next) = &mut first.next {
        next.name = Some("changed".to_owned());
    }
    let copy = first.clone();
    first.next = None;
    assert_eq!(copy.next, Some(Boxed::from(Stop1::new().name("changed"))));
    assert_eq!(format!("{:?}", copy.next), format!("{:?}", Some(Stop1::new().name("changed"))));
    assert_eq!(Stop5::new().skipped([None]).skipped, Some(vec![None].into()));
    let choice = Stop20::new().choice(Stop20Choice::from(Stop7::new().name("change")));
    let Some(Stop20Choice::Change(stop)) = choice.choice else { panic!("{choice:?}") };
    assert_eq!(stop.name.as_deref(), Some("change"));
    assert_eq!(Stop30::new().depot(Nillable::Nil).depot, Nillable::Nil);
    assert_eq!(Stop30::new().depot(Stop10::new()).depot, Nillable::Value(Boxed::from(Stop10::new())));
}

#[tokio::test]
async fn lists_lead_in_a_circle_too() {
    let yard = |name: &str| Yard10::new().name(name).sheds([Yard11::new().name("C")]);
    let first = Yard0::new().name("A").sheds([Some(Yard1::new().sheds([Yard2::new().name("B")])), None]);
    let branch = Branch0::new().next([Branch1::new().name("D")]);
    is_send_and_sync(&first);
    is_send_and_sync(&branch);
    let siding = Siding::new().name("S").sheds(yard("Y").sheds).length(3);
    let mock = Mock::new(&CIRCLE_LINE);
    mock.respond::<GetYard>(Typed::new(AnyYard10::from(siding.clone())));
    let request = GetYard::new().first(first).branch(branch);
    let call = CircleLine::from(mock.client()).get_yard(request.clone());
    let yard = tokio::spawn(async move { call.await }).await.unwrap().unwrap().into_option().unwrap();
    mock.assert_called_with(&request);
    assert_eq!(yard.sheds().first().and_then(|shed| shed.name.as_deref()), Some("C"));
    assert_eq!(yard, AnyYard10::from(siding));
}

#[test]
fn boxed_lists_are_used_as_lists() {
    let mut first = Yard1::new().sheds([Yard2::new().name("B")]);
    first.sheds.push(Yard2::new());
    let mut names = Vec::new();
    for shed in &first.sheds {
        names.push(shed.name.as_deref());
    }
    assert_eq!(names, [Some("B"), None]);
    assert_eq!(Yard0::new().sheds(None::<Yard1>).sheds, Some(Boxed::from(Vec::new())));
    let choice = Yard7::new().choice(Yard7Choice::Sheds(vec![Yard8::new()].into()));
    let Some(Yard7Choice::Sheds(sheds)) = &choice.choice else { panic!("{choice:?}") };
    assert_eq!(sheds.len(), 1);
}
