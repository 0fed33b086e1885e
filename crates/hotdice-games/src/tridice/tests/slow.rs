//! TriDice a second time, slow and plain, to check the first against.
//!
//! It shares nothing with the rules it checks: cells are pairs of numbers, dice are five slots that walk step by step
//! over a map, and every position of the game is remembered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

type Cell = (i8, i8);
type Slots = [u8; 5];
type Board = BTreeMap<Cell, (usize, Slots)>;

/// A game in progress.
#[derive(Clone)]
pub(super) struct SlowGame {
    rows: i8,
    board: Board,
    hands: [u8; 2],
    seat: usize,
    rolling: Option<Cell>,
    seen: Vec<(Board, [u8; 2], usize)>,
    quiet: u32,
    passes: u32,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    Open,
    Won(usize),
    Drawn,
}

impl SlowGame {
    pub(super) fn new(rows: u8, dice: u8) -> Self {
        let mut game = Self {
            rows: rows as i8,
            board: Board::new(),
            hands: [dice; 2],
            seat: 0,
            rolling: None,
            seen: Vec::new(),
            quiet: 0,
            passes: 0,
        };
        game.remember();
        game
    }

    pub(super) fn stands(&self) -> Stands {
        let has_dice = |seat| {
            let rolls = self.rolling.is_some() && self.seat == seat;
            let on_board = self.board.values().any(|&(owner, _)| owner == seat);
            self.hands[seat] > 0 || on_board || rolls
        };
        let now = self.now();
        let times = self.seen.iter().filter(|&seen| *seen == now).count();
        match (has_dice(0), has_dice(1)) {
            (true, false) => Stands::Won(0),
            (false, _) => Stands::Won(1),
            _ if self.passes >= 2 || self.quiet >= 40 => Stands::Drawn,
            _ if self.rolling.is_none() && times >= 3 => Stands::Drawn,
            _ => Stands::Open,
        }
    }

    /// Returns every event that can come next, in text.
    pub(super) fn events(&self) -> BTreeSet<String> {
        if self.stands() != Stands::Open {
            return BTreeSet::new();
        }
        match self.rolling {
            Some(cell) => poses(cell)
                .map(|die| format!("{}={}", name(cell), self.imprint(cell, die)))
                .collect(),
            None => self.actions(),
        }
    }

    fn actions(&self) -> BTreeSet<String> {
        let mut actions = BTreeSet::new();
        for (&from, &(seat, die)) in &self.board {
            if seat == self.seat {
                self.walk(&mut vec![from], die[1], &mut |to| {
                    actions.insert(format!("move {}-{}", name(from), name(to)));
                });
            }
        }
        if self.hands[self.seat] > 0 {
            let free = self.cells().filter(|cell| !self.board.contains_key(cell));
            actions.extend(free.map(|cell| format!("place {}", name(cell))));
        }
        if actions.is_empty() {
            actions.insert("pass".to_owned());
        }
        actions
    }

    fn walk(&self, way: &mut Vec<Cell>, left: u8, visit: &mut impl FnMut(Cell)) {
        for direction in 0..3 {
            let next = neighbour(way[way.len() - 1], direction);
            if !self.is_cell(next) || way.contains(&next) {
                continue;
            }
            let stands_there = self.board.get(&next).map(|&(seat, _)| seat);
            if left == 1 && stands_there != Some(self.seat) {
                visit(next);
            } else if left > 1 && stands_there.is_none() {
                way.push(next);
                self.walk(way, left - 1, visit);
                way.pop();
            }
        }
    }

    /// Plays one of the events.
    pub(super) fn play(&mut self, event: &str) {
        let cell = |text: &str| {
            let digits: Vec<i8> = text.bytes().map(|digit| (digit - b'0') as i8).collect();
            (digits[0], digits[1])
        };
        if let Some(text) = event.strip_prefix("place ") {
            self.hands[self.seat] -= 1;
            self.rolling = Some(cell(text));
            (self.quiet, self.passes) = (0, 0);
        } else if let Some((from, to)) = event.strip_prefix("move ").and_then(|m| m.split_once('-'))
        {
            self.passes = 0;
            self.carry(cell(from), cell(to));
            self.end_turn();
        } else if event == "pass" {
            (self.quiet, self.passes) = (self.quiet + 1, self.passes + 1);
            self.end_turn();
        } else {
            let (at, imprint) = (cell(&event[..2]), &event[3..]);
            let found = poses(at).find(|&die| self.imprint(at, die) == imprint);
            self.board.insert(at, (self.seat, found.unwrap()));
            self.rolling = None;
            self.end_turn();
        }
    }

