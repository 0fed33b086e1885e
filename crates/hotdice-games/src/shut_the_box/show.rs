//! The picture of Shut the Box, its story and its rules in words.

use hotdice_core::{
    Choice, Combination, Dice, EventOf, Game, Line, Mark, Notation, Objective, Odds, Open,
    ParameterValue, Part, Scene, Score, ScoreRefused, Seat, Section, Show, SoloObjective, Split,
    Target, Tile, Tiles, Tone, Track, Tray, TypedEvent, list_rules,
};

use super::{Action, OneDie, PARAMETERS, Phase, ShutTheBox, State, TileSet};

impl Show for ShutTheBox {
    fn scene(&self, Open(state): &Open<State>) -> Scene {
        // Whoever is in turn has left open what is open now, if nothing more fits.
        let open_now = |seat| {
            let is_theirs = seat == state.seat && state.phase != Phase::Over;
            if is_theirs {
                i32::from(state.open.sum())
            } else {
                0
            }
        };
        let tracks = Seat::all(state.seats()).map(|seat| {
            Part::Track(Track {
                seat,
                name: "left open".into(),
                value: self.points(state, seat) + open_now(seat),
                target: None,
                // Nothing left open would look like the best result there is.
                pending: state.round == 1 && seat > state.seat,
            })
        });
        let tray = match state.phase {
            Phase::Shutting { dice } => {
                Some(Part::Tray(Tray::new("dice", dice, Dice::NONE, Mark::Loose)))
            }
            Phase::ChoosingDice | Phase::Rolling { .. } | Phase::Over => None,
        };
        let tiles = Part::Tiles(self.picture_of(state.open));
        let rest = Part::Line(format!("Open tiles add up to {}", state.open.sum()).into());
        let round = (self.rounds > 1).then(|| {
            let (round, rounds) = (state.round, self.rounds);
            Part::Line(format!("Round {round} of {rounds}").into())
        });
        let parts = tracks.chain([tiles]).chain(tray).chain([rest]).chain(round);
        Scene {
            turn: (state.phase != Phase::Over).then_some(state.seat),
            parts: parts.collect(),
            choices: Vec::new(),
        }
    }

    fn menu(&self, Open(state): &Open<State>) -> Vec<Action> {
        let mut menu = Vec::new();
        self.for_each_action(state, |action| menu.push(action));
        menu
    }

    fn choice(&self, Open(state): &Open<State>, action: &Action) -> Choice {
        let (label, hint, target) = match *action {
            Action::Roll(dice) => {
                let label = if dice == 1 {
                    "Roll one die"
                } else {
                    "Roll both dice"
                };
                (
                    label.to_owned(),
                    self.fitting(state.open, dice),
                    Target::Nothing,
                )
            }
            Action::Shut(tiles) => {
                let left = state.open.without(tiles);
                let hint = if left.is_empty() {
                    "shuts the box".to_owned()
                } else {
                    format!("leaves {}", left.sum())
                };
                let target = Target::Tiles(tiles.iter().collect());
                (format!("Shut {}", in_words(tiles)), hint, target)
            }
        };
        Choice {
            label,
            notation: self.write_action(action),
            hint,
            target,
            points: None,
            then: Vec::new(),
        }
    }

    fn roller(&self, state: &State) -> Option<Seat> {
        Some(state.seat)
    }

    fn dice_of(&self, roll: &Dice) -> Dice {
        *roll
    }

    fn story(&self, before: &State, event: &EventOf<Self>, after: &State) -> Vec<Line> {
        let seat = before.seat;
        let told = match event {
            TypedEvent::Rolled(dice) => {
                let rolled = Line::of(seat, " rolled ").then_dice(*dice);
                if self.fits(before.open, *dice) {
                    rolled.then(".")
                } else {
                    let rest = before.open.sum();
                    rolled
                        .then(format!(". Nothing fits, so {rest} stay open."))
                        .toned(Tone::Bad)
                }
            }
            TypedEvent::Acted(Action::Roll(1)) => Line::of(seat, " takes one die."),
            TypedEvent::Acted(Action::Roll(_)) => Line::of(seat, " takes both dice."),
            TypedEvent::Acted(Action::Shut(tiles)) => {
                let shuts = Line::of(seat, format!(" shuts {}", in_words(*tiles)));
                if before.open == *tiles {
                    shuts.then(" and has shut the box!").toned(Tone::Good)
                } else {
                    shuts.then(format!(": {} left.", after.open.sum()))
                }
            }
        };
        vec![told]
    }

