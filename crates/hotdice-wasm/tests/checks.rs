//! Houses as honest clients of linked dice: they release links when rolls are due, check every roll, and notice a server that cheats.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use hotdice_core::Bytes32;
use hotdice_table::fair::Croupier;
use hotdice_table::{
    CheckedEvent, PlayerId, Settings, Stage, Table, TableDice, TableEvent, TableId, Waiting, Who,
    log_head,
};
use hotdice_wasm::{HostCall, HostRequest, House};
use serde_json::{Value, json};

const NAMES: [&str; 2] = ["Ada", "Bo"];

/// A table on a server, and its log as clients see it.
struct Server {
    table: Table,
    croupier: Croupier,
    lines: Vec<String>,
}

impl Server {
    /// Opens a table of pig, and lets Ada and Bo sit down with the anchors that their houses work out.
    fn open(ada: &mut Client, bo: &mut Client) -> Self {
        let id = TableId::from_bytes([7; TableId::LENGTH]);
        let settings = Table::settings_for("pig(target=20)", Some(2)).unwrap();
        let dice = TableDice::Linked;
        let croupier = Croupier::new(id, [9; 32]);
        let opened = TableEvent::Opened(Settings { dice, ..settings }, croupier.promise(dice));
        let table = Table::open(id, &opened).unwrap();
        let lines = vec![opened.to_string()];
        let mut server = Self {
            table,
            croupier,
            lines,
        };
        for client in [ada, bo] {
            client.follow(&server, &json!({}));
            let (name, entropy) = (client.name.parse().unwrap(), client.anchor(&server));
            let entropy = entropy.parse().unwrap();
            let joined = server
                .table
                .join(Who::Person { name, entropy }, None, &server.croupier);
            server.write(joined.unwrap().1);
        }
        server
    }

    fn write(&mut self, events: Vec<CheckedEvent>) {
        for event in events {
            self.table.apply(&event).unwrap();
            self.lines.push(event.event().to_string());
        }
    }

    fn player(&self, seat: usize) -> PlayerId {
        self.table.players()[seat].id
    }

    fn link(&mut self, seat: usize, given: &Value) {
        let link = given["link"].as_str().unwrap().parse().unwrap();
        let roll = given["roll"].as_u64().unwrap();
        let linked = self
            .table
            .link(self.player(seat), roll, link, &self.croupier);
        self.write(linked.unwrap());
    }

    fn act(&mut self, seat: usize, action: &str, link: Option<&str>) {
        let link: Option<Bytes32> = link.map(|link| link.parse().unwrap());
        let seq = self.table.seq();
        let player = self.player(seat);
        let acted = self
            .table
            .act_expecting(player, seq, action, None, link, &self.croupier);
        self.write(acted.unwrap());
    }

    fn decides(&self) -> Option<usize> {
        match self.table.waiting() {
            Waiting::Person(seat) => Some(seat.index()),
            _ => None,
        }
    }
}

/// Somebody's page: a house, and how much of the log it has read.
#[derive(Default)]
struct Client {
    name: &'static str,
    house: House,
    read: usize,
}

