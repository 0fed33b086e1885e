//! Linked dice at a table: who adds a link to the roll that is due, and what becomes of the dice then.
//!
//! A roll is due from the event that leads to it (`started`, `acted`, or another roll) until `rolled`. In between every
//! person's seat gets one answer, `linked` or `absent`; the roll falls with the last of them, in the same batch, so that no
//! log ever ends between a complete set of links and the dice that follow from it.

use hotdice_core::{AnyPosition, Bytes32, Seat, SeatSet, Turn};

use super::play::Draft;
use super::{
    CheckedEvent, Impossible, Player, PlayerId, Presence, Refused, Stage, Table, TableDice,
    TableEvent, Who,
};
use crate::fair::{ChainOwner, Croupier, FairDice, KnownChain};

/// The chain of a person, and what they add to the roll that is due or comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonLinks {
    /// As much of the chain as is known.
    pub chain: KnownChain,
    /// What has come of it for this roll.
    pub answer: LinkAnswer,
}

/// What a person adds to the roll that is due or comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkAnswer {
    /// Their link is waited for.
    Awaited,
    /// This link.
    Given(Bytes32),
    /// Nothing: they did not answer in time, or are not there.
    Absent,
    /// Nothing was added to the last roll, and nobody waits this time.
    Silent,
}

impl PersonLinks {
    pub(super) fn anchored(anchor: Bytes32, rolls: u64) -> Self {
        Self {
            chain: KnownChain::anchored(anchor, rolls),
            answer: LinkAnswer::Awaited,
        }
    }
}

impl LinkAnswer {
    fn is_open(self) -> bool {
        matches!(self, Self::Awaited | Self::Silent)
    }

    /// Returns the answer to begin the next roll with.
    fn after_roll(self) -> Self {
        match self {
            Self::Awaited | Self::Given(_) => Self::Awaited,
            Self::Absent | Self::Silent => Self::Silent,
        }
    }

    /// Returns the answer of somebody who says that they are there again.
    fn back(self) -> Self {
        match self {
            Self::Silent => Self::Awaited,
            answer => answer,
        }
    }
}

impl Table {
    /// Returns the number of the linked roll that is due, counted from 1.
    #[must_use]
    pub fn due(&self) -> Option<u64> {
        match &self.stage {
            Stage::Playing(game) if self.is_linked() && game.turn() == Turn::Roll => {
                Some(self.rolls + 1)
            }
            _ => None,
        }
    }

    /// Returns the seats whose links the roll that is due waits for.
    #[must_use]
    pub fn missing_links(&self) -> SeatSet {
        let answers = SeatAnswers::of(self);
        answers.awaited().filter(|_| self.due().is_some()).collect()
    }

    pub(super) fn is_linked(&self) -> bool {
        self.settings.dice == TableDice::Linked
    }

    /// Adds a person's link to the roll that is due, and rolls if it was the last one missing. The same link again changes
    /// nothing.
    ///
    /// # Errors
    /// When the dice are not linked, another roll is due or none, or it is not the link of that roll.
    pub fn link(
        &self,
        player: PlayerId,
        roll: u64,
        link: Bytes32,
        croupier: &Croupier,
    ) -> Result<Vec<CheckedEvent>, Refused> {
        let seat = self.seat_of(player).ok_or(Refused::NoSeat)?;
        let own = self.links_of(seat)?;
        // Also after the roll that ended the game: the answer to the first try may have been lost.
        if (roll, own.chain.roll, own.chain.link) == (self.rolls, self.rolls, link) {
            return Ok(Vec::new());
        }
        let game = self.check_playing()?;
        match own.answer {
            _ if self.due() != Some(roll) => return Err(Refused::NotDue { roll }),
            LinkAnswer::Given(given) if given == link => return Ok(Vec::new()),
            LinkAnswer::Given(_) => return Err(Refused::WrongLink { roll }),
            LinkAnswer::Absent => return Err(Refused::MarkedAbsent { roll }),
            LinkAnswer::Awaited | LinkAnswer::Silent => {}
        }
        let mut draft = Draft::of(self, croupier);
        draft.link(seat, roll, link)?;
        draft.roll(&mut *game.position().boxed_clone())?;
        Ok(draft.events)
    }

    /// Rolls without the links that are still missing, because the time for them is up; nothing happens where no roll is
    /// due.
    ///
    /// # Errors
    /// When there was a move since event `seen`, or the server's chain is used up.
    pub fn links_late(&self, seen: u64, croupier: &Croupier) -> Result<Vec<CheckedEvent>, Refused> {
        let game = self.check_playing()?;
        self.check_seen(seen)?;
        if self.due().is_none() {
            return Ok(Vec::new());
        }
        let mut draft = Draft::of(self, croupier);
        for seat in self.missing_links().iter() {
            draft.note(TableEvent::Absent(seat));
        }
        draft.roll(&mut *game.position().boxed_clone())?;
        Ok(draft.events)
    }

