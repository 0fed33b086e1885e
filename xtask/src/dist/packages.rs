//! The staged tree as packages, and what fetches them: a formula of Homebrew and manifests of winget.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::stage::put;
use super::{Release, succeed};
use crate::{root, target};

const SUMMARY: &str = "Farkle, Zilch, Yatzy and more dice games, in the terminal and the browser";

const DESCRIPTION: [&str; 4] = [
    "Hot Dice plays Farkle, Zilch, Pass the Cheese, the Yatzy family, TriDice,",
    "Shut the Box and Pig with any house rules: pass and play, against bots that",
    "play perfectly, or online by a link. It solves the games exactly, reviews",
    "finished ones, and serves tables for friends whose dice can be checked.",
];

/// Makes a tarball that runs where it is unpacked.
pub(super) fn tarball(release: &Release, tree: &Path) -> io::Result<()> {
    let name = release.name();
    let folder = release.folder.join(&name);
    let copies = [
        ("usr/bin/hotdice", "hotdice"),
        ("usr/share/man/man1", "man/man1"),
        (
            "usr/share/bash-completion/completions/hotdice",
            "completions/hotdice.bash",
        ),
        (
            "usr/share/zsh/vendor-completions/_hotdice",
            "completions/_hotdice",
        ),
        (
            "usr/share/fish/vendor_completions.d/hotdice.fish",
            "completions/hotdice.fish",
        ),
    ];
    for (from, to) in copies {
        copy(&tree.join(from), &folder.join(to))?;
    }
    for file in [
        "README.md",
        "CHANGELOG.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "deploy",
    ] {
        copy(&root().join(file), &folder.join(file))?;
    }
    let mut tar = release.tool("tar");
    tar.arg("--create")
        .arg("--file")
        .arg(release.folder.join(format!("{name}.tar.xz")));
    tar.args([
        "--xz",
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
    ]);
    tar.arg(format!("--mtime=@{}", release.epoch))
        .arg("--directory")
        .arg(&release.folder)
        .arg(&name);
    succeed(&mut tar)?;
    fs::remove_dir_all(folder)
}

/// Copies a file or a folder; `cp` keeps modes.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    succeed(
        Command::new("cp")
            .arg("--recursive")
            .arg("--no-target-directory")
            .arg(from)
            .arg(to),
    )
    .map(drop)
}

/// Makes a Debian package. It has no scripts: the unit makes its user by itself.
pub(super) fn deb(release: &Release, tree: &Path) -> io::Result<()> {
    let Release { version, glibc, .. } = release;
    let package = release.folder.join("deb");
    copy(tree, &package)?;
    let description: String = DESCRIPTION
        .iter()
        .flat_map(|line| [" ", line, "\n"])
        .collect();
    let control = format!(
        "Package: hotdice\nVersion: {version}\nArchitecture: amd64\nSection: misc\nPriority: optional\n\
         Maintainer: The Hot Dice authors <hotdice@hotdice.example>\nDepends: libc6 (>= {glibc}), libgcc-s1\n\
         Installed-Size: {}\nDescription: {SUMMARY}\n{description}",
        kibibytes(tree)?
    );
    put(&package.join("DEBIAN/control"), control.as_bytes(), 0o644)?;
    let sums = succeed(Command::new("sh").current_dir(&package).args([
        "-c",
        "find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum",
    ]))?;
    put(&package.join("DEBIAN/md5sums"), sums.as_bytes(), 0o644)?;
    let file = release.folder.join(format!("hotdice_{version}_amd64.deb"));
    let mut build = release.tool("dpkg-deb");
    build
        .args([
            "--root-owner-group",
            "--build",
            "-Zxz",
            &format!("-z{}", release.effort),
        ])
        .arg(&package)
        .arg(file);
    succeed(&mut build)?;
    fs::remove_dir_all(package)
}

fn kibibytes(tree: &Path) -> io::Result<String> {
    let said = succeed(
        Command::new("du")
            .args(["--summarize", "--apparent-size", "--block-size=1024"])
            .arg(tree),
    )?;
    Ok(said.split_whitespace().next().unwrap_or("0").to_owned())
}

