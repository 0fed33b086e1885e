//! The bus on NATS: a subject for each table.
//!
//! # Servers of other versions
//! Earlier servers subscribe to the subjects of all tables, and publish under the same ones. They hear this server, and this server
//! hears them about what it subscribes to; nothing has to be switched while servers are exchanged one by one.
//!
//! # Our own messages
//! Whether messages arrive at all is seen by one to ourselves, under the name of a table that does not exist. A subject of another form might
//! be forbidden where subjects are restricted, and to earlier servers it is a table that they do not have.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event as ServerEvent, Message, ServerAddr, Subscriber};
use futures_util::StreamExt;
use futures_util::stream::SelectAll;
use hotdice_table::TableId;
use hotdice_world::{Moment, World};
use tokio::sync::oneshot::error::TryRecvError;
use tokio::sync::{broadcast, mpsc, oneshot};

use super::{Bus, BusState, LogPosition, MAX_QUEUED, Subscription};
use crate::lock;

/// Where messages about tables go; the name of the table follows.
const TABLES: &str = "hotdice.tables.";

/// How often the connection is checked.
const PING: Duration = Duration::from_secs(2);

/// The longest wait before a lost connection is tried again.
const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(1);

/// How long a message to ourselves may take to come back, and how often one is sent at most.
const ECHO: Duration = Duration::from_secs(2);
const ECHO_INTERVAL: Duration = Duration::from_millis(500);

/// An address that is not one of a bus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no bus: use none, or nats://HOST:PORT")]
pub struct NotABus(String);

/// A bus on a NATS server, which need not be there yet.
pub struct NatsBus {
    client: Client,
    outgoing: mpsc::Sender<LogPosition>,
    wanted: mpsc::UnboundedSender<Wanted>,
    heard: broadcast::Sender<LogPosition>,
    echo: Arc<EchoTimer>,
}

/// A table that is subscribed to, and what resolves when that is over.
///
/// While there is no connection, as many of them may wait as subscriptions begin meanwhile, a hundred bytes each. Those that have ended by
/// then are passed over.
type Wanted = (TableId, oneshot::Receiver<()>);

/// Since when our own messages have not come back.
struct EchoTimer {
    since: Mutex<Option<Moment>>,
    world: World,
}

impl EchoTimer {
    fn new(world: World) -> Self {
        let since = Mutex::default();
        Self { since, world }
    }

    fn said(&self) {
        let mut since = lock(&self.since);
        since.get_or_insert_with(|| self.world.now());
    }

    fn heard(&self) {
        *lock(&self.since) = None;
    }

    /// Forgets what was said over a connection that is gone: it will never come back.
    fn start_over(&self) {
        *lock(&self.since) = None;
    }

    fn is_overdue(&self) -> bool {
        let since = lock(&self.since);
        since.is_some_and(|since| self.world.since(since) > ECHO)
    }
}

