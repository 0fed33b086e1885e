//! The rules of a push-your-luck game in plain words, from its parameters.

use hotdice_core::Section;

use super::PushLuck;
use super::cards::{Deck, DeckKind};
use super::rules::{
    BankTakes, BustPenalty, Count, End, First, Hot, Kinds, Opens, Piggyback, Rules,
};

impl PushLuck {
    pub(super) fn explain_rules(&self) -> Vec<Section> {
        let rules = self.rules();
        let mut sections = vec![
            Section::new("A turn", self.turn_in_words()),
            Section::new("What scores", scores_in_words(rules)),
            Section::new("Banking", banking_in_words(rules)),
        ];
        if rules.deck != DeckKind::None {
            sections.push(Section::new("Cards", cards_in_words(rules)));
        }
        sections.push(Section::new("The end", end_in_words(rules)));
        sections
    }

    fn turn_in_words(&self) -> Vec<String> {
        let bust = self.voice().bust;
        let hot = match self.rules().hot {
            Hot::Optional => "you may roll all six again and go on, or bank",
            Hot::EndsTurn => "the turn ends and its points are banked",
            Hot::Forced => "you must roll all six again",
        };
        let mut lines = vec![
            "Roll six dice. Keep at least one die that scores; every kept die must be part of a combination of this roll."
                .to_owned(),
            "Then bank the turn total, or roll the dice that are left.".to_owned(),
            format!("{bust} A roll that scores nothing ends the turn and loses its points."),
            format!("{} When all six dice have been kept, in one roll or over several, {hot}.", self.voice().hot),
        ];
        if self.rules().no_score > 0 {
            lines.push(format!(
                "Six dice that score nothing are no bust: they pay {} and are rolled again.",
                self.rules().no_score
            ));
        }
        if self.rules().piggyback == Piggyback::Yes {
            lines.push(
                "After a bank that leaves dice the next player may pick these up and begin with the total that was banked, which a bust loses like any other; or begin with six dice and nothing. After a bust, or when all six dice have been kept, there is nothing to pick up."
                    .to_owned(),
            );
        }
        if let BustPenalty::InARow(busts, points) = self.rules().busts {
            lines.push(format!(
                "{busts} busts in a row cost {points} points, but never more than you have; then the count begins again."
            ));
        }
        lines
    }
}

fn scores_in_words(rules: &Rules) -> Vec<String> {
    let combinations = [
        ("each 1", rules.ones),
        ("each 5", rules.fives),
        ("1 1 1", rules.three_ones),
    ];
    let mut lines: Vec<String> = combinations
        .into_iter()
        .filter(|(_, points)| *points > 0)
        .map(|(name, points)| format!("{name}: {points}"))
        .collect();
    lines.push("three of any other face: 100 times the face (2 2 2: 200, 6 6 6: 600)".to_owned());
    lines.extend(kinds_in_words(rules.kinds));
    let with_six = [
        ("straight, 1 2 3 4 5 6", rules.straight),
        ("three different pairs", rules.three_pairs),
        ("four of a kind and a pair", rules.four_and_pair),
        ("two different triplets", rules.two_triplets),
    ];
    let with_six = with_six.into_iter().filter(|(_, points)| *points > 0);
    lines.extend(with_six.map(|(name, points)| format!("{name}: {points}")));
    let names = ["1 2 3 4 5", "2 3 4 5 6"].into_iter();
    let shorts = names.zip(rules.short_straight.each());
    let shorts = shorts.filter(|(_, (_, points))| *points > 0);
    lines.extend(shorts.map(|(name, (_, points))| format!("short straight, {name}: {points}")));
    lines.push(match rules.count {
        Count::Best => "Dice are counted the way that pays most; each die counts once.".to_owned(),
        Count::InOrder => {
            "The largest pattern is taken first, even where another way would pay more; each die counts once.".to_owned()
        }
    });
    lines
}

fn kinds_in_words(kinds: Kinds) -> Option<String> {
    match kinds {
        Kinds::None => None,
        Kinds::Flat(four, five, six) => {
            Some(format!("four, five, six of a kind: {four}, {five}, {six}"))
        }
        Kinds::Double => Some("four, five, six of a kind: 2, 4, 8 times the triple".to_owned()),
        Kinds::Linear => Some("four, five, six of a kind: 2, 3, 4 times the triple".to_owned()),
    }
}

fn banking_in_words(rules: &Rules) -> Vec<String> {
    let mut lines = vec![match rules.bank_takes {
        BankTakes::Roll => {
            "Banking counts every die of the last roll that scores, kept or not.".to_owned()
        }
        BankTakes::Kept => "Banking counts only dice that were kept.".to_owned(),
    }];
    if rules.bank_takes == BankTakes::Roll && rules.hot != Hot::Optional {
        lines.push(
            "It counts them the way that pays most; all six dice are kept only where that way leaves no die idle."
                .to_owned(),
        );
    }
    match rules.opens {
        _ if rules.opening == 0 => {}
        Opens::Turn => lines.push(format!(
            "A player without points needs a turn total of {} to bank.",
            rules.opening.max(rules.bank_min)
        )),
        Opens::Game => lines.push(format!(
            "Banked points count once a player has {} of them, over as many turns as that takes; until then they wait, and nothing takes them away.",
            rules.opening
        )),
    }
    if rules.bank_min > 0 {
        lines.push(format!(
            "A turn total of less than {} cannot be banked.",
            rules.bank_min
        ));
    }
    if rules.hot == Hot::EndsTurn && rules.least_to_bank(0) > 0 {
        lines.push("Keeping all six dice banks whatever the total is.".to_owned());
    }
    lines
}

fn cards_in_words(rules: &Rules) -> Vec<String> {
    let first =
        "A turn begins with a card, drawn face up; an empty deck is made again from the discards. \
                 To pass is to keep all six dice; a card pays for the first pass of the turn."
            .to_owned();
    let cards = Deck::new(rules.deck)
        .left()
        .map(|(card, count)| format!("{} ({count} cards): {}", card.title(), card.effect()));
    let row = (rules.deck == DeckKind::Full && rules.busts != BustPenalty::None).then(|| {
        "Busts in a row: a cut under Must Cut is a bank and ends the row; No Cheese! leaves it as it is.".to_owned()
    });
    std::iter::once(first).chain(cards).chain(row).collect()
}

fn end_in_words(rules: &Rules) -> Vec<String> {
    let target = rules.target;
    let end = match rules.end {
        End::OnRoll => format!(
            "As soon as your score, your turn total and the roll on the table make {target}, you have won, before any choice."
        ),
        End::OnBank => format!("The first to bank {target} points wins at once."),
        End::FinalRound => format!(
            "When somebody has banked {target} points, everybody else has one more turn. The highest score wins; equal scores share the win."
        ),
    };
    let first = match rules.first {
        First::Entered => "The first seat begins.",
        First::Random => "Who begins is drawn by lot.",
    };
    vec![end, format!("Players: {}. {first}", rules.seats.in_words())]
}
