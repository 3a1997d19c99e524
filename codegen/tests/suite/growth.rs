//! Time measurements, for tests of several crates.

/// The ratio of the times for four times the input and for the input: the shortest of three alternating runs each.
pub fn growth(run: impl Fn(usize)) -> f64 {
    let time = |items: usize| {
        let start = cases::processor::Stopwatch::start();
        run(items);
        start.elapsed().as_secs_f64()
    };
    let (mut little, mut much) = (f64::MAX, f64::MAX);
    for _ in 0..3 {
        little = little.min(time(400));
        much = much.min(time(1_600));
    }
    much / little
}

/// A service on one line, with an enumeration and a structure of so many items.
pub fn large(items: usize, prefix: &str) -> String {
    let each = |item: &dyn Fn(usize) -> String| (0..items).map(item).collect::<String>();
    let values = each(&|number| format!(r#"<value name="{prefix}{number}"/>"#));
    let members = each(&|number| format!(r#"<param name="{prefix}{number}" type="int"/>"#));
    format!(
        r#"<service name="S" path="/s.asmx" namespace="urn:s"><doc>S.</doc><enum name="E">{values}</enum><structure name="P"><param name="E" type="E"/>{members}</structure><area name="a" title="A"><doc>A.</doc><operation name="Get" effect="read"><doc>Gets.</doc><result type="P"/></operation></area></service>"#
    )
}
