//! Who sits where before a game.

use hotdice_bots::{Level, Unsolvable, can_play};
use hotdice_core::{AnyGame, Name, NotAName, SeatRange};

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SeatKind {
    /// Somebody at this terminal.
    Person(String),
    /// A program.
    Bot(Level),
}

/// The seats that are taken.
#[derive(Clone, Debug)]
pub(super) struct SeatList {
    allowed: SeatRange,
    places: Vec<SeatKind>,
}

/// Seats that cannot be as they are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SeatRefused {
    /// The name cannot be used.
    #[error("{0:?} cannot be a name: {1}")]
    Name(String, NotAName),
    /// Names of programs are given by their level.
    #[error("{0:?} is what a program is called: choose one with the arrows")]
    Program(String),
    /// Two have the same name.
    #[error("{0} has two seats: give one of them another name")]
    Twice(String),
    /// These rules need more.
    #[error("these rules are for {} players", .0.in_words())]
    TooFew(SeatRange),
    /// The program cannot play.
    #[error(transparent)]
    Bot(#[from] Unsolvable),
}

/// The most seats that are filled before anybody asks for more.
const USUAL: usize = 2;

impl SeatList {
    /// Returns the seats that are offered first: the player of this terminal, and a program.
    pub(super) fn new(allowed: SeatRange, own: &str) -> Self {
        let own = if own.is_empty() { "Player 1" } else { own };
        let usual = USUAL.clamp(usize::from(allowed.least()), usize::from(allowed.most()));
        let mut places = vec![SeatKind::Person(own.to_owned())];
        places.resize(usual, SeatKind::Bot(Level::Careful));
        Self { allowed, places }
    }

    /// Keeps everybody at a game whose rules were changed, as far as it has seats for them.
    pub(super) fn fit(&mut self, game: &dyn AnyGame) {
        self.allowed = game.seats();
        self.places.truncate(usize::from(self.allowed.most()));
        while self.places.len() < usize::from(self.allowed.least()) {
            self.places.push(SeatKind::Bot(Level::Careful));
        }
        self.weaken(game);
    }

    pub(super) fn places(&self) -> &[SeatKind] {
        &self.places
    }

    pub(super) fn has_room(&self) -> bool {
        self.places.len() < usize::from(self.allowed.most())
    }

    /// Adds a seat with a program in it; one that can play no longer becomes one that can.
    pub(super) fn add(&mut self, game: &dyn AnyGame) {
        if self.has_room() {
            self.places.push(SeatKind::Bot(Level::Careful));
            self.weaken(game);
        }
    }

    /// Frees a seat.
    pub(super) fn remove(&mut self, seat: usize) -> Result<(), SeatRefused> {
        if self.places.len() <= usize::from(self.allowed.least()) {
            return Err(SeatRefused::TooFew(self.allowed));
        }
        self.places.remove(seat);
        Ok(())
    }

    /// Calls the player of a seat by a name.
    pub(super) fn call(&mut self, seat: usize, name: &str) -> Result<(), SeatRefused> {
        let read: Name = name
            .parse()
            .map_err(|refused| SeatRefused::Name(name.to_owned(), refused))?;
        if read.as_str().starts_with("bot:") {
            return Err(SeatRefused::Program(name.to_owned()));
        }
        let person = SeatKind::Person(read.to_string());
        let taken = self.places.iter().enumerate();
        if taken
            .into_iter()
            .any(|(other, place)| other != seat && *place == person)
        {
            return Err(SeatRefused::Twice(name.to_owned()));
        }
        self.places[seat] = person;
        Ok(())
    }

    /// Gives a seat to the next kind of player: people first, then programs from the weakest on. Says why one was passed over.
    pub(super) fn turn(
        &mut self,
        seat: usize,
        forward: bool,
        game: &dyn AnyGame,
    ) -> Option<Unsolvable> {
        let kinds = Level::ALL.len() + 1;
        let step = if forward { 1 } else { kinds - 1 };
        let now = match &self.places[seat] {
            SeatKind::Person(_) => 0,
            SeatKind::Bot(level) => 1 + Level::ALL.iter().position(|known| known == level)?,
        };
        let mut passed = None;
        let mut next = (now + step) % kinds;
        while next > 0
            && let Err(reason) = self.can_play(Level::ALL[next - 1], game)
        {
            passed = passed.or(Some(reason));
            next = (next + step) % kinds;
        }
        self.places[seat] = match next {
            0 => SeatKind::Person(self.free_name(seat)),
            level => SeatKind::Bot(Level::ALL[level - 1]),
        };
        passed
    }

