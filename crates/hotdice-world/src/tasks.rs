//! Tasks: what sleeps, and what is spawned.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use crate::{Moment, World};

/// What is ready when a moment has come.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send + Sync>>;

/// Something took too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("that took too long")]
pub struct TimedOut;

impl World {
    /// Returns what is ready when so much time has gone by.
    #[must_use]
    pub fn sleep(&self, time: Duration) -> Sleep {
        self.sleep_until(self.now() + time)
    }

    /// Returns what is ready when a moment has come.
    #[must_use]
    pub fn sleep_until(&self, moment: Moment) -> Sleep {
        self.0.sleep_until(moment)
    }

    /// Waits for something, but not longer than this.
    ///
    /// # Errors
    /// When it was not ready in time; then it is dropped.
    pub async fn timeout<F: Future>(&self, most: Duration, task: F) -> Result<F::Output, TimedOut> {
        self.timeout_at(self.now() + most, task).await
    }

    /// Waits for something, but not past a moment. What is ready is taken however late it is.
    ///
    /// # Errors
    /// When it was not ready in time; then it is dropped.
    pub async fn timeout_at<F: Future>(
        &self,
        moment: Moment,
        task: F,
    ) -> Result<F::Output, TimedOut> {
        let (mut task, mut end) = (pin!(task), self.sleep_until(moment));
        poll_fn(|cx| match task.as_mut().poll(cx) {
            Poll::Ready(done) => Poll::Ready(Ok(done)),
            Poll::Pending => end.as_mut().poll(cx).map(|()| Err(TimedOut)),
        })
        .await
    }

    /// Begins a task that runs beside the others.
    pub fn spawn<T: Send + 'static>(
        &self,
        task: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        self.runtime().spawn(task)
    }

    /// Returns what tasks run on.
    #[must_use]
    pub fn runtime(&self) -> Handle {
        self.0.runtime()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_ready_is_taken_and_what_is_not_times_out() {
        let world = World::system();
        assert_eq!(world.timeout(Duration::ZERO, async { 7 }).await, Ok(7));
        let never = std::future::pending::<u8>();
        let short = Duration::from_millis(1);
        assert_eq!(world.timeout(short, never).await, Err(TimedOut));
        world.sleep(short).await;
        assert_eq!(world.spawn(async { 8 }).await.ok(), Some(8));
    }
}
