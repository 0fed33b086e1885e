//! The picture of a push-your-luck game, and its story.

use hotdice_core::{
    Card as CardPicture, Choice, Dice, EventOf, FollowUp, Game, Line, Mark, Notation, Open,
    ParameterValue, Part, Scene, Score, ScoreRefused, Seat, Section, Show, Split, Target, Tone,
    Track, Tray, TypedEvent, counted, list_rules, with_commas,
};

use super::cards::{Card, STRIKE};
use super::rules::{BustPenalty, PARAMETERS};
use super::scoring::DICE;
use super::state::{Phase, State};
use super::{Action, PushLuck, Roll};

/// A choice in the menu: its label, its hint, what it is done to and what it scores.
type Described = (String, String, Target, Option<i32>);

impl Show for PushLuck {
    fn scene(&self, Open(state): &Open<State>) -> Scene {
        let tracks = Seat::all(state.seats()).map(|seat| self.track(state, seat));
        let card = state.card.map(picture);
        Scene {
            turn: (state.phase != Phase::First).then_some(state.seat),
            parts: tracks
                .map(Part::Track)
                .chain(card.map(Part::Card))
                .chain(tray(self, state).map(Part::Tray))
                .chain(self.waiting_lines(state).map(Part::Line))
                .chain(self.turn_line(state).map(Part::Line))
                .collect(),
            choices: Vec::new(),
        }
    }

    fn menu(&self, Open(state): &Open<State>) -> Vec<Action> {
        let mut actions = Vec::new();
        self.for_each_action(state, |action| actions.push(action));
        actions.sort_by_key(|action| match action {
            Action::Bank => (0, 0),
            Action::Keep(dice) => (1, -i64::from(self.scorer().keep(*dice).unwrap_or(0))),
            Action::Roll | Action::Accept | Action::Decline | Action::PickUp | Action::Fresh => {
                (2, 0)
            }
        });
        actions
    }

    fn choice(&self, Open(state): &Open<State>, action: &Action) -> Choice {
        let (label, hint, target, points) = match *action {
            Action::Keep(dice) => self.keep_choice(state, dice),
            Action::Bank => self.bank_choice(state),
            Action::Roll => self.roll_choice(state),
            Action::Accept => answer("Play the card", state.card.map_or("", Card::effect)),
            Action::Decline => answer("Decline the card", "draw another"),
            Action::PickUp => self.pick_up_choice(state),
            Action::Fresh => answer("Start with 6 dice", &self.risk(DICE)),
        };
        Choice {
            label,
            notation: self.write_action(action),
            hint,
            target,
            points,
            then: self.follow_ups(state, *action),
        }
    }

    fn roller(&self, state: &State) -> Option<Seat> {
        (state.phase != Phase::First).then_some(state.seat)
    }

    fn dice_of(&self, roll: &Roll) -> Dice {
        match roll {
            Roll::Dice(dice) => *dice,
            Roll::First(_) | Roll::Card(_) => Dice::NONE,
        }
    }

    fn story(&self, before: &State, event: &EventOf<Self>, after: &State) -> Vec<Line> {
        let seat = before.seat;
        let mut told = match event {
            TypedEvent::Rolled(Roll::First(first)) => vec![Line::of(*first, " goes first.")],
            TypedEvent::Rolled(Roll::Card(card)) => vec![Line::of(
                seat,
                format!(" draws {}: {}", card.title(), card.effect()),
            )],
            TypedEvent::Rolled(Roll::Dice(dice)) => self.story_of_roll(before, *dice, after),
            TypedEvent::Acted(action) => self.story_of_action(before, *action, after),
        };
        let closes = before.closer.is_none() && after.closer.is_some();
        if closes && after.phase != Phase::Over {
            told.push("Everyone else gets one more turn.".into());
        }
        told
    }

    fn explain(&self) -> Vec<Section> {
        self.explain_rules()
    }

    fn parameters(&self) -> Vec<ParameterValue> {
        list_rules(PARAMETERS, self.rules())
    }

    fn score(&self, dice: Dice, name: Option<&str>) -> Result<Score, ScoreRefused> {
        let (given, most) = (dice.len(), DICE);
        if name.is_some() {
            Err(ScoreRefused::NoBoxes)
        } else if given > most {
            Err(ScoreRefused::TooMany { given, most })
        } else {
            Ok(Score::Split(self.scorer().split(dice)))
        }
    }
}

impl PushLuck {
    fn track(&self, state: &State, seat: Seat) -> Track {
        Track {
            seat,
            name: "points".into(),
            value: self.points(state, seat),
            target: Some(self.rules().target as i32),
            pending: false,
        }
    }

