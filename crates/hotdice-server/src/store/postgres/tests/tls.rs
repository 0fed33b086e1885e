//! Stores over lines that nobody else can read.

use hotdice_rig::{Authority, Certificate, Database, Postgres, or_skip};
use hotdice_world::World;

use super::{batch, new_table};
use crate::store::postgres::*;

/// What tells which lines of this program to a database are encrypted.
const ENCRYPTED: &str = "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) \
    where application_name = 'hotdice'";

/// A database that shows a certificate, and who signed it.
struct Ground {
    authority: Authority,
    postgres: Postgres,
    database: Database,
}

impl Ground {
    /// Returns the ground; nothing where it cannot be had.
    fn with(names: &str) -> Option<Self> {
        let authority = or_skip(Authority::new())?;
        let certificate = authority.certify(names).unwrap();
        let postgres = or_skip(Postgres::with_tls(&certificate))?;
        let database = postgres.database().unwrap();
        Some(Self {
            authority,
            postgres,
            database,
        })
    }

    /// Returns the address of the database with parameters, and the file of its authority as one of them.
    fn trusting(&self, parameters: &str) -> String {
        let (url, file) = (self.database.url(), self.authority.own().file());
        format!("{url}?sslrootcert={}{parameters}", file.display())
    }

    /// Returns what the database knows about the lines of a store.
    async fn lines_of(&self, store: &PostgresStore) -> String {
        store.flush().await.unwrap();
        self.postgres.sql(self.database.name(), ENCRYPTED).unwrap()
    }
}

/// Returns why a store cannot be opened, which is said without the password.
async fn refused(url: &str) -> String {
    let refused = PostgresStore::open(url, World::system())
        .await
        .err()
        .unwrap()
        .to_string();
    assert!(!refused.contains("throw-away"), "{refused}");
    assert!(refused.contains(" cannot be opened: "), "{refused}");
    refused
}

#[tokio::test]
async fn a_table_is_kept_over_tls() {
    let Some(ground) = Ground::with("IP:127.0.0.1") else {
        return;
    };
    let url = ground.trusting("&sslmode=require");
    let store = PostgresStore::open(&url, World::system()).await.unwrap();
    let opened = Store::open(&store, new_table()).await.unwrap();
    assert_eq!(opened, Opening::Created);
    for number in 1..=3 {
        let event = batch(number, format!("event {number}"));
        assert_eq!(store.append(&event).await.unwrap(), Appended::Written);
    }
    assert_eq!(ground.lines_of(&store).await, "t\n");
    let other = PostgresStore::open(&url, World::system()).await.unwrap();
    let kept = other.load(new_table().table).await.unwrap().unwrap();
    let lines: Vec<_> = kept
        .events
        .iter()
        .map(|event| event.line.as_str())
        .collect();
    assert_eq!(lines, ["opened", "event 1", "event 2", "event 3"]);
}

#[tokio::test]
async fn every_way_to_ask_for_tls_gets_it() {
    let Some(ground) = Ground::with("IP:127.0.0.1") else {
        return;
    };
    for wish in [
        "",
        "&sslmode=prefer",
        "&sslmode=verify-full",
        "&channel_binding=require",
    ] {
        let store = PostgresStore::open(&ground.trusting(wish), World::system())
            .await
            .unwrap();
        assert_eq!(ground.lines_of(&store).await, "t\n", "{wish}");
    }
}

#[tokio::test]
async fn a_certificate_of_somebody_unknown_is_refused() {
    let Some(ground) = Ground::with("IP:127.0.0.1") else {
        return;
    };
    let url = ground.database.url();
    let stranger = Authority::new().unwrap();
    for wish in [
        "sslmode=require".to_owned(),
        "sslmode=prefer".to_owned(),
        "sslrootcert=system".to_owned(),
        format!("sslrootcert={}", stranger.own().file().display()),
    ] {
        let said = refused(&format!("{url}?{wish}")).await;
        assert!(said.contains("nobody who is trusted here"), "{said}");
        assert!(said.contains("sslrootcert=PATH"), "{said}");
    }
}

#[tokio::test]
async fn a_certificate_for_another_name_is_refused() {
    let Some(ground) = Ground::with("DNS:db.example,DNS:db.invalid") else {
        return;
    };
    let said = refused(&ground.trusting("&sslmode=verify-ca")).await;
    assert!(said.contains("certificate is not for 127.0.0.1"), "{said}");
    let named = |name: &str| {
        let url = ground.trusting("&hostaddr=127.0.0.1");
        url.replacen("@127.0.0.1", &format!("@{name}"), 1)
    };
    let said = refused(&named("other.example")).await;
    assert!(said.contains("is not for other.example"), "{said}");
    let store = PostgresStore::open(&named("db.example"), World::system())
        .await
        .unwrap();
    assert_eq!(ground.lines_of(&store).await, "t\n");
}

/// Opens a store where the database shows a certificate that is trusted as it stands.
async fn open_trusting(certificate: &Certificate) -> Option<Result<PostgresStore, String>> {
    let postgres = or_skip(Postgres::with_tls(certificate))?;
    let url = postgres.database().unwrap().url();
    let url = format!("{url}?sslrootcert={}", certificate.file().display());
    let opened = PostgresStore::open(&url, World::system()).await;
    Some(opened.map_err(|error| error.to_string()))
}

#[tokio::test]
async fn a_certificate_that_signed_itself_can_be_trusted() {
    let Some(authority) = or_skip(Authority::new()) else {
        return;
    };
    let itself = authority.self_signed("IP:127.0.0.1").unwrap();
    if let Some(opened) = open_trusting(&itself).await {
        assert_eq!(opened.err(), None);
    }
}

#[tokio::test]
async fn an_authority_is_no_server() {
    let Some(authority) = or_skip(Authority::new()) else {
        return;
    };
    if let Some(opened) = open_trusting(authority.own()).await {
        let said = opened.err().unwrap();
        assert!(said.contains("is not that of a server"), "{said}");
    }
}

#[tokio::test]
async fn who_does_not_ask_for_tls_does_not_get_in_where_it_is_demanded() {
    let Some(ground) = Ground::with("IP:127.0.0.1") else {
        return;
    };
    let said = refused(&ground.database.url()).await;
    assert!(said.contains("no encryption"), "{said}");
}

#[tokio::test]
async fn tls_that_was_asked_for_is_never_given_up() {
    let Some(postgres) = or_skip(Postgres::shared()) else {
        return;
    };
    let url = postgres.database().unwrap().url();
    for wish in [
        "sslmode=require",
        "sslrootcert=system",
        "channel_binding=require",
    ] {
        let said = refused(&format!("{url}?{wish}")).await;
        assert!(said.contains("does not support TLS"), "{said}");
    }
    drop(
        PostgresStore::open(&format!("{url}?sslmode=prefer"), World::system())
            .await
            .unwrap(),
    );
}
