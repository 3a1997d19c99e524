//! Samples that are made of descriptors: every operation of every service is called with one, and responds with one.

use asmx_document::Document;
use asmx_runtime::TransportChoice;
use asmx_runtime::mock::{Mock, sample_request, sample_result};

use crate::cases::Set;

#[tokio::test]
async fn a_mock_with_samples_responds_to_a_sample_of_every_operation() {
    let mut count = 0;
    for set in Set::ALL {
        for entry in std::fs::read_dir(set.documents()).unwrap().map(|entry| entry.unwrap().path()) {
            let name = entry.file_name().unwrap().to_string_lossy().into_owned();
            // An imported part of another document is not a service.
            if entry.extension().is_none_or(|extension| extension != "wsdl") || name.contains(".wsdl1.") {
                continue;
            }
            let service = Document::open(&entry).unwrap().service();
            let mock = Mock::with_samples(service);
            for operation in service.operations {
                let request = sample_request(operation);
                // Everything has a value, and every value is one of its type.
                assert!(request.values().iter().all(|value| !value.is_null()), "{name}: {request:?}");
                let call = mock.client().call(request.clone()).transport(TransportChoice::Auto);
                let result = call.await.unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(result, sample_result(operation), "{name}: {}", operation.name);
                assert_eq!(mock.calls().last().map(|call| &call.request), Some(&request), "{name}");
                count += 1;
            }
        }
    }
    assert!(count > 200, "{count}");
}
