//! Many games of perfect play at once.
//!
//! All games fill their boxes in step. Before each turn they are put in the order of their sheets, so that the decisions
//! for a sheet are worked out once for all games that have it, and those for several sheets side by side.

use super::lattice::KeepIndex;
use super::layout::{Layout, SheetState};
use super::levels::LANES;
use super::plan::{PlannedStep, RollPlan};
use super::solved::Solved;
use crate::{Stopped, Watch, parallel};

/// How many games are a part: few enough for many cores, and enough that it does not matter when two parts work out the same sheet.
const PART: usize = 8192;

/// One game on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameInPlay {
    pub(super) sheet: SheetState,
    pub(super) saved: u16,
    /// The points on the sheet, bonus aside.
    pub(super) points: u16,
}

impl GameInPlay {
    /// An empty sheet.
    pub(super) const START: Self = Self {
        sheet: SheetState::EMPTY,
        saved: 0,
        points: 0,
    };

    /// Writes points in a box, which earn so many in all, when `rolls` rolls are not used.
    #[inline]
    pub(super) fn write(
        &mut self,
        layout: &Layout,
        place: usize,
        written: u16,
        points: u16,
        rolls: usize,
    ) {
        self.sheet = layout.after(&self.sheet, place, written);
        self.points += points;
        self.saved = if layout.saves { rolls as u16 } else { 0 };
    }

    /// Returns the final points of a full sheet.
    pub(super) fn score(&self, layout: &Layout) -> u16 {
        self.points + layout.bonus(&self.sheet)
    }
}

impl Solved {
    /// Plays many games with the highest expected points, and returns the final points of each, in no order that means
    /// anything.
    ///
    /// `word` returns random words of 64 bits; the same words give the same games.
    ///
    /// # Errors
    /// When `watch` stops it.
    pub fn simulate(
        &self,
        games: usize,
        mut word: impl FnMut() -> u64,
        watch: &dyn Watch,
    ) -> Result<Vec<u32>, Stopped> {
        self.simulate_turns(games, watch, |throws, filled, players| {
            self.play_in_order(throws, filled, players, &mut word);
        })
    }

    /// Does the same as [`Solved::simulate`] on all cores: in each turn the games are shared out in parts.
    ///
    /// `words` returns for one part of a turn after the other what returns its random words; the same words give the same games, on any
    /// number of cores.
    ///
    /// # Errors
    /// When `watch` stops it.
    pub fn simulate_in_parts<W: FnMut() -> u64 + Send>(
        &self,
        games: usize,
        mut words: impl FnMut() -> W,
        watch: &dyn Watch,
    ) -> Result<Vec<u32>, Stopped> {
        self.simulate_turns(games, watch, |throws, filled, players| {
            let parts = players.chunks_mut(PART).map(|part| (part, words()));
            parallel::map(parts.collect(), |(part, mut word)| {
                self.play_in_order(throws, filled, part, &mut word);
            });
        })
    }

    /// Plays many games; `play` plays one turn of all of them, which stand in the order of their sheets.
    fn simulate_turns(
        &self,
        games: usize,
        watch: &dyn Watch,
        mut play: impl FnMut(&RerollTable, usize, &mut [GameInPlay]),
    ) -> Result<Vec<u32>, Stopped> {
        let mut players = vec![GameInPlay::START; games];
        let throws = RerollTable::new(&self.layout);
        let turns = self.layout.boxes.all.len();
        for filled in 0..turns {
            watch.go_on()?;
            put_in_order(&self.layout, filled, &mut players);
            play(&throws, filled, &mut players);
            watch.progress(filled as u64 + 1, turns as u64);
        }
        let score = |player: &GameInPlay| u32::from(player.score(&self.layout));
        Ok(players.iter().map(score).collect())
    }

