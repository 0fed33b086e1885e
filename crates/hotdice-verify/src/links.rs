//! The chains of a game with linked dice, as far as they have been shown.

use hotdice_core::{Attendance, Bytes32, Name, Seat};

use crate::formulas::{self, LINKS};
use crate::problem::Problem;

/// What has been shown of all chains, and what is added to the roll that is due.
#[derive(Clone, Debug)]
pub(crate) struct ShownLinks {
    table: String,
    server: ShownChain,
    /// The chains of the seats; bots have none.
    seats: Vec<Option<SeatChain>>,
    /// How many rolls there were.
    rolls: u64,
}

/// A chain as far as it has been shown.
#[derive(Clone, Debug)]
struct ShownChain {
    who: Vec<u8>,
    anchor: Bytes32,
    /// How many rolls there were when it was anchored.
    base: u64,
    /// The roll of the last link that was shown; `base` for the anchor.
    roll: u64,
    link: Bytes32,
}

/// The chain of a person, and the answer to the roll that is due: a link, or nothing for somebody who is absent.
#[derive(Clone, Debug)]
struct SeatChain {
    chain: ShownChain,
    answer: Option<Option<Bytes32>>,
    /// Whether they have neither left nor been replaced, nor given up.
    is_here: bool,
    /// Whether they added nothing to the last roll, and have not come back since.
    is_silent: bool,
}

impl ShownChain {
    fn new(name: Option<&str>, anchor: Bytes32, rolls: u64) -> Self {
        Self {
            who: formulas::who(name),
            anchor,
            base: rolls,
            roll: rolls,
            link: anchor,
        }
    }

    /// Takes the link of a roll, if it leads to the last one that was shown.
    fn show(&mut self, table: &str, roll: u64, link: Bytes32) -> bool {
        let fits = roll > self.roll && roll - self.base <= LINKS;
        let places = roll.saturating_sub(self.roll);
        let leads = fits && formulas::link_before(table, &self.who, link, places) == self.link;
        if leads {
            (self.roll, self.link) = (roll, link);
        }
        leads
    }
}

impl ShownLinks {
    /// Returns the chains of a game before its first roll.
    pub(crate) fn new(
        table: &str,
        anchor: Bytes32,
        names: &[Name],
        anchors: &[Option<Bytes32>],
    ) -> Self {
        let seat = |(name, anchor): (&Name, &Option<Bytes32>)| {
            Some(SeatChain {
                chain: ShownChain::new(Some(name.as_str()), (*anchor)?, 0),
                answer: None,
                is_here: true,
                is_silent: false,
            })
        };
        Self {
            table: table.to_owned(),
            server: ShownChain::new(None, anchor, 0),
            seats: names.iter().zip(anchors).map(seat).collect(),
            rolls: 0,
        }
    }

    /// Returns the number of the next roll.
    pub(crate) fn next_roll(&self) -> u64 {
        self.rolls + 1
    }

    /// Returns the anchor of the chain of a seat; none for bots.
    pub(crate) fn anchor(&self, seat: Seat) -> Option<Bytes32> {
        Some(self.seats.get(seat.index())?.as_ref()?.chain.anchor)
    }

    /// Returns the number that the link of a seat for the next roll has in its chain; none for bots and after an answer.
    pub(crate) fn awaited(&self, seat: Seat) -> Option<u64> {
        let own = self.seats.get(seat.index())?.as_ref()?;
        let number = self.next_roll() - own.chain.base;
        (own.answer.is_none() && number <= LINKS).then_some(number)
    }

    /// Tells whether the table waits for the link of a seat when a roll is due. Who is not waited for must not show one: the
    /// server could roll with it or without it, and nobody could tell.
    pub(crate) fn is_waited_for(&self, seat: Seat) -> bool {
        let own = self.seats.get(seat.index()).and_then(Option::as_ref);
        own.is_some_and(|own| own.is_here && !own.is_silent)
    }

    /// Tells whether dice fall without a seat although its player has not left.
    pub(crate) fn is_overlooked(&self, seat: Seat) -> bool {
        let own = self.seats.get(seat.index()).and_then(Option::as_ref);
        own.is_some_and(|own| own.is_here && own.is_silent)
    }

    /// Takes note that somebody goes or comes back. Whoever comes back after an absence and before its roll is waited for no
    /// sooner than they say so again.
    pub(crate) fn attended(&mut self, seat: Seat, attendance: &Attendance) {
        let own = self.seats.get_mut(seat.index()).and_then(Option::as_mut);
        let Some(own) = own else { return };
        own.is_here = *attendance == Attendance::Returned;
        if own.is_here && own.answer != Some(None) {
            own.is_silent = false;
        }
    }

    /// Takes note that somebody gives up.
    pub(crate) fn resigned(&mut self, seat: Seat) {
        if let Some(Some(own)) = self.seats.get_mut(seat.index()) {
            own.is_here = false;
        }
    }

    pub(crate) fn linked(&mut self, seat: Seat, link: Bytes32) -> Result<(), Problem> {
        let roll = self.next_roll();
        let table = self.table.clone();
        let own = self.open(seat)?;
        if !own.chain.show(&table, roll, link) {
            return Err(Problem::WrongLink { seat: Some(seat) });
        }
        own.answer = Some(Some(link));
        own.is_silent = false;
        Ok(())
    }

    pub(crate) fn absent(&mut self, seat: Seat) -> Result<(), Problem> {
        let own = self.open(seat)?;
        own.answer = Some(None);
        own.is_silent = true;
        Ok(())
    }

    /// Begins a new chain for a seat; what it has before the next roll is not asked for twice.
    pub(crate) fn anchored(&mut self, seat: Seat, anchor: Bytes32) -> Result<(), Problem> {
        let rolls = self.rolls;
        let own = self.open(seat)?;
        let who = own.chain.who.clone();
        own.chain = ShownChain {
            who,
            ..ShownChain::new(None, anchor, rolls)
        };
        own.is_silent = false;
        Ok(())
    }

    /// Returns the chain of a person who has not answered yet.
    fn open(&mut self, seat: Seat) -> Result<&mut SeatChain, Problem> {
        let own = self.seats.get_mut(seat.index()).and_then(Option::as_mut);
        let own = own.ok_or(Problem::NobodyThere(seat))?;
        if own.answer.is_some() {
            return Err(Problem::LinkedTwice(seat));
        }
        Ok(own)
    }

    /// Returns the number and the key of the roll that is due, if everybody has answered and the server's link is right.
    pub(crate) fn roll(&mut self, link: Bytes32) -> Result<(u64, Bytes32), Problem> {
        let roll = self.next_roll();
        let mut links = Vec::new();
        for (seat, own) in Seat::all(self.seats.len() as u8).zip(&mut self.seats) {
            let Some(own) = own else { continue };
            let answer = own.answer.take().ok_or(Problem::LinkMissing(seat))?;
            links.extend(answer.map(|link| (seat, link)));
        }
        if !self.server.show(&self.table, roll, link) {
            return Err(Problem::WrongLink { seat: None });
        }
        self.rolls = roll;
        Ok((roll, formulas::linked_key(&self.table, roll, link, &links)))
    }
}
