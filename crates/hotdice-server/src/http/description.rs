//! How the committed OpenAPI document is made: from the attributes of the handlers and the types of the wire. Only tests do it, and
//! compare; a program carries what is committed.

use std::collections::{BTreeMap, BTreeSet};

use hotdice_wire::formats::{KeyText, TableName};
use hotdice_wire::{EmoteNews, Event, PresenceNews, Problem};
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::link::LinkBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, OpenApi as _, ToSchema};

use super::routes;

/// A refusal with this status, and a problem that says why.
pub(super) struct Refused<const STATUS: u16>;

impl<const STATUS: u16> IntoResponses for Refused<STATUS> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let problem = Ref::from_schema_name(Problem::name());
        let content = ContentBuilder::new().schema(Some(problem)).build();
        let mut refused = ResponseBuilder::new().content("application/problem+json", content);
        if matches!(STATUS, 429 | 503) {
            let seconds = ObjectBuilder::new().schema_type(Type::Integer);
            let retry_after = HeaderBuilder::new()
                .schema(Some(seconds))
                .description(Some("After how many seconds it is worth trying again"));
            refused = refused.header("Retry-After", retry_after.build());
        }
        BTreeMap::from([(STATUS.to_string(), refused.build().into())])
    }
}

/// A message of a stream, for the OpenAPI document.
#[derive(utoipa::ToSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
#[expect(dead_code, reason = "frames are written as text")]
pub(super) enum StreamMessage {
    /// An event of the log.
    Log {
        /// Send it as Last-Event-ID to resume after this event: its number, a dash and the first 16 digits of its head.
        id: String,
        data: Box<Event>,
    },
    /// Who has the table open now, as soon as that changes. It has no id.
    Presence { data: PresenceNews },
    /// An emote, as it is sent. It has no id.
    Emote { data: EmoteNews },
}

/// Describes the API: what stands at the handlers, and what holds for many operations and is therefore written once.
pub(super) fn describe() -> OpenApi {
    let mut document = routes::Description::openapi();
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("token", SecurityScheme::Http(bearer));
    add_common_refusals(&mut document);
    add_formats(&mut document);
    add_links(&mut document);
    document
}

/// Gives the parameters that many operations have their format.
fn add_formats(document: &mut OpenApi) {
    let operations = document.paths.paths.values_mut();
    let operations = operations.flat_map(|path| [&mut path.get, &mut path.post]);
    let parameters = operations.flatten().filter_map(|it| it.parameters.as_mut());
    for parameter in parameters.flatten() {
        let RefOr::T(parameter) = parameter else {
            continue;
        };
        let (schema, words) = match parameter.name.as_str() {
            "id" => (TableName::name(), "The name of the table"),
            "Idempotency-Key" => (
                KeyText::name(),
                "Makes a repeated request the same one: it is carried out once, and answered alike",
            ),
            _ => continue,
        };
        parameter.schema = Some(Ref::from_schema_name(schema).into());
        parameter
            .description
            .get_or_insert_with(|| words.to_owned());
    }
}

/// Where the name of a table stands that an operation answers with, or was asked about.
const ANSWERED: &str = "$response.body#/table";
const ASKED: &str = "$request.path.id";

/// Which operations lead to which others: from, its status, where the name of the table stands, and to.
pub(super) const LINKS: &[(&str, &str, &str, &[&str])] = &[
    (
        "open",
        "201",
        ANSWERED,
        &["join", "look", "events", "start"],
    ),
    (
        "join",
        "201",
        ASKED,
        &["look", "events", "act", "leave", "offer_transfer"],
    ),
    (
        "look",
        "200",
        ASKED,
        &["join", "act", "events", "hint", "record"],
    ),
    ("start", "200", ASKED, &["look", "act"]),
    ("act", "200", ASKED, &["look", "act", "record", "rematch"]),
    ("leave", "200", ASKED, &["come_back"]),
    ("rematch", "201", ANSWERED, &["join", "look"]),
    ("take_transfer", "201", ANSWERED, &["look", "act", "events"]),
];

fn add_links(document: &mut OpenApi) {
    for path in document.paths.paths.values_mut() {
        for operation in [&mut path.get, &mut path.post].into_iter().flatten() {
            let id = operation.operation_id.as_deref();
            let links = LINKS.iter().filter(|(from, ..)| Some(*from) == id);
            for (_, status, table, targets) in links {
                if let Some(RefOr::T(response)) = operation.responses.responses.get_mut(*status) {
                    let link = |target: &&str| {
                        let link = LinkBuilder::new().operation_id(*target);
                        let link = link.parameter("id", *table).build();
                        ((*target).to_owned(), RefOr::T(link))
                    };
                    response.links.extend(targets.iter().map(link));
                }
            }
        }
    }
}

/// Adds what any request may be answered with.
fn add_common_refusals(document: &mut OpenApi) {
    for path in document.paths.paths.values_mut() {
        if let Some(operation) = &mut path.post {
            let refused = Refused::<403>::responses();
            operation.responses.responses.extend(refused);
        }
        for operation in [&mut path.get, &mut path.post].into_iter().flatten() {
            let mut refused = Refused::<431>::responses();
            refused.extend(Refused::<503>::responses());
            if operation.request_body.is_some() {
                refused.extend(Refused::<408>::responses());
                refused.extend(Refused::<415>::responses());
            }
            refused.extend(Refused::<421>::responses());
            operation.responses.responses.extend(refused);
        }
    }
}

/// The page's types are made from this file. `HOTDICE_BLESS=1` writes it anew.
#[test]
fn the_committed_document_is_that_of_the_server() {
    let mut text = describe().to_pretty_json().expect("a document");
    text.push('\n');
    hotdice_testkit::golden::check("web/openapi.json", &text);
}

/// Every route is described under its own method, address and name, and nothing else is.
#[test]
fn the_routes_are_those_that_are_described() {
    let paths = describe().paths.paths;
    let described: BTreeSet<_> = paths
        .iter()
        .flat_map(|(path, item)| {
            let operations = [("get", &item.get), ("post", &item.post)];
            operations.map(|(method, operation)| {
                let operation = operation.as_ref()?;
                Some((path.as_str(), method, operation.operation_id.as_deref()?))
            })
        })
        .flatten()
        .collect();
    assert_eq!(
        BTreeSet::from_iter(routes::ROUTES.iter().copied()),
        described
    );
}