    /// Plays one turn of every game; those with the same sheet stand together.
    pub(super) fn play_in_order(
        &self,
        throws: &RerollTable,
        filled: usize,
        players: &mut [GameInPlay],
        word: &mut impl FnMut() -> u64,
    ) {
        let layout = &self.layout;
        let most = layout.rolls - 1 + layout.levels[filled].saved - 1;
        let later = &self.levels[filled + 1];
        let mut plan = RollPlan::new(layout, most);
        let mut alike = players.chunk_by_mut(|one, other| one.sheet == other.sheet);
        loop {
            let mut groups: Vec<&mut [GameInPlay]> = alike.by_ref().take(LANES).collect();
            let Some(first) = groups.first() else { return };
            let mut sheets = [first[0].sheet; LANES];
            for (sheet, group) in sheets.iter_mut().zip(&groups) {
                *sheet = group[0].sheet;
            }
            plan.work_out(layout, sheets, later);
            for (lane, group) in groups.iter_mut().enumerate() {
                for player in group.iter_mut() {
                    self.play_turn(throws, &plan, lane, player, later, word);
                }
            }
        }
    }

    #[inline]
    fn play_turn(
        &self,
        throws: &RerollTable,
        plan: &RollPlan,
        lane: usize,
        player: &mut GameInPlay,
        later: &[f64],
        word: &mut impl FnMut() -> u64,
    ) {
        let layout = &self.layout;
        let mut rolls = layout.rolls - 1 + usize::from(player.saved);
        let mut keep = 0;
        loop {
            let roll = throws.after(keep, word()) - layout.lattice.full();
            match plan.step(lane, rolls, roll) {
                PlannedStep::Keep(part) => keep = part,
                PlannedStep::Place { place, points } => {
                    match layout.joker_face(&player.sheet, roll) {
                        Some(face) => self.write_joker(player, face, rolls, later),
                        None => player.write(layout, place, points, points, rolls),
                    }
                    return;
                }
            }
            rolls -= 1;
        }
    }

    /// Writes a joker where that is worth most; of equal boxes in the first.
    #[cold]
    fn write_joker(&self, player: &mut GameInPlay, face: usize, rolls: usize, later: &[f64]) {
        let layout = &self.layout;
        let saved = if layout.saves { rolls } else { 0 };
        let on_top = player.sheet.on_top();
        let ways = layout.joker_ways(&player.sheet, face);
        let worth = |(place, points): (usize, u16)| {
            let after = layout.after(&player.sheet, place, points);
            let worth = later[layout.index(&after, saved)] + f64::from(points + on_top);
            (worth, place, points)
        };
        let best = ways
            .map(worth)
            .reduce(|one, other| if other.0 > one.0 { other } else { one });
        let (_, place, points) = best.expect("a joker can always be placed");
        player.write(layout, place, points, points + on_top, rolls);
    }
}

/// Puts the players in the order of their sheets, and returns where each of them comes from; those with the same sheet stay in their order.
pub(super) fn put_in_order(layout: &Layout, filled: usize, players: &mut [GameInPlay]) -> Vec<u32> {
    let place = |player: &GameInPlay| layout.index(&player.sheet, 0);
    let states = layout.levels[filled].states;
    // Counting takes as long as there are states, comparing as long as there are games.
    if states > players.len() {
        put_in_order_by_comparing(players, place)
    } else {
        put_in_order_by_counting(players, states, place)
    }
}

fn put_in_order_by_comparing(
    players: &mut [GameInPlay],
    place: impl Fn(&GameInPlay) -> usize,
) -> Vec<u32> {
    let numbered = players.iter().map(place).zip(0..);
    let mut order: Vec<(usize, u32)> = numbered.collect();
    order.sort_unstable();
    let unordered = players.to_vec();
    let from = order.iter().map(|&(_, number)| number);
    for (player, number) in players.iter_mut().zip(from.clone()) {
        *player = unordered[number as usize];
    }
    from.collect()
}

