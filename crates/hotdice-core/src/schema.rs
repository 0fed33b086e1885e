//! How dice and seats look in an OpenAPI document: as the numbers they are written as.

use utoipa::openapi::{RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::{Dice, Seat};

impl PartialSchema for Seat {
    fn schema() -> RefOr<Schema> {
        u8::schema()
    }
}

impl ToSchema for Seat {}

impl PartialSchema for Dice {
    fn schema() -> RefOr<Schema> {
        Vec::<u8>::schema()
    }
}

impl ToSchema for Dice {}