    fn turn_line(&self, state: &State) -> Option<Line> {
        match state.phase {
            Phase::First | Phase::Draw | Phase::Answer | Phase::Over => None,
            Phase::PickUp { total, dice } => {
                let (dice, total) = (dice_in_words(dice), with_commas(total));
                Some(format!("Left to take over: {dice} and {total} points").into())
            }
            Phase::Roll(_) | Phase::Choose { .. } => Some(this_turn(state.total)),
            Phase::Kept { kept, .. } => Some(this_turn(self.total_with(state, self.kept(kept)))),
        }
    }

    /// Says who has points that do not count yet.
    fn waiting_lines(&self, state: &State) -> impl Iterator<Item = Line> {
        let rules = self.rules();
        Seat::all(state.seats()).filter_map(|seat| {
            let banked = state.score(seat);
            let waits = banked > 0 && rules.counted(banked) == 0;
            waits.then(|| {
                Line::of(
                    seat,
                    format!(
                        " has {} of the {} points it takes to get on the board",
                        with_commas(banked),
                        with_commas(rules.opening)
                    ),
                )
            })
        })
    }

    fn pick_up_choice(&self, state: &State) -> Described {
        match state.phase {
            Phase::PickUp { total, dice } => answer(
                &format!(
                    "Take over {} and {} points",
                    dice_in_words(dice),
                    with_commas(total)
                ),
                &self.risk(dice),
            ),
            _ => answer("Take over", ""),
        }
    }

    /// Lists what can be done once dice are kept: bank or roll.
    fn follow_ups(&self, state: &State, action: Action) -> Vec<FollowUp> {
        let Action::Keep(_) = action else {
            return Vec::new();
        };
        let mut kept = state.clone();
        self.act(&mut kept, &action);
        if !matches!(kept.phase, Phase::Kept { .. }) {
            return Vec::new();
        }
        let kept = Open(kept);
        let follow_up = |action: &Action| {
            let Choice {
                label,
                notation,
                hint,
                points,
                ..
            } = self.choice(&kept, action);
            FollowUp {
                label,
                notation,
                hint,
                points,
            }
        };
        self.menu(&kept).iter().map(follow_up).collect()
    }

    /// Says how often so many dice score nothing.
    fn risk(&self, dice: u8) -> String {
        let (busts, throws) = self.bust_odds(dice);
        let percent = 100.0 * busts as f64 / throws as f64;
        format!("{percent:.1}% chance to bust")
    }

    fn keep_choice(&self, state: &State, dice: Dice) -> Described {
        let points = self.scorer().keep(dice).unwrap_or(0);
        let target = Target::Dice(dice);
        if self.is_pass(state, dice) && self.pass_ends_turn(state) {
            // The turn is banked with these dice, so its points are what counts.
            let total = self.total_with(state, self.kept(dice));
            let label = format!("Keep all and {} {}", self.voice().pass, with_commas(total));
            let hint = self.score_in_words(state, total);
            return (label, hint, target, Some(points as i32));
        }
        let scored = counted(points, "point", "points");
        let hint = match state.phase {
            Phase::Choose { roll } if roll == dice => {
                format!("{scored}, all six dice")
            }
            Phase::Choose { roll } => {
                format!("{scored}, {} left", dice_in_words(roll.len() - dice.len()))
            }
            _ => String::new(),
        };
        (format!("Keep {dice}"), hint, target, Some(points as i32))
    }

    fn bank_choice(&self, state: &State) -> Described {
        let points = self
            .banked(state)
            .map_or(0, |aside| self.total_with(state, aside));
        let hint = self.score_in_words(state, points);
        let label = format!("Bank {}", with_commas(points));
        (label, hint, Target::Nothing, Some(points as i32))
    }

    /// Says what score the seat in turn has once it banks these points.
    fn score_in_words(&self, state: &State, points: u32) -> String {
        let score = state.score(state.seat) + points;
        match self.rules().counted(score) {
            0 if score > 0 => format!(
                "{} of {} to get on the board",
                with_commas(score),
                with_commas(self.rules().opening)
            ),
            _ => format!("total: {}", with_commas(score)),
        }
    }

    fn roll_choice(&self, state: &State) -> Described {
        let dice = match state.phase {
            Phase::Kept { roll, kept } if roll == kept => DICE,
            Phase::Kept { roll, kept } => roll.len() - kept.len(),
            _ => DICE,
        };
        let label = format!("Roll {}", dice_in_words(dice));
        (label, self.risk(dice), Target::Nothing, None)
    }

    fn story_of_roll(&self, before: &State, dice: Dice, after: &State) -> Vec<Line> {
        let seat = before.seat;
        let split = self.scorer().split(dice);
        let mut told = vec![Line::of(seat, " rolled ").then_dice(dice).then(".")];
        told.extend(break_down(&split));
        if split.bust {
            told.extend(self.story_of_bust(before, after));
        } else if self.scorer().worth(dice).is_for_nothing() {
            let paid = with_commas(split.total);
            told.push(format!("Nothing scores, and that pays {paid} points. Roll again.").into());
        } else if after.phase == Phase::Over {
            let score = with_commas(after.score(seat));
            told.push(Line::of(seat, format!(" reaches {score} points!")).toned(Tone::Good));
        }
        told
    }