fn put_in_order_by_counting(
    players: &mut [GameInPlay],
    states: usize,
    place: impl Fn(&GameInPlay) -> usize,
) -> Vec<u32> {
    // Where the next player with each sheet goes.
    let mut next = vec![0_u32; states + 1];
    for player in &*players {
        next[place(player) + 1] += 1;
    }
    let mut before = 0;
    for next in &mut next {
        before += *next;
        *next = before;
    }
    let unordered = players.to_vec();
    let mut from = vec![0; players.len()];
    for (player, number) in unordered.into_iter().zip(0..) {
        let next = &mut next[place(&player)];
        players[*next as usize] = player;
        from[*next as usize] = number;
        *next += 1;
    }
    from
}

/// Adds dice to a handful until all are there. One word is enough: each die takes its share and leaves the rest.
#[inline]
pub(super) fn throw(layout: &Layout, mut keep: usize, mut word: u64) -> usize {
    let full = layout.lattice.full();
    while keep < full {
        let wide = u128::from(word) * 6;
        keep = usize::from(layout.lattice.more(keep)[(wide >> 64) as usize]);
        word = wide as u64;
    }
    keep
}

/// What comes of throwing dice beside every handful: the same as [`throw`], looked up.
///
/// The shares that the dice take of a word one after the other are the digits of that share in base six.
pub(super) struct RerollTable {
    /// For every handful of fewer than all dice in how many ways the others can fall, and where what comes of them begins.
    handfuls: Vec<(u32, u32)>,
    rolls: Vec<KeepIndex>,
}

impl RerollTable {
    pub(super) fn new(layout: &Layout) -> Self {
        let mut throws = Self {
            handfuls: Vec::new(),
            rolls: Vec::new(),
        };
        for keep in 0..layout.lattice.full() {
            let first = throws.rolls.len() as u32;
            throws.add(layout, keep);
            let ways = throws.rolls.len() as u32 - first;
            throws.handfuls.push((ways, first));
        }
        throws
    }

    fn add(&mut self, layout: &Layout, keep: usize) {
        if keep >= layout.lattice.full() {
            self.rolls.push(keep as KeepIndex);
            return;
        }
        for &more in layout.lattice.more(keep) {
            self.add(layout, more.into());
        }
    }

    /// Returns the roll of all dice that comes of a handful.
    #[inline]
    fn after(&self, keep: usize, word: u64) -> usize {
        let (ways, first) = self.handfuls[keep];
        let way = (u128::from(word) * u128::from(ways)) >> 64;
        usize::from(self.rolls[first as usize + way as usize])
    }
}

#[cfg(test)]
mod tests {
    use hotdice_games::yatzy::Yatzy;

    use super::*;
    use crate::Unwatched;
    use crate::yatzy::policy::{Policy, decide};

    fn solve(line: &str) -> Solved {
        let game = Yatzy::read(&line.parse().expect("a rules line")).expect("a game");
        Solved::solve(&game, &Unwatched).expect("a small table")
    }

    fn words() -> impl FnMut() -> u64 {
        words_from(7)
    }

    fn words_from(mut word: u64) -> impl FnMut() -> u64 {
        move || {
            word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed ^ (mixed >> 29)
        }
    }

    #[test]
    fn throws_are_looked_up_as_they_fall() {
        let layout = &solve("kata(boxes=chance)").layout;
        let throws = RerollTable::new(layout);
        let mut word = words();
        for keep in 0..layout.lattice.full() {
            for word in [0, u64::MAX].into_iter().chain((0..50).map(|_| word())) {
                assert_eq!(throws.after(keep, word), throw(layout, keep, word));
            }
        }
    }

