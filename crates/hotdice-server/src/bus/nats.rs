//! The bus on NATS.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Message, ServerAddr, Subscriber};
use futures_util::StreamExt;
use tokio::sync::{broadcast, mpsc};

use super::{Bus, BusState, LogPosition, MAX_QUEUED};
use crate::lock;

/// Where messages about tables go; the name of the table follows.
const TABLES: &str = "hotdice.tables.";

/// How often the connection is checked.
const PING: Duration = Duration::from_secs(2);

/// The longest wait before a lost connection is tried again.
const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(1);

/// How long our own messages may take to come back.
const ECHO: Duration = Duration::from_secs(2);

/// An address that is not one of a bus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no bus: use none, or nats://HOST:PORT")]
pub struct NotABus(String);

/// A bus on a NATS server, which need not be there yet.
pub struct NatsBus {
    client: Client,
    outgoing: mpsc::Sender<LogPosition>,
    heard: broadcast::Sender<LogPosition>,
    echo: Arc<EchoTimer>,
}

/// Since when our own messages have not come back.
#[derive(Default)]
struct EchoTimer(Mutex<Option<Instant>>);

impl EchoTimer {
    fn said(&self) {
        let mut since = lock(&self.0);
        since.get_or_insert_with(Instant::now);
    }

    fn heard(&self) {
        *lock(&self.0) = None;
    }

    fn is_overdue(&self) -> bool {
        let since = lock(&self.0);
        since.is_some_and(|since| since.elapsed() > ECHO)
    }
}

impl NatsBus {
    /// Begins to connect to a NATS server, and goes on trying for as long as it takes.
    ///
    /// # Errors
    /// When the address is none of a NATS server.
    pub async fn connect(url: &str) -> Result<Self, NotABus> {
        let not_a_bus = || NotABus(without_secrets(url));
        if !url.starts_with("nats://") {
            return Err(not_a_bus());
        }
        let server: ServerAddr = url.parse().map_err(|_| not_a_bus())?;
        let client = ConnectOptions::new()
            .name("hotdice")
            .retry_on_initial_connect()
            .ping_interval(PING)
            .reconnect_delay_callback(|attempts| {
                MAX_RECONNECT_DELAY.min(Duration::from_millis(50) * (1 << attempts.min(5)))
            })
            .event_callback(|event| async move { tracing::info!(%event, "the bus") })
            .connect(server)
            .await
            .map_err(|_| not_a_bus())?;
        let everything = client.subscribe(format!("{TABLES}*")).await;
        let everything = everything.map_err(|_| not_a_bus())?;
        let (outgoing, queue) = mpsc::channel(MAX_QUEUED);
        let heard = broadcast::Sender::new(MAX_QUEUED);
        let echo = Arc::<EchoTimer>::default();
        tokio::spawn(send_all(client.clone(), queue, echo.clone()));
        tokio::spawn(receive_all(everything, heard.clone(), echo.clone()));
        Ok(Self {
            client,
            outgoing,
            heard,
            echo,
        })
    }
}

/// Leaves out user and password.
fn without_secrets(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => url.to_owned(),
    }
}

/// Sends what is queued; what cannot be sent now is not sent later.
async fn send_all(client: Client, mut queue: mpsc::Receiver<LogPosition>, echo: Arc<EchoTimer>) {
    while let Some(position) = queue.recv().await {
        if client.connection_state() != State::Connected {
            metrics::counter!("hotdice_bus_unsaid_total").increment(1);
            continue;
        }
        echo.said();
        let subject = format!("{TABLES}{}", position.table);
        let said = client.publish(subject, position.seq.to_string().into());
        if let Err(error) = said.await {
            tracing::debug!(%error, "a message was not sent");
        }
    }
}

async fn receive_all(
    mut messages: Subscriber,
    heard: broadcast::Sender<LogPosition>,
    echo: Arc<EchoTimer>,
) {
    while let Some(message) = messages.next().await {
        echo.heard();
        metrics::counter!("hotdice_bus_heard_total").increment(1);
        match read(&message) {
            // Nobody listening is fine.
            Some(position) => drop(heard.send(position)),
            None => tracing::debug!("a message on the bus cannot be read"),
        }
    }
}

fn read(message: &Message) -> Option<LogPosition> {
    let table = message.subject.strip_prefix(TABLES)?;
    LogPosition::read(table, &message.payload)
}

impl Bus for NatsBus {
    fn kind(&self) -> &'static str {
        "nats"
    }

    fn state(&self) -> BusState {
        match self.client.connection_state() {
            State::Connected if self.echo.is_overdue() => BusState::Silent,
            State::Connected => BusState::Up,
            State::Pending | State::Disconnected => BusState::Down,
        }
    }

    fn publish(&self, position: LogPosition) {
        // When too much is waiting, the others read the log.
        let _ = self.outgoing.try_send(position);
    }

    fn subscribe(&self) -> broadcast::Receiver<LogPosition> {
        self.heard.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use hotdice_rig::{Nats, or_skip};
    use hotdice_table::TableId;

    use super::*;

    fn position(seq: u64) -> LogPosition {
        let table = TableId::from_bytes([7; TableId::LENGTH]);
        LogPosition { table, seq }
    }

    async fn becomes(bus: &NatsBus, state: BusState) {
        for _ in 0..400 {
            if bus.state() == state {
                return;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("it is {:?}, and not {state:?}", bus.state());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_one_says_others_hear_and_a_lost_server_is_noticed() {
        let Some(mut nats) = or_skip(Nats::start()) else {
            return;
        };
        let (one, other) = (
            NatsBus::connect(&nats.url()).await.unwrap(),
            NatsBus::connect(&nats.url()).await.unwrap(),
        );
        becomes(&one, BusState::Up).await;
        becomes(&other, BusState::Up).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        let mut heard = other.subscribe();
        one.publish(position(5));
        assert_eq!(heard.recv().await.unwrap(), position(5));
        nats.stop();
        becomes(&one, BusState::Down).await;
        one.publish(position(6));
        nats.start_again().unwrap();
        becomes(&one, BusState::Up).await;
        becomes(&other, BusState::Up).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        one.publish(position(7));
        assert_eq!(
            heard.recv().await.unwrap(),
            position(7),
            "what could not be said is not said later"
        );
    }

    #[tokio::test]
    async fn a_wrong_address_is_refused_and_a_server_that_is_not_there_is_not() {
        for wrong in ["nats:", "http://localhost", "nats://ada:secret@", "nats"] {
            let refused = NatsBus::connect(wrong).await.err().unwrap().to_string();
            assert!(!refused.contains("secret"), "{refused}");
        }
        let bus = NatsBus::connect("nats://127.0.0.1:1").await.unwrap();
        assert_eq!(bus.state(), BusState::Down);
        assert_eq!(crate::bus::describe(&bus), "nats: down, reading the log");
    }
}
