//! The table at which a story happens.

use cucumber::World;
use hotdice_core::{
    AnyPosition, DiceOrigin, GameEvent, Line, Name, Part, Scene, Seat, Span, Turn, Viewer,
};
use hotdice_table::dice::ScriptedDice;
use hotdice_table::{ActError, Match};
use hotdice_tui::plain::TableExit;

/// What a story has come to.
#[derive(Debug, Default, World)]
pub(crate) struct Table {
    /// The rules line.
    pub(crate) rules: String,
    /// The game, once it has begun.
    pub(crate) game: Option<Match>,
    /// What the table told about the last event.
    pub(crate) story: String,
    /// What the screen shows.
    pub(crate) screen: String,
    /// How the line-by-line game was left.
    pub(crate) ending: Option<TableExit>,
}

impl Table {
    /// Begins the game between players.
    pub(crate) fn begin(&mut self, names: Vec<Name>) {
        let opened = Match::open(&self.rules, names, DiceOrigin::Unknown);
        self.game = Some(opened.expect("the rules and the players go together"));
    }

    /// Returns the game.
    pub(crate) fn game(&mut self) -> &mut Match {
        self.game.as_mut().expect("a game has begun")
    }

    /// Returns the position.
    pub(crate) fn position(&mut self) -> &dyn AnyPosition {
        self.game().position()
    }

    /// Returns the seat of a player.
    pub(crate) fn seat(&mut self, name: &str) -> Seat {
        let names = self.game().names();
        let mut seats = std::iter::zip(Seat::all(Seat::MOST), names);
        let found = seats.find(|(_, seated)| seated.as_str() == name);
        found
            .unwrap_or_else(|| panic!("{name} is not at the table"))
            .0
    }

    /// Returns the player whose turn it is.
    pub(crate) fn in_turn(&mut self) -> String {
        let seat = self.scene().turn.expect("the game is not over");
        self.game().names()[seat.index()].to_string()
    }

    /// Returns what everybody sees.
    pub(crate) fn scene(&mut self) -> Scene {
        self.game().scene(Viewer::Spectator)
    }

    /// Throws dice as a story tells them.
    pub(crate) fn roll(&mut self, dice: &str) {
        let rolled = self.game().roll(&mut script(dice));
        self.story = told(&rolled.expect("the dice are due").story);
    }

    /// Acts for a player.
    pub(crate) fn act(&mut self, name: &str, action: &str) {
        let seat = self.seat(name);
        let acted = self.try_to_act(seat, action);
        let acted = acted.unwrap_or_else(|error| panic!("{name} {action}: {error}"));
        self.story = told(&acted.story);
    }

    /// Lets a seat act if it may.
    pub(crate) fn try_to_act(&mut self, seat: Seat, action: &str) -> Result<GameEvent, ActError> {
        let action = self.game().read_action(action)?;
        self.game().act_as(seat, &action)
    }

    /// Plays whole rounds until everybody has these points and the first seat is in turn again.
    pub(crate) fn play_to(&mut self, points: &[i32]) {
        assert_eq!(
            self.game().names().len(),
            points.len(),
            "points for each player"
        );
        while self.points() != points {
            for (seat, &goal) in std::iter::zip(Seat::all(Seat::MOST), points) {
                let missing = goal - self.position().points(seat);
                self.play_turn(missing);
            }
        }
    }

    /// Plays a turn that makes at most so many points: one throw, one keep and the bank, or a bust.
    fn play_turn(&mut self, most: i32) {
        let turn = TURNS.iter().find(|(_, _, points)| *points <= most);
        let (roll, keep, _) = turn.expect("the last turn of the list makes nothing");
        self.roll(roll);
        if !keep.is_empty() {
            let name = self.in_turn();
            self.act(&name, keep);
            self.act(&name, "bank");
        }
    }

    fn points(&mut self) -> Vec<i32> {
        let seats = Seat::all(self.game().names().len() as u8);
        seats.map(|seat| self.position().points(seat)).collect()
    }

    /// Returns the first words of all that a player may do, each once.
    pub(crate) fn verbs(&mut self, name: &str) -> Vec<String> {
        let seat = self.seat(name);
        assert_eq!(self.game().turn(), Turn::Decide(seat), "{name} decides");
        let actions = self.position().actions();
        let mut verbs: Vec<String> = actions
            .iter()
            .filter_map(|action| action.notation().split(' ').next().map(str::to_owned))
            .collect();
        verbs.sort();
        verbs.dedup();
        verbs
    }

    /// Returns the lines of text on the table.
    pub(crate) fn lines(&mut self) -> Vec<String> {
        let parts = self.scene().parts.into_iter();
        parts
            .filter_map(|part| match part {
                Part::Line(line) => Some(words(&line)),
                _ => None,
            })
            .collect()
    }
}

/// What falls, what is kept and what that makes in every game of the stories, from the most to nothing.
const TURNS: &[(&str, &str, i32)] = &[
    ("6 6 6 2 3 4", "keep 6 6 6", 600),
    ("1 2 3 4 6 6", "keep 1", 100),
    ("5 2 3 4 6 6", "keep 5", 50),
    ("2 2 3 3 4 6", "", 0),
];

/// Returns dice that fall as they are written: `1 5 3, then 2 2`.
pub(crate) fn script(throws: &str) -> ScriptedDice {
    let throws = throws.split(", then ").map(sides);
    ScriptedDice::new(throws)
}

fn sides(dice: &str) -> Vec<u16> {
    let pips = dice.split_whitespace().map(str::parse::<u16>);
    pips.map(|pips| pips.expect("a number of pips") - 1)
        .collect()
}

/// Writes lines one below the other.
fn told(lines: &[Line]) -> String {
    let lines: Vec<String> = lines.iter().map(words).collect();
    lines.join("\n")
}

fn words(line: &Line) -> String {
    let spans = line.spans.iter().map(|span| match span {
        Span::Text(text) => text.clone(),
        Span::Seat(seat) => format!("seat {seat}"),
        Span::Dice(dice) => format!("[{dice}]"),
    });
    spans.collect()
}
