//! The cards of Pass the Cheese.

use std::fmt;
use std::str::FromStr;

/// Which cards are in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckKind {
    /// No cards.
    None,
    /// The 36 cards that are about passing.
    Small,
    /// All 54 cards.
    Full,
}

impl DeckKind {
    /// Returns how many of a card a whole deck has.
    #[must_use]
    pub const fn count(self, card: Card) -> u8 {
        Deck::new(self).0[card as usize]
    }
}

/// A card that is drawn at the start of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Card {
    /// Passing adds 300.
    Bonus300,
    /// Passing adds 400.
    Bonus400,
    /// Passing adds 500.
    Bonus500,
    /// No banking before passing; passing adds 1000.
    MustPass,
    /// Every scoring die is kept and the rest rolled until the cut, which keeps the points.
    MustCut,
    /// No banking; the second pass doubles the turn total.
    DoubleCheese,
    /// The turn is over.
    NoCheese,
    /// Passing costs every other leader 2500.
    StrikesBack,
}

/// What the leaders lose when the cheese strikes back.
pub(super) const STRIKE: u32 = 2500;

impl Card {
    /// Lists all cards.
    pub const ALL: [Self; 8] = [
        Self::Bonus300,
        Self::Bonus400,
        Self::Bonus500,
        Self::MustPass,
        Self::MustCut,
        Self::DoubleCheese,
        Self::NoCheese,
        Self::StrikesBack,
    ];

    /// Returns what the first pass of the turn adds.
    #[must_use]
    pub const fn bonus(self) -> u32 {
        match self {
            Self::Bonus300 => 300,
            Self::Bonus400 => 400,
            Self::Bonus500 => 500,
            Self::MustPass => 1000,
            _ => 0,
        }
    }

    /// Returns what is printed on top of the card.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Bonus300 => "Bonus 300",
            Self::Bonus400 => "Bonus 400",
            Self::Bonus500 => "Bonus 500",
            Self::MustPass => "Must Pass",
            Self::MustCut => "Must Cut",
            Self::DoubleCheese => "Double Cheese",
            Self::NoCheese => "No Cheese!",
            Self::StrikesBack => "Cheese Strikes Back!",
        }
    }

    /// Returns what the card does.
    #[must_use]
    pub const fn effect(self) -> &'static str {
        match self {
            Self::Bonus300 => "Passing adds 300.",
            Self::Bonus400 => "Passing adds 400.",
            Self::Bonus500 => "Passing adds 500.",
            Self::MustPass => "You can't bank before you pass. Passing adds 1,000.",
            Self::MustCut => {
                "Keep every scoring die and roll on, with six new dice when all are kept. The cut ends the turn, but you keep the points."
            }
            Self::DoubleCheese => {
                "You can't bank. After the first pass roll six new dice; the second pass ends the turn and doubles its points. A cut scores nothing."
            }
            Self::NoCheese => "Your turn is over, with no points.",
            Self::StrikesBack => {
                "You may decline this card and draw another. You can't bank before you pass. Passing costs every other leader 2,500."
            }
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Bonus300 => "bonus-300",
            Self::Bonus400 => "bonus-400",
            Self::Bonus500 => "bonus-500",
            Self::MustPass => "must-pass",
            Self::MustCut => "must-cut",
            Self::DoubleCheese => "double-cheese",
            Self::NoCheese => "no-cheese",
            Self::StrikesBack => "strikes-back",
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Card {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let card = Self::ALL.into_iter().find(|card| card.word() == text);
        card.ok_or(())
    }
}

/// How many of each card are left to draw. Drawn cards are discarded, and an empty deck is made again from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Deck([u8; 8]);

impl Deck {
    /// Returns a deck from which nothing has been drawn.
    pub(super) const fn new(kind: DeckKind) -> Self {
        match kind {
            DeckKind::None => Self([0; 8]),
            DeckKind::Small => Self([12, 10, 8, 6, 0, 0, 0, 0]),
            DeckKind::Full => Self([12, 10, 8, 6, 4, 2, 8, 4]),
        }
    }

    /// Returns the deck with these counts, if they are part of a whole deck.
    pub(super) fn from_counts(counts: [u8; 8], kind: DeckKind) -> Option<Self> {
        let whole = Self::new(kind).0;
        let fits = std::iter::zip(counts, whole).all(|(count, most)| count <= most);
        fits.then_some(Self(counts))
    }

    /// Returns how many of each card are left.
    pub(super) const fn counts(self) -> [u8; 8] {
        self.0
    }

    /// Returns the deck to draw from: this one, or the whole one when this one is empty.
    pub(super) fn refilled(self, kind: DeckKind) -> Self {
        match self.0 {
            [0, 0, 0, 0, 0, 0, 0, 0] => Self::new(kind),
            _ => self,
        }
    }

    /// Returns how many cards are left.
    pub(super) fn len(self) -> u16 {
        self.0.iter().map(|&count| u16::from(count)).sum()
    }

    /// Returns the cards that are left with how many there are of each.
    pub(super) fn left(self) -> impl Iterator<Item = (Card, u8)> {
        std::iter::zip(Card::ALL, self.0).filter(|(_, count)| *count > 0)
    }

    /// Returns the card at this place of the deck, counted from 0 with equal cards side by side.
    pub(super) fn card_at(self, place: u16) -> Option<Card> {
        let mut cards = self
            .left()
            .flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count)));
        cards.nth(usize::from(place))
    }

    /// Takes a card out.
    pub(super) fn draw(&mut self, card: Card) {
        let count = &mut self.0[card as usize];
        *count = count.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_have_their_cards() {
        assert_eq!(Deck::new(DeckKind::Small).len(), 36);
        assert_eq!(Deck::new(DeckKind::Full).len(), 54);
    }

    #[test]
    fn every_card_has_its_place_in_the_deck() {
        let deck = Deck::new(DeckKind::Full);
        let drawn: Vec<Card> = (0..54).filter_map(|place| deck.card_at(place)).collect();
        for (card, count) in deck.left() {
            let found = drawn.iter().filter(|drawn| **drawn == card).count();
            assert_eq!(found, usize::from(count), "{card}");
        }
        assert_eq!(deck.card_at(54), None);
    }

    #[test]
    fn an_empty_deck_is_made_again() {
        let mut deck = Deck::new(DeckKind::Small);
        while let Some(card) = deck.card_at(0) {
            deck.draw(card);
        }
        assert_eq!(deck.len(), 0);
        assert_eq!(deck.refilled(DeckKind::Small), Deck::new(DeckKind::Small));
    }
}
