//! The OpenAPI document tells the truth: answers fit it, and it is enough to write a client that is safe.

use std::collections::BTreeSet;

use hotdice_bots::Level;
use regex::Regex;
use serde_json::{Value, json};

use super::Client;
use super::client::{Answer, Ask, entropy};

fn document() -> Value {
    serde_json::to_value(crate::http::description::describe()).unwrap()
}

/// A schema of the document, and where in the value that it describes we are.
struct SchemaChecker<'a> {
    document: &'a Value,
}

/// Keywords that say nothing about a value.
const WORDS: &[&str] = &[
    "description",
    "examples",
    "example",
    "title",
    "format",
    "discriminator",
    "default",
];

impl SchemaChecker<'_> {
    /// Lists what is wrong with a value, each with the place; fails at a keyword that it does not know.
    fn flaws(&self, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        let mut flaws = Vec::new();
        let mut expect = |holds: bool, what: &str| {
            if !holds {
                flaws.push(format!("{at}: {what}: {value}"));
            }
        };
        let mut inner = Vec::new();
        for (keyword, wanted) in schema.as_object().into_iter().flatten() {
            match keyword.as_str() {
                "$ref" => inner.extend(self.flaws(self.resolve(wanted), value, at)),
                "type" => expect(has_type(wanted, value), &format!("is no {wanted}")),
                "enum" => expect(
                    wanted.as_array().unwrap().contains(value),
                    &format!("none of {wanted}"),
                ),
                "pattern" => {
                    let pattern = Regex::new(wanted.as_str().unwrap()).unwrap();
                    let fits = |text| pattern.is_match(text);
                    expect(value.as_str().is_none_or(fits), "another pattern");
                }
                "minLength" | "maxLength" => {
                    let length = value.as_str().map(|text| text.chars().count() as u64);
                    let bound = wanted.as_u64().unwrap();
                    let fits = |length| match keyword.as_str() {
                        "minLength" => length >= bound,
                        _ => length <= bound,
                    };
                    expect(length.is_none_or(fits), "another length");
                }
                "minimum" => {
                    let fits = |number| number >= wanted.as_f64().unwrap();
                    expect(value.as_f64().is_none_or(fits), "too small");
                }
                "maximum" => {
                    let fits = |number| number <= wanted.as_f64().unwrap();
                    expect(value.as_f64().is_none_or(fits), "too large");
                }
                "required" => {
                    for field in wanted.as_array().unwrap() {
                        let field = field.as_str().unwrap();
                        expect(value.get(field).is_some(), &format!("lacks {field}"));
                    }
                }
                "properties" => {
                    for (field, schema) in wanted.as_object().unwrap() {
                        if let Some(value) = value.get(field) {
                            inner.extend(self.flaws(schema, value, &format!("{at}/{field}")));
                        }
                    }
                }
                "items" => {
                    for (place, value) in value.as_array().into_iter().flatten().enumerate() {
                        inner.extend(self.flaws(wanted, value, &format!("{at}/{place}")));
                    }
                }
                "allOf" => {
                    for schema in wanted.as_array().unwrap() {
                        inner.extend(self.flaws(schema, value, at));
                    }
                }
                "oneOf" => {
                    let schemas = wanted.as_array().unwrap();
                    let fits = |schema: &&Value| self.flaws(schema, value, at).is_empty();
                    let fitting = schemas.iter().filter(fits).count();
                    expect(fitting == 1, &format!("fits {fitting} of the schemas"));
                }
                // Fields that are not described are unknown to whoever reads the document.
                "additionalProperties" => {}
                word if WORDS.contains(&word) => {}
                other => panic!("{at}: {other} is not checked here"),
            }
        }
        flaws.extend(inner);
        flaws
    }

    fn resolve(&self, reference: &Value) -> &Value {
        let path = reference.as_str().unwrap().trim_start_matches('#');
        self.document.pointer(path).unwrap()
    }

    /// Expects an answer that the document allows for an operation.
    #[track_caller]
    fn check(&self, method: &str, path: &str, answer: &Answer) {
        let operation = &self.document["paths"][format!("/api/v1{path}")][method];
        let response = &operation["responses"][answer.status.as_str()];
        assert!(response.is_object(), "{method} {path}: {answer:?}");
        let kind = answer.kind.split(';').next().unwrap();
        let schema = &response["content"][kind]["schema"];
        assert!(schema.is_object(), "{method} {path}: {answer:?}");
        let flaws = self.flaws(schema, &answer.json(), "");
        assert_eq!(flaws, Vec::<String>::new(), "{method} {path}");
    }
}

fn has_type(wanted: &Value, value: &Value) -> bool {
    let is = |kind: &Value| match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("there is no type {other}"),
    };
    match wanted {
        Value::Array(kinds) => kinds.iter().any(is),
        kind => is(kind),
    }
}

#[test]
fn the_checker_finds_what_does_not_fit() {
    let document = document();
    let checker = SchemaChecker {
        document: &document,
    };
    let opened = json!({ "$ref": "#/components/schemas/Opened" });
    let good = json!({ "table": "k7w2m9x4ab", "commitment": "0".repeat(64) });
    assert_eq!(checker.flaws(&opened, &good, ""), Vec::<String>::new());
    for (field, value) in [
        ("table", json!("K7W2M9X4AB")),
        ("table", json!(7)),
        ("commitment", json!("00")),
        ("host_token", json!("short")),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        assert_ne!(checker.flaws(&opened, &bad, ""), Vec::<String>::new());
    }
    let lacking = json!({ "table": "k7w2m9x4ab" });
    assert_ne!(checker.flaws(&opened, &lacking, ""), Vec::<String>::new());
}

