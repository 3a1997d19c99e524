#[path = "echo/mod.rs"]
#[allow(dead_code)]
mod echo;
#[tokio::main]
async fn main() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8099").await.unwrap();
    asmx_runtime::server::Server::new(echo::opener()).namespace("http://example.com/ws/").serve(listener).unwrap().wait().await.unwrap();
}