impl Client {
    fn new(name: &'static str) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }

    fn secret(&self) -> String {
        format!("{:02x}", self.name.len()).repeat(32)
    }

    fn post(&mut self, path: &str, body: &Value) -> (u16, Value) {
        let request = json!({ "method": "POST", "path": path, "body": body.to_string() });
        let request: HostRequest = serde_json::from_value(request).unwrap();
        let (reply, _) = self.house.call(HostCall::Request(request), None);
        let body = serde_json::from_str(&reply.body).unwrap_or_default();
        (reply.status, body)
    }

    fn good(&mut self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.post(path, body);
        assert!(status < 300, "{path}: {answer}");
        answer
    }

    fn anchor(&mut self, server: &Server) -> String {
        let asked = json!({ "table": server.table.id().to_string(), "name": self.name, "secret": self.secret() });
        let answer = self.good("chains", &asked);
        answer["anchor"].as_str().unwrap().to_owned()
    }

    /// Begins to read the log from its start, with more that is known of the own seat.
    fn follow(&mut self, server: &Server, known: &Value) {
        let mut own = json!({ "name": self.name, "secret": self.secret() });
        let more = known.as_object().unwrap().clone();
        own.as_object_mut().unwrap().extend(more);
        self.good(
            "checks",
            &json!({ "table": server.table.id().to_string(), "own": [own] }),
        );
        self.read = 0;
    }

    /// Reads what is new.
    fn hear(&mut self, server: &Server, release: bool) -> Value {
        let answer = self.hear_lines(server, &server.lines, release);
        assert_eq!(answer["seq"], server.lines.len(), "{answer}");
        assert_eq!(answer["head"], server.table.head().to_string());
        answer
    }

    fn hear_lines(&mut self, server: &Server, all: &[String], release: bool) -> Value {
        let mut head = log_head::before_all(server.table.id());
        let headed = all.iter().map(|line| {
            head = log_head::after(head, line);
            json!([line, head.to_string()])
        });
        let lines: Vec<Value> = headed.skip(self.read).collect();
        self.read = all.len();
        let at = format!("checks/{}/lines", server.table.id());
        self.good(&at, &json!({ "lines": lines, "release": release }))
    }

    fn link_with(&mut self, server: &Server, action: &str) -> Value {
        let at = format!("checks/{}/actions", server.table.id());
        self.good(&at, &json!({ "name": self.name, "action": action }))
    }
}

fn given(answer: &Value) -> Option<Value> {
    answer["seats"][0].get("link").cloned()
}

fn rolls(server: &Server) -> usize {
    server
        .lines
        .iter()
        .filter(|line| line.starts_with("rolled"))
        .count()
}

/// Lets everybody hear what is new and add what is due, until nobody has anything to add.
fn settle(server: &mut Server, clients: &mut [Client; 2]) {
    loop {
        let before = server.lines.len();
        for (seat, client) in clients.iter_mut().enumerate() {
            let answer = client.hear(server, true);
            assert_eq!(answer["problems"], json!([]));
            assert_eq!(answer["rolls"], rolls(server));
            if let Some(given) = given(&answer) {
                server.link(seat, &given);
            }
        }
        if server.lines.len() == before {
            return;
        }
    }
}

/// Sits both down and plays until a seat decides.
fn table() -> (Server, [Client; 2]) {
    let mut clients = NAMES.map(Client::new);
    let [ada, bo] = &mut clients;
    let mut server = Server::open(ada, bo);
    settle(&mut server, &mut clients);
    (server, clients)
}

#[test]
fn a_game_is_linked_to_its_end_and_every_roll_is_checked_as_it_falls() {
    let (mut server, mut clients) = table();
    for turn in 0.. {
        let Some(seat) = server.decides() else { break };
        let action = if turn % 3 == 2 { "hold" } else { "roll" };
        let link = clients[seat].link_with(&server, action);
        server.act(seat, action, link["link"].as_str());
        settle(&mut server, &mut clients);
    }
    assert!(matches!(server.table.stage(), Stage::Over(..)));
    assert!(rolls(&server) > 3);
    let linked = server
        .lines
        .iter()
        .filter(|line| line.starts_with("linked"));
    assert_eq!(linked.count(), 2 * rolls(&server));
    // Somebody who only watches checks the same.
    let mut watcher = Client::new("Cy");
    let asked = json!({ "table": server.table.id().to_string() });
    watcher.good("checks", &asked);
    let answer = watcher.hear(&server, true);
    assert_eq!(
        (&answer["rolls"], &answer["problems"]),
        (&json!(rolls(&server)), &json!([]))
    );
    assert_eq!(answer["seats"], json!([]));
}

#[test]
fn no_link_is_given_out_before_its_roll_is_due_nor_for_what_is_past() {
    let (server, mut clients) = table();
    let ada = &mut clients[0];
    assert_eq!(given(&ada.hear(&server, true)), None, "somebody decides");
    assert_eq!(
        ada.link_with(&server, "hold the line"),
        Value::Null,
        "not an action"
    );
    ada.follow(&server, &json!({}));
    let started = server
        .lines
        .iter()
        .position(|line| line == "started")
        .unwrap()
        + 1;
    let old = ada.hear_lines(&server, &server.lines[..started], false);
    assert_eq!(given(&old), None, "long past");
    let now = ada.hear_lines(&server, &server.lines[..started], true);
    assert_eq!(given(&now).unwrap()["roll"], 1);
}

#[test]
fn forged_dice_and_links_stop_everything() {
    let (server, mut clients) = table();
    let mut check = |place: &str, forge: &dyn Fn(&str) -> String, kind: &str| {
        let ada = &mut clients[0];
        ada.follow(&server, &json!({}));
        let mut lines = server.lines.clone();
        let at = lines
            .iter()
            .position(|line| line.starts_with(place))
            .unwrap();
        lines[at] = forge(&lines[at]);
        let answer = ada.hear_lines(&server, &lines, true);
        let problem = &answer["problems"][0];
        assert_eq!(problem["kind"], kind, "{answer}");
        assert_eq!(
            (&problem["seq"], &problem["roll"]),
            (&json!(at + 1), &json!(1))
        );
        assert_eq!((&answer["rolls"], given(&answer)), (&json!(0), None));
        assert_eq!(answer["problems"].as_array().unwrap().len(), 1);
    };
    let face = |line: &str| line[7..8].parse::<u8>().unwrap();
    check(
        "rolled",
        &|line| format!("rolled {}{}", face(line) % 6 + 1, &line[8..]),
        "dice",
    );
    let other = |line: &str| {
        let last = if line.ends_with('0') { "1" } else { "0" };
        format!("{}{last}", &line[..line.len() - 1])
    };
    check("linked 1", &other, "link");
    check("linked 2", &other, "link");
    check("rolled", &other, "link");
}

#[test]
fn a_log_with_other_heads_is_not_read() {
    let (server, mut clients) = table();
    let ada = &mut clients[0];
    ada.follow(&server, &json!({}));
    let at = format!("checks/{}/lines", server.table.id());
    let answer = ada.good(
        &at,
        &json!({ "lines": [[server.lines[0], "00".repeat(32)]] }),
    );
    assert_eq!(answer["problems"][0]["kind"], "other_log");
    assert_eq!(answer["seq"], 0);
}

/// Brings a table to a roll of Ada's for which Bo's link is sent, and drops it.
#[test]
fn whoever_is_marked_absent_after_sending_is_told_and_reads_on() {
    let (mut server, mut clients) = table();
    let seat = server.decides().unwrap();
    let [decides, other] = [seat, 1 - seat];
    let link = clients[decides].link_with(&server, "roll");
    server.act(decides, "roll", link["link"].as_str());
    let sent = given(&clients[other].hear(&server, true)).unwrap();
    let before = server.lines.len();
    let late = server
        .table
        .links_late(server.table.seq(), &server.croupier);
    server.write(late.unwrap());
    let roll = rolls(&server);
    for reload in [false, true] {
        let client = &mut clients[other];
        if reload {
            // A page that is loaded again knows what it sent.
            let known = json!({ "sent": { "roll": sent["roll"], "seq": before } });
            client.follow(&server, &known);
        }
        let answer = client.hear(&server, false);
        assert_eq!(answer["problems"][0]["kind"], "link_ignored");
        assert_eq!(answer["problems"][0]["roll"], roll);
        assert_eq!(answer["problems"].as_array().unwrap().len(), 1);
        assert_eq!(answer["rolls"], roll, "the roll itself is right");
    }
    clients[decides].hear(&server, true);
    clients[other].follow(&server, &json!({}));
    let answer = clients[other].hear(&server, false);
    assert_eq!(answer["problems"], json!([]), "nothing was sent");
}

#[test]
fn a_seat_that_moves_begins_a_new_chain_and_a_stranger_s_is_noticed() {
    let (mut server, mut clients) = table();
    let old = clients[0].anchor(&server);
    let new = "5e".repeat(32);
    let ada = &mut clients[0];
    ada.follow(&server, &json!({ "secret": new, "anchors": [old] }));
    let answer = ada.hear(&server, true);
    assert_eq!(answer["problems"], json!([]));
    assert_eq!(answer["seats"][0]["anchored"], false);
    let asked = json!({ "table": server.table.id().to_string(), "name": "Ada", "secret": new });
    let anchor = ada.good("chains", &asked)["anchor"].clone();
    let anchor = anchor.as_str().unwrap().parse().unwrap();
    let anchored = server.table.anchor(server.player(0), anchor);
    server.write(anchored.unwrap());
    let answer = ada.hear(&server, true);
    assert_eq!(answer["problems"], json!([]));
    assert_eq!(answer["seats"][0]["anchored"], true);
    while server.decides() == Some(1) {
        server.act(1, "hold", None);
    }
    // The first of the new chain fits.
    while server.table.due().is_some() {
        for seat in [0, 1] {
            if let Some(given) = given(&clients[seat].hear(&server, true)) {
                server.link(seat, &given);
            }
        }
    }
    assert!(
        server
            .lines
            .iter()
            .any(|line| line.starts_with("anchored 1"))
    );
    // Whoever still has the old chain, and knows nothing of the new one, is told.
    clients[0].follow(&server, &json!({}));
    let answer = clients[0].hear(&server, true);
    assert_eq!(answer["problems"][0]["kind"], "anchor_replaced");
}

#[test]
fn nonsense_is_refused() {
    let mut ada = Client::new("Ada");
    let table = "k7w2m9x4ab";
    for (path, body, status) in [
        (
            "chains",
            json!({ "table": table, "name": "Ada", "secret": "12" }),
            400,
        ),
        (
            "chains",
            json!({ "table": "?", "name": "Ada", "secret": "ab".repeat(32) }),
            400,
        ),
        (
            "chains",
            json!({ "table": table, "name": "", "secret": "ab".repeat(32) }),
            400,
        ),
        ("checks", json!("nonsense"), 400),
        ("checks/k7w2m9x4ab/lines", json!({ "lines": [] }), 404),
        ("checks/k7w2m9x4ab/nothing", json!({}), 404),
    ] {
        assert_eq!(ada.post(path, &body).0, status, "{path} {body}");
    }
    ada.good("checks", &json!({ "table": table }));
    let (status, _) = ada.post(
        "checks/k7w2m9x4ab/lines",
        &json!({ "lines": [["opened", "zz"]] }),
    );
    assert_eq!(status, 400);
    ada.good("checks/k7w2m9x4ab/forget", &json!({}));
    assert_eq!(
        ada.post("checks/k7w2m9x4ab/lines", &json!({ "lines": [] }))
            .0,
        404
    );
}
