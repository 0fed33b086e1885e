//! Who sits where before a game.

use hotdice_bots::{Level, Unsolvable, can_play};
use hotdice_core::{AnyGame, Name, NotAName, SeatRange};

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Somebody at this terminal.
    Person(String),
    /// A program.
    Bot(Level),
}

/// The seats that are taken.
#[derive(Clone, Debug)]
pub(super) struct Company {
    allowed: SeatRange,
    places: Vec<Place>,
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

impl Company {
    /// Returns the seats that are offered first: the player of this terminal, and a program.
    pub(super) fn new(allowed: SeatRange, own: &str) -> Self {
        let own = match own.is_empty() {
            true => "Player 1",
            false => own,
        };
        let usual = USUAL.clamp(usize::from(allowed.least()), usize::from(allowed.most()));
        let mut places = vec![Place::Person(own.to_owned())];
        places.resize(usual, Place::Bot(Level::Careful));
        Self { allowed, places }
    }

    /// Keeps everybody at a game whose rules were changed, as far as it has seats for them.
    pub(super) fn fit(&mut self, game: &dyn AnyGame) {
        self.allowed = game.seats();
        self.places.truncate(usize::from(self.allowed.most()));
        while self.places.len() < usize::from(self.allowed.least()) {
            self.places.push(Place::Bot(Level::Careful));
        }
        self.weaken(game);
    }

    pub(super) fn places(&self) -> &[Place] {
        &self.places
    }

    pub(super) fn has_room(&self) -> bool {
        self.places.len() < usize::from(self.allowed.most())
    }

    /// Adds a seat with a program in it; one that can play no longer becomes one that can.
    pub(super) fn add(&mut self, game: &dyn AnyGame) {
        if self.has_room() {
            self.places.push(Place::Bot(Level::Careful));
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
        let person = Place::Person(read.to_string());
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
            Place::Person(_) => 0,
            Place::Bot(level) => 1 + Level::ALL.iter().position(|known| known == level)?,
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
            0 => Place::Person(self.free_name(seat)),
            level => Place::Bot(Level::ALL[level - 1]),
        };
        passed
    }

    /// Tells whether a perfect program can play with so many seats.
    pub(super) fn perfect(&self, game: &dyn AnyGame) -> Result<(), Unsolvable> {
        self.can_play(Level::Perfect, game)
    }

    /// Returns the names for the table.
    pub(super) fn names(&self, game: &dyn AnyGame) -> Result<Vec<Name>, SeatRefused> {
        let name = |place: &Place| {
            let text = match place {
                Place::Person(name) => name.clone(),
                Place::Bot(level) => {
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
            if let Place::Bot(level) = place
                && can_play(game, *level, seats).is_err()
            {
                *level = Level::Strong;
            }
        }
    }

    fn free_name(&self, seat: usize) -> String {
        let name = |number: usize| format!("Player {number}");
        let is_free = |name: &String| !self.places.contains(&Place::Person(name.clone()));
        let mut names = (seat + 1..).map(name);
        names.find(is_free).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn company(rules: &str, own: &str) -> (std::sync::Arc<dyn AnyGame>, Company) {
        let game = hotdice_games::find(rules).unwrap();
        let company = Company::new(game.seats(), own);
        (game, company)
    }

    #[test]
    fn a_seat_goes_round_through_people_and_programs() {
        let (game, mut company) = company("farkle", "Ada");
        let mut seen = Vec::new();
        for _ in 0..6 {
            assert_eq!(company.turn(1, true, &*game), None);
            seen.push(company.names(&*game).unwrap()[1].to_string());
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
        let (game, mut company) = company("tridice", "Ada");
        company.turn(1, true, &*game);
        let passed = company.turn(1, true, &*game);
        assert!(passed.unwrap().to_string().contains("only its endings"));
        assert_eq!(company.places()[1], Place::Person("Player 2".to_owned()));
    }

    #[test]
    fn a_third_seat_makes_a_perfect_program_a_strong_one() {
        let (game, mut company) = company("farkle", "");
        company.turn(1, true, &*game);
        company.turn(1, true, &*game);
        company.add(&*game);
        let names = company.names(&*game).unwrap();
        let names: Vec<&str> = names.iter().map(Name::as_str).collect();
        assert_eq!(names, ["Player 1", "bot:strong", "bot:careful"]);
    }

    #[test]
    fn as_many_stay_as_the_changed_rules_have_seats_for() {
        let (_, mut company) = company("farkle", "Ada");
        let for_two = hotdice_games::find("tridice").unwrap();
        let game = hotdice_games::find("farkle").unwrap();
        company.add(&*game);
        company.fit(&*for_two);
        assert_eq!(company.places().len(), 2);
        assert_eq!(company.places()[0], Place::Person("Ada".to_owned()));
        company.fit(&*game);
        assert_eq!(company.places().len(), 2);
    }

    #[test]
    fn names_are_refused_with_a_reason() {
        let (_, mut company) = company("farkle", "Ada");
        for name in ["", "bot:perfect", "Ada"] {
            let refused = company.call(1, name).unwrap_err().to_string();
            assert!(!refused.is_empty());
            assert_eq!(company.places()[1], Place::Bot(Level::Careful));
        }
        company.call(1, "Bo").unwrap();
        assert_eq!(
            company.remove(0).unwrap_err(),
            SeatRefused::TooFew(company.allowed)
        );
    }
}
