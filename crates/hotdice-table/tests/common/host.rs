//! A table with its croupier and its log, as a server has them.

use hotdice_core::{Bytes32, CheckedAction, Turn};
use hotdice_table::fair::Croupier;
use hotdice_table::{
    CheckedEvent, Match, PlayerId, Refused, Settings, Stage, Table, TableEvent, TableId, Waiting,
    Who,
};

/// A table, the croupier who holds its seed, and everything that was written down.
pub struct Host {
    pub table: Table,
    pub croupier: Croupier,
    pub log: Vec<TableEvent>,
}

impl Host {
    /// Opens a table with a seed of 32 equal bytes.
    pub fn open(rules: &str, seats: u8, seed: u8) -> Self {
        let settings = Table::settings_for(rules, Some(seats)).expect("rules");
        Self::with(settings, table_id(seed), [seed; 32])
    }

    pub fn with(settings: Settings, id: TableId, seed: [u8; 32]) -> Self {
        let croupier = Croupier::new(id, seed);
        let opened = TableEvent::Opened(settings, croupier.commitment());
        let table = Table::open(id, &opened).expect("a table");
        let log = vec![opened];
        Self {
            table,
            croupier,
            log,
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

    /// Lets whoever the table waits for act.
    pub fn act(&mut self, action: &str) -> Result<(), Refused> {
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
            Waiting::Start | Waiting::Nothing => panic!("nobody has to act"),
        };
        self.granted(answer)
    }

    /// Plays on to the end, with choices that depend on the number of events.
    pub fn play_on(&mut self) {
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
        let rolled = |event: &&TableEvent| matches!(event, TableEvent::Rolled(_));
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
