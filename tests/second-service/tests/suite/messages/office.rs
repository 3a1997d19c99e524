//! A service with messages of every style, typed.

use std::sync::{Arc, Mutex};

use asmx_runtime::results::table::{ColumnType, Table};
use asmx_runtime::values::XmlFragment;
use asmx_runtime::{
    DataSet, DelimitedText, Fault, Integers, ServiceFuture, SoapHeader, Text, Typed, Value, WithHeaders, XmlDocument,
};
use second_service::parcels::{
    self, Any, AnyOutput, Choose, ChooseOutput, ChooseOutputChoice, Find, Forget, Guess, HandOutput, Lines, List, Log,
    Login, Measure, MeasureOutput, Name, Numbers, Page, Parcel, ParcelsService, Ring, RingOutput, Scale, Size, Tags,
    Trace, Track, Weigh, WeighOutput, WeighOutput2, HAND,
};

/// Does what its name says, and keeps what it was told to forget.
#[derive(Clone, Default)]
pub struct Office(pub Arc<Mutex<Vec<String>>>);

pub fn parcel(number: i64) -> Parcel {
    Parcel::new().number(number).size(Size::Large).label("a <b> & c")
}

pub fn login() -> Login {
    Login::new().user("ann").key("hidden")
}

pub fn data_set() -> DataSet {
    let table = Table::new("Parcel").column("Number", ColumnType::Int).row([Some("7")]).row([Some("8")]);
    DataSet::new("Parcels").table(table)
}

pub fn weighed(parcel: Option<Parcel>) -> WeighOutput2 {
    WeighOutput2::new()
        .weigh_result(1.5)
        .price("2.50".parse::<asmx_runtime::xsd::Decimal>().unwrap())
        .parcel(parcel)
        .marks([Some("fragile"), None])
        .scale(WeighOutput::new().scale("kg"))
        .code("hidden")
}

/// The name of the caller, who must say it.
fn caller<T>(request: &WithHeaders<T>) -> Result<String, Fault> {
    let login = request.headers.get::<Login>().map_err(|invalid| Fault::client(invalid.to_string()))?;
    let login = login.filter(|login| login.key.as_deref() == Some("hidden"));
    let user = login.and_then(|login| login.user);
    user.ok_or_else(|| {
        let trace = SoapHeader::new(&HAND.messages.response_headers[0], Value::Structure(vec![Value::from(-1)]));
        Fault::client("who is it?").with_headers(vec![trace])
    })
}

fn responding<T: Send + 'static>(result: Result<T, Fault>) -> ServiceFuture<'static, T> {
    Box::pin(std::future::ready(result))
}

impl ParcelsService for Office {
    fn weigh(&self, request: Weigh) -> ServiceFuture<'_, WeighOutput2> {
        responding(Ok(weighed(request.parcel)))
    }

    fn measure(&self, request: Measure) -> ServiceFuture<'_, MeasureOutput> {
        let number = i32::try_from(request.number.unwrap_or_default()).unwrap_or_default();
        responding(Ok(MeasureOutput::new().width(number).height(2)))
    }

    fn hand(&self, request: WithHeaders<parcels::Hand>) -> ServiceFuture<'_, WithHeaders<HandOutput>> {
        responding(caller(&request).and_then(|_| {
            let trace = request.headers.get::<Trace>().map_err(|invalid| Fault::client(invalid.to_string()))?;
            let number = trace.unwrap_or_default().number + 1;
            let trace = SoapHeader::of(HAND.messages.response_headers, &Trace::new().number(number));
            let parcel = request.message.parcel.unwrap_or_default();
            let output = HandOutput::new().hand_result(parcel.number).size(parcel.size);
            Ok(WithHeaders::new(output).header(trace.map_err(Fault::server)?))
        }))
    }

    fn name(&self, request: WithHeaders<Name>) -> ServiceFuture<'_, WithHeaders<Text>> {
        responding(caller(&request).map(|name| WithHeaders::new(Text::new(name))))
    }

    fn log(&self, request: WithHeaders<Log>) -> ServiceFuture<'_, WithHeaders<()>> {
        self.0.lock().unwrap().push(format!("log {}", request.message.user.unwrap_or_default()));
        let trace = SoapHeader::of(parcels::LOG.messages.response_headers, &Trace::new().number(4)).unwrap();
        responding(Ok(WithHeaders::new(()).header(trace)))
    }

    fn list(&self, request: WithHeaders<List>) -> ServiceFuture<'_, WithHeaders<DataSet>> {
        responding(caller(&request).map(|_| WithHeaders::new(data_set())))
    }

    fn page(&self, _: Page) -> ServiceFuture<'_, XmlDocument> {
        responding(Ok(XmlDocument::parse("<parcels><parcel n=\"7\"/></parcels>").unwrap()))
    }

    fn numbers(&self, request: Numbers) -> ServiceFuture<'_, Integers> {
        let from = request.from.unwrap_or_default();
        responding(Ok(Integers::new([from, from + 1])))
    }

    fn lines(&self, request: Lines) -> ServiceFuture<'_, DelimitedText> {
        let (row, column) = (request.row.unwrap_or_default(), request.column.unwrap_or_default());
        responding(Ok(DelimitedText::new(format!("7{column}seven{row}8{column}eight"))))
    }

    fn find(&self, request: Find) -> ServiceFuture<'_, Typed<Parcel>> {
        responding(Ok(request.number.filter(|number| *number > 0).map(parcel).into()))
    }

    fn guess(&self, _: Guess) -> ServiceFuture<'_, Typed<i32>> {
        responding(Ok(Typed::null()))
    }

    fn tags(&self, _: Tags) -> ServiceFuture<'_, Typed<Vec<String>>> {
        responding(Ok(Typed::new(vec!["a".to_owned(), "b".to_owned()])))
    }

    fn choose(&self, request: Choose) -> ServiceFuture<'_, ChooseOutput> {
        let choice = match request.number {
            Some(number) if number > 0 => ChooseOutputChoice::Parcel(parcel(number)),
            _ => ChooseOutputChoice::Why("there is none".to_owned()),
        };
        responding(Ok(ChooseOutput::new().choice(choice)))
    }

    fn scale(&self, request: WithHeaders<Scale>) -> ServiceFuture<'_, WithHeaders<Typed<Parcel>>> {
        let number = request.message.scale.map(i64::from);
        responding(caller(&request).map(|_| WithHeaders::new(number.map(parcel).into())))
    }

    fn ring(&self, request: Ring) -> ServiceFuture<'_, RingOutput> {
        responding(Ok(RingOutput::new().ring_result(request.times.unwrap_or_default()).who(request.who)))
    }

    fn any(&self, request: Any) -> ServiceFuture<'_, AnyOutput> {
        responding(Ok(AnyOutput::new().any_result(request.what).xml(XmlFragment::new("<x xmlns=\"\">1</x>"))))
    }

    fn track(&self, request: Track) -> ServiceFuture<'_, Text> {
        responding(Ok(Text::new(format!("{:?}", request.number))))
    }

    fn forget(&self, request: Forget) -> ServiceFuture<'_, ()> {
        self.0.lock().unwrap().push(format!("forget {:?}", request.number));
        responding(Ok(()))
    }
}