/// Makes an RPM package.
pub(super) fn rpm(release: &Release, tree: &Path) -> io::Result<()> {
    let folder = release.folder.join("rpm");
    let description = DESCRIPTION.join("\n");
    let Release {
        version, effort, ..
    } = release;
    let tree = fs::canonicalize(tree)?;
    // What needs what is read from the program; it is not stripped or compressed again.
    let spec = format!(
        "%global debug_package %{{nil}}\n%global __os_install_post %{{nil}}\n%global _build_id_links none\n\
         %global source_date_epoch_from_changelog 0\n%global use_source_date_epoch_as_buildtime 1\n\
         %global clamp_mtime_to_source_date_epoch 1\n%global _buildhost hotdice\n%global _binary_payload w{effort}.xzdio\n\
         Name: hotdice\nVersion: {version}\nRelease: 1\nSummary: {SUMMARY}\nLicense: MIT OR Apache-2.0\n\
         Group: Amusements/Games\n%description\n{description}\n%install\ncp -a {}/. %{{buildroot}}/\n\
         mv %{{buildroot}}/usr/share/zsh/vendor-completions %{{buildroot}}/usr/share/zsh/site-functions\n\
         %files\n%doc /usr/share/doc/hotdice\n/usr/bin/hotdice\n/usr/lib/systemd/system/hotdice.service\n\
         /usr/share/bash-completion/completions/hotdice\n/usr/share/zsh/site-functions/_hotdice\n\
         /usr/share/fish/vendor_completions.d/hotdice.fish\n/usr/share/man/man1/*\n",
        tree.display()
    );
    let file = folder.join("hotdice.spec");
    put(&file, spec.as_bytes(), 0o644)?;
    let mut build = release.tool("rpmbuild");
    build.args(["-bb", "--quiet", "--target", "x86_64", "--define"]);
    build
        .arg(format!("_topdir {}", fs::canonicalize(&folder)?.display()))
        .arg(&file);
    succeed(&mut build)?;
    let name = format!("hotdice-{version}-1.x86_64.rpm");
    fs::rename(
        folder.join("RPMS/x86_64").join(&name),
        release.folder.join(&name),
    )?;
    fs::remove_dir_all(folder)
}

/// Fills in the formula by which Homebrew fetches the tarball.
pub(super) fn formula(release: &Release, url: &str) -> io::Result<()> {
    let file = release.folder.join(format!("{}.tar.xz", release.name()));
    fill(release, "hotdice.rb", url, &file)
}

/// Returns the archive of the program for Windows, which is built there and put beside the packages.
pub(super) fn windows_archive(release: &Release) -> PathBuf {
    let file = format!("hotdice-{}-x86_64-windows.zip", release.version);
    target().join("windows").join(file)
}

/// Fills in the manifests by which winget fetches the program for Windows.
pub(super) fn winget(release: &Release, url: &str, archive: &Path) -> io::Result<()> {
    WINGET
        .iter()
        .try_for_each(|name| fill(release, &format!("winget/{name}"), url, archive))
}

/// The manifests of winget: version, installer and words.
pub(super) const WINGET: [&str; 3] = [
    "HotDice.HotDice.yaml",
    "HotDice.HotDice.installer.yaml",
    "HotDice.HotDice.locale.en-US.yaml",
];

/// Writes a file of `deploy/packages` with its gaps filled in for what is downloaded.
fn fill(release: &Release, name: &str, url: &str, download: &Path) -> io::Result<()> {
    let sum = succeed(Command::new("sha256sum").arg(download))?;
    let sum = sum.split_whitespace().next().unwrap_or_default();
    let file = download.file_name().unwrap_or_default().to_string_lossy();
    let text = fs::read_to_string(root().join("deploy/packages").join(name))?;
    let text = text
        .replace("@VERSION@", &release.version)
        .replace("@FILE@", &file)
        .replace("@URL@", url)
        .replace("@SHA256@", sum);
    put(&release.folder.join(name), text.as_bytes(), 0o644)
}

/// Removes the staged tree and writes the sums of everything that is handed out.
pub(super) fn checksums(release: &Release) -> io::Result<()> {
    fs::remove_dir_all(release.folder.join("root"))?;
    let sums = succeed(
        Command::new("sh")
            .current_dir(&release.folder)
            .args(["-c", "sha256sum -- *"]),
    )?;
    put(&release.folder.join("SHA256SUMS"), sums.as_bytes(), 0o644)
}
