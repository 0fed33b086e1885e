//! Attacks on one server: one address asks for as much as it may, and somebody else plays.
//!
//! Each [`Attack`] is one that has worked: bots that solve for minutes, floods of questions, tables full of bots that think, and long logs
//! that are read again and again, and connections on which nothing is asked. The [victim](victim) plays against a careful bot and asks quick questions meanwhile, from another
//! address. In the end the server is told to stop while the attack goes on.

mod assault;
mod caller;
mod victim;

use std::fmt;
use std::io;
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hotdice_rig::{Node, NodeSettings, patient};

use caller::Caller;
use victim::{play, question};

pub use victim::Experience;

/// What one address does to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Attack {
    /// Nothing, to compare.
    None,
    /// Bots that play on for people, at a level that takes as long to solve as anybody lets in.
    StandIns,
    /// Perfect bots at many tables, each with rules of its own.
    PerfectBots,
    /// Questions about many rules at once.
    Questions,
    /// Many tables of bots that think about every move.
    ThinkingBots,
    /// Long logs that are read by many streams from the start.
    LongLogs,
    /// More idle connections than the server may have files open when a shell starts it, opened again and again.
    IdleConnections,
}

/// How an attack is made.
#[derive(Clone, Copy, Debug)]
pub struct Siege {
    /// What is done.
    pub attack: Attack,
    /// For how long.
    pub time: Duration,
    /// How many tables or threads the attacker has, in hundredths of what is allowed.
    pub scale: usize,
}

/// What an attack did.
#[derive(Debug, Default)]
pub struct Suffered {
    /// How long each move of a careful bot took.
    pub moves: Experience,
    /// How long each quick question took.
    pub questions: Experience,
    /// How long it took until a stream of an ordinary game brought its first event.
    pub streams: Experience,
    /// How many requests of the attacker were answered as asked.
    pub granted: u64,
    /// How many were refused.
    pub refused: u64,
    /// How long the server took to stop in the middle of the attack, at half time and in the end.
    pub stops: Vec<Duration>,
}

/// Who attacks, and who suffers.
const ATTACKER: Ipv4Addr = Ipv4Addr::new(10, 0, 0, 1);
const VICTIM: Ipv4Addr = Ipv4Addr::new(10, 0, 0, 2);

/// By when an attack has begun on any machine.
const BEGINS: Duration = Duration::from_secs(60);

/// What everybody in an attack shares.
#[derive(Clone)]
struct Battle {
    caller: Caller,
    over: Arc<AtomicBool>,
    granted: Arc<AtomicU64>,
    refused: Arc<AtomicU64>,
}

impl Battle {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Waits, unless it is over.
    fn pause(&self, time: Duration) {
        let until = Instant::now() + time;
        while !self.is_over() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until something was granted: on a busy machine an attack takes longer to begin.
    fn wait_until_granted(&self) {
        let until = Instant::now() + patient(BEGINS);
        while self.granted.load(Ordering::Relaxed) == 0 && Instant::now() < until {
            self.pause(Duration::from_millis(50));
        }
    }

    /// Counts whether something was granted.
    fn count(&self, is_granted: bool) {
        let counter = if is_granted {
            &self.granted
        } else {
            &self.refused
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

impl Siege {
    /// Attacks a server of its own that runs as operators run it, and says what others noticed.
    ///
    /// # Errors
    /// When the server does not start.
    pub fn go(&self, binary: &Path) -> io::Result<Suffered> {
        let settings = NodeSettings {
            // Addresses come as a proxy gives them: there is only one machine.
            more: vec!["--proxies".to_owned(), "127.0.0.1".to_owned()],
            soft_file_limit: (self.attack == Attack::IdleConnections).then_some(1024),
            ..NodeSettings::of(binary)
        };
        let mut node = Node::start(settings)?;
        let battle = |address| Battle {
            caller: Caller::new(node.address(), address),
            over: Arc::default(),
            granted: Arc::default(),
            refused: Arc::default(),
        };
        let (attacker, victim) = (battle(ATTACKER), battle(VICTIM));
        let game = victim::ordinary_game(&victim)?;
        let mut fighting = self.attack.begin(&attacker, self.scale);
        let playing = spawn(&victim, play);
        let asking = spawn(&victim, question);
        let watching = spawn(&victim, move |battle| victim::watch(battle, &game));
        let mut stops = Vec::new();
        thread::sleep(self.time / 2);
        if self.attack == Attack::StandIns {
            // What made bots stand still did so again after a restart.
            stops.push(stop(&mut node)?);
            node.restart()?;
        }
        thread::sleep(self.time / 2);
        if !fighting.is_empty() {
            attacker.wait_until_granted();
        }
        victim.over.store(true, Ordering::Relaxed);
        let joined = "nobody panics in an attack";
        let suffered = Suffered {
            moves: playing.join().expect(joined),
            questions: asking.join().expect(joined),
            streams: watching.join().expect(joined),
            ..Suffered::default()
        };
        stops.push(stop(&mut node)?);
        attacker.over.store(true, Ordering::Relaxed);
        for thread in fighting.drain(..) {
            thread.join().expect(joined);
        }
        Ok(Suffered {
            granted: attacker.granted.load(Ordering::Relaxed),
            refused: attacker.refused.load(Ordering::Relaxed),
            stops,
            ..suffered
        })
    }
}

fn spawn<T: Send + 'static>(
    battle: &Battle,
    part: impl FnOnce(&Battle) -> T + Send + 'static,
) -> thread::JoinHandle<T> {
    let battle = battle.clone();
    thread::spawn(move || part(&battle))
}

/// Tells a server to stop, and returns how long that takes.
fn stop(node: &mut Node) -> io::Result<Duration> {
    let began = Instant::now();
    let ended = node.end()?;
    if !ended.success() {
        return Err(io::Error::other(format!("{ended}: {}", node.log())));
    }
    Ok(began.elapsed())
}

impl Suffered {
    /// Tells whether a careful bot moved within a second, and a quick question was answered within two.
    #[must_use]
    pub fn keeps_promise(&self) -> bool {
        self.moves.worst() <= Duration::from_secs(1)
            && self.questions.worst() <= Duration::from_secs(2)
            && self.moves.failed + self.questions.failed == 0
    }
}

impl fmt::Display for Suffered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stops = self.stops.iter();
        let stops: Vec<String> = stops
            .map(|stop| format!("{:.2} s", stop.as_secs_f64()))
            .collect();
        write!(
            f,
            "careful bot: {}; quick questions: {}; streams: {}; attacker: {} granted, {} refused; stopped in {}",
            self.moves,
            self.questions,
            self.streams,
            self.granted,
            self.refused,
            stops.join(" and ")
        )
    }
}
