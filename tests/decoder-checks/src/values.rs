//! Values of XML Schema types.

use asmx_runtime::xsd::{self, Lexical};

/// One text read as a value of every type. A value keeps its text and is read again from it.
pub fn xsd_value(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    keeps_its_text::<xsd::Decimal>(text);
    keeps_its_text::<xsd::Integer>(text);
    keeps_its_text::<xsd::DateTime>(text);
    keeps_its_text::<xsd::Date>(text);
    keeps_its_text::<xsd::Time>(text);
    keeps_its_text::<xsd::Duration>(text);
    keeps_its_text::<xsd::Guid>(text);
    keeps_its_text::<xsd::Base64Binary>(text);
    keeps_its_text::<xsd::HexBinary>(text);
    keeps_its_text::<xsd::AnyUri>(text);
    keeps_its_text::<xsd::Char>(text);
    means_the_same::<bool>(text);
    means_the_same::<i8>(text);
    means_the_same::<u8>(text);
    means_the_same::<i16>(text);
    means_the_same::<u16>(text);
    means_the_same::<i32>(text);
    means_the_same::<u32>(text);
    means_the_same::<i64>(text);
    means_the_same::<u64>(text);
    means_the_same::<f32>(text);
    means_the_same::<f64>(text);
}

fn keeps_its_text<T: Lexical>(text: &str) {
    match T::parse(text) {
        Ok(value) => {
            let lexical = value.lexical().into_owned();
            assert!(T::parse(&lexical).is_ok_and(|again| again.lexical() == lexical), "{lexical:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn means_the_same<T: Lexical>(text: &str) {
    if let Ok(value) = T::parse(text) {
        let lexical = value.lexical();
        let again = T::parse(&lexical).map(|again| again.lexical().into_owned());
        assert_eq!(again.as_deref(), Ok(&*lexical), "{text:?}");
    }
}
