use std::time::Duration;

use hotdice_client::{Error, News};
use hotdice_testworld::{TestWorld, eventually_blocking};

use crate::fake::{Afterwards, Fake, Reply, problem};
use crate::{client, token};

fn log(seq: u64) -> String {
    format!(
        "event: log\nid: {seq}\ndata: {{\"seq\":{seq},\"at\":0,\"kind\":\"acted\",\"line\":\"acted 1 bank\",\"story\":[]}}\n\n"
    )
}

/// Tells what a stream brings: numbers of events, `?` for a new connection, `.` for silence.
fn told(news: &News) -> String {
    match news {
        News::Happened(event) => event.seq.to_string(),
        News::Presence => "presence".to_owned(),
        News::Emote { seat, emote } => format!("{emote:?} from {seat}"),
        News::Quiet => ".".to_owned(),
        News::Anew => "anew".to_owned(),
        News::Reconnecting { .. } => "?".to_owned(),
    }
}

/// Expects this news, and then an error or no more.
#[track_caller]
fn check(server: &Fake, after: u64, expected: &[&str]) -> Option<Error> {
    let mut events = client(server).events("k7w2m9x4ab", Some(&token()), after);
    let mut news = Vec::new();
    let error = loop {
        match events.next() {
            Some(Ok(one)) => news.push(told(&one)),
            Some(Err(error)) => break Some(error),
            None => break None,
        }
    };
    assert_eq!(news, expected);
    assert!(events.next().is_none(), "a stream ends after an error");
    error
}

/// Returns after which events the server was asked to go on.
fn resumed(server: &Fake) -> Vec<String> {
    let asked = server.asked();
    let last = asked
        .iter()
        .map(|asked| asked.header("last-event-id").unwrap_or("none"));
    last.map(str::to_owned).collect()
}

#[test]
fn a_stream_that_was_cut_goes_on_after_the_last_event() {
    let server = Fake::new(vec![
        Reply::Stream(vec![log(4), log(5)], Afterwards::Close),
        Reply::HangUp,
        Reply::Stream(
            vec![log(5), log(6), "event: log\nid: 7\nda".to_owned()],
            Afterwards::Close,
        ),
        Reply::Stream(vec![log(7)], Afterwards::Close),
        problem(404, "not_found", "the table is gone"),
    ]);
    let error = check(&server, 3, &["4", "5", "?", "?", "6", "?", "7", "?"]);
    assert!(matches!(error, Some(Error::NotFound(_))), "{error:?}");
    assert_eq!(resumed(&server), ["3", "5", "5", "6", "7"]);
    for asked in server.asked() {
        assert_eq!(asked.line, "GET /api/v1/tables/k7w2m9x4ab/events");
        assert_eq!(asked.header("authorization"), Some("Bearer seat-token"));
    }
}

#[test]
fn a_stream_begins_anew_when_the_server_knows_less() {
    let server = Fake::new(vec![
        Reply::Stream(vec![log(4), log(5)], Afterwards::Close),
        problem(409, "stale", "the log ends at event 2"),
        Reply::Stream(vec![log(1), log(2), log(3)], Afterwards::Close),
        problem(404, "not_found", "the table is gone"),
    ]);
    let error = check(&server, 3, &["4", "5", "?", "anew", "1", "2", "3", "?"]);
    assert!(matches!(error, Some(Error::NotFound(_))), "{error:?}");
    assert_eq!(resumed(&server), ["3", "5", "0", "3"]);
}

#[test]
fn a_stream_that_falls_silent_is_opened_again() {
    let server = Fake::new(vec![
        Reply::Stream(vec![log(1), ": alive\n\n".to_owned()], Afterwards::Stall),
        problem(401, "unauthorized", "no"),
    ]);
    let error = check(&server, 0, &["1", ".", "?"]);
    assert!(matches!(error, Some(Error::Refused(_))), "{error:?}");
}

#[test]
fn presence_and_feelings_come_along() {
    let events = vec![
        "event: presence\ndata: {}\n\n".to_owned(),
        "event: emote\ndata: {\"seat\":1,\"emote\":\"bravo\"}\n\n".to_owned(),
        "event: emote\ndata: {\"seat\":1,\"emote\":\"something-new\"}\n\n".to_owned(),
        "event: something-new\ndata: 1\n\n".to_owned(),
        log(1),
    ];
    let server = Fake::new(vec![
        Reply::Stream(events, Afterwards::Close),
        problem(404, "not_found", "gone"),
    ]);
    check(&server, 0, &["presence", "Bravo from 1", "1", "?"]);
}

#[test]
fn a_stream_that_stays_away_is_given_up() {
    let server = Fake::new(vec![Reply::Stream(vec![log(1)], Afterwards::Close)]);
    let error = check(&server, 0, &["1", "?", "?", "?"]);
    assert!(
        matches!(error, Some(Error::Unreachable { .. })),
        "{error:?}"
    );
    assert_eq!(server.asked().len(), 4);
}

#[test]
fn a_busy_server_is_asked_again_when_it_says() {
    let busy = r#"{"code":"rate_limited","title":"busy","status":429,"detail":"slow down"}"#;
    let server = Fake::new(vec![
        Reply::Answer(429, "Retry-After: 1\r\n", busy.to_owned()),
        problem(404, "not_found", "gone"),
    ]);
    let test = TestWorld::new();
    let client = client(&server).in_world(test.world());
    let events = client.events("k7w2m9x4ab", Some(&token()), 0);
    let hearing = std::thread::spawn(move || {
        let news = events.filter_map(Result::ok);
        news.map(|news| told(&news)).collect::<Vec<_>>()
    });
    let waits = || (test.parked() == 1).then_some(());
    eventually_blocking("it waits", waits);
    test.advance(Duration::from_millis(999));
    eventually_blocking("it waits on", waits);
    assert_eq!(server.asked().len(), 1, "a millisecond too soon");
    // The server's second, or the pause of its own if that is longer.
    test.advance(Duration::from_secs(1));
    assert_eq!(hearing.join().expect("no panic"), ["?"]);
}
