//! Whole requests, sent to a real server over a real socket: paths, queries, headers, keys, tokens and bodies.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use hotdice_bots::EmptyLibrary;
use hotdice_server::bus::NoBus;
use hotdice_server::store::SqliteStore;
use hotdice_server::{Proxies, Quotas, RateLimits, Service, World, serve};

/// Everything that can be asked without a long computation; the first byte picks one. `{}` is the table.
const ROUTES: &[&str] = &[
    "GET /api/v1/rules?rules=",
    "GET /api/v1/levels?seats=2&rules=",
    "POST /api/v1/score",
    "POST /api/v1/tables",
    "GET /api/v1/tables/{}",
    "POST /api/v1/tables/{}/seats",
    "POST /api/v1/tables/{}/start",
    "POST /api/v1/tables/{}/actions",
    "POST /api/v1/tables/{}/leave",
    "POST /api/v1/tables/{}/return",
    "POST /api/v1/tables/{}/draw",
    "POST /api/v1/tables/{}/rematch",
    "POST /api/v1/tables/{}/emotes",
    "GET /api/v1/tables/{}/record",
    "GET /api/v1/tables/{}/events?after=",
    "GET /",
];

/// A server, a table and the token of a seat there.
struct Place {
    address: SocketAddr,
    table: String,
    token: String,
}

/// Whatever is asked, the server answers, and never that it failed.
///
/// The first byte picks the route, the second who asks. Lines follow: what is added to the address, the key, the last event, and
/// the body.
pub fn request(bytes: &[u8]) {
    let [route, who, rest @ ..] = bytes else {
        return;
    };
    let mut lines = rest.splitn(4, |byte| *byte == b'\n').map(plain);
    let mut line = || lines.next().unwrap_or_default();
    let (more, key, last, body) = (line(), line(), line(), line());
    let place = place();
    let route = ROUTES[usize::from(*route) % ROUTES.len()];
    let mut request = route.replace("{}", &place.table).into_bytes();
    request.extend(more.iter().filter(|byte| **byte > b' '));
    request.extend(b" HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
    header(&mut request, "idempotency-key", &key);
    header(&mut request, "last-event-id", &last);
    match who % 3 {
        0 => {}
        1 => header(
            &mut request,
            "authorization",
            format!("Bearer {}", place.token).as_bytes(),
        ),
        _ => header(&mut request, "authorization", &key),
    }
    header(
        &mut request,
        "content-length",
        body.len().to_string().as_bytes(),
    );
    request.extend(b"\r\n");
    request.extend(&body);
    let answer = send(place.address, &request);
    assert!(
        answer.starts_with(b"HTTP/1.1 "),
        "no answer to {:?}",
        text(&request)
    );
    assert_ne!(
        answer[9],
        b'5',
        "{:?} to {:?}",
        text(&answer),
        text(&request)
    );
}

/// Returns a line without what would end a header.
fn plain(line: &[u8]) -> Vec<u8> {
    line.iter()
        .copied()
        .filter(|byte| !matches!(byte, b'\r' | 0))
        .collect()
}

fn header(request: &mut Vec<u8>, name: &str, value: &[u8]) {
    if !value.is_empty() {
        request.extend(name.as_bytes());
        request.extend(b": ");
        request.extend(value);
        request.extend(b"\r\n");
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Sends a request, and returns the beginning of the answer. Streams of events never end by themselves.
fn send(address: SocketAddr, request: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).expect("a server");
    let patience = Some(Duration::from_secs(10));
    stream.set_read_timeout(patience).expect("a patience");
    // The server may answer and hang up before it has read everything.
    drop(stream.write_all(request));
    let mut answer = vec![0; 2048];
    let mut read = 0;
    while read < 12 {
        match stream.read(&mut answer[read..]) {
            Ok(more @ 1..) => read += more,
            _ => break,
        }
    }
    answer.truncate(read);
    answer
}

/// Returns the one server of this process.
fn place() -> &'static Place {
    static PLACE: OnceLock<Place> = OnceLock::new();
    PLACE.get_or_init(|| {
        let address = start();
        let (table, token) = sit_down(address);
        Place {
            address,
            table,
            token,
        }
    })
}

/// Starts a server that runs as long as this process.
fn start() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("a listener");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(&folder.path().join("store.sqlite"), World::system());
        let store = store.expect("a store");
        let service = Service {
            world: World::system(),
            store: Arc::new(store),
            bus: Arc::new(NoBus::default()),
            library: Arc::new(EmptyLibrary),
            rate_limits: RateLimits {
                by_address: None,
                by_token: None,
            },
            quotas: Quotas::NONE,
            proxies: Proxies::default(),
            hosts: Vec::new(),
            keep_days: None,
            forget_most: false,
        };
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
            serve(listener, service, std::future::pending()).await
        })
    });
    address
}

/// Opens a table and takes a seat.
fn sit_down(address: SocketAddr) -> (String, String) {
    let client = hotdice_client::Client::new(&format!("http://{address}")).expect("an address");
    let opened = client.open(&hotdice_wire::OpenRequest {
        rules: "farkle".to_owned(),
        ..hotdice_wire::OpenRequest::default()
    });
    let table = opened.expect("a table").table;
    let entropy = hotdice_client::entropy(client.world()).expect("randomness");
    let joined = client.join(&table, "Ada", entropy, None).expect("a seat");
    (table, joined.token.expect("a token"))
}
