//! The rig itself: PostgreSQL and NATS come up, go down and come back, and nothing stays behind.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use hotdice_rig::{Nats, Postgres, Proxy, SmallDisk, or_skip};

#[test]
fn every_database_is_new_and_its_own() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    let (one, other) = (postgres.database().unwrap(), postgres.database().unwrap());
    assert_ne!(one.url(), other.url());
    let made = postgres.sql(
        one.name(),
        "create table dice (face int); insert into dice values (6)",
    );
    assert_eq!(made.unwrap(), "");
    assert_eq!(
        postgres
            .sql(one.name(), "select face, 1 from dice")
            .unwrap(),
        "6|1\n"
    );
    let refused = postgres
        .sql(other.name(), "select face from dice")
        .unwrap_err();
    assert!(refused.to_string().contains("does not exist"), "{refused}");
}

#[test]
fn what_was_committed_survives_a_stop() {
    let Some(mut postgres) = or_skip(Postgres::start()) else {
        return;
    };
    let database = postgres.database().unwrap();
    let name = database.name();
    postgres
        .sql(name, "create table dice as select 6 as face")
        .unwrap();
    postgres.stop();
    assert!(postgres.sql(name, "select 1").is_err());
    postgres.start_again().unwrap();
    assert_eq!(postgres.sql(name, "select face from dice").unwrap(), "6\n");
    assert!(postgres.log().contains("recovery"), "{}", postgres.log());
}

#[test]
fn one_in_earnest_waits_for_the_disk() {
    let Some(postgres) = or_skip(Postgres::durable()) else {
        return;
    };
    assert_eq!(postgres.sql("postgres", "show fsync").unwrap(), "on\n");
    assert_eq!(
        postgres.sql("postgres", "show wal_segment_size").unwrap(),
        "16MB\n"
    );
}

#[test]
fn a_standby_has_all_that_was_acknowledged_and_takes_over() {
    let Some(mut primary) = or_skip(Postgres::start()) else {
        return;
    };
    let database = primary.database().unwrap();
    let name = database.name();
    primary.sql(name, "create table dice (face int)").unwrap();
    let standby = primary.standby().unwrap();
    let refused = standby.sql(name, "insert into dice values (1)");
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("read-only"), "{refused}");
    for face in 1..=6 {
        let insert = format!("insert into dice values ({face})");
        primary.sql(name, &insert).unwrap();
    }
    primary.kill();
    assert!(primary.sql(name, "select 1").is_err());
    standby.promote().unwrap();
    let all = standby.sql(
        name,
        "select string_agg(face::text, '' order by face) from dice",
    );
    assert_eq!(all.unwrap(), "123456\n");
    let next = standby.standby_at(primary.address()).unwrap();
    standby.sql(name, "insert into dice values (6)").unwrap();
    assert_eq!(next.address(), primary.address());
    drop(standby);
    next.promote().unwrap();
    assert_eq!(next.sql(name, "select count(*) from dice").unwrap(), "7\n");
}

#[test]
fn nothing_of_postgres_stays_behind() {
    let Some(postgres) = or_skip(Postgres::start()) else {
        return;
    };
    let folder = postgres
        .sql("postgres", "show unix_socket_directories")
        .unwrap();
    let folder = Path::new(folder.trim());
    assert!(folder.join("files").is_dir());
    drop(postgres);
    assert!(!folder.exists());
}

/// Asks a NATS server for a sign of life.
fn pong(address: SocketAddr) -> std::io::Result<String> {
    pong_within(address, Duration::from_secs(30))
}

fn pong_within(address: SocketAddr, patience: Duration) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(patience))?;
    stream.write_all(b"CONNECT {\"verbose\":false}\r\nPING\r\n")?;
    let mut answer = Vec::new();
    let mut bytes = [0; 4096];
    while !answer.ends_with(b"PONG\r\n") {
        let read @ 1.. = stream.read(&mut bytes)? else {
            return Err(std::io::Error::other("hung up"));
        };
        answer.extend_from_slice(&bytes[..read]);
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

#[test]
fn nats_goes_and_comes_back_at_its_address() {
    let Some(mut nats) = or_skip(Nats::start()) else {
        return;
    };
    assert_eq!(nats.url(), format!("nats://{}", nats.address()));
    assert!(pong(nats.address()).unwrap().starts_with("INFO "));
    nats.stop();
    assert!(pong(nats.address()).is_err());
    nats.start_again().unwrap();
    assert!(pong(nats.address()).is_ok());
}

#[test]
fn a_proxy_stands_before_nats() {
    let Some(nats) = or_skip(Nats::start()) else {
        return;
    };
    let proxy = Proxy::to(nats.address()).unwrap();
    assert!(pong(proxy.address()).is_ok());
    proxy.refuse();
    assert!(pong(proxy.address()).is_err());
    proxy.swallow();
    assert!(pong_within(proxy.address(), Duration::from_millis(300)).is_err());
    proxy.pass();
    assert!(pong(proxy.address()).is_ok());
}

#[test]
fn a_small_disk_is_full_and_has_room_again() {
    let Some(disk) = or_skip(SmallDisk::of(1)) else {
        return;
    };
    let path = disk.path().join("file");
    std::fs::write(&path, [7; 9000]).unwrap();
    disk.fill().unwrap();
    let full = std::fs::write(disk.path().join("more"), [7; 9000]).unwrap_err();
    assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
    disk.relieve().unwrap();
    std::fs::write(disk.path().join("more"), [7; 9000]).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), [7; 9000]);
}