impl NatsBus {
    /// Begins to connect to a NATS server, and goes on trying for as long as it takes.
    ///
    /// # Errors
    /// When the address is none of a NATS server.
    pub async fn connect(url: &str, world: World) -> Result<Self, NotABus> {
        let not_a_bus = || NotABus(without_secrets(url));
        if !url.starts_with("nats://") {
            return Err(not_a_bus());
        }
        let server: ServerAddr = url.parse().map_err(|_| not_a_bus())?;
        let echo = Arc::new(EchoTimer::new(world.clone()));
        let timer = echo.clone();
        let client = ConnectOptions::new()
            .name("hotdice")
            .retry_on_initial_connect()
            .ping_interval(PING)
            .reconnect_delay_callback(|attempts| {
                MAX_RECONNECT_DELAY.min(Duration::from_millis(50) * (1 << attempts.min(5)))
            })
            .event_callback(move |event| {
                if matches!(event, ServerEvent::Connected) {
                    timer.start_over();
                }
                async move { tracing::info!(%event, "the bus") }
            })
            .connect(server)
            .await
            .map_err(|_| not_a_bus())?;
        let ourselves = TableId::from_bytes(world.random(&"bus").map_err(|_| not_a_bus())?);
        let echoes = client.subscribe(subject(ourselves)).await;
        let echoes = echoes.map_err(|_| not_a_bus())?;
        let (outgoing, queue) = mpsc::channel(MAX_QUEUED);
        let (wanted, asked) = mpsc::unbounded_channel();
        let heard = broadcast::Sender::new(MAX_QUEUED);
        world.spawn(send_all(client.clone(), queue, ourselves, echo.clone()));
        world.spawn(hear_echoes(echoes, echo.clone()));
        world.spawn(receive_all(client.clone(), asked, heard.clone()));
        Ok(Self {
            client,
            outgoing,
            wanted,
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

fn subject(table: TableId) -> String {
    format!("{TABLES}{table}")
}

/// Sends what is queued; what cannot be sent now is not sent later.
async fn send_all(
    client: Client,
    mut queue: mpsc::Receiver<LogPosition>,
    ourselves: TableId,
    echo: Arc<EchoTimer>,
) {
    let mut tried: Option<Moment> = None;
    while let Some(position) = queue.recv().await {
        if client.connection_state() != State::Connected {
            metrics::counter!("hotdice_bus_unsaid_total").increment(1);
            continue;
        }
        let LogPosition { table, seq } = position;
        let said = client.publish(subject(table), seq.to_string().into());
        if let Err(error) = said.await {
            tracing::debug!(%error, "a message was not sent");
        }
        if tried.is_none_or(|tried| echo.world.since(tried) >= ECHO_INTERVAL) {
            tried = Some(echo.world.now());
            echo.said();
            let said = client.publish(subject(ourselves), "0".into());
            if let Err(error) = said.await {
                tracing::debug!(%error, "a message was not sent");
            }
        }
    }
}

async fn hear_echoes(mut echoes: Subscriber, echo: Arc<EchoTimer>) {
    while echoes.next().await.is_some() {
        echo.heard();
    }
}

/// Subscribes to what is asked for until it is dropped, and passes on what comes.
async fn receive_all(
    client: Client,
    mut asked: mpsc::UnboundedReceiver<Wanted>,
    heard: broadcast::Sender<LogPosition>,
) {
    let mut messages = SelectAll::new();
    loop {
        let message = tokio::select! {
            wanted = asked.recv() => {
                let Some((table, mut dropped)) = wanted else {
                    return;
                };
                if !matches!(dropped.try_recv(), Err(TryRecvError::Empty)) {
                    continue;
                }
                // While there is no connection this may wait; nothing could come meanwhile.
                match client.subscribe(subject(table)).await {
                    // A subscriber that is dropped unsubscribes.
                    Ok(subscriber) => messages.push(subscriber.take_until(dropped)),
                    Err(error) => tracing::warn!(
                        %error,
                        "cannot subscribe to a table: its events will arrive with the next poll"
                    ),
                }
                continue;
            }
            Some(message) = messages.next() => message,
        };
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

    fn subscribe(&self, table: TableId) -> Subscription {
        let (subscription, dropped) = Subscription::new();
        // Without the receiving task the program is ending.
        drop(self.wanted.send((table, dropped)));
        subscription
    }

    fn messages(&self) -> broadcast::Receiver<LogPosition> {
        self.heard.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::FutureExt;
    use hotdice_rig::{Nats, Proxy, or_skip};
    use hotdice_table::TableId;
    use hotdice_testworld::{TestWorld, eventually};

    use super::*;

    fn position(seq: u64) -> LogPosition {
        let table = TableId::from_bytes([7; TableId::LENGTH]);
        LogPosition { table, seq }
    }

    async fn becomes(bus: &NatsBus, state: BusState) {
        eventually(&format!("it is {state:?}"), async || bus.state() == state).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_one_says_others_hear_and_a_lost_server_is_noticed() {
        let Some(mut nats) = or_skip(Nats::start()) else {
            return;
        };
        let (one, other) = (
            NatsBus::connect(&nats.url(), World::system())
                .await
                .unwrap(),
            NatsBus::connect(&nats.url(), World::system())
                .await
                .unwrap(),
        );
        becomes(&one, BusState::Up).await;
        becomes(&other, BusState::Up).await;
        let _subscription = other.subscribe(position(0).table);
        hears(&one, &other, position(0).table, true).await;
        let mut heard = other.messages();
        one.publish(position(LATER + 5));
        until_heard(&mut heard, LATER + 5).await;
        nats.stop();
        becomes(&one, BusState::Down).await;
        one.publish(position(LATER + 6));
        nats.start_again().unwrap();
        becomes(&one, BusState::Up).await;
        becomes(&other, BusState::Up).await;
        hears(&one, &other, position(0).table, true).await;
        one.publish(position(LATER + 7));
        let before = until_heard(&mut heard, LATER + 7).await;
        let late = before.contains(&(LATER + 6));
        assert!(!late, "what could not be said is not said later");
    }

    /// Larger than the numbers with which [`hears`] tries.
    const LATER: u64 = 1_000_000;

    /// Waits for a number, and returns those that are heard before it.
    async fn until_heard(heard: &mut broadcast::Receiver<LogPosition>, seq: u64) -> Vec<u64> {
        let mut before = Vec::new();
        loop {
            let message = heard.recv().await.unwrap();
            if message.seq == seq {
                return before;
            }
            before.push(message.seq);
        }
    }

    /// Waits until a server hears about a table, or does not any more: then it hears about another one for a while, and not about this.
    async fn hears(one: &NatsBus, other: &NatsBus, table: TableId, wanted: bool) {
        let marked = TableId::from_bytes([31; TableId::LENGTH]);
        let _marked = other.subscribe(marked);
        let mut heard = other.messages();
        let (mut seq, mut about_it, mut about_other) = (0, 0, 0);
        let what = format!("it hears of the table: {wanted}");
        eventually(&what, async || {
            seq += 1;
            for table in [table, marked] {
                one.publish(LogPosition { table, seq });
            }
            while let Ok(message) = heard.try_recv() {
                if message.table == table {
                    about_it = message.seq;
                } else if message.table == marked {
                    about_other = message.seq;
                }
            }
            if wanted {
                about_it > 0
            } else {
                about_other > about_it + 20
            }
        })
        .await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_server_hears_what_it_subscribes_to_and_earlier_ones_hear_everything() {
        let Some(nats) = or_skip(Nats::start()) else {
            return;
        };
        let test = TestWorld::new();
        let (one, other) = (
            NatsBus::connect(&nats.url(), test.world()).await.unwrap(),
            NatsBus::connect(&nats.url(), test.world()).await.unwrap(),
        );
        becomes(&one, BusState::Up).await;
        becomes(&other, BusState::Up).await;
        let table = |number| TableId::from_bytes([number; TableId::LENGTH]);
        let subscription = other.subscribe(table(1));
        let again = other.subscribe(table(1));
        hears(&one, &other, table(1), true).await;
        hears(&one, &other, table(2), false).await;
        drop(subscription);
        hears(&one, &other, table(1), true).await;
        drop(again);
        hears(&one, &other, table(1), false).await;
        test.advance(2 * ECHO);
        // Nobody listens, but it is not silent.
        becomes(&one, BusState::Up).await;
        // As servers of earlier versions do it.
        let earlier = async_nats::connect(nats.url()).await.unwrap();
        let mut everything = earlier.subscribe(format!("{TABLES}*")).await.unwrap();
        // A flush does not wait for the server: what is said before it has noted the subscription is not heard.
        eventually("an earlier server hears", async || {
            let table = table(3);
            one.publish(LogPosition { table, seq: 1 });
            let message = everything.next().now_or_never();
            let position = message.map(|message| read(&message.unwrap()).unwrap());
            position.is_some_and(|position| position.table == table)
        })
        .await;
        let _subscription = other.subscribe(table(4));
        let mut heard = other.messages();
        eventually("an earlier server is heard", async || {
            let said = earlier.publish(subject(table(4)), "1".into()).await;
            said.unwrap();
            heard
                .try_recv()
                .is_ok_and(|message| message.table == table(4))
        })
        .await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_bus_that_brings_nothing_back_is_silent_until_it_is_connected_anew() {
        let Some(nats) = or_skip(Nats::start()) else {
            return;
        };
        let connections = AtomicUsize::new(0);
        let proxy = Proxy::meddling(nats.address(), move || {
            match connections.fetch_add(1, Ordering::Relaxed) {
                0 => Nats::silence(),
                _ => Box::new(<[u8]>::to_vec),
            }
        });
        let proxy = proxy.expect("a proxy");
        let url = format!("nats://{}", proxy.address());
        let test = TestWorld::new();
        let bus = NatsBus::connect(&url, test.world()).await.expect("a bus");
        becomes(&bus, BusState::Up).await;
        let _subscription = bus.subscribe(position(0).table);
        bus.publish(position(1));
        let is_silent = async || bus.state() == BusState::Silent;
        test.until("it is silent", is_silent).await;
        proxy.cut();
        becomes(&bus, BusState::Up).await;
        // Now messages come back, and so do its own: it is not silent again, however long it goes on.
        for _ in 0..4 {
            hears(&bus, &bus, position(2).table, true).await;
            test.advance(ECHO / 2);
            becomes(&bus, BusState::Up).await;
        }
    }

    #[tokio::test]
    async fn a_wrong_address_is_refused_and_a_server_that_is_not_there_is_not() {
        for wrong in ["nats:", "http://localhost", "nats://ada:secret@", "nats"] {
            let refused = NatsBus::connect(wrong, World::system())
                .await
                .err()
                .unwrap()
                .to_string();
            assert!(!refused.contains("secret"), "{refused}");
        }
        let bus = NatsBus::connect("nats://127.0.0.1:1", World::system())
            .await
            .unwrap();
        assert_eq!(bus.state(), BusState::Down);
        assert_eq!(crate::bus::describe(&bus), "nats: down, reading the log");
    }
}