    /// Begins a new chain for a player whose secret is lost or elsewhere. The anchor that they have changes nothing.
    ///
    /// # Errors
    /// When the dice are not linked, a roll is due, or another player has that anchor.
    pub fn anchor(&self, player: PlayerId, anchor: Bytes32) -> Result<Vec<CheckedEvent>, Refused> {
        let seat = self.seat_of(player).ok_or(Refused::NoSeat)?;
        self.check_playing()?;
        let own = self.links_of(seat)?;
        if own.chain == KnownChain::anchored(anchor, self.rolls) {
            return Ok(Vec::new());
        }
        if self.due().is_some() {
            return Err(Refused::RollDue);
        }
        self.check_anchor(anchor)?;
        Ok(vec![CheckedEvent::aside(TableEvent::Anchored(
            seat, anchor,
        ))])
    }

    fn links_of(&self, seat: Seat) -> Result<&PersonLinks, Refused> {
        let links = self.players[seat.index()].links.as_ref();
        links.ok_or(Refused::NotLinked)
    }

    /// Refuses an anchor that somebody at the table has, or the server.
    pub(super) fn check_anchor(&self, anchor: Bytes32) -> Result<(), Refused> {
        let known = self.players.iter().filter_map(|player| match &player.who {
            Who::Person { entropy, .. } => Some(*entropy),
            Who::Bot { .. } => None,
        });
        let mut anchors = known.chain([self.commitment]);
        if self.is_linked() && anchors.any(|known| known == anchor) {
            return Err(Refused::AnchorTaken);
        }
        Ok(())
    }

    fn owner(&self, seat: Seat) -> ChainOwner {
        ChainOwner::person(self.id, &self.players[seat.index()].who.name())
    }

    /// Finds links in a log that are not of the chains that they should be of.
    pub(super) fn check_link(&self, seat: Seat, link: Bytes32) -> Result<(), Impossible> {
        let player = self.players.get(seat.index());
        let links = player.and_then(|player| player.links.as_ref());
        let (links, roll) = links.zip(self.due()).ok_or(Impossible::Order)?;
        let chain = &links.chain;
        let leads = chain.leads_to(&self.owner(seat), roll, link);
        leads.then_some(()).ok_or(Impossible::Link)
    }

    /// Returns the dice of a linked roll in a log, if it can come now with that link of the server.
    pub(super) fn linked_dice(
        &self,
        link: Bytes32,
        croupier: Option<&Croupier>,
    ) -> Result<FairDice, Impossible> {
        let roll = self.due().ok_or(Impossible::Order)?;
        let answers = SeatAnswers::of(self);
        if answers.is_incomplete() {
            return Err(Impossible::Order);
        }
        let chain = self.chain.as_ref().ok_or(Impossible::Order)?;
        if !chain.leads_to(&ChainOwner::server(self.id), roll, link) {
            return Err(Impossible::Link);
        }
        let links = answers.given();
        Ok(match croupier {
            Some(croupier) => croupier.linked_dice(roll, link, &links),
            None => crate::fair::linked_dice(self.id.as_str(), roll, link, &links),
        })
    }

    /// Takes note of what a person adds to the roll that is due.
    pub(super) fn answered(&mut self, seat: Seat, answer: LinkAnswer) -> Result<(), Impossible> {
        let roll = self.due().ok_or(Impossible::Order)?;
        let links = self.links_mut(seat).ok_or(Impossible::Order)?;
        if !links.answer.is_open() {
            return Err(Impossible::Order);
        }
        links.answer = answer;
        if let LinkAnswer::Given(link) = answer {
            links.chain.show(roll, link);
        }
        Ok(())
    }

    /// Takes note of a new chain.
    pub(super) fn anchored(&mut self, seat: Seat, anchor: Bytes32) -> Result<(), Impossible> {
        let rolls = self.rolls;
        if self.due().is_some() || self.check_anchor(anchor).is_err() {
            return Err(Impossible::Order);
        }
        let links = self.links_mut(seat).ok_or(Impossible::Order)?;
        *links = PersonLinks::anchored(anchor, rolls);
        if let Who::Person { entropy, .. } = &mut self.players[seat.index()].who {
            *entropy = anchor;
        }
        Ok(())
    }

    /// Takes note that the linked roll that was due has fallen, and returns the links that persons added to it.
    pub(super) fn links_used(&mut self, link: Option<Bytes32>) -> Vec<(Seat, Bytes32)> {
        let given = SeatAnswers::of(self).given();
        if let Some((chain, link)) = self.chain.as_mut().zip(link) {
            chain.show(self.rolls, link);
        }
        for links in self
            .players
            .iter_mut()
            .filter_map(|each| each.links.as_mut())
        {
            links.answer = links.answer.after_roll();
        }
        given
    }

    /// Takes note that somebody is there again.
    pub(super) fn links_back(&mut self, seat: Seat) {
        if let Some(links) = self.links_mut(seat) {
            links.answer = links.answer.back();
        }
    }

