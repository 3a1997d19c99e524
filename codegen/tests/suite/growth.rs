//! Time measurements, for tests of several crates.

/// The ratio of the times for four times the input and for the input: the shortest of three alternating runs each.
pub fn growth(run: impl Fn(usize)) -> f64 {
    let begun = std::time::Instant::now();
    let time = |items: usize| {
        let start = spent(begun);
        run(items);
        spent(begun) - start
    };
    let (mut little, mut much) = (f64::MAX, f64::MAX);
    for _ in 0..3 {
        little = little.min(time(400));
        much = much.min(time(1_600));
    }
    much / little
}

/// Processor seconds of this thread, so other work on the machine does not count. Elapsed seconds where the system does not report them.
fn spent(begun: std::time::Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| begun.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
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
