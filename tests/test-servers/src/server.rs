//! A server that misbehaves on purpose: plain sockets and HTTP/1.1 written by hand, and a log of what it received.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;

use super::request::Received;

/// The treatment of every connection.
#[derive(Clone, Copy)]
pub enum Behavior {
    /// An address without a server.
    Refuse,
    /// Ends the connection before it reads anything.
    AtAccept(End),
    /// Reads so many bytes of the request, no more, sends these, and ends.
    WhileReading(usize, &'static [u8], End),
    /// Reads the whole request, sends these bytes (a response, or what it takes for one), and ends.
    Respond(fn(&Received) -> Vec<u8>, Delivery, End),
    /// Responds to so many requests on a connection as is right, reads one more whole, and ends without a word.
    RespondThen(usize, End),
}

impl Behavior {
    /// Responds to every request with these bytes, and keeps the connection.
    pub const fn respond(response: fn(&Received) -> Vec<u8>) -> Self {
        Self::then(response, End::KeepAlive)
    }

    /// Responds with these bytes, and then that becomes of the connection.
    pub const fn then(response: fn(&Received) -> Vec<u8>, end: End) -> Self {
        Self::Respond(response, Delivery::AtOnce, end)
    }

    /// Like this behaviour, but a connection never takes a second request.
    #[must_use]
    pub fn once(self) -> Self {
        match self {
            Self::Respond(response, delivery, End::KeepAlive) => Self::Respond(response, delivery, End::Close),
            other => other,
        }
    }
}

/// How bytes are sent.
#[derive(Clone, Copy)]
pub enum Delivery {
    AtOnce,
    /// One byte, then a pause, and so on.
    Drip(Duration),
    /// At once, and then these bytes again and again until the client has had enough.
    Endless(&'static [u8]),
}

/// The end of the connection.
#[derive(Clone, Copy)]
pub enum End {
    /// An orderly end.
    Close,
    /// TCP's reset.
    Reset,
    /// The connection stays open and silent.
    Stall,
    /// The next request is waited for.
    KeepAlive,
    /// A silence, and then that end.
    After(Duration, &'static End),
}

/// How far a request came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Some of it.
    Began,
    /// All of it, and the server acted: the operation was done.
    Executed,
}

/// A line of the log.
#[derive(Debug, Clone)]
pub struct Line {
    pub stage: Stage,
    pub operation: String,
    /// The call's own value; empty where the request was not read so far.
    pub marker: String,
}

/// The requests that the server saw.
#[derive(Default)]
pub struct Log {
    lines: Mutex<Vec<Line>>,
    sent: AtomicU64,
}

impl Log {
    fn push(&self, stage: Stage, received: &Received) {
        let (operation, marker) = (received.operation.clone(), received.marker.clone());
        self.lines.lock().unwrap().push(Line { stage, operation, marker });
    }

    pub fn lines(&self) -> Vec<Line> {
        self.lines.lock().unwrap().clone()
    }

    /// How often the call of that operation and with that value was executed.
    pub fn executed(&self, operation: &str, marker: &str) -> usize {
        let lines = self.lines.lock().unwrap();
        let of_call = |line: &&Line| line.operation == operation && line.marker == marker;
        lines.iter().filter(|line| line.stage == Stage::Executed).filter(of_call).count()
    }

    /// How many bytes the server got rid of.
    pub fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }
}

/// A running server. Its connections end when it is dropped.
pub struct FaultServer {
    pub address: SocketAddr,
    pub log: Arc<Log>,
    accepting: Option<JoinHandle<()>>,
    /// Holds the port of a server that refuses, so that no other server gets it meanwhile.
    _refusing: Option<TcpSocket>,
}

impl FaultServer {
    /// One that treats every request alike.
    pub async fn new(behavior: Behavior) -> Self {
        Self::deciding(move |_| behavior).await
    }

    /// One that treats the first connections so, and every later one like the last of them.
    pub async fn deciding(decide: impl Fn(usize) -> Behavior + Send + 'static) -> Self {
        let log = Arc::new(Log::default());
        if matches!(decide(0), Behavior::Refuse) {
            let socket = TcpSocket::new_v4().unwrap();
            socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
            let address = socket.local_addr().unwrap();
            return Self { address, log, accepting: None, _refusing: Some(socket) };
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::clone(&log);
        let accepting = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            let mut count = 0;
            while let Ok((socket, _)) = listener.accept().await {
                // Single bytes go out as they are written.
                let _ = socket.set_nodelay(true);
                connections.spawn(serve(socket, decide(count), Arc::clone(&seen)));
                count += 1;
                while connections.try_join_next().is_some() {}
            }
        });
        Self { address, log, accepting: Some(accepting), _refusing: None }
    }
}

impl Drop for FaultServer {
    fn drop(&mut self) {
        if let Some(accepting) = &self.accepting {
            accepting.abort();
        }
    }
}

/// One connection. What fails on it was the client's doing, who may hang up at any time.
async fn serve(mut socket: TcpStream, behavior: Behavior, log: Arc<Log>) {
    let _ = match behavior {
        Behavior::Refuse => Ok(()),
        Behavior::AtAccept(end) => finish(socket, end).await,
        Behavior::WhileReading(bytes, response, end) => {
            let mut begun = vec![0; bytes];
            if socket.read_exact(&mut begun).await.is_ok() {
                log.push(Stage::Began, &Received::default());
            }
            let _ = socket.write_all(response).await;
            finish(socket, end).await
        }
        Behavior::Respond(response, delivery, end) => {
            respond_to_all(socket, response, delivery, end, usize::MAX, &log).await
        }
        Behavior::RespondThen(count, end) => {
            let right = super::responses::right;
            respond_to_all(socket, right, Delivery::AtOnce, end, count, &log).await
        }
    };
}

async fn respond_to_all(
    mut socket: TcpStream,
    response: fn(&Received) -> Vec<u8>,
    delivery: Delivery,
    end: End,
    count: usize,
    log: &Log,
) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    for served in 0.. {
        while !Received::is_whole(&bytes) {
            if socket.read_buf(&mut bytes).await? == 0 {
                return Ok(());
            }
        }
        let received = Received::of(&bytes);
        bytes.clear();
        log.push(Stage::Executed, &received);
        if served == count {
            return finish(socket, end).await;
        }
        let response = response(&received);
        match delivery {
            Delivery::AtOnce => socket.write_all(&response).await?,
            Delivery::Drip(pause) => {
                for byte in response {
                    socket.write_all(&[byte]).await?;
                    tokio::time::sleep(pause).await;
                }
            }
            Delivery::Endless(more) => {
                socket.write_all(&response).await?;
                loop {
                    let sent = socket.write(more).await?;
                    log.sent.fetch_add(sent as u64, Ordering::Relaxed);
                }
            }
        }
        if count == usize::MAX && !matches!(end, End::KeepAlive) {
            return finish(socket, end).await;
        }
    }
    Ok(())
}

async fn finish(mut socket: TcpStream, mut end: End) -> std::io::Result<()> {
    while let End::After(pause, then) = end {
        tokio::time::sleep(pause).await;
        end = *then;
    }
    match end {
        End::Close | End::KeepAlive => {
            // Unread bytes would make the system send a reset instead.
            socket.shutdown().await?;
            let mut rest = [0; 4096];
            while socket.read(&mut rest).await? > 0 {}
            Ok(())
        }
        End::Reset => socket.set_zero_linger(),
        End::Stall | End::After(..) => std::future::pending().await,
    }
}
