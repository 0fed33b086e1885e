//! Idempotency keys: a request that is repeated under its key is carried out once and answered alike.
//!
//! The store remembers the digest of each key together with a *fingerprint* of the request, so that a key which is
//! reused for another request is noticed. A fingerprint must not depend on anything that an upgrade may change: it is the
//! SHA-256 of a version, the method, the route and the canonical JSON of the body (keys sorted, absent optional fields
//! left out), so that a new optional field leaves the fingerprints of older requests as they were.

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use hotdice_table::Settings;
use hotdice_wire::{ActionRequest, JoinRequest, OfferRequest, OpenRequest};
use serde::Serialize;

use crate::failure::Failure;
use crate::store::{Digest, IdempotencyKey};
use crate::token::digest;

/// The idempotency key that came with a request, if any, as a digest.
pub(super) struct RequestKey(Option<Digest>);

impl<S: Send + Sync> FromRequestParts<S> for RequestKey {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let Some(value) = parts.headers.get("idempotency-key") else {
            return Ok(Self(None));
        };
        let fits = (16..=64).contains(&value.len());
        let text = value.to_str().ok().filter(|_| fits);
        let text = text.ok_or_else(|| {
            Failure::invalid("an Idempotency-Key has 16 to 64 visible characters: make it random")
        })?;
        // The same key of somebody else, or at another address, is another key.
        let sender = parts.headers.get(AUTHORIZATION);
        let sender = sender.map_or(&b""[..], |value| value.as_bytes());
        let path = parts.uri.path().as_bytes();
        let parts = [b"hotdice/repeat/v1", sender, path, text.as_bytes()];
        Ok(Self(Some(digest(&parts))))
    }
}

impl RequestKey {
    /// Returns the key of a request.
    pub(super) fn of(&self, request: &Request<'_>) -> Option<IdempotencyKey> {
        Some(IdempotencyKey {
            key: self.0?,
            fingerprint: request.fingerprint(),
            legacy: request.legacy().map(|text| digest(&[text.as_bytes()])),
        })
    }
}

/// A request that can be repeated.
pub(super) enum Request<'a> {
    /// Opens a table, with the settings that follow from the request.
    Open(&'a OpenRequest, &'a Settings),
    Join(&'a JoinRequest),
    Start,
    Act(&'a ActionRequest),
    Leave,
    Return,
    Offer(&'a OfferRequest),
    Decline(&'a OfferRequest),
    Resign,
}

impl Request<'_> {
    fn fingerprint(&self) -> Digest {
        match self {
            Self::Open(body, _) => fingerprint("/tables", body),
            Self::Join(body) => fingerprint("/tables/{id}/seats", body),
            Self::Start => fingerprint("/tables/{id}/start", &()),
            Self::Act(body) => fingerprint("/tables/{id}/actions", body),
            Self::Leave => fingerprint("/tables/{id}/leave", &()),
            Self::Return => fingerprint("/tables/{id}/return", &()),
            Self::Offer(body) => fingerprint("/tables/{id}/draw", body),
            Self::Decline(body) => fingerprint("/tables/{id}/draw/decline", body),
            Self::Resign => fingerprint("/tables/{id}/resign", &()),
        }
    }

    /// Writes a request as servers of version 0.1 did before they hashed it: in the debug format of that time, which is
    /// frozen here. Fields that were added since are left out; a request that has them never met an older server, nor did
    /// requests that were added since.
    ///
    /// It can be deleted, with [`IdempotencyKey::legacy`], when no store has keys of such a server any more.
    fn legacy(&self) -> Option<String> {
        let hashed = match self {
            Self::Open(body, _) => body.token_hash.is_some(),
            Self::Join(body) => body.token_hash.is_some(),
            _ => false,
        };
        if hashed {
            return None;
        }
        Some(match self {
            Self::Open(_, settings) => format!(
                "open Settings {{ rules: {:?}, seats: {}, clock: {:?}, standin: {:?}, coach: {}, after: None }}",
                settings.rules, settings.seats, settings.clock, settings.standin, settings.coach
            ),
            Self::Join(JoinRequest {
                name, entropy, bot, ..
            }) => {
                format!("join JoinRequest {{ name: {name:?}, entropy: {entropy:?}, bot: {bot:?} }}")
            }
            Self::Start => "start".to_owned(),
            Self::Act(ActionRequest {
                seq,
                action,
                expect,
                ..
            }) => format!("ActionRequest {{ seq: {seq}, action: {action:?}, expect: {expect:?} }}"),
            Self::Leave => "leave".to_owned(),
            Self::Return => "return".to_owned(),
            Self::Offer(OfferRequest { seq, .. }) => format!("OfferRequest {{ seq: {seq} }}"),
            Self::Decline(_) | Self::Resign => return None,
        })
    }
}

/// Returns the fingerprint, version 1, of a POST request.
fn fingerprint(route: &str, body: &impl Serialize) -> Digest {
    let mut body = serde_json::to_value(body).expect("requests are plain data");
    body.sort_all_objects();
    digest(&[format!("v1\nPOST /api/v1{route}\n{body}").as_bytes()])
}

#[cfg(test)]
mod tests {
    use hotdice_table::Table;

    use super::*;

    /// What version 0.1 hashed, noted down when it was current.
    #[test]
    fn the_legacy_form_is_that_of_version_0_1() {
        let clocked = OpenRequest {
            rules: "zilch".to_owned(),
            clock: Some(30),
            ..OpenRequest::default()
        };
        let mut settings = Table::settings_for("zilch", Some(3)).unwrap();
        settings.clock = std::num::NonZeroU32::new(30);
        let join = JoinRequest {
            name: Some("A\"da ☃".to_owned()),
            entropy: Some("00ff".to_owned()),
            ..JoinRequest::default()
        };
        let act = ActionRequest {
            link: None,
            seq: 12,
            action: "keep 1 1".to_owned(),
            expect: Some(-3),
        };
        for (request, legacy) in [
            (
                Request::Open(&clocked, &settings),
                r#"open Settings { rules: "zilch", seats: 3, clock: Some(30), standin: "careful", coach: false, after: None }"#,
            ),
            (
                Request::Join(&join),
                r#"join JoinRequest { name: Some("A\"da ☃"), entropy: Some("00ff"), bot: None }"#,
            ),
            (
                Request::Act(&act),
                r#"ActionRequest { seq: 12, action: "keep 1 1", expect: Some(-3) }"#,
            ),
            (
                Request::Offer(&OfferRequest { seq: 7 }),
                "OfferRequest { seq: 7 }",
            ),
        ] {
            assert_eq!(request.legacy().as_deref(), Some(legacy));
        }
    }

    /// A request of a later version: another order of fields, and an optional one that is left out.
    #[derive(Serialize)]
    struct LaterAction {
        action: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        comment: Option<String>,
        seq: u64,
    }

    #[test]
    fn a_new_optional_field_changes_no_fingerprint() {
        let now = ActionRequest {
            link: None,
            seq: 12,
            action: "bank".to_owned(),
            expect: None,
        };
        let later = |comment: Option<&str>| LaterAction {
            action: "bank".to_owned(),
            comment: comment.map(str::to_owned),
            seq: 12,
        };
        let route = "/tables/{id}/actions";
        assert_eq!(
            Request::Act(&now).fingerprint(),
            fingerprint(route, &later(None))
        );
        assert_ne!(
            Request::Act(&now).fingerprint(),
            fingerprint(route, &later(Some("x")))
        );
        assert_ne!(Request::Leave.fingerprint(), Request::Return.fingerprint());
    }
}
