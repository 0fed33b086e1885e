//! A connection that breaks when its other end reads nothing for too long.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hotdice_world::{Sleep, World};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A connection with a limit to how long a write may stand still. Whoever reads slowly but steadily is not hung up on.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    limit: Duration,
    world: World,
    /// When the write that stands still is given up.
    deadline: Option<Sleep>,
}

impl<S> WriteTimeout<S> {
    pub(crate) fn new(stream: S, limit: Duration, world: World) -> Self {
        Self {
            stream,
            limit,
            world,
            deadline: None,
        }
    }

    /// Returns what a write came to, or an error if it has stood still for too long.
    fn within<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let (world, limit) = (&self.world, self.limit);
        let sleep = self.deadline.get_or_insert_with(|| world.sleep(limit));
        ready!(sleep.as_mut().poll(context));
        let why = "the other end reads nothing";
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, why)))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.within(context, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(context, parts);
        this.within(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let flushed = Pin::new(&mut this.stream).poll_flush(context);
        this.within(context, flushed)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let shut = Pin::new(&mut this.stream).poll_shutdown(context);
        this.within(context, shut)
    }
}

#[cfg(test)]
mod tests {
    use hotdice_testworld::TestWorld;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    const LIMIT: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn who_reads_nothing_is_hung_up_on() {
        let test = TestWorld::new();
        let (near, _far) = tokio::io::duplex(16);
        let mut near = WriteTimeout::new(near, LIMIT, test.world());
        near.write_all(&[0; 16]).await.unwrap();
        let writing = tokio::spawn(async move { near.write_all(&[0; 16]).await });
        tokio::task::yield_now().await;
        test.advance(LIMIT - Duration::from_secs(1));
        tokio::task::yield_now().await;
        assert!(!writing.is_finished(), "a second too soon");
        let over = async || writing.is_finished();
        test.until("the connection is given up", over).await;
        let error = writing.await.unwrap().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn who_reads_slowly_gets_everything() {
        let test = TestWorld::new();
        let (near, mut far) = tokio::io::duplex(1);
        let mut near = WriteTimeout::new(near, LIMIT, test.world());
        let slowly = async {
            for _ in 0..8 {
                test.advance(LIMIT - Duration::from_secs(1));
                far.read_u8().await.unwrap();
            }
        };
        let (written, ()) = tokio::join!(near.write_all(&[0; 8]), slowly);
        written.unwrap();
    }
}
