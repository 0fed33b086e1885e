//! A server on a real socket: slow senders, limits, and a good end.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use futures_util::poll;
use hotdice_bots::EmptyLibrary;
use hotdice_server::bus::NoBus;
use hotdice_server::store::{SqliteStore, Store};
use hotdice_server::{Proxies, Quotas, RateLimits, Service, serve};
use hotdice_testworld::{TestWorld, eventually};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

struct Running {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
    store: Arc<dyn Store>,
    folder: tempfile::TempDir,
    test: TestWorld,
}

async fn run(rate_limits: RateLimits) -> Running {
    run_within(rate_limits, Quotas::NONE).await
}

async fn run_within(rate_limits: RateLimits, quotas: Quotas) -> Running {
    run_behind(rate_limits, quotas, Proxies::default()).await
}

async fn run_behind(rate_limits: RateLimits, quotas: Quotas, proxies: Proxies) -> Running {
    let folder = tempfile::tempdir().expect("a folder");
    run_in(folder, |service| Service {
        rate_limits,
        quotas,
        proxies,
        ..service
    })
    .await
}

/// Runs a server on the store in a folder, which is as usual but for some settings.
async fn run_in(folder: tempfile::TempDir, settings: impl FnOnce(Service) -> Service) -> Running {
    run_at(folder, TestWorld::new(), settings).await
}

/// Runs a server in a world.
async fn run_at(
    folder: tempfile::TempDir,
    test: TestWorld,
    settings: impl FnOnce(Service) -> Service,
) -> Running {
    let store = SqliteStore::open(&folder.path().join("store.sqlite"), test.world());
    let store: Arc<dyn Store> = Arc::new(store.expect("a store"));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let service = Service {
        world: test.world(),
        store: store.clone(),
        library: Arc::new(EmptyLibrary),
        bus: Arc::new(NoBus::default()),
        rate_limits: NO_LIMIT,
        quotas: Quotas::NONE,
        proxies: Proxies::default(),
        hosts: Vec::new(),
        keep_days: None,
        forget_most: false,
    };
    let service = settings(service);
    let (stop, stopped) = oneshot::channel();
    let served = tokio::spawn(serve(listener, service, async { drop(stopped.await) }));
    Running {
        address,
        stop: Some(stop),
        served,
        store,
        folder,
        test,
    }
}

/// Sends bytes, and returns everything that comes back until the server hangs up.
async fn send(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(bytes).await.expect("sent");
    let mut answer = Vec::new();
    // A server that hangs up at once may reset the connection.
    drop(stream.read_to_end(&mut answer).await);
    String::from_utf8_lossy(&answer).into_owned()
}

/// Expects a refusal that says why.
#[track_caller]
fn check_problem(answer: &str, status: u16) {
    assert!(
        answer.starts_with(&format!("HTTP/1.1 {status}"))
            && answer.contains("application/problem+json")
            && answer.contains(&format!("\"status\":{status}")),
        "{answer}"
    );
}

const NO_LIMIT: RateLimits = RateLimits {
    by_address: None,
    by_token: None,
};

/// Returns what comes of something while time goes by.
async fn in_time<T>(test: &TestWorld, task: impl Future<Output = T>) -> T {
    let (mut task, mut done) = (pin!(task), None);
    test.until("it comes to its end", async || {
        if let Poll::Ready(result) = poll!(task.as_mut()) {
            done = Some(result);
        }
        done.is_some()
    })
    .await;
    done.expect("a result")
}

#[tokio::test]
async fn a_sender_who_never_finishes_is_hung_up_on() {
    let running = run(NO_LIMIT).await;
    let slow = send(
        running.address,
        b"GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\nx-slow: ",
    );
    let slow_body = send(
        running.address,
        b"POST /api/v1/score HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{",
    );
    // The head of a request is timed by hyper, with the system's clock, and its body by the server.
    let both = async { tokio::join!(slow, slow_body) };
    let (answer, body) = in_time(&running.test, both).await;
    assert!(!answer.contains("200 OK"), "{answer}");
    check_problem(&body, 408);
    let nonsense = send(running.address, b"\x16\x03\x01 nonsense\r\n\r\n").await;
    assert!(nonsense.starts_with("HTTP/1.1 400"), "{nonsense}");
    let long = format!(
        "GET /api/v1/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx: {}\r\n\r\n",
        "y".repeat(40_000)
    );
    check_problem(&send(running.address, long.as_bytes()).await, 431);
    let huge = format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "y".repeat(100_000));
    let huge = send(running.address, huge.as_bytes()).await;
    assert!(
        huge.is_empty() || huge.starts_with("HTTP/1.1 431"),
        "{huge}"
    );
}