#[tokio::test]
async fn answers_fit_the_document_through_whole_games() {
    let document = document();
    let checker = SchemaChecker {
        document: &document,
    };
    let client = Client::new();
    let hash = |token: &str| hotdice_api::hash_of_token(token).to_string();
    for rules in ["pig(target=15)", "farkle(target=300)", "tridice", "cheese"] {
        let open = json!({ "rules": rules, "seats": 2, "coach": true, "standin": "greedy" });
        let opened = client.post("/tables", &open).await;
        checker.check("post", "/tables", &opened);
        let table = opened.good()["table"].as_str().unwrap().to_owned();
        let mut tokens = Vec::new();
        for name in ["Ada", "Bo"] {
            let token_hash = hash(name);
            let person =
                json!({ "name": name, "entropy": entropy(name), "token_hash": token_hash });
            let joined = client
                .post(&format!("/tables/{table}/seats"), &person)
                .await;
            checker.check("post", "/tables/{id}/seats", &joined);
            tokens.push(name.to_owned());
        }
        for turn in 0..40 {
            // Hints of other games take a while.
            let asked = if rules.starts_with("pig") { 2 } else { 1 };
            for path in &["/tables/{id}", "/tables/{id}/hint"][..asked] {
                let ask = Ask::new().token(&tokens[turn % 2]);
                let answer = client.send("GET", &path.replace("{id}", &table), ask).await;
                checker.check("get", path, &answer);
            }
            let view = client.get(&format!("/tables/{table}")).await.good();
            let Some(seat) = view["waiting"]["seat"].as_u64() else {
                break;
            };
            let token = &tokens[seat as usize - 1];
            let choices = client.view(&table, token).await["scene"]["choices"].clone();
            let action = json!({ "seq": view["seq"], "action": choices[0]["notation"] });
            let acted = client.act(&table, token, &turn.to_string(), &action).await;
            checker.check("post", "/tables/{id}/actions", &acted);
            let late = client
                .act(&table, token, &format!("{turn} late"), &action)
                .await;
            checker.check("post", "/tables/{id}/actions", &late);
        }
        let active = client.service.active_table(table.parse().unwrap()).await;
        let active = active.ok().unwrap();
        let log = client.service.past_events(&active, 0, active.seq()).await;
        let log = log.ok().unwrap();
        let event = json!({ "$ref": "#/components/schemas/StreamMessage" });
        for (number, data) in log.iter().enumerate() {
            let message = json!({ "event": "log", "id": (number + 1).to_string(), "data": data });
            let flaws = checker.flaws(&event, &message, "");
            assert_eq!(flaws, Vec::<String>::new());
        }
        assert!(log.len() > 4);
    }
    for (path, answer) in [
        ("/games", client.get("/games").await),
        ("/health", client.get("/health").await),
        ("/rules", client.get("/rules?rules=farkle").await),
        ("/levels", client.get("/levels?rules=farkle&seats=2").await),
        ("/tables/{id}", client.get("/tables/0000000000").await),
    ] {
        checker.check("get", path, &answer);
    }
    let score = json!({ "rules": "farkle", "dice": "1 1 5" });
    checker.check("post", "/score", &client.post("/score", &score).await);
    let nonsense = client.post("/tables", &json!({ "rules": 7 })).await;
    checker.check("post", "/tables", &nonsense);
}

#[test]
fn levels_are_those_that_bots_have() {
    let levels = document()["components"]["schemas"]["BotLevel"].clone();
    let all: Vec<String> = Level::ALL.iter().map(ToString::to_string).collect();
    let named = match levels["enum"].as_array() {
        Some(names) => json!(names),
        None => panic!("{levels}"),
    };
    assert_eq!(named, json!(all));
}

/// Texts in requests that people or the rules make, and that have no form of their own.
const FREE: &[&str] = &["rules", "from", "action", "state", "dice", "box", "code"];

#[test]
fn requests_say_what_fits() {
    let document = document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let requests = schemas.iter().filter(|(name, _)| name.ends_with("Request"));
    for (name, schema) in requests {
        for (field, schema) in schema["properties"].as_object().unwrap() {
            let kinds = schema["type"].to_string();
            let is_bounded = schema.get("maxLength").is_some() || FREE.contains(&field.as_str());
            assert!(!kinds.contains("string") || is_bounded, "{name}.{field}");
        }
    }
    for (path, methods) in document["paths"].as_object().unwrap() {
        for operation in methods.as_object().unwrap().values() {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let name = parameter["name"].as_str().unwrap();
                if ["id", "Idempotency-Key"].contains(&name) {
                    assert!(parameter["schema"]["$ref"].is_string(), "{path} {name}");
                }
            }
        }
    }
}

#[test]
fn links_lead_to_operations_that_exist() {
    let document = document();
    let operations = || {
        let paths = document["paths"].as_object().unwrap().values();
        paths.flat_map(|methods| methods.as_object().unwrap().values())
    };
    let ids: BTreeSet<&str> = operations()
        .map(|operation| operation["operationId"].as_str().unwrap())
        .collect();
    let mut links = 0;
    for operation in operations() {
        for response in operation["responses"].as_object().unwrap().values() {
            for link in response["links"].as_object().into_iter().flatten() {
                assert!(ids.contains(link.1["operationId"].as_str().unwrap()));
                links += 1;
            }
        }
    }
    let wanted: usize = crate::http::description::LINKS
        .iter()
        .map(|link| link.3.len())
        .sum();
    assert_eq!(links, wanted, "each is at the answer that it was meant for");
}
