//! Ten identities at a time: nobody calls under another's name.

use asmx_windows_auth::{Identity, WindowsAuth};
use bytes::Bytes;
use http::Request;
use http_body_util::BodyExt as _;
use tower::ServiceExt as _;

use crate::acceptor::{Acceptor, Fault, Leg};

/// `CALLS` is their number: a million takes minutes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_of_ten_identities_never_share_a_connection() {
    let calls: usize = std::env::var("CALLS").map_or(2_000, |calls| calls.parse().unwrap());
    let acceptor = Acceptor::new(Fault::None).await;
    let mut tasks = tokio::task::JoinSet::new();
    for identity in 0..10 {
        let name = format!("user{identity}");
        let stack = WindowsAuth::new(Identity::ntlm(name.clone(), "pa55word")).max_connections(4);
        for _ in 0..8 {
            let (stack, url, name) = (stack.clone(), acceptor.url(), name.clone());
            tasks.spawn(async move {
                for _ in 0..calls / 80 {
                    let request = Request::post(&url).body(Bytes::from(name.clone())).unwrap();
                    let response = stack.clone().oneshot(request).await.unwrap();
                    assert_eq!(response.status(), 200);
                    response.into_body().collect().await.unwrap();
                }
            });
        }
    }
    while let Some(done) = tasks.join_next().await {
        done.unwrap();
    }
    let seen = acceptor.seen();
    let executed: Vec<_> = seen.iter().filter(|seen| !seen.body.is_empty()).collect();
    assert_eq!(executed.len(), calls / 80 * 80);
    for request in executed {
        assert_eq!(request.user, request.body);
    }
    let sign_ins = seen.iter().filter(|seen| seen.leg == Leg::Authenticate).count();
    assert!((10..=40).contains(&sign_ins), "{sign_ins}");
}