    #[test]
    fn counting_and_comparing_give_the_same_order() {
        let solved = solve("yahtzee(boxes=ones+sixes+yahtzee+chance,bonus=none,saved_rolls=on)");
        let layout = &solved.layout;
        let (throws, mut words) = (RerollTable::new(layout), words());
        let mut players = vec![GameInPlay::START; 2_000];
        for filled in 0..layout.boxes.all.len() {
            let place = |player: &GameInPlay| layout.index(&player.sheet, 0);
            let states = layout.levels[filled].states;
            let (unordered, mut compared) = (players.clone(), players.clone());
            let from = put_in_order_by_counting(&mut players, states, place);
            assert_eq!(put_in_order_by_comparing(&mut compared, place), from);
            assert_eq!(compared, players);
            assert!(players.is_sorted_by_key(place));
            let came = from.iter().map(|&number| unordered[number as usize]);
            assert!(came.eq(players.iter().copied()));
            // Not in order for the next turn.
            players = unordered;
            solved.play_in_order(&throws, filled, &mut players, &mut words);
        }
    }

    /// Parts play the games that they would play one after the other, each with words of its own.
    #[test]
    fn parts_play_as_if_alone() {
        let solved = solve("yahtzee(boxes=ones+yahtzee+chance,bonus=none)");
        let games = 2 * PART + 100;
        let mut seed = 0;
        let parts = || {
            seed += 1;
            words_from(seed)
        };
        let found = solved.simulate_in_parts(games, parts, &Unwatched);
        let mut seed = 0;
        let one_by_one = solved.simulate_turns(games, &Unwatched, |throws, filled, players| {
            for part in players.chunks_mut(PART) {
                seed += 1;
                solved.play_in_order(throws, filled, part, &mut words_from(seed));
            }
        });
        assert_eq!(found, one_by_one);
        assert_eq!(seed, 3 * 3);
    }

    /// Plays a turn as a policy says, which looks for what to do anew each time.
    fn play_slowly(
        layout: &Layout,
        policy: &Policy,
        player: &mut GameInPlay,
        word: &mut impl FnMut() -> u64,
    ) {
        let mut rolls = layout.rolls - 1 + usize::from(player.saved);
        let mut keep = 0;
        loop {
            let roll = throw(layout, keep, word());
            keep = decide(layout, policy, 0, rolls, roll);
            if keep == roll {
                let rank = roll - layout.lattice.full();
                let written = policy.written(layout, &player.sheet, 0, rolls, rank);
                player.write(
                    layout,
                    written.place,
                    written.written,
                    written.points,
                    rolls,
                );
                return;
            }
            rolls -= 1;
        }
    }

    /// Whoever plays in step, by plans, plays the same games as a policy that is asked for every decision.
    #[test]
    fn plans_are_policies() {
        for line in [
            "kata(boxes=ones+sixes+pair+yatzy+chance)",
            "yatzy(boxes=fives+sixes+two-pairs+large-straight,bonus=25/33)",
            "yahtzee(boxes=ones+sixes+full-house+yahtzee+chance,bonus=35/20)",
            "yahtzee(boxes=sixes+yahtzee+chance,joker=free,bonus=none,rolls=2)",
            "maxi-yatzy(boxes=ones+sixes+pair+chance,bonus=10/12)",
            "yahtzee(boxes=ones+sixes+yahtzee+chance,bonus=none,saved_rolls=on,rolls=2)",
        ] {
            let solved = solve(line);
            let layout = &solved.layout;
            let throws = RerollTable::new(layout);
            let mut quick = vec![GameInPlay::START; 3_000];
            for filled in 0..layout.boxes.all.len() {
                put_in_order(layout, filled, &mut quick);
                assert!(quick.is_sorted_by_key(|player| layout.index(&player.sheet, 0)));
                let mut slow = quick.clone();
                let (mut same, mut words) = (words(), words());
                solved.play_in_order(&throws, filled, &mut quick, &mut words);
                let most = layout.rolls - 1 + layout.levels[filled].saved - 1;
                let mut policy = Policy::new(layout, most);
                for (slow, quick) in slow.iter_mut().zip(&quick) {
                    policy.work_out(layout, [slow.sheet; LANES], &solved.levels[filled + 1]);
                    play_slowly(layout, &policy, slow, &mut same);
                    assert_eq!(slow, quick, "{line}");
                }
            }
        }
    }
}