    /// Tells whether a perfect program can play with so many seats.
    pub(super) fn perfect(&self, game: &dyn AnyGame) -> Result<(), Unsolvable> {
        self.can_play(Level::Perfect, game)
    }

    /// Returns the names for the table.
    pub(super) fn names(&self, game: &dyn AnyGame) -> Result<Vec<Name>, SeatRefused> {
        let name = |place: &SeatKind| {
            let text = match place {
                SeatKind::Person(name) => name.clone(),
                SeatKind::Bot(level) => {
                    self.can_play(*level, game)?;
                    format!("bot:{level}")
                }
            };
            let name = text.parse();
            name.map_err(|refused| SeatRefused::Name(text, refused))
        };
        self.places.iter().map(name).collect()
    }

    fn can_play(&self, level: Level, game: &dyn AnyGame) -> Result<(), Unsolvable> {
        can_play(game, level, self.places.len() as u8)
    }

    /// Gives programs that cannot play with so many seats a level that can.
    fn weaken(&mut self, game: &dyn AnyGame) {
        let seats = self.places.len() as u8;
        for place in &mut self.places {
            if let SeatKind::Bot(level) = place
                && can_play(game, *level, seats).is_err()
            {
                *level = Level::Strong;
            }
        }
    }

    fn free_name(&self, seat: usize) -> String {
        let name = |number: usize| format!("Player {number}");
        let is_free = |name: &String| !self.places.contains(&SeatKind::Person(name.clone()));
        let mut names = (seat + 1..).map(name);
        names.find(is_free).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat_list(rules: &str, own: &str) -> (std::sync::Arc<dyn AnyGame>, SeatList) {
        let game = hotdice_games::find(rules).unwrap();
        let seat_list = SeatList::new(game.seats(), own);
        (game, seat_list)
    }

    #[test]
    fn a_seat_goes_round_through_people_and_programs() {
        let (game, mut seat_list) = seat_list("farkle", "Ada");
        let mut seen = Vec::new();
        for _ in 0..6 {
            assert_eq!(seat_list.turn(1, true, &*game), None);
            seen.push(seat_list.names(&*game).unwrap()[1].to_string());
        }
        let all = [
            "bot:strong",
            "bot:perfect",
            "Player 2",
            "bot:random",
            "bot:greedy",
            "bot:careful",
        ];
        assert_eq!(seen, all);
    }

    #[test]
    fn perfect_is_passed_over_where_there_is_none() {
        let (game, mut seat_list) = seat_list("tridice", "Ada");
        seat_list.turn(1, true, &*game);
        let passed = seat_list.turn(1, true, &*game);
        assert!(passed.unwrap().to_string().contains("only its endings"));
        assert_eq!(
            seat_list.places()[1],
            SeatKind::Person("Player 2".to_owned())
        );
    }

    #[test]
    fn a_fourth_seat_makes_a_perfect_program_a_strong_one() {
        let (game, mut seat_list) = seat_list("farkle", "");
        seat_list.turn(1, true, &*game);
        seat_list.turn(1, true, &*game);
        let names = |seat_list: &SeatList| {
            let names = seat_list.names(&*game).unwrap();
            names.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        seat_list.add(&*game);
        assert_eq!(
            names(&seat_list),
            ["Player 1", "bot:perfect", "bot:careful"]
        );
        seat_list.add(&*game);
        assert_eq!(names(&seat_list)[1], "bot:strong");
    }

    #[test]
    fn as_many_stay_as_the_changed_rules_have_seats_for() {
        let (_, mut seat_list) = seat_list("farkle", "Ada");
        let for_two = hotdice_games::find("tridice").unwrap();
        let game = hotdice_games::find("farkle").unwrap();
        seat_list.add(&*game);
        seat_list.fit(&*for_two);
        assert_eq!(seat_list.places().len(), 2);
        assert_eq!(seat_list.places()[0], SeatKind::Person("Ada".to_owned()));
        seat_list.fit(&*game);
        assert_eq!(seat_list.places().len(), 2);
    }

    #[test]
    fn names_are_refused_with_a_reason() {
        let (_, mut seat_list) = seat_list("farkle", "Ada");
        for name in ["", "bot:perfect", "Ada"] {
            let refused = seat_list.call(1, name).unwrap_err().to_string();
            assert!(!refused.is_empty());
            assert_eq!(seat_list.places()[1], SeatKind::Bot(Level::Careful));
        }
        seat_list.call(1, "Bo").unwrap();
        assert_eq!(
            seat_list.remove(0).unwrap_err(),
            SeatRefused::TooFew(seat_list.allowed)
        );
    }
}