    /// Rolls a die along the shortest way, dice or not: it arrives the same.
    fn carry(&mut self, from: Cell, to: Cell) {
        let (seat, die) = self.board.remove(&from).unwrap();
        let die = self.rolled(from, die, to);
        let captured = self.board.insert(to, (seat, die));
        self.quiet = if captured.is_some() {
            0
        } else {
            self.quiet + 1
        };
    }

    fn rolled(&self, from: Cell, die: Slots, to: Cell) -> Slots {
        let mut stands = BTreeMap::from([(from, die)]);
        while !stands.contains_key(&to) {
            for (at, die) in stands.clone() {
                for direction in 0..3 {
                    let next = neighbour(at, direction);
                    if self.is_cell(next) {
                        stands.entry(next).or_insert(roll(die, direction));
                    }
                }
            }
        }
        stands[&to]
    }

    fn imprint(&self, at: Cell, die: Slots) -> String {
        [(1, 1), (2, 1), (2, 2), (2, 3)]
            .map(|cell| self.rolled(at, die, cell)[1].to_string())
            .concat()
    }

    fn end_turn(&mut self) {
        self.seat = 1 - self.seat;
        self.remember();
    }

    fn remember(&mut self) {
        self.seen.push(self.now());
    }

    fn now(&self) -> (Board, [u8; 2], usize) {
        (self.board.clone(), self.hands, self.seat)
    }

    fn is_cell(&self, (row, place): Cell) -> bool {
        (1..=self.rows).contains(&row) && (1..2 * row).contains(&place)
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        (1..=self.rows).flat_map(|row| (1..2 * row).map(move |place| (row, place)))
    }

    /// Counts the sequences of `depth` events.
    pub(super) fn perft(&self, depth: u32) -> usize {
        match self.rolling {
            Some(cell) if depth == 1 => return poses(cell).count(),
            _ if depth == 0 => return 1,
            _ => {}
        }
        let events = self.events();
        if depth == 1 {
            return events.len();
        }
        let after = |event: &String| {
            let mut next = self.clone();
            next.play(event);
            next.perft(depth - 1)
        };
        events.iter().map(after).sum()
    }
}

fn name((row, place): Cell) -> String {
    format!("{row}{place}")
}

/// Returns the cell to the left, to the right, or over the level edge.
fn neighbour((row, place): Cell, direction: u8) -> Cell {
    match (direction, place % 2 == 1) {
        (0, _) => (row, place - 1),
        (1, _) => (row, place + 1),
        (_, true) => (row + 1, place + 1),
        (_, false) => (row - 1, place - 1),
    }
}

fn roll([left, top, right, up, down]: Slots, direction: u8) -> Slots {
    match (direction, down == 0) {
        (0, true) => [top, right, up, 0, left],
        (0, false) => [top, right, down, left, 0],
        (1, true) => [up, left, top, 0, right],
        (1, false) => [down, left, top, right, 0],
        (_, true) => [left, up, right, 0, top],
        (_, false) => [left, down, right, top, 0],
    }
}

/// Turns a die on its cell by a third.
fn turn([left, top, right, up, down]: Slots) -> Slots {
    if down == 0 {
        [right, top, up, left, 0]
    } else {
        [right, top, down, 0, left]
    }
}

/// Returns the ways in which a die can stand on a cell.
fn poses((_, place): Cell) -> impl Iterator<Item = Slots> {
    static POSES: LazyLock<BTreeSet<Slots>> = LazyLock::new(all_poses);
    let fits = move |die: &Slots| (die[4] == 0) == (place % 2 == 1);
    POSES.iter().copied().filter(fits)
}

/// Finds every way to stand by rolling and turning until nothing new comes.
fn all_poses() -> BTreeSet<Slots> {
    let mut found = BTreeSet::new();
    let mut fresh = vec![[1, 2, 3, 4, 0]];
    while let Some(die) = fresh.pop() {
        if found.insert(die) {
            fresh.extend((0..3).map(|direction| roll(die, direction)));
            fresh.push(turn(die));
        }
    }
    found
}
