//! A host who plays, knows the server's seed, and holds their own link back when they like the roll better without it.
//!
//! Nothing refuses that, and it wins. What remains is that it shows: later links of the host say what would have fallen.

use hotdice_core::{Bytes32, CheckedRoll, Name, Seat};
use hotdice_table::fair::{ChainOwner, SecretChain};
use hotdice_table::{PlayerId, Settings, Table, TableDice, TableEvent, Waiting};
use hotdice_testkit::golden;
use hotdice_verify::{Absences, EffectTally, Memory, formulas, verify};

use crate::common::host::Host;
use crate::common::seat;
use crate::linked::Pig;
use crate::odds::bytes;

const GAMES: u64 = 48;

const ADA: usize = 0;
const MAL: usize = 1;

/// What Mal sees when a roll is due: the table, and the roll with the own link and without it.
struct Glimpse<'a> {
    host: &'a Host,
    with_link: CheckedRoll,
    without: CheckedRoll,
}

/// When Mal's program keeps quiet.
type IsQuiet = fn(&Glimpse<'_>) -> bool;

/// What Mal does after a roll without their link.
#[derive(Clone, Copy, PartialEq)]
enum Afterwards {
    /// Says that they are back, as every program does after a cut connection.
    Return,
    /// Begins a new chain, of which the links that were held back are no part.
    NewChain,
}

/// A game of Ada, who is honest, against Mal, who keeps the server.
struct Duel {
    host: Host,
    players: [PlayerId; 2],
    /// Whether Mal has held back links of the chain that they have now.
    has_secrets: bool,
}

impl Duel {
    fn new(rules: &str, game: u64) -> Self {
        let settings = Settings {
            dice: TableDice::Linked,
            ..Table::settings_for(rules, Some(2)).unwrap()
        };
        let seed = bytes("seed", game).0;
        let mut host = Host::with(settings, crate::odds::table(game), seed);
        let players = ["Ada", "Mal"].map(|name| host.sit(name, game as u8 ^ name.as_bytes()[0]));
        let players = players.map(Result::unwrap);
        Self {
            host,
            players,
            has_secrets: false,
        }
    }

    /// Lets the links come that the table waits for; Mal's is the last. After a bust without Mal the next roll is due at
    /// once, and falls without Mal too: there is no moment to come back in.
    fn roll(&mut self, is_quiet: IsQuiet) {
        let host = &mut self.host;
        let roll = host.table.due().unwrap();
        for place in [ADA, MAL] {
            let seat = seat(place as u8 + 1);
            if !host.table.missing_links().contains(seat) {
                continue;
            }
            if place == MAL && is_quiet(&glimpse(host, roll)) {
                let late = host.table.links_late(host.table.seq(), &host.croupier);
                host.granted(late).unwrap();
                self.has_secrets = true;
            } else {
                let link = host.link_of(seat, roll);
                let player = self.players[place];
                let linked = host.table.link(player, roll, link, &host.croupier);
                host.granted(linked).unwrap();
            }
        }
    }

    /// Lets Mal come back after an absence.
    fn come_back(&mut self, afterwards: Afterwards) {
        let (host, mal) = (&mut self.host, self.players[MAL]);
        let answer = match afterwards {
            Afterwards::NewChain if self.has_secrets && host.table.due().is_none() => {
                let name: Name = "Mal".parse().unwrap();
                let owner = ChainOwner::person(host.table.id(), &name);
                let chain = SecretChain::new(owner, bytes("chain", host.rolls() as u64));
                let anchored = host.table.anchor(mal, chain.anchor());
                host.chains.insert(name, chain);
                self.has_secrets = false;
                anchored
            }
            _ => host.table.come_back(mal),
        };
        host.granted(answer).unwrap();
    }

    /// Plays to the end, and returns whether Mal wins.
    fn play(
        &mut self,
        is_quiet: IsQuiet,
        afterwards: Afterwards,
        choose: &mut dyn FnMut(&Host) -> String,
    ) -> bool {
        while !self.host.is_over() {
            match self.host.table.waiting() {
                Waiting::Links(_) => self.roll(is_quiet),
                Waiting::Person(decides) => {
                    let action = choose(&self.host);
                    let (host, player) = (&mut self.host, self.players[decides.index()]);
                    let seen = host.table.seq();
                    let acted = host.table.act(player, seen, &action, &host.croupier);
                    host.granted(acted).unwrap();
                }
                waiting => panic!("{waiting:?}"),
            }
            if !self.host.is_over() {
                self.come_back(afterwards);
            }
        }
        let hotdice_core::Turn::Over(standing) = self.host.game().turn() else {
            panic!("the game is over");
        };
        standing.winners.contains(seat(2))
    }

    /// Plays pig as everybody does, and returns whether Mal wins.
    fn play_pig(&mut self, is_quiet: IsQuiet, afterwards: Afterwards) -> bool {
        let (mut pig, mut read) = (Pig::default(), 0);
        self.play(is_quiet, afterwards, &mut |host| {
            pig.read(&host.log[read..]);
            read = host.log.len();
            let action = if pig.holds() { "hold" } else { "roll" };
            action.to_owned()
        })
    }

    /// What anybody finds out from the record: about Ada, and about Mal.
    #[track_caller]
    fn absences(&self) -> [Absences; 2] {
        let verdict = verify(&self.host.record(), &Memory::default());
        assert!(verdict.is_verified(), "{:?}", verdict.problem);
        verdict.absences.unwrap().try_into().unwrap()
    }
}

fn glimpse(host: &Host, roll: u64) -> Glimpse<'_> {
    let server = host.croupier.link(roll).unwrap();
    let links = [seat(1), seat(2)].map(|seat| (seat, host.link_of(seat, roll)));
    let position = host.game().position();
    let fall = |links: &[(Seat, Bytes32)]| {
        let key = formulas::linked_key(host.table.id().as_str(), roll, server, links);
        let lying = formulas::dice(key, roll, position.throw().unwrap()).unwrap();
        position.read_throw(&lying).unwrap()
    };
    Glimpse {
        host,
        with_link: fall(&links),
        without: fall(&links[..ADA + 1]),
    }
}

