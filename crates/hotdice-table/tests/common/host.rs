//! A table with its croupier and its log, as a server has them.

use std::collections::HashMap;

use hotdice_core::{Bytes32, CheckedAction, Name, Seat, Turn};
use hotdice_table::fair::{ChainOwner, Croupier, SecretChain};
use hotdice_table::{
    CheckedEvent, Match, PlayerId, Refused, Settings, Stage, Table, TableDice, TableEvent, TableId,
    Waiting, Who,
};

/// A table, the croupier who holds its seed, and everything that was written down.
pub struct Host {
    pub table: Table,
    pub croupier: Croupier,
    pub log: Vec<TableEvent>,
    /// The chains of the persons, where the dice are linked. They answer at once.
    pub chains: HashMap<Name, SecretChain>,
}

impl Host {
    /// Opens a table with a seed of 32 equal bytes.
    pub fn open(rules: &str, seats: u8, seed: u8) -> Self {
        let settings = Table::settings_for(rules, Some(seats)).expect("rules");
        Self::with(settings, table_id(seed), [seed; 32])
    }

    /// Opens a table with linked dice.
    pub fn linked(rules: &str, seats: u8, seed: u8) -> Self {
        let settings = Table::settings_for(rules, Some(seats)).expect("rules");
        let dice = TableDice::Linked;
        Self::with(Settings { dice, ..settings }, table_id(seed), [seed; 32])
    }

    pub fn with(settings: Settings, id: TableId, seed: [u8; 32]) -> Self {
        let croupier = Croupier::new(id, seed);
        let promise = croupier.promise(settings.dice);
        let opened = TableEvent::Opened(settings, promise);
        let table = Table::open(id, &opened).expect("a table");
        let log = vec![opened];
        Self {
            table,
            croupier,
            log,
            chains: HashMap::new(),
        }
    }

    /// Returns a person whose secret is 32 equal bytes, at this table.
    pub fn person(&mut self, name: &str, secret: u8) -> Who {
        match self.table.settings().dice {
            TableDice::Committed => person(name, secret),
            TableDice::Linked => {
                let name: Name = name.parse().expect("a name");
                let owner = ChainOwner::person(self.table.id(), &name);
                let chain = SecretChain::new(owner, Bytes32([secret; 32]));
                let entropy = chain.anchor();
                self.chains.insert(name.clone(), chain);
                Who::Person { name, entropy }
            }
        }
    }

    /// Lets a person sit down, with a chain where one is needed.
    pub fn sit(&mut self, name: &str, secret: u8) -> Result<PlayerId, Refused> {
        let who = self.person(name, secret);
        self.join(who)
    }

    /// Returns the link of a seat for a roll.
    pub fn link_of(&self, seat: Seat, roll: u64) -> Bytes32 {
        let player = &self.table.players()[seat.index()];
        let base = player.links.as_ref().expect("a person").chain.base;
        let link = self.chains[&player.who.name()].link(roll - base);
        link.expect("a link")
    }

    /// Lets everybody who is waited for add their link, until no roll is due.
    pub fn add_links(&mut self) {
        while let Waiting::Links(missing) = self.table.waiting() {
            let seat = missing.iter().next().expect("a link is missing");
            let roll = self.table.due().expect("a roll is due");
            let (player, link) = (
                self.table.players()[seat.index()].id,
                self.link_of(seat, roll),
            );
            let answer = self.table.link(player, roll, link, &self.croupier);
            self.granted(answer).expect("the link is right");
        }
    }

    /// Writes events down, as a server does once they are granted.
    pub fn write(&mut self, events: Vec<CheckedEvent>) {
        for event in events {
            self.table
                .apply(&event)
                .expect("what is granted can happen");
            self.log.push(event.event().clone());
        }
    }

    /// Writes down what was granted, or hands the refusal on.
    pub fn granted(&mut self, answer: Result<Vec<CheckedEvent>, Refused>) -> Result<(), Refused> {
        answer.map(|events| self.write(events))
    }

    pub fn join(&mut self, who: Who) -> Result<PlayerId, Refused> {
        self.join_again(who, None)
    }

    pub fn join_again(&mut self, who: Who, before: Option<PlayerId>) -> Result<PlayerId, Refused> {
        let (player, events) = self.table.join(who, before, &self.croupier)?;
        self.write(events);
        Ok(player)
    }

    /// Lets whoever the table waits for act, after everybody has added the links that were missing.
    pub fn act(&mut self, action: &str) -> Result<(), Refused> {
        self.add_links();
        let seen = self.table.seq();
        let answer = match self.table.waiting() {
            Waiting::Person(seat) => {
                let player = self.table.players()[seat.index()].id;
                self.table.act(player, seen, action, &self.croupier)
            }
            Waiting::Bot(seat, _) => {
                let action = self.game().read_action(action)?;
                self.table.act_for(seat, seen, &action, &self.croupier)
            }
            Waiting::Start | Waiting::Links(_) | Waiting::Nothing => panic!("nobody has to act"),
        };
        self.granted(answer)?;
        self.add_links();
        Ok(())
    }

    /// Plays on to the end, with choices that depend on the number of events.
    pub fn play_on(&mut self) {
        self.add_links();
        while let Some(action) = self.pick(self.table.seq() / 2) {
            self.act(&action).expect("a legal action");
        }
    }

    /// Picks a legal action; nothing when the game does not go on.
    pub fn pick(&self, number: u64) -> Option<String> {
        let actions = self.actions();
        let place = number.checked_rem(actions.len() as u64)?;
        actions.get(place as usize).cloned()
    }

    pub fn actions(&self) -> Vec<String> {
        match self.table.stage() {
            Stage::Playing(game) => {
                let actions = game.position().actions();
                actions.iter().map(ToString::to_string).collect()
            }
            Stage::Gathering | Stage::Over(..) => Vec::new(),
        }
    }

    pub fn game(&self) -> &Match {
        self.table.game_on().expect("the game has begun")
    }

    pub fn is_over(&self) -> bool {
        let over = matches!(self.table.stage(), Stage::Over(..));
        let ended = self.table.game_on().map(Match::turn);
        assert_eq!(over, matches!(ended, Some(Turn::Over(_))));
        over
    }

    /// Returns how many rolls there were.
    pub fn rolls(&self) -> usize {
        let rolled = |event: &&TableEvent| matches!(event, TableEvent::Rolled(..));
        self.log.iter().filter(rolled).count()
    }

    pub fn record(&self) -> String {
        self.table.record().expect("a game").to_string()
    }
}

/// Returns an action of pig, wherever it is legal.
pub fn roll_on() -> CheckedAction {
    let game = hotdice_games::find("pig").expect("a game");
    let mut position = game.open(2).expect("two seats");
    position.play("4").expect("a roll");
    position.read_action("roll").expect("an action")
}

pub fn table_id(number: u8) -> TableId {
    TableId::from_bytes([number; TableId::LENGTH])
}

/// Returns a person who adds 32 equal bytes.
pub fn person(name: &str, added: u8) -> Who {
    Who::Person {
        name: name.parse().expect("a name"),
        entropy: Bytes32([added; 32]),
    }
}

pub fn bot(level: &str) -> Who {
    let level = level.to_owned();
    Who::Bot { level }
}
