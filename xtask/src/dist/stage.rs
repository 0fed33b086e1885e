//! What is installed, where it goes: the tree that every package wraps.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::{Release, succeed};
use crate::root;

/// Where completions belong, by the name that the program gives their shell.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/hotdice"),
    ("zsh", "usr/share/zsh/vendor-completions/_hotdice"),
    ("fish", "usr/share/fish/vendor_completions.d/hotdice.fish"),
];

/// Writes the tree anew.
pub(super) fn write(release: &Release, tree: &Path) -> io::Result<()> {
    let program = tree.join("usr/bin/hotdice");
    put(&program, &fs::read(&release.program)?, 0o755)?;
    // Programs of a development build come with their symbols.
    succeed(release.tool("strip").arg(&program))?;
    let run = |arguments: &[&str]| succeed(Command::new(&release.program).args(arguments));
    for (shell, path) in COMPLETIONS {
        put(
            &tree.join(path),
            run(&["completions", shell])?.as_bytes(),
            0o644,
        )?;
    }
    man_pages(release, tree)?;
    unit(tree)?;
    let docs = tree.join("usr/share/doc/hotdice");
    put(
        &docs.join("README.md"),
        &fs::read(root().join("README.md"))?,
        0o644,
    )?;
    put(
        &docs.join("changelog.gz"),
        &gzip(&fs::read(root().join("CHANGELOG.md"))?)?,
        0o644,
    )?;
    put(&docs.join("copyright"), copyright()?.as_bytes(), 0o644)
}

fn man_pages(release: &Release, tree: &Path) -> io::Result<()> {
    let pages = release.folder.join("man");
    succeed(Command::new(&release.program).arg("man").arg(&pages))?;
    for page in fs::read_dir(&pages)? {
        let page = page?;
        let name = format!("usr/share/man/man1/{}.gz", page.file_name().display());
        put(&tree.join(name), &gzip(&fs::read(page.path())?)?, 0o644)?;
    }
    fs::remove_dir_all(pages)
}

/// Installs the unit of a single server; its user is made by systemd while it runs.
fn unit(tree: &Path) -> io::Result<()> {
    let unit = fs::read_to_string(root().join("deploy/systemd/hotdice.service"))?;
    let comments = |line: &&str| !line.starts_with('#') || !line.contains("target/dist");
    let unit: String = unit
        .replace("/usr/local/bin/", "/usr/bin/")
        .lines()
        .filter(comments)
        .flat_map(|line| [line, "\n"])
        .collect();
    put(
        &tree.join("usr/lib/systemd/system/hotdice.service"),
        unit.as_bytes(),
        0o644,
    )
}

/// Returns the licences in the form that Debian reads.
fn copyright() -> io::Result<String> {
    let mit = fs::read_to_string(root().join("LICENSE-MIT"))?;
    let holder = mit
        .lines()
        .find(|line| line.starts_with("Copyright"))
        .unwrap_or("Copyright the authors");
    let permission = mit
        .lines()
        .skip_while(|line| !line.starts_with("Permission"));
    let indented = permission.flat_map(|line| match line.trim() {
        "" => [" ", ".", "\n"],
        line => [" ", line, "\n"],
    });
    let head = format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\
         Upstream-Name: Hot Dice\n\nFiles: *\nCopyright: {}\nLicense: MIT or Apache-2.0\n\n",
        holder
            .trim_start_matches("Copyright")
            .trim_start_matches(" (c)")
            .trim()
    );
    let apache = "\nLicense: Apache-2.0\n On Debian systems the text of the Apache License, Version 2.0, is in\n \
                  /usr/share/common-licenses/Apache-2.0.\n";
    let permission: String = indented.collect();
    Ok(format!("{head}License: MIT\n{permission}{apache}"))
}

/// Compresses without a date.
pub(super) fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut child = Command::new("gzip")
        .args(["-9", "--no-name", "--stdout"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let bytes = bytes.to_vec();
    // A thread of its own: gzip writes while it still reads, and a full pipe would stop both.
    let writer = std::thread::spawn(move || stdin.write_all(&bytes));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| io::ErrorKind::BrokenPipe)??;
    Ok(output.stdout)
}

/// Writes a file with its folders and mode.
pub(super) fn put(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)?;
    set_mode(path, mode)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}
