//! Every route has a line in docs/security.md that says who may call it, and that line is true.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use hotdice_client::{Client, entropy};
use hotdice_wire::OpenRequest;
use serde_json::Value;

use crate::server::Server;

const PAGE: &str = include_str!("../../../../docs/security.md");

/// Where routes are that the OpenAPI document does not have.
const SOURCES: [&str; 2] = [
    include_str!("../../../hotdice-server/src/http.rs"),
    include_str!("../../../hotdice-server/src/http/web.rs"),
];

/// A token that was never given out.
const STRANGER: &str = "00000000000000000000000000000000000000000000000000000000000000ff";

/// Who may call a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Caller {
    Anyone,
    Seat,
    Host,
}

/// Reads the table of the page: `| `GET /api` | anyone | … |`.
fn documented() -> BTreeMap<String, Caller> {
    let row = |line: &str| {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let route = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
        let caller = match cells.next()? {
            "anyone" => Caller::Anyone,
            "seat" => Caller::Seat,
            "host" => Caller::Host,
            _ => return None,
        };
        Some((route.to_owned(), caller))
    };
    PAGE.lines().filter_map(row).collect()
}

/// Sends a request, and returns the status; with `whole`, also everything that follows.
fn send(server: &Server, route: &str, token: Option<&str>, whole: bool) -> (u16, String) {
    let address = server.url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("a connection");
    let body = if route.starts_with("POST") {
        body(route)
    } else {
        ""
    };
    let token = token.map_or_else(String::new, |token| {
        format!("authorization: Bearer {token}\r\n")
    });
    let length = body.len();
    let request = format!(
        "{route} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {length}\r\n{token}\r\n{body}"
    );
    stream.write_all(request.as_bytes()).expect("sent");
    let mut reader = BufReader::new(stream);
    let mut status = String::new();
    reader.read_line(&mut status).expect("an answer");
    let mut rest = String::new();
    if whole {
        reader.read_to_string(&mut rest).expect("text");
    }
    let number = status
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    (number.expect("a status"), rest)
}

/// Returns a body that could be meant, so that nothing is refused because of it.
fn body(route: &str) -> &'static str {
    match route.rsplit('/').next() {
        Some("actions") => r#"{"seq":1,"action":"hold"}"#,
        Some("links") => {
            r#"{"roll":1,"link":"0000000000000000000000000000000000000000000000000000000000000000"}"#
        }
        Some("anchor") => {
            r#"{"anchor":"0000000000000000000000000000000000000000000000000000000000000000"}"#
        }
        Some("draw" | "decline") => r#"{"seq":1}"#,
        Some("emotes") => r#"{"emote":"hello"}"#,
        Some("tables") => r#"{"rules":"pig"}"#,
        _ => "{}",
    }
}

/// A table with one seat taken, and the tokens of those who are there.
struct Tokens {
    table: String,
    host: String,
    seat: String,
}

fn tokens(server: &Server) -> Tokens {
    let client = Client::new(&server.url).expect("an address");
    let opened = client.open(&OpenRequest {
        rules: "pig".to_owned(),
        ..OpenRequest::default()
    });
    let opened = opened.expect("a table");
    let joined = client.join(
        &opened.table,
        "Ada",
        entropy(client.world()).expect("randomness"),
        None,
    );
    Tokens {
        table: opened.table,
        host: opened.host_token.expect("a token"),
        seat: joined.expect("a seat").token.expect("a token"),
    }
}

/// Returns every route of the OpenAPI document.
fn in_the_document(server: &Server) -> Vec<String> {
    let (status, answer) = send(server, "GET /api/openapi.json", None, true);
    assert_eq!(status, 200);
    let json = &answer[answer.find('{').expect("JSON")..=answer.rfind('}').expect("JSON")];
    let document: Value = serde_json::from_str(json).expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    let routes = paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().expect("methods").keys();
        methods.map(move |method| format!("{} {path}", method.to_uppercase()))
    });
    routes.collect()
}

/// Returns every route that the sources add by hand; all of them are read only.
fn in_the_sources() -> Vec<String> {
    let route = |line: &str| {
        let path = line.trim().strip_prefix(".route(\"")?;
        let (path, handler) = path.split_once('"')?;
        assert!(handler.starts_with(", get("), "{line}");
        Some(format!("GET {path}"))
    };
    let lines = SOURCES.iter().flat_map(|source| source.lines());
    lines.filter_map(route).collect()
}

#[test]
fn every_route_is_on_the_page_and_nothing_else() {
    let server = Server::start();
    let mut routes = in_the_document(&server);
    routes.extend(in_the_sources());
    routes.sort();
    let documented: Vec<String> = documented().into_keys().collect();
    assert!(routes.len() > 25, "{routes:?}");
    assert_eq!(routes, documented);
}

#[test]
fn everybody_may_do_what_the_page_says_and_nothing_else() {
    let server = Server::start();
    let theirs = tokens(&server);
    for (route, caller) in documented() {
        let ours = tokens(&server);
        let route = route
            .replace("{id}", &ours.table)
            .replace("{table}", &ours.table);
        let status = |token: Option<&str>| send(&server, &route, token, false).0;
        if caller == Caller::Anyone {
            assert_ne!(status(None), 401, "{route}");
            continue;
        }
        let wrong_role = match caller {
            Caller::Host => &ours.seat,
            _ => &ours.host,
        };
        for token in [
            None,
            Some(STRANGER),
            Some(&theirs.seat),
            Some(&theirs.host),
            Some(wrong_role),
        ] {
            assert_eq!(status(token), 401, "{route} with {token:?}");
        }
        let right = match caller {
            Caller::Host => &ours.host,
            _ => &ours.seat,
        };
        assert_ne!(status(Some(right)), 401, "{route}");
    }
}

#[test]
fn only_the_host_adds_bots() {
    let server = Server::start();
    let tokens = tokens(&server);
    let client = Client::new(&server.url).expect("an address");
    let seat = tokens.seat.parse().expect("a token");
    let refused = client.add_bot(&tokens.table, &seat, "greedy");
    let code = refused.expect_err("a refusal").code();
    assert_eq!(code, Some(hotdice_wire::Code::Unauthorized));
}