impl Glimpse<'_> {
    fn is_mals_roll(&self) -> bool {
        self.host.game().position().picture().turn == Some(seat(2))
    }
}

/// In pig a one is a bust, and every other number is as good as it is large.
fn suits_in_pig(glimpse: &Glimpse<'_>) -> bool {
    let worth = |roll: &CheckedRoll| match roll.dice() {
        [1] => 0,
        pips => pips[0],
    };
    let (with, without) = (worth(&glimpse.with_link), worth(&glimpse.without));
    if glimpse.is_mals_roll() {
        without > with
    } else {
        without < with
    }
}

/// Where a bust ends the turn, Mal wants none, and wants Ada to have one.
fn suits_by_busts(glimpse: &Glimpse<'_>) -> bool {
    let is_bust = |roll: &CheckedRoll| {
        let mut after = glimpse.host.game().position().boxed_clone();
        let event = after.settle(roll).unwrap();
        event.winners.is_none()
            && after.picture().turn != glimpse.host.game().position().picture().turn
    };
    let (with, without) = (is_bust(&glimpse.with_link), is_bust(&glimpse.without));
    with != without && with == glimpse.is_mals_roll()
}

/// The program crashes now and then, whatever the dice are.
fn crashes(glimpse: &Glimpse<'_>) -> bool {
    let roll = glimpse.host.rolls() as u64;
    let name = glimpse.host.table.id().to_string();
    bytes(&name, roll).0[0] < 64
}

/// Counts what the absences did for which the table had waited: Mal chose those.
fn chosen(absences: &Absences) -> EffectTally {
    let awaited = absences.withheld.iter().filter(|each| each.was_awaited);
    EffectTally::of(awaited)
}

#[track_caller]
fn assert_all_better(absences: &Absences) {
    let tally = chosen(absences);
    assert_eq!((tally.worse, tally.neither), (0, 0), "{absences:?}");
}

