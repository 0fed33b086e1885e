//! The OpenAPI document, for programs and as a page for people.

use std::collections::BTreeMap;
use std::fmt::Write;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use hotdice_wire::Problem;
use hotdice_wire::formats::{KeyText, TableName};
use serde_json::Value;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::link::LinkBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

use super::App;

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

/// Adds what holds for many operations, so that it is written once: formats, refusals and links.
pub(super) fn complete(document: &mut OpenApi) {
    add_common_refusals(document);
    add_formats(document);
    add_links(document);
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

/// Returns the OpenAPI document.
pub(super) async fn document(State(app): State<App>) -> Json<OpenApi> {
    Json((*app.document).clone())
}

/// Returns the same as a page that loads nothing else.
pub(super) async fn page(State(app): State<App>) -> impl IntoResponse {
    let document = serde_json::to_value(&*app.document).unwrap_or_default();
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    (
        [(header::CONTENT_SECURITY_POLICY, policy)],
        Html(render(&document)),
    )
}

const HEAD: &str = "<!doctype html><html lang=en><meta charset=utf-8>\
<meta name=viewport content='width=device-width, initial-scale=1'><title>Hot Dice: the API</title><style>\
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem}\
h2{margin-top:2.5rem}h3{font:600 1rem ui-monospace,monospace;border-top:1px solid #8884;padding-top:1rem;overflow-wrap:anywhere}\
code,pre{font-family:ui-monospace,monospace;font-size:.9em}table{border-collapse:collapse;width:100%;font-size:.95rem}\
td:first-child{width:17rem}td,th{text-align:left;vertical-align:top;padding:.15rem .8rem .15rem 0}.m{display:inline-block;min-width:3.2rem}</style>";

fn render(document: &Value) -> String {
    let mut page = HEAD.to_owned();
    let text = |value: &Value| escape(value.as_str().unwrap_or_default());
    let info = &document["info"];
    let _ = write!(
        page,
        "<h1>{} <small>{}</small></h1><p>{}</p><p>For programs: <a href=/api/openapi.json>the OpenAPI document</a>. \
         Refusals are <code>application/problem+json</code> with a <code>code</code> that never changes its meaning. \
         Events come as server-sent events.</p>",
        text(&info["title"]),
        text(&info["version"]),
        text(&info["description"]),
    );
    for tag in document["tags"].as_array().into_iter().flatten() {
        let _ = write!(
            page,
            "<h2 id='{0}'>{0}</h2><p>{1}</p>",
            text(&tag["name"]),
            text(&tag["description"])
        );
        render_operations(&mut page, document, &tag["name"]);
    }
    page.push_str("<h2 id=types>types</h2>");
    for (name, schema) in object(&document["components"]["schemas"]) {
        render_type(&mut page, name, schema);
    }
    page
}

fn render_operations(page: &mut String, document: &Value, tag: &Value) {
    for (path, methods) in object(&document["paths"]) {
        for (method, operation) in object(methods) {
            if operation["tags"][0] == *tag {
                render_operation(page, path, method, operation);
            }
        }
    }
}

fn render_operation(page: &mut String, path: &str, method: &str, operation: &Value) {
    let words = |key: &str| escape(operation[key].as_str().unwrap_or_default());
    let _ = write!(
        page,
        "<h3><span class=m>{}</span> {}</h3><p>{} {}</p><table>",
        method.to_uppercase(),
        escape(path),
        words("summary"),
        words("description"),
    );
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        row(
            page,
            &format!(
                "{} ({})",
                plain(&parameter["name"]),
                plain(&parameter["in"])
            ),
            &plain(&parameter["description"]),
        );
    }
    for (kind, content) in object(&operation["requestBody"]["content"]) {
        row(
            page,
            "body",
            &format!("{} {kind}", type_name(&content["schema"])),
        );
    }
    for (status, answer) in object(&operation["responses"]) {
        let types = object(&answer["content"]).map(|(_, content)| type_name(&content["schema"]));
        row(page, status, &types.collect::<Vec<_>>().join(", "));
    }
    page.push_str("</table>");
}

fn render_type(page: &mut String, name: &str, schema: &Value) {
    let _ = write!(
        page,
        "<h3 id='{0}'>{0}</h3><p>{1}</p>",
        escape(name),
        escape(&plain(&schema["description"]))
    );
    page.push_str("<table>");
    for (field, of) in object(&schema["properties"]) {
        row(
            page,
            field,
            &format!("{}. {}", type_name(of), plain(&of["description"])),
        );
    }
    for variant in ["enum", "oneOf"]
        .iter()
        .flat_map(|key| schema[*key].as_array().into_iter().flatten())
    {
        row(
            page,
            &variant
                .as_str()
                .map_or_else(|| type_name(variant), str::to_owned),
            &plain(&variant["description"]),
        );
    }
    page.push_str("</table>");
}

fn row(page: &mut String, name: &str, words: &str) {
    let _ = write!(
        page,
        "<tr><td><code>{}</code><td>{}",
        escape(name),
        escape(words)
    );
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn plain(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Names a type in a few words.
fn type_name(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(several) = schema["oneOf"].as_array() {
        let names: Vec<String> = several.iter().map(type_name).collect();
        return names.join(" or ");
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => {
            format!("list of {}", type_name(&schema["items"]))
        }
        Value::String(kind) if kind == "object" => {
            let fields: Vec<&str> = object(&schema["properties"])
                .map(|(name, _)| name.as_str())
                .collect();
            format!("object {{{}}}", fields.join(", "))
        }
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => {
            let kinds: Vec<&str> = kinds.iter().filter_map(Value::as_str).collect();
            kinds.join(" or ")
        }
        _ => "anything".to_owned(),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    /// The page's types are made from this file. `HOTDICE_BLESS=1` writes it anew.
    #[test]
    fn the_committed_document_is_that_of_the_server() {
        let (_, document) = crate::http::api();
        let mut text = document.to_pretty_json().expect("a document");
        text.push('\n');
        hotdice_testkit::golden::check("web/openapi.json", &text);
    }
}