    fn story_of_bust(&self, before: &State, after: &State) -> Vec<Line> {
        let (seat, total) = (before.seat, before.total);
        let (had, has) = (before.score(seat), after.score(seat));
        let (told, tone) = match (before.card, total) {
            (Some(Card::MustCut), _) => {
                let (total, has) = (with_commas(total), with_commas(has));
                (
                    format!(" keeps {total} points for a total of {has}."),
                    Tone::Good,
                )
            }
            (_, 0) => (" scores nothing.".to_owned(), Tone::Bad),
            _ => (format!(" loses {} points.", with_commas(total)), Tone::Bad),
        };
        let bust = Line::from(format!("{} ", self.voice().bust))
            .then_seat(seat)
            .then(told);
        let penalty = match self.rules().busts {
            BustPenalty::InARow(most, _) if has < had => {
                let text = format!(
                    "{most} busts in a row cost {} points.",
                    with_commas(had - has)
                );
                Some(Line::from(text).toned(Tone::Bad))
            }
            _ => None,
        };
        std::iter::once(bust.toned(tone)).chain(penalty).collect()
    }

    fn story_of_action(&self, before: &State, action: Action, after: &State) -> Vec<Line> {
        let seat = before.seat;
        match action {
            Action::Keep(dice) => {
                let points = self.scorer().keep(dice).unwrap_or(0);
                let kept = Line::of(seat, " keeps ")
                    .then_dice(dice)
                    .then(format!(" for {}.", with_commas(points)));
                let mut told = vec![kept];
                if self.is_pass(before, dice) {
                    told.push(Line::from(self.voice().hot).toned(Tone::Good));
                }
                if !matches!(after.phase, Phase::Kept { .. }) {
                    told.extend(self.story_of_bank(before, after));
                }
                told
            }
            Action::Bank => self.story_of_bank(before, after),
            Action::Roll => strikes(before, after),
            Action::Accept => vec![Line::of(seat, " plays the card.")],
            Action::Decline => vec![Line::of(seat, " declines the card and draws another.")],
            Action::PickUp => match before.phase {
                Phase::PickUp { total, dice } => {
                    let (dice, total) = (dice_in_words(dice), with_commas(total));
                    let text = format!(" takes over {dice} and {total} points.");
                    vec![Line::of(seat, text)]
                }
                _ => Vec::new(),
            },
            Action::Fresh => vec![Line::of(seat, " starts with six dice.")],
        }
    }

    fn story_of_bank(&self, before: &State, after: &State) -> Vec<Line> {
        let seat = before.seat;
        let (had, has) = (before.score(seat), after.score(seat));
        let (banked, has) = (with_commas(has - had), with_commas(has));
        let text = format!(" banks {banked} for a total of {has}.");
        let mut told = vec![Line::of(seat, text).toned(Tone::Good)];
        told.extend(strikes(before, after));
        told
    }
}

/// Says what each combination pays and which dice do not score.
fn break_down(split: &Split) -> Vec<Line> {
    let entry = |dice: Dice, worth: String| Line::from("  ").then_dice(dice).then(worth);
    let parts = split.parts.iter().map(|part| {
        entry(
            part.dice,
            format!(": {}, {}", part.name, with_commas(part.points)),
        )
    });
    let idle = (!split.unscored.is_empty() && !split.bust)
        .then(|| entry(split.unscored, ": nothing".to_owned()));
    parts.chain(idle).collect()
}

/// Says who lost points to the cheese that struck back.
fn strikes(before: &State, after: &State) -> Vec<Line> {
    Seat::all(before.seats())
        .filter(|&seat| seat != before.seat && after.score(seat) < before.score(seat))
        .map(|seat| {
            let lost = (before.score(seat) - after.score(seat)).min(STRIKE);
            let text = format!(" is struck and loses {} points.", with_commas(lost));
            Line::of(seat, text).toned(Tone::Bad)
        })
        .collect()
}

fn tray(game: &PushLuck, state: &State) -> Option<Tray> {
    match state.phase {
        Phase::Choose { roll } => {
            let scoring = game.scorer().worth(roll).scoring;
            Some(Tray::new("roll", roll, scoring, Mark::Scoring))
        }
        Phase::Kept { roll, kept } => Some(Tray::new("roll", roll, kept, Mark::Held)),
        _ => None,
    }
}

fn picture(card: Card) -> CardPicture {
    CardPicture {
        name: card.title().to_owned(),
        effect: card.effect().to_owned(),
    }
}

fn answer(label: &str, hint: &str) -> Described {
    (label.to_owned(), hint.to_owned(), Target::Nothing, None)
}

fn this_turn(total: u32) -> Line {
    format!("This turn: {}", with_commas(total)).into()
}

fn dice_in_words(dice: u8) -> String {
    counted(dice, "die", "dice")
}
