//! Totals so large that a turn's decisions no longer change.

use hotdice_games::push_luck::{Hot, Rules};

use crate::push_luck::options::{Landing, Menu, Spot};
use crate::push_luck::turn::{AGAIN, SPOTS};

/// What positions are worth at large totals: banking is best, and hot dice are worth a straight line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    begins: usize,
    hot: Line,
    again: Line,
}

/// `slope` × total + `rise`.
#[derive(Clone, Copy, Debug)]
struct Line {
    slope: f64,
    rise: f64,
}

impl Line {
    const BANK: Self = Self {
        slope: 1.0,
        rise: 0.0,
    };

    fn at(self, total: f64) -> f64 {
        self.slope * total + self.rise
    }
}

/// What a set of choices pays: the most that can be banked, and the most for all six dice.
struct Best {
    banked: Option<f64>,
    hot: Option<f64>,
    chance: f64,
}

impl Tail {
    pub(super) fn new(menus: &[Menu; 6], rules: &Rules, step: u32, bust: f64) -> Self {
        let nothing = f64::from(rules.no_score / step);
        let six = bests(&menus[5], step);
        let again = match (rules.hot, menus[5].busts) {
            (hot, 0) => safe_line(&menus[5], &six, nothing, hot),
            (Hot::Forced, _) => forced_line(&menus[5], &six, bust),
            (Hot::Optional | Hot::EndsTurn, _) => Line::BANK,
        };
        let hot = match rules.hot {
            Hot::Optional | Hot::Forced => again,
            Hot::EndsTurn => Line::BANK,
        };
        let mut tail = Self {
            begins: 0,
            hot,
            again,
        };
        let chosen = if rules.hot == Hot::Optional { 6 } else { 5 };
        for menu in &menus[..chosen] {
            tail.begins = tail.begins.max(tail.bank_from(menu, step, bust));
        }
        tail.begins = tail.begins.max(tail.shun_hot_from(&six));
        tail
    }

    /// Returns the total from which on this holds, in steps.
    pub(super) fn begins(&self) -> usize {
        self.begins
    }

    pub(super) fn level(&self, total: usize) -> [[f64; 1]; SPOTS] {
        let total = total as f64;
        let mut level = [[total]; SPOTS];
        level[Spot::Hot.index()] = [self.hot.at(total)];
        level[AGAIN] = [self.again.at(total)];
        level
    }

    /// Returns the total from which on banking is better than one more throw, and so better than several.
    fn bank_from(&self, menu: &Menu, step: u32, bust: f64) -> usize {
        if menu.busts == 0 {
            return 0;
        }
        let rise = self.hot.rise.max(0.0);
        let gain = |best: &Best| {
            let hot = best.hot.map_or(0.0, |hot| hot + rise);
            best.chance * best.banked.unwrap_or(0.0).max(hot)
        };
        let gain: f64 = bests(menu, step).iter().map(gain).sum();
        let risk = menu.busts as f64 / menu.throws as f64;
        (gain / risk + bust).max(0.0).ceil() as usize
    }

    /// Returns the total from which on nobody rolls all six dice who can bank instead.
    fn shun_hot_from(&self, six: &[Best]) -> usize {
        let lost = 1.0 - self.hot.slope;
        if lost <= 0.0 {
            return 0;
        }
        let hot = six.iter().filter_map(|best| best.hot).fold(0.0, f64::max);
        ((hot + self.hot.rise) / lost).max(0.0).ceil() as usize
    }
}

fn bests(menu: &Menu, step: u32) -> Vec<Best> {
    let sets = menu.choices.iter();
    sets.map(|(landings, weight)| {
        let most = |is_hot: bool| {
            let fitting = landings
                .iter()
                .filter(|landing| (landing.spot == Spot::Hot) == is_hot);
            let points = fitting.map(|landing: &Landing| landing.points / step);
            points.max().map(f64::from)
        };
        Best {
            banked: most(false),
            hot: most(true),
            chance: *weight as f64 / menu.throws as f64,
        }
    })
    .collect()
}

/// Returns what six dice are worth that cannot bust: the total and a fixed gain.
fn safe_line(menu: &Menu, six: &[Best], nothing: f64, hot: Hot) -> Line {
    let again = menu.nothings as f64 / menu.throws as f64;
    let mut rise = 0.0;
    for _ in 0..100 {
        let on = if hot == Hot::EndsTurn { 0.0 } else { rise };
        let gain = |best: &Best| {
            let hot = best.hot.map_or(0.0, |hot| hot + on);
            best.chance * best.banked.unwrap_or(0.0).max(hot)
        };
        rise = again * (nothing + rise) + six.iter().map(gain).sum::<f64>();
    }
    Line { slope: 1.0, rise }
}

/// Returns what six dice are worth that must be rolled again whenever all of them are kept.
fn forced_line(menu: &Menu, six: &[Best], bust: f64) -> Line {
    let risk = menu.busts as f64 / menu.throws as f64;
    let (mut banked, mut driven, mut rise) = (0.0, 0.0, risk * bust);
    for best in six {
        match best.banked {
            Some(points) => {
                banked += best.chance;
                rise += best.chance * points;
            }
            None => driven += best.chance,
        }
    }
    let slope = banked / (1.0 - driven);
    for best in six.iter().filter(|best| best.banked.is_none()) {
        rise += best.chance * slope * best.hot.unwrap_or(0.0);
    }
    let rise = rise / (1.0 - driven);
    Line { slope, rise }
}