    fn explain(&self) -> Vec<Section> {
        let (tiles, sum) = (self.tiles, TileSet::up_to(self.tiles).sum());
        let mut turn = vec![
            format!("All tiles from 1 to {tiles} start open. Roll two dice and shut open tiles that add up to the roll."),
            "Then roll again. Your turn ends when no open tiles add up to the roll. The tiles still open count against you.".to_owned(),
        ];
        match self.most {
            0 => {}
            1 => turn.push("Each roll shuts one tile.".to_owned()),
            most => turn.push(format!("Each roll shuts at most {most} tiles.")),
        }
        let one_die = if self.one_die_forced {
            "you roll one die"
        } else {
            "you can roll one die"
        };
        match self.one_die {
            OneDie::Never => {}
            OneDie::Six => turn.push(format!(
                "When the open tiles add up to 6 or less, {one_die} instead of two."
            )),
            OneDie::High => turn.push(format!(
                "When every tile above 6 is shut, {one_die} instead of two."
            )),
        }
        let turns = match self.rounds {
            1 => "Everyone gets one turn.".to_owned(),
            rounds => format!("Everyone gets {rounds} turns."),
        };
        let shut = if self.shut_wins {
            "Shut every tile and you win on the spot."
        } else {
            "Shut every tile and nothing counts against you that turn."
        };
        let seats = self.seats.in_words();
        vec![
            Section::new("A turn", turn),
            Section::new(
                "The end",
                vec![
                    format!("{turns} {shut}"),
                    format!(
                        "Otherwise the lowest sum of open tiles wins, from 0 to {sum} a turn; a tie is a shared win. Players: {seats}."
                    ),
                ],
            ),
        ]
    }

    fn parameters(&self) -> Vec<ParameterValue> {
        list_rules(PARAMETERS, self)
    }

    /// One player alone wants to leave little open, or to shut the box whatever it costs: two aims with two ways to play.
    fn objectives(&self) -> Vec<SoloObjective<Self>> {
        let rest = SoloObjective {
            objective: Objective {
                name: "expected_rest",
                words: "Average sum left open, playing alone for the lowest",
                is_chance: false,
                is_least_best: true,
            },
            payoff: |game: &Self, state: &State| f64::from(game.points(state, Seat::FIRST)),
        };
        let shut = SoloObjective {
            objective: Objective {
                name: "shut",
                words: "Chance to shut the box, playing alone for just that",
                is_chance: true,
                is_least_best: false,
            },
            payoff: |_: &Self, state: &State| f64::from(u8::from(state.open.is_empty())),
        };
        // In a game of several turns that goes on after a shut box, its end does not tell whether there was one.
        let can_tell = self.rounds == 1 || self.shut_wins;
        [rest].into_iter().chain(can_tell.then_some(shut)).collect()
    }

    /// Scores dice as what they add up to: that is all that a roll is here.
    fn score(&self, dice: Dice, name: Option<&str>) -> Result<Score, ScoreRefused> {
        if name.is_some() {
            return Err(ScoreRefused::NoBoxes);
        }
        let given = dice.len();
        match given {
            0 => Err(ScoreRefused::Count { given, needed: 2 }),
            1 | 2 => {
                let part = Combination {
                    name: "pips",
                    dice,
                    points: dice.sum(),
                };
                Ok(Score::Split(Split {
                    total: dice.sum(),
                    parts: vec![part],
                    unscored: Dice::NONE,
                    bust: false,
                }))
            }
            _ => Err(ScoreRefused::TooMany { given, most: 2 }),
        }
    }
}

impl ShutTheBox {
    fn picture_of(&self, open: TileSet) -> Tiles {
        let tile = |number| Tile {
            number,
            open: open.contains(number),
        };
        Tiles {
            name: "box".to_owned(),
            tiles: (1..=self.tiles).map(tile).collect(),
        }
    }

    /// Says how many rolls of so many dice shut something.
    fn fitting(&self, open: TileSet, dice: u8) -> String {
        let odds = Odds::of_dice(dice);
        let fit = odds.weight(|roll| self.fits(open, *roll));
        format!("{fit} of {} rolls fit", odds.total())
    }
}

/// Lists tiles as people do: `1, 2 and 6`.
fn in_words(tiles: TileSet) -> String {
    let numbers: Vec<String> = tiles.iter().map(|tile| tile.to_string()).collect();
    match numbers.as_slice() {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        numbers => numbers.concat(),
    }
}
