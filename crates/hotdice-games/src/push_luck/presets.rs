//! The games of the family that have names.

use hotdice_core::SeatRange;

use super::cards::DeckKind;
use super::rules::{
    BankTakes, BustPenalty, Count, End, First, Hot, Kinds, Opens, Piggyback, Rules, ShortStraights,
};
use crate::registry::Preset;

/// A named game: its rules, and how its players say things.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) preset: Preset,
    pub(super) rules: Rules,
    pub(super) voice: Voice,
}

/// What players of a game say.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Voice {
    /// When a roll scores nothing.
    pub(super) bust: &'static str,
    /// When all six dice have been kept.
    pub(super) hot: &'static str,
    /// For keeping all dice where that banks the turn; the points follow.
    pub(super) pass: &'static str,
}

const FARKLE_VOICE: Voice = Voice {
    bust: "Farkle!",
    hot: "Hot dice!",
    pass: "bank",
};

const ZILCH_VOICE: Voice = Voice {
    bust: "Zilch!",
    hot: "Hot dice!",
    pass: "bank",
};

const TAVERN_VOICE: Voice = Voice {
    bust: "Bust!",
    hot: "Hot dice!",
    pass: "bank",
};

const CHEESE_VOICE: Voice = Voice {
    bust: "Cut the cheese!",
    hot: "Passed the cheese!",
    pass: "pass the cheese:",
};

/// The coursework game: 1s, 5s and triples, and a roll that reaches the target wins at once.
const FARKLE: Rules = Rules {
    ones: 100,
    fives: 50,
    three_ones: 300,
    kinds: Kinds::None,
    straight: 0,
    short_straight: ShortStraights::None,
    three_pairs: 0,
    four_and_pair: 0,
    two_triplets: 0,
    no_score: 0,
    hot: Hot::Optional,
    target: 10_000,
    end: End::OnRoll,
    opening: 0,
    opens: Opens::Turn,
    bank_min: 0,
    busts: BustPenalty::None,
    piggyback: Piggyback::No,
    first: First::Entered,
    bank_takes: BankTakes::Roll,
    count: Count::Best,
    deck: DeckKind::None,
    seats: SeatRange::at_least(2),
};

const ZILCH: Rules = Rules {
    three_ones: 1000,
    kinds: Kinds::Flat(1000, 2000, 3000),
    straight: 1500,
    three_pairs: 1500,
    four_and_pair: 1500,
    two_triplets: 2500,
    end: End::FinalRound,
    bank_takes: BankTakes::Kept,
    ..FARKLE
};

const CHEESE: Rules = Rules {
    three_ones: 1000,
    straight: 1500,
    hot: Hot::EndsTurn,
    target: 5000,
    end: End::OnBank,
    bank_takes: BankTakes::Kept,
    seats: SeatRange::at_least(1),
    ..FARKLE
};

pub(super) const NAMED: &[Named] = &[
    Named {
        preset: Preset {
            name: "farkle",
            sentence: "1s, 5s and triples score. Reach 10,000 with a roll and you win on the spot.",
        },
        rules: FARKLE,
        voice: FARKLE_VOICE,
    },
    Named {
        preset: Preset {
            name: "zilch",
            sentence: "Combinations worth up to 3,000. When someone reaches 10,000, the others get one last turn.",
        },
        rules: ZILCH,
        voice: ZILCH_VOICE,
    },
    Named {
        preset: Preset {
            name: "cheese",
            sentence: "Pass the Cheese: score with all six dice and your turn is banked. First to 5,000 wins.",
        },
        rules: CHEESE,
        voice: CHEESE_VOICE,
    },
    Named {
        preset: Preset {
            name: "farkle-classic",
            sentence: "Farkle from the box: big combinations, 500 points to get on the board, a final round.",
        },
        rules: Rules {
            three_ones: 300,
            opening: 500,
            ..ZILCH
        },
        voice: FARKLE_VOICE,
    },
    Named {
        preset: Preset {
            name: "farkle-minimal",
            sentence: "Only 1s, 5s and triples, with three 1s worth 1,000. First to bank 10,000 wins; solved in 2017.",
        },
        rules: Rules {
            three_ones: 1000,
            end: End::OnBank,
            bank_takes: BankTakes::Kept,
            ..FARKLE
        },
        voice: FARKLE_VOICE,
    },
    Named {
        preset: Preset {
            name: "zilch-playr",
            sentence: "Zilch as played online: each extra die of a kind doubles, you bank 300 or more, and the third zilch in a row costs 500.",
        },
        rules: Rules {
            kinds: Kinds::Double,
            two_triplets: 0,
            no_score: 500,
            bank_min: 300,
            busts: BustPenalty::InARow(3, 500),
            ..ZILCH
        },
        voice: ZILCH_VOICE,
    },
    Named {
        preset: Preset {
            name: "ten-thousand",
            sentence: "Each extra die of a kind doubles; straights and three pairs score; 500 points to get on the board.",
        },
        rules: Rules {
            kinds: Kinds::Double,
            four_and_pair: 0,
            two_triplets: 0,
            opening: 500,
            ..ZILCH
        },
        voice: FARKLE_VOICE,
    },
    Named {
        preset: Preset {
            name: "kingdom-come",
            sentence: "Dice from Kingdom Come: Deliverance. Short straights score, each extra die of a kind doubles, first to bank 4,000 wins.",
        },
        rules: Rules {
            three_ones: 1000,
            kinds: Kinds::Double,
            straight: 1500,
            short_straight: ShortStraights::Pay(500, 750),
            target: 4000,
            end: End::OnBank,
            bank_takes: BankTakes::Kept,
            ..FARKLE
        },
        voice: TAVERN_VOICE,
    },
];

/// What the registry needs to know of them.
pub(super) const PRESETS: &[Preset] = &{
    let mut presets = [NAMED[0].preset; NAMED.len()];
    let mut place = 1;
    while place < NAMED.len() {
        presets[place] = NAMED[place].preset;
        place += 1;
    }
    presets
};