#[tokio::test]
async fn who_asks_too_often_has_to_wait() {
    let two = std::num::NonZeroU32::new(2);
    let rate_limits = RateLimits {
        by_address: two,
        by_token: two,
    };
    let running = run(rate_limits).await;
    let ask = b"GET /api/v1/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    let mut refused = None;
    for _ in 0..40 {
        let answer = send(running.address, ask).await;
        if answer.starts_with("HTTP/1.1 429") {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("a refusal");
    assert!(
        refused.contains("retry-after: 1") && refused.contains("\"rate_limited\""),
        "{refused}"
    );
}

#[tokio::test]
async fn what_is_cheap_is_limited_more_generously() {
    let two = std::num::NonZeroU32::new(2);
    let rate_limits = RateLimits {
        by_address: two,
        by_token: two,
    };
    for path in ["/", "/metrics", "/nothing/here", "/api"] {
        let running = run(rate_limits).await;
        let ask = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let mut answered = 0;
        while answered < 200 {
            let answer = send(running.address, ask.as_bytes()).await;
            if answer.starts_with("HTTP/1.1 429") {
                assert!(answer.contains("\"rate_limited\""), "{answer}");
                break;
            }
            answered += 1;
        }
        // Four times the eight that may come at once, and what is granted meanwhile.
        assert!((32..200).contains(&answered), "{path}: {answered}");
    }
}

#[tokio::test]
async fn a_server_that_is_told_to_stop_ends_its_streams_and_closes() {
    let mut running = run(NO_LIMIT).await;
    let open = "POST /api/v1/tables HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 17\r\n\r\n{\"rules\":\"zilch\"}";
    let opened = send(running.address, open.as_bytes()).await;
    let table = opened
        .split("\"table\":\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let table = table.expect("a table").to_owned();
    let listen = format!("GET /api/v1/tables/{table}/events HTTP/1.1\r\nhost: localhost\r\n\r\n");
    let mut listening = TcpStream::connect(running.address).await.expect("a line");
    listening.write_all(listen.as_bytes()).await.expect("sent");
    let mut heard = Vec::new();
    while !String::from_utf8_lossy(&heard).contains("\"kind\":\"opened\"") {
        let read = listening.read_buf(&mut heard).await.expect("an event");
        assert_ne!(read, 0, "{}", String::from_utf8_lossy(&heard));
    }
    running.stop.take().map(|stop| stop.send(()));
    // Its clock stands: no time-out ends it.
    let closed = running.served.await;
    closed.expect("no panic").expect("no error");
    let rest = listening.read_to_end(&mut heard).await;
    rest.expect("the stream ends in good order");
}

#[tokio::test]
async fn a_server_that_is_told_to_stop_does_not_wait_for_who_reads_nothing() {
    let mut running = run(NO_LIMIT).await;
    let mut stalled = TcpStream::connect(running.address).await.expect("a line");
    let ask = b"GET /api/v1/games HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let sent = AtomicUsize::new(0);
    let fill = async {
        loop {
            stalled.write_all(ask).await.expect("sent");
            sent.fetch_add(1, Ordering::Relaxed);
        }
    };
    // Answers that nobody reads hold up the requests sooner or later: there is only so much room in between.
    let mut fill = pin!(fill);
    let (mut before, mut same) = (0, 0);
    eventually("no more is taken", async || {
        assert!(poll!(fill.as_mut()).is_pending());
        let now = sent.load(Ordering::Relaxed);
        same = if now == before { same + 1 } else { 0 };
        before = now;
        same == 200
    })
    .await;
    running.stop.take().map(|stop| stop.send(()));
    let closed = in_time(&running.test, running.served).await;
    closed.expect("no panic").expect("no error");
}

#[tokio::test]
async fn one_address_has_a_bounded_number_of_connections() {
    let quotas = Quotas {
        connections: std::num::NonZeroU32::new(2),
        ..Quotas::NONE
    };
    let running = run_within(NO_LIMIT, quotas).await;
    let health = "GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    let idle = [
        TcpStream::connect(running.address).await.expect("a line"),
        TcpStream::connect(running.address).await.expect("a line"),
    ];
    let mut third = TcpStream::connect(running.address).await.expect("a line");
    let mut answer = String::new();
    third.read_to_string(&mut answer).await.expect("an answer");
    check_problem(&answer, 429);
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    assert!(
        head.contains(&format!("content-length: {}", body.len())) && head.contains("retry-after"),
        "{answer}"
    );
    drop(idle);
    eventually("the place is free again", async || {
        let answer = send(running.address, health.as_bytes()).await;
        answer.starts_with("HTTP/1.1 200")
    })
    .await;
}

#[tokio::test]
async fn a_server_for_this_computer_answers_under_no_other_name() {
    let running = run(NO_LIMIT).await;
    let ask = |host: &str| {
        let ask =
            format!("GET /api/v1/games HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        let address = running.address;
        async move { send(address, ask.as_bytes()).await }
    };
    check_problem(&ask("rebind.evil.example").await, 421);
    for ours in ["localhost:7878", "127.0.0.1", "[::1]:7878"] {
        assert!(ask(ours).await.starts_with("HTTP/1.1 200"), "{ours}");
    }
}

/// Opens a table, and returns what was answered.
async fn open(address: SocketAddr) -> String {
    let open = "POST /api/v1/tables HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 17\r\n\r\n{\"rules\":\"zilch\"}";
    send(address, open.as_bytes()).await
}

#[tokio::test]
async fn a_server_forgets_old_tables_if_it_is_told_to() {
    let mut running = run(NO_LIMIT).await;
    let opened = open(running.address).await;
    assert!(opened.starts_with("HTTP/1.1 201"), "{opened}");
    assert_eq!(running.store.count().await.expect("an answer"), 1);
    running.stop.take().map(|stop| stop.send(()));
    let closed = running.served.await.expect("no panic");
    closed.expect("no error");
    let settings = |service| Service {
        keep_days: Some(1),
        forget_most: true,
        ..service
    };
    let test = running.test;
    test.advance(Duration::from_secs(2 * 86_400));
    let running = run_at(running.folder, test, settings).await;
    eventually("the table is forgotten", async || {
        running.store.count().await.expect("an answer") == 0
    })
    .await;
}

#[tokio::test]
async fn one_address_has_a_bounded_number_of_tables_and_streams() {
    let quotas = Quotas {
        unfinished: std::num::NonZeroU32::new(2),
        streams: std::num::NonZeroU32::new(1),
        ..Quotas::NONE
    };
    let running = run_within(NO_LIMIT, quotas).await;
    let opened = open(running.address).await;
    assert!(opened.starts_with("HTTP/1.1 201"), "{opened}");
    assert!(open(running.address).await.starts_with("HTTP/1.1 201"));
    let third = open(running.address).await;
    assert!(
        third.starts_with("HTTP/1.1 429") && third.contains("unfinished"),
        "{third}"
    );
    let table = opened
        .split("\"table\":\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a table");
    let listen = format!(
        "GET /api/v1/tables/{table}/events HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
    );
    let mut first = TcpStream::connect(running.address).await.expect("a line");
    first.write_all(listen.as_bytes()).await.expect("sent");
    let mut begun = [0; 12];
    first.read_exact(&mut begun).await.expect("an answer");
    assert_eq!(&begun, b"HTTP/1.1 200");
    let second = send(running.address, listen.as_bytes()).await;
    assert!(second.starts_with("HTTP/1.1 429"), "{second}");
    drop(first);
    eventually("the place is free again", async || {
        let mut line = TcpStream::connect(running.address).await.expect("a line");
        line.write_all(listen.as_bytes()).await.expect("sent");
        line.read_exact(&mut begun).await.expect("an answer");
        begun == *b"HTTP/1.1 200"
    })
    .await;
}

/// Opens a table as a proxy does for a guest, and returns the status.
async fn open_for(address: SocketAddr, guest: &str) -> String {
    let open = format!(
        "POST /api/v1/tables HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: {guest}\r\nconnection: close\r\ncontent-length: 17\r\n\r\n{{\"rules\":\"zilch\"}}"
    );
    let answer = send(address, open.as_bytes()).await;
    answer["HTTP/1.1 ".len()..][..3].to_owned()
}

#[tokio::test]
async fn guests_behind_a_proxy_are_told_apart_if_it_is_known() {
    let quotas = Quotas {
        unfinished: std::num::NonZeroU32::new(1),
        ..Quotas::NONE
    };
    let known = [hotdice_server::read_network("127.0.0.1").expect("an address")];
    let running = run_behind(NO_LIMIT, quotas, known.into_iter().collect()).await;
    assert_eq!(open_for(running.address, "203.0.113.7").await, "201");
    assert_eq!(open_for(running.address, "203.0.113.7").await, "429");
    assert_eq!(open_for(running.address, "203.0.113.8").await, "201");
    let running = run_within(NO_LIMIT, quotas).await;
    assert_eq!(open_for(running.address, "203.0.113.7").await, "201");
    let lie = open_for(running.address, "203.0.113.8").await;
    assert_eq!(lie, "429", "strangers can say what they like");
}
