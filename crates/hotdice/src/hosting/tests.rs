use hotdice_bots::EmptyLibrary;
use hotdice_wire::OpenRequest;

use super::*;

fn hosting(folder: &Path) -> Hosting {
    let store = folder.join("deep/server.sqlite");
    Hosting::at(Some(store), Arc::new(EmptyLibrary))
}

fn open_table(url: &str) -> String {
    let client = Client::new(url).expect("an address");
    let table = OpenRequest {
        rules: "pig".to_owned(),
        ..OpenRequest::default()
    };
    client.open(&table).expect("a table").table
}

#[test]
fn games_and_address_survive_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let (url, table) = {
        let hosting = hosting(folder.path());
        let server = hosting.open(Reach::Here).expect("a server");
        assert_eq!(server.addresses(), Vec::<String>::new());
        let again = hosting.open(Reach::Here).expect("the same server");
        assert_eq!(server.url(), again.url());
        (server.url().to_owned(), open_table(server.url()))
    };
    assert!(
        Client::of(url.parse().expect("an address"), Patience::none())
            .health()
            .is_err()
    );
    let hosting = hosting(folder.path());
    let server = hosting.open(Reach::Here).expect("a server");
    assert_eq!(server.url(), url);
    let client = Client::new(server.url()).expect("an address");
    assert_eq!(client.view(&table, None).expect("the table").rules, "pig");
}

#[test]
fn a_server_that_is_open_can_be_reached_from_farther_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let hosting = hosting(folder.path());
    let here = hosting.open(Reach::Here).expect("a server");
    let table = open_table(here.url());
    let network = hosting.open(Reach::Network).expect("a server");
    assert_eq!(network.url(), here.url());
    // Who asks for less gets what there is.
    let same = hosting.open(Reach::Here).expect("a server");
    assert_eq!(same.addresses(), network.addresses());
    let client = Client::new(network.url()).expect("an address");
    assert_eq!(client.view(&table, None).expect("the table").rules, "pig");
    if let Some(address) = network.addresses().first() {
        let client = Client::of(address.parse().expect("an address"), Patience::none());
        assert!(client.health().is_ok(), "{address}");
    }
}

#[test]
fn two_programs_host_beside_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let (first, second) = (hosting(folder.path()), hosting(folder.path()));
    let one = first.open(Reach::Here).expect("a server");
    let two = second.open(Reach::Here).expect("another server");
    assert_ne!(one.url(), two.url());
    let remark = two.remark().expect("a remark");
    assert!(remark.contains("keeps its own"), "{remark}");
    open_table(one.url());
    open_table(two.url());
}

#[test]
fn a_taken_port_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    // Somebody else may have the usual port already, which is as good.
    let _taken = TcpListener::bind((Ipv4Addr::LOCALHOST, USUAL));
    let hosting = hosting(folder.path());
    let server = hosting.open(Reach::Here).expect("a server");
    let remark = server.remark().expect("a remark");
    assert!(remark.starts_with("Port 7878 is taken"), "{remark}");
}

#[test]
fn a_store_that_is_none_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("server.sqlite");
    fs::write(
        &store,
        "this is no store at all, but long enough to be looked at",
    )
    .expect("a file");
    let hosting = Hosting::at(Some(store), Arc::new(EmptyLibrary));
    let refused = hosting
        .open(Reach::Here)
        .map(|_| ())
        .expect_err("no server");
    let refused = refused.to_string();
    assert!(
        refused.starts_with("The server did not open: "),
        "{refused}"
    );
    assert!(refused.contains("server.sqlite"), "{refused}");
}
