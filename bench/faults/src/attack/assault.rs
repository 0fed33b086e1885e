//! What attackers do.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::net::TcpStream;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use hotdice_core::Turn;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;

use super::{Attack, Battle, spawn};

/// How long an attacker waits after a refusal.
const PAUSE: Duration = Duration::from_millis(200);

/// The targets of long games, from what no server lets in down to what every one does: how long a game takes to solve changes with
/// solvers.
const TARGETS: [u32; 9] = [
    100_000, 70_000, 50_000, 40_000, 30_000, 25_000, 20_000, 15_000, 10_000,
];

/// How many idle connections an attacker holds: fewer would not matter, and more are allowed to nobody.
const IDLE_CONNECTIONS: usize = 1_500;

impl Attack {
    /// Begins an attack at so many hundredths of its full size.
    pub(super) fn begin(self, battle: &Battle, scale: usize) -> Vec<JoinHandle<()>> {
        let part = |most: usize| (most * scale / 100).max(1);
        match self {
            Self::None => Vec::new(),
            Self::StandIns => spawn_each(battle, part(8), stand_in),
            Self::PerfectBots => spawn_each(battle, part(36), perfect_bot),
            Self::Questions => spawn_each(battle, part(44), questions),
            Self::ThinkingBots => spawn_each(battle, part(60), thinking_bots),
            Self::LongLogs => {
                let table = long_log(battle);
                let read = move |battle: &Battle, _| {
                    if let Some(table) = &table {
                        read_again(battle, table);
                    }
                };
                spawn_each(battle, part(190), read)
            }
            Self::IdleConnections => {
                raise_file_limit();
                spawn_each(battle, 1, |battle, _| idle_connections(battle))
            }
        }
    }
}

fn spawn_each(
    battle: &Battle,
    number: usize,
    part: impl Fn(&Battle, usize) + Clone + Send + 'static,
) -> Vec<JoinHandle<()>> {
    let one = |place| {
        let part = part.clone();
        spawn(battle, move |battle| part(battle, place))
    };
    (0..number).map(one).collect()
}

/// Tries again until it works or is over.
fn insist(battle: &Battle, attempt: impl Fn() -> io::Result<bool>) {
    while !battle.is_over() {
        let is_granted = attempt().unwrap_or(false);
        battle.count(is_granted);
        if is_granted {
            return;
        }
        battle.pause(PAUSE);
    }
}

/// Opens a table of two who never move, so that a perfect bot has to, at the longest rules that are let in.
fn stand_in(battle: &Battle, place: usize) {
    let caller = &battle.caller;
    for target in TARGETS {
        let rules = format!("zilch-playr(target={})", target + 50 * place as u32);
        let settings = json!({ "rules": rules, "clock": 5, "standin": "perfect" });
        let opened = caller.open(&settings).ok().flatten();
        battle.count(opened.is_some());
        if let Some((table, _)) = opened {
            for name in ["Ada", "Bo"] {
                battle.count(caller.join(&table, name).is_ok());
            }
            return;
        }
    }
}

/// Adds a perfect bot to a table with rules of its own, and plays against it.
fn perfect_bot(battle: &Battle, place: usize) {
    let caller = &battle.caller;
    insist(battle, || {
        let rules = format!("zilch-playr(target={})", 12_000 + 50 * place);
        let Some((table, host)) = caller.open(&json!({ "rules": rules }))? else {
            return Ok(false);
        };
        for _ in 0..2 {
            if !caller.add_bot(&table, &host, "perfect")? {
                return Ok(false);
            }
        }
        Ok(true)
    });
}

/// Asks what positions of ever other rules are worth.
fn questions(battle: &Battle, place: usize) {
    for number in 0.. {
        if battle.is_over() {
            return;
        }
        let rules = format!(
            "zilch-playr(target={})",
            3_000 + 50 * (44 * number + place) % 9_000
        );
        let Some(state) = state_of(&rules) else {
            return;
        };
        let asked = json!({ "rules": rules, "state": state });
        let answer = battle.caller.post("/position", None, &asked);
        let is_granted = answer.is_ok_and(|answer| answer.is_good());
        battle.count(is_granted);
        if !is_granted {
            battle.pause(PAUSE);
        }
    }
}

/// Returns a state in which somebody decides.
fn state_of(rules: &str) -> Option<String> {
    let game = hotdice_games::find(rules).ok()?;
    let mut position = game.open(2).ok()?;
    while position.turn() == Turn::Roll {
        let rolls = position.rolls();
        let (roll, _) = rolls.first()?;
        position.settle(roll).ok()?;
    }
    Some(position.state())
}

/// Lets two bots play that think about every move, game after game.
fn thinking_bots(battle: &Battle, _place: usize) {
    let caller = &battle.caller;
    while !battle.is_over() {
        insist(battle, || {
            let Some((table, host)) = caller.open(&json!({ "rules": "tridice(rows=5)" }))? else {
                return Ok(false);
            };
            let first = caller.add_bot(&table, &host, "strong")?;
            Ok(first && caller.add_bot(&table, &host, "strong")?)
        });
        battle.pause(Duration::from_secs(5));
    }
}

/// Has bots write a long log; returns its table.
fn long_log(battle: &Battle) -> Option<String> {
    let caller = &battle.caller;
    let opened = caller.open(&json!({ "rules": "farkle(target=1000000)" }));
    let (table, host) = opened.ok().flatten()?;
    for _ in 0..2 {
        caller.add_bot(&table, &host, "greedy").ok()?;
    }
    // As long as it gets in a while.
    battle.pause(Duration::from_secs(10));
    Some(table)
}

/// Reads a log from its start with every picture, again and again.
fn read_again(battle: &Battle, table: &str) {
    let path = format!("/tables/{table}/events?pictures=true");
    while !battle.is_over() {
        let stream = battle.caller.send("GET", &path, None, "");
        battle.count(stream.is_ok());
        let Ok(mut stream) = stream else {
            battle.pause(PAUSE);
            continue;
        };
        let mut bytes = vec![0; 1 << 16];
        let mut left: usize = 4 << 20;
        while left > 0 && !battle.is_over() {
            match stream.read(&mut bytes) {
                Ok(read) if read > 0 => left = left.saturating_sub(read),
                _ => break,
            }
        }
    }
}

/// Lets this process have as many connections open as the system allows.
fn raise_file_limit() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    // Where that is refused the attack is a smaller one, as its figures say.
    setrlimit(Resource::Nofile, raised).ok();
}

/// Holds many connections open on which nothing is asked, and opens some 400 others in their place every second.
fn idle_connections(battle: &Battle) {
    let mut idle = VecDeque::new();
    while !battle.is_over() {
        match battle.caller.connect_directly() {
            Ok(connection) => idle.push_back(connection),
            Err(_) => battle.count(false),
        }
        if idle.len() > IDLE_CONNECTIONS
            && let Some(oldest) = idle.pop_front()
        {
            battle.count(is_held(oldest));
        }
        thread::sleep(Duration::from_micros(2_500));
    }
    for connection in idle {
        battle.count(is_held(connection));
    }
}

/// Tells whether a server has left an idle connection open.
fn is_held(mut connection: TcpStream) -> bool {
    let silent = connection.set_nonblocking(true);
    let read = silent.and_then(|()| connection.read(&mut [0; 64]));
    read.is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock)
}