    /// Tells whether a person who seems to be there is no longer waited for.
    pub(super) fn is_silent(&self, seat: Seat) -> bool {
        let links = self.players[seat.index()].links.as_ref();
        links.is_some_and(|links| matches!(links.answer, LinkAnswer::Absent | LinkAnswer::Silent))
    }

    fn links_mut(&mut self, seat: Seat) -> Option<&mut PersonLinks> {
        self.players.get_mut(seat.index())?.links.as_mut()
    }
}

/// What the seats add to the next roll, as a draft goes on.
#[derive(Clone, Debug)]
pub(super) struct SeatAnswers(Vec<Option<SeatAnswer>>);

/// What the person of a seat adds.
#[derive(Clone, Copy, Debug)]
struct SeatAnswer {
    is_here: bool,
    answer: LinkAnswer,
}

impl SeatAnswers {
    pub(super) fn of(table: &Table) -> Self {
        let answer = |player: &Player| {
            let answer = player.links.as_ref()?.answer;
            let is_here = player.presence == Presence::Here;
            Some(SeatAnswer { is_here, answer })
        };
        Self(table.players.iter().map(answer).collect())
    }

    /// Takes note of an event that is not applied yet.
    pub(super) fn note(&mut self, event: &TableEvent) {
        use hotdice_core::Attendance::Returned;
        let (seat, change): (Seat, &dyn Fn(&mut SeatAnswer)) = match event {
            TableEvent::Linked(seat, link) => (*seat, &|own| own.answer = LinkAnswer::Given(*link)),
            TableEvent::Absent(seat) => (*seat, &|own| own.answer = LinkAnswer::Absent),
            TableEvent::Attended(seat, Returned) => (*seat, &|own| {
                (own.is_here, own.answer) = (true, own.answer.back());
            }),
            TableEvent::Attended(seat, _) | TableEvent::Resigned(seat) => {
                (*seat, &|own| own.is_here = false)
            }
            _ => return,
        };
        if let Some(Some(own)) = self.0.get_mut(seat.index()) {
            change(own);
        }
    }

    fn seats(&self) -> impl Iterator<Item = (Seat, SeatAnswer)> {
        let seats = Seat::all(self.0.len() as u8).zip(&self.0);
        seats.filter_map(|(seat, answer)| Some((seat, (*answer)?)))
    }

    /// Returns who is waited for.
    fn awaited(&self) -> impl Iterator<Item = Seat> {
        let awaited = |own: &SeatAnswer| own.is_here && own.answer == LinkAnswer::Awaited;
        let seats = self.seats().filter(move |(_, own)| awaited(own));
        seats.map(|(seat, _)| seat)
    }

    /// Returns who has no answer and is not waited for either.
    fn unattended(&self) -> Vec<Seat> {
        let open = self.seats().filter(|(_, own)| own.answer.is_open());
        let awaited: SeatSet = self.awaited().collect();
        let seats = open.map(|(seat, _)| seat);
        seats.filter(|seat| !awaited.contains(*seat)).collect()
    }

    fn is_incomplete(&self) -> bool {
        self.seats().any(|(_, own)| own.answer.is_open())
    }

    fn given(&self) -> Vec<(Seat, Bytes32)> {
        let given = |(seat, own): (Seat, SeatAnswer)| match own.answer {
            LinkAnswer::Given(link) => Some((seat, link)),
            _ => None,
        };
        self.seats().filter_map(given).collect()
    }

    fn used(&mut self) {
        for own in self.0.iter_mut().flatten() {
            own.answer = own.answer.after_roll();
        }
    }
}

impl Draft<'_> {
    /// Adds the link of a person who may have decided just now.
    pub(super) fn link(&mut self, seat: Seat, roll: u64, link: Bytes32) -> Result<(), Refused> {
        let own = self.table.links_of(seat)?;
        if !own.chain.leads_to(&self.table.owner(seat), roll, link) {
            return Err(Refused::WrongLink { roll });
        }
        self.note(TableEvent::Linked(seat, link));
        Ok(())
    }

    /// Rolls linked dice for as long as nobody's link is missing; otherwise the roll stays due.
    pub(super) fn roll_linked(&mut self, position: &mut dyn AnyPosition) -> Result<(), Refused> {
        for number in self.table.rolls + 1.. {
            let Some(throw) = position.throw() else { break };
            for seat in self.answers.unattended() {
                self.note(TableEvent::Absent(seat));
            }
            if self.answers.is_incomplete() {
                break;
            }
            let link = self.croupier.link(number).ok_or(Refused::LinksUsedUp)?;
            let dice = self
                .croupier
                .linked_dice(number, link, &self.answers.given());
            let lying = dice.roll(number, throw)?;
            let roll = position
                .read_throw(&lying)
                .expect("fair dice are the throw that is due");
            position.settle(&roll)?;
            self.events.push(CheckedEvent::rolled(roll, Some(link)));
            self.answers.used();
        }
        Ok(())
    }
}
