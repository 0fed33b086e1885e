//! Pages and units that say what a program could read elsewhere say the same.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::{regex, root};

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_page_of_the_api_lists_every_request() {
    let document: Value = serde_json::from_str(&read("web/openapi.json")).expect("JSON");
    let mut requests = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().expect("an object") {
        let path = path.trim_start_matches("/api/v1");
        for (method, operation) in methods.as_object().expect("an object") {
            let summary = operation["summary"].as_str().unwrap_or_default();
            let method = method.to_uppercase();
            requests.insert(format!("| `{method} {path}` | {summary} |"));
        }
    }
    let row = regex(r"(?m)^\| `[A-Z]+ /.*\|$");
    let page = read("docs/api.md");
    let listed: BTreeSet<String> = row
        .find_iter(&page)
        .map(|row| row.as_str().to_owned())
        .collect();
    let lacks: Vec<_> = requests.difference(&listed).collect();
    let invents: Vec<_> = listed.difference(&requests).collect();
    assert!(
        lacks.is_empty() && invents.is_empty(),
        "docs/api.md lacks {lacks:#?} and has {invents:#?}, which web/openapi.json has not"
    );
}

#[test]
fn services_make_the_users_that_they_name() {
    let folder = fs::read_dir(root().join("deploy/systemd")).expect("a folder");
    let mut units = 0;
    for file in folder {
        let unit = fs::read_to_string(file.expect("a file").path()).expect("a unit");
        let says = |line: &str| unit.lines().any(|said| said == line);
        assert_eq!(says("User=hotdice"), says("DynamicUser=yes"), "{unit}");
        units += 1;
    }
    assert!(units >= 2, "only {units} units were found");
}
