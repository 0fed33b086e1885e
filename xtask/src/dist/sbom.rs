//! A bill of materials in the form of CycloneDX: every crate that the program is built from, with its licence and checksum.

use std::collections::BTreeMap;
use std::{fs, io};

use super::stage::put;
use super::{Release, TRIPLE, succeed};
use crate::{cargo, root};

/// A crate that the program is built from.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Component<'a> {
    name: &'a str,
    version: &'a str,
    licence: &'a str,
}

/// Writes the bill beside the packages.
pub(super) fn write(release: &Release) -> io::Result<()> {
    let tree = [
        "tree",
        "--locked",
        "--package",
        "hotdice",
        "--edges",
        "normal,build",
        "--target",
        TRIPLE,
    ];
    let mut list = cargo(&tree);
    list.args(["--prefix", "none", "--no-dedupe", "--format", "{p}\t{l}"]);
    let list = succeed(&mut list)?;
    let lock = fs::read_to_string(root().join("Cargo.lock"))?;
    let bill = bill(&components(&list), &checksums(&lock), &release.version);
    put(
        &release.folder.join("hotdice.cdx.json"),
        bill.as_bytes(),
        0o644,
    )
}

/// Reads what `cargo tree` lists.
fn components(list: &str) -> Vec<Component<'_>> {
    let mut components: Vec<_> = list.lines().filter_map(component).collect();
    components.sort();
    components.dedup();
    components
}

/// Reads `name vVERSION (where)`, a tab and the licence.
fn component(line: &str) -> Option<Component<'_>> {
    let (package, licence) = line.split_once('\t')?;
    let mut words = package.split(' ');
    Some(Component {
        name: words.next()?,
        version: words.next()?.trim_start_matches('v'),
        licence,
    })
}

/// Reads the checksums of a lock file, by name and version.
fn checksums(lock: &str) -> BTreeMap<(&str, &str), &str> {
    let package = |text| {
        let version = (field(text, "name")?, field(text, "version")?);
        Some((version, field(text, "checksum")?))
    };
    lock.split("[[package]]").filter_map(package).collect()
}

fn field<'a>(package: &'a str, key: &str) -> Option<&'a str> {
    let line = package
        .lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""))?;
    line.strip_suffix('"')
}

fn bill(
    components: &[Component<'_>],
    checksums: &BTreeMap<(&str, &str), &str>,
    version: &str,
) -> String {
    let listed: Vec<String> = components
        .iter()
        .filter(|component| component.name != "hotdice")
        .map(|Component { name, version, licence }| {
            let hashes = checksums.get(&(*name, *version)).map_or_else(String::new, |sum| {
                format!(",\"hashes\":[{{\"alg\":\"SHA-256\",\"content\":\"{sum}\"}}]")
            });
            let licence = licence.replace('/', " OR ");
            format!(
                "    {{\"type\":\"library\",\"name\":\"{name}\",\"version\":\"{version}\",\
                 \"purl\":\"pkg:cargo/{name}@{version}\",\"licenses\":[{{\"expression\":\"{licence}\"}}]{hashes}}}"
            )
        })
        .collect();
    format!(
        "{{\n  \"bomFormat\": \"CycloneDX\",\n  \"specVersion\": \"1.5\",\n  \"version\": 1,\n  \"metadata\": {{\"component\": \
         {{\"type\":\"application\",\"name\":\"hotdice\",\"version\":\"{version}\",\"licenses\":[{{\"expression\":\"MIT OR Apache-2.0\"}}]}}}},\n  \
         \"components\": [\n{}\n  ]\n}}\n",
        listed.join(",\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_is_listed_once_with_its_checksum() {
        let list = "hotdice v0.1.0 (/src)\tMIT OR Apache-2.0\nsha2 v0.11.0\tMIT/Apache-2.0\nsha2 v0.11.0\tMIT/Apache-2.0\n";
        let lock = "\n[[package]]\nname = \"sha2\"\nversion = \"0.11.0\"\nsource = \"registry\"\nchecksum = \"ab12\"\n";
        let bill = bill(&components(list), &checksums(lock), "0.1.0");
        let listed = "{\"type\":\"library\",\"name\":\"sha2\",\"version\":\"0.11.0\",\"purl\":\"pkg:cargo/sha2@0.11.0\",\
                      \"licenses\":[{\"expression\":\"MIT OR Apache-2.0\"}],\"hashes\":[{\"alg\":\"SHA-256\",\"content\":\"ab12\"}]}";
        assert_eq!(bill.matches(listed).count(), 1, "{bill}");
        assert_eq!(bill.matches("\"library\"").count(), 1, "{bill}");
    }
}
