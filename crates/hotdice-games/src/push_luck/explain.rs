//! The rules of a push-your-luck game in plain words, from its parameters.

use hotdice_core::{Section, with_commas};

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
            Hot::Optional => "you can roll all six again or bank",
            Hot::EndsTurn => "the turn ends and its points are banked",
            Hot::Forced => "you must roll all six again",
        };
        let mut lines = vec![
            "Roll six dice and keep at least one that scores. Every die you keep must score in this roll."
                .to_owned(),
            "Then bank the points of this turn, or roll the remaining dice for more.".to_owned(),
            format!("{bust} If nothing scores, the turn is over and its points are lost."),
            format!("{} When you have kept all six dice, in one roll or over several, {hot}.", self.voice().hot),
        ];
        if self.rules().no_score > 0 {
            lines.push(format!(
                "Six dice that score nothing are not a bust: they pay {}, and you roll all six again.",
                with_commas(self.rules().no_score)
            ));
        }
        if self.rules().piggyback == Piggyback::Yes {
            lines.push(
                "When you bank with dice left over, the next player can take over those dice and the points you banked, and risk both; or start with six dice and nothing. After a bust, or when all six dice were kept, there is nothing to take over."
                    .to_owned(),
            );
        }
        if let BustPenalty::InARow(busts, points) = self.rules().busts {
            lines.push(format!(
                "{busts} busts in a row cost {} points, but never more than you have. Then the count starts over.",
                with_commas(points)
            ));
        }
        lines
    }
}

fn scores_in_words(rules: &Rules) -> Vec<String> {
    let combinations = [
        ("Each 1", rules.ones),
        ("Each 5", rules.fives),
        ("Three 1s", rules.three_ones),
    ];
    let mut lines: Vec<String> = combinations
        .into_iter()
        .filter(|(_, points)| *points > 0)
        .map(|(name, points)| format!("{name}: {}", with_commas(points)))
        .collect();
    lines.push(
        "Three of any other number: 100 times the number (three 2s: 200, three 6s: 600)".to_owned(),
    );
    lines.extend(kinds_in_words(rules.kinds));
    let with_six = [
        ("Straight, 1 to 6", rules.straight),
        ("Three pairs", rules.three_pairs),
        ("Four of a kind and a pair", rules.four_and_pair),
        ("Two triplets", rules.two_triplets),
    ];
    let with_six = with_six.into_iter().filter(|(_, points)| *points > 0);
    lines.extend(with_six.map(|(name, points)| format!("{name}: {}", with_commas(points))));
    let names = ["1 to 5", "2 to 6"].into_iter();
    let shorts = names.zip(rules.short_straight.each());
    let shorts = shorts.filter(|(_, (_, points))| *points > 0);
    lines.extend(
        shorts
            .map(|(name, (_, points))| format!("Short straight, {name}: {}", with_commas(points))),
    );
    lines.push(match rules.count {
        Count::Best => "Dice are scored the way that pays most. Each die counts once.".to_owned(),
        Count::InOrder => {
            "The largest combination is scored first, even if another way would pay more. Each die counts once.".to_owned()
        }
    });
    lines
}

fn kinds_in_words(kinds: Kinds) -> Option<String> {
    match kinds {
        Kinds::None => None,
        Kinds::Flat(four, five, six) => {
            let [four, five, six] = [four, five, six].map(with_commas);
            Some(format!(
                "Four, five or six of a kind: {four}, {five} or {six}"
            ))
        }
        Kinds::Double => Some("Four, five or six of a kind: 2, 4 or 8 times the triple".to_owned()),
        Kinds::Linear => Some("Four, five or six of a kind: 2, 3 or 4 times the triple".to_owned()),
    }
}

fn banking_in_words(rules: &Rules) -> Vec<String> {
    let mut lines = vec![match rules.bank_takes {
        BankTakes::Roll => {
            "When you bank, every scoring die of the last roll counts, kept or not.".to_owned()
        }
        BankTakes::Kept => "When you bank, only the dice you kept count.".to_owned(),
    }];
    if rules.bank_takes == BankTakes::Roll && rules.hot != Hot::Optional {
        lines.push(
            "They count the way that pays most; all six dice are used only if that leaves none over."
                .to_owned(),
        );
    }
    match rules.opens {
        _ if rules.opening == 0 => {}
        Opens::Turn => lines.push(format!(
            "To get on the board, you need {} points in one turn.",
            with_commas(rules.opening.max(rules.bank_min))
        )),
        Opens::Game => lines.push(format!(
            "To get on the board, you need {} banked points, over as many turns as it takes. Until then they don't count, but you can't lose them.",
            with_commas(rules.opening)
        )),
    }
    if rules.bank_min > 0 {
        lines.push(format!(
            "You need at least {} points in a turn to bank.",
            with_commas(rules.bank_min)
        ));
    }
    if rules.hot == Hot::EndsTurn && rules.least_to_bank(0) > 0 {
        lines.push("Keeping all six dice banks any number of points.".to_owned());
    }
    lines
}

fn cards_in_words(rules: &Rules) -> Vec<String> {
    let first =
        "Every turn starts with a card, drawn face up. When the deck is empty, the discards are shuffled. \
                 You pass when you keep all six dice; a card pays for the first pass of the turn."
            .to_owned();
    let cards = Deck::new(rules.deck)
        .left()
        .map(|(card, count)| format!("{} ({count} cards): {}", card.title(), card.effect()));
    let row = (rules.deck == DeckKind::Full && rules.busts != BustPenalty::None).then(|| {
        "For busts in a row, a cut under Must Cut counts as banking, and No Cheese! changes nothing.".to_owned()
    });
    std::iter::once(first).chain(cards).chain(row).collect()
}

fn end_in_words(rules: &Rules) -> Vec<String> {
    let target = with_commas(rules.target);
    let end = match rules.end {
        End::OnRoll => format!(
            "As soon as your score, your turn and the roll on the table add up to {target}, you win on the spot."
        ),
        End::OnBank => format!("The first to bank {target} points wins."),
        End::FinalRound => format!(
            "When someone has banked {target} points, everyone else gets one more turn. The highest score wins; a tie is a shared win."
        ),
    };
    let first = match rules.first {
        First::Entered => "The first seat goes first.",
        First::Random => "Who goes first is random.",
    };
    vec![end, format!("Players: {}. {first}", rules.seats.in_words())]
}
