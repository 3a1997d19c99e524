//! Time in proportion to what is worked on, for tests of several crates.

/// How many times as long something takes for four times as much.
pub fn growth(run: impl Fn(usize)) -> f64 {
    let time = |items: usize| {
        let once = || {
            let start = std::time::Instant::now();
            run(items);
            start.elapsed()
        };
        once().min(once())
    };
    time(1_600).as_secs_f64() / time(400).as_secs_f64()
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
