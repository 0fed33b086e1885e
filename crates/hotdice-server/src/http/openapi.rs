//! The OpenAPI document, for programs and as a page for people.

use std::fmt::Write;
use std::sync::LazyLock;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use serde_json::Value;

use super::web::{PageFile, send};

/// The document that is committed with the sources, compressed by the build script. A test holds it against the handlers.
const DOCUMENT: PageFile =
    PageFile::Packed(include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz")));

/// Returns the OpenAPI document.
pub(super) async fn document(headers: HeaderMap) -> Response {
    let json = HeaderValue::from_static("application/json");
    let fixed = HeaderMap::from_iter([(header::CONTENT_TYPE, json)]);
    send(DOCUMENT, &headers, fixed).into_response()
}

/// Returns the same as a page that loads nothing else.
pub(super) async fn page() -> impl IntoResponse {
    static PAGE: LazyLock<String> = LazyLock::new(|| {
        let (document, _) = DOCUMENT.body(false);
        render(&serde_json::from_slice(&document).unwrap_or_default())
    });
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    (
        [(header::CONTENT_SECURITY_POLICY, policy)],
        Html(PAGE.as_str()),
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
        "<h1>{} <small>{}</small></h1>{}<p>For programs: <a href=/api/openapi.json>the OpenAPI document</a>. \
         Refusals are <code>application/problem+json</code> with a <code>code</code> that never changes its meaning. \
         Events come as server-sent events.</p>",
        text(&info["title"]),
        text(&info["version"]),
        prose(&plain(&info["description"])),
    );
    for tag in document["tags"].as_array().into_iter().flatten() {
        let _ = write!(
            page,
            "<h2 id='{0}'>{0}</h2>{1}",
            text(&tag["name"]),
            prose(&plain(&tag["description"]))
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
    let _ = write!(
        page,
        "<h3><span class=m>{}</span> {}</h3><p>{}.</p>{}<table>",
        method.to_uppercase(),
        escape(path),
        inline(&plain(&operation["summary"])),
        prose(&plain(&operation["description"])),
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
        "<h3 id='{0}'>{0}</h3>{1}",
        escape(name),
        prose(&plain(&schema["description"]))
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
        inline(words)
    );
}

/// Renders the Markdown that descriptions use: paragraphs, bold text and code.
fn prose(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter(|text| !text.trim().is_empty());
    paragraphs
        .map(|text| format!("<p>{}</p>", inline(text)))
        .collect()
}

/// Renders bold text and code. Asterisks in code stay as they are.
fn inline(text: &str) -> String {
    between(text, "`", "code", &|text| {
        between(text, "**", "strong", &escape)
    })
}

/// Puts what stands between two marks into an element; a mark without a partner stays as it is.
fn between(text: &str, mark: &str, element: &str, outside: &dyn Fn(&str) -> String) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some((before, (inside, after))) = rest
        .split_once(mark)
        .and_then(|(before, after)| Some((before, after.split_once(mark)?)))
    {
        let _ = write!(
            html,
            "{}<{element}>{}</{element}>",
            outside(before),
            escape(inside)
        );
        rest = after;
    }
    html + &outside(rest)
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
    use super::{DOCUMENT, inline, prose, render};

    #[test]
    fn descriptions_are_rendered() {
        assert_eq!(
            prose("One\ntwo.\n\n\n\nThree."),
            "<p>One\ntwo.</p><p>Three.</p>"
        );
        assert_eq!(prose(""), "");
        let rendered = "<strong>A &amp; b.</strong> <code>&lt;**c**&gt;</code> and <code>d</code>";
        assert_eq!(inline("**A & b.** `<**c**>` and `d`"), rendered);
        assert_eq!(inline("2 ** 3 and ` alone"), "2 ** 3 and ` alone");
    }

    #[test]
    fn the_page_shows_no_markdown() {
        let (document, _) = DOCUMENT.body(false);
        let page = render(&serde_json::from_slice(&document).unwrap());
        assert!(page.contains("<p><strong>Retries.</strong> Send every POST"));
        assert!(page.contains("<code>POST /tables</code> opens a table."));
        for mark in ["**", "`", "\n\n"] {
            assert!(!page.contains(mark), "{mark}");
        }
        for element in ["p", "strong", "code"] {
            let count = |tag: String| page.matches(&tag).count();
            let (opened, closed) = (
                count(format!("<{element}>")),
                count(format!("</{element}>")),
            );
            assert!(
                opened == closed && opened > 0,
                "{element}: {opened} {closed}"
            );
        }
    }
}
