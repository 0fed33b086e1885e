//! Extractors: the parts of a request, read once at the edge into precise types.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::StatusCode;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use axum::http::request::Parts;
use axum::response::IntoResponse;
use hotdice_table::TableId;
use hotdice_wire::Code;
use serde::de::DeserializeOwned;

use super::App;
use crate::failure::Failure;
use crate::token::Bearer;

/// The table that a path names.
pub(super) struct AtTable(pub(super) TableId);

impl<S: Send + Sync> FromRequestParts<S> for AtTable {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let Path(name) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| Failure::no_table())?;
        name.parse().map(Self).map_err(|_| Failure::no_table())
    }
}

/// The token that came with a request, if any.
pub(super) struct AuthToken(Option<Bearer>);

impl AuthToken {
    /// Returns the token, if there is one.
    pub(super) fn optional(self) -> Option<Bearer> {
        self.0
    }

    /// Returns the token, which there must be.
    pub(super) fn required(self) -> Result<Bearer, Failure> {
        let detail = "send the token of your seat: Authorization: Bearer TOKEN";
        self.0.ok_or_else(|| Failure::unauthorized(detail))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AuthToken {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let Some(value) = parts.headers.get(AUTHORIZATION) else {
            return Ok(Self(None));
        };
        let token = token(value).ok_or_else(|| {
            Failure::unauthorized("send your token as Authorization: Bearer TOKEN")
        })?;
        Ok(Self(Some(Bearer::received(token))))
    }
}

/// Reads the token in a header.
pub(super) fn token(value: &HeaderValue) -> Option<&str> {
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The JSON body of a request.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> Result<Self, Failure> {
        if request
            .headers()
            .get(CONTENT_TYPE)
            .is_some_and(|kind| !is_json(kind))
        {
            let detail = "send JSON, with Content-Type: application/json";
            return Err(Failure::invalid(detail).with_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        }
        let bytes = bytes(request, app).await?;
        let read = serde_json::from_slice(&bytes);
        read.map(Self)
            .map_err(|error| Failure::invalid(format!("invalid request body: {error}")))
    }
}

/// Tells whether a content type is JSON. Pages of other sites may send some others without asking.
fn is_json(kind: &HeaderValue) -> bool {
    let kind = kind.to_str().unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

/// The text body of a request.
pub(super) struct Text(pub(super) String);

impl FromRequest<App> for Text {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> Result<Self, Failure> {
        let bytes = bytes(request, app).await?;
        let text = String::from_utf8(bytes.into());
        text.map(Self)
            .map_err(|_| Failure::invalid("the request body is not UTF-8 text"))
    }
}

/// How long the body of a request may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

async fn bytes(request: Request, app: &App) -> Result<Bytes, Failure> {
    let world = &app.service.world;
    let arrived = world.timeout(BODY_TIMEOUT, Bytes::from_request(request, app));
    let arrived = arrived.await;
    arrived
        .map_err(|_| {
            let detail = "the request body took too long to arrive: send it again";
            Failure::invalid(detail).with_status(StatusCode::REQUEST_TIMEOUT)
        })?
        .map_err(|refused| match refused.into_response().status().as_u16() {
            413 => Failure::new(
                Code::TooLarge,
                "the request body is too large for this server",
            ),
            _ => Failure::invalid("the request body was cut off: send it again"),
        })
}

/// What stands in the query of an address.
pub(super) struct Query<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let read: Result<axum::extract::Query<T>, _> =
            axum::extract::Query::try_from_uri(&parts.uri);
        let wrong = |error| Failure::invalid(format!("invalid query: {error}"));
        read.map(|query| Self(query.0)).map_err(wrong)
    }
}
