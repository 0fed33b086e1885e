//! How faces, dice and seats are written by serde: as numbers that people use, seats counted from 1.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Dice, Face, Seat};

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.index() as u8 + 1)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        let seat = number.checked_sub(1).and_then(Self::new);
        seat.ok_or_else(|| {
            D::Error::invalid_value(Unexpected::Unsigned(number.into()), &"a seat from 1 on")
        })
    }
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.pips())
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pips = u8::deserialize(deserializer)?;
        Self::new(pips).ok_or_else(|| {
            D::Error::invalid_value(Unexpected::Unsigned(pips.into()), &"1 to 6 pips")
        })
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.faces())
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let faces = Vec::<Face>::deserialize(deserializer)?;
        let dice = faces
            .iter()
            .try_fold(Self::NONE, |dice, &face| dice.with(face));
        dice.ok_or_else(|| D::Error::invalid_length(faces.len(), &"at most 255 dice"))
    }
}
