//! The proxy does what it is told to do to a server that says everything back.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use hotdice_rig::Proxy;

/// Starts a server that says everything back.
fn echo() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a guest");
            thread::spawn(move || {
                io::copy(&mut stream.try_clone().expect("a stream"), &mut stream)
            });
        }
    });
    address
}

fn connect(proxy: &Proxy) -> TcpStream {
    let stream = TcpStream::connect(proxy.address()).expect("a connection");
    be_patient(&stream, Duration::from_secs(30));
    stream
}

/// Sets how long to wait before it is silence.
fn be_patient(stream: &TcpStream, patience: Duration) {
    stream.set_read_timeout(Some(patience)).expect("a patience");
}

/// Says a word and returns what comes back.
fn say(stream: &mut TcpStream, word: &str) -> io::Result<String> {
    stream.write_all(word.as_bytes())?;
    let mut heard = vec![0; word.len()];
    stream.read_exact(&mut heard)?;
    Ok(String::from_utf8_lossy(&heard).into_owned())
}

fn is_silence(heard: &io::Result<String>) -> bool {
    heard.as_ref().is_err_and(|error| {
        matches!(
            error.kind(),
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
        )
    })
}

#[test]
fn everything_passes() {
    let proxy = Proxy::to(echo()).unwrap();
    let mut stream = connect(&proxy);
    for word in ["roll", "keep 1 5", "bank"] {
        assert_eq!(say(&mut stream, word).unwrap(), word);
    }
    assert_eq!(proxy.connections(), 1);
}

#[test]
fn a_cut_ends_what_there_is_and_nothing_else() {
    let proxy = Proxy::to(echo()).unwrap();
    let mut stream = connect(&proxy);
    say(&mut stream, "roll").unwrap();
    proxy.cut();
    let heard = say(&mut stream, "bank");
    assert!(heard.is_err() && !is_silence(&heard), "{heard:?}");
    assert_eq!(say(&mut connect(&proxy), "bank").unwrap(), "bank");
}

#[test]
fn refused_connections_end_until_they_pass_again() {
    let proxy = Proxy::to(echo()).unwrap();
    proxy.refuse();
    let heard = say(&mut connect(&proxy), "roll");
    assert!(heard.is_err() && !is_silence(&heard), "{heard:?}");
    proxy.pass();
    assert_eq!(say(&mut connect(&proxy), "roll").unwrap(), "roll");
}

#[test]
fn delayed_words_come_late() {
    let proxy = Proxy::to(echo()).unwrap();
    let mut stream = connect(&proxy);
    proxy.delay(Duration::from_millis(40));
    let start = Instant::now();
    assert_eq!(say(&mut stream, "roll").unwrap(), "roll");
    assert!(
        start.elapsed() >= Duration::from_millis(80),
        "there and back"
    );
    proxy.delay(Duration::from_secs(3600));
    proxy.pass();
    assert_eq!(say(&mut stream, "bank").unwrap(), "bank");
}

#[test]
fn swallowed_words_are_met_with_silence_and_never_arrive() {
    let proxy = Proxy::to(echo()).unwrap();
    let mut stream = connect(&proxy);
    say(&mut stream, "roll").unwrap();
    proxy.swallow();
    be_patient(&stream, Duration::from_millis(300));
    assert!(is_silence(&say(&mut stream, "lost")));
    be_patient(&stream, Duration::from_secs(30));
    proxy.pass();
    let heard = say(&mut stream, "bank");
    assert!(
        heard.is_err() && !is_silence(&heard),
        "the connection makes no sense any more: {heard:?}"
    );
    assert_eq!(say(&mut connect(&proxy), "bank").unwrap(), "bank");
}

#[test]
fn somebody_meddles_with_what_the_server_says() {
    let upper = || -> hotdice_rig::Meddler { Box::new(<[u8]>::to_ascii_uppercase) };
    let proxy = Proxy::meddling(echo(), upper).unwrap();
    assert_eq!(say(&mut connect(&proxy), "roll").unwrap(), "ROLL");
}

#[test]
fn a_server_that_is_not_there_hangs_up() {
    let gone = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let proxy = Proxy::to(gone).unwrap();
    let heard = say(&mut connect(&proxy), "roll");
    assert!(heard.is_err() && !is_silence(&heard), "{heard:?}");
}

#[test]
fn several_servers_are_met_in_turn_and_absent_ones_passed_over() {
    let gone = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let greeter = |greeting: &'static str| {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            for stream in listener.incoming() {
                stream.unwrap().write_all(greeting.as_bytes()).unwrap();
            }
        });
        address
    };
    let proxy = Proxy::to_each(vec![greeter("a"), gone, greeter("c")]).unwrap();
    let met: String = (0..6)
        .map(|_| {
            let mut letter = [0];
            connect(&proxy).read_exact(&mut letter).unwrap();
            char::from(letter[0])
        })
        .collect();
    assert_eq!(met, "accacc");
}