/// The attack that decides every game, and what gives it away.
#[test]
#[expect(clippy::disallowed_macros, reason = "the figures are worth reading")]
fn a_host_who_holds_links_back_wins_and_is_found_out() {
    let (mut won, mut absent, mut better, mut obvious) = (0, 0, 0, 0);
    for game in 0..GAMES {
        let mut duel = Duel::new("pig(target=50)", game);
        won += u64::from(duel.play_pig(suits_in_pig, Afterwards::Return));
        let [ada, mal] = duel.absences();
        assert_eq!((ada.rolls, ada.withheld), (0, Vec::new()));
        assert_all_better(&mal);
        // Only what was held back after the last link that was shown stays unknown.
        let record = duel.host.record();
        let (_, tail) = record.rsplit_once("\nlinked 2").unwrap();
        let unknown = tail.matches("\nabsent 2").count();
        assert_eq!(mal.withheld.len(), mal.rolls - unknown);
        absent += mal.rolls as u64;
        better += chosen(&mal).better as u64;
        obvious += u64::from(chosen(&mal).chance() < 0.05);
    }
    println!(
        "{won} of {GAMES} won; {absent} absences, {better} of them chosen; {obvious} games stand out"
    );
    assert!(won >= GAMES - 1, "{won} of {GAMES}");
    assert!(better > 4 * GAMES, "{better} of {absent}");
    assert!(obvious * 10 > 8 * GAMES, "{obvious} of {GAMES}");
}

/// Whoever is absent by accident is as often better off with their link as without it, and wins no more than chance does.
#[test]
#[expect(clippy::disallowed_macros, reason = "the figures are worth reading")]
fn an_absence_by_accident_helps_as_often_as_it_harms() {
    let (mut won, mut better, mut worse, mut unlikely) = (0, 0, 0, 0);
    for game in 0..GAMES {
        let mut duel = Duel::new("pig(target=50)", game);
        won += u64::from(duel.play_pig(crashes, Afterwards::Return));
        let [_, mal] = duel.absences();
        let tally = EffectTally::of(&mal.withheld);
        (better, worse) = (better + tally.better, worse + tally.worse);
        unlikely += u64::from(tally.chance() < 0.01);
    }
    println!("{won} of {GAMES} won by accident; {better} rolls were better and {worse} worse");
    assert!((GAMES / 4..GAMES * 3 / 4).contains(&won), "{won}");
    let all = (better + worse) as f64;
    assert!(all > 200.0, "{all}");
    let surprise = (better as f64 - all / 2.0) / (all / 4.0).sqrt();
    assert!(surprise.abs() < 4.0, "{better} better, {worse} worse");
    assert!(unlikely <= 2, "{unlikely}");
}

/// In other games too: what a bust is, the rules say.
#[test]
fn held_back_links_show_in_every_game_with_busts() {
    for rules in [
        "farkle(target=3000)",
        "zilch(target=2000)",
        "shut-the-box(rounds=5)",
    ] {
        let mut better = 0;
        for game in 0..6 {
            let mut duel = Duel::new(rules, game);
            let any = &mut |host: &Host| host.pick(host.table.seq() / 2).unwrap();
            duel.play(suits_by_busts, Afterwards::Return, any);
            let [_, mal] = duel.absences();
            assert_all_better(&mal);
            better += chosen(&mal).better;
        }
        assert!(better > 5, "{rules}: {better}");
    }
}

/// A new chain hides what was held back: the record shows the absences, and that their links never came.
#[test]
fn a_new_chain_hides_the_links_before_it() {
    let mut duel = Duel::new("pig(target=50)", 3);
    assert!(duel.play_pig(suits_in_pig, Afterwards::NewChain));
    let [_, mal] = duel.absences();
    assert!(mal.rolls > 2);
    assert_eq!(mal.withheld, Vec::new());
    let anchored = |event: &&TableEvent| matches!(event, TableEvent::Anchored(..));
    assert!(duel.host.log.iter().filter(anchored).count() > 2);
}

/// A record for every verifier to agree about: the first game with everything in it that can be said.
#[test]
fn the_record_of_a_host_who_held_links_back() {
    let play = |game| {
        let mut duel = Duel::new("pig(target=30)", game);
        duel.play_pig(suits_in_pig, Afterwards::Return);
        duel
    };
    let says_all = |duel: &Duel| {
        let [_, mal] = duel.absences();
        let (chosen, known) = (chosen(&mal).better, mal.withheld.len());
        chosen >= 7 && known > chosen && mal.rolls > known
    };
    let duel = (0..200).map(play).find(says_all).unwrap();
    golden::check("testdata/fair/withheld.hotdice", &duel.host.record());
}
