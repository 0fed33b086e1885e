//! `hotdice online` where nothing is as it should be.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;

use crate::{Ran, User};

/// Returns the address of a server that is not there.
fn nowhere() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    format!("http://{}", listener.local_addr().expect("an address"))
}

/// Starts a server that gives everybody the same answer, and returns its address.
fn answering(status: u16, body: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for mut connection in listener.incoming().flatten() {
            let lines = BufReader::new(&connection).lines();
            lines.map_while(Result::ok).find(String::is_empty);
            drop(write!(
                connection,
                "HTTP/1.1 {status} So\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            ));
        }
    });
    url
}

fn online(user: &User, server: &str, arguments: &[&str]) -> Ran {
    user.run(&[&["online", "--server", server], arguments].concat(), "")
}

/// Expects a short message, this exit code, and nothing on the output.
#[track_caller]
fn check(server: &str, arguments: &[&str], code: i32, message: &str) {
    let ran = online(&User::new(), server, arguments);
    assert_eq!(ran.code, code, "{arguments:?}: {}", ran.err);
    assert_eq!(ran.out, "", "{arguments:?}");
    assert!(ran.err.contains(message), "{arguments:?}: {}", ran.err);
    assert!(ran.err.lines().count() <= 6, "{}", ran.err);
}

#[test]
fn a_server_that_is_not_there() {
    let server = nowhere();
    let message = format!("hotdice: ApiError: {server} cannot be reached: nobody listens there. ");
    check(&server, &["test"], 1, &message);
    check(&server, &["status", "k7w2m9x4ab"], 1, &message);
}

#[test]
fn an_address_that_is_none() {
    for server in ["nonsense", "ftp://example.org", "http://", ""] {
        check(server, &["test"], 2, "is not the address of a server");
    }
}

#[test]
fn a_table_that_is_not_there() {
    let problem =
        r#"{"code":"not_found","title":"no","status":404,"detail":"there is no table k7w2m9x4ab"}"#;
    let server = answering(404, problem);
    let message = "hotdice: NotFoundError: there is no table k7w2m9x4ab. Check the name";
    check(&server, &["status", "K7W2M-9X4AB"], 1, message);
    check(&server, &["watch", "k7w2m9x4ab"], 1, message);
    check(&server, &["join", "k7w2m9x4ab", "Ada"], 1, message);
}

#[test]
fn names_that_are_none() {
    let server = nowhere();
    let no_table = "a table is named by 10 letters and digits";
    check(&server, &["status", "nowhere"], 2, no_table);
    check(
        &server,
        &["join", "k7w2m9x4ab", "B\u{7}o"],
        2,
        "a name has 1 to 32 characters",
    );
    check(
        &server,
        &["turn", "k7w2m9x4ab"],
        1,
        "NotFoundError: you have no seat at table",
    );
    check(
        &server,
        &["start", "k7w2m9x4ab"],
        1,
        "was not opened from here",
    );
    check(
        &server,
        &["rematch", "k7w2m9x4ab", "--as", "Ada"],
        1,
        "no Ada sits at table",
    );
}

#[test]
fn rules_that_the_server_does_not_know() {
    let problem =
        r#"{"code":"invalid","title":"no","status":400,"detail":"there is no game \"farkel\""}"#;
    let server = answering(400, problem);
    let message = "hotdice: ValidationError: there is no game \"farkel\". ";
    check(&server, &["new", "farkel"], 1, message);
}

#[test]
fn something_else_at_the_address() {
    let server = answering(200, "<html>Welcome</html>");
    check(&server, &["test"], 1, "ApiError: http://127.0.0.1");
    check(
        &server,
        &["test"],
        1,
        "answers, but not as a server of Hot Dice does",
    );
}

#[test]
fn a_memory_that_is_broken_is_named_and_kept_aside() {
    let user = User::new();
    let data = user.folder().join("data");
    fs::create_dir_all(&data).expect("a folder");
    fs::write(
        data.join("online.json"),
        "{ \"version\": 1, \"tables\": 7 }",
    )
    .expect("a file");
    let ran = online(&user, &nowhere(), &["turn", "k7w2m9x4ab"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("online.json cannot be read"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("you have no seat"), "{}", ran.err);
    let kept = fs::read_to_string(data.join("online.broken-1")).expect("kept");
    assert!(kept.contains("\"tables\": 7"));
    assert!(!data.join("online.json").exists());
}

#[test]
fn the_menu_says_what_went_wrong_and_comes_again() {
    let server = nowhere();
    let input = "13\nTest Connection\n2\nnope\n\nmany\n\n\n\n3\nk7\nback\n12\n";
    let ran = User::new().run(&["online", "--server", &server], input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    for part in [
        "   1) Test connection",
        "\n  10) Carry your seat to another device  seat\n  11) Take a seat with its code          code\n  12) Exit                               exit\n",
        "There is no \"13\": choose 1 to 12.",
        "   8) Begin with those who are there",
        "there is no game \"nope\".",
        "ApiError: ",
        "Which game? [zilch]> ",
        "Type a number from 2 to 64.",
        "\"k7\" is no table: ",
    ] {
        assert!(ran.out.contains(part), "{part} is not in {}", ran.out);
    }
    assert_eq!(ran.out.matches("  12) Exit").count(), 5, "{}", ran.out);
}

#[test]
fn a_server_that_answered_is_remembered() {
    let health = r#"{"status":"ok","version":"0.1.0","store":"sqlite","bus":"none","tables":3}"#;
    let (user, server) = (User::new(), answering(200, health));
    let tested = online(&user, &server, &["test"]);
    assert_eq!((tested.code, tested.err.as_str()), (0, ""));
    assert!(tested.out.contains("  tables   3"), "{}", tested.out);
    let again = user.run(&["online", "test"], "");
    assert!(
        again.out.starts_with(&format!("Connected to {server}")),
        "{}",
        again.err
    );
}
