//! What the pages show of the program's output is what it prints.

use std::fs;
use std::path::Path;
use std::process::Command;

use hotdice_testkit::golden;

use crate::User;

/// What begins a block of commands and their output, and what ends it.
const BLOCK: (&str, &str) = ("```console\n", "\n```");

/// A comment in the line before a block that shows output which differs from run to run; the reason follows.
const NOT_RUN: &str = "<!-- not run: ";

/// The last line of output of which only the beginning is shown.
const MORE: &str = "…";

#[test]
fn pages_show_what_the_program_prints() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut run = 0;
    for page in pages(&folder) {
        let text = fs::read_to_string(folder.join(&page)).expect("a page");
        let printed = with_output(&text, |command| {
            run += 1;
            output(&folder, command)
        });
        golden::check(&page, &printed);
    }
    assert!(run >= 7, "only {run} commands were found");
}

/// Lists the pages in English about the program, from the root of the repository.
fn pages(root: &Path) -> Vec<String> {
    let mut pages = Vec::new();
    for folder in ["", "docs/", "docs/games/"] {
        let files = fs::read_dir(root.join(folder)).expect("a folder");
        let names = files.map(|file| file.expect("a file").file_name());
        let names = names.filter_map(|name| name.into_string().ok());
        let names = names.filter(|name| name.ends_with(".md"));
        pages.extend(names.map(|name| format!("{folder}{name}")));
    }
    pages.sort();
    pages
}

/// Returns a page with the output of every command of the program for which it shows any.
fn with_output(page: &str, mut run: impl FnMut(&str) -> String) -> String {
    let (begin, end) = BLOCK;
    let mut printed = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(begin) {
        let (block, after) = after.split_once(end).expect("the end of a block");
        let is_run = !before
            .trim_end()
            .lines()
            .last()
            .is_some_and(|line| line.starts_with(NOT_RUN));
        printed.extend([before, begin]);
        if is_run {
            printed.push_str(&block_with_output(block, &mut run));
        } else {
            printed.push_str(block);
        }
        printed.push_str(end);
        rest = after;
    }
    printed + rest
}

fn block_with_output(block: &str, run: &mut impl FnMut(&str) -> String) -> String {
    let lines: Vec<&str> = block.lines().collect();
    let examples = lines.chunk_by(|_, next| !next.starts_with("$ "));
    let examples = examples.map(|example| match example {
        [command, shown @ .., last] => match command.strip_prefix("$ ").and_then(arguments) {
            Some(arguments) => {
                let output = run(arguments);
                let mut output: Vec<&str> = output.lines().collect();
                if *last == MORE {
                    output.truncate(shown.len());
                    output.push(MORE);
                }
                [&[*command], output.as_slice()].concat().join("\n")
            }
            None => example.join("\n"),
        },
        _ => example.join("\n"),
    });
    examples.collect::<Vec<_>>().join("\n")
}

/// Returns what a command tells the program, if that is what it runs.
fn arguments(command: &str) -> Option<&str> {
    let programs = ["hotdice ", "cargo run --release -- "];
    programs
        .iter()
        .find_map(|program| command.strip_prefix(program))
}

/// Runs the program as a shell would in the repository.
fn output(folder: &Path, arguments: &str) -> String {
    let user = User::new();
    let ran = Command::new("sh")
        .args(["-c", &format!("\"$HOTDICE\" {arguments}")])
        .env("HOTDICE", env!("CARGO_BIN_EXE_hotdice"))
        .env("HOTDICE_DATA", user.folder().join("data"))
        .current_dir(folder)
        .output()
        .expect("the binary runs");
    assert!(ran.status.success(), "{arguments}: {}", ran.status);
    String::from_utf8(ran.stdout).expect("text")
}

#[test]
fn only_output_of_the_program_is_replaced() {
    let page = "text\n\n```console\n$ hotdice a\nold\n$ hotdice b\n$ npm c\nold\n```\n\n\
         ```console\n$ cargo run --release -- d\nold\n…\n```\n\n\
         <!-- not run: the time of day -->\n\n```console\n$ hotdice e\nold\n```\n";
    let printed = with_output(page, |command| format!("{command} one\n{command} two\n"));
    let expected = "text\n\n```console\n$ hotdice a\na one\na two\n$ hotdice b\n$ npm c\nold\n```\n\n\
         ```console\n$ cargo run --release -- d\nd one\n…\n```\n\n\
         <!-- not run: the time of day -->\n\n```console\n$ hotdice e\nold\n```\n";
    assert_eq!(printed, expected);
}
