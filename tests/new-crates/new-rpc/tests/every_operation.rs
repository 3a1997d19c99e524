//! Calls every operation of the service on a mock and in process. Operations and values come from the descriptors, so this file
//! stays the same when the spec changes.

use asmx_runtime::mock::{Mock, sample_request, sample_result};
use asmx_runtime::{Fault, TransportChoice};

#[tokio::test]
async fn the_mock_receives_each_request_and_the_client_its_result() {
    let mock = Mock::with_samples(&new_rpc::SHOP);
    let client = mock.client();
    for operation in new_rpc::SHOP.operations {
        let name = operation.name;
        let request = sample_request(operation);
        let call = client.call(request.clone());
        let call = call.transport(TransportChoice::Auto);
        let result = call.await.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(result, sample_result(operation), "{name}");
        let calls = mock.calls();
        let received = calls.last().map(|call| &call.request);
        assert_eq!(received, Some(&request), "{name}");
    }
    assert_eq!(mock.calls().len(), new_rpc::SHOP.operations.len());
}

const NOT_IMPLEMENTED: &str = "the operation is not implemented";

struct Nothing;

impl new_rpc::ShopService for Nothing {}

#[tokio::test]
async fn each_request_reaches_the_method_of_its_operation() {
    let client = new_rpc::Shop::in_process(Nothing);
    for operation in new_rpc::SHOP.operations {
        let name = operation.name;
        let call = client.client().call(sample_request(operation));
        let call = call.transport(TransportChoice::Auto);
        let error = call.await.expect_err(name);
        let fault = error.fault().map(Fault::message);
        assert_eq!(fault.as_deref(), Some(NOT_IMPLEMENTED), "{name}");
    }
}
