//! The parts of `deny.toml` that the tests need.

/// What is allowed.
pub(crate) struct Policy {
    pub(crate) licences: Vec<String>,
    pub(crate) banned: Vec<String>,
    pub(crate) registries: Vec<String>,
}

impl Policy {
    pub(crate) fn read(text: &str) -> Self {
        let list = |section: &str, name: &str| {
            let listed = list(text, section, name);
            assert!(!listed.is_empty(), "deny.toml: [{section}] {name}");
            listed
        };
        Self {
            licences: list("licenses", "allow"),
            banned: list("bans", "deny"),
            registries: list("sources", "allow-registry"),
        }
    }
}

/// Returns the texts of a list in a section.
fn list(text: &str, section: &str, name: &str) -> Vec<String> {
    let text: String = text.lines().map(without_comment).collect();
    let header = format!("[{section}]\n");
    let section = text.split_once(&header).map_or("", |(_, rest)| rest);
    let section = section.split("\n[").next().unwrap_or_default();
    let start = format!("\n{name} = [");
    let section = format!("\n{section}");
    let list = section.split_once(&start).map_or("", |(_, rest)| rest);
    let list = list.split(']').next().unwrap_or_default();
    list.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn without_comment(line: &str) -> String {
    let code = line.split('#').next().unwrap_or_default().trim_end();
    format!("{code}\n")
}

#[test]
fn lists_are_read_from_their_sections() {
    let text = "[a]\nallow = [\n  \"x\", # not \"y\"\n  \"z\",\n]\n\n[b]\nallow = [\"w\"]\n";
    assert_eq!(list(text, "a", "allow"), ["x", "z"]);
    assert_eq!(list(text, "b", "allow"), ["w"]);
    assert!(list(text, "c", "allow").is_empty());
}
