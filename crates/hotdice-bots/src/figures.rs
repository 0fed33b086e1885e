//! What perfect play of a game is worth, in a few figures.

/// One figure about a solved game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Its name for programs.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// What it is, in a few words.
    pub words: &'static str,
    /// What it counts.
    pub unit: Unit,
}

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Points.
    Points,
    /// Points that are known to three decimals, because ties are broken by rounding.
    RoughPoints,
    /// A chance between 0 and 1.
    Chance,
    /// A chance between 0 and 1 that is known to six digits.
    RoughChance,
}

impl Unit {
    /// Returns its name for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Points | Self::RoughPoints => "points",
            Self::Chance | Self::RoughChance => "chance",
        }
    }
}

impl Figure {
    pub(crate) fn points(name: &'static str, value: f64, words: &'static str) -> Self {
        let unit = Unit::Points;
        Self {
            name,
            value,
            words,
            unit,
        }
    }

    pub(crate) fn deviation(name: &'static str, value: f64, words: &'static str) -> Self {
        let unit = Unit::RoughPoints;
        Self {
            name,
            value,
            words,
            unit,
        }
    }

    pub(crate) fn chance(name: &'static str, value: f64, words: &'static str) -> Self {
        let unit = Unit::Chance;
        Self {
            name,
            value,
            words,
            unit,
        }
    }

    /// Returns the chance of the first of two perfect players.
    pub(crate) fn first_of_two(value: f64) -> Self {
        let words = "First player's winning chance";
        Self::chance("first_wins", value, words)
    }

    pub(crate) fn rough_chance(name: &'static str, value: f64, words: &'static str) -> Self {
        let unit = Unit::RoughChance;
        Self {
            name,
            value,
            words,
            unit,
        }
    }

    /// Writes the value with all digits that can be trusted.
    #[must_use]
    pub fn value_in_words(&self) -> String {
        match self.unit {
            Unit::Points => format!("{:.9}", self.value),
            Unit::RoughPoints => format!("{:.3}", self.value),
            Unit::Chance => format!("{:.12}", self.value),
            Unit::RoughChance => format!("{:.6}", self.value),
        }
    }
}
