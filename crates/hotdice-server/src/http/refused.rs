//! Refusals in the description of the surface.

use std::collections::BTreeMap;

use hotdice_wire::Problem;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

/// An answer with this status, and a problem that says why.
pub(super) struct Refused<const STATUS: u16>;

impl<const STATUS: u16> IntoResponses for Refused<STATUS> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let problem = Ref::from_schema_name(Problem::name());
        let content = ContentBuilder::new().schema(Some(problem)).build();
        let refused = ResponseBuilder::new().content("application/problem+json", content);
        BTreeMap::from([(STATUS.to_string(), refused.build().into())])
    }
}
