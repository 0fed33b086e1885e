//! Formats of texts, for the OpenAPI document: what a table is called, how bytes are written, which bots there are.
//!
//! Requests and answers hold plain texts, which are read where they are used; these types only describe them.

use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Describes texts of one form.
macro_rules! formats {
    ($($(#[doc = $words:literal])+ $name:ident: $pattern:literal, $length:expr, $example:literal;)+) => {$(
        $(#[doc = $words])+
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let words = [$($words),+].map(str::trim).join(" ");
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .description(Some(words))
                    .pattern(Some($pattern))
                    .min_length(Some($length.0))
                    .max_length(Some($length.1))
                    .examples([$example])
                    .into()
            }
        }

        impl ToSchema for $name {}
    )+};
}

formats! {
    /// The name of a table: ten letters and digits, without i, l, o and u.
    TableName: "^[0-9a-hjkmnp-tv-z]{10}$", (10, 10), "k7w2m9x4ab";
    /// A code that carries a seat to another device: twelve letters and digits, without i, l, o and u.
    SeatCode: "^[0-9a-hjkmnp-tv-z]{12}$", (12, 12), "k7w2m9x4ab3d";
    /// Thirty-two bytes as 64 hexadecimal digits.
    Hex32: "^[0-9a-fA-F]{64}$", (64, 64), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    /// What makes a repeated request the same one: visible characters of ASCII, random and new for every request.
    KeyText: "^[!-~]{16,64}$", (16, 64), "6f1ed002ab5595859014ebf0951522d9";
}

/// How well a bot plays. Not every game has every level: `perfect` is there only where it is true.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum BotLevel {
    /// Any legal action.
    Random,
    /// What pays most at once.
    Greedy,
    /// Sensible rules of thumb.
    Careful,
    /// As well as the server can.
    Strong,
    /// Perfect, where the game is solved.
    Perfect,
}
