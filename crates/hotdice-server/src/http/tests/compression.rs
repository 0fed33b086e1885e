//! Long answers are compressed for whoever asks for that.

use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use serde_json::json;
use tower::ServiceExt;

use super::Client;

/// Asks as a browser does, and returns the coding of the answer and its length.
async fn answered(client: &Client, method: &str, path: &str, body: String) -> (String, usize) {
    let request = Request::builder()
        .method(method)
        .uri(format!("/api/v1{path}"))
        .header(header::ACCEPT_ENCODING, "gzip, deflate, br")
        .header(header::CONTENT_TYPE, "application/json");
    let request = request.body(Body::from(body)).unwrap();
    let answer = client.router().oneshot(request).await.unwrap();
    assert!(answer.status().is_success(), "{path}");
    let coding = answer.headers().get(header::CONTENT_ENCODING);
    let coding = coding.map_or("", |coding| coding.to_str().unwrap());
    let coding = coding.to_owned();
    let body = to_bytes(answer.into_body(), 1 << 24).await.unwrap();
    (coding, body.len())
}

#[tokio::test]
async fn long_answers_are_compressed_and_those_with_tokens_are_not() {
    let client = Client::new();
    let explore = json!({ "rules": "farkle" }).to_string();
    for (method, path, body) in [
        ("GET", "/games", String::new()),
        ("GET", "/rules?rules=yatzy", String::new()),
        ("POST", "/explore", explore),
    ] {
        let plain = client.send(
            method,
            path,
            super::client::Ask {
                body: body.clone().into_bytes(),
                ..super::client::Ask::new().with("content-type", "application/json")
            },
        );
        let plain = plain.await.text.len();
        let (coding, length) = answered(&client, method, path, body).await;
        assert_eq!(coding, "gzip", "{path}");
        assert!(length * 2 < plain, "{path}: {length} of {plain}");
    }
    let open = json!({ "rules": "pig" }).to_string();
    assert_eq!(answered(&client, "POST", "/tables", open).await.0, "");
}

#[tokio::test]
async fn events_are_sent_as_they_happen() {
    let client = Client::new();
    let (table, tokens) = client.table_of_two("yatzy").await;
    let request = Request::get(format!("/api/v1/tables/{table}/events?pictures=true"))
        .header(header::ACCEPT_ENCODING, "gzip");
    let request = request.body(Body::empty()).unwrap();
    let answer = client.router().oneshot(request).await.unwrap();
    assert_eq!(answer.headers().get(header::CONTENT_ENCODING), None);
    client.step(&table, &tokens).await.unwrap();
}
