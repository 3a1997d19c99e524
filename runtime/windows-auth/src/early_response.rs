//! Reads the response of a server that did not wait for the whole request.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A socket on which a write that fails because the server is gone waits, so that the response before it is read. Without one, reading
/// ends, and reports it. (hyper drops an unread response if a write fails.)
pub(crate) struct EarlyResponse<S> {
    socket: S,
    is_broken: bool,
}

impl<S: AsyncRead + AsyncWrite + Unpin> EarlyResponse<S> {
    pub(crate) const fn new(socket: S) -> Self {
        Self { socket, is_broken: false }
    }

    fn patient<T>(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if self.is_broken {
            return Poll::Pending;
        }
        let written = write(Pin::new(&mut self.socket), context);
        let is_gone =
            |kind| matches!(kind, ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted);
        if let Poll::Ready(Err(error)) = &written
            && is_gone(error.kind())
        {
            self.is_broken = true;
            return Poll::Pending;
        }
        written
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for EarlyResponse<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for EarlyResponse<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.patient(context, |socket, context| socket.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.patient(context, |socket, context| socket.poll_write_vectored(context, bytes))
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.patient(context, AsyncWrite::poll_flush)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.is_broken {
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.socket).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;

    use bytes::Bytes;
    use http::{Request, Uri};
    use http_body_util::{BodyExt as _, Full};

    use crate::connection::{Connection, Origin};

    #[tokio::test]
    async fn a_response_before_the_whole_request_is_read_with_its_page() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let uri: Uri = format!("http://{}/shop.asmx", listener.local_addr().unwrap()).parse().unwrap();
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                // The rest stays unread, so that the connection is reset.
                let read = stream.read(&mut [0; 500]);
                let head = "HTTP/1.1 413 Too Large\r\nContent-Length: 9\r\nConnection: close\r\n\r\ntoo large";
                let _ = read.and_then(|_| stream.write_all(head.as_bytes()));
            }
        });
        for _ in 0..20 {
            let origin = Origin::of(&uri).unwrap();
            let mut connection = Connection::open(&origin, None).await.unwrap();
            let request = Request::post(&uri).body(Full::new(Bytes::from(vec![b'x'; 8 << 20]))).unwrap();
            let Ok(response) = connection.send(&origin, request).await else { panic!("the response is lost") };
            assert_eq!(response.status(), 413);
            assert_eq!(response.into_body().collect().await.unwrap().to_bytes(), "too large");
        }
    }
}
